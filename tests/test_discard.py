"""What each lay is worth: against the same question answered in another way."""

import functools
import json
import math
import random

import numpy as np
import pandas as pd
import pytest
from command_line import done, reversis
from interrupts import interrupt_after

from analyser.api import discard
from analyser.errors import NotationError, OptionError
from analyser.reversis.analyses.discard import analysis as module
from analyser.reversis.analyses.discard.analysis import (
    PARTS,
    comparison,
    lays_of,
    make_worker,
    rows,
)
from analyser.reversis.analyses.discard.report import result
from analyser.reversis.notation import FULL_PACK, card_index, cards_of, parse_hand, set_of
from analyser.reversis.policies import compiled
from analyser.reversis.question import question, seated
from analyser.statistics import mean_and_se, pairwise
from kernels.lanes import new_batch, write
from kernels.reversis import fields as f
from kernels.reversis.batches import Table
from kernels.reversis.fork import laying

HAND = "Q72.J93.A842.6"
QUINOLA_HAND = "Q72.J9.A8432.6"
DEALT_TO_DEALER = "Q72.J93.A842.62"
FORCED = {
    "JH": "lay_quinola=1000000",
    "decline": "lay_from=1000000",
    "AD": "lay_ace_diamonds=1000000",
}
"""Changes to `steady` that make it lay this card from HAND, whatever the rest of it says."""


def others_at_random(hand, seat, n, seed):
    """Deals, [8, n]: hands and talon as sets, the hand at its seat and the rest shuffled."""
    rng = random.Random(seed)
    rest = cards_of(FULL_PACK & ~hand)
    deals = []
    for _ in range(n):
        rng.shuffle(rest)
        sizes, left = [11, 11, 11, 12], iter(rest)
        hands = [
            hand if s == seat else set_of(next(left) for _ in range(sizes[s])) for s in range(4)
        ]
        deals.append([*hands, *(1 << card for card in left)])
    return np.array(deals, dtype=np.int64).T


@functools.cache
def by_brute_force(spec, n=20_000):
    """Mean and error of what seat 1 gets with HAND, playing `spec` among `steady`."""
    hand = parse_hand(HAND, 11)
    asked = question(seated(spec, "steady", 1))
    table = Table(asked.rules, asked.pool, compiled(asked.players), 0, n_kept=f.N_OUTCOME)
    deals = others_at_random(hand, 1, n, spec)
    given = new_batch(n, f.N_GIVEN)
    write(given, f.DEALT, deals[:4])
    write(given, f.TALON, deals[4:])
    write(given, f.POOL, np.full((1, n), asked.pool))
    payments = table.kept(table.play_given(given), f.PAYMENT, n, 4)[1]
    return payments.mean(), payments.std(ddof=1) / math.sqrt(n)


@functools.cache
def compared():
    """The comparison of HAND at seat 1, by name of the lay."""
    return discard(HAND, 1, deals=400_000, seed=8).set_index("lay")


@pytest.mark.parametrize("lay", FORCED)
def test_levels_are_those_of_independent_deals(lay):
    mean, se = by_brute_force(f"steady:{FORCED[lay]}")
    row = compared().loc[lay]
    assert abs(row["fiches_per_deal"] - mean) < 4.5 * math.hypot(row["fiches_per_deal_se"], se)


def test_a_difference_is_that_of_independent_deals():
    one, other = (by_brute_force(f"steady:{FORCED[lay]}") for lay in ("JH", "AD"))
    row = compared()
    gap = row.loc["JH", "from_best_fiches"] - row.loc["AD", "from_best_fiches"]
    errors = row.loc[["JH", "AD"], "from_best_fiches_se"]
    assert abs(gap - (one[0] - other[0])) < 4.5 * math.hypot(one[1], other[1], *errors)


@pytest.mark.parametrize(("one", "other"), [("JH", "AD"), ("JH", "6C"), ("AD", "6C")])
def test_paired_differences_are_those_of_runs_that_share_no_deal(one, other):
    """Three lays, each alone, with a seed of its own: equal within four joint standard errors."""
    n, hand = 60_000, parse_hand(HAND, 11)

    def alone(name):
        asked = question("steady", seed=1000 + card_index(name))
        lay = next(lay for lay in lays_of(hand, 1, asked) if lay.name == name)
        paired = make_worker(asked, hand, 1, [lay.number])(0, n)
        _, sums, squares = paired.level(0)
        return mean_and_se(n, sums[-1], squares[-1])

    (mean, se), (other_mean, other_se) = alone(one), alone(other)
    rows = compared().loc[[one, other]]
    gap = -rows["from_best_fiches"].diff().iloc[1]
    errors = rows["from_best_fiches_se"]
    assert abs(gap - (mean - other_mean)) < 4 * math.hypot(se, other_se, *errors)
    assert abs(gap) > 10 * math.hypot(se, other_se)


