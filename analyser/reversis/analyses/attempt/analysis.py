"""Is it worth going for the reversis? Going on against giving up, on the same deals, by trick."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from analyser.engine import Exact
from analyser.errors import OptionError
from analyser.progress import progress
from analyser.reversis.analyses.attempt.cases import FIGURES, Tally, make_worker, nothing
from analyser.reversis.analyses.attempt.spot import COLUMNS, Spot, checked_by
from analyser.reversis.exchanges import WEIGHTED
from analyser.reversis.notation import hand_text, shown
from analyser.reversis.question import Question, checked_count, checked_width
from analyser.runner import Runner, Work, in_threads
from analyser.runs.told import Told
from analyser.statistics import (
    FEWEST_BLOCKS,
    blocks_to_width,
    critical_value,
    mean_and_se,
    sequence_critical_value,
)
from analyser.totals import Precision, added_up
from kernels.reversis.batches import N_BATCH

DEALS = 1_000_000
MOST_DEALS = 10**9  # of a run that stops on a target, unless the user says otherwise
FEWEST_CASES = 100
"""Rows of fewer deals are not judged: too few for an interval of payments as uneven as these."""
# Deals of a chunk, each played three times and more. The part of a gain that the pool has no part
# in is below 2**24 fiches, as payments are below 2**22 (question.py): int64 holds 2**14 squares.
_CHUNK_DEALS = 16 * N_BATCH
# What runs that stop on a width are tuned to (statistics/sequences.py), fixed before any deal: the
# gain varies from deal to deal by 25 to 70 fiches, more at later tricks.
_SPREAD_FICHES = 50.0


@dataclass(frozen=True)
class Attempt:
    """A finished run: what was asked, what was counted, how long it took.

    by : what rows are told apart by besides the trick. n_most : deals dealt at most. width : where
    the run was to stop, ± fiches, if anywhere.
    """

    question: Question
    spot: Spot
    by: tuple[str, ...]
    tally: Tally
    n_most: int
    width: float | None = None
    seconds: float = 0.0
    is_interrupted: bool = False

    @property
    def n_plays(self) -> int:
        """Deals played: each twice for every trick, and once as all decide themselves."""
        return self.tally.n_deals * (1 + 2 * len(self.spot.tricks))

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """By what rows are told apart: as asked; and over all strengths, where that is other."""
        over = tuple(column for column in self.by if column != "strength")
        return [over, self.by] if over != self.by else [self.by]

    @property
    def n_rows(self) -> int:
        """How many rows there can be, whatever the deals bring: they share the error."""
        sizes = [self.spot.sizes(trick) for trick in self.spot.tricks]
        return sum(
            math.prod(size[column] for column in group) for group in self.groups for size in sizes
        )

    @property
    def n_fewest(self) -> int:
        """Rows of fewer deals are not judged."""
        return FEWEST_BLOCKS if self.width else FEWEST_CASES

    def critical(self, n: int) -> float:
        """By how many standard errors the interval of a gain over n deals reaches, all together."""
        if not self.width:
            return critical_value(n, n_figures=self.n_rows)
        n_tightest = blocks_to_width(self.width, _SPREAD_FICHES, n_figures=self.n_rows)
        return sequence_critical_value(n, n_tightest, n_figures=self.n_rows)

    @property
    def reach(self) -> float:
        """The widest interval of a trick's gain, over all that stood there: ± fiches."""
        return max(map(self._reach, self.tally.sums.sum(axis=(2, 3, 4))))

    def _reach(self, sums: Exact) -> float:
        n, (total, square) = sums[0], gain_at(dict(zip(FIGURES, sums, strict=True)), self.question)
        reach = self.critical(n)
        return reach * mean_and_se(n, total, square)[1] if math.isfinite(reach) else math.inf


def gain_at(sums: dict[str, int], question: Question) -> tuple[int, int]:
    """Σ and Σ² of the gain at the pool of the question, from the sums of FIGURES."""
    pool = question.pool
    square = sums["fixed_fixed"] + 2 * pool * sums["fixed_per_pool"]
    square += pool * pool * sums["per_pool_per_pool"]
    return sums["fixed"] + pool * sums["per_pool"], square


def _checked_players(question: Question, spot: Spot) -> None:
    """Raises OptionError where somebody who is asked about never decides on a reversis."""
    seats = range(len(question.players)) if spot.hand is None else [spot.seat]
    for policy in (question.players[seat] for seat in seats):
        if policy.play != WEIGHTED:
            raise OptionError(
                f"policy {shown(policy.name)}: plays as {policy.play}, which never goes for a "
                "reversis; steady and all that play by weights are accepted"
            )


def measured(
    question: Question,
    spot: Spot,
    by: str | Iterable[str] = COLUMNS[:2],
    *,
    deals: int | None = None,
    width: float | None = None,
    runner: Runner | None = None,
    quiet: bool = True,
) -> Attempt:
    """Play deals with every decision taken both ways.

    by : what rows are told apart by (COLUMNS); always by trick. deals : deals dealt, each played
    twice a trick and once more; None for a million, or for as many as the width takes, up to a
    thousand million. width : stop as soon as no trick's gain is less certain than ± width.
    runner : computes and keeps; in threads by default. Ctrl-C ends the run: what is done is kept,
    and `is_interrupted` says so.
    Raises OptionError for players that never decide, and for any other argument.
    """
    _checked_players(question, spot)
    target = checked_width(width)
    n_most = checked_count("deals", (MOST_DEALS if target else DEALS) if deals is None else deals)
    run = Attempt(question, spot, checked_by(by), nothing(len(spot.tricks)), n_most, target)
    work = Work(Tally, lambda: make_worker(question, spot), _CHUNK_DEALS)
    runner = runner or in_threads()
    with progress(None if deals is None and target else n_most, "deals", quiet) as shown_:
        runner.begin(_told(run), work, shown_)
        certainty = Precision[Tally](lambda tally: replace(run, tally=tally).reach, target)
        total, is_interrupted = added_up(runner, work, n_most, shown_, certainty)
    _check_cases(total, spot)
    return replace(run, tally=total, seconds=runner.seconds, is_interrupted=is_interrupted)


def _told(run: Attempt) -> Told:
    """The run as its folder has it; by what rows are told apart matters to a target only."""
    spot = run.spot
    return run.question.told(
        "attempt",
        run.n_most,
        hand=hand_text(spot.hand) if spot.hand is not None else None,
        seat=spot.seat if spot.hand is not None else None,
        lay=spot.lay.name if spot.lay else None,
        tricks=list(spot.tricks),
        until_width=run.width,
        by=list(run.by) if run.width else None,
    )


def _check_cases(tally: Tally, spot: Spot) -> None:
    """Raises OptionError if nobody stood before any decision that was asked about."""
    if not tally.sums.any():
        raise OptionError(
            f"deals {tally.n_deals}: in none of them did a player stand before the decision at "
            f"trick {' or '.join(map(str, spot.tricks))}; more are needed"
        )
