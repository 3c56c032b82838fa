"""The folder of a run: made, locked, opened again, and refused where it cannot be believed."""

import contextlib
import fcntl
import os
import re
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, TypeVar

from analyser.errors import OutputError, RunError
from analyser.runs.codec import decode
from analyser.runs.parts import PART, Part
from analyser.runs.store import SET_ASIDE, Gap, Index, Place, Reader, Writer, parts_of
from analyser.runs.told import RUN_FILE, Told, difference, told_in

_LOCK_FILE = "lock"
_LOCK_TEXT = re.compile(r"(process \d+ on .+\n)?")
# Others may look whether a folder is in use; that takes no longer.
_LOCK_SECONDS = 1.0
# What a process that was killed leaves of a file that it was writing (`whole_file`).
_HALF = re.compile(rf"\.({re.escape(RUN_FILE)}|{PART.pattern})\.[0-9a-f]{{8}}\.part")
# What only a run has, be its run.toml lost.
_REMAINS = re.compile(rf"({PART.pattern}|{re.escape(RUN_FILE)})({re.escape(SET_ASIDE)})?")
Tally = TypeVar("Tally")


def index_of(folder: Path, told: Told, is_repaired: bool = False) -> Index:
    """What is stored in the folder of a run.

    Raises RunError for the first file that cannot be believed; where the folder is to be repaired
    the file gets another name, and its deals are not stored any more.
    """

    def on_fault(path: Path, error: RunError) -> None:
        if not is_repaired:
            raise RunError(
                f"{error}; reversis run resume {folder} --repair, or the same command with "
                "--repair, puts it aside and computes its deals again"
            ) from None
        os.replace(path, path.with_name(path.name + SET_ASIDE))

    return Index(parts_of(folder, told.identity, on_fault))


class StoredRun:
    """A run folder as it is, to be read."""

    def __init__(self, folder: Path, is_repaired: bool = False) -> None:
        """Raises RunError, naming the file, for what cannot be believed."""
        self.folder = folder
        self.told = told_in(folder)
        self.index = index_of(folder, self.told, is_repaired)
        self._reader = Reader(self.told.identity)

    def check(self, told: Told) -> None:
        """Raises RunError, naming the first difference, unless the run is the one that is told."""
        if found := difference(self.told, told):
            raise RunError(f"{self.folder}: another run: {found}")

    def tally(self, place: Place, kind: type[Tally]) -> Tally:
        """The tally of a piece; raises RunError if it is damaged."""
        return decode(kind, self._reader.piece(place).numbers)

    def part(self, path: Path) -> Part:
        """One of its files; raises RunError if it is damaged."""
        return self._reader.part(path)

    def tiles(self, task: str, first: int, end: int) -> Iterator[Place | Gap]:
        """Pieces and gaps that make up a range of deals (store.py)."""
        return self.index.tiles(task, first, end)

    def start(self) -> None:
        """The work begins now, which takes time from now on."""

    def keep(self, task: str, first_deal: int, n_deals: int, tally: object) -> None:
        """Keep the tally of a chunk, where the folder is written to."""

    def cut(self) -> None:
        """Add nothing more to the piece that was kept last."""

    def flush(self) -> None:
        """Write at once what is kept."""

    def finish(self) -> None:
        """Note that the run has come to its end, where the folder is written to."""

    def close(self) -> None:
        """Let go of the folder."""


