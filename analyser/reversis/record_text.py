"""One line of text to a checked deal record (RECORD.md), but for what only replaying it can tell.

Each step takes the quick way and looks for words only once something does not fit.
"""

from itertools import chain
from typing import Any

from analyser.errors import nearest
from analyser.reversis.notation import (
    CARD_INDEXES,
    CARD_NAMES,
    FULL_PACK,
    cards_of,
    dotted_set,
    set_of,
    shown,
)
from analyser.reversis.option_table import LARGEST_AMOUNT
from analyser.reversis.options import rules_from_mapping
from analyser.reversis.record import (
    BARRED_CODES,
    COMPONENTS,
    DEALER,
    DECLINED,
    HAND_SIZES,
    N_SEATS,
    N_TRICKS,
    NOBODY_BARRED,
    REQUIRED_KEYS,
    Record,
)
from analyser.reversis.record_shapes import (
    LocatedError,
    array_of,
    at,
    json_object,
    object_of,
    read_as,
    string_of,
)
from kernels.reversis.rules import FORBIDDEN, Rules, first_stake

_DEFAULTS = Rules()
_QUINOLA = CARD_INDEXES["JH"]
_SEATS = ("0", "1", "2", "3")
_SETTLEMENT_KEYS = ("payments", "pool", "components")
_FOUR_WHOLE_NUMBERS = [int] * N_SEATS


def _pool(value: Any) -> int:
    if type(value) is not int:
        raise LocatedError(f"must be a whole number of fiches such as 45, {read_as(value)}")
    if not 0 <= value <= LARGEST_AMOUNT:
        raise LocatedError(f"must be from 0 to {LARGEST_AMOUNT} fiches, {read_as(value)}")
    return value


def _rules(value: Any) -> Rules:
    return rules_from_mapping(object_of(value, "an object of options and values"))


def _hand(value: Any, size: int) -> int:
    hand = dotted_set(string_of(value, "AK7.J93.8542.6"))
    if hand.bit_count() != size:
        raise LocatedError(f"{hand.bit_count()} cards read, {size} are dealt to this seat")
    return hand


def _hands(value: Any) -> tuple[int, ...]:
    texts = array_of(value, N_SEATS, "hands")
    return tuple([at(f"seat {s}", _hand, text, HAND_SIZES[s]) for s, text in enumerate(texts)])


def _card(value: Any) -> int:
    return CARD_INDEXES[string_of(value, "JH")]


def _talon(value: Any) -> tuple[int, ...]:
    return tuple([_card(card) for card in array_of(value, DEALER, "cards")])


def _check_pack(hands: tuple[int, ...], talon: tuple[int, ...]) -> None:
    """3. All 48 cards are dealt, each once; how many went where was right before."""
    dealt = hands[0] | hands[1] | hands[2] | hands[3] | set_of(talon)
    if dealt == FULL_PACK:
        return
    held = [card for hand in hands for card in cards_of(hand)] + list(talon)
    twice = next(card for card in held if held.count(card) > 1)
    missing = " ".join(CARD_NAMES[card] for card in cards_of(FULL_PACK & ~dealt))
    raise LocatedError(
        f"card {CARD_NAMES[twice]} is dealt twice, missing: {missing}", "hands and talon"
    )


def _laid_card(value: Any, hand: int, seat: int, rules: Rules) -> int:
    if value is None:
        if seat == DEALER:
            raise LocatedError("the dealer lays one of the twelve cards, read null")
        return DECLINED
    card = _card(value)
    if not hand >> card & 1:
        raise LocatedError(f"card {CARD_NAMES[card]} is not in this seat's hand as dealt")
    if card == _QUINOLA and rules.quinola_discard == FORBIDDEN:
        raise LocatedError("the quinola may not be laid where quinola_discard is forbidden")
    return card


