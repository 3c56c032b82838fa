"""Deal records (RECORD.md): reading a stream of lines, settling it, one line for each.

Records are replayed by the kernel in batches, so memory does not grow with the stream.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from analyser.errors import RecordError
from analyser.reversis.notation import (
    CARD_NAMES,
    SUIT_NAMES,
    SUIT_SETS,
    SUITS,
    cards_of,
    set_of,
    shown,
)
from analyser.reversis.record import COMPONENTS, N_SEATS, N_TRICKS, Record
from analyser.reversis.record_quick import quick_records
from analyser.reversis.record_shapes import LocatedError, json_object
from analyser.reversis.record_text import check_settlement_shape, parse_record
from analyser.reversis.record_writer import record_json, settlement_member
from kernels.reversis.rules import Rules

if TYPE_CHECKING:
    from kernels.reversis.batches import Replayed

Line: TypeAlias = str | bytes
Settlement: TypeAlias = dict[str, Any]

N_RECORDS_A_BATCH = 1024  # calling the kernel costs little for each; memory stays small
_BLANKS = " \t\r\n"


class Settled(NamedTuple):
    """A record that has been replayed: its settlement's JSON, and its row in the kernel's answer.

    `settlement_text` is the member of that name in canonical form.
    """

    record: Record
    settlement_text: str
    replayed: "Replayed"
    row: int

    @property
    def settlement(self) -> Settlement:
        """The settlement as records hold it: `payments`, `pool` and `components`."""
        return _settlement(self.settlement_text)


def _settlement(text: str) -> Settlement:
    settlement: Settlement = json_object(f"{{{text}}}")["settlement"]
    return settlement


def _text(line: Line) -> str:
    """The line as text, without blanks at its ends and a byte-order mark."""
    if isinstance(line, bytes):
        try:
            line = line.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = f"byte {line[error.start]:#04x} at place {error.start + 1}"
            raise LocatedError(f"not UTF-8: {byte}; records are UTF-8 text") from None
    return line.strip(_BLANKS).lstrip("\ufeff").lstrip(_BLANKS)


def _record_error(fault: LocatedError, line: int, name: str) -> RecordError:
    place = [name, f"line {line}", *fault.place] if name else [f"line {line}", *fault.place]
    return RecordError(f"{', '.join(place)}: {fault.reason}")


def _parsed(text: str, line: int, name: str) -> Record | RecordError:
    try:
        return parse_record(text, line)
    except LocatedError as fault:
        return _record_error(fault, line, name)


def read_records(
    lines: Iterable[Line], name: str = "", first: int = 1
) -> list[Record | RecordError]:
    """Each line's record, or the error that names the line and the place of its fault.

    The play and a settlement in canonical form are not checked here but by `settle`. `name` is the
    file's, for messages, and `first` the number of the first line. Empty lines, byte-order marks
    and CRLF are accepted.
    """
    items: dict[int, Record | RecordError] = {}
    texts: dict[int, str] = {}
    for number, line in enumerate(lines, first):
        try:
            text = _text(line)
        except LocatedError as fault:
            items[number] = _record_error(fault, number, name)
        else:
            if text:
                texts[number] = text
    items |= quick_records(texts)
    items |= {line: _parsed(texts[line], line, name) for line in texts if line not in items}
    return [items[number] for number in sorted(items)]


def _replay(records: list[Record], rules: Rules) -> "Replayed":
    """Checks of play and settlement by the kernel, for records under the same rules."""
    from kernels.reversis.batches import replay_records

    played = np.frombuffer(b"".join([record.cards for record in records]), dtype=np.uint8)
    return replay_records(
        hands=np.array([record.hands for record in records], dtype=np.int64),
        talon=np.array([record.talon for record in records], dtype=np.int64),
        laid=np.array([record.laid for record in records], dtype=np.int64),
        cards=played.reshape(len(records), N_SEATS * N_TRICKS).astype(np.int64),
        barred=np.array([record.barred for record in records], dtype=np.int64),
        pool=np.array([record.pool for record in records], dtype=np.int64),
        rules=rules,
    )


def compile_replay() -> None:
    """Have the kernel compiled that replays records, where it is not yet."""
    _replay([], Rules())


def settlement_texts(replayed: "Replayed") -> list[str]:
    """The settlement of each row of the kernel's answer, as `settlement_member` gives it."""
    columns = (replayed.payments, replayed.pool_after, replayed.components)
    return list(map(settlement_member, *(column.tolist() for column in columns)))


