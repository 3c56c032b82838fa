"""A comparison of policies as a person reads it: levels, differences, where they come from."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd

from analyser.layouts import Column, Layout
from analyser.numbers import UNKNOWN, decimals_for, grouped, interval, percent, si, with_error
from analyser.panels import panels
from analyser.report import Result
from analyser.reversis.analyses.compare.analysis import FIGURES, Comparison
from analyser.reversis.analyses.compare.rows import column_of, rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BEST = "cannot be told apart from the best"
_OPEN = "?"
# Tables that grow with the number of policies both ways show the best of them only.
_MOST_SHOWN = 12
_PAYMENT = ("fiches_per_deal", "fiches_per_deal_se")
_INTERVAL = ("fiches_per_deal_low", "fiches_per_deal_high")
_NUMBERS = ("number", "against_number")
_NAMES = {"payment": "in all"}


def _levels(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["kind"] == "policy"]


def _pairs(frame: pd.DataFrame, against: Sequence[int]) -> pd.DataFrame:
    """The differences from some of the policies."""
    return frame[frame["against_number"].isin(against)]


def _gaps(frame: pd.DataFrame) -> pd.DataFrame:
    """The differences from the best, which comes first of all."""
    return _pairs(frame, [frame["number"].iloc[0]])


def _signed(value: float, se: float) -> str:
    return with_error(value, se, True)


def _less(number: int, against: int) -> str:
    return f"{number} less {against}"


def _decided(is_decided: bool, differing_rate: float) -> str:
    return "the same" if differing_rate == 0 else "yes" if is_decided else "no"


def _count(deals: float) -> str:
    return si(deals) if math.isfinite(deals) else UNKNOWN


def _level_layout(run: Comparison, frame: pd.DataFrame) -> Layout:
    levels = _levels(frame)
    opponent, pool = run.question.players[0].name, run.question.pool
    return Layout(
        [
            Column("number", "no.", str, align="right"),
            Column("policy", "policy", align="left"),
            Column(_PAYMENT, "fiches per deal", _signed),
            Column(_INTERVAL, "95 % interval", interval, align="right"),
        ],
        levels,
        title=f"What each wins in a seat against three times {opponent}, pool {pool}",
        marked={place for place, flag in enumerate(levels["may_be_best"]) if flag},
        mark_meaning=_BEST,
    )


def _gap_layout(frame: pd.DataFrame) -> Layout:
    return Layout(
        [
            Column(_NUMBERS, "no.", _less, align="right"),
            Column(_PAYMENT, "fiches per deal", _signed),
            Column(_INTERVAL, "95 %, all together", interval, align="right"),
            Column(("is_decided", "differing_rate"), "decided", _decided, align="left"),
            Column("differing_rate", "differing", percent),
            Column("plain_deals", "plain deals", _count, align="right"),
        ],
        _gaps(frame),
        title="Differences from the best",
    )


def _matrix_layouts(frame: pd.DataFrame) -> list[Layout]:
    """All differences, row less column; of two policies there is no more to show than one."""
    numbers = list(_levels(frame)["number"])[:_MOST_SHOWN]
    if len(numbers) == 2:
        return []
    pairs = _pairs(frame[frame["number"].isin(numbers)], numbers)
    cells = {(pair["number"], pair["against_number"]): _gap(pair) for _, pair in pairs.iterrows()}
    lines = [{"number": i, **{str(j): cells.get((i, j), "") for j in numbers}} for i in numbers]
    columns = [Column(str(j), f"less {j}", str) for j in numbers]
    title = f"All differences, row less column; {_OPEN} is not decided"
    return panels(Column("number", "no.", str, align="right"), columns, pd.DataFrame(lines), title)


def _gap(pair: pd.Series) -> str:
    is_open = not pair["is_decided"] and pair["differing_rate"] > 0
    return _signed(*pair[list(_PAYMENT)]) + f" {_OPEN}" * is_open


def _figure_layouts(frame: pd.DataFrame) -> list[Layout]:
    """By part of the payment and by seat: the best, and the differences of the others from it."""
    shown = [_levels(frame).iloc[0], *(gap for _, gap in _gaps(frame).iterrows())][:_MOST_SHOWN]
    lines = [
        {"figure": _NAMES.get(figure, figure.replace("_", " "))}
        | {str(place): _figure(row, figure) for place, row in enumerate(shown)}
        for figure in FIGURES
    ]
    headings = [f"no. {shown[0]['number']}", *(_less(*gap[list(_NUMBERS)]) for gap in shown[1:])]
    columns = [Column(str(place), heading, str) for place, heading in enumerate(headings)]
    title = "By part of the payment, and by seat"
    return panels(
        Column("figure", "fiches per deal", align="left"), columns, pd.DataFrame(lines), title
    )


def _figure(row: pd.Series, figure: str) -> str:
    """A figure with its error, in as many decimal places as the payment has, or one more."""
    column = column_of(figure)
    value, error, error_in_all = row[column], row[f"{column}_se"], row["fiches_per_deal_se"]
    if not (error > 0 and error_in_all > 0):
        return _signed(value, error)
    decimals = decimals_for(error_in_all)
    return with_error(value, error, True, min(max(decimals, decimals_for(error)), decimals + 1))


def _target_note(run: Comparison) -> list[str]:
    """How a run ended that was to stop on a target."""
    if run.is_interrupted:
        return ["Interrupted: these are the deals played until then."]
    if run.is_reached:
        return []
    wanted = f"± {run.target.width:g}" if run.target.width else "one alone"
    return [f"After all {grouped(run.n_most)} deals of --deals: {run.state}, not yet {wanted}."]


def _notes(run: Comparison) -> list[str]:
    hidden = len(run.policies) - _MOST_SHOWN
    moment = ", at any time of the run" if run.n_tightest else ""
    return [
        f"After ±: one standard error, over {grouped(run.tally.n_blocks)} deals that all play in "
        "all four seats.",
        f"Differences are paired; their 95 % intervals hold all together{moment}, and decide.",
        "Differing: seats played that were not paid the same. Plain deals: as many would each of "
        "two independent runs need, one seat a deal.",
        *([f"{hidden} more have their differences in --format csv."] if hidden > 0 else []),
        *_target_note(run),
    ]


def _layouts(run: Comparison, frame: pd.DataFrame) -> list[Layout]:
    layouts = [
        _level_layout(run, frame),
        _gap_layout(frame),
        *_matrix_layouts(frame),
        *_figure_layouts(frame),
    ]
    return [*layouts[:-1], replace(layouts[-1], notes=_notes(run))]


def _plot(run: Comparison, frame: pd.DataFrame) -> "Figure":
    from analyser.plots import interval_plot

    levels, gaps = _levels(frame), _gaps(frame)
    best = levels.iloc[0]
    reach = (gaps["fiches_per_deal_high"] - gaps["fiches_per_deal_low"]) / 2
    return interval_plot(
        [f"{row.number} {row.policy}" for row in levels.itertuples()],
        [0.0, *gaps["fiches_per_deal"]],
        [0.0, *reach],
        title=f"Less the best, {best['policy']}",
        xlabel="fiches per deal, paired; 95 % intervals of all differences together",
        marked={place for place, flag in enumerate(levels["may_be_best"]) if flag},
        mark_meaning=_BEST,
        caption=f"{run.tally.n_blocks:,} deals in all four seats against three times "
        f"{run.question.players[0].name}, seed {run.question.seed}",
        has_zero_line=True,
    )


def result(run: Comparison) -> Result:
    """The comparison as tables, rows and a plot."""
    frame = rows(run)
    meta = run.question.meta(
        run.n_deals,
        run.seconds,
        blocks=run.tally.n_blocks,
        is_interrupted=run.is_interrupted,
        policies=[policy.name for policy in run.policies],
        opponents=run.question.players[0].name,
    )
    layouts = _layouts(run, frame)
    return Result(
        "compare", frame, replace(meta, policies=()), layouts, plot=lambda: _plot(run, frame)
    )
