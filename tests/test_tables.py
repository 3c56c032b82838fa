"""Probability tables: what is counted, exact against simulated, errors, the command and files."""

import io
import json
import math
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from command_line import done, reversis
from deals import SPECS
from interrupts import interrupt_after
from plain_tables import count, transfers_of
from scipy.stats import poisson

from analyser import api, play, simulate
from analyser.errors import OptionError
from analyser.reversis.analyses import tables as analysis
from analyser.reversis.analyses.tables import TABLES, make_worker, rows, tabulation
from analyser.reversis.analyses.tables_counts import COUNTS
from analyser.reversis.analyses.tables_plots import plots
from analyser.reversis.analyses.tables_report import result
from analyser.reversis.analyses.tables_rows import FEWEST_EXPECTED, Key, Rate, mean, quantile
from analyser.reversis.question import question
from analyser.runner import in_threads

# A line-up with which espagnolettes are used and caught, and reversis made and broken.
MIXED = [SPECS[name] for name in ("hoarding", "never privileged", "hoarding", "sweeping")]
KEYS = ["table", "figure", "given", "seat", "outcome"]
N_COUNTED = 700


@pytest.fixture(scope="module")
def records():
    return list(play(MIXED, N_COUNTED, seed=9))


@pytest.fixture(scope="module")
def frame():
    return rows(tabulation(question(MIXED, seed=9), (), N_COUNTED))


@pytest.fixture(scope="module")
def random_run():
    """Where most is exact."""
    return tabulation(question("random", seed=1), (), 200_000)


def keyed(frame):
    """Rates by their keys, as a Series of counts."""
    rates = frame.dropna(subset=["count"])
    keys = [
        (table, figure, given, None if pd.isna(seat) else int(seat), outcome)
        for table, figure, given, seat, outcome in rates[KEYS].itertuples(index=False)
    ]
    return dict(zip(keys, rates["count"].astype(int), strict=True))


# What is counted


def test_counts_are_those_of_the_records_card_by_card(records, frame):
    counted, expected = keyed(frame), count(records)
    assert {key: n for key, n in counted.items() if n} == dict(expected)
    assert len(counted) == len(frame.dropna(subset=["count"]))
    for events in ("use", "of those undertaken"):
        outcomes = {key[4] for key in expected if key[1] == events}
        assert len(outcomes) >= 3, events


def test_cases_are_those_that_meet_the_condition(frame):
    """The outcomes of a figure that excludes one another add up to its n."""
    several = {"held", "card", "whose", "declined", "tail", "per deal", "trick"}
    for key, part in frame.dropna(subset=["count"]).groupby(KEYS[:4], dropna=False):
        if key[1] not in several and not key[1].startswith("trick of"):
            assert part["n"].nunique() == 1
            assert part["count"].sum() == part["n"].iloc[0], key
    fates = frame[(frame["table"] == "quinola") & frame["seat"].isna()]
    in_tricks = fates.loc[fates["figure"] == "trick", "count"].sum()
    discarded = fates[(fates["figure"] == "fate") & (fates["outcome"] == "discarded")]
    assert in_tricks + discarded["count"].item() == N_COUNTED


def test_means_are_those_of_the_distribution(frame):
    for table, figure, unit in (
        ("hand-points", "points", "points_per_hand"),
        ("party-value", "party value", "party_fiches_per_deal"),
        ("points", "points", "points_taken_per_deal"),
        ("tricks", "tricks", "tricks_taken_per_deal"),
    ):
        part = frame[(frame["table"] == table) & (frame["figure"] == figure)]
        for _, group in part.groupby(["given", "seat"], dropna=False):
            rates = group[group["outcome"] != "mean"]
            numbers = np.repeat(rates["outcome"].astype(int), rates["count"].astype(int))
            found = group[group["outcome"] == "mean"].iloc[0]
            assert found[unit] == pytest.approx(numbers.mean(), rel=1e-12)
            error = numbers.std(ddof=1) / math.sqrt(len(numbers))
            assert found[f"{unit}_se"] == pytest.approx(error, rel=1e-12)


