"""The two fixed policies of POLICIES.md, `duck` and `random`, on plain sets of cards."""

from collections.abc import Callable, Iterable, Iterator

from referee.cards import (
    ACE_OF_DIAMONDS,
    N_SEATS,
    QUINOLA,
    SEATS,
    legal_cards,
    of_suit,
    strength,
    suit_of,
)
from referee.deal import Deal
from referee.record_check import read_deal, read_hand

__all__ = [
    "departures",
    "duck_lay",
    "duck_play",
    "is_random_choice_possible",
    "legal_cards",
    "random_lays",
    "random_plays",
]

SUITS_LOW_TO_HIGH = "CDHS"


def card_order(card: str) -> tuple[int, int]:
    """Rank first, 2 low and ace high, then suit, clubs < diamonds < hearts < spades."""
    return strength(card), SUITS_LOW_TO_HIGH.index(suit_of(card))


def duck_lay(hand: Iterable[str], quinola_may_be_laid: bool) -> str:
    """The card that duck lays from the hand as dealt: as it renounces."""
    return duck_renounce(random_lays(hand, quinola_may_be_laid))


def duck_play(hand: Iterable[str], trick_so_far: list[str], is_last: bool) -> str:
    """The card that duck plays; `trick_so_far` in the order played, empty for a lead."""
    held = set(hand)
    if not trick_so_far:
        return min(held, key=card_order)
    following = of_suit(held, suit_of(trick_so_far[0]))
    return duck_follow(following, trick_so_far, is_last) if following else duck_renounce(held)


def duck_follow(following: set[str], trick_so_far: list[str], is_last: bool) -> str:
    """The highest card below the winning one; else, last, the highest; else the lowest."""
    winning = max(of_suit(trick_so_far, suit_of(trick_so_far[0])), key=strength)
    below = {card for card in following if strength(card) < strength(winning)}
    if below:
        return max(below, key=strength)
    return max(following, key=strength) if is_last else min(following, key=strength)


def duck_renounce(cards: set[str]) -> str:
    """The quinola; else the ace of diamonds; else the highest card."""
    wanted = (card for card in (QUINOLA, ACE_OF_DIAMONDS) if card in cards)
    return next(wanted, max(cards, key=card_order))


def random_lays(hand: Iterable[str], quinola_may_be_laid: bool) -> set[str]:
    """The cards among which random lays."""
    return set(hand) if quinola_may_be_laid else set(hand) - {QUINOLA}


def random_plays(hand: Iterable[str], trick_so_far: list[str]) -> set[str]:
    """The cards among which random plays: the privilege is never used."""
    return legal_cards(hand, trick_so_far, trick_number=1, is_espagnolette=False)


def is_random_choice_possible(card: str, hand: Iterable[str], trick_so_far: list[str]) -> bool:
    return card in random_plays(hand, trick_so_far)


def departures(record: dict, policy: str, seats: Iterable[int] = SEATS) -> list[str]:
    """What the seats laid and played in a record that "duck" or "random" would not have."""
    deal = read_deal(record)
    lays, plays = CHOICES[policy]
    choices = [*exchange_choices(record, deal, lays), *play_choices(deal, plays)]
    return [
        f"seat {seat}, {place}: {card}"
        for seat, place, card, possible in choices
        if seat in set(seats) and card not in possible
    ]


Choice = tuple[int, str, str | None, set[str]]
Lays = Callable[[set[str], bool], set[str]]
Plays = Callable[[set[str], list[str], bool], set[str]]

CHOICES: dict[str, tuple[Lays, Plays]] = {
    "duck": (
        lambda hand, may_lay: {duck_lay(hand, may_lay)},
        lambda hand, so_far, is_last: {duck_play(hand, so_far, is_last)},
    ),
    "random": (random_lays, lambda hand, so_far, is_last: random_plays(hand, so_far)),
}


def exchange_choices(record: dict, deal: Deal, lays: Lays) -> Iterator[Choice]:
    """Both policies always swap, so None, a declined talon card, is never possible."""
    may_lay_quinola = deal.options["quinola_discard"] == "allowed"
    for seat, card in enumerate(record["exchange"]):
        dealt = read_hand(seat, record["hands"][seat])
        yield seat, "exchange", card, lays(dealt, may_lay_quinola)


def play_choices(deal: Deal, plays: Plays) -> Iterator[Choice]:
    for trick in deal.tricks:
        for index, (seat, card) in enumerate(trick.plays):
            held, so_far = deal.cards_left(seat, trick.number), trick.cards[:index]
            possible = plays(held, so_far, index == N_SEATS - 1)
            yield seat, f"trick {trick.number}", card, possible
