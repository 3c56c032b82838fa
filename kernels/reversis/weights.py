"""The numbers of the heuristic family (POLICIES.md), in the order in which kernels take them.

A policy is a kind of play, a kind of exchange, and a vector of these weights. What each means,
its unit, range and default are in analyser/reversis/parameters.py; here is only their order.
"""

from typing import NamedTuple

# Kinds of play and of exchange.
RANDOM, DUCK, FAMILY = range(3)
N_KINDS = 3

# Worths come to kernels multiplied by this: a worth plus the index of a card is then a key, and
# one comparison of keys settles ties too, by the order of the pack.
KEY = 64


class LayWeights(NamedTuple):
    """The exchange (RULES.md 4): what speaks for laying a card."""

    lay_rank: int
    lay_high: int
    lay_guard: int
    lay_alone: int
    lay_point: int
    lay_point_court: int
    lay_ace: int
    lay_ace_diamonds: int
    lay_quinola: int
    lay_quinola_guard: int
    lay_quinola_above: int
    lay_quinola_pool: int
    lay_quinola_seat: int
    lay_from: int


class LeadWeights(NamedTuple):
    """Leading: what speaks against a card."""

    lead_taking: int
    lead_one_higher: int
    lead_two_higher: int
    lead_exhausted: int
    lead_void: int
    lead_late: int
    lead_alone: int
    lead_quinola: int
    lead_holding_quinola: int
    lead_forcing: int
    attempt_quinola_from: int


class FollowWeights(NamedTuple):
    """Following, renouncing, breaking and the espagnolette."""

    shed_quinola: int
    shed_ace_diamonds: int
    shed_ace: int
    shed_alone: int
    shed_one_guard: int
    shed_opposite: int
    break_from: int
    espagnolette_from: int


class AttemptWeights(NamedTuple):
    """The reversis: with which strength to start for it, and to go on."""

    attempt_from: int
    attempt_quinola: int
    attempt_missing: int


class RareWeights(NamedTuple):
    """Ways that are gone only where a policy at the table asks for them; so they cost the others
    nothing (play.py)."""

    lead_high: int
    take_points: int
    take_until: int
    keep_ace_until: int
    break_keep: int
    break_keep_from: int


# A policy's weights are one vector, int64[N_WEIGHTS]: the groups one after another.
LAY = 0
LEAD = LAY + len(LayWeights._fields)
FOLLOW = LEAD + len(LeadWeights._fields)
ATTEMPT = FOLLOW + len(FollowWeights._fields)
RARE = ATTEMPT + len(AttemptWeights._fields)
WEIGHTS: tuple[str, ...] = (
    *LayWeights._fields,
    *LeadWeights._fields,
    *FollowWeights._fields,
    *AttemptWeights._fields,
    *RareWeights._fields,
)
N_WEIGHTS = len(WEIGHTS)
# Those that count something; all others are worths.
COUNTS = frozenset(
    {
        "attempt_quinola_from",
        "break_from",
        "attempt_from",
        "attempt_quinola",
        "attempt_missing",
        "take_points",
        "take_until",
        "keep_ace_until",
        "break_keep_from",
    }
)
