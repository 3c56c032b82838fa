"""What lays cost over all hands, in figures: the tidy table."""

from collections.abc import Mapping
from typing import TypeAlias

import pandas as pd

from analyser.reversis.analyses.discards.analysis import N_FOLDS, DiscardHands
from analyser.reversis.analyses.discards.kinds import COLUMNS, DECLINE, place_in_tables, with_totals
from analyser.reversis.analyses.discards.tallies import FIGURES, HEURISTIC, LAY, Cell, Group
from analyser.statistics import halfwidth, ratio_and_se

Weights: TypeAlias = Mapping[str, int]
"""What is made of the sums of FIGURES, each times its weight."""

_WHOLE = {column: "Int64" for column in ("seat", "suit_length", "guards")}


def rows(run: DiscardHands) -> pd.DataFrame:
    """The tidy table: a row a kind of lay, grouping by grouping; then a row a heuristic and seat.

    `by` names the columns that a row is grouped by, such as "rank,suit_length" (after two columns
    come the totals by the first), or is "heuristic" or "heuristic,seat". `lay` is "card" or
    "decline", `heuristic` a name; `seat`, `rank`, `suit`, `suit_length`, `guards`, `special` are
    as in `lay_kinds.kind_of`, and empty where the row is not grouped by them.
    `hands` that have such a lay, `lays` that they have, `deals` on which these were played.
    `from_best_fiches`, what such a lay is paid per deal less the best lay of the same hand;
    `chosen_rate`, how often it is that best lay itself; `otherwise_from_best_fiches`, as the first
    where it is not; `fiches_per_deal`, what it is paid; each with `_se`, over hands.
    Of heuristics also `from_best_fiches_low` and `_high`, 95 %, each interval by itself.
    """
    groups = sorted(run.tally.cells, key=lambda group: _place(run, group))
    return pd.DataFrame([_row(run, group) for group in groups]).astype(_WHOLE)


def _place(run: DiscardHands, group: Group) -> tuple[float, ...]:
    """A key that sorts the groups as `rows` has them: heuristics by what they lose, least first."""
    if group.about == LAY:
        return (0, with_totals(run.plan.groupings).index(group.by), *_place_of_values(group))
    names = [policy.name for policy in run.plan.heuristics]
    pooled = run.tally.cells[Group(HEURISTIC, group.name, (), ())]
    loss = -int(pooled.sums[FIGURES.index("gap")])
    return (1, len(group.by), loss, names.index(group.name), *_place_of_values(group))


def _place_of_values(group: Group) -> tuple[int, ...]:
    return (*place_in_tables(group.by, group.values), group.name == DECLINE)


def _row(run: DiscardHands, group: Group) -> dict[str, object]:
    cell = run.tally.cells[group]
    n_hands, n_lays = int(cell.sums[0]), int(cell.sums[1])
    told = (HEURISTIC,) if group.about == HEURISTIC else ()
    return {
        "by": ",".join((*told, *group.by)),
        "heuristic": group.name if told else None,
        "lay": None if told else group.name,
        **dict.fromkeys(COLUMNS),
        **dict(zip(group.by, group.values, strict=True)),
        "hands": n_hands,
        "lays": n_lays,
        "deals": n_hands * run.plan.n_deals,
        **_figures(run, cell),
        **_interval(run, group, cell),
    }


def _figures(run: DiscardHands, cell: Cell) -> dict[str, float]:
    n_deals = run.plan.n_deals
    per_lay, per_fold = {"lays": n_deals}, {"lays": N_FOLDS}
    otherwise = {"lays": N_FOLDS * n_deals, "chosen": -n_deals}
    return {
        **_figure("from_best_fiches", cell, {"gap": 1}, per_lay),
        **_figure("chosen_rate", cell, {"chosen": 1}, per_fold),
        **_figure("otherwise_from_best_fiches", cell, {"gap": N_FOLDS}, otherwise),
        **_figure("fiches_per_deal", cell, {"payment": 1}, per_lay),
    }


def _figure(name: str, cell: Cell, above: Weights, below: Weights) -> dict[str, float]:
    """A ratio of sums over the hands of a cell, and its error."""
    parts = ([weights.get(figure, 0) for figure in FIGURES] for weights in (above, below))
    ratio, se = ratio_and_se(int(cell.sums[0]), cell.sums, cell.products, *parts)
    return {name: ratio, f"{name}_se": se}


def _interval(run: DiscardHands, group: Group, cell: Cell) -> dict[str, float | None]:
    """The ends of a heuristic's interval: valid at any time in a run that stops on a target."""
    names = ("from_best_fiches_low", "from_best_fiches_high")
    if group.about == LAY:
        return dict.fromkeys(names)
    mean, se = _figure("", cell, {"gap": 1}, {"lays": run.plan.n_deals}).values()
    reach = run.reach_of(group) if run.width else halfwidth(int(cell.sums[0]), se)
    return dict(zip(names, (mean - reach, mean + reach), strict=True))
