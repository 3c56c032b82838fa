"""Tables for the heuristic family: policies of all sorts, and cards at which they come out."""

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from deals import SEATS, Record, deals_in, named, of_family, records_of, set_of
from plain_family import Weights
from plain_views import Exchange, Turn

from analyser.reversis.options import rules_from_mapping
from analyser.reversis.parameters import LARGEST_WORTH, NEVER, PARAMETERS
from kernels.reversis import fields as f
from kernels.reversis.batches import Policy, Table
from kernels.reversis.weights import FAMILY, WEIGHTS, LayWeights, LeadWeights

N_DEALS = 20  # of a sitting
LARGEST_POOL = (1 << 22) - 30_000  # about what a table may have (analyser/reversis/question.py)

# A weight that is put so has no say.
SILENT = {parameter.name: 0 for parameter in PARAMETERS} | {
    "lay_from": -LARGEST_WORTH,
    "attempt_quinola_from": 10,
    "break_from": NEVER,
    "espagnolette_from": LARGEST_WORTH,
    "attempt_from": NEVER,
    "attempt_missing": -1,
    "take_points": -1,
    "break_keep_from": 2,
}
# What is changed in the policies below: about as sensible as `steady`, whatever that is tuned to.
BASE = SILENT | {
    "lay_rank": 10,
    "lay_guard": 27,
    "lay_alone": 40,
    "lay_ace_diamonds": -15,
    "lay_quinola": 90,
    "lay_quinola_guard": 26,
    "lay_from": 40,
    "lead_taking": 160,
    "lead_one_higher": 30,
    "lead_two_higher": 14,
    "lead_exhausted": 67,
    "lead_alone": 54,
    "lead_quinola": 1000,
    "lead_holding_quinola": 120,
    "lead_forcing": 53,
    "attempt_quinola_from": 7,
    "shed_quinola": 1000,
    "shed_ace_diamonds": 40,
    "shed_ace": 15,
    "shed_alone": 70,
    "shed_one_guard": 30,
    "break_from": 6,
    "espagnolette_from": 0,
    "attempt_from": 8,
    "attempt_missing": 5,
}

KEEPS = {"lay_quinola": -5000, "lay_ace": -5000}
SPARES = {"shed_quinola": -200, "shed_ace": -200, "shed_ace_diamonds": -200}
SWEEPS = {"attempt_from": 0, "attempt_missing": 10, "lay_from": LARGEST_WORTH}
UNGUARDED = {"lay_quinola": -60, "lay_quinola_guard": 0}
NEVER_SWEEPS = {"attempt_from": NEVER, "attempt_missing": -1}
CHANGES: dict[str, dict[str, int]] = {
    "base": {},
    "leads high": {"lead_high": 40},
    "leads the quinola": {"lead_quinola": -300, **KEEPS},
    "leads no exhausted suits": {
        **dict.fromkeys(LeadWeights._fields, 0),
        "attempt_quinola_from": 10,
        "lead_taking": -20,
        "lead_exhausted": 50,
        **NEVER_SWEEPS,
    },
    "leads what it may": {"lead_taking": -300, "lead_one_higher": -200, "lead_exhausted": -90},
    "minds voids": {"lead_void": 200, "lead_late": 300, "lead_taking": 20},
    "minds trick 9": {
        **dict.fromkeys(LeadWeights._fields, 0),
        "attempt_quinola_from": 10,
        "lead_late": 50,
        "lead_high": 1,
    },
    "takes": {"take_points": 9, "take_until": 10},
    "takes early": {"take_points": 1, "take_until": 5},
    "keeps aces": {"keep_ace_until": 10, **NEVER_SWEEPS, **KEEPS},
    "keeps aces for long": {"keep_ace_until": 8, **SPARES},
    "keeps breakers": {"break_keep": LARGEST_WORTH, "break_from": 2},
    "keeps cheap breakers": {"break_keep": 16, "break_from": 9},
    "keeps breakers late": {"break_keep": LARGEST_WORTH, "break_keep_from": 7},
    "spares aces": {**SPARES, **KEEPS},
    "breaks": {"break_from": 2, **KEEPS},
    "breaks late": {"break_from": 10},
    "sweeps": {**SWEEPS, "attempt_quinola_from": 2},
    "sweeps, quinola late": {**SWEEPS, "attempt_quinola_from": 9},
    "sweeps and breaks late": {**SWEEPS, "break_from": 10},
    "yields": {"attempt_from": 0, "attempt_missing": -1},
    "bold with the quinola": {"attempt_from": 9, "attempt_quinola": 4, "attempt_missing": 3},
    "renounces": {"espagnolette_from": -LARGEST_WORTH, **KEEPS},
    "renounces for the quinola": {"espagnolette_from": 300, "shed_opposite": 40, **KEEPS},
    "never renounces": {"espagnolette_from": LARGEST_WORTH, **KEEPS},
    "throws on the opposite": {"shed_opposite": 300, **SPARES, **KEEPS},
    "lays by the pool": {**UNGUARDED, "lay_quinola_pool": 3},
    "lays by the seat": {**UNGUARDED, "lay_quinola_seat": 120},
    "lays by hearts above": {**UNGUARDED, "lay_quinola_above": 90},
    "lays by the party": {
        "lay_point": 20,
        "lay_point_court": 10,
        "lay_high": 50,
        "lay_ace_diamonds": 60,
    },
    "lays whatever": dict.fromkeys(LayWeights._fields, 0),
}

