"""Choosing among alternatives that are played on the same deals.

Each round plays the alternatives still in question on fresh deals, the same for all. An
alternative that drops out keeps what it was measured on: it is compared with the others on the
deals that they shared.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from analyser.engine import Exact
from analyser.errors import OptionError
from analyser.statistics import (
    BestSet,
    difference,
    halfwidth,
    mean_and_se,
    pairing_gain,
    sequence_halfwidth,
    sequential_halving_rounds,
    with_the_best,
    with_the_best_anytime,
)

CONFIDENCE = 0.95
# Runs that stop on a target look after ever longer stretches: the first is long enough for an
# interval, each later one adds a quarter of what there is.
_FIRST_LOOK = 2048
_GROWTH = 4
# Their confidence sequences are tightest at so many deals, whatever the run shows.
_TIGHTEST = 65_536


@dataclass(frozen=True)
class Paired:
    """Sums over deals of k alternatives played on each: whole numbers.

    n : deals. sums : [k], of the figure compared; products : [k, k].
    parts, part_squares : [k, m], sums of m further figures of each alternative and their squares.
    """

    n: int
    sums: Exact
    products: Exact
    parts: Exact
    part_squares: Exact

    def __add__(self, other: "Paired") -> "Paired":
        return Paired(
            self.n + other.n,
            self.sums + other.sums,
            self.products + other.products,
            self.parts + other.parts,
            self.part_squares + other.part_squares,
        )

    def only(self, places: Sequence[int]) -> "Paired":
        """The sums of some of the alternatives."""
        chosen = list(places)
        return Paired(
            self.n,
            self.sums[chosen],
            self.products[np.ix_(chosen, chosen)],
            self.parts[chosen],
            self.part_squares[chosen],
        )


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
        sums = self._total.sums
        return sorted(range(len(self.alternatives)), key=lambda place: (-sums[place], place))

    @property
    def total(self) -> Paired:
        """The sums of the alternatives still in question."""
        assert self._total is not None
        return self._total

    def anytime_set(self, seen: Paired) -> BestSet:
        """The comparison with the best, valid whenever the run stops.

        The error is shared by all that began, so that dropping some loosens nothing.
        """
        n_others = max(1, self.n_alternatives - 1)
        return with_the_best_anytime(
            seen.n, seen.sums, seen.products, self.n_tightest, n_others=n_others
        )

    def best_set(self, seen: Paired) -> BestSet:
        """The comparison with the best at the last round of some alternatives.

        The rounds share the error: what they say together holds with the confidence.
        """
        if self.is_anytime:
            return self.anytime_set(seen)
        confidence = 1 - (1 - CONFIDENCE) / max(self.n_rounds, 1)
        return with_the_best(seen.n, seen.sums, seen.products, confidence)


def halve(race: Race, budget: int) -> None:
    """Spend a budget of plays by sequential halving."""
    rounds = sequential_halving_rounds(race.n_alternatives, budget)
    race.n_rounds = len(rounds)
    for number, (_, n_deals) in enumerate(rounds):
        race.advance(n_deals)
        n_kept = (len(race.alternatives) + 1) // 2
        if number + 1 < len(rounds):
            race.keep(sorted(race.best_first()[:n_kept]))


def _looks(race: Race, budget: int) -> Iterator[None]:
    """Advance from look to look until the budget of plays is spent."""
    if budget < race.n_alternatives:
        raise OptionError(
            f"{budget} plays are too few to choose among {race.n_alternatives}: at least "
            f"{race.n_alternatives} are needed"
        )
    race.is_anytime = True
    race.n_tightest = _TIGHTEST
    while race.n_plays < budget:
        room = (budget - race.n_plays) // len(race.alternatives)
        wanted = max(_FIRST_LOOK, race.n_deals // _GROWTH)
        if room == 0:
            return
        race.advance(min(wanted, room))
        yield


def widest(race: Race) -> float:
    """The widest interval of a difference from the best so far, ±, valid at any time."""
    total = race.total
    best = race.best_first()[0]
    column = total.products[:, best]
    squares = total.products.diagonal() - 2 * column + column[best]
    widths = sequence_halfwidth(
        total.n,
        total.sums - total.sums[best],
        squares,
        race.n_tightest,
        n_figures=max(1, race.n_alternatives - 1),
    )
    return float(np.max(widths))


def until_width(race: Race, width: float, budget: int) -> None:
    """Play all alternatives until no difference from the best is less certain than ± width."""
    for _ in _looks(race, budget):
        if widest(race) <= width:
            return


def until_decided(race: Race, budget: int) -> None:
    """Play on until one alternative is left that can be the best; others drop out on the way."""
    for _ in _looks(race, budget):
        is_candidate = race.anytime_set(race.total).is_candidate
        places = [place for place, is_in in enumerate(is_candidate) if is_in]
        if len(places) < len(race.alternatives):
            race.keep(places)
        if len(places) == 1:
            return


@dataclass(frozen=True)
class Standing:
    """How one alternative came out.

    mean, se : of the figure compared, over the n deals it was played on.
    gap, gap_se, gap_reach : its difference from the best, paired on the deals they shared, its
        standard error and the reach of its 95 % interval.
    is_candidate : not distinguishable from the best.
    gain : how many times more deals independent runs would need for that difference.
    parts, part_ses : means of the further figures.
    """

    alternative: int
    n: int
    mean: float
    se: float
    gap: float
    gap_se: float
    gap_reach: float
    is_candidate: bool
    gain: float
    parts: tuple[float, ...]
    part_ses: tuple[float, ...]


def _standing(race: Race, alternative: int, best: int, best_set: BestSet) -> Standing:
    seen, company = race.seen[alternative], race.company[alternative]
    place, best_place = company.index(alternative), company.index(best)
    mean, se = mean_and_se(seen.n, seen.sums[place], seen.products[place, place])
    gap, gap_se = difference(seen.n, seen.sums, seen.products, place, best_place)
    parts, part_ses = mean_and_se(seen.n, seen.parts[place], seen.part_squares[place])
    return Standing(
        alternative,
        seen.n,
        mean,
        se,
        gap,
        gap_se,
        _reach(race, seen, place, best_place, gap_se),
        bool(best_set.is_candidate[place]),
        pairing_gain(seen.n, seen.sums, seen.products, place, best_place),
        tuple(parts),
        tuple(part_ses),
    )


def _reach(race: Race, seen: Paired, place: int, best: int, se: float) -> float:
    """The reach of a difference's 95 % interval: by itself where the budget was fixed; at any time,
    and for all differences together, where the run stops on a target."""
    if not race.is_anytime:
        return halfwidth(seen.n, se)
    products = seen.products
    square = products[place, place] - 2 * products[place, best] + products[best, best]
    gap = seen.sums[place] - seen.sums[best]
    n_others = max(1, race.n_alternatives - 1)
    return float(sequence_halfwidth(seen.n, gap, square, race.n_tightest, n_figures=n_others))


def standings(race: Race) -> list[Standing]:
    """All alternatives: the best, then the others by their difference from it.

    The best is the one with the highest mean among those that were never dropped.
    """
    best = race.alternatives[race.best_first()[0]]
    last_rounds = {seen.n: seen for seen in race.seen.values()}
    best_sets = {n: race.best_set(seen) for n, seen in last_rounds.items()}
    all_of_them = [
        _standing(race, alternative, best, best_sets[seen.n])
        for alternative, seen in race.seen.items()
    ]
    return sorted(all_of_them, key=lambda s: (s.alternative != best, -s.gap, s.alternative))
