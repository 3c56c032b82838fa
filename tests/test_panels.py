"""Wide tables are shown as several that fit."""

import pandas as pd

from analyser.layouts import Column, cells_of
from analyser.panels import panels
from analyser.report import PLAIN_WIDTH


def test_every_column_is_shown_once_beside_the_label_and_nothing_is_too_wide():
    names = [f"figure {number}" for number in range(20)]
    rows = pd.DataFrame([{"name": "a" * 12} | {name: "x" * 10 for name in names}] * 2)
    found = panels(Column("name", "name"), [Column(name, name, str) for name in names], rows, "All")
    assert [layout.title for layout in found] == ["All", *[""] * (len(found) - 1)]
    shown = [[column.heading for column in layout.columns] for layout in found]
    assert [name for panel in shown for name in panel[1:]] == names
    assert {panel[0] for panel in shown} == {"name"}
    widths = [sum(map(len, cells_of(layout, rows)[0])) + 2 * len(panel) for layout, panel in
              zip(found, shown, strict=True)]  # fmt: skip
    assert max(widths) - 2 <= PLAIN_WIDTH < max(widths) - 2 + 12


def test_a_label_alone_and_a_column_too_wide_for_any_line_are_shown():
    rows = pd.DataFrame([{"name": "a", "x": "1" * 200, "y": "2"}])
    (alone,) = panels(Column("name", "name"), [], rows, "All")
    assert [column.heading for column in alone.columns] == ["name"]
    wide, other = panels(Column("name", "name"), [Column("x", "x"), Column("y", "y")], rows, "All")
    assert [len(layout.columns) for layout in (wide, other)] == [2, 2]


def test_what_fits_is_one_table():
    rows = pd.DataFrame([{"name": "a", "x": "1", "y": "2"}])
    columns = [Column("x", "x"), Column("y", "y")]
    (layout,) = panels(Column("name", "name"), columns, rows, "All")
    assert [column.heading for column in layout.columns] == ["name", "x", "y"]
