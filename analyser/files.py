"""Writing files whole or not at all."""

import contextlib
import os
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path

from analyser.errors import OptionError, OutputError


def checked_ending(path: Path, accepted: Sequence[str]) -> str:
    """The ending of `path` in lower case; raises OptionError if it is not among `accepted`."""
    ending = path.suffix.lower()
    if ending not in accepted:
        raise OptionError(f"{str(path)!r}: the ending must be one of {' '.join(accepted)}")
    return ending


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` into the file at `path`, replacing what is there in one step.

    The bytes go to a temporary name in the same folder, are forced to the disk and moved into
    place, so `path` holds either its old contents or all of the new ones. A link is followed and
    an existing file keeps its permissions. Raises OutputError if the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        _refuse_special(target)
        _write_and_move(temporary, target, data)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None


def _refuse_special(target: Path) -> None:
    """Raises OSError for what a move would destroy: a folder, a device, a pipe."""
    if target.exists() and not target.is_file():
        raise OSError(0, "it exists and is not a file")


def _write_and_move(temporary: Path, target: Path, data: bytes) -> None:
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Force the move itself to the disk, on systems that can open a folder."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
