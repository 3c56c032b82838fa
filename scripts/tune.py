"""Search better numbers for a policy, one parameter at a time, on paired deals; then confirm them.

Each parameter in turn is tried a step and a few steps to either side. Candidates are compared with
the policy as it stands (`reversis compare`), in every seat, against opponents of each sort: those
who play the policy that the search began with, unless others are named. What counts is the
difference in fiches a deal, averaged over the sorts. The best candidate is kept if it is better by
three standard errors; rounds go on until one changes nothing. In the end policy and beginning are
compared on fresh deals, which the search has not seen: only that figure is free of the luck of
having been chosen.
"""

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyser.reversis.analyses.compare.analysis import comparison
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.parameters import BY_NAME
from analyser.reversis.policies import DEFAULT, policy_from
from analyser.reversis.question import question

# Steps of worths and of counts, to either side.
WORTH_STEPS = (-40, -16, -6, 6, 16, 40)
COUNT_STEPS = (-2, -1, 1, 2)
N_ERRORS = 3


@dataclass(frozen=True)
class Gain:
    """A difference in fiches a deal, and its standard error."""

    fiches_per_deal: float
    se: float

    def __str__(self) -> str:
        return f"{self.fiches_per_deal:+.4f} ± {self.se:.4f}"

    @property
    def is_sure(self) -> bool:
        """Whether it is above nothing by more than luck makes it."""
        return self.fiches_per_deal > N_ERRORS * self.se


def spec(source: str, changes: Mapping[str, int]) -> str:
    """The policy with its changes, as commands take it."""
    settings = ",".join(f"{name}={value}" for name, value in changes.items())
    return f"{source}{',' if ':' in source else ':'}{settings}" if settings else source


def gains(specs: Sequence[str], opponents: Sequence[str], blocks: int, seed: int) -> list[Gain]:
    """What each policy but the first gains on the first, averaged over the sorts of opponents."""
    players = [policy_from(name) for name in specs]
    runs = [
        comparison(question([opponent], seed=seed), tuple(players), blocks=blocks)
        for opponent in opponents
    ]
    pairs = [run.tally.pairs(None) for run in runs]
    scale = N_SEATS * len(opponents)
    return [
        Gain(
            sum(float(pair.gaps[place, 0]) for pair in pairs) / scale,
            math.hypot(*(float(pair.ses[place, 0]) for pair in pairs)) / scale,
        )
        for place in range(1, len(specs))
    ]


def values(name: str, now: int) -> list[int]:
    """The values that are tried for a parameter."""
    parameter = BY_NAME[name]
    steps = WORTH_STEPS if parameter.unit == "worth" else COUNT_STEPS
    return [now + step for step in steps if parameter.minimum <= now + step <= parameter.maximum]


class Search:
    """The policy as it stands, `source` with `changes`, and how it is bettered."""

    def __init__(self, source: str, opponents: Sequence[str], blocks: int, seed: int) -> None:
        self.source, self.opponents, self.blocks, self.seed = source, opponents, blocks, seed
        self.start = policy_from(source).settings()
        self.changes: dict[str, int] = {}

    def better(self, name: str) -> bool:
        """Try a parameter; whether another value was found better, and is kept."""
        now = self.changes.get(name, int(self.start[name]))
        tried = values(name, now)
        specs = [spec(self.source, {**self.changes, name: value}) for value in (now, *tried)]
        found = gains(specs, self.opponents, self.blocks, self.seed)
        self.seed += 1  # fresh deals for every parameter
        gain, value = max(zip(found, tried, strict=True), key=lambda one: one[0].fiches_per_deal)
        print(f"{name} = {now}: best other {value}, {gain}", file=sys.stderr, flush=True)
        if gain.is_sure:
            self.changes[name] = value
        return gain.is_sure

    def confirm(self, blocks: int) -> Gain:
        """The gain on the beginning over fresh deals."""
        specs = [self.source, spec(self.source, self.changes)]
        return gains(specs, self.opponents, blocks, self.seed)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("source", nargs="?", default=DEFAULT, help="the policy to begin with")
    parser.add_argument("--opponents", nargs="+", help="sorts of opponents; SOURCE by default")
    parser.add_argument("--parameters", nargs="+", choices=BY_NAME, default=list(BY_NAME))
    parser.add_argument("--blocks", type=int, default=40_000, help="deals a trial, in four seats")
    parser.add_argument("--rounds", type=int, default=5, help="rounds at most")
    parser.add_argument("--seed", type=int, default=1_000, help="seed of the first trial")
    arguments = parser.parse_args()
    opponents = arguments.opponents or [arguments.source]
    search = Search(arguments.source, opponents, arguments.blocks, arguments.seed)
    for number in range(arguments.rounds):
        print(f"round {number + 1}", file=sys.stderr)
        if not any([search.better(name) for name in arguments.parameters]):
            break
    print(spec(search.source, search.changes))
    print(f"gains {search.confirm(10 * search.blocks)} fiches a deal on fresh deals")


if __name__ == "__main__":
    main()
