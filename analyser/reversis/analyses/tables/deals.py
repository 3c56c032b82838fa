"""Played deals as arrays of whole numbers: what tables count, worked out when first asked for."""

import functools
from functools import cached_property

import numpy as np

from analyser.reversis.lineup import N_SEATS
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import Table
from kernels.reversis.cards import (
    ACE,
    ACE_CLUBS,
    ACE_DIAMONDS,
    ACE_HEARTS,
    ACE_SPADES,
    ALL_CARDS,
    CLUB_CARDS,
    DIAMOND_CARDS,
    HEART_CARDS,
    JACK,
    KING,
    N_SUITS,
    QUEEN,
    QUINOLA,
    SPADE_CARDS,
)

# The aces by suit and the quinola, as the fields of the outcome have them.
SPECIALS = np.array([ACE_CLUBS, ACE_DIAMONDS, ACE_HEARTS, ACE_SPADES, QUINOLA])
N_SPECIALS = len(SPECIALS)
THE_QUINOLA = 4
SUITS = np.array([CLUB_CARDS, DIAMOND_CARDS, HEART_CARDS, SPADE_CARDS])
SEATS = np.arange(N_SEATS)[:, np.newaxis]
# A card has a point for each of these sets that it belongs to (RULES.md 2.3).
_POINT_SETS = [ALL_CARDS & -(1 << N_SUITS * rank) for rank in (JACK, QUEEN, KING, ACE)]
# How an ace or the quinola left its owner's hand: the cases of `fields`, and that it was played
# in a deal with a reversis, where it pays nothing (8.2).
IN_REVERSIS = 4
N_FATES = 5


def n_points(cards: Ints) -> Ints:
    """2.3. The points in each set of cards."""
    return functools.reduce(np.add, (np.bitwise_count(cards & of_set) for of_set in _POINT_SETS))


class Deals:
    """n deals of a batch that a table has just played; arrays end in an axis of n.

    Each array needs the fields of the batch that it is made of to be kept (tables_counts.py).
    """

    def __init__(self, table: Table, batch: Ints, n: int) -> None:
        """batch: as `Table.play` gives it, valid until the next call."""
        self._table, self._batch, self.n = table, batch, n

    def field(self, field: int, width: int = 1) -> Ints:
        """Neighbouring fields (kernels/reversis/fields.py): int64[width, n]."""
        return self._table.kept(self._batch, field, self.n, width)

    def one(self, field: int) -> Ints:
        """A single field: int64[n]."""
        numbers: Ints = self.field(field)[0]
        return numbers

    @cached_property
    def payments(self) -> Ints:
        """10. Net fiches: int64[4, n]."""
        return self.field(f.PAYMENT, N_SEATS)

    @cached_property
    def pool_gain(self) -> Ints:
        """What the seat that moves the pool takes from it: int64[n]."""
        return self.one(f.POOL_GAIN)

    @property
    def n_unbalanced(self) -> int:
        """10. Deals in which the payments and the pool's change do not sum to zero."""
        return int((self.payments.sum(axis=0) != self.pool_gain).sum())

    @cached_property
    def tricks(self) -> Ints:
        """Tricks taken by each seat: int64[4, n]."""
        return self.field(f.TRICKS, N_SEATS)

    @cached_property
    def hands(self) -> Ints:
        """Hands as dealt, and as held after the exchange: int64[2, 4, n], sets of cards."""
        return np.stack([self.field(f.DEALT, N_SEATS), self.field(f.HELD, N_SEATS)])

    @cached_property
    def suit_lengths(self) -> Ints:
        """How many cards of each suit the hands have: [4, 2, 4, n], suit first."""
        of_suits = self.hands & SUITS[:, np.newaxis, np.newaxis, np.newaxis]
        lengths: Ints = np.bitwise_count(of_suits)
        return lengths

    @cached_property
    def talon(self) -> Ints:
        """The talon card of each seat, the empty set for the dealer: int64[4, n]."""
        return np.concatenate([self.field(f.TALON, N_SEATS - 1), np.zeros((1, self.n), np.int64)])

    @cached_property
    def laid(self) -> Ints:
        """The card each seat laid, the empty set where it declined: int64[4, n]."""
        return self.field(f.LAID, N_SEATS)

    @cached_property
    def discarded(self) -> Ints:
        """4. The card each seat laid, or declined to take: int64[4, n], sets of one."""
        return np.where(self.laid, self.laid, self.talon)

    @cached_property
    def discard(self) -> Ints:
        """4. The four cards of the discard: int64[n], sets."""
        cards: Ints = np.bitwise_or.reduce(self.discarded, axis=0)
        return cards

    @cached_property
    def reversis_by(self) -> Ints:
        """8.1. Who undertook a reversis, -1 for nobody: int64[n]."""
        return self.one(f.REVERSIS_BY)

    @cached_property
    def special_seats(self) -> Ints:
        """Whose the aces by suit and the quinola were, in hand or talon: int64[5, n], seats."""
        packs = (self.hands[0] | self.talon)[:, np.newaxis]
        has = (packs & SPECIALS[:, np.newaxis]) != 0
        seats: Ints = has[1] + 2 * has[2] + 3 * has[3]
        return seats

    @cached_property
    def special_tricks(self) -> Ints:
        """The tricks in which they were played, 1 to 11, 0 in the discard: int64[5, n]."""
        return self.field(f.TRICK_OF, N_SPECIALS)

    @cached_property
    def special_fates(self) -> Ints:
        """7, 8.2. How they left the hand: int64[5, n], a case of `fields` or IN_REVERSIS."""
        cases = self.field(f.CASE_OF, N_SPECIALS)
        is_unpaid = (self.reversis_by >= 0) & (cases != f.IN_DISCARD)
        return np.where(is_unpaid, IN_REVERSIS, cases)
