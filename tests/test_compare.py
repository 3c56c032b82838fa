"""Policies compared: the same deals, all four seats, differences block by block."""

import json
import math
import re
import statistics

import numpy as np
import pandas as pd
import pytest
from command_line import done, reversis
from interrupts import interrupt_after

from analyser import compare, play, simulate
from analyser.errors import OptionError
from analyser.reversis.analyses.compare import analysis
from analyser.reversis.analyses.compare.analysis import FIGURES, comparison, contestants
from analyser.reversis.analyses.compare.rows import column_of, measures, rows
from analyser.reversis.lineup import by_seat
from analyser.reversis.question import question
from analyser.runner import in_threads
from analyser.statistics import halfwidth

N_SEATS = 4
COLUMNS = [column_of(figure) for figure in FIGURES]


def compared(*specs, opponents=None, blocks=100_000, **options):
    policies = contestants(specs)
    asked = question(opponents or policies[0].name, seed=9)
    return comparison(asked, policies, blocks=blocks, **options)


def levels_of(frame):
    return frame[frame["kind"] == "policy"].set_index("number").sort_index()


def pairs_of(frame):
    return frame[frame["kind"] == "pair"].set_index(["number", "against_number"]).sort_index()


@pytest.fixture(scope="module")
def run():
    return compared("steady", "duck", "steady:attempt_from=3", "random", "duck", blocks=3000)


@pytest.fixture(scope="module")
def frame(run):
    return rows(run)


# What is counted


@pytest.mark.parametrize("opponents", ["duck", "steady"])
def test_identical_policies_differ_by_exactly_nothing(opponents):
    """Whether they play against themselves or against others."""
    pairs = pairs_of(compare(["duck", "duck", "duck"], 2500, opponents=opponents))
    assert len(pairs) == 6
    for column in COLUMNS:
        assert (pairs[column] == 0).all()
        assert (pairs[f"{column}_se"] == 0).all()
    assert (pairs[["fiches_per_deal_low", "fiches_per_deal_high"]] == 0).all(axis=None)
    assert not pairs["is_decided"].any()
    assert (pairs["differing_rate"] == 0).all()


@pytest.mark.parametrize("opponents", ["duck", "steady"])
def test_levels_are_those_of_a_simulation_in_turns(opponents):
    specs = ["steady", "duck", "random"]
    levels = levels_of(compare(specs, 2500, opponents=opponents, seed=5, pool=60))
    for number, spec in enumerate(specs, 1):
        line_up = [spec, opponents, opponents, opponents]
        seats = simulate(line_up, 2500, seed=5, pool=60, rotate=True)
        player = seats[seats["by"] == "player"].iloc[0]
        for figure in FIGURES[:7]:
            column = column_of(figure)
            simulated = column if figure == "payment" else f"{figure}_fiches_per_deal"
            assert levels.loc[number, column] == player[simulated]
            assert levels.loc[number, f"{column}_se"] == player[f"{simulated}_se"]


@pytest.mark.parametrize("seat", range(N_SEATS))
def test_a_seat_is_that_of_a_simulation_without_turns(seat):
    levels = levels_of(compare(["steady", "duck"], 2500, rules={"remise": 100}))
    for number, spec in enumerate(["steady", "duck"], 1):
        line_up = by_seat([spec, "steady", "steady", "steady"], seat)
        there = simulate(line_up, 2500, rules={"remise": 100}).iloc[seat]
        column = f"seat_{seat}_fiches_per_deal"
        assert levels.loc[number, column] == there["fiches_per_deal"]
        assert levels.loc[number, f"{column}_se"] == there["fiches_per_deal_se"]


def payments(spec, opponent, n_deals):
    """Payments by block and seat of a policy, from records of deals."""
    by_turn = []
    for seat in range(N_SEATS):
        deals = play(by_seat([spec, opponent, opponent, opponent], seat), n_deals, seed=9)
        by_turn.append([record["settlement"]["payments"][seat] for record in deals])
    return list(zip(*by_turn, strict=True))


