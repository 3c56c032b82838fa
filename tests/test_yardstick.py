"""`random` under the default rules against an independent program, the yardstick in scalar C++.

Its averages over 10^8 deals (`scripts/yardstick/reversis_random.cpp`, two runs) were made by

    g++ -O3 -march=native -o reversis_random scripts/yardstick/reversis_random.cpp
    ./reversis_random 50000000 1
    ./reversis_random 50000000 2

For the pool and the components it gives sums only: their standard errors there are taken from the
deals played here.
"""

from math import hypot, sqrt

import numpy as np
import pytest
from deals import POLICIES, SEATS
from referee.referee import COMPONENTS

from kernels.lanes import N_LANES, Ints, read
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.rules import Rules

N_YARDSTICK = 100_000_000
# Fiches per deal and their standard errors, by seat.
PAYMENTS = (-4.30711248, -5.69288444, -5.90986729, -6.11608689)
PAYMENTS_SE = (0.00339377, 0.00331001, 0.00336568, 0.00329784)
# Events per deal and their standard errors: the quinola where nobody undertook a reversis.
EVENTS = {
    "placed": (0.21339557, 0.00004097),
    "forced": (0.47381825, 0.00004993),
    "led": (0.22903816, 0.00004202),
    "made": (0.00022256, 0.00000149),
    "broken": (0.00024720, 0.00000157),
}
POOL_FICHES_AFTER = 67.0259511
# Fiches per deal by seat.
BY_COMPONENT = {
    "party": (-0.19029579, 0.10176359, 0.21130885, -0.12277665),
    "aces": (0.22309763, -0.04746357, -0.09006236, -0.08557170),
    "quinola": (1.30117320, -0.28528865, -0.56739070, -0.44849385),
    "pool": (-5.64082560, -5.46223005, -5.46364260, -5.45925285),
    "reversis": (-0.00026192, 0.00033424, -0.00008048, 0.00000816),
}

N_DEALS = 10_000 * N_BATCH
N_STANDARD_ERRORS = 4
POOL_FICHES_BEFORE = 45


class Tally:
    """Sums over deals of fiches, of their squares, and of events."""

    def __init__(self) -> None:
        self.sums: dict[str, Ints] = {}
        self.squares: dict[str, Ints] = {}

    def add(self, name: str, figures: Ints) -> None:
        """figures : int64[width, n_deals]."""
        self.sums[name] = self.sums.get(name, 0) + figures.sum(axis=1)
        self.squares[name] = self.squares.get(name, 0) + (figures**2).sum(axis=1)

    def add_deals(self, batch: Ints) -> None:
        def of(field: int, width: int) -> Ints:
            return read(batch, field - f.OUTCOME, N_BATCH, width)

        self.add("payments", of(f.PAYMENT, 4))
        for number, name in enumerate(COMPONENTS):
            self.add(name, of(f.COMPONENT + 4 * number * N_LANES, 4))
        self.add("pool after", POOL_FICHES_BEFORE - of(f.POOL_GAIN, 1))
        is_reversis, is_broken = of(f.REVERSIS_BY, 1) >= 0, of(f.BROKEN_BY, 1) >= 0
        case = of(f.CASE_OF + 4 * N_LANES, 1)
        for name, code in (("placed", f.PLACED), ("forced", f.FORCED_CASE), ("led", f.LED_CASE)):
            self.add(name, ((case == code) & ~is_reversis).astype(np.int64))
        self.add("made", (is_reversis & ~is_broken).astype(np.int64))
        self.add("broken", is_broken.astype(np.int64))

    def average(self, name: str, place: int = 0) -> float:
        return self.sums[name][place] / N_DEALS

    def deviation(self, name: str, place: int = 0) -> float:
        """Standard deviation of a deal."""
        return sqrt(self.squares[name][place] / N_DEALS - self.average(name, place) ** 2)

    def differs_by(self, yardstick: float, se: float | None, name: str, place: int = 0) -> float:
        """How many standard errors of the difference our average is away from the yardstick's."""
        deviation = self.deviation(name, place)
        theirs = deviation / sqrt(N_YARDSTICK) if se is None else se
        difference = self.average(name, place) - yardstick
        return abs(difference) / hypot(deviation / sqrt(N_DEALS), theirs)


@pytest.fixture(scope="module")
def tally() -> Tally:
    table = Table(Rules(), POOL_FICHES_BEFORE, (POLICIES["random"],) * 4, seed=20)
    counted = Tally()
    for first in range(0, N_DEALS, N_BATCH):
        counted.add_deals(table.play(first, N_BATCH))
    return counted


@pytest.mark.parametrize("seat", SEATS)
def test_payments_per_deal(tally: Tally, seat: int):
    away = tally.differs_by(PAYMENTS[seat], PAYMENTS_SE[seat], "payments", seat)
    assert away < N_STANDARD_ERRORS


@pytest.mark.parametrize("event", EVENTS)
def test_events_per_deal(tally: Tally, event: str):
    assert tally.differs_by(*EVENTS[event], event) < N_STANDARD_ERRORS


def test_pool_after_a_deal(tally: Tally):
    assert tally.differs_by(POOL_FICHES_AFTER, None, "pool after") < N_STANDARD_ERRORS


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("component", BY_COMPONENT)
def test_components_per_deal(tally: Tally, component: str, seat: int):
    yardstick = BY_COMPONENT[component][seat]
    assert tally.differs_by(yardstick, None, component, seat) < N_STANDARD_ERRORS


def test_random_never_uses_an_espagnolette(tally: Tally):
    assert not tally.squares["espagnolette"].any()
