"""What other rules change of the best lay and of when to go for a reversis."""

import math

import numpy as np
import pytest
from command_line import done
from readings import MIXED, changed_by

from analyser import play, sensitivity
from analyser.reversis.analyses.attempt.analysis import gain_at, measured
from analyser.reversis.analyses.attempt.cases import FIGURES as ATTEMPT_FIGURES
from analyser.reversis.analyses.attempt.spot import Spot
from analyser.reversis.analyses.discard.analysis import lays_of
from analyser.reversis.analyses.sensitivity.gains import gain_counter
from analyser.reversis.analyses.sensitivity.lays import switched
from analyser.reversis.analyses.sensitivity.rows import rows
from analyser.reversis.analyses.sensitivity.thresholds import old_threshold_cost, thresholds_of
from analyser.reversis.notation import dotted_set
from analyser.reversis.payments import paying_table, payments_of
from analyser.reversis.policies import compiled
from analyser.reversis.question import question
from kernels.reversis.fork import laying

# The best lay


def test_the_best_lays_are_those_of_each_hand_played_under_both_rules():
    n_hands, chosen = 4, ["remise=0", "quinola_discard=forbidden", "stake=40"]
    run = changed_by(*chosen, policies=MIXED, hands=n_hands, deals=50, seed=3)
    found = np.zeros((2, len(chosen), n_hands), dtype=int)
    for number in range(n_hands):
        seat = number % 4
        hand = dotted_set(next(play(MIXED, seed=3, first_deal=number))["hands"][seat])
        by_rules = [paid_for_lays(asked, number, seat, hand) for asked in run.plan.questions]
        for place, new in enumerate(by_rules[1:]):
            found[:, place, number] = plain_switch(by_rules[0], new)
    assert found[0].any()
    assert found[1].any()
    changed, costs = found[0], found[1] / 512
    frame = rows(run).set_index("option").loc[[name.partition("=")[0] for name in chosen]]
    assert frame["best_lay_changed_rate"].tolist() == changed.mean(axis=1).tolist()
    assert frame["old_lay_cost_fiches_per_deal"].tolist() == costs.mean(axis=1).tolist()
    errors = costs.std(axis=1, ddof=1) / math.sqrt(n_hands)
    assert frame["old_lay_cost_fiches_per_deal_se"].tolist() == pytest.approx(errors.tolist())


def paid_for_lays(asked, number, seat, hand):
    """What each lay that the rules allow is paid, by card, on the deals of a hand."""
    fixed = tuple(hand if place == seat else 0 for place in range(4))
    table, first = paying_table(asked, compiled(asked.players), fixed), 2**62 + 512 * number
    paid = {}
    for lay in lays_of(hand, seat, asked):
        batch = table.play(first, 512, laying(seat, lay.number))
        paid[lay.card] = payments_of(asked, batch, first, 512, seat)[-1].copy()
    return paid


def plain_switch(old, new):
    """Whether the best card changes, and what the old one costs, part after part of the deals."""
    parts, cost = np.arange(512) % 16, 0
    for part in range(16):
        elsewhere, here = parts != part, parts == part
        kept = max((card for card in old if card in new), key=lambda c: old[c][elsewhere].sum())
        best = max(new, key=lambda card: new[card][elsewhere].sum())
        cost += int(new[best][here].sum() - new[kept][here].sum())
    return max(old, key=lambda c: old[c].sum()) != max(new, key=lambda c: new[c].sum()), cost


def test_noise_alone_costs_nothing():
    """Lays as good as each other under both rules: the best changes by chance, the cost is none."""
    dice, all_may = np.random.default_rng(5), np.ones(12, dtype=bool)
    found = [switched(*dice.integers(-30, 31, (2, 12, 16)), all_may, all_may) for _ in range(1500)]
    costs = np.array([cost for _, cost in found])
    assert np.mean([is_other for is_other, _ in found]) > 0.8
    assert abs(costs.mean()) < 4 * costs.std() / math.sqrt(len(costs))


def test_a_lay_that_is_forbidden_gives_way_to_the_best_of_the_others():
    old, new = np.array([[9] * 16, [5] * 16, [1] * 16]), np.array([[9] * 16, [2] * 16, [3] * 16])
    every, not_the_first = np.ones(3, dtype=bool), np.array([False, True, True])
    assert switched(old, new, every, not_the_first) == (True, 16)
    assert switched(old, new, not_the_first, every) == (True, 7 * 16)
    assert switched(old, new, every, every) == (False, 0)


# Going for a reversis


