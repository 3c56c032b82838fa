"""The exchange heuristics (POLICIES.md): ways to choose the card laid, for any way of playing on.

Each is a preset of the family's lay_ parameters (policy_files/exchanges.toml), except the two that
are fixed to the letter, `random` and `duck`.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from analyser.reversis.parameters import BY_NAME, LAY_PREFIX, parameter_named
from kernels.reversis.weights import DUCK, FAMILY, RANDOM

WEIGHTED = "weighted"
KINDS = {"random": RANDOM, "duck": DUCK, WEIGHTED: FAMILY}
# Those that are compared: all but `duck`, which belongs to the policy of that name.
HEURISTICS = (
    "decline",
    "random",
    "highest",
    "void",
    "guard",
    "dump-quinola",
    "keep-quinola",
    "dump-ace-diamonds",
    "keep-aces",
    WEIGHTED,
)


@cache
def _presets() -> Mapping[str, Mapping[str, object]]:
    path = files("analyser.reversis") / "policy_files" / "exchanges.toml"
    return tomllib.loads(path.read_text("utf-8"))


def exchange_names() -> tuple[str, ...]:
    """All exchange heuristics, by name."""
    return tuple(_presets())


def exchange_meaning(name: str) -> str:
    """What a heuristic lays."""
    return str(_presets()[name]["about"])


def exchange_kind(name: str) -> int:
    """The kind of exchange (kernels/reversis/weights.py) that a heuristic is."""
    return KINDS.get(name, FAMILY)


def exchange_settings(name: str) -> dict[str, int]:
    """The lay_ parameters that a heuristic sets; none for one that has its own kind.

    >>> exchange_settings("decline")
    {'lay_from': 1000000}
    """
    if name in KINDS:
        return {}
    preset = _presets()[name]
    named = {key: parameter_named(key).checked(n) for key, n in preset.items() if key in BY_NAME}
    if "by_own_weights" in preset:
        return named
    return {key: named.get(key, 0) for key in BY_NAME if key.startswith(LAY_PREFIX)}
