"""Plots of figures with their intervals. matplotlib is imported only when one is drawn."""

import io
import textwrap
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, VERMILION, GREY = "#0072B2", "#D55E00", "#666666"
"""Colours of Okabe and Ito's palette, told apart by colour-blind readers; marks differ too."""

PLOT_ENDINGS = (".png", ".svg")
DPI = 150
WIDTH_INCHES = 8.0
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
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), frameon=False, fontsize=9)
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
