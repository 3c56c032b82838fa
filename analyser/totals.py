"""The tallies of a run added up: to its end, until it is certain enough, or until Ctrl-C."""

import math
import operator
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Generic

from analyser.progress import Progress
from analyser.runner import Runner, Tally, Work
from analyser.statistics import blocks_to_next_look


@dataclass(frozen=True)
class Certainty(Generic[Tally]):
    """How certain a run is by now, and where that is enough.

    reach : of the widest interval of a total, valid at any moment of a run: ± fiches. width : the
    run ends as soon as it is no wider; None for a run that goes on to its last place.
    """

    reach: Callable[[Tally], float]
    width: float | None

    def text(self, total: Tally) -> str:
        """How certain a total is, in a few words."""
        return f"± {self.reach(total):.3g} fiches"


def _to_next_look(
    certainty: Certainty[Tally] | None, total: Tally | None, n_done: int, n_most: int
) -> int:
    """How many places are worked on until the run is looked at again; 0 where it is at its end."""
    room = n_most - n_done
    if certainty is None or certainty.width is None:
        return room
    reach = math.inf if total is None else certainty.reach(total)
    if reach <= certainty.width:
        return 0
    return min(room, blocks_to_next_look(n_done, reach, certainty.width))


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
    try:
        while n := _to_next_look(certainty, total, n_done, n_most):
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
