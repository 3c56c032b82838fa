"""Records written from the tricks as they were played."""

from collections.abc import Iterable

from referee.cards import DEALER, N_SEATS, PACK, RANKS, SEATS, SUITS, strength

Cards = dict[int, str]  # a trick: cards by seat


def cards_of(tricks: Iterable[Cards], seat: int) -> set[str]:
    return {cards[seat] for cards in tricks if seat in cards}


def record_of(
    leaders: list[int], tricks: list[Cards], discard: list[str], declines: Iterable[int]
) -> dict:
    """A record of these tricks; `discard` comes first among the cards laid, in order of seats.

    Who swaps has been dealt all that it plays but its highest card, which comes from the talon.
    """
    hands = [cards_of(tricks, seat) for seat in SEATS]
    laid = [*discard, *sorted(PACK.difference(discard, *hands))]
    swapped = [seat for seat in range(DEALER) if seat not in declines]
    talon = [highest(hands[seat]) if seat in swapped else laid[seat] for seat in range(DEALER)]
    dealt = [
        hands[seat] if seat in declines else hands[seat].difference(talon) | {laid[seat]}
        for seat in SEATS
    ]
    return {
        "hands": [dotted(hand) for hand in dealt],
        "talon": talon,
        "exchange": [None if seat in declines else laid[seat] for seat in SEATS],
        "play": in_order(leaders, tricks),
    }


def highest(hand: set[str]) -> str:
    return max(sorted(hand), key=strength)


def dotted(hand: set[str]) -> str:
    """Spades.hearts.diamonds.clubs, each from high to low."""
    return ".".join(
        "".join(rank for rank in reversed(RANKS) if rank + suit in hand) for suit in SUITS
    )


def in_order(leaders: list[int], tricks: list[Cards]) -> list[list[str]]:
    """The cards of each trick in the order played."""
    return [
        [cards[(leader + turn) % N_SEATS] for turn in SEATS]
        for leader, cards in zip(leaders, tricks, strict=False)
    ]
