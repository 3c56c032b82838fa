"""Tables as plain or coloured text of a given width (rich)."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyser.layouts import Column, Layout, cells_of

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table

MARK = "*"
GAP = 2
"""Spaces between columns."""
LONG_WORD = 24
"""Text columns are never squeezed below their longest word, or this, if that is less."""


def text_table(layout: Layout, frame: "pd.DataFrame", width: int, color: bool) -> str:
    """A table as lines of text: marked rows bold and starred, notes below.

    It keeps to `width` columns by folding text; numbers are never cut, so a table of more
    numbers than fit is wider. No control codes unless `color`.
    """
    cells = cells_of(layout, frame)
    n_gaps = len(layout.columns) - (0 if layout.marked else 1)
    edges = n_gaps * GAP + (len(MARK) if layout.marked else 0)
    widths = _widths(layout.columns, cells, width - edges)
    console = _console(max(width, sum(widths) + edges), color)
    if layout.title:
        console.print(layout.title, style="bold")
    console.print(_table(layout, cells, widths))
    console.width = width
    for line in _notes(layout):
        console.print(line)
    return _stripped(console)


def text_line(text: str, width: int, color: bool) -> str:
    """A dimmed line of text, folded at `width`."""
    console = _console(width, color)
    console.print(text, style="dim")
    return _stripped(console)


def _console(width: int, color: bool) -> "Console":
    from rich.console import Console

    return Console(
        file=io.StringIO(),
        width=width,
        color_system="standard" if color else None,
        force_terminal=color,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )


def _stripped(console: "Console") -> str:
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines())


def _notes(layout: Layout) -> list[str]:
    meaning = [f"{MARK} {layout.mark_meaning}"] if layout.marked and layout.mark_meaning else []
    return [*meaning, *layout.notes]


def _table(layout: Layout, cells: list[list[str]], widths: list[int]) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, padding=(0, GAP - 1, 0, 0), pad_edge=False, show_edge=False)
    if layout.marked:
        table.add_column("", width=len(MARK))
    for column, width in zip(layout.columns, widths, strict=True):
        heading = Text(column.heading, justify="left" if column.align == "left" else "right")
        table.add_column(heading, width=width, overflow="fold")
    for i, row in enumerate(cells):
        is_marked = i in layout.marked
        gutter = [MARK if is_marked else ""] if layout.marked else []
        texts = map(_justified, layout.columns, row, widths)
        table.add_row(*gutter, *texts, style="bold" if is_marked else None)
    return table


def _justified(column: Column, text: str, width: int) -> str:
    """Cells of numbers have their own padding, which the table's right alignment would strip."""
    return text if column.align == "left" else text.rjust(width)


def _widths(columns: Sequence[Column], cells: list[list[str]], room: int) -> list[int]:
    """A width for each column: the widest ones shrink, as far as they may, until all fit."""
    texts = [[row[i] for row in cells] for i in range(len(columns))]
    widths = [_longest([column.heading, *own]) for column, own in zip(columns, texts, strict=True)]
    least = [_least(column, own) for column, own in zip(columns, texts, strict=True)]
    for _ in range(max(sum(widths) - room, 0)):
        spare = [(width - limit > 0, width) for width, limit in zip(widths, least, strict=True)]
        widest = spare.index(max(spare))
        widths[widest] -= spare[widest][0]
    return widths


def _least(column: Column, texts: Sequence[str]) -> int:
    """Numbers are never folded; text is, between words, and headings are too."""
    heading = _longest(column.heading.split())
    if column.align != "left":
        return max(heading, _longest(texts))
    return min(max(heading, _longest([word for text in texts for word in text.split()])), LONG_WORD)


def _longest(texts: Sequence[str]) -> int:
    return max((len(text) for text in texts), default=0)
