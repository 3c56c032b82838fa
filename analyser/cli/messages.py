"""What the program says of itself and of what went wrong, on stderr."""

import contextlib

import click

PROGRAM = "reversis"


def complain(message: str) -> None:
    """One line on stderr that begins with the program's name."""
    with contextlib.suppress(OSError):
        click.echo(f"{PROGRAM}: {' '.join(message.split())}", err=True)
