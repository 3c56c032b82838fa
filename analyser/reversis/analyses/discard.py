"""Which card to lay in the exchange: every lay of a hand, played on the same deals."""

import functools
import operator
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyser.engine import Worker, exact, prepare, ranges, tallies
from analyser.errors import OptionError
from analyser.progress import Progress, progress
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import card_name, card_sign, cards_of, parse_hand, shown
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question, checked_count, checked_threads, checked_width
from analyser.selection import (
    Paired,
    Play,
    Race,
    Standing,
    halve,
    standings,
    until_decided,
    until_width,
    widest,
)
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import DECLINES, N_BATCH, Table, laying
from kernels.reversis.cards import QUINOLA
from kernels.reversis.rules import FORBIDDEN

PLAYS = 2_000_000
MOST_PLAYS = 10**9  # of a run that stops on a target, unless the user says otherwise
DEALER = 3
PARTS = ("party", "aces", "quinola", "pool", "reversis", "espagnolette")
# Deals of a chunk, each of which is played once for every lay.
_CHUNK_DEALS = 4 * N_BATCH


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
    """A function that plays a range of deals once for each lay, and adds up what the seat gets."""
    fixed_hands = tuple(hand if place == seat else 0 for place in range(N_SEATS))
    players = compiled(question.players)
    table = Table(question.rules, question.pool, players, question.seed, fixed_hands)

    def payments_and_parts(first: int, n: int, number: int) -> tuple[Ints, Ints]:
        kept = table.play(first, n, laying(seat, number))
        parts = table.kept(kept, f.COMPONENT, n, N_SEATS * f.N_COMPONENTS)
        payments, gains = table.kept(kept, f.PAYMENT, n, N_SEATS), table.kept(kept, f.POOL_GAIN, n)
        question.check_balance(int((payments.sum(axis=0) != gains[0]).sum()), first, n)
        return payments[seat], parts[seat::N_SEATS]

    def batch(first: int, n: int) -> Paired:
        played = [payments_and_parts(first, n, number) for number in numbers]
        payments = np.array([payment for payment, _ in played])
        parts = np.array([part for _, part in played])
        return Paired(
            n,
            exact(payments.sum(axis=1)),
            exact(payments @ payments.T),
            exact(parts.sum(axis=2)),
            exact((parts * parts).sum(axis=2)),
        )

    def tally(first: int, n_deals: int) -> Paired:
        return _added(batch(start, n) for start, n in ranges(first, n_deals, N_BATCH))

    return tally


def _added(parts: Iterable[Paired]) -> Paired:
    """The sum of at least one."""
    return functools.reduce(operator.add, parts)


def _play_in_threads(
    question: Question, hand: int, seat: int, lays: list[Lay], threads: int, bar: Progress
) -> Play:
    """The function by which a race plays lays on deals."""

    def play(alternatives: Sequence[int], first: int, n_deals: int) -> Iterator[Paired]:
        numbers = [lays[alternative].number for alternative in alternatives]
        chunks = tallies(
            lambda: make_worker(question, hand, seat, numbers),
            ranges(first, n_deals, _CHUNK_DEALS),
            threads,
        )
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


@dataclass(frozen=True)
class Target:
    """Where a comparison ends: at a certainty of ± width, when one lay is left, or at neither."""

    width: float | None = None
    decided: bool = False

    def run(self, race: Race, budget: int) -> None:
        """Play the race to its end."""
        if self.width:
            until_width(race, self.width, budget)
        elif self.decided:
            until_decided(race, budget)
        else:
            halve(race, budget)

    def is_reached(self, race: Race) -> bool:
        """Whether the race came there; a run without a target is always where it was to be."""
        if self.width:
            return widest(race) <= self.width
        return not self.decided or len(race.alternatives) == 1


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


def checked_target(width: float | None, decided: bool) -> Target:
    """The end that was asked for; raises OptionError for two of them and a width that is none."""
    if width is not None and decided:
        raise OptionError("until-width and until-decided: a run stops on one of them, not on both")
    return Target(checked_width(width), decided)


def comparison(
    question: Question,
    hand: str,
    seat: int,
    *,
    plays: int | None = None,
    width: float | None = None,
    decided: bool = False,
    threads: int | None = None,
    quiet: bool = True,
) -> Discard:
    """Compare every lay of a hand; the other hands and the talon are uniform over the rest.

    hand : dotted or a list of cards (notation.py), eleven for seats 0 to 2, twelve for the dealer.
    plays : the budget, one lay on one deal each. It is spent by sequential halving; or until no
        difference from the best is less certain than ± width; or until one lay alone can be best.
    Ctrl-C ends the run: what is done is kept, and `is_interrupted` says so.
    Raises NotationError for the hand, OptionError for the seat, the target or the budget.
    """
    cards = parse_hand(hand, 12 if checked_seat(seat) == DEALER else 11, f"seat {seat}")
    lays = lays_of(cards, seat, question)
    target = checked_target(width, decided)
    has_end = not (target.width or target.decided)
    budget = checked_count("deals", (PLAYS if has_end else MOST_PLAYS) if plays is None else plays)
    n_threads = checked_threads(threads)
    with progress(None if plays is None and not has_end else budget, "deals", quiet) as bar:
        prepare(lambda: make_worker(question, cards, seat, [0]), bar)
        race = Race(len(lays), _play_in_threads(question, cards, seat, lays, n_threads, bar))
        start = time.perf_counter()
        is_interrupted = _is_interrupted(race, target, budget)
        seconds = time.perf_counter() - start
    return Discard(question, cards, seat, lays, race, seconds, target, is_interrupted)


def _is_interrupted(race: Race, target: Target, budget: int) -> bool:
    """Runs the race; whether Ctrl-C ended it after some deals."""
    try:
        target.run(race, budget)
    except KeyboardInterrupt:
        if not race.n_deals:
            raise
        return True
    return False


def rows(run: Discard) -> pd.DataFrame:
    """The tidy table: a row a lay, the best first.

    Columns: `lay`, `deals` it was played on; `fiches_per_deal`; `from_best_fiches`, paired, with
    `_se`, `_low`, `_high` (95 %); `may_be_best`; `plain_deals_factor`, how many times more deals
    independent runs would need; fiches per deal by component with `_se`.
    """
    return pd.DataFrame([_row(run.lays[s.alternative], s) for s in standings(run.race)])


def _row(lay: Lay, standing: Standing) -> dict[str, object]:
    row: dict[str, object] = {
        "lay": lay.name,
        "deals": standing.n,
        "fiches_per_deal": standing.mean,
        "fiches_per_deal_se": standing.se,
        "from_best_fiches": standing.gap,
        "from_best_fiches_se": standing.gap_se,
        "from_best_fiches_low": standing.gap - standing.gap_reach,
        "from_best_fiches_high": standing.gap + standing.gap_reach,
        "may_be_best": standing.is_candidate,
        "plain_deals_factor": standing.gain,
    }
    for part, mean, se in zip(PARTS, standing.parts, standing.part_ses, strict=True):
        row |= {f"{part}_fiches_per_deal": mean, f"{part}_fiches_per_deal_se": se}
    return row