def test_differences_are_those_of_the_deals_one_by_one():
    n = 120
    one, other = payments("steady", "random", n), payments("duck", "random", n)
    gaps = [(sum(a) - sum(b)) / N_SEATS for a, b in zip(one, other, strict=True)]
    pair = pairs_of(rows(compared("steady", "duck", opponents="random", blocks=n))).loc[1, 2]
    se = statistics.stdev(gaps) / math.sqrt(n)
    assert pair["fiches_per_deal"] == pytest.approx(statistics.mean(gaps), rel=1e-12)
    assert pair["fiches_per_deal_se"] == pytest.approx(se, rel=1e-12)
    n_differing = sum(
        x != y for a, b in zip(one, other, strict=True) for x, y in zip(a, b, strict=True)
    )
    assert pair["differing_rate"] == n_differing / (N_SEATS * n)
    by_policy_and_seat = [[block[seat] for block in p] for p in (one, other) for seat in range(4)]
    variance = sum(map(statistics.variance, by_policy_and_seat)) / N_SEATS
    assert pair["plain_deals"] == pytest.approx(variance / se**2, rel=1e-12)
    assert pair["plain_deals"] > N_SEATS * n


def test_playing_against_itself_once_is_as_good_as_four_times(frame, monkeypatch):
    def four_times(player, opponent):
        players = (player, opponent, opponent, opponent)
        return [(by_seat(players, seat), [seat]) for seat in range(N_SEATS)]

    monkeypatch.setattr(analysis, "_line_ups", four_times)
    again = compared("steady", "duck", "steady:attempt_from=3", "random", "duck", blocks=3000)
    assert rows(again).equals(frame)
    assert again.n_deals == 5 * N_SEATS * 3000


def test_parts_and_seats_add_up_to_the_payments(run, frame):
    parts = frame[COLUMNS[1:7]].sum(axis=1)
    seats = frame[COLUMNS[7:]].mean(axis=1)
    assert np.allclose(frame["fiches_per_deal"], parts, atol=1e-12)
    assert np.allclose(frame["fiches_per_deal"], seats, atol=1e-12)
    assert run.n_deals == (1 + 4 * N_SEATS) * 3000


# Pairs


def test_differences_are_antisymmetric(frame):
    pairs = pairs_of(frame)
    swapped = pairs.reindex([(j, i) for i, j in pairs.index])
    assert len(pairs) == 20
    for column in COLUMNS:
        assert (pairs[column].to_numpy() == -swapped[column].to_numpy()).all()
        assert (pairs[f"{column}_se"].to_numpy() == swapped[f"{column}_se"].to_numpy()).all()
    lows, highs = pairs["fiches_per_deal_low"], swapped["fiches_per_deal_high"]
    assert (lows.to_numpy() == -highs.to_numpy()).all()
    for column in ("is_decided", "differing_rate", "plain_deals"):
        assert pairs[column].tolist() == swapped[column].tolist()


def test_differences_are_those_of_the_levels(frame):
    levels = levels_of(frame)
    for (i, j), pair in pairs_of(frame).iterrows():
        for column in COLUMNS:
            gap = levels.loc[i, column] - levels.loc[j, column]
            assert pair[column] == pytest.approx(gap, abs=1e-12)


def test_the_best_comes_first_and_what_is_worse_for_sure_is_not_marked(frame):
    levels = frame[frame["kind"] == "policy"]
    assert levels["fiches_per_deal"].is_monotonic_decreasing
    assert levels["number"].tolist()[-3:] == [2, 5, 4]
    assert set(levels["number"][levels["may_be_best"]]) <= {1, 3}
    assert pairs_of(frame).loc[(1, 2), "is_decided"]


