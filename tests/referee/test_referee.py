"""RULES.md sections 2 to 7, 10 and 11: one test or more for each rule, named after it."""

import pytest
from referee.cards import PACK, opposite, points_in
from referee.referee import BRANCHES, check, settle, stakes_before_later_deal
from referee.scenarios import scenario, wins_party

# Written out in full: seats 1, 2 and 3 have ten points each, the clubs' ten are in the discard.
BY_HAND = {
    1: "0:2S 1:3S 2:4S 3:5S",
    2: "3:6S 0:7S 1:8S 2:9S",
    3: "2:JS 3:QS 0:KS 1:AS",
    4: "1:2H 2:3H 3:4H 0:5H",
    5: "0:6H 1:7H 2:8H 3:9H",
    6: "3:JH 0:QH 1:KH 2:AH",
    7: "2:2D 3:3D 0:4D 1:5D",
    8: "1:6D 2:7D 3:8D 0:9D",
    9: "0:JD 1:QD 2:KD 3:AD",
    10: "3:2C 0:3C 1:4C 2:5C",
    11: "2:9C 3:6C 0:7C 1:8C",
}
BY_HAND_TAKERS = "32103210322"


def party(record: dict) -> list[int]:
    return settle(record).components["party"]


def aces(record: dict) -> list[int]:
    return settle(record).components["aces"]


def quinola(record: dict) -> list[int]:
    return settle(record).components["quinola"]


def branches(record: dict) -> set[str]:
    return settle(record).branches


def pool(record: dict) -> list[int]:
    return settle(record).components["pool"]


def test_2_opposite_is_two_seats_on():
    assert [opposite(seat) for seat in range(4)] == [2, 3, 0, 1]


def test_2_pack_of_48_without_tens_has_forty_points():
    assert len(PACK) == 48
    assert "TS" not in PACK
    assert points_in(PACK) == 40


def test_4_swapped_and_declined_cards_make_the_discard():
    record = scenario({}, discard="2S 3S 4S 5S", declines=[1])
    assert record["exchange"] == ["2S", None, "4S", "5S"]
    assert record["talon"][1] == "3S"
    played = {card for trick in record["play"] for card in trick}
    assert PACK - played == {"2S", "3S", "4S", "5S"}


def test_5_taker_leads_to_the_next_trick():
    record = scenario(BY_HAND, takers=BY_HAND_TAKERS)
    assert record["play"][1] == ["6S", "7S", "8S", "9S"]
    assert settle(record).facts["tricks"] == [2, 2, 4, 3]


def test_5_off_suit_card_never_takes_a_trick():
    record = scenario({11: "0:2S 1:AC 2:KC 3:QC"}, takers="." * 10 + "0")
    check(record)


@pytest.mark.parametrize(
    ("discard", "value"),
    [
        ("2S 3S 4S 5S", 4),
        ("KS QS JS 2S", 4 + 3 + 2 + 1),
        ("AS KS 2S 3S", 4 + 4 + 3),
        ("AD 2D 3D 4D", 4 + 5),
        ("JH 2H 3H 4H", 4 + 3),
        ("AD KD JH QH", 4 + 5 + 3 + 3 + 2),
        ("AD JH AS AC", 4 + 5 + 3 + 4 + 4),
    ],
)
def test_6_1_party_value_of_the_discard(discard: str, value: int):
    record = scenario({}, discard=discard, where=lambda r: "6.3 doubled" not in branches(r))
    assert sorted(party(record)) == [-value, 0, 0, value]


def test_6_2_points_before_tricks():
    record = scenario(BY_HAND, takers=BY_HAND_TAKERS)
    assert settle(record).facts["points"] == [0, 10, 10, 10]
    assert settle(record).facts["party_winner"] == 0


def test_6_2_tie_on_points_goes_by_tricks():
    record = scenario(BY_HAND, takers=BY_HAND_TAKERS)
    assert settle(record).facts["party_loser"] == 2
    assert "6.2 tie on points" in branches(record)


def test_6_2_tie_on_points_and_tricks_goes_by_place_from_the_dealers_left():
    record = scenario({1: "0:2S 1:5S 2:3S 3:4S"}, takers="1" + "0" * 10)
    assert settle(record).facts["tricks"] == [10, 1, 0, 0]
    assert settle(record).facts["party_winner"] == 2
    assert "6.2 tie on points and tricks" in branches(record)


