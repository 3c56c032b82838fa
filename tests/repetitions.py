"""Small runs that are repeated with other seeds, and whether what each said was true.

The truth is one long run of another seed; its own error is told by counting twice more: with every
interval shortened, and lengthened, by two standard errors of the truth at both ends.
"""

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from alike import HAND, SEAT, TRUTH_SEED, Alike, AlikePolicies

from analyser.engine import ranges
from analyser.reversis.analyses.compare import analysis as compare
from analyser.reversis.analyses.compare import rows as compare_rows
from analyser.reversis.analyses.discard import analysis as discard
from analyser.reversis.analyses.simulate import analysis as simulate
from analyser.reversis.notation import parse_hand
from analyser.reversis.question import Target, question
from analyser.runner import Runner
from analyser.selection import Paired, Race
from analyser.statistics import halfwidth, pairwise

POLICIES = ("steady", "steady:lay_guard=10", "steady:exchange=duck")
SIMULATED_DEALS, SIMULATED_WIDTH = 2_000, 0.5
DISCARD_PLAYS, DISCARD_WIDTH = 48_000, 3.0
COMPARED_BLOCKS, COMPARED_WIDTH = 1_000, 0.8
MOST_PLAYS_UNDECIDED = 200_000
TRUTH_DEALS = {"simulate": 4_000_000, "discard": 1_000_000, "compare": 500_000}
"""How long the long runs are: each lay and each policy is played on so many."""


class Verdict(NamedTuple):
    """Whether a statement was true; and if the truth is two of its standard errors off."""

    is_true: bool
    at_worst: bool
    at_best: bool


class Truth(NamedTuple):
    mean: float
    se: float


def _covered(low: float, high: float, truth: Truth) -> Verdict:
    mean, slack = truth.mean, 2 * truth.se
    inner, outer = (low + slack, high - slack), (low - slack, high + slack)
    is_true, at_worst, at_best = (a <= mean <= b for a, b in ((low, high), inner, outer))
    return Verdict(is_true, at_worst, at_best)


def _certain(flag: bool) -> Verdict:
    return Verdict(flag, flag, flag)


def _all(verdicts: Sequence[Verdict]) -> Verdict:
    return Verdict(*map(all, zip(*verdicts, strict=True)))


# simulate: what a seat wins, and how often its quinola is placed.


@cache
def _simulated_truth() -> dict[str, Truth]:
    row = simulate.rows(
        simulate.simulation(question(seed=TRUTH_SEED), TRUTH_DEALS["simulate"])
    ).iloc[0]
    names = ("fiches_per_deal", "quinola_placed_rate")
    return {name: Truth(row[name], row[f"{name}_se"]) for name in names}


def simulated(seed: int) -> list[Verdict]:
    """A fixed number of deals: the interval of a payment, that of a rate."""
    row = simulate.rows(simulate.simulation(question(seed=seed), SIMULATED_DEALS)).iloc[0]
    truth, rate = _simulated_truth(), "quinola_placed_rate"
    mean, reach = row["fiches_per_deal"], halfwidth(SIMULATED_DEALS, row["fiches_per_deal_se"])
    return [
        _covered(mean - reach, mean + reach, truth["fiches_per_deal"]),
        _covered(row[f"{rate}_low"], row[f"{rate}_high"], truth[rate]),
    ]


def simulated_until_width(seed: int) -> list[Verdict]:
    """Until no player's payment is less certain than a width: that of one."""
    run = simulate.simulation(question(seed=seed), until_width=SIMULATED_WIDTH)
    mean = simulate.rows(run)["fiches_per_deal"].iloc[0]
    truth = _simulated_truth()["fiches_per_deal"]
    return [_covered(mean - run.reach, mean + run.reach, truth)]


# discard: differences from the best, and the lays that may be best.


@cache
def _lays_in_truth() -> tuple[list[str], Paired]:
    """The names of the lays, and what each brings on the same many deals."""
    asked, hand = question(seed=TRUTH_SEED), parse_hand(HAND, 12)
    lays = discard.lays_of(hand, SEAT, asked)
    work = discard.make_worker(asked, hand, SEAT, [lay.number for lay in lays])
    chunks = (work(*chunk) for chunk in ranges(0, TRUTH_DEALS["discard"]))
    return [lay.name for lay in lays], functools.reduce(operator.add, chunks)


def _judged_lays(run: discard.Discard, seed: int) -> list[Verdict]:
    """One interval of a difference, of another place in the table each time; and the marks."""
    frame = discard.rows(run)
    names, total = _lays_in_truth()
    row = frame.iloc[1 + seed % (len(frame) - 1)]
    places = names.index(row["lay"]), names.index(frame["lay"].iloc[0])
    truth = Truth(*(figure[places] for figure in pairwise(*total.compared)))
    best = names[int(np.argmax(total.compared[1]))]
    return [
        _covered(row["from_best_fiches_low"], row["from_best_fiches_high"], truth),
        _certain(best in set(frame["lay"][frame["may_be_best"]])),
    ]


