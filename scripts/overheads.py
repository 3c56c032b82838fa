"""What keeping a run in a folder costs, and computing it in processes of a cluster on this machine.

Each is measured in turn with the plain run, several times over, and the sums are compared.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

from analyser.reversis.analyses.simulate.analysis import simulation
from analyser.reversis.question import question
from analyser.reversis.running import Running
from analyser.runner import default_threads

FOLDER_AT_MOST = 1.01
CLUSTER_AT_MOST = 1.10


class Overheads(NamedTuple):
    """How many times as long a run takes: kept in a folder; computed by Dask's processes."""

    folder: float
    cluster: float


def seconds(way: Running, n_deals: int) -> float:
    """How long a run takes, without what comes before its first deal."""
    with way.runner() as runner:
        return simulation(question(), n_deals, runner=runner).seconds


def overheads(n_rounds: int, n_deals: int) -> Overheads:
    """Over several rounds, with as many threads or processes as there are cores."""
    taken = dict.fromkeys(("plain", "folder", "cluster"), 0.0)
    n_cores = default_threads()
    for _ in range(n_rounds):
        with tempfile.TemporaryDirectory() as name:
            ways = {
                "plain": Running(threads=n_cores),
                "folder": Running(threads=n_cores, run=Path(name) / "run"),
                "cluster": Running(scheduler=f"local:{n_cores}"),
            }
            for key, way in ways.items():
                taken[key] += seconds(way, n_deals)
    return Overheads(taken["folder"] / taken["plain"], taken["cluster"] / taken["plain"])
