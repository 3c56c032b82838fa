"""Measuring what decisions at the card table are worth: text, tables and decisions.

The functions of `analyser.api` are here by their names, and loaded when first asked for:

    from analyser import simulate, discard, discards, attempt, compare, tables, sensitivity
    from analyser import settle, play
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyser.api import (
        attempt,
        compare,
        discard,
        discards,
        play,
        sensitivity,
        settle,
        simulate,
        tables,
    )

__all__ = [
    "attempt",
    "compare",
    "discard",
    "discards",
    "play",
    "sensitivity",
    "settle",
    "simulate",
    "tables",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import analyser.api

    return getattr(analyser.api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
