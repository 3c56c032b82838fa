"""RULES.md 3: every arrangement of the cards is equally likely, against exact probabilities."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import comb, prod, sqrt

import numpy as np
import numpy.typing as npt
import pytest
from deals import CARDS, POLICIES, SEATS, set_of
from scipy.stats import chi2, norm

from kernels.lanes import Ints, read
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.rules import Rules

N_DEALS = 10_000 * N_BATCH
N_BATCHES_TOGETHER = 25  # counted at once
N_CARDS, N_PLACES = 48, 7
ROOM = (11, 11, 11, 12, 1, 1, 1)  # four hands, three talon cards
N_STANDARD_ERRORS = 4  # of each event
ALPHA = 1e-5  # of a whole table of counts
PAIRS = list(combinations(range(N_CARDS), 2))

SUITS = {suit: set_of(card for card in CARDS if card[1] == suit) for suit in "SHDC"}
ACES = set_of(card for card in CARDS if card[0] == "A")
WHITE = set_of(card for card in CARDS if card[0] in "23456789")
QUINOLA, ACE_OF_HEARTS = set_of(["JH"]), set_of(["AH"])
HEARTS = SUITS["H"] & ~QUINOLA
# Cards known to lie in hands, and how many cards these hands have room for beside them.
FIXED = (set_of(["JH", "2H", "3H"]), 0, set_of(["AS", "KS"]), set_of(["9C", "8C", "7C", "6C"]))
ROOM_BESIDE = (8, 11, 9, 8, 1, 1, 1)

Bools = npt.NDArray[np.bool_]
Places = Ints  # int64[7, n]: the cards in each place


def n_in(places: Places, place: int, cards: int) -> Ints:
    return np.bitwise_count(places[place] & cards)


def draw(n_cards: int, n_drawn: int, *wanted: tuple[int, int]) -> float:
    """Probability that `n_drawn` of `n_cards` cards have, of kinds of so many, just so many."""
    n_others = n_cards - sum(n_kind for n_kind, _ in wanted)
    n_drawn_of_others = n_drawn - sum(n for _, n in wanted)
    ways = prod(comb(n_kind, n) for n_kind, n in wanted) * comb(n_others, n_drawn_of_others)
    return ways / comb(n_cards, n_drawn)


def is_espagnolette(places: Places, place: int) -> Bools:
    n_aces = n_in(places, place, ACES)
    return (n_aces == 4) | ((n_aces == 3) & (n_in(places, place, QUINOLA) == 1))


def espagnolette(n_drawn: int) -> float:
    return draw(48, n_drawn, (4, 4)) + draw(48, n_drawn, (4, 3), (1, 1))


def shortest_suit(places: Places, place: int) -> Ints:
    return np.min([n_in(places, place, suit) for suit in SUITS.values()], axis=0)


def shortest(n_drawn: int, length: int) -> float:
    """Probability that the shortest suit of a hand is of this length."""
    lengths = (four for four in product(range(13), repeat=4) if sum(four) == n_drawn)
    ways = (prod(comb(12, n) for n in four) for four in lengths if min(four) == length)
    return sum(ways) / comb(48, n_drawn)


def talon_cards(places: Places) -> Ints:
    return places[4] | places[5] | places[6]


def is_talon_of_one_suit(places: Places) -> Bools:
    return np.any([np.bitwise_count(talon_cards(places) & suit) == 3 for suit in SUITS.values()], 0)


Event = tuple[str, Callable[[Places], Bools], float]


def events() -> Iterator[Event]:
    """Name, whether it happened in each deal, and exact probability."""
    for seat in SEATS:
        chance = espagnolette(ROOM[seat])
        yield f"espagnolette dealt to seat {seat}", lambda p, s=seat: is_espagnolette(p, s), chance
    for k in range(7):
        yield (
            f"quinola with {k} other hearts in seat 1",
            lambda p, k=k: (n_in(p, 1, QUINOLA) == 1) & (n_in(p, 1, HEARTS) == k),
            draw(48, 11, (1, 1), (11, k)),
        )
    for seat, (name, suit) in enumerate(SUITS.items()):
        chance = draw(48, ROOM[seat], (12, 0))
        yield f"seat {seat} void in {name}", lambda p, s=seat, c=suit: n_in(p, s, c) == 0, chance
    for seat in (0, 3):
        for k in range(3):
            chance = shortest(ROOM[seat], k)
            yield (
                f"shortest suit of seat {seat} has {k}",
                lambda p, s=seat, k=k: shortest_suit(p, s) == k,
                chance,
            )
    yield "four aces in seat 2", lambda p: n_in(p, 2, ACES) == 4, draw(48, 11, (4, 4))
    yield "no ace in seat 0", lambda p: n_in(p, 0, ACES) == 0, draw(48, 11, (4, 0))
    yield "seven spades in seat 3", lambda p: n_in(p, 3, SUITS["S"]) == 7, draw(48, 12, (12, 7))
    yield "white cards alone in seat 3", lambda p: n_in(p, 3, WHITE) == 12, draw(48, 12, (32, 12))
    yield "quinola in the talon", lambda p: talon_cards(p) & QUINOLA != 0, 3 / 48
    yield "ace of hearts is talon card 2", lambda p: p[6] == ACE_OF_HEARTS, 1 / 48
    yield "talon of one suit", is_talon_of_one_suit, 4 * draw(48, 3, (12, 3))
    yield (
        "talon of seat 0 before that of seat 1 before that of seat 2",
        lambda p: (p[4] < p[5]) & (p[5] < p[6]),
        1 / 6,
    )
    yield (
        "two aces each in seats 1 and 2",
        lambda p: (n_in(p, 1, ACES) == 2) & (n_in(p, 2, ACES) == 2),
        draw(48, 11, (4, 2)) * draw(37, 11, (2, 2)),
    )
    yield (
        "quinola opposite the ace of hearts",
        lambda p: (n_in(p, 0, QUINOLA) & n_in(p, 2, ACE_OF_HEARTS)) == 1,
        11 * 11 / (48 * 47),
    )


EVENTS = list(events())


def table(fixed: tuple[int, ...] = (0, 0, 0, 0)) -> Table:
    four = (POLICIES["random"],) * 4
    return Table(Rules(), 45, four, 3, fixed, first_kept=f.DEALT, n_kept=N_PLACES)


def dealt(table: Table, n_deals: int) -> Iterator[Places]:
    """Deals 0 to n_deals - 1, some thousands at a time."""
    starts = range(0, n_deals, N_BATCH)
    for k in range(0, len(starts), N_BATCHES_TOGETHER):
        batches = (table.play(start, N_BATCH) for start in starts[k : k + N_BATCHES_TOGETHER])
        yield np.hstack([read(batch, 0, N_BATCH, N_PLACES) for batch in batches])


def places_of(places: Places) -> npt.NDArray[np.int8]:
    """The place of each card: int8[48, n]."""
    of_cards = np.zeros((N_CARDS, places.shape[1]), np.int8)
    for card, place in product(range(N_CARDS), range(1, N_PLACES)):
        of_cards[card] += (places[place] >> card & 1).astype(np.int8) * np.int8(place)
    return of_cards


class Counts:
    """Counts of all that is tested over the same deals."""

    def __init__(self, table: Table, n_deals: int) -> None:
        self.n_deals = n_deals
        self.events = np.zeros(len(EVENTS), np.int64)
        self.in_place = np.zeros((N_CARDS, N_PLACES), np.int64)
        self.together = np.zeros(len(PAIRS), np.int64)
        for places in dealt(table, n_deals):
            self.events += [np.count_nonzero(happened(places)) for _, happened, _ in EVENTS]
            self._count_cards(places_of(places))

    def _count_cards(self, of_cards: npt.NDArray[np.int8]) -> None:
        for place in range(N_PLACES):
            self.in_place[:, place] += np.count_nonzero(of_cards == place, axis=1)
        self.together += [np.count_nonzero(of_cards[a] == of_cards[b]) for a, b in PAIRS]


@pytest.fixture(scope="module")
def counts() -> Counts:
    return Counts(table(), N_DEALS)


def standard_errors(count: Ints, n_deals: int, chance: float) -> Ints:
    """How many standard errors a count is away from what it should be."""
    return (count - n_deals * chance) / sqrt(n_deals * chance * (1 - chance))


@pytest.mark.parametrize("number", range(len(EVENTS)), ids=[name for name, _, _ in EVENTS])
def test_3_event_is_as_frequent_as_it_should_be(counts: Counts, number: int):
    chance = EVENTS[number][2]
    away = standard_errors(counts.events[number], counts.n_deals, chance)
    assert abs(away) < N_STANDARD_ERRORS, f"{away:.1f} standard errors"


def p_value_of_places(in_place: Ints, room: tuple[int, ...], n_deals: int) -> float:
    """Of the counts of cards by place, where each deal gives each card one place, to fill them.

    Pearson's statistic has expectation (cards - 1)(places - 1) if multiplied by 1 - 1 / cards.
    """
    n_cards = len(in_place)
    expected = n_deals * np.array(room) / n_cards
    statistic = ((in_place - expected) ** 2 / expected).sum() * (n_cards - 1) / n_cards
    return float(chi2.sf(statistic, (n_cards - 1) * (len(room) - 1)))


def test_3_every_card_comes_to_every_place_equally_often(counts: Counts):
    assert counts.in_place.sum() == N_CARDS * counts.n_deals
    assert p_value_of_places(counts.in_place, ROOM, counts.n_deals) > ALPHA


def test_3_every_two_cards_come_to_one_hand_equally_often(counts: Counts):
    chance = sum(comb(room, 2) for room in ROOM) / comb(48, 2)
    away = standard_errors(counts.together, counts.n_deals, chance)
    assert np.abs(away).max() < norm.isf(ALPHA / 2 / len(PAIRS))


def test_3_fixed_cards_are_dealt_and_the_others_come_to_every_place_equally_often():
    n_deals = N_DEALS // 10
    counts = Counts(table(FIXED), n_deals)
    is_fixed = np.array([sum(FIXED) >> card & 1 == 1 for card in range(N_CARDS)])
    for seat, cards in enumerate(FIXED):
        mine = np.array([cards >> card & 1 == 1 for card in range(N_CARDS)])
        assert (counts.in_place[mine, seat] == n_deals).all()
    assert counts.in_place[is_fixed].sum() == is_fixed.sum() * n_deals
    assert p_value_of_places(counts.in_place[~is_fixed], ROOM_BESIDE, n_deals) > ALPHA


@pytest.mark.parametrize("k", range(5))
def test_3_fixed_cards_change_chances_as_they_should(k: int):
    """With three hearts of which one is the quinola known in seat 0: k more in its other eight."""
    n_deals = N_DEALS // 10
    n_seen = sum(
        np.count_nonzero(n_in(places, 0, SUITS["H"]) == 3 + k)
        for places in dealt(table(FIXED), n_deals)
    )
    chance = draw(39, 8, (9, k))
    assert abs(standard_errors(n_seen, n_deals, chance)) < N_STANDARD_ERRORS
