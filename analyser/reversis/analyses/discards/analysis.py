"""What each kind of lay costs over all hands, and which heuristic lays best.

The independent unit is the hand. Hand number h is the one that its seat is dealt in deal h of the
seed; then the other cards are dealt anew, uniform over the rest, and every lay of the hand is
played on the same deals. Lays are compared with the best lay of the same hand, which is chosen on
some of these deals and measured on the others (statistics/folds.py): so a lay costs on average
what is told here, or more by at most what a surer choice could add, which is told too.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyser.engine import Worker, ranges
from analyser.errors import OptionError
from analyser.progress import progress
from analyser.reversis.analyses.discard.analysis import Lay, checked_seat, lays_of
from analyser.reversis.analyses.discards.kinds import Grouping, checked_groupings, with_totals
from analyser.reversis.analyses.discards.tallies import (
    FIGURES,
    HEURISTIC,
    NOTHING,
    Group,
    Judged,
    Tally,
    added,
)
from analyser.reversis.analyses.heuristics import (
    card_laid,
    dealt_and_laid,
    heuristics_for,
    laying_table,
)
from analyser.reversis.lineup import N_SEATS, by_seat
from analyser.reversis.payments import paying_table, payments_of
from analyser.reversis.policies import NamedPolicy, compiled
from analyser.reversis.question import Question, checked_count, checked_width
from analyser.runner import Runner, Work, in_threads
from analyser.runs.told import Told
from analyser.statistics import (
    blocks_to_width,
    cross_fitted,
    sequence_halfwidth,
)
from analyser.totals import Precision, added_up
from kernels.lanes import Ints
from kernels.reversis.batches import N_BATCH
from kernels.reversis.fork import laying

PLAYS = 10_000_000
MOST_PLAYS = 10**10  # of a run that stops on a target, unless the user says otherwise
DEALS_A_HAND = 512
N_FOLDS = 16
MOST_LAYS = 12  # ways to exchange from a hand: eleven cards and declining, or twelve cards
_DEALS_STEP = 64  # the deals of a hand are a multiple of it, and it is one of N_FOLDS
_MOST_HANDS = 1 << 52
# The deals on which lays are played are numbered from here: hands come from those below.
FIRST_FORK = 1 << 62
_MOST_FORKS = (1 << 62) - N_BATCH
_CHUNK_PLAYS = 1 << 17  # a tenth of a second of work
# By how much what a heuristic loses varies from hand to hand, to tune runs that stop on a target
# (statistics/sequences.py).
_SPREAD_FICHES = 10.0


@dataclass(frozen=True)
class Plan:
    """What is to be measured.

    question : player 0 holds the hands, the three others are all the same. seats : whose hands,
    in turn. groupings : how lays are grouped. heuristics : those compared.
    n_hands : at most. n_deals : on which every lay of a hand is played, a multiple of N_FOLDS.
    """

    question: Question
    seats: tuple[int, ...]
    groupings: tuple[Grouping, ...]
    heuristics: tuple[NamedPolicy, ...]
    n_hands: int
    n_deals: int


PlayLays = Callable[[int, int, int, Sequence[Lay]], Ints]


def _lay_player(plan: Plan) -> PlayLays:
    """A function of (number of a hand, seat, hand, lays): what each is paid, int64[k, N_FOLDS]."""
    players = compiled(plan.question.players)
    table = paying_table(plan.question, players)
    line_ups = [by_seat(players, seat) for seat in range(N_SEATS)]

    def play(number: int, seat: int, hand: int, lays: Sequence[Lay]) -> Ints:
        table.seat(line_ups[seat])
        table.fix(tuple(hand if place == seat else 0 for place in range(N_SEATS)))
        paid = np.zeros((len(lays), N_FOLDS), dtype=np.int64)
        for first, n in ranges(FIRST_FORK + number * plan.n_deals, plan.n_deals, N_BATCH):
            for place, lay in enumerate(lays):
                batch = table.play(first, n, laying(seat, lay.number))
                payments = payments_of(plan.question, batch, first, n, seat)[-1]
                paid[place] += payments.reshape(-1, N_FOLDS).sum(axis=0)
        return paid

    return play


def make_worker(plan: Plan) -> Worker[Tally]:
    """A function that judges a range of hands: plays every lay, and asks every heuristic."""
    dealing, play = laying_table(plan.question), _lay_player(plan)
    groupings = with_totals(plan.groupings)
    names = [policy.name for policy in plan.heuristics]

    def judged(number: int, hands: Ints, laid: Ints) -> Judged:
        seat = plan.seats[number % len(plan.seats)]
        hand = int(hands[seat])
        lays = lays_of(hand, seat, plan.question)
        paid = play(number, seat, hand, lays)
        chosen = map(card_laid, laid[:, seat].tolist())
        return Judged(
            hand,
            seat,
            [lay.card for lay in lays],
            paid.sum(axis=1).tolist(),
            cross_fitted(paid),
            len(lays) * plan.n_deals,
            dict(zip(names, chosen, strict=True)),
        )

    def batch(first: int, n: int) -> Iterable[Judged]:
        hands, laid = dealt_and_laid(plan.question, dealing, plan.heuristics, first, n)
        return (judged(first + i, hands[:, i], laid[:, :, i]) for i in range(n))

    return lambda first, n: added(batch(first, n), groupings)


@dataclass(frozen=True)
class DiscardHands:
    """A finished measurement: what was asked, what was counted, how long it took.

    width : where it was to stop, ± fiches, if anywhere.
    """

    plan: Plan
    width: float | None
    tally: Tally = NOTHING
    seconds: float = 0.0
    is_interrupted: bool = False

    @property
    def n_tightest(self) -> int | None:
        """Where confidence sequences are tightest; None if the length of the run was fixed."""
        return blocks_to_width(self.width, _SPREAD_FICHES) if self.width else None

    def reach_of(self, group: Group) -> float:
        """Half the width of a heuristic's 95 % interval, at any time: ± fiches a deal."""
        gap, cell = FIGURES.index("gap"), self.tally.cells[group]
        n, total, square = int(cell.sums[0]), cell.sums[gap], cell.products[gap, gap]
        assert self.n_tightest is not None
        return float(sequence_halfwidth(n, total, square, self.n_tightest)) / self.plan.n_deals

    @property
    def reach(self) -> float:
        """The widest of the heuristics' intervals, of all hands together."""
        names = [policy.name for policy in self.plan.heuristics]
        return max(self.reach_of(Group(HEURISTIC, name, (), ())) for name in names)

    @property
    def is_reached(self) -> bool:
        """Whether the run came to its target; one without any is always where it was to be."""
        return self.width is None or self.reach <= self.width


