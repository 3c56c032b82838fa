"""RULES.md section 8."""

import pytest
from referee.referee import Settlement, settle
from referee.scenarios import scenario

MADE_BY_1 = "1" * 11
NOTHING = [0, 0, 0, 0]


def reversis(takers: str, script: dict[int, str] | None = None, **keys: object) -> Settlement:
    return settle(scenario(script or {}, takers=takers, **keys))


def test_8_1_broken_in_10_by_its_taker():
    facts = reversis("1" * 9 + "23").facts
    assert (facts["reversis_by"], facts["broken_by"]) == (1, 2)


def test_8_1_broken_in_11_by_its_taker():
    facts = reversis("1" * 10 + "3").facts
    assert (facts["reversis_by"], facts["broken_by"]) == (1, 3)


def test_8_1_broken_in_10_though_11_is_taken():
    facts = reversis("1" * 9 + "31").facts
    assert (facts["reversis_by"], facts["broken_by"]) == (1, 3)


def test_8_1_eight_of_the_first_nine_tricks_are_no_reversis():
    assert reversis("0" + "1" * 10).facts["reversis_by"] is None


@pytest.mark.parametrize("takers", [MADE_BY_1, "1" * 9 + "2."])
def test_8_2_nothing_else_is_paid_and_the_pool_stays(takers: str):
    settlement = reversis(takers, {8: "1:AC", 9: "1:KS 3:JH"})
    for component in ("party", "aces", "quinola", "pool", "espagnolette"):
        assert settlement.components[component] == NOTHING
    assert settlement.pool == 45
    assert settlement.facts["party_winner"] is settlement.facts["party_loser"] is None


def test_8_3_made_brings_64_in_all():
    assert reversis(MADE_BY_1).components["reversis"] == [-16, 64, -16, -32]


def test_8_3_broken_costs_64():
    assert reversis("1" * 10 + "2").components["reversis"] == [0, -64, 64, 0]


def test_8_3_broken_by_the_opposite_costs_no_more():
    assert reversis("1" * 9 + "3.").components["reversis"] == [0, -64, 0, 64]


@pytest.mark.parametrize("trick", ["0:5H 1:JH", "1:JH"])
def test_8_4_quinola_played_early_takes_the_pool(trick: str):
    settlement = reversis(MADE_BY_1, {1 if trick[0] == "0" else 9: trick}, pool=100)
    assert settlement.components["pool"] == [0, 100, 0, 0]
    assert settlement.payments == [-16, 164, -16, -32]
    assert settlement.pool == 0


def test_8_4_quinola_played_early_puts_a_remise_when_broken():
    settlement = reversis("1" * 9 + "2.", {9: "1:JH"}, pool=100)
    assert settlement.payments == [0, -64 - 45, 64, 0]
    assert settlement.pool == 145


@pytest.mark.parametrize("takers", [MADE_BY_1, "1" * 10 + "2"])
def test_8_4_quinola_played_late_leaves_the_pool(takers: str):
    settlement = reversis(takers, {10: "1:JH"})
    assert settlement.components["pool"] == settlement.components["quinola"] == NOTHING
    assert "8.4 quinola late" in settlement.branches


def test_8_4_quinola_in_the_discard_leaves_the_pool():
    settlement = reversis(MADE_BY_1, discard="JH")
    assert settlement.pool == 45
    assert "8.4 quinola in discard" in settlement.branches


def test_8_5_quinola_forced_in_11_is_paid_without_a_remise():
    settlement = reversis("1" * 9 + "3.", {11: "3:2H 1:JH"})
    assert settlement.components["quinola"] == [-10, -40, -10, 60]
    assert settlement.components["reversis"] == [0, -64, 0, 64]
    assert settlement.pool == 45


def test_8_5_quinola_placed_in_11_is_not_paid():
    settlement = reversis("1" * 9 + "33", {11: "3:QS 1:JH"})
    assert settlement.components["quinola"] == settlement.components["pool"] == NOTHING


def test_8_5_quinola_of_another_forced_in_11_is_not_paid():
    settlement = reversis("1" * 9 + "3.", {11: "3:2H 2:JH"})
    assert settlement.components["quinola"] == settlement.components["pool"] == NOTHING


def test_8_1_late_from_does_not_move_the_last_two_tricks():
    settlement = reversis("1" * 9 + "3.", {11: "3:2H 1:JH"}, rules={"late_from": 12})
    assert settlement.facts["broken_by"] == 3
    assert settlement.components["quinola"] == [-5, -20, -5, 30]
