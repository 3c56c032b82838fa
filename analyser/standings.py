"""How the alternatives of a race came out: levels, and paired differences from the best."""

from dataclasses import dataclass

from analyser.selection import Race
from analyser.statistics import BestSet, mean_and_se, pairing_gain


@dataclass(frozen=True)
class Standing:
    """How one alternative came out.

    mean, se, reach : of the figure compared, over the n deals it was played on: the mean, its
        standard error and the reach of its 95 % interval, which holds by itself.
    gap, gap_se, gap_reach : its difference from the best, paired on the deals they shared, its
        standard error and the reach of its interval, likewise.
    is_candidate : not distinguishable from the best.
    gain : how many times more deals independent runs would need for that difference.
    parts, part_ses : means of the further figures; part_gaps, part_gap_ses : their differences.
    """

    alternative: int
    n: int
    mean: float
    se: float
    reach: float
    gap: float
    gap_se: float
    gap_reach: float
    is_candidate: bool
    gain: float
    parts: tuple[float, ...]
    part_ses: tuple[float, ...]
    part_gaps: tuple[float, ...]
    part_gap_ses: tuple[float, ...]


def _standing(race: Race, alternative: int, best: int, best_set: BestSet) -> Standing:
    seen, company = race.seen[alternative], race.company[alternative]
    place, best_place = company.index(alternative), company.index(best)
    (n, sums, squares), gaps = seen.level(place), seen.difference(place, best_place)
    (*parts, mean), (*part_ses, se) = mean_and_se(n, sums, squares)
    (*part_gaps, gap), (*part_gap_ses, gap_se) = mean_and_se(*gaps)
    return Standing(
        alternative,
        n,
        mean=float(mean),
        se=float(se),
        reach=race.reach(n, sums[-1], squares[-1]),
        gap=float(gap),
        gap_se=float(gap_se),
        gap_reach=race.reach(n, gaps[1][-1], gaps[2][-1]),
        is_candidate=bool(best_set.is_candidate[place]),
        gain=pairing_gain(*seen.compared, place, best_place),
        parts=tuple(parts),
        part_ses=tuple(part_ses),
        part_gaps=tuple(part_gaps),
        part_gap_ses=tuple(part_gap_ses),
    )


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
