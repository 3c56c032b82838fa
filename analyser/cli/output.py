"""Where a command's result goes: stdout in the format asked for, and files.

A command ends with `emit(result, settings)`, its heavy imports inside (cli/simulate.py is one).
"""

import os
import shutil
import sys
from typing import TYPE_CHECKING, Protocol

import click

from analyser.cli.options import Settings
from analyser.cli.session import session_of
from analyser.report import PLAIN_WIDTH, Result, render, write

if TYPE_CHECKING:
    from analyser.runner import Runner

_SUBSTITUTES = str.maketrans(
    {
        "\N{MINUS SIGN}": "-",
        "\N{EM DASH}": "-",
        "\N{EN DASH}": "-",
        "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
        "\N{PLUS-MINUS SIGN}": "+/-",
        "\N{BLACK SPADE SUIT}": "S",
        "\N{BLACK HEART SUIT}": "H",
        "\N{BLACK DIAMOND SUIT}": "D",
        "\N{BLACK CLUB SUIT}": "C",
    }
)


def emit(result: Result, settings: Settings) -> None:
    """Print the result in `settings.format`; write it to `settings.out` and draw the plot.

    The files are written even if the reader of stdout has gone. Raises OutputError if one cannot
    be written, OptionError if the command draws no plot.
    """
    if session_of(click.get_current_context(silent=True)).is_silent:
        return
    try:
        _print(result, settings)
    finally:
        if settings.out is not None:
            write(result, settings.out)
        if settings.plot is not None:
            write(result, settings.plot)


class Run(Protocol):
    """A run that has been computed as far as it was to be, or to Ctrl-C."""

    @property
    def is_interrupted(self) -> bool:
        """Whether it ended before its last deal."""


def emit_run(result: Result, settings: Settings, run: Run, runner: "Runner") -> None:
    """As `emit`; then goes on with the Ctrl-C that ended the run early, if one did."""
    emit(result, settings)
    if run.is_interrupted and not runner.has_ended:
        raise KeyboardInterrupt


def _print(result: Result, settings: Settings) -> None:
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else PLAIN_WIDTH
    color = is_terminal and _wants_color()
    click.echo(printable(render(result, settings.format, width, color)), nl=False, color=color)


def _wants_color() -> bool:
    """Whether a terminal is to have colours (https://no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def printable(text: str) -> str:
    """`text` with signs that stdout cannot show written in ASCII: - for a minus, S for a spade."""
    if can_show(text):
        return text
    encoding = encoding_of_stdout()
    return text.translate(_SUBSTITUTES).encode(encoding, "replace").decode(encoding)


def can_show(text: str) -> bool:
    """Whether stdout has all the signs in `text`."""
    try:
        text.encode(encoding_of_stdout())
    except UnicodeEncodeError:
        return False
    return True


def encoding_of_stdout() -> str:
    """The name of the encoding in which stdout takes text."""
    return getattr(sys.stdout, "encoding", None) or "utf-8"
