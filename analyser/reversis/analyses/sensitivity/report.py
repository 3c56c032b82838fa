"""What options of the rules change as a person reads it: which of them matter, and by how much."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd

from analyser.layouts import Column, Layout
from analyser.numbers import UNKNOWN, decimals_for, fixed, percent_interval
from analyser.panels import panels
from analyser.report import Result
from analyser.reversis.analyses.sensitivity.analysis import Sensitivity
from analyser.reversis.analyses.sensitivity.notes import notes, threshold_text
from analyser.reversis.analyses.sensitivity.plot import plot
from analyser.reversis.analyses.sensitivity.rows import (
    FICHES,
    GAIN_CHANGE,
    LAY_COST,
    THRESHOLD_COST,
    change_of,
    levels,
    rows,
)

_MOST_DECIMALS = 3
# The rates that are shown, if they change at all: those of the main events, and those that some
# option is about.
_RATES = {
    "quinola_placed_rate": "placed",
    "quinola_forced_rate": "forced",
    "quinola_led_rate": "led",
    "reversis_made_rate": "reversis",
    **{f"seat_{seat}_party_won_rate": f"party {seat}" for seat in range(4)},
    "espagnolette_active_rate": "espagn.",
}
_RATES_TITLE = (
    "Change of how often, percentage points: quinola placed, forced, led; reversis made; party "
    "won, by seat; espagnolette active"
)
_CHANGED = "best_lay_changed_rate"
_WORDS = {LAY_COST: "old lay", GAIN_CHANGE: "going on", THRESHOLD_COST: "old threshold"}
_LABEL = Column(("option", "alternative"), "rule", "{}: {}".format, align="left")

Show = Callable[[float, float], str]


def _compact(value: float, se: float) -> str:
    """A change and its error without blanks, three decimal places at most; 0 where exactly that."""
    if value == se == 0:
        return "0"
    if pd.isna(value):
        return UNKNOWN
    decimals = min(_MOST_DECIMALS, decimals_for(se)) if se > 0 else _MOST_DECIMALS
    return f"{fixed(value, decimals, True)}±{fixed(se, decimals)}"


def _points(value: float, se: float) -> str:
    """The same of a rate, in percentage points."""
    return _compact(100 * value, 100 * se)


def _column(name: str, heading: str, show: Show = _compact) -> Column:
    return Column((name, f"{name}_se"), heading, show, align="right")


def _largest(row: pd.Series) -> str:
    """The largest effect in words, or why there is none."""
    name = row["largest_effect"]
    if pd.isna(name):
        return UNKNOWN if pd.isna(row["remark"]) else f"none: {row['remark']}"
    words = _WORDS.get(name, name.removesuffix("_change").removesuffix("_fiches_per_deal"))
    value, se = row[name], row[f"{name}_se"]
    if not words.endswith("_rate"):
        return f"{words.replace('_', ' ')} {_compact(value, se)}"
    return f"{words.removesuffix('_rate').replace('_', ' ')} {_points(value, se)} %"


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _first_layout(run: Sensitivity, frame: pd.DataFrame) -> Layout:
    told = frame[["option", "base", "alternative", "matters"]].copy()
    told["largest"] = [_largest(row) for _, row in frame.iterrows()]
    return Layout(
        [
            Column("option", "option", align="left"),
            Column("base", "in force", align="left"),
            Column("alternative", "instead", align="left"),
            Column("matters", "matters", _yes, align="left"),
            Column("largest", "largest effect, fiches", align="left"),
        ],
        told,
        title=f"What each option of the rules changes, pool {run.question.pool}",
    )


def _changing(frame: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """The rows in which any of these figures is not exactly 0."""
    return frame[(frame[list(names)].fillna(0) != 0).any(axis=1)]


def _seat_layouts(frame: pd.DataFrame) -> list[Layout]:
    names = [change_of(name) for name in FICHES]
    columns = [_column(name, f"seat {seat}") for seat, name in enumerate(names)]
    shown = _changing(frame, names)
    title = "Change of fiches per deal, by seat"
    return [Layout([_LABEL, *columns], shown, title)] if len(shown) else []


def _rate_layouts(frame: pd.DataFrame) -> list[Layout]:
    names = {change_of(name): heading for name, heading in _RATES.items()}
    shown = _changing(frame, list(names))
    columns = [
        _column(name, heading, _points) for name, heading in names.items() if shown[name].any()
    ]
    return panels(_LABEL, columns, shown, _RATES_TITLE) if len(shown) else []


def _advice_layouts(frame: pd.DataFrame) -> list[Layout]:
    columns = [
        Column((_CHANGED, f"{_CHANGED}_low", f"{_CHANGED}_high"), "best lay", _share, "right"),
        _column(LAY_COST, "old lay costs"),
        _column(GAIN_CHANGE, "going on"),
        Column(("threshold", "threshold_low", "threshold_high"), "pays from", _threshold, "right"),
    ]
    shown = _changing(frame, [_CHANGED, LAY_COST, GAIN_CHANGE, THRESHOLD_COST])
    told = [column for column in columns if shown[column.key[0]].notna().any()]
    title = "The advice: % of hands with another best lay, fiches, and likely winners"
    return [Layout([_LABEL, *told], shown, title)] if len(shown) else []


def _share(rate: float, low: float, high: float) -> str:
    return UNKNOWN if pd.isna(rate) else percent_interval(low, high)


def _threshold(best: int, low: int, high: int) -> str:
    return UNKNOWN if pd.isna(best) else threshold_text(best, low, high)


def _layouts(run: Sensitivity, frame: pd.DataFrame) -> list[Layout]:
    found = [
        _first_layout(run, frame),
        *_seat_layouts(frame),
        *_rate_layouts(frame),
        *_advice_layouts(frame),
    ]
    return [*found[:-1], replace(found[-1], notes=notes(run, frame))]


def result(run: Sensitivity) -> Result:
    """The run as tables, rows and a plot."""
    frame = rows(run)
    meta = run.question.meta(
        run.tally.n_settled,
        run.seconds,
        blocks=run.tally.n_deals,
        hands=run.tally.n_hands,
        base=levels(run),
        is_interrupted=run.is_interrupted,
    )
    return Result("sensitivity", frame, meta, _layouts(run, frame), plot=lambda: plot(run, frame))
