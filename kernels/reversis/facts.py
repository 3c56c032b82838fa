"""The facts of a deal that decide who pays whom (RULES.md 6.2, 7, 8.1, 9.1 to 9.3).

Worked out from what play recorded, in straight-line code, one lane at a time.
"""

from typing import Any, NamedTuple

from kernels.bits import select
from kernels.compile import inlined
from kernels.lanes import Ints, get, put
from kernels.reversis import fields as f
from kernels.reversis.cards import ACES, QUINOLA, points
from kernels.reversis.rules import LEFT, PRIVILEGE, Rules

NOBODY = -1
# 8.1: a reversis is undertaken with the first nine tricks, whatever `late_from` says.
_FIRST_NINE = sum(1 << 2 * trick for trick in range(1, 10))


class Special(NamedTuple):
    """How an ace or the quinola left its owner's hand (7)."""

    owner: int  # seat, NOBODY in the discard
    trick: int  # 1 to 11, 0 in the discard
    case: int  # IN_DISCARD, PLACED, FORCED_CASE or LED_CASE
    leader: int  # seat that led the trick
    taker: int  # seat that took it


class Facts(NamedTuple):
    """What decides who pays whom."""

    reversis_by: int
    broken_by: int
    espagnolette: int
    active: bool
    caught: bool
    winner: int
    loser: int


@inlined
def taker_of(takers: int, trick: int) -> int:
    """The seat that took a trick; seat 0 for trick 0."""
    return (takers >> (2 * trick)) & 3


@inlined
def leader_of(takers: int, trick: int) -> int:
    """The seat that led a trick: the taker of the one before."""
    return ((takers << 2) >> (2 * trick)) & 3


@inlined
def is_espagnolette(hand: int) -> bool:
    """9. Three aces and the quinola, or four aces, in one hand."""
    missing = ACES & ~hand
    at_most_one_missing = (missing & (missing - 1)) == 0
    return at_most_one_missing & ((missing == 0) | ((hand & QUINOLA) != 0))


@inlined
def _holder(hands: Any) -> int:
    """The seat that holds an espagnolette, or NOBODY: two hands cannot."""
    return (
        NOBODY
        + is_espagnolette(hands[0])
        + 2 * is_espagnolette(hands[1])
        + 3 * is_espagnolette(hands[2])
        + 4 * is_espagnolette(hands[3])
    )


@inlined
def _owner(hands: Any, card: int) -> int:
    """The seat that held a card after the exchange, or NOBODY."""
    return (
        NOBODY
        + ((hands[0] & card) != 0)
        + 2 * ((hands[1] & card) != 0)
        + 3 * ((hands[2] & card) != 0)
        + 4 * ((hands[3] & card) != 0)
    )


@inlined
def special_of(lanes: Ints, i: int, hands: Any, card: int, trick: int) -> Special:
    """7. Owner, trick and case of an ace or the quinola."""
    takers = lanes[f.TAKERS + i]
    case = select(lanes[f.FOLLOWED + i] & card, f.FORCED_CASE, f.PLACED)
    case = select(lanes[f.LED + i] & card, f.LED_CASE, case)
    case = select(trick, case, f.IN_DISCARD)
    leader = leader_of(takers, trick)
    return Special(_owner(hands, card), trick, case, leader, taker_of(takers, trick))


@inlined
def _reversis(takers: int) -> Any:
    """8.1. Who undertook a reversis, and who broke it; NOBODY where there is none."""
    first = taker_of(takers, 1)
    undertaken = (takers & (3 * _FIRST_NINE)) == first * _FIRST_NINE
    tenth, eleventh = taker_of(takers, 10), taker_of(takers, 11)
    breaker = select(tenth != first, tenth, select(eleventh != first, eleventh, NOBODY))
    return (select(undertaken, first, NOBODY)), (select(undertaken, breaker, NOBODY))


@inlined
def count_points(lanes: Ints, i: int) -> None:
    """2.3. Count the points that each seat has taken."""
    taken = get(lanes, f.TAKEN, i, 4)
    counted = (points(taken[0]), points(taken[1]), points(taken[2]), points(taken[3]))
    put(lanes, f.POINTS, i, counted)


@inlined
def _rank(points_taken: int, tricks_taken: int, place: int) -> int:
    """6.2. The rank of a player as one number, lower first: points, then tricks, then place."""
    return (points_taken << 8) | (tricks_taken << 4) | place


