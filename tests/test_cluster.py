"""Chunks computed on a Dask cluster: the same bytes, whatever happens to its workers."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from adding import TOLD, WORK, added, files_of, is_same, keeping, tally_of
from command_line import done
from distributed import KilledWorker

from analyser import cluster as module
from analyser.cluster import Cluster, local_workers
from analyser.cluster_worker import Computed, compute
from analyser.engine import ranges
from analyser.errors import OptionError, WorkError
from analyser.progress import Progress
from analyser.reversis.signature import program
from analyser.runner import Runner, Work
from analyser.runs import store
from analyser.runs.folder import GrowingRun, StoredRun


@pytest.fixture(scope="module")
def address():
    """A scheduler with two workers, each a process that comes again if it is killed."""
    first = Cluster("local:2", program)
    first.prepare(WORK, Progress(None, "deals"))
    yield first._local.scheduler_address
    first.close()


def on(address, mark=program, **options):
    return Runner(Cluster(address, mark), **options)


def test_addresses_are_told_from_numbers_of_processes():
    assert local_workers("local:3") == 3
    assert local_workers("tcp://10.0.0.1:8786") == 0
    assert local_workers("head:8786") == 0
    for wrong in ("", "local", "local:", "local:0", "local:x", "local:-1", "local:1025", "head"):
        with pytest.raises(OptionError, match="an address such as tcp://"):
            local_workers(wrong)


def test_tallies_are_those_of_threads(address, tmp_path):
    assert is_same(added(on(address, chunk_deals=7)), tally_of(0, 1000))
    folder = tmp_path / "run"
    half = on(address, open_run=lambda told: GrowingRun(folder, told), chunk_deals=50)
    added(half, 500)
    assert is_same(added(keeping(folder)), tally_of(0, 1000))


@pytest.mark.parametrize(
    "command", ["simulate --rotate", "tables points payments", "compare duck random"]
)
def test_the_command_prints_the_same_bytes(capsys, address, command):
    words = (*command.split(), "--deals", "12k", "--format", "csv")
    assert done(capsys, *words, "--scheduler", address) == done(capsys, *words)


def slow(first, n):
    time.sleep(0.02)
    return tally_of(first, n)


def test_workers_may_be_killed(address, monkeypatch):
    """At random moments, under load; those that come again go on."""
    monkeypatch.setattr(module, "TASK_SECONDS", 0.05)
    monkeypatch.setattr(module, "_ATTEMPTS", 100)
    runner = on(address, chunk_deals=5)
    dice, is_over, killed = random.Random(3), threading.Event(), []

    def kill():
        while not is_over.wait(dice.uniform(0.2, 0.6)):
            workers = list(runner.backend.client.run(os.getpid, on_error="return").values())
            pids = [pid for pid in workers if isinstance(pid, int)]
            if pids and len(killed) < 4:
                os.kill(dice.choice(pids), signal.SIGKILL)
                killed.append(pids)

    killer = threading.Thread(target=kill)
    with runner:
        runner.begin(TOLD, WORK, Progress(None, "deals"))
        killer.start()
        work = Work(WORK.kind, partial(returned, slow), 5)
        tallies = [tally for _, tally in runner.tallies(work, 0, 1000)]
        is_over.set()
        killer.join()
    assert is_same(sum(tallies[1:], tallies[0]), tally_of(0, 1000))
    assert len(killed) >= 2


LONELY = """
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""


def test_a_scheduler_that_is_killed_ends_the_run_with_what_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "LEAST_SECONDS", 0.0)
    monkeypatch.setattr(module, "TASK_SECONDS", 0.05)
    folder, script = tmp_path / "run", tmp_path / "lonely.py"
    script.write_text(LONELY)
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    tests = Path(__file__).parent
    paths = os.environ | {"PYTHONPATH": f"{tests}{os.pathsep}{tests.parent}"}

    def play(runner, work):
        with runner:
            runner.begin(TOLD, work, Progress(None, "deals"))
            for _ in runner.tallies(work, 0, 1000):
                if files_of(folder):
                    process.kill()

    with subprocess.Popen([sys.executable, script], text=True, env=paths, **streams) as process:
        address = process.stdout.readline().strip()
        runner = on(address, open_run=lambda told: GrowingRun(folder, told), chunk_deals=5)
        work = Work(WORK.kind, partial(returned, slow), 5)
        with pytest.raises(WorkError, match=f"scheduler {address}: it is gone"):
            play(runner, work)
    assert 0 < StoredRun(folder).index.n_deals < 1000
    assert is_same(added(keeping(folder)), tally_of(0, 1000))