STACKS = (
    ("", ""),
    ("AS KS QS JS 9S 8S 7S", "AH AD AC JH"),
    ("AS AD AC JH", "AH KH QH 9H 8H 7H"),
    ("AS KS QS JS 9S 8S JH", "AH AD AC"),
    ("AH KH QH JH 9H 8H 7H AD", "AC KC AS KS"),
    ("AS AH AD AC JH", "KS QS KH QH KD QD"),
    ("AS KS QS JS 9S 8S 7S 6S 5S 5H 5D", "6H 6D AH AD 2C 3C 4C"),
    ("AC KC QC JC 9C 8C 7C 6C 5C 9D 8H", "KD QD JH"),
    ("JH QH KH 2H 3H", "AS AH AD AC"),
)
"""What two of the seats are dealt for sure, that rare things happen."""

_HEARTS, _GUARDS = "AH KH QH JH 9H 8H 7H AD KD AC AS", "JH QH KH 2H 3H"
_SPADES = "AS KS QS JS 9S 8S 7S 6S 5S 2H 2D"
_LOW_DIAMONDS = "3D 4D 5D JD QD 9C 8C 7C 9H 8H JH"
_HIGHER_DIAMONDS = "6D 7D 8D 9D QC KC AC JC QH KH AH"
PURPOSEFUL: tuple[tuple[str, dict[int, str]], ...] = (
    ("sweeps", {0: _HEARTS}),
    ("sweeps, quinola late", {0: _HEARTS}),
    ("sweeps and breaks late", {0: _SPADES, 1: _LOW_DIAMONDS, 2: _HIGHER_DIAMONDS}),
    ("sweeps and breaks late", {0: _SPADES, 1: _LOW_DIAMONDS, 3: _HIGHER_DIAMONDS}),
    ("sweeps and breaks late", {0: _SPADES, 2: _LOW_DIAMONDS, 3: _HIGHER_DIAMONDS}),
    ("leads no exhausted suits", {0: "AS KS QS JS 9S 8S 7S 6S 5S 4S 2H"}),
    ("leads the quinola", {0: "JH QH KH 9C 8C"}),
    ("keeps breakers late", {0: _SPADES, 1: "AH AD 2C 3C 4C 5C 6C 7C", 2: "AC KC KH 3H"}),
    ("keeps breakers", {0: _SPADES[:17], 1: "AH AD 2C 3C 4C 5C 6C 7C"}),
    ("renounces for the quinola", {3: "AS AH AD JH"}),
    ("bold with the quinola", {0: "AS KS QS JS 9S JH"}),
    ("keeps aces", {3: "AS KS QS AH KH QH AD KD QD 2C 3C 4C"}),
    ("throws on the opposite", {3: "JH AC AD 2C 3C 4C 5C 2D 3D 4D"}),
    ("throws on the opposite", {2: "JH AD AC 2D 2C 3C 4C 5C 6C 7C"}),
    ("lays by the pool", {2: _GUARDS}),
    ("lays by the seat", {2: _GUARDS}),
    ("lays by hearts above", {3: _GUARDS}),
    ("lays by the party", {}),
    ("minds trick 9", {}),
    ("minds trick 9", {0: _GUARDS}),
    ("minds trick 9", {2: "AS KS QS"}),
)


