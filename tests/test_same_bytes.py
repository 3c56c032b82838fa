"""The same deals give the same whole numbers however a run is divided; and what holds in each.

`scripts/check_lane_counts` checks the same of the number of lanes, which needs compiling anew.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from deals import POLICIES, named
from line_ups import FIXED, LINE_UPS, POOL_FICHES, SEED, new_table, outcomes

from kernels.lanes import N_LANES, Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import Policy, Table
from kernels.reversis.rules import ALWAYS, Rules

FIRST_DEAL, N_DEALS = 10**12 + 5, 3000
BARE = (0, 0, 0, 0)
line_ups = pytest.mark.parametrize("name", LINE_UPS)


def part(outcome: Ints, field: int, width: int = 1) -> Ints:
    """Neighbouring fields of the outcome: int64[width, n_deals]."""
    place = (field - f.OUTCOME) // N_LANES
    return outcome[place : place + width]


@line_ups
def test_any_division_into_calls_gives_the_same_outcomes(name: str):
    whole = outcomes(new_table(name), FIRST_DEAL, N_DEALS)
    rng = random.Random(name)
    cuts = sorted({0, N_DEALS, 1, 65, *rng.sample(range(N_DEALS), 12)})
    table = new_table(name)
    for start, end in rng.sample(list(pairwise(cuts)), len(cuts) - 1):
        again = outcomes(table, FIRST_DEAL + start, end - start)
        assert np.array_equal(again, whole[:, start:end]), (start, end)


@line_ups
def test_tables_in_two_threads_give_the_same_outcomes(name: str):
    starts = range(FIRST_DEAL, FIRST_DEAL + 40_000, 4000)
    one = [outcomes(new_table(name), start, 4000) for start in starts]
    with ThreadPoolExecutor(2) as threads:
        two = list(threads.map(lambda start: outcomes(new_table(name), start, 4000), starts))
    assert np.array_equal(np.hstack(one), np.hstack(two))


def test_other_seeds_and_other_deals_are_others():
    four = LINE_UPS["four random"]
    tables = [Table(Rules(), POOL_FICHES, four, seed) for seed in (0, 1, 2**63, 2**64 - 1)]
    payments = [outcomes(table, first, 64) for table in tables for first in (0, 1, 64, 2**40)]
    assert len({played.tobytes() for played in payments}) == len(payments)


@pytest.mark.parametrize("fixed", [FIXED, BARE])
@line_ups
def test_10_payments_and_the_change_of_the_pool_sum_to_zero(name: str, fixed: tuple[int, ...]):
    played = outcomes(new_table(name, fixed), 0, 20_000)
    payments, components = part(played, f.PAYMENT, 4), part(played, f.COMPONENT, 24)
    by_component = components.reshape(f.N_COMPONENTS, 4, -1)
    pool_change = -part(played, f.POOL_GAIN)[0]
    assert (payments.sum(axis=0) + pool_change == 0).all()
    assert (by_component.sum(axis=0) == payments).all()
    assert (by_component.sum(axis=1)[f.POOL_MOVED] == -pool_change).all()
    assert (np.delete(by_component.sum(axis=1), f.POOL_MOVED, axis=0) == 0).all()
    assert (POOL_FICHES + pool_change >= 0).all()
    assert payments.any(axis=1).all()


@pytest.mark.parametrize("name", ["random", "duck", "steady", "sweeping"])
def test_four_copies_of_a_policy_are_equal_under_rotation(name: str):
    """Whoever of the four sits where, the seats get the same: what they differ by is exactly 0."""
    copies = [Policy(*POLICIES[name]) for _ in range(4)]
    table = Table(Rules(), POOL_FICHES, tuple(copies), SEED)
    by_turn = []
    for turn in range(4):
        table.seat(tuple(copies[turn:] + copies[:turn]))
        by_turn.append(part(outcomes(table, 0, N_DEALS), f.PAYMENT, 4))
    by_player = sum(np.roll(payments, turn, axis=0) for turn, payments in enumerate(by_turn))
    assert (by_player == by_player[0]).all()


def test_four_alike_are_the_same_when_told_as_four_different():
    """A number that is of no use to its seat makes a policy another, but not its play.

    The dealer cannot decline, so `lay_from` means nothing to it.
    """
    alike, different = named("steady", "declining")
    for fixed in (FIXED, BARE):
        table = Table(Rules(), POOL_FICHES, (alike,) * 4, SEED, fixed)
        played = outcomes(table, 0, 20_000)
        table.seat((alike, alike, alike, different))
        assert np.array_equal(outcomes(table, 0, 20_000), played)


def test_tables_of_other_rules_and_pools_differ_only_in_money():
    """The rules of settlement change no card: the same seats take the same tricks and points."""
    rules = Rules(late_from=1, quinola=9, reversis_pool=ALWAYS)
    for name, line_up in LINE_UPS.items():
        plain = outcomes(new_table(name), 0, N_DEALS)
        other = outcomes(Table(rules, 7, line_up, SEED, FIXED), 0, N_DEALS)
        for field, width in ((f.POINTS, 4), (f.TRICKS, 4), (f.OWNER_OF, 5), (f.CASE_OF, 5)):
            assert np.array_equal(part(plain, field, width), part(other, field, width))
        assert not np.array_equal(part(plain, f.PAYMENT, 4), part(other, f.PAYMENT, 4))
