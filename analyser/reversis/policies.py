"""Policies from names, TOML files and specifications such as `steady:break_from=8`.

Where several policies are asked for, a specification may have ranges: `steady:break_from=8..12`.
A policy file is a flat TOML table: `play` says by which kind of policy cards are played ("random",
"duck" or "weighted"), `exchange` by which heuristic one is laid (exchanges.py), `extends` names a
policy to start from, and every other key is a parameter of the family (parameters.py). Parameters
that nothing sets are those of `steady`.
"""

import itertools
import math
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import ConfigError, nearest
from analyser.reversis.exchanges import (
    KINDS,
    WEIGHTED,
    exchange_kind,
    exchange_names,
    exchange_settings,
)
from analyser.reversis.notation import shown
from analyser.reversis.parameters import BY_NAME, LAY_PREFIX, PARAMETERS, parameter_named

if TYPE_CHECKING:
    from kernels.reversis.batches import Policy

NAMES = ("random", "duck", "steady")
DEFAULT = "steady"
_SPECIAL_KEYS = ("extends", "play", "exchange")
# A policy may extend one that extends another; more than this is a circle.
_MOST_EXTENDED = 16
MOST_POLICIES = 64
"""As many policies are compared at once, and a range may stand for."""
_RANGE = re.compile(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})(?:\.\.([0-9]{1,18}))?")


@dataclass(frozen=True)
class NamedPolicy:
    """A policy and what the user called it.

    play : how cards are played, a key of KINDS. exchange : the heuristic that lays (exchanges.py).
    parameters : every parameter of the family, in order, whether the policy asks for it or not.
    """

    name: str
    play: str
    exchange: str
    parameters: tuple[int, ...]

    def settings(self) -> dict[str, str | int]:
        """The policy as its TOML file would say it."""
        kinds: dict[str, str | int] = {"play": self.play, "exchange": self.exchange}
        return kinds | {
            name: number
            for name, number in zip(BY_NAME, self.parameters, strict=True)
            if self._asks_for(name)
        }

    def told(self) -> dict[str, object]:
        """The policy with its name and every parameter, whether it asks for it or not."""
        parameters = dict(zip(BY_NAME, self.parameters, strict=True))
        return {"name": self.name, "play": self.play, "exchange": self.exchange, **parameters}

    def _asks_for(self, parameter: str) -> bool:
        """Whether the policy goes by a parameter: of the exchange, or of play."""
        if parameter.startswith(LAY_PREFIX):
            return self.exchange == WEIGHTED or self.exchange not in KINDS
        return self.play == WEIGHTED


def compiled(policies: Iterable[NamedPolicy]) -> "tuple[Policy, ...]":
    """Policies as kernels take them."""
    from kernels.reversis.batches import Policy

    return tuple(
        Policy(KINDS[policy.play], exchange_kind(policy.exchange), policy.parameters)
        for policy in policies
    )


@cache
def _default_numbers() -> tuple[int, ...]:
    """The parameters of `steady`, which policies have where they set nothing else."""
    mapping = tomllib.loads(_text(DEFAULT))
    return tuple(parameter.checked(mapping[parameter.name]) for parameter in PARAMETERS)


def _kind(key: str, value: object, accepted: Iterable[str]) -> str:
    names = list(accepted)
    if isinstance(value, str) and value in names:
        return value
    close = nearest(value, names) if isinstance(value, str) else WEIGHTED
    raise ConfigError(
        f"{key}: {shown(value)} is not one of {', '.join(names)}; did you mean {close}?"
    )


def laying_by(policy: NamedPolicy, exchange: str) -> NamedPolicy:
    """The policy with another exchange heuristic (exchanges.py), which sets lay_ parameters."""
    for key, number in exchange_settings(exchange).items():
        policy = _changed(policy, key, number)
    return replace(policy, exchange=exchange)


def _changed(policy: NamedPolicy, key: str, value: object) -> NamedPolicy:
    """The policy with one setting changed; raises ConfigError for a bad name or value."""
    if key == "play":
        return replace(policy, play=_kind(key, value, KINDS))
    if key == "exchange":
        return laying_by(policy, _kind(key, value, exchange_names()))
    if key not in BY_NAME:
        close = nearest(key, (*BY_NAME, *_SPECIAL_KEYS))
        raise ConfigError(f"parameter {shown(key)}: no such parameter; did you mean {close}?")
    place = list(BY_NAME).index(key)
    numbers = list(policy.parameters)
    numbers[place] = parameter_named(key).checked(value)
    return replace(policy, parameters=tuple(numbers))


def _text(source: str) -> str:
    """The TOML text of a shipped policy or of a file."""
    if source in NAMES:
        return (files("analyser.reversis") / "policy_files" / f"{source}.toml").read_text("utf-8")
    try:
        return Path(source).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(
            f"policy {shown(source)}: neither a policy ({', '.join(NAMES)}) nor a file; did you "
            f"mean {nearest(source, NAMES)}?"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError(f"policy file {shown(source)}: cannot be read: {reason}") from None


def _mapping(source: str) -> dict[str, object]:
    try:
        return tomllib.loads(_text(source))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"policy file {shown(source)}: not TOML: {error}") from None


