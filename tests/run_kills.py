"""Commands with run folders, killed at random moments, started again, and compared.

`python tests/run_kills.py KILLS SEED` prints how many kills hit, how many of them left something
that was kept, and which commands came out other than without. Every command is killed; the suite
asks for some dozens of kills, scripts/check_runs for hundreds.
"""

import itertools
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pyarrow.parquet  # noqa: F401, loaded once, for all processes

from analyser.cli.main import group, run
from analyser.runs import store

COMMANDS = (
    "simulate --deals 600k --policy duck",
    "simulate --until-width 0.5 --policy steady --policy duck --policy duck --policy random",
    "compare steady duck random --deals 12k",
    "compare steady duck --until-width 0.4",
    "discard AK7.J93.8542.6 --until-decided --deals 600k",
    "discard AK7.J93.8542.6 --deals 600k",
    "discard --hands 60 --by special",
    "attempt --tricks 1,3 --deals 60k",
    "tables points payments --deals 60k",
    "sensitivity ace --deals 10k",
)


def play(command: str, folder: Path | None) -> int:
    """Run a command in this process."""
    kept = ["--run", str(folder)] if folder else []
    return run(group, [*command.split(), "--quiet", "--format", "csv", *kept])


def forked(command: str, csv: Path, folder: Path | None) -> int:
    """Begin to run a command in a process of its own, which keeps what it computes very often."""
    process = os.fork()
    if process:
        return process
    store.LEAST_SECONDS, store._COST = 0.005, 1
    with csv.open("wb") as file:
        os.dup2(file.fileno(), 1)
    code = play(command, folder)
    sys.stdout.flush()
    os._exit(code)


def is_killed(process: int, seconds: float) -> bool:
    """Kill a process after so many seconds; whether it was still at work then."""
    time.sleep(seconds)
    os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    if os.WIFEXITED(status) and os.waitstatus_to_exitcode(status):
        raise SystemExit(f"a run ended with exit code {os.waitstatus_to_exitcode(status)}")
    return os.WIFSIGNALED(status)


def seconds_of(command: str, csv: Path) -> float:
    """How long a command takes that nobody kills; its table goes to a file."""
    begin = time.perf_counter()
    os.waitpid(forked(command, csv, None), 0)
    return time.perf_counter() - begin


def killed_until_done(
    command: str, folder: Path, seconds: float, dice: random.Random
) -> tuple[int, int]:
    """Kill and start a command again until it ends by itself.

    Gives how often it was killed, and how often there was something kept by then.
    """
    csv = folder.with_suffix(".csv")
    n_kept = 0
    for n_kills in itertools.count():
        if not is_killed(forked(command, csv, folder), dice.uniform(0, seconds)):
            return n_kills, n_kept
        n_kept += any(folder.glob("chunks-*"))
    raise AssertionError


def main(n_wanted: int, seed: int) -> None:
    dice = random.Random(seed)
    n_kills, n_kept, wrong = 0, 0, []
    with redirect_stdout(StringIO()):
        for command in COMMANDS:  # whatever is loaded here is there at once in every process
            play(command, None)
    with tempfile.TemporaryDirectory() as name:
        expected = {}
        for command in COMMANDS:
            csv = Path(name) / "whole.csv"
            seconds = seconds_of(command, csv)
            expected[command] = csv.read_bytes(), seconds
        for n_commands, command in enumerate(itertools.cycle(COMMANDS), 1):
            folder = Path(name) / "run"
            whole, seconds = expected[command]
            found = killed_until_done(command, folder, 1.3 * seconds, dice)
            n_kills, n_kept = n_kills + found[0], n_kept + found[1]
            if folder.with_suffix(".csv").read_bytes() != whole:
                wrong.append(command)
            shutil.rmtree(folder, ignore_errors=True)
            if n_kills >= n_wanted and n_commands >= len(COMMANDS):
                break
    print(n_kills, n_kept, *wrong, sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
