"""Lays of many hands added up in groups: by kind of lay, and by heuristic.

A block is a hand with all its deals; everything stays a whole number.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from analyser.engine import Exact
from analyser.reversis.analyses.discards.kinds import CARD, DECLINE, Grouping, Values, kind_of
from analyser.statistics import CrossFit

# What is added up of a group, hand by hand: 1, its lays, what they are paid less the best lay, for
# how many folds one of them was chosen as the best, and what they are paid.
FIGURES = ("hands", "lays", "gap", "chosen", "payment")
LAY, HEURISTIC = "lay", "heuristic"


class Group(NamedTuple):
    """Lays that are added up together: those of one kind, or those of one heuristic.

    about : LAY or HEURISTIC. name : CARD or DECLINE; or the heuristic's.
    by, values : columns (lay_kinds.py) and what they are; None where there is nothing to say.
    """

    about: str
    name: str
    by: Grouping
    values: Values


@dataclass(frozen=True)
class Cell:
    """Sums over hands of some figures and of their products: [m], [m, m], whole numbers."""

    sums: Exact
    products: Exact

    def __add__(self, other: "Cell") -> "Cell":
        return Cell(self.sums + other.sums, self.products + other.products)


def cell_of(figures: Sequence[Sequence[int]]) -> Cell:
    """The sums over hands; a row has the figures of one."""
    numbers = np.array(figures, dtype=object)
    return Cell(numbers.sum(axis=0), numbers.T @ numbers)


@dataclass(frozen=True)
class Tally:
    """Sums over hands, which add up in any order. Their size does not grow with the hands.

    n_plays : one lay on one deal each. choice : of 1, the slack of the choice of the best
    (statistics/folds.py), and 1 where either half of the deals has the same best.
    cells : of FIGURES, by group.
    """

    n_plays: int
    choice: Cell
    cells: dict[Group, Cell]

    def __add__(self, other: "Tally") -> "Tally":
        cells = dict(self.cells)
        for group, cell in other.cells.items():
            cells[group] = cells[group] + cell if group in cells else cell
        return Tally(self.n_plays + other.n_plays, self.choice + other.choice, cells)

    @property
    def n_hands(self) -> int:
        """How many hands were judged."""
        return int(self.choice.sums[0])


NOTHING = Tally(0, cell_of([[0, 0, 0]]), {})


class Judged(NamedTuple):
    """A hand whose lays have been played.

    cards : of its lays, None to decline. payments : int64[k], what each lay is paid on all deals.
    fit : how they compare. laid : by heuristic, the card it lays.
    """

    hand: int
    seat: int
    cards: Sequence[int | None]
    payments: Sequence[int]
    fit: CrossFit
    n_plays: int
    laid: dict[str, int | None]


def added(hands: Iterable[Judged], groupings: Sequence[Grouping]) -> Tally:
    """The tally of at least one hand."""
    figures: dict[Group, list[list[int]]] = defaultdict(list)
    choices, n_plays = [], 0
    for judged in hands:
        choices.append([1, judged.fit.slack, int(judged.fit.is_agreed)])
        n_plays += judged.n_plays
        for group, row in _by_group(judged, groupings).items():
            figures[group].append(row)
    cells = {group: cell_of(rows) for group, rows in figures.items()}
    return Tally(n_plays, cell_of(choices), cells)


def _by_group(judged: Judged, groupings: Sequence[Grouping]) -> dict[Group, list[int]]:
    """FIGURES of one hand, by group."""
    gaps, chosen = judged.fit.gaps.tolist(), judged.fit.n_chosen.tolist()
    columns = zip(gaps, chosen, judged.payments, strict=True)
    by_card = dict(zip(judged.cards, columns, strict=True))
    found: dict[Group, list[int]] = {}
    for card, figures in by_card.items():
        for group in _groups_of(card, judged, groupings):
            _add(found, group, figures)
    for name, card in judged.laid.items():
        _add(found, Group(HEURISTIC, name, (), ()), by_card[card])
        _add(found, Group(HEURISTIC, name, ("seat",), (judged.seat,)), by_card[card])
    return found


def _groups_of(card: int | None, judged: Judged, groupings: Sequence[Grouping]) -> Iterable[Group]:
    kind = kind_of(card, judged.hand, judged.seat)
    name = DECLINE if card is None else CARD
    return (Group(LAY, name, by, tuple(kind[column] for column in by)) for by in groupings)


def _add(found: dict[Group, list[int]], group: Group, figures: Sequence[int]) -> None:
    """Add a lay to those that the hand has in a group."""
    if group not in found:
        found[group] = [1, 1, *figures]
    else:
        before = found[group]
        found[group] = [1, before[1] + 1, *map(sum, zip(before[2:], figures, strict=True))]
