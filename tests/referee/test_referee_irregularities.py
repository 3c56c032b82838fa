"""RULES.md section 12: barred players."""

import pytest
from referee.referee import Settlement, settle
from referee.scenarios import scenario, wins_party

NOTHING = [0, 0, 0, 0]
ALL, BUT_BREAKS = "all", "but-breaks"
BOTH_KINDS = pytest.mark.parametrize("kind", [ALL, BUT_BREAKS])

# Seat 1 is an active espagnolette and caught; seat 0 pays for what it placed, 2 + 1 + 1 and 5.
CAUGHT = {
    6: "0:QD 1:AH",
    7: "0:QH 1:AC",
    8: "0:QC 1:AD",
    9: "0:QS 1:JH",
    10: "0:9S 1:KS",
}
ACTIVE = CAUGHT | {10: "0:9S 1:8S"}
CAUGHT_TAKERS = "0200000001."


def barred(bars: dict[int, str], script: dict[int, str], **keys: object) -> Settlement:
    by_seat = {str(seat): kind for seat, kind in bars.items()}
    return settle(scenario(script, barred=by_seat, **keys))


@BOTH_KINDS
def test_12_1_barred_winner_of_the_party_is_its_winner_and_is_not_paid(kind: str):
    settlement = barred({2: kind}, {}, where=wins_party(2))
    assert settlement.facts["party_winner"] == 2
    assert settlement.components["party"] == NOTHING


@BOTH_KINDS
def test_12_1_barred_loser_of_the_party_pays(kind: str):
    settlement = barred({0: kind}, {1: "0:2S 1:3S 2:4S 3:5S"}, takers="3" + "0" * 10)
    assert settlement.facts["party_loser"] == 0
    assert settlement.components["party"][0] < 0


@BOTH_KINDS
def test_12_1_barred_owner_of_a_placed_quinola_is_not_paid_and_takes_no_pool(kind: str):
    settlement = barred({1: kind}, {9: "0:5S 1:JH"})
    assert settlement.components["quinola"] == settlement.components["pool"] == NOTHING
    assert settlement.pool == 45


def test_12_1_barred_all_is_not_paid_for_forcing_but_the_remise_is_put():
    settlement = barred({2: ALL}, {10: "2:5H 0:JH"})
    assert settlement.components["quinola"] == NOTHING
    assert settlement.components["pool"] == [-45, 0, 0, 0]


def test_12_1_but_breaks_is_paid_for_forcing_the_quinola():
    settlement = barred({2: BUT_BREAKS}, {10: "2:5H 0:JH"})
    assert settlement.components["quinola"] == [-40, -10, 60, -10]
    assert settlement.components["pool"] == [-45, 0, 0, 0]


@BOTH_KINDS
def test_12_1_barred_owner_of_a_forced_quinola_pays(kind: str):
    settlement = barred({0: kind}, {10: "2:5H 0:JH"})
    assert settlement.components["quinola"] == [-40, -10, 60, -10]
    assert settlement.components["pool"] == [-45, 0, 0, 0]


@BOTH_KINDS
def test_12_1_led_quinola_is_not_paid_to_a_barred_winner(kind: str):
    settlement = barred({2: kind}, {5: "0:JH"}, where=wins_party(2))
    assert settlement.components["quinola"] == NOTHING
    assert settlement.components["pool"] == [-45, 0, 0, 0]


@BOTH_KINDS
def test_12_1_forced_ace_is_not_paid_to_a_barred_leader(kind: str):
    settlement = barred({0: kind}, {5: "0:5D 1:AD"}, takers="....1......", discard="AS AH AC")
    assert settlement.components["aces"] == NOTHING


@BOTH_KINDS
def test_12_1_barred_undertaker_is_not_paid_and_takes_no_pool(kind: str):
    settlement = barred({1: kind}, {9: "1:JH"}, takers="1" * 11)
    assert settlement.facts["reversis_by"] == 1
    assert settlement.payments == NOTHING
    assert settlement.pool == 45


