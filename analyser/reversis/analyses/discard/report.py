"""A comparison of lays as a person reads it: what each is worth and why, and a plot."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd

from analyser.layouts import Column, Layout
from analyser.numbers import fixed, grouped, with_error
from analyser.panels import panels
from analyser.report import Result
from analyser.reversis.analyses.discard.analysis import Discard, rows
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import card_index, card_sign, hand_signs, hand_text
from analyser.reversis.payments import PARTS
from analyser.selection import widest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BEST = "cannot be told apart from the best"
# A part of the payment that is less than this for every lay has no column.
_LEAST_SHOWN = 0.005


def _signed(name: str) -> str:
    return name if name == "decline" else card_sign(card_index(name))


def _worth(value: float, se: float) -> str:
    return with_error(value, se, True)


def _gap(gap: float, low: float, high: float) -> str:
    """A difference and its interval; the best itself has none."""
    if low == high == gap == 0:
        return "best"
    if not math.isfinite(high - low):
        return fixed(gap, 2, True)
    return f"{fixed(gap, 2, True)}  {fixed(low, 2, True)} to {fixed(high, 2, True)}"


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _part(value: float, se: float) -> str:
    """A figure and its error without blanks, so that six of them stand side by side."""
    return f"{fixed(value, 2, True)}±{fixed(se, 2)}"


def _marked(frame: pd.DataFrame) -> set[int]:
    return {place for place, flag in enumerate(frame["may_be_best"]) if flag}


def _worth_layout(run: Discard, frame: pd.DataFrame) -> Layout:
    gap = ("from_best_fiches", "from_best_fiches_low", "from_best_fiches_high")
    return Layout(
        [
            Column("lay", "lay", _signed, align="left"),
            Column(("fiches_per_deal", "fiches_per_deal_se"), "fiches per deal", _worth),
            Column(gap, "from the best, 95 % interval", _gap, align="right"),
            Column("may_be_best", "may be best", _yes, align="left"),
            Column("deals", "deals"),
        ],
        title=f"{hand_signs(run.hand)}, seat {run.seat}, pool {run.question.pool}: what to lay",
        marked=_marked(frame),
        mark_meaning=_BEST,
    )


def _matters(frame: pd.DataFrame, part: str) -> bool:
    """Whether a part of the payment shows up at two decimals for any lay."""
    return bool((frame[f"{part}_fiches_per_deal"].abs() >= _LEAST_SHOWN).any())


def _parts_frame(frame: pd.DataFrame, parts: list[str]) -> pd.DataFrame:
    """What the best brings by part, as it is; then what the others bring more, paired."""
    lines = [{"lay": f"{_signed(frame['lay'].iloc[0])} itself"}]
    lines += [{"lay": _signed(name)} for name in frame["lay"].iloc[1:]]
    for place, (line, row) in enumerate(zip(lines, frame.to_dict("records"), strict=True)):
        kind = "from_best_fiches" if place else "fiches_per_deal"
        for part in parts:
            line[part] = _part(row[f"{part}_{kind}"], row[f"{part}_{kind}_se"])
    return pd.DataFrame(lines)


def _parts_layouts(run: Discard, frame: pd.DataFrame) -> list[Layout]:
    best = _signed(frame["lay"].iloc[0])
    parts = [part for part in PARTS if _matters(frame, part)]
    *others, last = panels(
        Column("lay", f"less {best}", str, align="left"),
        [Column(part, part, str, align="right") for part in parts],
        _parts_frame(frame, parts),
        f"Fiches per deal by part of the payment: {best}, and the others less {best}",
    )
    return [*others, replace(last, notes=_notes(run, frame))]


def _players_note(run: Discard) -> str:
    player = run.question.players[run.seat].name
    opponents = run.question.players[(run.seat + 1) % N_SEATS].name
    if player == opponents:
        return f"Everybody plays on as {player}."
    return f"Seat {run.seat} plays on as {player}, the others as {opponents}."


def _pairing_note(frame: pd.DataFrame) -> list[str]:
    factor = float(frame["plain_deals_factor"].iloc[1:].median())
    if not math.isfinite(factor):
        return []
    return [
        f"The same deals for every lay are worth {fixed(factor, 1)} times as many deals in "
        "independent runs (median)."
    ]


def _target_note(run: Discard) -> list[str]:
    """How a run ended that was to stop on a target."""
    if run.is_interrupted:
        return ["Interrupted: these are the deals played until then."]
    if run.is_reached:
        return []
    if run.target.width:
        state = f"at ± {widest(run.race):.3g} fiches, not yet at ± {run.target.width:g}"
    else:
        state = f"undecided among {len(run.race.alternatives)} lays"
    return [f"After all {grouped(run.race.n_plays)} deals {state}."]


def _interval_note(run: Discard) -> str:
    if run.race.is_anytime:
        return (
            "Each interval of a difference holds by itself, whenever the run stops; the marks hold "
            "all together."
        )
    return "Each interval of a difference holds by itself; the marks hold all together."


def _notes(run: Discard, frame: pd.DataFrame) -> list[str]:
    notes = [_players_note(run), _interval_note(run), "After ±: one standard error, over deals."]
    return [*notes, *_pairing_note(frame), *_target_note(run)]


def _plot(run: Discard, frame: pd.DataFrame) -> "Figure":
    from analyser.plots import interval_plot

    by_worth = frame.sort_values("fiches_per_deal", ascending=False, kind="stable")
    return interval_plot(
        [_signed(name) for name in by_worth["lay"]],
        list(by_worth["fiches_per_deal"]),
        list(by_worth["fiches_per_deal_high"] - by_worth["fiches_per_deal"]),
        title=f"{hand_signs(run.hand)}, seat {run.seat}: what each lay is worth",
        xlabel="fiches per deal, with 95 % interval",
        marked=_marked(by_worth),
        mark_meaning=_BEST,
        caption=f"up to {frame['deals'].max():,} deals a lay, seed {run.question.seed}",
    )


def result(run: Discard) -> Result:
    """The comparison as tables, rows and a plot."""
    frame = rows(run)
    meta = run.question.meta(
        run.race.n_plays,
        run.seconds,
        hand=hand_text(run.hand),
        seat=run.seat,
        is_interrupted=run.is_interrupted,
    )
    layouts = [_worth_layout(run, frame), *_parts_layouts(run, frame)]
    return Result("discard", frame, meta, layouts, plot=lambda: _plot(run, frame))
