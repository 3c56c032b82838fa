"""The exchange heuristics lay what they say, judged card by card in plain Python."""

import numpy as np
import pytest

from analyser.errors import ConfigError
from analyser.reversis.exchanges import HEURISTICS, exchange_meaning, exchange_names
from analyser.reversis.options import rules_from
from analyser.reversis.policies import compiled, lineup_from, policy_from
from kernels.lanes import N_LANES
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JACK, QUEEN, ACE = 8, 9, 11
JH, AD = 4 * JACK + HEARTS, 4 * ACE + DIAMONDS
N_KEPT = f.N_RECORDED - f.DEALT // N_LANES


def cards(hand: int) -> list[int]:
    """Card indexes of a set, from the lowest."""
    return [index for index in range(48) if hand >> index & 1]


def lays(spec: str, n: int = 512, seed: int = 5) -> list[tuple[int, list[int], int | None]]:
    """Seat, hand as dealt and card laid (None: declined) of many deals."""
    table = Table(
        rules_from(None), 45, compiled(lineup_from([spec])), seed, (0,) * 4, f.DEALT, N_KEPT
    )
    assert n <= N_BATCH
    batch = table.play(0, n)
    dealt, laid = table.kept(batch, f.DEALT, n, 4), table.kept(batch, f.LAID, n, 4)
    return [
        (seat, cards(dealt[seat, k]), (cards(laid[seat, k]) or [None])[0])
        for seat in range(4)
        for k in range(n)
    ]


def suit(hand: list[int], card: int) -> list[int]:
    return [other for other in hand if other % 4 == card % 4]


def is_high(card: int) -> bool:
    return card // 4 >= QUEEN or card == JH


def test_the_ten_heuristics_are_there_with_what_they_do():
    assert set(HEURISTICS) == set(exchange_names()) - {"duck"}
    assert len(HEURISTICS) == 10
    for name in exchange_names():
        assert exchange_meaning(name)
        assert policy_from(f"steady:exchange={name}").exchange == name
        assert policy_from(f"duck:exchange={name}").play == "duck"
    with pytest.raises(ConfigError, match="did you mean keep-quinola"):
        policy_from("steady:exchange=keep-kinola")


def test_decline_declines_and_the_dealer_lays_by_weights():
    plain = {(seat, tuple(hand)): laid for seat, hand, laid in lays("steady:lay_from=-1000000")}
    for seat, hand, laid in lays("steady:exchange=decline"):
        assert laid == (None if seat < 3 else plain[seat, tuple(hand)])


def test_random_lays_every_card_about_as_often():
    places = np.bincount([hand.index(laid) for _, hand, laid in lays("steady:exchange=random")])
    assert len(places) == 12
    assert (abs(places[:11] - 2048 / 11) < 5 * np.sqrt(2048 / 11)).all()


def test_highest_lays_the_highest_card():
    for _, hand, laid in lays("duck:exchange=highest"):
        assert laid == hand[-1]


def test_void_shortens_the_shortest_suit():
    for _, hand, laid in lays("steady:exchange=void"):
        length = min(len(suit(hand, card)) for card in hand)
        assert len(suit(hand, laid)) == length
        assert laid == max(card for card in hand if len(suit(hand, card)) == length)


def test_guard_lays_the_least_guarded_high_card():
    for _, hand, laid in lays("steady:exchange=guard"):
        tops = {max(suit(hand, card)) for card in hand} | ({JH} & set(hand))
        if not any(is_high(card) for card in tops):
            continue
        guards = {card: len([c for c in suit(hand, card) if c < card]) for card in tops}
        if JH in tops:
            guards[JH] = len(suit(hand, JH)) - 1
        fewest = min(n for card, n in guards.items() if is_high(card))
        assert is_high(laid)
        assert guards[laid] == fewest


@pytest.mark.parametrize(
    ("name", "card", "is_laid"),
    [
        ("dump-quinola", JH, lambda hand: True),
        ("keep-quinola", JH, lambda hand: len(suit(hand, JH)) - 1 < 3),
        ("dump-ace-diamonds", AD, lambda hand: True),
    ],
)
def test_what_is_dumped_is_laid_whenever_it_may_be(name, card, is_laid):
    plain = {(seat, tuple(hand)): laid for seat, hand, laid in lays("steady")}
    n_held = 0
    for seat, hand, laid in lays(f"steady:exchange={name}"):
        if card in hand:
            n_held += 1
            assert (laid == card) == is_laid(hand)
        elif JH not in hand:
            assert laid == plain[seat, tuple(hand)]
    assert n_held > 300


def test_keep_aces_lays_an_ace_only_where_nothing_else_is_on_top_of_a_suit():
    n_aces = 0
    for _, hand, laid in lays("steady:exchange=keep-aces,lay_from=-1000000"):
        tops = {max(c for c in suit(hand, card) if c != JH or card == JH) for card in hand}
        if laid // 4 == ACE:
            n_aces += 1
            assert all(top // 4 == ACE for top in tops - {JH})
    assert n_aces < 20


def test_a_change_behind_the_heuristic_holds():
    changed = policy_from("steady:lay_quinola=350000,exchange=keep-quinola")
    assert changed.settings()["lay_quinola"] == 350_000
    assert policy_from("steady:exchange=keep-quinola").settings()["lay_quinola"] == 250_000
