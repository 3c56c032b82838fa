"""JSON of one line, and the shapes of its values, with words for what does not fit (RECORD.md)."""

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn, ParamSpec, TypeVar

from analyser.errors import ConfigError, NotationError
from analyser.reversis.notation import shown

_N_CHARACTERS_SHOWN = 40
_JSON_TYPES = {
    dict: "an object",
    list: "an array",
    str: "a string",
    int: "a whole number",
    float: "a number with a fraction or exponent",
    bool: "a truth value",
}

_P = ParamSpec("_P")
_T = TypeVar("_T")


class LocatedError(Exception):
    """What is wrong with a record, and the place: keys, trick, card, from the outside in."""

    def __init__(self, reason: str, *place: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place


def at(place: str, read: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """What `read` returns; a fault it raises, a reason of notation or an option gets its place."""
    try:
        return read(*args, **kwargs)
    except LocatedError as fault:
        raise LocatedError(fault.reason, place, *fault.place) from None
    except (NotationError, ConfigError) as error:
        raise LocatedError(str(error), place) from None


def _one_of_each_key(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise LocatedError(f"key {shown(twice)} stands twice in one object")
    return members


def _no_constant(text: str) -> NoReturn:
    raise LocatedError(f"{text} is not JSON; numbers are whole, as in 45")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise LocatedError(f"number {shown(text)} is too large to be kept")
    return number


_decode = json.JSONDecoder(
    object_pairs_hook=_one_of_each_key, parse_constant=_no_constant, parse_float=_finite
).decode


def json_object(text: str) -> dict[str, Any]:
    """The object that is the whole text; raises LocatedError, also for NaN and a key twice."""
    try:
        data = _decode(text)
    except json.JSONDecodeError as error:
        what = f"{error.msg.removesuffix(' at')}, column {error.pos + 1}"
        raise LocatedError(f"not JSON: {what}; a record is one object on one line") from None
    except ValueError:
        raise LocatedError("a number has too many digits to be read") from None
    except RecursionError:
        raise LocatedError("arrays or objects are nested too deeply to be read") from None
    return object_of(data, "a record: one object with hands, talon, exchange and play")


def read_as(value: Any) -> str:
    """What was read, for a message: its text where that is short, and its type in JSON."""
    if value is None:
        return "read null"
    kind = _JSON_TYPES[type(value)]
    text = "" if isinstance(value, dict | list) else f"{json.dumps(value)[:_N_CHARACTERS_SHOWN]}, "
    return f"read {text}{kind}"


def object_of(value: Any, what: str) -> dict[str, Any]:
    """`value` if it is an object; otherwise raises LocatedError asking for `what`."""
    if type(value) is not dict:
        raise LocatedError(f"must be {what}, {read_as(value)}")
    return value


def array_of(value: Any, length: int, what: str) -> list[Any]:
    """`value` if it is an array of this length; otherwise raises LocatedError."""
    if type(value) is not list:
        raise LocatedError(f"must be an array of {length} {what}, {read_as(value)}")
    if len(value) != length:
        raise LocatedError(f"must be an array of {length} {what}, read {len(value)}")
    return value


def string_of(value: Any, example: str) -> str:
    """`value` if it is a string; otherwise raises LocatedError."""
    if type(value) is not str:
        raise LocatedError(f"must be a string such as {example}, {read_as(value)}")
    return value