def _sizes(
    plays: int | None, hands: int | None, deals_a_hand: int | None, has_target: bool
) -> tuple[int, int]:
    """Hands, and the deals on which the lays of each are played; raises OptionError for none."""
    if deals_a_hand is not None and plays is not None:
        return plays // (MOST_LAYS * deals_a_hand), deals_a_hand
    most = MOST_PLAYS if has_target else PLAYS
    budget = checked_count("deals", most if plays is None else plays)
    if hands is None:
        _check_budget(budget, 1, DEALS_A_HAND)
        return budget // (MOST_LAYS * DEALS_A_HAND), DEALS_A_HAND
    n_hands = checked_count("hands", hands, 1, _MOST_HANDS)
    if plays is None:
        return n_hands, DEALS_A_HAND
    _check_budget(budget, n_hands, _DEALS_STEP)
    return n_hands, budget // (MOST_LAYS * n_hands) // _DEALS_STEP * _DEALS_STEP


def _check_budget(plays: int, n_hands: int, n_deals: int) -> None:
    """Raises OptionError where not every lay of so many hands can have so many deals."""
    least = MOST_LAYS * n_hands * n_deals
    if plays < least:
        hands = "1 hand" if n_hands == 1 else f"{n_hands} hands"
        raise OptionError(
            f"deals {plays}: too few for {hands} with {MOST_LAYS} lays on {n_deals} deals or more: "
            f"at least {least} are needed"
        )


def check_forks(first: int, n_hands: int, n_deals: int) -> None:
    """Raises OptionError for hands on whose deals no lay can be played, as their numbers end."""
    if (first + n_hands) * n_deals > _MOST_FORKS:
        raise OptionError(
            f"first_deal: hand {first + n_hands - 1} cannot be played on {n_deals} deals; the last "
            f"must be below {_MOST_FORKS // n_deals}"
        )


def measurement(
    question: Question,
    *,
    seat: int | None = None,
    by: str | Iterable[str] = (),
    hands: int | None = None,
    plays: int | None = None,
    deals_a_hand: int | None = None,
    width: float | None = None,
    runner: Runner | None = None,
    quiet: bool = True,
) -> DiscardHands:
    """Measure what each kind of lay costs over random hands, and what heuristics lose.

    question : player 0 holds the hands, player 1 stands for the three others. seat : whose hands;
        None for those of all four in turn. by : groupings such as "rank,suit_length".
    hands, plays : how many hands; the budget, one lay on one deal each. Without `hands` each hand
        has 512 deals; with both, the deals that the budget allows. deals_a_hand : of a run with a
        budget that was begun before, whatever `hands` says.
    width : stop when of no heuristic what it loses is less certain than ± width fiches a deal.
    runner : computes and keeps; in threads by default. Ctrl-C ends the run: what is done is kept,
        and `is_interrupted` says so.
    Raises OptionError for a seat, a grouping, a budget or a width that is none.
    """
    seats = tuple(range(N_SEATS)) if seat is None else (checked_seat(seat),)
    groupings, target = checked_groupings(by), checked_width(width)
    n_hands, n_deals = _sizes(plays, hands, deals_a_hand, target is not None)
    heuristics = heuristics_for(question.players[0])
    run = DiscardHands(Plan(question, seats, groupings, heuristics, n_hands, n_deals), target)
    has_end = not (target and plays is None and hands is None)
    size = max(1, min(_CHUNK_PLAYS // (MOST_LAYS * n_deals), N_BATCH))
    work = Work(Tally, lambda: make_worker(run.plan), size)
    runner = runner or in_threads()
    check_forks(runner.first_deal, n_hands, n_deals)
    with progress(n_hands * MOST_LAYS * n_deals if has_end else None, "deals", quiet) as shown:
        runner.begin(_told(run), work, shown)
        certainty = Precision[Tally](lambda tally: replace(run, tally=tally).reach, target)
        total, is_interrupted = added_up(
            runner, work, n_hands, shown, certainty if target else None, lambda tally: tally.n_plays
        )
    return replace(run, tally=total, seconds=runner.seconds, is_interrupted=is_interrupted)


def _told(run: DiscardHands) -> Told:
    plan = run.plan
    return plan.question.told(
        "discard",
        plan.n_hands * MOST_LAYS * plan.n_deals,
        MOST_LAYS * plan.n_deals,
        seats=list(plan.seats),
        by=[",".join(grouping) for grouping in plan.groupings],
        deals_a_hand=plan.n_deals,
        until_width=run.width,
    )
