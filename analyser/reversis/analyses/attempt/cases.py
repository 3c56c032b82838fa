"""Going for the reversis or giving it up, deal by deal: who decides, with what, and what it brings.

A case is a deal in which a player stands before the decision at a trick: before its first card, or
leading after it has taken every trick so far. The deal is played with that player going on and with
it giving up for good; the two plays agree in everything before the decision. A third play, in
which all decide for themselves, is common to all tricks.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from analyser.engine import Exact, Worker, batches, exact
from analyser.reversis.analyses.attempt.spot import N_STRENGTHS, QUINOLA, Spot
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question
from kernels.lanes import N_LANES, Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.fork import Fork
from kernels.reversis.rules import REMISE_POOL

# What is added up over the cases of a cell. The gain is what going on brings more than giving up:
# `fixed` + pool × `per_pool`, whatever the pool is; `own_gain` is what the player's own decision
# brings more than giving up. Events are 1 where they happened.
FIGURES = (
    "cases",
    "fixed",
    "per_pool",
    "fixed_fixed",
    "fixed_per_pool",
    "per_pool_per_pool",
    "going_on",
    "going_on_squared",
    "giving_up",
    "giving_up_squared",
    "own_gain",
    "own_gain_squared",
    "made",
    "broken",
    "made_giving_up",
)
CELLS = (N_STRENGTHS, len(QUINOLA), N_SEATS)
_FIRST_KEPT = f.DECIDER
_N_KEPT = f.N_OUTCOME + (f.OUTCOME - _FIRST_KEPT) // N_LANES


def _place(field: int) -> int:
    """Where a field of a deal is among those that are kept."""
    return (field - _FIRST_KEPT) // N_LANES


def _places(*fields: int) -> Ints:
    """Where several are: int64[k, 1]."""
    return np.array([[_place(field)] for field in fields])


_OF_QUINOLA = 4 * N_LANES  # behind the aces
_PAYMENT, _POOL_GAIN = _place(f.PAYMENT), _place(f.POOL_GAIN)
_STANDING = _places(
    f.DECIDER, f.DECIDER_WINNERS, f.OWNER_OF + _OF_QUINOLA, f.TRICK_OF + _OF_QUINOLA
)
_ENDING = _places(
    f.REVERSIS_BY,
    f.BROKEN_BY,
    f.POOL_SEAT,
    f.CAUGHT,
    f.ESPAGNOLETTE,
    f.OWNER_OF + _OF_QUINOLA,
    f.CASE_OF + _OF_QUINOLA,
)


@dataclass(frozen=True)
class Tally:
    """Sums over cases: whole numbers, which add up in any order.

    n_deals : deals dealt. sums : [n_tricks, 15, 12, 3, 4], of FIGURES, by CELLS: strength, quinola
    and seat of the player that decides.
    """

    n_deals: int
    sums: Exact

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.n_deals + other.n_deals, self.sums + other.sums)


def nothing(n_tricks: int) -> Tally:
    """A tally of no deals."""
    return Tally(0, np.zeros((n_tricks, len(FIGURES), *CELLS), dtype=object))


class _Cases(NamedTuple):
    """Who stood before the decision in a batch, int64[m]: where in it, which seat, which cell."""

    blocks: Ints
    lanes: Ints
    seats: Ints
    cells: Ints


class _Branch(NamedTuple):
    """What one way of playing brought who decides, int64[m]: fiches; then whether it happened."""

    payment: Ints
    made: Ints
    broken: Ints
    takes_pool: Ints
    puts_remise: Ints


def _fields(question: Question, table: Table, first: int, n: int, fork: Fork) -> Ints:
    """Deals played: int64[n_blocks, n_kept, 64], valid until the next; checked to balance (10)."""
    kept = table.play(first, n, fork)
    fields = kept.reshape(len(kept), _N_KEPT, N_LANES)
    paid = fields[:, _PAYMENT : _PAYMENT + N_SEATS].sum(axis=1)
    is_unbalanced = (paid != fields[:, _POOL_GAIN]).ravel()[:n]
    question.check_balance(int(is_unbalanced.sum()), first, n)
    return fields


def _cases(fields: Ints, n: int, trick: int) -> _Cases:
    """Who stood before the decision at a trick in n deals, and with what."""
    decider = fields[:, _place(f.DECIDER)].ravel()[:n]
    blocks, lanes = np.divmod(np.flatnonzero(decider >= 0), N_LANES)
    seats, strength, owner, played_in = fields[blocks, _STANDING, lanes]
    quinola = np.where(owner == seats, np.where(played_in < trick, 1, 0), 2)
    return _Cases(blocks, lanes, seats, (strength * CELLS[1] + quinola) * CELLS[2] + seats)


def _branch(fields: Ints, cases: _Cases) -> _Branch:
    """What came of the cases where they were played on in one way."""
    blocks, lanes, seats, _ = cases
    payment = fields[blocks, _PAYMENT + seats, lanes]
    reversis_by, breaker, mover, caught, espagnolette, owner, case = fields[blocks, _ENDING, lanes]
    undertakes, is_broken, moves = reversis_by == seats, breaker >= 0, mover == seats
    # 7.4, 8.4 and 9.3b: who moves the pool takes it, or else puts a remise.
    is_placed = (case == f.PLACED) & ((caught == 0) | (owner != espagnolette))
    takes = np.where(reversis_by >= 0, ~is_broken, is_placed)
    events = undertakes & ~is_broken, undertakes & is_broken, moves & takes, moves & ~takes
    return _Branch(payment, *(event.astype(np.int64) for event in events))


def _figures(question: Question, on: _Branch, off: _Branch, own_payment: Ints) -> Ints:
    """FIGURES of the cases of a batch: int64[15, m]."""
    per_pool = on.takes_pool - off.takes_pool
    if question.rules.remise == REMISE_POOL:
        per_pool -= on.puts_remise - off.puts_remise
    fixed = on.payment - off.payment - question.pool * per_pool
    own_gain = own_payment - off.payment
    return np.stack(
        [
            np.ones_like(fixed),
            *(fixed, per_pool, fixed * fixed, fixed * per_pool, per_pool * per_pool),
            *(on.payment, on.payment * on.payment, off.payment, off.payment * off.payment),
            *(own_gain, own_gain * own_gain, on.made, on.broken, off.made),
        ]
    )


def _added(cells: Ints, figures: Ints) -> Ints:
    """Figures of cases int64[15, m] added up by cell: int64[15, 12, 3, 4]."""
    sums = np.zeros((len(FIGURES), math.prod(CELLS)), dtype=np.int64)
    if len(cells):
        order = np.argsort(cells, kind="stable")
        found, starts = np.unique(cells[order], return_index=True)
        sums[:, found] = np.add.reduceat(figures[:, order], starts, axis=1)
    return sums.reshape(len(FIGURES), *CELLS)


def make_worker(question: Question, spot: Spot) -> Worker[Tally]:
    """A function that plays a range of deals with every decision taken both ways, and adds up."""
    players = compiled(question.players)
    rules, pool, seed = question.rules, question.pool, question.seed
    table = Table(rules, pool, players, seed, spot.fixed, _FIRST_KEPT, _N_KEPT)

    def played(trick: int, first: int, n: int, own: Ints) -> tuple[Ints, Ints]:
        fields = _fields(question, table, first, n, spot.fork(trick, first, True))
        cases = _cases(fields, n, trick)
        on = _branch(fields, cases)
        fields = _fields(question, table, first, n, spot.fork(trick, first, False))
        off = _branch(fields, cases)
        own_payment = own[cases.blocks, cases.seats, cases.lanes]
        return cases.cells, _figures(question, on, off, own_payment)

    def batch(first: int, n: int) -> list[tuple[Ints, Ints]]:
        fields = _fields(question, table, first, n, spot.as_decided)
        own = fields[:, _PAYMENT : _PAYMENT + N_SEATS].copy()
        return [played(trick, first, n, own) for trick in spot.tricks]

    def tally(first: int, n_deals: int) -> Tally:
        played_batches = [batch(start, n) for start, n in batches(first, n_deals, N_BATCH)]
        sums = [
            _added(*(np.concatenate(parts, axis=-1) for parts in zip(*of_trick, strict=True)))
            for of_trick in zip(*played_batches, strict=True)
        ]
        return Tally(n_deals, exact(np.stack(sums)))

    return tally
