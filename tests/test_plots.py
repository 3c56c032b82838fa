"""Plots: what is drawn, nothing overlaps, the same bytes every time."""

import math
from itertools import pairwise

import pytest
from matplotlib import font_manager

from analyser.plots import STYLE, figure_bytes, interval_plot


def plot(k, **options):
    labels = [f"lay {'23456789JQKA'[i % 12]}{'♣♦♥♠'[i % 4]}" for i in range(k)]
    return interval_plot(labels, [-0.5 * i for i in range(k)], [0.3] * k, **options)


def label_boxes(figure):
    figure_bytes(figure, ".png")
    return [tick.get_window_extent() for tick in figure.axes[0].get_yticklabels()]


@pytest.mark.parametrize("k", [1, 2, 12, 40])
def test_labels_are_in_order_from_the_top_and_do_not_overlap(k):
    boxes = label_boxes(plot(k, title="Lays", xlabel="fiches per deal", caption="seed 1"))
    assert len(boxes) == k
    assert all(upper.y0 > lower.y1 for upper, lower in pairwise(boxes))


def test_long_labels_are_folded_and_stay_on_the_page():
    labels = ["heuristic:guards=2,reversis_cards=5,void_weight=3,lead_low=1", "short"]
    figure = interval_plot(labels, [1.0, 2.0], [0.1, 0.1])
    upper, lower = label_boxes(figure)
    assert min(upper.x0, lower.x0) >= 0
    assert upper.y0 > lower.y1


def test_texts_of_the_figure_do_not_overlap():
    figure = plot(3, title="A title", xlabel="fiches", caption="seed 1", marked={0},
                  mark_meaning="the best")  # fmt: skip
    figure_bytes(figure, ".png")
    axes = figure.axes[0]
    parts = [figure._suptitle, axes.get_legend(), axes.xaxis.label, figure._supxlabel]
    boxes = [part.get_window_extent() for part in parts]
    assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(boxes))


def test_marked_rows_differ_in_more_than_colour():
    lines = plot(3, marked={1}, mark_meaning="the best").axes[0].get_lines()
    markers = {line.get_marker(): len(line.get_xdata()) for line in lines}
    assert (markers["o"], markers["D"]) == (2, 1)


def test_the_zero_line_is_within_the_plot():
    axes = interval_plot(["a"], [5.0], [0.1], has_zero_line=True).axes[0]
    assert axes.get_xlim()[0] <= 0
    assert interval_plot(["a"], [5.0], [0.1]).axes[0].get_xlim()[0] > 0


def test_the_font_has_the_suit_signs():
    path = font_manager.findfont(STYLE["font.family"], fallback_to_default=False)
    assert {ord(suit) for suit in "♠♥♦♣±\N{MINUS SIGN}"} <= set(
        font_manager.get_font(path).get_charmap()
    )


def test_missing_figures_and_dollar_signs_draw_without_a_warning():
    figure = interval_plot(["$_{$", "b", "c"], [1.0, math.nan, 2.0], [0.0, 1.0, math.inf])
    assert figure_bytes(figure, ".svg")


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_the_same_figure_is_the_same_bytes(ending):
    assert figure_bytes(plot(4), ending) == figure_bytes(plot(4), ending)
