"""Types of command-line values: each refuses at once, in one line, what does not fit."""

import math
from pathlib import Path
from typing import Any

import click

from analyser.errors import AnalyserError
from analyser.files import checked_ending
from analyser.numbers import LARGEST_COUNT, parse_count
from analyser.report import ENDINGS


class Count(click.ParamType[int]):
    """A whole number in any of the ways `analyser.numbers.parse_count` reads."""

    name = "N"

    def __init__(self, minimum: int = 0, maximum: int = LARGEST_COUNT) -> None:
        """minimum, maximum: the bounds, both allowed."""
        self.minimum, self.maximum = minimum, maximum

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """`value` as an int; a click usage error if it is none or out of bounds."""
        try:
            return parse_count(str(value), "number", self.minimum, self.maximum)
        except AnalyserError as error:
            self.fail(str(error), param, ctx)


class Counts(click.ParamType[tuple[int, ...]]):
    """Whole numbers with commas between, each as `Count` reads it."""

    name = "N,N,..."

    def __init__(self, minimum: int = 0, maximum: int = LARGEST_COUNT) -> None:
        """minimum, maximum: the bounds of each, both allowed."""
        self.minimum, self.maximum = minimum, maximum

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """`value` as ints; a click usage error if one is none or out of bounds."""
        one = Count(self.minimum, self.maximum)
        return tuple(one.convert(text, param, ctx) for text in str(value).split(","))


class Width(click.ParamType[float]):
    """A positive, finite number, such as the width of an interval to be reached."""

    name = "X"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """`value` as a float; a click usage error if it is not positive and finite."""
        try:
            width = float(value)
        except ValueError:
            width = math.nan
        if not 0 < width < math.inf:
            self.fail(f"{value!r}: not a number above zero, as in 0.05", param, ctx)
        return width


class Seconds(Width):
    """A positive, finite number of seconds."""

    name = "N"


class ResultPath(click.ParamType[Path]):
    """A file to be written: its ending and its folder are checked before the work begins."""

    name = "PATH"

    def __init__(self, endings: tuple[str, ...]) -> None:
        """endings: those that the program can write."""
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """`value` as a Path; a click usage error for another ending or a folder not there."""
        path = Path(value)
        try:
            checked_ending(path, self.endings)
        except AnalyserError as error:
            self.fail(str(error), param, ctx)
        if path.exists() and not path.is_file():
            self.fail(f"{value!r}: is there already and is no file", param, ctx)
        if not path.parent.is_dir():
            self.fail(f"{value!r}: there is no folder {str(path.parent)!r}", param, ctx)
        return path


class ResultFolder(click.ParamType[Path]):
    """A folder to write several files to, made if it is not there; its own must be."""

    name = "DIR"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """`value` as a Path; a click usage error for what is no folder and cannot become one."""
        path = Path(value)
        if path.exists() and not path.is_dir():
            self.fail(f"{value!r}: is there already and is no folder", param, ctx)
        if path.suffix in ENDINGS and not path.exists():
            self.fail(f"{value!r}: a folder for several files is asked for, no file", param, ctx)
        if not path.parent.is_dir():
            self.fail(f"{value!r}: there is no folder {str(path.parent)!r}", param, ctx)
        return path