def _check_play(record: Record, replayed: "Replayed", row: int) -> None:
    """5, 9. Raises LocatedError for the card that is not held, or off a suit to be followed."""
    from kernels.reversis.replay import REVOKE

    trick, place = int(replayed.fault_trick[row]), int(replayed.fault_place[row])
    seat = (int(replayed.leaders[row, trick - 1]) + place) % N_SEATS
    n_played_before = N_SEATS * (trick - 1) + place
    card, led = record.cards[n_played_before], record.cards[N_SEATS * (trick - 1)]
    reason = f"seat {seat} does not hold it"
    if replayed.fault[row] == REVOKE:
        held = record.hand_played(seat) & ~set_of(record.cards[:n_played_before])
        of_suit = " ".join(CARD_NAMES[c] for c in cards_of(held & SUIT_SETS[led % len(SUITS)]))
        reason = f"seat {seat} must follow {SUIT_NAMES[led % len(SUITS)]}, holds {of_suit}"
    raise LocatedError(reason, "play", f"trick {trick}", f"card {CARD_NAMES[card]}")


def _stated_settlement(record: Record) -> Settlement | None:
    """The settlement that the record brings along, if any; raises LocatedError for its shape."""
    if record.settlement_text is None:
        return record.kept.get("settlement")
    stated = _settlement(record.settlement_text)
    check_settlement_shape(stated)
    return stated


def _check_settlement(record: Record, computed_text: str) -> None:
    """Raises LocatedError for the first figure of the record's settlement that is another."""
    if record.settlement_text == computed_text:
        return
    stated = _stated_settlement(record)
    if stated is None:
        return
    computed = _settlement(computed_text)
    for key in ("payments", "pool"):
        _check_figures(stated[key], computed[key], "settlement", key)
    for name in COMPONENTS:
        figures = (side["components"].get(name) for side in (stated, computed))
        _check_figures(*figures, "settlement", "components", name)


def _check_figures(read: object, computed: object, *place: str) -> None:
    if read != computed:
        texts = ("none" if side is None else shown(side) for side in (read, computed))
        raise LocatedError("read {}, computed {}".format(*texts), *place)


def _settled_rows(records: list[Record], rules: Rules, name: str) -> list[Settled | RecordError]:
    """The records of one batch under the same rules, each settled or with its error."""
    replayed = _replay(records, rules)
    faults = replayed.fault.tolist()
    rows: list[Settled | RecordError] = []
    for row, (record, text) in enumerate(zip(records, settlement_texts(replayed), strict=True)):
        try:
            if faults[row]:
                _check_play(record, replayed, row)
            _check_settlement(record, text)
            rows.append(Settled(record, text, replayed, row))
        except LocatedError as fault:
            rows.append(_record_error(fault, record.line, name))
    return rows


def _settled_batch(items: list[Record | RecordError], name: str) -> Iterator[Settled | RecordError]:
    """The batch in the order read; the kernel sees the records grouped by their rules."""
    groups: dict[Rules, list[Record]] = defaultdict(list)
    for item in items:
        if isinstance(item, Record):
            groups[item.rules].append(item)
    settled = {rules: iter(_settled_rows(group, rules, name)) for rules, group in groups.items()}
    for item in items:
        yield next(settled[item.rules]) if isinstance(item, Record) else item


def settled_batches(
    batches: Iterable[Sequence[Line]], name: str = "", keep_going: bool = False
) -> Iterator[list[Settled | RecordError]]:
    """As `settle`, for lines that arrive in batches: an answer to each batch as soon as it is read.

    A batch should be of N_RECORDS_A_BATCH lines or less. A faulty line raises its RecordError
    after the records before it were given.
    """
    first = 1
    for lines in batches:
        results = list(_settled_batch(read_records(lines, name, first), name))
        first += len(lines)
        fault = next((result for result in results if isinstance(result, RecordError)), None)
        if fault is None or keep_going:
            yield results
            continue
        yield results[: results.index(fault)]
        raise fault


def _batches(lines: Iterable[Line]) -> Iterator[list[Line]]:
    rest = iter(lines)
    while batch := list(islice(rest, N_RECORDS_A_BATCH)):
        yield batch


def settle(
    lines: Iterable[Line], name: str = "", keep_going: bool = False
) -> Iterator[Settled | RecordError]:
    """Each record of a stream, checked completely and settled, in the order read.

    A settlement that a record brings along must be the one computed. The first faulty line raises
    its RecordError; with `keep_going` the error is yielded in that record's place.
    """
    for results in settled_batches(_batches(lines), name, keep_going):
        yield from results


def settled_json(settled: Settled) -> str:
    """The record with its settlement as one line of compact JSON, without the line's end."""
    return record_json(settled.record, settled.settlement_text)
