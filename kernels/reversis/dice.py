"""The dice of the seats: what policies draw."""

import numpy as np

from kernels.compile import inlined
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.deal import DEALING
from kernels.rng import draw


@inlined
def dice(lanes: Ints, i: int, seat: int, number: int) -> int:
    """A word of the dice of a seat: draw 0 for the exchange, t for trick t.

    They belong to the seat, not to who sits there: so the same policies in other company meet
    the same luck.
    """
    return draw(np.uint64(lanes[f.KEY + i]), DEALING + 1 + seat, number)
