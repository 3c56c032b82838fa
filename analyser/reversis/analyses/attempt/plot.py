"""The plot of `attempt`: what going on brings, against strength, trick by trick."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from analyser.reversis.analyses.attempt.analysis import Attempt
from analyser.reversis.analyses.attempt.spot import COLUMNS, QUINOLA
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import hand_signs

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyser.curves import Curve

_GAIN = "fiches per deal"


def plot(run: Attempt, judged: pd.DataFrame) -> "Figure":
    """Gains with 95 % intervals: against strength where rows go by it, else one below the other.

    judged : the rows to draw, all of one kind (attempt_rows.py).
    """
    return _curves(run, judged) if "strength" in run.by else _intervals(run, judged)


def _reach(rows: pd.DataFrame) -> list[float]:
    return list(rows["gain_fiches_per_deal_high"] - rows["gain_fiches_per_deal"])


def _name(columns: Sequence[str], values: Sequence[object]) -> str:
    """What tells a row from others: "trick 4, quinola held"."""
    return ", ".join(f"{column} {value}" for column, value in zip(columns, values, strict=True))


def _title(run: Attempt) -> str:
    asked = "going on for the reversis less giving it up"
    if run.spot.hand is None:
        return f"{asked.capitalize()}, pool {run.question.pool}"
    return f"{hand_signs(run.spot.hand)}, seat {run.spot.seat}, pool {run.question.pool}: {asked}"


def _caption(run: Attempt) -> str:
    names = list(dict.fromkeys(policy.name for policy in run.question.players))
    return (
        f"95 % intervals, all together; {run.tally.n_deals:,} deals, seed {run.question.seed}, "
        f"{', '.join(names)}"
    )


def _curves(run: Attempt, judged: pd.DataFrame) -> "Figure":
    from analyser.curves import Panel, curve_plot

    by_panel = ["trick", "seat"] if {"quinola", "seat"} <= set(run.by) else ["trick"]
    by_curve = [column for column in run.by if column not in ("strength", *by_panel)]
    return curve_plot(
        [
            Panel(_name(by_panel, key), _curves_of(rows, by_curve))
            for key, rows in judged.groupby(by_panel, sort=True)
        ],
        title=_title(run),
        xlabel="strength: likely winners held",
        ylabel=_GAIN,
        caption=_caption(run),
    )


def _curves_of(rows: pd.DataFrame, by_curve: Sequence[str]) -> "list[Curve]":
    """The curves of a panel, one for each value of what they go by, if they go by anything."""
    if not by_curve:
        return [_curve("", rows)]
    (column,) = by_curve
    values = QUINOLA if column == "quinola" else range(N_SEATS)
    return [_curve(f"{column} {value}", rows[rows[column] == value]) for value in values]


def _curve(label: str, rows: pd.DataFrame) -> "Curve":
    from analyser.curves import Curve

    return Curve(label, list(rows["strength"]), list(rows["gain_fiches_per_deal"]), _reach(rows))


def _intervals(run: Attempt, judged: pd.DataFrame) -> "Figure":
    from analyser.plots import interval_plot

    columns = [column for column in COLUMNS if column == "trick" or column in run.by]
    return interval_plot(
        [_name(columns, key) for key in judged[columns].itertuples(index=False)],
        list(judged["gain_fiches_per_deal"]),
        _reach(judged),
        title=_title(run),
        xlabel=_GAIN,
        caption=_caption(run),
        has_zero_line=True,
    )
