"""Policies as tables and text: what each does, its parameters, where two of them differ."""

import re
from importlib.resources import files

from analyser.reversis.exchanges import (
    KINDS,
    exchange_meaning,
    exchange_names,
    exchange_settings,
)
from analyser.reversis.parameters import BY_NAME
from analyser.reversis.policies import DEFAULT, NAMES, NamedPolicy, policy_from

Row = dict[str, str | int]

_KIND_MEANINGS = {"play": "how cards are played", "exchange": "how the card laid is chosen"}


def description(name: str) -> str:
    """What a shipped policy does, from the comment that its file begins with."""
    text = (files("analyser.reversis") / "policy_files" / f"{name}.toml").read_text("utf-8")
    lines = [line.removeprefix("#").strip() for line in _leading_comment(text)]
    return re.split(r"\.\s", " ".join(lines) + " ")[0]


def _leading_comment(text: str) -> list[str]:
    lines = text.splitlines()
    n = next((n for n, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return lines[:n]


def policy_rows() -> list[Row]:
    """One row a shipped policy, then one an exchange heuristic.

    Columns: kind, name, parameters, description. `parameters` is how many numbers a policy goes
    by, a heuristic sets.
    """
    policies: list[Row] = [
        {
            "kind": "policy",
            "name": name,
            "parameters": len(BY_NAME.keys() & policy_from(name).settings().keys()),
            "description": description(name),
        }
        for name in NAMES
    ]
    exchanges: list[Row] = [
        {
            "kind": "exchange",
            "name": name,
            "parameters": len(exchange_settings(name)),
            "description": exchange_meaning(name),
        }
        for name in exchange_names()
    ]
    return policies + exchanges


def _about(name: str) -> Row:
    """Unit, values accepted and meaning of a setting."""
    if name in _KIND_MEANINGS:
        unit, names = ("kind", KINDS) if name == "play" else ("heuristic", exchange_names())
        return {"unit": unit, "accepted": ", ".join(names), "meaning": _KIND_MEANINGS[name]}
    parameter = BY_NAME[name]
    accepted = f"{parameter.minimum} to {parameter.maximum}"
    return {"unit": parameter.unit, "accepted": accepted, "meaning": parameter.meaning}


def setting_rows(policy: NamedPolicy) -> list[Row]:
    """One row a setting: parameter, value, default (that of `steady`), unit, accepted, meaning."""
    defaults = policy_from(DEFAULT).settings()
    return [
        {"parameter": name, "value": value, "default": defaults[name], **_about(name)}
        for name, value in policy.settings().items()
    ]


def difference_rows(one: NamedPolicy, other: NamedPolicy) -> list[Row]:
    """One row a setting in which two policies differ: parameter, one, other, unit, meaning.

    A setting that a policy does not have shows as an empty text.
    """
    settings = (one.settings(), other.settings())
    names = list(dict.fromkeys([*settings[0], *settings[1]]))
    rows: list[Row] = []
    for name in names:
        values = [side.get(name, "") for side in settings]
        if values[0] != values[1]:
            about = {key: text for key, text in _about(name).items() if key != "accepted"}
            rows.append({"parameter": name, "one": values[0], "other": values[1], **about})
    return rows


def policy_toml(policy: NamedPolicy) -> str:
    """The whole policy as a file that --policy accepts, each setting with its meaning."""
    lines = [f"# {policy.name}, in full."]
    for row in setting_rows(policy):
        value = f'"{row["value"]}"' if isinstance(row["value"], str) else row["value"]
        lines += [
            "",
            f"# {row['meaning']} ({row['unit']}: {row['accepted']})",
            f"{row['parameter']} = {value}",
        ]
    return "\n".join(lines) + "\n"
