"""Checking a run folder by computing a part of it again."""

import functools
import operator
import random
from collections.abc import Generator
from typing import Any, TypeVar

from analyser.engine import ranges
from analyser.errors import Ended, RunError
from analyser.runner import Backend, OpenRun, Runner, Work
from analyser.runs.codec import encode
from analyser.runs.folder import StoredRun
from analyser.runs.store import Gap, Place
from analyser.runs.told import range_text

Tally = TypeVar("Tally")


class Verifier(Runner):
    """Reads a run from its folder, and computes some of the pieces that it has read again.

    It reads as far as the analysis goes, or to the first gap: what is behind is never drawn.
    n_verified, n_deals : pieces that came out the same, and how many deals these are.
    """

    def __init__(self, backend: Backend, open_run: OpenRun, first_deal: int, n_pieces: int) -> None:
        """n_pieces : how many pieces to compute again, drawn at random."""
        super().__init__(backend, open_run, first_deal=first_deal)
        self._n_pieces = n_pieces
        self._read: dict[Place, Work[Any]] = {}
        self.n_verified = self.n_deals = 0

    def _from_store(self, stored: StoredRun, work: Work[Tally], place: Place) -> Tally:
        """The tally of a piece, which may be drawn from now on."""
        self._read[place] = work
        return super()._from_store(stored, work, place)

    def _kept(
        self, stored: StoredRun, work: Work[Tally], gap: Gap
    ) -> Generator[tuple[int, Tally], None, None]:
        """Raises Ended, after the check: what is not stored is not checked."""
        self._verify()
        raise Ended("nothing is stored yet")
        yield

    def finish(self) -> None:
        """Check what the analysis has read; raises RunError if it has read nothing."""
        if not self._read:
            raise RunError(f"{self.stored.folder}: the run needs none of its pieces, none to check")
        self._verify()
        super().finish()

    def _verify(self) -> None:
        """Draw lots, and compute what was drawn; raises RunError where it comes out otherwise."""
        drawn = random.sample(list(self._read.items()), min(self._n_pieces, len(self._read)))
        for number, (place, work) in enumerate(drawn, 1):
            self._shown.say(f"checking piece {number} of {len(drawn)}")
            self._check(work, place)

    def _check(self, work: Work[Any], place: Place) -> None:
        chunks = ranges(place.first_deal, place.n_deals, work.chunk_deals)
        tallies = (found for _, found in self.backend.tallies(work, chunks))
        tally = super()._from_store(self.stored, work, place)
        if not encode(functools.reduce(operator.add, tallies)).is_same(encode(tally)):
            deals = range_text(place.first_deal, place.end)
            raise RunError(f"{place.path}: {deals} come to other numbers when computed again")
        self.n_verified += 1
        self.n_deals += place.n_deals