@pytest.mark.parametrize("rule", ["reversis=32", "stake=20", "quinola_discard=forbidden"])
def test_gains_are_those_of_attempt_under_either_rules(rule):
    n = 5000
    run = changed_by(rule, policies="steady:lay_quinola_pool=3", deals=n, seed=6)
    for place, asked in enumerate(run.plan.questions):
        sums = measured(asked, Spot((1,)), deals=n).tally.sums[0].sum(axis=(2, 3))
        totals = gain_at(dict(zip(ATTEMPT_FIGURES, sums, strict=True)), asked)
        for expected, found in zip(totals, run.tally.gains[:, place], strict=True):
            assert found.sum(axis=1).tolist() == expected.tolist()
        if not place:
            assert run.tally.cases.tolist() == sums[0].tolist()
    change = run.tally.gains[0, 1].sum() - run.tally.gains[0, 0].sum()
    assert run.tally.gain_changes[0, 0].sum() == change != 0


def test_the_change_of_going_on_is_that_about_the_threshold():
    run = changed_by("reversis=32", "ace=4", deals=5000)
    for place, name in enumerate(["reversis", "ace"]):
        row = rows(run).set_index("option").loc[name]
        about = [row["base_threshold"] - 1, row["base_threshold"]]
        n = sum(run.tally.cases[strength] for strength in about)
        change = sum(run.tally.gain_changes[0, place, strength] for strength in about) / n
        assert n > 5
        assert row["going_on_fiches_per_deal_change"] == pytest.approx(change)
        square = sum(run.tally.gain_changes[1, place, strength] for strength in about) / n
        error = math.sqrt((square - change**2) / (n - 1))
        assert row["going_on_fiches_per_deal_change_se"] == pytest.approx(error)


def test_only_seats_that_ever_go_for_a_reversis_are_asked():
    asked = question(("duck", "steady", "random", "steady"))
    count = gain_counter([asked, asked])
    everybody = gain_counter([question("steady")] * 2)
    for batch in range(3):
        cases, gains, changes = count(1024 * batch, 1024)
        assert cases.sum() == 1024
        assert gains[1].any()
        assert not changes.any()
    assert not np.array_equal(everybody(0, 1024)[0], count(0, 1024)[0])


def test_where_nobody_goes_for_a_reversis_nothing_is_told_of_it(capsys):
    frame = sensitivity("ace", "duck", 500, hands=1)
    assert frame[["old_threshold_cost_fiches_per_deal", "threshold"]].isna().all(axis=None)
    assert frame["going_on_fiches_per_deal_change"].isna().all()
    out = done(capsys, "sensitivity", "ace", "--policy", "duck", "--deals", 500, "--hands", 1)
    assert "Nobody here ever goes for a reversis" in out


def gains_of(by_strength):
    """Sums and sums of squares, [2, 12, 16], of gains of each strength, one in every fold."""
    gains = np.zeros((2, 12, 16), dtype=object)
    for strength, gain in by_strength.items():
        gains[0, strength], gains[1, strength] = gain, gain * gain
    return gains


def test_thresholds_and_what_keeping_to_the_old_one_costs():
    old, new = gains_of({3: -9, 7: -5, 8: 6, 9: 7}), gains_of({3: -9, 7: 4, 8: 6, 9: 7})
    assert thresholds_of(16 * 4, old).best == 8
    assert thresholds_of(16 * 4, new).best == 7
    assert thresholds_of(16 * 4, gains_of({3: -9, 8: -1})).best == 12
    cost, se = old_threshold_cost(16 * 4, np.stack([old, new], axis=1))
    payments = np.array([4] * 16 + [0] * 48)
    assert (cost, se) == pytest.approx((1.0, payments.std(ddof=1) / 8))
    cost, se = old_threshold_cost(16 * 4, np.stack([new, old], axis=1))
    assert (cost, se) == pytest.approx((1.25, 1.25 * payments.std(ddof=1) / 8))
    assert old_threshold_cost(16 * 4, np.stack([new, new], axis=1)) == (0, 0)


def test_thresholds_that_may_be_the_best_are_told_apart_by_their_errors():
    few = gains_of({3: -9, 4: -9, 5: -9, 6: -9, 7: -5, 8: 6, 9: 7, 10: 9, 11: 9})
    few[1] *= 30
    unsure, sure = thresholds_of(160, few), thresholds_of(16_000, few * 100)
    assert unsure.low < unsure.best == 8 < unsure.high
    assert (sure.low, sure.best, sure.high) == (8, 8, 8)
