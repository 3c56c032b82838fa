"""All pairs of alternatives: intervals that hold together, and who may be the best."""

import numpy as np
import pytest

from analyser.statistics import all_pairs, halfwidth, sequence_halfwidth


def test_all_intervals_hold_together():
    """Four that are all the same on the average: one of six intervals misses 0 in 5 % of runs."""
    rng = np.random.default_rng(3)
    n_wrong = 0
    for _ in range(1000):
        figures = rng.integers(-50, 51, (4, 100)) + rng.integers(-50, 51, 100)
        pairs = all_pairs(100, figures.sum(axis=1), figures @ figures.T)
        n_wrong += pairs.is_decided.any()
        assert pairs.may_be_best.any()
    assert 20 <= n_wrong <= 60


def test_the_six_pairs_of_four_share_the_error():
    figures = np.random.default_rng(4).integers(-50, 51, (4, 2000))
    sums, products = figures.sum(axis=1), figures @ figures.T
    once, anytime = all_pairs(2000, sums, products), all_pairs(2000, sums, products, 5000)
    gap = figures[0] - figures[1]
    assert once.gaps[0, 1] == gap.mean()
    assert once.reach[0, 1] == halfwidth(2000, once.ses[0, 1], n_figures=6)
    expected = sequence_halfwidth(2000, int(gap.sum()), int((gap**2).sum()), 5000, n_figures=6)
    assert anytime.reach[0, 1] == pytest.approx(expected)
    assert anytime.widest == anytime.reach.max() > once.widest


def test_only_what_is_decidedly_worse_cannot_be_the_best():
    figures = np.array([[9, 11], [10, 10], [5, 5], [9, 10]]).repeat(50, axis=1)
    pairs = all_pairs(100, figures.sum(axis=1), figures @ figures.T)
    assert pairs.may_be_best.tolist() == [True, True, False, False]
