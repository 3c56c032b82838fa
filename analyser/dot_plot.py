"""Plots of several figures a row, with intervals: dots side by side, in panels that share rows."""

import textwrap
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyser.curves import LOOKS
from analyser.plots import DPI, GREY, STYLE, WIDTH_INCHES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW_INCHES = 0.34
_SHIFT = 0.19  # of each dot from the one above it in its row
_LABEL_SIZE = 9


@dataclass(frozen=True)
class Dots:
    """A figure of every row and half the width of its interval; not finite: none is drawn."""

    label: str
    values: Sequence[float]
    halfwidths: Sequence[float]


@dataclass(frozen=True)
class DotPanel:
    """Figures in one unit, which `xlabel` names, drawn with LOOKS in their order.

    linear_within : the axis is linear from minus this to this, and logarithmic beyond.
    """

    xlabel: str
    dots: Sequence[Dots]
    linear_within: float


def dot_plot(
    labels: Sequence[str],
    panels: Sequence[DotPanel],
    *,
    title: str,
    caption: str = "",
    marked: Collection[int] = (),
) -> "Figure":
    """Panels side by side with a line at 0 each; one row a label, the first at the top.

    marked : positions of the labels that are set in bold. caption : a line below the plot.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(dict(STYLE)):
        height = 1.9 + _ROW_INCHES * max(len(labels), 2)
        figure = Figure(figsize=(WIDTH_INCHES, height), dpi=DPI)
        figure.set_layout_engine("constrained")
        grid = figure.subplots(1, len(panels), sharey=True, squeeze=False)
        for axes, panel in zip(grid[0], panels, strict=True):
            _draw(axes, panel)
            _shade_rows(axes, len(labels))
        _label_rows(grid[0][0], labels, marked)
        figure.suptitle("\n".join(textwrap.wrap(title, 80)), fontsize=12, x=0.01, ha="left")
        if caption:
            text = "\n".join(textwrap.wrap(caption, 110))
            figure.supxlabel(text, fontsize=8, color=GREY, x=0.01, ha="left")
    return figure


def _draw(axes: "Axes", panel: DotPanel) -> None:
    middle = (len(panel.dots) - 1) / 2
    for number, (dots, (color, mark)) in enumerate(zip(panel.dots, LOOKS, strict=False)):
        axes.errorbar(
            dots.values,
            [row + _SHIFT * (number - middle) for row in range(len(dots.values))],
            xerr=dots.halfwidths,
            fmt=mark,
            color=color,
            markersize=3.5,
            elinewidth=1.3,
            capsize=2,
            label=dots.label,
        )
    _scale(axes, panel.linear_within)
    axes.axvline(0, color=GREY, linewidth=1, linestyle="--", zorder=0)
    axes.grid(axis="x", color="#DDDDDD", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_xlabel(panel.xlabel, fontsize=_LABEL_SIZE)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False, fontsize=8, ncols=2)


def _scale(axes: "Axes", linear_within: float) -> None:
    axes.set_xscale("symlog", linthresh=linear_within)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.tick_params(axis="x", labelsize=8)


def _shade_rows(axes: "Axes", n_rows: int) -> None:
    """Every other row on grey, so that the eye keeps to it."""
    axes.set_ylim(n_rows - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    for row in range(1, n_rows, 2):
        axes.axhspan(row - 0.5, row + 0.5, color="#F4F4F4", zorder=-1)


def _label_rows(axes: "Axes", labels: Sequence[str], marked: Collection[int]) -> None:
    axes.set_yticks(range(len(labels)), labels, fontsize=_LABEL_SIZE)
    for i, tick in enumerate(axes.get_yticklabels()):
        tick.set_fontweight("bold" if i in marked else "normal")