def _exchange(value: Any, hands: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    lays = array_of(value, N_SEATS, "cards or nulls")
    return tuple([at(f"seat {s}", _laid_card, lays[s], hands[s], s, rules) for s in range(N_SEATS)])


def _trick(value: Any) -> list[int]:
    return [_card(card) for card in array_of(value, N_SEATS, "cards")]


def _play(value: Any) -> bytes:
    tricks = array_of(value, N_TRICKS, "tricks")
    read = [at(f"trick {number}", _trick, trick) for number, trick in enumerate(tricks, 1)]
    return bytes(chain.from_iterable(read))


def _barred_code(value: Any) -> int:
    if type(value) is not str or value not in BARRED_CODES:
        raise LocatedError(f"must be {' or '.join(BARRED_CODES)}, {read_as(value)}")
    return BARRED_CODES[value]


def _barred(value: Any) -> tuple[int, ...]:
    members = object_of(value, 'an object such as {"0": "all"}')
    strange = next((key for key in members if key not in _SEATS), None)
    if strange is not None:
        raise LocatedError(
            f"key {shown(strange)} is no seat; seats are {', '.join(map(repr, _SEATS))}"
        )
    return tuple([at(f"seat {s}", _barred_code, members[s]) if s in members else 0 for s in _SEATS])


def _four_whole_numbers(value: Any) -> None:
    if type(value) is not list or [*map(type, value)] != _FOUR_WHOLE_NUMBERS:
        numbers = array_of(value, N_SEATS, "whole numbers")
        wrong = next(number for number in numbers if type(number) is not int)
        raise LocatedError(f"must be an array of 4 whole numbers, {read_as(wrong)}")


def _component(name: str, value: Any) -> None:
    if name not in COMPONENTS:
        raise LocatedError(f"no such component; did you mean {nearest(name, COMPONENTS)}?")
    _four_whole_numbers(value)
    if not any(value):
        raise LocatedError("zero for all four seats; such a component is left out")


def check_settlement_shape(value: Any) -> None:
    """Raises LocatedError unless `value` has the keys and arrays of a settlement (RECORD.md).

    Whether its figures are right is seen only when the deal has been replayed.
    """
    at("settlement", _settlement, value)


def _settlement(value: Any) -> None:
    members = object_of(value, f"an object with exactly {', '.join(_SETTLEMENT_KEYS)}")
    if members.keys() != set(_SETTLEMENT_KEYS):
        raise LocatedError(
            f"must have exactly {', '.join(_SETTLEMENT_KEYS)}, read {_listed(members)}"
        )
    at("payments", _four_whole_numbers, members["payments"])
    if type(members["pool"]) is not int:
        raise LocatedError(
            f"must be a whole number of fiches such as 45, {read_as(members['pool'])}", "pool"
        )
    components = at("components", object_of, members["components"], "an object of components")
    for name, numbers in components.items():
        at(f"components, {shown(name)}", _component, name, numbers)


def _listed(members: dict[str, Any]) -> str:
    return ", ".join(shown(key) for key in members) or "none"


def _check_required(data: dict[str, Any]) -> None:
    for key in REQUIRED_KEYS:
        if key not in data:
            raise LocatedError("this key is required and missing", key)


def optional_keys(data: dict[str, Any]) -> tuple[Rules, int, tuple[int, ...]]:
    """The rules, the pool and who is barred; a settlement is checked for its shape.

    Raises LocatedError with the place of what is not accepted.
    """
    rules = at("rules", _rules, data["rules"]) if "rules" in data else _DEFAULTS
    pool = at("pool", _pool, data["pool"]) if "pool" in data else first_stake(rules)
    barred = at("barred", _barred, data["barred"]) if "barred" in data else NOBODY_BARRED
    if "settlement" in data:
        check_settlement_shape(data["settlement"])
    return rules, pool, barred


def parse_record(text: str, line: int = 0) -> Record:
    """The record in one line of JSON, checked but for the play and the figures of a settlement.

    Raises LocatedError with the place of what RECORD.md does not accept.
    """
    data = json_object(text)
    _check_required(data)
    rules, pool, barred = optional_keys(data)
    hands = at("hands", _hands, data.pop("hands"))
    talon = at("talon", _talon, data.pop("talon"))
    _check_pack(hands, talon)
    laid = at("exchange", _exchange, data.pop("exchange"), hands, rules)
    cards = at("play", _play, data.pop("play"))
    return Record(line, data, rules, pool, hands, talon, laid, cards, barred)
