"""Whether other rules ask for another lay, and what it costs to lay by the rules one is used to.

The hands are those of `discard_hands`, the one that seat h mod 4 is dealt in deal h, and so are the
deals on which every lay is played. Under either rules the best lay is chosen on some of these deals
and measured on the others, under the alternative (statistics/folds.py).
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from analyser.engine import Exact, ranges
from analyser.reversis.analyses.discard.analysis import Lay, lays_of
from analyser.reversis.analyses.discards.analysis import DEALS_A_HAND, FIRST_FORK, N_FOLDS
from analyser.reversis.analyses.sensitivity.retold import Retold
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.question import Question
from analyser.statistics import best_elsewhere
from kernels.lanes import Ints, read
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH
from kernels.reversis.fork import laying

Bools = NDArray[np.bool_]


def switched(old: Ints, new: Ints, old_may: Bools, new_may: Bools) -> tuple[bool, int]:
    """Whether the best lay is another under new rules, and what laying by the old ones costs there.

    old, new : int64[n_lays, n_folds], what each lay is paid under the rules. old_may, new_may :
    bool[n_lays], whether these allow it. The cost is in the unit of `new`, over all folds; where
    the new rules forbid the best lay of the old ones, that of the best that both allow.
    """
    old_places, new_places = np.flatnonzero(old_may), np.flatnonzero(new_may)
    common, folds = np.flatnonzero(old_may & new_may), np.arange(new.shape[1])
    old_best = old_places[old[old_places].sum(axis=1).argmax()]
    new_best = new_places[new[new_places].sum(axis=1).argmax()]
    by_old = common[best_elsewhere(old[common])]
    by_new = new_places[best_elsewhere(new[new_places])]
    cost = new[by_new, folds].sum() - new[by_old, folds].sum()
    return bool(old_best != new_best), int(cost)


def _lay_player(questions: Sequence[Question]) -> Callable[[int, int, int, Sequence[Lay]], Ints]:
    """A function of (number of a hand, seat, hand, lays): what each lay is paid under each rules.

    It gives int64[n_rules, n_lays, N_FOLDS].
    """
    retold = Retold(questions)

    def play(number: int, seat: int, hand: int, lays: Sequence[Lay]) -> Ints:
        retold.fix(seat, hand)
        paid = np.zeros((len(questions), len(lays), N_FOLDS), dtype=np.int64)
        for first, n in ranges(FIRST_FORK + number * DEALS_A_HAND, DEALS_A_HAND, N_BATCH):
            for place, lay in enumerate(lays):
                payments, _ = retold.payments(first, n, seat, laying(seat, lay.number))
                paid[:, place] += payments.reshape(len(questions), -1, N_FOLDS).sum(axis=1)
        return paid

    return play


def lay_counter(questions: Sequence[Question]) -> Callable[[int, int], tuple[Exact, int]]:
    """A function of a range of hands: `Tally.lays`, and how many deals it settled.

    questions : the rules in force first.
    """
    dealing, play = Retold(questions[:1]), _lay_player(questions)

    def hands_of(first: int, n: int) -> Iterator[tuple[int, int, int]]:
        for start, n_batch in ranges(first, n, N_BATCH):
            (told,) = dealing.play(start, n_batch)
            dealt = read(told.given, f.DEALT, n_batch, N_SEATS)
            for number in range(start, start + n_batch):
                seat = number % N_SEATS
                yield number, seat, int(dealt[seat, number - start])

    def judged(number: int, seat: int, hand: int) -> tuple[Exact, int]:
        by_rules = [lays_of(hand, seat, question) for question in questions]
        lays = max(by_rules, key=len)
        paid = play(number, seat, hand, lays)
        may = np.array([[lay in allowed for lay in lays] for allowed in by_rules])
        rows = [switched(paid[0], paid[i], may[0], may[i]) for i in range(1, len(questions))]
        figures = np.array([[int(is_other), cost, cost * cost] for is_other, cost in rows], object)
        return figures.T.reshape(3, -1), len(lays) * DEALS_A_HAND * len(questions)

    def count(first: int, n: int) -> tuple[Exact, int]:
        total, n_settled = np.zeros((3, len(questions) - 1), dtype=object), 0
        for hand in hands_of(first, n):
            figures, n_played = judged(*hand)
            total, n_settled = total + figures, n_settled + n_played
        return total, n_settled

    return count
