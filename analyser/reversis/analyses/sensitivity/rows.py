"""What options of the rules change, in figures: effects with their intervals, the tidy table."""

from collections.abc import Iterator
from dataclasses import astuple, dataclass

import pandas as pd

from analyser.reversis.analyses.attempt.spot import N_STRENGTHS
from analyser.reversis.analyses.discards.analysis import DEALS_A_HAND
from analyser.reversis.analyses.sensitivity.alternatives import Alternative, remark_on
from analyser.reversis.analyses.sensitivity.analysis import Sensitivity
from analyser.reversis.analyses.sensitivity.gains import deciding_seats
from analyser.reversis.analyses.sensitivity.tally import BY_NOBODY, BY_SEAT, Tally
from analyser.reversis.analyses.sensitivity.thresholds import (
    Thresholds,
    old_threshold_cost,
    thresholds_of,
)
from analyser.reversis.lineup import N_SEATS
from analyser.statistics import critical_value, mean_and_se, wilson

FICHES = tuple(f"seat_{seat}_fiches_per_deal" for seat in range(N_SEATS))
PARTY_RATES = tuple(f"seat_{seat}_{event}_rate" for event in BY_SEAT[1:] for seat in range(N_SEATS))
RATES = (*PARTY_RATES, *(f"{event}_rate" for event in BY_NOBODY))
LEVELS = (*FICHES, *RATES)
"""The figures that change, in the order of `Tally.levels`."""

LAY_COST, THRESHOLD_COST = "old_lay_cost_fiches_per_deal", "old_threshold_cost_fiches_per_deal"
GAIN_CHANGE = "going_on_fiches_per_deal_change"


def change_of(level: str) -> str:
    """The column of what is changed of one of LEVELS.

    >>> change_of("seat_0_fiches_per_deal")
    'seat_0_fiches_per_deal_change'
    """
    return f"{level}_change"


# In fiches per deal; of deals; in fiches per deal in which there is this decision.
_KINDS = (
    (*map(change_of, FICHES), LAY_COST, THRESHOLD_COST),
    tuple(map(change_of, RATES)),
    (GAIN_CHANGE,),
)
EFFECTS = tuple(name for names in _KINDS for name in names)


