"""What seats are paid on the deals of a batch, in all and by part, checked to balance."""

import numpy as np

from analyser.reversis.lineup import N_SEATS
from analyser.reversis.question import Question
from kernels.lanes import N_LANES, Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import Policy, Table

PARTS = ("party", "aces", "quinola", "pool", "reversis", "espagnolette")
"""The parts of a payment, in the order of the kernel's components (RULES.md 10)."""

FIGURES = (*PARTS, "payment")
"""What is read of a seat: the parts and what they add up to."""

# Of each deal is kept: the pool's gain, then what four seats get by component, then in all. So the
# figures of a seat are N_SEATS places apart.
_FIRST_KEPT = f.POOL_GAIN
_COMPONENT, _PAYMENT = ((field - _FIRST_KEPT) // N_LANES for field in (f.COMPONENT, f.PAYMENT))
_N_KEPT = _PAYMENT + N_SEATS


def paying_table(
    question: Question, policies: tuple[Policy, ...], fixed: tuple[int, ...] = (0,) * N_SEATS
) -> Table:
    """A table whose batches keep what `payments_of` reads and nothing else."""
    rules, pool, seed = question.rules, question.pool, question.seed
    return Table(rules, pool, policies, seed, fixed, _FIRST_KEPT, _N_KEPT)


def payments_of(question: Question, batch: Ints, first: int, n_deals: int, seat: int) -> Ints:
    """What a seat is paid on deals first to first + n_deals - 1 of the question's seed.

    batch : as a `paying_table` plays it. Gives FIGURES, fiches: int64[7, n_deals]. Raises
    AssertionError if the payments of the four seats and the pool's change do not sum to zero in
    every deal (RULES.md 10).
    """
    fields = batch.reshape(len(batch), _N_KEPT, N_LANES)
    is_unbalanced = fields[:, _PAYMENT:].sum(axis=1) != fields[:, 0]
    n_unbalanced = int(np.count_nonzero(is_unbalanced.ravel()[:n_deals]))
    question.check_balance(n_unbalanced, first, n_deals)
    figures = fields[:, _COMPONENT + seat :: N_SEATS].swapaxes(0, 1)
    return figures.reshape(len(FIGURES), -1)[:, :n_deals]
