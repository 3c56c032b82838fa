"""Ratios of totals over blocks, such as fiches per card where blocks have several cards."""

import math

import numpy as np

from analyser.statistics.moments import IntArray, exact_tallies


def ratio_and_se(
    n: int, sums: IntArray, products: IntArray, above: IntArray, below: IntArray
) -> tuple[float, float]:
    """Σ(above · x) / Σ(below · x) over n blocks of figures x, and its standard error.

    sums : int[k], Σx; products : int[k, k], Σxxᵀ. above, below : int[k], what numerator and
    denominator make of the figures of a block. The standard error is that of the linearised ratio
    (Cochran, *Sampling Techniques*, 1977, 6.4): √(n / (n - 1) · Σ(a - R b)²) / Σb; where every
    block has the same denominator it is that of a mean. NaN for a denominator of 0, and the error
    also below two blocks. Raises ValueError if the shapes do not fit.

    >>> ratio_and_se(3, [3, 4], [[3, 4], [4, 6]], [0, 1], [1, 0])
    (1.3333333333333333, 0.3333333333333333)
    """
    totals, squares = exact_tallies(sums, products)
    over, under = (np.array(weights, dtype=object) for weights in (above, below))
    numerator, denominator = int(over @ totals), int(under @ totals)
    if denominator == 0:
        return math.nan, math.nan
    ratio = numerator / denominator
    if n < 2:
        return ratio, math.nan
    residual = denominator * over - numerator * under
    spread = int(residual @ squares @ residual)
    return ratio, math.sqrt(n * spread / ((n - 1) * denominator**4))
