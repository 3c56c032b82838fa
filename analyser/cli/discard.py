"""`reversis discard`: which card to lay in the exchange."""

import click

from analyser.cli.options import MEASURING, Settings, shared_options


@click.command()
@click.argument("hand")
@click.option("--seat", type=click.IntRange(0, 3), default=0, show_default=True, help="Whose hand.")
@shared_options("policy", *MEASURING)
@click.option("--opponents", metavar="SPEC", help="What the others play; as --policy by default.")
@click.option(
    "--until-decided", is_flag=True, help="Stop as soon as one lay alone can be the best."
)
def command(
    settings: Settings, hand: str, seat: int, opponents: str | None, until_decided: bool
) -> None:
    """Measure what each lay from HAND is worth, and declining.

    HAND is dotted, spades.hearts.diamonds.clubs ("AK7.J93.8542.6"), or a list of cards
    ("AS KS 7S JH ..."): eleven cards for seats 0 to 2, twelve for the dealer, seat 3.

    --deals is the budget: every deal played, a lay at a time (2M unless the run stops on a
    target). --until-width stops as soon as no difference from the best is less certain than so
    many fiches either way.
    """
    from analyser.cli.output import emit_run
    from analyser.reversis.analyses.discard import comparison
    from analyser.reversis.analyses.discard_report import result

    run = comparison(
        settings.question_at(seat, opponents),
        hand,
        seat,
        plays=settings.deals,
        width=settings.until_width,
        decided=until_decided,
        threads=settings.threads,
        quiet=settings.quiet,
    )
    emit_run(result(run), settings, run.is_interrupted)
