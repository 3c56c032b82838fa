"""Common random numbers against independent runs: how many times fewer deals a difference takes.

`compare` plays every policy on the same deals, in each seat in turn. A difference between two has
then a certain standard error, after as many deals as were played with either of them: four a block,
or one with the policy that the opponents play. Two independent runs that give a policy one seat a
deal, every seat as often, need var / se² deals for the same error: var is the variance of what a
deal brings one seat, within the seats, averaged over them, and added up for the two policies; so
many deals (`plain_deals` of compare) are for *each* of the two runs. The design is worth

    2 × plain_deals / (deals played with the one + deals played with the other).
"""

import statistics
from typing import NamedTuple

from analyser.reversis.analyses.compare.analysis import comparison, contestants
from analyser.reversis.analyses.compare.rows import measures
from analyser.reversis.question import question

EXCHANGES = (
    "weighted",
    "keep-quinola",
    "dump-quinola",
    "keep-aces",
    "dump-ace-diamonds",
    "guard",
    "void",
    "highest",
    "decline",
    "random",
)
"""The exchange heuristics of POLICIES.md, first the best known. The opponents lay by it, so that it
takes one deal a block; where the opponents lay by none of two, the factors are 5/8 of these."""
N_BLOCKS = 50_000
AT_LEAST = 5.0


class Pairing(NamedTuple):
    """How many times fewer deals the difference of a heuristic from the best takes."""

    exchange: str
    best: str
    factor: float


def pairings(n_blocks: int = N_BLOCKS, seed: int = 1) -> list[Pairing]:
    """The factors of all heuristics but the best of them, from one comparison."""
    policies = contestants([f"steady:exchange={name}" for name in EXCHANGES])
    run = comparison(question(policies[0].name, seed=seed), policies, blocks=n_blocks)
    found = measures(run)
    best, *others = found.best_first
    played = run.n_deals_by_policy
    return [
        Pairing(
            EXCHANGES[i],
            EXCHANGES[best],
            float(2 * found.plain_deals[i, best] / (played[i] + played[best])),
        )
        for i in others
    ]


def median_and_range(found: list[Pairing]) -> tuple[float, float, float]:
    """The median of the factors, the least and the largest."""
    factors = [pairing.factor for pairing in found]
    return statistics.median(factors), min(factors), max(factors)
