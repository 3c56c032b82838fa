"""Every measuring analysis checks that payments and the pool's change sum to zero (RULES.md 10)."""

import pytest

from analyser import compare, discard, simulate
from kernels.reversis import fields as f
from kernels.reversis.batches import Table

RUNS = {
    "simulate": lambda: simulate("duck", 100, threads=1),
    "simulate in all seats": lambda: simulate("duck", 100, rotate=True, threads=1),
    "discard": lambda: discard("AK7.J93.8542.6", policy="duck", deals=2000, threads=1),
    "compare": lambda: compare(["duck", "random"], deals=100, threads=1),
}


@pytest.mark.parametrize("name", RUNS)
def test_10_a_fiche_from_nowhere_stops_the_program(name, monkeypatch):
    play = Table.play

    def one_fiche_more(self, *arguments):
        kept = play(self, *arguments)
        kept[0, f.PAYMENT - f.OUTCOME] += 1
        return kept

    monkeypatch.setattr(Table, "play", one_fiche_more)
    with pytest.raises(
        AssertionError, match=r"1 of the \d+ deals from 0, seed 1: payments and the"
    ):
        RUNS[name]()


@pytest.mark.parametrize("name", RUNS)
def test_10_untouched_deals_balance(name):
    assert len(RUNS[name]())
