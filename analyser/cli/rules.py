"""`reversis rules`: the options of the rules, their values in force and what they mean."""

import click

from analyser.cli.options import Settings, shared_options
from analyser.cli.output import emit


@click.command()
@shared_options("rules", "rule", "format", "out")
def command(settings: Settings) -> None:
    """Show the options of the rules: value in force, section of RULES.md, meaning.

    With --rules or --rule the options changed from their defaults are starred.
    """
    import pandas as pd

    from analyser.layouts import Column, Layout
    from analyser.report import Meta, Result
    from analyser.reversis.options import option_rows, rules_from, rules_mapping

    rules = rules_from(settings.rules, settings.rule)
    rows = pd.DataFrame(option_rows(rules))
    layout = Layout(
        [
            Column("option", "option", align="left"),
            Column("value", "value", str, align="left"),
            Column("section", "section", align="left"),
            Column("meaning", "meaning", align="left"),
        ],
        marked=(rows["value"] != rows["default"]).to_numpy().nonzero()[0].tolist(),
        mark_meaning="changed from its default",
        notes=["The values that each option takes: --format csv, column accepted."],
    )
    meta = Meta(rules=rules_mapping(rules, all=True))
    emit(Result("rules", rows, meta, [layout]), settings)
