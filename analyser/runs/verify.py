"""Checking a run folder by computing a part of it again."""

import functools
import operator
import random
from collections.abc import Collection, Generator
from typing import Any, TypeVar

from analyser.engine import ranges
from analyser.errors import Ended, RunError
from analyser.progress import Progress
from analyser.runner import Backend, OpenRun, Runner, Work
from analyser.runs.codec import encode
from analyser.runs.folder import StoredRun
from analyser.runs.store import Gap, Place
from analyser.runs.told import Told, range_text

Tally = TypeVar("Tally")
SAMPLE = 20
"""Pieces that are computed again unless the user says otherwise."""


class Verifier(Runner):
    """Reads a run from its folder, and computes some of its pieces again.

    n_verified, n_deals : pieces that came out the same, and how many deals these are.
    """

    def __init__(self, backend: Backend, open_run: OpenRun, first_deal: int, n_pieces: int) -> None:
        """n_pieces : how many pieces to compute again, drawn at random."""
        super().__init__(backend, open_run, first_deal=first_deal)
        self._n_pieces = n_pieces
        self._chosen: Collection[Place] = ()
        self.n_verified = self.n_deals = 0

    def begin(self, told: Told, work: Work[Any], shown: Progress) -> None:
        """Open the folder, and draw lots."""
        super().begin(told, work, shown)
        places = self.stored.index.places()
        self._chosen = set(random.sample(places, min(self._n_pieces, len(places))))

    def _from_store(self, stored: StoredRun, work: Work[Tally], place: Place) -> Tally:
        """The tally of a piece; raises RunError where it is not what its deals come to."""
        tally = super()._from_store(stored, work, place)
        if place in self._chosen:
            self._check(work, place, tally)
        return tally

    def _kept(
        self, stored: StoredRun, work: Work[Tally], gap: Gap
    ) -> Generator[tuple[int, Tally], None, None]:
        """Raises Ended: what is not stored is not checked."""
        raise Ended("nothing is stored yet")
        yield

    def _check(self, work: Work[Tally], place: Place, tally: Tally) -> None:
        chunks = ranges(place.first_deal, place.n_deals, work.chunk_deals)
        tallies = (found for _, found in self.backend.tallies(work, chunks))
        if not encode(functools.reduce(operator.add, tallies)).is_same(encode(tally)):
            deals = range_text(place.first_deal, place.end)
            raise RunError(f"{place.path}: {deals} come to other numbers when computed again")
        self.n_verified += 1
        self.n_deals += place.n_deals
