"""`duck` and `random` to the letter of POLICIES.md, and `random` uniform among legal cards."""

import random
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from deals import CARDS, POLICIES, SEATS, deals_in, line, records_of, set_of
from referee.policies import departures
from scipy.stats import chi2

from analyser.reversis.options import rules_from_mapping
from kernels.lanes import Ints, read
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.rules import Rules

N_RECORDS = 120
ESPAGNOLETTE = set_of(["AS", "AD", "AC", "JH"])

N_BATCHES = 400
N_CARDS_IN_HAND = 12
SUIT_CARDS = [set_of(card for card in CARDS if card[1] == suit) for suit in "CDHS"]
# Of each chi-square test. There are about seventy, with a fixed seed: one in a million means much.
ALPHA = 1e-6


@pytest.mark.parametrize("quinola_discard", ["allowed", "forbidden"])
@pytest.mark.parametrize("fixed", [(0, 0, 0, 0), (0, ESPAGNOLETTE, 0, 0), (0, 0, 0, ESPAGNOLETTE)])
@pytest.mark.parametrize("others", ["duck", "random", "steady"])
def test_duck_and_random_never_depart(others: str, fixed: tuple[int, ...], quinola_discard: str):
    rules = {"quinola_discard": quinola_discard}
    names = ["duck", "random", others, others]
    random.Random(f"{others} {quinola_discard}").shuffle(names)
    policies = tuple(POLICIES[name] for name in names)
    table = Table(rules_from_mapping(rules), 45, policies, 7, fixed, 0, f.N_RECORDED)
    deals = deals_in(table.play(0, N_BATCH), np.arange(N_RECORDS))
    for record in records_of(deals, rules):
        for policy in ("duck", "random"):
            seats = [seat for seat, name in enumerate(names) if name == policy]
            assert departures(record, policy, seats) == [], line(record)


class Choices:
    """Counts of what `random` chose: how many lower cards it might have chosen as well."""

    def __init__(self) -> None:
        shape = (N_CARDS_IN_HAND + 1, N_CARDS_IN_HAND)
        self.lays = np.zeros((len(SEATS), N_CARDS_IN_HAND), np.int64)  # by seat
        self.plays = np.zeros((len(SEATS), *shape), np.int64)  # by place, number of legal cards
        self.pairs: dict[str, Ints] = {}  # of two choices in the same deal

    def add(self, batch: Ints) -> None:
        dealt, laid = (read(batch, field, N_BATCH, 4) for field in (f.DEALT, f.LAID))
        lays = np.bitwise_count(dealt & (laid - 1))
        for seat in SEATS:
            self.lays[seat] += np.bincount(lays[seat], minlength=N_CARDS_IN_HAND)
        for one, other in combinations(SEATS, 2):
            self._add_pair(f"lays of seats {one} and {other}", lays[one], lays[other])
        for number, (place, n_legal, choice) in enumerate(_plays(batch)):
            np.add.at(self.plays[place], (n_legal, choice), 1)
            if number == 0:
                self._add_pair("lay and lead of seat 0", lays[0], choice)
        holder_of_lowest = (dealt & 1).argmax(axis=0)
        self._add_pair("holder of a card and lay of seat 3", holder_of_lowest, lays[3])

    def _add_pair(self, name: str, one: Ints, other: Ints) -> None:
        table = self.pairs.setdefault(name, np.zeros((N_CARDS_IN_HAND, N_CARDS_IN_HAND), np.int64))
        np.add.at(table, (one, other), 1)


def _plays(batch: Ints) -> Iterator[tuple[int, Ints, Ints]]:
    """Place, number of legal cards, and number of these below the card played, for each play."""
    hands, takers = read(batch, f.HELD, N_BATCH, 4), read(batch, f.TAKERS, N_BATCH)[0]
    cards = read(batch, f.CARD, N_BATCH, 44)
    for number, card in enumerate(cards):
        trick, place = divmod(number, 4)
        seat = ((takers >> 2 * trick & 3) + place & 3)[np.newaxis]
        hand = np.take_along_axis(hands, seat, axis=0)[0]
        following = hand & _suit_of(cards[4 * trick]) if place else hand
        legal = np.where(following, following, hand)
        yield place, np.bitwise_count(legal), np.bitwise_count(legal & (card - 1))
        np.put_along_axis(hands, seat, (hand ^ card)[np.newaxis], axis=0)


def _suit_of(cards: Ints) -> Ints:
    return np.select([cards & suit != 0 for suit in SUIT_CARDS], SUIT_CARDS)


@pytest.fixture(scope="module")
def choices() -> Choices:
    table = Table(Rules(), 45, (POLICIES["random"],) * 4, 11, (0,) * 4, 0, f.N_RECORDED)
    counted = Choices()
    for number in range(N_BATCHES):
        counted.add(table.play(number * N_BATCH, N_BATCH))
    return counted


def p_value(observed: Ints, expected: np.ndarray, n_constraints: int = 1) -> float:
    """Of Pearson's chi-square test."""
    statistic = ((observed - expected) ** 2 / expected).sum()
    return float(chi2.sf(statistic, observed.size - n_constraints))


def uniform_p_value(observed: Ints) -> float:
    return p_value(observed, np.full(observed.shape, observed.sum() / observed.size))


@pytest.mark.parametrize("seat", SEATS)
def test_random_lays_uniformly(choices: Choices, seat: int):
    n_cards = N_CARDS_IN_HAND if seat == 3 else N_CARDS_IN_HAND - 1
    assert choices.lays[seat].sum() == choices.lays[seat, :n_cards].sum() == N_BATCHES * N_BATCH
    assert uniform_p_value(choices.lays[seat, :n_cards]) > ALPHA


@pytest.mark.parametrize("place", SEATS)
def test_random_plays_uniformly_among_legal_cards(choices: Choices, place: int):
    for n_legal in range(1, N_CARDS_IN_HAND):
        counts = choices.plays[place, n_legal]
        assert counts[n_legal:].sum() == 0
        if n_legal > 1 and counts.sum() > 50 * n_legal:
            assert uniform_p_value(counts[:n_legal]) > ALPHA, (place, n_legal, counts)
    assert choices.plays[place, 2:].sum() > 2_000_000


def test_choices_of_random_are_independent(choices: Choices):
    assert len(choices.pairs) == 8
    for name, table in choices.pairs.items():
        seen = table[table.any(axis=1)][:, table.any(axis=0)]
        rows, columns = seen.sum(axis=1, keepdims=True), seen.sum(axis=0, keepdims=True)
        n_constraints = rows.size + columns.size - 1
        assert p_value(seen, rows * columns / seen.sum(), n_constraints) > ALPHA, name
