"""The options of RULES.md 13: their table against the page itself, and how they are read."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernels.reversis
from analyser.errors import ConfigError
from analyser.reversis import options
from analyser.reversis.option_table import LARGEST_AMOUNT, OPTIONS
from analyser.reversis.options import (
    option_rows,
    preset_text,
    rules_from,
    rules_from_mapping,
    rules_mapping,
)
from kernels.reversis.rules import REMISE_POOL, REMISE_STAKE, Rules, first_stake

PAGE = (Path(kernels.reversis.__file__).parent / "RULES.md").read_text("utf-8")
SECTION_13 = PAGE.partition("## 13. Options")[2]
AMOUNTS = SECTION_13.partition("each by its name")[2].partition("| any whole number")[0]


def values_of(option):
    words = [word for word, _ in option.words]
    numbers = [] if option.minimum is None else [option.minimum, option.maximum]
    return st.sampled_from(words + numbers)


mappings = st.fixed_dictionaries({}, optional={o.name: values_of(o) for o in OPTIONS})


def test_examples_in_docstrings():
    assert doctest.testmod(options).failed == 0


def test_13_names_and_defaults_are_those_of_the_page():
    words = re.findall(r"^\| `(\w+)` \| `(\w+)`", SECTION_13, re.MULTILINE)
    amounts = re.findall(r"`(\w+)` (\d+)", AMOUNTS)
    page = dict(words) | {name: int(amount) for name, amount in amounts}
    assert {option.name: option.default for option in OPTIONS} == page
    assert tuple(page) == Rules._fields


def test_13_other_values_are_those_of_the_page():
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)`[^|]*\| `(\w+)`", SECTION_13, re.MULTILINE)
    for name, default, other in rows:
        option = next(option for option in OPTIONS if option.name == name)
        assert [word for word, _ in option.words] == [default, other]


def test_sections_exist():
    headings = set(re.findall(r"^## (\d+)\.", PAGE, re.MULTILINE))
    assert {option.section.partition(".")[0] for option in OPTIONS} <= headings


def test_11_first_stake():
    assert first_stake(rules_from("seed")) == 45


def test_preset_seed_names_every_option_at_its_default():
    assert list(tomllib.loads(preset_text("seed"))) == [option.name for option in OPTIONS]
    assert rules_from("seed") == Rules()
    assert rules_mapping(rules_from("seed")) == {}


@given(mappings)
def test_rules_survive_being_written(mapping):
    rules = rules_from_mapping(mapping)
    assert rules_from_mapping(rules_mapping(rules)) == rules
    assert rules_from_mapping(rules_mapping(rules, all=True)) == rules
    defaults = rules_mapping(Rules(), all=True)
    assert rules_mapping(rules) == {n: v for n, v in mapping.items() if v != defaults[n]}
    assert rules_from(None, [f"{name}={value}" for name, value in mapping.items()]) == rules


@given(mappings)
def test_rows_describe_each_option(mapping):
    rules = rules_from_mapping(mapping)
    rows = option_rows(rules)
    assert {row["option"]: row["value"] for row in rows} == rules_mapping(rules, all=True)
    words = [row for row in rows if isinstance(row["default"], str)]
    assert words
    assert all(row["default"] in row["accepted"] for row in words)


@pytest.mark.parametrize(
    ("value", "number"),
    [("stake", REMISE_STAKE), ("pool", REMISE_POOL), ("0", 0), ("1_000", 1000), ("2k", 2000)],
)
def test_7_4_remise_is_a_word_or_a_number(value, number):
    assert rules_from(settings=[f"remise={value}"]).remise == number


@pytest.mark.parametrize("text", ["5e6", "5M", "5m", " 5000000 ", "5_000_000"])
def test_numbers_as_people_write_them(text):
    assert rules_from(settings=[f"stake={text}"]).stake == 5_000_000


def test_settings_go_over_the_file_and_the_file_over_the_base(tmp_path):
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xef\xbb\xbfstake = 20\r\nremise = 30 # fiches\r\n")
    rules = rules_from(str(path), ["remise=40"], base=Rules(ace=7, stake=5))
    assert rules == Rules(ace=7, stake=20, remise=40)


def test_the_last_setting_counts():
    assert rules_from(settings=["stake=1", "stake=2"]).stake == 2


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("remize=45", "option 'remize': no such option; did you mean remise?"),
        ("", "rule '': not of the form OPTION=VALUE"),
        ("stake", "rule 'stake': not of the form OPTION=VALUE"),
        ("=4", "option '': no such option"),
        ("place_order=Left", "option place_order: 'Left' is not accepted, only left or dealer"),
        ("place_order=1", "option place_order: 1 is not accepted, only left or dealer"),
        ("forcer=takr", "did you mean taker?"),
        ("remise=-1", "option remise: -1 is not accepted, only stake or pool or a whole number"),
        ("remise=-2", "option remise: -2 is not accepted"),
        ("stake=45.0", "option stake: '45.0' is not accepted, only a whole number from 0"),
        ("stake=1e13", "option stake: 10000000000000 is not accepted"),
        ("stake=" + "9" * 5000, "option stake: '999"),
        ("stake=٣", "option stake: '٣' is not accepted"),
        ("late_from=0", "option late_from: 0 is not accepted, only a whole number from 1 to 12"),
        ("late_from=13", "option late_from: 13 is not accepted"),
    ],
)
def test_settings_that_are_refused(setting, message):
    with pytest.raises(ConfigError) as error:
        rules_from(settings=[setting])
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [45.0, True, False, None, "45", [], {}, -1, LARGEST_AMOUNT + 1])
def test_values_that_are_no_amounts(value):
    with pytest.raises(ConfigError, match=r"option stake: .* is not accepted"):
        rules_from_mapping({"stake": value})


@pytest.mark.parametrize("value", [0, True, None, ["left"], {"left": 0}])
def test_values_that_are_no_words(value):
    with pytest.raises(ConfigError, match=r"option place_order: .* is not accepted"):
        rules_from_mapping({"place_order": value})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"stake = 10\nremise =\n", "not TOML: .*line 2"),
        (b"stake = 1\nstake = 2\n", "not TOML: .*line 2"),
        (b"stake = 45.0\n", "option stake: 45.0 is not accepted"),
        (b"stake = true\n", "option stake: True is not accepted"),
        (b"stake = " + b"9" * 5000, "not TOML"),
        (b"[amounts]\nstake = 10\n", "option 'amounts': no such option"),
        (b"party_bas = 4\n", "did you mean party_base?"),
        (b"\xff\xfe", "cannot be read"),
        (b"stake = " + b"[" * 5000, "not TOML"),
    ],
)
def test_files_that_are_refused(tmp_path, content, message):
    path = tmp_path / "table.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=message) as error:
        rules_from(str(path))
    assert "table.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(ConfigError, match="rules 'sead': no such file; did you mean seed"):
        rules_from("sead")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        rules_from(str(tmp_path))
    with pytest.raises(ConfigError, match="cannot be read: embedded null byte"):
        rules_from("a\0b")


def test_reading_rules_needs_neither_numba_nor_numpy():
    code = "import sys, analyser.reversis.options; print({'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
