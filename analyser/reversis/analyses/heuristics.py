"""The exchange heuristics by name, and what each lays from hands."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyser.reversis.exchanges import HEURISTICS, KINDS
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.policies import DEFAULT, NamedPolicy, compiled, laying_by, policy_from
from analyser.reversis.question import Question
from kernels.lanes import N_LANES, Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import Table

# Of each deal is kept what it is told by from the hands on, and its outcome.
_N_KEPT = f.N_RECORDED - f.DEALT // N_LANES


def heuristics_for(player: NamedPolicy) -> tuple[NamedPolicy, ...]:
    """A policy that lays by each exchange heuristic, named after it; the player's is among them.

    Those that go by weights have the player's own, or the default policy's where an exchange
    heuristic has set the player's.
    """
    weighted = player if player.exchange in KINDS else policy_from(DEFAULT)
    laying = {name: laying_by(weighted, name) for name in HEURISTICS} | {player.exchange: player}
    return tuple(replace(policy, name=name) for name, policy in laying.items())


def laying_table(question: Question, fixed: tuple[int, ...] = (0,) * N_SEATS) -> Table:
    """A table whose batches keep what `dealt_and_laid` reads; `fixed` as in `Table`."""
    return Table(
        question.rules,
        question.pool,
        compiled(question.players),
        question.seed,
        fixed,
        f.DEALT,
        _N_KEPT,
    )


def dealt_and_laid(
    question: Question, table: Table, heuristics: Sequence[NamedPolicy], first: int, n: int
) -> tuple[Ints, Ints]:
    """What seats are dealt and what each heuristic lays from it, as the kernel plays them.

    table : a `laying_table` of the question. first, n : deals, at most N_BATCH. Gives the hands as
    dealt, sets, int64[4, n], and the card laid, a set of one, or of none where the seat declines,
    int64[k, 4, n].
    """
    dealt = np.empty((N_SEATS, n), dtype=np.int64)
    laid = np.empty((len(heuristics), N_SEATS, n), dtype=np.int64)
    for place, policy in enumerate(compiled(heuristics)):
        table.seat((policy,) * N_SEATS)
        batch = table.play(first, n)
        paid_in_all = table.kept(batch, f.PAYMENT, n, N_SEATS).sum(axis=0)
        n_unbalanced = int((paid_in_all != table.kept(batch, f.POOL_GAIN, n)[0]).sum())
        question.check_balance(n_unbalanced, first, n)
        dealt[:] = table.kept(batch, f.DEALT, n, N_SEATS)
        laid[place] = table.kept(batch, f.LAID, n, N_SEATS)
    return dealt, laid


def card_laid(laid: int) -> int | None:
    """The index of the card of a set of one; None for no card, where the seat declined.

    >>> card_laid(1 << 34), card_laid(0)
    (34, None)
    """
    return laid.bit_length() - 1 if laid else None
