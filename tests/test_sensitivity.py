"""Options of the rules against those in force: exact where that can be, paired everywhere."""

import functools
import io
import json
import math
import re

import numpy as np
import pandas as pd
import pytest
from command_line import done, reversis
from hypothesis import given
from hypothesis import strategies as st
from interrupts import interrupt_after
from readings import MIXED, changed_by
from referee.referee import settle as refereed

from analyser import play, sensitivity, simulate
from analyser.errors import ConfigError, OptionError
from analyser.reversis.analyses.sensitivity import analysis as module
from analyser.reversis.analyses.sensitivity.alternatives import alternatives_to
from analyser.reversis.analyses.sensitivity.report import result
from analyser.reversis.analyses.sensitivity.rows import EFFECTS, LEVELS, change_of, rows
from analyser.reversis.option_table import OPTIONS
from analyser.reversis.options import rules_from_mapping, rules_mapping
from analyser.runner import in_threads
from analyser.statistics import critical_value
from kernels.lanes import N_LANES
from kernels.reversis import fields as f
from kernels.reversis.batches import Table
from kernels.reversis.rules import Rules

FICHES = [change_of(level) for level in LEVELS[:4]]


@functools.cache
def all_options():
    """A run over all options, and its tidy table."""
    run = changed_by(deals=20_000, hands=12)
    return run, rows(run)


# Which alternatives there are


def values_of(option):
    words = [word for word, _ in option.words]
    numbers = [] if option.minimum is None else [option.minimum, 7, 12]
    return st.sampled_from(words + numbers)


@given(st.fixed_dictionaries({}, optional={o.name: values_of(o) for o in OPTIONS}))
def test_13_every_option_has_its_other_words_and_one_other_number(mapping):
    rules = rules_from_mapping(mapping)
    in_force = rules_mapping(rules, all=True)
    asked = alternatives_to(rules)
    for option in OPTIONS:
        values = [a.value for a in asked if a.option is option]
        words = {word for word, _ in option.words}
        assert {value for value in values if value in words} == words - {in_force[option.name]}
        n_numbers = sum(value not in words for value in values)
        has_other_number = option.minimum is not None and in_force[option.name] != 0
        assert n_numbers == (1 if has_other_number or not words else 0)
    for alternative in asked:
        values = rules_mapping(alternative.rules, all=True)
        assert [name for name in values if values[name] != in_force[name]] == [
            alternative.option.name
        ]


def test_13_amounts_are_doubled_and_trick_12_is_never():
    asked = {a.option.name: a.value for a in alternatives_to(Rules()) if not a.option.words}
    doubled = {o.name: 2 * o.default for o in OPTIONS if not o.words}
    assert asked == doubled | {"late_from": 12}
    assert [a.name for a in alternatives_to(Rules(ace=0), ["ace"])] == ["ace=1"]


def test_names_and_settings_choose_alternatives_each_once():
    chosen = ["remise", "remise = 0", "forcer=taker", "forcer", "ace=5"]
    names = [alternative.name for alternative in alternatives_to(Rules(), chosen)]
    assert names == ["remise=pool", "remise=0", "forcer=taker", "ace=5"]
    assert sensitivity("forcer", deals=10, hands=0)["option"].tolist() == ["forcer"]


# What changes, exactly


def test_the_rules_in_force_differ_from_themselves_by_exactly_nothing():
    in_force = [f"{name}={value}" for name, value in rules_mapping(Rules(), all=True).items()]
    frame = sensitivity(in_force, deals=2500, hands=2)
    for name in EFFECTS:
        columns = [name, f"{name}_se", f"{name}_low", f"{name}_high"]
        assert (frame[columns].fillna(0) == 0).all(axis=None)
    assert not frame["matters"].any()
    assert (frame["remark"] == "the rules in force").all()
    assert (frame["best_lay_changed_rate"] == 0).all()
    assert frame["threshold"].tolist() == frame["base_threshold"].tolist()