def test_payments_are_those_of_a_simulation(records, frame):
    payments = np.array([record["settlement"]["payments"] for record in records])
    simulated = simulate(MIXED, N_COUNTED, seed=9)
    part = frame[frame["table"] == "payments"]
    means = part[part["figure"] == "mean"]
    assert means["fiches_per_deal"].tolist() == simulated["fiches_per_deal"].iloc[:4].tolist()
    assert means["fiches_per_deal_se"].tolist() == simulated["fiches_per_deal_se"][:4].tolist()
    for share in (1, 5, 25, 50, 75, 95):
        found = part[(part["figure"] == "quantile") & (part["outcome"] == f"{share} %")]
        expected = np.quantile(payments, share / 100, axis=0, method="inverted_cdf")
        assert found["quantile_fiches"].tolist() == expected.tolist()
        assert (found["quantile_fiches_low"] <= found["quantile_fiches"]).all()
        assert (found["quantile_fiches"] <= found["quantile_fiches_high"]).all()


def test_10_who_pays_whom_is_what_the_referee_pays(records, frame, monkeypatch):
    deals = [transfers_of(record, monkeypatch) for record in records[:250]]
    few = rows(tabulation(question(MIXED, seed=9), ["transfers"], 250))
    found = few.set_index(["figure", "given", "outcome"])
    pairs = {pair for deal in deals for pair in deal}
    assert len(pairs) == 12 + 8 + 10
    for one, other in pairs:
        gross = np.array([deal[one, other] for deal in deals])
        net = np.array([deal[other, one] - deal[one, other] for deal in deals])
        for figure, fiches in (("pays", gross), ("wins from", net)):
            row = found.loc[(figure, one, other)]
            assert row["fiches_per_deal"] == pytest.approx(fiches.mean(), rel=1e-12)
            error = fiches.std(ddof=1) / math.sqrt(len(fiches))
            assert row["fiches_per_deal_se"] == pytest.approx(error, rel=1e-9)


def test_10_nets_add_up_to_the_payments(frame):
    net = frame[(frame["table"] == "transfers") & (frame["figure"] == "wins from")]
    cells = net.pivot(index="given", columns="outcome", values="fiches_per_deal").fillna(0)
    assert np.allclose(cells, -cells.T, atol=1e-12)
    parties = [name for name in cells.columns if name != "all"]
    assert np.allclose(cells.loc[parties, parties].sum(axis=1), cells.loc[parties, "all"])
    means = frame[(frame["table"] == "payments") & (frame["figure"] == "mean")]
    seats = [f"seat {seat}" for seat in range(4)]
    assert cells.loc[seats, "all"].tolist() == pytest.approx(means["fiches_per_deal"].tolist())


def test_6_1_the_partys_value_is_that_of_the_rules():
    rules = {"party_base": 100, "discard_ace_diamonds": 0, "discard_quinola": 50}
    values = api.tables("party-value", "random", 3000, rules=rules)
    plain = api.tables("discard", "random", 3000)
    rates = values.dropna(subset=["count"])
    numbers = rates["outcome"].astype(int)
    has_quinola = plain.loc[(plain["outcome"] == "quinola") & plain["seat"].isna(), "count"]
    assert rates.loc[numbers >= 150, "count"].sum() == has_quinola.item()
    assert numbers.is_monotonic_increasing
    assert numbers.min() == 100
    assert values["z"].abs().max() < 4


# Exact beside simulated


def test_simulated_and_exact_agree(random_run):
    known = rows(random_run).dropna(subset=["exact_rate"])
    scores = known["z"].dropna()
    assert len(scores) > 450
    assert scores.abs().max() < 4
    assert 0.85 < scores.std() < 1.15
    rare = known[known["z"].isna()]
    assert len(rare) > 50
    expected = rare["n"] * np.minimum(rare["exact_rate"], 1 - rare["exact_rate"])
    assert (expected < FEWEST_EXPECTED).all()
    assert (poisson.sf(rare["count"].astype(int) - 1, rare["n"] * rare["exact_rate"]) > 1e-5).all()