def discarded(seed: int) -> list[Verdict]:
    """A fixed budget: a difference from the best, and whether the best is marked."""
    run = discard.comparison(question(seed=seed), HAND, SEAT, plays=DISCARD_PLAYS)
    return _judged_lays(run, seed)


def discarded_until_width(seed: int) -> list[Verdict]:
    """Until no difference is less certain than a width: the same."""
    run = discard.comparison(question(seed=seed), HAND, SEAT, width=DISCARD_WIDTH)
    return _judged_lays(run, seed)


# compare: levels and differences.


def _compared(seed: int, **options: float) -> compare_rows.Measures:
    policies = compare.contestants(POLICIES)
    return compare_rows.measures(compare.comparison(question(seed=seed), policies, **options))


@cache
def _compared_truth() -> compare_rows.Measures:
    return _compared(TRUTH_SEED, blocks=TRUTH_DEALS["compare"])


def _judged_policies(found: compare_rows.Measures) -> list[Verdict]:
    """The interval of a level, and those of all differences together."""
    truth = _compared_truth()
    level, reach = found.levels[0, 0], found.level_reach[0]
    of_level = Truth(truth.levels[0, 0], truth.level_ses[0, 0])
    gaps, reaches, true_gaps = found.pairs.gaps, found.pairs.reach, truth.pairs
    of_pairs = [
        _covered(
            gaps[i, j] - reaches[i, j],
            gaps[i, j] + reaches[i, j],
            Truth(true_gaps.gaps[i, j], true_gaps.ses[i, j]),
        )
        for i, j in ((0, 1), (0, 2), (1, 2))
    ]
    return [_covered(level - reach, level + reach, of_level), _all(of_pairs)]


def compared(seed: int) -> list[Verdict]:
    """A fixed number of blocks."""
    return _judged_policies(_compared(seed, blocks=COMPARED_BLOCKS))


def compared_until_width(seed: int) -> list[Verdict]:
    """Until no difference is less certain than a width."""
    return _judged_policies(_compared(seed, width=COMPARED_WIDTH))


# Whether anything is decided where there is nothing to decide.


def decided(k: int, seed: int) -> Race:
    """The end of a race of k alternatives that are alike, which was to decide among them."""
    race = Race(k, Alike(k, seed).lays)
    discard.play_out(race, Target(decided=True), MOST_PLAYS_UNDECIDED)
    return race


def decided_lays(seed: int) -> list[Verdict]:
    """Two lays that are alike: whether one was said to be the best; four: whether the first of
    them was said to be not the best."""
    return [
        _certain(len(decided(2, seed).alternatives) == 1),
        _certain(0 not in decided(4, seed).alternatives),
    ]


def decided_policies(seed: int) -> list[Verdict]:
    """Whether anything was decided about three policies that are alike."""
    policies = compare.contestants(POLICIES)
    most = MOST_PLAYS_UNDECIDED // len(policies)
    runner = Runner(AlikePolicies(len(policies), seed))
    asked = question(seed=seed)
    run = compare.comparison(asked, policies, blocks=most, decided=True, runner=runner)
    return [_certain(bool(compare_rows.measures(run).pairs.is_decided.any()))]


class Kind(NamedTuple):
    """What is repeated, what its statements are called, and how often they are to be true."""

    repeat: Callable[[int], list[Verdict]]
    statements: Mapping[str, tuple[float, float]]


_NEAR, _AT_LEAST, _SELDOM = (0.94, 0.96), (0.95, 1.0), (0.0, 0.05)
KINDS = (
    Kind(simulated, {"simulate, payment": _NEAR, "simulate, rate": _NEAR}),
    Kind(simulated_until_width, {"simulate --until-width, payment": _AT_LEAST}),
    Kind(discarded, {"discard, difference": _NEAR, "discard, best is marked": _AT_LEAST}),
    Kind(
        discarded_until_width,
        {
            "discard --until-width, difference": _AT_LEAST,
            "discard --until-width, best is marked": _AT_LEAST,
        },
    ),
    Kind(compared, {"compare, level": _NEAR, "compare, all differences": _AT_LEAST}),
    Kind(
        compared_until_width,
        {
            "compare --until-width, level": _AT_LEAST,
            "compare --until-width, all differences": _AT_LEAST,
        },
    ),
    Kind(
        decided_lays,
        {
            "discard --until-decided, either of two": _SELDOM,
            "discard --until-decided, a given one of four": _SELDOM,
        },
    ),
    Kind(decided_policies, {"compare --until-decided, any of three": _SELDOM}),
)
