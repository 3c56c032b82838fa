"""Rules from presets, files, settings and mappings, and back (RULES.md 13)."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path

from analyser.errors import ConfigError, nearest
from analyser.reversis.notation import shown
from analyser.reversis.option_table import BY_NAME, OPTIONS, Option
from kernels.reversis.rules import Rules

PRESETS = ("seed",)

_SUFFIXES = {"": 1, "k": 10**3, "m": 10**6}
_WHOLE_NUMBER = re.compile(
    r"(?=.{1,30}\Z)(-?\d+(?:_\d+)*)(?:e(\d\d?)|([km]?))", re.IGNORECASE | re.ASCII
)


def option_named(name: str) -> Option:
    """The option of this name; raises ConfigError offering the nearest name."""
    if name not in BY_NAME:
        raise ConfigError(
            f"option {shown(name)}: no such option; did you mean {nearest(name, BY_NAME)}?"
        )
    return BY_NAME[name]


def rules_from_mapping(mapping: Mapping[str, object], base: Rules | None = None) -> Rules:
    """`base` (the defaults) with the options of `mapping`, as records and files hold them.

    Raises ConfigError for an unknown option or a value it does not take.
    """
    numbers = {name: option_named(name).number(value) for name, value in mapping.items()}
    return (base or Rules())._replace(**numbers)


def rules_mapping(rules: Rules, all: bool = False) -> dict[str, str | int]:
    """Option names and values as a user writes them: those off their defaults, or `all`."""
    values = {option.name: option.value_in(rules) for option in OPTIONS}
    return values if all else {n: v for n, v in values.items() if v != BY_NAME[n].default}


def option_rows(rules: Rules) -> list[dict[str, str | int]]:
    """One row an option: option, section, value, default, accepted, meaning."""
    return [
        {
            "option": option.name,
            "section": option.section,
            "value": option.value_in(rules),
            "default": option.default,
            "accepted": option.accepted,
            "meaning": option.meaning,
        }
        for option in OPTIONS
    ]


def preset_text(name: str) -> str:
    """The TOML text of a preset, comments included."""
    return (files("analyser.reversis") / "presets" / f"{name}.toml").read_text("utf-8")


def _source_text(source: str) -> str:
    """The TOML text of a preset or of a file."""
    if source in PRESETS:
        return preset_text(source)
    try:
        return Path(source).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(
            f"rules {source!r}: no such file; did you mean {nearest(source, PRESETS)}?"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError(f"rules file {source!r}: cannot be read: {reason}") from None


def _file_mapping(source: str) -> dict[str, object]:
    try:
        return tomllib.loads(_source_text(source))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"rules file {source!r}: not TOML: {error}") from None


def _setting_value(text: str) -> str | int:
    """A whole number (`45`, `1_000`, `5e3`, `2k`) where `text` is one, else the word."""
    match = _WHOLE_NUMBER.fullmatch(text)
    if not match:
        return text
    digits, exponent, suffix = match.groups()
    factor: int = 10 ** int(exponent or 0)
    return int(digits) * factor * _SUFFIXES[(suffix or "").lower()]


def _settings_mapping(settings: Iterable[str]) -> dict[str, object]:
    mapping: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ConfigError(
                f"rule {shown(setting)}: not of the form OPTION=VALUE, as in remise=45"
            )
        mapping[name.strip()] = _setting_value(value.strip())
    return mapping


def _rules_from_file(source: str, base: Rules) -> Rules:
    mapping = _file_mapping(source)
    try:
        return rules_from_mapping(mapping, base)
    except ConfigError as error:
        raise ConfigError(f"rules {source!r}, {error}") from None


def rules_from(
    source: str | None = None, settings: Iterable[str] = (), base: Rules | None = None
) -> Rules:
    """Rules from a preset's name or the path of a TOML file, and `OPTION=VALUE` settings over it.

    What neither names keeps its value in `base` (the defaults). Raises ConfigError naming the file
    or option, what was read and what is accepted.
    """
    rules = base or Rules()
    if source is not None:
        rules = _rules_from_file(source, rules)
    return rules_from_mapping(_settings_mapping(settings), rules)
