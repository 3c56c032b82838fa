"""`reversis deal`: played deals as records with their settlement."""

from pathlib import Path

import click

from analyser.cli.lines import RECORD_ENDINGS, is_shown, writing
from analyser.cli.options import Settings, shared_options
from analyser.cli.types import Count, ResultPath


@click.command()
@shared_options("policy", "rules", "rule", "pool", "deals", "seed", "quiet", deals=1)
@click.option(
    "--first-deal", type=Count(), default=0, show_default=True, help="Number of the first deal."
)
@click.option(
    "--out",
    type=ResultPath(RECORD_ENDINGS),
    help="Write to this file, whole or not at all, in place of stdout.",
)
def command(settings: Settings, first_deal: int, out: Path | None) -> None:
    """Deal and play, and write the records with their settlement, one a line (RECORD.md).

    Each has its address SEED:DEAL as `id`: the deal that `reversis replay SEED:DEAL` shows, with
    the same policies, rules and pool.
    """
    from analyser.progress import progress
    from analyser.reversis.dealing import played_batches, prepare_dealing
    from analyser.reversis.record_files import told

    question, n_deals = settings.question(), settings.deals or 1
    batches = played_batches(question, first_deal, n_deals)
    quiet = settings.quiet or is_shown(out)
    with progress(n_deals, "records", quiet) as shown, writing(out) as write:
        prepare_dealing(question, shown)
        for batch in batches:
            write("".join(map(told, batch)))
            shown.advance(len(batch))
