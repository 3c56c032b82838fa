"""Chunks over threads: in order, the same for any number, and none waited for in vain."""

import threading
import time

import pytest

from analyser.engine import default_threads, prepare, ranges, tallies
from analyser.progress import Progress


def adder():
    return lambda first, n: sum(range(first, first + n))


def test_ranges_cover_every_deal_once():
    chunks = list(ranges(7, 1000, 64))
    assert [deal for first, n in chunks for deal in range(first, first + n)] == list(range(7, 1007))
    assert max(n for _, n in chunks) == 64
    assert list(ranges(5, 0)) == []


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("size", [1, 10, 1000])
def test_tallies_come_in_order_for_any_threads_and_chunks(threads, size):
    found = list(tallies(adder, ranges(0, 100, size), threads))
    assert [n for n, _ in found] == [n for _, n in ranges(0, 100, size)]
    assert sum(tally for _, tally in found) == sum(range(100))
    firsts = [sum(range(first, first + n)) for first, n in ranges(0, 100, size)]
    assert [tally for _, tally in found] == firsts


def test_slow_chunks_do_not_change_the_order():
    def worker():
        def work(first, n):
            time.sleep(0.02 if first == 0 else 0)
            return first

        return work

    assert [first for _, first in tallies(worker, ranges(0, 20, 1), 3)] == list(range(20))


def test_no_more_workers_are_made_than_there_are_threads():
    made = []

    def worker():
        made.append(threading.get_ident())
        return lambda first, n: time.sleep(0.001)

    list(tallies(worker, ranges(0, 50, 1), 3))
    assert 1 <= len(made) <= 3


def test_work_is_asked_for_only_as_results_are_taken():
    started = []

    def worker():
        return lambda first, n: started.append(first)

    chunks = tallies(worker, ranges(0, 10**9, 1), 2)
    next(chunks)
    time.sleep(0.05)
    assert len(started) <= 6
    chunks.close()


def test_closing_does_not_wait_for_what_nobody_wants():
    release = threading.Event()

    def worker():
        return lambda first, n: first == 0 or release.wait(20)

    chunks = tallies(worker, ranges(0, 10, 1), 2)
    next(chunks)
    start = time.perf_counter()
    chunks.close()
    assert time.perf_counter() - start < 5
    release.set()


def test_an_error_in_a_thread_is_raised():
    def worker():
        return lambda first, n: 1 // (first - 3)

    with pytest.raises(ZeroDivisionError):
        list(tallies(worker, ranges(0, 10, 1), 2))


def test_preparing_works_once_and_says_nothing_afterwards():
    calls = []
    shown = Progress(None, "deals")
    prepare(lambda: lambda first, n: calls.append((first, n)), shown)
    assert calls == [(0, 1)]
    assert shown._text == ""


def test_there_is_a_thread_to_work_with():
    assert default_threads() >= 1
