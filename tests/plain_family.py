"""The heuristic family once more, in plain Python: what a policy of given weights does.

Weights go by their names; what each means is told in analyser/reversis/parameters.py. Every
candidate has a worth or a cost in whole numbers, equal ones go by the order of the cards
(POLICIES.md). Nothing is asked of the kernel. A deed is a card, and in a word why it is played.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plain_views import Exchange, Turn
from referee.cards import (
    ACE_OF_DIAMONDS,
    ACES,
    DEALER,
    HONOURS,
    N_TRICKS,
    QUINOLA,
    SUITS,
    card_points,
    of_suit,
    points_in,
    strength,
    suit_of,
)
from referee.policies import card_order

NEVER = 12
SHED_RANK = 8
USUAL_COURT = 4
LEAD_TO_DOUBLED = 9
LAST_FOR_QUINOLA = 9

Weights = Mapping[str, int]


class Deed(NamedTuple):
    """What a policy does: the card (None: it declines), and why."""

    card: str | None
    why: str


def deed(view: Exchange | Turn, w: Weights) -> Deed:
    """What a policy of the family does with what it knows."""
    if isinstance(view, Exchange):
        return lay(view, w)
    if view.number == N_TRICKS:
        return Deed(min(view.hand), "last card")
    return lead(view, w) if view.leads else reply(view, w)


def best(worths: Mapping[str, int]) -> str:
    """The card of the highest worth; of equals the higher card."""
    return max(worths, key=lambda card: (worths[card], card_order(card)))


def cheapest(costs: Mapping[str, int]) -> str:
    """The card of the lowest cost; of equals the lower card."""
    return min(costs, key=lambda card: (costs[card], card_order(card)))


def highest_of_suits(cards: Iterable[str]) -> list[str]:
    suits = [of_suit(cards, suit) for suit in SUITS]
    return [max(suit, key=strength) for suit in suits if suit]


def lowest_of_suits(cards: Iterable[str]) -> list[str]:
    suits = [of_suit(cards, suit) for suit in SUITS]
    return [min(suit, key=strength) for suit in suits if suit]


def besides_quinola(cards: Iterable[str]) -> set[str]:
    """The cards without the quinola, unless it is all there is."""
    return set(cards) - {QUINOLA} or set(cards)


# The exchange


def lay(view: Exchange, w: Weights) -> Deed:
    """4. The highest of a suit, or the quinola; or none, if none is worth it."""
    others = highest_of_suits(view.hand - {QUINOLA})
    worths = {card: lay_worth(card, view.hand, w) for card in others}
    if QUINOLA in view.hand and view.may_lay_quinola:
        worths[QUINOLA] = lay_quinola_worth(view, w)
    card = best(worths)
    if view.seat != DEALER and worths[card] < w["lay_from"]:
        return Deed(None, "declined")
    return Deed(card, "laid the quinola" if card == QUINOLA else "laid")


def lay_worth(card: str, hand: Iterable[str], w: Weights) -> int:
    n_guards = len(of_suit(hand, suit_of(card))) - 1
    n_court = sum(card_points(other) > 0 for other in hand)
    worth = strength(card) * w["lay_rank"] - n_guards * w["lay_guard"]
    worth += card_points(card) * (w["lay_point"] + (n_court - USUAL_COURT) * w["lay_point_court"])
    worth += w["lay_high"] if card[0] in "QKA" else 0
    worth += w["lay_alone"] if n_guards == 0 else 0
    worth += w["lay_ace"] if card in ACES else 0
    return worth + (w["lay_ace_diamonds"] if card == ACE_OF_DIAMONDS else 0)


def lay_quinola_worth(view: Exchange, w: Weights) -> int:
    hearts = of_suit(view.hand, "H") - {QUINOLA}
    worth = w["lay_quinola"] - len(hearts) * w["lay_quinola_guard"]
    worth += len(hearts & {"QH", "KH", "AH"}) * w["lay_quinola_above"]
    return worth + view.pool * w["lay_quinola_pool"] + view.seat * w["lay_quinola_seat"]


# Going for a reversis


def likely_winners(view: Turn) -> int:
    """Cards that no unseen one beats, and the rest of a suit if they draw what others hold."""
    n = 0
    for suit in SUITS:
        mine, theirs = of_suit(view.hand, suit), of_suit(view.unseen, suit)
        sure = {card for card in mine if not view.higher(card)}
        n += len(mine) if 2 * len(sure) >= len(theirs) else len(sure)
    return n


def attempts(view: Turn, w: Weights) -> bool:
    """8. At trick 1 everybody may go for it, later who leads and has taken all before."""
    if view.number == 1:
        by_quinola = w["attempt_quinola"] if QUINOLA in view.hand else 0
        is_wanted = likely_winners(view) + by_quinola >= w["attempt_from"]
        return is_wanted and w["attempt_from"] != NEVER
    if not (view.leads and view.is_swept):
        return False
    return len(view.hand) - likely_winners(view) <= w["attempt_missing"]


# Leading


def lead(view: Turn, w: Weights) -> Deed:
    if attempts(view, w):
        return reversis_lead(view, w)
    low = {card: lead_cost(card, view, w) for card in lowest_of_suits(view.hand)}
    if w["lead_high"] == 0:
        return Deed(cheapest(low), "led low")
    high = {
        card: lead_cost(card, view, w) - strength(card) * w["lead_high"]
        for card in highest_of_suits(view.hand)
    }
    card = cheapest(low | high)
    return Deed(card, "led high" if card in high and card not in low else "led low")


def lead_cost(card: str, view: Turn, w: Weights) -> int:
    suit, n_higher = suit_of(card), len(view.higher(card))
    few_higher = {1: w["lead_one_higher"], 2: w["lead_two_higher"]}
    cost = few_higher.get(n_higher, 0) if n_higher else unbeaten_cost(suit, view, w)
    cost += 0 if of_suit(view.unseen, suit) else w["lead_exhausted"]
    cost -= w["lead_alone"] if of_suit(view.hand, suit) == {card} else 0
    return cost + (heart_cost(card, view, w) if suit == "H" else 0)


def unbeaten_cost(suit: str, view: Turn, w: Weights) -> int:
    cost = w["lead_taking"]
    cost += w["lead_void"] if suit in view.seen_out else 0
    return cost + (w["lead_late"] if view.number == LEAD_TO_DOUBLED else 0)


def heart_cost(card: str, view: Turn, w: Weights) -> int:
    cost = w["lead_holding_quinola"] if QUINOLA in view.hand else 0
    cost -= w["lead_forcing"] if QUINOLA in view.unseen else 0
    return cost + (w["lead_quinola"] if card == QUINOLA else 0)


def reversis_lead(view: Turn, w: Weights) -> Deed:
    """8.4. A card that nobody can beat, of the highest rank; the quinola while it counts."""
    is_time = w["attempt_quinola_from"] <= view.number <= LAST_FOR_QUINOLA
    if is_time and QUINOLA in view.hand and not view.higher(QUINOLA):
        return Deed(QUINOLA, "led the quinola for a reversis")
    sure = [card for card in highest_of_suits(view.hand) if not view.higher(card)]
    candidates = sure or highest_of_suits(view.hand)
    return Deed(cheapest({card: -strength(card) for card in candidates}), "led for a reversis")


# Second to fourth in the trick


def reply(view: Turn, w: Weights) -> Deed:
    """On suit, or off it where void or by privilege (9.1)."""
    if not view.following:
        return throw_off(view, w)
    off_suit = view.hand - view.following
    if view.may_renounce and off_suit:
        card = best_to_shed(off_suit, view, w)
        if view.is_active:
            return Deed(card, "used the privilege again")
        if shed_worth(card, view, w) >= w["espagnolette_from"]:
            return Deed(card, "used the privilege")
    return follow(view, w)


def beats_on_purpose(view: Turn, w: Weights) -> str:
    """8. Why to take the trick, if at all: for a reversis, or to break one.

    From trick 10 on the 64 goes to who takes the trick, so another's break is overtaken.
    """
    if attempts(view, w):
        return "beat for a reversis"
    if view.number == 1 or not view.is_swept or view.number < w["break_from"]:
        return ""
    if view.is_won_by_leader:
        return "broke a reversis"
    return "overtook a break" if view.number >= 10 else ""


def follow(view: Turn, w: Weights) -> Deed:
    why = beats_on_purpose(view, w)
    beating = [card for card in view.following if strength(card) > strength(view.winning)]
    if why and beating:
        return Deed((min if view.is_last else max)(beating, key=strength), why)
    plain = duck(view)
    return last(plain, view, w) if view.is_last and not why else plain


def duck(view: Turn) -> Deed:
    """The highest card below the winning one; else high in last place or if sure to take."""
    cards = besides_quinola(view.following)
    below = [card for card in cards if strength(card) < strength(view.winning)]
    low, high = min(cards, key=strength), max(cards, key=strength)
    if below:
        return Deed(max(below, key=strength), "ducked")
    if view.is_last:
        return Deed(high, "took, last")
    return Deed(low, "low") if view.higher(low) else Deed(high, "high, as low would take")


def last(plain: Deed, view: Turn, w: Weights) -> Deed:
    """In last place: take a harmless trick on purpose, or keep an ace where one must take."""
    cards = besides_quinola(view.following) - ACES
    others = [card for card in cards if strength(card) > strength(view.winning)]
    if not others:
        return plain
    is_harmless = points_in(view.so_far) <= w["take_points"] and not HONOURS & set(view.so_far)
    if is_harmless and view.number <= w["take_until"]:
        return Deed(max(others, key=strength), "took a harmless trick")
    if plain.card in ACES and view.number <= w["keep_ace_until"]:
        return Deed(max(others, key=strength), "kept an ace")
    return plain


# Throwing off


def throw_off(view: Turn, w: Weights) -> Deed:
    """8. While another has taken every trick, a card that could break that may be kept."""
    card = best_to_shed(view.hand, view, w)
    may_keep = view.is_swept and view.number >= w["break_keep_from"] and w["break_keep"] > 0
    others = {other for other in view.hand if not is_breaker(other, view)} if may_keep else set()
    if not others or card in others:
        return Deed(card, "threw off")
    other = best_to_shed(others, view, w)
    loss = shed_worth(card, view, w) - shed_worth(other, view, w)
    if loss > w["break_keep"]:
        return Deed(card, "threw off a card to break with")
    return Deed(other, "kept a card to break with")


def is_breaker(card: str, view: Turn) -> bool:
    """Whether nothing beats a card of a suit that others hold, and so may lead."""
    return not view.higher(card) and bool(of_suit(view.unseen, suit_of(card)))


def best_to_shed(offered: Iterable[str], view: Turn, w: Weights) -> str:
    """The highest of a suit among some cards of the hand, or the quinola."""
    cards = set(offered)
    candidates = highest_of_suits(cards - {QUINOLA}) + sorted(cards & {QUINOLA})
    return best({card: shed_worth(card, view, w) for card in candidates})


def shed_worth(card: str, view: Turn, w: Weights) -> int:
    worth = w["shed_opposite"] if card in HONOURS and view.is_won_by_opposite else 0
    if card == QUINOLA:
        return worth + w["shed_quinola"]
    if card in ACES:
        worth += w["shed_ace_diamonds" if card == ACE_OF_DIAMONDS else "shed_ace"]
    n_guards = len(of_suit(view.hand, suit_of(card))) - 1
    by_n_guards = {0: w["shed_alone"], 1: w["shed_one_guard"]}
    return worth + strength(card) * SHED_RANK + by_n_guards.get(n_guards, 0)
