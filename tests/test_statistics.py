"""Figures from integer tallies against numpy, scipy, published tables and simulation."""

import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from analyser import statistics
from analyser.errors import OptionError
from analyser.statistics import halving, moments, pairing
from analyser.statistics.sequences import standard_halfwidth, tightest_rho_squared

N_LONG = 10**6


def tallies(blocks):
    """n, Σx and Σxy of blocks, int64[n, k]."""
    return len(blocks), blocks.sum(axis=0), blocks.T @ blocks


@pytest.fixture
def few_draws(monkeypatch):
    """A tenth of the draws for each critical value, for tests that need a thousand of them."""
    monkeypatch.setattr("analyser.statistics.best.DRAWS", 5000)


def correlated_blocks(rng, n, means, noise=2.0):
    """Whole-number figures that share most of their chance, int64[n, k]."""
    shared = rng.normal(0, 10, (n, 1))
    own = rng.normal(0, noise, (n, len(means)))
    return np.rint(shared + own + np.asarray(means)).astype(np.int64)


@pytest.mark.parametrize("module", [halving, moments, pairing])
def test_examples_in_docstrings(module):
    assert doctest.testmod(module).failed == 0


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=50))
def test_mean_and_se_agree_with_numpy(values):
    mean, se = statistics.mean_and_se(len(values), sum(values), sum(x * x for x in values))
    assert mean == pytest.approx(np.mean(values))
    assert se == pytest.approx(np.std(values, ddof=1) / math.sqrt(len(values)), abs=1e-9)


def test_mean_and_se_survive_a_mean_vast_beside_the_spread():
    values = [10**15 + x for x in (0, 1, 1, 2)]
    mean, se = statistics.mean_and_se(4, sum(values), sum(x * x for x in values))
    assert mean == 10**15 + 1
    assert se == math.sqrt(2 / 3) / 2