def test_means_and_exact_means_agree(random_run):
    known = rows(random_run)
    scores = known.loc[(known["outcome"] == "mean") & (known["exact_basis"] != ""), "z"]
    assert len(scores) == 8 + 1
    assert scores.abs().max() < 4
    assert scores.abs().min() < 1


def test_exact_rates_add_up(random_run):
    known = rows(random_run).dropna(subset=["exact_rate"])
    figures = ["other hearts", "aces", "voids", "shortest suit", "points", "hearts", "party value"]
    part = known[known["figure"].isin(figures)]
    sums = part.groupby(KEYS[:4], dropna=False)["exact_rate"].sum()
    assert np.allclose(sums, 1)
    assert len(sums) == 5 * 8 + 4


def test_only_hands_as_dealt_are_exact_where_cards_are_chosen(frame):
    known = frame.dropna(subset=["exact_rate"])
    assert set(known["given"]) == {"as dealt", ""}
    assert set(known.loc[known["given"] == "", "figure"]) == {"whose"}
    assert (known["exact_basis"] != "").all()
    unknown = frame[frame["exact_rate"].isna() & (frame["exact_basis"] != "")]
    assert set(unknown["outcome"]) == {"mean"}
    assert set(unknown["given"]) == {"as dealt"}


def test_a_z_score_is_that_of_the_exact_variance():
    rate = Rate(Key("x"), "y", 30, 100, Fraction(1, 4))
    assert rate.z == pytest.approx(5 / math.sqrt(100 * 0.25 * 0.75))
    assert math.isnan(Rate(Key("x"), "y", 3, 10, Fraction(1, 4)).z)
    assert math.isnan(Rate(Key("x"), "y", 3, 10).z)


def test_the_interval_of_a_quantile_covers_it():
    """In 95 of 100 samples, of numbers of which hardly any comes twice."""
    rng = np.random.default_rng(1)
    n_covered = 0
    for _ in range(400):
        sample = rng.integers(0, 10**6, 300)
        counts = Counter(sample.tolist())
        found = quantile(Key("x"), "25 %", "number", counts, Fraction(1, 4))
        assert found.at == np.quantile(sample, 0.25, method="inverted_cdf")
        n_covered += found.low <= 250_000 <= found.high
    assert 370 <= n_covered <= 392


def test_one_number_is_every_quantile():
    found = quantile(Key("x"), "1 %", "number", {-7: 1}, Fraction(1, 100))
    assert (found.at, found.low, found.high) == (-7, -7, -7)
    assert mean(Key("x"), "number", {-7: 2, 1: 2}).estimate[0] == -3


# The same bytes


@pytest.mark.parametrize(("threads", "chunk", "batch"), [(1, 32_768, 1024), (3, 77, 32)])
def test_threads_chunks_and_batches_change_nothing(monkeypatch, frame, threads, chunk, batch):
    monkeypatch.setattr(analysis, "CHUNK_DEALS", chunk)
    monkeypatch.setattr(analysis, "N_BATCH", batch)
    again = rows(tabulation(question(MIXED, seed=9), (), N_COUNTED, runner=in_threads(threads)))
    assert again.to_csv() == frame.to_csv()


def test_one_and_two_threads_give_the_same_bytes():
    one, two = (rows(tabulation(question(), (), 70_000, runner=in_threads(n))) for n in (1, 2))
    assert one.to_csv() == two.to_csv()


@pytest.mark.parametrize("name", TABLES)
def test_a_table_alone_is_the_same_as_with_all(name, frame):
    """Whatever fields are kept of a deal."""
    alone = api.tables(name, MIXED, N_COUNTED, seed=9)
    together = frame[frame["table"] == name].dropna(axis=1, how="all").reset_index(drop=True)
    pd.testing.assert_frame_equal(alone.dropna(axis=1, how="all"), together, check_dtype=False)


