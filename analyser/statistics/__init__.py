"""Figures from integer tallies: the number of blocks n, the sums Σx and the products Σxy.

A block is the independent unit of a run; standard errors are over blocks. Tallies are whole
numbers and stay so until the last division, so merging is exact in any order and two identical
alternatives differ by exactly 0 ± 0.
"""

from analyser.statistics.best import BestSet, with_the_best, with_the_best_anytime
from analyser.statistics.crossing import Crossing, crossing
from analyser.statistics.folds import CrossFit, best_elsewhere, cross_fitted
from analyser.statistics.halving import Round, sequential_halving_rounds
from analyser.statistics.intervals import critical_value, halfwidth, wilson
from analyser.statistics.looks import FIRST_LOOK, blocks_to_next_look
from analyser.statistics.moments import covariance, mean_and_se, sums_of_products
from analyser.statistics.pairing import (
    pairing_gain,
    pairwise,
)
from analyser.statistics.pairs import Pairs, all_pairs, n_pairs
from analyser.statistics.ratios import ratio_and_se
from analyser.statistics.sequences import (
    FEWEST_BLOCKS,
    blocks_to_width,
    sequence_critical_value,
    sequence_halfwidth,
)

__all__ = [
    "FEWEST_BLOCKS",
    "FIRST_LOOK",
    "BestSet",
    "CrossFit",
    "Crossing",
    "Pairs",
    "Round",
    "all_pairs",
    "best_elsewhere",
    "blocks_to_next_look",
    "blocks_to_width",
    "covariance",
    "critical_value",
    "cross_fitted",
    "crossing",
    "halfwidth",
    "mean_and_se",
    "n_pairs",
    "pairing_gain",
    "pairwise",
    "ratio_and_se",
    "sequence_critical_value",
    "sequence_halfwidth",
    "sequential_halving_rounds",
    "sums_of_products",
    "wilson",
    "with_the_best",
    "with_the_best_anytime",
]