def test_levels_are_exactly_those_of_the_deals_played():
    hand, asked = parse_hand(HAND, 11), question("steady", seed=8)
    fixed = (0, hand, 0, 0)
    table = Table(asked.rules, asked.pool, compiled(asked.players), 8, fixed)
    # Rounds of 1,054 deals and more: their last batches are a block of lanes, not all of them used.
    run = comparison(asked, HAND, 1, plays=4 * 12 * 1054)
    numbers = {lay.name: lay.number for lay in run.lays}
    for row in rows(run).itertuples():
        payments, parts = [], []
        for start in range(0, row.deals, 1024):
            n = min(1024, row.deals - start)
            kept = table.play(start, n, laying(1, numbers[row.lay]))
            payments.append(table.kept(kept, f.PAYMENT, n, 4)[1].copy())
            parts.append(table.kept(kept, f.COMPONENT, n, 24)[1::4].copy())
        found = np.concatenate(payments)
        assert row.fiches_per_deal == pytest.approx(found.mean())
        assert row.fiches_per_deal_se == pytest.approx(found.std(ddof=1) / math.sqrt(row.deals))
        means = np.concatenate(parts, axis=1).mean(axis=1)
        assert [getattr(row, f"{p}_fiches_per_deal") for p in PARTS] == pytest.approx(list(means))


def test_parts_add_up_to_the_payment():
    table = compared()
    total = sum(table[f"{part}_fiches_per_deal"] for part in PARTS)
    assert total.tolist() == pytest.approx(table["fiches_per_deal"].tolist())
    gaps = sum(table[f"{part}_from_best_fiches"] for part in PARTS)
    assert gaps.tolist() == pytest.approx(table["from_best_fiches"].tolist(), abs=1e-12)
    assert not table[[f"{part}_from_best_fiches_se" for part in PARTS]].iloc[0].any()


def test_4_every_lay_is_listed_and_declining():
    names = set(compared().index)
    cards = {"QS", "7S", "2S", "JH", "9H", "3H", "AD", "8D", "4D", "2D", "6C"}
    assert names == {*cards, "decline"}


def test_4_the_dealer_lays_one_of_twelve_and_cannot_decline():
    table = discard(DEALT_TO_DEALER, 3, deals=10_000)
    assert len(table) == 12
    assert "decline" not in set(table["lay"])
    assert {"6C", "2C", "JH"} < set(table["lay"])


def test_4_the_quinola_is_not_laid_where_that_is_forbidden():
    hand = parse_hand(QUINOLA_HAND, 11)
    for word, n in (("allowed", 12), ("forbidden", 11)):
        asked = question("duck", settings=[f"quinola_discard={word}"])
        names = [lay.name for lay in lays_of(hand, 0, asked)]
        assert len(names) == n
        assert ("JH" in names) == (word == "allowed")


def test_a_forced_lay_is_the_card_that_it_names():
    """In the deals played, the card that a lay names is the one that is laid."""
    hand, asked = parse_hand(HAND, 11), question("steady")
    table = Table(
        asked.rules, asked.pool, compiled(asked.players), 1, (hand, 0, 0, 0), f.LAID, f.N_RECORDED
    )
    for lay in lays_of(hand, 0, asked):
        laid = table.kept(table.play(0, 64, laying(0, lay.number)), f.LAID, 64)[0]
        assert set(laid.tolist()) == {0 if lay.card is None else 1 << lay.card}


def test_threads_and_chunks_give_the_same_bytes(monkeypatch):
    expected = discard(HAND, deals=60_000, threads=1).to_csv()
    assert discard(HAND, deals=60_000, threads=3).to_csv() == expected
    monkeypatch.setattr(module, "_CHUNK_DEALS", 500)
    assert discard(HAND, deals=60_000, threads=2).to_csv() == expected


def test_where_a_run_stops_does_not_depend_on_threads_and_chunks(monkeypatch):
    expected = discard(HAND, until_width=2.5, threads=1).to_csv()
    monkeypatch.setattr(module, "_CHUNK_DEALS", 500)
    assert discard(HAND, until_width=2.5, threads=3).to_csv() == expected


def test_a_lay_twice_differs_from_itself_by_exactly_nothing():
    asked = question("duck")
    play = make_worker(asked, parse_hand(HAND, 11), 0, [0, 0, 3])
    paired = play(0, 3000)
    payments = paired.sums[-1]
    assert payments[0] == payments[1] != payments[2]
    means, ses = pairwise(*paired.compared)
    assert (means[0, 1], ses[0, 1]) == (0, 0)
    best = rows(comparison(asked, HAND, 0, plays=20_000)).iloc[0]
    assert (best["from_best_fiches"], best["from_best_fiches_se"]) == (0, 0)
    assert (best["from_best_fiches_low"], best["from_best_fiches_high"]) == (0, 0)


