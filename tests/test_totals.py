"""Runs added up: to their last place, to a certainty, to Ctrl-C."""

import pytest
from interrupts import interrupt_after

from analyser.progress import Progress
from analyser.runner import Runner, Threads, Work, in_threads
from analyser.totals import Precision, added_up

N = 100_000
WORK = Work(int, lambda: lambda first, n: sum(range(first, first + n)), 999)
COUNT = Work(int, lambda: lambda first, n: n, 999)


def total(work, certainty=None, n_shown=None):
    shown = Progress(None, "places")
    found = added_up(in_threads(2), work, N, shown, certainty, n_shown)
    return *found, shown


def test_a_total_is_that_of_all_places():
    assert total(WORK)[:2] == (N * (N - 1) // 2, False)


def test_progress_counts_places_or_what_it_is_told_to():
    assert total(COUNT)[2].done == N
    assert total(COUNT, n_shown=lambda tally: 3 * tally)[2].done == 3 * N


def test_a_run_ends_at_the_first_look_at_which_it_is_certain_enough():
    looks = []

    def reach(n):
        looks.append(n)
        return 1000 / n**0.5

    n, is_interrupted, _ = total(COUNT, Precision(reach, 10.0))
    assert not is_interrupted
    assert 10_000 <= n < 20_000
    assert all(1000 / look**0.5 > 10 for look in looks if look < n)
    assert total(COUNT, Precision(reach, 1.0))[0] == N
    assert total(COUNT, Precision(reach, None))[0] == N


def test_what_was_done_before_ctrl_c_is_kept_and_the_run_not_finished(monkeypatch):
    interrupt_after(monkeypatch, 3)
    finished = []
    monkeypatch.setattr(Runner, "finish", finished.append)
    n, is_interrupted = added_up(Runner(Threads(1)), COUNT, N, Progress(None, "places"))
    assert (n, is_interrupted, finished) == (3 * 999, True, [])


def test_ctrl_c_before_anything_is_done_is_raised(monkeypatch):
    interrupt_after(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        total(COUNT)
