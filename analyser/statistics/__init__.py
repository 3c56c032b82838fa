"""Figures from integer tallies: the number of blocks n, the sums Σx and the products Σxy.

A block is the independent unit of a run; standard errors are over blocks. Tallies are whole
numbers and stay so until the last division, so merging is exact in any order and two identical
alternatives differ by exactly 0 ± 0.
"""

from analyser.statistics.best import BestSet, with_the_best, with_the_best_anytime
from analyser.statistics.halving import Round, sequential_halving_rounds
from analyser.statistics.intervals import critical_value, halfwidth, wilson
from analyser.statistics.moments import covariance, mean_and_se
from analyser.statistics.pairing import (
    difference,
    differences,
    effective_plain_deals,
    pairing_gain,
    pairwise,
)
from analyser.statistics.pairs import Pairs, all_pairs
from analyser.statistics.sequences import FEWEST_BLOCKS, sequence_halfwidth

__all__ = [
    "FEWEST_BLOCKS",
    "BestSet",
    "Pairs",
    "Round",
    "all_pairs",
    "covariance",
    "critical_value",
    "difference",
    "differences",
    "effective_plain_deals",
    "halfwidth",
    "mean_and_se",
    "pairing_gain",
    "pairwise",
    "sequence_halfwidth",
    "sequential_halving_rounds",
    "wilson",
    "with_the_best",
    "with_the_best_anytime",
]
