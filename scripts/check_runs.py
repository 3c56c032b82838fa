"""Check runs that last: the same bytes however they are computed, and whatever happens to them.

The long version of tests/test_run_command.py and test_cluster.py: hundreds of kills; every number
of threads, size of chunk and number of worker processes; workers and schedulers killed under load;
a disk that is full and one that is read-only, where a small file system can be mounted.
"""

import argparse
import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = (sys.executable, "-m", "analyser")
DASK = Path(sys.executable).with_name("dask")
COMMAND = ("simulate", "--policy", "steady", "--policy", "duck", "--policy", "duck", "--policy",
           "random", "--seed", "5")  # fmt: skip
N_DEALS = 2_500_000
N_LONG = 40_000_000


def output(*words: object, code: int = 0) -> str:
    """What the program prints, which ends with this exit code and in one line where it fails."""
    program = [*PROGRAM, *map(str, words)]
    done = subprocess.run(program, capture_output=True, text=True, cwd=ROOT)
    if done.returncode != code or done.stderr.count("\n") > (1 if code else 0):
        raise SystemExit(f"{words}: exit code {done.returncode}\n{done.stderr}")
    return done.stderr if code else done.stdout


def csv(*words: object) -> str:
    """The table that the program prints."""
    return output(*words, "--format", "csv")


def check(what: str, is_so: bool) -> None:
    """Say what was checked; ends the program if it is not so."""
    print(f"{what}: {'ok' if is_so else 'NOT THE SAME'}", flush=True)
    if not is_so:
        raise SystemExit(1)


def check_ways(folder: Path) -> None:
    """One command, computed in every way."""
    command = (*COMMAND, "--deals", N_DEALS)
    expected = csv(*command, "--threads", 1)
    check("2 threads", csv(*command, "--threads", 2) == expected)
    for size in (1_000, 10_000, 100_000, 1_000_000):
        found = csv(*command, "--chunk-deals", size, "--threads", 2)
        check(f"chunks of {size:,} deals", found == expected)
    for n in (1, 2, 4):
        check(f"Dask, {n} workers", csv(*command, "--scheduler", f"local:{n}") == expected)
    run = folder / "extended"
    csv(*COMMAND, "--deals", 1_111_111, "--run", run)
    extended = csv("run", "extend", run, "--deals", N_DEALS - 1_111_111, "--scheduler", "local:2")
    check("extended, by Dask", extended == expected)
    output(*COMMAND, "--deals", "10G", "--run", folder / "cut", "--max-seconds", 1)
    check("verified", "came out the same" in output("run", "verify", folder / "cut"))
    parts = [folder / f"from {first}" for first in (0, 900_000, 1_234_567)]
    ends = (900_000, 1_234_567, N_DEALS)
    for part, end in zip(parts, ends, strict=True):
        first = int(part.name.split()[1])
        output(*COMMAND, "--first-deal", first, "--deals", end - first, "--run", part)
    random.shuffle(parts)
    output("run", "merge", *parts, "--run", folder / "joined")
    check("joined", csv("run", "show", folder / "joined") == expected)


def free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextlib.contextmanager
def dask(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's own command, ended afterwards."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([DASK, *words, "--no-dashboard"], cwd=ROOT, **quiet) as process:
        try:
            yield process
        finally:
            process.kill()


def worker(address: str) -> contextlib.AbstractContextManager[subprocess.Popen[bytes]]:
    """A worker process of one thread, which does not come again if it is killed."""
    return dask("worker", address, "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")


def begun(words: Sequence[object], folder: Path) -> "subprocess.Popen[str]":
    """A run that has begun to keep something."""
    program = [*PROGRAM, *map(str, words), "--format", "csv"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(program, text=True, cwd=ROOT, **streams)
    while process.poll() is None and not list(folder.glob("chunks-*")):
        time.sleep(0.05)
    return process


def check_deaths(folder: Path, n_workers_killed: int) -> None:
    """Workers are killed under load and others come; then the scheduler is."""
    expected = csv(*COMMAND, "--deals", N_LONG)
    address = f"tcp://127.0.0.1:{free_port()}"
    run = folder / "deaths"
    words = (*COMMAND, "--deals", N_LONG, "--run", run, "--scheduler", address)
    with contextlib.ExitStack() as ended:
        port = address.rpartition(":")[2]
        scheduler = ended.enter_context(dask("scheduler", "--host", "127.0.0.1", "--port", port))
        workers = [ended.enter_context(worker(address)) for _ in range(2)]
        process = begun(words, run)
        for _ in range(n_workers_killed):
            workers.append(ended.enter_context(worker(address)))
            time.sleep(random.uniform(0.5, 2))
            workers.pop(0).send_signal(signal.SIGKILL)
        out, _ = process.communicate()
        check(f"{n_workers_killed} workers killed under load", out == expected)
        shutil.rmtree(run)
        process = begun(words, run)
        scheduler.send_signal(signal.SIGKILL)
        _, err = process.communicate()
        check("scheduler killed: one line", process.returncode == 1 and err.count("\n") == 1)
    check("scheduler killed: resumed in threads", csv("run", "resume", run) == expected)


def check_disks(folder: Path) -> None:
    """A full disk, and one that is read-only."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24k", "tmpfs", disk]
    if os.geteuid() or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
        print("full and read-only disks: not checked, nothing can be mounted here")
        return
    try:
        run = disk / "run"
        words = (*COMMAND, "--deals", N_LONG, "--run", run)
        err = output(*words, code=1)
        check("full disk: one line", "No space left on device" in err)
        check("full disk: what is there can be shown", bool(csv("run", "show", run)))
        subprocess.run(["mount", "-o", "remount,size=10m", disk], check=True)
        shown = csv("run", "resume", run)
        check("full disk: resumed", shown == csv(*COMMAND, "--deals", N_LONG))
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        check("read-only disk: shown", csv("run", "show", run) == shown)
        err = output("run", "extend", run, "--deals", 5, code=1)
        check("read-only disk: one line", "Read-only file system" in err)
    finally:
        subprocess.run(["umount", disk], check=True)


def check_kills(n_kills: int, seed: int) -> None:
    """Commands of every kind, killed and started again."""
    script = ROOT / "tests" / "run_kills.py"
    program = [sys.executable, script, str(n_kills), str(seed)]
    found = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=True).stdout
    n_hit, n_kept, *wrong = found.splitlines()
    told = f"{n_hit} runs killed, {n_kept} with something kept, and resumed {' '.join(wrong)}"
    check(told.strip(), not wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--kills", type=int, default=300, help="of runs; default 300")
    parser.add_argument("--workers", type=int, default=8, help="killed under load; default 8")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of kills")
    wanted = parser.parse_args()
    random.seed(wanted.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_ways(folder)
        check_disks(folder)
        check_deaths(folder, wanted.workers)
    check_kills(wanted.kills, wanted.seed)


if __name__ == "__main__":
    main()
