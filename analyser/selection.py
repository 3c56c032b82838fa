"""Choosing among alternatives that are played on the same deals.

Each round plays the alternatives still in question on fresh deals, the same for all. An
alternative that drops out keeps what it was measured on: it is compared with the others on the
deals that they shared.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from analyser.engine import Exact
from analyser.errors import OptionError
from analyser.statistics import (
    BestSet,
    blocks_to_next_look,
    blocks_to_width,
    halfwidth,
    mean_and_se,
    sequence_halfwidth,
    sequential_halving_rounds,
    with_the_best,
    with_the_best_anytime,
)

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Paired:
    """Sums over deals of m figures of k alternatives played on each: whole numbers.

    n : deals. sums : [m, k]; products : [m, k, k], of a figure of two alternatives. They
    are compared by the last figure; the others may be its parts.
    """

    n: int
    sums: Exact
    products: Exact

    def __add__(self, other: "Paired") -> "Paired":
        return Paired(self.n + other.n, self.sums + other.sums, self.products + other.products)

    def only(self, places: Sequence[int]) -> "Paired":
        """The sums of some of the alternatives."""
        chosen = list(places)
        return Paired(self.n, self.sums[:, chosen], self.products[:, chosen][:, :, chosen])

    @property
    def compared(self) -> tuple[int, Exact, Exact]:
        """n, Σx of shape (k,) and Σxy of shape (k, k) of the figure compared."""
        return self.n, self.sums[-1], self.products[-1]

    def level(self, place: int) -> tuple[int, Exact, Exact]:
        """n, Σx and Σx² of every figure of an alternative, of shape (m,)."""
        return self.n, self.sums[:, place], self.products[:, place, place]

    def difference(self, place: int, other: int) -> tuple[int, Exact, Exact]:
        """n, Σd and Σd² of every figure's difference d between two, of shape (m,)."""
        own, others = self.products[:, place, place], self.products[:, other, other]
        squares = own + others - 2 * self.products[:, place, other]
        return self.n, self.sums[:, place] - self.sums[:, other], squares


Play = Callable[[Sequence[int], int, int], Iterator[Paired]]
"""Plays alternatives on a range of deals: (alternatives, first deal, number of deals).

What it gives are the sums over the deals of the range, piece by piece in their order."""


@dataclass
class Race:
    """Alternatives under comparison, and what each was measured on.

    seen : for each alternative the sums over all deals that it was played on, with the
        alternatives that were still in question at its last round; they are `company`.
    """

    n_alternatives: int
    play: Play
    alternatives: list[int] = field(init=False)
    seen: dict[int, Paired] = field(default_factory=dict)
    company: dict[int, list[int]] = field(default_factory=dict)
    n_deals: int = 0
    n_plays: int = 0
    n_rounds: int = 0
    is_anytime: bool = False
    n_tightest: int = 0
    _total: Paired | None = None

    def __post_init__(self) -> None:
        self.alternatives = list(range(self.n_alternatives))

    def advance(self, n_deals: int) -> None:
        """Play the alternatives still in question on so many fresh deals.

        Where that is interrupted, the deals played until then count.
        """
        for tally in self.play(self.alternatives, self.n_deals, n_deals):
            self._add(tally)

    def _add(self, tally: Paired) -> None:
        self._total = tally if self._total is None else self._total + tally
        self.n_deals += tally.n
        self.n_plays += tally.n * len(self.alternatives)
        for alternative in self.alternatives:
            self.seen[alternative] = self._total
            self.company[alternative] = self.alternatives

    def keep(self, places: Sequence[int]) -> None:
        """Go on with the alternatives at these places of those still in question."""
        assert self._total is not None
        self._total = self._total.only(places)
        self.alternatives = [self.alternatives[place] for place in places]

    def best_first(self) -> list[int]:
        """Places of the alternatives still in question, the best first; ties by their order."""
        assert self._total is not None
        sums = self._total.sums[-1]
        return sorted(range(len(self.alternatives)), key=lambda place: (-sums[place], place))

    @property
    def total(self) -> Paired:
        """The sums of the alternatives still in question."""
        assert self._total is not None
        return self._total

    @property
    def n_others(self) -> int:
        """How many others each alternative was compared with when the race began; at least 1."""
        return max(1, self.n_alternatives - 1)

    def reach(self, n: int, total: int, square: int) -> float:
        """Half the width of the 95 % interval of a mean over n deals, which holds by itself.

        At any time, where the race stops on a target. total, square : Σx and Σx².
        """
        if self.is_anytime:
            return float(sequence_halfwidth(n, total, square, self.n_tightest))
        return float(halfwidth(n, mean_and_se(n, total, square)[1]))

    def best_set(self, seen: Paired) -> BestSet:
        """The comparison with the best at the last round of some alternatives.

        What it says of all holds together with the confidence: the rounds share the error, and
        where the race stops on a target all that began do, so that dropping some loosens nothing.
        """
        if self.is_anytime:
            return with_the_best_anytime(
                *seen.compared, self.n_tightest, CONFIDENCE, n_others=self.n_others
            )
        return with_the_best(*seen.compared, 1 - (1 - CONFIDENCE) / max(self.n_rounds, 1))


