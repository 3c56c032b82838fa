"""What lays cost over all hands: against simulations, records, and the same done one by one."""

import functools
import json
import math
import random
import re

import numpy as np
import pandas as pd
import pytest
from command_line import done, reversis
from interrupts import interrupt_after

from analyser import discards, play, simulate
from analyser.errors import OptionError
from analyser.reversis.analyses.discard.analysis import lays_of
from analyser.reversis.analyses.discards import analysis as module
from analyser.reversis.analyses.discards.analysis import measurement
from analyser.reversis.analyses.discards.kinds import COLUMNS, kind_of
from analyser.reversis.analyses.discards.matrix import matrix_of
from analyser.reversis.analyses.discards.report import result
from analyser.reversis.analyses.discards.rows import rows
from analyser.reversis.exchanges import HEURISTICS
from analyser.reversis.notation import card_name, dotted_set
from analyser.reversis.policies import compiled, policy_from
from analyser.reversis.question import question, seated
from kernels.lanes import N_LANES
from kernels.reversis import fields as f
from kernels.reversis.batches import Table
from kernels.reversis.fork import laying

HAND = "Q72.J93.A842.6"
SMALL = {"hands": 12, "deals": 12 * 12 * 64}


@functools.cache
def pooled():
    """A measurement of many hands of all seats, and its tidy table."""
    run = measurement(question("steady", seed=5), hands=300, plays=300 * 12 * 64)
    return run, rows(run)


def part(frame, by, **values):
    """The rows of a grouping with these values."""
    found = frame[frame["by"] == by]
    for column, value in values.items():
        found = found[found[column] == value]
    return found


# What is measured


@pytest.mark.parametrize(
    ("policy", "opponents", "seat"),
    [("steady", "duck", 3), ("duck", "steady", 1), ("random", "duck", 0)],
)
def test_the_policys_own_lays_are_paid_what_a_simulation_pays(policy, opponents, seat):
    frame = discards(
        seat, policy=policy, opponents=opponents, hands=500, deals=500 * 12 * 64, seed=3
    )
    own = "weighted" if policy == "steady" else policy
    (row,) = part(frame, "heuristic", heuristic=own).to_dict("records")
    seats = simulate(seated(policy, opponents, seat), 30_000, seed=4)
    there = seats.iloc[seat]
    error = math.hypot(row["fiches_per_deal_se"], there["fiches_per_deal_se"])
    assert abs(row["fiches_per_deal"] - there["fiches_per_deal"]) < 4 * error < 4


def test_figures_are_those_of_the_deals_one_by_one():
    """The lays of a few hands, played one after another and compared with the best in floats."""
    n_hands, n_deals = 6, 128
    asked = question(seated("steady", "duck", 0), seed=7)
    run = measurement(asked, seat=2, by="rank", hands=n_hands, plays=n_hands * 12 * n_deals)
    dealt = [next(play("duck", seed=7, first_deal=n))["hands"][2] for n in range(n_hands)]
    found = []
    for number, hand in enumerate(map(dotted_set, dealt)):
        table = Table(
            asked.rules,
            45,
            compiled_at(2, "steady", "duck"),
            7,
            tuple(hand * (s == 2) for s in range(4)),
        )
        paid = {}
        for lay in lays_of(hand, 2, asked):
            kept = table.play(2**62 + number * n_deals, n_deals, laying(2, lay.number))
            paid[lay.card] = table.kept(kept, f.PAYMENT, n_deals, 4)[2].astype(float)
        found += lays_less_the_best(paid)
    frame = pd.DataFrame(found, columns=["rank", "gap", "chosen"])
    means = frame.groupby("rank").mean()
    table = rows(run)
    told = part(table, "rank").assign(rank=lambda t: t["rank"].fillna("decline")).set_index("rank")
    assert set(means.index) == set(told.index)
    for rank, row in means.iterrows():
        assert told.loc[rank, "from_best_fiches"] == pytest.approx(row["gap"], abs=1e-9)
        assert told.loc[rank, "chosen_rate"] == pytest.approx(row["chosen"])
    assert told["lays"].to_dict() == frame["rank"].value_counts().to_dict()


