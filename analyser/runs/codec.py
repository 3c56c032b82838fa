"""Tallies as whole numbers in a row, and back: what a run folder keeps of any analysis.

A tally is a dataclass or NamedTuple of whole numbers, arrays of them, mappings, and further such
records. Its numbers are laid out one behind the other, and its shape says where they belong.
"""

import collections
import collections.abc
import dataclasses
import functools
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from analyser.errors import RunError

Tally = TypeVar("Tally")
Numbers = npt.NDArray[np.int64]
# Numbers beyond 63 bits are split here: value = high × 2**63 + low, 0 <= low < 2**63.
_SPLIT = 1 << 63


class Encoded(NamedTuple):
    """The numbers of a tally.

    shape : JSON: null for a number, a list for the shape of an array, an object for a record, a
        list of pairs for a mapping, a count for one from number to number.
    low : int64[n], the numbers; high : int64[n], or int64[0] where all fit into `low`.
    """

    shape: str
    low: Numbers
    high: Numbers

    def is_same(self, other: "Encoded") -> bool:
        """Whether the other has the same numbers."""
        arrays = zip(self[1:], other[1:], strict=True)
        return self.shape == other.shape and all(np.array_equal(*pair) for pair in arrays)


def encode(tally: object) -> Encoded:
    """The numbers of a tally; raises TypeError for what is no tally."""
    pieces: list[npt.NDArray[np.object_]] = [np.zeros(0, dtype=object)]
    shape = json.dumps(_laid_out(tally, pieces), separators=(",", ":"))
    return Encoded(shape, *_split(np.concatenate(pieces)))


def _laid_out(value: Any, pieces: list[npt.NDArray[np.object_]]) -> Any:
    """The shape of a value, whose numbers are put behind `pieces`."""
    if isinstance(value, int | np.integer):
        pieces.append(np.array([int(value)], dtype=object))
        return None
    if isinstance(value, np.ndarray):
        pieces.append(value.astype(object).ravel())
        return list(value.shape)
    if isinstance(value, collections.Counter):
        pieces += [
            np.array(part, dtype=object) for part in zip(*sorted(value.items()), strict=True)
        ]
        return len(value)
    if isinstance(value, Mapping):
        return [[key, _laid_out(entry, pieces)] for key, entry in value.items()]
    kind: Any = type(value)
    return {name: _laid_out(getattr(value, name), pieces) for name in _fields(kind)}


def _split(numbers: npt.NDArray[np.object_]) -> tuple[Numbers, Numbers]:
    try:
        return numbers.astype(np.int64), np.zeros(0, dtype=np.int64)
    except OverflowError:
        high, low = numbers // _SPLIT, numbers % _SPLIT
        return low.astype(np.int64), high.astype(np.int64)


@functools.cache
def _fields(kind: Any) -> dict[str, Any]:
    """The fields of a record and their types."""
    hints = get_type_hints(kind)
    if dataclasses.is_dataclass(kind):
        return {field.name: hints[field.name] for field in dataclasses.fields(kind)}
    if hasattr(kind, "_fields"):
        return {name: hints[name] for name in kind._fields}
    raise TypeError(f"{kind.__name__}: neither a record nor a whole number")


def decode(kind: type[Tally], encoded: Encoded) -> Tally:
    """The tally of a class from its numbers; raises RunError where they are not of such a one."""
    low, high = encoded.low.astype(object), encoded.high.astype(object)
    numbers = low + high * _SPLIT if len(high) else low
    try:
        reader = _Reader(numbers)
        tally: Tally = reader.read(kind, json.loads(encoded.shape))
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise RunError(f"numbers that are no {kind.__qualname__}: {error!r}") from None
    if reader.n_left:
        raise RunError(f"numbers that are no {kind.__qualname__}: {reader.n_left} too many")
    return tally


class _Reader:
    """Gives out numbers in their order."""

    def __init__(self, numbers: npt.NDArray[np.object_]) -> None:
        self._numbers, self._place = numbers, 0

    @property
    def n_left(self) -> int:
        """How many have not been given out."""
        return len(self._numbers) - self._place

    def _take(self, n: int) -> npt.NDArray[np.object_]:
        if not 0 <= n <= self.n_left:
            raise ValueError(f"{n} numbers wanted, {self.n_left} left")
        self._place += n
        return self._numbers[self._place - n : self._place]

    def read(self, kind: Any, shape: Any) -> Any:
        """A value of a type, laid out in a shape."""
        if kind is int:
            return int(self._take(1)[0])
        origin = get_origin(kind) or kind
        if origin is np.ndarray:
            return self._take(math.prod(shape)).reshape(shape)
        if origin is collections.Counter:
            return collections.Counter(dict(zip(self._take(shape), self._take(shape), strict=True)))
        if origin in (dict, collections.abc.Mapping):
            return dict(self._entries(get_args(kind), shape))
        fields = _fields(kind)
        if list(fields) != list(shape):
            raise ValueError(f"fields {', '.join(shape)}")
        return kind(**{name: self.read(fields[name], shape[name]) for name in fields})

    def _entries(self, kinds: tuple[Any, Any], shape: Any) -> Iterator[tuple[Any, Any]]:
        key, kind = kinds
        for name, entry in shape:
            yield _key(key, name), self.read(kind, entry)


def _key(kind: Any, name: Any) -> Any:
    """The key of a mapping from JSON: a text, or a record of texts, numbers and tuples."""
    return name if kind is str else kind(*map(_frozen, name))


def _frozen(entry: Any) -> Any:
    return tuple(map(_frozen, entry)) if isinstance(entry, list) else entry
