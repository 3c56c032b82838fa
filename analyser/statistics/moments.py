"""Means, standard errors and covariances of integer tallies, exact until the last division.

The textbook Σx² - (Σx)²/n loses every digit when the mean is large beside the spread, and int64
overflows long before a run ends. Here n·Σx² - (Σx)² is computed in Python integers, which have
no limit, and turned into a float by one correctly rounded division.
"""

import math
import operator
from collections.abc import Sequence
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
Exact: TypeAlias = NDArray[np.object_]
IntArray: TypeAlias = NDArray[np.integer] | Exact | Sequence[int] | Sequence[Sequence[int]]

_to_int = np.frompyfunc(operator.index, 1, 1)


def exact(values: int | IntArray) -> Exact:
    """`values` as an array of Python integers, of any size, in the same shape.

    Raises TypeError where an entry is not a whole number (a float included).
    """
    array = values if isinstance(values, np.ndarray) else np.array(values, dtype=object)
    return np.asarray(_to_int(array), dtype=object)


def exact_tallies(sums: IntArray, products: IntArray) -> tuple[Exact, Exact]:
    """Σx of shape (k,) and Σxy of shape (k, k) as Python integers.

    Raises ValueError if the shapes do not belong together or Σxy is not symmetric.
    """
    totals, squares = exact(sums), exact(products)
    if totals.ndim != 1 or squares.shape != (totals.size, totals.size):
        raise ValueError(f"sums of shape {totals.shape} do not fit products {squares.shape}")
    if not np.array_equal(squares, squares.T):
        raise ValueError("the sums of products are not symmetric")
    return totals, squares


def sums_of_products(figures: NDArray[np.int64]) -> NDArray[np.int64]:
    """Σxy over blocks, of every two alternatives: int64[m, k, k] from figures int64[m, k, n].

    Exact either way: in float64 where no sum can reach 2**53, so that every partial sum is a whole
    number that a float holds; else in int64, which is slower by far.
    """
    largest = max(int(figures.max(initial=0)), -int(figures.min(initial=0)))
    if largest * largest * figures.shape[2] >= 1 << 53:
        return figures @ figures.swapaxes(1, 2)
    floats = figures.astype(np.float64)
    return (floats @ floats.swapaxes(1, 2)).astype(np.int64)


def _mean(n: int, total: int) -> float:
    return total / n if n else math.nan


def _se(n: int, total: int, square: int) -> float:
    if n < 2:
        return math.nan
    spread = n * square - total * total
    if spread < 0:
        raise ValueError(f"no {n} numbers have the sum {total} and the sum of squares {square}")
    return math.sqrt(spread / (n * n * (n - 1)))


_means = np.vectorize(_mean, otypes=[np.float64])
_ses = np.vectorize(_se, otypes=[np.float64])
_quotients = np.vectorize(operator.truediv, otypes=[np.float64])


@overload
def mean_and_se(n: int, sums: int, sums_of_squares: int) -> tuple[float, float]: ...
@overload
def mean_and_se(
    n: int | IntArray, sums: IntArray, sums_of_squares: IntArray
) -> tuple[FloatArray, FloatArray]: ...
def mean_and_se(
    n: int | IntArray, sums: int | IntArray, sums_of_squares: int | IntArray
) -> tuple[float | FloatArray, float | FloatArray]:
    """The mean of x and its standard error, s / √n with s² over n - 1.

    n, sums, sums_of_squares: whole numbers, or arrays of them (int64, or object holding Python
    integers) of shapes that broadcast. Returns two floats or two float64 arrays of that shape.
    The standard error is NaN below two blocks, and so is the mean of none.
    Raises ValueError if no numbers can have these sums (an overflowed tally, for instance).

    >>> mean_and_se(4, 12, 56)
    (3.0, 1.2909944487358056)
    """
    blocks, totals, squares = exact(n), exact(sums), exact(sums_of_squares)
    means, ses = _means(blocks, totals), _ses(blocks, totals, squares)
    if means.ndim == 0 and ses.ndim == 0:
        return float(means), float(ses)
    return means, ses


def covariance(n: int, sums: IntArray, products: IntArray) -> FloatArray:
    """The sample covariance of one block's figures, over n - 1; divide by n for that of means.

    sums: int[k], Σx; products: int[k, k], Σxy, symmetric. Returns float64[k, k]. Raises
    ValueError if the shapes do not fit or n is below two.
    """
    if n < 2:
        raise ValueError(f"a covariance needs two blocks or more, not {n}")
    totals, squares = exact_tallies(sums, products)
    spread = n * squares - np.multiply.outer(totals, totals)
    result: FloatArray = _quotients(spread, n * (n - 1))
    return result
