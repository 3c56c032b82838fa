"""Alternatives that are the same in the mean and not in play.

In every deal, what some lays of a hand really bring is dealt out to the alternatives at random. So
they differ in most deals, with the tails and the pairing of real payments, and in the long run not
at all.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from analyser.engine import Range, exact
from analyser.reversis.analyses.compare import analysis as compare
from analyser.reversis.analyses.discard import analysis as discard
from analyser.reversis.notation import parse_hand
from analyser.reversis.payments import paying_table, payments_of
from analyser.reversis.policies import compiled
from analyser.reversis.question import question
from analyser.runner import Nobody, Work
from analyser.selection import Paired
from analyser.statistics import sums_of_products
from kernels.lanes import Ints
from kernels.reversis.batches import N_BATCH
from kernels.reversis.fork import laying

TRUTH_SEED = 10**9
HAND, SEAT = "AKQ.AJ3.A8542.6", 3
"""Two lays of it (K♠, Q♠) are nearly as good as each other, two (4♦, 5♦) play out the same."""
LAYS = ("KS", "QS", "3H", "6C")


@cache
def _payments(n_deals: int = 1 << 17) -> Ints:
    """What LAYS bring on the same deals: int64[4, n_deals]."""
    asked, hand = question(seed=TRUTH_SEED), parse_hand(HAND, 12)
    table = paying_table(asked, compiled(asked.players), (0, 0, 0, hand))
    lays = {lay.name: lay.number for lay in discard.lays_of(hand, SEAT, asked)}
    payments = np.empty((len(LAYS), n_deals), dtype=np.int64)
    for place, name in enumerate(LAYS):
        for first in range(0, n_deals, N_BATCH):
            played = table.play(first, N_BATCH, laying(SEAT, lays[name]))
            there = payments_of(asked, played, first, N_BATCH, SEAT)[-1]
            payments[place, first : first + N_BATCH] = there
    return payments


class Alike:
    """An endless stream of deals on which k alternatives are the same in the mean."""

    def __init__(self, k: int, seed: int) -> None:
        self._k, self._dice = k, np.random.default_rng(seed)

    def payments(self, n_deals: int) -> Ints:
        """What they bring on fresh deals: int64[k, n_deals]."""
        drawn = _payments()[: self._k, self._dice.integers(_payments().shape[1], size=n_deals)]
        return self._dice.permuted(drawn, axis=0)

    def lays(self, alternatives: Sequence[int], first: int, n_deals: int) -> Iterator[Paired]:
        """Plays for a race."""
        figures = self.payments(n_deals)[np.newaxis, list(alternatives)]
        yield Paired(n_deals, exact(figures.sum(axis=2)), exact(sums_of_products(figures)))

    def policies(self, n_blocks: int) -> compare.Tally:
        """What a comparison counts; of that there are payments only."""
        figures = np.zeros((len(compare.FIGURES), self._k, n_blocks), dtype=np.int64)
        figures[0] = self.payments(n_blocks)
        products, differing = sums_of_products(figures), np.ones((self._k, self._k), np.int64)
        return compare.Tally(n_blocks, *map(exact, (figures.sum(axis=2), products, differing)))


class AlikePolicies(Nobody):
    """In place of what plays: blocks on which k policies are the same in the mean."""

    def __init__(self, k: int, seed: int) -> None:
        self._alike = Alike(k, seed)

    def tallies(
        self, work: Work[compare.Tally], chunks: Iterable[Range]
    ) -> Generator[tuple[int, compare.Tally], None, None]:
        """Numbers of blocks and tallies of chunks."""
        for _, n_blocks in chunks:
            yield n_blocks, self._alike.policies(n_blocks)