def test_6_2_tie_for_the_last_place_goes_by_the_same_order():
    record = scenario({}, where=lambda r: ties_for_last(r, 1, 3))
    assert settle(record).facts["party_loser"] == 3


def ties_for_last(record: dict, one: int, other: int) -> bool:
    facts = settle(record).facts
    ranks = list(zip(facts["points"], facts["tricks"], strict=True))
    return ranks[one] == ranks[other] == max(ranks) and ranks.count(max(ranks)) == 2


def test_6_3_party_is_doubled_between_opposites():
    record = scenario({1: "0:2S 1:3S 2:4S 3:5S"}, takers="3" + "0" * 10, discard="6S 7S 8S 9S")
    assert party(record) == [-8, 0, 8, 0]


def test_7_example_quinola_forced_late_by_opposite_pays_40():
    for number in (10, 11):
        record = scenario({number: "2:5H 0:JH"})
        assert quinola(record) == [-40, -10, 60, -10]


def test_7_example_quinola_forced_late_from_the_side_pays_20_20_10():
    record = scenario({10: "1:5H 0:JH"})
    assert quinola(record) == [-20, 50, -10, -20]


def test_7_quinola_forced_early_by_opposite():
    assert quinola(scenario({5: "2:5H 0:JH"})) == [-20, -5, 30, -5]


def test_7_quinola_forced_early_from_the_side():
    assert quinola(scenario({5: "1:5H 0:JH"})) == [-10, 25, -5, -10]


def test_7_quinola_forced_pays_the_leader_whoever_takes():
    assert quinola(scenario({5: "1:5H 2:KH 0:JH"}, takers="....2......")) == [-10, 25, -5, -10]


@pytest.mark.parametrize(
    ("number", "taker", "expected"),
    [
        (9, 0, [-5, 5, 0, 0]),
        (9, 3, [0, 10, 0, -10]),
        (10, 0, [-10, 10, 0, 0]),
        (11, 3, [0, 20, 0, -20]),
    ],
)
def test_7_quinola_placed_is_paid_by_the_taker(number: int, taker: int, expected: list[int]):
    takers = "." * (number - 1) + str(taker) + "." * (11 - number)
    assert quinola(scenario({number: "0:5S 1:JH"}, takers=takers)) == expected


@pytest.mark.parametrize(
    ("winner", "expected"),
    [(1, [-10, 25, -5, -10]), (2, [-20, -5, 30, -5]), (3, [-10, -10, -5, 25])],
)
def test_7_quinola_led_is_paid_to_the_winner_of_the_party(winner: int, expected: list[int]):
    assert quinola(scenario({5: "0:JH"}, where=wins_party(winner))) == expected


@pytest.mark.parametrize(
    ("ace", "number", "taker", "expected"),
    [
        ("AC", 9, 0, [-1, 1, 0, 0]),
        ("AC", 9, 3, [0, 2, 0, -2]),
        ("AD", 9, 2, [0, 2, -2, 0]),
        ("AD", 9, 3, [0, 4, 0, -4]),
        ("AD", 10, 3, [0, 8, 0, -8]),
    ],
)
def test_7_ace_placed_is_paid_by_the_taker(ace: str, number: int, taker: int, expected: list[int]):
    takers = "." * (number - 1) + str(taker) + "." * (11 - number)
    record = scenario({number: f"0:5S 1:{ace}"}, takers=takers, discard=other_aces(ace))
    assert aces(record) == expected


@pytest.mark.parametrize(
    ("ace", "number", "leader", "expected"),
    [
        ("AS", 5, 0, [1, -1, 0, 0]),
        ("AS", 5, 3, [0, -2, 0, 2]),
        ("AD", 5, 2, [0, -2, 2, 0]),
        ("AS", 11, 0, [2, -2, 0, 0]),
        ("AD", 11, 3, [0, -8, 0, 8]),
    ],
)
def test_7_ace_forced_is_paid_to_the_leader(
    ace: str, number: int, leader: int, expected: list[int]
):
    script = {number: f"{leader}:5{ace[1]} 1:{ace}"}
    assert aces(scenario(script, takers=taken_by(1, number), discard=other_aces(ace))) == expected


def taken_by(seat: int, number: int) -> str:
    return "." * (number - 1) + str(seat) + "." * (11 - number)


