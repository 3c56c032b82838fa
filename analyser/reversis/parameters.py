"""The parameters of the heuristic family (POLICIES.md): meaning, unit and range of each number.

Their order is that of the weight vector which kernels take (kernels/reversis/weights.py).
"""

from dataclasses import dataclass

from analyser.errors import ConfigError, nearest
from analyser.reversis.notation import shown
from kernels.reversis.weights import WEIGHTS

# Worths are only compared with each other. In throwing off, each rank above the two is worth 8.
LARGEST_WORTH = 1_000_000
NEVER = 12
LAY_PREFIX = "lay_"  # of the parameters of the exchange


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of a policy: what it says, its unit, and the whole numbers it may be."""

    name: str
    meaning: str
    unit: str
    minimum: int
    maximum: int

    def checked(self, value: object) -> int:
        """`value` if it is a whole number in range; raises ConfigError if it is not."""
        if type(value) is int and self.minimum <= value <= self.maximum:
            return value
        raise ConfigError(
            f"parameter {self.name}: {shown(value)} is not a whole number from {self.minimum} to "
            f"{self.maximum} ({self.unit})"
        )


def _worth(name: str, meaning: str) -> Parameter:
    """A number that is only compared with other worths."""
    return Parameter(name, meaning, "worth", -LARGEST_WORTH, LARGEST_WORTH)


def _within(name: str, meaning: str, unit: str, minimum: int, maximum: int) -> Parameter:
    return Parameter(name, meaning, unit, minimum, maximum)


_LAY = (
    _worth("lay_rank", "for laying a card, for each rank above the two"),
    _worth("lay_high", "for laying a queen, king or ace"),
    _worth("lay_guard", "against laying a card, for each other card of its suit held"),
    _worth("lay_alone", "for laying the only card of a suit"),
    _worth("lay_point", "for laying a card, for each of its points, which the party then counts"),
    _worth(
        "lay_point_court",
        "for laying a card, for each of its points and each jack, queen, king or ace held beyond "
        "four, against it for each below: a hand with many is to lose the party",
    ),
    _worth("lay_ace", "for laying an ace"),
    _worth("lay_ace_diamonds", "for laying the ace of diamonds, besides lay_ace"),
    _worth("lay_quinola", "for laying the quinola, for which none of the above counts"),
    _worth("lay_quinola_guard", "against laying the quinola, for each other heart held"),
    _worth("lay_quinola_above", "for laying the quinola, for each heart above it held"),
    _worth("lay_quinola_pool", "for laying the quinola, for each fiche in the pool"),
    _worth("lay_quinola_seat", "for laying the quinola, for each seat that exchanged before"),
    _worth("lay_from", "decline unless some card is worth as much as this"),
)
_LEAD = (
    _worth("lead_taking", "against leading a card that no unseen card beats"),
    _worth("lead_one_higher", "against leading a card that one unseen card beats"),
    _worth("lead_two_higher", "against leading a card that two unseen cards beat"),
    _worth("lead_exhausted", "against leading a suit of which nothing is unseen"),
    _worth(
        "lead_void", "against leading an unbeaten card of a suit that another was seen to be out of"
    ),
    _worth(
        "lead_late",
        "against leading a card that no unseen card beats to trick 9, whose taker leads to a "
        "doubled one",
    ),
    _worth("lead_alone", "for leading the only card of a suit"),
    _worth("lead_quinola", "against leading the quinola"),
    _worth("lead_holding_quinola", "against leading a heart while holding the quinola"),
    _worth("lead_forcing", "for leading a heart while the quinola is unseen"),
    _within(
        "attempt_quinola_from",
        "on the way to a reversis lead the quinola from this trick on, if it is safe (10: never)",
        "trick",
        1,
        10,
    ),
)
_FOLLOW = (
    _worth("shed_quinola", "for throwing off the quinola, whose rank and guards do not count"),
    _worth("shed_ace_diamonds", "for throwing off the ace of diamonds"),
    _worth("shed_ace", "for throwing off another ace"),
    _worth("shed_alone", "for throwing off the only card of a suit"),
    _worth("shed_one_guard", "for throwing off a card with one other of its suit"),
    _worth("shed_opposite", "for throwing an ace or the quinola on the opposite's trick"),
    _within(
        "break_from",
        "stop a player who has taken every trick from this trick on (12: never)",
        "trick",
        2,
        NEVER,
    ),
    _worth(
        "espagnolette_from",
        "use an espagnolette's privilege first for a card worth so much to throw off, then always",
    ),
)
_ATTEMPT = (
    _within(
        "attempt_from",
        "go for a reversis with this many likely winners in hand at trick 1 (12: never)",
        "cards",
        0,
        NEVER,
    ),
    _within(
        "attempt_quinola",
        "as so many likely winners more counts the quinola in hand at trick 1",
        "cards",
        -NEVER,
        NEVER,
    ),
    _within(
        "attempt_missing",
        "after taking every trick so far, go for it while at most so many winners are missing (-1: "
        "never)",
        "cards",
        -1,
        10,
    ),
)

# Ways of playing that cost time only where one of these is set.
_RARE = (
    Parameter(
        "lead_high",
        "for leading the highest card of a suit, to be rid of it, for each rank above the two "
        "(0: only lowest cards are led)",
        "worth",
        0,
        LARGEST_WORTH,
    ),
    _within(
        "take_points",
        "in last place take a trick on purpose, and high but for an ace, if it has at most so many "
        "points, no ace and no quinola (-1: never)",
        "points",
        -1,
        9,
    ),
    _within("take_until", "take such tricks up to this one", "trick", 0, 10),
    _within(
        "keep_ace_until",
        "in last place take a trick, where one must, below the ace if possible (not with the "
        "quinola), up to this trick (0: never)",
        "trick",
        0,
        10,
    ),
    Parameter(
        "break_keep",
        "while another has taken every trick, throw off another card than one that nothing beats, "
        "of a suit that others hold, if it is worth at most so much less (0: never)",
        "worth",
        0,
        LARGEST_WORTH,
    ),
    _within("break_keep_from", "keep such cards back from this trick on", "trick", 2, 10),
)

PARAMETERS: tuple[Parameter, ...] = (*_LAY, *_LEAD, *_FOLLOW, *_ATTEMPT, *_RARE)
BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}
if tuple(BY_NAME) != WEIGHTS:
    raise AssertionError("parameters and the kernel's weights are not in the same order")


def parameter_named(name: str) -> Parameter:
    """The parameter of this name; raises ConfigError offering the nearest name."""
    if name not in BY_NAME:
        raise ConfigError(
            f"parameter {shown(name)}: no such parameter; did you mean {nearest(name, BY_NAME)}?"
        )
    return BY_NAME[name]
