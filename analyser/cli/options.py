"""The options that commands share, each declared once, and the settings they make."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from analyser.cli.session import session_of, told_arguments
from analyser.cli.types import Count, ResultFolder, ResultPath, Seconds, Width
from analyser.errors import OptionError
from analyser.numbers import LARGEST_SEED
from analyser.plots import PLOT_ENDINGS
from analyser.report import DATA_ENDINGS, ENDINGS, FORMATS, Format

if TYPE_CHECKING:
    from analyser.reversis.question import Question
    from analyser.runner import Runner

MOST_THREADS = 1024


@dataclass(frozen=True)
class Settings:
    """What the shared options of a command say; those that it does not take have these values.

    rules: a preset's name or a file. rule: KEY=VALUE settings over it, as written. policies: one
    specification for everybody or one a player, as written; none for the default. threads: None
    for one a processor core. until_width: stop when the interval is ± this, in the unit of the
    command. run to repair: how it is computed and kept (analyser/reversis/running.py).
    """

    rules: str | None = None
    rule: tuple[str, ...] = ()
    pool: int | None = None
    policy: tuple[str, ...] = ()
    deals: int | None = None
    seed: int = 1
    threads: int | None = None
    until_width: float | None = None
    format: Format = "table"
    out: Path | None = None
    plot: Path | None = None
    quiet: bool = False
    run: Path | None = None
    first_deal: int = 0
    scheduler: str | None = None
    chunk_deals: int | None = None
    max_seconds: float | None = None
    repair: bool = False

    def runner(self) -> "Runner":
        """How the command is to be run, and where it is kept."""
        from analyser.reversis.running import Running

        context = click.get_current_context()
        session = session_of(context)
        runner = Running(
            threads=self.threads,
            run=self.run,
            scheduler=self.scheduler,
            first_deal=self.first_deal,
            chunk_deals=self.chunk_deals,
            max_seconds=self.max_seconds,
            is_repaired=self.repair,
            arguments=told_arguments(context.command, session.arguments),
            has_deals=context.get_parameter_source("deals") is ParameterSource.COMMANDLINE,
            **session.on_the_folder,
        ).runner()
        session.runners.append(runner)
        return runner

    def question(self, policies: Sequence[str] | None = None) -> "Question":
        """What the options ask of the kernel: rules, pool, policies and seed, checked.

        `policies` stand in place of those of --policy.
        """
        from analyser.reversis.question import question

        told = session_of(click.get_current_context(silent=True)).told
        return question(
            self.policy if policies is None else policies,
            rules=told.settings["rules"] if told else self.rules,
            settings=() if told else self.rule,
            pool=self.pool,
            seed=self.seed,
        )

    def question_at(self, seat: int, opponents: str | None) -> "Question":
        """As `question`, for one player at a seat: --policy is its own, at most one."""
        from analyser.reversis.policies import DEFAULT
        from analyser.reversis.question import seated

        if len(self.policy) > 1:
            raise OptionError(f"--policy: given {len(self.policy)} times; here it is one player's")
        player = self.policy[0] if self.policy else DEFAULT
        return self.question(seated(player, opponents or player, seat))


def _written(endings: tuple[str, ...]) -> dict[str, Any]:
    """The option --out of a command that can write files of these endings."""
    return {
        "type": ResultPath(endings),
        "help": f"Write the result to a file too; its ending decides: {' '.join(endings)}.",
    }


_OPTIONS: dict[str, dict[str, Any]] = {
    "rules": {"metavar": "FILE|NAME", "help": "Rules from a TOML file or a named preset."},
    "rule": {
        "multiple": True,
        "metavar": "KEY=VALUE",
        "help": "Set one option of the rules; repeatable.",
    },
    "pool": {"type": Count(), "help": "What the pool holds before the deal."},
    "policy": {
        "multiple": True,
        "metavar": "SPEC",
        "help": "A name, a TOML file, or name:param=value,…; once for everybody or once a player.",
    },
    "deals": {"type": Count(1), "help": "How many deals to play: 20000, 5e6, 2M, 10_000."},
    "seed": {
        "type": Count(0, LARGEST_SEED),
        "help": "The same seed gives the same deals, for ever.",
    },
    "threads": {"type": Count(1, MOST_THREADS), "help": "Threads to use; one a core by default."},
    "run": {
        "type": ResultFolder(),
        "help": "Keep what is computed in this folder; go on with what it holds.",
    },
    "first-deal": {
        "type": Count(),
        "help": "Number of the first deal (`discard`: hand): machines share a seed.",
    },
    "scheduler": {
        "metavar": "ADDRESS|local:N",
        "help": "Compute on a Dask cluster, or in N processes here.",
    },
    "chunk-deals": {"type": Count(1), "help": "Deals computed at a time; changes no result."},
    "max-seconds": {"type": Seconds(), "help": "End as Ctrl-C would after so long, with exit 0."},
    "repair": {"is_flag": True, "help": "Put damaged files of --run aside, compute them again."},
    "until-width": {"type": Width(), "help": "Stop as soon as the 95 % interval is ± this."},
    "format": {"type": click.Choice(FORMATS), "help": "How to print the result."},
    "out": _written(ENDINGS),
    "plot": {
        "type": ResultPath(PLOT_ENDINGS),
        "metavar": "FILE",
        "help": f"Draw the result: {' '.join(PLOT_ENDINGS)}.",
    },
    "quiet": {"is_flag": True, "help": "No progress."},
}

# How a run is computed and where it is kept.
RUNNING = ("threads", "scheduler", "run", "repair", "first-deal", "chunk-deals", "max-seconds")
# The options of a command that plays deals until it knows enough and shows what came of them.
MEASURING = (
    "rules",
    "rule",
    "pool",
    "deals",
    "seed",
    *RUNNING,
    "until-width",
    "format",
    "out",
    "plot",
    "quiet",
)

Command = Callable[..., None]


def shared_options(*names: str, **defaults: Any) -> Callable[[Command], Command]:
    """Give a command the shared options of these names, and their `Settings` as first argument.

    `defaults` are those of the command where they differ from the ones of `Settings`.

        @click.command()
        @shared_options("deals", "seed", "format", "out", deals=100_000)
        def command(settings: Settings) -> None: ...
    """
    fields = [name.replace("-", "_") for name in names]
    # A command that draws no plot cannot write one either.
    declared = _OPTIONS if "plot" in names else {**_OPTIONS, "out": _written(DATA_ENDINGS)}
    preset = Settings(**defaults)

    def decorate(function: Command) -> Command:
        @functools.wraps(function)
        def with_settings(**values: Any) -> None:
            chosen = {field: values.pop(field) for field in fields}
            function(Settings(**{**defaults, **chosen}), **values)

        command: Command = with_settings
        for name, field in reversed(list(zip(names, fields, strict=True))):
            command = _option(name, getattr(preset, field), declared[name])(command)
        return command

    return decorate


def _option(name: str, default: Any, declared: dict[str, Any]) -> Callable[[Command], Command]:
    return click.option(f"--{name}", default=default, show_default=bool(default), **declared)