def changed(name: str) -> Policy:
    """A policy of CHANGES."""
    return of_family({**BASE, **CHANGES[name]})


class Sitting(NamedTuple):
    """Four policies by seat, and what they are dealt for sure."""

    policies: tuple[Policy, ...]
    hands: tuple[set[str], ...]
    pool: int
    rules: Record

    def records(self, seed: int) -> list[Record]:
        """The first deals at this table."""
        rules, hands = rules_from_mapping(self.rules), tuple(map(set_of, self.hands))
        table = Table(rules, self.pool, self.policies, seed, hands, 0, f.N_RECORDED)
        return records_of(deals_in(table.play(0, N_DEALS), np.arange(N_DEALS)), self.rules)

    def weights(self, view: Exchange | Turn) -> Weights | None:
        """By which weights the player decides, if by any."""
        policy = self.policies[view.seat]
        kind = policy.lay_kind if isinstance(view, Exchange) else policy.play_kind
        return dict(zip(WEIGHTS, policy.weights, strict=True)) if kind == FAMILY else None


def sitting(rng: random.Random, policies: tuple[Policy, ...], pool: int) -> Sitting:
    """These policies with some cards for sure, under rules that matter to them."""
    hands = at_seats(dict(zip(rng.sample(SEATS, 2), rng.choice(STACKS), strict=True)))
    rules = {"quinola_discard": rng.choice(["allowed", "allowed", "forbidden"])}
    return Sitting(policies, hands, pool, rules)


def at_seats(hands: Mapping[int, str]) -> tuple[set[str], ...]:
    return tuple(set(hands.get(seat, "").split()) for seat in SEATS)


def purposeful(rng: random.Random) -> Iterator[Sitting]:
    """Policies, the same in all seats, with cards to which what is rare in them applies."""
    for name, hands in PURPOSEFUL:
        yield Sitting((changed(name),) * 4, at_seats(hands), 45, {})


def alike(rng: random.Random) -> Iterator[Sitting]:
    """The same policy in all seats, each a few times; `steady` more often."""
    for policy in (*named("steady") * 8, *map(changed, CHANGES)):
        yield sitting(rng, (policy,) * 4, rng.choice((0, 45, 150)))


def mixed(rng: random.Random) -> Iterator[Sitting]:
    """Any policies together, and others that lay or play in another way."""
    steady, duck, dice = named("steady", "duck", "random")
    others = (duck, dice, steady._replace(lay_kind=dice.lay_kind), duck._replace(lay_kind=FAMILY))
    policies = [*map(changed, CHANGES), *others]
    for _ in range(30):
        yield sitting(rng, tuple(rng.sample(policies, 4)), rng.choice((0, 45, 150)))


def small_weights(rng: random.Random) -> Iterator[Sitting]:
    """Weights so small that equal worths are frequent."""
    for _ in range(30):
        policies = [of_family(small_numbers(rng, rng.choice((1, 8)))) for _ in SEATS]
        yield sitting(rng, tuple(policies), rng.randint(0, 4))


def small_numbers(rng: random.Random, unit: int) -> dict[str, int]:
    """Worths of a few units, and counts of any size."""
    return {
        each.name: max(each.minimum, rng.randint(-4, 4) * unit)
        if each.unit == "worth"
        else rng.randint(each.minimum, each.maximum)
        for each in PARAMETERS
    }


def extreme_weights(rng: random.Random) -> Iterator[Sitting]:
    """Every weight at an end of its range, and any pool."""
    for _ in range(10):
        policies = [
            of_family({each.name: rng.choice((each.minimum, each.maximum)) for each in PARAMETERS})
            for _ in SEATS
        ]
        yield sitting(rng, tuple(policies), rng.choice((0, LARGEST_POOL)))


SORTS = {sort.__name__: sort for sort in (purposeful, alike, mixed, small_weights, extreme_weights)}
