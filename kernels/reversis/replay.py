"""Replaying records (RECORD.md): the cards are given; every play is checked against the rules."""

from kernels.bits import select
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, copy_field
from kernels.reversis import fields as f
from kernels.reversis.seated import N_TRICKS
from kernels.reversis.trick import (
    begin_play,
    finish_trick,
    leave_place,
    leave_seat,
    marked_privilege,
    play_lead,
    play_reply,
    take_place,
    take_seat,
)

# What can be wrong with a play of a record.
NOT_HELD, REVOKE = 1, 2


@inlined
def _note_fault(lanes: Ints, i: int, is_faulty: bool, code: int, play: int) -> None:
    """Keep the first fault of a record."""
    fault = lanes[f.FAULT + i]
    first = select(fault, fault, code * f.FAULT_CODE + play)
    lanes[f.FAULT + i] = select(is_faulty, first, fault)


@inlined
def _check_lead(lanes: Ints, i: int, play: int) -> None:
    """5. The leader holds the card."""
    is_held = (lanes[f.ACTOR_HAND + i] & lanes[f.ACTOR_CARD + i]) != 0
    _note_fault(lanes, i, not is_held, NOT_HELD, play)


@inlined
def _check_reply(lanes: Ints, i: int, number: int, place: int, play: int) -> None:
    """5 and 9. The player holds the card, and follows suit unless an espagnolette may not."""
    hand, card = lanes[f.ACTOR_HAND + i], lanes[f.ACTOR_CARD + i]
    lead_suit = lanes[f.LEAD_SUIT + i]
    is_privileged = (marked_privilege(lanes[f.MARKS + i], place) != 0) & (number <= 9)
    revokes = ((hand & lead_suit) != 0) & ((card & lead_suit) == 0) & (not is_privileged)
    _note_fault(lanes, i, (hand & card) == 0, NOT_HELD, play)
    _note_fault(lanes, i, revokes, REVOKE, play)


@inlined
def replay_lanes(lanes: Ints) -> None:
    """4 and 5. Lay and play the cards given, in all lanes.

    lanes : in: DEALT, TALON, LAID, CARD; out: HELD to REVOKED, TRICKS, TRICK_OF, FAULT. A lane
        with a fault holds no deal that could be settled.
    """
    for seat in range(4):
        take_seat(lanes, seat)
        copy_field(lanes, f.ACTOR_LAID, f.LAID + seat * N_LANES)
        leave_seat(lanes, seat)
    for i in range(N_LANES):
        begin_play(lanes, i)
        lanes[f.FAULT + i] = 0
    for number in range(1, N_TRICKS + 1):
        early = select(number <= 9, 1, 0)
        for place in range(4):
            play = 4 * (number - 1) + place
            take_place(lanes, place)
            copy_field(lanes, f.ACTOR_CARD, f.CARD + play * N_LANES)
            if place == 0:
                for i in range(N_LANES):
                    _check_lead(lanes, i, play)
                    play_lead(lanes, i, lanes[f.ACTOR_CARD + i])
            else:
                for i in range(N_LANES):
                    _check_reply(lanes, i, number, place, play)
                    play_reply(lanes, i, place, lanes[f.ACTOR_CARD + i], early)
            leave_place(lanes, place)
        for i in range(N_LANES):
            finish_trick(lanes, i, number)
