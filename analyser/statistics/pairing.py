"""Paired differences: alternatives measured on the same blocks, compared block by block.

From Σx and Σxy alone, because Σ(xᵢ - xⱼ)² = Σxᵢ² - 2 Σxᵢxⱼ + Σxⱼ². All of it is done in whole
numbers, so alternatives that agree in every block differ by exactly 0 ± 0.
"""

import math

import numpy as np

from analyser.statistics.moments import (
    Exact,
    FloatArray,
    IntArray,
    exact_tallies,
    mean_and_se,
)


def pairwise_tallies(sums: IntArray, products: IntArray) -> tuple[Exact, Exact]:
    """Σd and Σd² of every difference d = xᵢ - xⱼ, as Python integers of shape (k, k).

    sums: int[k], Σx; products: int[k, k], Σxy.
    """
    totals, squares = exact_tallies(sums, products)
    own = squares.diagonal()
    return np.subtract.outer(totals, totals), np.add.outer(own, own) - 2 * squares


def relative_tallies(sums: IntArray, products: IntArray, reference: int) -> tuple[Exact, Exact]:
    """Σd (k,) and Σdd' (k, k) of the differences d = xᵢ - x_reference, as Python integers."""
    totals, squares = exact_tallies(sums, products)
    column = squares[:, reference]
    crossed = squares - np.add.outer(column, column) + column[reference]
    return totals - totals[reference], crossed


def pairwise(n: int, sums: IntArray, products: IntArray) -> tuple[FloatArray, FloatArray]:
    """Mean and standard error of every difference xᵢ - xⱼ, float64[k, k], i along the rows."""
    return mean_and_se(n, *pairwise_tallies(sums, products))


def pairing_gain(n: int, sums: IntArray, products: IntArray, i: int, j: int) -> float:
    """How many times fewer deals the pairing needs: (var xᵢ + var xⱼ) / var(xᵢ - xⱼ).

    1 where pairing changes nothing (both constant included), below 1 where it does harm,
    infinite where the difference is known exactly and the levels are not. NaN below two blocks.
    """
    if n < 2:
        return math.nan
    totals, squares = exact_tallies(sums, products)
    spread = n * squares - np.multiply.outer(totals, totals)
    levels = spread[i, i] + spread[j, j]
    gap = levels - 2 * spread[i, j]
    if gap == 0:
        return math.inf if levels else 1.0
    return float(levels / gap)
