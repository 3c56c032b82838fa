"""Exchange and play by policies (RULES.md 4 and 5; POLICIES.md), over lanes.

For every decision the actor's view is laid out in the ACTOR fields, each kind of policy that sits
at the table makes its choice in all lanes, and the choice of the kind that is to move is taken.
"""

from typing import Any, NamedTuple

import numpy as np

from kernels.bits import pick, select
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, copy_field, get, list_lanes
from kernels.reversis import fields as f
from kernels.reversis.cards import ALL_CARDS, QUINOLA
from kernels.reversis.deal import DEALING, N_SEATS
from kernels.reversis.family import (
    View,
    attempts_reversis,
    lay_card,
    lead_card,
    reply_card,
    reversis_lead,
    strength,
)
from kernels.reversis.fixed import (
    duck_card,
    duck_renounce,
    legal_cards,
    lowest,
    random_card,
    random_card_of_six,
)
from kernels.reversis.rules import FORBIDDEN, Rules
from kernels.reversis.trick import (
    begin_play,
    finish_trick,
    leave_place,
    leave_seat,
    marked_known,
    marked_privilege,
    marked_voids,
    play_lead,
    play_reply,
    take_place,
    take_seat,
)
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
    AttemptWeights,
    FollowWeights,
    LayWeights,
    LeadWeights,
)
from kernels.rng import draw

N_TRICKS = 11
NO_SEAT = -1
ANY_SEAT = 4  # of an attempt after trick 1: whoever has taken every trick so far
_LAY_DRAW = 0  # the draw of a seat's dice for the exchange; trick t has draw t
_N_LAY, _N_LEAD, _N_FOLLOW, _N_ATTEMPT = (
    LEAD - LAY,
    FOLLOW - LEAD,
    ATTEMPT - FOLLOW,
    N_WEIGHTS - ATTEMPT,
)


class Fork(NamedTuple):
    """Decisions that are given, in place of a policy's own: what else is played stays with it.

    lay_seat : the seat that lays its card number lay_number, from the lowest of its hand as dealt;
        a number beyond its cards to decline. NO_SEAT: none does.
    attempt_seat : the seat whose going for a reversis is given, at attempt_trick, if it stands
        before that decision: at trick 1, or leading to a later one after taking all before.
        ANY_SEAT : whoever does, after trick 1. NO_SEAT: nobody's is.
    attempt_goes_on : 1 to go for it in that trick, and decide again after it; 0 to give it up, in
        that trick and all that follow.
    """

    lay_seat: int
    lay_number: int
    attempt_seat: int
    attempt_trick: int
    attempt_goes_on: int


AS_DECIDED = Fork(NO_SEAT, 0, NO_SEAT, 0, 0)


@inlined
def _dice(lanes: Ints, i: int, seat: int, number: int) -> int:
    """A word of the dice of a seat. They belong to the seat, not to who sits there: so that the
    same policies in other seats' company meet the same luck."""
    return draw(np.uint64(lanes[f.KEY + i]), DEALING + 1 + seat, number)


@inlined
def _chosen(lanes: Ints, i: int, seat: int, kinds: Any) -> int:
    """The choice of the kind of policy that sits at a seat."""
    choices = get(lanes, f.CHOICE, i, N_KINDS)
    kind = select(
        seat & 1, select(seat & 2, kinds[3], kinds[1]), select(seat & 2, kinds[2], kinds[0])
    )
    other = select(kind == DUCK, choices[DUCK], choices[FAMILY])
    return select(kind == RANDOM, choices[RANDOM], other)


@inlined
def _take_choice(lanes: Ints, place: int, kinds: Any) -> None:
    """Make the choice of the kind of policy that is to move the actor's card."""
    if (kinds[0] == kinds[1]) & (kinds[0] == kinds[2]) & (kinds[0] == kinds[3]):
        copy_field(lanes, f.ACTOR_CARD, f.CHOICE + kinds[0] * N_LANES)
    else:
        for i in range(N_LANES):
            seat = (lanes[f.LEADER + i] + place) & 3
            lanes[f.ACTOR_CARD + i] = _chosen(lanes, i, seat, kinds)


