"""The best chosen on some folds and measured on others, and ratios of totals."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from analyser.statistics import cross_fitted, mean_and_se, ratio_and_se

numbers = arrays(
    np.int64, st.tuples(st.integers(1, 6), st.integers(2, 6)), elements=st.integers(-9, 9)
)


@given(numbers)
def test_the_best_of_a_fold_is_that_of_the_others(sums):
    k, n_folds = sums.shape
    gaps, n_chosen, worth = [0] * k, [0] * k, 0
    for fold in range(n_folds):
        elsewhere = [sum(row) - row[fold] for row in sums.tolist()]
        best = elsewhere.index(max(elsewhere))
        n_chosen[best] += 1
        worth += int(sums[best, fold])
        for i in range(k):
            gaps[i] += int(sums[i, fold] - sums[best, fold])
    fit = cross_fitted(sums)
    assert fit.gaps.tolist() == gaps
    assert fit.n_chosen.tolist() == n_chosen
    assert fit.slack == max(map(sum, sums.tolist())) - worth >= 0


def test_halves_agree_where_each_has_the_same_best():
    assert cross_fitted(np.array([[3, 1], [2, 0]])).is_agreed
    assert not cross_fitted(np.array([[3, 1], [2, 2]])).is_agreed


def test_equal_alternatives_lose_nothing_though_the_best_looks_better():
    """What is measured on the blocks on which it was chosen is flattered."""
    rng = np.random.default_rng(3)
    fits, flattered = [], []
    for _ in range(2000):
        sums = rng.integers(-40, 41, (12, 16))
        fits.append(float(cross_fitted(sums).gaps.mean()))
        flattered.append(float(sums.sum(axis=1).mean() - sums.sum(axis=1).max()))
    error = statistics.stdev(fits) / math.sqrt(len(fits))
    assert abs(statistics.mean(fits)) < 4 * error
    assert statistics.mean(flattered) < -30 * error


def test_the_worth_of_the_chosen_and_the_highest_mean_enclose_the_true_best():
    rng = np.random.default_rng(4)
    true_gaps, estimates, slacks = [], [], []
    for _ in range(2000):
        levels = rng.integers(-20, 21, (6, 1))
        fit = cross_fitted(levels + rng.integers(-80, 81, (6, 16)))
        true_gaps.append(float((levels - levels.max()).mean()) * 16)
        estimates.append(float(fit.gaps.mean()))
        slacks.append(fit.slack)
    true = statistics.mean(true_gaps)
    assert statistics.mean(estimates) - statistics.mean(slacks) < true < statistics.mean(estimates)


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 5)), min_size=2, max_size=9))
def test_a_ratio_has_the_linearised_error(blocks):
    above, below = zip(*blocks, strict=True)
    x = np.array(blocks, dtype=object)
    ratio, se = ratio_and_se(len(x), x.sum(axis=0), x.T @ x, [1, 0], [0, 1])
    expected = sum(above) / sum(below)
    assert ratio == pytest.approx(expected, abs=1e-12)
    residuals = [a - expected * b for a, b in blocks]
    spread = sum(r * r for r in residuals) / (len(x) - 1)
    assert se == pytest.approx(math.sqrt(len(x) * spread) / sum(below), abs=1e-7)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=9))
def test_a_ratio_to_the_number_of_blocks_is_a_mean(values):
    x = np.array([[value, 1] for value in values], dtype=object)
    found = ratio_and_se(len(x), x.sum(axis=0), x.T @ x, [1, 0], [0, 1])
    expected = mean_and_se(len(x), sum(values), sum(value * value for value in values))
    assert found == pytest.approx(expected, nan_ok=True)


def test_weights_make_numerator_and_denominator():
    x = np.array([[2, 1, 4], [3, 1, 9], [7, 2, 5]], dtype=object)
    found = ratio_and_se(3, x.sum(axis=0), x.T @ x, [2, 0, 1], [0, 3, -1])
    plain = np.array([[2 * a + c, 3 * b - c] for a, b, c in x.tolist()], dtype=object)
    assert found == ratio_and_se(3, plain.sum(axis=0), plain.T @ plain, [1, 0], [0, 1])


def test_a_ratio_of_nothing_is_none():
    assert all(
        math.isnan(figure) for figure in ratio_and_se(2, [1, 0], [[1, 0], [0, 0]], [1, 0], [0, 1])
    )
