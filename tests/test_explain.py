"""Deals told in words: every fiche of the settlement is in the text, with its reason."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee.random_deals import random_record

from analyser.reversis.explain import card_points, explain, ranking
from analyser.reversis.notation import card_index, card_sign
from analyser.reversis.outcome import ACES, NOBODY, QUINOLA, outcome_of
from analyser.reversis.records import settle

DEAL = {
    "note": "espagnolette caught, and more",
    "rules": {"remise": 30},
    "pool": 60,
    "hands": ["QJ.86.Q.986543", "A43.A54.A72.K2", "92.Q93.KJ543.7", "8765.KJ72.96.QJ"],
    "talon": ["KS", "AC", "8D"],
    "exchange": ["JS", "3S", None, "8S"],
    "play": [
        ["8H", "KC", "3H", "KH"],
        ["6S", "KS", "AD", "9S"],
        ["QD", "2C", "4D", "9D"],
        ["QS", "5H", "2S", "5S"],
        ["6C", "4H", "7C", "JC"],
        ["7H", "6H", "4S", "9H"],
        ["5D", "6D", "5C", "7D"],
        ["AH", "QH", "JH", "3C"],
        ["AS", "JD", "7S", "8C"],
        ["AC", "3D", "QC", "4C"],
        ["2D", "KD", "2H", "9C"],
    ],
}
seeds = st.integers(0, 10**9).map(random.Random)


def told(record, **how):
    (settled,) = settle([json.dumps(record)])
    outcome = outcome_of(settled.replayed, settled.row)
    return settled.record, outcome, explain(settled.record, outcome, **how)


def test_a_deal_with_an_espagnolette_caught():
    text = told(DEAL)[2]
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for line in [
        "Deal of line 1: 60 fiches in the pool",
        "rules: remise=30",
        "seat 0 eldest ♠QJ ♥86 ♦Q ♣986543",
        "seat 0 lays J♠ and takes K♠",
        "seat 2 declines, and looks at 8♦",
        "seat 3 lays 8♠",
        "discard J♠ 3♠ 8♦ 8♠: the party is worth 4 + 1 = 5 (6.1)",
        "2 K♠* A♦ 9♠ >6♠ seat 0 7",
        "1 seat 2 3 2 wins the party",
        "4 seat 1 18 4 loses the party",
        "seat 1 has an espagnolette: active (9.1), takes trick 10 or 11: caught (9.3)",
        "seat 1 pays seat 2 5 9.3a the party, from the espagnolette that was caught",
        "seat 1 pays seat 2 2 7.2 A♣ led in trick 10: 1 × 2 (trick 10 or 11)",
        "seat 0 pays seat 1 2 7 A♦ placed in trick 2",
        "seat 3 pays seat 1 20 7.2 J♥ forced in trick 8: 10 × 2 (opposite)",
        "seat 1 pays seat 0 4 9.3c twice what was paid for A♦ placed",
        "seat 3 puts in a remise of 30, the remise of these rules: quinola forced (7.4); the pool",
        "seat 1 −5 −2 +30 0 0 −4 +19",
    ]:
        assert any(shown.startswith(line) for shown in lines), line


def fiches_told(text):
    """The payments that the sentences of the text add up to."""
    fiches = [0] * 4
    for payer, payee, amount in re.findall(r"seat (\d) pays seat (\d) +(\d+)", text):
        fiches[int(payer)] -= int(amount)
        fiches[int(payee)] += int(amount)
    pool = text.partition("\nPool\n")[2]
    for seat, amount in re.findall(r"seat (\d) takes the whole pool of (\d+)", pool):
        fiches[int(seat)] += int(amount)
    for seat, amount in re.findall(r"seat (\d) puts in a remise of (\d+)", pool):
        fiches[int(seat)] -= int(amount)
    return fiches


@settings(max_examples=200, deadline=None)
@given(seeds.map(random_record))
def test_every_payment_is_told(record):
    _, outcome, text = told(record)
    assert fiches_told(text) == outcome.payments


@settings(max_examples=100, deadline=None)
@given(seeds.map(random_record))
def test_7_2_doublings_are_told_as_they_multiply(record):
    read, _, text = told(record, signs=False)
    rules = read.rules
    singles = {rules.ace, rules.ace_diamonds, rules.quinola, 2 * rules.quinola, rules.reversis}
    doubled = re.findall(r"pays seat \d +(\d+) .* (\w+)[^:\n]*: (\d+)((?: x 2 \([^)]*\))+)", text)
    for amount, last_word, single, factors in doubled:
        assert int(amount) == int(single) * 2 ** factors.count(" x 2 ")
        assert last_word == "party" or int(single) in singles


@settings(max_examples=100, deadline=None)
@given(seeds.map(random_record))
def test_every_ace_and_the_quinola_is_accounted_for(record):
    _, outcome, text = told(record)
    payments = text.partition("\nPayments")[2].partition("\nPool")[0]
    if outcome.reversis_by == NOBODY:
        for card in (*ACES, QUINOLA):
            assert re.search(
                rf"{card_sign(card)} (in the discard|(placed|forced|led) in)", payments
            )


@settings(max_examples=100, deadline=None)
@given(seeds.map(random_record), st.booleans())
def test_lines_fit_a_terminal(record, signs):
    text = told(record, signs=signs)[2]
    assert max(map(len, text.splitlines())) < 100
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert signs or text.isascii()


@settings(max_examples=200, deadline=None)
@given(seeds.map(random_record))
def test_6_2_the_ranking_begins_and_ends_as_the_party_was_settled(record):
    read, outcome, _ = told(record)
    if outcome.reversis_by == NOBODY:
        ranked = ranking(read, outcome)
        assert (ranked[0], ranked[-1]) == (outcome.party_winner, outcome.party_loser)


@pytest.mark.parametrize(
    ("card", "points"), [("AH", 4), ("KC", 3), ("QS", 2), ("JD", 1), ("9D", 0), ("2C", 0)]
)
def test_2_3_points(card, points):
    assert card_points(card_index(card)) == points
