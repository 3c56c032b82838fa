"""Deals that are played once for all rules under which they are played alike, and settled by each.

Of the rules a policy knows only whether the quinola may be laid, and what the pool holds; the rest
is settlement. So that is told of a deal once, and settled many times, which is faster by half and
more.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from analyser.reversis.lineup import N_SEATS
from analyser.reversis.payments import paying_table, payments_of
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question
from kernels.lanes import N_LANES, Ints, read
from kernels.reversis import fields as f
from kernels.reversis.batches import Policy, Table
from kernels.reversis.fork import AS_DECIDED, Fork

_N_GIVEN_NUMBERS = f.N_GIVEN * N_LANES
# Of each deal is kept all that it is told by, up to who stood before the decision of a fork.
_N_KEPT = f.DECIDER_WINNERS // N_LANES + 1

Settling = Callable[[Question, tuple[Policy, ...]], Table]
"""Makes the table that settles deals by the rules of a question."""


class Told(NamedTuple):
    """Deals as they were played.

    given : int64[n_blocks, N_GIVEN * N_LANES] (kernels/reversis/fields.py), to be settled.
    strengths : int64[n], likely winners of who decides by a fork whether to go for a reversis.
    """

    given: Ints
    strengths: Ints


class Retold:
    """Deals under several rules, in one thread."""

    def __init__(self, questions: Sequence[Question], settling: Settling = paying_table) -> None:
        """questions : the same players and seed under several rules. settling : by which tables."""
        players = compiled(questions[0].players)
        self._questions = questions
        self._settling = [settling(question, players) for question in questions]
        self._playing = {
            _played_alike(q): Table(q.rules, q.pool, players, q.seed, n_kept=_N_KEPT, first_kept=0)
            for q in questions
        }

    def fix(self, seat: int, hand: int) -> None:
        """Deal these cards, a set, to a seat for sure, and to the others uniformly of the rest."""
        for table in self._playing.values():
            table.fix(tuple(hand if place == seat else 0 for place in range(N_SEATS)))

    def play(self, first: int, n: int, fork: Fork = AS_DECIDED) -> list[Told]:
        """Play deals first to first + n - 1, at most N_BATCH, under each rules."""
        told = {key: _told(table.play(first, n, fork), n) for key, table in self._playing.items()}
        return [told[_played_alike(question)] for question in self._questions]

    def settled(self, place: int, told: Told) -> Ints:
        """Deals settled by the rules of the question at a place: what its table keeps of them."""
        return self._settling[place].replay(told.given)

    def payments(self, first: int, n: int, seat: int, fork: Fork) -> tuple[Ints, list[Told]]:
        """What a seat is paid on deals under each rules, int64[k, n], and how they were played.

        With tables that settle as `paying_table` does. Checked to balance (RULES.md 10).
        """
        told = self.play(first, n, fork)
        paid = np.empty((len(told), n), dtype=np.int64)
        for place, question in enumerate(self._questions):
            batch = self.settled(place, told[place])
            paid[place] = payments_of(question, batch, first, n, seat)[-1]
        return paid, told


def _played_alike(question: Question) -> tuple[int, int]:
    """What play depends on, of rules and pool."""
    return question.rules.quinola_discard, question.pool


def _told(kept: Ints, n: int) -> Told:
    given = np.ascontiguousarray(kept[:, :_N_GIVEN_NUMBERS])
    return Told(given, read(kept, f.DECIDER_WINNERS, n)[0])
