"""A run of `attempt` in figures: what going on brings more than giving up, and from where it pays.

The intervals of all gains hold together with 95 %, so what is judged is judged right together.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from analyser.engine import Exact
from analyser.reversis.analyses.attempt.analysis import Attempt, gain_at
from analyser.reversis.analyses.attempt.cases import FIGURES
from analyser.reversis.analyses.attempt.spot import COLUMNS, QUINOLA
from analyser.statistics import Crossing, crossing, mean_and_se, wilson

PAYS, LOSES, UNDECIDED = "pays", "does not pay", "undecided"
SAME, TOO_FEW = "no difference", "too few deals"
JUDGED = (PAYS, LOSES, UNDECIDED, SAME)
_LEVELS = ("going_on", "giving_up")
_EVENTS = ("made", "broken", "made_giving_up")

Key = dict[str, object]


@dataclass(frozen=True)
class Gain:
    """What going on brings more than giving up, fiches a deal, in the cases of a row.

    reach : half the width of the interval, which holds together with those of all other rows.
    by_pool : at which pool the answer changes, at the same confidence.
    """

    mean: float
    se: float
    reach: float
    verdict: str
    by_pool: Crossing


def _sums_of(run: Attempt, place: int, group: Sequence[str]) -> Iterator[tuple[Key, Exact]]:
    """The sums of FIGURES at a trick: of each part that there are cases of, told apart by group."""
    kept = [1 + axis for axis, column in enumerate(COLUMNS[1:]) if column in group]
    others = tuple(axis for axis in (1, 2, 3) if axis not in kept)
    sums = run.tally.sums[place].sum(axis=others)
    for index in itertools.product(*map(range, sums.shape[1:])):
        if sums[(0, *index)]:
            yield dict(zip(group, index, strict=True)), sums[(slice(None), *index)]


def gain_of(run: Attempt, sums: dict[str, int]) -> Gain:
    """The gain from the sums of FIGURES, and what may be said of it."""
    n, (total, square) = sums["cases"], gain_at(sums, run.question)
    mean, se = mean_and_se(n, total, square)
    critical = run.critical(n)
    reach = critical * se if math.isfinite(critical) else math.inf
    mixed = sums["fixed_per_pool"]
    products = [[sums["fixed_fixed"], mixed], [mixed, sums["per_pool_per_pool"]]]
    by_pool = crossing(n, [sums["fixed"], sums["per_pool"]], products, critical)
    return Gain(mean, se, reach, _verdict(run, n, mean, reach, square == 0), by_pool)


def _verdict(run: Attempt, n: int, mean: float, reach: float, is_same: bool) -> str:
    if n < run.n_fewest:
        return TOO_FEW
    if is_same:
        return SAME
    if abs(mean) <= reach:
        return UNDECIDED
    return PAYS if mean > 0 else LOSES


def _with_se(name: str, n: int, total: int, square: int) -> dict[str, float]:
    mean, se = mean_and_se(n, total, square)
    return {name: mean, f"{name}_se": se}


def _rate(name: str, n: int, hits: int) -> dict[str, float]:
    """How often something happened, with its error and Wilson's 95 % interval."""
    low, high = wilson(hits, n)
    return {
        **_with_se(f"{name}_rate", n, hits, hits),
        f"{name}_rate_low": float(low),
        f"{name}_rate_high": float(high),
    }


def _figures(run: Attempt, sums: dict[str, int]) -> dict[str, object]:
    """The columns of a row's figures."""
    n, gain = sums["cases"], gain_of(run, sums)
    row: dict[str, object] = {
        "deals": n,
        "gain_fiches_per_deal": gain.mean,
        "gain_fiches_per_deal_se": gain.se,
        "gain_fiches_per_deal_low": gain.mean - gain.reach,
        "gain_fiches_per_deal_high": gain.mean + gain.reach,
        "verdict": gain.verdict,
        **_with_se("own_gain_fiches_per_deal", n, sums["own_gain"], sums["own_gain_squared"]),
    }
    for name in _LEVELS:
        row |= _with_se(f"{name}_fiches_per_deal", n, sums[name], sums[f"{name}_squared"])
    for name in _EVENTS:
        row |= _rate(name, n, sums[name])
    return {
        **row,
        **_with_se("gain_at_pool_0_fiches_per_deal", n, sums["fixed"], sums["fixed_fixed"]),
        **_with_se("gain_per_pool_fiche", n, sums["per_pool"], sums["per_pool_per_pool"]),
        "even_pool_fiches": gain.by_pool.at,
        "undecided_pool_fiches_low": gain.by_pool.low,
        "undecided_pool_fiches_high": gain.by_pool.high,
    }


