"""Plots of the distributions in probability tables: a line a seat or fate, exact ones dashed."""

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from analyser.plots import Line, distribution_plot
from analyser.reversis.analyses.tables.analysis import Tabulation
from analyser.reversis.analyses.tables.cells import PER_CENT, is_number, is_shown
from analyser.reversis.analyses.tables.definition import View
from analyser.reversis.analyses.tables.report import Grid, Place, grids, name_of
from analyser.reversis.analyses.tables.rows import Rate, Row
from analyser.statistics import wilson

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_BINS = 60
"""As many points has a line of a wide distribution at most."""


def plots(run: Tabulation) -> "dict[str, Callable[[], Figure]]":
    """What draws each distribution, by its name: that of the table, and what tells it apart."""
    found: dict[str, Callable[[], Figure]] = {}
    for table in run.definitions:
        drawn = [
            (view, part, grid)
            for view in table.views
            if view.xlabel
            for part, grid in grids(view, run.rows(table)).items()
        ]
        views = {view.figure for view, _, _ in drawn}
        for view, part, grid in drawn:
            words = [table.name, *([view.figure] if len(views) > 1 else []), part]
            name = "-".join(" ".join(words).split())
            title = f"{view.title}, {part}" if part else view.title
            found[name] = functools.partial(_plot, run, view, title, grid)
    return found


def _plot(run: Tabulation, view: View, title: str, grid: Grid) -> "Figure":
    names = list(dict.fromkeys(policy.name for policy in run.question.players))
    cases = "those" if view.down == "given" else "deals"
    return distribution_plot(
        _lines(view, grid),
        title=title,
        xlabel=view.xlabel,
        ylabel=f"% of {cases}, with 95 % interval",
        caption=f"{run.tally.n_deals:,} deals, seed {run.question.seed}, {' '.join(names)}",
        is_logarithmic=view.is_wide,
    )


def _lines(view: View, grid: Grid) -> list[Line]:
    """A line for each column of a table, and one for each exact distribution."""
    columns = {name_of(across): _numbers(grid, column) for across, column in grid.items()}
    width = _bin_width([x for column in columns.values() for x in column]) if view.is_wide else 1
    exact = _exact(columns.values())
    names = columns if exact or len(columns) > 1 else [""]
    measured = [
        _measured(name, column, width)
        for name, column in zip(names, columns.values(), strict=True)
        if column
    ]
    return [*measured, *exact]


def _numbers(grid: Grid, column: Mapping[Place, Row]) -> dict[int, Rate]:
    """The rates of a column that are of numbers, as far as any column has something to show."""
    shown = {down for other in grid.values() for down, row in other.items() if is_shown(row)}
    return {
        int(str(down)): row
        for down, row in column.items()
        if isinstance(row, Rate) and down in shown and is_number(str(down))
    }


def _bin_width(numbers: Sequence[int]) -> int:
    """The least of 1, 2, 5, 10, ... with which the numbers fit into MOST_BINS."""
    reach, width = max(numbers) - min(numbers), 1
    for factor in itertools.cycle((2, 2.5, 2)):
        if reach < width * (MOST_BINS - 1):
            break
        width = round(width * factor)
    return width


def _measured(label: str, column: Mapping[int, Rate], width: int) -> Line:
    """What was found: numbers in bins of a width, shown at the middle of each."""
    counts: dict[int, int] = {}
    for number, rate in column.items():
        start = number // width * width
        counts[start] = counts.get(start, 0) + rate.count
    cases = {number // width * width: rate.n for number, rate in column.items()}
    starts = sorted(counts)
    found, n = ([numbers[start] for start in starts] for numbers in (counts, cases))
    lows, highs = wilson(found, n)
    return Line(
        label,
        [start + (width - 1) / 2 for start in starts],
        [PER_CENT * count / of for count, of in zip(found, n, strict=True)],
        list(PER_CENT * lows),
        list(PER_CENT * highs),
    )


def _exact(columns: Iterable[Mapping[int, Rate]]) -> list[Line]:
    """What is exact, each distribution once."""
    lines: dict[tuple[float, ...], Line] = {}
    for column in columns:
        known = {x: rate for x, rate in sorted(column.items()) if rate.chance is not None}
        percent = tuple(PER_CENT * float(rate.chance or 0) for rate in known.values())
        if known:
            lines.setdefault(percent, Line("exact", list(known), percent))
    return list(lines.values())
