"""What seats and players get: many deals with one line-up, tallied."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from analyser.engine import CHUNK_DEALS, Exact, Worker, exact, ranges
from analyser.progress import progress
from analyser.reversis.lineup import N_SEATS, by_seat
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question, checked_count, checked_width
from analyser.runner import Runner, Work, in_threads
from analyser.statistics import (
    halfwidth,
    mean_and_se,
    sequence_halfwidth,
    wilson,
)
from analyser.totals import Precision, added_up
from kernels.lanes import N_LANES, new_batch
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.tally import (
    FIGURES,
    N_FIGURES,
    N_TALLY_FIELDS,
    add_figures,
    sum_blocks,
    tally,
)

DEALS = 1_000_000
MOST_DEALS = 10**9  # of a run that stops on a target, unless the user says otherwise
# Figures that are fiches, then points and tricks; the rest are events, which happen or do not.
FICHES = ("payment", "party", "aces", "quinola", "pool", "reversis", "espagnolette")
AMOUNTS = (*FICHES, "points", "tricks")
EVENTS = FIGURES[len(AMOUNTS) :]
BY_SEAT, BY_PLAYER = 0, 1


@dataclass(frozen=True)
class Tally:
    """Sums over blocks: whole numbers, which add up in any order.

    sums, squares : [2, 4, N_FIGURES + 1], by seat and by player; the last figure of seat 0 is the
    pool's change (kernels/reversis/tally.py).
    """

    n_blocks: int
    sums: Exact
    squares: Exact

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.n_blocks + other.n_blocks, self.sums + other.sums, self.squares + other.squares
        )


_SHAPE = (2, N_SEATS, N_FIGURES + 1)
NOTHING = Tally(0, np.zeros(_SHAPE, dtype=object), np.zeros(_SHAPE, dtype=object))


def _one_turn(question: Question) -> Worker[Tally]:
    """A function that plays a range of deals with one line-up: players are seats."""
    table = Table(question.rules, question.pool, compiled(question.players), question.seed)
    row = new_batch(N_LANES, N_TALLY_FIELDS)[0]

    def work(first: int, n_deals: int) -> Tally:
        sums, squares = (np.zeros(_SHAPE[1:], dtype=np.int64) for _ in range(2))
        for start, n in ranges(first, n_deals, N_BATCH):
            n_unbalanced = tally(table.play(start, n), n, row, sums, squares)
            question.check_balance(n_unbalanced, start, n)
        return Tally(n_deals, exact(np.stack([sums, sums])), exact(np.stack([squares, squares])))

    return work


def _all_turns(question: Question) -> Worker[Tally]:
    """A function that plays a range of deals, each under the four turns of the line-up."""
    players = compiled(question.players)
    table = Table(question.rules, question.pool, players, question.seed)
    n_batch = N_BATCH // N_SEATS
    row = new_batch(N_LANES, N_TALLY_FIELDS)[0]
    by_seats, by_players = (new_batch(n_batch, N_SEATS * N_FIGURES) for _ in range(2))

    def play(first: int, n_deals: int) -> None:
        by_seats[:], by_players[:] = 0, 0
        for turn in range(N_SEATS):
            table.seat(by_seat(players, turn))
            kept = table.play(first, n_deals)
            n_unbalanced = add_figures(kept, n_deals, turn, row, by_seats, by_players)
            question.check_balance(n_unbalanced, first, n_deals)

    def work(first: int, n_deals: int) -> Tally:
        sums, squares = (np.zeros(_SHAPE, dtype=np.int64) for _ in range(2))
        for start, n in ranges(first, n_deals, n_batch):
            play(start, n)
            sum_blocks(by_seats, sums[BY_SEAT], squares[BY_SEAT])
            sum_blocks(by_players, sums[BY_PLAYER], squares[BY_PLAYER])
        return Tally(n_deals, exact(sums), exact(squares))

    return work


def make_worker(question: Question, n_turns: int) -> Worker[Tally]:
    """A function that plays a range of deals, each under all turns of the line-up, and tallies."""
    return _one_turn(question) if n_turns == 1 else _all_turns(question)


@dataclass(frozen=True)
class Simulation:
    """A finished simulation: what was asked, what was counted, how long it took.

    n_turns : 4 where every player had every seat on each deal, else 1.
    n_most : deals dealt at most. width : where it was to stop, ± fiches, if anywhere.
    """

    question: Question
    n_turns: int
    n_most: int
    width: float | None = None
    tally: Tally = NOTHING
    seconds: float = 0.0
    is_interrupted: bool = False

    @property
    def n_deals(self) -> int:
        """Deals played, turns of the line-up counted."""
        return self.tally.n_blocks * self.n_turns

    @property
    def reach(self) -> float:
        """The widest of the players' intervals, valid at any moment of a run: ± fiches a deal."""
        return reach(self.tally, self.n_turns, self.n_most)


