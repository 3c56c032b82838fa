"""The heuristic family (POLICIES.md): decisions of one player from a view and weights.

A policy never sees the four hands, only the view. Each decision gives every candidate a whole
number, its worth or its cost, and takes the best; ties go to the lower card in the order of the
pack. Candidates are the ends of the suits, on the side that the decision is about.
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
)
from kernels.compile import inlined
from kernels.reversis.cards import (
    ACE_DIAMONDS,
    ACES,
    CLUB_CARDS,
    DIAMOND_CARDS,
    HEART_CARDS,
    POINT_CARDS,
    QUINOLA,
    SPADE_CARDS,
)
from kernels.reversis.weights import AttemptWeights, FollowWeights, LayWeights, LeadWeights

# A candidate's key is its worth or cost times _KEY, plus its index: one comparison settles ties.
_KEY = 64
_NO_COST = 1 << 55
# In a reversis: a lead that nobody can beat comes before any other.
_UNSURE_LEAD = 1000
# What a rank is worth in throwing off: the unit in which the other worths there are measured.
_SHED_RANK = 8
_NINE = 7  # the rank above which each is worth a point more


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
def _lead_cost(suit: int, for_suit: int, view: View, w: LeadWeights) -> int:
    """What speaks against leading the lowest card of a suit, as a key.

    for_suit : what else speaks against the suit. No card at all costs more than any.
    """
    mine, theirs = view.hand & suit, view.unseen & suit
    card = lowest(mine)
    higher = theirs & higher_than(card)
    second_higher = higher & (higher - 1)
    third_higher = second_higher & (second_higher - 1)
    two = select(third_higher, 0, w.lead_two_higher)
    one = select(second_higher, two, w.lead_one_higher)
    unbeaten = w.lead_taking + select(view.voids & lowest(suit), w.lead_void, 0)
    cost = for_suit + select(higher, one, unbeaten)
    cost += select(theirs, 0, w.lead_exhausted)
    cost -= select(mine == card, w.lead_alone, 0)
    return select(mine, cost * _KEY + index_of(card), _NO_COST)


@inlined
def _for_hearts(view: View, w: LeadWeights) -> int:
    """What speaks against hearts: they may force the quinola, or give away who holds it."""
    is_quinola = lowest(view.hand & HEART_CARDS) == QUINOLA
    cost = select(view.hand & QUINOLA, w.lead_holding_quinola, 0)
    cost -= select(view.unseen & QUINOLA, w.lead_forcing, 0)
    return cost + select(is_quinola, w.lead_quinola, 0)


@inlined
def lead_card(view: View, w: LeadWeights) -> int:
    """The card to lead: the cheapest of the lowest of each suit."""
    clubs, diamonds = _lead_cost(CLUB_CARDS, 0, view, w), _lead_cost(DIAMOND_CARDS, 0, view, w)
    hearts = _lead_cost(HEART_CARDS, _for_hearts(view, w), view, w)
    spades = _lead_cost(SPADE_CARDS, 0, view, w)
    return 1 << (min(min(clubs, diamonds), min(hearts, spades)) & (_KEY - 1))


@inlined
def _reversis_lead_cost(suit: int, view: View) -> int:
    """A suit's highest card as a lead on the way to a reversis, as a key of cost."""
    card = highest(view.hand & suit)
    cost = select(view.unseen & suit & higher_than(card), _UNSURE_LEAD, 0) - rank_of(card)
    return select(card, cost * _KEY + index_of(card), _NO_COST)


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
    return select(plays_quinola, QUINOLA, 1 << (key & (_KEY - 1)))


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
    """On suit: duck, or beat a reversis.

    A player who cannot duck plays high in last place, and otherwise low if the low card may yet
    be beaten. The quinola is kept back while another card will do.
    """
    following = view.hand & view.lead_suit
    is_last = view.place == 3
    guarded = select(following & ~QUINOLA, following & ~QUINOLA, following)
    below = guarded & lower_than(view.winning)
    low = lowest(guarded)
    may_be_beaten = (view.unseen & view.lead_suit & higher_than(low)) != 0
    taking = select((not is_last) & may_be_beaten, low, highest(guarded))
    card = select(below, highest(below), taking)
    beating = following & higher_than(view.winning)
    beater = select(is_last, lowest(beating), highest(beating))
    return select(_beats(view, w) & (beating != 0), beater, card)


@inlined
def _shed_worth(cards: int, suit: int, for_ace: int, view: View, w: FollowWeights) -> int:
    """What speaks for throwing off the highest of some cards of a suit, as a key.

    for_ace : what more an ace is worth. No card at all is worth less than any.
    """
    index = highest_index(cards)
    card = (1 << index) & cards
    others = (view.hand & suit) ^ card
    guarded = select(others & (others - 1), 0, w.shed_one_guard)
    worth = (index >> 2) * _SHED_RANK + select(others, guarded, w.shed_alone)
    worth += select(card & ACES, for_ace, 0)
    return select(cards, worth * _KEY + index, -_NO_COST)


@inlined
def _shed_key(view: View, w: FollowWeights) -> int:
    """The card that is best thrown on another's trick, as a key of its worth."""
    to_opposite = (view.winning_place ^ view.place) == 2
    extra = select(to_opposite, w.shed_opposite, 0)
    ace, ace_diamonds = w.shed_ace + extra, w.shed_ace_diamonds + extra
    hearts = view.hand & HEART_CARDS & ~QUINOLA
    clubs = _shed_worth(view.hand & CLUB_CARDS, CLUB_CARDS, ace, view, w)
    diamonds = _shed_worth(view.hand & DIAMOND_CARDS, DIAMOND_CARDS, ace_diamonds, view, w)
    heart = _shed_worth(hearts, HEART_CARDS, ace, view, w)
    spades = _shed_worth(view.hand & SPADE_CARDS, SPADE_CARDS, ace, view, w)
    quinola_key = (w.shed_quinola + extra) * _KEY + index_of(QUINOLA)
    quinola = select(view.hand & QUINOLA, quinola_key, -_NO_COST)
    return max(max(max(clubs, diamonds), max(heart, spades)), quinola)


@inlined
def reply_card(view: View, w: FollowWeights) -> int:
    """Second to fourth in the trick: on suit, or off it where void or by privilege (9.1)."""
    following = view.hand & view.lead_suit
    key = _shed_key(view, w)
    is_worth_it = view.is_active | (key >= w.espagnolette_from * _KEY)
    stays = (following != 0) & (not (view.is_privileged & is_worth_it))
    return select(stays, follow_card(view, w), 1 << (key & (_KEY - 1)))


@inlined
def _lay_worth(card: int, suit: int, hand: int, w: LayWeights) -> int:
    """What speaks for laying a card, as a key; no card is worth less than any."""
    rank, n_guards = rank_of(card), count(hand & suit) - 1
    worth = rank * w.lay_rank - n_guards * w.lay_guard
    worth += select(card & POINT_CARDS, (rank - _NINE) * w.lay_point, 0)
    worth += select(n_guards, 0, w.lay_alone)
    worth += select(card & ACES, w.lay_ace, 0)
    worth += select(card & ACE_DIAMONDS, w.lay_ace_diamonds, 0)
    return select(card, worth * _KEY + index_of(card), -_NO_COST)


@inlined
def lay_card(hand: int, may_decline: bool, may_lay_quinola: bool, w: LayWeights) -> int:
    """4. The card to lay, or no card to decline."""
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
    return select(declines, 0, 1 << (key & (_KEY - 1)))
