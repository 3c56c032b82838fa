"""Files and pipes of deal records: read as they arrive, settled batch by batch.

A batch is what has arrived and not more, up to a bound, so that a slow pipe is answered line by
line and a file in batches large enough to be quick. Memory does not grow with the stream.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, NamedTuple

from analyser.engine import prepare
from analyser.errors import RecordError
from analyser.progress import Progress
from analyser.reversis.explain import explain
from analyser.reversis.outcome import outcome_of
from analyser.reversis.records import (
    N_RECORDS_A_BATCH,
    Settled,
    compile_replay,
    settled_batches,
    settled_json,
)

N_BYTES_A_READ = 1 << 20


class Batch(NamedTuple):
    """The records of some neighbouring lines that are in order, and the errors of those not."""

    settled: list[Settled]
    faults: list[RecordError]


def _lines_arriving(stream: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a stream, those of each read together; the last may lack its end."""
    rest = b""
    while piece := stream.read1(N_BYTES_A_READ):  # type: ignore[attr-defined]
        lines = (rest + piece).split(b"\n")
        rest = lines.pop()
        if lines:
            yield lines
    if rest:
        yield [rest]


def _batches(stream: BinaryIO) -> Iterator[list[bytes]]:
    for lines in _lines_arriving(stream):
        for start in range(0, len(lines), N_RECORDS_A_BATCH):
            yield lines[start : start + N_RECORDS_A_BATCH]


def _cannot_read(name: str, error: OSError) -> RecordError:
    return RecordError(
        f"{name}: cannot be read: {error.strerror or error}; a file of deal records or - (standard "
        "input) is accepted"
    )


def settled_stream(stream: BinaryIO, name: str, keep_going: bool = False) -> Iterator[Batch]:
    """The records of a stream of lines, settled, as they arrive (RECORD.md).

    The first faulty record raises its RecordError, which names `name`, line, key, trick and card;
    with `keep_going` faults are given with their batch. A stream that breaks is a RecordError too.
    """
    try:
        for results in settled_batches(_batches(stream), name, keep_going):
            faults = [result for result in results if isinstance(result, RecordError)]
            yield Batch([result for result in results if isinstance(result, Settled)], faults)
    except OSError as error:
        raise _cannot_read(name, error) from None


def settled_file(path: Path, keep_going: bool = False) -> Iterator[Batch]:
    """As `settled_stream`, for a file; a RecordError where it cannot be opened."""
    try:
        stream = path.open("rb")
    except OSError as error:
        raise _cannot_read(str(path), error) from None
    with closing(stream):
        yield from settled_stream(stream, str(path), keep_going)


def settled_sources(
    names: Iterable[str], stdin: BinaryIO, keep_going: bool = False
) -> Iterator[Batch]:
    """The records of several files one after another; the name - stands for `stdin`.

    As `settled_stream`; with `keep_going` a file that cannot be read is a fault like others.
    """
    for name in names:
        try:
            if name == "-":
                yield from settled_stream(stdin, "standard input", keep_going)
            else:
                yield from settled_file(Path(name), keep_going)
        except RecordError as error:
            if not keep_going:
                raise
            yield Batch([], [error])


def prepare_replay(shown: Progress) -> None:
    """Have the kernel compiled, and told of (`engine.prepare`)."""
    prepare(lambda: lambda first, n: compile_replay(), shown)


def told(settled: Settled, is_explained: bool = False, has_signs: bool = True) -> str:
    """What is written of a record: its line, or the deal in words with an empty line after it."""
    if not is_explained:
        return settled_json(settled) + "\n"
    outcome = outcome_of(settled.replayed, settled.row)
    return explain(settled.record, outcome, has_signs) + "\n\n"
