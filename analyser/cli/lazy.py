"""A group of commands whose modules are imported only when one of them is called."""

import importlib
from typing import Any, NamedTuple

import click

from analyser.errors import nearest


class LazyCommand(NamedTuple):
    """Where a command is, as "module:attribute", and its line in the list of commands."""

    place: str
    summary: str


class LazyGroup(click.Group):
    """A click group that reads its commands from a table and imports them one at a time."""

    def __init__(self, *args: Any, table: dict[str, LazyCommand], **kwargs: Any) -> None:
        """table: the commands by name, in the order in which help lists them."""
        super().__init__(*args, **kwargs)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the table, in its order."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now; None if there is none."""
        if cmd_name not in self.table:
            return None
        module, _, attribute = self.table[cmd_name].place.partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by their summaries, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.table.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but an unknown name is answered with the nearest one and all there are."""
        name = args[0]
        if name not in self.table:
            raise click.UsageError(
                f"no command {name!r}; did you mean {nearest(name, self.table)}? "
                f"There are {', '.join(self.table)}.",
                ctx,
            )
        return super().resolve_command(ctx, args)
