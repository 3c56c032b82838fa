"""Types of command-line values: each refuses at once, in one line, what does not fit."""

import math
from pathlib import Path
from typing import Any

import click

from analyser.errors import AnalyserError
from analyser.files import checked_ending
from analyser.numbers import LARGEST_COUNT, parse_count


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
