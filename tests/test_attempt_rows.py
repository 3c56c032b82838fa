"""The rows of `attempt`, when a run stops, the command, and what it refuses."""

import json
import math
import re

import numpy as np
import pytest
from command_line import done, reversis
from deals import BOLD
from interrupts import interrupt_after

from analyser import attempt
from analyser.errors import ConfigError, NotationError, OptionError
from analyser.reversis.analyses.attempt import analysis, cases
from analyser.reversis.analyses.attempt.analysis import Attempt, measured
from analyser.reversis.analyses.attempt.cases import FIGURES, make_worker, nothing
from analyser.reversis.analyses.attempt.pools import pays_at
from analyser.reversis.analyses.attempt.report import result
from analyser.reversis.analyses.attempt.rows import _thresholds, gain_of, rows
from analyser.reversis.analyses.attempt.spot import spot_of
from analyser.reversis.question import question
from analyser.runner import in_threads
from analyser.statistics import critical_value, halfwidth

HAND = "AKQ.KQ982.A5.3"
HAND_WITH_QUINOLA = "AKQ.KQJ92.A5.3"
LEVELS = ("going_on_fiches_per_deal", "giving_up_fiches_per_deal")

# Rows


@pytest.fixture(scope="module")
def frames():
    """The same deals told apart in every way."""
    ways = ["trick", "strength", "quinola", "seat", "strength,quinola,seat"]
    return {by: attempt(by=by, deals=20_000, tricks=[1, 3, 5], policies=BOLD) for by in ways}


def test_rows_add_up_to_those_over_all_strengths(frames):
    whole = frames["trick"].set_index("trick")
    for by, frame in frames.items():
        parts = frame[frame["strength"].notna()] if "strength" in by else frame
        deals = parts.groupby("trick")["deals"].sum()
        assert (deals == whole["deals"]).all()
        for column in ("gain_fiches_per_deal", "made_rate", *LEVELS, "gain_per_pool_fiche"):
            weighted = (parts[column] * parts["deals"]).groupby(parts["trick"]).sum()
            assert (weighted / deals).to_numpy() == pytest.approx(whole[column].to_numpy())


def test_over_all_strengths_comes_first(frames):
    frame = frames["strength"]
    over = frame[frame["strength"].isna()]
    assert over.index.tolist() == [0, 1, 2]
    for column in ("deals", "gain_fiches_per_deal", "gain_fiches_per_deal_se"):
        assert over[column].tolist() == frames["trick"][column].tolist()
    assert over["pays_from_strength"].notna().any()
    assert frame[frame["strength"].notna()]["pays_from_strength"].isna().all()
    assert "pays_from_strength" not in frames["seat"]


@pytest.mark.parametrize(
    ("by", "n_rows"), [("trick", 2), ("strength", 12 + 10 + 2), ("quinola,seat", 8 + 12)]
)
def test_the_error_is_shared_by_all_rows_that_there_can_be(by, n_rows):
    asked = question()
    run = measured(asked, spot_of(asked, tricks=[1, 3]), by, deals=3000)
    assert run.n_rows == n_rows
    for row in rows(run).itertuples():
        reach = row.gain_fiches_per_deal_high - row.gain_fiches_per_deal
        expected = halfwidth(row.deals, row.gain_fiches_per_deal_se, n_figures=n_rows)
        assert reach == pytest.approx(expected if row.deals > 1 else math.inf)


def test_verdicts_are_what_the_intervals_say(frames):
    for row in frames["strength"].itertuples():
        low, high = row.gain_fiches_per_deal_low, row.gain_fiches_per_deal_high
        judged = "pays" if low > 0 else "does not pay" if high < 0 else "undecided"
        assert row.verdict == (judged if row.deals >= 100 else "too few deals")
    assert {"pays", "does not pay", "undecided", "too few deals"} == set(
        frames["strength"]["verdict"]
    )


@pytest.mark.parametrize(
    ("verdicts", "up_to", "start"),
    [
        ("n n ? y y", 1, 3),
        ("n n y n y y .", 1, 4),
        ("y y", None, 0),
        (". n . n", 3, None),
        ("? n y ?", None, None),
        (". .", None, None),
    ],
)
def test_from_which_strength_on_it_pays(verdicts, up_to, start):
    words = {"y": "pays", "n": "does not pay", "?": "undecided", ".": "too few deals"}
    over = {"trick": 2, "quinola": None, "seat": 1}
    others = [over | {"seat": 0, "strength": 0, "verdict": "undecided"}]
    asked = [
        over | {"strength": strength, "verdict": words[sign]}
        for strength, sign in enumerate(verdicts.split())
    ]
    found = _thresholds(over, others + asked)
    assert found == {"pays_from_strength": start, "pays_not_to_strength": up_to}


