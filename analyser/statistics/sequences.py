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

MOST_TIGHTEST = 1 << 20
"""No sequence is tuned to more blocks: a run that is to last longer is looked at before it ends, or
interrupted. Stopping at a thousand times as many blocks makes it 28 % wider than it could be."""


def tightest_rho_squared(n_tightest: int, alpha: float) -> float:
    """rho² for which the sequence at level alpha is narrowest at `n_tightest` blocks."""
    return (-float(lambertw(-(alpha**2) / math.e, -1).real) - 1) / n_tightest


def standard_halfwidth(n: int, rho_squared: float, alpha: float) -> float:
    """The sequence's half-width after n ≥ 1 blocks of variance one."""
    y = n * rho_squared
    return math.sqrt(2 * (y + 1) / (n * y) * (math.log1p(y) / 2 - math.log(alpha)))


def blocks_to_width(
    width: float, spread: float, confidence: float = 0.95, n_figures: int = 1
) -> int:
    """After how many blocks a sequence that is tightest there has come to ± width.

    spread : the standard deviation of a block, as far as it is known beforehand. The number is to
    tune a sequence with, so it is MOST_TIGHTEST at most. Stopping at twice as many blocks makes a
    sequence 1 % wider than it could be, at eight times as many 6 %; at half as many 1 %, at a
    quarter 7 %, at an eighth 20 %.
    """
    alpha = (1 - confidence) / n_figures
    ratio = spread / width
    blocks = (1 + tightest_rho_squared(1, alpha)) * ratio * ratio  # infinite where ** would raise
    return math.ceil(min(blocks, MOST_TIGHTEST))


def sequence_critical_value(
    n: int,
    n_tightest: int,
    confidence: float = 0.95,
    n_figures: int = 1,
    n_fewest: int = FEWEST_BLOCKS,
) -> float:
    """By how many standard errors the sequence reaches from the mean after n blocks.

    Arguments as `sequence_halfwidth` has them. Infinite below `n_fewest` blocks.
    """
    if n < max(n_fewest, 2):
        return math.inf
    alpha = (1 - confidence) / n_figures
    return math.sqrt(n) * standard_halfwidth(n, tightest_rho_squared(n_tightest, alpha), alpha)


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
    what the run has shown (`blocks_to_width` gives one for a target). With `n_figures` the
    sequences of that many figures all hold at once (Bonferroni: alpha / n_figures). Infinite below
    `n_fewest` blocks, exactly 0 from there on for what never varied.
    """
    _, ses = mean_and_se(n, sums, sums_of_squares)  # type: ignore[arg-type]
    critical = sequence_critical_value(n, n_tightest, confidence, n_figures, n_fewest)
    return ses * critical if math.isfinite(critical) else np.full_like(ses, np.inf)[()]
