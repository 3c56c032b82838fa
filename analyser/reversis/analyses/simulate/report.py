"""A simulation as a person reads it: what each gets, how often things happen, a plot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analyser.layouts import Column, Layout
from analyser.numbers import decimals_for, grouped, percent_interval, with_error
from analyser.report import Result
from analyser.reversis.analyses.simulate.analysis import (
    AMOUNTS,
    EVENTS,
    Simulation,
    figure_columns,
    rows,
)
from analyser.statistics import halfwidth

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SHORT = {"payment": "in all", "espagnolette": "espagn."}
_MOST_PLACES = 4  # so that four seats fit in 80 columns

Show = Callable[[pd.Series, str], str]
"""What a cell says of a figure in a row of the tidy table."""


def _shown(part: pd.DataFrame, figures: Sequence[str], show: Show) -> pd.DataFrame:
    """A table that a person reads: a row a figure, a column a seat or player."""
    people = [row for _, row in part.iterrows()]
    lines = [
        {"figure": _SHORT.get(figure, figure.replace("_", " "))}
        | {str(n): show(row, figure) for n, row in enumerate(people)}
        for figure in figures
    ]
    return pd.DataFrame(lines)


def _layout(part: pd.DataFrame, heading: str, shown: pd.DataFrame, title: str = "") -> Layout:
    by = part["by"].iloc[0]
    columns = [Column("figure", heading, align="left")]
    columns += [Column(str(n), f"{by} {n}", str, align="right") for n in range(len(part))]
    return Layout(columns, shown, title)


def _amounts(part: pd.DataFrame) -> pd.DataFrame:
    """Fiches, points and tricks, with the decimal places that the payments' errors ask for."""
    errors = part["fiches_per_deal_se"].to_numpy(dtype=float)
    errors = errors[np.isfinite(errors) & (errors > 0)]
    decimals = decimals_for(float(errors.max())) if len(errors) else None

    def show(row: pd.Series, figure: str) -> str:
        value, error = list(figure_columns(figure, 2, 0, 0, 1))[:2]
        has_sign = figure not in ("points", "tricks")
        return with_error(row[value], row[error], has_sign, _places(row[error], decimals))

    return _shown(part, AMOUNTS, show)


def _places(error: float, decimals: int | None) -> int | None:
    """As many decimal places as the payments have, and one more where an error needs it."""
    if decimals is None or not error > 0:
        return decimals
    return max(decimals, min(decimals + 1, _MOST_PLACES, decimals_for(error) - 1))


def _rate(row: pd.Series, figure: str) -> str:
    """The 95 % interval of a rate in %, with two figures of its width."""
    return percent_interval(row[f"{figure}_rate_low"], row[f"{figure}_rate_high"])


def _title(part: pd.DataFrame) -> str:
    by, names = part["by"].iloc[0], list(part["policy"])
    if len(set(names)) > 1:
        return f"By {by}: {', '.join(f'{n} {name}' for n, name in enumerate(names))}"
    if names[0] == "all":
        return f"By {by}: every player sits there in turn"
    return f"By {by}: everybody plays {names[0]}"


def _both_layouts(part: pd.DataFrame) -> list[Layout]:
    rates = _shown(part, EVENTS, _rate)
    return [
        _layout(part, "per deal", _amounts(part), _title(part)),
        _layout(part, "% of deals", rates),
    ]


def _target_note(run: Simulation) -> list[str]:
    """How a run ended that was to stop on a target."""
    if run.width is None or run.is_interrupted:
        return []
    reached = f"± {run.reach:.3g} fiches a deal or less for every player, 95 % at any time"
    if run.reach <= run.width:
        return [f"Stopped at {reached}."]
    return [
        f"Not yet at ± {run.width:g}: {reached}, after all {grouped(run.n_most)} deals of --deals."
    ]


def _notes(run: Simulation, frame: pd.DataFrame) -> list[str]:
    pool = frame[frame["by"] == "pool"].iloc[0]
    change = with_error(pool["fiches_per_deal"], pool["fiches_per_deal_se"], sign=True)
    notes = [
        "After ±: one standard error. Of the rates: 95 % intervals.",
        f"The pool of {run.question.pool} changes by {change} fiches a deal.",
        *_target_note(run),
    ]
    if run.is_interrupted:
        notes += ["Interrupted: these are the deals played until then."]
    return notes


def _layouts(run: Simulation, frame: pd.DataFrame) -> list[Layout]:
    shown = ["seat"] if run.n_turns == 1 else ["player", "seat"]
    layouts = [layout for by in shown for layout in _both_layouts(frame[frame["by"] == by])]
    return [*layouts[:-1], replace(layouts[-1], notes=_notes(run, frame))]


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
    meta = run.question.meta(
        run.n_deals, run.seconds, rotate=run.n_turns > 1, is_interrupted=run.is_interrupted
    )
    layouts = _layouts(run, frame)
    return Result("simulate", frame, meta, layouts, plot=lambda: _plot(run, frame))
