"""Multiple comparisons with the best (Hsu 1984; *Multiple Comparisons*, 1996, chapters 4 and 7).

For each alternative i, an interval for "i less the best of the others", all of them true at once
with the confidence asked for; and the set of alternatives that are not distinguishable from the
best. More is better. One event carries all of it: that the true best, taken as the control, is
under-measured against no other by more than the critical value times the standard error of the
paired difference. So each i needs a critical value for one-sided comparisons of the k - 1 others
with i, under the correlation that their paired differences have.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from analyser.statistics.intervals import critical_value
from analyser.statistics.moments import FloatArray, IntArray, covariance
from analyser.statistics.pairing import pairwise, pairwise_tallies, relative_tallies
from analyser.statistics.sequences import sequence_halfwidth

DRAWS = 50_000
"""Draws from the multivariate normal for a critical value: known to about 0.01, then rounded up."""
DRAWS_SEED = 1984
"""Fixed, so that the same tallies always give the same set."""


@dataclass(frozen=True)
class BestSet:
    """Which of k alternatives may be the best.

    is_candidate: bool[k] — not distinguishable from the best; at least one is.
    low, high: float64[k] — ends of the simultaneous intervals for "this one less the best of the
    others": high is 0 for what is certainly not the best, low is 0 for a sure winner.
    """

    is_candidate: NDArray[np.bool_]
    low: FloatArray
    high: FloatArray


def with_the_best(n: int, sums: IntArray, products: IntArray, confidence: float = 0.95) -> BestSet:
    """The comparison after a number of blocks n fixed in advance.

    sums: int[k], Σx; products: int[k, k], Σxy, symmetric. The critical values are quantiles of
    the multivariate normal of the paired differences, never more than Bonferroni's, widened by
    the ratio of Student's to the normal quantile for short runs.
    """
    gaps, ses = pairwise(n, sums, products)
    if len(gaps) == 1 or n < 2:
        return _undecided(len(gaps))
    critical = _critical_values(n, sums, products, ses, 1 - confidence)
    return _compare(gaps, critical[:, np.newaxis] * ses)


def with_the_best_anytime(
    n: int,
    sums: IntArray,
    products: IntArray,
    n_tightest: int,
    confidence: float = 0.95,
    n_others: int | None = None,
) -> BestSet:
    """The comparison at any moment of a run that stops when it has seen enough.

    As `with_the_best`, with confidence sequences in place of fixed-length bounds: two-sided ones
    at alpha / n_others, which is conservative: k - 1, or how many others there were when the run
    began, if some were dropped since. `n_tightest` as in `sequence_halfwidth`.
    """
    gaps, _ = pairwise(n, sums, products)
    n_others = n_others or len(gaps) - 1
    if len(gaps) == 1 or n < 2:
        return _undecided(len(gaps))
    tallies = pairwise_tallies(sums, products)
    return _compare(
        gaps, sequence_halfwidth(n, *tallies, n_tightest, confidence, n_figures=n_others)
    )


def _undecided(k: int) -> BestSet:
    edge = np.full(k, np.inf) if k > 1 else np.zeros(k)
    return BestSet(np.ones(k, dtype=np.bool_), -edge, edge)


def _compare(gaps: FloatArray, reach: FloatArray) -> BestSet:
    """gaps: float64[k, k], mean of xᵢ - xⱼ; reach: its half-width when i is the control."""
    itself = np.eye(len(gaps), dtype=np.bool_)
    highest = np.where(itself, np.inf, gaps + reach).min(axis=1)
    lowest = np.where(itself, np.inf, gaps - reach.T).min(axis=1)
    return BestSet(highest >= 0, np.minimum(lowest, 0.0), np.maximum(highest, 0.0))


def _critical_values(
    n: int, sums: IntArray, products: IntArray, ses: FloatArray, alpha: float
) -> FloatArray:
    """One critical value for each alternative as the control; float64[k]."""
    if not ses.any():
        return np.zeros(len(ses))
    n_others = len(ses) - 1
    bonferroni = -float(ndtri(alpha / n_others))
    student = critical_value(n, 1 - alpha, sides=1, n_figures=n_others)
    noise = _noise(n, sums, products)
    normal = [_quantile_of_largest(noise, i, ses[i], alpha) for i in range(len(ses))]
    return np.minimum(normal, bonferroni) * (student / bonferroni)


def _noise(n: int, sums: IntArray, products: IntArray) -> FloatArray:
    """Draws of the errors of the means, each less that of alternative 0: float64[DRAWS, k]."""
    scatter = covariance(n, *relative_tallies(sums, products, 0)) / n
    generator = np.random.default_rng(DRAWS_SEED)
    origin = np.zeros(len(scatter))
    return generator.multivariate_normal(
        origin, scatter, size=DRAWS, check_valid="ignore", method="eigh"
    )


def _quantile_of_largest(noise: FloatArray, i: int, ses: FloatArray, alpha: float) -> float:
    """The 1 - alpha quantile of the largest of (error of j - error of i) / se over the j ≠ i.

    Two standard errors of the simulated level are added and the result is rounded up, so chance
    in the draws makes it too large rather than too small. Pairs that never differ do not count.
    """
    varies = ses > 0
    if not varies.any():
        return 0.0
    largest = ((noise[:, varies] - noise[:, [i]]) / ses[varies]).max(axis=1)
    level = 1 - alpha + 2 * math.sqrt(alpha * (1 - alpha) / len(noise))
    return math.ceil(100 * float(np.quantile(largest, min(level, 1.0)))) / 100
