"""Plots of curves: what is drawn, and the same look in every panel."""

import math
from itertools import pairwise

import pytest

from analyser.curves import LOOKS, Curve, Panel, curve_plot
from analyser.plots import figure_bytes


def curve(label, places):
    return Curve(label, places, [2.0 * place - 5 for place in places], [1.0] * len(places))


def plot(n_panels, *curves, **options):
    panels = [Panel(f"panel {i}", curves) for i in range(n_panels)]
    texts = {"title": "A title", "xlabel": "cards", "ylabel": "fiches"}
    return curve_plot(panels, **{**texts, **options})


def visible(figure):
    return [axes for axes in figure.axes if axes.get_visible()]


@pytest.mark.parametrize(("n", "n_lowest"), [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (8, 3)])
def test_every_panel_is_drawn_and_the_lowest_of_each_column_has_the_x_label(n, n_lowest):
    axes = visible(plot(n, curve("", [0, 1])))
    assert [one.get_title(loc="left") for one in axes] == [f"panel {i}" for i in range(n)]
    assert [one.get_xlabel() for one in axes] == [""] * (n - n_lowest) + ["cards"] * n_lowest
    assert axes[0].get_ylabel() == "fiches"


def test_neighbouring_figures_are_joined_and_others_are_not():
    (axes,) = visible(plot(1, curve("", [0, 1, 4, 5, 6])))
    joins = [line.get_xdata() for line in axes.get_lines() if line.get_linestyle() == "-"]
    assert [tuple(ends) for ends in joins if len(ends) == 2] == [(0, 1), (4, 5), (5, 6)]


def test_curves_differ_in_more_than_colour_and_stand_side_by_side():
    figure = plot(2, curve("a", [0, 1]), curve("b", []), curve("c", [0, 1]))
    for axes in visible(figure):
        marks = [line for line in axes.get_lines() if line.get_marker() in "oDs^"]
        assert [(line.get_color(), line.get_marker()) for line in marks] == list(LOOKS[:3])
        assert marks[0].get_xdata()[0] < marks[2].get_xdata()[0]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b", "c"]
    assert plot(2, curve("a", [0])).legends == []


def test_texts_do_not_overlap():
    figure = plot(5, curve("a", [0, 1]), curve("b", [2]), caption="seed 1", title="word " * 10)
    figure_bytes(figure, ".png")
    lowest = visible(figure)[-1]
    parts = [figure._suptitle, visible(figure)[0].title, lowest.xaxis.label, figure._supxlabel]
    boxes = [part.get_window_extent() for part in parts]
    assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(boxes))
    legend, title = figure.legends[0].get_window_extent(), boxes[0]
    assert legend.x0 >= title.x1


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_the_same_figure_is_the_same_bytes_and_gaps_do_no_harm(ending):
    odd = Curve("odd", [0, 1], [math.nan, 2.0], [1.0, math.inf])
    one, again = (figure_bytes(plot(2, odd, curve("b", [])), ending) for _ in range(2))
    assert one == again