def _key(run: Attempt, place: int, key: Key) -> dict[str, object]:
    """The columns that tell a row from the others; none that the row does not go by."""
    quinola = key.get("quinola")
    return {
        "trick": run.spot.tricks[place],
        "strength": key.get("strength"),
        "quinola": QUINOLA[quinola] if isinstance(quinola, int) else None,
        "seat": key.get("seat"),
    }


def _group_rows(run: Attempt, group: tuple[str, ...]) -> Iterator[dict[str, object]]:
    for place in range(len(run.spot.tricks)):
        for key, sums in _sums_of(run, place, group):
            named = dict(zip(FIGURES, sums, strict=True))
            yield {**_key(run, place, key), **_figures(run, named)}


def rows(run: Attempt) -> pd.DataFrame:
    """The tidy table: rows over all strengths, then a row for each of what was asked for.

    A row is about the `deals` in which a player stood before the decision at `trick`, told apart
    as asked: by `strength`, likely winners held; `quinola`, "held", "played" on the way, or
    "elsewhere"; `seat`. What rows do not go by is empty; without strength all rows are of one kind.
    Figures: `gain_fiches_per_deal`, going on less giving up, paired, with `_se`, `_low` and `_high`
    (95 %, all rows together), and the `verdict` on it: "pays", "does not pay", "undecided", "no
    difference", "too few deals"; `own_gain_fiches_per_deal`, the policy's own decision less giving
    up; `going_on_…` and `giving_up_fiches_per_deal`; `made_rate` and `broken_rate` of a reversis
    going on, `made_giving_up_rate`; each with `_se`, rates with `_low` and `_high` (95 %, each by
    itself).
    At a pool of P, and the same play, the gain is `gain_at_pool_0_fiches_per_deal` + P times
    `gain_per_pool_fiche`: nothing at `even_pool_fiches`; undecided, like the verdict, at some or
    all pools from `undecided_pool_fiches_low` to `_high`. These are empty where there is no such
    pool from 0 up.
    Rows over all strengths only: `pays_from_strength`, that and every larger one pays, of those
    with enough deals; `pays_not_to_strength`, neither that nor any smaller does.
    """
    groups = [list(_group_rows(run, group)) for group in run.groups]
    if len(groups) == 2:
        over, by_strength = groups
        groups[0] = [row | _thresholds(row, by_strength) for row in over]
    return _typed(pd.DataFrame([row for group in groups for row in group]))


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """Whole numbers stay whole where some are missing."""
    wanted = ("strength", "seat", "pays_from_strength", "pays_not_to_strength")
    return frame.astype({column: "Int64" for column in wanted if column in frame.columns})


def _thresholds(over: dict[str, object], rows: Sequence[dict[str, object]]) -> dict[str, object]:
    """From which strength on going on pays, and up to which it does not."""
    same = [column for column in COLUMNS if column != "strength"]
    judged = [
        (row["strength"], row["verdict"])
        for row in rows
        if row["verdict"] in JUDGED and all(row[column] == over[column] for column in same)
    ]
    paying = list(itertools.takewhile(lambda row: row[1] == PAYS, reversed(judged)))
    losing = list(itertools.takewhile(lambda row: row[1] == LOSES, judged))
    return {
        "pays_from_strength": paying[-1][0] if paying else None,
        "pays_not_to_strength": losing[-1][0] if losing else None,
    }
