"""Which card to lay in the exchange: every lay of a hand, played on the same deals."""

import functools
import operator
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analyser.engine import Worker, default_threads, exact, ranges, tallies
from analyser.errors import OptionError
from analyser.numbers import fixed, with_error
from analyser.progress import Progress, progress
from analyser.report import Result
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import (
    card_index,
    card_name,
    card_sign,
    cards_of,
    hand_signs,
    hand_text,
    parse_hand,
)
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question, checked_count
from analyser.selection import (
    Paired,
    Play,
    Race,
    Standing,
    halve,
    standings,
    until_decided,
    until_width,
)
from analyser.statistics import halfwidth
from analyser.tables import Column, Layout
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import DECLINES, N_BATCH, Table
from kernels.reversis.cards import QUINOLA
from kernels.reversis.rules import FORBIDDEN

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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


@dataclass(frozen=True)
class Discard:
    """A finished comparison of the lays of one hand."""

    question: Question
    hand: int
    seat: int
    lays: list[Lay]
    race: Race
    seconds: float
    is_interrupted: bool = False


def make_worker(question: Question, hand: int, seat: int, numbers: Sequence[int]) -> Worker[Paired]:
    """A function that plays a range of deals once for each lay, and adds up what the seat gets."""
    fixed_hands = tuple(hand if place == seat else 0 for place in range(N_SEATS))
    players = compiled(question.players)
    table = Table(question.rules, question.pool, players, question.seed, fixed_hands)

    def payments_and_parts(first: int, n: int, number: int) -> tuple[Ints, Ints]:
        kept = table.play(first, n, seat, number)
        parts = table.kept(kept, f.COMPONENT, n, N_SEATS * f.N_COMPONENTS)
        return table.kept(kept, f.PAYMENT, n, N_SEATS)[seat], parts[seat::N_SEATS]

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
    question: Question, hand: int, seat: int, lays: list[Lay], threads: int, shown: Progress
) -> Play:
    """The function by which a race plays lays on deals."""

    def play(alternatives: Sequence[int], first: int, n_deals: int) -> Paired:
        numbers = [lays[alternative].number for alternative in alternatives]

        def counted(chunk: tuple[int, Paired]) -> Paired:
            shown.advance(chunk[0] * len(alternatives))
            return chunk[1]

        chunks = tallies(
            lambda: make_worker(question, hand, seat, numbers),
            ranges(first, n_deals, _CHUNK_DEALS),
            threads,
        )
        with closing(chunks):
            return _added(counted(chunk) for chunk in chunks)

    return play


def checked_seat(seat: int) -> int:
    """`seat` if it is one; raises OptionError if it is not."""
    if type(seat) is not int or not 0 <= seat < N_SEATS:
        raise OptionError(f"seat {seat!r}: 0, 1, 2 or 3 (the dealer) is accepted")
    return seat


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
    Raises NotationError for the hand, OptionError for the seat or the budget.
    """
    cards = parse_hand(hand, 12 if checked_seat(seat) == DEALER else 11, f"seat {seat}")
    lays = lays_of(cards, seat, question)
    budget = checked_count("deals", plays or (MOST_PLAYS if width or decided else PLAYS))
    start, is_interrupted = time.perf_counter(), False
    with progress(None if width or decided else budget, "deals", quiet) as shown:
        n_threads = threads or default_threads()
        race = Race(len(lays), _play_in_threads(question, cards, seat, lays, n_threads, shown))
        try:
            if width:
                until_width(race, width, budget)
            elif decided:
                until_decided(race, budget)
            else:
                halve(race, budget)
        except KeyboardInterrupt:
            if not race.n_deals:
                raise
            is_interrupted = True
    return Discard(question, cards, seat, lays, race, time.perf_counter() - start, is_interrupted)


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


def _signed(name: str) -> str:
    return name if name == "decline" else card_sign(card_index(name))


def _gap(gap: float, low: float, high: float) -> str:
    """A difference and its interval; the best itself has none."""
    if low == high == gap == 0:
        return "best"
    return f"{fixed(gap, 2, True)}  {fixed(low, 2, True)} to {fixed(high, 2, True)}"


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _layouts(run: Discard, frame: pd.DataFrame) -> list[Layout]:
    marked = {place for place, flag in enumerate(frame["may_be_best"]) if flag}
    gap = ("from_best_fiches", "from_best_fiches_low", "from_best_fiches_high")
    title = f"{hand_signs(run.hand)}, seat {run.seat}, pool {run.question.pool}: what to lay"
    worth = Layout(
        [
            Column("lay", "lay", _signed, align="left"),
            Column(("fiches_per_deal", "fiches_per_deal_se"), "fiches per deal", _worth),
            Column(gap, "from the best, 95 % interval", _gap, align="right"),
            Column("may_be_best", "may be best", _yes, align="left"),
            Column("deals", "deals"),
        ],
        title=title,
        marked=marked,
        mark_meaning="cannot be told apart from the best",
    )
    parts = Layout(
        [Column("lay", "lay", _signed, align="left")]
        + [Column(f"{part}_fiches_per_deal", part, _part) for part in PARTS],
        title="What each lay brings, by part of the payment, fiches per deal",
        notes=_notes(run, frame),
    )
    return [worth, parts]


def _worth(value: float, se: float) -> str:
    return with_error(value, se, True)


def _part(value: float) -> str:
    return fixed(value, 2, True)


def _notes(run: Discard, frame: pd.DataFrame) -> list[str]:
    player = run.question.players[run.seat].name
    opponents = run.question.players[(run.seat + 1) % N_SEATS].name
    factors = frame["plain_deals_factor"].iloc[1:]
    notes = [f"Seat {run.seat} plays on as {player}, the others as {opponents}."]
    if len(factors):
        notes += [
            f"The same deals for every lay are worth {fixed(float(factors.median()), 1)} times "
            "as many deals in independent runs (median)."
        ]
    if run.is_interrupted:
        notes += ["Interrupted: these are the deals played until then."]
    return notes


def _plot(run: Discard, frame: pd.DataFrame) -> "Figure":
    from analyser.plots import interval_plot

    n_best = int(frame["deals"].iloc[0])
    return interval_plot(
        [_signed(name) for name in frame["lay"]],
        list(frame["fiches_per_deal"]),
        [
            halfwidth(n, se)
            for n, se in zip(frame["deals"], frame["fiches_per_deal_se"], strict=True)
        ],
        title=f"{hand_signs(run.hand)}, seat {run.seat}: what each lay is worth",
        xlabel="fiches per deal, with 95 % interval",
        marked={place for place, flag in enumerate(frame["may_be_best"]) if flag},
        mark_meaning="cannot be told apart from the best",
        caption=f"up to {n_best:,} deals a lay, seed {run.question.seed}",
    )


def result(run: Discard) -> Result:
    """The comparison as tables, rows and a plot."""
    frame = rows(run)
    meta = run.question.meta(run.race.n_plays, run.seconds, hand=hand_text(run.hand), seat=run.seat)
    return Result("discard", frame, meta, _layouts(run, frame), plot=lambda: _plot(run, frame))
