"""Batches of deals as the kernels see them: blocks of lanes, fields at fixed offsets.

A batch is one array, int64[n_blocks, n_fields * N_LANES]. Row b is a block of N_LANES deals that
are played in lockstep; inside a row every field (a hand, a payment, the taker of a trick) has
N_LANES neighbouring numbers, one a lane:

    row b:  | field 0: lane 0 1 2 ... 63 | field 1: lane 0 1 2 ... 63 | ...

Fields are named by their offset in a row, so that `lanes[HAND + i]` is the hand in lane i. As
every offset is fixed when compiling, LLVM sees that the loops over lanes cannot interfere and
turns them into vector code without tests at run time.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

# Deals in lockstep. 64 fill eight AVX-512 registers of int64; the fields of a block then fit
# into the caches near the core. Changing it changes no result; at most 64, so that the lanes in
# which something holds are one word (flagged).
N_LANES = 64
_ITEM = 8  # bytes of an int64
_LINE = 8  # int64 of a cache line
_MOST_LANES = 64

Ints: TypeAlias = npt.NDArray[np.int64]


def _lane_pointer(context: Any, builder: Any, signature: Any, arguments: Any, place: int) -> Any:
    """LLVM pointer to the number of lane i in the field `place` fields after the given one."""
    lanes = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
    start = builder.add(arguments[1], ir.Constant(ir.IntType(64), place * N_LANES))
    return builder.gep(lanes.data, [builder.add(start, arguments[2])])


@intrinsic(prefer_literal=True)  # type: ignore[misc]
def get(typing_context: Any, lanes: Any, field: Any, i: Any, width: Any) -> Any:
    """The numbers of lane i in `width` neighbouring fields, as a tuple."""
    result = types.UniTuple(types.int64, width.literal_value)
    given = result(lanes, types.int64, types.int64, width)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers = [
            builder.load(_lane_pointer(context, builder, signature, arguments, place))
            for place in range(result.count)
        ]
        return context.make_tuple(builder, result, numbers)

    return given, codegen


@intrinsic  # type: ignore[misc]
def put(typing_context: Any, lanes: Any, field: Any, i: Any, numbers: Any) -> Any:
    """Store a tuple of numbers into lane i of neighbouring fields."""
    given = types.void(lanes, types.int64, types.int64, types.UniTuple(types.int64, len(numbers)))

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        for place, number in enumerate(cgutils.unpack_tuple(builder, arguments[3])):
            pointer = _lane_pointer(context, builder, signature, arguments, place)
            builder.store(number, pointer)
        return context.get_dummy_value()

    return given, codegen


@intrinsic  # type: ignore[misc]
def copy_field(typing_context: Any, lanes: Any, target: Any, source: Any) -> Any:
    """Copy all lanes of one field to another.

    Loops over lanes work on fields at offsets fixed when compiling; a field chosen while running
    (the hand at a place) is copied to such a field before and from it after. One vector of all
    lanes becomes a few registers; a move of bytes would become a call.
    """

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        target, source = (builder.gep(row.data, [place]) for place in arguments[1:])
        n_bytes = ir.Constant(ir.IntType(64), N_LANES * 8)
        cgutils.raw_memcpy(builder, target, source, n_bytes, 1)
        return context.get_dummy_value()

    return types.void(lanes, types.int64, types.int64), codegen


@intrinsic  # type: ignore[misc]
def copy_numbers(typing_context: Any, target: Any, source: Any, first: Any, n: Any) -> Any:
    """Copy numbers first to first + n - 1 of one row to the beginning of another."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows = [
            cgutils.create_struct_proxy(kind)(context, builder, value=value)
            for kind, value in zip(signature.args[:2], arguments[:2], strict=True)
        ]
        n_bytes = builder.mul(arguments[3], ir.Constant(ir.IntType(64), 8))
        start = builder.gep(rows[1].data, [arguments[2]])
        cgutils.raw_memcpy(builder, rows[0].data, start, n_bytes, 1)
        return context.get_dummy_value()

    return types.void(target, source, types.int64, types.int64), codegen


@intrinsic  # type: ignore[misc]
def flagged(typing_context: Any, lanes: Any, flags: Any) -> Any:
    """The lanes whose flag is 1 and not 0, as a set of their numbers: bit i stands for lane i.

    What few lanes of a block need is worked out for these alone, one after another.
    """

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        all_lanes = ir.VectorType(ir.IntType(64), N_LANES)
        place = builder.bitcast(builder.gep(row.data, [arguments[1]]), all_lanes.as_pointer())
        field = builder.load(place, align=_ITEM)
        are_set = builder.icmp_unsigned("!=", field, ir.Constant(all_lanes, [0] * N_LANES))
        numbers = builder.bitcast(are_set, ir.IntType(N_LANES))
        return numbers if N_LANES == _MOST_LANES else builder.zext(numbers, ir.IntType(64))

    return types.int64(lanes, types.int64), codegen


def new_batch(n_deals: int, n_fields: int) -> Ints:
    """A batch of zeros for at least n_deals deals: int64[n_blocks, n_fields * N_LANES].

    It begins at a cache line: vectors that cross lines make kernels half as slow again.
    """
    shape = -(-n_deals // N_LANES), n_fields * N_LANES
    size = shape[0] * shape[1]
    numbers = np.zeros(size + _LINE, dtype=np.int64)
    start = -(numbers.ctypes.data // numbers.itemsize) % _LINE
    return numbers[start : start + size].reshape(shape)


def read(batch: Ints, field: int, n_deals: int, width: int = 1) -> Ints:
    """Copy `width` neighbouring fields out of a batch: int64[width, n_deals]."""
    rows = batch[:, field : field + width * N_LANES].reshape(len(batch), width, N_LANES)
    return np.array(rows.transpose(1, 0, 2)).reshape(width, -1)[:, :n_deals]


def write(batch: Ints, field: int, values: Ints) -> None:
    """Copy int64[width, n_deals] into `width` neighbouring fields; lanes beyond get 0."""
    for place, row in enumerate(values):
        padded = np.zeros(len(batch) * N_LANES, dtype=np.int64)
        padded[: len(row)] = row
        start = field + place * N_LANES
        batch[:, start : start + N_LANES] = padded.reshape(len(batch), N_LANES)
