"""The heuristic family (POLICIES.md): decisions of one player from a view and weights.

A policy never sees the four hands, only the view. Each decision gives every candidate a whole
number, its worth or its cost, and takes the best; ties go to the lower card in the order of the
pack. Candidates are the ends of the suits: what lies between is never better in these terms.
"""

from typing import NamedTuple

from kernels.bits import count, higher_than, highest, index_of, lower_than, lowest, select
from kernels.compile import inlined
from kernels.reversis.cards import (
    ACE_DIAMONDS,
    ACES,
    CLUB_CARDS,
    DIAMOND_CARDS,
    HEART_CARDS,
    QUINOLA,
    SPADE_CARDS,
    points,
)
from kernels.reversis.weights import AttemptWeights, FollowWeights, LayWeights, LeadWeights

# A candidate's key is its worth or cost times _KEY, plus its index: one comparison settles ties.
_KEY = 64
_NO_COST = 1 << 55
# In a reversis: a lead that nobody can beat comes before any other, the quinola first of all.
_UNSURE_LEAD = 1000
_QUINOLA_LEAD = -1000


class View(NamedTuple):
    """What a player knows (RULES.md 5), as sets of cards and whole numbers."""

    hand: int  # cards in hand
    unseen: int  # cards that others may hold: not in hand, not played, not laid or looked at
    trick_number: int  # 1 to 11
    place: int  # 0 leads, 3 plays last
    lead_suit: int  # all cards of the suit led
    winning: int  # the card that takes the trick so far
    winning_place: int
    trick: int  # cards in the trick
    voids: tuple[int, int, int]  # suits (bit = suit) the next three players were seen to be out of
    is_swept: bool  # the leader has taken every trick so far
    is_privileged: bool  # holds an espagnolette that may renounce now
    attempts: bool  # plays for a reversis


@inlined
def rank_of(card: int) -> int:
    """The rank of a single card: 0 for a two, 11 for an ace."""
    return index_of(card) >> 2


@inlined
def _winners(hand: int, unseen: int, suit: int) -> int:
    """Cards of a suit that should take tricks: those that no unseen card beats, and the whole
    suit where leading these takes out what the others hold of it, two a lead."""
    mine, theirs = hand & suit, unseen & suit
    sure = mine & higher_than(highest(theirs))
    draws_all = 2 * count(sure) >= count(theirs)
    return select(draws_all, mine, sure)


@inlined
def strength(hand: int, unseen: int) -> int:
    """How many cards of a hand should take tricks if it leads: the measure of a reversis."""
    return count(
        _winners(hand, unseen, CLUB_CARDS)
        | _winners(hand, unseen, DIAMOND_CARDS)
        | _winners(hand, unseen, HEART_CARDS)
        | _winners(hand, unseen, SPADE_CARDS)
    )


@inlined
def attempts_reversis(hand: int, unseen: int, trick_number: int, w: AttemptWeights) -> bool:
    """8. Whether to play for a reversis: at trick 1 on strength, later while little is missing."""
    winners = strength(hand, unseen)
    starts = (trick_number == 1) & (winners >= w.attempt_from)
    goes_on = (trick_number > 1) & (12 - trick_number - winners <= w.attempt_missing)
    return starts | goes_on


@inlined
def _n_void(suit: int, view: View) -> int:
    """How many of the others were seen to be out of a suit."""
    bit = lowest(suit)
    first, second, third = view.voids
    return ((first & bit) != 0) + ((second & bit) != 0) + ((third & bit) != 0)


@inlined
def _lead_cost(card: int, suit: int, view: View, w: LeadWeights) -> int:
    """What speaks against a lead, as a key; no card costs more than any."""
    theirs = view.unseen & suit
    higher = theirs & higher_than(card)
    second_higher = higher & (higher - 1)
    third_higher = second_higher & (second_higher - 1)
    two = select(third_higher, 0, w.lead_two_higher)
    one = select(second_higher, two, w.lead_one_higher)
    cost = select(higher, one, w.lead_taking)
    cost += select(theirs, 0, w.lead_exhausted)
    cost -= rank_of(card) * w.lead_rank
    cost -= select((view.hand & suit) == card, w.lead_last_of_suit, 0)
    cost += select(card & ACES, w.lead_ace, 0)
    cost += select(higher, 0, _n_void(suit, view) * w.lead_void)
    return select(card, cost * _KEY + index_of(card), _NO_COST)


