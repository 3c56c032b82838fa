"""RECORD.md: each fault that a parsed record can have is refused, with its key and place."""

import copy
import json

import pytest
from referee.referee import RefereeError, check, settle
from referee.scenarios import scenario

DEAL = scenario({1: "0:2S 1:3S 2:4S 3:5S", 5: "2:5H 0:JH"}, discard="2C 3C 4C 5C")


def deal(**keys: object) -> dict:
    return copy.deepcopy(DEAL) | keys


def refused(record: object, message: str | None = None) -> RefereeError:
    with pytest.raises(RefereeError, match=message) as raised:
        check(record)
    return raised.value


def test_plain_record_is_accepted():
    check(DEAL)


def test_any_order_of_ranks_within_a_suit_is_accepted():
    hands = [".".join(ranks[::-1] for ranks in hand.split(".")) for hand in DEAL["hands"]]
    check(deal(hands=hands))


def test_other_keys_are_ignored():
    check(deal(note="a note", id=7))


def test_options_at_their_defaults_are_accepted():
    check(deal(rules={"place_order": "left", "ace": 1, "remise": "stake"}, pool=45, barred={}))


@pytest.mark.parametrize("record", [None, [], "deal", 3])
def test_no_object(record: object):
    assert refused(record).key == "record"


@pytest.mark.parametrize("key", ["hands", "talon", "exchange", "play"])
def test_required_key_missing(key: str):
    record = deal()
    del record[key]
    assert refused(record, "is required").key == key


@pytest.mark.parametrize("key", ["hands", "talon", "exchange", "play"])
@pytest.mark.parametrize("wrong", [None, 5, "text", {}, [], [None] * 7])
def test_required_key_of_wrong_type_or_size(key: str, wrong: object):
    assert refused(deal(**{key: wrong})).key == key


@pytest.mark.parametrize("key", ["rules", "pool", "barred", "settlement"])
@pytest.mark.parametrize("wrong", [None, [], "text", 1.5, True])
def test_other_key_of_wrong_type(key: str, wrong: object):
    assert refused(deal(**{key: wrong})).key == key


@pytest.mark.parametrize("pool", [-1, 45.0, "45", None, True])
def test_pool_is_a_whole_number_from_0(pool: object):
    assert refused(deal(pool=pool)).key == "pool"


@pytest.mark.parametrize(
    "barred", [{"4": "all"}, {0: "all"}, {"0": "most"}, {"00": "all"}, {"0": None}, {"0": ["all"]}]
)
def test_bad_barred(barred: dict):
    assert refused(deal(barred=barred)).key == "barred"


@pytest.mark.parametrize(
    "rules",
    [
        {"trumps": "S"},
        {"place_order": "right"},
        {"place_order": 2},
        {"remise": "none"},
        {"remise": -1},
        {"remise": 4.0},
        {"ace": -1},
        {"ace": "1"},
        {"ace": True},
        {"reversis": 16.0},
        {"late_from": 0},
        {"late_from": 13},
        {"forcer": ["leader"]},
        {"late_quinola": None},
    ],
)
def test_unknown_option_or_value(rules: dict):
    assert refused(deal(rules=rules)).key == "rules"


@pytest.mark.parametrize("card", ["1S", "S2", "2", "", "2SS", "2s", "XS", 2, None])
def test_no_card_in_talon_exchange_and_play(card: object):
    talon, exchange = list(DEAL["talon"]), list(DEAL["exchange"])
    talon[0] = exchange[3] = card
    assert refused(deal(talon=talon)).key == "talon"
    assert refused(deal(exchange=exchange)).key == "exchange"
    assert refused(played(4, 2, card)).trick == 4


def played(number: int, turn: int, card: object) -> dict:
    """The deal with another card in the play; tricks count from 1, turns from 0."""
    record = deal()
    record["play"][number - 1][turn] = card
    return record


@pytest.mark.parametrize("ten", ["TS", "10S"])
def test_ten_is_refused_as_the_pack_has_none(ten: str):
    assert refused(deal(talon=[ten, *DEAL["talon"][1:]]), "no tens").card == ten
    assert refused(played(2, 0, ten), "no tens").trick == 2
    hand = DEAL["hands"][0].replace("JH", "")
    assert refused(deal(hands=[ten[:-1] + hand, *DEAL["hands"][1:]]), "no tens").key == "hands"


@pytest.mark.parametrize("hand", [None, 3, "AKQ", "A.K.Q.J.9", "AK QJ.2.3.4"])
def test_hand_that_is_none(hand: object):
    assert refused(deal(hands=[*DEAL["hands"][:3], hand])).key == "hands"


def test_hand_of_the_wrong_size():
    dealer, first = DEAL["hands"][3], DEAL["hands"][0]
    assert refused(deal(hands=[dealer, *DEAL["hands"][1:3], first]), "12 cards").key == "hands"


