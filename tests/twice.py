"""Deals that are played twice, with something changed: who does otherwise first?

As long as the same cards were played before, a player to whom nothing has changed that it knows or
is must do the same. So a difference between the two plays must begin with one who has a reason.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from deals import deals_in, line, records_of

from kernels.lanes import Ints, read
from kernels.reversis import fields as f

N_PLAYS, N_TRICKS, N_PLACES = 44, 11, 7
Bools = npt.NDArray[np.bool_]


class Twice(NamedTuple):
    """Deals played two times, as batches of all fields."""

    once: Ints
    again: Ints
    n_deals: int

    def both(self, field: int, width: int) -> tuple[Ints, Ints]:
        """Neighbouring fields of both plays: int64[width, n_deals] each."""
        return (
            read(self.once, field, self.n_deals, width),
            read(self.again, field, self.n_deals, width),
        )

    def are_same(self, field: int, width: int) -> Bools:
        one, other = self.both(field, width)
        return one == other

    def actors(self) -> Ints:
        """The seat of each play of the first time: int64[44, n_deals]."""
        takers = read(self.once, f.TAKERS, self.n_deals)[0]
        plays = np.arange(N_PLAYS)[:, np.newaxis]
        return (takers >> 2 * (plays // 4) & 3) + plays & 3

    def have_same_past(self) -> Bools:
        """Whether all know the same before each play: who declined, and the cards played."""
        laid, other_laid = self.both(f.LAID, 4)
        is_declining_same = ((laid == 0) == (other_laid == 0)).all(axis=0)
        return always_before(self.are_same(f.CARD, N_PLAYS)) & is_declining_same

    def records(self, deal: int) -> str:
        """A deal as it was played both times, for messages."""
        rows = np.array([deal])
        batches = (self.once, self.again)
        return "\n".join(line(records_of(deals_in(batch, rows), {})[0]) for batch in batches)

    def require_same_plays(self, are_bound: Bools) -> None:
        """Fail where a card differs though the player was bound to play the same."""
        wrong = np.argwhere(are_bound & ~self.are_same(f.CARD, N_PLAYS))
        assert not len(wrong), f"play {wrong[0][0] + 1} of 44:\n{self.records(wrong[0][1])}"


def always_before(holds: Bools) -> Bools:
    """Whether something held at all plays before each: bool[44, n_deals]."""
    until = np.logical_and.accumulate(holds, axis=0)
    return np.vstack([np.ones_like(until[:1]), until[:-1]])


def by_trick(plays: Bools) -> Ints:
    """How many plays of each trick: int64[11]."""
    return plays.sum(axis=1).reshape(N_TRICKS, 4).sum(axis=1)