def test_intervals_of_levels_hold_each_by_itself(run, frame):
    for level in frame[frame["kind"] == "policy"].itertuples():
        reach = halfwidth(3000, level.fiches_per_deal_se)
        assert level.fiches_per_deal_low == pytest.approx(level.fiches_per_deal - reach)
        assert level.fiches_per_deal_high == pytest.approx(level.fiches_per_deal + reach)
    anytime = compared("steady", "duck", blocks=3000, width=1e-6)
    assert (measures(anytime).level_reach > 1.4 * measures(run).level_reach[:2]).all()


def test_a_range_is_compared_with_itself_and_with_others():
    run = compared("steady:attempt_from=3..5", "duck", blocks=200)
    names = [*(f"steady:attempt_from={n}" for n in (3, 4, 5)), "duck"]
    assert [policy.name for policy in run.policies] == names
    assert {policy.name for policy in run.question.players} == {names[0]}
    assert len(rows(run)) == 4 + 12


# When a run stops


def test_a_run_stops_at_a_width():
    run = compared("steady", "duck", "random", width=0.5)
    assert run.reach <= 0.5
    assert run.tally.n_blocks < 60_000
    shorter = compared("steady", "duck", "random", blocks=run.tally.n_blocks * 3 // 4)
    widths = measures(run).pairs.reach
    assert widths.max() == run.reach
    assert widths.max() > measures(shorter).pairs.reach.max() * 1.1  # it may be looked at any time


def test_a_run_stops_when_one_alone_can_be_the_best():
    frame = rows(compared("duck", "steady", "random", decided=True))
    levels = frame[frame["kind"] == "policy"]
    assert levels["may_be_best"].tolist() == [True, False, False]
    assert levels["policy"].iloc[0] == "steady"
    assert levels["blocks"].iloc[0] < 20_000
    assert pairs_of(frame).loc[(2, 1), "is_decided"]


def test_two_that_are_the_same_need_no_deciding():
    run = compared("steady", "duck", "steady", decided=True)
    assert run.is_reached
    assert {policy.name for policy in run.candidates} == {"steady"}


def test_a_target_that_is_not_reached_ends_with_the_deals(capsys):
    run = compared("duck", "duck:play=duck", "random", width=1e-3, blocks=5000)
    assert (run.tally.n_blocks, run.is_reached) == (5000, False)
    out = done(
        capsys, "compare", "steady", "steady:attempt_from=12", "--until-decided", "--deals", "3k"
    )
    assert "After all 3,000 deals of --deals: 2 may be best, not yet one alone." in out
    assert "at any time" in " ".join(out.split())


def test_what_is_played_counts_where_a_run_is_interrupted(monkeypatch):
    interrupt_after(monkeypatch, 1)
    run = compared("steady", "duck", blocks=50_000, runner=in_threads(1))
    assert run.is_interrupted
    assert run.tally.n_blocks == 4096
    with pytest.raises(KeyboardInterrupt):
        compare(["steady", "duck"])


# The same bytes


@pytest.mark.parametrize(
    ("threads", "chunk", "batch"), [(3, 4096, 1024), (1, 777, 1024), (2, 640, 128)]
)
def test_threads_chunks_and_batches_change_nothing(frame, monkeypatch, threads, chunk, batch):
    monkeypatch.setattr(analysis, "_CHUNK_BLOCKS", chunk)
    monkeypatch.setattr(analysis, "N_BATCH", batch)
    again = compared(
        *("steady", "duck", "steady:attempt_from=3", "random", "duck"),
        blocks=3000,
        runner=in_threads(threads),
    )
    assert rows(again).equals(frame)


def test_where_a_run_stops_does_not_depend_on_threads_and_chunks(monkeypatch):
    one = rows(compared("steady", "duck", width=0.5, runner=in_threads(1)))
    monkeypatch.setattr(analysis, "_CHUNK_BLOCKS", 500)
    assert rows(compared("steady", "duck", width=0.5, runner=in_threads(3))).equals(one)


# The command


def test_the_tables_fit_and_show_every_difference(capsys):
    specs = ["steady", "duck", "random", "steady:attempt_from=3..4", "steady"]
    out = done(capsys, "compare", *specs, "--deals", "2000")
    assert max(map(len, out.splitlines())) <= 80
    matrix = out[out.index("All differences") : out.index("By part")]
    table = compare(specs, 2000)
    numbers = table["number"].iloc[:6]
    assert re.findall(r"less (\d)", matrix) == [str(number) for number in numbers]
    is_open = ~table["is_decided"] & (table["differing_rate"] > 0)
    assert 6 * 5 > is_open.sum() > 0
    assert len(re.findall(r" \?(?! is)", matrix)) == is_open.sum()
    assert matrix.count("±") == 6 * 5
    assert set(re.findall(r"(\d) less \d .* the same", out)) == {"6"}
    assert out.index("By part") < out.index("espagnolette") < out.index("seat 3")


def test_of_two_policies_one_difference_is_shown(capsys):
    out = done(capsys, "compare", "duck", "steady", "--deals", "2000")
    assert "1 less 2" in out
    assert "2 less 1" not in out
    assert "All differences" not in out


def test_of_many_the_best_twelve_are_shown_in_full(capsys):
    out = done(capsys, "compare", "steady:lay_ace=0..26..2", "--deals", "64")
    assert "2 more have their differences in --format csv." in out
    assert max(map(len, out.splitlines())) <= 80
    # Everyone's difference from the best, the columns of the matrix, the sources of differences.
    assert len(re.findall(r"less \d", out)) == 13 + 12 + 11


def test_json_has_what_the_library_gives(capsys):
    arguments = ["compare", "duck", "steady", "--opponents", "random", "--deals", "1k", "--seed", 4]
    found = json.loads(done(capsys, *arguments, "--format", "json"))
    assert found["policies"] == ["duck", "steady"]
    assert (found["opponents"], found["blocks"], found["deals"]) == ("random", 1000, 8000)
    table = compare(["duck", "steady"], 1000, opponents="random", seed=4)
    assert pd.DataFrame(found["rows"])["fiches_per_deal"].tolist() == (
        table["fiches_per_deal"].tolist()
    )
    assert [row["kind"] for row in found["rows"]] == ["policy", "policy", "pair", "pair"]


def test_one_deal_has_no_errors_and_decides_nothing(capsys, tmp_path):
    arguments = ["compare", "duck", "random", "--deals", 1, "--plot", tmp_path / "a.png"]
    assert "±" in done(capsys, *arguments)
    assert (tmp_path / "a.png").stat().st_size


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (["steady"], "1 policy to compare: 2 to 64 are accepted"),
        (["steady:lay_ace=7..7"], "1 policy to compare"),
        (["steady:lay_ace=1..40", "steady:lay_rank=1..40"], "80 policies to compare"),
        (["steady:lay_ace=1..65"], "ranges for 65 policies; at most 64"),
        (["steady:attempt_from=9..13"], "13 is not a whole number from 0 to 12"),
        (["steady:attempt_from=9..3", "duck"], "is no range"),
        (["duck", "duk"], "did you mean duck?"),
        (["duck", "random", "--opponents", "randm"], "did you mean random?"),
        (["duck", "random", "--opponents", "steady:lay_ace=1..2"], "'1..2' is not a whole number"),
        (["duck", "random", "--until-width", "1", "--until-decided"], "not on both"),
        (["duck", "random", "--until-width", "0"], "not a number above zero"),
        (["duck", "random", "--deals", "0"], "not within 1"),
        (["duck", "random", "--rule", "remize=3"], "did you mean remise?"),
    ],
)
def test_wrong_input_is_one_line(capsys, arguments, words):
    code, out, err = reversis(capsys, "compare", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_wrong_arguments_of_the_function():
    with pytest.raises(OptionError, match="0 policies"):
        compare([])
    with pytest.raises(OptionError, match="deals 0"):
        compare(["duck", "random"], 0)
    with pytest.raises(OptionError, match="until_width"):
        compare(["duck", "random"], until_width=math.inf)
    with pytest.raises(OptionError, match="threads"):
        compare(["duck", "random"], 10, threads=0)
