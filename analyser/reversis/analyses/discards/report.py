"""What lays cost over all hands as a person reads it: by kind of lay, by heuristic, a plot."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd

from analyser.layouts import Column, Layout
from analyser.numbers import fixed, grouped, percent, with_error
from analyser.panels import panels
from analyser.report import Result
from analyser.reversis.analyses.discards.analysis import N_FOLDS, DiscardHands
from analyser.reversis.analyses.discards.kinds import Grouping
from analyser.reversis.analyses.discards.matrix import (
    ALL,
    FEWEST_HANDS,
    Matrix,
    group_text,
    heading_text,
    matrix_of,
    value_text,
    words_of,
)
from analyser.reversis.analyses.discards.plot import plot
from analyser.reversis.analyses.discards.rows import rows
from analyser.statistics import mean_and_se

_LESS_BEST = ("from_best_fiches", "from_best_fiches_se")
_OTHERWISE = ("otherwise_from_best_fiches", "otherwise_from_best_fiches_se")
_CHOSEN = ("chosen_rate", "chosen_rate_se")
_PAID = ("fiches_per_deal", "fiches_per_deal_se")
_TITLE = "Fiches per deal less the best lay of the same hand"


def _signed(value: float, se: float) -> str:
    return with_error(value, se, True)


def _rate(rate: float, se: float) -> str:
    return f"{fixed(100 * rate, 1)} ± {fixed(100 * se, 1)} %"


def _of_many(show: Callable[[float, float], str]) -> Callable[[float, float, int], str]:
    """A figure and its error as `show` has them; nothing where they are of few hands."""
    return lambda value, se, hands: show(value, se) if hands >= FEWEST_HANDS else ""


def _compact(row: pd.Series | None) -> str:
    """A figure and its error without blanks, so that many stand side by side."""
    if row is None:
        return ""
    value, se = (row[column] for column in _LESS_BEST)
    return f"{fixed(value, 1, True)}±{fixed(se, 1)}"


def _matrix_layouts(frame: pd.DataFrame, by: Grouping) -> list[Layout]:
    """A grouping by two columns: the first downwards, with totals, the second across."""
    matrix = matrix_of(frame, by)
    columns = [ALL, *matrix.columns]
    lines = [
        {"label": value_text(label), "hands": _n_hands(matrix, label)}
        | {str(column): _compact(matrix.cell(label, column)) for column in columns}
        for label in matrix.rows
    ]
    shown = [Column(ALL, ALL, str, align="right"), Column("hands", "hands")]
    shown += [
        Column(str(column), heading_text(by[1], column), str, align="right")
        for column in matrix.columns
    ]
    title = f"{_TITLE}, by {words_of(by[0])} and {words_of(by[1])}"
    label = Column("label", words_of(by[0]), align="left")
    return panels(label, shown, pd.DataFrame(lines), title)


def _n_hands(matrix: Matrix, label: object) -> int:
    return int(matrix.cells[label][ALL]["hands"])


def _list_layouts(frame: pd.DataFrame, by: Grouping) -> list[Layout]:
    """A grouping by one column: a line a value."""
    (column,) = by
    part = frame[frame["by"] == column]
    return [
        Layout(
            [
                Column((column, "lay"), words_of(column), group_text, align="left"),
                Column((*_LESS_BEST, "hands"), "less the best", _of_many(_signed)),
                Column((*_CHOSEN, "hands"), "is the best", _of_many(_rate)),
                Column((*_OTHERWISE, "hands"), "otherwise", _of_many(_signed)),
                Column("hands", "hands"),
                Column("deals", "deals"),
            ],
            part,
            title=f"{_TITLE}, by {words_of(column)}",
        )
    ]


def _grouping_layouts(frame: pd.DataFrame, by: Grouping) -> list[Layout]:
    return (_matrix_layouts if len(by) == 2 else _list_layouts)(frame, by)


def _heuristic_layout(frame: pd.DataFrame) -> Layout:
    return Layout(
        [
            Column("heuristic", "heuristic", align="left"),
            Column(_LESS_BEST, "less the best", _signed),
            Column(_CHOSEN, "lays the best", _rate),
            Column(_OTHERWISE, "otherwise", _signed),
            Column(_PAID, "is paid", _signed),
        ],
        frame[frame["by"] == "heuristic"],
        title=f"{_TITLE}, by heuristic",
        marked={0},
        mark_meaning="loses least",
    )


def _seat_layouts(frame: pd.DataFrame, seats: Sequence[int]) -> list[Layout]:
    """What heuristics lose by seat; where there is one seat only it has been told."""
    if len(seats) == 1:
        return []
    part = frame[frame["by"] == "heuristic,seat"]
    cells = {(row["heuristic"], row["seat"]): _compact(row) for _, row in part.iterrows()}
    lines = [
        {"heuristic": name} | {str(seat): cells.get((name, seat), "") for seat in seats}
        for name in part["heuristic"].unique()
    ]
    columns = [Column(str(seat), f"seat {seat}", str, align="right") for seat in seats]
    label = Column("heuristic", "heuristic", align="left")
    return panels(label, columns, pd.DataFrame(lines), f"{_TITLE}, by heuristic and seat")


def _choice(run: DiscardHands) -> tuple[float, float, float]:
    """What a surer choice of the best could add at most, fiches per deal, and its error; and in
    how many of the hands either half of the deals has the same best lay."""
    n, slack, n_agreed = (int(total) for total in run.tally.choice.sums)
    mean, se = mean_and_se(n, slack, int(run.tally.choice.products[1, 1]))
    return mean / run.plan.n_deals, se / run.plan.n_deals, n_agreed / n


def _choice_note(run: DiscardHands) -> str:
    slack, slack_se, agreement = _choice(run)
    return (
        f"The best lay is chosen on {N_FOLDS - 1} of {N_FOLDS} parts of a hand's deals and "
        "measured on the other, in turn: to know it for sure would add "
        f"{with_error(slack, slack_se)} fiches at most. In {percent(agreement, decimals=0)} of "
        "hands both halves of the deals name the same."
    )


def _players_note(run: DiscardHands) -> str:
    player, other = (policy.name for policy in run.plan.question.players[:2])
    if player == other:
        return f"Everybody plays on as {player}."
    return f"The hand's player plays on as {player}, the others as {other}."


def _legend(groupings: Sequence[Grouping]) -> list[str]:
    """What the words and blanks of the tables mean."""
    lines = [f"Blank: fewer than {FEWEST_HANDS} hands, which --format csv has."]
    if any("special" in by for by in groupings):
        lines += ["quinola+2: the quinola with two other hearts. alone: in its suit."]
    return lines


def _target_note(run: DiscardHands) -> list[str]:
    """How a run ended that was to stop on a target."""
    if run.is_interrupted:
        return ["Interrupted: these are the hands played until then."]
    if run.width is None:
        return []
    reached = f"± {run.reach:.3g} fiches or less for each heuristic, 95 % at any time"
    if run.is_reached:
        return [f"Stopped at {reached}."]
    return [f"Not yet at ± {run.width:g}: {reached}, after all {grouped(run.tally.n_hands)} hands."]


def _notes(run: DiscardHands) -> list[str]:
    n_hands = run.tally.n_hands
    hands = f"{grouped(n_hands)} {'hand' if n_hands == 1 else 'hands'}"
    return [
        _players_note(run),
        f"{hands}; every lay of a hand is played on the same {grouped(run.plan.n_deals)} deals. "
        "After ±: one standard error, over hands.",
        _choice_note(run),
        *_legend(run.plan.groupings),
        *_target_note(run),
    ]


def _layouts(run: DiscardHands, frame: pd.DataFrame) -> list[Layout]:
    layouts = [layout for by in run.plan.groupings for layout in _grouping_layouts(frame, by)]
    layouts += [_heuristic_layout(frame), *_seat_layouts(frame, run.plan.seats)]
    return [*layouts[:-1], replace(layouts[-1], notes=_notes(run))]


def result(run: DiscardHands) -> Result:
    """The measurement as tables, rows and a plot: that of the first grouping."""
    frame = rows(run)
    slack, slack_se, agreement = _choice(run)
    meta = run.plan.question.meta(
        run.tally.n_plays,
        run.seconds,
        hands=run.tally.n_hands,
        deals_per_hand=run.plan.n_deals,
        choice_slack_fiches=slack,
        choice_slack_fiches_se=slack_se,
        choice_agreement_rate=agreement,
        seats=list(run.plan.seats),
        is_interrupted=run.is_interrupted,
    )
    return Result("discard", frame, meta, _layouts(run, frame), plot=lambda: plot(run, frame))
