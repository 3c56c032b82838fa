"""The command as it was given, and what is done with the folder of its run."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from analyser.runs.told import Told

_NOT_TOLD = frozenset(
    {
        "run",
        "repair",
        "deals",
        "first_deal",
        "threads",
        "scheduler",
        "chunk_deals",
        "max_seconds",
        "format",
        "out",
        "folder",
        "plot",
        "quiet",
    }
)
"""Options that say how a run is computed, kept and shown, and which deals: run.toml has the others,
and the deals by themselves."""


@dataclass(frozen=True)
class Session:
    """One call of the program.

    arguments : as given, the command first. on_the_folder : what else `Running` is told.
    is_silent : whether the result is neither printed nor written. told : the run that is called
    again from its folder. runners : those that the command has made.
    """

    arguments: tuple[str, ...] = ()
    on_the_folder: dict[str, Any] = field(default_factory=dict)
    is_silent: bool = False
    told: "Told | None" = None
    runners: list[Any] = field(default_factory=list)


def session_of(context: click.Context | None) -> Session:
    """The session of a context; one of nothing where there is none."""
    return (context.find_object(Session) if context else None) or Session()


def told_arguments(command: click.Command, arguments: Sequence[str]) -> tuple[str, ...]:
    """The arguments of a command, as given, without those that run.toml does not have.

    arguments : the name of the command first.
    """
    return tuple(_told(command, arguments[1:]))


def _told(command: click.Command, arguments: Sequence[str]) -> Iterator[str]:
    options = {
        name: option
        for option in command.params
        if isinstance(option, click.Option)
        for name in option.opts
    }
    rest = iter(arguments)
    for argument in rest:
        name, equals, _ = argument.partition("=")
        option = options.get(name)
        words = [argument]
        if option is not None and not option.is_flag and not equals:
            words += [word for word in [next(rest, None)] if word is not None]
        if option is None or option.name not in _NOT_TOLD:
            yield from words
        if argument == "--":
            yield from rest