@inlined
def _gather(lanes: Ints, place: int, weights: Ints, start: int, n: int) -> None:
    """Lay out weights start to start + n of the player at a place, whichever seat it is."""
    for w in range(start, start + n):
        four = (weights[0, w], weights[1, w], weights[2, w], weights[3, w])
        for i in range(N_LANES):
            seat = (lanes[f.LEADER + i] + place) & 3
            even = select(seat & 2, four[2], four[0])
            odd = select(seat & 2, four[3], four[1])
            lanes[f.ACTOR_WEIGHT + i] = select(seat & 1, odd, even)
        copy_field(lanes, f.ACTOR_WEIGHTS + w * N_LANES, f.ACTOR_WEIGHT)


@inlined
def has_uniform_weights(weights: Ints) -> bool:
    """Whether all seats have the same weights."""
    is_uniform = True
    for w in range(N_WEIGHTS):
        for seat in range(1, N_SEATS):
            is_uniform = is_uniform & (weights[seat, w] == weights[0, w])
    return is_uniform


@inlined
def spread_weights(lanes: Ints, weights: Ints, seat: int) -> None:
    """Lay out all weights of one seat in all lanes."""
    for w in range(N_WEIGHTS):
        weight = weights[seat, w]
        for i in range(N_LANES):
            lanes[f.ACTOR_WEIGHTS + w * N_LANES + i] = weight


@inlined
def _lay(lanes: Ints, seat: int, kind: int, rules: Rules) -> None:
    """4. The card that a seat's policy lays, or no card where it declines, as ACTOR_LAID."""
    may_lay_quinola = rules.quinola_discard != FORBIDDEN
    layable = select(may_lay_quinola, ALL_CARDS, ALL_CARDS & ~QUINOLA)
    if kind == RANDOM:
        for i in range(N_LANES):
            word = _dice(lanes, i, seat, _LAY_DRAW)
            lanes[f.ACTOR_LAID + i] = random_card(lanes[f.ACTOR_HAND + i] & layable, word)
    elif kind == DUCK:
        for i in range(N_LANES):
            lanes[f.ACTOR_LAID + i] = duck_renounce(lanes[f.ACTOR_HAND + i] & layable)
    else:
        for i in range(N_LANES):
            weights = LayWeights(*get(lanes, f.ACTOR_WEIGHTS + LAY * N_LANES, i, _N_LAY))
            hand = lanes[f.ACTOR_HAND + i]
            card = lay_card(hand, seat < 3, may_lay_quinola, weights)
            lanes[f.ACTOR_LAID + i] = card


@inlined
def _exchange(
    lanes: Ints, rules: Rules, kinds: Any, weights: Ints, is_uniform: bool, fork: Fork
) -> None:
    """4. Every seat exchanges a card."""
    for seat in range(weights.shape[0]):
        take_seat(lanes, seat)
        if seat == fork.lay_seat:
            for i in range(N_LANES):
                lanes[f.ACTOR_LAID + i] = pick(lanes[f.ACTOR_HAND + i], fork.lay_number)
        else:
            if not is_uniform:
                spread_weights(lanes, weights, seat)
            _lay(lanes, seat, kinds[seat], rules)
        leave_seat(lanes, seat)


@inlined
def _unseen(lanes: Ints, i: int, place: int) -> int:
    """The cards that others may hold, as far as the actor at a place can know."""
    known = marked_known(lanes[f.MARKS + i], place)
    return ALL_CARDS & ~(lanes[f.ACTOR_HAND + i] | lanes[f.PLAYED + i] | known)


@inlined
def _attempts(lanes: Ints, i: int, number: int, place: int) -> int:
    """8. 1 where the actor plays for a reversis: only one who can still make it."""
    weights = AttemptWeights(*get(lanes, f.ACTOR_WEIGHTS + ATTEMPT * N_LANES, i, _N_ATTEMPT))
    hand, unseen = lanes[f.ACTOR_HAND + i], _unseen(lanes, i, place)
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
            winners = strength(lanes[f.ACTOR_HAND + i], _unseen(lanes, i, place))
            lanes[f.DECIDER + i] = select(is_given, seat, lanes[f.DECIDER + i])
            lanes[f.DECIDER_WINNERS + i] = select(is_given, winners, lanes[f.DECIDER_WINNERS + i])


