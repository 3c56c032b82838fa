"""What each exchange heuristic would lay from one hand, and what that costs."""

from dataclasses import replace

import pandas as pd

from analyser.layouts import Column, Layout
from analyser.numbers import UNKNOWN, fixed, interval
from analyser.report import Result
from analyser.reversis.analyses.discard.analysis import Discard
from analyser.reversis.analyses.heuristics import (
    card_laid,
    dealt_and_laid,
    heuristics_for,
    laying_table,
)
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import card_index, card_name, card_sign
from kernels.reversis.batches import N_BATCH

_GAP = "from_best_fiches"
_INTERVAL = (f"{_GAP}_low", f"{_GAP}_high")


def heuristic_lays(run: Discard) -> dict[str, list[str]]:
    """What each heuristic lays from the hand: the names of one lay; of several, if it draws lots.

    The kernel is asked, which plays the hand.
    """
    fixed_hands = tuple(run.hand if seat == run.seat else 0 for seat in range(N_SEATS))
    heuristics = heuristics_for(run.question.players[run.seat])
    table = laying_table(run.question, fixed_hands)
    _, laid = dealt_and_laid(run.question, table, heuristics, 0, N_BATCH)
    return {
        policy.name: [_name(cards) for cards in sorted(set(of_policy[run.seat].tolist()))]
        for policy, of_policy in zip(heuristics, laid, strict=True)
    }


def _name(laid: int) -> str:
    card = card_laid(laid)
    return "decline" if card is None else card_name(card)


def heuristic_rows(run: Discard, frame: pd.DataFrame) -> pd.DataFrame:
    """A row a heuristic, the best lay first, with the columns of the lays' rows and `heuristic`.

    frame : the tidy table of the lays (discard.rows). The figures are those of the lay; where a
    heuristic draws lots among n lays, which `lay` calls "any of n", they are the means over these,
    and so are errors and intervals, which is as wide as they can be.
    """
    by_lay = frame.set_index("lay", drop=False)
    rows = [
        {"heuristic": name, **_row_of(by_lay.loc[lays])}
        for name, lays in heuristic_lays(run).items()
    ]
    found = pd.DataFrame(rows).sort_values(_GAP, ascending=False, kind="stable")
    return found.astype(frame.dtypes.to_dict()).reset_index(drop=True)


def _row_of(lays: pd.DataFrame) -> dict[str, object]:
    """The one row of a table, or what is told in its place of several."""
    if len(lays) == 1:
        return dict(lays.iloc[0])
    means = lays.drop(columns=["lay", "deals", "may_be_best"]).mean()
    told = {"lay": f"any of {len(lays)}", "deals": lays["deals"].min()}
    return {**told, "may_be_best": bool(lays["may_be_best"].all()), **means}


def _lay_text(lay: str) -> str:
    return lay if lay == "decline" or " " in lay else card_sign(card_index(lay))


def _gap_text(gap: float) -> str:
    return fixed(gap, 2, True) if gap else "best"


def _interval_text(low: float, high: float) -> str:
    return UNKNOWN if low == high == 0 else interval(low, high)


def _layout(frame: pd.DataFrame, base: Layout) -> Layout:
    return Layout(
        [
            Column("heuristic", "heuristic", align="left"),
            Column("lay", "lays", _lay_text, align="left"),
            Column(_GAP, "less the best", _gap_text),
            Column(_INTERVAL, "95 % interval", _interval_text, align="right"),
            Column("deals", "deals"),
        ],
        frame,
        title="What each heuristic lays, and what that costs: fiches per deal",
        marked={place for place, flag in enumerate(frame["may_be_best"]) if flag},
        mark_meaning=base.mark_meaning,
    )


def with_heuristic_rows(run: Discard, frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of the lays, then those of heuristics: `kind`, "lay" or "heuristic", comes first."""
    heuristics = heuristic_rows(run, frame)
    both = pd.concat([frame.assign(kind="lay"), heuristics.assign(kind="heuristic")])
    return both[["kind", "heuristic", *frame.columns]].reset_index(drop=True)


def with_heuristics(result: Result, run: Discard) -> Result:
    """The result of a comparison of lays; after the lays what heuristics lay."""
    both = with_heuristic_rows(run, result.rows)
    first, *others = (_with_rows(layout, result.rows) for layout in result.layouts)
    layouts = [first, _layout(both[both["kind"] == "heuristic"], first), *others]
    return replace(result, rows=both, layouts=layouts)


def _with_rows(layout: Layout, frame: pd.DataFrame) -> Layout:
    return replace(layout, rows=frame) if layout.rows is None else layout
