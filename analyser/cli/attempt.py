"""`reversis attempt`: is it worth going for the reversis?"""

import click

from analyser.cli.options import MEASURING, Settings, shared_options
from analyser.cli.types import Counts


@click.command()
@click.argument("hand", required=False)
@click.option("--seat", type=click.IntRange(0, 3), help="Whose HAND; 0 by default.")
@click.option("--lay", metavar="CARD", help="What HAND lays, or decline; by default as it decides.")
@shared_options("policy", *MEASURING)
@click.option("--opponents", metavar="SPEC", help="What others than HAND play; as --policy.")
@click.option("--tricks", type=Counts(1, 10), help="When: 1,2,4,6,8 by default, 1 with HAND.")
@click.option(
    "--by",
    metavar="COLUMN,...",
    default="trick,strength",
    show_default=True,
    help="Rows go by trick, and by any of strength, quinola, seat.",
)
def command(
    settings: Settings,
    hand: str | None,
    seat: int | None,
    lay: str | None,
    opponents: str | None,
    tricks: tuple[int, ...] | None,
    by: str,
) -> None:
    """Measure whether going on for a reversis pays, against giving it up.

    A player decides at trick 1 before its first card, at a later trick if it has taken all before.
    Each such deal is played both ways: going on (in that trick, then as the policy decides), and
    giving up for good. Rows go by the strength held, the quinola (held, played on the way,
    elsewhere) or the seat; the last table says at which pools the answer changes.

    With HAND, as dealt, the question is whether to go for it from that hand: dotted,
    spades.hearts.diamonds.clubs ("AKQ.AK9.AKJ4.A"), or a list of cards ("AS KS QS AH ..."), eleven
    cards for seats 0 to 2, twelve for the dealer, seat 3.

    --deals is a million by default, each played twice a trick and once more. --until-width stops
    as soon as no trick's gain is less certain than so many fiches either way.
    """
    from analyser.cli.output import emit_run
    from analyser.reversis.analyses.attempt.analysis import measured
    from analyser.reversis.analyses.attempt.report import result
    from analyser.reversis.analyses.attempt.spot import check_needs_hand, spot_of

    check_needs_hand(hand, opponents=opponents)
    question = settings.question() if hand is None else settings.question_at(seat or 0, opponents)
    spot = spot_of(question, hand, seat, lay, tricks)
    with settings.runner() as runner:
        run = measured(
            question,
            spot,
            by,
            deals=settings.deals,
            width=settings.until_width,
            runner=runner,
            quiet=settings.quiet,
        )
        emit_run(result(run), settings, run, runner)
