"""Who pays whom in a batch of deals, and what each seat is paid: whole numbers, which add up."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from analyser.reversis.analyses.tables.deals import SEATS, Deals
from analyser.reversis.lineup import N_SEATS
from kernels.lanes import Ints
from kernels.reversis import fields as f

POOL, ALL = N_SEATS, N_SEATS + 1
"""Places of a matrix of transfers beyond those of the seats."""
N_PARTIES = N_SEATS + 2
GROSS, NET = range(2)
_SEAT_CODE = 1 << 24  # above any payment (question.LARGEST_PAYMENT) with its sign


def _ledger(deals: Deals) -> tuple[Ints, Ints]:
    """Codes of payer, payee and deal of all transfers, and their fiches: int64[17 * n] each.

    The last n are the pool's moves. Where nothing is paid the code is 0.
    """
    payers, payees, amounts = (
        deals.field(field, f.N_TRANSFERS) for field in (f.PAYER, f.PAYEE, f.AMOUNT)
    )
    seat, gain = deals.one(f.POOL_SEAT), deals.pool_gain
    pool_move = np.where(gain > 0, POOL * N_PARTIES + seat, seat * N_PARTIES + POOL)
    places = np.arange(deals.n)
    codes = np.where(amounts, (payers * N_PARTIES + payees) * deals.n + places, 0)
    pool_codes = np.where(gain, pool_move * deals.n + places, 0)
    return np.append(codes, pool_codes), np.append(amounts, np.abs(gain))


def _gross(deals: Deals) -> Ints:
    """Fiches by payer and payee (seats, POOL, ALL) and deal: int64[6, 6, n]."""
    codes, amounts = _ledger(deals)
    # Fiches as weights are floats, exact far beyond what a deal can sum up to (question.py).
    sums = np.bincount(codes, amounts, minlength=N_PARTIES**2 * deals.n)
    gross = sums.astype(np.int64).reshape(N_PARTIES, N_PARTIES, deals.n)
    gross[ALL, :ALL] = gross[:ALL, :ALL].sum(axis=0)
    gross[:, ALL] = gross[:, :ALL].sum(axis=1)
    return gross


def transfers(deals: Deals) -> Ints:
    """10. Sums and sums of squares of fiches: [2, 2, 6, 6], gross or net, sum or squares.

    Gross: by payer and payee. Net: what the first wins from the second. Seats, POOL, ALL.
    """
    gross = _gross(deals)
    sums = gross.sum(axis=2)
    squares = np.einsum("pqn,pqn->pq", gross, gross)
    crossed = np.einsum("pqn,qpn->pq", gross, gross)
    net_squares = squares + squares.T - 2 * crossed
    return np.array([[sums, squares], [sums.T - sums, net_squares]])


def payment_codes(deals: Deals) -> Ints:
    """What each seat was paid, as codes (`payment_of`): int64[4 * n]."""
    return (deals.payments + SEATS * _SEAT_CODE).ravel()


def occurrences(codes: Sequence[Ints]) -> Counter[int]:
    """How often each code occurs in arrays of them: nothing of none."""
    if not codes:
        return Counter()
    found, numbers = np.unique(np.concatenate(codes), return_counts=True)
    return Counter(dict(zip(found.tolist(), numbers.tolist(), strict=True)))


def payment_of(code: int) -> tuple[int, int]:
    """The seat and the payment, in fiches, of a code.

    >>> payment_of(2 * _SEAT_CODE - 45)
    (2, -45)
    """
    seat, fiches = divmod(code + _SEAT_CODE // 2, _SEAT_CODE)
    return seat, fiches - _SEAT_CODE // 2
