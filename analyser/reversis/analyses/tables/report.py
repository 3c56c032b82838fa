"""Probability tables as a person reads them: exact beside simulated, a column a seat or fate."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

import pandas as pd

from analyser.layouts import Column, Layout
from analyser.numbers import grouped
from analyser.panels import panels
from analyser.report import Meta, Result
from analyser.reversis.analyses.tables.analysis import TABLES, Tabulation, rows
from analyser.reversis.analyses.tables.cells import column_of, exact_cell, is_number, is_shown
from analyser.reversis.analyses.tables.definition import Definition, KeyName, View
from analyser.reversis.analyses.tables.rows import FEWEST_EXPECTED, Rate, Row

Place: TypeAlias = str | int | None
"""A value of one of the keys of a row."""
Grid: TypeAlias = dict[Place, dict[Place, Row]]
"""The rows of one table: by the key that goes across, then by the one that goes down."""
Entry = TypeVar("Entry", bound=Hashable)


def place_of(row: Row, name: KeyName) -> Place:
    """The value of a key of a row."""
    if name == "outcome":
        return row.outcome
    return row.key.given if name == "given" else row.key.seat


def name_of(place: Place) -> str:
    """What a seat, a condition or an outcome is called."""
    return "all" if place is None else f"seat {place}" if isinstance(place, int) else place


def _once(values: Iterable[Entry]) -> list[Entry]:
    """Each value once, in the order in which they first come."""
    return list(dict.fromkeys(values))


def grids(view: View, rows: Sequence[Row]) -> dict[str, Grid]:
    """The tables of a view by what tells them apart: the key that goes neither down nor across.

    The name is empty where that is nothing, or all seats together.
    """
    names: tuple[KeyName, ...] = ("given", "seat", "outcome")
    (third,) = (name for name in names if name not in (view.down, view.across))
    found: dict[str, Grid] = {}
    for row in rows:
        if row.key.figure == view.figure and not (view.is_pooled and row.key.seat is not None):
            place = place_of(row, third)
            grid = found.setdefault("" if place is None else name_of(place), _empty(view))
            grid.setdefault(place_of(row, view.across), {})[place_of(row, view.down)] = row
    return found


def _empty(view: View) -> Grid:
    """A table without rows; with its columns where their order is given."""
    return {across: {} for across in view.order}


def _downs(view: View, grid: Grid) -> list[Place]:
    """What goes down a table, in order, but for numbers that never came, in any column."""
    rows = [item for column in grid.values() for item in column.items()]
    may_be_left_out = view.down == "outcome"
    shown = {
        down
        for down, row in rows
        if is_shown(row) or not (may_be_left_out and is_number(row.outcome))
    }
    return [down for down in view.order or _once(down for down, _ in rows) if down in shown]


def _alike(grid: Grid) -> list[Grid]:
    """The columns of which the same is exact together, or nothing is."""
    groups: dict[tuple[str, ...], Grid] = {}
    for across, column in grid.items():
        bases = tuple(row.basis for row in column.values())
        groups.setdefault(bases if any(bases) else (), {})[across] = column
    return list(groups.values())


def _label(down: Place) -> str:
    return str(down) if isinstance(down, int) else name_of(down)


def _columns(label: str, grid: Grid, downs: Sequence[Place]) -> list[tuple[str, list[str]]]:
    """Headings and cells of one table; what is exact in it is so for all of its columns."""
    columns = {across: [column.get(down) for down in downs] for across, column in grid.items()}
    first, *_ = columns.values()
    table = [(label, [_label(down) for down in downs])]
    if len({row.n for column in grid.values() for row in column.values()}) > 1:
        table += [("n", [grouped(row.n) if row else "" for row in first])]
    has_exact = any(row and row.basis for row in first)
    if has_exact:
        table += [("exact", [exact_cell(row) if row else "" for row in first])]
    ending = ", z" if has_exact else ""
    return table + [(name_of(across) + ending, column_of(rows)) for across, rows in columns.items()]


def _layouts(view: View, title: str, grid: Grid) -> list[Layout]:
    """A table, or as many as it takes where not all columns fit or are exact alike."""
    found: list[Layout] = []
    for group in _alike(grid):
        table = _columns(view.label, group, _downs(view, group))
        frame = pd.DataFrame({str(place): texts for place, (_, texts) in enumerate(table)})
        columns = [Column(str(place), text, str) for place, (text, _) in enumerate(table)]
        label_column = replace(columns[0], align="left")
        found += panels(label_column, columns[1:], frame, "" if found else title)
    return found


def _title(run: Tabulation, definition: Definition, view: View, part: str, grid: Grid) -> str:
    title = f"{definition.name}: {view.title}{f', {part}' if part else ''}"
    rows = [row for column in grid.values() for row in column.values()]
    if not isinstance(rows[0], Rate):
        return title
    numbers = {row.n for row in rows}
    if numbers == {run.tally.n_deals}:
        return f"{title}, % of {grouped(run.tally.n_deals)} deals"
    return f"{title}, % of {grouped(numbers.pop())}" if len(numbers) == 1 else f"{title}, % of n"


def _table_layouts(run: Tabulation, definition: Definition) -> list[Layout]:
    """All that is shown of one table."""
    found = run.rows(definition)
    layouts: list[Layout] = []
    for view in (view for view in definition.views if not view.is_wide):
        parts = grids(view, found)
        for part, grid in parts.items():
            name = part if len(parts) > 1 else ""
            layouts += _layouts(view, _title(run, definition, view, name, grid), grid)
    return layouts


def _notes(run: Tabulation) -> list[str]:
    bases = _once(row.basis for table in run.definitions for row in run.rows(table) if row.basis)
    notes = [
        "After ±: one standard error. After < or >: the end of the 95 % interval of what never or "
        "always came."
    ]
    if bases:
        notes += [
            f"Exact are: {'; '.join(bases)}; with the standard error of so many deals.",
            "z: by how many of those errors what was found differs; none where fewer than "
            f"{FEWEST_EXPECTED} cases were to be expected.",
        ]
    if run.is_interrupted:
        notes += ["Interrupted: these are the deals played until then."]
    return notes


def meta(run: Tabulation) -> Meta:
    """How the tables came about."""
    return run.question.meta(
        run.tally.n_deals,
        run.seconds,
        tables=[definition.name for definition in run.definitions],
        is_interrupted=run.is_interrupted,
    )


def result(run: Tabulation) -> Result:
    """The tables for people, and all of them as rows in long form."""
    layouts = [layout for table in run.definitions for layout in _table_layouts(run, table)]
    last = replace(layouts[-1], notes=_notes(run))
    return Result("tables", rows(run), meta(run), [*layouts[:-1], last])


def listing() -> Result:
    """All tables by name, and what each is of."""
    named = [{"table": table.name, "contents": table.summary} for table in TABLES.values()]
    return Result("tables", pd.DataFrame(named))
