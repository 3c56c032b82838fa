"""Which card to lay in the exchange: every lay of a hand, played on the same deals."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyser.engine import Worker, exact, ranges
from analyser.errors import OptionError
from analyser.progress import Progress, progress
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import card_name, card_sign, cards_of, hand_text, parse_hand, shown
from analyser.reversis.payments import FIGURES, PARTS, paying_table, payments_of
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question, Target, checked_count, checked_target
from analyser.reversis.record import DEALER
from analyser.runner import Runner, Work, in_threads
from analyser.selection import (
    Paired,
    Play,
    Race,
    halve,
    until_decided,
    until_width,
    widest,
)
from analyser.standings import Standing, standings
from analyser.statistics import sums_of_products
from kernels.lanes import Ints
from kernels.reversis.batches import N_BATCH
from kernels.reversis.cards import QUINOLA
from kernels.reversis.fork import DECLINES, laying
from kernels.reversis.rules import FORBIDDEN

PLAYS = 2_000_000
MOST_PLAYS = 10**9  # of a run that stops on a target, unless the user says otherwise
# Deals of a chunk, each of which is played once for every lay; fewer than 2**17, so that int64
# holds sums of squares (question.py).
_CHUNK_DEALS = 2 * N_BATCH
# What runs that stop on a target are tuned to (statistics/sequences.py), fixed before any deal.
# The difference between two lays varies by 25 fiches from deal to deal where the quinola is in
# another hand, by 70 where it is in this (medians of the widest of 60 hands): in between, nearer
# to neither, tuning costs 2 % more deals with the quinola and 15 % more without it.
_SPREAD_FICHES = 50.0
# A smaller difference between two lays hardly matters.
_DECIDED_FICHES = 1.0


@dataclass(frozen=True)
class Lay:
    """One way to exchange: the card laid, None to decline; `number` as kernels take it."""

    card: int | None
    number: int

    @property
    def name(self) -> str:
        """The card's name, or "decline"."""
        return "decline" if self.card is None else card_name(self.card)

    @property
    def sign(self) -> str:
        """The card with its suit sign, or "decline"."""
        return "decline" if self.card is None else card_sign(self.card)


def lays_of(hand: int, seat: int, question: Question) -> list[Lay]:
    """Every lay that the rules allow the hand at a seat, from the lowest card; then declining."""
    forbidden = QUINOLA if question.rules.quinola_discard == FORBIDDEN else 0
    lays = [
        Lay(card, number)
        for number, card in enumerate(sorted(cards_of(hand)))
        if not 1 << card & forbidden
    ]
    return lays if seat == DEALER else [*lays, Lay(None, DECLINES)]


def make_worker(question: Question, hand: int, seat: int, numbers: Sequence[int]) -> Worker[Paired]:
    """A function that plays a range of deals once for each lay, and adds up what the seat gets.

    The figures are those of the seat (payments.py); the last is its payment.
    """
    fixed_hands = tuple(hand if place == seat else 0 for place in range(N_SEATS))
    table = paying_table(question, compiled(question.players), fixed_hands)
    forks = [laying(seat, number) for number in numbers]
    figures = np.empty((len(FIGURES), len(forks), N_BATCH), dtype=np.int64)

    def batch(first: int, n: int) -> tuple[Ints, Ints]:
        for place, fork in enumerate(forks):
            played = table.play(first, n, fork)
            figures[:, place, :n] = payments_of(question, played, first, n, seat)
        return figures[:, :, :n].sum(axis=2), sums_of_products(figures[:, :, :n])

    def tally(first: int, n_deals: int) -> Paired:
        batches = [batch(start, n) for start, n in ranges(first, n_deals, N_BATCH)]
        sums, products = (np.sum(parts, axis=0) for parts in zip(*batches, strict=True))
        return Paired(n_deals, exact(sums), exact(products))

    return tally


def _work(question: Question, hand: int, seat: int, lays: Sequence[Lay]) -> Work[Paired]:
    """Playing some lays of a hand on deals."""
    numbers = [lay.number for lay in lays]
    task = " ".join(lay.name for lay in lays)
    return Work(Paired, lambda: make_worker(question, hand, seat, numbers), _CHUNK_DEALS, task)


def _player(
    question: Question, hand: int, seat: int, lays: list[Lay], runner: Runner, bar: Progress
) -> Play:
    """The function by which a race plays lays on deals."""

    def play(alternatives: Sequence[int], first: int, n_deals: int) -> Iterator[Paired]:
        chosen = [lays[alternative] for alternative in alternatives]
        chunks = runner.tallies(_work(question, hand, seat, chosen), first, n_deals)
        with closing(chunks):
            for n, paired in chunks:
                bar.advance(n * len(alternatives))
                yield paired

    return play


