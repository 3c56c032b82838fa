"""RULES.md section 9: seat 1 holds the espagnolette unless a test says otherwise."""

import pytest
from referee.cards import ACES
from referee.referee import RefereeError, Settlement, check, settle
from referee.scenarios import scenario

NOTHING = [0, 0, 0, 0]
SPADE_HELD = {10: "0:9S 1:8S"}  # after "0:QS 1:JH" in trick 9, this shows that 1 is active
SPADE_TAKES = {10: "0:9S 1:KS"}
FOUR_ACES = {1: "0:5S 1:AS", 6: "0:QD 1:AH", 7: "0:QH 1:AC", 8: "0:QC 1:AD", 9: "0:QS 1:2C"}

# Seat 3 is active, and it and seat 0 have nineteen points and four tricks each.
EQUAL_LAST = {
    1: "0:AC 1:4C 2:3C 3:2C",
    2: "0:QD 1:2D 2:9D 3:KD",
    3: "3:AS 0:7S 1:3S 2:KS",
    4: "3:AH 0:8H 1:QH 2:7H",
    5: "3:JC 0:8C 1:5C 2:6C",
    6: "3:3H 0:KH 1:6H 2:2H",
    7: "0:4D 1:JD 2:8D 3:6D",
    8: "1:QC 2:7C 3:AD 0:KC",
    9: "0:QS 1:2S 2:6S 3:JH",
    10: "0:9S 1:JS 2:5S 3:8S",
    11: "1:7D 2:3D 3:5D 0:4H",
}


def placed(holder: int, on: int) -> dict[int, str]:
    """In tricks 6 to 9 the holder plays three aces and the quinola off suit."""
    plays = {6: ("QD", "AH"), 7: ("QH", "AC"), 8: ("QC", "AD"), 9: ("QS", "JH")}
    return {number: f"{on}:{lead} {holder}:{card}" for number, (lead, card) in plays.items()}


def ordinary(last: dict[int, str], takers: str, **keys: object) -> Settlement:
    """Of tricks 1 to 9 seat 0 takes all but the second, which goes to seat 2."""
    return settle(scenario(placed(1, 0) | last, takers="020000000" + takers, **keys))


def reversis_by_0(
    last: dict[int, str], takers: str, first: dict[int, str] | None = None, **keys: object
) -> Settlement:
    script = placed(1, 0) if first is None else first
    return settle(scenario(script | last, takers="000000000" + takers, **keys))


def test_9_judged_after_the_exchange():
    record = scenario(placed(1, 0) | SPADE_HELD, takers="0200000000.", discard="AS")
    assert record["talon"][1] in ACES
    assert settle(record).facts["espagnolette"] == 1


def test_9_four_aces_without_the_quinola():
    facts = settle(scenario(FOUR_ACES | SPADE_HELD, discard="JH")).facts
    assert (facts["espagnolette"], facts["active"]) == (1, True)


def test_9_three_aces_alone_are_none():
    record = scenario({2: "1:AH", 4: "1:AC", 6: "1:AD"}, discard="AS JH")
    assert settle(record).facts["espagnolette"] is None


def test_9_follows_suit_in_tricks_10_and_11():
    record = scenario(placed(1, 0) | {10: "0:9S 1:KS 2:7S 3:8S", 11: "1:2C"}, takers="0200000001.")
    tenth, eleventh = record["play"][9:]
    tenth[1], eleventh[0] = "2C", "KS"
    with pytest.raises(RefereeError, match="trick 10: seat 1 must follow suit, not play 2C"):
        check(record)


def test_9_1_who_never_uses_the_privilege_is_an_ordinary_player():
    script = {3: "0:5H 1:JH", 5: "1:AH", 6: "1:AC", 7: "1:AD"}
    settlement = settle(scenario(script, takers="." * 10 + "1"))
    assert (settlement.facts["espagnolette"], settlement.facts["active"]) == (1, False)
    assert not settlement.facts["caught"]
    assert settlement.components["espagnolette"] == NOTHING
    assert "9.1 espagnolette not active" in settlement.branches