def test_every_count_is_in_some_table():
    asked = {name for table in TABLES.values() for name in table.counts}
    assert asked == {*COUNTS, "payments"}
    worker = make_worker(question("duck"), list(asked))
    whole, parts = worker(50, 300), worker(50, 100) + worker(150, 200)
    assert whole.payments == parts.payments
    for name in COUNTS:
        assert np.array_equal(whole.counts[name], parts.counts[name])


# The command


def test_tables_fit_in_eighty_columns(capsys):
    out = done(capsys, "tables", "--deals", "20k", "--policy", "random")
    assert max(map(len, out.splitlines())) <= 80
    for name in TABLES:
        assert f"\n{name}: " in f"\n{out}"
    assert "% of 20,000 deals" in out
    assert " ".join(out.split()).count("none where fewer than 5 cases were to be expected") == 1


def test_exact_stands_beside_simulated_with_its_score(capsys):
    out = done(capsys, "tables", "hand-aces", "--deals", "20k")
    lines = out[: out.index("after the exchange")].splitlines()
    assert re.split(r"  +", lines[1].strip()) == ["aces", "exact", "seat 0, z", "seat 1, z",
                                                  "seat 2, z"]  # fmt: skip
    found = api.tables("hand-aces", deals=20_000)
    row = found[(found["outcome"] == "1") & (found["given"] == "as dealt")].iloc[0]
    assert lines[4].split()[:4] == ["1", "43.93", "±", "0.35"]
    assert lines[4].split()[4] == f"{100 * row['rate']:.2f}"
    assert lines[4].split()[5] == f"{row['z']:+.1f}".replace("-", "−")
    assert "exact" not in out[out.index("after the exchange") : out.index("After ±")]


def test_what_never_came_has_a_bound(capsys):
    out = done(capsys, "tables", "reversis", "party", "--deals", 40, "--policy", "duck")
    assert re.search(r"undertaken.*\n─+\nall  +< 8.8  +< 8.8", out)
    by_tricks = out[out.index("The party by tricks") :]
    assert re.search(r"\n\d+ +\d+ .*> \d\d", by_tricks)


def test_csv_and_json_have_all_tables_in_long_form(capsys):
    arguments = ("tables", "aces", "transfers", "--deals", 500, "--seed", 3)
    text = done(capsys, *arguments, "--format", "csv")
    found = json.loads(done(capsys, *arguments, "--format", "json"))
    expected = rows(tabulation(question(seed=3), ["aces", "transfers"], 500))
    read = pd.read_csv(io.StringIO(text), keep_default_na=False, na_values={"seat": ""})
    assert read["table"].tolist() == expected["table"].tolist()
    assert [row["table"] for row in found["rows"]] == expected["table"].tolist()
    assert (found["deals"], found["tables"]) == (500, ["aces", "transfers"])
    assert [row["count"] for row in found["rows"]][:5] == expected["count"].tolist()[:5]
    assert found["rows"][-1]["count"] is None
    assert found["rows"][-1]["fiches_per_deal"] == expected["fiches_per_deal"].iloc[-1]


def test_markdown_has_a_table_for_each(capsys):
    out = done(capsys, "tables", "points", "tricks", "--deals", 300, "--format", "markdown")
    assert out.count("| --- |") == 2
    assert "**tricks: Tricks taken, % of 300 deals**" in out


def test_the_list_names_all_and_plays_nothing(capsys, monkeypatch):
    monkeypatch.setattr(analysis, "make_worker", None)
    out = done(capsys, "tables", "--list")
    assert [line.split()[0] for line in out.splitlines()[2:] if line[0] != " "] == list(TABLES)
    found = json.loads(done(capsys, "tables", "--list", "--format", "json"))
    assert [row["table"] for row in found["rows"]] == list(TABLES)


