"""Exact chances against other ways to the same numbers: by hand, card by card, all sets of four."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom, poisson
from table_runs import random_run

from analyser.reversis.analyses.tables import exact
from analyser.reversis.analyses.tables.analysis import rows
from analyser.reversis.analyses.tables.rows import FEWEST_EXPECTED, Key, Rate, mean, quantile
from analyser.reversis.question import question
from kernels.reversis.rules import Rules

HANDS = pytest.mark.parametrize("n", [1, 4, 11, 12])
PACK = [(rank, suit) for rank in "23456789JQKA" for suit in "CDHS"]
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
LAWS = {
    "aces": exact.aces,
    "hearts": exact.hearts,
    "quinola": lambda n: exact.quinola(n, 99),
    "voids": exact.voids,
    "shortest": exact.shortest,
    "points": exact.points,
}


def card_by_card(n, outcome_of_card, add):
    """Chances of a sum over n cards, by taking or leaving each card of the pack in turn."""
    ways = Counter({(0, 0): 1})
    for card in PACK:
        taken = Counter()
        for (n_taken, outcome), number in ways.items():
            taken[n_taken + 1, add(outcome, outcome_of_card(card))] += number
        ways.update(taken)
    found = {outcome: number for (n_taken, outcome), number in ways.items() if n_taken == n}
    return {outcome: Fraction(number, comb(48, n)) for outcome, number in found.items()}


@pytest.mark.parametrize("name", LAWS)
@given(n=st.integers(1, 12))
def test_chances_are_those_of_all_hands(name, n):
    chances = LAWS[name](n)
    assert sum(chances.values()) == 1
    assert all(0 < chance <= 1 for chance in chances.values())


@HANDS
def test_aces_and_hearts_are_hypergeometric(n):
    for law, n_marked in ((exact.aces, 4), (exact.hearts, 12)):
        for k, chance in law(n).items():
            assert float(chance) == pytest.approx(hypergeom(48, n_marked, n).pmf(k), rel=1e-12)
        assert exact.Law(law(n), "").moments()[0] == Fraction(n * n_marked, 48)


@HANDS
def test_2_3_points_are_those_counted_card_by_card(n):
    expected = card_by_card(n, lambda card: POINTS.get(card[0], 0), lambda a, b: a + b)
    assert exact.points(n) == expected
    mean, variance = exact.Law(exact.points(n), "").moments()
    assert mean == Fraction(40 * n, 48)
    of_one = Fraction(120, 48) - Fraction(40, 48) ** 2
    assert variance == n * of_one * Fraction(48 - n, 47)


def test_the_quinola_with_other_hearts_by_hand():
    chances = exact.quinola(11, -1)
    assert chances[-1] == Fraction(37, 48)
    assert chances[0] == Fraction(comb(36, 10), comb(48, 11))
    assert chances[2] == Fraction(comb(11, 2) * comb(36, 8), comb(48, 11))
    assert float(chances[2]) == pytest.approx(0.0736581, abs=1e-7)
    assert exact.quinola(12, -1)[11] == Fraction(1, comb(48, 12))
    assert exact.quinola(12, -1)[-1] == Fraction(3, 4)


def test_four_aces_by_hand():
    assert exact.aces(11)[4] == Fraction(11 * 10 * 9 * 8, 48 * 47 * 46 * 45)
    assert exact.aces(12)[4] == Fraction(12 * 11 * 10 * 9, 48 * 47 * 46 * 45)


@pytest.mark.parametrize("n", [11, 12])
def test_9_an_espagnolette_by_hand(n):
    """Four of the five special cards, of which at most one ace is missing; or all five."""
    just_four = 5 * comb(43, n - 4)
    all_five = comb(43, n - 5)
    assert exact.espagnolette(n) == Fraction(just_four + all_five, comb(48, n))


@pytest.mark.parametrize("n", [4, 11, 12])
def test_voids_by_inclusion_and_exclusion(n):
    for k in range(4):
        expected = sum(
            (-1) ** (j - k) * comb(j, k) * comb(4, j) * comb(48 - 12 * j, n) for j in range(k, 5)
        )
        assert exact.voids(n).get(k, 0) == Fraction(expected, comb(48, n))


@pytest.mark.parametrize("n", [11, 12])
def test_the_shortest_suit_by_what_every_suit_has_at_least(n):
    def at_least(length):
        ways = [1]
        for _ in range(4):
            ways = [
                sum(
                    ways[total - i] * comb(12, i)
                    for i in range(length, 13)
                    if 0 <= total - i < len(ways)
                )
                for total in range(n + 1)
            ]
        return Fraction(ways[n], comb(48, n))

    for length in range(4):
        assert exact.shortest(n).get(length, 0) == at_least(length) - at_least(length + 1)


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(party_base=0, discard_ace_diamonds=0, discard_quinola=40)]
)
def test_6_1_the_partys_value_over_all_discards(rules):
    special = {("A", "D"): rules.discard_ace_diamonds, ("J", "H"): rules.discard_quinola}
    worth = [special.get(card, POINTS.get(card[0], 0)) for card in PACK]
    found = Counter(map(sum, combinations(worth, 4)))
    expected = {
        rules.party_base + value: Fraction(n, comb(48, 4)) for value, n in sorted(found.items())
    }
    assert exact.party_value(rules) == expected


def test_what_is_exact_after_the_exchange_depends_on_who_lays():
    mixed = question(["random", "duck", "random", "random"])
    forbidden = question("random", settings=["quinola_discard=forbidden"])
    for seat in range(4):
        for asked in (mixed, forbidden):
            assert exact.hand_drawn(asked, exact.DEALT, seat).n_cards == (11, 11, 11, 12)[seat]
        held = exact.hand_drawn(mixed, exact.HELD, seat)
        assert (held.n_cards if held else None) == (None if seat == 1 else 11)
        assert (exact.card_discarded(mixed, seat) is None) == (seat == 1)
        assert exact.hand_drawn(forbidden, exact.HELD, seat) is None
    assert exact.discard_drawn(mixed) is exact.discard_drawn(forbidden) is None
    assert exact.discard_drawn(question("random")).n_cards == 4


# Beside what is simulated


def test_simulated_and_exact_agree():
    known = rows(random_run()).dropna(subset=["exact_rate"])
    scores = known["z"].dropna()
    assert len(scores) > 450
    assert scores.abs().max() < 4
    assert 0.85 < scores.std() < 1.15
    rare = known[known["z"].isna()]
    assert len(rare) > 50
    expected = rare["n"] * np.minimum(rare["exact_rate"], 1 - rare["exact_rate"])
    assert (expected < FEWEST_EXPECTED).all()
    assert (poisson.sf(rare["count"].astype(int) - 1, rare["n"] * rare["exact_rate"]) > 1e-5).all()


def test_means_and_exact_means_agree():
    known = rows(random_run())
    scores = known.loc[(known["outcome"] == "mean") & (known["exact_basis"] != ""), "z"]
    assert len(scores) == 8 + 1
    assert scores.abs().max() < 4
    assert scores.abs().min() < 1


def test_exact_rates_add_up():
    known = rows(random_run()).dropna(subset=["exact_rate"])
    figures = ["other hearts", "aces", "voids", "shortest suit", "points", "hearts", "party value"]
    part = known[known["figure"].isin(figures)]
    sums = part.groupby(["table", "figure", "given", "seat"], dropna=False)["exact_rate"].sum()
    assert np.allclose(sums, 1)
    assert len(sums) == 5 * 8 + 4


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
