"""What the analyser calls: arrays of whole numbers in, arrays of whole numbers out.

A `Table` plays deals with four policies; `replay_records` settles deals that are told card by
card. Both drive the one kernel (simulate.py) on batches of lanes.
"""

from typing import NamedTuple

import numpy as np

from kernels.lanes import N_LANES, Ints, new_batch, read, write
from kernels.reversis import fields as f
from kernels.reversis.cards import ALL_CARDS, N_CARDS
from kernels.reversis.fork import AS_DECIDED, Fork
from kernels.reversis.rules import Rules, with_amounts
from kernels.reversis.seated import N_TRICKS
from kernels.reversis.simulate import DEAL, GIVEN, RECORDED, simulate
from kernels.reversis.weights import COUNTS, KEY, N_WEIGHTS, RANDOM, WEIGHTS

N_SEATS = 4
# Deals of a batch: enough that calling the kernel costs little, few enough to stay in the cache.
N_BATCH = 16 * N_LANES
# Worths go to the kernels as keys, counts as they are (weights.py).
_SCALE = np.array([1 if name in COUNTS else KEY for name in WEIGHTS], dtype=np.int64)


class Policy(NamedTuple):
    """A policy as kernels take it: kinds (weights.py) of play and exchange, and the weights."""

    play_kind: int
    lay_kind: int
    weights: tuple[int, ...]


RANDOM_POLICY = Policy(RANDOM, RANDOM, (0,) * N_WEIGHTS)