def test_9_1_reversis_by_an_espagnolette_is_an_ordinary_one():
    script = {1: "0:2H 1:JH", 2: "1:AH", 3: "1:AC", 4: "1:AD"}
    settlement = settle(scenario(script, takers="1" * 11))
    assert settlement.payments == [-16, 64 + 45, -16, -32]
    assert "9.1 reversis by an espagnolette" in settlement.branches


@pytest.mark.parametrize("place_order", ["left", "dealer"])
@pytest.mark.parametrize("holder", [0, 1, 2, 3])
def test_9_2_without_a_trick_wins_the_party_wherever_it_sits(holder: int, place_order: str):
    on, third, without = [(holder + turn) % 4 for turn in (3, 1, 2)]
    script = placed(holder, on) | {10: f"{on}:9S {holder}:8S"}
    takers = f"{on}{third}" + str(on) * 9
    settlement = settle(scenario(script, takers=takers, rules={"place_order": place_order}))
    assert settlement.facts["tricks"][without] == settlement.facts["tricks"][holder] == 0
    assert settlement.facts["party_winner"] == holder


def test_9_2_is_not_the_last_of_equals():
    facts = settle(scenario(EQUAL_LAST, takers="03333010011")).facts
    assert (facts["active"], facts["caught"]) == (True, False)
    assert facts["points"] == [19, 2, 0, 19]
    assert facts["tricks"] == [4, 3, 0, 4]
    assert facts["party_loser"] == 0


def test_9_2_all_else_is_ordinary():
    settlement = ordinary(SPADE_HELD, "00", discard="AS")
    assert settlement.components["aces"] == [-4, 4, 0, 0]
    assert settlement.components["quinola"] == [-5, 5, 0, 0]
    assert settlement.components["pool"] == [0, 45, 0, 0]
    assert settlement.components["espagnolette"] == NOTHING
    assert "9.2 active not caught" in settlement.branches


def test_9_2_a_trick_among_the_first_nine_loses_nothing():
    script = placed(1, 0) | SPADE_HELD | {1: "0:2D 1:5D 2:3D 3:4D"}
    facts = settle(scenario(script, takers="10300000000")).facts
    assert facts["active"]
    assert not facts["caught"]
    assert facts["tricks"][1] == 1


def caught(last: dict[int, str] | None = None, takers: str = "1.", **keys: object) -> Settlement:
    settlement = ordinary(SPADE_TAKES | (last or {}), takers, **keys)
    assert settlement.facts["caught"]
    return settlement


def test_9_3_a_loses_the_party_whatever_the_points():
    settlement = caught(discard="AS")
    assert settlement.facts["points"][0] > settlement.facts["points"][1]
    assert settlement.facts["party_loser"] == 1
    assert "9.3a not last on points" in settlement.branches


def test_9_3_a_pays_the_first_of_the_others():
    settlement = caught({11: "1:KC 2:9C 3:8C 0:7C"}, "11", discard="AS 2H 3H 4H")
    assert settlement.facts["party_winner"] == 3  # without a trick
    assert settlement.components["party"] == [0, -16, 0, 16]  # V = 4 + 4, doubled


def test_9_3_a_led_cards_are_paid_to_this_winner():
    settlement = caught({1: "0:AS", 11: "1:KC 2:9C 3:8C 0:7C"}, "11")
    assert settlement.facts["party_winner"] == 3
    assert settlement.components["aces"] == [-4 - 1, 4, 0, 1]


def test_9_3_b_puts_one_remise_though_it_placed_the_quinola():
    settlement = caught(pool=100)
    assert settlement.components["pool"] == [0, -45, 0, 0]
    assert settlement.pool == 145


def test_9_3_b_quinola_of_another_takes_the_pool():
    script = FOUR_ACES | SPADE_TAKES | {11: "1:KC 2:JH"}
    settlement = settle(scenario(script, takers="." * 9 + "11"))
    assert settlement.components["pool"] == [0, 0, 45, 0]
    assert "9.3b quinola of another" in settlement.branches


def test_9_3_c_ends_one_consolation_down_for_a_card_it_placed():
    settlement = caught(discard="AS")
    assert settlement.components["aces"] == [-4, 4, 0, 0]
    assert settlement.components["quinola"] == [-5, 5, 0, 0]
    assert settlement.components["espagnolette"] == [18, -18, 0, 0]


