"""What workers of a cluster do: compute deals that they are sent.

A worker takes work only from a client whose program comes to the same results as its own.
"""

import signal
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, NamedTuple

from analyser.engine import Worker

Mark = Callable[[], str]
"""Tells which program runs: it is sent by its name, so every machine answers for its own."""
# Functions that compute, by the work that they were made of: one for each thread of a worker.
_MOST_WORKS = 4
_idle: "OrderedDict[bytes, deque[Worker[Any]]]" = OrderedDict()


class WrongProgramError(Exception):
    """The worker's program is another than the client's."""


class Computed(NamedTuple):
    """A tally, and how long it took."""

    tally: Any
    seconds: float


def dask_setup(worker: object) -> None:
    """Called by Dask in the processes that a run starts here.

    A terminal sends Ctrl-C to all of them; the one that started them ends them in good order.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def compute(mark: Mark, expected: str, work: bytes, first_deal: int, n_deals: int) -> Computed:
    """The tally of some deals.

    work : a pickled function that makes the worker (engine.Worker).
    Raises WrongProgramError unless `mark` tells here what is expected.
    """
    if mark() != expected:
        raise WrongProgramError(mark())
    began = time.perf_counter()
    idle = _workers_of(work)
    try:
        worker = idle.pop()
    except IndexError:
        worker = _made(work)
    tally = worker(first_deal, n_deals)
    idle.append(worker)
    return Computed(tally, time.perf_counter() - began)


def _workers_of(work: bytes) -> "deque[Worker[Any]]":
    """The functions that have been made of a work and are idle; old works are forgotten."""
    found = _idle.setdefault(work, deque())
    while len(_idle) > _MOST_WORKS:
        _idle.popitem(last=False)
    return found


def _made(work: bytes) -> Worker[Any]:
    import cloudpickle

    worker: Worker[Any] = cloudpickle.loads(work)()
    return worker