class Table:
    """Four policies at a table, and the work space to play deals with them in one thread.

    rules : the rules in force. pool : fiches in the pool before each deal.
    policies : four, by seat. seed : 0 to 2**64 - 1.
    fixed : cards (sets) known to be dealt to each seat, none by default.
    first_kept, n_kept : which fields of each deal to keep (fields.py); the outcome by default.
    """

    def __init__(
        self,
        rules: Rules,
        pool: int,
        policies: tuple[Policy, ...],
        seed: int,
        fixed: tuple[int, ...] = (0, 0, 0, 0),
        first_kept: int = f.OUTCOME,
        n_kept: int = f.N_OUTCOME,
    ) -> None:
        self._rules = with_amounts(rules)
        self._seed = np.uint64(seed)
        self._first_kept = first_kept
        self._kept = new_batch(N_BATCH, n_kept)
        self._work = new_batch(N_LANES, f.N_FIELDS)[0]
        self._work[f.POOL : f.POOL + N_LANES] = pool
        self._given = new_batch(N_LANES, f.N_GIVEN)
        self.fix(fixed)
        self.seat(policies)

    def seat(self, policies: tuple[Policy, ...]) -> None:
        """Put other policies at the table, by seat."""
        self._kinds = np.array([policy.play_kind for policy in policies], dtype=np.int64)
        self._lay_kinds = np.array([policy.lay_kind for policy in policies], dtype=np.int64)
        self._weights = np.array([policy.weights for policy in policies], dtype=np.int64) * _SCALE

    def fix(self, fixed: tuple[int, ...]) -> None:
        """Deal other cards (sets) for sure to each seat, in place of those known before."""
        self._fixed = np.array(fixed, dtype=np.int64)
        self._free = _free_cards(fixed)

    def play(self, first_deal: int, n_deals: int, fork: Fork = AS_DECIDED) -> Ints:
        """Play deals first_deal to first_deal + n_deals - 1, at most N_BATCH.

        fork : decisions that are given in place of the policies' own (fork.py).
        Gives the batch of kept fields, int64[n_blocks, n_kept * N_LANES], valid until the next
        call; lanes beyond n_deals hold the deals that would follow.
        """
        kept = self._kept[: -(-n_deals // N_LANES)]
        self._run(kept, DEAL, self._given, first_deal, fork)
        return kept

    def play_given(self, given: Ints) -> Ints:
        """Play deals that are given as dealt: int64[n_blocks, N_GIVEN * N_LANES] (fields.py)."""
        kept = np.zeros((len(given), self._kept.shape[1]), dtype=np.int64)
        self._run(kept, GIVEN, given, 0, AS_DECIDED)
        return kept

    def replay(self, given: Ints) -> Ints:
        """Replay deals given with lays and plays: int64[n_blocks, N_GIVEN * N_LANES]."""
        kept = np.zeros((len(given), self._kept.shape[1]), dtype=np.int64)
        self._run(kept, RECORDED, given, 0, AS_DECIDED)
        return kept

    def kept(self, batch: Ints, field: int, n_deals: int, width: int = 1) -> Ints:
        """Neighbouring fields of a kept batch: int64[width, n_deals]."""
        return read(batch, field - self._first_kept, n_deals, width)

    def _run(self, kept: Ints, source: int, given: Ints, first_deal: int, fork: Fork) -> None:
        simulate(
            self._work,
            kept,
            self._first_kept,
            given,
            source,
            self._rules,
            self._seed,
            first_deal,
            self._fixed,
            self._free,
            self._lay_kinds,
            self._kinds,
            self._weights,
            fork,
        )


def _free_cards(fixed: tuple[int, ...]) -> Ints:
    """The cards not fixed, each a set of one, in order; then no cards: int64[N_CARDS]."""
    free = ALL_CARDS & ~(fixed[0] | fixed[1] | fixed[2] | fixed[3])
    cards = [1 << index for index in range(N_CARDS) if free >> index & 1]
    return np.array(cards + [0] * (N_CARDS - len(cards)), dtype=np.int64)


class Replayed(NamedTuple):
    """Settled deals, an array each; seats are -1 for nobody. Fiches and points are whole numbers.

    fault : int64[n], 0 or NOT_HELD, REVOKE (replay.py); fault_trick (1 to 11), fault_place (0 to
        3) tell of which play.
    leaders, takers : int64[n, 11], seats.
    points, tricks : int64[n, 4], taken by seat.
    payments : int64[n, 4]; pool_after : int64[n]; components : int64[n, 6, 4] (RULES.md 10).
    ledger : int64[n, 16, 3], rows of payer, payee, fiches (fields.py names the slots).
    party_winner, party_loser, reversis_by, broken_by, espagnolette, pool_seat : int64[n], seats.
    active, caught : int64[n], 0 or 1. pool_gain : int64[n], negative for a remise.
    ace_owners, ace_tricks, ace_cases : int64[n, 4], by suit; quinola_owner, quinola_trick,
        quinola_case : int64[n]. Cases are IN_DISCARD, PLACED, FORCED_CASE, LED_CASE (fields.py).
    """

    fault: Ints
    fault_trick: Ints
    fault_place: Ints
    leaders: Ints
    takers: Ints
    points: Ints
    tricks: Ints
    payments: Ints
    pool_after: Ints
    components: Ints
    ledger: Ints
    party_winner: Ints
    party_loser: Ints
    reversis_by: Ints
    broken_by: Ints
    espagnolette: Ints
    active: Ints
    caught: Ints
    pool_seat: Ints
    pool_gain: Ints
    ace_owners: Ints
    ace_tricks: Ints
    ace_cases: Ints
    quinola_owner: Ints
    quinola_trick: Ints
    quinola_case: Ints


def replay_records(
    hands: Ints, talon: Ints, laid: Ints, cards: Ints, barred: Ints, pool: Ints, rules: Rules
) -> Replayed:
    """Check and settle deals that are told card by card.

    hands : int64[n, 4], sets as dealt. talon : int64[n, 3], card indexes.
    laid : int64[n, 4], card indexes, -1 where the seat declined.
    cards : int64[n, 44], card indexes in the order played.
    barred : int64[n, 4], 0, BARRED_ALL or BARRED_BUT_BREAKS. pool : int64[n], fiches before.
    """
    n = len(pool)
    given = new_batch(n, f.N_GIVEN)
    write(given, f.DEALT, hands.T)
    write(given, f.TALON, 1 << talon.T)
    write(given, f.POOL, pool[np.newaxis])
    write(given, f.BARRED, barred.T)
    write(given, f.LAID, np.where(laid.T < 0, 0, 1 << laid.T))
    write(given, f.CARD, 1 << cards.T)
    table = Table(rules, 0, (RANDOM_POLICY,) * N_SEATS, 0, first_kept=0, n_kept=f.N_RECORDED)
    return replayed(table.replay(given), n)


def replayed(batch: Ints, n: int) -> Replayed:
    """The arrays of n deals of a batch that keeps the N_RECORDED fields from 0 on."""

    def one(field: int) -> Ints:
        return read(batch, field, n)[0]

    def many(field: int, width: int) -> Ints:
        return read(batch, field, n, width).T

    codes, plays = np.divmod(one(f.FAULT), f.FAULT_CODE)
    takers = (one(f.TAKERS)[:, np.newaxis] >> (2 * np.arange(N_TRICKS + 1))) & 3
    components = read(batch, f.COMPONENT, n, 4 * f.N_COMPONENTS)
    ledger = np.stack(
        [many(field, f.N_TRANSFERS) for field in (f.PAYER, f.PAYEE, f.AMOUNT)], axis=2
    )
    owners, tricks, cases = many(f.OWNER_OF, 5), many(f.TRICK_OF, 5), many(f.CASE_OF, 5)
    return Replayed(
        fault=codes,
        fault_trick=plays // N_SEATS + 1,
        fault_place=plays % N_SEATS,
        leaders=takers[:, :-1],
        takers=takers[:, 1:],
        points=many(f.POINTS, 4),
        tricks=many(f.TRICKS, 4),
        payments=many(f.PAYMENT, 4),
        pool_after=one(f.POOL) - one(f.POOL_GAIN),
        components=components.reshape(f.N_COMPONENTS, N_SEATS, n).transpose(2, 0, 1),
        ledger=ledger,
        party_winner=one(f.WINNER),
        party_loser=one(f.LOSER),
        reversis_by=one(f.REVERSIS_BY),
        broken_by=one(f.BROKEN_BY),
        espagnolette=one(f.ESPAGNOLETTE),
        active=one(f.ACTIVE),
        caught=one(f.CAUGHT),
        pool_seat=one(f.POOL_SEAT),
        pool_gain=one(f.POOL_GAIN),
        ace_owners=owners[:, :4],
        ace_tricks=tricks[:, :4],
        ace_cases=cases[:, :4],
        quinola_owner=owners[:, 4],
        quinola_trick=tricks[:, 4],
        quinola_case=cases[:, 4],
    )
