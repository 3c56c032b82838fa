"""Every measuring analysis checks that payments and the pool's change sum to zero (RULES.md 10)."""

import pytest

from analyser import attempt, compare, discard, discards, sensitivity, simulate
from analyser.api import tables
from kernels.reversis import fields as f
from kernels.reversis.batches import Table

RUNS = {
    "simulate": lambda: simulate("duck", 100, threads=1),
    "simulate in all seats": lambda: simulate("duck", 100, rotate=True, threads=1),
    "discard": lambda: discard("AK7.J93.8542.6", policy="duck", deals=2000, threads=1),
    "discards": lambda: discards(hands=4, deals=4 * 12 * 64, threads=1),
    "attempt": lambda: attempt(deals=100, threads=1),
    "attempt of a hand": lambda: attempt("AK7.J93.8542.6", deals=100, threads=1),
    "tables": lambda: tables("aces", "duck", 100, threads=1),
    "sensitivity": lambda: sensitivity("ace", "duck", 100, hands=1, threads=1),
    "compare": lambda: compare(["duck", "random"], deals=100, threads=1),
}


def with_one_fiche_more(method):
    """What a table plays or replays, with a payment that nobody makes in the first deal."""

    def changed(self, *arguments):
        kept = method(self, *arguments)
        place = f.PAYMENT - self._first_kept
        if place < kept.shape[1]:
            kept[0, place] += 1
        return kept

    return changed


@pytest.mark.parametrize("name", RUNS)
def test_10_a_fiche_from_nowhere_stops_the_program(name, monkeypatch):
    for method in ("play", "replay"):
        monkeypatch.setattr(Table, method, with_one_fiche_more(getattr(Table, method)))
    with pytest.raises(
        AssertionError, match=r"1 of the \d+ deals from 0, seed 1: payments and the"
    ):
        RUNS[name]()


@pytest.mark.parametrize("name", RUNS)
def test_10_untouched_deals_balance(name):
    assert len(RUNS[name]())
