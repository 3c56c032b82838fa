"""Plots of figures against a whole number, with their intervals, in panels side by side."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from analyser.plots import BLUE, DPI, GREY, STYLE, VERMILION, WIDTH_INCHES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LOOKS = ((BLUE, "o"), (VERMILION, "D"), ("#009E73", "s"), ("#CC79A7", "^"))
"""Colours of Okabe and Ito's palette, and marks, in the order in which curves get them."""
_PANEL_INCHES = 2.2
_SHIFT = 0.14  # of each curve from the one before, so that intervals stand side by side


@dataclass(frozen=True)
class Curve:
    """Figures at whole numbers, and half the widths of their intervals; `label` says whose."""

    label: str
    places: Sequence[int]
    values: Sequence[float]
    halfwidths: Sequence[float]


@dataclass(frozen=True)
class Panel:
    """Curves drawn into one another, with LOOKS in their order: no more than there are of these."""

    title: str
    curves: Sequence[Curve]


def curve_plot(
    panels: Sequence[Panel], *, title: str, xlabel: str, ylabel: str, caption: str = ""
) -> "Figure":
    """Panels with common axes and a line at 0. All panels have the same curves, in the same order.

    Some of them may be empty; a legend names them where there are several. Neighbouring figures of
    a curve are joined by a line. caption : a line below the plot.
    """
    import matplotlib
    from matplotlib.figure import Figure

    n_columns = {4: 2}.get(len(panels), min(len(panels), 3))
    n_rows = -(-len(panels) // n_columns)
    with matplotlib.rc_context(dict(STYLE)):
        figure = Figure(figsize=(WIDTH_INCHES, 1.4 + n_rows * _PANEL_INCHES), dpi=DPI)
        figure.set_layout_engine("constrained")
        grid = figure.subplots(n_rows, n_columns, sharex=True, sharey=True, squeeze=False)
        for i, axes in enumerate(grid.flat):
            if i < len(panels):
                is_lowest = i + n_columns >= len(panels)
                _draw(axes, panels[i], xlabel if is_lowest else "")
                axes.set_ylabel("" if i % n_columns else ylabel)
            else:
                axes.set_visible(False)
        _write(figure, title, caption)
    return figure


def _lines(curve: Curve, shift: float) -> Iterator[tuple[tuple[float, ...], tuple[float, ...]]]:
    """The lines between figures at neighbouring numbers: their x and their y."""
    points = list(zip(curve.places, curve.values, strict=True))
    for (place, value), (other, other_value) in pairwise(points):
        if other == place + 1:
            yield (place + shift, other + shift), (value, other_value)


def _draw(axes: "Axes", panel: Panel, xlabel: str) -> None:
    """One panel; those with an x label have tick labels too."""
    from matplotlib.ticker import MaxNLocator

    middle = (len(panel.curves) - 1) / 2
    for number, (curve, (color, mark)) in enumerate(zip(panel.curves, LOOKS, strict=False)):
        axes.errorbar(
            [place + _SHIFT * (number - middle) for place in curve.places],
            curve.values,
            yerr=curve.halfwidths,
            fmt=mark,
            color=color,
            markersize=4,
            elinewidth=1.6,
            capsize=2.5,
            label=curve.label,
        )
        for start, end in _lines(curve, _SHIFT * (number - middle)):
            axes.plot(start, end, color=color, linewidth=1)
    axes.axhline(0, color=GREY, linewidth=1, linestyle="--", zorder=0)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(panel.title, fontsize=10, loc="left")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.tick_params(labelbottom=bool(xlabel), labelleft=True)
    axes.set_xlabel(xlabel)


def _write(figure: "Figure", title: str, caption: str) -> None:
    """Title, legend and caption."""
    figure.suptitle("\n".join(textwrap.wrap(title, 80)), fontsize=12, x=0.01, ha="left")
    handles, labels = figure.axes[0].get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(handles, labels, loc="outside upper right", frameon=False, fontsize=9)
    if caption:
        text = "\n".join(textwrap.wrap(caption, 110))
        figure.supxlabel(text, fontsize=8, color=GREY, x=0.01, ha="left")
