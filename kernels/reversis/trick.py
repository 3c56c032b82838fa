"""The course of play (RULES.md 5) over lanes: from the exchange's hands, card by card.

Shared by deals that policies play (play.py) and deals that records tell (replay.py). During play
the players stand in the order of the trick, the leader at place 0; after each trick they turn so
that its taker stands there.
"""

from typing import Any

from kernels.bits import index_of, lowest, select
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, copy_field, get, put
from kernels.reversis import fields as f
from kernels.reversis.cards import (
    ACE_CLUBS,
    ACE_DIAMONDS,
    ACE_HEARTS,
    ACE_SPADES,
    QUINOLA,
    suit_of,
)
from kernels.reversis.facts import is_espagnolette

# What MARKS has of each place, from bit 0 of its sixteen up:
_MARK_BITS = 16
_ALL_MARK_BITS = 4 * _MARK_BITS
_PRIVILEGE_BIT = 4  # bits 0 to 3: the suits of which the player was seen to be out
_KNOWN_BIT = 5  # six bits: the card out of play that the player alone has seen


@inlined
def take_seat(lanes: Ints, seat: int) -> None:
    """4. Lay out a seat's hand as dealt and its talon card as the actor's."""
    copy_field(lanes, f.ACTOR_HAND, f.DEALT + seat * N_LANES)
    has_talon = seat < 3
    talon = f.TALON + seat * N_LANES
    copy_field(lanes, f.ACTOR_TALON, select(has_talon, talon, f.NO_CARD))


@inlined
def leave_seat(lanes: Ints, seat: int) -> None:
    """4. The actor lays ACTOR_LAID and takes its talon card, or declines and looks at it."""
    for i in range(N_LANES):
        laid, talon = lanes[f.ACTOR_LAID + i], lanes[f.ACTOR_TALON + i]
        lanes[f.ACTOR_HAND + i] = (lanes[f.ACTOR_HAND + i] ^ laid) | select(laid, talon, 0)
    copy_field(lanes, f.LAID + seat * N_LANES, f.ACTOR_LAID)
    copy_field(lanes, f.HELD + seat * N_LANES, f.ACTOR_HAND)


@inlined
def _mark(hand: int, laid: int, talon: int) -> int:
    """What is marked of a player before play: the privilege (9), and the card it alone knows."""
    privilege = select(is_espagnolette(hand), 1 << _PRIVILEGE_BIT, 0)
    return privilege | (index_of(select(laid, laid, talon)) << _KNOWN_BIT)


@inlined
def begin_play(lanes: Ints, i: int) -> None:
    """5. Set the table for trick 1: seat 0 leads."""
    hands, laid = get(lanes, f.HELD, i, 4), get(lanes, f.LAID, i, 4)
    talon = get(lanes, f.TALON, i, 3)
    put(lanes, f.HAND, i, hands)
    lanes[f.MARKS + i] = (
        _mark(hands[0], laid[0], talon[0])
        | (_mark(hands[1], laid[1], talon[1]) << _MARK_BITS)
        | (_mark(hands[2], laid[2], talon[2]) << (2 * _MARK_BITS))
        | (_mark(hands[3], laid[3], 0) << (3 * _MARK_BITS))
    )
    put(lanes, f.TRICK_OF, i, (0, 0, 0, 0, 0))
    put(lanes, f.TAKEN, i, (0, 0, 0, 0))
    put(lanes, f.TRICKS, i, (0, 0, 0, 0))
    lanes[f.LEADER + i] = 0
    lanes[f.PLAYED + i] = 0
    lanes[f.TAKERS + i] = 0
    lanes[f.LED + i] = 0
    lanes[f.FOLLOWED + i] = 0
    lanes[f.RENOUNCED + i] = 0
    lanes[f.REVOKED + i] = 0
    lanes[f.SWEPT + i] = 1


@inlined
def marked_privilege(marks: int, place: int) -> int:
    """1 where the player at a place holds an espagnolette, else 0."""
    return (marks >> (_MARK_BITS * place + _PRIVILEGE_BIT)) & 1


@inlined
def marked_known(marks: int, place: int) -> int:
    """The card out of play that the player at a place alone has seen: laid, or looked at."""
    return 1 << ((marks >> (_MARK_BITS * place + _KNOWN_BIT)) & 63)


@inlined
def marked_voids(marks: int, place: int) -> int:
    """The suits (bit = suit) of which some other player than the one at a place was seen out."""
    others = marks & ~(((1 << _MARK_BITS) - 1) << (_MARK_BITS * place))
    halves = others | (others >> (2 * _MARK_BITS))
    return (halves | (halves >> _MARK_BITS)) & 15


@inlined
def take_place(lanes: Ints, place: int) -> None:
    """Lay out the hand of the player at a place as the actor's."""
    copy_field(lanes, f.ACTOR_HAND, f.HAND + place * N_LANES)


@inlined
def leave_place(lanes: Ints, place: int) -> None:
    """Put the actor's hand back to its place."""
    copy_field(lanes, f.HAND + place * N_LANES, f.ACTOR_HAND)


