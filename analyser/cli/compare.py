"""`reversis compare`: which way of playing wins more."""

import click

from analyser.cli.options import MEASURING, Settings, shared_options


@click.command()
@click.argument("policies", metavar="POLICY POLICY...", nargs=-1, required=True)
@click.option("--opponents", metavar="SPEC", help="What the others play; the first by default.")
@click.option(
    "--until-decided", is_flag=True, help="Stop as soon as one policy alone can be the best."
)
@shared_options(*MEASURING)
def command(
    settings: Settings, policies: tuple[str, ...], opponents: str | None, until_decided: bool
) -> None:
    """Measure which POLICY wins more, on the same deals and in all four seats.

    Each plays in one seat against the same three opponents. A POLICY is a name, a TOML file or
    name:param=value,...; a range stands for several: steady:attempt_from=3..8, or 0..60..20 for
    steps of 20. Two ranges make every combination.

    --deals is 100,000 by default, each played by every policy in every seat. --until-width stops
    as soon as no difference between two is less certain than so many fiches either way.
    """
    from analyser.cli.output import emit_run
    from analyser.reversis.analyses.compare.analysis import comparison, contestants
    from analyser.reversis.analyses.compare.report import result

    compared = contestants(policies)
    question = settings.question([opponents or compared[0].name])
    with settings.runner() as runner:
        run = comparison(
            question,
            compared,
            blocks=settings.deals,
            width=settings.until_width,
            decided=until_decided,
            runner=runner,
            quiet=settings.quiet,
        )
        emit_run(result(run), settings, run, runner)
