"""Line-ups of every sort, and the outcomes of deals at their tables as plain arrays.

As a program it prints a hash of such outcomes (scripts/check_lane_counts).
"""

import hashlib

import numpy as np
from deals import named, set_of

from kernels.lanes import Ints, read
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Policy, Table
from kernels.reversis.rules import Rules

POOL_FICHES = 45
SEED = 2**64 - 3
# A deal in which a reversis and an espagnolette are near.
FIXED = (set_of(["JH", "AS", "AD", "AC"]), 0, set_of(["AH", "KH", "QH", "9H", "8H", "7H"]), 0)

_STEADY, _RANDOM, _DUCK = named("steady", "random", "duck")
LINE_UPS: dict[str, tuple[Policy, ...]] = {
    "four random": (_RANDOM,) * 4,
    "four duck": (_DUCK,) * 4,
    "four steady": (_STEADY,) * 4,
    "four sweeping": named("sweeping") * 4,
    "four of the family": named("privileged", "sweeping", "breaking", "declining"),
    "one of each kind": named("steady", "random", "duck", "bold"),
    "lays of one kind, plays of another": (
        _STEADY._replace(play_kind=_RANDOM.play_kind),
        _RANDOM._replace(play_kind=_DUCK.play_kind),
        _STEADY._replace(lay_kind=_DUCK.lay_kind),
        _STEADY,
    ),
}


def new_table(name: str, fixed: tuple[int, ...] = FIXED) -> Table:
    """A table for a line-up; it keeps the outcomes."""
    return Table(Rules(), POOL_FICHES, LINE_UPS[name], SEED, fixed)


def outcomes(table: Table, first_deal: int, n_deals: int) -> Ints:
    """All that is told of the outcome of some deals: int64[N_OUTCOME, n_deals]."""
    parts = []
    for start in range(first_deal, first_deal + n_deals, N_BATCH):
        n = min(N_BATCH, first_deal + n_deals - start)
        parts.append(read(table.play(start, n), 0, n, f.N_OUTCOME))
    return np.hstack(parts)


if __name__ == "__main__":
    played = [outcomes(new_table(name), 3, 4000) for name in LINE_UPS]
    print(hashlib.sha256(np.hstack(played).tobytes()).hexdigest())
