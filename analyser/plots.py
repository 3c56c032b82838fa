"""Plots of figures and of distributions, with intervals. matplotlib is imported only to draw."""

import io
import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, VERMILION, GREY = "#0072B2", "#D55E00", "#666666"
GREEN, PURPLE, BLACK = "#009E73", "#CC79A7", "#000000"
"""Colours of Okabe and Ito's palette, told apart by colour-blind readers; marks differ too."""

_LINES = ((BLUE, "o"), (VERMILION, "s"), (GREEN, "^"), (PURPLE, "D"), (GREY, "v"))
"""Colour and marker of each line of a distribution."""

PLOT_ENDINGS = (".png", ".svg")
DPI = 150
WIDTH_INCHES = 8.0
HEIGHT_INCHES = 4.5
"""Of a distribution; a plot of intervals is as high as it has rows."""
ROW_INCHES = 0.27
LABEL_COLUMNS = 40
"""Longer labels are folded onto further lines."""

STYLE: Mapping[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "svg.fonttype": "path",
    "svg.hashsalt": "intervals",
    "axes.unicode_minus": True,
    "text.parse_math": False,
}
"""One look for every machine: the font comes with matplotlib and has the suit signs."""


def interval_plot(
    labels: Sequence[str],
    values: Sequence[float],
    halfwidths: Sequence[float],
    *,
    title: str = "",
    xlabel: str = "",
    marked: Collection[int] = (),
    mark_meaning: str = "",
    caption: str = "",
    has_zero_line: bool = False,
) -> "Figure":
    """Dots with horizontal intervals, one row a figure, the first at the top.

    labels, values, halfwidths: one each a row, in the unit that `xlabel` names; a half-width that
    is not finite shows no interval, a value that is not finite no dot. marked: positions of the
    rows that stand out, explained by `mark_meaning`. caption: a line below the plot (number of
    blocks, seed, confidence). has_zero_line: draw 0, for differences.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(dict(STYLE)):
        folded = [_folded(label) for label in labels]
        n_lines = sum(label.count("\n") + 1 for label in folded)
        height = 1.5 + ROW_INCHES * max(n_lines, 2)
        figure = Figure(figsize=(WIDTH_INCHES, height), dpi=DPI)
        figure.set_layout_engine("constrained")
        axes = figure.add_subplot()
        for is_marked in (False, True):
            rows = [i for i in range(len(values)) if (i in marked) == is_marked]
            _draw_rows(axes, rows, values, halfwidths, is_marked, mark_meaning)
        _label_rows(axes, folded, marked)
        _finish(figure, axes, title, xlabel, caption, has_zero_line)
    return figure


@dataclass(frozen=True)
class Line:
    """One line of a distribution: numbers, and how often they came, in per cent, with intervals.

    lows, highs : ends of the intervals; exact lines, which are dashed, have none.
    """

    label: str
    numbers: Sequence[float]
    percent: Sequence[float]
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()


def distribution_plot(
    lines: Sequence[Line],
    *,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    caption: str = "",
    is_logarithmic: bool = False,
) -> "Figure":
    """How often numbers came: a line each, up to five measured ones, told apart by markers too.

    is_logarithmic : show per cent on a logarithmic scale, for tails; what never came is left out.
    """
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    with matplotlib.rc_context(dict(STYLE)):
        figure = Figure(figsize=(WIDTH_INCHES, HEIGHT_INCHES), dpi=DPI)
        figure.set_layout_engine("constrained")
        axes = figure.add_subplot()
        measured = [line for line in lines if line.lows]
        for line, (color, marker) in zip(measured, _LINES, strict=False):
            _draw_line(axes, line, color, marker, is_logarithmic)
        _draw_exact(axes, [line for line in lines if not line.lows])
        if is_logarithmic:
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter("{x:g}")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylabel(ylabel)
        axes.grid(axis="y", color="#DDDDDD", linewidth=0.7)
        _finish(figure, axes, title, xlabel, caption, has_zero_line=False)
    return figure


def _draw_exact(axes: "Axes", lines: Sequence[Line]) -> None:
    """Dashed lines, with one name for all: they run where the measured ones do."""
    for i, line in enumerate(lines):
        label = None if i else line.label
        axes.plot(line.numbers, line.percent, "--", color=BLACK, linewidth=1, zorder=3, label=label)


def _draw_line(axes: "Axes", line: Line, color: str, marker: str, is_logarithmic: bool) -> None:
    shown = [i for i, rate in enumerate(line.percent) if rate > 0 or not is_logarithmic]
    errors = [
        [line.percent[i] - line.lows[i] for i in shown],
        [line.highs[i] - line.percent[i] for i in shown],
    ]
    axes.errorbar(
        [line.numbers[i] for i in shown],
        [line.percent[i] for i in shown],
        yerr=errors,
        fmt=f"-{marker}",
        color=color,
        markersize=4,
        linewidth=1.2,
        capsize=2,
        label=line.label,
    )


def _folded(label: str) -> str:
    return "\n".join(textwrap.wrap(label, LABEL_COLUMNS)) or label


def _draw_rows(
    axes: "Axes",
    rows: Sequence[int],
    values: Sequence[float],
    halfwidths: Sequence[float],
    is_marked: bool,
    mark_meaning: str,
) -> None:
    if not rows:
        return
    axes.errorbar(
        [values[i] for i in rows],
        rows,
        xerr=[halfwidths[i] for i in rows],
        fmt="D" if is_marked else "o",
        markersize=6 if is_marked else 5,
        color=VERMILION if is_marked else BLUE,
        elinewidth=2.2 if is_marked else 1.6,
        capsize=3,
        label=mark_meaning if is_marked and mark_meaning else None,
    )


def _label_rows(axes: "Axes", labels: Sequence[str], marked: Collection[int]) -> None:
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    for i, tick in enumerate(axes.get_yticklabels()):
        tick.set_fontweight("bold" if i in marked else "normal")
    axes.tick_params(axis="y", length=0)


def _finish(
    figure: "Figure", axes: "Axes", title: str, xlabel: str, caption: str, has_zero_line: bool
) -> None:
    if has_zero_line:
        axes.axvline(0, color=GREY, linewidth=1, linestyle="--", zorder=0)
    axes.grid(axis="x", color="#DDDDDD", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_xlabel(xlabel)
    figure.suptitle("\n".join(textwrap.wrap(title, 80)), fontsize=12, x=0.01, ha="left")
    if labels := axes.get_legend_handles_labels()[1]:
        axes.legend(
            loc="lower right", bbox_to_anchor=(1, 1), frameon=False, fontsize=9, ncols=len(labels)
        )
    if caption:
        text = "\n".join(textwrap.wrap(caption, 110))
        figure.supxlabel(text, fontsize=8, color=GREY, x=0.01, ha="left")


def figure_bytes(figure: "Figure", ending: str) -> bytes:
    """A figure as the bytes of a .png (150 dots an inch) or .svg file, the same every time."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    FigureCanvasAgg(figure)
    metadata = {"Date": None, "Creator": None} if ending == ".svg" else {"Software": None}
    buffer = io.BytesIO()
    with matplotlib.rc_context(dict(STYLE)):
        figure.savefig(buffer, format=ending[1:], metadata=metadata)
    return buffer.getvalue()
