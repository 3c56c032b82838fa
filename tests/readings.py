"""Runs of `sensitivity` for tests."""

from analyser.reversis.analyses.sensitivity.analysis import measurement
from analyser.reversis.question import question

MIXED = ("steady", "steady:lay_quinola_pool=3", "duck", "random")
"""Players of whom one looks at the pool, and two never go for a reversis."""


def changed_by(*chosen, policies="steady", pool=None, deals=3000, hands=0, runner=None, **asked):
    """Alternatives against the rules in force, all of them if none is named."""
    base = question(policies, pool=pool, **asked)
    return measurement(base, chosen, pool=pool, deals=deals, hands=hands, runner=runner)
