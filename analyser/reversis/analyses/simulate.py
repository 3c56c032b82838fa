"""What seats and players get: many deals with one line-up, tallied."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analyser.engine import Exact, Worker, default_threads, exact, ranges, tallies
from analyser.numbers import percent, with_error
from analyser.progress import progress
from analyser.report import Result
from analyser.reversis.lineup import N_SEATS, by_seat
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question, checked_count
from analyser.statistics import halfwidth, mean_and_se, sequence_halfwidth, wilson
from analyser.tables import Column, Layout
from kernels.lanes import N_LANES, new_batch
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.tally import (
    FIGURES,
    N_FIGURES,
    N_TALLY_FIELDS,
    add_figures,
    sum_figures,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DEALS = 1_000_000
# Figures that are fiches, then points and tricks; the rest are events, which happen or do not.
FICHES = ("payment", "party", "aces", "quinola", "pool", "reversis", "espagnolette")
AMOUNTS = (*FICHES, "points", "tricks")
EVENTS = FIGURES[len(AMOUNTS) :]
_BY_SEAT, _BY_PLAYER = 0, 1


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


def make_worker(question: Question, n_turns: int) -> Worker[Tally]:
    """A function that plays a range of deals, each under all turns of the line-up, and tallies."""
    players = compiled(question.players)
    table = Table(question.rules, question.pool, players, question.seed)
    turns = [by_seat(players, turn) for turn in range(n_turns)]
    n_batch = N_BATCH // n_turns
    row = new_batch(N_LANES, N_TALLY_FIELDS)[0]
    by_seats = np.zeros((n_batch // N_LANES, N_SEATS, N_FIGURES * N_LANES), dtype=np.int64)
    by_players = np.zeros_like(by_seats)

    def play(first: int, n_deals: int) -> None:
        by_seats[:], by_players[:] = 0, 0
        for turn, policies in enumerate(turns):
            table.seat(policies)
            kept = table.play(first, n_deals)
            n_unbalanced = add_figures(kept, n_deals, turn, row, by_seats, by_players)
            if n_unbalanced:
                raise AssertionError(
                    f"{n_unbalanced} of the {n_deals} deals from {first}, seed {question.seed}: "
                    "payments and the pool's change do not sum to zero"
                )

    def tally(first: int, n_deals: int) -> Tally:
        sums, squares = np.zeros(_SHAPE, dtype=np.int64), np.zeros(_SHAPE, dtype=np.int64)
        for start, n in ranges(first, n_deals, n_batch):
            play(start, n)
            sum_figures(by_seats, sums[_BY_SEAT], squares[_BY_SEAT])
            sum_figures(by_players, sums[_BY_PLAYER], squares[_BY_PLAYER])
        return Tally(n_deals, exact(sums), exact(squares))

    return tally


@dataclass(frozen=True)
class Simulation:
    """A finished simulation: what was asked, what was counted, how long it took.

    n_turns : 4 where every player had every seat on each deal, else 1.
    """

    question: Question
    tally: Tally
    n_turns: int
    seconds: float
    is_interrupted: bool = False

    @property
    def n_deals(self) -> int:
        """Deals played, turns of the line-up counted."""
        return self.tally.n_blocks * self.n_turns


def _widest(tally: Tally, n_turns: int, n_most: int) -> float:
    """The widest of the players' intervals, as a confidence sequence: ± fiches a deal."""
    payment = FIGURES.index("payment")
    sums = tally.sums[_BY_PLAYER, :, payment]
    squares = tally.squares[_BY_PLAYER, :, payment]
    widths = sequence_halfwidth(tally.n_blocks, sums, squares, n_most, n_figures=N_SEATS)
    return float(widths.max()) / n_turns


def simulation(
    question: Question,
    deals: int = DEALS,
    *,
    rotate: bool = False,
    until_width: float | None = None,
    threads: int | None = None,
    quiet: bool = True,
) -> Simulation:
    """Play deals and tally them; stops early when no player's interval exceeds ± until_width.

    deals : deals dealt; with `rotate` each is played four times, every player in every seat.
    Ctrl-C ends the run: what is done is kept, and `is_interrupted` says so.
    Raises OptionError for a number of deals below 1.
    """
    checked_count("deals", deals)
    n_turns = N_SEATS if rotate else 1
    total, is_interrupted = NOTHING, False
    start = time.perf_counter()
    chunks = tallies(
        lambda: make_worker(question, n_turns), ranges(0, deals), threads or default_threads()
    )
    with progress(deals, "deals", quiet) as shown, closing(chunks):
        try:
            for n_deals, tally in chunks:
                total = total + tally
                shown.advance(n_deals)
                if until_width and _widest(total, n_turns, deals) <= until_width:
                    break
        except KeyboardInterrupt:
            is_interrupted = True
    if not total.n_blocks:
        raise KeyboardInterrupt
    return Simulation(question, total, n_turns, time.perf_counter() - start, is_interrupted)


def _figure_columns(
    figure: str, n: int, total: int, squares: int, n_turns: int
) -> dict[str, float]:
    """The columns of one figure in a tidy row: value, standard error, and for rates an interval."""
    mean, se = (value / n_turns for value in mean_and_se(n, total, squares))
    if figure in AMOUNTS:
        unit = f"{figure}_taken" if figure in ("points", "tricks") else f"{figure}_fiches"
        name = "fiches_per_deal" if figure == "payment" else f"{unit}_per_deal"
        return {name: mean, f"{name}_se": se}
    if n_turns == 1:
        low, high = (float(end) for end in wilson(total, n))
    else:
        reach = halfwidth(n, se)
        low, high = max(0.0, mean - reach), min(1.0, mean + reach)
    rate = f"{figure}_rate"
    return {rate: mean, f"{rate}_se": se, f"{rate}_low": low, f"{rate}_high": high}


