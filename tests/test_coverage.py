"""Intervals hold as often as they say: short versions of scripts/check_coverage, fixed seeds.

Each bound is the rate that is wanted less (for false alarms: plus) three standard errors of it.
"""

import math

import pytest
import repetitions
from repetitions import KINDS

from analyser.statistics import halfwidth, mean_and_se

REPETITIONS = {
    "simulated": 60,
    "simulated_until_width": 6,
    "discarded": 24,
    "discarded_until_width": 12,
    "compared": 40,
    "compared_until_width": 12,
    "decided_lays": 25,
    "decided_policies": 25,
}


@pytest.fixture(autouse=True, scope="module")
def _shorter():
    """Shorter truths, runs without a decision and budgets; few draws for critical values."""
    with pytest.MonkeyPatch.context() as patch:
        shorter = {name: n // 10 for name, n in repetitions.TRUTH_DEALS.items()}
        patch.setattr(repetitions, "TRUTH_DEALS", shorter)
        patch.setattr(repetitions, "MOST_PLAYS_UNDECIDED", 60_000)
        patch.setattr(repetitions, "DISCARD_PLAYS", 24_000)
        patch.setattr("analyser.statistics.best.DRAWS", 2000)
        yield


def rates(kind, n):
    """How often each statement was true."""
    verdicts = [[verdict.is_true for verdict in kind.repeat(seed)] for seed in range(n)]
    return [sum(of_statement) / n for of_statement in zip(*verdicts, strict=True)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.repeat.__name__)
def test_statements_are_true_as_often_as_they_say(kind):
    n = REPETITIONS[kind.repeat.__name__]
    slack = 3 * math.sqrt(0.95 * 0.05 / n)
    for (name, (low, high)), rate in zip(kind.statements.items(), rates(kind, n), strict=True):
        assert low - slack <= rate <= high + slack, name


def test_intervals_of_fixed_length_looked_at_again_and_again_would_decide_too_often(monkeypatch):
    def fixed_length(n, sums, squares, n_tightest, confidence=0.95, n_figures=1):
        return halfwidth(n, mean_and_se(n, sums, squares)[1], confidence, n_figures)

    monkeypatch.setattr("analyser.statistics.best.sequence_halfwidth", fixed_length)
    alarms = [len(repetitions.decided(2, seed).alternatives) == 1 for seed in range(60)]
    assert sum(alarms) / 60 > 0.05 + 3 * math.sqrt(0.95 * 0.05 / 60)