def _loaded(source: str, depth: int = 0) -> NamedPolicy:
    """The policy of a name or file, with what it extends."""
    mapping = _mapping(source)
    base = mapping.pop("extends", None)
    if base is not None and (not isinstance(base, str) or depth == _MOST_EXTENDED):
        raise ConfigError(
            f"policy {shown(source)}, extends: {shown(base)} is not the name or file of a policy "
            "that ends with one which extends none"
        )
    nothing = NamedPolicy("", "random", "random", _default_numbers())
    policy = nothing if base is None else _loaded(base, depth + 1)
    return _with_settings(policy, mapping, f"policy {shown(source)}, ")


def _with_settings(policy: NamedPolicy, mapping: Mapping[str, object], place: str) -> NamedPolicy:
    """The policy with settings changed: kinds first, as an exchange heuristic sets parameters."""
    try:
        for key in sorted(mapping, key=lambda key: key not in _SPECIAL_KEYS):
            policy = _changed(policy, key, mapping[key])
    except ConfigError as error:
        raise ConfigError(f"{place}{error}") from None
    return policy


def _value(text: str) -> str | int:
    digits = text.removeprefix("-").replace("_", "")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= 18
    return int(text) if is_number else text


def _parts(spec: str) -> tuple[str, str]:
    """The source of a specification and its settings: a file's path may hold a colon too."""
    if ":" not in spec or os.path.exists(spec):  # False where no file can have such a name
        return spec, ""
    source, _, settings = spec.rpartition(":")
    return source, settings


_REMEMBERED: ContextVar[Mapping[str, NamedPolicy]] = ContextVar("remembered", default={})  # noqa: B039


@contextmanager
def remembering(settings: Mapping[str, Any]) -> Iterator[None]:
    """Inside the block the policies of a run are as it tells them, whatever their files say now.

    settings : of the run; its lists of tables are policies (`NamedPolicy.told`).
    """
    tables = (table for value in settings.values() if isinstance(value, list) for table in value)
    policies = [
        _retold(table) for table in tables if isinstance(table, Mapping) and "play" in table
    ]
    token = _REMEMBERED.set({policy.name: policy for policy in policies})
    try:
        yield
    finally:
        _REMEMBERED.reset(token)


def _retold(table: Mapping[str, Any]) -> NamedPolicy:
    numbers = tuple(parameter.checked(table[parameter.name]) for parameter in PARAMETERS)
    return NamedPolicy(table["name"], table["play"], table["exchange"], numbers)


def policy_from(spec: str) -> NamedPolicy:
    """The policy that a specification names: `duck`, `mine.toml`, `steady:break_from=8`.

    Raises ConfigError naming the policy, file or parameter, what was read and what is accepted.

    >>> policy_from("steady:break_from=8").settings()["break_from"]
    8
    """
    if spec in _REMEMBERED.get():
        return _REMEMBERED.get()[spec]
    source, text = _parts(spec)
    policy = _loaded(source)
    mapping: dict[str, object] = {}
    for setting in filter(None, text.split(",")):
        key, equals, value = setting.partition("=")
        if not equals:
            raise ConfigError(
                f"policy {shown(spec)}: {shown(setting)} is not of the form parameter=value"
            )
        mapping[key.strip()] = _value(value.strip())
    return replace(_with_settings(policy, mapping, f"policy {shown(spec)}, "), name=spec)


def expanded(spec: str) -> list[str]:
    """The specifications that one with ranges stands for: first..last or first..last..step.

    Both ends belong to a range, the last one if the steps meet it. Several ranges make every
    combination, the last range counting fastest. A specification without ranges is its own.
    Raises ConfigError for a range that is none, and for more than MOST_POLICIES of them.

    >>> expanded("steady:break_from=8..12..2,lay_ace=5")
    ['steady:break_from=8,lay_ace=5', 'steady:break_from=10,lay_ace=5', \
'steady:break_from=12,lay_ace=5']
    """
    source, text = _parts(spec)
    if ".." not in text:
        return [spec]
    choices = [_choices(spec, setting) for setting in text.split(",")]
    n_policies = math.prod(len(values) for _, values in choices)
    if n_policies > MOST_POLICIES:
        raise ConfigError(
            f"policy {shown(spec)}: ranges for {n_policies} policies; at most {MOST_POLICIES} are "
            "accepted"
        )
    settings = [[f"{start}{value}" for value in values] for start, values in choices]
    return [f"{source}:{','.join(chosen)}" for chosen in itertools.product(*settings)]


def _choices(spec: str, setting: str) -> tuple[str, Sequence[int | str]]:
    """How a setting of a specification begins, and what may follow: numbers if it has a range."""
    key, equals, value = setting.partition("=")
    if ".." not in value:
        return setting, [""]
    match = _RANGE.fullmatch(value.strip())
    first, last, step = (int(number or 1) for number in match.groups()) if match else (0, 0, 0)
    if step == 0 or last < first:
        raise ConfigError(
            f"policy {shown(spec)}: {shown(setting)} is no range; parameter=first..last or "
            "parameter=first..last..step, of whole numbers upwards, is accepted"
        )
    return key + equals, range(first, last + 1, step)


def lineup_from(specs: Iterable[str], default: str = DEFAULT) -> tuple[NamedPolicy, ...]:
    """Four policies, by player: from none (the default for all), one for everybody, or four.

    Raises ConfigError for another number of them, and as `policy_from`.
    """
    named = tuple(policy_from(spec) for spec in specs) or (policy_from(default),)
    if len(named) not in (1, 4):
        raise ConfigError(
            f"{len(named)} policies: one for everybody or four, one a player, are accepted"
        )
    return named * (4 // len(named))
