"""The files in which a run folder keeps tallies: Parquet, written whole, checked when read.

A row is a piece: the tally of some neighbouring deals. Its columns are `task`, `first_deal`,
`n_deals`, then `shape`, `low` and `high` (codec.py) and `checksum`, which is over all of these and
over the identity of the run. A file is named after its contents: chunks-NUMBER-HASH.parquet.
"""

import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from analyser.errors import RunError
from analyser.files import write_whole
from analyser.runs.codec import Encoded

PART = re.compile(r"chunks-(\d{6,})-([0-9a-f]{32})\.parquet")
_HASH_LETTERS = 32
_FORMAT = b"1"
_COLUMNS = ("task", "first_deal", "n_deals", "shape", "low", "high", "checksum")


class Piece(NamedTuple):
    """The tally of n_deals deals from first_deal on, of what is called `task`."""

    task: str
    first_deal: int
    n_deals: int
    numbers: Encoded

    def checksum(self, identity: str) -> str:
        """The hash of everything that it says, in the run of this identity."""
        words = (identity, self.task, self.first_deal, self.n_deals, self.numbers.shape)
        digest = hashlib.sha256("\n".join(map(str, words)).encode())
        for numbers in (self.numbers.low, self.numbers.high):
            digest.update(b"\n" + numbers.astype("<i8").tobytes())
        return digest.hexdigest()[:_HASH_LETTERS]


@dataclass(frozen=True)
class Part:
    """A file of pieces as it was read.

    number : its place in the order of writing. seconds : how long it took to compute the pieces.
    """

    path: Path
    number: int
    pieces: Sequence[Piece]
    seconds: float


def write_part(
    folder: Path, number: int, identity: str, pieces: Sequence[Piece], seconds: float
) -> Path:
    """Write pieces to a new file, whole or not at all; raises OutputError if that cannot be."""
    data = _parquet(identity, pieces, seconds)
    name = f"chunks-{number:06d}-{_hash(data)}.parquet"
    write_whole(folder / name, data)
    return folder / name


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_HASH_LETTERS]


def _parquet(identity: str, pieces: Sequence[Piece], seconds: float) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = [pa.string(), pa.int64(), pa.int64(), pa.string(), *[pa.list_(pa.int64())] * 2]
    fields = list(zip(_COLUMNS, [*kinds, pa.string()], strict=True))
    metadata = {b"format": _FORMAT, b"run": identity.encode(), b"seconds": repr(seconds).encode()}
    rows = [(*piece[:3], *piece.numbers, piece.checksum(identity)) for piece in pieces]
    records = [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
    table = pa.Table.from_pylist(records, pa.schema(fields, metadata))
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def read_part(path: Path, identity: str) -> Part:
    """The pieces of a file; raises RunError, naming it, for a single bit that is not as written.

    identity : of the run that it must belong to.
    """
    match = PART.fullmatch(path.name)
    if match is None:
        raise RunError(f"{path}: foreign, not named as the files of a run are")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror or error}") from None
    if _hash(data) != match.group(2):
        raise RunError(f"{path}: damaged, its bytes are not those that were written")
    return Part(path, int(match.group(1)), *_checked(path, data, identity))


def _checked(path: Path, data: bytes, identity: str) -> tuple[Sequence[Piece], float]:
    """The pieces in the bytes of a file, and how long it took to compute them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(io.BytesIO(data))
        metadata = table.schema.metadata or {}
        seconds = float(metadata[b"seconds"])
        found = (metadata[b"format"], metadata[b"run"].decode())
        columns = [_column(table, name) for name in _COLUMNS]
    except (pa.ArrowException, KeyError, ValueError) as error:
        raise RunError(f"{path}: foreign, no file of a run: {error!r}") from None
    if found != (_FORMAT, identity):
        raise RunError(
            f"{path}: foreign, its numbers are of another run or of another version of the program"
        )
    pieces = []
    for task, first, n_deals, shape, low, high, checksum in zip(*columns, strict=True):
        piece = Piece(task, first, n_deals, Encoded(shape, low, high))
        if piece.checksum(identity) != checksum:
            raise RunError(f"{path}: damaged, the checksum of deals from {first} does not fit")
        pieces.append(piece)
    return pieces, seconds


def _column(table: Any, name: str) -> list[Any]:
    """A column as Python values, its lists as int64 arrays."""
    column = table.column(name).combine_chunks()
    if name not in ("low", "high"):
        values: list[Any] = column.to_pylist()
        return values
    flat, ends = column.values.to_numpy(zero_copy_only=False), column.offsets.to_numpy()
    return [flat[start:end].astype(np.int64) for start, end in pairwise(ends)]
