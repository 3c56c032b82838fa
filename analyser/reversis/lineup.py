"""Who sits where: the only arithmetic on seats and players.

A seat is a place relative to the dealer; a player is an entry of the line-up. With turn t of a
line-up, player p sits at seat (p + t) mod 4; unless line-ups turn, t is 0.
"""

from collections.abc import Sequence
from typing import TypeVar

N_SEATS = 4
Entry = TypeVar("Entry")


def seat_of(player: int, turn: int) -> int:
    """The seat of a player.

    >>> seat_of(3, 1)
    0
    """
    return (player + turn) % N_SEATS


def by_seat(players: Sequence[Entry], turn: int) -> tuple[Entry, ...]:
    """What belongs to players, in the order of the seats.

    >>> by_seat(["a", "b", "c", "d"], 1)
    ('d', 'a', 'b', 'c')
    """
    return tuple(players[(seat - turn) % N_SEATS] for seat in range(N_SEATS))