@inlined
def _heart_lead_cost(card: int, view: View, w: LeadWeights) -> int:
    """As `_lead_cost` for a heart: it may force the quinola, or give away who holds it."""
    cost = select(view.hand & QUINOLA, w.lead_holding_quinola, 0)
    cost -= select(view.unseen & QUINOLA, w.lead_forcing, 0)
    cost += select(card & QUINOLA, w.lead_quinola, 0)
    return _lead_cost(card, HEART_CARDS, view, w) + select(card, cost * _KEY, 0)


@inlined
def _suit_lead(suit: int, view: View, w: LeadWeights) -> int:
    """The better of a suit's lowest and highest card to lead, as a key of cost."""
    mine = view.hand & suit
    return min(_lead_cost(lowest(mine), suit, view, w), _lead_cost(highest(mine), suit, view, w))


@inlined
def _heart_lead(view: View, w: LeadWeights) -> int:
    """The better of the lowest and highest heart to lead, as a key of cost."""
    mine = view.hand & HEART_CARDS
    return min(_heart_lead_cost(lowest(mine), view, w), _heart_lead_cost(highest(mine), view, w))


@inlined
def _reversis_lead_cost(suit: int, view: View) -> int:
    """A suit's highest card as a lead on the way to a reversis, as a key of cost."""
    card = highest(view.hand & suit)
    cost = select(view.unseen & suit & higher_than(card), _UNSURE_LEAD, 0) - rank_of(card)
    return select(card, cost * _KEY + index_of(card), _NO_COST)


@inlined
def _reversis_lead(view: View, w: LeadWeights) -> int:
    """8.4. The lead on the way to a reversis, as a key: the quinola while it still counts."""
    key = min(
        min(_reversis_lead_cost(CLUB_CARDS, view), _reversis_lead_cost(DIAMOND_CARDS, view)),
        min(_reversis_lead_cost(HEART_CARDS, view), _reversis_lead_cost(SPADE_CARDS, view)),
    )
    is_safe = (view.unseen & HEART_CARDS & higher_than(QUINOLA)) == 0
    is_time = (view.trick_number >= w.attempt_quinola_from) & (view.trick_number <= 9)
    plays_quinola = is_safe & is_time & ((view.hand & QUINOLA) != 0)
    return select(plays_quinola, _QUINOLA_LEAD * _KEY + index_of(QUINOLA), key)


@inlined
def lead_card(view: View, w: LeadWeights) -> int:
    """The card to lead: the cheapest, or on the way to a reversis the surest."""
    key = min(
        min(_suit_lead(CLUB_CARDS, view, w), _suit_lead(DIAMOND_CARDS, view, w)),
        min(_heart_lead(view, w), _suit_lead(SPADE_CARDS, view, w)),
    )
    return 1 << (select(view.attempts, _reversis_lead(view, w), key) & (_KEY - 1))


@inlined
def _beats(view: View, w: FollowWeights) -> bool:
    """8. Whether to take the trick on purpose: for a reversis, or to break one.

    From trick 10 on the 64 goes to whoever takes the trick, so another's break is overtaken.
    """
    may_break = view.is_swept & (view.trick_number >= w.break_from)
    is_open = (view.winning_place == 0) | (view.trick_number >= 10)
    return view.attempts | (may_break & is_open & (view.trick_number > 1))


@inlined
def follow_card(view: View, w: FollowWeights) -> int:
    """On suit: duck, take a harmless trick last in hand, or beat a reversis."""
    following = view.hand & view.lead_suit
    is_last = view.place == 3
    guarded = select(following & ~QUINOLA, following & ~QUINOLA, following)
    below = guarded & lower_than(view.winning)
    low, high = lowest(guarded), highest(guarded)
    n_higher = count(view.unseen & view.lead_suit & higher_than(low))
    stays_low = (not is_last) & (n_higher >= w.low_if_higher)
    card = select(below, highest(below), select(stays_low, low, high))
    harmless = is_last & (points(view.trick) <= w.take_points)
    harmless = harmless & (view.trick_number <= w.take_until) & (rank_of(high) >= w.take_rank)
    card = select(harmless, high, card)
    beating = following & higher_than(view.winning)
    beater = select(is_last, lowest(beating), highest(beating))
    return select(_beats(view, w) & (beating != 0), beater, card)


