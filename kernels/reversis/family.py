"""The heuristic family (POLICIES.md): decisions of one player from a view and weights.

A policy never sees the four hands, only the view. Each decision gives every candidate a whole
number, its worth or its cost, and takes the best. Worths come multiplied by KEY (weights.py), so
that with the index of the card added they are keys, and equal worths go by the order of the pack.
Candidates are the ends of the suits, on the side that the decision is about.
"""

from typing import NamedTuple

from kernels.bits import (
    count,
    higher_than,
    highest,
    highest_index,
    index_of,
    lower_than,
    lowest,
    select,
    times,
    without_lowest,
)
from kernels.compile import inlined
from kernels.reversis.cards import (
    ACE_DIAMONDS,
    ACES,
    CLUB_CARDS,
    DIAMOND_CARDS,
    HEART_CARDS,
    HIGH_CARDS,
    POINT_CARDS,
    QUINOLA,
    SPADE_CARDS,
    points,
    rank_of,
    suit_of,
)
from kernels.reversis.weights import (
    KEY,
    AttemptWeights,
    FollowWeights,
    LayWeights,
    LeadWeights,
    RareWeights,
)

# The key of no card: a cost above any, or, negative, a worth below any.
_NO_CARD = 1 << 55
# In a reversis: a lead that nobody can beat comes before any other.
_UNSURE_LEAD = 1000
# What a rank is worth in throwing off: the unit in which the other worths there are measured.
_SHED_RANK = 8
_NINE = 7  # the rank above which each is worth a point more
_MOST_WINNERS = 11
_USUAL_COURT = 4  # jacks, queens, kings and aces in a hand, on average
_LATE = 9  # the taker of this trick leads to the first of the two that pay double


class View(NamedTuple):
    """What a player knows (RULES.md 5), as sets of cards and whole numbers."""

    hand: int  # cards in hand
    unseen: int  # cards that others may hold: not in hand, not played, not laid or looked at
    trick_number: int  # 1 to 11
    place: int  # 0 leads, 3 plays last
    lead_suit: int  # all cards of the suit led
    winning: int  # the card that takes the trick so far
    winning_place: int
    voids: int  # suits (bit = suit) of which some other player was seen to be out
    is_swept: bool  # the leader has taken every trick so far
    is_privileged: bool  # holds an espagnolette that may renounce now
    is_active: bool  # has used that privilege, so that using it again costs nothing
    attempts: bool  # plays for a reversis


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
    with_quinola = winners + select(hand & QUINOLA, w.attempt_quinola, 0)
    is_wanted = (with_quinola >= w.attempt_from) & (w.attempt_from <= _MOST_WINNERS)
    starts = (trick_number == 1) & is_wanted
    goes_on = (trick_number > 1) & (12 - trick_number - winners <= w.attempt_missing)
    return starts | goes_on


@inlined
def _lead_cost(card: int, suit: int, for_suit: int, taking: int, view: View, w: LeadWeights) -> int:
    """What speaks against leading a card of a suit, as a key.

    for_suit, taking : what else speaks against the suit, and against a card that nothing beats.
    No card at all costs more than any.
    """
    theirs = view.unseen & suit
    higher = theirs & higher_than(card)
    second_higher = without_lowest(higher)
    two = select(without_lowest(second_higher), 0, w.lead_two_higher)
    one = select(second_higher, two, w.lead_one_higher)
    unbeaten = taking + select(view.voids & lowest(suit), w.lead_void, 0)
    cost = for_suit + select(higher, one, unbeaten)
    cost += select(theirs, 0, w.lead_exhausted)
    cost -= select((view.hand & suit) == card, w.lead_alone, 0)
    return select(card, cost + index_of(card), _NO_CARD)


@inlined
def _for_heart(card: int, view: View, w: LeadWeights) -> int:
    """What speaks against a heart: it may force the quinola, or give away who holds it."""
    cost = select(view.hand & QUINOLA, w.lead_holding_quinola, 0)
    cost -= select(view.unseen & QUINOLA, w.lead_forcing, 0)
    return cost + select(card == QUINOLA, w.lead_quinola, 0)