@pytest.mark.parametrize("line_up", [MIXED, ("duck",) * 4])
def test_changes_are_those_of_the_deals_settled_by_the_referee_one_by_one(line_up):
    """Played under each of the rules anew, so that who plays alike is checked too."""
    n = 120
    run = changed_by(policies=line_up, deals=n, seed=4)
    paid = [
        np.array([refereed(record).payments for record in played(asked, line_up, n)])
        for asked in run.plan.questions
    ]
    assert len(paid) == 21
    for place, alternative in enumerate(run.alternatives):
        changes = paid[place + 1] - paid[0]
        sums, squares = run.tally.changes[:, place, :4]
        assert sums.tolist() == changes.sum(axis=0).tolist(), alternative.name
        assert squares.tolist() == (changes**2).sum(axis=0).tolist(), alternative.name


def played(asked, line_up, n):
    rules = rules_mapping(asked.rules, all=True)
    return play(line_up, n, rules=rules, pool=asked.pool, seed=asked.seed)


def test_7_2_late_tricks_never_double_where_the_referee_says_so():
    records = list(play("steady", 1500, seed=2))
    never = [refereed(record | {"rules": {"late_from": 12}}).payments for record in records]
    usual = [record["settlement"]["payments"] for record in records]
    frame = sensitivity("late_from", deals=1500, hands=0, seed=2)
    change = (np.array(never) - np.array(usual)).mean(axis=0)
    assert change.any()
    assert frame[FICHES].iloc[0].tolist() == pytest.approx(change.tolist(), abs=1e-12)


def test_6_four_more_for_the_party_are_four_times_one_or_two_from_loser_to_winner():
    n = 1500
    expected = np.zeros((n, 4))
    for deal, record in enumerate(play("steady", n)):
        party = record["settlement"]["components"].get("party", [0] * 4)
        if any(party):
            winner, loser = int(np.argmax(party)), int(np.argmin(party))
            fiches = 8 if (winner - loser) % 4 == 2 else 4
            expected[deal, [winner, loser]] = fiches, -fiches
    run = changed_by("party_base=8", deals=n)
    assert run.tally.changes[0, 0, :4].tolist() == expected.sum(axis=0).tolist()
    assert run.tally.changes[1, 0, :4].tolist() == (expected**2).sum(axis=0).tolist()


def test_11_stakes_change_nothing_where_pool_and_remise_are_given():
    frame = sensitivity(
        ["stake", "dealer_stake"], deals=2000, hands=2, pool=45, rules={"remise": 45}
    )
    assert (frame[list(EFFECTS)] == 0).all(axis=None)
    assert frame["remark"].tolist() == ["same remise and pool"] * 2


def test_7_4_a_stake_that_is_doubled_costs_thirty_more_for_each_remise():
    """The remise is the first stake: 75 in place of 45, though the pool is given."""
    remises = np.zeros(4)
    for record in play("steady", 1500, pool=45):
        for seat, moved in enumerate(record["settlement"]["components"].get("pool", [])):
            remises[seat] += moved < 0
    frame = sensitivity("stake", deals=1500, hands=0, pool=45)
    assert remises.sum() > 100
    assert frame[FICHES].iloc[0].tolist() == pytest.approx((-30 * remises / 1500).tolist())


def test_without_a_pool_the_pool_goes_with_the_stakes():
    run = changed_by("stake", "ace", deals=10)
    assert [asked.pool for asked in run.plan.questions] == [45, 75, 45]
    assert [asked.pool for asked in changed_by("stake", pool=60, deals=10).plan.questions] == [
        60,
        60,
    ]
    notes = " ".join(result(run).layouts[-1].notes)
    assert "The pool is the first stake, so 75 under stake=20." in notes


def test_what_can_change_nothing_says_why():
    _, frame = all_options()
    remarks = frame.dropna(subset=["remark"]).set_index(["option", "alternative"])["remark"]
    assert remarks.to_dict() == {
        ("remise", "pool"): "same remise and pool",
        ("replenish", "empty"): "only between deals",
    }
    still = frame[frame["remark"].notna()]
    assert (still[[name for name in EFFECTS]] == 0).all(axis=None)
    other = sensitivity("remise", deals=1000, hands=0, pool=46).set_index("alternative")
    assert other["remark"].isna().all()
    assert other.loc["pool", FICHES].any()


