"""What is added up over deals and hands to tell rules apart: whole numbers."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction

import numpy as np

from analyser.engine import Exact, Worker, batches, exact
from analyser.reversis.analyses.sensitivity.gains import deciding_seats, gain_counter
from analyser.reversis.analyses.sensitivity.lays import lay_counter
from analyser.reversis.analyses.sensitivity.retold import Retold
from analyser.reversis.analyses.simulate.analysis import EVENTS
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.question import Question
from kernels.lanes import N_LANES, Ints, new_batch
from kernels.reversis.batches import N_BATCH, Policy, Table
from kernels.reversis.tally import FIGURES, N_FIGURES, N_TALLY_FIELDS, add_figures

BY_SEAT = ("payment", "party_won", "party_lost")
BY_NOBODY = tuple(event for event in EVENTS if event not in BY_SEAT)
"""Events that are told of all seats together; those of the party hardly change but for the seat."""

N_LEVELS = len(BY_SEAT) * N_SEATS + len(BY_NOBODY)
_BY_SEAT, _BY_NOBODY = ([FIGURES.index(name) for name in names] for names in (BY_SEAT, BY_NOBODY))


@dataclass(frozen=True)
class Tally:
    """Sums over deals and hands under the rules in force and k alternatives; they add up.

    n_settled : deals settled, each under one of the rules.
    levels : [23], payment of each seat, party won and lost by each, then events of any seat, under
        the rules in force; changes : [2, k, 23], Σd and Σd² of what alternatives change of them.
    lays : [3, k], over hands: 1 where the best lay is another; what laying by the rules in force
        costs under the alternative, on all deals of a hand; and its square.
    cases : [12], deals by likely winners of who decides whether to go for a reversis; gains :
        [2, 1 + k, 12, 16], Σg and Σg² of what going on brings, by rules, likely winners under
        these, and fold; gain_changes : [2, k, 12], Σd and Σd² of what alternatives change of it,
        by likely winners under the rules in force.
    """

    n_deals: int
    n_hands: int
    n_settled: int
    levels: Exact
    changes: Exact
    lays: Exact
    cases: Exact
    gains: Exact
    gain_changes: Exact

    def __add__(self, other: "Tally") -> "Tally":
        names = (field.name for field in fields(self))
        return Tally(*(getattr(self, name) + getattr(other, name) for name in names))


@dataclass(frozen=True)
class Plan:
    """What is to be measured.

    questions : a table under the rules in force, then under each alternative. n_deals : deals
    played for payments, and for going on; hands_a_deal : hands for each of them of which every lay
    is played.
    """

    questions: tuple[Question, ...]
    n_deals: int
    hands_a_deal: Fraction

    def hands_before(self, deal: int) -> int:
        """How many hands are judged before a deal is played: they are spread over the deals."""
        return math.ceil(deal * self.hands_a_deal)


def _levels(by_seat: Ints) -> Ints:
    """The figures of `Tally.levels` of each deal: int64[23, n].

    by_seat : int64[n_blocks, 4 * N_FIGURES * N_LANES], as `add_figures` has it (tally.py).
    """
    figures = by_seat.reshape(-1, N_SEATS, N_FIGURES, N_LANES)
    of_seats = figures[:, :, _BY_SEAT].transpose(2, 1, 0, 3).reshape(len(BY_SEAT) * N_SEATS, -1)
    of_nobody = figures[:, :, _BY_NOBODY].sum(axis=1).swapaxes(0, 1).reshape(len(BY_NOBODY), -1)
    return np.concatenate([of_seats, of_nobody])


def _outcome_table(question: Question, players: tuple[Policy, ...]) -> Table:
    return Table(question.rules, question.pool, players, question.seed)


def _change_counter(questions: Sequence[Question]) -> Callable[[int, int], tuple[Ints, Ints]]:
    """A function of a range of at most N_BATCH deals: `Tally.levels` and `changes`, as int64."""
    retold = Retold(questions, _outcome_table)
    row = new_batch(N_LANES, N_TALLY_FIELDS)[0]
    by_seats, by_players = (new_batch(N_BATCH, N_SEATS * N_FIGURES) for _ in range(2))

    def count(first: int, n: int) -> tuple[Ints, Ints]:
        told = retold.play(first, n)

        def levels(place: int) -> Ints:
            by_seats[:], by_players[:] = 0, 0
            settled = retold.settled(place, told[place])
            n_unbalanced = add_figures(settled, n, 0, row, by_seats, by_players)
            questions[place].check_balance(n_unbalanced, first, n)
            return _levels(by_seats)

        base = levels(0)
        changes = np.zeros((2, len(questions) - 1, N_LEVELS), dtype=np.int64)
        for place in range(1, len(questions)):
            change = levels(place) - base
            changes[0, place - 1] = change.sum(axis=1)
            changes[1, place - 1] = (change * change).sum(axis=1)
        return base.sum(axis=1), changes

    return count


def make_worker(plan: Plan) -> Worker[Tally]:
    """A function that plays a range of deals, and the hands spread over it, under all rules."""
    questions = plan.questions
    count_changes, count_gains = _change_counter(questions), gain_counter(questions)
    count_lays = lay_counter(questions)
    n_settled_a_deal = len(questions) * (3 if deciding_seats(questions[0]) else 1)

    def batch(first: int, n: int) -> list[Ints]:
        return [*count_changes(first, n), *count_gains(first, n)]

    def work(first: int, n_deals: int) -> Tally:
        # A payment is below 2**22 (question.py), a change of a gain below 2**24.
        counted = [batch(start, n) for start, n in batches(first, n_deals, N_BATCH)]
        sums = (exact(np.sum(parts, axis=0)) for parts in zip(*counted, strict=True))
        levels, changes, cases, gains, gain_changes = sums
        hand = plan.hands_before(first)
        n_hands = plan.hands_before(first + n_deals) - hand
        lays, n_settled = count_lays(hand, n_hands)
        n_settled += n_deals * n_settled_a_deal
        return Tally(n_deals, n_hands, n_settled, levels, changes, lays, cases, gains, gain_changes)

    return work