def test_mean_and_se_do_not_overflow_int64():
    n = 4 * 10**9
    sums = np.array([n * 10**6 // 2], dtype=np.int64)
    squares = np.array([n * 10**12 // 2], dtype=object)
    mean, se = statistics.mean_and_se(n, sums, squares)
    assert mean.tolist() == [500_000.0]
    assert se[0] == pytest.approx(500_000 / math.sqrt(n))


def test_mean_and_se_of_arrays_that_hold_numpy_integers():
    sums = np.array([np.int64(2**62)], dtype=object)
    mean, se = statistics.mean_and_se([2**62], sums, sums)
    assert (mean[0], se[0]) == (1.0, 0.0)


def test_mean_and_se_of_lists_with_integers_beyond_int64():
    mean, _ = statistics.mean_and_se([1, 1], [2**63, -1], [2**126, 1])
    assert mean.tolist() == [2.0**63, -1.0]


def test_mean_and_se_keep_the_shape():
    mean, se = statistics.mean_and_se(5, np.ones((2, 3), np.int64), np.ones((2, 3), np.int64))
    assert mean.shape == se.shape == (2, 3)


def test_one_block_has_no_error_and_none_has_no_mean():
    assert statistics.mean_and_se(1, 7, 49)[0] == 7
    assert math.isnan(statistics.mean_and_se(1, 7, 49)[1])
    assert math.isnan(statistics.mean_and_se(0, 0, 0)[0])


def test_impossible_tallies_are_refused():
    with pytest.raises(ValueError, match="no 2 numbers"):
        statistics.mean_and_se(2, 10, 1)
    with pytest.raises(TypeError):
        statistics.mean_and_se(2, 10.5, 100)
    with pytest.raises(ValueError, match="not symmetric"):
        statistics.covariance(2, [0, 0], [[2, 1], [0, 2]])
    with pytest.raises(ValueError, match="do not fit"):
        statistics.covariance(2, [0, 0], [[2]])


def test_covariance_agrees_with_numpy():
    blocks = correlated_blocks(np.random.default_rng(1), 500, [0, 1, 5])
    np.testing.assert_allclose(statistics.covariance(*tallies(blocks)), np.cov(blocks.T))


@given(st.integers(1, 2**24), st.integers(1, 40), st.integers(0, 2**32))
def test_sums_of_products_are_exact_for_small_figures_and_for_large_ones(largest, n, seed):
    figures = np.random.default_rng(seed).integers(-largest, largest + 1, (2, 3, n))
    figures[0, 0, 0] = largest
    expected = [[[sum(map(int.__mul__, a, b)) for a in k] for b in k] for k in figures.tolist()]
    assert statistics.sums_of_products(figures).tolist() == expected


def test_sums_of_products_that_no_float_holds_are_exact():
    odd = 2**26 + 1  # its square is below 2**53, three of them are not
    assert statistics.sums_of_products(np.full((1, 1, 3), odd)).tolist() == [[[3 * odd**2]]]


def test_differences_are_those_of_the_blocks():
    blocks = correlated_blocks(np.random.default_rng(2), 400, [0, 1, 5])
    n, sums, products = tallies(blocks)
    gap = blocks[:, 2] - blocks[:, 0]
    expected = (gap.mean(), gap.std(ddof=1) / math.sqrt(n))
    means, ses = statistics.pairwise(n, sums, products)
    assert (means[2, 0], ses[2, 0]) == pytest.approx(expected)
    assert (means[0, 0], ses[0, 0]) == (0, 0)


@given(st.lists(st.integers(-(2**40), 2**40), min_size=2, max_size=20), st.integers(2, 4))
def test_identical_alternatives_differ_by_exactly_zero(values, k):
    sums = [sum(values)] * k
    products = [[sum(x * x for x in values)] * k] * k
    assert not np.any(statistics.pairwise(len(values), sums, products))
    best = statistics.with_the_best(len(values), sums, products)
    assert best.is_candidate.all()
    assert not best.low.any()
    assert not best.high.any()


def test_pairing_gain_is_the_ratio_of_variances():
    blocks = correlated_blocks(np.random.default_rng(3), 1000, [0, 1])
    n, sums, products = tallies(blocks)
    expected = blocks.var(axis=0).sum() / (blocks[:, 0] - blocks[:, 1]).var()
    assert expected > 10
    assert statistics.pairing_gain(n, sums, products, 0, 1) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("products", "gain"), [([[9, 9], [9, 9]], math.inf), ([[3, 6], [6, 12]], 1.0)]
)
def test_pairing_gain_without_chance_in_the_difference(products, gain):
    sums = [3, 3] if gain > 1 else [3, 6]
    assert statistics.pairing_gain(3, sums, products, 0, 1) == gain


@pytest.mark.parametrize("n", [2, 3, 10, 10**4, 10**10])
def test_critical_values_are_students(n):
    assert statistics.critical_value(n) == pytest.approx(stats.t.ppf(0.975, n - 1))
    one_sided = statistics.critical_value(n, 0.9, sides=1, n_figures=5)
    assert one_sided == pytest.approx(stats.t.ppf(0.98, n - 1))
    assert statistics.halfwidth(n, 2.0) == 2 * statistics.critical_value(n)


@pytest.mark.parametrize(("hits", "n"), [(0, 1), (1, 1), (0, 50), (3, 50), (50, 50), (123, 10**6)])
def test_wilson_agrees_with_scipy(hits, n):
    expected = stats.binomtest(hits, n).proportion_ci(method="wilson")
    low, high = statistics.wilson(hits, n)
    assert (float(low), float(high)) == pytest.approx((expected.low, expected.high))


def test_wilson_of_arrays_and_of_nothing():
    low, high = statistics.wilson([0, 5], [0, 10])
    assert (low[0], high[0]) == (0, 1)
    assert low.shape == (2,)
    with pytest.raises(ValueError, match="between 0"):
        statistics.wilson(3, 2)


@pytest.mark.parametrize("n", [1000, 40_000, 10**9])
@pytest.mark.parametrize("alpha", [0.05, 0.005])
def test_sequence_is_the_formula_of_the_paper(n, alpha):
    sums, squares = 0, 9 * n  # a variance of nine
    rho = math.sqrt(tightest_rho_squared(10**5, alpha))
    boundary = math.sqrt(
        2 * (n * rho**2 + 1) / (n**2 * rho**2) * math.log(math.sqrt(n * rho**2 + 1) / alpha)
    )
    found = statistics.sequence_halfwidth(n, sums, squares, 10**5, 1 - alpha)
    assert found == pytest.approx(3 * boundary * math.sqrt(n / (n - 1)))


def test_sequence_is_tightest_where_it_is_asked_to_be():
    def width(log_rho_squared):
        return standard_halfwidth(5000, math.exp(log_rho_squared), 0.05)

    found = optimize.minimize_scalar(width, bounds=(-15, 0), method="bounded")
    assert math.exp(found.x) == pytest.approx(tightest_rho_squared(5000, 0.05), rel=1e-3)


def test_sequence_gives_nothing_early_and_zero_for_what_never_varied():
    assert statistics.sequence_halfwidth(999, 0, 0, 10**5) == math.inf
    assert statistics.sequence_halfwidth(1000, 3000, 9000, 10**5) == 0
    both = statistics.sequence_halfwidth(1000, [0, 1000], [0, 1001], 10**5)
    assert both[0] == 0 < both[1]


def test_sequences_of_several_figures_divide_alpha():
    many = statistics.sequence_halfwidth(5000, 0, 5000, 5000, 0.95, n_figures=5)
    assert many == pytest.approx(statistics.sequence_halfwidth(5000, 0, 5000, 5000, 0.99))


def test_sequence_covers_at_every_look_where_a_fixed_interval_does_not():
    """400 runs of 20,000 blocks, looked at every 100 from 1,000 on; fixed seed.

    At least 95 % less three standard errors of a share (0.95 - 0.033) must cover always; the
    fixed interval, looked at so often, misses in more than a fifth of the runs.
    """
    rng = np.random.default_rng(4)
    looks = np.arange(1000, 20_001, 100)
    missed = {"sequence": 0, "fixed": 0}
    for _ in range(400):
        blocks = rng.poisson(0.7, 20_000)
        sums, squares = blocks.cumsum()[looks - 1], (blocks**2).cumsum()[looks - 1]
        means, ses = statistics.mean_and_se(looks, sums, squares)
        width = statistics.sequence_halfwidth
        reach = [
            width(int(n), int(s), int(q), 20_000)
            for n, s, q in zip(looks, sums, squares, strict=True)
        ]
        missed["sequence"] += bool(np.any(np.abs(means - 0.7) > reach))
        missed["fixed"] += bool(np.any(np.abs(means - 0.7) > 1.96 * ses))
    assert missed["sequence"] <= 0.083 * 400
    assert missed["fixed"] > 0.2 * 400


@pytest.mark.parametrize(("k", "dunnett"), [(2, 1.645), (3, 1.916), (5, 2.160), (10, 2.417)])
def test_critical_value_of_the_best_is_dunnetts_for_independent_figures(k, dunnett):
    """One-sided 95 % points of Dunnett (1955), infinite degrees of freedom; never below them."""
    products = np.eye(k, dtype=np.int64) * N_LONG * 100
    best = statistics.with_the_best(N_LONG, np.zeros(k, np.int64), products)
    critical = best.high / (10 * math.sqrt(2 / N_LONG))
    assert np.all(critical >= dunnett - 0.001)
    assert np.all(critical <= dunnett + 0.04)


def test_best_set_and_intervals_cover(few_draws):
    """1,000 runs of 200 blocks, four correlated figures, two of them nearly the best.

    The set must hold the best, and all intervals must hold at once, in 95 % of the runs, less
    three standard errors (0.929); the fourth, far behind, is never a candidate.
    """
    rng = np.random.default_rng(5)
    means = np.array([1.0, 0.9, 0.9, -3.0])
    others = np.array([np.delete(means, i).max() for i in range(4)])
    holds_best = holds_all = 0
    for _ in range(1000):
        best = statistics.with_the_best(*tallies(correlated_blocks(rng, 200, means)))
        holds_best += bool(best.is_candidate[0])
        truth = means - others
        holds_all += bool(np.all((best.low <= truth) & (truth <= best.high)))
        assert not best.is_candidate[3]
    assert 929 <= holds_all <= holds_best


def test_best_set_misses_as_often_as_it_may_when_all_are_equal(few_draws):
    """With equal figures the chance that a given one is left out is at most 5 %, and near it."""
    rng = np.random.default_rng(6)
    samples = [correlated_blocks(rng, 400, [0] * 5) for _ in range(1000)]
    runs = [statistics.with_the_best(*tallies(blocks)) for blocks in samples]
    share = np.mean([run.is_candidate for run in runs])
    assert 0.945 <= share <= 0.972


def test_a_sure_winner_stands_alone():
    blocks = correlated_blocks(np.random.default_rng(7), 1000, [0, 9, 1])
    best = statistics.with_the_best(*tallies(blocks))
    assert best.is_candidate.tolist() == [False, True, False]
    assert best.low[1] == 0 < best.high[1]
    assert best.high[0] == 0 > best.low[0]


def test_a_constant_difference_is_seen_and_a_tie_is_not_broken():
    one = np.random.default_rng(8).integers(-50, 50, 30)
    blocks = np.stack([one, one + 1, one + 1], axis=1)
    best = statistics.with_the_best(*tallies(blocks))
    assert best.is_candidate.tolist() == [False, True, True]
    assert best.low.tolist() == [-1, 0, 0]


def test_best_without_company_or_without_blocks():
    assert statistics.with_the_best(10, [5], [[5]]).is_candidate.tolist() == [True]
    early = statistics.with_the_best(1, [1, 2], [[1, 2], [2, 4]])
    assert early.is_candidate.tolist() == [True, True]
    assert early.high.tolist() == [math.inf, math.inf]
    none = statistics.with_the_best_anytime(0, [0, 0], [[0, 0], [0, 0]], 1000)
    assert none.is_candidate.all()


def test_anytime_set_is_wider_and_waits():
    rng = np.random.default_rng(9)
    n, sums, products = tallies(correlated_blocks(rng, 2000, [0, 0.25, -4]))
    fixed = statistics.with_the_best(n, sums, products)
    anytime = statistics.with_the_best_anytime(n, sums, products, 2000)
    assert fixed.is_candidate.tolist() == [False, True, False]
    assert anytime.is_candidate.tolist() == [True, True, False]
    mean = statistics.pairwise(n, sums, products)[0][1, 0]
    gap_squares = int(products[0, 0] + products[1, 1] - 2 * products[0, 1])
    reach = statistics.sequence_halfwidth(n, int(sums[1] - sums[0]), gap_squares, 2000, 0.975)
    assert anytime.high[1] == pytest.approx(mean + reach)
    early = statistics.with_the_best_anytime(999, *tallies(np.ones((999, 2), np.int64))[1:], 2000)
    assert early.is_candidate.all()


@given(st.integers(1, 64), st.integers(400, 10**9))
def test_halving_spends_no_more_than_the_budget_and_ends_with_two(k, budget):
    rounds = statistics.sequential_halving_rounds(k, budget)
    assert len(rounds) == math.ceil(math.log2(k))
    assert sum(r.n_alternatives * r.n_deals for r in rounds) <= budget
    assert [r.n_alternatives for r in rounds][:1] == [k][: len(rounds)]
    assert not rounds or rounds[-1].n_alternatives == 2


def test_halving_needs_a_deal_for_every_round():
    with pytest.raises(OptionError, match="at least 15 "):
        statistics.sequential_halving_rounds(5, 9)
