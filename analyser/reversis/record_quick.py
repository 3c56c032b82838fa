"""The quick way through lines in canonical form, as programs write them.

Nearly every line of a long file is such a line. Whatever does not fit, a fault included, is left
to `record_text`, which takes any line that RECORD.md allows and has words for what it refuses.
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.errors import AnalyserError
from analyser.reversis.notation import CARD_NAMES, FULL_PACK, RANKS, SUITS, card_index
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
from analyser.reversis.record_decoding import decode_hands, decode_plays
from analyser.reversis.record_shapes import LocatedError, json_object
from analyser.reversis.record_text import optional_keys
from kernels.reversis.rules import FORBIDDEN, Rules, first_stake

_DEFAULTS = Rules()
_DEFAULT_KEYS = (_DEFAULTS, first_stake(_DEFAULTS), NOBODY_BARRED)
_QUINOLA = card_index("JH")
_INDEXES: dict[str | None, int] = {name: card for card, name in enumerate(CARD_NAMES)}
_INDEXES[None] = DECLINED

_CARD = f'"([{RANKS}][{SUITS}])"'
_HAND = '"' + r"\.".join([f"[{RANKS}]{{0,{len(RANKS)}}}"] * len(SUITS)) + '"'
_NUMBER = r"(?:0|-?[1-9]\d*)"
_N_TALON = N_SEATS - 1


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
    """A line in canonical form: its cards as one group, in it the hands, 3 + 4 cards, the play."""
    comma, colon = f",{blank}", f":{blank}"
    simple = r'-?\d+|"[^"\\]*"|\{[^{}]*\}'
    before = rf'(?:"\w+"{colon}(?:{simple}){comma})*'
    hands = f"({comma.join([_HAND] * N_SEATS)})"
    talon = comma.join([_CARD] * _N_TALON)
    exchange = comma.join([f"(?:{_CARD}|null)"] * _N_TALON + [_CARD])
    arrays = {"hands": hands, "talon": talon, "exchange": exchange}
    members = "".join(rf'"{key}"{colon}\[{items}\]{comma}' for key, items in arrays.items())
    play = rf'"play"{colon}(.{{{len(_play_form(blank))}}})'
    settlement = f"(?:{comma}({_settlement_form(blank)}))?"
    return re.compile(rf"\{{{before}({members}{play}){settlement}.*\}}", re.ASCII)


_WAYS = tuple((_line_pattern(blank), _play_form(blank)) for blank in ("", " "))


def _are_deals(hands: NDArray[np.int64], talon: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether hands [n, 4] and talon [n, 3] are the pack in parts of the right sizes [n]."""
    cards = np.bitwise_or.reduce(hands, axis=1) | np.bitwise_or.reduce(1 << talon, axis=1)
    are_of_size = np.all(np.bitwise_count(hands) == HAND_SIZES, axis=1)
    are_deals: NDArray[np.bool_] = (cards == FULL_PACK) & are_of_size
    return are_deals


def _are_held(laid: NDArray[np.int64], hands: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether every card that is laid [n, 4] is in its hand [n, 4] as dealt [n]."""
    is_held = (hands >> np.maximum(laid, 0) & 1).astype(np.bool_)
    are_held: NDArray[np.bool_] = np.all(is_held | (laid == DECLINED), axis=1)
    return are_held


def _kept(match: re.Match[str]) -> dict[str, Any]:
    """The keys that the groups of the pattern do not hold, as read."""
    text, start = match.string, match.start(1)
    end = match.end(match.lastindex or 1)  # the last group that was closed: cards or settlement
    if start == 1 and end == len(text) - 1:
        return {}
    kept = json_object(f'{text[:start]}"hands":null{text[end:]}')
    del kept["hands"]
    return kept


def _has_twice(kept: dict[str, Any], settlement_text: str | None) -> bool:
    """Whether a key that the pattern holds is there a second time."""
    keys = kept.keys()
    return not keys.isdisjoint(REQUIRED_KEYS) or ("settlement" in keys and bool(settlement_text))


def _record(
    match: re.Match[str],
    line: int,
    hands: list[int],
    talon: list[int],
    laid: list[int],
    cards: bytes,
) -> Record | None:
    """The record of a line whose cards are in order; None if anything else is not."""
    try:
        kept = _kept(match)
        rules, pool, barred = optional_keys(kept) if kept else _DEFAULT_KEYS
    except (AnalyserError, LocatedError):
        return None
    cards_text, settlement_text = match[1], match[match.re.groups]
    if kept and _has_twice(kept, settlement_text):
        return None
    if rules.quinola_discard == FORBIDDEN and _QUINOLA in laid:
        return None
    if " " in cards_text:
        cards_text = cards_text.replace(" ", "")
        settlement_text = settlement_text and settlement_text.replace(" ", "")
    parts = (tuple(hands), tuple(talon), tuple(laid), cards)
    return Record(line, kept, rules, pool, *parts, barred, cards_text, settlement_text)


def _records(matches: Mapping[int, re.Match[str]], form: str) -> dict[int, Record]:
    """The records of the lines that match a pattern, but of those with a fault."""
    groups = [match.groups() for match in matches.values()]
    names = [[_INDEXES[name] for name in group[2 : 2 + _N_TALON + N_SEATS]] for group in groups]
    talon, laid = np.split(np.array(names, dtype=np.int64), [_N_TALON], axis=1)
    hands, are_in_order = decode_hands([group[1] for group in groups])
    cards, are_of_form = decode_plays([group[-2] for group in groups], form)
    is_good = are_in_order & are_of_form & _are_deals(hands, talon) & _are_held(laid, hands)
    rows = zip(hands.tolist(), talon.tolist(), laid.tolist(), map(bytes, cards), strict=True)
    records = {
        line: _record(match, line, *row)
        for (line, match), row, good in zip(matches.items(), rows, is_good.tolist(), strict=True)
        if good
    }
    return {line: record for line, record in records.items() if record is not None}


def quick_records(texts: Mapping[int, str]) -> dict[int, Record]:
    """What `parse_record` would give for those of the lines that are in canonical form.

    Both have the texts, or records, by the numbers of their lines. A text may have a blank after
    each comma and colon. Lines in any other form, and faulty ones, are left out.
    """
    records: dict[int, Record] = {}
    for pattern, form in _WAYS:
        rest = ((line, pattern.fullmatch(texts[line])) for line in texts if line not in records)
        if matches := {line: match for line, match in rest if match}:
            records |= _records(matches, form)
    return records
