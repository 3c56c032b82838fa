"""Where commands write that print line after line: stdout as they come, or a file as a whole."""

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from analyser.cli.output import encoding_of_stdout
from analyser.errors import OutputError
from analyser.files import whole_file

RECORD_ENDINGS = (".jsonl", ".ndjson")
TEXT_ENDINGS = (".txt",)


@contextmanager
def writing(out: Path | None, is_text: bool = False) -> Iterator[Callable[[str], None]]:
    """A function that writes lines, to stdout at once or to the file `out`, whole or not at all.

    Records are UTF-8 wherever they go (RECORD.md); text (`is_text`) is as stdout shows it.
    """
    if out is None:
        yield functools.partial(_print, encoding_of_stdout() if is_text else "utf-8")
    else:
        with whole_file(out) as write:
            yield functools.partial(_write, write)


def _print(encoding: str, text: str) -> None:
    if sys.stdout is None:
        raise OutputError("cannot write: stdout is closed")
    sys.stdout.buffer.write(text.encode(encoding, "replace"))
    sys.stdout.buffer.flush()


def _write(write: Callable[[bytes], None], text: str) -> None:
    write(text.encode())


def is_shown(out: Path | None) -> bool:
    """Whether the lines appear on a terminal, where progress would be in their way."""
    return out is None and sys.stdout is not None and sys.stdout.isatty()
