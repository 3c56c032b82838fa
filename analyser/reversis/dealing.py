"""Deals that policies play, told card by card: records with their settlement (RECORD.md)."""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from analyser.engine import prepare, ranges
from analyser.errors import OptionError
from analyser.numbers import LARGEST_COUNT, LARGEST_SEED, parse_count
from analyser.progress import Progress
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question, checked_count
from analyser.reversis.record import N_TRICKS, Record
from analyser.reversis.record_writer import records_from
from analyser.reversis.records import Settled, settlement_texts
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table, replayed


def _indexes(cards: Ints) -> Ints:
    """The index of each single card of an array of sets of one; -1 for no card."""
    exponents = np.frexp(cards.astype(np.float64))[1]
    return exponents.astype(np.int64) - 1


def _records(question: Question, table: Table, kept: Ints, n: int) -> Iterator[Record]:
    """The records of n deals just played, without their settlement."""

    def fields(field: int, width: int) -> Ints:
        return table.kept(kept, field, n, width).T

    return records_from(
        fields(f.DEALT, N_SEATS),
        _indexes(fields(f.TALON, N_SEATS - 1)),
        _indexes(fields(f.LAID, N_SEATS)),
        _indexes(fields(f.CARD, N_SEATS * N_TRICKS)),
        fields(f.POOL, 1)[:, 0],
        question.rules,
    )


def _settled(question: Question, table: Table, first: int, n: int) -> Iterator[Settled]:
    """Deals first to first + n - 1, at most N_BATCH, each with its address as a key `id`."""
    kept = table.play(first, n)
    outcomes = replayed(kept, n)
    texts = settlement_texts(outcomes)
    records = _records(question, table, kept, n)
    for row, (record, text) in enumerate(zip(records, texts, strict=True)):
        record.kept["id"] = f"{question.seed}:{first + row}"
        yield Settled(record, text, outcomes, row)


def played(question: Question, first_deal: int = 0, n_deals: int = 1) -> Iterator[Settled]:
    """Deals first_deal to first_deal + n_deals - 1 of the question's seed, played and settled.

    Each comes with its record, in which the key `id` is the deal's address SEED:DEAL. Memory does
    not grow with their number. Raises OptionError for numbers of deals out of range.
    """
    return chain.from_iterable(played_batches(question, first_deal, n_deals))


def played_batches(
    question: Question, first_deal: int = 0, n_deals: int = 1
) -> Iterator[list[Settled]]:
    """As `played`, a thousand deals or so together."""
    first = checked_count("first deal", first_deal, 0)
    n = checked_count("deals", n_deals)
    if first + n > LARGEST_COUNT:
        raise OptionError(
            f"first deal {first}: with {n} deals the last must be below {LARGEST_COUNT}"
        )
    return _batches(question, first, n)


def _batches(question: Question, first: int, n_deals: int) -> Iterator[list[Settled]]:
    table = Table(
        question.rules,
        question.pool,
        compiled(question.players),
        question.seed,
        first_kept=0,
        n_kept=f.N_RECORDED,
    )
    for start, n in ranges(first, n_deals, N_BATCH):
        yield list(_settled(question, table, start, n))


def prepare_dealing(question: Question, shown: Progress) -> None:
    """Have the kernel compiled, and told of (`engine.prepare`)."""
    prepare(lambda: lambda first, n: list(played(question, first, n)), shown)


def parse_address(text: str) -> tuple[int, int]:
    """The seed and the number of the deal of an address SEED:DEAL.

    Raises OptionError for anything else.

    >>> parse_address("7:120")
    (7, 120)
    """
    seed, colon, deal = text.partition(":")
    if not colon:
        raise OptionError(f"deal {text!r}: not of the form SEED:DEAL, as in 1:0 or 7:120")
    return (
        parse_count(seed, "seed", maximum=LARGEST_SEED),
        parse_count(deal, "deal", maximum=LARGEST_COUNT - 1),
    )
