"""Records that are refused, each with one line that names the place (RECORD.md)."""

import json
import random
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee import referee
from referee.random_deals import random_record
from sample_records import (
    QUINOLA_LAID,
    QUINOLA_LED,
    changed,
    changed_settlement,
    changed_trick,
    compact,
    unsettled,
    without,
)

from analyser.errors import RecordError
from analyser.reversis.record_shapes import LocatedError
from analyser.reversis.record_text import parse_record
from analyser.reversis.records import settle, settled_json

random_records = st.integers(0, 10**9).map(random.Random).map(random_record)


def fault_of(line, name=""):
    """The message of the only line."""
    (error,) = settle([line], name, keep_going=True)
    assert isinstance(error, RecordError), error
    assert "\n" not in str(error)
    return str(error)


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
    assert list(map(settled_json, settle([QUINOLA_LAID]))) == [QUINOLA_LAID]
    forbidden = {"rules": {"quinola_discard": "forbidden"}} | unsettled(QUINOLA_LAID)
    assert "exchange, seat 3: the quinola may not be laid where" in fault_of(compact(forbidden))
    elsewhere = {"rules": {"quinola_discard": "forbidden"}} | unsettled(QUINOLA_LED)
    assert len(list(settle([compact(elsewhere)]))) == 1


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


def test_faults_carry_their_place():
    with pytest.raises(LocatedError) as error:
        parse_record(changed_trick(3, ["8C", "2C", "6C", "1C"]))
    assert error.value.place == ("play", "trick 3")
