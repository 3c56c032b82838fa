"""Where and how the chunks of a run are computed, and what is kept of them.

An analysis says what is to be done with deals (`Work`) and adds up the tallies that come back, in
order. Whether they were computed in threads here, on a cluster, or long ago and kept in a run
folder makes no difference to it, nor to a single bit of its result.
"""

import functools
import operator
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from analyser.engine import Range, Worker, default_threads, prepare, ranges, tallies
from analyser.errors import Ended, OptionError
from analyser.numbers import LARGEST_COUNT
from analyser.progress import Progress
from analyser.runs.folder import StoredRun
from analyser.runs.store import Gap, Place
from analyser.runs.told import Told

Tally = TypeVar("Tally")


@dataclass(frozen=True)
class Work(Generic[Tally]):
    """What is to be done with deals.

    kind : the class of the tallies. make_worker : makes a function of (first deal, number of
    deals) that gives a tally; called once a thread. chunk_deals : so many deals suit it, and more
    than these it must not be given at once. task : tells apart the works of a run.
    """

    kind: type[Tally]
    make_worker: Callable[[], Worker[Tally]]
    chunk_deals: int
    task: str = "deals"

    def worker_of_chunks(self) -> Worker[Tally]:
        """A worker that takes chunks of any size."""
        work = self.make_worker()

        def worked(first: int, n_deals: int) -> Tally:
            parts = (work(*part) for part in ranges(first, n_deals, self.chunk_deals))
            total: Tally = functools.reduce(operator.add, parts)
            return total

        return worked


class Backend(Protocol):
    """Computes chunks.

    computes : whether it does, so that the time it takes counts.
    """

    computes: ClassVar[bool]

    def prepare(self, work: Work[Any], shown: Progress) -> None:
        """Get ready for a work, before the clock starts."""

    def tallies(
        self, work: Work[Tally], chunks: Iterable[Range]
    ) -> Generator[tuple[int, Tally], None, None]:
        """Numbers of deals and tallies of chunks, or of several neighbouring ones, in order."""

    def close(self) -> None:
        """Let go of everything."""


@dataclass(frozen=True)
class Threads:
    """Computes chunks in threads of this process."""

    n_threads: int
    computes: ClassVar[bool] = True

    def prepare(self, work: Work[Any], shown: Progress) -> None:
        """Have the kernels compiled."""
        prepare(work.make_worker, shown)

    def tallies(
        self, work: Work[Tally], chunks: Iterable[Range]
    ) -> Generator[tuple[int, Tally], None, None]:
        """Numbers of deals and tallies of chunks, in order."""
        return tallies(work.worker_of_chunks, chunks, self.n_threads)

    def close(self) -> None:
        """Nothing is left over."""


class Nobody:
    """Computes nothing: what is not stored ends the run."""

    computes: ClassVar[bool] = False

    def prepare(self, work: Work[Any], shown: Progress) -> None:
        """Nothing is to be got ready."""

    def tallies(
        self, work: Work[Tally], chunks: Iterable[Range]
    ) -> Generator[tuple[int, Tally], None, None]:
        """Raises Ended."""
        raise Ended("nothing is stored yet")
        yield

    def close(self) -> None:
        """Nothing is left over."""


OpenRun = Callable[[Told], StoredRun]
"""Opens the folder of the run that an analysis tells of."""