def test_each_table_is_printed_once_in_the_order_asked_for(capsys):
    out = done(capsys, "tables", "tricks", "points", "tricks", "--deals", 50, "--format", "csv")
    names = list(dict.fromkeys(line.split(",")[0] for line in out.splitlines()[1:]))
    assert names == ["tricks", "points"]


def test_a_single_deal_can_be_told_and_drawn(capsys, tmp_path):
    out = done(capsys, "tables", "--deals", 1)
    assert "payments: How a deal ends for a seat, % of 1 deals" in out
    done(capsys, "tables", "payments", "--deals", 1, "--out", tmp_path)
    assert len(list(tmp_path.iterdir())) == 4


def test_files_of_a_folder(capsys, tmp_path):
    folder = tmp_path / "made"
    names = ("party-value", "transfers", "payments")
    done(capsys, "tables", *names, "--deals", 3000, "--policy", "random", "--out", folder)
    expected = api.tables(names, "random", 3000)
    files = {f"{name}.{end}" for name in names for end in ("csv", "parquet")}
    files |= {f"{name}.{end}" for name in ("party-value", "payments") for end in ("png", "svg")}
    assert {path.name for path in folder.iterdir()} == files
    for name in names:
        found = pd.read_parquet(folder / f"{name}.parquet")
        pd.testing.assert_frame_equal(found, expected[name], check_dtype=False)
        assert (folder / f"{name}.csv").read_text() == expected[name].to_csv(index=False)
    assert (folder / "payments.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (folder / "payments.svg").read_bytes()


def test_each_distribution_has_a_plot(random_run):
    drawings = plots(random_run)
    assert {name.partition("-")[0] for name in drawings} == {
        "hand", "discard", "party", "quinola", "points", "tricks", "payments",
    }  # fmt: skip
    assert {"quinola-guards-held", "hand-points-as-dealt", "party-value", "points"} <= set(drawings)
    axes = drawings["hand-points-as-dealt"]().axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "exact", *(f"seat {seat}" for seat in range(4)),
    ]  # fmt: skip
    assert len([line for line in axes.get_lines() if line.get_linestyle() == "--"]) == 2


def test_bins_of_a_wide_distribution_hold_all_of_it(random_run):
    axes = plots(random_run)["payments"]().axes[0]
    lines = [line for line in axes.get_lines() if line.get_linestyle() == "-"]
    assert len(lines) == 4
    for line in lines:
        numbers = np.array(line.get_xdata(), dtype=float)
        assert 10 < len(numbers) <= 60
        assert (np.diff(numbers) % 5 == 0).all()
        assert sum(line.get_ydata()) == pytest.approx(100)
    assert axes.get_yscale() == "log"


def test_the_command_prints_what_was_played_before_ctrl_c(capsys, monkeypatch, tmp_path):
    interrupt_after(monkeypatch, 1)
    code, out, err = reversis(capsys, "tables", "tricks", "--out", tmp_path)
    assert (code, err) == (130, "reversis: interrupted\n")
    assert "Interrupted: these are the deals played until then." in out
    assert "32,768 deals" in out
    assert len(list(tmp_path.iterdir())) == 4
    with pytest.raises(KeyboardInterrupt):
        api.tables("tricks")


def test_nothing_played_before_ctrl_c_is_an_interrupt(monkeypatch):
    interrupt_after(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        tabulation(question("duck"))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: api.tables("quinolas"), "there is no such table; did you mean quinola?"),
        (lambda: api.tables(["aces", "trick"]), "did you mean tricks?"),
        (lambda: api.tables("aces", deals=0), "deals 0"),
        (lambda: api.tables("aces", threads=0), "threads 0"),
    ],
)
def test_wrong_arguments_of_the_function(call, words):
    with pytest.raises(OptionError, match=re.escape(words)):
        call()


def test_notes_say_what_is_exact(random_run):
    notes = " ".join(result(random_run).layouts[-1].notes)
    assert "11 of 48 cards at random, laid at random" in notes
    assert "Interrupted" not in notes
