"""Where a line that is known with errors changes its sign: u + x v, for x from 0 on.

The set of all x at which the interval of the mean of u + x v holds 0 is Fieller's (*Some problems
in interval estimation*, Journal of the Royal Statistical Society B 16, 1954): with the means U and
V, the variances and the covariance of these means, and an interval of c standard errors,

    (V² - c² var V) x² + 2 (U V - c² cov(U, V)) x + (U² - c² var U) <= 0.

It holds the x at which the line is truly 0 with the confidence of that interval, and may be
unbounded, where the slope is not known to differ from 0.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

from analyser.statistics.moments import IntArray, covariance, exact_tallies


@dataclass(frozen=True)
class Crossing:
    """Where the mean of u + x v changes its sign, x ≥ 0.

    at : the best guess; NaN if the sign is the same everywhere.
    low, high : ends of the shortest interval with every x at which the sign is not certain; `high`
        may be infinite; both are NaN if the sign is certain everywhere.
    """

    at: float
    low: float
    high: float


def crossing(n: int, sums: IntArray, products: IntArray, critical: float) -> Crossing:
    """Where the mean of u + x v over n blocks changes its sign, x ≥ 0.

    sums : int[2], Σu and Σv; products : int[2, 2], Σu², Σuv, Σv². critical : how many standard
    errors an interval of the mean reaches (`critical_value`); where it is not known or infinite
    nothing is certain. Raises ValueError if the shapes do not fit.

    >>> crossing(4, [-8, 4], [[16, -8], [-8, 4]], 2.0)
    Crossing(at=2.0, low=2.0, high=2.0)
    """
    totals, _ = exact_tallies(sums, products)
    at = _zero(*totals)
    if n < 2 or not math.isfinite(critical):
        return Crossing(at, 0.0, math.inf)
    spread = covariance(n, sums, products) / n * critical**2
    u, v = (total / n for total in totals)
    a, b, c = v * v - spread[1, 1], u * v - spread[0, 1], u * u - spread[0, 0]
    inside = [*_ends(float(a), float(b), float(c)), *([] if math.isnan(at) else [at])]
    return Crossing(at, min(inside), max(inside)) if inside else Crossing(at, math.nan, math.nan)


def _zero(u: int, v: int) -> float:
    """Where u + x v is 0, NaN if that is nowhere from 0 on."""
    return -u / v if v and (u == 0 or (u < 0) != (v < 0)) else math.nan


def _ends(a: float, b: float, c: float) -> list[float]:
    """The ends of the stretches of x ≥ 0 on which a x² + 2 b x + c <= 0."""
    cuts = [0.0, *sorted(root for root in _roots(a, b, c) if root > 0), math.inf]
    stretches = [ends for ends in pairwise(cuts) if _is_at_most_0(a, b, c, *ends)]
    return [end for ends in stretches for end in ends]


def _is_at_most_0(a: float, b: float, c: float, low: float, high: float) -> bool:
    """The sign of a x² + 2 b x + c between two neighbouring roots."""
    x = (low + high) / 2 if math.isfinite(high) else 2 * low + 1
    return (a * x + 2 * b) * x + c <= 0


def _roots(a: float, b: float, c: float) -> list[float]:
    """The real roots of a x² + 2 b x + c, without loss of digits in either."""
    if a == 0:
        return [-c / (2 * b)] if b else []
    inner = b * b - a * c
    if inner < 0:
        return []
    larger = -(b + math.copysign(math.sqrt(inner), b))
    return [larger / a, c / larger] if larger else [0.0]
