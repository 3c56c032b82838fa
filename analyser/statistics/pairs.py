"""All pairs of k alternatives measured on the same blocks, with intervals that hold together.

The k (k - 1) / 2 paired differences share the error evenly (Bonferroni): with the confidence asked
for, every interval covers its difference. So all of these hold at once too: what is decided is
decided the right way round, and the best of them is among those that may be.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.statistics.intervals import halfwidth
from analyser.statistics.moments import FloatArray, IntArray, mean_and_se
from analyser.statistics.pairing import pairwise_tallies
from analyser.statistics.sequences import sequence_halfwidth


@dataclass(frozen=True)
class Pairs:
    """What is known of every difference xᵢ - xⱼ, i along the rows.

    gaps, ses, reach : float64[k, k], the mean difference, its standard error, and half the width
        of its interval; all intervals hold at once.
    """

    gaps: FloatArray
    ses: FloatArray
    reach: FloatArray

    @property
    def is_decided(self) -> NDArray[np.bool_]:
        """bool[k, k]: whether the interval leaves no doubt about which of two is the better."""
        return np.asarray(np.abs(self.gaps) > self.reach)

    @property
    def may_be_best(self) -> NDArray[np.bool_]:
        """bool[k]: whether none of the others is decidedly better."""
        return np.asarray(~(self.is_decided & (self.gaps < 0)).any(axis=1))

    @property
    def widest(self) -> float:
        """The widest of the intervals, ±."""
        return float(self.reach.max())


def n_pairs(k: int) -> int:
    """How many differences k alternatives have among them; at least 1, to share the error by."""
    return max(1, k * (k - 1) // 2)


def all_pairs(
    n: int,
    sums: IntArray,
    products: IntArray,
    n_tightest: int | None = None,
    confidence: float = 0.95,
) -> Pairs:
    """Every paired difference of k alternatives over n blocks.

    sums : int[k], Σx; products : int[k, k], Σxy, symmetric. n_tightest : None for a number of
    blocks fixed in advance; for a run that may stop at any time as in `sequence_halfwidth`.
    Raises ValueError if the shapes do not fit.
    """
    totals, squares = pairwise_tallies(sums, products)
    gaps, ses = mean_and_se(n, totals, squares)
    n_figures = n_pairs(len(totals))
    if n_tightest is None:
        reach = halfwidth(n, ses, confidence, n_figures)
    else:
        reach = sequence_halfwidth(n, totals, squares, n_tightest, confidence, n_figures)
    return Pairs(gaps, ses, reach)
