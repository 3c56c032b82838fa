"""The signature of the play, and its speed.

The signature is a hash of what fixed deals came to under fixed line-ups. It is the same on every
machine and for any number of threads or lanes; a change that is meant to change nothing leaves it
alone. Speeds are those of `simulate`, and vary.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyser.engine import Worker, prepare, ranges, tallies
from analyser.layouts import Column, Layout
from analyser.numbers import grouped, si
from analyser.progress import Progress, progress
from analyser.report import Meta, Result
from analyser.reversis.analyses.simulate.analysis import make_worker, simulation
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.policies import NAMES, compiled
from analyser.reversis.question import Question, checked_count, checked_threads, question
from analyser.runner import in_threads
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table

SIGNED_DEALS = 65_536
TIMED_DEALS = 500_000
SEED = 1
MIXED = ("steady", "duck", "steady:break_from=12,attempt_from=12", "random")
LINEUPS: dict[str, tuple[str, ...]] = {**{name: (name,) for name in NAMES}, "mixed": MIXED}
_SIGNED = (f.PAYMENT, f.POINTS, f.TRICKS)
_HASH_LETTERS = 16


@dataclass(frozen=True)
class Bench:
    """The hash of each line-up's outcomes, and seconds for `n_deals` by line-up and threads."""

    n_deals: int
    hashes: dict[str, str]
    seconds: dict[tuple[str, int], float]

    @property
    def signature(self) -> str:
        """The hash of all hashes."""
        return _hash(value.encode() for value in self.hashes.values())


def _hash(pieces: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()[:_HASH_LETTERS]


def make_signer(asked: Question) -> Worker[bytes]:
    """A function that plays a range of deals and gives their outcomes as bytes.

    For every deal in order: payments, points and tricks of the four seats, int32, little-endian.
    """
    table = Table(asked.rules, asked.pool, compiled(asked.players), asked.seed)

    def outcomes(first: int, n: int) -> Ints:
        kept = table.play(first, n)
        return np.concatenate([table.kept(kept, field, n, N_SEATS) for field in _SIGNED]).T

    def sign(first: int, n_deals: int) -> bytes:
        batches = [outcomes(start, n) for start, n in ranges(first, n_deals, N_BATCH)]
        return np.concatenate(batches).astype("<i4").tobytes()

    return sign


def signature(asked: Question, threads: int, chunks: Iterable[tuple[int, int]]) -> str:
    """The hash of the outcomes of chunks of deals, in their order."""
    signed = tallies(lambda: make_signer(asked), chunks, threads)
    return _hash(outcomes for _, outcomes in signed)


def _thread_counts(threads: int | None) -> list[int]:
    """One thread, and as many as may be used."""
    return sorted({1, checked_threads(threads)})


def bench(deals: int | None = None, threads: int | None = None, quiet: bool = True) -> Bench:
    """Sign SIGNED_DEALS of every line-up, and time `deals` of it with one thread and with all.

    Raises OptionError for a number of deals or threads below 1.
    """
    n_deals = checked_count("deals", TIMED_DEALS if deals is None else deals)
    counts = _thread_counts(threads)
    asked = {name: question(specs, seed=SEED) for name, specs in LINEUPS.items()}
    total = len(asked) * (SIGNED_DEALS + n_deals * len(counts))
    with progress(total, "deals", quiet) as shown:
        prepare(lambda: make_worker(next(iter(asked.values())), 1), shown)
        hashes = {name: _hashed(lineup, counts[-1], shown) for name, lineup in asked.items()}
        seconds = {
            (name, n): _seconds(lineup, n_deals, n, shown)
            for name, lineup in asked.items()
            for n in counts
        }
    return Bench(n_deals, hashes, seconds)


def _hashed(asked: Question, threads: int, shown: Progress) -> str:
    value = signature(asked, threads, ranges(0, SIGNED_DEALS))
    shown.advance(SIGNED_DEALS)
    return value


def _seconds(asked: Question, n_deals: int, threads: int, shown: Progress) -> float:
    run = simulation(asked, n_deals, runner=in_threads(threads))
    shown.advance(n_deals)
    if run.is_interrupted:
        raise KeyboardInterrupt
    return run.seconds


def rows(run: Bench) -> pd.DataFrame:
    """The tidy table: a row a line-up and number of threads.

    Columns: `lineup`, `policies`, `signature` of its outcomes, `threads`, `deals`, `seconds`,
    `deals_per_second`.
    """
    return pd.DataFrame(
        [
            {
                "lineup": name,
                "policies": " ".join(LINEUPS[name]),
                "signature": run.hashes[name],
                "threads": threads,
                "deals": run.n_deals,
                "seconds": seconds,
                "deals_per_second": run.n_deals / seconds,
            }
            for (name, threads), seconds in run.seconds.items()
        ]
    )


def _layout(run: Bench, frame: pd.DataFrame) -> Layout:
    counts: Sequence[int] = sorted(set(frame["threads"]))
    shown = pd.DataFrame({"lineup": list(run.hashes), "signature": list(run.hashes.values())})
    for n in counts:
        shown[f"threads_{n}"] = [run.n_deals / run.seconds[name, n] for name in run.hashes]
    columns = [Column("lineup", "line-up", align="left"), Column("signature", "hash", align="left")]
    for n in counts:
        heading = f"deals/s, {n} thread{'s' * (n > 1)}"
        columns.append(Column(f"threads_{n}", heading, si, align="right"))
    return Layout(
        columns,
        shown,
        title=f"Signature {run.signature}",
        notes=[
            f"Hashes of {grouped(SIGNED_DEALS)} deals each, seed {SEED}, the same everywhere; "
            f"speeds over {grouped(run.n_deals)}.",
            f"mixed: {' '.join(MIXED)}",
        ],
    )


def result(run: Bench) -> Result:
    """Hashes and speeds as a table and rows."""
    frame = rows(run)
    meta = Meta(seed=SEED, other={"signature": run.signature, "signed_deals": SIGNED_DEALS})
    return Result("bench", frame, meta, [_layout(run, frame)])
