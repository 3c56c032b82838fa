"""Simulations: what is counted, by whom, and when a run stops."""

import json
import math

import numpy as np
import pytest
from command_line import done, reversis
from interrupts import interrupt_after
from plain_count import count

from analyser import play
from analyser.errors import ConfigError, OptionError
from analyser.reversis.analyses.simulate import analysis as simulate
from analyser.reversis.analyses.simulate.analysis import (
    AMOUNTS,
    BY_PLAYER,
    BY_SEAT,
    EVENTS,
    figure_columns,
    make_worker,
    rows,
    simulation,
)
from analyser.reversis.analyses.simulate.report import result
from analyser.reversis.question import LARGEST_PAYMENT, question
from analyser.runner import in_threads
from kernels.reversis.tally import FIGURES, N_FIGURES

MIXED = ("steady", "duck", "random", "steady:break_from=12")


def figures(run, by):
    """The tidy rows of the seats or of the players."""
    frame = rows(run)
    return frame[frame["by"] == by].reset_index(drop=True)


@pytest.mark.parametrize("policies", [("random",), MIXED])
def test_figures_are_those_counted_from_the_records(policies):
    n = 3000
    frame = figures(simulation(question(policies, seed=9), n), "seat")
    expected = count(play(policies, n, seed=9))
    for figure in (*AMOUNTS, *EVENTS):
        column = next(iter(figure_columns(figure, 2, 0, 0, 1)))
        assert [round(mean * n) for mean in frame[column]] == [
            expected[figure, seat] for seat in range(4)
        ], figure
    assert frame["policy"].tolist() == list(policies) * (4 // len(policies))


def test_standard_errors_are_those_of_the_deals():
    n = 500
    frame = figures(simulation(question("duck", seed=2), n), "seat")
    payments = np.array([r["settlement"]["payments"] for r in play("duck", n, seed=2)])
    expected = payments.std(axis=0, ddof=1) / math.sqrt(n)
    assert frame["fiches_per_deal_se"].tolist() == pytest.approx(expected.tolist())


def test_intervals_of_rates_enclose_them():
    for rotate in (False, True):
        frame = figures(simulation(question(MIXED), 300, rotate=rotate), "player")
        for event in EVENTS:
            low, rate, high = (frame[f"{event}_rate{end}"] for end in ("_low", "", "_high"))
            assert ((low <= rate) & (rate <= high) & (low < high)).all(), event


@pytest.mark.parametrize("rotate", [False, True])
def test_threads_and_chunks_give_the_same_bytes(monkeypatch, rotate):
    asked = question(MIXED, seed=11)
    expected = rows(simulation(asked, 5000, rotate=rotate, runner=in_threads(1))).to_csv()
    again = rows(simulation(asked, 5000, rotate=rotate, runner=in_threads(3))).to_csv()
    assert again == expected
    monkeypatch.setattr(simulate, "CHUNK_DEALS", 777)
    again = rows(simulation(asked, 5000, rotate=rotate, runner=in_threads(2))).to_csv()
    assert again == expected


def test_chunks_add_up_from_any_first_deal():
    work = make_worker(question(MIXED), 4)
    whole, parts = work(100, 700), work(100, 30) + work(130, 670)
    assert whole.n_blocks == parts.n_blocks == 700
    assert np.array_equal(whole.sums, parts.sums)
    assert np.array_equal(whole.squares, parts.squares)


@pytest.mark.parametrize("policy", ["random", "duck", "steady"])
def test_four_copies_rotated_are_exactly_equal(policy):
    run = simulation(question(policy, seed=3), 2000, rotate=True)
    frame = figures(run, "player").drop(columns="number")
    for player in range(1, 4):
        assert frame.loc[player].to_dict() == frame.loc[0].to_dict()
    assert run.n_deals == 8000


def test_rotated_every_player_has_every_seat():
    lineup = ("duck", "random", "duck", "random")
    turned = simulation(question(lineup, seed=4), 2000, rotate=True)
    plain = [
        simulation(question(order, seed=4), 2000).tally.sums[BY_SEAT, :, :N_FIGURES]
        for order in (lineup, ("random", "duck", "random", "duck"))
    ]
    expected = 2 * (plain[0] + plain[1])
    assert np.array_equal(turned.tally.sums[BY_SEAT, :, :N_FIGURES], expected)
    by_player = turned.tally.sums[BY_PLAYER, :, :N_FIGURES]
    ducks = 2 * (plain[0][0] + plain[0][2] + plain[1][1] + plain[1][3])
    assert np.array_equal(by_player[0] + by_player[2], ducks)


@pytest.mark.parametrize("rotate", [False, True])
def test_10_payments_and_the_pools_change_sum_to_zero(rotate):
    asked = question(MIXED, settings=["remise=pool", "reversis_pool=always"], pool=61)
    run = simulation(asked, 3000, rotate=rotate)
    sums = run.tally.sums
    payment = FIGURES.index("payment")
    for by in (BY_SEAT, BY_PLAYER):
        assert sums[by, :, payment].sum() == -sums[0, 0, N_FIGURES]
        parts = [FIGURES.index(name) for name in AMOUNTS[1:7]]
        assert np.array_equal(sums[by][:, parts].sum(axis=1), sums[by, :, payment])
        assert sums[by, :, FIGURES.index("tricks")].sum() == 11 * run.n_deals


def test_a_deal_that_does_not_add_up_stops_the_program(monkeypatch):
    monkeypatch.setattr(simulate, "tally", lambda *arguments: 2)
    with pytest.raises(AssertionError, match="2 of the 10 deals from 0, seed 1"):
        make_worker(question("duck"), 1)(0, 10)


def test_steady_wins_from_ducks_and_ducks_lose_to_it():
    run = simulation(question(("steady", "duck", "duck", "duck")), 10_000, rotate=True)
    frame = figures(run, "player")
    means, ses = frame["fiches_per_deal"], frame["fiches_per_deal_se"]
    for duck in (1, 2, 3):
        assert means[0] - means[duck] > 10 * math.hypot(ses[0], ses[duck])
        assert means[duck] + 10 * ses[duck] < means[0]
        assert means[0] - 10 * ses[0] > means[duck]


def test_until_width_stops_when_it_is_reached():
    asked = question("duck")
    run = simulation(asked, until_width=0.5)
    assert run.reach <= 0.5
    assert run.n_deals < 200_000
    wider = simulation(asked, until_width=1.0)
    assert wider.n_deals < run.n_deals
    assert "Stopped at ± " in str(result(run).layouts[-1].notes)
    assert rows(run).to_csv() == rows(simulation(asked, run.n_deals)).to_csv()


def test_until_width_says_what_it_did_not_reach():
    run = simulation(question("duck"), 3000, until_width=0.001)
    assert run.n_deals == 3000
    assert "Not yet at ± 0.001: ± " in str(result(run).layouts[-1].notes)


def test_where_a_run_stops_does_not_depend_on_threads_and_chunks(monkeypatch):
    asked = question("duck")
    expected = rows(simulation(asked, until_width=1.0, runner=in_threads(1))).to_csv()
    monkeypatch.setattr(simulate, "CHUNK_DEALS", 777)
    again = rows(simulation(asked, until_width=1.0, runner=in_threads(3))).to_csv()
    assert again == expected


def test_an_interrupted_run_keeps_what_was_played(monkeypatch):
    monkeypatch.setattr(simulate, "CHUNK_DEALS", 1000)
    with monkeypatch.context() as patches:
        interrupt_after(patches, 3)
        run = simulation(question("duck"), 10**6)
    assert run.is_interrupted
    assert run.n_deals == 3000
    assert "Interrupted" in str(result(run).layouts[-1].notes)
    interrupt_after(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        simulation(question("duck"), 10**6)


def test_the_command_prints_what_was_played_before_ctrl_c(capsys, monkeypatch):
    interrupt_after(monkeypatch, 1)
    code, out, err = reversis(capsys, "simulate", "--policy", "duck")
    assert (code, err) == (130, "reversis: interrupted\n")
    assert "Interrupted: these are the deals played until then." in out
    assert "32,768 deals" in out


@pytest.mark.parametrize("options", [(), ("--rotate",), ("--until-width", 2)])
def test_tables_fit_in_eighty_columns(capsys, options):
    arguments = [part for policy in MIXED for part in ("--policy", policy)]
    text = done(capsys, "simulate", "--deals", 3000, *arguments, *options)
    assert max(map(len, text.splitlines())) <= 80
    assert "policies steady duck random" in text


def test_a_single_deal_can_be_told(capsys):
    text = done(capsys, "simulate", "--deals", 1)
    assert "in all" in text
    assert "1 deals, seed 1" in text


def test_json_has_the_tidy_rows(capsys):
    found = json.loads(done(capsys, "simulate", "--deals", 500, "--format", "json", "--pool", 7))
    assert (found["command"], found["deals"], found["pool"]) == ("simulate", 500, 7)
    assert [row["by"] for row in found["rows"]] == ["seat"] * 4 + ["player"] * 4 + ["pool"]
    assert found["policies"] == ["steady"] * 4


def test_plots_are_drawn(capsys, tmp_path):
    for name, head in (("x.png", b"\x89PNG"), ("x.svg", b"<?xml")):
        done(capsys, "simulate", "--deals", 200, "--plot", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(head)


def test_questions_that_cannot_be_counted_are_refused():
    with pytest.raises(ConfigError, match=f"stay below {LARGEST_PAYMENT}"):
        question("duck", pool=LARGEST_PAYMENT)
    for wrong in (0, -1, 1.5, True, "5"):
        with pytest.raises(OptionError, match="deals"):
            simulation(question("duck"), wrong)
    for wrong in (0, -1, math.nan, math.inf, "wide"):
        with pytest.raises(OptionError, match="until_width"):
            simulation(question("duck"), 10, until_width=wrong)
