"""What each option of the rules changes: in payments, in what happens, in what is to be done.

Every alternative is settled on the same deals as the rules in force, so that most errors are tiny,
and a difference that there is not comes out as exactly 0.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass

from analyser.engine import Worker, prepare, ranges, tallies
from analyser.progress import Progress, progress
from analyser.reversis.analyses.discard_hands import DEALS_A_HAND
from analyser.reversis.analyses.sensitivity_alternatives import Alternative, alternatives_to
from analyser.reversis.analyses.sensitivity_tally import Plan, Tally, make_worker
from analyser.reversis.question import Question, checked_count, checked_threads
from kernels.reversis.batches import N_BATCH

DEALS = 500_000
_MOST_HANDS = 1 << 52
# So many deals have a hand of which lays are played, which takes about half of the time then.
_DEALS_OF_A_HAND = 4 * DEALS_A_HAND
_CHUNK_DEALS = 4 * N_BATCH


@dataclass(frozen=True)
class Sensitivity:
    """A finished run: what was asked, what was counted, how long it took.

    alternatives : to the rules in force, in the order of the plan's questions behind the first.
    """

    alternatives: tuple[Alternative, ...]
    plan: Plan
    tally: Tally
    seconds: float
    is_interrupted: bool

    @property
    def question(self) -> Question:
        """The table under the rules in force."""
        return self.plan.questions[0]


def _planned(
    question: Question,
    alternatives: Iterable[Alternative],
    pool: int | None,
    deals: int | None,
    hands: int | None,
) -> Plan:
    n_deals = checked_count("deals", DEALS if deals is None else deals)
    n_hands = max(1, n_deals // _DEALS_OF_A_HAND)
    if hands is not None:
        n_hands = checked_count("hands", hands, 0, _MOST_HANDS)
    questions = (question.under(alternative.rules, pool) for alternative in alternatives)
    return Plan((question, *questions), n_deals, n_hands)


def measurement(
    question: Question,
    chosen: Iterable[str] = (),
    *,
    pool: int | None = None,
    deals: int | None = None,
    hands: int | None = None,
    threads: int | None = None,
    quiet: bool = True,
) -> Sensitivity:
    """Measure what alternatives to the rules of a question change.

    chosen : as in `alternatives_to`. pool : as it was given for the question; None where it is the
        first stake, under the rules of each.
    deals : played once for payments and twice for going for a reversis, under all rules; 500,000
        by default. hands : of which every lay is played; one for 2048 deals by default.
    Ctrl-C ends the run: what is done is kept, and `is_interrupted` says so.
    Raises ConfigError for an alternative, OptionError for any other argument.
    """
    alternatives = alternatives_to(question.rules, chosen)
    plan = _planned(question, alternatives, pool, deals, hands)
    n_threads = checked_threads(threads)

    def worker() -> Worker[Tally]:
        return make_worker(plan)

    with progress(plan.n_deals, "deals", quiet) as shown:
        prepare(worker, shown)
        start = time.perf_counter()
        tally, is_interrupted = _added(plan, worker, n_threads, shown)
    return Sensitivity(alternatives, plan, tally, time.perf_counter() - start, is_interrupted)


def _added(
    plan: Plan, worker: Callable[[], Worker[Tally]], threads: int, shown: Progress
) -> tuple[Tally, bool]:
    """The sum of all tallies, and whether the run was interrupted before its end."""
    total, is_interrupted = None, False
    chunks = tallies(worker, ranges(0, plan.n_deals, _CHUNK_DEALS), threads)
    with closing(chunks):
        try:
            for n_deals, tally in chunks:
                total = tally if total is None else total + tally
                shown.advance(n_deals)
        except KeyboardInterrupt:
            if total is None:
                raise
            is_interrupted = True
    assert total is not None
    return total, is_interrupted
