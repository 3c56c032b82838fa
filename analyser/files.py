"""Writing files whole or not at all."""

import contextlib
import functools
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from analyser.errors import OptionError, OutputError


def checked_ending(path: Path, accepted: Sequence[str]) -> str:
    """The ending of `path` in lower case; raises OptionError if it is not among `accepted`."""
    ending = path.suffix.lower()
    if ending not in accepted:
        raise OptionError(f"{str(path)!r}: the ending must be one of {' '.join(accepted)}")
    return ending


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Callable[[bytes], None]]:
    """Write a file piece by piece, whole or not at all: a function that takes each piece.

    The bytes go to a temporary name in the same folder; when the block ends they are forced to
    the disk and moved into place, so `path` holds either its old contents or all of the new ones,
    which are those that it had before wherever the block raises. A link is followed and an
    existing file keeps its permissions. Raises OutputError if the file cannot be written.

        with whole_file(Path("deals.jsonl")) as write:
            for line in lines:
                write(line)
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with _told_of(path):
            _refuse_special(target)
            file = temporary.open("xb")
        with _closing(file):
            yield functools.partial(_write, path, file)
            with _told_of(path):
                _move(file, temporary, target)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` into the file at `path`, replacing what is there in one step (`whole_file`).

    Raises OutputError if the file cannot be written.
    """
    with whole_file(path) as write:
        write(data)


@contextlib.contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """Turns what the system refuses into an error that names the path."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None


@contextlib.contextmanager
def _closing(file: BinaryIO) -> Iterator[None]:
    """Closes the file; after an error it may fail to, and that error is the one to tell."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            file.close()


def _write(path: Path, file: BinaryIO, data: bytes) -> None:
    with _told_of(path):
        file.write(data)


def _refuse_special(target: Path) -> None:
    """Raises OSError for what a move would destroy: a folder, a device, a pipe."""
    if target.exists() and not target.is_file():
        raise OSError(0, "it exists and is not a file")


def _move(file: BinaryIO, temporary: Path, target: Path) -> None:
    file.flush()
    os.fsync(file.fileno())
    if target.exists():
        shutil.copymode(target, temporary)
    temporary.replace(target)
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Force the move itself to the disk, on systems that can open a folder."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
