"""Reading a record and refusing a faulty one: RECORD.md."""

from collections.abc import Iterable

from referee.cards import (
    DEALER,
    DEALT_SIZES,
    N_SEATS,
    N_TALON,
    N_TRICKS,
    PACK,
    QUINOLA,
    SEATS,
    SUITS,
    is_espagnolette,
    legal_cards,
    next_seat,
)
from referee.deal import Deal, Trick
from referee.errors import RefereeError
from referee.options import Options, first_stake, is_whole, read_options

REQUIRED = ("hands", "talon", "exchange", "play")
BARRED_KINDS = ("all", "but-breaks")


def read_deal(record: object) -> Deal:
    """The deal in a record, every fault refused but those of its `settlement`."""
    require_keys(record)
    options = read_options(record.get("rules", {}))
    pool_before = read_pool(record.get("pool", first_stake(options)))
    barred = read_barred(record.get("barred", {}))
    dealt = [read_hand(seat, hand) for seat, hand in enumerate(array("hands", record, N_SEATS))]
    talon = [read_card("talon", card) for card in array("talon", record, N_TALON)]
    require_all_different(dealt, talon)
    lays = read_exchange(array("exchange", record, N_SEATS), dealt, options)
    hands = tuple(after_exchange(dealt, talon, lays, seat) for seat in SEATS)
    tricks = read_play(array("play", record, N_TRICKS), hands)
    return Deal(options, pool_before, barred, hands, PACK.difference(*hands), tricks)


def require_keys(record: object) -> None:
    if not isinstance(record, dict):
        raise RefereeError("record", "must be an object")
    for key in REQUIRED:
        if key not in record:
            raise RefereeError(key, "is required")


def array(key: str, record: dict, size: int) -> list:
    items = record[key]
    if not isinstance(items, list | tuple):
        raise RefereeError(key, "must be an array")
    if len(items) != size:
        raise RefereeError(key, f"must have {size} items, not {len(items)}")
    return list(items)


def read_pool(pool: object) -> int:
    if not is_whole(pool):
        raise RefereeError("pool", f"must be a whole number from 0, not {pool!r}")
    return pool


def read_barred(barred: object) -> dict[int, str]:
    """12. Seats as strings, each `all` or `but-breaks`."""
    if not isinstance(barred, dict):
        raise RefereeError("barred", "must be an object")
    for seat, kind in barred.items():
        if seat not in ("0", "1", "2", "3") or kind not in BARRED_KINDS:
            raise RefereeError("barred", f"bad entry {seat!r}: {kind!r}")
    return {int(seat): kind for seat, kind in barred.items()}


def read_card(key: str, card: object, trick: int | None = None) -> str:
    """A card is its rank and suit; there are no tens."""
    if not isinstance(card, str):
        raise RefereeError(key, f"a card must be a string, not {card!r}", trick)
    if card not in PACK:
        is_ten = card[:-1] in ("10", "T") and card[-1:] in SUITS
        fault = "the pack has no tens" if is_ten else "no card"
        raise RefereeError(key, f"{card}: {fault}", trick, card)
    return card


def read_hand(seat: int, dotted: object) -> set[str]:
    """A hand as dealt: the ranks of spades.hearts.diamonds.clubs."""
    if not isinstance(dotted, str) or dotted.count(".") != len(SUITS) - 1:
        raise RefereeError("hands", f"seat {seat}: must be four fields with dots between")
    cards = [
        card
        for suit, ranks in zip(SUITS, dotted.split("."), strict=True)
        for card in read_ranks(ranks, suit)
    ]
    require_different("hands", cards)
    if len(cards) != DEALT_SIZES[seat]:
        raise RefereeError("hands", f"seat {seat}: {len(cards)} cards, not {DEALT_SIZES[seat]}")
    return set(cards)


def read_ranks(ranks: str, suit: str) -> Iterable[str]:
    for rank in ranks.replace("10", "T"):
        yield read_card("hands", rank + suit)


def require_different(key: str, cards: list[str]) -> None:
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise RefereeError(key, f"{card} is there twice", card=card)


def require_all_different(dealt: list[set[str]], talon: list[str]) -> None:
    """No card twice; hands and talon being of the right sizes, then none of the 48 is missing."""
    in_hands = [card for hand in dealt for card in sorted(hand)]
    require_different("hands", in_hands)
    require_different("talon", in_hands + talon)


def read_exchange(lays: list, dealt: list[set[str]], options: Options) -> list[str | None]:
    """4. The card that each seat laid, None where it declined."""
    for seat, lay in enumerate(lays):
        if lay is not None:
            require_lay(seat, read_card("exchange", lay), dealt[seat], options)
        elif seat == DEALER:
            raise RefereeError("exchange", "the dealer cannot decline")
    return lays


def require_lay(seat: int, card: str, dealt: set[str], options: Options) -> None:
    """4. A lay comes from the hand as dealt; 13. the quinola's may be forbidden."""
    if card not in dealt:
        raise RefereeError("exchange", f"seat {seat} was not dealt {card}", card=card)
    if card == QUINOLA and options["quinola_discard"] == "forbidden":
        raise RefereeError("exchange", f"seat {seat} may not lay the quinola", card=card)


def after_exchange(
    dealt: list[set[str]], talon: list[str], lays: list[str | None], seat: int
) -> frozenset[str]:
    """4. The eleven cards that the seat plays."""
    if seat == DEALER:
        return frozenset(dealt[seat] - {lays[seat]})
    if lays[seat] is None:
        return frozenset(dealt[seat])
    return frozenset(dealt[seat] - {lays[seat]} | {talon[seat]})


def read_play(play: list, hands: tuple[frozenset[str], ...]) -> tuple[Trick, ...]:
    """5. Eleven legal tricks: seat 0 leads to the first, each taker to the next."""
    left = [set(hand) for hand in hands]
    privileged = [is_espagnolette(hand) for hand in hands]
    tricks: list[Trick] = []
    for number, cards in enumerate(play, start=1):
        leader = tricks[-1].taker if tricks else 0
        tricks.append(read_trick(number, leader, cards, left, privileged))
    return tuple(tricks)


def read_trick(
    number: int, leader: int, cards: object, left: list[set[str]], privileged: list[bool]
) -> Trick:
    """5. One trick, its cards taken out of the hands `left`."""
    if not isinstance(cards, list | tuple):
        raise RefereeError("play", "a trick must be an array", number)
    if len(cards) != N_SEATS:
        raise RefereeError("play", f"{len(cards)} cards, not {N_SEATS}", number)
    seat, plays = leader, []
    for card in cards:
        read_card("play", card, number)
        so_far = [played for _, played in plays]
        require_legal(number, seat, card, left[seat], so_far, privileged[seat])
        left[seat].remove(card)
        plays.append((seat, card))
        seat = next_seat(seat)
    return Trick(number, tuple(plays))


def require_legal(
    number: int, seat: int, card: str, hand: set[str], trick_so_far: list[str], privileged: bool
) -> None:
    """5. A play of a card held that follows suit where it must."""
    if card not in hand:
        raise RefereeError("play", f"seat {seat} does not hold {card}", number, card)
    if card not in legal_cards(hand, trick_so_far, number, privileged):
        raise RefereeError("play", f"seat {seat} must follow suit, not play {card}", number, card)
