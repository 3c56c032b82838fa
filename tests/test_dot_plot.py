"""Dots with intervals, several a row: what is drawn, where."""

import math

from analyser.dot_plot import DotPanel, Dots, dot_plot
from analyser.plots import figure_bytes

LABELS = ["remise: 0", "ace: 2", "replenish: empty"]
ONE = Dots("seat 0", [3.5, 0.02, 0.0], [0.1, 0.03, 0.0])
OTHER = Dots("seat 1", [-3.5, math.nan, 0.0], [math.nan, math.nan, 0.0])
PANELS = [DotPanel("change", [ONE, OTHER], 0.1), DotPanel("costs", [ONE], 0.5)]


def drawn(**options):
    return dot_plot(LABELS, PANELS, title="What changes", **options)


def test_every_panel_has_its_dots_beside_each_other_in_the_rows():
    left, right = drawn().axes
    assert [(line.get_xlabel(), line.get_xscale()) for line in (left, right)] == [
        ("change", "symlog"),
        ("costs", "symlog"),
    ]
    first, second = (bars.lines[0] for bars in left.containers)
    assert list(first.get_xdata()) == ONE.values
    assert all(abs(y - row) < 0.5 for row, y in enumerate(first.get_ydata()))
    assert all(y < other for y, other in zip(first.get_ydata(), second.get_ydata(), strict=True))
    assert list(right.containers[0].lines[0].get_ydata()) == [0, 1, 2]
    assert left.get_ylim() == right.get_ylim() == (2.5, -0.5)


def test_labels_are_shared_and_those_that_stand_out_are_bold():
    left, right = drawn(marked={0, 2}).axes
    assert [tick.get_text() for tick in left.get_yticklabels()] == LABELS
    weights = [tick.get_fontweight() for tick in left.get_yticklabels()]
    assert weights == ["bold", "normal", "bold"]
    assert not any(tick.get_visible() and tick.get_text() for tick in right.get_yticklabels())
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["seat 0", "seat 1"]


def test_figures_are_the_same_bytes_every_time():
    for ending in (".png", ".svg"):
        one, other = (figure_bytes(drawn(caption="5 deals"), ending) for _ in range(2))
        assert one == other