@pytest.mark.parametrize("alternative", ["quinola_discard=forbidden", "place_order=dealer"])
def test_changes_are_those_of_two_simulations_of_the_same_deals(alternative):
    name, _, value = alternative.partition("=")
    frame = sensitivity(alternative, MIXED, 2500, hands=0, seed=8)
    base, other = (
        simulate(MIXED, 2500, rules=rules, seed=8).iloc[:4] for rules in (None, {name: value})
    )
    for level in LEVELS:
        seat = int(level[5]) if level.startswith("seat_") else slice(None)
        column = re.sub(r"^seat_\d_", "", level)
        change = np.sum(other[column].to_numpy()[seat] - base[column].to_numpy()[seat])
        assert frame[change_of(level)].iloc[0] == pytest.approx(change, abs=1e-12), level


def test_changes_are_those_of_two_simulations_of_other_deals_within_their_errors():
    frame = sensitivity("led_consolation", deals=20_000, hands=0).iloc[0]
    one = simulate("steady", 40_000, seed=11).iloc[:4]
    other = simulate("steady", 40_000, seed=12, rules={"led_consolation": "unclaimed"}).iloc[:4]
    changes = other["fiches_per_deal"] - one["fiches_per_deal"]
    for seat, change in changes.items():
        errors = one.loc[seat, "fiches_per_deal_se"], other.loc[seat, "fiches_per_deal_se"]
        se = math.hypot(*errors, frame[f"{FICHES[seat]}_se"])
        assert abs(frame[FICHES[seat]] - change) < 4 * se
        assert frame[f"{FICHES[seat]}_se"] < math.hypot(*errors) / 2


# The table


def test_what_matters_is_what_an_interval_tells_from_nothing():
    run, frame = all_options()
    intervals = [(frame[f"{name}_low"], frame[f"{name}_high"]) for name in EFFECTS]
    sure = pd.concat([(low > 0) | (high < 0) for low, high in intervals], axis=1, keys=EFFECTS)
    assert (sure.any(axis=1) == frame["matters"]).all()
    assert 3 < frame["matters"].sum() < len(frame) - 3
    for (_, row), (_, flags) in zip(frame.iterrows(), sure.iterrows(), strict=True):
        in_fiches = [name for name in EFFECTS if "_per_deal" in name and name != EFFECTS[-1]]
        kept = [name for name in in_fiches if flags[name]]
        if kept:
            assert row["largest_effect"] == max(kept, key=lambda name: abs(row[name]))
    critical = critical_value(run.tally.n_deals, n_figures=len(EFFECTS) * len(run.alternatives))
    for name in FICHES:
        reach = frame[f"{name}_high"] - frame[name]
        assert reach.tolist() == pytest.approx((critical * frame[f"{name}_se"]).tolist())


def test_rows_come_by_the_size_of_their_effects():
    _, frame = all_options()
    mattering = frame[frame["matters"]]
    assert frame["matters"].tolist() == sorted(frame["matters"], reverse=True)
    sizes = [abs(row[row["largest_effect"]]) for _, row in mattering.iterrows()]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(("policies", "deals"), [("steady", 13_000), (MIXED, 5001)])
def test_threads_and_chunks_give_the_same_bytes(monkeypatch, policies, deals):
    def table(threads):
        chosen = ["ace", "stake", "quinola_discard"]
        run = changed_by(
            *chosen, policies=policies, deals=deals, hands=9, runner=in_threads(threads)
        )
        return rows(run).to_csv()

    expected = table(1)
    assert table(2) == expected
    monkeypatch.setattr(module, "_CHUNK_DEALS", 1024)
    assert table(2) == expected


def test_an_interrupted_run_prints_what_was_played(capsys, monkeypatch):
    monkeypatch.setattr(module, "_CHUNK_DEALS", 1024)
    interrupt_after(monkeypatch, 1)
    code, out, err = reversis(capsys, "sensitivity", "ace", "--deals", "1M")
    assert (code, err) == (130, "reversis: interrupted\n")
    assert "Interrupted: these are the deals and hands played until then." in out
    assert "1,024 deals, the same for all rules." in out
    with pytest.raises(KeyboardInterrupt):
        sensitivity("ace")


