"""What a run is, as run.toml tells it: enough to repeat it, and to tell it from any other.

`settings` is what the numbers depend on, so runs with other settings, of another command or with
another outcome (the signature of the play, `reversis bench`) are other runs. Deals of the same run
may be computed in any ranges, at any time and place.
"""

import hashlib
import json
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, get_origin, get_type_hints

from analyser.errors import OptionError, RunError
from analyser.files import write_whole
from analyser.numbers import grouped
from analyser.version import library_version

RUN_FILE = "run.toml"
_FORMAT = 1
# The first line of run.toml: the hash of all bytes behind it.
_CHECKSUM_LINE = b'checksum = "%s"\n'


@cache
def git_revision() -> str:
    """The commit that the program is run from, "+" behind it if files were changed; or nothing."""
    folder = Path(__file__).parents[2]
    if not (folder / ".git").exists():
        return ""
    try:
        revision, changes = (
            subprocess.run(
                ["git", "-C", folder, *words], capture_output=True, text=True, check=True
            ).stdout.strip()
            for words in (["rev-parse", "HEAD"], ["status", "--porcelain", "-uno"])
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return f"{revision}{'+' * bool(changes)}"


@dataclass(frozen=True)
class Told:
    """A run.

    command : of the program. settings : what its numbers depend on, in the types of TOML.
    outcome : the signature of the play. deals : asked for, at most; first_deal : the first of them.
    per_place : so many of these deals are one place in the range that begins at first_deal: 1, or
    as many as each of a range of hands is played on; 0 where they are a budget of something else.
    arguments : as given, without those on deals and on the way of computing; None if the run was
    not started by a command. has_deals : whether deals were given. chunk_deals : of a chunk.
    is_finished : whether it has come to its end.
    build, version, revision : the hash of the kernels' sources, the version of the program and its
    commit, where there is one, when the folder was made; for information.
    """

    command: str
    settings: Mapping[str, Any]
    outcome: str
    deals: int
    per_place: int = 1
    first_deal: int = 0
    arguments: tuple[str, ...] | None = None
    has_deals: bool = False
    chunk_deals: int = 0
    is_finished: bool = False
    build: str = ""
    version: str = ""
    revision: str = ""

    @property
    def identity(self) -> str:
        """A hash of what its numbers depend on."""
        parts = [_FORMAT, self.command, self.outcome, _without_nothing(self.settings)]
        return _hash(json.dumps(parts, sort_keys=True, separators=(",", ":")).encode())

    @property
    def end(self) -> int | None:
        """The first place behind those asked for; None where there is no range."""
        return self.first_deal + self.deals // self.per_place if self.per_place else None

    def stamped(self) -> "Told":
        """With the marks of the program that runs."""
        from kernels.compile import cache_folder

        build = cache_folder().name
        return replace(self, build=build, version=library_version(), revision=git_revision())

    def written(self, folder: Path) -> None:
        """Put it into the run.toml of a folder; raises OutputError if that cannot be written.

        Raises OptionError for a text that no file can hold.
        """
        import tomli_w

        text = tomli_w.dumps({"format": _FORMAT, **_without_nothing(asdict(self))})
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            line = text[: error.start].count("\n")
            raise OptionError(
                f"{text.split(chr(10))[line].strip()!r}: a run can only be kept with names of "
                "whole characters (UTF-8)"
            ) from None
        write_whole(folder / RUN_FILE, _CHECKSUM_LINE % _hash(data).encode() + data)


def told_in(folder: Path) -> Told:
    """The run of a folder; raises RunError, naming the file, where that cannot be believed."""
    path = folder / RUN_FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise RunError(f"{folder}: no run folder, there is no {RUN_FILE} in it") from None
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror or error}") from None
    line, newline, rest = data.partition(b"\n")
    if line + newline != _CHECKSUM_LINE % _hash(rest).encode():
        raise RunError(
            f"{path}: damaged or changed, its checksum does not fit; give the command that made it "
            "again, with --repair"
        )
    try:
        return _read(tomllib.loads(rest.decode()))
    except (ValueError, TypeError, KeyError):
        raise RunError(f"{path}: of another version of the program") from None


def _read(table: dict[str, Any]) -> Told:
    """The run of a table; raises ValueError, TypeError or KeyError for one of another format."""
    if table.pop("format") != _FORMAT:
        raise ValueError
    kinds = {name: get_origin(kind) or kind for name, kind in get_type_hints(Told).items()}
    kinds["arguments"] = list
    words = table.get("arguments", [])
    if not all(isinstance(value, kinds[name]) for name, value in table.items()):
        raise TypeError
    if not all(isinstance(word, str) for word in words):
        raise TypeError
    return Told(**table | {"arguments": tuple(words) if "arguments" in table else None})


def _without_nothing(value: Any) -> Any:
    """A value without what is None: TOML has no such thing."""
    if isinstance(value, Mapping):
        return {k: _without_nothing(entry) for k, entry in value.items() if entry is not None}
    return (
        [_without_nothing(entry) for entry in value] if isinstance(value, list | tuple) else value
    )


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def difference(one: Told, other: Told) -> str:
    """The first thing in which the numbers of two runs differ, in words; nothing for none.

    >>> difference(Told("simulate", {"seed": 1}, "a", 5), Told("simulate", {"seed": 2}, "a", 5))
    'seed 1 there, 2 here'
    """
    if one.identity == other.identity:
        return ""
    sides = [
        {"command": told.command, "outcome of the play": told.outcome, **_flat(told.settings)}
        for told in (one, other)
    ]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        there, here = (side.get(name, "nothing") for side in sides)
        if there != here:
            return f"{name} {there} there, {here} here"
    return "another run"


def _flat(settings: Any, name: str = "") -> dict[str, Any]:
    """Settings by their full names."""
    if isinstance(settings, Mapping):
        entries = [(str(key), entry) for key, entry in settings.items()]
    elif isinstance(settings, list | tuple):
        entries = [(str(place), entry) for place, entry in enumerate(settings)]
    else:
        return {} if settings is None else {name: settings}
    found: dict[str, Any] = {}
    for key, entry in entries:
        found |= _flat(entry, f"{name} {key}".strip())
    return found


def joined(told: Told, other: Told) -> Told:
    """The run whose deals are those of two; raises RunError where these are not of one run."""
    if found := difference(told, other):
        raise RunError(found)
    if told.end is None or other.end is None:
        raise RunError(
            f"{told.command}: --deals is a budget here, there are no ranges to be joined"
        )
    first = min(told.first_deal, other.first_deal)
    deals = (max(told.end, other.end) - first) * told.per_place
    return replace(told, first_deal=first, deals=deals, has_deals=True, is_finished=False)


def range_text(first: int, end: int) -> str:
    """Deals in words."""
    return f"deals {grouped(first)} to {grouped(end - 1)}"
