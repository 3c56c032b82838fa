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
from kernels.reversis.fields import DEALING_STATE, DEALT, KEY, TALON
from kernels.rng import deal_key, draw, high_below, low_below

Four: TypeAlias = Any  # a tuple of int64, one a seat or a card

DEALING = 0  # purpose of the draws (rng.draw); dice of seat s have purpose 1 + s
N_SEATS = 4
_CARDS_PER_SEAT = N_CARDS // N_SEATS  # talon card included
_TALON_DRAW = N_CARDS // 2  # draws before these give two cards each


@inlined
def _deal_card(card: int, number: int, dealt: Any) -> Any:
    """Give a card to a seat with probability (room left in the hand) / (cards left).

    `dealt` has what seats 0 to s hold together, for s = 0, 1, 2, and the room that they have left
    together: the card goes to one of them if its number, uniform below the cards left, is less.
    """
    to_0, to_1, to_2, room_0, room_1, room_2 = dealt
    is_in_0, is_in_1, is_in_2 = number < room_0, number < room_1, number < room_2
    return (
        select(is_in_0, to_0 | card, to_0),
        select(is_in_1, to_1 | card, to_1),
        select(is_in_2, to_2 | card, to_2),
        select(is_in_0, room_0 - 1, room_0),
        select(is_in_1, room_1 - 1, room_1),
        select(is_in_2, room_2 - 1, room_2),
    )


@inlined
def _deal_two(key: int, step: int, first: int, second: int, left: int, dealt: Any) -> Any:
    """Deal two cards with the halves of one word; `left` cards remain before the first."""
    word = draw(key, DEALING, step)
    dealt = _deal_card(first, high_below(word, left), dealt)
    return _deal_card(second, low_below(word, left - 1), dealt)


@inlined
def _deal_four(lanes: Ints, i: int, step: int, cards: Four, left: int) -> None:
    """Deal four cards in lane i; `left` cards remain before the first."""
    key = np.uint64(lanes[KEY + i])
    dealt = get(lanes, DEALING_STATE, i, 6)
    dealt = _deal_two(key, step // 2, cards[0], cards[1], left, dealt)
    dealt = _deal_two(key, step // 2 + 1, cards[2], cards[3], left - 2, dealt)
    put(lanes, DEALING_STATE, i, dealt)


@inlined
def _part(lanes: Ints, i: int, fixed: Four, free_cards: int) -> None:
    """Part the cards among the seats, and one of each of seats 0 to 2 to the talon, in lane i."""
    key = np.uint64(lanes[KEY + i])
    to_0, to_1, to_2, _, _, _ = get(lanes, DEALING_STATE, i, 6)
    loose_1, loose_2 = to_1 ^ to_0, to_2 ^ to_1
    talon = (_talon_card(key, 0, to_0), _talon_card(key, 1, loose_1), _talon_card(key, 2, loose_2))
    put(lanes, TALON, i, talon)
    hands = (
        fixed[0] | (to_0 ^ talon[0]),
        fixed[1] | (loose_1 ^ talon[1]),
        fixed[2] | (loose_2 ^ talon[2]),
        fixed[3] | (free_cards ^ to_2),
    )
    put(lanes, DEALT, i, hands)


@inlined
def _talon_card(key: int, seat: int, loose: int) -> int:
    """The card of a seat's twelve that lies in the talon: uniform among those not fixed."""
    number = high_below(draw(key, DEALING, _TALON_DRAW + seat), count(loose))
    return pick(loose, number)


@inlined
def deal_lanes(lanes: Ints, seed: int, first_deal: int, fixed: Ints, free: Ints) -> None:
    """3. Deal N_LANES deals: lane i gets deal first_deal + i.

    lanes : out: KEY, DEALT, TALON; scratch: DEALING_STATE.
    seed : uint64. first_deal : int64 from 0.
    fixed : int64[4], in: the cards known to be dealt to each seat (a talon card is none of them);
        at most eleven for seats 0 to 2, twelve for the dealer.
    free : int64[48], in: the other cards in order, each a set of one; then no cards.
    """
    held = (fixed[0], fixed[1], fixed[2], fixed[3])
    free_cards = ALL_CARDS & ~(held[0] | held[1] | held[2] | held[3])
    n_free = count(free_cards)
    room_0 = _CARDS_PER_SEAT - count(held[0])
    room_1 = room_0 + _CARDS_PER_SEAT - count(held[1])
    room_2 = room_1 + _CARDS_PER_SEAT - count(held[2])
    for i in range(N_LANES):
        lanes[KEY + i] = deal_key(seed, first_deal + i)
        put(lanes, DEALING_STATE, i, (0, 0, 0, room_0, room_1, room_2))
    for step in range(0, n_free, 4):
        cards = (free[step], free[step + 1], free[step + 2], free[step + 3])
        for i in range(N_LANES):
            _deal_four(lanes, i, step, cards, n_free - step)
    for i in range(N_LANES):
        _part(lanes, i, held, free_cards)
