"""`reversis discard`: which card to lay in the exchange, from one hand or over all."""

import click

from analyser.cli.options import MEASURING, Settings, shared_options
from analyser.cli.session import session_of
from analyser.cli.types import Count
from analyser.errors import OptionError


@click.command()
@click.argument("hand", required=False)
@click.option("--seat", type=click.IntRange(0, 3), help="Whose hand: 0; without HAND all four.")
@shared_options("policy", *MEASURING)
@click.option("--opponents", metavar="SPEC", help="What the others play; as --policy by default.")
@click.option("--until-decided", is_flag=True, help="HAND: stop when one lay alone can be best.")
@click.option("--heuristics", is_flag=True, help="HAND: tell what each heuristic would lay.")
@click.option(
    "--by",
    multiple=True,
    metavar="COLUMN[,COLUMN]",
    help="Without HAND: what lays are grouped by; repeatable.",
)
@click.option("--hands", type=Count(1), help="Without HAND: how many hands to deal.")
def command(
    settings: Settings,
    hand: str | None,
    seat: int | None,
    opponents: str | None,
    until_decided: bool,
    heuristics: bool,
    by: tuple[str, ...],
    hands: int | None,
) -> None:
    """Measure what each lay from HAND is worth, and declining; or over random hands.

    HAND is dotted, spades.hearts.diamonds.clubs ("AK7.J93.8542.6"), or a list of cards
    ("AS KS 7S JH ..."): eleven cards for seats 0 to 2, twelve for the dealer, seat 3.

    Without HAND: what each kind of card costs that is laid, less the best lay of the same hand,
    and what each heuristic loses. Lays are grouped by one or two of seat, rank, suit, suit_length,
    guards (lower cards of the suit) and special (quinola+k, with k other hearts, and aces).

    --deals is the budget: every deal played, a lay at a time (2M for a HAND, 10M over all, unless
    the run stops on a target). --until-width stops as soon as no difference from the best (over
    all hands, no heuristic's) is less certain than so many fiches either way.
    """
    if hand is None:
        _refuse("without a HAND", {"--until-decided": until_decided, "--heuristics": heuristics})
        _over_hands(settings, seat, opponents, by, hands)
    else:
        _refuse("with a HAND", {"--by": by, "--hands": hands is not None})
        _of_hand(settings, hand, seat or 0, opponents, until_decided, heuristics)


def _refuse(case: str, options: dict[str, object]) -> None:
    """Raises OptionError for the first option that is given and means nothing in this case."""
    for option, value in options.items():
        if value:
            raise OptionError(f"{option}: means nothing {case}; see reversis discard --help")


def _of_hand(
    settings: Settings,
    hand: str,
    seat: int,
    opponents: str | None,
    until_decided: bool,
    heuristics: bool,
) -> None:
    from analyser.cli.output import emit_run
    from analyser.reversis.analyses.discard.analysis import comparison
    from analyser.reversis.analyses.discard.heuristics import with_heuristics
    from analyser.reversis.analyses.discard.report import result

    question = settings.question_at(seat, opponents)
    with settings.runner() as runner:
        run = comparison(
            question,
            hand,
            seat,
            plays=settings.deals,
            width=settings.until_width,
            decided=until_decided,
            runner=runner,
            quiet=settings.quiet,
        )
        shown = with_heuristics(result(run), run) if heuristics else result(run)
        emit_run(shown, settings, run, runner)


def _over_hands(
    settings: Settings,
    seat: int | None,
    opponents: str | None,
    by: tuple[str, ...],
    hands: int | None,
) -> None:
    from analyser.cli.output import emit_run
    from analyser.reversis.analyses.discards.analysis import measurement
    from analyser.reversis.analyses.discards.report import result

    question = settings.question_at(0, opponents)
    told = session_of(click.get_current_context()).told
    with settings.runner() as runner:
        run = measurement(
            question,
            seat=seat,
            by=by,
            hands=hands,
            plays=settings.deals,
            deals_a_hand=told.settings["deals_a_hand"] if told else None,
            width=settings.until_width,
            runner=runner,
            quiet=settings.quiet,
        )
        emit_run(result(run), settings, run, runner)
