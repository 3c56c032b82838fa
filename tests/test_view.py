"""RULES.md 5: a policy decides by what its player knows, never by cards that are hidden from it.

Every deal is played as it is, and again with two of its cards exchanged: one who has neither of
them must do the same as long as all others do.
"""

import random

import numpy as np
import pytest
from deals import named, of_family, set_of
from twice import N_PLACES, N_PLAYS, N_TRICKS, Bools, Twice, always_before, by_trick

from kernels.lanes import N_LANES, Ints, read, write
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Policy, Table
from kernels.reversis.rules import Rules
from kernels.reversis.weights import WEIGHTS

N_BATCHES = 20
N_DEALS = N_BATCHES * N_BATCH
N_SEEN_AT_LEAST = 500  # decisions of each trick but the last two
FIXED = [
    (0, 0, 0, 0),
    (set_of(["JH", "AS", "AD", "AC", "2S"]), 0, set_of(["KH", "QH", "9H", "8H", "7H"]), 0),
    (0, set_of(["AS", "KS", "QS", "JS", "9S", "8S", "JH"]), 0, set_of(["AH", "AD", "AC"])),
]


def of_any_weights(seed: int) -> Policy:
    """One of the family that minds everything a little, for good or ill."""
    rng = random.Random(seed)
    return of_family({name: rng.randint(-9, 9) for name in WEIGHTS})


LINE_UPS = {
    "random": named("random", "random", "random", "random"),
    "duck": named("duck", "duck", "duck", "duck"),
    "steady": named("steady", "steady", "steady", "steady"),
    "reversis": named("sweeping", "breaking", "sweeping, quinola last", "steady"),
    "bold": named("bold", "bold", "bold", "bold"),
    "espagnolette": named("privileged", "late privileged", "hoarding", "privileged"),
    "mixed": named("leading high", "duck", "random", "declining"),
    "any weights": tuple(of_any_weights(seed) for seed in range(4)),
    "other weights": tuple(of_any_weights(seed) for seed in range(4, 8)),
}


def exchange(places: Ints, dice: np.random.Generator) -> Ints:
    """The places of all cards, int64[7, n_deals], with two cards exchanged in each deal."""
    one, steps = dice.integers(0, 48, N_DEALS), dice.integers(1, 48, N_DEALS)
    two = 1 << one | 1 << (one + steps) % 48
    return np.where(np.bitwise_count(places & two) == 1, places ^ two, places)


def played_twice(policies: tuple[Policy, ...], fixed: tuple[int, ...], seed: int) -> Twice:
    """Deals as they are, and again with two cards exchanged but the same dice."""
    table = Table(Rules(), 45, policies, seed, fixed, first_kept=0, n_kept=f.N_RECORDED)
    plain = np.vstack([table.play(k * N_BATCH, N_BATCH).copy() for k in range(N_BATCHES)])
    given = plain[:, : f.N_GIVEN * N_LANES].copy()
    exchanged = exchange(read(plain, f.DEALT, N_DEALS, N_PLACES), np.random.default_rng(seed))
    write(given, f.DEALT, exchanged)
    return Twice(plain, table.play_given(given), N_DEALS)


@pytest.fixture(scope="module", params=LINE_UPS)
def deals(request: pytest.FixtureRequest) -> list[Twice]:
    policies = LINE_UPS[request.param]
    return [played_twice(policies, fixed, seed) for seed, fixed in enumerate(FIXED)]


def test_4_lay_depends_on_the_hand_as_dealt_alone(deals: list[Twice]):
    """Not even on the own talon card, which is seen only afterwards."""
    for twice in deals:
        has_same_hand = twice.are_same(f.DEALT, 4)
        wrong = np.flatnonzero((has_same_hand & ~twice.are_same(f.LAID, 4)).any(axis=0))
        assert not len(wrong), twice.records(wrong[0])
        has_another_talon_card = ~twice.are_same(f.TALON, 3)
        assert (has_same_hand[:3] & has_another_talon_card).sum() > N_DEALS // 20


def knows_the_same(twice: Twice) -> Bools:
    """Whether the seat to play has the same cards, and saw the same, at each play."""
    has_same_cards = twice.are_same(f.DEALT, 4)
    has_same_cards[:3] &= twice.are_same(f.TALON, 3)
    return np.take_along_axis(has_same_cards, twice.actors(), axis=0) & twice.have_same_past()


def are_hidden(twice: Twice) -> Bools:
    """Whether neither of the two cards, if they are in other places, was played before."""
    places, exchanged = twice.both(f.DEALT, N_PLACES)
    two = np.bitwise_or.reduce(places ^ exchanged, axis=0)
    cards, _ = twice.both(f.CARD, N_PLAYS)
    return always_before(cards & two == 0) & (two != 0)


def test_5_play_depends_on_what_the_player_knows_alone(deals: list[Twice]):
    n_seen = np.zeros(N_TRICKS, np.int64)
    for twice in deals:
        knows = knows_the_same(twice)
        twice.require_same_plays(knows)
        n_seen += by_trick(knows & are_hidden(twice))
    assert (n_seen[:-2] > N_SEEN_AT_LEAST).all(), n_seen