def checked_seat(seat: int) -> int:
    """`seat` if it is one; raises OptionError if it is not."""
    if isinstance(seat, bool) or seat not in range(N_SEATS):
        raise OptionError(f"seat {shown(seat)}: 0, 1, 2 or 3 (the dealer) is accepted")
    return int(seat)


def play_out(race: Race, target: Target, budget: int) -> None:
    """Play a race to its end."""
    if target.width:
        until_width(race, target.width, _SPREAD_FICHES, budget)
    elif target.decided:
        until_decided(race, _DECIDED_FICHES, _SPREAD_FICHES, budget)
    else:
        halve(race, budget)


@dataclass(frozen=True)
class Discard:
    """A finished comparison of the lays of one hand."""

    question: Question
    hand: int
    seat: int
    lays: list[Lay]
    race: Race
    seconds: float
    target: Target
    is_interrupted: bool = False

    @property
    def is_reached(self) -> bool:
        """Whether the run came to its target; one without any is always where it was to be."""
        if self.target.width:
            return widest(self.race) <= self.target.width
        return not self.target.decided or len(self.race.alternatives) == 1


def comparison(
    question: Question,
    hand: str,
    seat: int,
    *,
    plays: int | None = None,
    width: float | None = None,
    decided: bool = False,
    runner: Runner | None = None,
    quiet: bool = True,
) -> Discard:
    """Compare every lay of a hand; the other hands and the talon are uniform over the rest.

    hand : dotted or a list of cards (notation.py), eleven for seats 0 to 2, twelve for the dealer.
    plays : the budget, one lay on one deal each. It is spent by sequential halving; or until no
        difference from the best is less certain than ± width; or until one lay alone can be best.
    runner : computes and keeps; in threads by default. Ctrl-C ends the run: what is done is kept,
        and `is_interrupted` says so.
    Raises NotationError for the hand, OptionError for the seat, the target or the budget.
    """
    cards = parse_hand(hand, 12 if checked_seat(seat) == DEALER else 11, f"seat {seat}")
    lays = lays_of(cards, seat, question)
    target = checked_target(width, decided)
    has_end = not (target.width or target.decided)
    budget = checked_count("deals", (PLAYS if has_end else MOST_PLAYS) if plays is None else plays)
    told = question.told(
        "discard",
        budget,
        per_place=0,
        hand=hand_text(cards),
        seat=seat,
        until_width=target.width,
        until_decided=target.decided,
    )
    runner = runner or in_threads()
    with progress(None if plays is None and not has_end else budget, "deals", quiet) as bar:
        runner.begin(told, _work(question, cards, seat, lays[:1]), bar)
        race = Race(len(lays), _player(question, cards, seat, lays, runner, bar))
        is_interrupted = _is_interrupted(race, target, budget)
    if not is_interrupted:
        runner.finish()
    return Discard(question, cards, seat, lays, race, runner.seconds, target, is_interrupted)


def _is_interrupted(race: Race, target: Target, budget: int) -> bool:
    """Runs the race; whether Ctrl-C ended it after some deals."""
    try:
        play_out(race, target, budget)
    except KeyboardInterrupt:
        if not race.n_deals:
            raise
        return True
    return False


def rows(run: Discard) -> pd.DataFrame:
    """The tidy table: a row a lay, the best first.

    Columns: `lay`, `deals` it was played on; `fiches_per_deal` and, paired, `from_best_fiches`,
    each with `_se`, `_low`, `_high` (95 %, every interval by itself); `may_be_best` (all together,
    95 %); `plain_deals_factor`, how many times more deals independent runs would need; by part of
    the payment `PART_fiches_per_deal` and, paired, `PART_from_best_fiches`, each with `_se`.
    """
    return pd.DataFrame([_row(run.lays[s.alternative], s) for s in standings(run.race)])


def _row(lay: Lay, standing: Standing) -> dict[str, object]:
    row: dict[str, object] = {
        "lay": lay.name,
        "deals": standing.n,
        "fiches_per_deal": standing.mean,
        "fiches_per_deal_se": standing.se,
        "fiches_per_deal_low": standing.mean - standing.reach,
        "fiches_per_deal_high": standing.mean + standing.reach,
        "from_best_fiches": standing.gap,
        "from_best_fiches_se": standing.gap_se,
        "from_best_fiches_low": standing.gap - standing.gap_reach,
        "from_best_fiches_high": standing.gap + standing.gap_reach,
        "may_be_best": standing.is_candidate,
        "plain_deals_factor": standing.gain,
    }
    levels = zip(PARTS, standing.parts, standing.part_ses, strict=True)
    gaps = zip(PARTS, standing.part_gaps, standing.part_gap_ses, strict=True)
    for part, mean, se in levels:
        row |= {f"{part}_fiches_per_deal": mean, f"{part}_fiches_per_deal_se": se}
    for part, gap, se in gaps:
        row |= {f"{part}_from_best_fiches": gap, f"{part}_from_best_fiches_se": se}
    return row
