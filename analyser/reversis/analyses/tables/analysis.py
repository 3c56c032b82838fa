"""Probability tables: what happens in many deals, counted, with exact chances where there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from analyser.engine import CHUNK_DEALS, Worker, exact, ranges
from analyser.errors import OptionError, nearest
from analyser.progress import progress
from analyser.reversis.analyses.tables import discard, fates, hands, payments, results
from analyser.reversis.analyses.tables.counts import COUNTS
from analyser.reversis.analyses.tables.deals import Deals
from analyser.reversis.analyses.tables.definition import PAYMENTS, Definition, Tally
from analyser.reversis.analyses.tables.ledger import occurrences, payment_codes
from analyser.reversis.analyses.tables.rows import Row, frame, ordered
from analyser.reversis.notation import shown
from analyser.reversis.policies import compiled
from analyser.reversis.question import Question, checked_count
from analyser.runner import Runner, Work, in_threads
from analyser.totals import added_up
from kernels.lanes import N_LANES, Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table

DEALS = 1_000_000
TABLES: Mapping[str, Definition] = {
    definition.name: definition
    for part in (hands, discard, fates, results, payments)
    for definition in part.TABLES
}
"""All tables by name, in the order in which they are printed."""


def chosen(names: Iterable[str]) -> tuple[Definition, ...]:
    """The tables of these names, each once, in the order given; all of them for no names.

    Raises OptionError for a name that is none, with the nearest one that is.
    """
    wanted = list(dict.fromkeys(names)) or list(TABLES)
    for name in wanted:
        if name not in TABLES:
            close = nearest(str(name), TABLES)
            raise OptionError(
                f"table {shown(name)}: there is no such table; did you mean {close}? "
                f"There are {', '.join(TABLES)}"
            )
    return tuple(TABLES[name] for name in wanted)


def make_worker(question: Question, names: Sequence[str]) -> Worker[Tally]:
    """A function that plays a range of deals and counts; names : of COUNTS, and PAYMENTS."""
    counts = {name: COUNTS[name] for name in names if name != PAYMENTS}
    first_kept = min([f.OUTCOME, *(count.first_kept for count in counts.values())])
    table = Table(
        question.rules,
        question.pool,
        compiled(question.players),
        question.seed,
        first_kept=first_kept,
        n_kept=f.N_RECORDED - first_kept // N_LANES,
    )

    def work(first: int, n_deals: int) -> Tally:
        sums: dict[str, Ints] = {}
        paid: list[Ints] = []
        for start, n in ranges(first, n_deals, N_BATCH):
            deals = Deals(table, table.play(start, n), n)
            question.check_balance(deals.n_unbalanced, start, n)
            for name, count in counts.items():
                sums[name] = count.work(deals) + sums.get(name, 0)
            if PAYMENTS in names:
                paid.append(payment_codes(deals))
        counted = {name: exact(total) for name, total in sums.items()}
        return Tally(n_deals, counted, occurrences(paid))

    return work


@dataclass(frozen=True)
class Tabulation:
    """Finished tables: what was asked, what was counted, how long it took."""

    question: Question
    definitions: tuple[Definition, ...]
    tally: Tally
    seconds: float
    is_interrupted: bool = False

    def rows(self, definition: Definition) -> Sequence[Row]:
        """The rows of one of the tables."""
        return self._rows[definition.name]

    @cached_property
    def _rows(self) -> dict[str, Sequence[Row]]:
        return {table.name: table.rows(self.question, self.tally) for table in self.definitions}

    def frames(self) -> dict[str, pd.DataFrame]:
        """Each table as a DataFrame, by name (`rows` of this module)."""
        return {
            definition.name: frame(definition.name, self.rows(definition))
            for definition in self.definitions
        }


def tabulation(
    question: Question,
    names: Iterable[str] = (),
    deals: int | None = None,
    *,
    runner: Runner | None = None,
    quiet: bool = True,
) -> Tabulation:
    """Play deals and count for the tables of these names, or for all of them.

    deals : a million for None. runner : computes and keeps; in threads by default.
    Ctrl-C ends the run: what is done is kept, and `is_interrupted` says so.
    Raises OptionError for a name that is no table and a number of deals below 1.
    """
    definitions = chosen(names)
    n_deals = checked_count("deals", DEALS if deals is None else deals)
    counts = tuple(dict.fromkeys(name for table in definitions for name in table.counts))
    work = Work(Tally, lambda: make_worker(question, counts), CHUNK_DEALS)
    told = question.told("tables", n_deals, counts=list(counts))
    runner = runner or in_threads()
    with progress(n_deals, "deals", quiet) as bar:
        runner.begin(told, work, bar)
        total, is_interrupted = added_up(runner, work, n_deals, bar)
    return Tabulation(question, definitions, total, runner.seconds, is_interrupted)


def rows(run: Tabulation) -> pd.DataFrame:
    """All tables one below the other, in long form: a row an outcome.

    `table`, `figure` (what was counted), `given` (under which condition), `seat` (none where seats
    are not told apart), `outcome`; `n` cases that meet the condition.
    Of rates: `count`, `rate` with `_se`, `_low`, `_high` (95 %, Wilson), `exact_rate`.
    Of means and quantiles: a column named for the unit, with `_se`, or `_low` and `_high` (95 %).
    `exact_basis` says what an exact figure rests on; `z`, by how many exact standard errors the
    counted one differs from it (none where fewer than five cases are expected).
    """
    return ordered(pd.concat(run.frames().values(), ignore_index=True))
