"""Plots: what is drawn, nothing overlaps, the same bytes every time."""

import math
import re
from itertools import pairwise

import pytest
from matplotlib import font_manager

from analyser.plots import STYLE, Line, distribution_plot, figure_bytes, interval_plot


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


def distribution(**options):
    numbers = range(-3, 4)
    measured = [
        Line(
            f"seat {seat}", numbers, [0, 1, 5, 60, 30, 4, 0], [0.0] * 7, [0.1, 2, 6, 61, 31, 5, 0.1]
        )
        for seat in range(4)
    ]
    exact = Line("exact", numbers, [0.05, 1, 5, 60, 30, 4, 0.05])
    texts = {"title": "A title", "xlabel": "fiches", "ylabel": "%", "caption": "seed 1"}
    return distribution_plot([*measured, exact, exact], **texts, **options)


@pytest.mark.parametrize("is_logarithmic", [False, True])
def test_texts_of_a_distribution_do_not_overlap(is_logarithmic):
    figure = distribution(is_logarithmic=is_logarithmic)
    figure_bytes(figure, ".png")
    axes = figure.axes[0]
    parts = [figure._suptitle, axes.get_legend(), axes.xaxis.label, figure._supxlabel]
    boxes = [part.get_window_extent() for part in parts]
    assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(boxes))
    assert boxes[1].x0 >= 0
    ticks = [tick.get_text() for tick in axes.get_yticklabels() + axes.get_xticklabels()]
    assert all(re.fullmatch("\N{MINUS SIGN}?[0-9.]*", tick) for tick in ticks)


def test_lines_of_a_distribution_differ_in_more_than_colour():
    axes = distribution().axes[0]
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert sorted(names) == ["exact", "seat 0", "seat 1", "seat 2", "seat 3"]
    solid = [line for line in axes.get_lines() if line.get_linestyle() == "-"]
    looks = {(line.get_marker(), line.get_color()) for line in solid}
    assert len(solid) == len({marker for marker, _ in looks}) == len(looks) == 4
    assert sum(line.get_linestyle() == "--" for line in axes.get_lines()) == 2


def test_what_never_came_is_not_on_a_logarithmic_scale():
    solid = [line for line in distribution(is_logarithmic=True).axes[0].get_lines()
             if line.get_linestyle() == "-"]  # fmt: skip
    assert [list(line.get_xdata()) for line in solid] == [[-2, -1, 0, 1, 2]] * 4


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