def test_until_width_and_until_decided():
    wide = discard(HAND, until_width=3)
    assert len(set(wide["deals"])) == 1
    reach = (wide["from_best_fiches_high"] - wide["from_best_fiches_low"]) / 2
    assert reach.max() <= 3
    decided = discard(HAND, until_decided=True, deals=500_000)
    assert decided["may_be_best"].tolist() == [True] + [False] * 11
    assert decided["deals"].max() < 500_000 / 12


def test_opponents_play_what_they_are_told():
    from_ducks, from_steady = (
        discard(HAND, opponents=name, deals=30_000)["fiches_per_deal"].max()
        for name in ("duck", "steady")
    )
    assert from_ducks > from_steady + 5
    assert discard(HAND, deals=9_000, policy="duck").equals(
        discard(HAND, deals=9_000, policy="duck", opponents="duck")
    )


def test_the_command_prints_the_same_figures(capsys):
    text = done(capsys, "discard", HAND, "--seat", 1, "--deals", "400k", "--seed", 8,
                "--format", "json")  # fmt: skip
    found = json.loads(text)
    assert (found["hand"], found["seat"]) == (HAND, 1)
    table = pd.DataFrame(found["rows"]).set_index("lay")
    expected = compared().replace({math.inf: math.nan})
    pd.testing.assert_frame_equal(table, expected, check_exact=True)


def test_parts_of_others_are_shown_less_the_best(capsys):
    text = done(capsys, "discard", HAND, "--seat", 1, "--deals", "400k", "--seed", 8)
    heading, _, first, second = text[text.index("\nless ") + 1 :].split("\n")[:4]
    best, other = compared().iloc[0], compared().iloc[1]
    assert first.startswith(heading.split()[1] + " itself ")
    assert f"{best['party_fiches_per_deal']:+.2f}±".replace("-", "−") in first
    assert f"{other['party_from_best_fiches']:+.2f}±".replace("-", "−") in second
    assert "Each interval of a difference holds by itself; the marks hold all together." in text


def test_rules_under_which_nothing_is_paid_are_shown(capsys):
    rules = ["party_base=0", "discard_ace_diamonds=0", "discard_quinola=0", "remise=0"]
    rules += ["ace=0", "ace_diamonds=0", "quinola=0", "reversis=0"]
    options = [word for rule in rules for word in ("--rule", rule)]
    done(capsys, "discard", HAND, "--deals", 5000, "--pool", 0, *options)


@pytest.mark.parametrize("seat", [0, 3])
def test_tables_fit_in_eighty_columns_and_mark_the_best(capsys, seat):
    hand = DEALT_TO_DEALER if seat == 3 else HAND
    text = done(capsys, "discard", hand, "--seat", seat, "--deals", 50_000)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[3].startswith("*  ")
    assert "cannot be told apart from the best" in text
    assert "Everybody plays on as steady." in text


def test_plots_are_drawn(capsys, tmp_path):
    for name, head in (("x.png", b"\x89PNG"), ("x.svg", b"<?xml")):
        done(capsys, "discard", HAND, "--deals", 2_000, "--plot", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(head)


def test_an_interrupted_comparison_prints_what_was_played(capsys, monkeypatch):
    interrupt_after(monkeypatch, 2)
    code, out, err = reversis(capsys, "discard", HAND, "--deals", "10M")
    assert (code, err) == (130, "reversis: interrupted\n")
    assert "Interrupted: these are the deals played until then." in out
    assert "4,096" in out


def test_a_budget_spent_before_the_target_is_told():
    run = comparison(question("steady"), HAND, 0, plays=5_000, decided=True)
    assert "After all 4,992 deals undecided among 12 lays." in str(result(run).layouts[-1].notes)
    run = comparison(question("steady"), HAND, 0, plays=30_000, width=0.001)
    assert "not yet at ± 0.001" in str(result(run).layouts[-1].notes)


def test_what_cannot_be_asked_is_refused():
    asked = question("duck")
    for seat in (-1, 4, "0", 1.5, True, None):
        with pytest.raises(OptionError, match="seat"):
            comparison(asked, HAND, seat)
    with pytest.raises(NotationError, match="11 cards read, seat 3 holds 12"):
        comparison(asked, HAND, 3)
    with pytest.raises(OptionError, match="until-width and until-decided"):
        comparison(asked, HAND, 0, width=1.0, decided=True)
    with pytest.raises(OptionError, match="too few to choose among 12"):
        comparison(asked, HAND, 0, plays=47)
    with pytest.raises(OptionError, match="deals 0"):
        comparison(asked, HAND, 0, plays=0)