@dataclass(frozen=True)
class Effect:
    """What an alternative changes of a figure; the intervals of all hold together with 95 %."""

    value: float
    se: float
    reach: float

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves no doubt that there is an effect."""
        return abs(self.value) > self.reach


@dataclass(frozen=True)
class Effects:
    """What one alternative changes.

    effects : by EFFECTS. lay_changes : of how many hands the best lay is another.
    thresholds : from which on to go for a reversis, if anybody ever does.
    """

    alternative: Alternative
    effects: dict[str, Effect]
    lay_changes: int
    thresholds: Thresholds | None
    remark: str | None

    @property
    def largest(self) -> str | None:
        """The largest sure effect: of those in fiches per deal if there is any, else of rates."""
        for names in _KINDS:
            sure = [name for name in names if self.effects[name].is_sure]
            if sure:
                return max(sure, key=lambda name: abs(self.effects[name].value))
        return None

    @property
    def place(self) -> tuple[float, float]:
        """A key that sorts alternatives by the size of their effects, the largest first."""
        kind = next((i for i, names in enumerate(_KINDS) if self.largest in names), len(_KINDS))
        names = _KINDS[0] if self.largest is None else (self.largest,)
        sizes = [abs(self.effects[name].value) for name in names]
        return kind, -max((size for size in sizes if size == size), default=0.0)


@dataclass(frozen=True)
class Measures:
    """What a run came to.

    thresholds : under the rules in force, from which likely winners on to go for a reversis, if
        anybody ever does. effects : of the alternatives, the largest first.
    """

    thresholds: Thresholds | None
    effects: list[Effects]

    @property
    def strengths(self) -> range:
        """The likely winners about the threshold: at it, and one less."""
        best = -1 if self.thresholds is None else self.thresholds.best
        return range(max(0, best - 1), min(best + 1, N_STRENGTHS))


def measures(run: Sensitivity) -> Measures:
    """The figures of a run."""
    found = Measures(_thresholds(run, 0), [])
    effects = [_effects(run, found.strengths, place) for place in range(len(run.alternatives))]
    return Measures(found.thresholds, sorted(effects, key=lambda effects: effects.place))


def _thresholds(run: Sensitivity, place: int) -> Thresholds | None:
    if not deciding_seats(run.question):
        return None
    return thresholds_of(run.tally.n_deals, run.tally.gains[:, place])


def _effects(run: Sensitivity, strengths: range, place: int) -> Effects:
    alternative, tally = run.alternatives[place], run.tally
    n_figures = len(EFFECTS) * len(run.alternatives)
    effects = {
        name: Effect(mean, se, critical_value(n, n_figures=n_figures) * se)
        for name, n, mean, se in _means(tally, strengths, place)
    }
    return Effects(
        alternative,
        effects,
        int(tally.lays[0, place]),
        _thresholds(run, place + 1),
        remark_on(alternative, run.question, run.plan.questions[place + 1]),
    )


def _means(tally: Tally, strengths: range, place: int) -> Iterator[tuple[str, int, float, float]]:
    """Name, number of blocks, mean and standard error of each of EFFECTS."""
    n_deals, n_hands = tally.n_deals, tally.n_hands
    means, ses = mean_and_se(n_deals, tally.changes[0, place], tally.changes[1, place])
    for name, mean, se in zip(map(change_of, LEVELS), means, ses, strict=True):
        yield name, n_deals, float(mean), float(se)
    cost, cost_se = mean_and_se(n_hands, *map(int, tally.lays[1:, place]))
    yield LAY_COST, n_hands, cost / DEALS_A_HAND, cost_se / DEALS_A_HAND
    n_cases, about = int(tally.cases.sum()), slice(strengths.start, strengths.stop)
    yield THRESHOLD_COST, n_cases, *old_threshold_cost(n_cases, tally.gains[:, [0, place + 1]])
    n_about = int(tally.cases[about].sum())
    gain, square = map(int, tally.gain_changes[:, place, about].sum(axis=1))
    yield GAIN_CHANGE, n_about, *mean_and_se(n_about, gain, square)


def rows(run: Sensitivity) -> pd.DataFrame:
    """The tidy table: a row an alternative, those that matter first, by the size of their effects.

    `option`, its values `base` in force and `alternative`; `matters`, whether any effect is sure;
    `largest_effect`, the column of the largest sure one: of those in fiches per deal if there is
    any, else of rates, else of going on; `remark`, why there can be no effect; `deals` played,
    `hands` of which every lay was.
    Effects, alternative less rules in force, each with `_se` and the ends `_low` and `_high` of its
    interval (95 %, all effects of all rows together):
    `seat_N_fiches_per_deal_change`; `seat_N_party_won_rate_change`, `seat_N_party_lost_…`;
    `EVENT_rate_change`, of any seat (simulate.py); `old_lay_cost_fiches_per_deal`, what it costs a
    player under the alternative to lay what is best under the rules in force;
    `old_threshold_cost_fiches_per_deal`, and to go for a reversis at trick 1 from as many likely
    winners on; `going_on_fiches_per_deal_change`, of what going for it brings more than giving it
    up, in deals with as many likely winners as the best threshold under the rules in force, or one
    less.
    `best_lay_changed_rate`, the share of hands with another best lay on all of their deals, with
    `_low` and `_high` (95 %, by itself). `threshold`, the best under the alternative, 12 for never;
    `threshold_low` and `_high`, the least and largest that may be (95 %, of the row); and the same
    under the rules in force, `base_threshold…`.
    """
    found = measures(run)
    return _typed(pd.DataFrame([_row(run, found, effects) for effects in found.effects]))


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """Whole numbers stay whole where some are missing; values of options are words."""
    wanted = [column for column in frame.columns if "threshold" in column and "cost" not in column]
    return frame.astype(dict.fromkeys(wanted, "Int64"))


def _row(run: Sensitivity, found: Measures, effects: Effects) -> dict[str, object]:
    option = effects.alternative.option
    row: dict[str, object] = {
        "option": option.name,
        "base": str(option.value_in(run.question.rules)),
        "alternative": str(effects.alternative.value),
        "matters": effects.largest is not None,
        "largest_effect": effects.largest,
        "remark": effects.remark,
        "deals": run.tally.n_deals,
        "hands": run.tally.n_hands,
    }
    for name, effect in effects.effects.items():
        ends = effect.value - effect.reach, effect.value + effect.reach
        row |= {name: effect.value, f"{name}_se": effect.se}
        row |= {f"{name}_low": ends[0], f"{name}_high": ends[1]}
    return {
        **row,
        **_lay_changes(effects.lay_changes, run.tally.n_hands),
        **_threshold_columns("threshold", effects.thresholds),
        **_threshold_columns("base_threshold", found.thresholds),
    }


def _lay_changes(n_changed: int, n_hands: int) -> dict[str, object]:
    low, high = wilson(n_changed, n_hands)
    rate = mean_and_se(n_hands, n_changed, n_changed)[0]
    name = "best_lay_changed_rate"
    return {name: rate, f"{name}_low": float(low), f"{name}_high": float(high)}


def _threshold_columns(name: str, thresholds: Thresholds | None) -> dict[str, object]:
    numbers = (None, None, None) if thresholds is None else astuple(thresholds)
    return dict(zip((name, f"{name}_low", f"{name}_high"), numbers, strict=True))


def levels(run: Sensitivity) -> dict[str, float]:
    """The figures of LEVELS under the rules in force: fiches per deal, and rates."""
    return {
        name: float(total / run.tally.n_deals)
        for name, total in zip(LEVELS, run.tally.levels, strict=True)
    }
