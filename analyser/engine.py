"""Chunks of deals over threads, and their integer tallies in order.

A chunk is a pure function of its range of deals, and tallies are whole numbers that add up, so
that a run gives the same bytes for any number of threads and any size of chunk.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from analyser.progress import Progress

Exact: TypeAlias = npt.NDArray[np.object_]
Range: TypeAlias = tuple[int, int]
Tally = TypeVar("Tally")
Worker: TypeAlias = Callable[[int, int], Tally]

# Deals of a chunk: a few milliseconds of work, so that a run can be stopped and watched.
CHUNK_DEALS = 32_768


def default_threads() -> int:
    """One thread for each processor core that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ranges(first: int, n: int, size: int = CHUNK_DEALS) -> Iterator[Range]:
    """The deals first to first + n - 1 in chunks of `size`: first deal and number of each.

    >>> list(ranges(10, 5, 2))
    [(10, 2), (12, 2), (14, 1)]
    """
    for start in range(first, first + n, size):
        yield start, min(size, first + n - start)


def batches(first: int, n: int, size: int) -> Iterator[Range]:
    """The deals first to first + n - 1 in pieces that begin at multiples of `size`, but the first.

    >>> list(batches(3, 8, 4))
    [(3, 1), (4, 4), (8, 3)]
    """
    n_before = min(n, -first % size)
    if n_before:
        yield first, n_before
    yield from ranges(first + n_before, n - n_before, size)


def tallies(
    make_worker: Callable[[], Worker[Tally]], chunks: Iterable[Range], threads: int
) -> Generator[tuple[int, Tally], None, None]:
    """Work on chunks in threads; gives the number of deals and the tally of each, in order.

    make_worker: makes a function of (first deal, number of deals), called once a thread.
    """
    workers: deque[Worker[Tally]] = deque()

    def work(chunk: Range) -> Tally:
        try:
            worker = workers.pop()
        except IndexError:
            worker = make_worker()
        tally = worker(*chunk)
        workers.append(worker)
        return tally

    pool = ThreadPoolExecutor(threads)
    waiting: deque[tuple[int, Future[Tally]]] = deque()
    try:
        for chunk in chunks:
            waiting.append((chunk[1], pool.submit(work, chunk)))
            if len(waiting) > 2 * threads:
                n_deals, future = waiting.popleft()
                yield n_deals, future.result()
        while waiting:
            n_deals, future = waiting.popleft()
            yield n_deals, future.result()
    finally:
        # A chunk that nobody wants any more may end by itself: nobody waits for it.
        pool.shutdown(wait=False, cancel_futures=True)


def prepare(make_worker: Callable[[], Worker[Tally]], shown: Progress) -> None:
    """Have kernels compiled, and told of, before the clock starts; in a thread, to hear Ctrl-C."""
    shown.say("" if _is_compiled() else "compiling, once on this machine")
    for _ in tallies(make_worker, [(0, 1)], 1):
        shown.say("")


def _is_compiled() -> bool:
    """Whether any kernel has been compiled from these sources."""
    from kernels.compile import cache_folder

    return any(cache_folder().rglob("*.nbi"))


def exact(numbers: npt.NDArray[np.int64]) -> Exact:
    """Whole numbers as Python's own, which no sum can overflow."""
    return numbers.astype(object)
