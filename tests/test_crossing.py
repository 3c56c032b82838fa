"""Where a line known with errors changes its sign: as intervals at every single place say."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.statistics import crossing, mean_and_se

blocks = st.lists(st.tuples(st.integers(-30, 30), st.integers(-5, 5)), min_size=2, max_size=12)


def tallies(pairs):
    u, v = np.array(pairs, dtype=object).T
    return len(pairs), [u.sum(), v.sum()], [[u @ u, u @ v], [u @ v, v @ v]]


def is_certain(pairs, x, critical):
    """Whether the interval of the mean of 100 (u + x v) leaves its sign in no doubt."""
    sums = [100 * u + round(100 * x) * v for u, v in pairs]
    mean, se = mean_and_se(len(sums), sum(sums), sum(value * value for value in sums))
    return abs(mean) >= critical * se * (1 - 1e-9)


@given(blocks, st.sampled_from([1.0, 2.0, 3.3]))
def test_outside_every_sign_is_certain_and_at_the_ends_it_begins_to_be(pairs, critical):
    found = crossing(*tallies(pairs), critical)
    places = [place / 100 for place in (*range(0, 1000, 20), *range(1000, 20_000, 1000))]
    doubtful = [place for place in places if not is_certain(pairs, place, critical)]
    if doubtful:
        assert found.low <= min(doubtful) + 1e-9
        assert found.high >= max(doubtful) - 1e-9
    for end in (found.low, found.high):
        if 0.05 < end < 1000 and found.high - found.low > 0.1:
            before, after = (is_certain(pairs, end + step, critical) for step in (-0.03, 0.03))
            assert before or after


@given(blocks)
def test_the_best_guess_is_where_the_mean_is_0(pairs):
    found = crossing(*tallies(pairs), 2.0)
    u, v = (sum(numbers) for numbers in zip(*pairs, strict=True))
    if math.isnan(found.at):
        assert v == 0 or -u / v < 0
    else:
        assert found.at >= 0
        assert u + found.at * v == pytest.approx(0, abs=1e-9)
        assert found.low <= found.at <= found.high


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(-8, 2), (-12, 3)], (4.0, 4.0, 4.0)),  # each crosses there: no error at all
        ([(5, 1), (6, 1), (7, 1)], (math.nan, math.nan, math.nan)),
        ([(0, 0), (0, 0)], (math.nan, 0.0, math.inf)),  # nothing ever: no sign anywhere
        ([(9, 1), (9, -1)], (math.nan, 9 / 2, math.inf)),  # the slope is 0 ± 1
        ([(1, 0), (-1, 0)], (math.nan, 0.0, math.inf)),
    ],
)
def test_known_lines(pairs, expected):
    found = crossing(*tallies(pairs), 2.0)
    assert (found.at, found.low, found.high) == pytest.approx(expected, nan_ok=True)


def test_without_an_error_nothing_is_certain():
    for critical in (math.inf, math.nan):
        found = crossing(5, [-10, 5], [[20, -10], [-10, 5]], critical)
        assert (found.at, found.low, found.high) == (2.0, 0.0, math.inf)
    assert crossing(1, [-10, 5], [[100, -50], [-50, 25]], 2.0).high == math.inf


def test_the_interval_holds_the_truth_as_often_as_it_should():
    """The line -10 + x, with errors: its zero is 10."""
    rng = np.random.default_rng(4)
    n_held, n_runs, n = 0, 1000, 40
    for _ in range(n_runs):
        v = rng.integers(-3, 6, n)  # 1 on average
        pairs = list(zip((-10 + rng.integers(-20, 21, n)).tolist(), v.tolist(), strict=True))
        found = crossing(*tallies(pairs), 2.02)
        n_held += found.low <= 10 <= found.high
    assert abs(n_held / n_runs - 0.95) < 0.03
