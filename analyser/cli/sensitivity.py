"""`reversis sensitivity`: which open readings of the rules matter."""

from fractions import Fraction

import click

from analyser.cli.options import MEASURING, Settings, shared_options
from analyser.cli.session import session_of
from analyser.cli.types import Count

_SHARED = tuple(name for name in MEASURING if name != "until-width")


@click.command()
@click.argument("alternatives", metavar="[NAME|KEY=VALUE]...", nargs=-1)
@shared_options("policy", *_SHARED)
@click.option("--hands", type=Count(), help="How many hands to ask for the best lay of.")
def command(settings: Settings, alternatives: tuple[str, ...], hands: int | None) -> None:
    """Measure what each option of the rules changes, and which of them matter.

    Alternatives are compared with the rules in force, which --rules, --rule and --pool set, on the
    same deals. NAME stands for the other values of an option (of an amount: twice as much),
    KEY=VALUE for one; without any, all options are asked about. `reversis rules` tells their names.

    Told are the changes of fiches per deal, by seat, and of how often things happen; in how many
    hands the best lay is another, and what the old one costs; and what changes of going for a
    reversis. Without --pool the pool is the first stake, so that `stake` and `dealer_stake` change
    it too.

    --deals is 500,000 by default: so many are played for payments, and twice more for going for a
    reversis. One hand for 2048 of them is asked about, each lay on 512 deals; --hands sets another
    number.
    """
    from analyser.cli.output import emit_run
    from analyser.reversis.analyses.sensitivity.analysis import measurement
    from analyser.reversis.analyses.sensitivity.report import result

    question = settings.question()
    told = session_of(click.get_current_context()).told
    with settings.runner() as runner:
        run = measurement(
            question,
            alternatives,
            pool=settings.pool,
            deals=settings.deals,
            hands=hands,
            hands_a_deal=Fraction(told.settings["hands_a_deal"]) if told else None,
            runner=runner,
            quiet=settings.quiet,
        )
        emit_run(result(run), settings, run, runner)