@inlined
def _ranks(lanes: Ints, i: int, rules: Rules, first: int) -> Any:
    """6.2 and 9.2. Ranks by seat; `first` is the seat that wins ties wherever it sits."""
    taken, tricks = get(lanes, f.POINTS, i, 4), get(lanes, f.TRICKS, i, 4)
    left = rules.place_order == LEFT
    place_0, place_1 = (select(left, 3, 4)), (select(left, 2, 3))
    place_2, place_3 = (select(left, 1, 2)), (select(left, 4, 1))
    return (
        _rank(taken[0], tricks[0], select(first == 0, 0, place_0)),
        _rank(taken[1], tricks[1], select(first == 1, 0, place_1)),
        _rank(taken[2], tricks[2], select(first == 2, 0, place_2)),
        _rank(taken[3], tricks[3], select(first == 3, 0, place_3)),
    )


@inlined
def _first(ranks: Any, excluded: int) -> int:
    """The seat of the lowest rank, leaving one seat out (NOBODY: none)."""
    last = 1 << 20
    rank_0 = select(excluded == 0, last, ranks[0])
    rank_1 = select(excluded == 1, last, ranks[1])
    rank_2 = select(excluded == 2, last, ranks[2])
    rank_3 = select(excluded == 3, last, ranks[3])
    left, right = (select(rank_1 < rank_0, 1, 0)), (select(rank_3 < rank_2, 3, 2))
    return select(min(rank_2, rank_3) < min(rank_0, rank_1), right, left)


@inlined
def _last(ranks: Any) -> int:
    """The seat of the highest rank."""
    return _first((-ranks[0], -ranks[1], -ranks[2], -ranks[3]), NOBODY)


@inlined
def facts_of(lanes: Ints, i: int, hands: Any, rules: Rules) -> Facts:
    """6.3, 8.1, 9.1 to 9.3. Reversis, espagnolette, and who won and lost the party."""
    takers = lanes[f.TAKERS + i]
    reversis_by, broken_by = _reversis(takers)
    e = _holder(hands)
    by_privilege = rules.espagnolette_active == PRIVILEGE
    seats = select(by_privilege, lanes[f.REVOKED + i], lanes[f.RENOUNCED + i])
    active = (e != NOBODY) & (((seats >> (e & 3)) & 1) == 1)
    took_late = (taker_of(takers, 10) == e) | (taker_of(takers, 11) == e)
    is_ordinary = reversis_by == NOBODY
    caught = active & is_ordinary & took_late
    ranks = _ranks(lanes, i, rules, select(active & (not caught), e, NOBODY))
    winner = _first(ranks, select(caught, e, NOBODY))
    loser = select(caught, e, _last(ranks))
    nobody_if_reversis = select(not is_ordinary, NOBODY, 0)
    return Facts(
        reversis_by,
        broken_by,
        e,
        active,
        caught,
        winner | nobody_if_reversis,
        loser | nobody_if_reversis,
    )


@inlined
def _discarded_by(lanes: Ints, i: int) -> int:
    """4. Who laid the quinola, or declined it in the talon; NOBODY where it was played."""
    laid, talon = get(lanes, f.LAID, i, 4), get(lanes, f.TALON, i, 3)
    return (
        NOBODY
        + ((select(laid[0], laid[0], talon[0]) & QUINOLA) != 0)
        + 2 * ((select(laid[1], laid[1], talon[1]) & QUINOLA) != 0)
        + 3 * ((select(laid[2], laid[2], talon[2]) & QUINOLA) != 0)
        + 4 * ((laid[3] & QUINOLA) != 0)
    )


@inlined
def put_facts(lanes: Ints, i: int, facts: Facts, specials: Any) -> None:
    """Keep what decided the settlement, for counts and for the person who asks why."""
    clubs, diamonds, hearts, spades, quinola = specials
    lanes[f.DISCARDED_BY + i] = _discarded_by(lanes, i)
    lanes[f.WINNER + i] = facts.winner
    lanes[f.LOSER + i] = facts.loser
    lanes[f.REVERSIS_BY + i] = facts.reversis_by
    lanes[f.BROKEN_BY + i] = facts.broken_by
    lanes[f.ESPAGNOLETTE + i] = facts.espagnolette
    lanes[f.ACTIVE + i] = facts.active
    lanes[f.CAUGHT + i] = facts.caught
    owners = (clubs.owner, diamonds.owner, hearts.owner, spades.owner, quinola.owner)
    put(lanes, f.OWNER_OF, i, owners)
    cases = (clubs.case, diamonds.case, hearts.case, spades.case, quinola.case)
    put(lanes, f.CASE_OF, i, cases)


@inlined
def kept_facts(lanes: Ints, i: int) -> Facts:
    """The facts of the deal in lane i, once they are put."""
    return Facts(
        lanes[f.REVERSIS_BY + i],
        lanes[f.BROKEN_BY + i],
        lanes[f.ESPAGNOLETTE + i],
        lanes[f.ACTIVE + i] != 0,
        lanes[f.CAUGHT + i] != 0,
        lanes[f.WINNER + i],
        lanes[f.LOSER + i],
    )