def reach(tally: Tally, n_turns: int, n_most: int) -> float:
    """The widest of the players' intervals, valid at any moment of a run: ± fiches a deal."""
    payment = FIGURES.index("payment")
    sums = tally.sums[BY_PLAYER, :, payment]
    squares = tally.squares[BY_PLAYER, :, payment]
    n_tightest = min(n_most, DEALS)
    widths = sequence_halfwidth(tally.n_blocks, sums, squares, n_tightest, n_figures=N_SEATS)
    return float(widths.max()) / n_turns


def simulation(
    question: Question,
    deals: int | None = None,
    *,
    rotate: bool = False,
    until_width: float | None = None,
    runner: Runner | None = None,
    quiet: bool = True,
) -> Simulation:
    """Play deals and tally them; stops early when no player's interval exceeds ± until_width.

    deals : deals dealt; with `rotate` each is played four times, every player in every seat. None
        for a million, or for as many as `until_width` takes, up to a thousand million.
    runner : computes and keeps; in threads by default. Ctrl-C ends the run: what is done is kept,
        and `is_interrupted` says so.
    Raises OptionError for a number of deals below 1 and a width that is none.
    """
    width = checked_width(until_width)
    n_most = checked_count("deals", (MOST_DEALS if width else DEALS) if deals is None else deals)
    n_turns = N_SEATS if rotate else 1
    work = Work(Tally, lambda: make_worker(question, n_turns), CHUNK_DEALS)
    told = question.told("simulate", n_most, rotate=rotate, until_width=width)
    runner = runner or in_threads()
    with progress(n_most if deals or not width else None, "deals", quiet) as shown:
        runner.begin(told, work, shown)
        certainty = Precision(partial(reach, n_turns=n_turns, n_most=n_most), width)
        total, is_interrupted = added_up(runner, work, n_most, shown, certainty)
    return Simulation(question, n_turns, n_most, width, total, runner.seconds, is_interrupted)


def figure_columns(figure: str, n: int, total: int, squares: int, n_turns: int) -> dict[str, float]:
    """The columns of one figure in a tidy row: value, standard error, and for rates an interval."""
    mean, se = (value / n_turns for value in mean_and_se(n, total, squares))
    if figure in AMOUNTS:
        unit = f"{figure}_taken" if figure in ("points", "tricks") else f"{figure}_fiches"
        name = "fiches_per_deal" if figure == "payment" else f"{unit}_per_deal"
        return {name: mean, f"{name}_se": se}
    low, high = _rate_interval(n, total, n_turns, mean, se)
    rate = f"{figure}_rate"
    return {rate: mean, f"{rate}_se": se, f"{rate}_low": low, f"{rate}_high": high}


def _rate_interval(n: int, total: int, n_turns: int, mean: float, se: float) -> tuple[float, float]:
    """The 95 % interval of a rate: Wilson's, or over blocks where a block has several deals.

    What never or always happened has Wilson's too, for as many deals as there are blocks.
    """
    if n_turns == 1 or total in (0, n * n_turns):
        low, high = wilson(total // n_turns, n)
        return float(low), float(high)
    reached = halfwidth(n, se)
    return max(0.0, mean - reached), min(1.0, mean + reached)


def _row(run: Simulation, by: int, number: int) -> dict[str, object]:
    """The tidy row of one seat or player."""
    sums, squares = run.tally.sums[by, number], run.tally.squares[by, number]
    row: dict[str, object] = {"by": ("seat", "player")[by], "number": number}
    seats_policy = run.n_turns == 1 or by == BY_PLAYER
    row["policy"] = run.question.players[number].name if seats_policy else "all"
    row["blocks"] = run.tally.n_blocks
    for place, figure in enumerate(FIGURES):
        row |= figure_columns(figure, run.tally.n_blocks, sums[place], squares[place], run.n_turns)
    return row


def rows(run: Simulation) -> pd.DataFrame:
    """The tidy table: a row a seat, then a row a player, then one for the pool's change.

    Columns: `by` (seat, player, pool), `number`, `policy`, `blocks`; fiches, points and tricks per
    deal with standard errors; rates with standard errors and 95 % intervals.
    """
    both = [_row(run, by, number) for by in (BY_SEAT, BY_PLAYER) for number in range(N_SEATS)]
    totals, squares = run.tally.sums[0, 0, N_FIGURES], run.tally.squares[0, 0, N_FIGURES]
    mean, se = (value / run.n_turns for value in mean_and_se(run.tally.n_blocks, totals, squares))
    pool = {"by": "pool", "number": 0, "policy": "all", "blocks": run.tally.n_blocks}
    pool |= {"fiches_per_deal": mean, "fiches_per_deal_se": se}
    return pd.DataFrame([*both, pool])
