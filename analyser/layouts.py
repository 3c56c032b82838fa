"""Tables for a person's eye: which columns of a result to show, and how, as text or markdown."""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from analyser.numbers import UNKNOWN, fixed, grouped, with_error

if TYPE_CHECKING:
    import pandas as pd

Align = Literal["left", "right", "number"]
Cells = list[list[str]]

_NUMBER = re.compile(r"([^.\s]*)(.*)")


def as_text(value: object) -> str:
    """Any single value in the way that suits its type: yes and no, parted thousands, a dash."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return grouped(value)
    return _float_text(value) if isinstance(value, float) else str(value)


def _float_text(value: float) -> str:
    if value == round(value, 6) if math.isfinite(value) else False:
        return fixed(float(value), len(f"{value:.6f}".rstrip("0").partition(".")[2]))
    return UNKNOWN if math.isnan(value) else f"{value:.6g}"


@dataclass(frozen=True)
class Column:
    """One column of a table shown.

    key: the column of the data, or several whose values `format` takes in that order.
    align: "left", "right", or "number": points and ± signs one above the other.
    """

    key: str | tuple[str, ...]
    heading: str
    format: Callable[..., str] = as_text
    align: Align = "number"

    def cell(self, row: Mapping[str, Any]) -> str:
        """What this column shows of a row."""
        keys = (self.key,) if isinstance(self.key, str) else self.key
        return self.format(*(row[key] for key in keys))


@dataclass(frozen=True)
class Layout:
    """One table shown.

    rows: the data, where it is not the tidy rows of the result itself.
    marked: positions of the rows to stand out (the best one), said to be `mark_meaning`.
    notes: lines of text below the table.
    """

    columns: Sequence[Column]
    rows: "pd.DataFrame | None" = None
    title: str = ""
    marked: Collection[int] = ()
    mark_meaning: str = ""
    notes: Sequence[str] = ()


def default_layout(frame: "pd.DataFrame") -> Layout:
    """Every column as it is, but for errors, which stand beside their figures: x ± x_se."""
    names = [str(name) for name in frame.columns]
    shown = [name for name in names if name.removesuffix("_se") not in set(names) - {name}]
    return Layout([_default_column(frame, name) for name in shown])


def _default_column(frame: "pd.DataFrame", name: str) -> Column:
    heading = name.replace("_", " ")
    if f"{name}_se" in frame.columns:
        return Column((name, f"{name}_se"), heading, with_error)
    return Column(name, heading, align="number" if frame[name].dtype.kind in "iufb" else "left")


def cells_of(layout: Layout, frame: "pd.DataFrame") -> Cells:
    """The texts of a table, row by row, numbers padded so that they align."""
    records = frame.to_dict("records")
    columns = [
        _aligned([column.cell(record) for record in records], column.align)  # type: ignore[arg-type]
        for column in layout.columns
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _aligned(texts: Sequence[str], align: Align) -> list[str]:
    if align != "number":
        return list(texts)
    parts = [text.partition(" ± ") for text in texts]
    values = _point_aligned([value for value, _, _ in parts])
    errors = _point_aligned([error for _, _, error in parts])
    signs = [sign or " " * (3 if any(errors) else 0) for _, sign, _ in parts]
    return ["".join(cell) for cell in zip(values, signs, errors, strict=True)]


def _point_aligned(texts: Sequence[str]) -> list[str]:
    """Texts padded on both sides so that what follows the whole part begins at one place."""
    split = [_NUMBER.fullmatch(text) for text in texts]
    halves = [
        match.groups() if match else (text, "") for match, text in zip(split, texts, strict=True)
    ]
    whole = max((len(left) for left, _ in halves), default=0)
    rest = max((len(right) for _, right in halves), default=0)
    return [left.rjust(whole) + right.ljust(rest) for left, right in halves]


def markdown_table(layout: Layout, frame: "pd.DataFrame") -> str:
    """A table in GitHub's markdown: marked rows bold, notes as paragraphs below."""
    headings = [_escaped(column.heading) for column in layout.columns]
    rules = ["---" if column.align == "left" else "---:" for column in layout.columns]
    rows = [
        [_emphasised(cell, i in layout.marked) for cell in row]
        for i, row in enumerate(cells_of(layout, frame))
    ]
    lines = ["| " + " | ".join(row) + " |" for row in (headings, rules, *rows)]
    title = [f"**{_escaped(layout.title)}**"] if layout.title else []
    meaning = [f"Bold: {layout.mark_meaning}."] if layout.marked and layout.mark_meaning else []
    return "\n\n".join([*title, "\n".join(lines), *meaning, *layout.notes])


def _escaped(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _emphasised(cell: str, is_marked: bool) -> str:
    text = _escaped(cell)
    return f"**{text}**" if is_marked and text else text
