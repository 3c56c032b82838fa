"""What tables count in a batch of deals: arrays of whole numbers, which add up.

Each count is a function of `Deals`; its docstring gives the shape of the array. A count of how
often codes occur is one `np.bincount` for all deals of a batch.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from analyser.reversis.analyses.tables.deals import (
    N_FATES,
    N_SPECIALS,
    SEATS,
    THE_QUINOLA,
    Deals,
    n_points,
)
from analyser.reversis.analyses.tables.ledger import transfers
from analyser.reversis.lineup import N_SEATS
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.cards import ACE_DIAMONDS, ACES, HEART_CARDS, N_CARDS, QUINOLA
from kernels.reversis.seated import N_TRICKS

N_MOMENTS = 2  # as dealt; as held after the exchange
_MOMENTS = np.arange(N_MOMENTS)[:, np.newaxis, np.newaxis]
MOST_HEARTS = 11  # besides the quinola
NOT_HELD = MOST_HEARTS + 1
IN_TALON = MOST_HEARTS + 1
IN_DISCARD = MOST_HEARTS
MOST_HAND_POINTS, MOST_DISCARD_POINTS, ALL_POINTS = 36, 16, 40
NEITHER, WON, LOST = range(3)


def counted(shape: tuple[int, ...], *numbers: Ints) -> Ints:
    """How often each combination of numbers occurs: int64[shape]; the numbers broadcast.

    >>> counted((2, 3), np.array([0, 1, 1]), np.array([2, 0, 0])).tolist()
    [[0, 0, 1], [2, 0, 0]]
    """
    codes = np.zeros((), dtype=np.int64)
    for size, number in zip(shape, numbers, strict=True):
        codes = codes * size + number
    return np.bincount(codes.ravel(), minlength=math.prod(shape)).reshape(shape)


def hand_quinola(deals: Deals) -> Ints:
    """Hands by moment, seat, and other hearts held with the quinola or NOT_HELD: [2, 4, 13]."""
    has = (deals.hands & QUINOLA) != 0
    others = np.bitwise_count(deals.hands & (HEART_CARDS ^ QUINOLA))
    shape = (N_MOMENTS, N_SEATS, NOT_HELD + 1)
    return counted(shape, _MOMENTS, SEATS, np.where(has, others, NOT_HELD))


def hand_aces(deals: Deals) -> Ints:
    """Hands by moment, seat and aces: [2, 4, 5]."""
    return counted((N_MOMENTS, N_SEATS, 5), _MOMENTS, SEATS, np.bitwise_count(deals.hands & ACES))


def hand_voids(deals: Deals) -> Ints:
    """Hands by moment, seat and suits of which there is no card: [2, 4, 4]."""
    voids = (deals.suit_lengths == 0).sum(axis=0, dtype=np.uint8)
    return counted((N_MOMENTS, N_SEATS, 4), _MOMENTS, SEATS, voids)


def hand_shortest(deals: Deals) -> Ints:
    """Hands by moment, seat and cards of the shortest suit: [2, 4, 4]."""
    return counted((N_MOMENTS, N_SEATS, 4), _MOMENTS, SEATS, deals.suit_lengths.min(axis=0))


def hand_points(deals: Deals) -> Ints:
    """Hands by moment, seat and points: [2, 4, 37]."""
    shape = (N_MOMENTS, N_SEATS, MOST_HAND_POINTS + 1)
    return counted(shape, _MOMENTS, SEATS, n_points(deals.hands))


def hand_espagnolettes(deals: Deals) -> Ints:
    """9. Hands that are an espagnolette, by moment and seat: [2, 4]."""
    missing = ACES & ~deals.hands
    has_three = (missing & (missing - 1)) == 0
    has_four = missing == 0
    has_quinola = (deals.hands & QUINOLA) != 0
    numbers: Ints = np.count_nonzero(has_three & (has_four | has_quinola), axis=2)
    return numbers


def espagnolettes(deals: Deals) -> Ints:
    """9.1, 9.3. Deals by holder + 1, whether it was active, whether it was caught: [5, 2, 2]."""
    holder, active, caught = (deals.one(x) for x in (f.ESPAGNOLETTE, f.ACTIVE, f.CAUGHT))
    return counted((N_SEATS + 1, 2, 2), holder + 1, active, caught)


def declined(deals: Deals) -> Ints:
    """4. How often each seat declined: [4]."""
    numbers: Ints = np.count_nonzero(deals.laid == 0, axis=1)
    return numbers


def discarded_cards(deals: Deals) -> Ints:
    """4. Cards of the discard by the seat that laid or declined them: [4, 48], card indexes."""
    return counted((N_SEATS, N_CARDS), SEATS, np.bitwise_count(deals.discarded - 1))


def discard_aces(deals: Deals) -> Ints:
    """Deals by aces in the discard: [5]."""
    return counted((5,), np.bitwise_count(deals.discard & ACES))


def discard_hearts(deals: Deals) -> Ints:
    """Deals by hearts in the discard, the quinola included: [5]."""
    return counted((5,), np.bitwise_count(deals.discard & HEART_CARDS))


def discard_points(deals: Deals) -> Ints:
    """6.1. Deals by points in the discard, whether the ace of diamonds and the quinola lie there.

    [17, 2, 2]; points as in play (2.3), so that the party's value follows under any amounts.
    """
    has_ace, has_quinola = ((deals.discard & card) != 0 for card in (ACE_DIAMONDS, QUINOLA))
    shape = (MOST_DISCARD_POINTS + 1, 2, 2)
    return counted(shape, n_points(deals.discard), has_ace, has_quinola)


def fates(deals: Deals) -> Ints:
    """7. The aces by suit and the quinola, by seat, trick (0: none) and fate: [5, 4, 12, 5]."""
    specials = np.arange(N_SPECIALS)[:, np.newaxis]
    shape = (N_SPECIALS, N_SEATS, N_TRICKS + 1, N_FATES)
    return counted(shape, specials, deals.special_seats, deals.special_tricks, deals.special_fates)


def _hearts_of_owner(deals: Deals, moment: int) -> Ints:
    """Hearts but the quinola in the hand of the seat whose the quinola was: [n]."""
    seats = deals.special_seats[THE_QUINOLA][np.newaxis]
    hand = np.take_along_axis(deals.hands[moment], seats, axis=0)[0]
    others: Ints = np.bitwise_count(hand & (HEART_CARDS ^ QUINOLA))
    return others


def guards_dealt(deals: Deals) -> Ints:
    """The quinola's fate by other hearts dealt with it or IN_TALON, and by seat: [13, 4, 5]."""
    is_in_talon = (np.bitwise_or.reduce(deals.talon, axis=0) & QUINOLA) != 0
    guards = np.where(is_in_talon, IN_TALON, _hearts_of_owner(deals, 0))
    seats, fate = deals.special_seats[THE_QUINOLA], deals.special_fates[THE_QUINOLA]
    return counted((IN_TALON + 1, N_SEATS, N_FATES), guards, seats, fate)


