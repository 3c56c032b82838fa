"""POLICIES.md: the two fixed policies."""

import random

import pytest
from referee.cards import PACK
from referee.policies import (
    departures,
    duck_lay,
    duck_play,
    is_random_choice_possible,
    legal_cards,
    random_lays,
)
from referee.random_deals import play_out
from referee.records import dotted, in_order
from referee.scenarios import scenario


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        ("2S JH AD AS", "JH"),
        ("2S AD AS KS", "AD"),
        ("2S AC AH KS", "AH"),
        ("2S KC KD 9S", "KD"),
    ],
)
def test_duck_lays_quinola_then_ace_of_diamonds_then_highest(hand: str, laid: str):
    assert duck_lay(hand.split(), quinola_may_be_laid=True) == laid


def test_duck_leaves_out_the_quinola_where_it_may_not_be_laid():
    assert duck_lay({"JH", "AS", "2C"}, quinola_may_be_laid=False) == "AS"


@pytest.mark.parametrize(
    ("hand", "led"), [("3S 2S 2C KH", "2C"), ("2S 2H 3C", "2H"), ("2S 3C", "2S")]
)
def test_duck_leads_its_lowest(hand: str, led: str):
    assert duck_play(hand.split(), [], is_last=False) == led


@pytest.mark.parametrize(
    ("trick", "is_last", "played"),
    [
        (["8S"], False, "6S"),
        (["2S", "KS"], False, "QS"),
        (["2S", "KH"], False, "3S"),
        (["2S", "AH", "2C"], True, "QS"),
        (["2S", "4S", "2C"], True, "3S"),
    ],
)
def test_duck_follows_under_the_winning_card(trick: list[str], is_last: bool, played: str):
    assert duck_play({"3S", "6S", "QS", "AD", "JH"}, trick, is_last) == played


@pytest.mark.parametrize(
    ("hand", "played"), [("2S JH AD", "JH"), ("2S AD AH", "AD"), ("2S KH KD", "KH")]
)
def test_duck_renounces_as_it_lays(hand: str, played: str):
    assert duck_play(hand.split(), ["5C"], is_last=False) == played


def test_random_may_lay_all_but_a_forbidden_quinola():
    assert random_lays({"JH", "2S"}, quinola_may_be_laid=True) == {"JH", "2S"}
    assert random_lays({"JH", "2S"}, quinola_may_be_laid=False) == {"2S"}


def test_random_never_uses_the_privilege():
    espagnolette = {"AS", "AH", "AD", "JH", "2C"}
    assert is_random_choice_possible("2C", espagnolette, ["5C"])
    assert not is_random_choice_possible("JH", espagnolette, ["5C"])


def test_9_legal_cards_of_an_espagnolette():
    hand = {"AS", "AH", "AD", "JH", "2C"}
    assert legal_cards(hand, ["5C"], 9, is_espagnolette=True) == hand
    assert legal_cards(hand, ["5C"], 10, is_espagnolette=True) == {"2C"}
    assert legal_cards(hand, ["5C"], 9, is_espagnolette=False) == {"2C"}


def duck_record(rng: random.Random) -> dict:
    """A deal of four ducks."""
    pack = sorted(PACK)
    rng.shuffle(pack)
    talon, dealt = pack[:3], [set(pack[3 + 11 * seat : 14 + 11 * seat]) for seat in range(4)]
    dealt[3].add(pack[-1])
    lays = [duck_lay(hand, quinola_may_be_laid=True) for hand in dealt]
    hands = [dealt[seat] - {lays[seat]} | set(talon[seat : seat + 1]) for seat in range(4)]
    leaders, tricks = play_out(hands, lambda seat, *view: duck_turn(*view))
    return {
        "hands": [dotted(hand) for hand in dealt],
        "talon": talon,
        "exchange": lays,
        "play": in_order(leaders, tricks),
    }


def duck_turn(hand: set[str], trick_so_far: list[str], trick_number: int) -> str:
    return duck_play(hand, trick_so_far, is_last=len(trick_so_far) == 3)


def test_duck_never_departs_from_duck():
    for seed in range(20):
        record = duck_record(random.Random(seed))
        assert departures(record, "duck") == departures(record, "random") == []


def test_departures_name_seat_and_place():
    record = scenario({1: "0:9S", 11: "0:2C"}, declines=[0])
    assert departures(record, "random") == ["seat 0, exchange: None"]
    assert departures(record, "random", seats=[1, 2, 3]) == []
    assert "seat 0, trick 1: 9S" in departures(record, "duck")