@inlined
def _shed_worth(card: int, suit: int, view: View, w: FollowWeights) -> int:
    """What speaks for throwing a card off, as a key; no card is worth less than any."""
    mine = view.hand & suit
    n_guards = count(mine) - 1
    worth = rank_of(card) * w.shed_rank - n_guards * w.shed_guard
    worth += select(n_guards, 0, w.shed_last_of_suit)
    to_opposite = (view.winning_place ^ view.place) == 2
    for_ace = select(card & ACE_DIAMONDS, w.shed_ace_diamonds, w.shed_ace)
    worth += select(card & ACES, for_ace + select(to_opposite, w.shed_opposite, 0), 0)
    is_unbeaten = (view.unseen & suit & higher_than(card)) == 0
    worth -= select(view.is_swept & is_unbeaten & (view.trick_number > 1), w.break_keep, 0)
    return select(card, worth * _KEY + index_of(card), -_NO_COST)


@inlined
def shed_card(view: View, w: FollowWeights) -> int:
    """Off suit: the card that is best thrown on another's trick."""
    hearts = view.hand & HEART_CARDS & ~QUINOLA
    clubs = _shed_worth(highest(view.hand & CLUB_CARDS), CLUB_CARDS, view, w)
    diamonds = _shed_worth(highest(view.hand & DIAMOND_CARDS), DIAMOND_CARDS, view, w)
    heart = _shed_worth(highest(hearts), HEART_CARDS, view, w)
    spades = _shed_worth(highest(view.hand & SPADE_CARDS), SPADE_CARDS, view, w)
    to_opposite = (view.winning_place ^ view.place) == 2
    worth = w.shed_quinola + select(to_opposite, w.shed_opposite, 0)
    quinola_key = worth * _KEY + index_of(QUINOLA)
    quinola = select(view.hand & QUINOLA, quinola_key, -_NO_COST)
    return 1 << (max(max(max(clubs, diamonds), max(heart, spades)), quinola) & (_KEY - 1))


@inlined
def reply_card(view: View, w: FollowWeights) -> int:
    """Second to fourth in the trick: on suit, or off it where void or privileged (9)."""
    following = view.hand & view.lead_suit
    shed = shed_card(view, w)
    uses_privilege = view.is_privileged & (rank_of(shed) >= w.espagnolette_from)
    stays = (following != 0) & (not uses_privilege)
    return select(stays, follow_card(view, w), shed)


@inlined
def _lay_worth(card: int, suit: int, hand: int, w: LayWeights) -> int:
    """What speaks for laying a card, as a key; no card is worth less than any."""
    n_guards = count(hand & suit) - 1
    worth = rank_of(card) * w.lay_rank - n_guards * w.lay_guard
    worth += points(card) * w.lay_point
    worth += select(n_guards, 0, w.lay_last_of_suit)
    worth += select(card & ACES, w.lay_ace, 0)
    worth += select(card & ACE_DIAMONDS, w.lay_ace_diamonds, 0)
    return select(card, worth * _KEY + index_of(card), -_NO_COST)


@inlined
def lay_card(
    hand: int, unseen: int, may_decline: bool, may_lay_quinola: bool, w: LayWeights
) -> int:
    """4. The card to lay, or no card to decline. With a reversis in sight: the lowest."""
    hearts = hand & HEART_CARDS & ~QUINOLA
    clubs = _lay_worth(highest(hand & CLUB_CARDS), CLUB_CARDS, hand, w)
    diamonds = _lay_worth(highest(hand & DIAMOND_CARDS), DIAMOND_CARDS, hand, w)
    heart = _lay_worth(highest(hearts), HEART_CARDS, hand, w)
    spades = _lay_worth(highest(hand & SPADE_CARDS), SPADE_CARDS, hand, w)
    worth = w.lay_quinola - count(hearts) * w.lay_quinola_guard
    has_quinola = may_lay_quinola & ((hand & QUINOLA) != 0)
    quinola = select(has_quinola, worth * _KEY + index_of(QUINOLA), -_NO_COST)
    key = max(max(max(clubs, diamonds), max(heart, spades)), quinola)
    declines = may_decline & (key < w.lay_from * _KEY)
    card = select(declines, 0, 1 << (key & (_KEY - 1)))
    attempts = strength(hand, unseen) >= w.lay_attempt_from
    return select(attempts, lowest(hand & ~QUINOLA), card)
