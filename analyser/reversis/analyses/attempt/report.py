"""A run of `attempt` as a person reads it: where going on pays, how it ends, at which pools."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from analyser.layouts import Column, Layout
from analyser.numbers import (
    UNKNOWN,
    compact,
    grouped,
    interval,
    percent_interval,
    si,
    with_error,
)
from analyser.panels import panels
from analyser.report import Result
from analyser.reversis.analyses.attempt.analysis import Attempt
from analyser.reversis.analyses.attempt.plot import plot
from analyser.reversis.analyses.attempt.pools import LARGEST_POOL, changing, pool_columns, pool_note
from analyser.reversis.analyses.attempt.rows import JUDGED, LOSES, PAYS, TOO_FEW, rows
from analyser.reversis.analyses.attempt.spot import COLUMNS
from analyser.reversis.notation import hand_signs, hand_text

_GAIN = ("gain_fiches_per_deal", "gain_fiches_per_deal_se")
_INTERVAL = ("gain_fiches_per_deal_low", "gain_fiches_per_deal_high")
_WORDS = {PAYS: "yes", LOSES: "no"}


def _signed(value: float, se: float) -> str:
    return with_error(value, se, True)


def _percent(low: float, high: float) -> str:
    return percent_interval(low, high, 2)


def _whole(value: object) -> str:
    return UNKNOWN if pd.isna(value) else str(value)  # type: ignore[call-overload]


def _verdict(verdict: str) -> str:
    return _WORDS.get(verdict, verdict)


def _labels(columns: Sequence[str]) -> list[Column]:
    """The columns that tell rows apart."""
    return [
        Column(column, column, _whole, align="left" if column == "quinola" else "right")
        for column in COLUMNS
        if column == "trick" or column in columns
    ]


def _rate(name: str, heading: str) -> Column:
    ends = (f"{name}_rate_low", f"{name}_rate_high")
    return Column(ends, heading, _percent, align="right")


def _level(name: str, heading: str) -> Column:
    return Column((name, f"{name}_se"), heading, compact, align="right")


def _interval(low: float, high: float, verdict: str) -> str:
    return UNKNOWN if verdict == TOO_FEW else interval(low, high)


_GAINS = (
    Column(_GAIN, "gain", _signed),
    Column((*_INTERVAL, "verdict"), "95 % interval", _interval, align="right"),
    Column("verdict", "pays", _verdict, align="left"),
)


def _over_layout(run: Attempt, over: pd.DataFrame) -> list[Layout]:
    """All strengths together, and from which on it pays."""
    columns = [
        Column("deals", "deals"),
        *_GAINS,
        Column("pays_not_to_strength", "not up to", _whole, align="right"),
        Column("pays_from_strength", "pays from", _whole, align="right"),
    ]
    return panels(_labels(run.groups[0]), columns, over, "")


def _gain_layout(run: Attempt, judged: pd.DataFrame) -> list[Layout]:
    columns = [
        Column("deals", "deals", si, align="right"),
        *_GAINS,
        _level("own_gain_fiches_per_deal", "own choice"),
    ]
    title = "What going on brings more than giving up, fiches per deal"
    return panels(_labels(run.by), columns, judged, title)


def _ending_layout(run: Attempt, judged: pd.DataFrame) -> list[Layout]:
    columns = [
        _rate("made", "made"),
        _rate("broken", "broken"),
        _rate("made_giving_up", "anyway"),
        _level("going_on_fiches_per_deal", "going on"),
        _level("giving_up_fiches_per_deal", "giving up"),
    ]
    title = "How it ends, % of deals, and what both bring, fiches per deal"
    return panels(_labels(run.by), columns, judged, title)


def _pool_layout(run: Attempt, judged: pd.DataFrame) -> list[Layout]:
    """At which pools it pays, where that is not the same at all."""
    rows = changing(judged)
    if rows.empty:
        return []
    title = "At which pools it pays, where that is not the same or not decided at all of them"
    return panels(_labels(run.by), pool_columns(), rows, title)


def _players_note(run: Attempt) -> str:
    names = [policy.name for policy in run.question.players]
    if len(set(names)) == 1:
        return f"Everybody plays as {names[0]}."
    return "By seat: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(names)) + "."


def _exchange_note(run: Attempt) -> list[str]:
    if run.spot.hand is None:
        return ["At trick 1 each seat has its own deals; later, who has taken every trick decides."]
    if run.spot.lay is None:
        return ["The hand is as dealt; the policy exchanges from it."]
    return [f"The hand is as dealt; in the exchange it lays: {run.spot.lay.sign}."]


def _target_note(run: Attempt) -> list[str]:
    """How a run ended that was to stop on a width."""
    if run.is_interrupted:
        return ["Interrupted: these are the deals played until then."]
    if run.width is None or run.reach <= run.width:
        return []
    state = f"at ± {run.reach:.3g} fiches, not yet at ± {run.width:g}"
    return [f"After all {grouped(run.n_most)} deals of --deals: {state}."]


def _strength_note(run: Attempt) -> list[str]:
    if "strength" not in run.by:
        return []
    return [
        "Strength: cards in hand that should take tricks, as the policies count them. Not up to, "
        "pays from: up to which no row pays, from which on all do, of those with enough deals."
    ]


def _notes(run: Attempt, n_hidden: int, has_pools: bool) -> list[str]:
    moment = ", at any time of the run" if run.width else ""
    hidden = f"{n_hidden} rows of fewer than {grouped(run.n_fewest)} deals are in --format csv."
    same = f"At all pools up to {grouped(LARGEST_POOL)} the answer is the same."
    return [
        _players_note(run),
        *_exchange_note(run),
        "Going on: trying in that trick, then as the policy decides. Giving up: for good. Own "
        "choice: what the policy's own decision brings more than giving up.",
        "Made, broken: the reversis, going on. Anyway: made although given up.",
        *_strength_note(run),
        f"After ±: one standard error. The intervals of gains hold all together{moment}, and "
        "decide, of pools too; those of how it ends hold each by itself.",
        *([] if has_pools else [same]),
        pool_note(run),
        *([hidden] if n_hidden else []),
        *_target_note(run),
    ]


def _title(run: Attempt) -> str:
    if run.spot.hand is None:
        return f"Going for the reversis or giving it up, pool {run.question.pool}, fiches per deal"
    hand = hand_signs(run.spot.hand)
    return f"{hand}, seat {run.spot.seat}, pool {run.question.pool}: going for it, fiches per deal"


def _shown(run: Attempt, frame: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows over all strengths, and the others that are judged; all of them if none is."""
    is_over = frame["strength"].isna() & (len(run.groups) == 2)
    asked = frame[~is_over]
    judged = asked[asked["verdict"].isin(JUDGED)]
    return frame[is_over], asked if judged.empty else judged


def _layouts(run: Attempt, frame: pd.DataFrame) -> list[Layout]:
    over, judged = _shown(run, frame)
    pools = _pool_layout(run, judged)
    first, *others = [
        *([] if over.empty else _over_layout(run, over)),
        *_gain_layout(run, judged),
        *_ending_layout(run, judged),
        *pools,
    ]
    *before, last = [replace(first, title=_title(run)), *others]
    notes = _notes(run, len(frame) - len(over) - len(judged), bool(pools))
    return [*before, replace(last, notes=notes)]


def result(run: Attempt) -> Result:
    """The run as tables, rows and a plot."""
    frame = rows(run)
    _, judged = _shown(run, frame)
    spot = run.spot
    of_hand = {} if spot.hand is None else {"hand": hand_text(spot.hand), "seat": spot.seat}
    meta = run.question.meta(
        run.n_plays,
        run.seconds,
        blocks=run.tally.n_deals,
        tricks=list(spot.tricks),
        **of_hand,
        lay=None if spot.lay is None else spot.lay.name,
        is_interrupted=run.is_interrupted,
    )
    return Result("attempt", frame, meta, _layouts(run, frame), plot=lambda: plot(run, judged))