def test_9_3_c_the_doubled_amount_is_not_doubled_again():
    script = placed(2, 0) | {10: "0:9S 2:KS"}
    settlement = settle(scenario(script, takers="0100000002.", discard="AS"))
    assert settlement.components["aces"] == [-8, 0, 8, 0]
    assert settlement.components["quinola"] == [-10, 0, 10, 0]
    assert settlement.components["espagnolette"] == [36, 0, -36, 0]


def test_9_3_c_repays_for_a_card_that_another_placed():
    settlement = caught({11: "1:2C 2:AS 3:KC"}, "13")
    assert settlement.components["aces"] == [-4, 4, 2, -2]
    assert settlement.components["espagnolette"] == [18, -18 - 4, 0, 4]


def test_9_3_c_is_not_repaid_itself():
    settlement = caught({11: "1:KC 2:AS"}, "11")
    assert settlement.components["aces"] == [-4, 4 - 2, 2, 0]
    assert settlement.components["espagnolette"] == [18, -18, 0, 0]
    assert "9.3c payer is e" in settlement.branches


def test_9_4_made_the_espagnolette_alone_pays_64():
    settlement = reversis_by_0(SPADE_HELD, "00")
    assert settlement.components["espagnolette"] == [64, -64, 0, 0]
    assert settlement.payments == [64, -64, 0, 0]


def test_9_4_broken_by_another_the_espagnolette_pays_the_breaker():
    settlement = reversis_by_0(SPADE_HELD, "2.")
    assert settlement.payments == [0, -64, 64, 0]
    assert settlement.components["espagnolette"] == [0, -64, 64, 0]


def test_9_4_broken_by_the_espagnolette_itself():
    settlement = reversis_by_0(SPADE_TAKES, "1.")
    assert settlement.payments == [-64, 64, 0, 0]
    assert settlement.components["espagnolette"] == [-64, 64, 0, 0]
    assert not settlement.facts["caught"]


ACES_PLACED_ON_0 = {
    4: "0:9D 1:AS",
    5: "0:KC 1:AD",
    6: "0:QD 1:AH",
    7: "0:KS 1:AC",
    9: "0:QS 1:2C",
}


def test_9_4_the_undertakers_quinola_moves_the_pool_as_in_8_4():
    settlement = reversis_by_0(SPADE_HELD | {8: "0:JH"}, "00", ACES_PLACED_ON_0)
    assert settlement.payments == [64 + 45, -64, 0, 0]
    broken = reversis_by_0(SPADE_HELD | {8: "0:JH"}, "2.", ACES_PLACED_ON_0)
    assert broken.payments == [-45, -64, 64, 0]


def test_9_4_the_espagnolette_pays_for_the_late_quinola_as_in_8_5():
    settlement = reversis_by_0(SPADE_HELD | {11: "2:5H 0:JH"}, "2.", ACES_PLACED_ON_0)
    assert settlement.components["quinola"] == [-40, -10, 60, -10]
    assert settlement.payments == [-40, -10 - 64, 60 + 64, -10]


def test_9_5_quinola_forced_from_an_espagnolette_is_paid_as_ever():
    script = placed(1, 0) | SPADE_TAKES | {3: "0:5H 1:JH", 9: "0:QS 1:2C"}
    settlement = settle(scenario(script, takers="." * 9 + "1."))
    assert settlement.facts["caught"]
    assert settlement.components["quinola"] == [25, -10, -10, -5]
    assert settlement.components["pool"] == [0, -45, 0, 0]
    assert "9.5 quinola forced from e" in settlement.branches


def test_9_5_quinola_that_an_espagnolette_forces_is_paid_as_ever():
    script = FOUR_ACES | SPADE_TAKES | {4: "1:5H 2:JH"}
    settlement = settle(scenario(script, takers="." * 9 + "1."))
    assert settlement.facts["caught"]
    assert settlement.components["quinola"] == [-5, 25, -10, -10]
    assert settlement.components["pool"] == [0, 0, -45, 0]
    assert "9.5 quinola forced by e" in settlement.branches
