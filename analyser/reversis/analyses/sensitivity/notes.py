"""What a person is told below the tables of `sensitivity`."""

from collections.abc import Sequence

import pandas as pd

from analyser.numbers import fixed, grouped, percent
from analyser.reversis.analyses.discards.analysis import DEALS_A_HAND
from analyser.reversis.analyses.sensitivity.analysis import Sensitivity
from analyser.reversis.analyses.sensitivity.rows import FICHES, levels, measures
from analyser.reversis.analyses.sensitivity.thresholds import NEVER
from kernels.reversis.rules import ALLOWED

_EVENTS = {
    "quinola_placed_rate": "quinola placed",
    "quinola_forced_rate": "forced",
    "quinola_led_rate": "led",
    "reversis_made_rate": "reversis made",
}


def threshold_text(best: int, low: int, high: int) -> str:
    """A threshold, and those that may be the best in its place.

    >>> threshold_text(9, 7, 12), threshold_text(9, 9, 9)
    ('9 (7–never)', '9')
    """
    best_text, low_text, high_text = ("never" if n == NEVER else str(n) for n in (best, low, high))
    return best_text if low == high else f"{best_text} ({low_text}–{high_text})"


def _players_note(run: Sensitivity) -> str:
    names = [policy.name for policy in run.question.players]
    if len(set(names)) == 1:
        return f"Everybody plays as {names[0]}."
    return "By seat: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(names)) + "."


def _base_note(run: Sensitivity) -> str:
    base = levels(run)
    fiches = ", ".join(fixed(base[name], 2, True) for name in FICHES)
    events = ", ".join(
        f"{words} {percent(base[name], decimals=1)}" for name, words in _EVENTS.items()
    )
    return f"In force: seats 0 to 3 win {fiches} fiches per deal; {events}."


def _replenish_note(run: Sensitivity) -> list[str]:
    if all(alternative.option.name != "replenish" for alternative in run.alternatives):
        return []
    return ["A deal that is studied alone, with a given pool, goes by no `replenish`."]


def _pool_notes(run: Sensitivity) -> list[str]:
    """What the pool is under those alternatives that change it."""
    asked = zip(run.alternatives, run.plan.questions[1:], strict=True)
    pools = [
        f"{question.pool} under {alternative.name}"
        for alternative, question in asked
        if question.pool != run.question.pool
    ]
    return [f"The pool is the first stake, so {' and '.join(pools)}."] if pools else []


def _lay_notes(run: Sensitivity) -> list[str]:
    n_hands = run.tally.n_hands
    told = [
        f"Best lay: on {DEALS_A_HAND} deals of each of {grouped(n_hands)} "
        f"{'hand' if n_hands == 1 else 'hands'}, which near ties change too. Old lay costs: laying "
        "what is best under the rules in force, chosen on some deals and measured on others."
    ]
    forbids = [question.rules.quinola_discard != ALLOWED for question in run.plan.questions]
    if any(forbids[1:]) and not forbids[0]:
        told += ["Where the quinola may not be laid, the old lay is the best of the others."]
    return told if n_hands else []


def _attempt_notes(run: Sensitivity) -> list[str]:
    found = measures(run)
    if found.thresholds is None:
        return ["Nobody here ever goes for a reversis: nothing is told of when to."]
    best, low, high = found.thresholds.best, found.thresholds.low, found.thresholds.high
    about = " or ".join(map(str, found.strengths))
    return [
        "Going on: change of what going for a reversis at trick 1 brings more than giving it up, "
        f"with {about or 'no'} likely winners, about the threshold.",
        "Pays from: the best number of likely winners to go for it from (and those that may be, "
        f"95 %), in force {threshold_text(best, low, high)}.",
    ]


def notes(run: Sensitivity, frame: pd.DataFrame) -> Sequence[str]:
    """The notes, one after another."""
    interrupted = ["Interrupted: these are the deals and hands played until then."]
    return [
        _players_note(run),
        _base_note(run),
        f"{grouped(run.tally.n_deals)} deals, the same for all rules. Policies look at the pool "
        "and at whether the quinola may be laid, not at other rules: under those they play alike.",
        "Matters: the interval of some effect leaves out 0; the intervals of all effects of all "
        "rows hold together, 95 %. The largest: of those in fiches per deal, else of rates, else "
        "of going on. After ±: one standard error. Rows of exactly 0 are in the first table only.",
        *_replenish_note(run),
        *_pool_notes(run),
        *_lay_notes(run),
        *_attempt_notes(run),
        *(interrupted if run.is_interrupted else []),
    ]
