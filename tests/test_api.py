"""The functions for Python: plain values in, tables and records out, named errors."""

import io
import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from command_line import done
from sample_records import QUINOLA_LAID, QUINOLA_LED, changed_trick, unsettled

import analyser
from analyser import api, discard, play, settle, simulate
from analyser.errors import AnalyserError, ConfigError, NotationError, OptionError, RecordError

HAND = "Q72.J93.A842.6"


def test_the_package_has_the_functions_and_loads_them_when_asked():
    code = (
        "import sys, analyser\n"
        "assert 'analyser.api' not in sys.modules and 'numpy' not in sys.modules\n"
        "assert {'simulate', 'discard', 'settle', 'play'} <= set(dir(analyser))\n"
        "from analyser import settle\n"
        "assert 'analyser.api' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    for name in analyser.__all__:
        assert getattr(analyser, name) is getattr(api, name)
    with pytest.raises(AttributeError, match="'analyser' has no attribute 'simulte'"):
        _ = analyser.simulte


def test_simulate_is_what_the_command_prints(capsys):
    lineup = ["steady", "duck", "random", "steady:break_from=9"]
    arguments = [part for policy in lineup for part in ("--policy", policy)]
    text = done(capsys, "simulate", "--deals", 2000, "--rule", "remise=pool", "--pool", 30,
                "--rotate", "--seed", 5, "--format", "csv", *arguments)  # fmt: skip
    table = simulate(lineup, 2000, rules={"remise": "pool"}, pool=30, rotate=True, seed=5)
    pd.testing.assert_frame_equal(pd.read_csv(io.StringIO(text)), table, check_dtype=False)


def test_numbers_of_numpy_are_numbers():
    expected = simulate("duck", 100, seed=3, pool=7)
    assert simulate("duck", np.int64(100), seed=np.uint64(3), pool=np.int32(7)).equals(expected)
    assert next(play("duck", np.int64(1), seed=np.int64(3)))["id"] == "3:0"


def test_rules_are_a_preset_a_file_or_a_mapping(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("party_base = 40\n")
    from_file = simulate("duck", 500, rules=str(path))
    assert simulate("duck", 500, rules={"party_base": 40}).equals(from_file)
    assert simulate("duck", 500, rules="seed").equals(simulate("duck", 500))
    assert not simulate("duck", 500).equals(from_file)


def test_discard_has_a_row_a_lay():
    table = discard(HAND, seat=2, policy="duck", deals=10_000)
    assert len(table) == 12
    assert table["from_best_fiches"].iloc[0] == 0


def test_a_record_comes_back_with_its_settlement():
    record = unsettled(QUINOLA_LED) | {"note": "é"}
    before = json.dumps(record)
    settled = settle(record)
    assert settled == json.loads(QUINOLA_LED) | {"note": "é"}
    assert json.dumps(record) == before
    assert settle(QUINOLA_LED) == settle(QUINOLA_LED.encode()) == json.loads(QUINOLA_LED)


def test_records_come_back_one_by_one():
    found = settle([unsettled(QUINOLA_LED), QUINOLA_LAID, QUINOLA_LED.encode()])
    assert iter(found) is found
    assert list(found) == [json.loads(line) for line in (QUINOLA_LED, QUINOLA_LAID, QUINOLA_LED)]
    assert list(settle([])) == []


def test_a_faulty_record_is_named():
    records = [unsettled(), changed_trick(1, ["9S", "JC", "4S", "3S"])]
    with pytest.raises(RecordError, match=r"^line 2, play, trick 1, card JC: seat 1 must follow"):
        list(settle(records))
    with pytest.raises(RecordError, match=r"^line 1, hands: this key is required"):
        settle({})
    with pytest.raises(RecordError, match="cannot be written as JSON"):
        settle(unsettled() | {"note": {1, 2}})
    with pytest.raises(RecordError, match=r"^read 5; a record is a dict, or its line of JSON"):
        list(settle([5]))
    with pytest.raises(RecordError, match="an empty line"):
        settle("  ")


def test_play_gives_what_settle_settles():
    records = list(play(["duck", "random", "steady", "duck"], 1200, seed=6, first_deal=50))
    assert [record["id"] for record in records] == [f"6:{50 + n}" for n in range(1200)]
    bare = [{k: v for k, v in record.items() if k != "settlement"} for record in records]
    assert list(settle(bare)) == [
        bare[n] | {"settlement": record["settlement"]} for n, record in enumerate(records)
    ]
    assert records[7] == next(play(["duck", "random", "steady", "duck"], seed=6, first_deal=57))


def test_the_deals_are_those_that_simulate_plays():
    payments = [record["settlement"]["payments"] for record in play("random", 800, seed=2)]
    table = simulate("random", 800, seed=2)
    assert table["fiches_per_deal"].iloc[:4].tolist() == np.mean(payments, axis=0).tolist()


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: simulate("duk"), ConfigError, "did you mean duck?"),
        (lambda: simulate(["duck", "duck"]), ConfigError, "2 policies"),
        (lambda: simulate("duck", 0), OptionError, "deals 0: a whole number from 1"),
        (lambda: simulate("duck", 10, seed=-1), OptionError, "seed -1: a whole number from 0"),
        (lambda: simulate("duck", 10, seed=2**64), OptionError, "seed 1844674407370"),
        (lambda: simulate("duck", 10, seed="one"), OptionError, "seed 'one'"),
        (lambda: simulate("duck", 10, pool=-1), OptionError, "pool -1"),
        (lambda: simulate("duck", 10, pool=4.5), OptionError, "pool 4.5"),
        (lambda: simulate("duck", 10, rules="none"), ConfigError, "no such file"),
        (lambda: simulate("duck", 10, rules={"remize": 1}), ConfigError, "did you mean remise?"),
        (lambda: simulate("duck", 10, threads=0), OptionError, "threads 0"),
        (lambda: simulate("duck", 10, until_width=-1), OptionError, "until_width -1"),
        (lambda: discard("AK7"), NotationError, "'AK7'"),
        (lambda: discard(HAND, 4), OptionError, "seat 4: 0, 1, 2 or 3"),
        (lambda: discard(HAND, policy="duk"), ConfigError, "did you mean duck?"),
        (lambda: discard(HAND, opponents="duk"), ConfigError, "did you mean duck?"),
        (lambda: discard(HAND, until_width=1, until_decided=True), OptionError, "not on both"),
        (lambda: play("duck", 0), OptionError, "deals 0"),
        (lambda: play("duck", first_deal=-1), OptionError, "first deal -1"),
        (lambda: play("duck", 2, first_deal=2**63 - 2), OptionError, "the last must be below"),
        (lambda: play("duk"), ConfigError, "did you mean duck?"),
    ],
)
def test_wrong_arguments_are_named_errors_at_once(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert isinstance(raised.value, AnalyserError)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
