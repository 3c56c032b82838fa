"""Deal records in canonical form: keys, cards and hands as RECORD.md has writers write them."""

import functools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyser.errors import RecordError
from analyser.reversis.notation import CARD_NAMES, hand_text
from analyser.reversis.options import rules_mapping
from analyser.reversis.record import (
    BARRED_CODES,
    COMPONENTS,
    DECLINED,
    KEYS,
    N_SEATS,
    N_TRICKS,
    NOBODY_BARRED,
    Record,
)
from kernels.reversis.rules import Rules

_Array: TypeAlias = NDArray[np.int64]

_KNOWN_KEYS = frozenset(KEYS)
_LAYS = {DECLINED: "null"} | {card: f'"{name}"' for card, name in enumerate(CARD_NAMES)}
_TRICK_FORM = ",".join(['"%s"'] * N_SEATS)
_PLAY_FORM = f'"play":[{",".join([f"[{_TRICK_FORM}]"] * N_TRICKS)}]'
_BARRED_WORDS = {code: word for word, code in BARRED_CODES.items()}


_encode_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_encode_ascii = json.JSONEncoder(separators=(",", ":")).encode


def _encode(value: Any) -> str:
    """Compact JSON with letters as they are, escaped where UTF-8 has no form for one."""
    if type(value) is int:
        return str(value)
    try:
        text = _encode_text(value)
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return _encode_ascii(value)
    except RecursionError:
        raise RecordError("arrays or objects are nested too deeply to be written") from None
    return text


@functools.lru_cache(maxsize=1024)
def _encoded_key(key: str) -> str:
    return _encode(key)


def _members(kept: dict[str, Any], keys: Iterable[str]) -> list[str]:
    return [f"{_encoded_key(key)}:{_encode(kept[key])}" for key in keys if key in kept]


def _cards_text(record: Record) -> str:
    """The members that every record has."""
    hands = '","'.join(map(hand_text, record.hands))
    talon = '","'.join([CARD_NAMES[card] for card in record.talon])
    laid = ",".join([_LAYS[card] for card in record.laid])
    play = _PLAY_FORM % tuple([CARD_NAMES[card] for card in record.cards])
    return f'"hands":["{hands}"],"talon":["{talon}"],"exchange":[{laid}],{play}'


def settlement_member(payments: list[int], pool: int, components: list[list[int]]) -> str:
    """A settlement as a member of a record's JSON, in canonical form.

    Fiches by seat, in the pool after the deal, and by component (RULES.md 10), then seat.
    """
    moved = [
        f'"{name}":[{a},{b},{c},{d}]'
        for name, (a, b, c, d) in zip(COMPONENTS, components, strict=True)
        if a or b or c or d
    ]
    a, b, c, d = payments
    return (
        f'"settlement":{{"payments":[{a},{b},{c},{d}],"pool":{pool},'
        f'"components":{{{",".join(moved)}}}}}'
    )


def record_json(record: Record, settlement_text: str | None = None) -> str:
    """The record in canonical form as one line of compact JSON, without the line's end.

    Keys are in the order of RECORD.md, then all others as they were read; cards in capitals, rank
    first, hands high to low. Keys left out when the record was read stay left out. The settlement
    is that of `settlement_text` (as `settlement_member` gives it) or none, whatever was read.
    """
    kept = record.kept
    cards_text = record.cards_text or _cards_text(record)
    members = [*_members(kept, ("rules", "pool")), cards_text, *_members(kept, ("barred",))]
    if settlement_text is not None:
        members.append(settlement_text)
    members += _members(kept, [key for key in kept if key not in _KNOWN_KEYS])
    return f"{{{','.join(members)}}}"


def _kept(pool: int, rules: Mapping[str, str | int], barred: tuple[int, ...]) -> dict[str, Any]:
    """The keys that tell under what a deal was played; those of no effect are left out."""
    words = {str(seat): _BARRED_WORDS[code] for seat, code in enumerate(barred) if code}
    data: dict[str, Any] = {"rules": dict(rules), "pool": pool, "barred": words}
    return {key: value for key, value in data.items() if value or key == "pool"}


def records_from(
    hands: _Array,
    talon: _Array,
    laid: _Array,
    cards: _Array,
    pool: _Array,
    rules: Rules,
    barred: _Array | None = None,
) -> Iterator[Record]:
    """Records of deals that were simulated, to be written with `record_json`.

    int64 arrays, one row a deal: hands [n, 4] sets as dealt; talon [n, 3] card indexes; laid [n, 4]
    card index or -1 for declined; cards [n, 44] card indexes in the order played; pool [n] fiches
    when play begins; barred [n, 4] 0 no, 1 `all`, 2 `but-breaks`, or None for nobody.
    """
    options = rules_mapping(rules)
    barred_rows = [list(NOBODY_BARRED)] * len(hands) if barred is None else barred.tolist()
    columns = (hands.tolist(), talon.tolist(), laid.tolist(), cards.tolist(), pool.tolist())
    for dealt, left, lays, played, fiches, bars in zip(*columns, barred_rows, strict=True):
        yield Record(
            line=0,
            kept=_kept(fiches, options, tuple(bars)),
            rules=rules,
            pool=fiches,
            hands=tuple(dealt),
            talon=tuple(left),
            laid=tuple(lays),
            cards=bytes(played),
            barred=tuple(bars),
        )
