"""Each seat plays by its own policy, whoever sits elsewhere.

Deals are played at two tables that differ in some seats: as long as all cards played are the same,
a seat that has the same policy at both must do the same.
"""

from collections.abc import Sequence

import numpy as np
import pytest
from deals import SEATS, named, set_of
from twice import Twice

from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Policy, Table
from kernels.reversis.rules import Rules

N_BATCHES = 8
N_DEALS = N_BATCHES * N_BATCH
N_BOUND_AT_LEAST = 5  # plays of a deal, over four newcomers
FIXED = (set_of(["AS", "KS", "QS", "JS", "9S"]), 0, 0, set_of(["AH", "AD", "AC", "JH"]))
MIXED = ("bold", "random", "duck", "sweeping")
OF_FAMILY = ("privileged", "sweeping", "breaking", "bold")
# Line-ups, and the policy of one who comes to sit at their tables.
LINE_UPS = [
    (MIXED, "hoarding"),
    ((*MIXED[1:], MIXED[0]), "hoarding"),
    (OF_FAMILY, "hoarding"),
    ((*OF_FAMILY[2:], *OF_FAMILY[:2]), "hoarding"),
    (("random",) * 4, "steady"),
    (("duck",) * 4, "bold"),
    (("steady",) * 4, "duck"),
    (("pressing",) * 4, "yielding"),
]


def played(policies: tuple[Policy, ...], fixed: tuple[int, ...]) -> Ints:
    table = Table(Rules(), 45, policies, 5, fixed, first_kept=0, n_kept=f.N_RECORDED)
    return np.vstack([table.play(k * N_BATCH, N_BATCH).copy() for k in range(N_BATCHES)])


def played_by(names: Sequence[str], fixed: tuple[int, ...]) -> Ints:
    return played(named(*names), fixed)


@pytest.mark.parametrize("fixed", [(0, 0, 0, 0), FIXED])
@pytest.mark.parametrize(("names", "newcomer"), LINE_UPS)
def test_seats_play_by_their_own_policy(
    names: tuple[str, ...], newcomer: str, fixed: tuple[int, ...]
):
    once = played_by(names, fixed)
    n_bound = 0
    for place in SEATS:
        seats = [newcomer if seat == place else names[seat] for seat in SEATS]
        twice = Twice(once, played_by(seats, fixed), N_DEALS)
        stays = np.arange(4) != place
        assert twice.are_same(f.LAID, 4)[stays].all(), seats
        is_bound = stays[twice.actors()] & twice.have_same_past()
        twice.require_same_plays(is_bound)
        n_bound += is_bound.sum()
    assert n_bound > N_BOUND_AT_LEAST * N_DEALS


def test_play_and_exchange_may_be_of_different_kinds():
    """Who lays as one policy and plays as another does just that."""
    duck, steady = named("duck", "steady")
    both = steady._replace(lay_kind=duck.lay_kind)
    as_duck, as_steady, as_both = (played((p,) * 4, FIXED) for p in (duck, steady, both))
    assert Twice(as_duck, as_both, N_DEALS).are_same(f.LAID, 4).all()
    twice = Twice(as_steady, as_both, N_DEALS)
    has_laid_the_same = twice.are_same(f.LAID, 4)
    assert 0.05 < has_laid_the_same.mean() < 0.95
    is_bound = np.take_along_axis(has_laid_the_same, twice.actors(), axis=0)
    twice.require_same_plays(is_bound & twice.have_same_past())
