"""Measure the program against the yardstick, a scalar C++ program that plays `random`.

Machines are noisy, so the yardstick and every row are measured in turn, several times over, and the
best of each counts. What matters are the ratios. The yardstick adds up payments and components,
`simulate` tallies many more figures: what deals cost without and with that is shown side by side.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from overheads import CLUSTER_AT_MOST, FOLDER_AT_MOST, overheads
from pairing import AT_LEAST, median_and_range, pairings

from analyser.reversis.analyses.simulate.analysis import simulation
from analyser.reversis.policies import compiled, lineup_from
from analyser.reversis.question import Question
from analyser.runner import in_threads
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.rules import Rules, first_stake

SOURCE = Path(__file__).resolve().parent / "yardstick" / "reversis_random.cpp"
PROGRAM = Path(sys.executable).with_name("reversis")
N_YARDSTICK_DEALS = 500_000
N_DEALS = 400 * N_BATCH
SEED = 1


class Row(NamedTuple):
    """A line-up to be measured in one thread, and the ratio to the yardstick to be reached."""

    name: str
    policies: Sequence[str]
    at_least: float
    aimed: float


ROWS = (
    Row("random", ["random"], 2.0, 2.5),
    Row("duck", ["duck"], 2.5, 3.0),
    Row("steady", ["steady"], 1.5, 2.0),
    Row("four different", ["random", "duck", "steady", "steady:break_from=8"], 0.7, 1.0),
)
TWO_THREADS_AT_LEAST = 1.85
RECORDS_AT_LEAST = 20_000


def built_yardstick(folder: Path) -> Path:
    """The yardstick, compiled into a folder."""
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    if compiler is None:
        raise SystemExit("benchmark: no C++ compiler: install g++, or name one: CXX=clang++")
    program = folder / "reversis_random"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, SOURCE], check=True)
    return program


def yardstick_speed(program: Path) -> float:
    """Deals a second of the yardstick."""
    output = subprocess.check_output([program, str(N_YARDSTICK_DEALS), str(SEED)])
    return float(json.loads(output)["deals_per_s"])


def question(policies: Sequence[str]) -> Question:
    return Question(Rules(), first_stake(Rules()), lineup_from(policies), SEED)


def playing_speed(policies: Sequence[str]) -> float:
    """Deals a second, dealt, played and settled in one thread."""
    asked = question(policies)
    table = Table(asked.rules, asked.pool, compiled(asked.players), asked.seed)
    table.play(0, N_BATCH)
    begin = time.perf_counter()
    for start in range(0, N_DEALS, N_BATCH):
        table.play(start, N_BATCH)
    return N_DEALS / (time.perf_counter() - begin)


def simulate_speed(policies: Sequence[str], threads: int) -> float:
    """Deals a second of `simulate`, which tallies them as well."""
    run = simulation(question(policies), N_DEALS * threads, runner=in_threads(threads))
    return run.n_deals / run.seconds


def best_speeds(yardstick: Path, n_rounds: int) -> dict[str, float]:
    """The best of several rounds for everything that is measured."""
    measures: dict[str, Callable[[], float]] = {"yardstick": lambda: yardstick_speed(yardstick)}
    for row in ROWS:
        measures[row.name] = partial(playing_speed, row.policies)
        measures[f"{row.name}, tallied"] = partial(simulate_speed, row.policies, 1)
    measures["two threads"] = partial(simulate_speed, ["steady"], 2)
    best = dict.fromkeys(measures, 0.0)
    for number in range(n_rounds):
        for name, measure in measures.items():
            text = f"round {number + 1} of {n_rounds}: {name}"
            print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)
            best[name] = max(best[name], measure())
    print("\r\033[K", end="", file=sys.stderr)
    return best


def print_row(what: str, *cells: str) -> None:
    print(f"{what:34}" + "".join(f"{cell:>12}" for cell in cells))


def print_speeds(best: dict[str, float]) -> None:
    yardstick = best["yardstick"]
    print_row("", "deals/s", "ratio", "at least", "aimed", "tallied/s", "ratio")
    print_row("yardstick, C++, random", f"{yardstick:,.0f}", "", "", "", f"{yardstick:,.0f}")
    for row in ROWS:
        played, tallied = best[row.name], best[f"{row.name}, tallied"]
        wanted = (f"{row.at_least:.2f}", f"{row.aimed:.2f}")
        of_tallied = (f"{tallied:,.0f}", f"{tallied / yardstick:.2f}")
        print_row(row.name, f"{played:,.0f}", f"{played / yardstick:.2f}", *wanted, *of_tallied)
    ratio = best["two threads"] / best["steady, tallied"]
    wanted_ratio = f"{TWO_THREADS_AT_LEAST:.2f}"
    two = f"{best['two threads']:,.0f}"
    print_row("steady, two threads to one", "", "", wanted_ratio, "", two, f"{ratio:.2f}")


class Finished(NamedTuple):
    """How a command of the program went."""

    is_ok: bool
    seconds: float
    peak_mb: float


def run_program(arguments: Sequence[str], environment: dict[str, str] | None = None) -> Finished:
    """Run `reversis` with arguments, its output thrown away."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [PROGRAM, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | (environment or {}),
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    return Finished(process.returncode == 0, seconds, usage.ru_maxrss / 1024)


