"""Kinds of lays: by what a card that is laid can be described, seen from the hand as dealt."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from analyser.errors import OptionError, nearest
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import (
    RANKS,
    SUIT_NAMES,
    SUIT_SETS,
    SUITS_SHOWN,
    card_index,
    shown,
)

Value: TypeAlias = str | int | None
Values: TypeAlias = tuple[Value, ...]
Grouping: TypeAlias = tuple[str, ...]

CARD, DECLINE = "card", "decline"
OTHER = "other"
_MOST_HELD = 12
_QUINOLA, _ACE_DIAMONDS = card_index("JH"), card_index("AD")
_ACE = RANKS.index("A")

# The columns by which lays can be grouped, and the values of each in the order of tables.
COLUMNS: dict[str, tuple[str | int, ...]] = {
    "seat": tuple(range(N_SEATS)),
    "rank": tuple(reversed(RANKS)),
    "suit": tuple(SUIT_NAMES[suit] for suit in SUITS_SHOWN),
    "suit_length": tuple(range(1, _MOST_HELD + 1)),
    "guards": tuple(range(_MOST_HELD)),
    "special": (
        *(f"quinola+{others}" for others in range(_MOST_HELD)),
        *(f"{ace} {held}" for ace in ("ace diamonds", "ace") for held in ("alone", "guarded")),
        OTHER,
    ),
}
# What tables are grouped by unless the user says otherwise.
GROUPINGS = (("rank", "suit_length"), ("special", "seat"))


def kind_of(card: int | None, hand: int, seat: int) -> dict[str, Value]:
    """What a card is in a hand, by COLUMNS; of None, declining, there is only the seat.

    hand : the set of cards as dealt, the card among them. `suit_length` counts the cards of its
    suit, itself included; `guards` those that are lower than it. `special` is "quinola+k" with k
    other hearts, "ace diamonds" or "ace" with " alone" in its suit or " guarded", else "other".

    >>> kind = kind_of(card_index("JH"), 1 << card_index("JH") | 1 << card_index("AH"), 2)
    >>> kind["rank"], kind["suit_length"], kind["guards"], kind["special"]
    ('J', 2, 0, 'quinola+1')
    """
    if card is None:
        return {**dict.fromkeys(COLUMNS), "seat": seat}
    rank, suit = divmod(card, len(SUIT_SETS))
    held = hand & SUIT_SETS[suit]
    length = held.bit_count()
    return {
        "seat": seat,
        "rank": RANKS[rank],
        "suit": SUIT_NAMES[suit],
        "suit_length": length,
        "guards": (held & ((1 << card) - 1)).bit_count(),
        "special": _special(card, length),
    }


def _special(card: int, length: int) -> str:
    if card == _QUINOLA:
        return f"quinola+{length - 1}"
    if card // len(SUIT_SETS) != _ACE:
        return OTHER
    ace = "ace diamonds" if card == _ACE_DIAMONDS else "ace"
    return f"{ace} {'alone' if length == 1 else 'guarded'}"


def checked_groupings(by: str | Iterable[str]) -> tuple[Grouping, ...]:
    """Groupings from text such as "rank,suit_length", one or several; none for GROUPINGS.

    Raises OptionError for a column that there is not, given twice, and for more than two.
    """
    texts = [by] if isinstance(by, str) else list(by)
    return tuple(dict.fromkeys(map(_grouping, texts))) or GROUPINGS


def _grouping(text: str) -> Grouping:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in COLUMNS:
            raise OptionError(
                f"by {shown(text)}: no column {shown(name)}; did you mean "
                f"{nearest(name, COLUMNS)}? There are {', '.join(COLUMNS)}"
            )
    if len(set(names)) < len(names) or len(names) > 2:
        raise OptionError(f"by {shown(text)}: one column or two different ones are accepted")
    return names


def with_totals(groupings: Iterable[Grouping]) -> list[Grouping]:
    """For each grouping by two columns also the one by its first alone."""
    return list(dict.fromkeys(part for by in groupings for part in (by, by[:1])))


def place_in_tables(columns: Sequence[str], values: Values) -> tuple[int, ...]:
    """A key that sorts groups in the order of tables; what a group is not told by comes last."""
    return tuple(
        len(COLUMNS[column]) if value is None else COLUMNS[column].index(value)
        for column, value in zip(columns, values, strict=True)
    )
