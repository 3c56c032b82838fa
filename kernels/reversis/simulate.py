"""The one kernel that analyses call: deal, play and settle, block by block.

A block of lanes is worked on in one row that stays in the cache; what an analysis wants of it is
copied out: a range of fields, for the deals of a batch.
"""

from kernels.compile import kernel
from kernels.lanes import N_LANES, Ints, copy_numbers
from kernels.reversis import fields as f
from kernels.reversis.deal import deal_lanes
from kernels.reversis.exchange import exchange
from kernels.reversis.fork import Fork
from kernels.reversis.play import play_tricks
from kernels.reversis.replay import replay_lanes
from kernels.reversis.rules import Rules
from kernels.reversis.seated import has_uniform_weights, seated, spread_weights
from kernels.reversis.settlement import settle_lanes

# Where deals come from: dealt from the seed; given as dealt; or given with all their plays.
DEAL, GIVEN, RECORDED = range(3)


@kernel
def simulate(
    work: Ints,
    kept: Ints,
    first_kept: int,
    given: Ints,
    source: int,
    rules: Rules,
    seed: int,
    first_deal: int,
    fixed: Ints,
    free: Ints,
    lay_kinds: Ints,
    kinds: Ints,
    weights: Ints,
    fork: Fork,
) -> None:
    """Deal, play and settle the blocks of a batch.

    work : int64[N_FIELDS * N_LANES], scratch; in: POOL, BARRED of dealt deals, NO_CARD (zeros).
    kept : int64[n_blocks, n_kept * N_LANES], out: of each block the fields from `first_kept` on.
    given : int64[n_blocks, N_GIVEN * N_LANES], in: the deals, unless `source` is DEAL.
    source : DEAL, GIVEN or RECORDED.
    rules : as `with_amounts` gives them (rules.py).
    seed : uint64; first_deal : int64, the number of the deal in lane 0 of block 0.
    fixed : int64[4], free : int64[48], in: the cards known and the others (deal.py).
    lay_kinds, kinds : int64[4]; weights : int64[4, N_WEIGHTS], in: the policies by seat
        (weights.py).
    fork : decisions that are given in place of the policies' own (fork.py).
    """
    lays = (lay_kinds[0], lay_kinds[1], lay_kinds[2], lay_kinds[3])
    table = seated((kinds[0], kinds[1], kinds[2], kinds[3]), weights)
    n_kept = kept.shape[1]
    is_told = first_kept < f.HELD
    if has_uniform_weights(weights):
        spread_weights(work, weights, 0)
    for block in range(kept.shape[0]):
        if source == DEAL:
            deal_lanes(work, seed, first_deal + block * N_LANES, fixed, free)
        else:
            copy_numbers(work, given[block], 0, f.N_GIVEN * N_LANES)
        if source == RECORDED:
            replay_lanes(work)
        else:
            exchange(work, rules, lays, weights, fork)
            play_tricks(work, table, fork, is_told)
        settle_lanes(work, rules)
        copy_numbers(kept[block], work, first_kept, n_kept)