# Commands that are to take at most so many seconds, from the shell to the prompt.
TIMED = (
    ("reversis --help, s", ["--help"], 0.3),
    ("simulate --deals 100k, s", ["simulate", "--deals", "100k"], 2.0),
    ("discard HAND to ± 0.25, s", ["discard", "AK7.J93.8542.6", "--until-width", "0.25"], 5.0),
    ("discard, 10M plays, s", ["discard", "--deals", "10M"], 30.0),
    ("compare two, 1M deals, s", ["compare", "steady", "duck", "--deals", "1M"], 15.0),
)


def print_seconds(what: str, arguments: Sequence[str], at_most: float, n_rounds: int) -> None:
    runs = [run_program(arguments) for _ in range(n_rounds)]
    is_there = all(run.is_ok for run in runs)
    seconds = f"{min(run.seconds for run in runs):.2f}" if is_there else "not there"
    print_row(what, seconds, "", f"{at_most:.2f}")


def print_settling(n_rounds: int) -> None:
    """Records settled a second, on one core, beyond what starting takes."""
    n_few, n_many = 1_000, 51_000
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        for n in (n_few, n_many):
            records = str(Path(folder) / f"{n}.jsonl")
            run_program(["deal", "--deals", str(n), "--out", records])
            runs = [run_program(["settle", records]) for _ in range(n_rounds)]
            seconds[n] = min(run.seconds for run in runs)
    rate = (n_many - n_few) / (seconds[n_many] - seconds[n_few])
    print_row("settle, records/s", f"{rate:,.0f}", "", f"{RECORDS_AT_LEAST:,}")


def print_first_command() -> None:
    """The time of a first command, which compiles."""
    with tempfile.TemporaryDirectory() as folder:
        run = run_program(["simulate", "--deals", "100k"], {"XDG_CACHE_HOME": folder})
    print_row("first simulate, compiling, s", f"{run.seconds:.1f}", "", "45.0")


def print_memory(n_deals: str) -> None:
    """Peak memory of a short run and of a long one."""
    short, long = (run_program(["simulate", "--deals", n]) for n in ("1M", n_deals))
    ratio = long.peak_mb / short.peak_mb
    print_row("memory of simulate, 1M deals, MB", f"{short.peak_mb:.0f}", "", "400")
    print_row(f"memory of simulate, {n_deals} deals", f"{long.peak_mb:.0f}", f"{ratio:.2f}", "1.10")


def print_pairing() -> None:
    """How many times fewer deals paired differences take than independent runs (pairing.py)."""
    found = pairings()
    print_row("fewer deals by common randomness", "times", "", "at least")
    for pairing in found:
        print_row(f"  {pairing.exchange}", f"{pairing.factor:.1f}")
    median, least, largest = median_and_range(found)
    print_row(f"  median, all less {found[0].best}", f"{median:.1f}", "", f"{AT_LEAST:.1f}")
    print_row("  range", f"{least:.1f} to {largest:.1f}")


def print_overheads(n_rounds: int, n_deals: int) -> None:
    """How many times as long runs take that are kept, or computed in processes (overheads.py)."""
    found = overheads(n_rounds, n_deals)
    print_row("kept in a run folder", "", f"{found.folder:.3f}", f"{FOLDER_AT_MOST:.2f}")
    print_row("by Dask on this machine", "", f"{found.cluster:.3f}", f"{CLUSTER_AT_MOST:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8, help="default 8")
    parser.add_argument(
        "--long", action="store_true", help="10^9 deals, runs of 10^8, and compiling"
    )
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        best = best_speeds(built_yardstick(Path(folder)), wanted.rounds)
    print_speeds(best)
    print_row("", "measured", "ratio", "at least")
    print_settling(wanted.rounds)
    print_row("", "measured", "ratio", "at most")
    for what, arguments, at_most in TIMED:
        print_seconds(what, arguments, at_most, wanted.rounds)
    print_memory("1_000M" if wanted.long else "100M")
    print_overheads(*((3, 100_000_000) if wanted.long else (wanted.rounds, 20_000_000)))
    print_pairing()
    if wanted.long:
        print_first_command()


if __name__ == "__main__":
    main()
