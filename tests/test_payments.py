"""What seats are paid, read out of batches: against the fields of the kernel one by one."""

import numpy as np
import pytest

from analyser.reversis.payments import FIGURES, PARTS, paying_table, payments_of
from analyser.reversis.policies import compiled
from analyser.reversis.question import question
from kernels.reversis import fields as f
from kernels.reversis.batches import Table


@pytest.mark.parametrize("n_deals", [1, 63, 64, 65, 1000])
@pytest.mark.parametrize("seat", range(4))
def test_figures_are_those_of_the_kernel(seat, n_deals):
    asked = question(["steady", "duck", "random", "steady"], seed=5)
    policies = compiled(asked.players)
    table = Table(asked.rules, asked.pool, policies, asked.seed)
    kept = table.play(100, n_deals)
    payments = table.kept(kept, f.PAYMENT, n_deals, 4)[seat]
    parts = table.kept(kept, f.COMPONENT, n_deals, 24)[seat::4]
    played = paying_table(asked, policies).play(100, n_deals)
    figures = payments_of(asked, played, 100, n_deals, seat)
    assert figures.shape == (len(FIGURES), n_deals)
    assert np.array_equal(figures[-1], payments)
    assert np.array_equal(figures[:-1], parts)
    assert np.array_equal(figures[: len(PARTS)].sum(axis=0), payments)