@inlined
def _taking(view: View, w: LeadWeights) -> int:
    """What speaks against leading a card that nothing beats; more before the first double trick."""
    return w.lead_taking + select(view.trick_number == _LATE, w.lead_late, 0)


@inlined
def _low_lead_key(view: View, w: LeadWeights) -> int:
    """The cheapest of the lowest of each suit, as a key."""
    taking, heart = _taking(view, w), lowest(view.hand & HEART_CARDS)
    clubs = _lead_cost(lowest(view.hand & CLUB_CARDS), CLUB_CARDS, 0, taking, view, w)
    diamonds = _lead_cost(lowest(view.hand & DIAMOND_CARDS), DIAMOND_CARDS, 0, taking, view, w)
    hearts = _lead_cost(heart, HEART_CARDS, _for_heart(heart, view, w), taking, view, w)
    spades = _lead_cost(lowest(view.hand & SPADE_CARDS), SPADE_CARDS, 0, taking, view, w)
    return min(min(clubs, diamonds), min(hearts, spades))


@inlined
def lead_card(view: View, w: LeadWeights) -> int:
    """The card to lead: the cheapest of the lowest of each suit."""
    return 1 << (_low_lead_key(view, w) & (KEY - 1))


@inlined
def _high_lead_cost(suit: int, for_suit: int, view: View, w: LeadWeights, rare: RareWeights) -> int:
    """What speaks against leading the highest of a suit, to be rid of it; for it, its rank."""
    card = highest(view.hand & suit)
    cost = _lead_cost(card, suit, for_suit, _taking(view, w), view, w)
    return cost - select(card, times(rank_of(card), rare.lead_high), 0)


@inlined
def high_lead_card(view: View, w: LeadWeights, rare: RareWeights) -> int:
    """The card to lead where high ones come into question too."""
    for_heart = _for_heart(highest(view.hand & HEART_CARDS), view, w)
    clubs = _high_lead_cost(CLUB_CARDS, 0, view, w, rare)
    diamonds = _high_lead_cost(DIAMOND_CARDS, 0, view, w, rare)
    hearts = _high_lead_cost(HEART_CARDS, for_heart, view, w, rare)
    spades = _high_lead_cost(SPADE_CARDS, 0, view, w, rare)
    high = select(rare.lead_high, min(min(clubs, diamonds), min(hearts, spades)), _NO_CARD)
    return 1 << (min(_low_lead_key(view, w), high) & (KEY - 1))


@inlined
def _reversis_lead_cost(suit: int, view: View) -> int:
    """A suit's highest card as a lead on the way to a reversis, as a key of cost."""
    card = highest(view.hand & suit)
    cost = select(view.unseen & suit & higher_than(card), _UNSURE_LEAD, 0) - rank_of(card)
    return select(card, cost * KEY + index_of(card), _NO_CARD)


@inlined
def reversis_lead(view: View, w: LeadWeights) -> int:
    """8.4. The lead on the way to a reversis: the surest, or the quinola while it still counts."""
    key = min(
        min(_reversis_lead_cost(CLUB_CARDS, view), _reversis_lead_cost(DIAMOND_CARDS, view)),
        min(_reversis_lead_cost(HEART_CARDS, view), _reversis_lead_cost(SPADE_CARDS, view)),
    )
    is_safe = (view.unseen & HEART_CARDS & higher_than(QUINOLA)) == 0
    is_time = (view.trick_number >= w.attempt_quinola_from) & (view.trick_number <= 9)
    plays_quinola = is_safe & is_time & ((view.hand & QUINOLA) != 0)
    return select(plays_quinola, QUINOLA, 1 << (key & (KEY - 1)))


@inlined
def _beats(view: View, w: FollowWeights) -> bool:
    """8. Whether to take the trick on purpose: for a reversis, or to break one.

    From trick 10 on the 64 goes to whoever takes the trick, so another's break is overtaken.
    """
    may_break = view.is_swept & (view.trick_number >= w.break_from)
    is_open = (view.winning_place == 0) | (view.trick_number >= 10)
    return view.attempts | (may_break & is_open & (view.trick_number > 1))


