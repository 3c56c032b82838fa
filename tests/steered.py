"""Deals in which everything happens: stacked hands, single-minded policies, any rules and bars.

Espagnolettes and reversis are rare by nature. Here the kernel plays many deals of a stacked sort;
of them a few are picked as they come, and a few for each rare ending that they show.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from deals import POLICIES, SEATS, Claim, Record, claims, deals_in, of_family, records_of, set_of
from endings import rarities
from referee.cards import ACES, DEALER, N_SEATS, QUINOLA, RANKS, SUITS
from referee.random_deals import random_record, random_rules

from analyser.reversis.options import rules_from_mapping
from kernels.lanes import N_LANES, Ints, write
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Policy, Table
from kernels.reversis.weights import WEIGHTS

N_RECORDS_TOGETHER = 20  # of the referee's own deals under the same rules
N_DEALS = 4 * N_BATCH  # of a batch, of which are picked:
N_PLAIN = 4
N_PICKED_OF_MOST = 2
N_PICKED = {
    "8.5 forced": 24,
    "8.5 placed": 8,
    "9.2 tied for the first place": 8,
    "9.2 tied for the last place": 24,
    "9.4 broken by e": 6,
    "9.4 broken by another": 6,
    "9.5 by e": 24,
}
N_GIVEN_NUMBERS = f.N_GIVEN * N_LANES  # of a row of a batch: what tells the deal
HOLDERS = ("random", "privileged", "late privileged", "never privileged", "hoarding")


class Place(NamedTuple):
    """A seat of a stacked deal: cards dealt to it, and the names of policies that suit them."""

    cards: set[str]
    policies: tuple[str, ...]


def replayed_claims(rng: random.Random) -> Iterator[Claim]:
    """Claims about the referee's own random deals; without end."""
    while True:
        records = [random_record(rng) for _ in range(N_RECORDS_TOGETHER)]
        yield from claims([record | {"rules": records[0]["rules"]} for record in records])


def played_claims(rng: random.Random) -> Iterator[Claim]:
    """Claims about deals that the kernel plays; without end."""
    while True:
        rules = random_rules(rng) | {"quinola_discard": rng.choice(["allowed", "forbidden"])}
        batch = play(rng, rules)
        yield from claims(records_of(deals_in(batch, picked(batch)), rules))


def picked(batch: Ints) -> Ints:
    """The rows of the first deals of a batch, and of some in which something rare happened."""
    rows = set(range(N_PLAIN))
    for name, happened in rarities(batch).items():
        rows |= set(np.flatnonzero(happened)[: N_PICKED.get(name, N_PICKED_OF_MOST)].tolist())
    return np.array(sorted(rows))


def play(rng: random.Random, rules: Record) -> Ints:
    """N_DEALS deals of one stacked sort played at one table, all fields kept."""
    places = _places(rng)
    dice = np.random.default_rng(rng.getrandbits(64))
    table = Table(
        rules_from_mapping(rules),
        0,
        tuple(_policy(rng, place) for place in places),
        rng.getrandbits(64),
        tuple(set_of(place.cards) for place in places),
        first_kept=0,
        n_kept=f.N_RECORDED,
    )
    batches = (table.play(first, N_BATCH) for first in range(0, N_DEALS, N_BATCH))
    given = np.vstack([batch[:, :N_GIVEN_NUMBERS].copy() for batch in batches])
    is_barred = dice.random((N_SEATS, N_DEALS)) < rng.choice([0, 0.2, 0.5])
    write(given, f.BARRED, is_barred * dice.integers(1, 3, is_barred.shape))
    write(given, f.POOL, dice.integers(0, 200, (1, N_DEALS)))
    return table.play_given(given)


def _policy(rng: random.Random, place: Place) -> Policy:
    """One of the policies that suit the place; now and then one of the family at random."""
    if rng.random() < 0.9:
        return POLICIES[rng.choice(place.policies)]
    return of_family({name: rng.randint(-100, 100) for name in rng.sample(WEIGHTS, 8)})


def _places(rng: random.Random) -> list[Place]:
    """The four seats of a deal of one of the stacked sorts; a card goes to the first to want it."""
    places = [Place(set(), tuple(POLICIES)) for _ in SEATS]
    dealt: set[str] = set()
    for seat, place in rng.choice(SORTS)(rng, *rng.sample(SEATS, 2)).items():
        places[seat] = Place(place.cards - dealt, place.policies)
        dealt |= place.cards
    return places


def _plain(rng: random.Random, seat: int, other: int) -> dict[int, Place]:
    return {}


def _espagnolette(rng: random.Random, seat: int, other: int) -> dict[int, Place]:
    aces = rng.sample(sorted(ACES), len(ACES))
    cards = {*aces} if rng.random() < 0.4 else {*aces[1:], QUINOLA}
    return {seat: Place(cards, HOLDERS)}


def _dealers_espagnolette(rng: random.Random, seat: int, other: int) -> dict[int, Place]:
    """9.2. The dealer is last of equals, but for an espagnolette: among players at random, with
    tricks enough to come last."""
    cards = {*rng.sample(sorted(ACES), 3), QUINOLA}
    others = {seat: Place(set(), ("random",)) for seat in SEATS if seat != DEALER}
    return {DEALER: Place(cards, ("random", "never privileged, leading high")), **others}


def _sweep(rng: random.Random, seat: int, other: int) -> dict[int, Place]:
    """The top of a suit, and one more card or two."""
    suit, n_cards = rng.choice(SUITS), rng.randint(5, 9)
    more = rng.sample([QUINOLA, "AS", "AH", "AD", "AC", "KS", "KD", "KC"], rng.randint(0, 2))
    cards = {rank + suit for rank in RANKS[-n_cards:]} | set(more)
    return {seat: Place(cards, ("sweeping", "sweeping, quinola last"))}


def _sweep_beside(rng: random.Random, seat: int, other: int) -> dict[int, Place]:
    """A hand for a sweep and an espagnolette: either may get the cards that both want."""
    both = [*_sweep(rng, seat, other).items(), *_espagnolette(rng, other, seat).items()]
    return dict(rng.sample(both, 2))


def _late_quinola(rng: random.Random, seat: int, other: int) -> dict[int, Place]:
    """8.5. Nine sure tricks, a king that is beaten then, and the quinola; the ace with hearts."""
    long, short = rng.sample("SDC", 2)
    cards = {rank + long for rank in RANKS[-9:]} | {"K" + short, QUINOLA}
    beside = {"A" + short, "2H", "3H", "4H", "5H"}
    return {
        seat: Place(cards, ("sweeping, quinola last",)),
        other: Place(beside, ("random", "hoarding")),
    }


def _low_quinola(rng: random.Random, seat: int, other: int) -> dict[int, Place]:
    """7.3. Little else than low cards with the quinola."""
    low = [rank + suit for rank in "234" for suit in SUITS]
    return {seat: Place({QUINOLA, *rng.sample(low, 9)}, ("leading high",))}


SORTS = (
    _plain,
    _espagnolette,
    _dealers_espagnolette,
    _dealers_espagnolette,
    _sweep,
    _sweep_beside,
    _late_quinola,
    _low_quinola,
)