def halve(race: Race, budget: int) -> None:
    """Spend a budget of plays by sequential halving."""
    rounds = sequential_halving_rounds(race.n_alternatives, budget)
    race.n_rounds = len(rounds)
    for number, (_, n_deals) in enumerate(rounds):
        race.advance(n_deals)
        n_kept = (len(race.alternatives) + 1) // 2
        if number + 1 < len(rounds):
            race.keep(sorted(race.best_first()[:n_kept]))


def widest(race: Race) -> float:
    """The widest 95 % interval of a difference from the best so far, ±."""
    best = race.best_first()[0]
    gaps = (race.total.difference(place, best) for place in range(len(race.alternatives)))
    return max(race.reach(n, sums[-1], squares[-1]) for n, sums, squares in gaps)


def _looks(race: Race, budget: int, width: float | None = None) -> Iterator[None]:
    """Advance from look to look until the budget of plays is spent; width : as in `until_width`."""
    while room := (budget - race.n_plays) // len(race.alternatives):
        reach = widest(race) if width and race.n_deals else math.inf
        race.advance(min(blocks_to_next_look(race.n_deals, reach, width), room))
        yield


def _begin(race: Race, budget: int, n_tightest: int) -> None:
    """Make a race one that stops on a target; raises OptionError if the budget plays nothing.

    It is tuned to `n_tightest` deals, or to those that the budget has for each alternative.
    """
    if budget < race.n_alternatives:
        raise OptionError(
            f"{budget} plays are too few to choose among {race.n_alternatives}: at least "
            f"{race.n_alternatives} are needed"
        )
    race.is_anytime = True
    race.n_tightest = min(n_tightest, budget // race.n_alternatives)


def until_width(race: Race, width: float, spread: float, budget: int) -> None:
    """Play all alternatives until no difference from the best is less certain than ± width.

    spread : the standard deviation that a difference is likely to have, known beforehand; the
    intervals are narrowest where it would end the race.
    """
    _begin(race, budget, blocks_to_width(width, spread, CONFIDENCE))
    for _ in _looks(race, budget, width):
        if widest(race) <= width:
            return


def until_decided(race: Race, gap: float, spread: float, budget: int) -> None:
    """Play on until one alternative is left that can be the best; others drop out on the way.

    gap, spread : how large a difference, and with which standard deviation, the race is tuned to
    decide; larger ones and smaller ones are decided too.
    """
    _begin(race, budget, blocks_to_width(gap, spread, CONFIDENCE, race.n_others))
    for _ in _looks(race, budget):
        is_candidate = race.best_set(race.total).is_candidate
        places = [place for place, is_in in enumerate(is_candidate) if is_in]
        if len(places) < len(race.alternatives):
            race.keep(places)
        if len(places) == 1:
            return
