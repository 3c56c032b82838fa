"""What a command found: tidy rows for programs, tables for people, written in any format."""

import io
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from analyser.errors import OptionError
from analyser.files import checked_ending, write_whole
from analyser.layouts import Layout, default_layout, markdown_table
from analyser.numbers import duration, grouped, rate
from analyser.plots import PLOT_ENDINGS, figure_bytes
from analyser.version import library_version

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

Format = Literal["table", "csv", "json", "markdown"]
FORMATS: tuple[Format, ...] = ("table", "csv", "json", "markdown")
DATA_ENDINGS = (".csv", ".json", ".parquet", ".md")
ENDINGS = (*DATA_ENDINGS, *PLOT_ENDINGS)
PLAIN_WIDTH = 80
"""Columns of a table that does not go to a terminal."""


@dataclass(frozen=True)
class Meta:
    """How a result came about; None or empty where it does not apply.

    seconds: wall-clock time of the run. rules, policies: as the user would write them; `changed`
    holds those rules that are not the defaults, which tables name. other: further keys of the
    JSON object.
    """

    seed: int | None = None
    deals: int | None = None
    rules: Mapping[str, object] = field(default_factory=dict)
    changed: Mapping[str, object] = field(default_factory=dict)
    policies: Sequence[str] = ()
    seconds: float | None = None
    version: str = field(default_factory=library_version)
    other: Mapping[str, object] = field(default_factory=dict)

    @property
    def deals_per_second(self) -> float | None:
        """The speed of the run, if both deals and time are known."""
        return self.deals / self.seconds if self.deals and self.seconds else None


@dataclass(frozen=True)
class Result:
    """The outcome of a command.

    rows: the tidy table (one observation a row, snake_case columns with units), for csv, json and
    parquet. layouts: the tables shown to a person; without any, `rows` as they are. plot: draws
    the result's figure when one is asked for.
    """

    command: str
    rows: "pd.DataFrame"
    meta: Meta = field(default_factory=Meta)
    layouts: Sequence[Layout] = ()
    plot: "Callable[[], Figure] | None" = None


def render(
    result: Result, format: Format = "table", width: int = PLAIN_WIDTH, color: bool = False
) -> str:
    """The result as text that ends with a newline; `width` and `color` concern tables only.

    Raises OptionError for an unknown format.
    """
    if format == "table":
        return _table(result, width, color)
    if format not in _RENDERERS:
        raise OptionError(f"format {format!r}: not one of {', '.join(FORMATS)}")
    return _RENDERERS[format](result)


def write(result: Result, path: Path) -> None:
    """Write the result to a file in the format of its ending, whole or not at all.

    Raises OptionError for an ending that is not accepted and OutputError if the file cannot be
    written.
    """
    data = _WRITERS[checked_ending(path, ENDINGS)](result)
    write_whole(path, data)


def envelope(result: Result) -> dict[str, Any]:
    """The JSON object of a result without its rows: command, version, seed, deals and so on."""
    meta = result.meta
    keys: dict[str, object] = {
        "command": result.command,
        "version": meta.version,
        "seed": meta.seed,
        "deals": meta.deals,
        "rules": meta.rules,
        "policies": meta.policies,
        "seconds": meta.seconds,
        "deals_per_second": meta.deals_per_second,
        **meta.other,
    }
    return {key: _plain(value) for key, value in keys.items()}


def _plain(value: Any) -> Any:
    """`value` in the types of JSON; what is not a number or not finite becomes null."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return None if type(value).__name__ in ("NAType", "NaTType") else value


def _json(result: Result) -> str:
    rows = [_plain(row) for row in result.rows.to_dict("records")]
    text = json.dumps({**envelope(result), "rows": rows}, ensure_ascii=False, indent=2)
    return text + "\n"


def _csv(result: Result) -> str:
    return result.rows.to_csv(index=False, lineterminator="\n")


def _markdown(result: Result) -> str:
    tables = [markdown_table(layout, frame) for layout, frame in _shown(result)]
    return "\n\n".join([*tables, *_run_line(result.meta)]) + "\n"


def _table(result: Result, width: int, color: bool) -> str:
    from analyser.terminal import text_line, text_table

    tables = [text_table(layout, frame, width, color) for layout, frame in _shown(result)]
    lines = [text_line(line, width, color) for line in _run_line(result.meta)]
    return "\n\n".join([*tables, *lines]) + "\n"


def _shown(result: Result) -> "list[tuple[Layout, pd.DataFrame]]":
    layouts = result.layouts or [default_layout(result.rows)]
    return [(layout, result.rows if layout.rows is None else layout.rows) for layout in layouts]


def _run_line(meta: Meta) -> list[str]:
    """One line on the run, such as "1,000,000 deals, seed 7, 0.24 s (4.1 M deals/s)"."""
    speed = meta.deals_per_second
    time = duration(meta.seconds) if meta.seconds is not None else ""
    parts = [
        f"{grouped(meta.deals)} deals" if meta.deals is not None else "",
        f"seed {meta.seed}" if meta.seed is not None else "",
        f"{time} ({rate(speed, 'deals')})" if speed else time,
        _policies(meta.policies),
        _named("rules", [f"{name}={value}" for name, value in meta.changed.items()]),
    ]
    line = ", ".join(part for part in parts if part)
    return [line] if line else []


def _policies(names: Sequence[str]) -> str:
    """The line-up by player; one name where everybody plays the same."""
    if len(set(names)) == 1:
        return _named("policy", names[:1])
    return _named("policies", names)


def _named(name: str, words: Sequence[str]) -> str:
    return f"{name} {' '.join(words)}" if words else ""


def _parquet(result: Result) -> bytes:
    frame = result.rows.copy(deep=False)
    frame.attrs.update(envelope(result))
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def _plotter(ending: str) -> Callable[[Result], bytes]:
    def draw(result: Result) -> bytes:
        if result.plot is None:
            raise OptionError(f"{result.command} draws no plot")
        return figure_bytes(result.plot(), ending)

    return draw


_RENDERERS: dict[Format, Callable[[Result], str]] = {
    "csv": _csv,
    "json": _json,
    "markdown": _markdown,
}

_WRITERS: dict[str, Callable[[Result], bytes]] = {
    ".csv": lambda result: _csv(result).encode(),
    ".json": lambda result: _json(result).encode(),
    ".md": lambda result: _markdown(result).encode(),
    ".parquet": _parquet,
    **{ending: _plotter(ending) for ending in PLOT_ENDINGS},
}
