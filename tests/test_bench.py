"""The signature of the play: the same for any threads and chunks, another for other play."""

import json

import numpy as np
import pytest
from command_line import done

from analyser import play
from analyser.engine import ranges
from analyser.reversis.analyses import bench
from analyser.reversis.analyses.bench import LINEUPS, make_signer, signature
from analyser.reversis.policies import NAMES
from analyser.reversis.question import question
from analyser.reversis.signature import OUTCOME_VERSION

SIGNED_DEALS = bench.SIGNED_DEALS


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(bench, "SIGNED_DEALS", 3000)


def test_it_is_the_one_that_runs_are_marked_with(monkeypatch):
    """Change OUTCOME_VERSION with the play: kept runs are told apart by it."""
    monkeypatch.setattr(bench, "SIGNED_DEALS", SIGNED_DEALS)
    assert bench.bench(1, 2).signature == OUTCOME_VERSION


def test_every_policy_and_a_mixed_line_up_are_played():
    assert set(LINEUPS) == {*NAMES, "mixed"}
    assert len(set(LINEUPS["mixed"])) == 4


def test_the_signature_is_that_of_payments_points_and_tricks():
    outcomes = np.frombuffer(make_signer(question("duck", seed=2))(5, 200), "<i4").reshape(200, 12)
    records = list(play("duck", 200, seed=2, first_deal=5))
    assert outcomes[:, :4].tolist() == [r["settlement"]["payments"] for r in records]
    assert set(outcomes[:, 8:].sum(axis=1)) == {11}
    assert outcomes[:, 4:8].sum(axis=1).max() <= 40


@pytest.mark.parametrize(("threads", "size"), [(1, 3000), (2, 1000), (3, 64), (2, 777)])
def test_threads_and_chunks_leave_it_alone(threads, size):
    for specs in LINEUPS.values():
        asked = question(specs)
        expected = signature(asked, 1, ranges(0, 3000))
        assert signature(asked, threads, ranges(0, 3000, size)) == expected


def test_other_play_is_another_signature():
    one = signature(question("duck"), 1, ranges(0, 500))
    assert one != signature(question("duck", seed=2), 1, ranges(0, 500))
    assert one != signature(question("random"), 1, ranges(0, 500))
    assert one != signature(question("duck", settings=["ace=2"]), 1, ranges(0, 500))


def test_the_command_prints_signature_and_speeds(capsys):
    found = json.loads(done(capsys, "bench", "--deals", 2000, "--threads", 2, "--format", "json"))
    assert [(row["lineup"], row["threads"]) for row in found["rows"]] == [
        (name, threads) for name in LINEUPS for threads in (1, 2)
    ]
    assert all(row["deals_per_second"] > 0 for row in found["rows"])
    text = done(capsys, "bench", "--deals", 1000, "--threads", 1)
    assert text.startswith(f"Signature {found['signature']}\n")
    assert max(map(len, text.splitlines())) <= 80
    for row in found["rows"]:
        assert row["signature"] in text
