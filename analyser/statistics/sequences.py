"""Intervals that may be looked at after every block, for runs that stop on a target.

The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
*Time-uniform central limit theory and asymptotic confidence sequences*, arXiv 2103.06476
(theorem for independent, identically distributed blocks; Robbins' normal mixture with the
variance estimated). With the two-sided boundary, for any r > 0 (rho squared) fixed in advance,

    mean ± s · √( 2 (n r + 1) / (n² r) · log( √(n r + 1) / alpha ) )

holds for all n at once with probability 1 - alpha, asymptotically. Let y = n r. The width at n is
least where y = log(1 + y) - 2 log(alpha), that is r = (-W(-alpha²/e) - 1) / n with W the lower
branch of Lambert's function; the half-width is then s √((1 + y) / n), which at 95 % is 1.55 times
that of an interval of fixed length.
"""

import math
from typing import overload

import numpy as np
from scipy.special import lambertw

from analyser.statistics.moments import FloatArray, IntArray, mean_and_se

FEWEST_BLOCKS = 1000
"""Before this many blocks no interval is given (its half-width is infinite): the coverage is
that of a sequence that begins late, and the variance of a rare event may still be seen as 0."""


def tightest_rho_squared(n_tightest: int, alpha: float) -> float:
    """rho² for which the sequence at level alpha is narrowest at `n_tightest` blocks."""
    return (-float(lambertw(-(alpha**2) / math.e, -1).real) - 1) / n_tightest


def standard_halfwidth(n: int, rho_squared: float, alpha: float) -> float:
    """The sequence's half-width after n ≥ 1 blocks of variance one."""
    y = n * rho_squared
    return math.sqrt(2 * (y + 1) / (n * y) * (math.log1p(y) / 2 - math.log(alpha)))


@overload
def sequence_halfwidth(
    n: int,
    sums: int,
    sums_of_squares: int,
    n_tightest: int,
    confidence: float = 0.95,
    n_figures: int = 1,
    n_fewest: int = FEWEST_BLOCKS,
) -> float: ...
@overload
def sequence_halfwidth(
    n: int,
    sums: IntArray,
    sums_of_squares: IntArray,
    n_tightest: int,
    confidence: float = 0.95,
    n_figures: int = 1,
    n_fewest: int = FEWEST_BLOCKS,
) -> FloatArray: ...
def sequence_halfwidth(
    n: int,
    sums: int | IntArray,
    sums_of_squares: int | IntArray,
    n_tightest: int,
    confidence: float = 0.95,
    n_figures: int = 1,
    n_fewest: int = FEWEST_BLOCKS,
) -> float | FloatArray:
    """Half the width of the confidence sequence about the mean after n blocks.

    sums, sums_of_squares: Σx and Σx², whole numbers or arrays of one shape; the result has it.
    n_tightest: the number of blocks at which the sequence is narrowest; it must not depend on
    what the run has shown (the most blocks the run may take is a good choice). With `n_figures`
    the sequences of that many figures all hold at once (Bonferroni: alpha / n_figures). Infinite
    below `n_fewest` blocks, exactly 0 from there on for what never varied.
    """
    _, ses = mean_and_se(n, sums, sums_of_squares)  # type: ignore[arg-type]
    if n < max(n_fewest, 2):
        return np.full_like(ses, np.inf)[()]
    alpha = (1 - confidence) / n_figures
    rho_squared = tightest_rho_squared(n_tightest, alpha)
    return ses * (math.sqrt(n) * standard_halfwidth(n, rho_squared, alpha))
