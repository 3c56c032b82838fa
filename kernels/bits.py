"""Sets of cards as whole numbers: the only place where single bits are handled.

A set of cards is an int64 in which bit `index` says that card `index` is in the set:

    bit     47   46   45   44  ...  7    6    5    4    3    2    1    0
    card    AS   AH   AD   AC  ...  3S   3H   3D   3C   2S   2H   2D   2C

(the order of the cards is the game's own; shown here as Reversis has it). A single card is a set
of one; the empty set stands for "no card". Sets have fewer than 63 members, so that they are
never negative. Every function is straight-line code that the vectoriser can spread over lanes.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kernels.compile import inlined


@intrinsic  # type: ignore[misc]
def count(typing_context: Any, cards: Any) -> Any:
    """Number of cards in a set."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[misc]
def _leading_zeros(typing_context: Any, cards: Any) -> Any:
    """Number of zero bits above the highest card; 64 for the empty set."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(cgutils.bool_t, 0))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[misc]
def lowest_index(typing_context: Any, cards: Any) -> Any:
    """The index of the lowest card of a set; 64 where there is none."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(cgutils.bool_t, 0))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[misc]
def times(typing_context: Any, one: Any, other: Any) -> Any:
    """The product of two whole numbers that fit into 32 bits, signs included.

    For vectors it is one step, the product of any two three.
    """

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        halves = [builder.trunc(argument, ir.IntType(32)) for argument in arguments]
        factors = [builder.sext(half, ir.IntType(64)) for half in halves]
        return builder.mul(*factors)

    return types.int64(types.int64, types.int64), codegen


@intrinsic  # type: ignore[misc]
def select(typing_context: Any, condition: Any, one: Any, other: Any) -> Any:
    """`one` where the condition holds (is not zero), else `other`; both are worked out.

    Python's own `one if condition else other` compiles to a branch, and a chain of those to a
    jump table, which keeps a lane loop from becoming vector code.
    """

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        holds = context.cast(builder, arguments[0], signature.args[0], types.boolean)
        return builder.select(holds, arguments[1], arguments[2])

    return types.int64(condition, types.int64, types.int64), codegen


@inlined
def lowest(cards: int) -> int:
    """The lowest card of a set; the empty set where there is none."""
    return cards & -cards


@inlined
def highest_index(cards: int) -> int:
    """The index of the highest card of a set; 0 where there is none."""
    return 63 - _leading_zeros(cards | 1)


@inlined
def highest(cards: int) -> int:
    """The highest card of a set; the empty set where there is none."""
    return (1 << highest_index(cards)) & cards


@inlined
def index_of(card: int) -> int:
    """The index of a single card (-1 for no card)."""
    return 63 - _leading_zeros(card)


@inlined
def lower_than(card: int) -> int:
    """All cards lower in the order than a single card."""
    return card - 1


@inlined
def higher_than(card: int) -> int:
    """All cards higher in the order than a single card; none for no card."""
    return card ^ -card


@inlined
def without_lowest(cards: int) -> int:
    """A set without its lowest card; the empty set stays empty."""
    return cards & (cards - 1)


@inlined
def _without_lowest(cards: int, is_to_go: bool) -> int:
    """A set without its lowest card, where that is to go."""
    return select(is_to_go, without_lowest(cards), cards)


@inlined
def pick_of_six(cards: int, k: int) -> int:
    """The card with k lower ones in a set of at most six; k counts from 0."""
    cards = _without_lowest(_without_lowest(_without_lowest(cards, k > 0), k > 1), k > 2)
    return lowest(_without_lowest(_without_lowest(cards, k > 3), k > 4))


@inlined
def pick(cards: int, k: int) -> int:
    """The card with k lower ones in a set of at most twelve; k counts from 0."""
    cards = _without_lowest(_without_lowest(_without_lowest(cards, k > 10), k > 9), k > 8)
    cards = _without_lowest(_without_lowest(_without_lowest(cards, k > 7), k > 6), k > 5)
    return pick_of_six(cards, k)