def test_what_is_always_the_same_makes_no_difference():
    asked = question()
    run = Attempt(asked, spot_of(asked), ("strength",), nothing(5), 1000)
    gain = gain_of(run, dict.fromkeys(FIGURES, 0) | {"cases": 500})
    assert (gain.mean, gain.reach, gain.verdict) == (0, 0, "no difference")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ((-3.0, 0.1, 30.4), "above 30"),
        ((3.0, -0.1, 30.6), "below 31"),
        ((3.0, 0.0, math.nan), "all"),
        ((0.0, 0.0, math.nan), "none"),
        ((-1.0, -0.5, math.nan), "none"),
    ],
)
def test_at_which_pools_it_pays_in_words(line, words):
    assert pays_at(*line) == words


# The same bytes; when a run stops


@pytest.mark.parametrize(("threads", "chunk"), [(1, 500), (2, 1500), (3, 16_384)])
def test_threads_and_chunks_change_nothing(monkeypatch, threads, chunk):
    expected = attempt(by="strength,seat", deals=6000, threads=1)
    monkeypatch.setattr(analysis, "_CHUNK_DEALS", chunk)
    assert attempt(by="strength,seat", deals=6000, threads=threads).equals(expected)


def test_tallies_of_parts_add_up_to_that_of_the_whole():
    asked = question(seed=4)
    spot = spot_of(asked, tricks=[1, 2])
    work = make_worker(asked, spot)
    parts = [work(0, 1), work(1, 1500), work(1501, 2000)]
    whole = work(0, 3501)
    added = sum(parts, nothing(2))
    assert added.n_deals == whole.n_deals
    assert (added.sums == whole.sums).all()


def test_cells_add_up_exactly_whatever_the_amounts():
    odd = (1 << 60) + 1  # no float64 holds it
    figures = np.full((len(FIGURES), 3), odd, dtype=np.int64)
    sums = cases._added(np.array([5, 0, 5]), figures)
    assert sums.reshape(len(FIGURES), -1)[0, :6].tolist() == [
        (1 << 60) + 1,
        *[0] * 4,
        (1 << 61) + 2,
    ]
    assert not cases._added(np.empty(0, np.int64), figures[:, :0]).any()


def test_a_run_stops_at_a_width_and_may_be_looked_at_any_time(monkeypatch):
    asked = question()
    run = measured(asked, spot_of(asked, tricks=[1, 4]), width=3.0)
    assert run.reach <= 3.0
    assert run.tally.n_deals < 100_000
    frame = rows(run)
    reach = frame["gain_fiches_per_deal_high"] - frame["gain_fiches_per_deal"]
    assert reach[:2].max() == pytest.approx(run.reach)
    fixed = critical_value(10**6, n_figures=run.n_rows)
    assert (reach[:2] > 1.2 * fixed * frame["gain_fiches_per_deal_se"][:2]).all()
    assert set(frame["verdict"][frame["deals"] < 1000]) == {"too few deals"}
    monkeypatch.setattr(analysis, "_CHUNK_DEALS", 700)
    again = measured(asked, spot_of(asked, tricks=[1, 4]), width=3.0, runner=in_threads(2))
    assert rows(again).equals(frame)


def test_a_target_that_is_not_reached_is_told():
    asked = question()
    run = measured(asked, spot_of(asked, tricks=[1]), width=0.001, deals=3000)
    assert run.tally.n_deals == 3000
    notes = " ".join(result(run).layouts[-1].notes)
    assert "After all 3,000 deals of --deals: at ± " in notes
    assert "not yet at ± 0.001" in notes


def test_what_is_played_counts_where_a_run_is_interrupted(capsys, monkeypatch):
    monkeypatch.setattr(analysis, "_CHUNK_DEALS", 2048)
    interrupt_after(monkeypatch, 1)
    code, out, err = reversis(capsys, "attempt", "--tricks", "1,2")
    assert (code, err) == (130, "reversis: interrupted\n")
    assert "Interrupted: these are the deals played until then." in out
    assert "10,240 deals, seed 1" in out
    with pytest.raises(KeyboardInterrupt):
        attempt(HAND)


# The command


def test_the_command_prints_what_the_function_gives(capsys):
    arguments = [
        "attempt",
        HAND,
        "--seat",
        1,
        "--lay",
        "3c",
        "--opponents",
        "duck",
        "--deals",
        "2k",
    ]
    found = json.loads(done(capsys, *arguments, "--tricks", "1,2", "--format", "json"))
    assert (found["hand"], found["seat"], found["lay"]) == (HAND, 1, "3C")
    assert (found["blocks"], found["deals"], found["tricks"]) == (2000, 10_000, [1, 2])
    table = attempt(HAND, 1, lay="3C", opponents="duck", tricks=[1, 2], deals=2000)
    assert [row["gain_fiches_per_deal"] for row in found["rows"]] == (
        table["gain_fiches_per_deal"].tolist()
    )
    assert list(found["rows"][0]) == list(table.columns)


