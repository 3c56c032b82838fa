"""What a run folder holds of its deals, found again by task and deal; and what is added to it."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from analyser.errors import AnalyserError, RunError
from analyser.runs.codec import encode
from analyser.runs.parts import Part, Piece, read_part, write_part

# A file is written when so many seconds have passed since the last one; or this part of the time
# the run has taken, so that there are not too many of them; or so many times what writing the last
# one took, so that writing takes less than 1 % of the time. A kill loses as much work.
LEAST_SECONDS = 2.0
_MOST_SECONDS = 60.0
_GROWTH = 50
_COST = 200
# A piece grows to the deals of so many chunks: few enough to be computed again in a check.
_MOST_CHUNKS = 256


class Place(NamedTuple):
    """Where a piece is: its deals, its file, its row in it."""

    first_deal: int
    n_deals: int
    path: Path
    row: int

    @property
    def end(self) -> int:
        """The first deal behind it."""
        return self.first_deal + self.n_deals


class Gap(NamedTuple):
    """Deals first_deal to end - 1, of which nothing is stored."""

    first_deal: int
    end: int


class Index:
    """Where the pieces of a folder are. Everything in it was read once and found undamaged."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._places: dict[str, dict[int, list[Place]]] = defaultdict(dict)
        self.seconds, self.last_number = 0.0, 0
        self.paths: list[Path] = []
        for part in parts:
            self.seconds += part.seconds
            self.paths.append(part.path)
            self.last_number = max(self.last_number, part.number)
            for row, piece in enumerate(part.pieces):
                place = Place(piece.first_deal, piece.n_deals, part.path, row)
                self._places[piece.task].setdefault(piece.first_deal, []).append(place)

    @property
    def tasks(self) -> list[str]:
        """The tasks of which something is stored."""
        return list(self._places)

    def places(self) -> list[Place]:
        """All pieces, by task and first deal."""
        return [
            place
            for task in self._places.values()
            for first in sorted(task)
            for place in task[first]
        ]

    def stretches(self, task: str) -> list[Gap]:
        """The deals of a task that are stored, in as few ranges as possible."""
        found: list[Gap] = []
        places = self._places.get(task, {})
        for place in (place for first in sorted(places) for place in places[first]):
            if found and place.first_deal <= found[-1].end:
                found[-1] = Gap(found[-1].first_deal, max(found[-1].end, place.end))
            else:
                found.append(Gap(place.first_deal, place.end))
        return found

    @property
    def n_deals(self) -> int:
        """Deals stored, over all tasks."""
        return sum(gap.end - gap.first_deal for task in self.tasks for gap in self.stretches(task))

    def tiles(self, task: str, first: int, end: int) -> Iterator[Place | Gap]:
        """Pieces, and gaps between them, that make up a range of deals in their order."""
        places = self._places.get(task, {})
        starts = sorted(start for start in places if first < start < end)
        while first < end:
            fitting = [place for place in places.get(first, ()) if place.end <= end]
            if fitting:
                tile: Place | Gap = max(fitting, key=lambda place: place.n_deals)
            else:
                starts = [start for start in starts if start > first]
                tile = Gap(first, self._next(places, starts, end))
            yield tile
            first = tile.end

    def _next(self, places: dict[int, list[Place]], starts: list[int], end: int) -> int:
        """The first deal of a piece that fits before the end, or the end."""
        for start in starts:
            if any(place.end <= end for place in places[start]):
                return start
        return end


def parts_of(
    folder: Path, identity: str, on_fault: Callable[[Path, RunError], None]
) -> Iterator[Part]:
    """The files of pieces in a folder, in the order of their numbers.

    on_fault : is told of every one that cannot be believed; it raises, or takes it away.
    """
    for path in sorted(folder.glob("chunks-*")):
        if path.suffix == SET_ASIDE:
            continue
        try:
            yield read_part(path, identity)
        except RunError as error:
            on_fault(path, error)


SET_ASIDE = ".refused"


class Reader:
    """Reads pieces that an index knows; keeps the last file that it read."""

    def __init__(self, identity: str) -> None:
        self._identity = identity
        self._part: Part | None = None

    def piece(self, place: Place) -> Piece:
        """The piece at a place; raises RunError if it is damaged by now."""
        return self.part(place.path).pieces[place.row]

    def part(self, path: Path) -> Part:
        """A file; raises RunError if it is damaged by now."""
        if self._part is None or self._part.path != path:
            self._part = read_part(path, self._identity)
        return self._part


@dataclass(frozen=True)
class _Growing:
    """A piece to which neighbouring chunks are still added."""

    task: str
    first_deal: int
    n_deals: int
    tally: Any

    def is_before(self, task: str, first_deal: int) -> bool:
        """Whether the deals of a task from this one on are the next."""
        return (self.task, self.first_deal + self.n_deals) == (task, first_deal)

    def with_chunks(self, n_deals: int, tally: Any) -> "_Growing":
        """The piece with the next deals."""
        return _Growing(self.task, self.first_deal, self.n_deals + n_deals, self.tally + tally)

    def piece(self) -> Piece:
        """The piece as it is stored."""
        return Piece(self.task, self.first_deal, self.n_deals, encode(self.tally))


@dataclass
class Writer:
    """Adds pieces to a folder, a file at a time.

    An interrupt may come anywhere: what is there twice then does no harm, and nothing is lost.
    chunk_deals : of a chunk, by which the size of pieces is bounded.
    """

    folder: Path
    identity: str
    last_number: int
    chunk_deals: int
    _growing: _Growing | None = None
    _pieces: list[Piece] = field(default_factory=list)
    _began: float = field(default_factory=time.monotonic)
    _written: float = field(default_factory=time.monotonic)
    _cost: float = 0.0
    _error: AnalyserError | None = None

    def start(self) -> None:
        """The work begins now."""
        self._began = self._written = time.monotonic()

    def add(self, task: str, first_deal: int, n_deals: int, tally: Any) -> None:
        """Keep the tally of a chunk, or of several; raises OutputError if a file cannot be written.

        Neighbours are added up to a piece of at most _MOST_CHUNKS chunks; more at once are one too.
        """
        most = _MOST_CHUNKS * self.chunk_deals
        growing = self._growing
        if growing and growing.is_before(task, first_deal) and growing.n_deals + n_deals <= most:
            self._growing = growing.with_chunks(n_deals, tally)
        else:
            self.cut()
            self._growing = _Growing(task, first_deal, n_deals, tally)
        if time.monotonic() - self._written >= self._patience:
            self.flush()

    def cut(self) -> None:
        """Begin a new piece with the next chunk."""
        if self._growing is not None:
            self._pieces = [*self._pieces, self._growing.piece()]
            self._growing = None

    @property
    def _patience(self) -> float:
        taken = (self._written - self._began) / _GROWTH
        return max(LEAST_SECONDS, min(taken, _MOST_SECONDS), self._cost * _COST)

    def flush(self) -> None:
        """Write what is not yet written; raises OutputError, once, if that cannot be done."""
        self.cut()
        pieces = self._pieces
        if not pieces or self._error:
            return
        began = time.monotonic()
        try:
            write_part(
                self.folder, self.last_number + 1, self.identity, pieces, began - self._written
            )
        except AnalyserError as error:
            self._error = error
            raise
        self.last_number += 1
        self._pieces = self._pieces[len(pieces) :]
        self._written = time.monotonic()
        self._cost = self._written - began
