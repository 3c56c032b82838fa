"""Who sits at the table: kinds of policies, and the weights of the family where they are wanted.

Where all four seats have the same weights these are laid out in the lanes once for all; else they
are gathered for each decision, as the player at a place is another seat in every lane.
"""

from typing import Any, NamedTuple

from kernels.bits import select
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, copy_field, get
from kernels.reversis import fields as f
from kernels.reversis.weights import (
    ATTEMPT,
    DUCK,
    FAMILY,
    FOLLOW,
    LAY,
    LEAD,
    N_KINDS,
    N_WEIGHTS,
    RANDOM,
    RARE,
    WEIGHTS,
)

N_SEATS = 4
N_TRICKS = 11
N_LAY, N_LEAD, N_FOLLOW, N_ATTEMPT, N_RARE = (
    LEAD - LAY,
    FOLLOW - LEAD,
    ATTEMPT - FOLLOW,
    RARE - ATTEMPT,
    N_WEIGHTS - RARE,
)
_LEAD_HIGH = WEIGHTS.index("lead_high")
_TAKE_POINTS, _TAKE_UNTIL = WEIGHTS.index("take_points"), WEIGHTS.index("take_until")
_KEEP_ACE_UNTIL = WEIGHTS.index("keep_ace_until")
_BREAK_KEEP, _BREAK_KEEP_FROM = WEIGHTS.index("break_keep"), WEIGHTS.index("break_keep_from")


class Seated(NamedTuple):
    """The policies at the table, and what of them has to be worked out at all.

    kinds : four kinds of play by seat (weights.py). weights : int64[4, N_WEIGHTS], by seat.
    has_random, has_duck, has_family : whether that kind sits here.
    gathers : whether the weights differ.
    leads_high : whether any policy leads high cards. last_until : up to which trick any looks
        twice at a trick that it plays last to. breakers_from : from which trick on any keeps cards
        to break a reversis with. Ways that nobody asks for are not worked out.
    """

    kinds: Any
    weights: Ints
    has_random: bool
    has_duck: bool
    has_family: bool
    gathers: bool
    leads_high: bool
    last_until: int
    breakers_from: int


@inlined
def _has(kinds: Any, kind: int) -> bool:
    """Whether a kind of policy sits at the table."""
    return (kinds[0] == kind) | (kinds[1] == kind) | (kinds[2] == kind) | (kinds[3] == kind)


@inlined
def has_uniform_weights(weights: Ints) -> bool:
    """Whether all seats have the same weights."""
    is_uniform = True
    for w in range(N_WEIGHTS):
        for seat in range(1, N_SEATS):
            is_uniform = is_uniform & (weights[seat, w] == weights[0, w])
    return is_uniform


@inlined
def _leads_high(weights: Ints) -> bool:
    """Whether any policy leads high cards to be rid of them."""
    leads_high = False
    for seat in range(N_SEATS):
        leads_high = leads_high | (weights[seat, _LEAD_HIGH] > 0)
    return leads_high


@inlined
def _last_until(weights: Ints) -> int:
    """Up to which trick any policy takes tricks on purpose in last place, or keeps an ace back."""
    until = 0
    for seat in range(N_SEATS):
        until = max(until, weights[seat, _KEEP_ACE_UNTIL])
        if weights[seat, _TAKE_POINTS] >= 0:
            until = max(until, weights[seat, _TAKE_UNTIL])
    return until


@inlined
def _breakers_from(weights: Ints) -> int:
    """From which trick on any policy keeps cards to break a reversis with."""
    first = N_TRICKS
    for seat in range(N_SEATS):
        if weights[seat, _BREAK_KEEP] > 0:
            first = min(first, weights[seat, _BREAK_KEEP_FROM])
    return first


@inlined
def seated(kinds: Any, weights: Ints) -> Seated:
    """The policies at the table."""
    has_family = _has(kinds, FAMILY)
    return Seated(
        kinds,
        weights,
        _has(kinds, RANDOM),
        _has(kinds, DUCK),
        has_family,
        has_family & (not has_uniform_weights(weights)),
        _leads_high(weights),
        _last_until(weights),
        _breakers_from(weights),
    )


@inlined
def spread_weights(lanes: Ints, weights: Ints, seat: int) -> None:
    """Lay out all weights of one seat in all lanes."""
    for w in range(N_WEIGHTS):
        weight = weights[seat, w]
        for i in range(N_LANES):
            lanes[f.ACTOR_WEIGHTS + w * N_LANES + i] = weight


@inlined
def of_seat(four: Any, seat: int) -> int:
    """The one of four numbers, by seat, that belongs to a seat."""
    even = select(seat & 2, four[2], four[0])
    odd = select(seat & 2, four[3], four[1])
    return select(seat & 1, odd, even)


@inlined
def _gather(lanes: Ints, place: int, weights: Ints, start: int, n: int) -> None:
    """Lay out weights start to start + n of the player at a place, whichever seat it is."""
    for w in range(start, start + n):
        four = (weights[0, w], weights[1, w], weights[2, w], weights[3, w])
        for i in range(N_LANES):
            seat = (lanes[f.LEADER + i] + place) & 3
            lanes[f.ACTOR_WEIGHT + i] = of_seat(four, seat)
        copy_field(lanes, f.ACTOR_WEIGHTS + w * N_LANES, f.ACTOR_WEIGHT)


@inlined
def gather_weights(lanes: Ints, place: int, start: int, n: int, table: Seated) -> None:
    """Lay out a group of weights of the player at a place, where seats have different ones."""
    if table.gathers:
        _gather(lanes, place, table.weights, start, n)


@inlined
def take_choice(lanes: Ints, place: int, kinds: Any) -> None:
    """Make the choice of the kind of policy that is to move the actor's card."""
    if (kinds[0] == kinds[1]) & (kinds[0] == kinds[2]) & (kinds[0] == kinds[3]):
        copy_field(lanes, f.ACTOR_CARD, f.CHOICE + kinds[0] * N_LANES)
    else:
        for i in range(N_LANES):
            choices = get(lanes, f.CHOICE, i, N_KINDS)
            kind = of_seat(kinds, (lanes[f.LEADER + i] + place) & 3)
            other = select(kind == DUCK, choices[DUCK], choices[FAMILY])
            lanes[f.ACTOR_CARD + i] = select(kind == RANDOM, choices[RANDOM], other)
