"""What a probability table is: what is counted for it, which rows that makes, how it is shown."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from analyser.engine import Exact
from analyser.reversis.analyses.tables.rows import Row
from analyser.reversis.question import Question

KeyName: TypeAlias = Literal["outcome", "given", "seat"]
PAYMENTS = "payments"
"""The count of how often each seat was paid what, which is no array (tables_counts.py)."""


@dataclass(frozen=True)
class Tally:
    """What was counted in n deals: whole numbers, which add up in any order.

    counts : arrays by the name of their count (tables_counts.COUNTS).
    payments : codes of seat and payment to numbers of deals; empty if no table asks for them.
    """

    n_deals: int = 0
    counts: Mapping[str, Exact] = field(default_factory=dict)
    payments: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: "Tally") -> "Tally":
        counts = {
            name: self.counts[name] + count if name in self.counts else count
            for name, count in other.counts.items()
        }
        payments = self.payments + other.payments
        return Tally(self.n_deals + other.n_deals, counts, payments)


@dataclass(frozen=True)
class View:
    """How the rows of one figure are shown: a table, or several, and perhaps drawn.

    title : what is counted. label : heading of the first column, which has the values of the key
    `down`; those of the key `across` have a column each. A table for each value of the third key;
    where that is the seat, only for all seats together, if `is_pooled`.
    order : of what goes down and across, where it is not that in which the rows come.
    xlabel : of the plot, for numbers down the first column; nothing if none is drawn.
    is_wide : whether it has so many numbers that it is drawn only, in bins, on a logarithmic scale.
    """

    figure: str
    title: str
    label: str
    down: KeyName = "outcome"
    across: KeyName = "seat"
    is_pooled: bool = False
    order: tuple[str, ...] = ()
    xlabel: str = ""
    is_wide: bool = False


@dataclass(frozen=True)
class Definition:
    """A probability table.

    summary : what it is of, in one line. counts : names of what is counted for it.
    rows : of what was counted when a question was played.
    """

    name: str
    summary: str
    counts: tuple[str, ...]
    rows: Callable[[Question, Tally], Sequence[Row]]
    views: tuple[View, ...]
