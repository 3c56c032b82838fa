"""`reversis policies`: which there are, what their numbers are, where two of them differ."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from analyser.cli.options import Settings, shared_options
from analyser.cli.output import emit, printable

if TYPE_CHECKING:
    import pandas as pd

    from analyser.layouts import Layout
    from analyser.reversis.policy_table import Row


def _emit(settings: Settings, rows: "list[Row]", columns: list[str], layout: "Layout") -> None:
    import pandas as pd

    from analyser.report import Result

    emit(Result("policies", pd.DataFrame(rows, columns=columns), layouts=[layout]), settings)


def _layout(*columns: str, title: str, notes: tuple[str, ...] = ()) -> "Layout":
    """Columns of text under their own names; numbers to the right."""
    from analyser.layouts import Column, Layout

    numbers = ("value", "one", "other")
    return Layout(
        [Column(name, name, str, align="right" if name in numbers else "left") for name in columns],
        title=title,
        notes=notes,
    )


# What is listed: its title, and what to do with it.
_LISTS = {
    "policy": ("Policies", "The numbers of one: reversis policies show NAME."),
    "exchange": (
        "Exchange heuristics, for any way of playing on",
        "Lay by one: steady:exchange=NAME, and further changes behind it.",
    ),
}


def _listed(kind: str, rows: "pd.DataFrame") -> "Layout":
    """The table of the policies, or of the exchange heuristics."""
    title, note = _LISTS[kind]
    return replace(_layout("name", "description", title=title, notes=(note,)), rows=rows)


def _settings_layout(name: str) -> "Layout":
    from analyser.layouts import Column, Layout
    from analyser.reversis.parameters import LARGEST_WORTH

    def accepted(unit: str, values: str) -> str:
        return unit if unit in ("worth", "heuristic") else f"{unit}, {values}"

    return Layout(
        [
            Column("parameter", "parameter", align="left"),
            Column("value", "value", str, align="right"),
            Column("default", "default", str, align="right"),
            Column(("unit", "accepted"), "unit", accepted, align="left"),
            Column("meaning", "meaning", align="left"),
        ],
        title=f"Policy {name}",
        notes=[
            f"Worths are only compared with each other; they are from -{LARGEST_WORTH} to "
            f"{LARGEST_WORTH}."
        ],
    )


@click.group(invoke_without_command=True)
@shared_options("format", "out")
@click.pass_context
def group(ctx: click.Context, settings: Settings) -> None:
    """List the policies and exchange heuristics that there are; show one, or where two differ.

    Policies are named in --policy of the other commands, with changes if need be
    (steady:break_from=8,exchange=void), or given as a TOML file.
    """
    if ctx.invoked_subcommand is not None:
        if settings != Settings():
            raise click.UsageError(
                f"options go behind {ctx.invoked_subcommand}: policies {ctx.invoked_subcommand} "
                "NAME --format csv"
            )
        return
    import pandas as pd

    from analyser.report import Result
    from analyser.reversis.policy_table import policy_rows

    frame = pd.DataFrame(policy_rows())
    layouts = [_listed(kind, frame[frame["kind"] == kind]) for kind in _LISTS]
    emit(Result("policies", frame, layouts=layouts), settings)


@group.command()
@click.argument("spec", metavar="NAME")
@shared_options("format", "out")
@click.option("--toml", is_flag=True, help="Print it as a file that --policy accepts.")
def show(settings: Settings, spec: str, toml: bool) -> None:
    """Show every number of a policy: value, unit, range, meaning.

    NAME is a policy, a TOML file, or name:param=value,...
    """
    from analyser.reversis.policies import policy_from
    from analyser.reversis.policy_table import policy_toml, setting_rows

    policy = policy_from(spec)
    if toml and settings != Settings():
        raise click.UsageError("--toml prints a policy file: it goes without --format and --out")
    if toml:
        click.echo(printable(policy_toml(policy)), nl=False)
        return
    rows = setting_rows(policy)
    _emit(settings, rows, list(rows[0]), _settings_layout(spec))


@group.command()
@click.argument("one")
@click.argument("other")
@shared_options("format", "out")
def diff(settings: Settings, one: str, other: str) -> None:
    """Show where two policies differ.

    ONE and OTHER are policies, TOML files, or name:param=value,...
    """
    from analyser.reversis.policies import policy_from
    from analyser.reversis.policy_table import difference_rows

    rows = difference_rows(policy_from(one), policy_from(other))
    columns = ["parameter", "one", "other", "unit", "meaning"]
    title = f"one: {one}; other: {other}" if rows else f"{one} and {other} do not differ."
    layout = _layout(*columns[:3], "meaning", title=title)
    _emit(settings, rows, columns, layout)