def test_card_twice_in_a_hand():
    hand = DEAL["hands"][0]
    assert refused(deal(hands=[hand[0] + hand, *DEAL["hands"][1:]]), "twice").key == "hands"


def test_card_twice_in_two_hands():
    first = DEAL["hands"][0]
    assert refused(deal(hands=[first, first, *DEAL["hands"][2:]]), "twice").key == "hands"


def test_card_twice_in_the_talon():
    first, second, _ = DEAL["talon"]
    assert refused(deal(talon=[first, second, first]), "twice").card == first
    assert refused(deal(talon=["JH", *DEAL["talon"][1:]]), "twice").card == "JH"


def test_lay_of_a_card_not_dealt():
    lays = DEAL["exchange"]
    assert refused(deal(exchange=["3C", *lays[1:]]), "not dealt 3C").card == "3C"


def test_lay_of_the_talon_card():
    talon = DEAL["talon"][0]
    assert refused(deal(exchange=[talon, *DEAL["exchange"][1:]])).key == "exchange"


def test_dealer_that_declines():
    lays = [*DEAL["exchange"][:3], None]
    assert refused(deal(exchange=lays), "dealer").key == "exchange"


def test_13_lay_of_the_quinola_where_it_is_forbidden():
    laid = scenario({}, discard="2S JH")
    check(laid)
    fault = refused(laid | {"rules": {"quinola_discard": "forbidden"}}, "quinola")
    assert (fault.key, fault.card) == ("exchange", "JH")


def test_13_declined_quinola_is_allowed_where_its_lay_is_forbidden():
    scenario({}, discard="2S JH", declines=[1], rules={"quinola_discard": "forbidden"})


@pytest.mark.parametrize("trick", [None, "2S3S4S5S", [], ["2S", "3S", "4S"]])
def test_trick_that_is_none(trick: object):
    fault = refused(deal(play=[*DEAL["play"][:6], trick, *DEAL["play"][7:]]))
    assert (fault.key, fault.trick) == ("play", 7)


def test_play_of_a_card_not_held():
    fault = refused(played(1, 1, "4S"), "does not hold")
    assert (fault.key, fault.trick, fault.card) == ("play", 1, "4S")


def test_play_of_a_card_a_second_time():
    assert refused(played(2, 0, DEAL["play"][0][3]), "does not hold").trick == 2


def test_5_failure_to_follow_suit():
    fault = refused(played(5, 2, off_suit_of_seat_0()), "follow suit")
    assert (fault.key, fault.trick) == ("play", 5)
    assert str(fault).startswith("play, trick 5: ")


def off_suit_of_seat_0() -> str:
    """A card other than a heart that seat 0 holds beside the quinola in trick 5."""
    assert DEAL["play"][4][0] == "5H"
    assert DEAL["play"][4][2] == "JH"
    leaders = [0]
    for trick in DEAL["play"][:-1]:
        ranks = ["23456789JQKA".index(c[0]) if c[1] == trick[0][1] else -1 for c in trick]
        leaders.append((leaders[-1] + ranks.index(max(ranks))) % 4)
    own = [trick[-leader % 4] for trick, leader in zip(DEAL["play"], leaders, strict=True)]
    return next(card for card in own[5:] if card[1] != "H")


def test_5_wrong_leader():
    record = deal()
    record["play"][0] = ["3S", "4S", "5S", "2S"]
    assert refused(record, "seat 0 does not hold 3S").trick == 1


def settled() -> dict:
    settlement = settle(DEAL)
    components = {name: seats for name, seats in settlement.components.items() if any(seats)}
    return deal(
        settlement={
            "payments": settlement.payments,
            "pool": settlement.pool,
            "components": components,
        }
    )


def test_right_settlement_is_accepted():
    check(settled())
    check(json.loads(json.dumps(settled())))


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("payments", [0, 0, 0, 0]),
        ("payments", None),
        ("pool", 45),
        ("pool", 90.0),
        ("components", {}),
        ("components", []),
    ],
)
def test_settlement_that_differs(key: str, wrong: object):
    record = settled()
    record["settlement"] = record["settlement"] | {key: wrong}
    assert refused(record, key).key == "settlement"


@pytest.mark.parametrize("key", ["payments", "pool", "components"])
def test_settlement_has_exactly_three_keys(key: str):
    record = settled()
    record["settlement"]["note"] = "?"
    assert refused(record).key == "settlement"
    record = settled()
    del record["settlement"][key]
    assert refused(record).key == "settlement"


def test_settlement_leaves_out_what_is_zero_for_all():
    record = settled()
    record["settlement"]["components"]["reversis"] = [0, 0, 0, 0]
    assert refused(record, "components").key == "settlement"
    assert "reversis" not in settled()["settlement"]["components"]
