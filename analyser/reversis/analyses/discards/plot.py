"""What lays cost over all hands, drawn: a heat map of two groupings, intervals of one."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analyser.numbers import with_error
from analyser.reversis.analyses.discards.analysis import DiscardHands
from analyser.reversis.analyses.discards.kinds import CARD, DECLINE, Grouping
from analyser.reversis.analyses.discards.matrix import (
    FEWEST_HANDS,
    Matrix,
    group_text,
    is_shown,
    matrix_of,
    value_text,
    words_of,
)
from analyser.statistics import halfwidth
from analyser.statistics.moments import FloatArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TITLE = "What a lay costs, by"
_UNIT = "fiches per deal, less the best lay of the same hand"


def plot(run: DiscardHands, frame: pd.DataFrame) -> "Figure":
    """The first grouping as a figure."""
    by = run.plan.groupings[0]
    return (_map if len(by) == 2 else _intervals)(run, frame, by)


def _caption(run: DiscardHands) -> str:
    player, other = (policy.name for policy in run.plan.question.players[:2])
    players = player if player == other else f"{player} among {other}"
    whose = f" of seat {run.plan.seats[0]}" if len(run.plan.seats) == 1 else ""
    return (
        f"{run.tally.n_hands:,} hands{whose}, every lay on the same {run.plan.n_deals} deals, "
        f"{players}, seed {run.plan.question.seed}"
    )


def _map(run: DiscardHands, frame: pd.DataFrame, by: Grouping) -> "Figure":
    from analyser.heat_map import HeatMap, heat_map

    values, rows, columns = _shown(matrix_of(frame, by))
    cards = frame[(frame["by"] == by[0]) & (frame["lay"] == CARD)]
    mean = float((cards["from_best_fiches"] * cards["lays"]).sum() / cards["lays"].sum())
    shown = HeatMap(values, rows, columns, words_of(by[0]), words_of(by[1]), _UNIT, mean)
    notes = [_caption(run), f"white: all cards together; grey: fewer than {FEWEST_HANDS} hands"]
    title = f"{_TITLE} {words_of(by[0])} and {words_of(by[1])}"
    return heat_map(shown, title=title, caption="; ".join([*notes, *_declining(frame, by)]))


def _shown(matrix: Matrix) -> tuple[FloatArray, list[str], list[str]]:
    """The figures of a map and the labels of its rows and columns; one blank where it has none."""
    values = matrix.values()
    told = np.flatnonzero(np.isfinite(values).any(axis=1))
    if not len(told):
        return np.full((1, 1), np.nan), [""], [""]
    rows = [value_text(matrix.rows[place]) for place in told]
    return values[told], rows, [value_text(column) for column in matrix.columns]


def _declining(frame: pd.DataFrame, by: Grouping) -> list[str]:
    """What declining costs, where the map has no place for it."""
    if "seat" in by:
        return []
    totals = frame[(frame["by"] == by[0]) & (frame["lay"] == DECLINE)]
    figures = zip(totals["from_best_fiches"], totals["from_best_fiches_se"], strict=True)
    return [f"declining: {with_error(value, se, True)}" for value, se in figures]


def _intervals(run: DiscardHands, frame: pd.DataFrame, by: Grouping) -> "Figure":
    from analyser.plots import interval_plot

    part = frame[frame["by"] == by[0]]
    part = part[[is_shown(row) for _, row in part.iterrows()]]
    errors = zip(part["hands"], part["from_best_fiches_se"], strict=True)
    labels = zip(part[by[0]], part["lay"], strict=True)
    return interval_plot(
        [group_text(value, lay, by[0]) for value, lay in labels],
        list(part["from_best_fiches"]),
        [halfwidth(n, se) for n, se in errors],
        title=f"{_TITLE} {words_of(by[0])}",
        xlabel=f"{_UNIT}; 95 % intervals",
        caption=_caption(run),
        has_zero_line=True,
    )
