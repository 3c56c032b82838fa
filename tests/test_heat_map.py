"""Heat maps: every figure in its cell, blanks left out, nothing overlaps, the same bytes."""

import itertools
import math

import numpy as np
import pytest

from analyser.heat_map import HeatMap, heat_map
from analyser.plots import figure_bytes

VALUES = np.array([[-1.04, math.nan, -7.0], [-12.5, -20.0, 0.0]])


def drawn(values=VALUES, centre=-5.0):
    n_rows, n_columns = values.shape
    shown = HeatMap(
        values,
        [f"ace {'guarded' if n else 'alone'}" for n in range(n_rows)],
        [str(n) for n in range(n_columns)],
        "special cards",
        "suit length",
        "fiches per deal, less the best lay of the same hand",
        centre,
    )
    return heat_map(shown, title="What a lay costs", caption="300 hands, seed 1")


def test_each_figure_stands_in_its_cell_and_blanks_have_none():
    cells = {text.get_position(): text.get_text() for text in drawn().axes[0].texts}
    assert cells == {
        (0, 0): "−1.0",
        (2, 0): "−7.0",
        (0, 1): "−12.5",
        (1, 1): "−20.0",
        (2, 1): "0.0",
    }


def test_numbers_are_read_on_their_colours():
    """White on the dark ends, black in the middle."""
    colours = {text.get_text(): text.get_color() for text in drawn().axes[0].texts}
    assert (colours["−20.0"], colours["0.0"], colours["−7.0"]) == ("white", "white", "black")


def test_the_centre_is_white_and_either_side_has_a_colour():
    (image,) = drawn(centre=-7.0).axes[0].images
    red, _, blue, _ = (image.to_rgba([-7.0, -20.0, 0.0])[:, place] for place in range(4))
    assert red[0] > 0.95
    assert red[1] > blue[1]
    assert blue[2] > red[2]


@pytest.mark.parametrize("n_rows", [1, 2, 13])
def test_texts_stay_on_the_page_and_apart(n_rows):
    figure = drawn(np.full((n_rows, 4), -3.0))
    figure_bytes(figure, ".png")
    axes, bar = figure.axes
    texts = [
        figure._suptitle,
        figure._supxlabel,
        axes.xaxis.label,
        axes.yaxis.label,
        bar.yaxis.label,
    ]
    boxes = [text.get_window_extent() for text in texts]
    width, height = figure.bbox.size
    assert all(b.x0 >= 0 and b.y0 >= 0 and b.x1 <= width and b.y1 <= height for b in boxes)
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))


@pytest.mark.parametrize("values", [np.full((1, 1), math.nan), np.full((2, 2), -5.0)])
def test_nothing_to_tell_apart_draws_without_a_warning(values):
    assert figure_bytes(drawn(values), ".svg")


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_the_same_map_is_the_same_bytes(ending):
    assert figure_bytes(drawn(), ending) == figure_bytes(drawn(), ending)