@inlined
def _judge_attempts(lanes: Ints, number: int, place: int, fork: Fork) -> None:
    """8. Judge where the actor plays for a reversis. After trick 4 few can."""
    if number <= 4:
        for i in range(N_LANES):
            lanes[f.ACTOR_ATTEMPTS + i] = _attempts(lanes, i, number, place)
    else:
        for i in range(N_LANES):
            lanes[f.ACTOR_ATTEMPTS + i] = 0
        for listed in range(list_lanes(lanes, f.SWEPT, f.LISTED)):
            i = lanes[f.LISTED + listed]
            lanes[f.ACTOR_ATTEMPTS + i] = _attempts(lanes, i, number, place)
    is_later = (number > fork.attempt_trick) & (fork.attempt_goes_on == 0)
    if (fork.attempt_seat != NO_SEAT) & ((number == fork.attempt_trick) | is_later):
        _fork_attempts(lanes, number, place, fork)


@inlined
def _view(lanes: Ints, i: int, number: int, place: int) -> View:
    """What the actor at a place knows."""
    marks = lanes[f.MARKS + i]
    return View(
        lanes[f.ACTOR_HAND + i],
        _unseen(lanes, i, place),
        number,
        place,
        lanes[f.LEAD_SUIT + i],
        lanes[f.WINNING + i],
        lanes[f.WINNING_PLACE + i],
        marked_voids(marks, place),
        lanes[f.SWEPT + i] != 0,
        (marked_privilege(marks, place) != 0) & (number <= 9),
        ((lanes[f.REVOKED + i] >> ((lanes[f.LEADER + i] + place) & 3)) & 1) != 0,
        lanes[f.ACTOR_ATTEMPTS + i] != 0,
    )


@inlined
def _random_choice(lanes: Ints, i: int, number: int, place: int) -> Any:
    """The cards that the actor may play, and a word of its dice."""
    lead_suit = select(place, lanes[f.LEAD_SUIT + i], 0)
    word = _dice(lanes, i, (lanes[f.LEADER + i] + place) & 3, number)
    return legal_cards(lanes[f.ACTOR_HAND + i], lead_suit), word


@inlined
def _choose_random(lanes: Ints, number: int, place: int) -> None:
    """What `random` would play. From trick 6 on no hand has more than six cards."""
    if number < 6:
        for i in range(N_LANES):
            legal, word = _random_choice(lanes, i, number, place)
            lanes[f.CHOICE + RANDOM * N_LANES + i] = random_card(legal, word)
    else:
        for i in range(N_LANES):
            legal, word = _random_choice(lanes, i, number, place)
            lanes[f.CHOICE + RANDOM * N_LANES + i] = random_card_of_six(legal, word)


@inlined
def _choose_reversis_lead(lanes: Ints, number: int) -> None:
    """8. The leads of those who play for a reversis, in place of the ordinary ones."""
    for listed in range(list_lanes(lanes, f.ACTOR_ATTEMPTS, f.LISTED)):
        i = lanes[f.LISTED + listed]
        weights = LeadWeights(*get(lanes, f.ACTOR_WEIGHTS + LEAD * N_LANES, i, _N_LEAD))
        card = reversis_lead(_view(lanes, i, number, 0), weights)
        lanes[f.CHOICE + FAMILY * N_LANES + i] = card


@inlined
def _choose_lead(lanes: Ints, number: int, present: Any, fork: Fork) -> None:
    """5. What each kind of policy at the table would lead."""
    if present[RANDOM]:
        _choose_random(lanes, number, 0)
    if present[DUCK]:
        for i in range(N_LANES):
            lanes[f.CHOICE + DUCK * N_LANES + i] = lowest(lanes[f.ACTOR_HAND + i])
    if present[FAMILY]:
        for i in range(N_LANES):
            weights = LeadWeights(*get(lanes, f.ACTOR_WEIGHTS + LEAD * N_LANES, i, _N_LEAD))
            card = lead_card(_view(lanes, i, number, 0), weights)
            lanes[f.CHOICE + FAMILY * N_LANES + i] = card
        _judge_attempts(lanes, number, 0, fork)
        _choose_reversis_lead(lanes, number)


