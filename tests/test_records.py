"""Deal records (RECORD.md): read, checked, settled and written, line by line."""

import json
import random
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee import referee
from referee.random_deals import random_record

from analyser.errors import RecordError
from analyser.reversis import record_writer, records
from analyser.reversis.record_quick import quick_record
from analyser.reversis.record_shapes import LocatedError
from analyser.reversis.record_text import parse_record
from analyser.reversis.record_writer import record_json, records_from
from analyser.reversis.records import read_records, settle, settled_json

# Two deals of the C++ yardstick, as it writes them: the quinola led; a quinola laid.
QUINOLA_LED = (
    '{"hands":["KQJ972.AKJ.A.6","85.3.QJ865.J53","A4.972.732.K87","63.Q8654.4.Q942"],'
    '"talon":["9D","KD","AC"],"exchange":["JS","3H","2D","4C"],"play":['
    '["9S","8S","4S","3S"],["7S","5S","AS","6S"],["8C","2C","6C","5C"],["AC","9C","AD","3C"],'
    '["KC","QC","KH","JC"],["3D","4D","9D","KD"],["5D","7D","5H","KS"],["7H","4H","AH","8D"],'
    '["JH","6D","2H","8H"],["2S","JD","7C","6H"],["QS","QD","9H","QH"]],'
    '"settlement":{"payments":[-51,-10,-15,31],"pool":90,"components":{"party":[0,0,-5,5],'
    '"aces":[4,0,-5,1],"quinola":[-10,-10,-5,25],"pool":[-45,0,0,0]}}}'
)
QUINOLA_LAID = (
    '{"hands":["Q9432.A.AJ75.5","J65.72.Q943.QJ","A87.K854.K6.42","K.QJ6.82.K98763"],'
    '"talon":["9H","AC","3H"],"exchange":["JD","JS","KD","JH"],"play":['
    '["2S","5S","AS","KS"],["8S","KC","3S","6S"],["KH","QH","AH","2H"],["7D","4D","6D","8D"],'
    '["9C","5C","JC","2C"],["AC","4C","3C","5D"],["3D","7S","2D","AD"],["9S","9D","4H","6C"],'
    '["QS","7H","8H","7C"],["9H","QC","5H","6H"],["4S","QD","3H","8C"]],'
    '"settlement":{"payments":[-14,0,0,14],"pool":45,"components":{"party":[-12,0,0,12],'
    '"aces":[-2,0,0,2]}}}'
)
seeds = st.integers(0, 10**9).map(random.Random)
random_records = seeds.map(random_record)


def compact(record):
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def unsettled(line=QUINOLA_LED):
    record = json.loads(line)
    del record["settlement"]
    return record


def settled_lines(lines):
    return [settled_json(settled) for settled in settle(lines)]


def fault_of(line, name=""):
    """The message of the only line."""
    (error,) = settle([line], name, keep_going=True)
    assert isinstance(error, RecordError), error
    assert "\n" not in str(error)
    return str(error)


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


def changed(key, value):
    return compact(unsettled() | {key: value})


def changed_trick(number, trick):
    record = unsettled()
    record["play"][number - 1] = trick
    return compact(record)


def changed_settlement(key, value):
    record = json.loads(QUINOLA_LED)
    record["settlement"][key] = value
    return compact(record)


def without(key):
    record = unsettled()
    del record[key]
    return compact(record)


