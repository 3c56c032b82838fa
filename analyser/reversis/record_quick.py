"""The quick way through lines in canonical form, as programs write them.

Nearly every line of a long file is such a line. Whatever does not fit, a fault included, is left
to `record_text`, which takes any line that RECORD.md allows and has words for what it refuses.
"""

import re
from typing import Any

from analyser.errors import AnalyserError
from analyser.reversis.notation import (
    CARD_NAMES,
    FULL_PACK,
    RANKS,
    SUITS,
    card_index,
    dotted_set,
    hand_text,
    set_of,
)
from analyser.reversis.record import (
    COMPONENTS,
    DECLINED,
    HAND_SIZES,
    N_SEATS,
    N_TRICKS,
    NOBODY_BARRED,
    REQUIRED_KEYS,
    Record,
)
from analyser.reversis.record_shapes import LocatedError, json_object
from analyser.reversis.record_text import optional_keys
from kernels.reversis.rules import FORBIDDEN, Rules, first_stake

_DEFAULTS = Rules()
_DEFAULT_KEYS = (_DEFAULTS, first_stake(_DEFAULTS), NOBODY_BARRED)
_QUINOLA = card_index("JH")
_INDEXES: dict[str | None, int] = {name: card for card, name in enumerate(CARD_NAMES)}
_INDEXES[None] = DECLINED

_CARD = f'"([{RANKS}][{SUITS}])"'
_HAND = '"' + r"\.".join([f"([{RANKS}]*)"] * len(SUITS)) + '"'
_NUMBER = r"(?:0|-?[1-9]\d*)"
_N_SUITS_OF_HANDS = N_SEATS * len(SUITS)


