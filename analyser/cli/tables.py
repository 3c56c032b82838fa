"""`reversis tables`: how often what happens."""

from pathlib import Path

import click

from analyser.cli.options import RUNNING, Settings, shared_options
from analyser.cli.types import ResultFolder


@click.command()
@click.argument("names", metavar="[NAME...]", nargs=-1)
@click.option("--list", "is_list", is_flag=True, help="List the tables and play nothing.")
@shared_options("policy", "rules", "rule", "pool", "deals", "seed", *RUNNING, "format", "quiet")
@click.option(
    "--out",
    "folder",
    type=ResultFolder(),
    help="Write each table to this folder, as .csv and .parquet, and each distribution as a plot.",
)
def command(settings: Settings, names: tuple[str, ...], is_list: bool, folder: Path | None) -> None:
    """Print probability tables: how often what happens, exact beside simulated.

    Each NAME is a table; all of them without any. `reversis tables --list` tells their names.

    Everybody plays `steady` unless --policy says otherwise, once for all or once a player.
    --deals is a million by default. Exact is what follows from cards that are drawn at random:
    hands as dealt, and with --policy random hands after the exchange and the discard too.
    """
    from analyser.cli.output import emit, emit_run
    from analyser.reversis.analyses.tables.analysis import chosen, tabulation
    from analyser.reversis.analyses.tables.files import write_folder
    from analyser.reversis.analyses.tables.report import listing, result

    if is_list:
        chosen(names)
        emit(listing(), settings)
        return
    question = settings.question()
    with settings.runner() as runner:
        run = tabulation(question, names, settings.deals, runner=runner, quiet=settings.quiet)
        try:
            emit_run(result(run), settings, run, runner)
        finally:
            if folder is not None:
                write_folder(run, folder, settings.quiet)
