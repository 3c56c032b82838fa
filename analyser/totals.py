"""The tallies of a run added up: to its end, until it is certain enough, or until Ctrl-C."""

import math
import operator
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from analyser.progress import Progress
from analyser.runner import Runner, Tally, Work
from analyser.statistics import blocks_to_next_look

Seen = TypeVar("Seen", contravariant=True)


class Certainty(Protocol[Seen]):
    """How certain a run is by now, and where that is enough."""

    def text(self, total: Seen) -> str:
        """How certain a total is, in a few words; nothing where no end depends on it."""

    def to_next_look(self, total: Seen | None, n_done: int) -> float:
        """How many places are worked on until the run is looked at again; 0 at its end."""


@dataclass(frozen=True)
class Precision(Generic[Tally]):
    """A run that ends as soon as its widest interval is narrow enough.

    reach : of that interval, valid at any moment of a run: ± fiches. width : the run ends where it
    is no wider; None for a run that goes on to its last place.
    """

    reach: Callable[[Tally], float]
    width: float | None

    def text(self, total: Tally) -> str:
        """The interval of a total."""
        return f"± {self.reach(total):.3g} fiches"

    def to_next_look(self, total: Tally | None, n_done: int) -> float:
        """How many places are worked on until the run is looked at again; 0 at its end."""
        if self.width is None:
            return math.inf
        reach = math.inf if total is None else self.reach(total)
        return 0 if reach <= self.width else blocks_to_next_look(n_done, reach, self.width)


def added_up(
    runner: Runner,
    work: Work[Tally],
    n_most: int,
    shown: Progress,
    certainty: Certainty[Tally] | None = None,
    n_shown: Callable[[Tally], int] | None = None,
) -> tuple[Tally, bool]:
    """The total of a work on places 0 to n_most - 1 at most; whether Ctrl-C came before its end.

    n_shown : by how much the progress advances with a tally; by its places by default. Ctrl-C
    before the first tally is raised. A run that came to its end is noted as finished.
    """
    total: Tally | None = None
    n_done = 0
    to_next_look = certainty.to_next_look if certainty else _never
    try:
        while n := int(min(to_next_look(total, n_done), n_most - n_done)):
            with closing(runner.tallies(work, n_done, n)) as chunks:
                for n_places, tally in chunks:
                    total = tally if total is None else operator.add(total, tally)
                    n_done += n_places
                    text = partial(certainty.text, total) if certainty else ""
                    shown.advance(n_shown(tally) if n_shown else n_places, text)
        runner.finish()
    except KeyboardInterrupt:
        if total is None:
            raise
        return total, True
    assert total is not None
    return total, False


def _never(total: Tally | None, n_done: int) -> float:
    """Nobody looks at a run before its last place."""
    return math.inf
