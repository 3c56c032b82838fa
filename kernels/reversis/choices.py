"""What each kind of policy at the table would play, over lanes (POLICIES.md)."""

from typing import Any

from kernels.bits import lowest, lowest_index, select, without_lowest
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, flagged, get
from kernels.reversis import fields as f
from kernels.reversis.attempt import judge_attempts
from kernels.reversis.dice import dice
from kernels.reversis.family import (
    high_lead_card,
    is_breaker,
    kept_breaker,
    last_card,
    lead_card,
    reply_card,
    reversis_lead,
)
from kernels.reversis.fixed import duck_card, legal_cards, random_card, random_card_of_six
from kernels.reversis.fork import Fork
from kernels.reversis.seated import (
    N_ATTEMPT,
    N_FOLLOW,
    N_LEAD,
    N_RARE,
    Seated,
    gather_weights,
)
from kernels.reversis.view import view_of
from kernels.reversis.weights import (
    ATTEMPT,
    DUCK,
    FAMILY,
    FOLLOW,
    LEAD,
    RANDOM,
    RARE,
    FollowWeights,
    LeadWeights,
    RareWeights,
)

_DUCKED, _OF_FAMILY = f.CHOICE + DUCK * N_LANES, f.CHOICE + FAMILY * N_LANES


@inlined
def _random_choice(lanes: Ints, i: int, number: int, place: int) -> Any:
    """The cards that the actor may play, and a word of its dice."""
    lead_suit = select(place, lanes[f.LEAD_SUIT + i], 0)
    word = dice(lanes, i, (lanes[f.LEADER + i] + place) & 3, number)
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
def _lead_weights(lanes: Ints, i: int) -> LeadWeights:
    """The actor's weights for leading."""
    return LeadWeights(*get(lanes, f.ACTOR_WEIGHTS + LEAD * N_LANES, i, N_LEAD))


@inlined
def _follow_weights(lanes: Ints, i: int) -> FollowWeights:
    """The actor's weights for following and throwing off."""
    return FollowWeights(*get(lanes, f.ACTOR_WEIGHTS + FOLLOW * N_LANES, i, N_FOLLOW))


@inlined
def _rare_weights(lanes: Ints, i: int) -> RareWeights:
    """The actor's weights for what few policies ask for."""
    return RareWeights(*get(lanes, f.ACTOR_WEIGHTS + RARE * N_LANES, i, N_RARE))


@inlined
def _choose_reversis_lead(lanes: Ints, number: int) -> None:
    """8. The leads of those who play for a reversis, in place of the ordinary ones."""
    rest = flagged(lanes, f.ACTOR_ATTEMPTS)
    while rest:
        i, rest = lowest_index(rest), without_lowest(rest)
        weights = _lead_weights(lanes, i)
        lanes[_OF_FAMILY + i] = reversis_lead(view_of(lanes, i, number, 0), weights)


@inlined
def _choose_family_lead(lanes: Ints, number: int, table: Seated, fork: Fork) -> None:
    """5. What the family would lead."""
    gather_weights(lanes, 0, LEAD, N_LEAD, table)
    gather_weights(lanes, 0, ATTEMPT, N_ATTEMPT, table)
    if table.leads_high:
        gather_weights(lanes, 0, RARE, N_RARE, table)
        for i in range(N_LANES):
            view, weights = view_of(lanes, i, number, 0), _lead_weights(lanes, i)
            lanes[_OF_FAMILY + i] = high_lead_card(view, weights, _rare_weights(lanes, i))
    else:
        for i in range(N_LANES):
            lanes[_OF_FAMILY + i] = lead_card(view_of(lanes, i, number, 0), _lead_weights(lanes, i))
    judge_attempts(lanes, number, 0, fork)
    _choose_reversis_lead(lanes, number)


@inlined
def choose_lead(lanes: Ints, number: int, table: Seated, fork: Fork) -> None:
    """5. What each kind of policy at the table would lead."""
    if table.has_random:
        _choose_random(lanes, number, 0)
    if table.has_duck:
        for i in range(N_LANES):
            lanes[_DUCKED + i] = lowest(lanes[f.ACTOR_HAND + i])
    if table.has_family:
        _choose_family_lead(lanes, number, table, fork)


@inlined
def _reconsider_last(lanes: Ints, number: int) -> None:
    """What the family plays in last place where a policy looks at the trick once more."""
    for i in range(N_LANES):
        view, weights = view_of(lanes, i, number, 3), _follow_weights(lanes, i)
        card, trick, rare = lanes[_OF_FAMILY + i], lanes[f.TRICK + i], _rare_weights(lanes, i)
        lanes[_OF_FAMILY + i] = last_card(card, trick, view, weights, rare)


@inlined
def _reconsider_breakers(lanes: Ints, number: int, place: int) -> None:
    """8. What the family throws off where a policy keeps cards to break a reversis with."""
    for i in range(N_LANES):
        is_void = (lanes[f.ACTOR_HAND + i] & lanes[f.LEAD_SUIT + i]) == 0
        lanes[f.IS_RARE + i] = select(is_void, lanes[f.SWEPT + i], 0)
    rest = flagged(lanes, f.IS_RARE)
    while rest:
        i, rest = lowest_index(rest), without_lowest(rest)
        card, view = lanes[_OF_FAMILY + i], view_of(lanes, i, number, place)
        if is_breaker(card, view):
            weights, rare = _follow_weights(lanes, i), _rare_weights(lanes, i)
            lanes[_OF_FAMILY + i] = kept_breaker(card, view, weights, rare)


@inlined
def _judge_replier(lanes: Ints, number: int, place: int, table: Seated, fork: Fork) -> None:
    """8. In trick 1 every player may yet take all; after it only the leader."""
    if number == 1:
        gather_weights(lanes, place, ATTEMPT, N_ATTEMPT, table)
        judge_attempts(lanes, number, place, fork)
    elif place == 1:
        for i in range(N_LANES):
            lanes[f.ACTOR_ATTEMPTS + i] = 0


@inlined
def _choose_family_reply(lanes: Ints, number: int, place: int, table: Seated, fork: Fork) -> None:
    """5. What the family would play, second to fourth."""
    gather_weights(lanes, place, FOLLOW, N_FOLLOW, table)
    _judge_replier(lanes, number, place, table, fork)
    for i in range(N_LANES):
        view, weights = view_of(lanes, i, number, place), _follow_weights(lanes, i)
        lanes[_OF_FAMILY + i] = reply_card(view, weights)
    if (place == 3) & (number <= table.last_until):
        gather_weights(lanes, place, RARE, N_RARE, table)
        _reconsider_last(lanes, number)
    if number >= table.breakers_from:
        gather_weights(lanes, place, RARE, N_RARE, table)
        _reconsider_breakers(lanes, number, place)


@inlined
def choose_reply(lanes: Ints, number: int, place: int, table: Seated, fork: Fork) -> None:
    """5. What each kind of policy at the table would play, second to fourth."""
    if table.has_random:
        _choose_random(lanes, number, place)
    if table.has_duck:
        for i in range(N_LANES):
            lead_suit, winning = lanes[f.LEAD_SUIT + i], lanes[f.WINNING + i]
            card = duck_card(lanes[f.ACTOR_HAND + i], lead_suit, winning, place == 3)
            lanes[_DUCKED + i] = card
    if table.has_family:
        _choose_family_reply(lanes, number, place, table, fork)
