"""When runs that stop on a target are looked at, and what they are tuned to."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.statistics import FIRST_LOOK, blocks_to_next_look, blocks_to_width
from analyser.statistics.sequences import MOST_TIGHTEST, sequence_critical_value


def looks(width, spread, n_tightest, decides=False):
    """After how many blocks a run of this spread is looked at, up to the target."""
    n = 0
    for _ in range(1000):
        reach = spread / math.sqrt(n) * sequence_critical_value(n, n_tightest) if n else math.inf
        if reach <= width:
            return
        n += blocks_to_next_look(n, reach, None if decides else width)
        yield n


@given(st.floats(0.02, 5), st.floats(30, 400))
def test_looks_come_to_the_target_and_hardly_pass_it(width, spread):
    n_tightest = blocks_to_width(width, 50.0)
    found = list(looks(width, spread, n_tightest))
    assert found[0] == FIRST_LOOK
    assert all(a < b <= 2 * a for a, b in itertools.pairwise(found))
    if len(found) > 1:
        at_the_end = spread / math.sqrt(found[-1]) * sequence_critical_value(found[-1], n_tightest)
        assert 0.9 * width <= at_the_end <= width
    assert len(found) < 40


def test_without_a_forecast_each_look_adds_a_quarter():
    found = list(itertools.islice(looks(1e-3, 50.0, 10**5, decides=True), 10))
    assert found[0] == FIRST_LOOK
    assert all(b == a + a // 4 for a, b in itertools.pairwise(found))


def test_a_run_interrupted_before_the_first_look_goes_on_to_it():
    assert blocks_to_next_look(48) == FIRST_LOOK - 48


@pytest.mark.parametrize(("width", "spread", "n_figures"), [(0.25, 50, 1), (1, 10, 66), (3, 70, 1)])
def test_a_sequence_comes_to_the_width_where_it_is_tightest(width, spread, n_figures):
    n = blocks_to_width(width, spread, n_figures=n_figures)
    ses = [spread / math.sqrt(blocks) for blocks in (n, n - 1)]
    reach, before = (
        se * sequence_critical_value(blocks, n, n_figures=n_figures, n_fewest=2)
        for se, blocks in zip(ses, (n, n - 1), strict=True)
    )
    assert reach <= width < before
    other = sequence_critical_value(n, 3 * n, n_figures=n_figures, n_fewest=2)
    assert other * ses[0] > reach


def test_the_narrowest_target_leaves_an_interval_to_a_run_that_is_interrupted():
    assert blocks_to_width(1e-200, 400.0) == MOST_TIGHTEST
    assert blocks_to_next_look(5000, 3.0, 1e-200) == 5000
    assert sequence_critical_value(1 << 16, MOST_TIGHTEST) < 1.5 * 3.04


@pytest.mark.parametrize(
    ("times", "wider"),
    [(2, 1.01), (8, 1.06), (1 / 2, 1.01), (1 / 4, 1.07), (1 / 8, 1.2), (1000, 1.28)],
)
def test_what_it_costs_to_stop_elsewhere(times, wider):
    """The figures in the docstrings of `blocks_to_width` and MOST_TIGHTEST."""
    n_tightest = 10**6
    n = round(times * n_tightest)
    ratio = sequence_critical_value(n, n_tightest) / sequence_critical_value(n, n)
    assert ratio == pytest.approx(wider, abs=0.005)