def returned(worker):
    return worker


def failing(first, n):
    if first <= 130 < first + n:
        raise ZeroDivisionError("by zero")
    return tally_of(first, n)


def test_a_chunk_that_fails_everywhere_is_told_with_its_deals(address, tmp_path):
    folder = tmp_path / "run"
    runner = on(address, open_run=lambda told: GrowingRun(folder, told), chunk_deals=10)
    with pytest.raises(WorkError, match=r"deals \d+ to \d+: failed on every worker.*by zero"):
        added(runner, work=Work(WORK.kind, partial(returned, failing), 64))
    ((first, end),) = StoredRun(folder).index.stretches("deals")
    assert (first, end <= 130) == (0, True)


def stranger():
    return f"reversis 0.0 of process {os.getpid()}"


def test_workers_of_another_program_are_refused(address):
    """Those that are there before a run begins, and those that come late."""
    early = Cluster(address, stranger)
    with pytest.raises(WorkError, match=r"worker tcp://.* reversis 0\.0 .* not what runs here"):
        early.prepare(WORK, Progress(None, "deals"))
    early.close()
    late = Cluster(address, program)
    late.prepare(WORK, Progress(None, "deals"))
    late._expected = "another"
    with pytest.raises(WorkError, match=r"runs reversis .* here: another"):
        list(late.tallies(WORK, ranges(0, 100, 10)))
    late.close()


def test_a_scheduler_that_is_not_there_is_one_line(monkeypatch):
    monkeypatch.setattr(module, "_CONNECT_SECONDS", 0.2)
    with pytest.raises(WorkError, match=r"scheduler tcp://127\.0\.0\.1:9: cannot be reached"):
        added(on("tcp://127.0.0.1:9"))


@pytest.mark.parametrize("n_deaths", [2, 4, 5])
def test_deals_of_which_workers_died_are_tried_again(n_deaths):
    deaths = [KilledWorker("compute", None, 1)] * n_deaths

    class Dying:
        def result(self, timeout):
            if deaths:
                raise deaths.pop()
            return Computed(tally_of(0, 10), 0.1)

    backend = Cluster("local:1", program)
    backend._looked = time.monotonic() + 100
    backend._sent = lambda blob, first, n: Dying()
    tallies = backend.tallies(WORK, [(0, 10)])
    if n_deaths < 5:
        assert [n for n, _ in tallies] == [10]
    else:
        with pytest.raises(WorkError, match=r"deals 0 to 9: failed on every worker"):
            list(tallies)


def test_few_tasks_are_in_flight_and_they_grow(monkeypatch):
    sent = []
    backend = Cluster("local:1", program)
    backend._n_threads, backend._looked = 3, time.monotonic() + 100

    class Done:
        def __init__(self, first, n_deals):
            self.first, self.n_deals = first, n_deals

        def result(self, timeout):
            taken.append(self.first)
            seconds = 0.001 * self.n_deals
            return compute(program, program(), b"", self.first, self.n_deals)._replace(
                seconds=seconds
            )

    taken = []
    backend._sent = lambda blob, first, n: sent.append((first, n)) or Done(first, n)
    monkeypatch.setattr("analyser.cluster_worker._workers_of", lambda work: [tally_of])
    n_ahead = 0
    for n_deals, tally in backend.tallies(WORK, ranges(0, 20_000, 10)):
        assert tally.n_deals == n_deals
        n_ahead = max(n_ahead, len(sent) - len(taken))
    assert n_ahead == 6
    assert sum(n for _, n in sent) == 20_000
    assert [n for _, n in sent][:2] == [10, 10]
    assert 450 <= [n for _, n in sent][-2] <= 550
