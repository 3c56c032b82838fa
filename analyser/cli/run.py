"""`reversis run`: what can be done with runs that are kept in folders."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyser.cli.messages import PROGRAM
from analyser.cli.options import Settings, shared_options
from analyser.cli.session import Session
from analyser.cli.types import Count, ResultFolder
from analyser.errors import OptionError

if TYPE_CHECKING:
    from analyser.runs.told import Told

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_LINED_UP = ("threads", "scheduler", "max-seconds", "repair", "format", "quiet")
# What it takes is for the command of the run to say.
_out_option = click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the result to a file too; that of `tables` to a folder.",
)


@click.group()
def group() -> None:
    """Continue, extend, join, show and check runs that were kept with --run DIR.

    A run folder holds run.toml, which says what is played, and what has been counted so far, in
    Parquet files that are checked bit for bit when they are read.
    """


def _called(folder: Path, told: "Told", options: Sequence[str], **session: Any) -> Session:
    """Run the command of a folder again, with further options."""
    from analyser.cli.main import group as program
    from analyser.reversis.policies import remembering

    if told.arguments is None:
        raise OptionError(
            f"{folder}: not made by a command; call the function again that made it, with run="
        )
    deals = ["--deals", str(told.deals)] if told.has_deals else []
    first = ["--first-deal", str(told.first_deal)] if told.first_deal else []
    kept = [*deals, *first, "--run", str(folder), *told.arguments]
    arguments = [told.command, *options, *kept]
    called = Session(tuple(arguments), told=told, **session)
    with (
        remembering(told.settings),
        program.make_context(PROGRAM, arguments, obj=called) as context,
    ):
        program.invoke(context)
    return called


def _passed(settings: Settings, *names: str, out: Path | None = None) -> list[str]:
    """Options as words, where they differ from what they are without being given."""
    words = [] if out is None else ["--out", str(out)]
    for name in names:
        value, usual = (getattr(of, name.replace("-", "_")) for of in (settings, Settings()))
        if value != usual:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return words


@group.command()
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=_FOLDER)
@shared_options("format", "out")
def status(settings: Settings, folders: tuple[Path, ...]) -> None:
    """Tell how far the runs in the folders DIR are."""
    from analyser.cli.output import emit
    from analyser.runs.status import result

    emit(result(folders), settings)


@group.command()
@click.argument("folder", metavar="DIR", type=_FOLDER)
@shared_options(*_LINED_UP)
@_out_option
def resume(settings: Settings, folder: Path, out: Path | None) -> None:
    """Finish the run in DIR, and print its result."""
    from analyser.runs.told import told_in

    _called(folder, told_in(folder), _passed(settings, *_LINED_UP, out=out))


@group.command()
@click.argument("folder", metavar="DIR", type=_FOLDER)
@click.option("--deals", "n_more", type=Count(1), required=True, help="How many deals to add.")
@shared_options(*_LINED_UP)
@_out_option
def extend(settings: Settings, folder: Path, n_more: int, out: Path | None) -> None:
    """Add deals to the run in DIR, and print its result.

    A run that stops as soon as it is certain enough takes more only where its --deals ended it.
    """
    from dataclasses import replace

    from analyser.runs.told import told_in

    told = told_in(folder)
    has_target = told.settings.get("until_width") or told.settings.get("until_decided")
    if has_target and not told.has_deals:
        raise OptionError(f"{folder}: plays until it is certain enough, whatever that takes")
    longer = replace(told, deals=told.deals + n_more, has_deals=True)
    _called(folder, longer, _passed(settings, *_LINED_UP, out=out))


@group.command()
@click.argument("folders", metavar="DIR DIR...", nargs=-1, required=True, type=_FOLDER)
@click.option("--run", "out", type=ResultFolder(), required=True, help="Folder for the joined run.")
def merge(folders: tuple[Path, ...], out: Path) -> None:
    """Join runs in folders DIR to one in another folder.

    They are of different deals of one seed, and alike in everything else. What is still missing
    then, between their deals too, reversis run resume plays.
    """
    from analyser.runs.merge import merged

    told, n_there = merged(folders, out)
    what = "deals" if told.per_place == 1 else "hands"
    n_asked = told.deals // told.per_place
    click.echo(f"{out}: {n_there:,} of {n_asked:,} {what} from number {told.first_deal:,} on")


@group.command()
@click.argument("folder", metavar="DIR", type=_FOLDER)
@shared_options("format", "plot")
@_out_option
def show(settings: Settings, folder: Path, out: Path | None) -> None:
    """Print the result of the run in DIR as far as it is; play nothing.

    Counted are the deals up to the first that is missing.
    """
    from analyser.reversis.running import Purpose
    from analyser.runs.told import told_in

    options = _passed(settings, "format", "plot", out=out)
    _called(folder, told_in(folder), options, on_the_folder={"purpose": Purpose.SHOW})


@group.command()
@click.argument("folder", metavar="DIR", type=_FOLDER)
@click.option("--pieces", type=Count(1), default=20, show_default=True, help="How many to check.")
@shared_options("threads", "scheduler", "quiet")
def verify(settings: Settings, folder: Path, pieces: int) -> None:
    """Play pieces of the run in DIR again, drawn at random, and compare.

    A piece is some hundred thousand to some million deals that lie together.
    """
    from analyser.reversis.running import Purpose
    from analyser.runs.told import told_in

    on_the_folder = {"purpose": Purpose.VERIFY, "n_pieces": pieces}
    options = _passed(settings, "threads", "scheduler", "quiet")
    called = _called(folder, told_in(folder), options, on_the_folder=on_the_folder, is_silent=True)
    for verifier in called.runners:
        click.echo(
            f"{folder}: {verifier.n_verified} pieces, {verifier.n_deals:,} deals, came out the same"
        )
