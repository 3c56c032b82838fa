"""Rows of probability tables: rates, means and quantiles with their errors, exact ones beside."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import pandas as pd

from analyser.engine import Exact
from analyser.reversis.analyses.tables.exact import Law
from analyser.statistics import critical_value, mean_and_se, wilson

# Of fewer events than this the difference from what was expected is far from normal: no z-score.
FEWEST_EXPECTED = 5
MEAN = "mean"


@dataclass(frozen=True)
class Key:
    """What rows are about.

    figure : what was counted. given : the condition under which, nothing for none.
    seat : whose, None where seats are not told apart.
    """

    figure: str
    given: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class Rate:
    """How often an outcome came: `count` times in the n cases that meet the condition.

    chance : the exact one, None if it is not known; basis : what it rests on.
    """

    key: Key
    outcome: str
    count: int
    n: int
    chance: Fraction | None = None
    basis: str = ""

    @property
    def z(self) -> float:
        """By how many exact standard errors the count differs from the exact one; NaN if unknown.

        NaN too where fewer than FEWEST_EXPECTED cases are expected to meet, or to miss, it.
        """
        if self.chance is None:
            return math.nan
        expected, variance = self.n * self.chance, self.n * self.chance * (1 - self.chance)
        if min(expected, self.n - expected) < FEWEST_EXPECTED:
            return math.nan
        return float(self.count - expected) / math.sqrt(variance)


@dataclass(frozen=True)
class Mean:
    """The mean of a number: sums of it and of its square over n cases; `unit` names the column.

    has_sign : whether it is shown with a plus sign where it is positive.
    """

    key: Key
    outcome: str
    unit: str
    n: int
    total: int
    square: int
    law: Law | None = None
    has_sign: bool = False

    @property
    def basis(self) -> str:
        """What the exact mean rests on; nothing where it is not known."""
        return self.law.basis if self.law else ""

    @property
    def estimate(self) -> tuple[float, float]:
        """The mean and its standard error."""
        return mean_and_se(self.n, self.total, self.square)

    @property
    def z(self) -> float:
        """By how many exact standard errors the mean differs from the exact one; NaN if unknown."""
        if self.law is None:
            return math.nan
        mean, variance = self.law.moments()
        return float(self.total - self.n * mean) / math.sqrt(self.n * variance)


@dataclass(frozen=True)
class Quantile:
    """The number at or below which a share of n cases lie, and the ends of its 95 % interval."""

    key: Key
    outcome: str
    unit: str
    n: int
    at: int
    low: int
    high: int
    basis: str = ""
    z: float = math.nan


Row: TypeAlias = Rate | Mean | Quantile

_FIRST = ("table", "figure", "given", "seat", "outcome", "n")
_RATES = ("count", "rate", "rate_se", "rate_low", "rate_high", "exact_rate")
_LAST = ("z", "exact_basis")


def distribution(
    key: Key,
    counts: Sequence[int] | Exact,
    law: Law | None = None,
    names: Mapping[int, str] | None = None,
) -> list[Rate]:
    """A rate for each outcome 0, 1, ... but for those that cannot be; none if there is no case.

    counts : how often each came. names : of outcomes that are not called by their number.
    """
    n = int(sum(counts))
    chances = [law.chances.get(x, Fraction(0)) if law else None for x in range(len(counts))]
    return [
        Rate(key, (names or {}).get(x, str(x)), int(count), n, chance, law.basis if law else "")
        for x, (count, chance) in enumerate(zip(counts, chances, strict=True))
        if n and (count or chance != 0)
    ]


def mean(
    key: Key,
    unit: str,
    counts: Mapping[int, int],
    law: Law | None = None,
    has_sign: bool = False,
) -> Mean:
    """The mean of a number from how often it had each value."""
    total = sum(x * int(count) for x, count in counts.items())
    square = sum(x * x * int(count) for x, count in counts.items())
    return Mean(key, MEAN, unit, int(sum(counts.values())), total, square, law, has_sign)


def quantile(
    key: Key, outcome: str, unit: str, counts: Mapping[int, int], share: Fraction
) -> Quantile:
    """The smallest number at or below which at least a share of the cases lie.

    The ends of its interval are the numbers at ranks 1.96 standard deviations of a binomial count
    to either side.
    """
    n = sum(counts.values())
    reach = critical_value(n) * math.sqrt(n * share * (1 - share)) if n > 1 else n
    ranks = [math.ceil(n * share + side * reach) for side in (0, -1, 1)]
    at, low, high = (_of_rank(counts, min(max(rank, 1), n)) for rank in ranks)
    return Quantile(key, outcome, unit, n, at, low, high)


def _of_rank(counts: Mapping[int, int], rank: int) -> int:
    """The number at a rank, from 1, in the order of the numbers."""
    below = 0
    for number, count in sorted(counts.items()):
        below += count
        if below >= rank:
            return number
    raise ValueError(f"rank {rank} of {below} numbers")


def frame(table: str, rows: Sequence[Row]) -> pd.DataFrame:
    """Rows as a DataFrame: the columns that all tables have, and those of the units in use."""
    rates = _rate_columns([row for row in rows if isinstance(row, Rate)])
    records = [
        {"table": table, **asdict(row.key), "outcome": row.outcome, "n": row.n}
        | (next(rates) if isinstance(row, Rate) else _amount_columns(row))
        for row in rows
    ]
    return ordered(pd.DataFrame(records))


def ordered(found: pd.DataFrame) -> pd.DataFrame:
    """A DataFrame of one or several tables with its columns in order, and of one type each."""
    units = [name for name in found.columns if name not in (*_FIRST, *_RATES, *_LAST)]
    columns = [*_FIRST, *_RATES, *units, *_LAST]
    return found.reindex(columns=columns).astype({"seat": "Int64", "count": "Int64"})


def _rate_columns(rates: Sequence[Rate]) -> Iterator[dict[str, object]]:
    counts = np.array([rate.count for rate in rates], dtype=object)
    n = np.array([rate.n for rate in rates], dtype=object)
    means, ses = mean_and_se(n, counts, counts)
    lows, highs = wilson(counts, n)
    for place, rate in enumerate(rates):
        exact = math.nan if rate.chance is None else float(rate.chance)
        values = (rate.count, means[place], ses[place], lows[place], highs[place], exact)
        yield {**dict(zip(_RATES, values, strict=True)), "z": rate.z, "exact_basis": rate.basis}


def _amount_columns(row: Mean | Quantile) -> dict[str, object]:
    known: dict[str, object] = {"z": row.z, "exact_basis": row.basis}
    if isinstance(row, Quantile):
        return {row.unit: row.at, f"{row.unit}_low": row.low, f"{row.unit}_high": row.high, **known}
    value, se = row.estimate
    exact = {f"exact_{row.unit}": float(row.law.moments()[0])} if row.law else {}
    return {row.unit: value, f"{row.unit}_se": se, **exact, **known}
