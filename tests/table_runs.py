"""A run of all probability tables under `random`, of which most is exact."""

from functools import cache

from analyser.reversis.analyses.tables.analysis import Tabulation, tabulation
from analyser.reversis.question import question


@cache
def random_run() -> Tabulation:
    """200,000 deals; what is asked of it must not change it."""
    return tabulation(question("random", seed=1), (), 200_000)
