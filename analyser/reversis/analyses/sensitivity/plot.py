"""The plot of `sensitivity`: what each alternative changes for each seat, and what advice costs."""

from typing import TYPE_CHECKING

import pandas as pd

from analyser.reversis.analyses.sensitivity.analysis import Sensitivity
from analyser.reversis.analyses.sensitivity.rows import (
    FICHES,
    LAY_COST,
    THRESHOLD_COST,
    change_of,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyser.dot_plot import Dots

# Most that matters is larger, and what is smaller hardly does.
_LINEAR_WITHIN_FICHES = 0.1


def plot(run: Sensitivity, frame: pd.DataFrame) -> "Figure":
    """The tidy table as dots with intervals, the rules that matter in bold."""
    from analyser.dot_plot import DotPanel, dot_plot

    seats = [_dots(frame, change_of(name), f"seat {seat}") for seat, name in enumerate(FICHES)]
    costs = [_dots(frame, LAY_COST, "lay"), _dots(frame, THRESHOLD_COST, "threshold")]
    unit = f"fiches per deal, logarithmic beyond ±{_LINEAR_WITHIN_FICHES:g}"
    return dot_plot(
        [f"{row.option}: {row.alternative}" for row in frame.itertuples()],
        [
            DotPanel(f"change, by seat\n{unit}", seats, _LINEAR_WITHIN_FICHES),
            DotPanel(f"what the old advice costs\n{unit}", costs, _LINEAR_WITHIN_FICHES),
        ],
        title=f"What each option of the rules changes, pool {run.question.pool}",
        caption=_caption(run),
        marked={place for place, flag in enumerate(frame["matters"]) if flag},
    )


def _dots(frame: pd.DataFrame, column: str, label: str) -> "Dots":
    from analyser.dot_plot import Dots

    reach = frame[f"{column}_high"] - frame[column]
    return Dots(label, list(frame[column]), list(reach))


def _caption(run: Sensitivity) -> str:
    names = list(dict.fromkeys(policy.name for policy in run.question.players))
    return (
        f"95 % intervals, all effects together; bold: what matters; {run.tally.n_deals:,} deals "
        f"and {run.tally.n_hands:,} hands, seed {run.question.seed}, {', '.join(names)}"
    )
