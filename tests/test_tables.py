"""Probability tables: what is counted, and the same bytes however it is computed."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from deals import SPECS
from plain_tables import count, transfers_of

from analyser import api, play, simulate
from analyser.errors import OptionError
from analyser.reversis.analyses.tables import analysis
from analyser.reversis.analyses.tables.analysis import TABLES, make_worker, rows, tabulation
from analyser.reversis.analyses.tables.counts import COUNTS
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


def test_only_hands_as_dealt_are_exact_where_cards_are_chosen(frame):
    known = frame.dropna(subset=["exact_rate"])
    assert set(known["given"]) == {"as dealt", ""}
    assert set(known.loc[known["given"] == "", "figure"]) == {"whose"}
    assert (known["exact_basis"] != "").all()
    unknown = frame[frame["exact_rate"].isna() & (frame["exact_basis"] != "")]
    assert set(unknown["outcome"]) == {"mean"}
    assert set(unknown["given"]) == {"as dealt"}


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