HANDS = unsettled()["hands"]
COMPONENTS = json.loads(QUINOLA_LED)["settlement"]["components"]
FAULTS = [
    ("{", "line 1: not JSON: Expecting property name"),
    ("not json", "line 1: not JSON: Expecting value, column 1"),
    (QUINOLA_LED + "]", "line 1: not JSON: Extra data"),
    (QUINOLA_LED[:300], "line 1: not JSON"),
    (b'{"note":"\xff"}', "line 1: not UTF-8: byte 0xff at place 10"),
    ("[]", "line 1: must be a record: one object with hands"),
    ("45", "line 1: must be a record: one object with hands"),
    ("null", "line 1: must be a record"),
    (changed("note", float("nan")), "line 1: NaN is not JSON"),
    (changed("pool", float("-inf")), "line 1: -Infinity is not JSON"),
    (changed("note", 1).replace('"note":1', '"note":1e999'), "number '1e999' is too large"),
    ('{"pool":1,"pool":1}', "line 1: key 'pool' stands twice in one object"),
    (QUINOLA_LED[:-1] + ',"play":[]}', "line 1: key 'play' stands twice"),
    (QUINOLA_LED[:-1] + ',"settlement":{}}', "line 1: key 'settlement' stands twice"),
    (changed("note", {}).replace("{}", '{"a":1,"a":1}'), "line 1: key 'a' stands twice"),
    ("[" * 100_000, "line 1: arrays or objects are nested too deeply"),
    ('{"pool":' + "9" * 5000 + "}", "line 1: a number has too many digits"),
    (without("hands"), "line 1, hands: this key is required and missing"),
    (without("talon"), "line 1, talon: this key is required and missing"),
    (without("exchange"), "line 1, exchange: this key is required and missing"),
    (without("play"), "line 1, play: this key is required and missing"),
    (changed("rules", []), "line 1, rules: must be an object of options and values, read an array"),
    (changed("rules", {"remize": 1}), "line 1, rules: option 'remize': no such option; did you"),
    (changed("rules", {"stake": 45.0}), "line 1, rules: option stake: 45.0 is not accepted"),
    (changed("rules", {"stake": True}), "line 1, rules: option stake: True is not accepted"),
    (changed("pool", 45.0), "line 1, pool: must be a whole number of fiches such as 45, read 45.0"),
    (changed("pool", True), "line 1, pool: must be a whole number of fiches such as 45, read true"),
    (changed("pool", None), "line 1, pool: must be a whole number of fiches such as 45, read null"),
    (changed("pool", "45"), 'line 1, pool: must be a whole number of fiches such as 45, read "45"'),
    (changed("pool", -1), "line 1, pool: must be from 0 to 1000000000000 fiches, read -1"),
    (changed("pool", 10**12 + 1), "line 1, pool: must be from 0 to 1000000000000 fiches"),
    (changed("hands", {}), "line 1, hands: must be an array of 4 hands, read an object"),
    (changed("hands", HANDS[:3]), "line 1, hands: must be an array of 4 hands, read 3"),
    (changed("hands", [*HANDS[:3], 5]), "line 1, hands, seat 3: must be a string such as AK7"),
    (changed("hands", ["KQJ972.AKJ.A", *HANDS[1:]]), "line 1, hands, seat 0: hand 'KQJ972.AKJ.A'"),
    (changed("hands", ["KQJ972.AKJ.A.T", *HANDS[1:]]), "hands, seat 0: clubs 'T': the pack has no"),
    (
        changed("hands", ["KQJ972.AK10.A.6", *HANDS[1:]]),
        "hearts 'AK10': the pack has no tens",
    ),
    (changed("hands", ["KQJ972.AKX.A.6", *HANDS[1:]]), "seat 0: hearts 'AKX': 'X' is no rank"),
    (changed("hands", ["KQJ972.AKK.A.6", *HANDS[1:]]), "hands, seat 0: card KH: given twice"),
    (changed("hands", ["KQJ972.AKJ.A.", *HANDS[1:]]), "seat 0: 10 cards read, 11 are dealt"),
    (changed("hands", [HANDS[3], *HANDS[1:3], HANDS[0]]), "seat 0: 12 cards read, 11 are dealt"),
    (changed("hands", ["KQJ972.AKJ.A.", "85.3.QJ865.J653", *HANDS[2:]]), "seat 0: 10 cards read"),
    (changed("hands", ["KQJ972.AKJ.A.7", *HANDS[1:]]), "7C is dealt twice, missing: 6C"),
    (changed("talon", ["9D", "KD", "KC"]), "hands and talon: card KC is dealt twice, missing: AC"),
    (changed("talon", ["9D", "9D", "AC"]), "hands and talon: card 9D is dealt twice, missing: KD"),
    (changed("talon", ["9D", "KD"]), "line 1, talon: must be an array of 3 cards, read 2"),
    (changed("talon", ["9D", "KD", None]), "line 1, talon: must be a string such as JH, read null"),
    (changed("talon", ["9D", "KD", "10C"]), "line 1, talon: card '10C': the pack has no tens"),
    (changed("talon", "9D"), 'talon: must be an array of 3 cards, read "9D", a string'),
    (changed("exchange", ["JS", "3H", "2D"]), "exchange: must be an array of 4 cards or nulls"),
    (changed("exchange", ["JS", "3H", "2D", None]), "exchange, seat 3: the dealer lays one of the"),
    (changed("exchange", ["9D", "3H", "2D", "4C"]), "exchange, seat 0: card 9D is not in this se"),
    (changed("exchange", ["JS", "TH", "2D", "4C"]), "exchange, seat 1: card 'TH': the pack has no"),
    (changed("exchange", ["JS", 3, "2D", "4C"]), "exchange, seat 1: must be a string such as JH"),
    (changed("play", unsettled()["play"][:10]), "play: must be an array of 11 tricks, read 10"),
    (changed("play", {}), "play: must be an array of 11 tricks, read an object"),
    (changed_trick(3, ["8C", "2C", "6C"]), "play, trick 3: must be an array of 4 cards, read 3"),
    (changed_trick(3, "8C2C"), "play, trick 3: must be an array of 4 cards, read"),
    (changed_trick(3, {"8C": 1, "2C": 1, "6C": 1, "5C": 1}), "play, trick 3: must be an array of"),
    (
        changed_trick(3, ["8C", "2C", "6C", "10C"]),
        "trick 3: card '10C': the pack has no tens",
    ),
    (changed_trick(3, ["8C", "2C", "6C", ["5C"]]), "play, trick 3: must be a string such as JH"),
    (changed_trick(3, ["8C", "2C", "6C", "1C"]), "play, trick 3: card '1C': a card is a rank"),
    (changed_trick(1, ["9S", "KH", "4S", "3S"]), "play, trick 1, card KH: seat 1 does not hold it"),
    (changed_trick(2, ["7S", "5S", "AS", "3S"]), "trick 2, card 3S: seat 3 does not hold it"),
    (changed_trick(1, ["9S", "JC", "4S", "3S"]), "card JC: seat 1 must follow spades, holds 8S 5S"),
    (changed_trick(6, ["3D", "4D", "JH", "KD"]), "seat 0 must follow diamonds, holds 9D"),
    (changed("barred", ["0"]), "line 1, barred: must be an object such as"),
    (changed("barred", {"4": "all"}), "line 1, barred: key '4' is no seat"),
    (changed("barred", {"0": "some"}), "barred, seat 0: must be all or but-breaks, read"),
    (changed("barred", {"0": []}), "barred, seat 0: must be all or but-breaks, read an array"),
    (changed("settlement", None), "line 1, settlement: must be an object with exactly payments"),
    (
        changed("settlement", {}),
        "must have exactly payments, pool, components, read none",
    ),
    (changed_settlement("note", 1), "settlement: must have exactly payments, pool, components"),
    (changed_settlement("payments", [0] * 3), "settlement, payments: must be an array of 4 whole"),
    (
        changed_settlement("payments", [-51, -10, -15, 31.0]),
        "payments: must be an array of 4 whole",
    ),
    (changed_settlement("payments", [False, 0, 0, 0]), "payments: must be an array of 4 whole num"),
    (
        changed_settlement("payments", [-51, -10, -15, 32]),
        "read [-51, -10, -15, 32], computed [-51",
    ),
    (changed_settlement("pool", 90.0), "settlement, pool: must be a whole number of fiches"),
    (changed_settlement("pool", 45), "settlement, pool: read 45, computed 90"),
    (changed_settlement("components", []), "settlement, components: must be an object"),
    (changed_settlement("components", {}), "components, party: read none, computed [0, 0, -5, 5]"),
    (
        changed_settlement("components", COMPONENTS | {"ace": [0, 0, 0, 1]}),
        "components, 'ace': no such component; did you mean aces?",
    ),
    (
        changed_settlement("components", COMPONENTS | {"reversis": [0, 0, 0, 0]}),
        "components, 'reversis': zero for all four seats; such a component is left out",
    ),
    (
        changed_settlement("components", COMPONENTS | {"reversis": [1, -1, 0, 0]}),
        "components, reversis: read [1, -1, 0, 0], computed none",
    ),
    (
        QUINOLA_LED.replace('"aces":[4,0,-5,1]', '"aces":[4,0,-5,1],"aces":[4,0,-5,1]'),
        "line 1: key 'aces' stands twice in one object",
    ),
]


