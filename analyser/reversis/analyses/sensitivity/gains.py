"""What going for a reversis from trick 1 on brings under several rules, deal by deal.

As `attempt` has it at trick 1: a player goes for it in that trick and then as it decides, or gives
it up for good. The seats whose players ever decide on a reversis have deals in turn.
"""

from collections.abc import Callable, Sequence

import numpy as np

from analyser.reversis.analyses.attempt.spot import N_STRENGTHS
from analyser.reversis.analyses.discards.analysis import N_FOLDS
from analyser.reversis.analyses.sensitivity.retold import Retold
from analyser.reversis.exchanges import WEIGHTED
from analyser.reversis.question import Question
from kernels.lanes import Ints
from kernels.reversis.batches import N_BATCH
from kernels.reversis.fork import attempting

_TRICK = 1

Counted = tuple[Ints, Ints, Ints]


def deciding_seats(question: Question) -> list[int]:
    """The seats whose players ever go for a reversis."""
    return [seat for seat, policy in enumerate(question.players) if policy.play == WEIGHTED]


def _added(cells: Ints, figures: Ints, shape: tuple[int, ...]) -> Ints:
    """Σx and Σx² of figures by cell: int64[2, *shape]. Below 2**24 each, and 2**15 of them."""
    sums = np.zeros((2, *shape), dtype=np.int64).reshape(2, -1)
    for place, numbers in enumerate((figures, figures * figures)):
        np.add.at(sums[place], cells.ravel(), numbers.ravel())
    return sums.reshape(2, *shape)


def gain_counter(questions: Sequence[Question]) -> Callable[[int, int], Counted]:
    """A function of a range of deals: `Tally.cases`, `gains` and `gain_changes`, as int64.

    questions : the rules in force first. The range is of N_BATCH deals at most and begins at a
    multiple of N_BATCH.
    """
    retold, seats, m = Retold(questions), deciding_seats(questions[0]), len(questions)
    by_rules = np.arange(m)[:, np.newaxis]

    def count(first: int, n: int) -> Counted:
        seat = seats[first // N_BATCH % len(seats)]
        on, told = retold.payments(first, n, seat, attempting(seat, _TRICK, True))
        off, _ = retold.payments(first, n, seat, attempting(seat, _TRICK, False))
        gains, strengths = on - off, np.stack([one.strengths for one in told])
        folds = (first + np.arange(n)) % N_FOLDS
        cells = (by_rules * N_STRENGTHS + strengths) * N_FOLDS + folds
        cases = np.bincount(strengths[0], minlength=N_STRENGTHS)
        change_cells = by_rules[:-1] * N_STRENGTHS + strengths[0]
        return (
            cases,
            _added(cells, gains, (m, N_STRENGTHS, N_FOLDS)),
            _added(change_cells, gains[1:] - gains[0], (m - 1, N_STRENGTHS)),
        )

    def nothing(first: int, n: int) -> Counted:
        shapes = (N_STRENGTHS,), (2, m, N_STRENGTHS, N_FOLDS), (2, m - 1, N_STRENGTHS)
        cases, gains, changes = (np.zeros(shape, dtype=np.int64) for shape in shapes)
        return cases, gains, changes

    return count if seats else nothing
