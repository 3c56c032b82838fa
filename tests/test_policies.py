"""Policies: names, files, specifications, and the tables that tell of them."""

import json
import tomllib

import pytest
from command_line import done, reversis

from analyser.errors import ConfigError
from analyser.reversis.parameters import PARAMETERS, parameter_named
from analyser.reversis.policies import (
    DEFAULT,
    KINDS,
    NAMES,
    compiled,
    lineup_from,
    policy_from,
)
from analyser.reversis.policy_table import description, policy_toml

BIG = 10**7


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Writes policy files into a folder of its own, the current one."""
    monkeypatch.chdir(tmp_path)

    def write(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.toml").write_text(text)

    return write


def test_the_policies_shipped_are_read_and_kernels_take_them():
    assert {policy_from(name).name for name in NAMES} == set(NAMES)
    assert DEFAULT in NAMES
    for policy in compiled(lineup_from([])):
        assert (policy.play_kind, policy.lay_kind) == (KINDS["weighted"], KINDS["weighted"])
        assert len(policy.weights) == len(PARAMETERS)


def test_policies_fixed_to_the_letter_have_no_parameters():
    for name in ("random", "duck"):
        assert policy_from(name).settings() == {"play": name, "exchange": name}


def test_a_policy_file_says_every_parameter():
    settings = policy_from("steady").settings()
    assert list(settings) == ["play", "exchange", *(p.name for p in PARAMETERS)]


def test_a_specification_changes_what_it_names_and_nothing_else():
    plain, changed = policy_from("steady"), policy_from("steady:break_from=9, lay_from=-1_000")
    assert changed.name == "steady:break_from=9, lay_from=-1_000"
    differing = {
        name for name, value in changed.settings().items() if plain.settings()[name] != value
    }
    assert differing == {"break_from", "lay_from"}
    assert changed.settings()["lay_from"] == -1000
    assert policy_from("steady:exchange=duck").exchange == "duck"
    assert policy_from("steady:").settings() == plain.settings()


def test_a_file_extends_a_policy_that_extends_another(files):
    files(mine='extends = "steady"\nbreak_from = 9', ours='extends = "mine.toml"\nlay_from = 1')
    settings = policy_from("ours.toml:lay_from=2").settings()
    assert (settings["break_from"], settings["lay_from"]) == (9, 2)
    unchanged = policy_from("steady").settings() | {"break_from": 9, "lay_from": 2}
    assert settings == unchanged


def test_a_file_may_have_a_mark_of_byte_order_and_a_colon_in_its_name(files, tmp_path):
    files(mine="")
    (tmp_path / "a:b.toml").write_bytes(b'\xef\xbb\xbfplay = "duck"\nexchange = "duck"\n')
    assert policy_from("a:b.toml").play == "duck"
    assert policy_from("mine.toml").settings() == {"play": "random", "exchange": "random"}


@pytest.mark.parametrize(
    ("texts", "spec", "words"),
    [
        ({}, "stedy", f"'stedy': neither a policy ({', '.join(NAMES)}) nor a file; did you mean"),
        ({}, "none.toml", "'none.toml': neither a policy"),
        ({}, "steady:brake_from=8", "'brake_from': no such parameter; did you mean break_from?"),
        ({}, "steady:break_from=1", "break_from: 1 is not a whole number from 2 to 12 (trick)"),
        ({}, "steady:break_from=soon", "break_from: 'soon' is not a whole number"),
        ({}, f"steady:lay_from={BIG}", f"lay_from: {BIG} is not a whole number from -1000000"),
        ({}, "steady:break_from", "'break_from' is not of the form parameter=value"),
        (
            {},
            "steady:play=ducks",
            "play: 'ducks' is not one of random, duck, weighted; did you",
        ),
        ({"a": 'extends = "a.toml"'}, "a.toml", "extends: 'a.toml' is not the name or file of a"),
        ({"a": 'extends = "b.toml"', "b": 'extends = "a.toml"'}, "a.toml", "extends: "),
        ({"a": "extends = 3"}, "a.toml", "extends: 3 is not the name or file"),
        ({"a": 'extends = "b.toml"'}, "a.toml", "'b.toml': neither a policy"),
        ({"a": "play = "}, "a.toml", "policy file 'a.toml': not TOML"),
        ({"a": "play = 1"}, "a.toml", "policy 'a.toml', play: 1 is not one of"),
        ({"a": 'lead_acee = 1\nplay = "duck"'}, "a.toml", "'lead_acee': no such parameter; did yo"),
        ({"a": "break_from = 8.0"}, "a.toml", "break_from: 8.0 is not a whole number"),
        ({"a": "break_from = true"}, "a.toml", "break_from: True is not a whole number"),
        ({"a": "[play]\na = 1"}, "a.toml", "play: {'a': 1} is not one of"),
        ({}, ".", "policy file '.': cannot be read: Is a directory"),
    ],
)
def test_what_is_wrong_is_named(files, texts, spec, words):
    files(**texts)
    with pytest.raises(ConfigError) as error:
        policy_from(spec)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_line_up_is_nobody_one_or_four():
    assert [p.name for p in lineup_from([])] == [DEFAULT] * 4
    assert [p.name for p in lineup_from(["duck"])] == ["duck"] * 4
    assert [p.name for p in lineup_from(["duck", "random", "duck", "steady"])] == [
        "duck", "random", "duck", "steady"
    ]  # fmt: skip
    for n in (2, 3, 5):
        with pytest.raises(ConfigError, match=f"{n} policies: one for everybody or four"):
            lineup_from(["duck"] * n)


@pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda p: p.name)
def test_parameters_take_their_range_and_no_more(parameter):
    assert parameter_named(parameter.name) is parameter
    for value in (parameter.minimum, parameter.maximum):
        assert parameter.checked(value) == value
    for value in (parameter.minimum - 1, parameter.maximum + 1, 2.0, True, "3", None):
        with pytest.raises(ConfigError):
            parameter.checked(value)


def test_policies_are_listed_with_what_they_do(capsys):
    text = " ".join(done(capsys, "policies").split())
    for name in NAMES:
        assert f"{name} {description(name)}" in text
        assert not description(name).endswith(".")
    rows = json.loads(done(capsys, "policies", "--format", "json"))["rows"]
    parameters = {row["name"]: row["parameters"] for row in rows if row["kind"] == "policy"}
    assert list(parameters) == list(NAMES)
    assert parameters | {"random": 0, "duck": 0, "steady": len(PARAMETERS)} == parameters


def test_show_has_every_setting(capsys):
    lines = done(capsys, "policies", "show", "steady:break_from=9").splitlines()
    assert max(map(len, lines)) <= 80
    settings = policy_from("steady:break_from=9").settings()
    shown = {line.split()[0]: line.split()[1] for line in lines if line[:1].islower()}
    assert {name: shown[name] for name in settings} == {n: str(v) for n, v in settings.items()}


def test_show_writes_a_file_that_is_the_policy(capsys, tmp_path):
    for spec in (*NAMES, "steady:break_from=9,exchange=random"):
        (tmp_path / "x.toml").write_text(done(capsys, "policies", "show", spec, "--toml"))
        assert policy_from(str(tmp_path / "x.toml")).settings() == policy_from(spec).settings()
        assert tomllib.loads(policy_toml(policy_from(spec))) == policy_from(spec).settings()


def test_diff_has_what_differs(capsys):
    found = done(capsys, "policies", "diff", "steady", "steady:break_from=9", "--format", "json")
    (row,) = json.loads(found)["rows"]
    here = policy_from("steady").settings()["break_from"]
    assert (row["parameter"], row["one"], row["other"]) == ("break_from", here, 9)
    assert "do not differ" in done(capsys, "policies", "diff", "duck", "duck")
    lines = done(capsys, "policies", "diff", "duck", "random").splitlines()
    assert [line.split()[:3] for line in lines[3:]] == [
        ["play", "duck", "random"],
        ["exchange", "duck", "random"],
    ]


def test_policies_has_its_own_wrong_usage(capsys):
    code, _, err = reversis(capsys, "policies", "shwo")
    assert (code, err.count("\n")) == (2, 1)
    assert "Did you mean 'show'?" in err
