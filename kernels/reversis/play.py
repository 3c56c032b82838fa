"""Play by policies (RULES.md 5; POLICIES.md), over lanes: eleven tricks.

For every decision the actor's view is laid out in the ACTOR fields, each kind of policy that sits
at the table makes its choice in all lanes, and the choice of the kind that is to move is taken.
"""

from kernels.bits import select
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, copy_field
from kernels.reversis import fields as f
from kernels.reversis.choices import choose_lead, choose_reply
from kernels.reversis.fork import NO_SEAT, Fork
from kernels.reversis.seated import N_SEATS, N_TRICKS, Seated, take_choice
from kernels.reversis.trick import (
    begin_play,
    finish_trick,
    leave_place,
    play_lead,
    play_reply,
    take_place,
)


@inlined
def _lead(lanes: Ints, number: int, table: Seated, fork: Fork) -> None:
    """5. The leader of a trick plays; in the last trick nobody has a choice."""
    take_place(lanes, 0)
    if number < N_TRICKS:
        choose_lead(lanes, number, table, fork)
        take_choice(lanes, 0, table.kinds)
    else:
        copy_field(lanes, f.ACTOR_CARD, f.ACTOR_HAND)
    for i in range(N_LANES):
        play_lead(lanes, i, lanes[f.ACTOR_CARD + i])
    leave_place(lanes, 0)


@inlined
def _reply(lanes: Ints, number: int, place: int, table: Seated, fork: Fork) -> None:
    """5. Another player plays."""
    early = select(number <= 9, 1, 0)
    take_place(lanes, place)
    if number < N_TRICKS:
        choose_reply(lanes, number, place, table, fork)
        take_choice(lanes, place, table.kinds)
    else:
        copy_field(lanes, f.ACTOR_CARD, f.ACTOR_HAND)
    for i in range(N_LANES):
        play_reply(lanes, i, place, lanes[f.ACTOR_CARD + i], early)
    leave_place(lanes, place)


@inlined
def _tell(lanes: Ints, number: int, place: int) -> None:
    """Put the actor's card into the record of the deal."""
    copy_field(lanes, f.CARD + (N_SEATS * (number - 1) + place) * N_LANES, f.ACTOR_CARD)


@inlined
def play_tricks(lanes: Ints, table: Seated, fork: Fork, is_told: bool) -> None:
    """5. Play the deals of all lanes from the hands after the exchange.

    lanes : in: KEY, POOL, HELD, LAID, TALON, and ACTOR_WEIGHTS where all seats have the same;
        out: TAKERS to REVOKED, TRICKS, TRICK_OF, CARD where `is_told`, and DECIDER,
        DECIDER_WINNERS where a fork decides.
    fork : decisions that are given; AS_DECIDED leaves all to the policies.
    """
    for i in range(N_LANES):
        begin_play(lanes, i)
        lanes[f.DECIDER + i] = NO_SEAT
    for number in range(1, N_TRICKS + 1):
        _lead(lanes, number, table, fork)
        if is_told:
            _tell(lanes, number, 0)
        for place in range(1, table.weights.shape[0]):
            _reply(lanes, number, place, table, fork)
            if is_told:
                _tell(lanes, number, place)
        for i in range(N_LANES):
            finish_trick(lanes, i, number)