class GrowingRun(StoredRun):
    """A run folder to which this process adds; nobody else may meanwhile."""

    def __init__(self, folder: Path, told: Told, is_repaired: bool = False) -> None:
        """Make the folder, or open it again if it holds a part of the same run.

        Raises RunError for another run and for what cannot be believed, OutputError if the folder
        cannot be written or is in use. A folder that holds no run but other things is not touched.
        """
        with _told_of(folder):
            _make(folder)
            _refuse_other_things(folder, is_repaired)
            self._lock = _locked(folder)
        try:
            self._open(folder, told, is_repaired)
        except BaseException:
            self._lock.close()
            raise

    def _open(self, folder: Path, told: Told, is_repaired: bool) -> None:
        _remove_halves(folder)
        is_there = _holds_run(folder, is_repaired)
        if not is_there:
            told.stamped().written(folder)
        super().__init__(folder, is_repaired)
        self.check(told)
        if is_there:
            self._widen(told)
        self._is_whole = told.deals == self.told.deals
        self._writer = Writer(folder, told.identity, self.index.last_number, told.chunk_deals)

    def _widen(self, told: Told) -> None:
        """Ask for more deals, if more are told than were asked for."""
        if told.first_deal != self.told.first_deal:
            raise RunError(
                f"{self.folder}: another run: first deal {self.told.first_deal} there, "
                f"{told.first_deal} here; runs of other deals are joined with reversis run merge"
            )
        if told.deals > self.told.deals:
            wider = replace(
                self.told, deals=told.deals, has_deals=told.has_deals, is_finished=False
            )
            wider.written(self.folder)
            self.told = wider

    def start(self) -> None:
        """The work begins now, which takes time from now on."""
        self._writer.start()

    def keep(self, task: str, first_deal: int, n_deals: int, tally: object) -> None:
        """Keep the tally of a chunk; raises OutputError if it is time to write and that fails."""
        self._writer.add(task, first_deal, n_deals, tally)

    def cut(self) -> None:
        """Add nothing more to the piece that was kept last."""
        self._writer.cut()

    def flush(self) -> None:
        """Write at once what is kept; raises OutputError if that cannot be done."""
        self._writer.flush()

    def finish(self) -> None:
        """Note that the run has come to its end; raises OutputError if that cannot be written.

        Where fewer deals are told than were asked for earlier, this is not its end.
        """
        self._writer.flush()
        if self._is_whole and not self.told.is_finished:
            self.told = replace(self.told, is_finished=True)
            self.told.written(self.folder)

    def close(self) -> None:
        """Write what is not yet written, and let others use the folder."""
        try:
            self._writer.flush()
        finally:
            self._lock.close()


def _make(folder: Path) -> None:
    """Make the folder unless it is there; only in one that is, to keep slips of the pen small."""
    if folder.exists() and not folder.is_dir():
        raise RunError(f"{folder}: is there already and is no folder")
    folder.mkdir(exist_ok=True)


def _refuse_other_things(folder: Path, is_repaired: bool) -> None:
    """Raises RunError for a folder that holds no run but other things.

    A run that has lost its run.toml is accepted only where it is to be repaired.
    """
    if (folder / RUN_FILE).exists():
        if not is_repaired:
            told_in(folder)
        return
    others = sorted(path.name for path in folder.iterdir() if not _is_of_a_start(path))
    has_remains = any(map(_REMAINS.fullmatch, others))
    if others and not (has_remains and is_repaired):
        hint = "; give the command that made it again, with --repair" if has_remains else ""
        raise RunError(f"{folder}: no run folder, it holds {others[0]} and no {RUN_FILE}{hint}")


def _is_of_a_start(path: Path) -> bool:
    """Whether a file is one that a process killed before it wrote run.toml may leave."""
    if path.name == _LOCK_FILE and path.is_file():
        return _LOCK_TEXT.fullmatch(_text(path)) is not None
    return _HALF.fullmatch(path.name) is not None


def _holds_run(folder: Path, is_repaired: bool) -> bool:
    """Whether a folder holds a run that can be believed.

    Where it is to be repaired, a run.toml that cannot be believed is put aside.
    """
    if not (folder / RUN_FILE).exists():
        return False
    try:
        told_in(folder)
    except RunError:
        if not is_repaired:
            raise
        os.replace(folder / RUN_FILE, folder / (RUN_FILE + SET_ASIDE))
        return False
    return True


def _remove_halves(folder: Path) -> None:
    """Remove what a process that was killed had begun to write."""
    for path in folder.iterdir():
        if _HALF.fullmatch(path.name):
            with contextlib.suppress(OSError):
                path.unlink()


def _locked(folder: Path) -> IO[str]:
    """The lock of a folder, held until it is closed; raises OutputError if another has it."""
    path = folder / _LOCK_FILE
    file = path.open("a+")
    try:
        _lock(file)
    except BlockingIOError:
        file.close()
        raise OutputError(f"{folder}: in use by {_text(path).strip()}") from None
    file.truncate(0)
    file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
    file.flush()
    return file


def _lock(file: IO[str]) -> None:
    """Lock a file; raises BlockingIOError if another has it all the time."""
    end = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise
        time.sleep(_LOCK_SECONDS / 20)


def _text(path: Path) -> str:
    return path.read_text(errors="replace")


def user_of(folder: Path) -> str:
    """Who adds to a folder now, "process 1234 on HOST"; nothing if nobody does."""
    try:
        with (folder / _LOCK_FILE).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _text(folder / _LOCK_FILE).strip()
    except OSError:
        pass
    return ""


@contextlib.contextmanager
def _told_of(folder: Path) -> Iterator[None]:
    """Turns what the system refuses into an error that names the folder."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from None
