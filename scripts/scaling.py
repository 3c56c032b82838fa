"""How the cost of a run on a cluster grows: measured for one task, worked out for 10**12 deals.

What a task costs the scheduler and the client is measured here, with tasks that compute next to
nothing on one worker process; what it sends, by pickling it. The rest of the table is arithmetic.
`results/scaling` is made by this script; figures are of the machine that it runs on.
"""

import argparse
import pickle
import time
from pathlib import Path

import cloudpickle
import pandas as pd

from analyser.cluster import TASK_SECONDS, TASK_SECONDS_A_THREAD, Cluster
from analyser.engine import CHUNK_DEALS, ranges
from analyser.layouts import Column, Layout, markdown_table
from analyser.progress import Progress
from analyser.report import Result, write
from analyser.reversis.analyses.simulate.analysis import Tally, make_worker, simulation
from analyser.reversis.question import Question, question
from analyser.reversis.signature import program
from analyser.runner import Work, in_threads

ROOT = Path(__file__).resolve().parent.parent
N_DEALS = 10**12
TASK_DEALS = (10**4, 10**5, 10**6, 10**7, 10**8)
CORES = 1000


def work_of(asked: Question) -> Work[Tally]:
    return Work(Tally, lambda: make_worker(asked, 1), CHUNK_DEALS)


def deals_per_second(asked: Question) -> float:
    """Speed of one thread: the best of three."""
    speeds = []
    for _ in range(3):
        run = simulation(asked, 3_000_000, runner=in_threads(1))
        speeds.append(run.n_deals / run.seconds)
    return max(speeds)


def bytes_of_task(asked: Question) -> tuple[int, int]:
    """What goes to a worker with a task, and what comes back."""
    work = work_of(asked)
    blob = cloudpickle.dumps(work.worker_of_chunks)
    there = pickle.dumps((program, program(), blob, N_DEALS, CHUNK_DEALS))
    back = pickle.dumps(work.worker_of_chunks()(0, CHUNK_DEALS))
    return len(there), len(back)


def seconds_of_task(asked: Question, n_tasks: int) -> float:
    """Processor time of client and scheduler, which share a process here, for each task."""
    cluster = Cluster("local:1", program)
    try:
        cluster.prepare(work_of(asked), Progress(None, "deals"))
        begin, n_done = time.process_time(), 0
        for _ in cluster.tallies(work_of(asked), ranges(0, n_tasks, 1)):
            n_done += 1
            cluster._n_chunks = 1  # no chunks are put together here
        return (time.process_time() - begin) / n_done
    finally:
        cluster.close()


def table(speed: float, task_seconds: float, there: int, back: int) -> pd.DataFrame:
    """A row a number of deals in a task."""
    rows = []
    for n in TASK_DEALS:
        n_tasks, seconds = N_DEALS // n, n / speed
        rows.append(
            {
                "deals_a_task": n,
                "seconds_a_task": seconds,
                "tasks": n_tasks,
                "sent_gigabytes": n_tasks * there / 1e9,
                "received_gigabytes": n_tasks * back / 1e9,
                "scheduler_hours": n_tasks * task_seconds / 3600,
                "cores_served": seconds / task_seconds,
                "hours_on_1000_cores": max(N_DEALS / speed / CORES, n_tasks * task_seconds) / 3600,
            }
        )
    return pd.DataFrame(rows)


def two_figures(value: float) -> str:
    return f"{float(f'{value:.2g}'):,g}"


def layout() -> Layout:
    """The table as a person reads it."""
    return Layout(
        [
            Column("deals_a_task", "deals a task"),
            Column("seconds_a_task", "seconds a task", two_figures, align="right"),
            Column("tasks", "tasks"),
            Column("sent_gigabytes", "sent, GB", two_figures, align="right"),
            Column("received_gigabytes", "received, GB", two_figures, align="right"),
            Column("scheduler_hours", "scheduler, h", two_figures, align="right"),
            Column("cores_served", "cores it can serve", lambda x: f"{x:,.0f}", align="right"),
            Column("hours_on_1000_cores", "1,000 cores, h", two_figures, align="right"),
        ]
    )


def finding(frame: pd.DataFrame, speed: float, task: float, there: int, back: int) -> str:
    """The text of FINDING.md."""
    seconds = CORES * TASK_SECONDS_A_THREAD
    items = [
        f"A core plays {speed / 1e6:.1f} million deals a second (`simulate`, all play `steady`).",
        f"A task takes {1000 * task:.1f} ms of the process that schedules and adds up, whatever "
        f"its size; {there:,} bytes go to the worker and {back:,} come back.",
        f"Tasks are sized as they run: to take {TASK_SECONDS:g} s, or {TASK_SECONDS_A_THREAD:g} s "
        f"for each core if that is more, so that scheduling is busy "
        f"{task / TASK_SECONDS_A_THREAD:.0%} of the time. On {CORES:,} cores that is {seconds:g} s "
        f"and {seconds * speed / 1e6:,.0f} million deals a task: "
        f"{N_DEALS / seconds / speed:,.0f} tasks, {N_DEALS / speed / CORES / 3600:.2g} hours.",
        "A run folder holds a row, of the size of a result, for up to 256 chunks, or for a task "
        "if that is more; memory does not grow with the deals.",
    ]
    text = "\n".join(f"- {item}" for item in items)
    return (
        f"# What 10^12 deals cost on a cluster\n\n{text}\n\n{markdown_table(layout(), frame)}\n\n"
        "Measured at small scale and worked out, not run. Made by `scripts/scaling`.\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--into", type=Path, default=ROOT / "results" / "scaling")
    parser.add_argument("--tasks", type=int, default=2000, help="to measure; default 2000")
    wanted = parser.parse_args()
    asked = question()
    speed = deals_per_second(asked)
    there, back = bytes_of_task(asked)
    task = seconds_of_task(asked, wanted.tasks)
    frame = table(speed, task, there, back)
    wanted.into.mkdir(parents=True, exist_ok=True)
    write(Result("scaling", frame), wanted.into / "table.csv")
    text = finding(frame, speed, task, there, back)
    (wanted.into / "FINDING.md").write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
