"""From how many likely winners on a player should go for a reversis, by what going on brings."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.engine import Exact
from analyser.reversis.analyses.attempt.spot import N_STRENGTHS
from analyser.statistics import all_pairs, best_elsewhere, mean_and_se

NEVER = N_STRENGTHS
"""The threshold of a player that never goes for it: more likely winners than there are cards."""


def _from_top(sums: Exact) -> Exact:
    """What is added up from each threshold on, of sums by strength: [13, ...] of [12, ...].

    Thresholds come from NEVER down to 0, so that of several that do as well the largest is best.
    """
    added: Exact = np.cumsum(np.concatenate([np.zeros_like(sums[:1]), sums[::-1]]), axis=0)
    return added


@dataclass(frozen=True)
class Thresholds:
    """Which threshold is best: of likely winners from which on a player goes for a reversis.

    best : by all deals. low, high : the least and the largest of those that may be the best, all
    compared at once with 95 % confidence.
    """

    best: int
    low: int
    high: int


def thresholds_of(n_deals: int, gains: Exact) -> Thresholds:
    """The thresholds by [2, 12, n_folds], Σg and Σg² of what going on brings, by strength, fold."""
    sums, squares = (_from_top(of_all) for of_all in gains.sum(axis=2))
    places = np.arange(NEVER + 1)
    products = squares[np.minimum.outer(places, places)]
    candidates = NEVER - np.flatnonzero(all_pairs(n_deals, sums, products).may_be_best)
    return Thresholds(NEVER - int(sums.argmax()), int(candidates[-1]), int(candidates[0]))


def _chosen(gains: Exact) -> NDArray[np.int64]:
    """The best threshold on all other folds, of each fold."""
    return NEVER - best_elsewhere(_from_top(gains[0]).astype(np.int64))


def old_threshold_cost(n: int, gains: Exact) -> tuple[float, float]:
    """What going by the best threshold of old rules costs under new ones: mean, standard error.

    gains : [2, 2, 12, n_folds], Σg and Σg² of what going on brings in n deals, under the old rules
    and the new, by strength and fold. The thresholds of a fold are those that are best by the other
    folds (statistics/folds.py).
    """
    total, square = 0, 0
    by_rules = [_chosen(gains[:, 0]), _chosen(gains[:, 1])]
    for fold, (by_old, by_new) in enumerate(zip(*by_rules, strict=True)):
        between = slice(min(by_old, by_new), max(by_old, by_new))
        gain, gain_square = map(int, gains[:, 1, between, fold].sum(axis=1))
        total += gain if by_new < by_old else -gain
        square += gain_square
    return mean_and_se(n, total, square)