@inlined
def _besides_quinola(cards: int) -> int:
    """Cards without the quinola, unless it is the only one: kept back while others will do."""
    return select(cards & ~QUINOLA, cards & ~QUINOLA, cards)


@inlined
def follow_card(view: View, w: FollowWeights) -> int:
    """On suit: duck, or beat a reversis.

    A player who cannot duck plays high in last place, and otherwise low if the low card may yet
    be beaten.
    """
    following = view.hand & view.lead_suit
    is_last = view.place == 3
    guarded = _besides_quinola(following)
    below = guarded & lower_than(view.winning)
    low = lowest(guarded)
    may_be_beaten = (view.unseen & view.lead_suit & higher_than(low)) != 0
    taking = select((not is_last) & may_be_beaten, low, highest(guarded))
    card = select(below, highest(below), taking)
    beating = following & higher_than(view.winning)
    beater = select(is_last, lowest(beating), highest(beating))
    return select(_beats(view, w) & (beating != 0), beater, card)


@inlined
def last_card(card: int, trick: int, view: View, w: FollowWeights, rare: RareWeights) -> int:
    """On suit in last place, another card than `card`, which plain following would play: high to
    take a harmless trick on purpose, or one that keeps an ace back where a trick is taken anyway.

    trick : the three cards in it.
    """
    following = _besides_quinola(view.hand & view.lead_suit)
    is_harmless = (points(trick) <= rare.take_points) & ((trick & (ACES | QUINOLA)) == 0)
    takes = is_harmless & (view.trick_number <= rare.take_until)
    others = following & ~ACES & higher_than(view.winning)
    keeps = (card & ACES != 0) & (view.trick_number <= rare.keep_ace_until)
    is_free = (view.hand & view.lead_suit & card != 0) & (not _beats(view, w))
    return select(is_free & (takes | keeps) & (others != 0), highest(others), card)


@inlined
def _shed_worth(cards: int, suit: int, for_ace: int, view: View, w: FollowWeights) -> int:
    """What speaks for throwing off the highest of some cards of a suit, as a key.

    for_ace : what more an ace is worth. No card at all is worth less than any.
    """
    index = highest_index(cards)
    card = 1 << index
    others = (view.hand & suit) ^ card
    guarded = select(without_lowest(others), 0, w.shed_one_guard)
    worth = select(others, guarded, w.shed_alone) + select(card & ACES, for_ace, 0)
    return select(cards, worth + (index >> 2) * (_SHED_RANK * KEY) + index, -_NO_CARD)


@inlined
def _shed_key(offered: int, view: View, w: FollowWeights) -> int:
    """Of some cards of the hand, the one that is best thrown on another's trick, as a key."""
    to_opposite = (view.winning_place ^ view.place) == 2
    extra = select(to_opposite, w.shed_opposite, 0)
    ace, ace_diamonds = w.shed_ace + extra, w.shed_ace_diamonds + extra
    hearts = offered & HEART_CARDS & ~QUINOLA
    clubs = _shed_worth(offered & CLUB_CARDS, CLUB_CARDS, ace, view, w)
    diamonds = _shed_worth(offered & DIAMOND_CARDS, DIAMOND_CARDS, ace_diamonds, view, w)
    heart = _shed_worth(hearts, HEART_CARDS, ace, view, w)
    spades = _shed_worth(offered & SPADE_CARDS, SPADE_CARDS, ace, view, w)
    quinola_key = w.shed_quinola + extra + index_of(QUINOLA)
    quinola = select(offered & QUINOLA, quinola_key, -_NO_CARD)
    return max(max(max(clubs, diamonds), max(heart, spades)), quinola)


@inlined
def reply_card(view: View, w: FollowWeights) -> int:
    """Second to fourth in the trick: on suit, or off it where void or by privilege (9.1)."""
    off_suit = view.hand & ~view.lead_suit
    key = _shed_key(off_suit, view, w)
    is_worth_it = (view.is_active & (off_suit != 0)) | (key >= w.espagnolette_from)
    stays = (off_suit != view.hand) & (not (view.is_privileged & is_worth_it))
    return select(stays, follow_card(view, w), 1 << (key & (KEY - 1)))


