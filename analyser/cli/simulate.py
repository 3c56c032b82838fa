"""`reversis simulate`: what seats and players get."""

import click

from analyser.cli.options import MEASURING, Settings, shared_options


@click.command()
@shared_options("policy", *MEASURING)
@click.option("--rotate", is_flag=True, help="Play each deal four times: every player, every seat.")
def command(settings: Settings, rotate: bool) -> None:
    """Play many deals and tabulate what the seats and players win.

    Everybody plays `steady` unless --policy says otherwise, once for all or once a player.

    --deals is a million by default. --until-width stops as soon as no player's fiches per deal
    are less certain than so many either way, and takes as many deals as that needs.
    """
    from analyser.cli.output import emit_run
    from analyser.reversis.analyses.simulate.analysis import simulation
    from analyser.reversis.analyses.simulate.report import result

    question = settings.question()
    with settings.runner() as runner:
        run = simulation(
            question,
            settings.deals,
            rotate=rotate,
            until_width=settings.until_width,
            runner=runner,
            quiet=settings.quiet,
        )
        emit_run(result(run), settings, run, runner)
