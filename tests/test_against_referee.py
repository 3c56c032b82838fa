"""The kernel against the referee: legality, payments, components, the pool and the facts.

`scripts/check_against_referee` does the same for any number of deals.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

import numpy as np
import pytest
from deals import Claim, deals_in, judge, line, replay
from referee.random_deals import random_record
from referee.referee import BRANCHES, RefereeError, check
from steered import N_DEALS, N_GIVEN_NUMBERS, play, played_claims, replayed_claims

from kernels.lanes import N_LANES
from kernels.reversis import fields as f
from kernels.reversis.batches import RANDOM_POLICY, Replayed, Table, replay_records
from kernels.reversis.replay import NOT_HELD, REVOKE
from kernels.reversis.rules import Rules

N_PLAYED = 17_000
N_REPLAYED = 1_000
N_AT_LEAST = 200


def some_claims() -> Iterator[Claim]:
    played, replayed = played_claims(random.Random(1)), replayed_claims(random.Random(2))
    return chain(islice(played, N_PLAYED), islice(replayed, N_REPLAYED))


@pytest.fixture(scope="module")
def reached() -> Counter[str]:
    """How many deals reached each branch of the rules; the referee agrees with all of them."""
    counts: Counter[str] = Counter()
    for claim in some_claims():
        branches, disagreement = judge(claim)
        assert not disagreement, disagreement
        counts.update(branches)
    return counts


def test_referee_agrees_in_hundreds_of_deals_of_every_branch(reached: Counter[str]):
    assert {branch: reached[branch] for branch in BRANCHES if reached[branch] < N_AT_LEAST} == {}


@pytest.fixture(scope="module")
def batches() -> list[np.ndarray]:
    return [play(random.Random(seed), {}) for seed in range(8)]


def test_played_deals_when_replayed_have_the_same_outcome(batches: list[np.ndarray]):
    table = Table(Rules(), 0, (RANDOM_POLICY,) * 4, 0, n_kept=f.N_OUTCOME)
    for batch in batches:
        replayed = table.replay(batch[:, :N_GIVEN_NUMBERS])
        assert np.array_equal(batch[:, f.OUTCOME : f.OUTCOME + f.N_OUTCOME * N_LANES], replayed)


def test_ledger_and_pool_add_up_to_the_components(batches: list[np.ndarray]):
    for batch in batches:
        replayed = replay_records(*deals_in(batch, np.arange(N_DEALS)), Rules())
        party, aces, quinola, reversis, repaid = (
            nets(replayed, first, last)
            for first, last in [(0, 1), (1, 5), (5, 8), (8, 11), (11, 16)]
        )
        active = replayed.active[:, np.newaxis] == 1
        espagnolette = repaid + np.where(active, reversis, 0)
        pool = np.where(np.arange(4) == replayed.pool_seat[:, None], replayed.pool_gain[:, None], 0)
        expected = [party, aces, quinola, pool, np.where(active, 0, reversis), espagnolette]
        assert np.array_equal(np.stack(expected, axis=1), replayed.components)


def test_nobody_pays_nobody_or_oneself_in_a_ledger(batches: list[np.ndarray]):
    for batch in batches:
        replayed = replay_records(*deals_in(batch, np.arange(N_DEALS)), Rules())
        payers, payees, fiches = np.moveaxis(replayed.ledger, 2, 0)
        assert (fiches >= 0).all()
        between_two = (payers >= 0) & (payees >= 0) & (payers != payees)
        assert between_two[fiches > 0].all()


def nets(replayed: Replayed, first: int, last: int) -> np.ndarray:
    """What the transfers in slots first to last - 1 bring each seat: int64[n, 4]."""
    payer, payee, fiches = (replayed.ledger[:, first:last, k, np.newaxis] for k in range(3))
    seats = np.arange(4)
    return (fiches * ((payee == seats) * 1 - (payer == seats))).sum(axis=1)


def swapped(rng: random.Random) -> dict:
    """A record in which two cards of the play have changed places."""
    record = random_record(rng) | {"rules": {}}
    play = [list(trick) for trick in record["play"]]
    (one, here), (other, there) = ((rng.randrange(11), rng.randrange(4)) for _ in range(2))
    play[one][here], play[other][there] = play[other][there], play[one][here]
    return record | {"play": play}


def test_replay_finds_the_fault_that_the_referee_finds():
    records = [swapped(random.Random(seed)) for seed in range(1500)]
    replayed = replay(records)
    kinds = Counter(replayed.fault.tolist())
    assert min(kinds[NOT_HELD], kinds[REVOKE], kinds[0]) > 50
    for row, record in enumerate(records):
        assert kernel_fault(replayed, row, record) == referee_fault(record), line(record)


def kernel_fault(replayed: Replayed, row: int, record: dict) -> tuple[int, str, str] | None:
    """Trick, card and what is wrong with it."""
    if not replayed.fault[row]:
        return None
    trick = int(replayed.fault_trick[row])
    card = record["play"][trick - 1][replayed.fault_place[row]]
    return trick, card, "hold" if replayed.fault[row] == NOT_HELD else "follow"


def referee_fault(record: dict) -> tuple[int, str, str] | None:
    try:
        check(record)
    except RefereeError as error:
        return error.trick, error.card, "hold" if "hold" in error.message else "follow"
    return None