def other_aces(ace: str) -> str:
    return " ".join(other for other in ("AS", "AH", "AD", "AC") if other != ace)


@pytest.mark.parametrize(
    ("ace", "number", "winner", "expected"),
    [
        ("AS", 5, 0, [1, -1, 0, 0]),
        ("AS", 5, 3, [0, -2, 0, 2]),
        ("AD", 5, 2, [0, -2, 2, 0]),
        ("AD", 10, 3, [0, -8, 0, 8]),
    ],
)
def test_7_ace_led_is_paid_to_the_winner_of_the_party(
    ace: str, number: int, winner: int, expected: list[int]
):
    record = scenario(
        {number: f"1:{ace}"},
        takers=taken_by(1, number),
        discard=other_aces(ace),
        where=wins_party(winner),
    )
    assert aces(record) == expected


def test_7_1_another_card_at_hand_makes_no_difference():
    record = scenario({5: "0:5S 1:AS", 6: "1:2S"}, discard=other_aces("AS"))
    assert aces(record) == [1, -1, 0, 0]
    assert "7.1 another card at hand" in branches(record)


def test_7_2_doublings_multiply():
    record = scenario({11: "3:5D 1:AD"}, takers=taken_by(1, 11), discard=other_aces("AD"))
    assert aces(record)[3] == 2 * 2 * 2
    assert "7.2 doubled twice" in branches(record)


def test_7_3_owner_who_wins_the_party_is_not_paid_for_a_led_card():
    record = scenario({5: "0:JH"}, where=wins_party(0))
    assert quinola(record) == [0, 0, 0, 0]
    assert pool(record) == [-45, 0, 0, 0]
    assert "7.3 owner is payee" in branches(record)


def test_7_4_quinola_placed_takes_the_whole_pool():
    record = scenario({9: "0:5S 1:JH"}, pool=130)
    assert pool(record) == [0, 130, 0, 0]
    assert settle(record).pool == 0


@pytest.mark.parametrize("trick", ["2:5H 0:JH", "0:JH"])
def test_7_4_quinola_forced_or_led_puts_a_remise(trick: str):
    record = scenario({5: trick}, pool=130)
    assert pool(record) == [-45, 0, 0, 0]
    assert settle(record).pool == 175


def test_7_5_aces_in_the_discard_pay_nothing():
    record = scenario({}, discard="AS AH AD AC")
    assert aces(record) == [0, 0, 0, 0]
    assert "7.5 ace in discard" in branches(record)


@pytest.mark.parametrize("declines", [[], [0]])
def test_7_5_quinola_in_the_discard_moves_no_pool(declines: list[int]):
    record = scenario({}, discard="JH", declines=declines)
    settlement = settle(record)
    assert settlement.components["quinola"] == settlement.components["pool"] == [0, 0, 0, 0]
    assert settlement.pool == 45
    assert settlement.facts["quinola_case"] == "discard"
    assert settlement.facts["quinola_owner"] is None


def test_10_a_whole_deal_settled_by_hand():
    settlement = settle(scenario(BY_HAND, takers=BY_HAND_TAKERS))
    assert settlement.components == {
        "party": [28, 0, -28, 0],  # V = 4 + 10, doubled
        "aces": [2, -1, 0, -1],  # forced: spades by 2, hearts by 3, diamonds by 0
        "quinola": [25, -5, -10, -10],  # led by 3, paid to 0
        "pool": [0, 0, 0, -45],
        "reversis": [0, 0, 0, 0],
        "espagnolette": [0, 0, 0, 0],
    }
    assert settlement.payments == [55, -6, -38, -56]
    assert settlement.pool == 90


def test_11_pool_left_out_is_the_first_stake_of_45():
    assert settle(scenario({}, discard="JH")).pool == 45


def test_11_first_stake_follows_the_amounts_in_force():
    rules = {"stake": 1, "dealer_stake": 2}
    assert settle(scenario({}, discard="JH", rules=rules)).pool == 5


def test_11_stakes_are_put_again_when_the_pool_holds_no_more_than_the_first():
    assert stakes_before_later_deal(45, {}) == [10, 10, 10, 15]
    assert stakes_before_later_deal(0, {}) == [10, 10, 10, 15]
    assert stakes_before_later_deal(46, {}) == [0, 0, 0, 0]


def test_every_branch_has_a_meaning():
    assert all(meaning for meaning in BRANCHES.values())