@inlined
def is_breaker(card: int, view: View) -> bool:
    """8. Whether a card could break a reversis: others have cards of its suit, but none higher."""
    theirs = view.unseen & suit_of(card)
    return (theirs != 0) & (theirs < card)


@inlined
def _breakers(hand: int, unseen: int, suit: int) -> int:
    """8. Cards of a suit that could break a reversis."""
    return hand & suit & higher_than(highest(unseen & suit))


@inlined
def kept_breaker(card: int, view: View, w: FollowWeights, rare: RareWeights) -> int:
    """8. Void, while another has taken every trick: what to throw off in place of `card`, which
    could break the reversis, so that it is kept for that, unless this costs too much."""
    breakers = (
        _breakers(view.hand, view.unseen, CLUB_CARDS)
        | _breakers(view.hand, view.unseen, DIAMOND_CARDS)
        | _breakers(view.hand, view.unseen, HEART_CARDS)
        | _breakers(view.hand, view.unseen, SPADE_CARDS)
    )
    others = view.hand & ~breakers
    key, other_key = _shed_key(view.hand, view, w), _shed_key(others, view, w)
    loss = (key & -KEY) - (other_key & -KEY)
    is_time = (view.trick_number >= rare.break_keep_from) & (rare.break_keep > 0)
    keeps = is_time & (others != 0) & (loss <= rare.break_keep)
    return select(keeps, 1 << (other_key & (KEY - 1)), card)


@inlined
def _lay_worth(card: int, suit: int, hand: int, by_point: int, w: LayWeights) -> int:
    """What speaks for laying a card, as a key; no card is worth less than any."""
    rank, n_guards = rank_of(card), count(hand & suit) - 1
    worth = times(rank, w.lay_rank) - times(n_guards, w.lay_guard)
    worth += select(card & POINT_CARDS, times(rank - _NINE, by_point), 0)
    worth += select(card & HIGH_CARDS, w.lay_high, 0)
    worth += select(n_guards, 0, w.lay_alone)
    worth += select(card & ACES, w.lay_ace, 0)
    worth += select(card & ACE_DIAMONDS, w.lay_ace_diamonds, 0)
    return select(card, worth + index_of(card), -_NO_CARD)


@inlined
def _lay_quinola_worth(hand: int, pool: int, seat: int, w: LayWeights) -> int:
    """What speaks for laying the quinola, as a key: by its guards, the pool and the seat."""
    hearts = hand & HEART_CARDS & ~QUINOLA
    worth = w.lay_quinola - times(count(hearts), w.lay_quinola_guard)
    worth += times(count(hearts & higher_than(QUINOLA)), w.lay_quinola_above)
    worth += pool * w.lay_quinola_pool + seat * w.lay_quinola_seat
    return select(hand & QUINOLA, worth + index_of(QUINOLA), -_NO_CARD)


@inlined
def lay_card(hand: int, pool: int, seat: int, may_lay_quinola: bool, w: LayWeights) -> int:
    """4. The card to lay, or no card to decline, which the dealer in seat 3 may not."""
    hearts = hand & HEART_CARDS & ~QUINOLA
    by_point = w.lay_point + times(count(hand & POINT_CARDS) - _USUAL_COURT, w.lay_point_court)
    clubs = _lay_worth(highest(hand & CLUB_CARDS), CLUB_CARDS, hand, by_point, w)
    diamonds = _lay_worth(highest(hand & DIAMOND_CARDS), DIAMOND_CARDS, hand, by_point, w)
    heart = _lay_worth(highest(hearts), HEART_CARDS, hand, by_point, w)
    spades = _lay_worth(highest(hand & SPADE_CARDS), SPADE_CARDS, hand, by_point, w)
    quinola = select(may_lay_quinola, _lay_quinola_worth(hand, pool, seat, w), -_NO_CARD)
    key = max(max(max(clubs, diamonds), max(heart, spades)), quinola)
    declines = (seat < 3) & (key < w.lay_from)
    return select(declines, 0, 1 << (key & (KEY - 1)))
