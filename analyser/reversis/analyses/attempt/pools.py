"""At which pools going on pays, in words: the last table of `attempt`."""

import math

import pandas as pd

from analyser.layouts import Column
from analyser.numbers import compact, grouped, with_error
from analyser.reversis.analyses.attempt.analysis import Attempt

LARGEST_POOL = 1000
"""Remises make pools of some hundred fiches; where the answer changes beyond this is not shown."""
_LOOKS_AT_POOL = "lay_quinola_pool"  # the one weight by which a policy does
_EVEN, _LOW, _HIGH = "even_pool_fiches", "undecided_pool_fiches_low", "undecided_pool_fiches_high"
_AT_0, _PER_FICHE = "gain_at_pool_0_fiches_per_deal", "gain_per_pool_fiche"


def changing(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows in which the answer is not the same, or not certain, at all pools."""
    return rows[(rows[_EVEN] <= LARGEST_POOL) | (rows[_LOW] <= LARGEST_POOL)]


def pool_columns() -> list[Column]:
    """At which pools it pays, at which that is not decided, and the line behind it."""
    return [
        Column((_AT_0, _PER_FICHE, _EVEN), "pays at pools", pays_at, align="left"),
        Column((_LOW, _HIGH), "undecided at", _undecided_at, align="left"),
        Column((_AT_0, f"{_AT_0}_se"), "gain at 0", compact, align="right"),
        Column((_PER_FICHE, f"{_PER_FICHE}_se"), "per fiche", _signed),
    ]


def _signed(value: float, se: float) -> str:
    return with_error(value, se, True)


def pays_at(at_pool_0: float, per_pool: float, even: float) -> str:
    """At which pools going on pays, by the best guess.

    >>> pays_at(-3.0, 0.1, 30.0), pays_at(2.0, 0.1, math.nan)
    ('above 30', 'all')
    """
    if not math.isnan(even):
        pool = grouped(round(even))
        return f"above {pool}" if per_pool > 0 else f"below {pool}"
    return "all" if (at_pool_0, per_pool) > (0, 0) else "none"


def _undecided_at(low: float, high: float) -> str:
    """From which pool to which the answer is not decided."""
    if math.isnan(low):
        return "none"
    if math.isinf(high):
        return f"{grouped(math.floor(low))} and more" if low > 0 else "all"
    return f"{grouped(math.floor(low))} to {grouped(math.ceil(high))}"


def pool_note(run: Attempt) -> str:
    """What the gains at other pools are, and whether anybody would play otherwise there."""
    paid_anew = f"At other pools: the play at {run.question.pool}, paid anew;"
    policies = dict.fromkeys(run.question.players)
    names = [policy.name for policy in policies if policy.settings().get(_LOOKS_AT_POOL)]
    if not names:
        return f"{paid_anew} nobody here looks at the pool."
    looks = "looks" if len(names) == 1 else "look"
    return f"{paid_anew} but {', '.join(names)} {looks} at the pool and may lay otherwise there."
