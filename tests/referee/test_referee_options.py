"""RULES.md section 13: every option and every amount."""

import pytest
from referee.referee import Settlement, settle, stakes_before_later_deal
from referee.scenarios import scenario, wins_party

NOTHING = [0, 0, 0, 0]
MADE_BY_1, BROKEN_BY_2 = "1" * 11, "1" * 9 + "2."


def under(rules: dict, script: dict[int, str], **keys: object) -> Settlement:
    return settle(scenario(script, rules=rules, **keys))


@pytest.mark.parametrize(("place_order", "winner"), [("left", 2), ("dealer", 3)])
def test_13_place_order(place_order: str, winner: int):
    script = {1: "0:2S 1:5S 2:3S 3:4S"}
    settlement = under({"place_order": place_order}, script, takers="1" + "0" * 10)
    assert settlement.facts["party_winner"] == winner


@pytest.mark.parametrize(("remise", "fiches"), [("stake", 45), ("pool", 70), (12, 12), (0, 0)])
def test_13_remise(remise: str | int, fiches: int):
    settlement = under({"remise": remise}, {5: "2:5H 0:JH"}, pool=70)
    assert settlement.components["pool"] == [-fiches, 0, 0, 0]
    assert settlement.pool == 70 + fiches


def test_13_replenish_empty():
    assert stakes_before_later_deal(45, {"replenish": "empty"}) == [0, 0, 0, 0]
    assert stakes_before_later_deal(0, {"replenish": "empty"}) == [10, 10, 10, 15]


def test_13_forcer_taker_of_the_quinola():
    settlement = under({"forcer": "taker"}, {5: "1:5H 2:KH 0:JH"}, takers="....2......")
    assert settlement.components["quinola"] == [-20, -5, 30, -5]


def test_13_forcer_taker_is_the_owner_so_the_leader_is_paid():
    settlement = under({"forcer": "taker"}, {5: "1:5H 0:JH"}, takers="....0......")
    assert settlement.components["quinola"] == [-10, 25, -5, -10]


def test_13_forcer_taker_leaves_aces_to_the_leader():
    script = {5: "0:5D 1:AD"}
    settlement = under({"forcer": "taker"}, script, takers="....1......", discard="AS AH AC")
    assert settlement.components["aces"] == [2, -2, 0, 0]


def test_13_forcer_taker_of_the_late_quinola():
    script = {11: "3:2H 2:KH 1:JH"}
    settlement = under({"forcer": "taker"}, script, takers="1" * 9 + "32")
    assert settlement.components["quinola"] == [-20, -20, 50, -10]


@pytest.mark.parametrize("script", [{9: "1:KS 3:JH"}, {5: "1:JH"}])
def test_13_reversis_pool_always(script: dict[int, str]):
    made = under({"reversis_pool": "always"}, script, takers=MADE_BY_1)
    assert made.components["pool"] == [0, 45, 0, 0]
    broken = under({"reversis_pool": "always"}, script, takers=BROKEN_BY_2)
    assert broken.components["pool"] == [0, -45, 0, 0]


def test_13_reversis_pool_always_with_the_quinola_in_the_discard():
    settlement = under({"reversis_pool": "always"}, {}, takers=MADE_BY_1, discard="JH")
    assert settlement.components["pool"] == [0, 45, 0, 0]


@pytest.mark.parametrize("takers", [MADE_BY_1, "1" * 10 + "2"])
def test_13_reversis_pool_always_but_for_a_late_quinola_of_the_undertaker(takers: str):
    settlement = under({"reversis_pool": "always"}, {10: "1:JH"}, takers=takers)
    assert settlement.components["pool"] == NOTHING


def test_13_reversis_pool_always_with_a_late_quinola_of_another():
    settlement = under({"reversis_pool": "always"}, {11: "1:KH 3:JH"}, takers=MADE_BY_1)
    assert settlement.components["pool"] == [0, 45, 0, 0]


def test_13_late_quinola_nothing():
    script = {11: "2:2H 1:JH"}
    settlement = under({"late_quinola": "nothing"}, script, takers=BROKEN_BY_2)
    assert settlement.components["quinola"] == NOTHING