def test_10_payments_are_checked_in_lays_and_gains_too(monkeypatch):
    replay = Table.replay

    def one_fiche_more(self, given):
        kept = replay(self, given)
        if self._first_kept == f.POOL_GAIN:
            kept[0, f.PAYMENT - self._first_kept + N_LANES] += 1
        return kept

    monkeypatch.setattr(Table, "replay", one_fiche_more)
    with pytest.raises(AssertionError, match="1 of the 512 deals from 4611686018427387904, seed 1"):
        sensitivity("ace", "duck", 100, hands=1)
    with pytest.raises(AssertionError, match="1 of the 1 deals from 0, seed 1"):
        sensitivity("ace", "steady", 100, hands=0)
    assert len(sensitivity("ace", "duck", 100, hands=0)) == 1


# The command


def test_the_command_prints_the_same_figures(capsys):
    arguments = ["sensitivity", "remise", "forcer=taker", "--deals", 3000, "--hands", 2]
    table = sensitivity(["remise", "forcer=taker"], deals=3000, hands=2)
    text = done(capsys, *arguments, "--format", "csv")
    read = pd.read_csv(io.StringIO(text), dtype={"base": str, "alternative": str})
    pd.testing.assert_frame_equal(read, table, check_dtype=False)
    found = json.loads(done(capsys, *arguments, "--format", "json"))
    assert (found["blocks"], found["hands"], len(found["rows"])) == (3000, 2, 3)
    assert found["base"]["seat_0_fiches_per_deal"] == pytest.approx(
        simulate("steady", 3000)["fiches_per_deal"].iloc[0]
    )


def test_the_base_is_set_by_the_shared_options(capsys):
    out = done(capsys, "sensitivity", "--rule", "forcer=taker", "--rule", "ace=4", "--pool", 60,
               "forcer", "ace", "--deals", 2000, "--hands", 1, "--format", "csv")  # fmt: skip
    read = pd.read_csv(io.StringIO(out)).set_index("option")
    assert read[["base", "alternative"]].to_dict("index") == {
        "forcer": {"base": "taker", "alternative": "leader"},
        "ace": {"base": "4", "alternative": "8"},
    }


def test_tables_fit_in_eighty_columns_and_have_every_option(capsys):
    out = done(capsys, "sensitivity", "--deals", 3000, "--hands", 2)
    assert max(map(len, out.splitlines())) <= 80
    for option in OPTIONS:
        assert re.search(rf"^{option.name} ", out, re.MULTILINE)
    for title in ("Change of fiches per deal, by seat", "Change of how often", "The advice:"):
        assert title in out


@pytest.mark.parametrize("arguments", [("replenish",), ("ace", "--hands", 0), ("late_quinola",)])
def test_little_can_be_shown_and_drawn(capsys, tmp_path, arguments):
    path = tmp_path / "x.svg"
    out = done(capsys, "sensitivity", *arguments, "--deals", 1, "--plot", path)
    assert "What each option of the rules changes, pool 45" in out
    assert path.stat().st_size


def test_plots_are_drawn(capsys, tmp_path):
    done(capsys, "sensitivity", "--deals", 1000, "--hands", 1, "--plot", tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_asked_is_refused():
    for chosen, options, error, words in (
        ("remize", {}, ConfigError, "did you mean remise?"),
        ("forcer=owner", {}, ConfigError, "did you mean"),
        ("quinola=200000", {}, ConfigError, "too large to add up"),
        ("ace", {"deals": 0}, OptionError, "deals 0"),
        ("ace", {"hands": -1}, OptionError, "hands -1"),
        ("ace", {"threads": 0}, OptionError, "threads 0"),
        ("ace", {"pool": -1}, OptionError, "pool -1"),
    ):
        with pytest.raises(error, match=re.escape(words)):
            sensitivity(chosen, **options)