@pytest.mark.parametrize(("line", "message"), FAULTS)
def test_faults_are_named_with_their_place(line, message):
    assert message in fault_of(line)


@pytest.mark.parametrize(("line", "message"), FAULTS)
def test_faults_are_the_same_in_other_layouts_and_files(line, message):
    spaced = line if isinstance(line, bytes) else line.replace('","', '", "')
    told = fault_of(spaced, "my deals.jsonl")
    assert told.startswith("my deals.jsonl, line 1")
    if "column" not in message:
        assert message.removeprefix("line 1") in told.removeprefix("my deals.jsonl, line 1")


def test_4_the_quinola_may_be_laid_unless_forbidden():
    assert settled_lines([QUINOLA_LAID]) == [QUINOLA_LAID]
    forbidden = {"rules": {"quinola_discard": "forbidden"}} | unsettled(QUINOLA_LAID)
    assert "exchange, seat 3: the quinola may not be laid where" in fault_of(compact(forbidden))
    elsewhere = {"rules": {"quinola_discard": "forbidden"}} | unsettled(QUINOLA_LED)
    assert len(settled_lines([compact(elsewhere)])) == 1


@settings(max_examples=100, deadline=None)
@given(random_records, st.data())
def test_5_faults_of_play_are_those_of_the_referee(record, data):
    """Two cards of the play trade places: the referee names the same trick and card."""
    places = data.draw(st.lists(st.integers(0, 43), min_size=2, max_size=2, unique=True))
    cards = list(chain.from_iterable(record["play"]))
    a, b = places
    cards[a], cards[b] = cards[b], cards[a]
    record["play"] = [cards[n : n + 4] for n in range(0, 44, 4)]
    (item,) = settle([json.dumps(record)], keep_going=True)
    error = referee_fault(record)
    assert isinstance(item, RecordError) == (error is not None)
    if error is not None:
        assert str(item).startswith(f"line 1, play, trick {error.trick}, card {error.card}: ")
        assert ("does not hold" in str(item)) == ("does not hold" in error.message)


def referee_fault(record):
    try:
        referee.check(record)
    except referee.RefereeError as error:
        return error
    return None


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


def test_faults_carry_their_place():
    with pytest.raises(LocatedError) as error:
        parse_record(changed_trick(3, ["8C", "2C", "6C", "1C"]))
    assert error.value.place == ("play", "trick 3")
