"""Confidence intervals for a number of blocks fixed in advance."""

from typing import overload

import numpy as np
from scipy.special import ndtri, stdtrit

from analyser.statistics.moments import FloatArray, IntArray, exact


def critical_value(n: int, confidence: float = 0.95, sides: int = 2, n_figures: int = 1) -> float:
    """By how many standard errors an interval over n blocks reaches from the mean.

    Student's with n - 1 degrees of freedom, which is the normal's 1.96 for long runs. `sides` is
    2 for an interval and 1 for a bound; with `n_figures` intervals all hold at once (Bonferroni).
    NaN below two blocks.
    """
    tail = (1 - confidence) / (sides * n_figures)
    return -float(stdtrit(n - 1, tail)) if n > 1 else float("nan")


@overload
def halfwidth(n: int, se: float, confidence: float = 0.95, n_figures: int = 1) -> float: ...
@overload
def halfwidth(
    n: int, se: FloatArray, confidence: float = 0.95, n_figures: int = 1
) -> FloatArray: ...
def halfwidth(
    n: int, se: float | FloatArray, confidence: float = 0.95, n_figures: int = 1
) -> float | FloatArray:
    """Half the width of the confidence interval about a mean with standard error `se`.

    Valid for one look at a run whose length was fixed beforehand; a run that stops on a target
    needs `sequence_halfwidth`.
    """
    return critical_value(n, confidence, n_figures=n_figures) * se


def wilson(
    successes: int | IntArray, n: int | IntArray, confidence: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Wilson's score interval for a rate (1927): its ends, in [0, 1].

    successes, n: whole numbers or arrays that broadcast, 0 ≤ successes ≤ n. Returns two float64
    arrays of that shape (0-dimensional for whole numbers); 0 and 1 where n is 0. The ends are
    exactly 0 for no success and 1 for nothing else. Raises ValueError for impossible counts.
    """
    hits, trials = (exact(x).astype(np.float64) for x in (successes, n))
    if np.any((hits < 0) | (hits > trials)):
        raise ValueError("the number of successes must lie between 0 and the number of trials")
    z = float(ndtri(0.5 + confidence / 2))
    scale = trials + z * z
    middle = (hits + z * z / 2) / scale
    safe = np.maximum(trials, 1)
    reach = z / scale * np.sqrt(hits * (trials - hits) / safe + z * z / 4)
    low = np.where(hits == 0, 0.0, middle - reach)
    high = np.where(hits == trials, 1.0, middle + reach)
    return low, high
