"""What each option of the rules changes: in payments, in what happens, in what is to be done.

Every alternative is settled on the same deals as the rules in force, so that most errors are tiny,
and a difference that there is not comes out as exactly 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from analyser.progress import progress
from analyser.reversis.analyses.discards.analysis import DEALS_A_HAND, check_forks
from analyser.reversis.analyses.sensitivity.alternatives import Alternative, alternatives_to
from analyser.reversis.analyses.sensitivity.tally import Plan, Tally, make_worker
from analyser.reversis.options import rules_mapping
from analyser.reversis.question import Question, checked_count
from analyser.runner import Runner, Work, in_threads
from analyser.runs.told import Told
from analyser.totals import added_up
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
    hands_a_deal: Fraction | None,
) -> Plan:
    n_deals = checked_count("deals", DEALS if deals is None else deals)
    if hands_a_deal is None:
        hands_a_deal = Fraction(1, _DEALS_OF_A_HAND)
        if hands is not None:
            hands_a_deal = Fraction(checked_count("hands", hands, 0, _MOST_HANDS), n_deals)
    questions = (question.under(alternative.rules, pool) for alternative in alternatives)
    return Plan((question, *questions), n_deals, hands_a_deal)


def measurement(
    question: Question,
    chosen: Iterable[str] = (),
    *,
    pool: int | None = None,
    deals: int | None = None,
    hands: int | None = None,
    hands_a_deal: Fraction | None = None,
    runner: Runner | None = None,
    quiet: bool = True,
) -> Sensitivity:
    """Measure what alternatives to the rules of a question change.

    chosen : as in `alternatives_to`. pool : as it was given for the question; None where it is the
        first stake, under the rules of each.
    deals : played once for payments and twice for going for a reversis, under all rules; 500,000
        by default. hands : of which every lay is played; one for 2048 deals by default.
    hands_a_deal : of a run that was begun before, whatever `hands` says.
    runner : computes and keeps; in threads by default. Ctrl-C ends the run: what is done is kept,
        and `is_interrupted` says so.
    Raises ConfigError for an alternative, OptionError for any other argument.
    """
    alternatives = alternatives_to(question.rules, chosen)
    plan = _planned(question, alternatives, pool, deals, hands, hands_a_deal)
    work = Work(Tally, lambda: make_worker(plan), _CHUNK_DEALS)
    runner = runner or in_threads()
    first_hand, last_hand = (
        int(deals * plan.hands_a_deal)
        for deals in (runner.first_deal, runner.first_deal + plan.n_deals)
    )
    check_forks(first_hand, last_hand - first_hand, DEALS_A_HAND)
    with progress(plan.n_deals, "deals", quiet) as shown:
        runner.begin(_told(plan), work, shown)
        tally, is_interrupted = added_up(runner, work, plan.n_deals, shown)
    return Sensitivity(alternatives, plan, tally, runner.seconds, is_interrupted)


def _told(plan: Plan) -> Told:
    """The run as its folder has it, with every rules and pool that it is about."""
    question, *others = plan.questions
    return question.told(
        "sensitivity",
        plan.n_deals,
        alternatives=[{"pool": other.pool, **rules_mapping(other.rules)} for other in others],
        hands_a_deal=str(plan.hands_a_deal),
    )
