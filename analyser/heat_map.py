"""Heat maps: a figure for each pair of two groupings, as colours with the numbers in them."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from analyser.numbers import fixed
from analyser.plots import DPI, GREY, STYLE, WIDTH_INCHES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

# Diverging, orange to purple: told apart by colour-blind readers (ColorBrewer).
_COLOURS = "PuOr"
_BLANK = "#EEEEEE"
_LEAST_SIDE = 0.1  # of the longer side has the other at least, to have room for its colours
_DARK = 0.45  # cells of less luminance have white numbers
_ROW_INCHES = 0.32
_FEWEST_ROWS = 6  # room beside which the colour bar can be labelled


@dataclass(frozen=True)
class HeatMap:
    """What a heat map shows.

    values : float64[n_rows, n_columns], the first row at the top; NaN where nothing is shown.
    rows, columns : their labels. row_name, column_name : what they are.
    unit : of the values, for the colour bar. centre : the value between the two colours.
    """

    values: npt.NDArray[np.float64]
    rows: Sequence[str]
    columns: Sequence[str]
    row_name: str
    column_name: str
    unit: str
    centre: float


def heat_map(shown: HeatMap, *, title: str, caption: str = "") -> "Figure":
    """The heat map as a figure; each cell has its value, blank ones are grey."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(dict(STYLE)):
        height = 1.9 + _ROW_INCHES * max(len(shown.rows), _FEWEST_ROWS)
        figure = Figure(figsize=(WIDTH_INCHES, height), dpi=DPI)
        figure.set_layout_engine("constrained")
        axes = figure.add_subplot()
        norm = _norm(shown)
        colours = matplotlib.colormaps[_COLOURS].with_extremes(bad=_BLANK)
        image = axes.imshow(shown.values, cmap=colours, norm=norm, aspect="auto")
        _write_numbers(axes, shown, norm)
        _label(axes, shown)
        bar = figure.colorbar(image, ax=axes, pad=0.02, fraction=0.05)
        bar.set_label("\n".join(textwrap.wrap(shown.unit, 36)))
        bar.outline.set_visible(False)
        figure.suptitle("\n".join(textwrap.wrap(title, 80)), fontsize=12, x=0.01, ha="left")
        text = "\n".join(textwrap.wrap(caption, 110))
        figure.supxlabel(text, fontsize=8, color=GREY, x=0.01, ha="left")
    return figure


def _norm(shown: HeatMap) -> "Normalize":
    """Both sides of the centre use the whole of their colour, whichever is longer."""
    from matplotlib.colors import TwoSlopeNorm

    finite = [float(value) for value in shown.values.ravel() if math.isfinite(value)]
    least = _LEAST_SIDE * (max([abs(value - shown.centre) for value in finite], default=0) or 1)
    low = min([shown.centre - least, *finite])
    high = max([shown.centre + least, *finite])
    return TwoSlopeNorm(shown.centre, low, high)


def _write_numbers(axes: "Axes", shown: HeatMap, norm: "Normalize") -> None:
    import matplotlib

    for (row, column), value in np.ndenumerate(shown.values):
        if math.isfinite(value):
            red, green, blue, _ = matplotlib.colormaps[_COLOURS](norm(value))
            is_dark = 0.3 * red + 0.59 * green + 0.11 * blue < _DARK
            axes.text(
                column,
                row,
                fixed(value, 1, True),
                ha="center",
                va="center",
                fontsize=8,
                color="white" if is_dark else "black",
            )


def _label(axes: "Axes", shown: HeatMap) -> None:
    axes.set_xticks(range(len(shown.columns)), shown.columns)
    axes.set_yticks(range(len(shown.rows)), shown.rows)
    axes.set_xlabel(shown.column_name)
    axes.set_ylabel(shown.row_name)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(len(shown.columns) - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(len(shown.rows) - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5)
    axes.tick_params(which="minor", length=0)