@BOTH_KINDS
def test_12_1_barred_player_owes_its_part_of_a_reversis(kind: str):
    settlement = barred({3: kind}, {}, takers="1" * 11)
    assert settlement.components["reversis"] == [-16, 64, -16, -32]


@pytest.mark.parametrize(("kind", "fiches"), [(ALL, [0, 0, 0, 0]), (BUT_BREAKS, [0, -64, 64, 0])])
def test_12_1_64_for_breaking_a_reversis(kind: str, fiches: list[int]):
    settlement = barred({2: kind}, {}, takers="1" * 10 + "2")
    assert settlement.components["reversis"] == fiches


@pytest.mark.parametrize(("kind", "fiches"), [(ALL, [0, 0, 0, 0]), (BUT_BREAKS, [0, -64, 64, 0])])
def test_12_1_64_owed_by_an_espagnolette_to_the_breaker(kind: str, fiches: list[int]):
    settlement = barred({2: kind}, ACTIVE, takers="0" * 9 + "2.")
    assert settlement.components["espagnolette"] == fiches


@pytest.mark.parametrize(("kind", "fiches"), [(ALL, [0, 0, 0, 0]), (BUT_BREAKS, [-64, 64, 0, 0])])
def test_12_1_64_owed_to_an_espagnolette_that_breaks(kind: str, fiches: list[int]):
    settlement = barred({1: kind}, CAUGHT, takers="0" * 9 + "1.")
    assert settlement.components["espagnolette"] == fiches


@BOTH_KINDS
def test_12_1_64_for_a_reversis_made_is_not_for_breaking(kind: str):
    settlement = barred({0: kind}, ACTIVE, takers="0" * 11)
    assert settlement.components["espagnolette"] == NOTHING


@pytest.mark.parametrize(
    ("kind", "fiches"), [(ALL, [0, 0, 0, 0]), (BUT_BREAKS, [-10, -40, -10, 60])]
)
def test_12_1_late_quinola_forced_by_a_barred_player(kind: str, fiches: list[int]):
    settlement = barred({3: kind}, {11: "3:2H 1:JH"}, takers="1" * 9 + "3.")
    assert settlement.components["quinola"] == fiches


@BOTH_KINDS
def test_12_1_barred_espagnolette_is_caught_all_the_same(kind: str):
    settlement = barred({1: kind}, CAUGHT, takers=CAUGHT_TAKERS, discard="AS")
    assert settlement.facts["caught"]
    assert settlement.facts["party_loser"] == 1
    assert settlement.components["pool"] == [0, -45, 0, 0]


@BOTH_KINDS
def test_12_2_what_was_not_paid_to_a_barred_owner_is_not_repaid(kind: str):
    settlement = barred({1: kind}, CAUGHT, takers=CAUGHT_TAKERS, discard="AS")
    assert settlement.components["aces"] == settlement.components["quinola"] == NOTHING
    assert settlement.components["espagnolette"] == NOTHING


@BOTH_KINDS
def test_12_2_barred_payer_pays_and_is_not_repaid(kind: str):
    settlement = barred({0: kind}, CAUGHT, takers=CAUGHT_TAKERS, discard="AS")
    assert settlement.components["aces"] == [-4, 4, 0, 0]
    assert settlement.components["quinola"] == [-5, 5, 0, 0]
    assert settlement.components["espagnolette"] == NOTHING


def test_12_2_nothing_is_paid_between_two_barred_players():
    settlement = barred({2: BUT_BREAKS, 0: BUT_BREAKS}, {10: "2:5H 0:JH"})
    assert settlement.components["quinola"] == [0, -10, 20, -10]
    broken = barred({1: ALL, 2: BUT_BREAKS}, {}, takers="1" * 10 + "2")
    assert broken.components["reversis"] == NOTHING
    assert "12 two barred" in settlement.branches & broken.branches
