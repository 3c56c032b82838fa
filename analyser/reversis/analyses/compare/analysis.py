"""Which way of playing wins more: policies on the same deals, each in all four seats.

A block is one deal under four line-ups: a policy sits in each seat in turn, and the same three
opponents in the others. What it is paid in the block is the sum over the four seats.
"""

import functools
import math
import operator
from dataclasses import dataclass, replace

import numpy as np

from analyser.engine import Exact, Worker, exact, ranges
from analyser.errors import OptionError
from analyser.progress import progress
from analyser.reversis.lineup import N_SEATS, by_seat
from analyser.reversis.payments import PARTS, paying_table, payments_of
from analyser.reversis.policies import MOST_POLICIES, NamedPolicy, compiled, expanded, policy_from
from analyser.reversis.question import (
    Question,
    Specs,
    Target,
    checked_count,
    checked_target,
    specs_of,
)
from analyser.runner import Runner, Work, in_threads
from analyser.runs.told import Told
from analyser.statistics import (
    Pairs,
    all_pairs,
    blocks_to_next_look,
    blocks_to_width,
    n_pairs,
    sums_of_products,
)
from analyser.totals import added_up
from kernels.lanes import Ints
from kernels.reversis.batches import N_BATCH, Policy, Table

BLOCKS = 100_000
MOST_BLOCKS = 10**9  # of a run that stops on a target, unless the user says otherwise
# What is added up of a policy, block by block: its payments, their parts, and those of each seat.
FIGURES = ("payment", *PARTS, *(f"seat_{seat}" for seat in range(N_SEATS)))
# Blocks of a chunk, each of which is played under four line-ups for every policy.
_CHUNK_BLOCKS = 4 * N_BATCH
# What runs that stop on a target are tuned to (statistics/sequences.py), fixed before any deal.
# The difference between two policies varies from block to block by 6 to 16 fiches a deal (measured
# between `steady`, its variants, `duck` and `random`).
_SPREAD_FICHES = 10.0
# A smaller difference between two policies hardly matters.
_DECIDED_FICHES = 0.1


@dataclass(frozen=True)
class Tally:
    """Sums over blocks of k policies: whole numbers, which add up in any order.

    sums : [11, k], of FIGURES; products : [11, k, k], of two policies' figures.
    differing : [k, k], in how many seats of all blocks two were not paid the same.
    """

    n_blocks: int
    sums: Exact
    products: Exact
    differing: Exact

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.n_blocks + other.n_blocks,
            self.sums + other.sums,
            self.products + other.products,
            self.differing + other.differing,
        )

    def pairs(self, n_tightest: int | None) -> Pairs:
        """The differences in payment, fiches a block, all pairs at once with 95 % confidence."""
        return all_pairs(self.n_blocks, self.sums[0], self.products[0], n_tightest)


"""Plays all policies on a range of blocks: (first block, number of blocks).

What it gives are the tallies of the range, piece by piece in their order."""


def nothing(k: int) -> Tally:
    """The tally of k policies before the first block."""
    n = len(FIGURES)
    shapes = ((n, k), (n, k, k), (k, k))
    return Tally(0, *(np.zeros(shape, dtype=object) for shape in shapes))


def _line_ups(player: Policy, opponent: Policy) -> list[tuple[tuple[Policy, ...], list[int]]]:
    """Line-ups by seat that give a policy every seat once, and which are its seats in each.

    Where it plays against itself the four line-ups are the same, so they are one.
    """
    if player == opponent:
        return [((player,) * N_SEATS, list(range(N_SEATS)))]
    players = (player, opponent, opponent, opponent)
    return [(by_seat(players, seat), [seat]) for seat in range(N_SEATS)]


def _played(
    question: Question, table: Table, player: Policy, opponent: Policy, first: int, n: int
) -> tuple[Ints, Ints]:
    """What a policy is paid on deals: int64[4, n] by its seat, int64[6, n] by part of all four."""
    payments = np.zeros((N_SEATS, n), dtype=np.int64)
    parts = np.zeros((len(PARTS), n), dtype=np.int64)
    for policies, seats in _line_ups(player, opponent):
        table.seat(policies)
        played = table.play(first, n)
        for seat in seats:
            figures = payments_of(question, played, first, n, seat)
            payments[seat] = figures[-1]
            parts += figures[:-1]
    return payments, parts


def _differing(payments: Ints) -> Ints:
    """int64[k, k]: how many payments of two policies differ, of int64[4, k, n]."""
    return np.array(
        [
            np.count_nonzero(payments != payments[:, [i]], axis=(0, 2))
            for i in range(payments.shape[1])
        ]
    )


def make_worker(question: Question, policies: tuple[NamedPolicy, ...]) -> Worker[Tally]:
    """A function that plays a range of deals with each policy in each seat, and adds up."""
    players, opponents = compiled(policies), compiled(question.players)
    table = paying_table(question, opponents)

    def batch(first: int, n: int) -> Tally:
        played = [_played(question, table, player, opponents[0], first, n) for player in players]
        payments = np.stack([payments for payments, _ in played], axis=1)
        parts = np.stack([parts for _, parts in played], axis=1)
        figures = np.concatenate([payments.sum(axis=0, keepdims=True), parts, payments])
        # A payment is below 2**22 (question.py), a block's below 2**24: int64 has room for a batch.
        numbers = figures.sum(axis=2), sums_of_products(figures), _differing(payments)
        return Tally(n, *map(exact, numbers))

    def tally(first: int, n_blocks: int) -> Tally:
        batches = (batch(start, n) for start, n in ranges(first, n_blocks, N_BATCH))
        return functools.reduce(operator.add, batches)

    return tally