def _row(run: Simulation, by: int, number: int) -> dict[str, object]:
    """The tidy row of one seat or player."""
    sums, squares = run.tally.sums[by, number], run.tally.squares[by, number]
    row: dict[str, object] = {"by": ("seat", "player")[by], "number": number}
    seats_policy = run.n_turns == 1 or by == _BY_PLAYER
    row["policy"] = run.question.players[number].name if seats_policy else "all"
    row["blocks"] = run.tally.n_blocks
    for place, figure in enumerate(FIGURES):
        row |= _figure_columns(figure, run.tally.n_blocks, sums[place], squares[place], run.n_turns)
    return row


def rows(run: Simulation) -> pd.DataFrame:
    """The tidy table: a row a seat, then a row a player, then one for the pool's change.

    Columns: `by` (seat, player, pool), `number`, `policy`, `blocks`; fiches, points and tricks per
    deal with standard errors; rates with standard errors and 95 % intervals.
    """
    both = [_row(run, by, number) for by in (_BY_SEAT, _BY_PLAYER) for number in range(N_SEATS)]
    totals, squares = run.tally.sums[0, 0, N_FIGURES], run.tally.squares[0, 0, N_FIGURES]
    mean, se = (value / run.n_turns for value in mean_and_se(run.tally.n_blocks, totals, squares))
    pool = {"by": "pool", "number": 0, "policy": "all", "blocks": run.tally.n_blocks}
    pool |= {"fiches_per_deal": mean, "fiches_per_deal_se": se}
    return pd.DataFrame([*both, pool])


def _named(figure: str) -> str:
    return "fiches in all" if figure == "payment" else figure.replace("_", " ")


def _columns_of(figure: str) -> list[str]:
    """The columns of a figure in the tidy table: value and standard error."""
    return list(_figure_columns(figure, 2, 0, 0, 1))[:2]


def _shown(frame: pd.DataFrame, figures: Sequence[str], show: Callable[..., str]) -> pd.DataFrame:
    """A table that a person reads: a row a figure, a column a seat or player."""
    lines = []
    for figure in figures:
        columns = _columns_of(figure)
        cells = [show(*(row[column] for column in columns)) for _, row in frame.iterrows()]
        lines.append({"figure": _named(figure)} | {str(n): c for n, c in enumerate(cells)})
    return pd.DataFrame(lines)


def _layout(frame: pd.DataFrame, title: str, figures: Sequence[str], is_rate: bool) -> Layout:
    def show(value: float, se: float) -> str:
        return percent(value, se).removesuffix(" %") if is_rate else with_error(value, se, True)

    by = frame["by"].iloc[0]
    columns = [Column("figure", "% of deals" if is_rate else "per deal", align="left")]
    columns += [Column(str(n), f"{by} {n}", str) for n in range(len(frame))]
    return Layout(columns, _shown(frame, figures, show), title)


def _layouts(run: Simulation, frame: pd.DataFrame) -> list[Layout]:
    shown = ["seat"] if run.n_turns == 1 else ["seat", "player"]
    layouts = []
    for by in shown:
        part = frame[frame["by"] == by]
        names = list(dict.fromkeys(part["policy"]))
        title = f"By {by}: " + (
            f"everybody plays {names[0]}"
            if len(names) == 1 and names[0] != "all"
            else ", ".join(f"{n} {name}" for n, name in enumerate(part["policy"]))
            if names != ["all"]
            else "every player sits there in turn"
        )
        layouts += [
            _layout(part, title, AMOUNTS, False),
            _layout(part, "", EVENTS, True),
        ]
    pool = frame[frame["by"] == "pool"].iloc[0]
    change = with_error(pool["fiches_per_deal"], pool["fiches_per_deal_se"], True)
    notes = [f"The pool of {run.question.pool} changes by {change} fiches a deal."]
    notes += ["After ±: one standard error, over deals."]
    if run.is_interrupted:
        notes += ["Interrupted: these are the deals played until then."]
    return [*layouts[:-1], replace(layouts[-1], notes=notes)]


def _plot(run: Simulation, frame: pd.DataFrame) -> "Figure":
    from analyser.plots import interval_plot

    part = frame[frame["by"] == "player"]
    where = "player" if run.n_turns > 1 else "seat"
    return interval_plot(
        [f"{where} {row.number}: {row.policy}" for row in part.itertuples()],
        list(part["fiches_per_deal"]),
        [halfwidth(run.tally.n_blocks, se) for se in part["fiches_per_deal_se"]],
        title="What each wins",
        xlabel="fiches per deal, with 95 % interval",
        caption=f"{run.n_deals:,} deals, seed {run.question.seed}",
        has_zero_line=True,
    )


def result(run: Simulation) -> Result:
    """The simulation as tables, rows and a plot."""
    frame = rows(run)
    meta = run.question.meta(run.n_deals, run.seconds, rotate=run.n_turns > 1)
    layouts = _layouts(run, frame)
    return Result("simulate", frame, meta, layouts, plot=lambda: _plot(run, frame))
