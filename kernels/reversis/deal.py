"""Dealing (RULES.md 3): every arrangement of the 48 cards equally likely.

Seats 0 to 2 get twelve cards, one of which is their talon card; the dealer gets twelve. Cards
that are known to lie in a hand can be fixed; the rest is uniform over what remains.
"""

from typing import Any, TypeAlias

import numpy as np

from kernels.bits import count, pick, select
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, get, put
from kernels.reversis.cards import ALL_CARDS, N_CARDS
from kernels.reversis.fields import DEALT, KEY, ROOM, TALON
from kernels.rng import deal_key, draw, high_below, low_below

Four: TypeAlias = Any  # a tuple of int64, one a seat or a card

DEALING = 0  # purpose of the draws (rng.draw); dice of seat s have purpose 1 + s
N_SEATS = 4
_CARDS_PER_SEAT = N_CARDS // N_SEATS  # talon card included
_TALON_DRAW = N_CARDS // 2  # draws before these give two cards each


@inlined
def _deal_card(card: int, number: int, hands: Four, rooms: Four) -> Any:
    """Give a card to a seat with probability (room left in the hand) / (cards left)."""
    first, second, third, fourth = hands
    room_0, room_1, room_2, room_3 = rooms
    to_0 = number < room_0
    to_1 = (not to_0) & (number < room_0 + room_1)
    to_3 = number >= room_0 + room_1 + room_2
    to_2 = not (to_0 | to_1 | to_3)
    hands = (
        first | (select(to_0, card, 0)),
        second | (select(to_1, card, 0)),
        third | (select(to_2, card, 0)),
        fourth | (select(to_3, card, 0)),
    )
    return hands, (room_0 - to_0, room_1 - to_1, room_2 - to_2, room_3 - to_3)


@inlined
def _deal_two(
    key: int, step: int, first: int, second: int, left: int, hands: Four, rooms: Four
) -> Any:
    """Deal two cards with the halves of one word; `left` cards remain before the first."""
    word = draw(key, DEALING, step)
    hands, rooms = _deal_card(first, high_below(word, left), hands, rooms)
    return _deal_card(second, low_below(word, left - 1), hands, rooms)


@inlined
def _deal_four(lanes: Ints, i: int, step: int, cards: Four, left: int) -> None:
    """Deal four cards in lane i; `left` cards remain before the first."""
    key = np.uint64(lanes[KEY + i])
    hands, rooms = get(lanes, DEALT, i, 4), get(lanes, ROOM, i, 4)
    hands, rooms = _deal_two(key, step // 2, cards[0], cards[1], left, hands, rooms)
    hands, rooms = _deal_two(key, step // 2 + 1, cards[2], cards[3], left - 2, hands, rooms)
    put(lanes, DEALT, i, hands)
    put(lanes, ROOM, i, rooms)


@inlined
def _lay_out_talon(lanes: Ints, i: int, fixed: Four) -> None:
    """Move one card of each of seats 0 to 2 from the hand to the talon in lane i."""
    key = np.uint64(lanes[KEY + i])
    hands = get(lanes, DEALT, i, 4)
    talon = (
        _talon_card(key, 0, hands[0] & ~fixed[0]),
        _talon_card(key, 1, hands[1] & ~fixed[1]),
        _talon_card(key, 2, hands[2] & ~fixed[2]),
    )
    put(lanes, TALON, i, talon)
    put(lanes, DEALT, i, (hands[0] ^ talon[0], hands[1] ^ talon[1], hands[2] ^ talon[2], hands[3]))


@inlined
def _talon_card(key: int, seat: int, loose: int) -> int:
    """The card of a seat's twelve that lies in the talon: uniform among those not fixed."""
    number = high_below(draw(key, DEALING, _TALON_DRAW + seat), count(loose))
    return pick(loose, number)


@inlined
def deal_lanes(lanes: Ints, seed: int, first_deal: int, fixed: Ints, free: Ints) -> None:
    """3. Deal N_LANES deals: lane i gets deal first_deal + i.

    lanes : out: KEY, DEALT, TALON; scratch: ROOM.
    seed : uint64. first_deal : int64 from 0.
    fixed : int64[4], in: the cards known to be dealt to each seat (a talon card is none of them);
        at most eleven for seats 0 to 2, twelve for the dealer.
    free : int64[48], in: the other cards in order, each a set of one; then no cards.
    """
    held = (fixed[0], fixed[1], fixed[2], fixed[3])
    n_free = count(ALL_CARDS & ~(held[0] | held[1] | held[2] | held[3]))
    rooms = (
        _CARDS_PER_SEAT - count(held[0]),
        _CARDS_PER_SEAT - count(held[1]),
        _CARDS_PER_SEAT - count(held[2]),
        _CARDS_PER_SEAT - count(held[3]),
    )
    for i in range(N_LANES):
        lanes[KEY + i] = deal_key(seed, first_deal + i)
        put(lanes, DEALT, i, held)
        put(lanes, ROOM, i, rooms)
    for step in range(0, n_free, 4):
        cards = (free[step], free[step + 1], free[step + 2], free[step + 3])
        for i in range(N_LANES):
            _deal_four(lanes, i, step, cards, n_free - step)
    for i in range(N_LANES):
        _lay_out_talon(lanes, i, held)