@dataclass(frozen=True)
class Comparison:
    """A finished comparison: what was asked, what was counted, how long it took.

    question : its four players are the opponents, all the same. policies : those compared.
    n_most : blocks played at most.
    """

    question: Question
    policies: tuple[NamedPolicy, ...]
    tally: Tally
    target: Target
    n_most: int
    seconds: float = 0.0
    is_interrupted: bool = False

    @property
    def n_deals_by_policy(self) -> tuple[int, ...]:
        """Deals played with each: four a block, one where it is the policy of the opponents."""
        opponent = compiled(self.question.players)[0]
        line_ups = [_line_ups(player, opponent) for player in compiled(self.policies)]
        return tuple(self.tally.n_blocks * len(of_policy) for of_policy in line_ups)

    @property
    def n_deals(self) -> int:
        """Deals played."""
        return sum(self.n_deals_by_policy)

    @property
    def n_tightest(self) -> int | None:
        """Where confidence sequences are tightest; None if the length of the run was fixed."""
        if not (self.target.width or self.target.decided):
            return None
        width = self.target.width or _DECIDED_FICHES
        wanted = blocks_to_width(width, _SPREAD_FICHES, n_figures=n_pairs(len(self.policies)))
        return min(wanted, self.n_most)

    @property
    def reach(self) -> float:
        """The widest interval of a difference, ± fiches a deal."""
        return self.tally.pairs(self.n_tightest).widest / N_SEATS

    @property
    def candidates(self) -> tuple[NamedPolicy, ...]:
        """The policies that may be the best."""
        flags = self.tally.pairs(self.n_tightest).may_be_best
        return tuple(policy for policy, flag in zip(self.policies, flags, strict=True) if flag)

    @property
    def is_reached(self) -> bool:
        """Whether the run came to its target; one without any is always where it was to be."""
        if self.target.width:
            return self.reach <= self.target.width
        return not self.target.decided or len(set(compiled(self.candidates))) == 1

    @property
    def state(self) -> str:
        """How far it is, in a few words; nothing without a target."""
        if self.target.width:
            return f"± {self.reach:.3g} fiches"
        return f"{len(self.candidates)} may be best" if self.target.decided else ""


@dataclass(frozen=True)
class _Certainty:
    """How certain a comparison is by now, and whether that is enough."""

    run: Comparison

    def text(self, total: Tally) -> str:
        """How far it is, in a few words."""
        return replace(self.run, tally=total).state

    def to_next_look(self, total: Tally | None, n_done: int) -> float:
        """How many blocks are played until it is looked at again; 0 at its end."""
        if self.run.n_tightest is None:
            return math.inf
        if total is None:
            return blocks_to_next_look(n_done)
        run = replace(self.run, tally=total)
        return 0 if run.is_reached else blocks_to_next_look(n_done, run.reach, run.target.width)


def contestants(specs: Specs) -> tuple[NamedPolicy, ...]:
    """The policies to be compared, ranges expanded.

    Raises ConfigError for what is no policy, OptionError for fewer than two or too many.
    """
    names = [name for spec in specs_of(specs) for name in expanded(spec)]
    if not 2 <= len(names) <= MOST_POLICIES:
        raise OptionError(
            f"{len(names)} {'policy' if len(names) == 1 else 'policies'} to compare: 2 to "
            f"{MOST_POLICIES} are accepted; a range such as steady:attempt_from=3..8 stands for "
            "several"
        )
    return tuple(policy_from(name) for name in names)


def comparison(
    question: Question,
    policies: tuple[NamedPolicy, ...],
    *,
    blocks: int | None = None,
    width: float | None = None,
    decided: bool = False,
    runner: Runner | None = None,
    quiet: bool = True,
) -> Comparison:
    """Compare policies against the players of the question, who are all the same.

    blocks : deals, each with every policy in every seat; None for 100,000, or for as many as the
        target takes, up to a thousand million. width : stop when no difference between two is
        less certain than ± width fiches a deal; decided : when one policy alone can be the best
        (or only such as are the same to the letter). All play on to the end.
    runner : computes and keeps; in threads by default. Ctrl-C ends the run: what is done is kept,
        and `is_interrupted` says so.
    Raises OptionError for two targets, a width that is none, a number of blocks below 1.
    """
    target = checked_target(width, decided)
    has_end = not (target.width or target.decided)
    most = BLOCKS if has_end else MOST_BLOCKS
    n_most = checked_count("deals", most if blocks is None else blocks)
    run = Comparison(question, policies, nothing(len(policies)), target, n_most)
    work = Work(Tally, lambda: make_worker(question, policies), _CHUNK_BLOCKS)
    runner = runner or in_threads()
    with progress(None if blocks is None and not has_end else n_most, "deals", quiet) as shown:
        runner.begin(_told(run), work, shown)
        total, is_interrupted = added_up(runner, work, n_most, shown, _Certainty(run))
    return replace(run, tally=total, seconds=runner.seconds, is_interrupted=is_interrupted)


def _told(run: Comparison) -> Told:
    compared = [policy.told() for policy in run.policies]
    return run.question.told(
        "compare",
        run.n_most,
        compared=compared,
        until_width=run.target.width,
        until_decided=run.target.decided,
    )
