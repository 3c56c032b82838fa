"""The heuristic family against the same decisions in plain Python, lay by lay and card by card."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from deals import Record, line
from family_sittings import BASE, N_DEALS, SILENT, SORTS, Sitting
from plain_family import Deed, Weights, deed
from plain_views import Exchange, Turn, decisions

from kernels.reversis.weights import WEIGHTS

N_LOOKED_INTO = {"purposeful": N_DEALS, "alike": 2, "small_weights": 1}
"""Deals of a sitting, to see which weights decide."""
N_OF_A_KIND = 40  # decisions at least
N_DECIDED = 6  # decisions at least that a weight decides, in the deals looked into
# By how they begin: the weights that may decide a lead, and any other card.
LEADING = ("lead_", "attempt_")
REPLYING = ("shed_", "break_", "espagnolette_", "take_", "keep_", "attempt_")

KINDS = (
    "laid",
    "laid the quinola",
    "declined",
    "led low",
    "led high",
    "led for a reversis",
    "led the quinola for a reversis",
    "ducked",
    "low",
    "high, as low would take",
    "took, last",
    "took a harmless trick",
    "kept an ace",
    "beat for a reversis",
    "broke a reversis",
    "overtook a break",
    "threw off",
    "threw off a card to break with",
    "kept a card to break with",
    "used the privilege",
    "used the privilege again",
    "last card",
)
"""Of decisions (tests/plain_family.py)."""


@cache
def compared(sort: str) -> tuple[Counter[str], Counter[str]]:
    """How many decisions there were of each kind, and how many each weight decided.

    Fails at the first in which the kernel does otherwise.
    """
    kinds: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    passed_over = BASE if sort == "purposeful" else {}
    for seed, at_table in enumerate(SORTS[sort](random.Random(sort))):
        for number, record in enumerate(at_table.records(seed)):
            for view, card, weights in of_the_family(at_table, record):
                wanted = deed(view, weights)
                assert card == wanted.card, told(view, card, wanted, weights, record)
                kinds[wanted.why] += 1
                if number < N_LOOKED_INTO.get(sort, 0):
                    decided.update(deciding(view, card, weights, passed_over))
    return kinds, decided


def of_the_family(
    at_table: Sitting, record: Record
) -> Iterator[tuple[Exchange | Turn, str | None, Weights]]:
    """The decisions in a deal that are made by weights."""
    for view, card in decisions(record):
        weights = at_table.weights(view)
        if weights is not None:
            yield view, card, weights


def told(
    view: Exchange | Turn, card: str | None, wanted: Deed, weights: Weights, record: Record
) -> str:
    """A decision that is not as it should be, for messages."""
    by = ",".join(f"{name}={number}" for name, number in weights.items())
    return f"{view}: {card}, and not {wanted.card} ({wanted.why})\n{by}\n{line(record)}"


def deciding(
    view: Exchange | Turn, card: str | None, weights: Weights, passed_over: Weights
) -> list[str]:
    """The weights without which another card would have been laid or played, but for some."""
    if isinstance(view, Exchange):
        having_say: tuple[str, ...] = ("lay_",)
    else:
        having_say = LEADING if view.leads else REPLYING
    return [
        name
        for name, number in weights.items()
        if name.startswith(having_say)
        and number not in (SILENT[name], passed_over.get(name))
        and deed(view, {**weights, name: SILENT[name]}).card != card
    ]


@pytest.mark.parametrize("sort", SORTS)
def test_every_lay_and_card_is_that_of_the_plain_family(sort: str):
    kinds, _ = compared(sort)
    assert kinds.total() > 8_000


def test_there_were_decisions_of_every_kind():
    kinds = sum((compared(sort)[0] for sort in SORTS), Counter())
    assert {kind: kinds[kind] for kind in KINDS if kinds[kind] < N_OF_A_KIND} == {}
    assert set(kinds) == set(KINDS)


def test_every_weight_has_decided():
    decided = sum((compared(sort)[1] for sort in SORTS), Counter())
    assert {name: decided[name] for name in WEIGHTS if decided[name] < N_DECIDED} == {}
