"""Whether a player goes for a reversis (RULES.md 8), trick by trick, over lanes."""

from kernels.bits import lowest_index, select, without_lowest
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, flagged, get
from kernels.reversis import fields as f
from kernels.reversis.family import attempts_reversis, strength
from kernels.reversis.fork import ANY_SEAT, NO_SEAT, Fork
from kernels.reversis.seated import N_ATTEMPT
from kernels.reversis.view import unseen_by
from kernels.reversis.weights import ATTEMPT, AttemptWeights


@inlined
def _attempts(lanes: Ints, i: int, number: int, place: int) -> int:
    """8. 1 where the actor plays for a reversis: only one who can still make it."""
    weights = AttemptWeights(*get(lanes, f.ACTOR_WEIGHTS + ATTEMPT * N_LANES, i, N_ATTEMPT))
    hand, unseen = lanes[f.ACTOR_HAND + i], unseen_by(lanes, i, place)
    attempts = attempts_reversis(hand, unseen, number, weights)
    return select(attempts, lanes[f.SWEPT + i], 0)


@inlined
def _decides(lanes: Ints, i: int, place: int, fork: Fork) -> bool:
    """Whether the actor is the one whose attempt a fork gives: it can still make a reversis."""
    seat = (lanes[f.LEADER + i] + place) & 3
    is_meant = (fork.attempt_seat == seat) | (fork.attempt_seat == ANY_SEAT)
    return is_meant & (lanes[f.SWEPT + i] != 0)


@inlined
def _fork_attempts(lanes: Ints, number: int, place: int, fork: Fork) -> None:
    """8. Give the decision of a fork in place of the actor's own, and note who stood before it."""
    for i in range(N_LANES):
        is_given = _decides(lanes, i, place, fork)
        own = lanes[f.ACTOR_ATTEMPTS + i]
        lanes[f.ACTOR_ATTEMPTS + i] = select(is_given, fork.attempt_goes_on, own)
    if number == fork.attempt_trick:
        for i in range(N_LANES):
            is_given = _decides(lanes, i, place, fork)
            seat = (lanes[f.LEADER + i] + place) & 3
            winners = strength(lanes[f.ACTOR_HAND + i], unseen_by(lanes, i, place))
            lanes[f.DECIDER + i] = select(is_given, seat, lanes[f.DECIDER + i])
            lanes[f.DECIDER_WINNERS + i] = select(is_given, winners, lanes[f.DECIDER_WINNERS + i])


@inlined
def judge_attempts(lanes: Ints, number: int, place: int, fork: Fork) -> None:
    """8. Judge where the actor plays for a reversis. After trick 4 few can."""
    if number <= 4:
        for i in range(N_LANES):
            lanes[f.ACTOR_ATTEMPTS + i] = _attempts(lanes, i, number, place)
    else:
        for i in range(N_LANES):
            lanes[f.ACTOR_ATTEMPTS + i] = 0
        rest = flagged(lanes, f.SWEPT)
        while rest:
            i, rest = lowest_index(rest), without_lowest(rest)
            lanes[f.ACTOR_ATTEMPTS + i] = _attempts(lanes, i, number, place)
    is_later = (number > fork.attempt_trick) & (fork.attempt_goes_on == 0)
    if (fork.attempt_seat != NO_SEAT) & ((number == fork.attempt_trick) | is_later):
        _fork_attempts(lanes, number, place, fork)