class Runner:
    """Computes the chunks of one run, or takes them from its folder, where it keeps the others.

    with Runner(Threads(2)) as runner:
        runner.begin(told, work, shown)
        for n_deals, tally in runner.tallies(work, 0, 1_000_000):
            ...
        runner.finish()
    """

    def __init__(
        self,
        backend: Backend,
        open_run: OpenRun | None = None,
        *,
        first_deal: int = 0,
        chunk_deals: int | None = None,
        max_seconds: float | None = None,
    ) -> None:
        """Nothing is opened before `begin`; `has_ended` tells a run that it ended before its time.

        open_run : opens the folder of the run, if it has one. first_deal : what the analysis calls
        deal 0. chunk_deals : of a chunk; what suits the work by default. max_seconds : after these
        the run ends as if by Ctrl-C.
        """
        self.backend, self._open_run = backend, open_run
        self._stored: StoredRun | None = None
        self.first_deal, self._chunk_deals = first_deal, chunk_deals
        self._max_seconds = max_seconds
        self._began = time.perf_counter()
        self._has_computed = False
        self.has_ended = False

    @property
    def stored(self) -> StoredRun:
        """The folder of a run that has begun and has one."""
        assert self._stored is not None
        return self._stored

    @property
    def seconds(self) -> float:
        """How long the run has taken, with what was computed earlier."""
        earlier = self._stored.index.seconds if self._stored else 0.0
        return earlier + (time.perf_counter() - self._began) * self.backend.computes

    def begin(self, told: Told, work: Work[Any], shown: Progress) -> None:
        """Open the folder of the run, if it has one, and get ready for its first work.

        Raises OptionError for deals that cannot be numbered, RunError for a folder of another run
        or one that cannot be believed, OutputError for one that cannot be written.
        """
        self._check_numbers(told)
        self._shown = shown
        if self._open_run:
            size = self._chunk_deals or work.chunk_deals
            told = replace(told, first_deal=self.first_deal, chunk_deals=size)
            self._stored = self._open_run(told)
        self.backend.prepare(work, shown)
        if self._stored:
            self._stored.start()
        self._began = time.perf_counter()
        shown.restart()

    def _check_numbers(self, told: Told) -> None:
        n_places = told.deals // (told.per_place or 1)
        if self.first_deal + n_places > LARGEST_COUNT:
            raise OptionError(
                f"first_deal {self.first_deal}: with {n_places} from there on the last must be "
                f"below {LARGEST_COUNT}"
            )

    def tallies(
        self, work: Work[Tally], first: int, n_deals: int
    ) -> Generator[tuple[int, Tally], None, None]:
        """Numbers of deals and tallies of a range of deals, piece by piece in their order.

        Raises Ended, which ends a run as Ctrl-C does, where the time is over.
        """
        start = first + self.first_deal
        try:
            if self._stored is None:
                yield from self._computed(work, start, start + n_deals)
            else:
                yield from self._stored_or_computed(self._stored, work, start, start + n_deals)
        except Ended:
            self.has_ended = True
            raise

    def _stored_or_computed(
        self, stored: StoredRun, work: Work[Tally], first: int, end: int
    ) -> Generator[tuple[int, Tally], None, None]:
        for tile in stored.tiles(work.task, first, end):
            if isinstance(tile, Place):
                yield tile.n_deals, self._from_store(stored, work, tile)
            else:
                self._shown.restart()
                yield from self._kept(stored, work, tile)

    def _from_store(self, stored: StoredRun, work: Work[Tally], place: Place) -> Tally:
        """The tally of a piece that is there."""
        return stored.tally(place, work.kind)

    def _kept(
        self, stored: StoredRun, work: Work[Tally], gap: Gap
    ) -> Generator[tuple[int, Tally], None, None]:
        """What is computed to fill a gap, and kept before anybody else has it."""
        place = gap.first_deal
        try:
            for n_deals, tally in self._computed(work, place, gap.end):
                stored.keep(work.task, place, n_deals, tally)
                place += n_deals
                yield n_deals, tally
        except (KeyboardInterrupt, GeneratorExit):
            stored.flush()
            raise
        stored.cut()

    def _computed(
        self, work: Work[Tally], first: int, end: int
    ) -> Generator[tuple[int, Tally], None, None]:
        size = self._chunk_deals or work.chunk_deals
        self._look_at_the_clock()
        with closing(self.backend.tallies(work, ranges(first, end - first, size))) as chunks:
            for n_deals, tally in chunks:
                self._has_computed = True
                yield n_deals, tally
                first += n_deals
                if first < end:
                    self._look_at_the_clock()

    def _look_at_the_clock(self) -> None:
        """Raises Ended where the time is over, but not before anything was computed."""
        if self._max_seconds is None or not self._has_computed:
            return
        if time.perf_counter() - self._began >= self._max_seconds:
            raise Ended(f"{self._max_seconds:g} seconds are over")

    def finish(self) -> None:
        """Note in the folder that the run has come to its end."""
        if self._stored:
            self._stored.finish()

    def __enter__(self) -> "Runner":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Keep what is not yet kept, let go of folder and backend."""
        try:
            if self._stored:
                self._stored.close()
        finally:
            self.backend.close()


def in_threads(n_threads: int | None = None) -> Runner:
    """A runner without a folder, in threads of this process; one a core for None."""
    return Runner(Threads(n_threads or default_threads()))
