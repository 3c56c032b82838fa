"""Deal records (RECORD.md): read, checked, settled and written, line by line."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee import referee
from referee.random_deals import random_record
from sample_records import QUINOLA_LAID, QUINOLA_LED, compact, unsettled

from analyser.errors import RecordError
from analyser.reversis import record_writer, records
from analyser.reversis.record_quick import quick_records
from analyser.reversis.record_text import parse_record
from analyser.reversis.record_writer import record_json, records_from
from analyser.reversis.records import read_records, settle, settled_json

seeds = st.integers(0, 10**9).map(random.Random)
random_records = seeds.map(random_record)


def settled_lines(lines):
    return [settled_json(settled) for settled in settle(lines)]


def test_settled_records_of_the_yardstick_come_out_as_they_went_in():
    lines = [QUINOLA_LED, QUINOLA_LAID]
    assert settled_lines(lines) == lines
    assert settled_lines([line.encode() + b"\r\n" for line in lines]) == lines
    assert settled_lines([json.dumps(json.loads(line)) for line in lines]) == lines
    assert settled_lines([json.dumps(unsettled(line)) for line in lines]) == lines


@pytest.mark.parametrize("blank", ["", " "])
def test_lines_of_programs_are_read_the_quick_way(blank):
    for line in (QUINOLA_LED, QUINOLA_LAID):
        spaced = json.dumps(json.loads(line), separators=(f",{blank}", f":{blank}"))
        assert quick_record(spaced) is not None


@settings(max_examples=60, deadline=None)
@given(random_records)
def test_10_settlements_are_those_of_the_referee(record):
    computed = referee.settle(record)
    (settled,) = settle([json.dumps(record)])
    assert settled.settlement == {
        "payments": computed.payments,
        "pool": computed.pool,
        "components": {n: f for n, f in computed.components.items() if any(f)},
    }


@settings(max_examples=60, deadline=None)
@given(random_records)
def test_settling_is_idempotent(record):
    (line,) = settled_lines([json.dumps(record)])
    assert settled_lines([line]) == [line]
    assert quick_record(line) is not None
    assert json.loads(line).keys() == record.keys() | {"settlement"}


def quick_record(line):
    """What the quick way makes of one line."""
    return quick_records({0: line}).get(0)


def same_record(quick, slow):
    """Whether both ways say the same, but for the texts that only the quick way keeps."""
    if quick.settlement_text is not None:
        quick.kept |= json.loads(f"{{{quick.settlement_text}}}")
    quick.cards_text = quick.settlement_text = None
    return quick == slow


@settings(max_examples=100, deadline=None)
@given(random_records, st.booleans(), st.booleans())
def test_the_quick_way_reads_what_the_long_way_reads(record, is_settled, is_spaced):
    record = dict(sorted(record.items(), key=lambda item: records_order(item[0])))
    line = settled_lines([json.dumps(record)])[0] if is_settled else compact(record)
    line = json.dumps(json.loads(line)) if is_spaced else line
    quick = quick_record(line)
    assert quick is not None
    assert same_record(quick, parse_record(line))


def records_order(key):
    keys = ("rules", "pool", "hands", "talon", "exchange", "play", "barred", "settlement")
    return keys.index(key)


HEADS = [
    "",
    '"rules":{"remise":"pool"},',
    '"note":"a}b","rules":{},"pool":7,',
    '"pool":0,',
    '"x":{"y":"}",',
    '"x":{"y":1,',
    '"x":{"y":"},',
]
TAILS = [
    "",
    ',"barred":{"0":"all"}',
    ',"note":"a, b"',
    ',"play":[]',
    ',"hands":null',
    ',"settlement":{"payments":[0,0,0,0],"pool":45,"components":{}}',
]


@st.composite
def damaged_lines(draw):
    """A line in canonical form with keys before and after, and a character or two changed."""
    line = draw(st.sampled_from([QUINOLA_LED, compact(unsettled())]))
    line = "{" + draw(st.sampled_from(HEADS)) + line[1:-1] + draw(st.sampled_from(TAILS)) + "}"
    line = line if draw(st.booleans()) else line.replace(",", ", ").replace(":", ": ")
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(line) - 1))
        letters = st.sampled_from([*'AKQJT98765432SHDC[]{}",:. -0é\\RS\x01', ""])
        line = line[:place] + draw(letters) + line[place + draw(st.integers(0, 1)) :]
    return line


@settings(max_examples=1000, deadline=None)
@given(damaged_lines())
def test_the_quick_way_accepts_nothing_that_the_long_way_refuses(line):
    quick = quick_record(line)
    if quick is not None:
        assert same_record(quick, parse_record(line))


@settings(max_examples=100, deadline=None)
@given(st.lists(damaged_lines(), min_size=2, max_size=8))
def test_lines_read_together_are_those_read_one_by_one(lines):
    alone = {number: quick_record(line) for number, line in enumerate(lines)}
    together = quick_records(dict(enumerate(lines)))
    assert {number: replace(record, line=0) for number, record in together.items()} == {
        number: record for number, record in alone.items() if record is not None
    }


def test_suits_longer_than_any_are_faults_and_no_warnings():
    line = QUINOLA_LED.replace('"hands":["', '"hands":["' + 70_000 * "A")
    with pytest.raises(RecordError, match="line 1, hands"):
        list(settle([line]))


def with_spelling(line, respell):
    record = json.loads(line)
    for key in ("talon", "exchange"):
        record[key] = [respell(card) for card in record[key]]
    record["play"] = [[respell(card) for card in trick] for trick in record["play"]]
    return record


@pytest.mark.parametrize(
    "respell",
    [
        str.lower,
        lambda card: card[::-1],
        lambda card: card.translate(str.maketrans("CDHS", "♣♦♥♠")),
        lambda card: card[::-1].lower().translate(str.maketrans("cdhs", "♣♦♥♠")),
    ],
)
def test_other_spellings_are_written_in_capitals_rank_first(respell):
    record = with_spelling(QUINOLA_LED, respell)
    record["hands"] = [
        ".".join("".join(reversed(suit)) for suit in hand.lower().split("."))
        for hand in record["hands"]
    ]
    assert settled_lines([json.dumps(record)]) == [QUINOLA_LED]
    assert settled_lines([compact(record)]) == [QUINOLA_LED]


def test_hands_are_written_from_high_to_low():
    record = json.loads(QUINOLA_LED)
    record["hands"][0] = "QKJ279.AJK.A.6"
    assert settled_lines([compact(record)]) == [QUINOLA_LED]


def test_empty_lines_byte_order_marks_and_carriage_returns_are_skipped():
    lines = ["\ufeff\n", "\ufeff" + QUINOLA_LED + "\r\n", "\r\n", "  \t \n", QUINOLA_LAID, ""]
    assert settled_lines(lines) == [QUINOLA_LED, QUINOLA_LAID]
    assert settled_lines([line.encode() for line in lines]) == [QUINOLA_LED, QUINOLA_LAID]
    assert [record.line for record in read_records(lines)] == [2, 5]


def test_other_keys_are_kept_after_the_known_ones():
    record = {"note": "скоро, ♥", "id": [1, 2.5, None, {"a": True}]} | unsettled()
    (line,) = settled_lines([json.dumps(record)])
    assert line.endswith('}},"note":"скоро, ♥","id":[1,2.5,null,{"a":true}]}')
    assert line.startswith('{"hands":')
    assert settled_lines([line]) == [line]


def test_half_a_surrogate_pair_is_written_as_an_escape():
    (line,) = settled_lines([json.dumps(unsettled() | {"note": "\ud83d"})])
    assert line.encode().endswith(b',"note":"\\ud83d"}')


def test_known_keys_come_in_the_order_of_the_format():
    record = {"settlement": None, "barred": {"2": "all"}, "pool": 7, "rules": {"stake": 10}}
    record = {key: value for key, value in record.items() if value is not None} | unsettled()
    (line,) = settled_lines([json.dumps(record)])
    keys = ["rules", "pool", "hands", "talon", "exchange", "play", "barred", "settlement"]
    assert list(json.loads(line)) == keys
    assert '"rules":{"stake":10},"pool":7,' in line
    assert '"barred":{"2":"all"}' in line


def test_the_pool_is_the_first_stake_under_the_rules_when_left_out():
    record = unsettled(QUINOLA_LAID) | {"rules": {"stake": 100, "dealer_stake": 1}}
    (settled,) = settle([json.dumps(record)])
    assert settled.record.pool == settled.settlement["pool"] == 301


def test_records_under_different_rules_keep_their_order():
    stakes = [10, 20, 10, 30, 20, 10]
    lines = [compact({"rules": {"stake": s}} | unsettled(QUINOLA_LAID)) for s in stakes]
    assert [s.settlement["pool"] for s in settle(lines)] == [3 * s + 15 for s in stakes]


def test_batches_do_not_show(monkeypatch):
    lines = [QUINOLA_LED, "{}", QUINOLA_LAID, QUINOLA_LED, "[]"] * 3
    whole = texts_kept_going(lines)
    monkeypatch.setattr(records, "N_RECORDS_A_BATCH", 2)
    assert texts_kept_going(lines) == whole
    assert len(whole) == len(lines)


def texts_kept_going(lines):
    items = settle(lines, keep_going=True)
    return [str(item) if isinstance(item, RecordError) else settled_json(item) for item in items]


def test_the_first_faulty_line_stops_after_those_before_it():
    lines = iter([QUINOLA_LED, QUINOLA_LAID, "{", QUINOLA_LED])
    stream = settle(lines, "deals.jsonl")
    assert [settled_json(next(stream)) for _ in range(2)] == [QUINOLA_LED, QUINOLA_LAID]
    with pytest.raises(RecordError, match=r"deals\.jsonl, line 3: not JSON"):
        next(stream)


def test_kept_going_the_faults_stand_in_their_places():
    items = list(settle([QUINOLA_LED, "{}", "", QUINOLA_LAID, "[]"], keep_going=True))
    assert [isinstance(item, RecordError) for item in items] == [False, True, False, True]
    assert [str(items[1])[:6], str(items[3])[:6]] == ["line 2", "line 5"]


@settings(max_examples=60, deadline=None)
@given(random_records)
def test_records_are_written_from_arrays_as_they_were_read(record):
    read = parse_record(json.dumps(record))
    (built,) = records_from(
        np.array([read.hands]),
        np.array([read.talon]),
        np.array([read.laid]),
        np.array([list(read.cards)]),
        np.array([read.pool]),
        read.rules,
        np.array([read.barred]),
    )
    again = quick_record(record_json(built))
    assert again is not None
    for field in ("rules", "pool", "hands", "talon", "laid", "cards", "barred"):
        assert getattr(again, field) == getattr(built, field) == getattr(read, field)


def test_written_from_arrays_only_the_pool_is_always_there():
    read = parse_record(QUINOLA_LED)
    columns = [np.array([value]) for value in (read.hands, read.talon, read.laid)]
    (built,) = records_from(*columns, np.array([list(read.cards)]), np.array([45]), read.rules)
    assert list(json.loads(record_json(built))) == ["pool", "hands", "talon", "exchange", "play"]


def test_nesting_too_deep_to_write_is_a_named_error(monkeypatch):
    def too_deep(value):
        raise RecursionError

    read = parse_record(compact(unsettled() | {"note": []}))
    monkeypatch.setattr(record_writer, "_encode_text", too_deep)
    with pytest.raises(RecordError, match="nested too deeply to be written"):
        record_json(read)
