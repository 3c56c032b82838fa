"""`reversis settle`: deal records checked and settled, or told in words."""

import io
import sys
from pathlib import Path
from typing import BinaryIO

import click

from analyser.cli.lines import RECORD_ENDINGS, TEXT_ENDINGS, is_shown, writing
from analyser.cli.messages import complain
from analyser.cli.output import can_show
from analyser.cli.types import ResultPath
from analyser.errors import OptionError, RecordError


def _check_out(out: Path | None, is_explained: bool) -> None:
    """Raises OptionError if the ending is not that of what will be written."""
    endings = TEXT_ENDINGS if is_explained else RECORD_ENDINGS
    if out is not None and out.suffix.lower() not in endings:
        what = "with --explain" if is_explained else "without --explain"
        raise OptionError(f"--out {str(out)!r}: the ending {what} is {' or '.join(endings)}")


def _stdin() -> BinaryIO:
    """Standard input; empty where there is none."""
    return io.BytesIO() if sys.stdin is None else sys.stdin.buffer


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--explain", is_flag=True, help="Tell each deal in words: every payment and why.")
@click.option("--keep-going", is_flag=True, help="Report faulty records and settle the others.")
@click.option(
    "--out",
    type=ResultPath((*RECORD_ENDINGS, *TEXT_ENDINGS)),
    help="Write to this file, whole or not at all, in place of stdout.",
)
@click.option("--quiet", is_flag=True, help="No progress.")
def command(
    files: tuple[str, ...], explain: bool, keep_going: bool, out: Path | None, quiet: bool
) -> None:
    """Check deal records and print them with their settlement, one a line.

    FILE holds records as JSON Lines (RECORD.md); - is standard input, read as it arrives. A
    faulty record stops the program and is named by file, line, key, trick and card.
    """
    from analyser.progress import progress
    from analyser.reversis.explain import SIGNS_USED
    from analyser.reversis.record_files import prepare_replay, settled_sources, told

    _check_out(out, explain)
    has_signs = out is not None or can_show(SIGNS_USED)
    n_faults = n_records = 0
    with progress(None, "records", quiet or is_shown(out)) as shown, writing(out, explain) as write:
        prepare_replay(shown)
        for batch in settled_sources(files, _stdin(), keep_going):
            write("".join([told(settled, explain, has_signs) for settled in batch.settled]))
            for fault in batch.faults:
                complain(str(fault))
            shown.advance(len(batch.settled) + len(batch.faults))
            n_faults += len(batch.faults)
            n_records += len(batch.settled)
    if n_faults:
        raise RecordError(f"{n_faults} faulty, {n_records} settled")
