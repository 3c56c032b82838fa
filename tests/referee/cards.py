"""Cards, ranks and seats: RULES.md sections 1 and 2. A card is a string such as "JH"."""

from collections.abc import Iterable

RANKS = "23456789JQKA"
SUITS = "SHDC"
PACK = frozenset(rank + suit for rank in RANKS for suit in SUITS)

QUINOLA = "JH"
ACE_OF_DIAMONDS = "AD"
ACES = frozenset({"AS", "AH", "AD", "AC"})
HONOURS = ACES | {QUINOLA}

POINTS_BY_RANK = {"A": 4, "K": 3, "Q": 2, "J": 1}
N_SEATS = 4
SEATS = range(N_SEATS)
DEALER = 3
DEALT_SIZES = (11, 11, 11, 12)
N_TALON = 3
N_TRICKS = 11
LAST_TWO_TRICKS = (10, 11)


def suit_of(card: str) -> str:
    return card[1]


def strength(card: str) -> int:
    """2.2. The place of the card's rank in 2 3 4 5 6 7 8 9 J Q K A."""
    return RANKS.index(card[0])


def card_points(card: str) -> int:
    """2.3. Ace 4, king 3, queen 2, jack 1, white cards 0."""
    return POINTS_BY_RANK.get(card[0], 0)


def points_in(cards: Iterable[str]) -> int:
    return sum(card_points(card) for card in cards)


def opposite(seat: int) -> int:
    """2.1. The opposite of seat s is (s + 2) mod 4."""
    return (seat + 2) % N_SEATS


def next_seat(seat: int) -> int:
    """2.1. Play runs in the order of the seats' numbers."""
    return (seat + 1) % N_SEATS


def of_suit(cards: Iterable[str], suit: str) -> set[str]:
    return {card for card in cards if card[1] == suit}


def is_espagnolette(hand: Iterable[str]) -> bool:
    """1. Three aces and the quinola, or four aces with or without it."""
    held = set(hand)
    n_aces = len(held & ACES)
    return n_aces == 4 or (n_aces == 3 and QUINOLA in held)


def legal_cards(
    hand: Iterable[str], trick_so_far: list[str], trick_number: int, is_espagnolette: bool
) -> set[str]:
    """5. Who holds the suit led follows it; 9. an espagnolette need not in tricks 1 to 9."""
    held = set(hand)
    if not trick_so_far or (is_espagnolette and trick_number not in LAST_TWO_TRICKS):
        return held
    return of_suit(held, suit_of(trick_so_far[0])) or held
