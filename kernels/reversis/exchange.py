"""The exchange (RULES.md 4) by policies, over lanes."""

from typing import Any

from kernels.bits import pick, select
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, get
from kernels.reversis import fields as f
from kernels.reversis.cards import ALL_CARDS, QUINOLA
from kernels.reversis.dice import dice
from kernels.reversis.family import lay_card
from kernels.reversis.fixed import duck_renounce, random_card
from kernels.reversis.fork import Fork
from kernels.reversis.rules import FORBIDDEN, Rules
from kernels.reversis.seated import N_LAY, N_SEATS, has_uniform_weights, spread_weights
from kernels.reversis.trick import leave_seat, take_seat
from kernels.reversis.weights import DUCK, LAY, RANDOM, LayWeights

_LAY_DRAW = 0  # the draw of a seat's dice for the exchange; trick t has draw t


@inlined
def _lay(lanes: Ints, seat: int, kind: int, rules: Rules) -> None:
    """4. The card that a seat's policy lays, or no card where it declines, as ACTOR_LAID."""
    may_lay_quinola = rules.quinola_discard != FORBIDDEN
    layable = select(may_lay_quinola, ALL_CARDS, ALL_CARDS & ~QUINOLA)
    if kind == RANDOM:
        for i in range(N_LANES):
            word = dice(lanes, i, seat, _LAY_DRAW)
            lanes[f.ACTOR_LAID + i] = random_card(lanes[f.ACTOR_HAND + i] & layable, word)
    elif kind == DUCK:
        for i in range(N_LANES):
            lanes[f.ACTOR_LAID + i] = duck_renounce(lanes[f.ACTOR_HAND + i] & layable)
    else:
        for i in range(N_LANES):
            weights = LayWeights(*get(lanes, f.ACTOR_WEIGHTS + LAY * N_LANES, i, N_LAY))
            hand, pool = lanes[f.ACTOR_HAND + i], lanes[f.POOL + i]
            lanes[f.ACTOR_LAID + i] = lay_card(hand, pool, seat, may_lay_quinola, weights)


@inlined
def exchange(lanes: Ints, rules: Rules, kinds: Any, weights: Ints, fork: Fork) -> None:
    """4. Every seat exchanges a card.

    lanes : in: KEY, DEALT, TALON, POOL, and ACTOR_WEIGHTS where all seats have the same; out:
        LAID, HELD.
    kinds : four kinds of exchange by seat. weights : int64[4, N_WEIGHTS], in.
    """
    is_uniform = has_uniform_weights(weights)
    for seat in range(N_SEATS):
        take_seat(lanes, seat)
        if seat == fork.lay_seat:
            for i in range(N_LANES):
                lanes[f.ACTOR_LAID + i] = pick(lanes[f.ACTOR_HAND + i], fork.lay_number)
        else:
            if not is_uniform:
                spread_weights(lanes, weights, seat)
            _lay(lanes, seat, kinds[seat], rules)
        leave_seat(lanes, seat)