@pytest.mark.parametrize(("word", "active"), [("privilege", False), ("renounce", True)])
def test_13_espagnolette_active_by_renouncing_though_void(word: str, active: bool):
    script = {3: "0:5H 1:JH", 5: "1:AH", 6: "1:AC", 7: "1:AD", 9: "0:5S 1:KC"}
    keys = {"takers": "." * 9 + "1.", "where": is_void_when_it_renounces}
    settlement = under({"espagnolette_active": word}, script, **keys)
    assert settlement.facts["active"] is settlement.facts["caught"] is active


def is_void_when_it_renounces(record: dict) -> bool:
    """Whether seat 1, which may play anything, held no spade in trick 9 (and renounced once)."""
    privilege = settle(record | {"rules": {}})
    return not privilege.facts["active"]


@pytest.mark.parametrize("word", ["claimed", "unclaimed"])
def test_13_led_consolation(word: str):
    rules = {"led_consolation": word}
    quinola = under(rules, {5: "0:JH"}, where=wins_party(2))
    assert quinola.components["quinola"] == ([-20, -5, 30, -5] if word == "claimed" else NOTHING)
    assert quinola.components["pool"] == [-45, 0, 0, 0]
    ace = under(rules, {5: "1:AD"}, discard="AS AH AC", where=wins_party(2))
    assert ace.components["aces"] == ([0, -2, 2, 0] if word == "claimed" else NOTHING)


def test_13_party_amounts():
    rules = {"party_base": 100, "discard_ace_diamonds": 50, "discard_quinola": 30}
    settlement = under(rules, {}, discard="AD JH KS 2S")
    assert max(settlement.components["party"]) in (183, 366)


def test_13_ace_amounts():
    rules = {"ace": 7, "ace_diamonds": 11}
    plain = under(rules, {5: "0:5S 1:AS"}, takers="....1......", discard="AD AH AC")
    assert plain.components["aces"] == [7, -7, 0, 0]
    diamonds = under(rules, {5: "0:5D 1:AD"}, takers="....1......", discard="AS AH AC")
    assert diamonds.components["aces"] == [11, -11, 0, 0]


def test_13_quinola_amount():
    forced = under({"quinola": 100}, {5: "1:5H 0:JH"})
    assert forced.components["quinola"] == [-200, 500, -100, -200]
    placed = under({"quinola": 100}, {9: "0:5S 1:JH"}, takers="........0..")
    assert placed.components["quinola"] == [-100, 100, 0, 0]


def test_13_reversis_amount():
    assert under({"reversis": 5}, {}, takers=MADE_BY_1).payments[1] >= 20
    made = under({"reversis": 5}, {9: "1:KS 3:JH"}, takers=MADE_BY_1)
    assert made.payments == [-5, 20, -5, -10]
    broken = under({"reversis": 5}, {9: "1:KS 3:JH"}, takers=BROKEN_BY_2)
    assert broken.payments == [0, -20, 20, 0]


def test_13_stakes():
    rules = {"stake": 4, "dealer_stake": 1}
    settlement = under(rules, {5: "2:5H 0:JH"})
    assert settlement.components["pool"] == [-13, 0, 0, 0]
    assert settlement.pool == 26
    assert stakes_before_later_deal(13, rules) == [4, 4, 4, 1]
    assert stakes_before_later_deal(14, rules) == [0, 0, 0, 0]


@pytest.mark.parametrize(("late_from", "factor"), [(1, 2), (5, 2), (6, 1), (12, 1)])
def test_13_late_from(late_from: int, factor: int):
    settlement = under({"late_from": late_from}, {5: "1:5H 0:JH"})
    assert settlement.components["quinola"] == [factor * fiches for fiches in (-10, 25, -5, -10)]


def test_13_late_from_12_means_never():
    settlement = under({"late_from": 12}, {11: "1:5H 0:JH"})
    assert settlement.components["quinola"] == [-10, 25, -5, -10]