def guards_held(deals: Deals) -> Ints:
    """Its fate by other hearts held after the exchange or IN_DISCARD, and by seat: [12, 4, 5]."""
    seats, fate = deals.special_seats[THE_QUINOLA], deals.special_fates[THE_QUINOLA]
    guards = np.where(fate == f.IN_DISCARD, IN_DISCARD, _hearts_of_owner(deals, 1))
    return counted((IN_DISCARD + 1, N_SEATS, N_FATES), guards, seats, fate)


def points_taken(deals: Deals) -> Ints:
    """Deals by seat and points that it took: [4, 41]."""
    return counted((N_SEATS, ALL_POINTS + 1), SEATS, deals.field(f.POINTS, N_SEATS))


def tricks_taken(deals: Deals) -> Ints:
    """Deals by seat and tricks that it took: [4, 12]."""
    return counted((N_SEATS, N_TRICKS + 1), SEATS, deals.tricks)


def parties(deals: Deals) -> Ints:
    """6.3. Deals by seat, its tricks, and NEITHER, WON or LOST, the party: [4, 12, 3]."""
    won, lost = (deals.field(field) == SEATS for field in (f.WINNER, f.LOSER))
    ended = np.where(won, WON, np.where(lost, LOST, NEITHER))
    return counted((N_SEATS, N_TRICKS + 1, 3), SEATS, deals.tricks, ended)


def reversis(deals: Deals) -> Ints:
    """8.1. Deals by who undertook a reversis + 1 and who broke it + 1: [5, 5]."""
    shape = (N_SEATS + 1, N_SEATS + 1)
    return counted(shape, deals.reversis_by + 1, deals.one(f.BROKEN_BY) + 1)


class Count(NamedTuple):
    """How to count something, and the first of the fields (fields.py) that it takes."""

    work: Callable[[Deals], Ints]
    first_kept: int


COUNTS = {
    "hand_quinola": Count(hand_quinola, f.DEALT),
    "hand_aces": Count(hand_aces, f.DEALT),
    "hand_voids": Count(hand_voids, f.DEALT),
    "hand_shortest": Count(hand_shortest, f.DEALT),
    "hand_points": Count(hand_points, f.DEALT),
    "hand_espagnolettes": Count(hand_espagnolettes, f.DEALT),
    "espagnolettes": Count(espagnolettes, f.OUTCOME),
    "declined": Count(declined, f.TALON),
    "discarded_cards": Count(discarded_cards, f.TALON),
    "discard_aces": Count(discard_aces, f.TALON),
    "discard_hearts": Count(discard_hearts, f.TALON),
    "discard_points": Count(discard_points, f.TALON),
    "fates": Count(fates, f.DEALT),
    "guards_dealt": Count(guards_dealt, f.DEALT),
    "guards_held": Count(guards_held, f.DEALT),
    "points_taken": Count(points_taken, f.OUTCOME),
    "tricks_taken": Count(tricks_taken, f.OUTCOME),
    "parties": Count(parties, f.OUTCOME),
    "reversis": Count(reversis, f.OUTCOME),
    "transfers": Count(transfers, f.PAYER),
}
