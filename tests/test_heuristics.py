"""The exchange heuristics: what each lays, and what that costs from one hand."""

import dataclasses

import pandas as pd
import pytest
from command_line import done

from analyser import discard, play
from analyser.reversis.analyses.discard.analysis import comparison
from analyser.reversis.analyses.discard.heuristics import heuristic_lays
from analyser.reversis.analyses.heuristics import dealt_and_laid, heuristics_for, laying_table
from analyser.reversis.exchanges import HEURISTICS
from analyser.reversis.notation import card_name, cards_of, dotted_set, parse_hand
from analyser.reversis.policies import laying_by, policy_from
from analyser.reversis.question import question

HAND = "Q72.J93.A842.6"


@pytest.mark.parametrize("seat", [0, 3])
def test_heuristics_lay_what_records_of_play_show(seat):
    asked = question("steady", seed=11)
    heuristics = heuristics_for(asked.players[0])
    dealt, laid = dealt_and_laid(asked, laying_table(asked), heuristics, 5, 90)
    for policy, of_policy in zip(heuristics, laid, strict=True):
        records = list(play(f"steady:exchange={policy.name}", 90, seed=11, first_deal=5))
        shown = [record["exchange"][seat] for record in records]
        assert [
            card_name(n.bit_length() - 1) if n else None for n in of_policy[seat].tolist()
        ] == shown
        assert dealt[seat].tolist() == [dotted_set(record["hands"][seat]) for record in records]


def test_the_players_own_exchange_is_among_the_heuristics():
    for spec in ("random", "duck", "steady:exchange=guard,lay_ace=9"):
        player = policy_from(spec)
        heuristics = {policy.name: policy for policy in heuristics_for(player)}
        assert set(heuristics) == {*HEURISTICS, player.exchange}
        assert heuristics[player.exchange] == dataclasses.replace(player, name=player.exchange)


@pytest.mark.parametrize(
    ("spec", "weights"),
    [
        ("steady:lay_ace=77", "steady:lay_ace=77"),
        ("duck:exchange=weighted,lay_ace=5", "steady:lay_ace=5"),
        ("random", "steady"),
        ("steady:exchange=decline", "steady"),
        ("steady:exchange=highest,lay_ace=9", "steady"),
    ],
)
def test_weights_are_the_players_unless_a_heuristic_has_set_them(spec, weights):
    heuristics = {policy.name: policy for policy in heuristics_for(policy_from(spec))}
    assert heuristics["weighted"].parameters == policy_from(weights).parameters
    for name in ("keep-aces", "void"):
        expected = laying_by(policy_from(weights), name)
        assert heuristics[name].parameters == expected.parameters


def test_from_one_hand_a_heuristics_row_is_that_of_its_lay():
    frame = discard(HAND, 1, deals=30_000, heuristics=True)
    plain = discard(HAND, 1, deals=30_000)
    lays = frame[frame["kind"] == "lay"].drop(columns=["kind", "heuristic"])
    pd.testing.assert_frame_equal(lays, plain, check_exact=True)
    by_lay = plain.set_index("lay")
    for name, laid in heuristic_lays(comparison(question("steady"), HAND, 1, plays=1000)).items():
        row = frame[frame["heuristic"] == name].iloc[0]
        expected = by_lay.loc[laid, "from_best_fiches"].mean()
        assert row["from_best_fiches"] == pytest.approx(expected)
        assert row["lay"] == (laid[0] if len(laid) == 1 else f"any of {len(laid)}")
    assert frame[frame["kind"] == "heuristic"]["from_best_fiches"].is_monotonic_decreasing


def test_a_random_lay_may_be_any_and_others_are_what_they_are_called():
    run = comparison(question("steady"), HAND, 1, plays=1000)
    hand = set(map(card_name, cards_of(parse_hand(HAND, 11))))
    lays = heuristic_lays(run)
    assert set(lays["random"]) == hand
    assert (lays["dump-quinola"], lays["dump-ace-diamonds"]) == (["JH"], ["AD"])
    assert (lays["decline"], lays["void"]) == (["decline"], ["6C"])


def test_from_one_hand_the_heuristics_are_shown_with_their_lays(capsys):
    out = done(capsys, "discard", HAND, "--heuristics", "--deals", "20k")
    assert "What each heuristic lays, and what that costs" in out
    assert "any of 11" in out
    assert max(map(len, out.splitlines())) <= 80