class _SuitSets(dict[str, int]):
    """Sets of cards of one suit by their ranks from high to low; KeyError for any other order."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self.form = "." * (len(SUITS) - 1 - suit) + "{}" + "." * suit

    def __missing__(self, ranks: str) -> int:
        text = self.form.format(ranks)
        cards = dotted_set(text)
        if hand_text(cards) != text:
            raise KeyError(ranks)
        self[ranks] = cards
        return cards


_clubs, _diamonds, _hearts, _spades = (_SuitSets(suit) for suit in range(len(SUITS)))


def _play_form(blank: str) -> str:
    """The value of `play` with R and S for each rank and suit; `blank` follows the commas."""
    trick = f",{blank}".join(['"RS"'] * N_SEATS)
    return "[" + f",{blank}".join([f"[{trick}]"] * N_TRICKS) + "]"


def _settlement_form(blank: str) -> str:
    comma, colon = f",{blank}", f":{blank}"
    by_seat = rf"\[{comma.join([_NUMBER] * N_SEATS)}\]"
    component = f'"(?:{"|".join(COMPONENTS)})"{colon}{by_seat}'
    components = rf"\{{(?:{component}(?:{comma}{component})*)?\}}"
    members = {"payments": by_seat, "pool": _NUMBER, "components": components}
    inside = comma.join(f'"{key}"{colon}{form}' for key, form in members.items())
    return rf'"settlement"{colon}\{{{inside}\}}'


def _line_pattern(blank: str) -> re.Pattern[str]:
    """A line in canonical form: its cards as one group, and the groups of `_record` in it."""
    comma, colon = f",{blank}", f":{blank}"
    simple = r'-?\d+|"[^"\\]*"|\{[^{}]*\}'
    before = rf'(?:"\w+"{colon}(?:{simple}){comma})*'
    arrays = {
        "hands": [_HAND] * N_SEATS,
        "talon": [_CARD] * (N_SEATS - 1),
        "exchange": [f"(?:{_CARD}|null)"] * (N_SEATS - 1) + [_CARD],
    }
    members = "".join(
        rf'"{key}"{colon}\[{comma.join(items)}\]{comma}' for key, items in arrays.items()
    )
    play = rf'"play"{colon}(.{{{len(_play_form(blank))}}})'
    settlement = f"(?:{comma}({_settlement_form(blank)}))?"
    return re.compile(rf"\{{{before}({members}{play}){settlement}.*\}}", re.ASCII)


_WAYS = tuple((_line_pattern(blank), _play_form(blank).encode()) for blank in ("", " "))


def _table(letters: str, numbers: range) -> bytes:
    table = bytearray(256)
    for letter, number in zip(letters, numbers, strict=True):
        table[ord(letter)] = number
    return bytes(table)


_RANK_PARTS = _table(RANKS, range(0, len(CARD_NAMES), len(SUITS)))
_SUIT_PARTS = _table(SUITS, range(len(SUITS)))
_KINDS = bytes.maketrans(
    (RANKS + SUITS).encode() + b"R", b"R" * len(RANKS) + b"S" * len(SUITS) + b"?"
)


def _cards_played(text: str, form: bytes) -> bytes | None:
    """The 44 card indexes in the value of `play`, or None if it is not of this form."""
    play = text.encode()
    if play.translate(_KINDS) != form:
        return None
    letters = play.translate(None, b'[]", ')
    ranks, suits = letters[::2].translate(_RANK_PARTS), letters[1::2].translate(_SUIT_PARTS)
    # The two parts of each card are added as digits to the base 256 of one long number.
    indexes = int.from_bytes(ranks, "big") + int.from_bytes(suits, "big")
    return indexes.to_bytes(len(ranks), "big")


def _hands(suits: list[str]) -> tuple[int, ...]:
    by_suit = zip(suits[::4], suits[1::4], suits[2::4], suits[3::4], strict=True)
    return tuple([_spades[s] | _hearts[h] | _diamonds[d] | _clubs[c] for s, h, d, c in by_suit])


def _is_deal(hands: tuple[int, ...], talon: tuple[int, ...]) -> bool:
    a, b, c, d = hands
    is_pack = a | b | c | d | set_of(talon) == FULL_PACK
    return is_pack and tuple(map(int.bit_count, hands)) == HAND_SIZES


def _may_be_laid(laid: tuple[int, ...], hands: tuple[int, ...], rules: Rules) -> bool:
    for card, hand in zip(laid, hands, strict=True):
        if card != DECLINED and not hand >> card & 1:
            return False
    return rules.quinola_discard != FORBIDDEN or _QUINOLA not in laid


def _kept(match: re.Match[str]) -> dict[str, Any]:
    """The keys that the groups of the pattern do not hold, as read."""
    text, start = match.string, match.start(1)
    end = match.end(match.lastindex or 1)  # the last group that was closed: cards or settlement
    if start == 1 and end == len(text) - 1:
        return {}
    kept = json_object(f'{text[:start]}"hands":null{text[end:]}')
    del kept["hands"]
    return kept


def _record(match: re.Match[str], form: bytes, line: int) -> Record | None:
    cards_text, *groups, play, settlement_text = match.groups()
    hands = _hands(groups[:_N_SUITS_OF_HANDS])
    talon_and_laid = tuple([_INDEXES[name] for name in groups[_N_SUITS_OF_HANDS:]])
    talon, laid = talon_and_laid[:-N_SEATS], talon_and_laid[-N_SEATS:]
    cards = _cards_played(play, form)
    kept = _kept(match)
    rules, pool, barred = optional_keys(kept) if kept else _DEFAULT_KEYS
    if cards is None or not (_is_deal(hands, talon) and _may_be_laid(laid, hands, rules)):
        return None
    if kept and _has_twice(kept, settlement_text):
        return None
    if " " in cards_text:
        cards_text = cards_text.replace(" ", "")
        settlement_text = settlement_text and settlement_text.replace(" ", "")
    texts = (cards_text, settlement_text)
    return Record(line, kept, rules, pool, hands, talon, laid, cards, barred, *texts)


def _has_twice(kept: dict[str, Any], settlement_text: str | None) -> bool:
    """Whether a key that the pattern holds is there a second time."""
    keys = kept.keys()
    return not keys.isdisjoint(REQUIRED_KEYS) or ("settlement" in keys and bool(settlement_text))


def quick_record(text: str, line: int = 0) -> Record | None:
    """What `parse_record` would return, for a line in canonical form; None for any other line.

    The line may have a blank after each comma and colon. None stands for a faulty line too.
    """
    for pattern, form in _WAYS:
        match = pattern.fullmatch(text)
        if match:
            try:
                return _record(match, form, line)
            except (KeyError, ValueError, AnalyserError, LocatedError):
                return None
    return None
