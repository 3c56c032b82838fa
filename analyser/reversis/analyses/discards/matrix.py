"""Groups of lays by two columns, as a table or map has them: one downwards, the other across."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyser.reversis.analyses.discards.kinds import COLUMNS, DECLINE, Grouping, Value
from analyser.statistics.moments import FloatArray

FEWEST_HANDS = 10
"""A figure of fewer hands than this is left out of tables and maps that a person reads."""

ALL = "all"
_WORDS = {"suit_length": "suit length", "special": "special cards"}
_UNITS = {"seat": "seat", "suit_length": "length", "guards": "guards"}


def words_of(column: str) -> str:
    """What a column is called in tables and maps."""
    return _WORDS.get(column, column)


def value_text(value: object) -> str:
    """What a value of a column, DECLINE or ALL is called there."""
    return str(value).replace("ace diamonds", "A\N{BLACK DIAMOND SUIT}")


def heading_text(column: str, value: object) -> str:
    """The same as a heading, where numbers say what of."""
    text = value_text(value)
    return f"{_UNITS[column]} {text}" if column in _UNITS and value != DECLINE else text


def group_text(value: Value, lay: str, column: str = "") -> str:
    """A group by one column in a line of its own; declining has no value but a seat.

    column : given where the line is to say what numbers are of.
    """
    if pd.isna(value):
        return DECLINE
    text = heading_text(column, value)
    return f"{text}, {DECLINE}" if lay == DECLINE else text


@dataclass(frozen=True)
class Matrix:
    """The rows of the tidy table that belong to a grouping by two columns.

    cells : by label of the row, then of the column: values of the two, DECLINE where there is no
        value of the one, ALL for the totals.
    """

    by: Grouping
    cells: dict[object, dict[object, pd.Series]]

    @property
    def rows(self) -> list[object]:
        """The labels of the rows, downwards."""
        return [label for label in (*COLUMNS[self.by[0]], DECLINE) if label in self.cells]

    @property
    def columns(self) -> list[object]:
        """The labels across, ALL apart, of those that have a figure to show."""
        shown = {label for row in self.cells.values() for label in row if is_shown(row[label])}
        return [label for label in (*COLUMNS[self.by[1]], DECLINE) if label in shown]

    def cell(self, row: object, column: object) -> pd.Series | None:
        """A row of the tidy table, if it is of enough hands."""
        found = self.cells[row].get(column)
        return found if found is not None and is_shown(found) else None

    def values(self) -> FloatArray:
        """`from_best_fiches`, float64[rows, columns], NaN where nothing is shown."""
        cells = [[self.cell(row, column) for column in self.columns] for row in self.rows]
        figures = [
            [np.nan if cell is None else float(cell["from_best_fiches"]) for cell in row]
            for row in cells
        ]
        return np.array(figures, dtype=np.float64).reshape(len(self.rows), len(self.columns))


def is_shown(row: pd.Series) -> bool:
    """Whether a row of the tidy table is of enough hands to be shown."""
    return int(row["hands"]) >= FEWEST_HANDS


def matrix_of(frame: pd.DataFrame, by: Grouping) -> Matrix:
    """The matrix of a grouping by two columns, from the tidy table."""
    down, across = by
    cells: dict[object, dict[object, pd.Series]] = {}
    for _, row in frame[frame["by"] == down].iterrows():
        label, column = _label(row, down), ALL
        if label != DECLINE and row["lay"] == DECLINE:
            column = DECLINE
        cells.setdefault(label, {})[column] = row
    for _, row in frame[frame["by"] == ",".join(by)].iterrows():
        if not pd.isna(row[across]):
            cells.setdefault(_label(row, down), {})[row[across]] = row
    return Matrix(by, cells)


def _label(row: pd.Series, column: str) -> object:
    return DECLINE if pd.isna(row[column]) else row[column]
