"""Tables that are too wide for a line, as several, one below the other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from analyser.layouts import Column, Layout, cells_of
from analyser.report import PLAIN_WIDTH
from analyser.terminal import GAP

if TYPE_CHECKING:
    import pandas as pd


def panels(
    labels: Column | Sequence[Column], columns: Sequence[Column], rows: "pd.DataFrame", title: str
) -> list[Layout]:
    """A table as one or several, each with the labels and as many columns as fit side by side.

    rows : what the columns are keys of. title : stands above the first.
    """
    repeated = [labels] if isinstance(labels, Column) else list(labels)
    room = left = PLAIN_WIDTH - sum(_width(label, rows) for label in repeated) + GAP
    groups: list[list[Column]] = [[]]
    for column in columns:
        width = _width(column, rows)
        if groups[-1] and width > left:
            groups.append([])
            left = room
        groups[-1].append(column)
        left -= width
    first, *others = (Layout([*repeated, *group], rows) for group in groups)
    return [replace(first, title=title), *others]


def _width(column: Column, rows: "pd.DataFrame") -> int:
    """How wide a column is with the gap before it."""
    texts = [text for (text,) in cells_of(Layout([column]), rows)]
    return GAP + max(map(len, [column.heading, *texts]))