@pytest.mark.parametrize(
    ("by", "hand"),
    [
        ("trick", []),
        ("strength", []),
        ("quinola", [HAND_WITH_QUINOLA, "--tricks", "1,4"]),
        ("strength", ["AK.AKQ.AKQ98.A"]),
        ("trick,strength,quinola,seat", ["--tricks", "2"]),
    ],
)
def test_tables_fit_in_eighty_columns(capsys, by, hand):
    out = done(capsys, "attempt", *hand, "--by", by, "--deals", "20k", "--pool", 200)
    assert max(map(len, out.splitlines())) <= 80
    assert "What going on brings" in out or "strength" not in by
    assert ("pays from" in out) == ("strength" in by)
    assert "How it ends" in out
    assert len(re.findall("going on +giving up", out)) == 1 or "quinola" in by


def test_few_deals_are_shown_without_a_verdict(capsys):
    out = done(capsys, "attempt", "--deals", "1", "--tricks", "1")
    assert "too few deals" in out
    assert "At all pools up to 1,000 the answer is the same." not in out


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("x.png", []),
        ("x.svg", ["--by", "trick,seat"]),
        ("x.svg", ["--by", "strength,quinola", "--tricks", "1"]),
        ("x.png", ["--by", "strength,quinola,seat", "--tricks", "3"]),
        ("x.png", [HAND]),
    ],
)
def test_plots_are_drawn(capsys, tmp_path, name, arguments):
    done(capsys, "attempt", *arguments, "--deals", "3k", "--plot", tmp_path / name)
    assert (tmp_path / name).read_bytes()[:4] in (b"\x89PNG", b"<?xm")


def test_curves_of_a_plot_are_the_same_in_every_panel():
    asked = question()
    spot = spot_of(asked, tricks=[1, 3])
    figure = result(measured(asked, spot, "strength,quinola", deals=3000)).plot()
    labels = [axes.get_legend_handles_labels()[1] for axes in figure.axes]
    assert labels == [["quinola held", "quinola played", "quinola elsewhere"]] * 2
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["trick 1", "trick 3"]


def test_a_run_without_a_case_is_refused():
    with pytest.raises(OptionError, match="deals 3: in none of them did a player stand before"):
        attempt("32.432.5432.32", tricks=[9], deals=3)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: attempt(policies="duck"), OptionError, "'duck': plays as duck, which never goes"),
        (
            lambda: attempt(policies=["steady", "steady", "random", "steady"]),
            OptionError,
            "'random'",
        ),
        (lambda: attempt(HAND, policies="duck", opponents="steady"), OptionError, "'duck': plays"),
        (
            lambda: attempt(HAND, policies=["steady"] * 4),
            OptionError,
            "4 policies: with a HAND one",
        ),
        (lambda: attempt(policies="duk"), ConfigError, "did you mean duck?"),
        (lambda: attempt(seat=2), OptionError, "seat 2: goes with a HAND"),
        (lambda: attempt(lay="JH"), OptionError, "lay 'JH': goes with a HAND"),
        (lambda: attempt(opponents="duck"), OptionError, "opponents 'duck': goes with a HAND"),
        (lambda: attempt(HAND, 4), OptionError, "seat 4: 0, 1, 2 or 3"),
        (lambda: attempt(HAND, 3), NotationError, "11 cards read, seat 3 holds 12"),
        (lambda: attempt(HAND, lay="JH"), OptionError, f"lay 'JH': not in {HAND}"),
        (lambda: attempt(HAND, lay="XX"), NotationError, "card 'XX'"),
        (
            lambda: attempt(HAND + "2", 3, lay="decline"),
            OptionError,
            "the dealer, seat 3, lays one",
        ),
        (lambda: attempt(tricks=[0]), OptionError, "trick 0: a whole number from 1 to 10"),
        (lambda: attempt(tricks=[11]), OptionError, "trick 11: a whole number from 1 to 10"),
        (lambda: attempt(tricks=[]), OptionError, "tricks: none given"),
        (
            lambda: attempt(by="strenght"),
            OptionError,
            "by 'strenght': trick, strength, quinola, seat",
        ),
        (lambda: attempt(deals=0), OptionError, "deals 0"),
        (lambda: attempt(until_width=0), OptionError, "until_width 0"),
        (lambda: attempt(threads=0), OptionError, "threads 0"),
    ],
)
def test_what_cannot_be_asked_is_refused(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


def test_4_the_quinola_is_not_laid_where_that_is_forbidden():
    rules = {"quinola_discard": "forbidden"}
    with pytest.raises(OptionError, match="lay 'JH': the rules forbid laying the quinola"):
        attempt(HAND_WITH_QUINOLA, lay="JH", rules=rules)
