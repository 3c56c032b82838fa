"""Cards and hands in text: RULES.md 2.2 and the spellings of RECORD.md."""

import doctest
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.errors import NotationError
from analyser.reversis import notation
from analyser.reversis.notation import (
    CARD_NAMES,
    card_index,
    card_name,
    card_sign,
    cards_of,
    dotted_set,
    hand_cards,
    hand_signs,
    hand_text,
    parse_hand,
    set_of,
)

cards = st.integers(0, 47)
card_sets = st.sets(cards).map(set_of)


def test_examples_in_docstrings():
    assert doctest.testmod(notation).failed == 0


def test_2_2_index_is_rank_times_four_plus_suit():
    assert [card_name(index) for index in (0, 1, 2, 3, 4, 32, 47)] == [
        *("2C", "2D", "2H", "2S", "3C", "JC", "AS")
    ]
    assert len(set(CARD_NAMES)) == 48
    assert card_sign(34) == "J♥"


@pytest.mark.parametrize("text", ["JH", "jh", "Jh", "jH", "HJ", "hj", "J♥", "♥J", "♥j", "j♥"])
def test_spellings_of_the_quinola(text):
    assert card_index(text) == 34


@given(cards)
def test_every_card_is_read_as_it_is_written(card):
    for text in (card_name(card), card_sign(card), card_name(card)[::-1].lower()):
        assert card_index(text) == card


@given(card_sets)
def test_hands_are_read_as_they_are_written(hand):
    assert set_of(hand_cards(hand_signs(hand))) == hand
    assert set_of(hand_cards(hand_text(hand).lower())) == hand
    assert dotted_set(hand_text(hand)) == hand
    assert set_of(hand_cards(" ".join(map(card_sign, cards_of(hand))))) == hand


@given(st.lists(cards, unique=True), st.sampled_from([" ", ", ", ",", "\n", "  , "]))
def test_listed_cards_keep_their_order(listed, comma):
    assert hand_cards(comma.join(map(card_name, listed))) == listed


@given(st.data(), card_sets)
def test_order_within_a_suit_is_free(data, hand):
    suits = hand_text(hand).split(".")
    shuffled = ".".join("".join(data.draw(st.permutations(suit))) for suit in suits)
    assert dotted_set(shuffled) == hand


def test_hands_are_written_from_high_to_low():
    assert hand_text(dotted_set("7ka.39j..6")) == "AK7.J93..6"
    assert hand_signs(dotted_set("7ka.39j..6")) == "♠AK7 ♥J93 ♦– ♣6"


def test_cards_of_a_set_come_highest_first():
    assert [card_name(card) for card in cards_of(dotted_set("AK.A.2.2"))] == [
        *("AS", "AH", "KS", "2D", "2C")
    ]


def test_parse_hand_wants_its_number_of_cards():
    assert parse_hand("AK7.J93.8542.6", 11) == dotted_set("AK7.J93.8542.6")
    with pytest.raises(NotationError, match="10 cards read, seat 0 holds 11"):
        parse_hand("AK7.J93.8542.", 11, "seat 0")
    with pytest.raises(NotationError, match="1 card read"):
        parse_hand("JH", 12)


@pytest.mark.parametrize("text", ["10H", "H10", "TH", "ht", "10♥", "♥T", "♥10", "T", "10", "A.T.."])
def test_there_are_no_tens(text):
    with pytest.raises(NotationError, match="the pack has no tens"):
        hand_cards(text)


@pytest.mark.parametrize("text", ["AK7.J10.8542.6", "AK7.J93.8542.10", "T.10.."])
def test_there_are_no_tens_in_dotted_hands(text):
    for read in (hand_cards, dotted_set):
        with pytest.raises(NotationError, match="the pack has no tens"):
            read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XX", "card 'XX': a card is a rank"),
        ("J", "card 'J': a card is a rank"),
        ("JHJ", "card 'JHJ': a card is a rank"),
        ("1H", "card '1H': a card is a rank"),
        ("JJ", "card 'JJ': a card is a rank"),
        ("♠", "card '♠': a card is a rank"),
        ("♠A–♥K", "spades 'A–♥K': '–' is no rank"),
        ("AS AS", "card AS: given twice"),
        ("AS ♠A", "card AS: given twice"),
        ("..JJ.", "card JD: given twice"),
        ("AK7.J93", "2 suits read"),
        ("A.K.Q.J.9", "5 suits read"),
        ("AKX...", "spades 'AKX': 'X' is no rank"),
        ("A K...", "spades 'A K': ' ' is no rank"),
    ],
)
def test_what_is_no_hand_is_named(text, message):
    with pytest.raises(NotationError) as error:
        hand_cards(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_long_text_is_cut_in_messages():
    with pytest.raises(NotationError) as error:
        card_index("J\n" * 1000)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


def test_a_record_s_hand_is_dotted_only():
    with pytest.raises(NotationError, match="1 suits read"):
        dotted_set("AS KS JH")


def test_memory_for_spellings_is_bounded(monkeypatch):
    monkeypatch.setattr(notation, "_N_TEXTS_REMEMBERED", len(notation._spades))
    for ranks in permutations("AKQJ9"):
        assert dotted_set("".join(ranks) + "...") == dotted_set("AKQJ9...")
    assert len(notation._spades) <= notation._N_TEXTS_REMEMBERED
