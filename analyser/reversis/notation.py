"""Cards and hands in text: `JH`, `J♥`, `AK7.J93.8542.6` (RULES.md 2.2, RECORD.md).

A card is an index, rank * 4 + suit, with the ranks 2 3 4 5 6 7 8 9 J Q K A as 0 to 11 and the
suits clubs, diamonds, hearts, spades as 0 to 3. A set of cards is a whole number in which the bit
`index` is 1 for each of its cards.
"""

import re
from collections.abc import Iterable

from analyser.errors import NotationError

RANKS = "23456789JQKA"
SUITS = "CDHS"
SIGNS = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUITS_SHOWN = (3, 2, 1, 0)  # spades, hearts, diamonds, clubs: the order of a dotted hand
VOID_SIGN = "\N{EN DASH}"  # shown for a suit of which nothing is held

CARD_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_SIGNS = tuple(rank + sign for rank in RANKS for sign in SIGNS)
N_CARDS = len(CARD_NAMES)
FULL_PACK = sum(1 << card for card in range(N_CARDS))
SUIT_SETS = tuple(sum(1 << card for card in range(suit, N_CARDS, 4)) for suit in range(4))

_RANKS_ACCEPTED = " ".join(RANKS)
_CARD_FORM = f"a card is a rank ({_RANKS_ACCEPTED}) and a suit (S H D C or ♠ ♥ ♦ ♣), as in JH or J♥"
_HAND_FORM = (
    "a hand is spades.hearts.diamonds.clubs, as in AK7.J93.8542.6, or cards such as AS KS JH"
)
_NO_TENS = f"the pack has no tens; the ranks are {_RANKS_ACCEPTED}"
_RANK_NUMBERS = {spelt: n for n, rank in enumerate(RANKS) for spelt in (rank, rank.lower())}
_N_TEXTS_REMEMBERED = 1 << 14  # all 4096 sets of a suit in one spelling, and room for others
_N_CHARACTERS_SHOWN = 60  # enough to recognise what was read, too little to break the line


class _CardIndexes(dict[str, int]):
    """Every accepted spelling of a card, to its index; any other text raises NotationError."""

    def __missing__(self, text: object) -> int:
        reason = _NO_TENS if isinstance(text, str) and _is_ten(text) else _CARD_FORM
        raise NotationError(f"card {shown(text)}: {reason}")


