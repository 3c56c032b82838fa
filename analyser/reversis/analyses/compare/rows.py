"""A comparison of policies in figures: levels, paired differences, and the tidy table of both."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from analyser.engine import Exact
from analyser.reversis.analyses.compare.analysis import FIGURES, Comparison
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.payments import PARTS
from analyser.statistics import Pairs, halfwidth, mean_and_se, pairwise, sequence_halfwidth
from analyser.statistics.moments import FloatArray

# Payments and their parts are sums over the seats of a block; fiches per deal are a quarter.
_SEATS_OF = np.array([N_SEATS] * (1 + len(PARTS)) + [1] * N_SEATS)


def column_of(figure: str) -> str:
    """The column of one of FIGURES in the tidy table.

    >>> column_of("payment"), column_of("party"), column_of("seat_3")
    ('fiches_per_deal', 'party_fiches_per_deal', 'seat_3_fiches_per_deal')
    """
    return "fiches_per_deal" if figure == "payment" else f"{figure}_fiches_per_deal"


@dataclass(frozen=True)
class Measures:
    """What a comparison of k policies came to, fiches per deal.

    levels, level_ses : float64[11, k], of FIGURES. level_reach : float64[k], half the width of the
        95 % interval of a policy's payment, of each by itself.
    gaps, gap_ses : float64[11, k, k], row less column, paired.
    pairs : the differences in payment with intervals that hold together with 95 %.
    differing_rates : float64[k, k], the share of seats played that were not paid the same.
    """

    levels: FloatArray
    level_ses: FloatArray
    level_reach: FloatArray
    gaps: FloatArray
    gap_ses: FloatArray
    pairs: Pairs
    differing_rates: FloatArray
    n_blocks: int

    @property
    def best_first(self) -> list[int]:
        """The policies by their payments, the highest first; ties in the order given."""
        return sorted(range(self.levels.shape[1]), key=lambda i: (-self.levels[0, i], i))

    @cached_property
    def plain_deals(self) -> FloatArray:
        """float64[k, k]: the deals that each of two independent runs would need for a difference.

        In them a policy has one seat a deal, every seat as often. Infinite where the difference
        never varied, NaN below two blocks.
        """
        variances = self.n_blocks * (self.level_ses[-N_SEATS:] ** 2).mean(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            result: FloatArray = np.add.outer(variances, variances) / self.gap_ses[0] ** 2
        return result


def measures(run: Comparison) -> Measures:
    """The figures of a comparison."""
    tally, k = run.tally, len(run.policies)
    n = tally.n_blocks
    levels, level_ses = mean_and_se(n, tally.sums, _squares(run))
    gaps, gap_ses = zip(*map(pairwise, [n] * len(FIGURES), tally.sums, tally.products), strict=True)
    pairs = tally.pairs(run.n_tightest)
    return Measures(
        levels / _SEATS_OF[:, np.newaxis],
        level_ses / _SEATS_OF[:, np.newaxis],
        _level_reach(run, level_ses[0]) / N_SEATS,
        np.array(gaps) / _SEATS_OF[:, np.newaxis, np.newaxis],
        np.array(gap_ses) / _SEATS_OF[:, np.newaxis, np.newaxis],
        Pairs(pairs.gaps / N_SEATS, pairs.ses / N_SEATS, pairs.reach / N_SEATS),
        (tally.differing / (N_SEATS * n)).astype(np.float64).reshape(k, k),
        n,
    )


def _squares(run: Comparison) -> Exact:
    """Sums of squares of all figures: [11, k]."""
    squares: Exact = np.diagonal(run.tally.products, axis1=1, axis2=2)
    return squares


def _level_reach(run: Comparison, ses: FloatArray) -> FloatArray:
    """Half the width of each policy's 95 % interval, fiches a block: at any time if need be."""
    n, sums, squares = run.tally.n_blocks, run.tally.sums[0], _squares(run)[0]
    if run.n_tightest is None:
        return halfwidth(n, ses)
    reach: FloatArray = sequence_halfwidth(n, sums, squares, run.n_tightest)
    return reach


def rows(run: Comparison) -> pd.DataFrame:
    """The tidy table: a row a policy, the best first, then a row for each ordered pair of two.

    `kind` says which: in a row of kind "policy" the figures are what `policy` wins; in one of kind
    "pair" they are its paired differences from `against`. `number` and `against_number` are the
    places in the order given, from 1; `blocks` are deals, each played in all four seats.
    Figures: `fiches_per_deal` with `_se`, `_low`, `_high`; `PART_fiches_per_deal`, by component;
    `seat_N_fiches_per_deal`, in that seat; each with `_se`. The 95 % intervals of policies hold
    each by itself, those of pairs all together.
    Policies only: `may_be_best`, no other is decidedly better. Pairs only: `is_decided`, the
    interval excludes 0; `differing_rate`, the share of seats played that were not paid the same;
    `plain_deals`, how many deals each of two independent runs would need (one seat a deal).
    """
    found = measures(run)
    order = found.best_first
    levels = [_policy_row(run, found, i) for i in order]
    pairs = [_pair_row(run, found, i, j) for i in order for j in order if i != j]
    frame = pd.DataFrame([*levels, *pairs])
    kinds = {"against_number": "Int64", "may_be_best": "boolean", "is_decided": "boolean"}
    return frame.astype(kinds)


def _figures(means: FloatArray, ses: FloatArray, reach: float) -> dict[str, object]:
    """The columns of all figures: float64[11] and their errors."""
    row: dict[str, object] = {}
    for figure, mean, se in zip(FIGURES, means, ses, strict=True):
        column = column_of(figure)
        row |= {column: mean, f"{column}_se": se}
        if figure == "payment":
            row |= {f"{column}_low": mean - reach, f"{column}_high": mean + reach}
    return row


def _names(run: Comparison, kind: str, i: int, j: int | None) -> dict[str, object]:
    return {
        "kind": kind,
        "number": i + 1,
        "policy": run.policies[i].name,
        "against_number": None if j is None else j + 1,
        "against": None if j is None else run.policies[j].name,
        "blocks": run.tally.n_blocks,
    }


def _policy_row(run: Comparison, found: Measures, i: int) -> dict[str, object]:
    reach = float(found.level_reach[i])
    return {
        **_names(run, "policy", i, None),
        **_figures(found.levels[:, i], found.level_ses[:, i], reach),
        "may_be_best": bool(found.pairs.may_be_best[i]),
    }


def _pair_row(run: Comparison, found: Measures, i: int, j: int) -> dict[str, object]:
    reach = float(found.pairs.reach[i, j])
    return {
        **_names(run, "pair", i, j),
        **_figures(found.gaps[:, i, j], found.gap_ses[:, i, j], reach),
        "is_decided": bool(found.pairs.is_decided[i, j]),
        "differing_rate": found.differing_rates[i, j],
        "plain_deals": found.plain_deals[i, j],
    }