@inlined
def _choose_reply(lanes: Ints, number: int, place: int, present: Any) -> None:
    """5. What each kind of policy at the table would play, second to fourth."""
    if present[RANDOM]:
        _choose_random(lanes, number, place)
    if present[DUCK]:
        for i in range(N_LANES):
            lead_suit, winning = lanes[f.LEAD_SUIT + i], lanes[f.WINNING + i]
            card = duck_card(lanes[f.ACTOR_HAND + i], lead_suit, winning, place == 3)
            lanes[f.CHOICE + DUCK * N_LANES + i] = card
    if present[FAMILY]:
        for i in range(N_LANES):
            weights = FollowWeights(*get(lanes, f.ACTOR_WEIGHTS + FOLLOW * N_LANES, i, _N_FOLLOW))
            card = reply_card(_view(lanes, i, number, place), weights)
            lanes[f.CHOICE + FAMILY * N_LANES + i] = card


@inlined
def _lead(lanes: Ints, number: int, kinds: Any, present: Any, fork: Fork) -> None:
    """5. The leader of a trick chooses and plays."""
    _choose_lead(lanes, number, present, fork)
    _take_choice(lanes, 0, kinds)
    for i in range(N_LANES):
        play_lead(lanes, i, lanes[f.ACTOR_CARD + i])
    leave_place(lanes, number, 0)


@inlined
def _reply(lanes: Ints, number: int, place: int, kinds: Any, present: Any) -> None:
    """5. Another player chooses and plays."""
    _choose_reply(lanes, number, place, present)
    early = select(number <= 9, 1, 0)
    _take_choice(lanes, place, kinds)
    for i in range(N_LANES):
        play_reply(lanes, i, place, lanes[f.ACTOR_CARD + i], early)
    leave_place(lanes, number, place)


@inlined
def _has(kinds: Any, kind: int) -> bool:
    """Whether a kind of policy sits at the table."""
    return (kinds[0] == kind) | (kinds[1] == kind) | (kinds[2] == kind) | (kinds[3] == kind)


@inlined
def _play_tricks(lanes: Ints, kinds: Any, weights: Ints, is_uniform: bool, fork: Fork) -> None:
    """5. Eleven tricks."""
    present = (_has(kinds, RANDOM), _has(kinds, DUCK), _has(kinds, FAMILY))
    gathers = present[FAMILY] & (not is_uniform)
    for i in range(N_LANES):
        begin_play(lanes, i)
        lanes[f.DECIDER + i] = NO_SEAT
    for number in range(1, N_TRICKS + 1):
        take_place(lanes, 0)
        if gathers:
            _gather(lanes, 0, weights, LEAD, _N_LEAD)
            _gather(lanes, 0, weights, ATTEMPT, _N_ATTEMPT)
        _lead(lanes, number, kinds, present, fork)
        for place in range(1, weights.shape[0]):
            take_place(lanes, place)
            if gathers:
                _gather(lanes, place, weights, FOLLOW, _N_FOLLOW)
            if present[FAMILY]:
                if number == 1:
                    if gathers:
                        _gather(lanes, place, weights, ATTEMPT, _N_ATTEMPT)
                    _judge_attempts(lanes, number, place, fork)
                if (number > 1) & (place == 1):
                    for i in range(N_LANES):
                        lanes[f.ACTOR_ATTEMPTS + i] = 0
            _reply(lanes, number, place, kinds, present)
        for i in range(N_LANES):
            finish_trick(lanes, i, number)


@inlined
def play_lanes(
    lanes: Ints, rules: Rules, lay_kinds: Any, kinds: Any, weights: Ints, fork: Fork
) -> None:
    """4 and 5. Exchange and play the dealt deals of all lanes.

    lanes : in: KEY, DEALT, TALON, and ACTOR_WEIGHTS where all seats have the same;
        out: LAID to REVOKED, DECIDER, DECIDER_WINNERS where there is one, TRICKS, TRICK_OF.
    lay_kinds, kinds : four kinds of policy by seat: which lays, which plays on.
    weights : int64[4, N_WEIGHTS], in: by seat, the weights of the family (weights.py).
    fork : decisions that are given; AS_DECIDED leaves all to the policies.
    """
    is_uniform = has_uniform_weights(weights)
    _exchange(lanes, rules, lay_kinds, weights, is_uniform, fork)
    _play_tricks(lanes, kinds, weights, is_uniform, fork)
