"""The program `reversis`: its commands, and the one place where errors become exit codes.

Exit codes: 0 done, 1 could not (one line on stderr says why), 2 wrong usage or input, 130
interrupted (SIGINT or SIGTERM). A reader of stdout that goes away early, such as `head`, ends
the program quietly with 0: it has seen what it wanted.
"""

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

import click

from analyser.cli.lazy import LazyCommand, LazyGroup
from analyser.cli.messages import PROGRAM, complain
from analyser.cli.session import Session
from analyser.errors import AnalyserError, Ended, OutputError, WorkError

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130

# New objects after which Python looks for garbage in cycles. Modules and records make very many
# and hardly a cycle; at Python's own 700 the search took a tenth of a start, a fifth of `settle`.
N_OBJECTS_A_COLLECTION = 50_000

COMMANDS = {
    "rules": LazyCommand("analyser.cli.rules:command", "Show the options of the rules in force."),
    "policies": LazyCommand("analyser.cli.policies:group", "List, show and compare the policies."),
    "simulate": LazyCommand(
        "analyser.cli.simulate:command", "Play many deals and tabulate what the seats win."
    ),
    "discard": LazyCommand(
        "analyser.cli.discard:command", "Measure what each discard from a hand is worth."
    ),
    "attempt": LazyCommand(
        "analyser.cli.attempt:command", "Measure whether going for a reversis pays."
    ),
    "compare": LazyCommand(
        "analyser.cli.compare:command", "Measure which policies win more, on the same deals."
    ),
    "tables": LazyCommand(
        "analyser.cli.tables:command", "Print probability tables, exact beside simulated."
    ),
    "sensitivity": LazyCommand(
        "analyser.cli.sensitivity:command", "Measure which options of the rules matter."
    ),
    "run": LazyCommand(
        "analyser.cli.run:group", "Continue, extend, join, show and check runs in folders."
    ),
    "settle": LazyCommand("analyser.cli.settle:command", "Check and settle deal records."),
    "deal": LazyCommand("analyser.cli.deal:command", "Play deals and write their records."),
    "replay": LazyCommand(
        "analyser.cli.replay:command", "Show one deal of a seed, trick by trick."
    ),
    "bench": LazyCommand(
        "analyser.cli.bench:command", "Print the signature and the speed of the play."
    ),
}


def _print_version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from analyser.version import library_version

        click.echo(f"{PROGRAM} {library_version()}")
        ctx.exit()


@click.group(
    cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
def group() -> None:
    """Measure, by playing deals, what decisions at the Reversis table are worth.

    Results go to stdout, progress and errors to stderr.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program on `arguments` (those of the process by default) and exit."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    gc.set_threshold(N_OBJECTS_A_COLLECTION)
    _leave(run(group, sys.argv[1:] if arguments is None else arguments))


def _leave(code: int) -> NoReturn:
    """Exit at once: no wait for threads at work on what nobody wants any more.

    Nor for the interpreter to take libraries apart, which lasts as long as loading them.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError, KeyboardInterrupt):
            stream.flush()
    os._exit(code)


def _interrupt(signum: int, frame: FrameType | None) -> NoReturn:
    """End the run in good order; at once if that was asked for before."""
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    raise KeyboardInterrupt


def _stop(signum: int, frame: FrameType | None) -> NoReturn:
    complain("interrupted again: stopped at once")
    os._exit(INTERRUPTED)


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Run a click command and return the exit code; every error a user can cause is one line."""
    try:
        return _invoked(command, list(arguments))
    except BrokenPipeError:
        _abandon_stdout()
        return DONE
    except Ended as end:
        return _complain(str(end), FAILED)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return WRONG
    except click.ClickException as error:
        return _complain(_usage_line(error), error.exit_code)
    except (OutputError, WorkError) as error:
        return _complain(str(error), FAILED)
    except AnalyserError as error:
        return _complain(str(error), WRONG)
    except MemoryError:
        return _complain("not enough memory", FAILED)
    except OSError as error:
        _abandon_stdout()
        return _complain(_system_line(error), FAILED)


def _invoked(command: click.Command, arguments: list[str]) -> int:
    try:
        session = Session(tuple(arguments))
        with command.make_context(PROGRAM, list(arguments), obj=session) as context:
            command.invoke(context)
    except click.exceptions.Exit as leave:
        return int(leave.exit_code)
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()
    return DONE


def _abandon_stdout() -> None:
    """Let what cannot be written go, so that the interpreter does not try again at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, code: int) -> int:
    complain(message)
    return code


def _usage_line(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else PROGRAM
    place = path.removeprefix(PROGRAM).strip()
    message = error.format_message().rstrip(".")
    return f"{place}: {message} (see {path} --help)" if place else f"{message} (see {path} --help)"


def _system_line(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else f"cannot read or write: {reason}"