def compiled_at(seat, policy, opponents):
    return compiled(map(policy_from, seated(policy, opponents, seat)))


def lays_less_the_best(paid):
    """Rank, mean gap and share of folds in which it was chosen, of each lay of a hand."""
    cards, values = list(paid), np.array(list(paid.values()))
    fold = np.arange(values.shape[1]) % 16
    gaps, chosen = np.zeros(values.shape), np.zeros(len(cards))
    for i in range(16):
        best = int(values[:, fold != i].mean(axis=1).argmax())
        gaps[:, fold == i] = values[:, fold == i] - values[best, fold == i]
        chosen[best] += 1 / 16
    ranks = ["decline" if card is None else card_name(card)[0] for card in cards]
    return list(zip(ranks, gaps.mean(axis=1), chosen, strict=True))


def test_errors_are_over_hands():
    """Of a group that has several lays in a hand, the error is that of hands as a whole."""
    _, frame = pooled()
    (row,) = part(frame, "special", special="other").to_dict("records")
    assert row["lays"] > 9 * row["hands"]
    shares = [
        measurement(question("steady", seed=90 + n), hands=30, plays=30 * 768) for n in range(6)
    ]
    means = [
        float(part(rows(share), "special", special="other")["from_best_fiches"].iloc[0])
        for share in shares
    ]
    spread = float(np.std(means, ddof=1)) * math.sqrt(30 / 300)
    assert 0.4 * spread < row["from_best_fiches_se"] < 2.5 * spread


def test_what_is_lost_is_lost_where_the_best_is_not_laid():
    _, frame = pooled()
    many = frame[frame["chosen_rate"] < 1]
    lost = (1 - many["chosen_rate"]) * many["otherwise_from_best_fiches"]
    assert lost.tolist() == pytest.approx(many["from_best_fiches"].tolist())
    never = frame[frame["chosen_rate"] == 1]
    assert len(never)
    assert (never[["from_best_fiches", "from_best_fiches_se"]].fillna(0) == 0).all(axis=None)


def test_each_hand_has_one_best_lay_in_each_part_of_its_deals():
    run, frame = pooled()
    for by in ("rank", "special", "rank,suit_length", "special,seat"):
        of_lays = part(frame, by)
        assert (of_lays["chosen_rate"] * of_lays["lays"]).sum() == pytest.approx(300)
    assert (part(frame, "heuristic")["hands"] == 300).all()
    assert (part(frame, "heuristic,seat")["hands"] == 75).all()
    assert run.tally.n_plays == 300 * 12 * 64


def test_heuristics_come_with_the_best_first_and_a_random_lay_loses_more_than_weights():
    heuristics = part(pooled()[1], "heuristic")
    assert heuristics["from_best_fiches"].is_monotonic_decreasing
    names = heuristics["heuristic"].tolist()
    assert set(names) == set(HEURISTICS)
    assert names.index("weighted") < names.index("random")
    middle = (heuristics["from_best_fiches_low"] + heuristics["from_best_fiches_high"]) / 2
    assert middle.tolist() == pytest.approx(heuristics["from_best_fiches"].tolist())


def test_figures_of_few_hands_are_left_out_of_tables_and_maps():
    _, frame = pooled()
    matrix = matrix_of(frame, ("rank", "suit_length"))
    few = part(frame, "rank,suit_length", lay="card").query("hands < 10")
    many = part(frame, "rank,suit_length", lay="card").query("hands >= 10")
    assert len(few) > 5
    assert np.isfinite(matrix.values()).sum() == len(many)
    for row in few.itertuples():
        assert matrix.cell(row.rank, row.suit_length) is None
    for row in many.itertuples():
        place = matrix.rows.index(row.rank), matrix.columns.index(row.suit_length)
        assert matrix.values()[place] == row.from_best_fiches


# Kinds of lays