def _spellings(card: int) -> set[str]:
    rank, suit = RANKS[card // 4], SUITS[card % 4]
    suits = (suit, suit.lower(), CARD_SIGNS[card][1])
    return {spelt for r in (rank, rank.lower()) for s in suits for spelt in (r + s, s + r)}


CARD_INDEXES = _CardIndexes({text: card for card in range(N_CARDS) for text in _spellings(card)})


def _is_ten(text: str) -> bool:
    return text.upper().strip(SUITS + SIGNS) in ("T", "10")


def shown(value: object) -> str:
    """What was read, quoted for a message: on one line, and cut when long.

    >>> shown("J\\n")
    "'J\\\\n'"
    """
    text = repr(value)
    return text if len(text) <= _N_CHARACTERS_SHOWN else text[: _N_CHARACTERS_SHOWN - 1] + "…"


def card_index(text: str) -> int:
    """The index, 0 to 47, of a card such as `JH`, `jh`, `HJ`, `J♥` or `♥J`.

    Raises NotationError for anything else; for a ten it says that the pack has none.

    >>> card_index("JH")
    34
    """
    return CARD_INDEXES[text]


def card_name(index: int) -> str:
    """The card in letters, rank first: `JH`."""
    return CARD_NAMES[index]


def card_sign(index: int) -> str:
    """The card with its suit sign: `J♥`."""
    return CARD_SIGNS[index]


def cards_of(cards: int) -> list[int]:
    """The card indexes of a set, highest first."""
    return [card for card in reversed(range(N_CARDS)) if cards >> card & 1]


def set_of(cards: Iterable[int]) -> int:
    """The set that holds each of these card indexes."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def _suit_cards(ranks: str, suit: int) -> list[int]:
    """The cards of one suit from their ranks, in the order read."""
    cards = []
    for rank in ranks:
        if rank not in _RANK_NUMBERS:
            is_ten = rank in "tT" or "10" in ranks
            reason = _NO_TENS if is_ten else f"{shown(rank)} is no rank of {_RANKS_ACCEPTED}"
            raise NotationError(f"{SUIT_NAMES[suit]} {shown(ranks)}: {reason}")
        cards.append(_RANK_NUMBERS[rank] * 4 + suit)
    return cards


def _no_repeats(cards: list[int]) -> list[int]:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise NotationError(f"card {card_name(card)}: given twice; a hand holds a card once")
    return cards


class _SuitSets(dict[str, int]):
    """Sets of cards of one suit by the ranks' text, filled as texts are met, up to a bound."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self.suit = suit

    def __missing__(self, ranks: str) -> int:
        cards = set_of(_no_repeats(_suit_cards(ranks, self.suit)))
        if len(self) < _N_TEXTS_REMEMBERED:
            self[ranks] = cards
        return cards


_clubs, _diamonds, _hearts, _spades = (_SuitSets(suit) for suit in range(len(SUITS)))


def _fields(text: str) -> list[str]:
    fields = text.split(".")
    if len(fields) != len(SUITS):
        raise NotationError(f"hand {shown(text)}: {len(fields)} suits read; {_HAND_FORM}")
    return fields


def dotted_set(text: str) -> int:
    """The set of cards of a hand in the dotted form alone, as records have it (RECORD.md).

    Raises NotationError naming the suit or the card.

    >>> dotted_set("..2.2") == set_of([card_index("2C"), card_index("2D")])
    True
    """
    try:
        spades, hearts, diamonds, clubs = text.split(".")
    except ValueError:
        spades, hearts, diamonds, clubs = _fields(text)
    return _spades[spades] | _hearts[hearts] | _diamonds[diamonds] | _clubs[clubs]


def _dotted_cards(text: str) -> list[int]:
    pairs = zip(_fields(text), SUITS_SHOWN, strict=True)
    return [card for field, suit in pairs for card in _suit_cards(field.strip(), suit)]


def _listed_cards(text: str) -> list[int]:
    """Cards one by one, or grouped behind a suit sign as `hand_signs` writes them."""
    cards: list[int] = []
    for word in re.split(r"[\s,]+", text):
        if word[:1] in SIGNS and (len(word) > 2 or word[1:] == VOID_SIGN):
            ranks = "" if word[1:] == VOID_SIGN else word[1:]
            cards += _suit_cards(ranks, SIGNS.index(word[0]))
        elif word:
            cards.append(card_index(word))
    return cards


def hand_cards(text: str) -> list[int]:
    """The card indexes of a hand in the order read: `AK7.J93.8542.6` or `AS KS, 7S JH`.

    Lower case and any order within a suit are accepted, and the form that `hand_signs` writes.
    Raises NotationError for what is no card, for a ten, and for a card given twice.
    """
    stripped = text.strip()
    return _no_repeats((_dotted_cards if "." in stripped else _listed_cards)(stripped))


def parse_hand(text: str, n_cards: int, holder: str = "this hand") -> int:
    """The set of cards of a hand that must hold `n_cards`; `holder` ("seat 0") is for the message.

    Raises NotationError as `hand_cards` does, and for another number of cards.
    """
    cards = hand_cards(text)
    if len(cards) != n_cards:
        read = f"{len(cards)} card{'' if len(cards) == 1 else 's'} read"
        raise NotationError(
            f"hand {shown(text)}: {read}, {holder} holds {n_cards}; seats 0 to 2 hold eleven, the "
            "dealer, seat 3, twelve"
        )
    return set_of(cards)


class _SuitRanks(dict[int, str]):
    """The ranks, high to low, of a set of cards of one suit; 16384 entries at most."""

    def __missing__(self, cards: int) -> str:
        self[cards] = text = "".join(CARD_NAMES[card][0] for card in cards_of(cards))
        return text


_suit_ranks = _SuitRanks()
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = SUIT_SETS


def hand_text(cards: int) -> str:
    """The hand in the dotted form, high to low.

    >>> hand_text(dotted_set("7ak.j39.2548.6"))
    'AK7.J93.8542.6'
    """
    return (
        f"{_suit_ranks[cards & _SPADES]}.{_suit_ranks[cards & _HEARTS]}"
        f".{_suit_ranks[cards & _DIAMONDS]}.{_suit_ranks[cards & _CLUBS]}"
    )


def hand_signs(cards: int) -> str:
    """The hand with suit signs, high to low, a dash where a suit is empty.

    >>> hand_signs(dotted_set("AK7.J93.8542.6"))
    '♠AK7 ♥J93 ♦8542 ♣6'
    """
    suits = (SIGNS[s] + (_suit_ranks[cards & SUIT_SETS[s]] or VOID_SIGN) for s in SUITS_SHOWN)
    return " ".join(suits)
