"""`reversis simulate`: what seats and players get."""

import click

from analyser.cli.options import Settings, shared_options


@click.command()
@shared_options(
    "policy",
    "rules",
    "rule",
    "pool",
    "deals",
    "seed",
    "threads",
    "until-width",
    "format",
    "out",
    "plot",
    "quiet",
    deals=1_000_000,
)
@click.option("--rotate", is_flag=True, help="Play each deal four times: every player, every seat.")
def command(settings: Settings, rotate: bool) -> None:
    """Play many deals and tabulate what the seats and players win.

    Everybody plays `steady` unless --policy says otherwise, once for all or once a player.
    """
    from analyser.cli.output import emit_run
    from analyser.reversis.analyses.simulate import DEALS, result, simulation

    run = simulation(
        settings.question(),
        settings.deals or DEALS,
        rotate=rotate,
        until_width=settings.until_width,
        threads=settings.threads,
        quiet=settings.quiet,
    )
    emit_run(result(run), settings, run.is_interrupted)
