"""`reversis replay`: one deal of a seed, played again and told in words."""

from dataclasses import replace

import click

from analyser.cli.lines import writing
from analyser.cli.options import Settings, shared_options
from analyser.cli.output import can_show


@click.command()
@click.argument("address", metavar="SEED:DEAL")
@shared_options("policy", "rules", "rule", "pool", "quiet")
@click.option("--record", is_flag=True, help="Print the deal's record in place of the words.")
def command(settings: Settings, address: str, record: bool) -> None:
    """Play one deal of a seed again and tell it: cards, tricks, every payment and why.

    SEED:DEAL is a seed and a number of a deal, from 0: 1:0 is the first that --seed 1 deals. Give
    the policies, rules and pool that it was played with.
    """
    from analyser.progress import progress
    from analyser.reversis.dealing import parse_address, played, prepare_dealing
    from analyser.reversis.explain import SIGNS_USED
    from analyser.reversis.record_files import told

    seed, deal = parse_address(address)
    question = replace(settings, seed=seed).question()
    with progress(None, "deals", settings.quiet) as shown:
        prepare_dealing(question, shown)
        (settled,) = played(question, deal)
    with writing(None, is_text=not record) as write:
        write(told(settled, not record, can_show(SIGNS_USED)))
