"""How the deals of a batch ended, as far as it is rare: to pick deals that are worth judging.

The kernel itself says how a deal ended. What it says is not believed but judged by the referee,
who also counts what was reached: if the kernel were wrong here, the referee would miss deals.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kernels.lanes import N_LANES, Ints, read
from kernels.reversis import fields as f

Bools = npt.NDArray[np.bool_]
_N_SPECIALS = 5  # the aces by suit, and the quinola
_QUINOLA = 4


class Endings(NamedTuple):
    """What happened in the deals of a batch: int64[n_deals], seats -1 for nobody."""

    takers: Ints
    undertaker: Ints
    breaker: Ints
    espagnolette: Ints
    winner: Ints
    active: Bools
    caught: Bools
    renounced: Ints
    revoked: Ints
    owners: Ints  # int64[5, n_deals], as the two that follow
    tricks: Ints
    cases: Ints
    ranks: Ints  # int64[4, n_deals]: points, then tricks

    @property
    def taken_by(self) -> Ints:
        """Who took the tricks in which the aces and the quinola were played."""
        return self.takers >> 2 * self.tricks & 3

    @property
    def led_by(self) -> Ints:
        """Who led those tricks."""
        return self.takers << 2 >> 2 * self.tricks & 3

    @property
    def is_ordinary(self) -> Bools:
        return self.undertaker < 0


def rarities(batch: Ints) -> dict[str, Bools]:
    """By section and name, in which deals of a batch something rare happened: bool[n_deals]."""
    ends = _endings(batch)
    return _consolations(ends) | _reversis(ends) | _espagnolettes(ends) | _with_reversis(ends)


def _endings(batch: Ints) -> Endings:
    n = len(batch) * N_LANES

    def one(field: int) -> Ints:
        return read(batch, field, n)[0]

    points, tricks = read(batch, f.POINTS, n, 4), read(batch, f.TRICKS, n, 4)
    return Endings(
        takers=one(f.TAKERS),
        undertaker=one(f.REVERSIS_BY),
        breaker=one(f.BROKEN_BY),
        espagnolette=one(f.ESPAGNOLETTE),
        winner=one(f.WINNER),
        active=one(f.ACTIVE) == 1,
        caught=one(f.CAUGHT) == 1,
        renounced=one(f.RENOUNCED),
        revoked=one(f.REVOKED),
        owners=read(batch, f.OWNER_OF, n, _N_SPECIALS),
        tricks=read(batch, f.TRICK_OF, n, _N_SPECIALS),
        cases=read(batch, f.CASE_OF, n, _N_SPECIALS),
        ranks=16 * points + tricks,
    )


def _consolations(ends: Endings) -> dict[str, Bools]:
    owner, case = ends.owners[_QUINOLA], ends.cases[_QUINOLA]
    leader, taker = ends.led_by[_QUINOLA], ends.taken_by[_QUINOLA]
    is_forced = ends.is_ordinary & (case == f.FORCED_CASE)
    led_by_winner = (ends.cases == f.LED_CASE) & (ends.owners == ends.winner)
    return {
        "7.3 led by the winner": led_by_winner.any(axis=0),
        "7.5 quinola in the discard": case == f.IN_DISCARD,
        "7.5 ace of diamonds in the discard": ends.cases[1] == f.IN_DISCARD,
        "13 forced, taken by a third": is_forced & (leader != taker) & (taker != owner),
        "13 forced, taken by the owner": is_forced & (taker == owner),
    }


def _reversis(ends: Endings) -> dict[str, Bools]:
    owner, trick = ends.owners[_QUINOLA], ends.tricks[_QUINOLA]
    is_broken = ends.breaker >= 0
    is_made = ~ends.is_ordinary & ~is_broken
    in_10 = is_broken & (ends.takers >> 2 * 10 & 3 != ends.undertaker)
    is_own = ~ends.is_ordinary & (owner == ends.undertaker)
    is_late = is_own & in_10 & (trick == 11)
    is_forced = ends.cases[_QUINOLA] == f.FORCED_CASE
    return {
        "8 made": is_made,
        "8 broken in 10": in_10,
        "8 broken in 11": is_broken & ~in_10,
        "8.4 early, made": is_own & is_made & (trick < 10),
        "8.4 early, broken": is_own & is_broken & (trick < 10),
        "8.4 late": is_own & (trick >= 10),
        "8.4 in the discard": ~ends.is_ordinary & (owner < 0),
        "8.5 forced": is_late & is_forced,
        "8.5 placed": is_late & ~is_forced,
    }


def _espagnolettes(ends: Endings) -> dict[str, Bools]:
    e, caught = ends.espagnolette, ends.caught
    owner, case = ends.owners[_QUINOLA], ends.cases[_QUINOLA]
    is_forced = ends.active & ends.is_ordinary & (case == f.FORCED_CASE)
    is_free = ends.active & ends.is_ordinary & ~caught
    is_first, is_last = _ties(ends.ranks, np.maximum(e, 0))
    placed_on_e = (ends.cases == f.PLACED) & (ends.taken_by == e)
    return {
        "9.1 renounced though void": _bit(ends.renounced, e) & ~_bit(ends.revoked, e),
        "9.2 tied for the first place": is_free & is_first,
        "9.2 tied for the last place": is_free & is_last,
        "9.3 caught": caught,
        "9.3b placed": caught & (owner == e) & (case == f.PLACED),
        "9.3b of another": caught & (owner != e) & (owner >= 0),
        "9.3c paid by e": caught & placed_on_e.any(axis=0),
        "9.5 by e": is_forced & (ends.led_by[_QUINOLA] == e),
        "9.5 from e": is_forced & (owner == e),
    }


def _with_reversis(ends: Endings) -> dict[str, Bools]:
    e, breaker = ends.espagnolette, ends.breaker
    is_active = ends.active & ~ends.is_ordinary
    return {
        "9.1 reversis by e": ~ends.is_ordinary & (ends.undertaker == e),
        "9.4 made": is_active & (breaker < 0),
        "9.4 broken by e": is_active & (breaker == e),
        "9.4 broken by another": is_active & (breaker >= 0) & (breaker != e),
    }


def _bit(bits: Ints, seats: Ints) -> Bools:
    """Whether the bit of the seat is set; never that of nobody."""
    return (seats >= 0) & (bits >> np.maximum(seats, 0) & 1 == 1)


def _ties(ranks: Ints, seats: Ints) -> tuple[Bools, Bools]:
    """Whether a seat shares the lowest rank of the deal with another, and the highest."""
    rank = np.take_along_axis(ranks, seats[np.newaxis], axis=0)[0]
    is_tied = (ranks == rank).sum(axis=0) > 1
    return is_tied & (rank == ranks.min(axis=0)), is_tied & (rank == ranks.max(axis=0))