def slow_kind(card, hand, seat):
    """What a card such as "JH" is in a hand of such cards, told with words alone."""
    ranks, names = "23456789JQKA", {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    suit = [other for other in hand if other[1] == card[1]]
    lower = [other for other in suit if ranks.index(other[0]) < ranks.index(card[0])]
    special = "other"
    if card == "JH":
        special = f"quinola+{len(suit) - 1}"
    elif card[0] == "A":
        held = "alone" if suit == [card] else "guarded"
        special = f"ace diamonds {held}" if card == "AD" else f"ace {held}"
    return {"seat": seat, "rank": card[0], "suit": names[card[1]], "suit_length": len(suit),
            "guards": len(lower), "special": special}  # fmt: skip


def test_kinds_are_those_of_a_slow_count():
    rng = random.Random(1)
    met = {column: set() for column in COLUMNS}
    for number in range(600):
        cards = rng.sample(range(48), 11 + number % 2)
        hand = sum(1 << card for card in cards)
        for card in cards:
            kind = kind_of(card, hand, number % 4)
            assert kind == slow_kind(card_name(card), list(map(card_name, cards)), number % 4)
            for column, value in kind.items():
                met[column].add(value)
    assert all(met[column] <= set(COLUMNS[column]) for column in COLUMNS)
    assert len(met["special"]) > 9


def test_of_declining_there_is_only_the_seat():
    assert kind_of(None, 1, 2) == dict.fromkeys(COLUMNS) | {"seat": 2}


def test_the_dealer_cannot_decline_and_groups_are_told_by_what_was_asked():
    frame = discards(by=["seat,suit", "guards"], **SMALL)
    assert set(part(frame, "seat,suit", lay="decline")["seat"]) == {0, 1, 2}
    assert set(part(frame, "seat")["seat"]) == {0, 1, 2, 3}
    assert part(frame, "guards")["suit"].isna().all()
    assert frame["by"].unique().tolist() == [
        "seat,suit", "seat", "guards", "heuristic", "heuristic,seat"
    ]  # fmt: skip
    assert discards(3, **SMALL)["lay"].dropna().unique().tolist() == ["card"]


def test_4_the_quinola_is_not_laid_where_that_is_forbidden():
    frame = discards(by="special", rules={"quinola_discard": "forbidden"}, hands=40, deals=40 * 768)
    assert not frame["special"].str.contains("quinola", na=False).any()


# The same bytes, and when a run stops


def test_threads_and_chunks_give_the_same_bytes(monkeypatch):
    expected = discards(threads=1, **SMALL).to_csv()
    assert discards(threads=2, **SMALL).to_csv() == expected
    monkeypatch.setattr(module, "_CHUNK_PLAYS", 768 * 5)
    monkeypatch.setattr(module, "N_BATCH", 16)
    assert discards(threads=2, **SMALL).to_csv() == expected


def test_hands_come_from_other_deals_than_those_on_which_lays_are_played(monkeypatch):
    played = []
    original = Table.play
    monkeypatch.setattr(
        Table, "play", lambda *arguments: played.append(arguments[1:]) or original(*arguments)
    )
    discards(threads=1, **SMALL)
    forks = {arguments[0] for arguments in played if len(arguments) == 3}
    others = {arguments[0] for arguments in played if len(arguments) == 2}
    assert len(forks) == 12
    assert min(forks) > max(others) + 10**18


def test_a_run_stops_at_a_width(monkeypatch):
    monkeypatch.setattr(module, "DEALS_A_HAND", 64)
    run = measurement(question("duck"), by="seat", width=2.0, hands=6000)
    assert run.reach <= 2
    assert 1000 <= run.tally.n_hands < 6000
    heuristics = part(rows(run), "heuristic")
    width = heuristics["from_best_fiches_high"] - heuristics["from_best_fiches_low"]
    assert width.max() / 2 == pytest.approx(run.reach)
    assert (width > 2 * 1.96 * heuristics["from_best_fiches_se"]).all()
    assert "Stopped at ± 1." in str(result(run).layouts[-1].notes)


def test_a_target_that_is_not_reached_is_told():
    run = measurement(question("duck"), by="seat", width=0.001, hands=4, plays=4 * 768)
    assert "Not yet at ± 0.001" in str(result(run).layouts[-1].notes)


def test_an_interrupted_run_prints_what_was_played(capsys, monkeypatch):
    monkeypatch.setattr(module, "_CHUNK_PLAYS", 8 * 768)
    interrupt_after(monkeypatch, 1)
    code, out, err = reversis(capsys, "discard", "--hands", 500, "--deals", 500 * 768)
    assert (code, err) == (130, "reversis: interrupted\n")
    assert "Interrupted: these are the hands played until then." in out
    assert "8 hands; every lay" in out
    with pytest.raises(KeyboardInterrupt):
        discards(hands=500, deals=500 * 768)


def test_10_payments_are_checked_in_hands_and_in_lays(monkeypatch):
    original = Table.play

    def one_fiche_more(self, first, *arguments):
        kept = original(self, first, *arguments)
        if first >= 2**62:
            kept[0, f.PAYMENT - self._first_kept] += N_LANES
        return kept

    monkeypatch.setattr(Table, "play", one_fiche_more)
    with pytest.raises(AssertionError, match=r"of the 64 deals from 4611686018427387904, seed 1"):
        discards(**SMALL)


# The command


def test_the_command_prints_the_same_figures(capsys):
    arguments = ["discard", "--hands", 12, "--deals", 12 * 768, "--by", "guards"]
    found = json.loads(done(capsys, *arguments, "--format", "json"))
    assert (found["hands"], found["deals_per_hand"], found["seats"]) == (12, 64, [0, 1, 2, 3])
    assert found["deals"] == 12 * 768
    table = discards(by="guards", **SMALL)
    read = pd.DataFrame(found["rows"])
    assert read["from_best_fiches"].tolist() == table["from_best_fiches"].tolist()
    assert list(read.columns) == list(table.columns)


@pytest.mark.parametrize("by", [(), ("seat,rank",), ("special", "suit,guards"), ("seat",)])
def test_tables_fit_in_eighty_columns_and_have_every_group(capsys, by):
    options = [word for grouping in by for word in ("--by", grouping)]
    out = done(capsys, "discard", "--hands", 80, "--deals", 80 * 768, *options)
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("less the best lay of the same hand, by") == 2 + (len(by) or 2)
    assert "Everybody plays on as steady." in out
    assert "80 hands; every lay of a hand is played on the same 64 deals." in " ".join(out.split())
    assert "decline" in out


@pytest.mark.parametrize("by", ["rank,suit_length", "seat,rank", "special"])
def test_plots_are_drawn(capsys, tmp_path, by):
    path = tmp_path / "x.png"
    done(capsys, "discard", "--hands", 60, "--deals", 60 * 768, "--by", by, "--plot", path)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("by", ["rank,suit_length", "seat"])
def test_a_single_hand_can_be_shown_and_drawn(capsys, tmp_path, by):
    path = tmp_path / "x.svg"
    out = done(capsys, "discard", "--hands", 1, "--deals", 768, "--by", by, "--plot", path)
    assert "1 hand; every lay" in out
    assert path.stat().st_size


def test_what_cannot_be_asked_is_refused():
    for arguments, words in (
        ({"seat": 4}, "seat 4"),
        ({"by": "rnk"}, "did you mean rank?"),
        ({"by": ["rank", "rank,rank"]}, "two different ones"),
        ({"by": "rank,suit,seat"}, "one column or two"),
        ({"hands": 0}, "hands 0"),
        ({"deals": 6143}, "at least 6144 are needed"),
        ({"deals": 7679, "hands": 10}, "at least 7680 are needed"),
        ({"until_width": 0}, "until_width 0"),
        ({"threads": 0}, "threads 0"),
    ):
        with pytest.raises(OptionError, match=re.escape(words)):
            discards(**arguments)