@inlined
def play_lead(lanes: Ints, i: int, card: int) -> None:
    """5. The leader plays a card."""
    lanes[f.ACTOR_HAND + i] ^= card
    lanes[f.PLAYED + i] |= card
    lanes[f.LED + i] |= card
    lanes[f.TRICK + i] = card
    lanes[f.WINNING + i] = card
    lanes[f.WINNING_PLACE + i] = 0
    lanes[f.LEAD_SUIT + i] = suit_of(card)


@inlined
def play_reply(lanes: Ints, i: int, place: int, card: int, early: int) -> None:
    """5. Another player plays a card; `early` is 1 in tricks 1 to 9, else 0 (9)."""
    lead_suit, winning = lanes[f.LEAD_SUIT + i], lanes[f.WINNING + i]
    hand = lanes[f.ACTOR_HAND + i]
    seat = (lanes[f.LEADER + i] + place) & 3
    followed = card & lead_suit
    renounced = select(followed, 0, 1)
    revoked = select(hand & lead_suit, renounced, 0)
    lanes[f.RENOUNCED + i] |= (renounced & early) << seat
    lanes[f.REVOKED + i] |= (revoked & early) << seat
    lanes[f.MARKS + i] |= select(followed, 0, lowest(lead_suit)) << (_MARK_BITS * place)
    lanes[f.FOLLOWED + i] |= followed
    lanes[f.ACTOR_HAND + i] = hand ^ card
    lanes[f.PLAYED + i] |= card
    lanes[f.TRICK + i] |= card
    takes = followed > winning
    lanes[f.WINNING + i] = select(takes, card, winning)
    lanes[f.WINNING_PLACE + i] = select(takes, place, lanes[f.WINNING_PLACE + i])


@inlined
def _turned(four: Any, places: int) -> Any:
    """Four neighbours turned so that the one at `places` comes first."""
    by_one = places & 1
    first, second = select(by_one, four[1], four[0]), select(by_one, four[2], four[1])
    third, fourth = select(by_one, four[3], four[2]), select(by_one, four[0], four[3])
    by_two = places & 2
    return (
        select(by_two, third, first),
        select(by_two, fourth, second),
        select(by_two, first, third),
        select(by_two, second, fourth),
    )


@inlined
def _turned_marks(marks: int, places: int) -> int:
    """MARKS turned so that the place at `places` comes first."""
    by_one = select(places & 1, _turned_once(marks), marks)
    return select(places & 2, _turned_once(_turned_once(by_one)), by_one)


@inlined
def _turned_once(marks: int) -> int:
    """MARKS turned by one place (the highest bit of each place is never set)."""
    return (marks >> _MARK_BITS) | (marks << (_ALL_MARK_BITS - _MARK_BITS))


@inlined
def _note_specials(lanes: Ints, i: int, trick: int, number: int) -> None:
    """7. Note the trick in which an ace or the quinola is played."""
    tricks = get(lanes, f.TRICK_OF, i, 5)
    noted = (
        select(trick & ACE_CLUBS, number, tricks[0]),
        select(trick & ACE_DIAMONDS, number, tricks[1]),
        select(trick & ACE_HEARTS, number, tricks[2]),
        select(trick & ACE_SPADES, number, tricks[3]),
        select(trick & QUINOLA, number, tricks[4]),
    )
    put(lanes, f.TRICK_OF, i, noted)


@inlined
def _credit(lanes: Ints, i: int, taker: int, trick: int) -> None:
    """6.2. Give the taker the trick."""
    taken, tricks = get(lanes, f.TAKEN, i, 4), get(lanes, f.TRICKS, i, 4)
    sets = (
        select(taker == 0, taken[0] | trick, taken[0]),
        select(taker == 1, taken[1] | trick, taken[1]),
        select(taker == 2, taken[2] | trick, taken[2]),
        select(taker == 3, taken[3] | trick, taken[3]),
    )
    put(lanes, f.TAKEN, i, sets)
    numbers = (
        select(taker == 0, tricks[0] + 1, tricks[0]),
        select(taker == 1, tricks[1] + 1, tricks[1]),
        select(taker == 2, tricks[2] + 1, tricks[2]),
        select(taker == 3, tricks[3] + 1, tricks[3]),
    )
    put(lanes, f.TRICKS, i, numbers)


@inlined
def finish_trick(lanes: Ints, i: int, number: int) -> None:
    """5. The highest card of the suit led takes the trick, and its player leads to the next."""
    trick, place = lanes[f.TRICK + i], lanes[f.WINNING_PLACE + i]
    taker = (lanes[f.LEADER + i] + place) & 3
    _note_specials(lanes, i, trick, number)
    _credit(lanes, i, taker, trick)
    lanes[f.TAKERS + i] |= taker << (2 * number)
    stays = (place == 0) | (number == 1)
    lanes[f.SWEPT + i] = select(stays, lanes[f.SWEPT + i], 0)
    lanes[f.LEADER + i] = taker
    put(lanes, f.HAND, i, _turned(get(lanes, f.HAND, i, 4), place))
    lanes[f.MARKS + i] = _turned_marks(lanes[f.MARKS + i], place)
