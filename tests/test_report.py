"""Results as tables, csv, JSON and markdown, on the screen and in files."""

import io
import json
import math

import numpy as np
import pandas as pd
import pytest

from analyser.errors import OptionError, OutputError
from analyser.layouts import Column, Layout, as_text, cells_of
from analyser.numbers import MINUS, with_error
from analyser.report import Meta, Result, render, write

ROWS = pd.DataFrame(
    {
        "player": ["duck", "random", "a|b"],
        "fiches_per_deal": [1.23456, -12.5, math.nan],
        "fiches_per_deal_se": [0.0456, 1.2, math.nan],
        "n_blocks": np.array([1000, 1000, 0]),
    }
)
META = Meta(
    seed=2**64 - 1,
    deals=1_000_000,
    rules={"late": 10},
    changed={"late": 10},
    policies=["duck", "duck"],
    seconds=0.25,
    version="1.2",
)
LAYOUT = Layout(
    [
        Column("player", "player", align="left"),
        Column(
            ("fiches_per_deal", "fiches_per_deal_se"),
            "fiches/deal",
            lambda x, se: with_error(x, se, sign=True),
        ),
    ],
    title="Who wins",
    marked=[0],
    mark_meaning="the best",
    notes=["Errors over blocks."],
)
RESULT = Result("simulate", ROWS, META, [LAYOUT])


def test_table_is_aligned_marked_and_free_of_control_codes():
    assert render(RESULT).splitlines() == [
        "Who wins",
        "   player      fiches/deal",
        "─" * 26,
        "*  duck     +1.235 ± 0.046",
        f"   random  {MINUS}12.5   ± 1.2",
        "   a|b       —",
        "* the best",
        "Errors over blocks.",
        "",
        "1,000,000 deals, seed 18446744073709551615, 0.25 s (4 M deals/s), policy duck,",
        "rules late=10",
    ]


def test_table_for_a_terminal_has_the_marked_row_bold():
    marked = next(line for line in render(RESULT, color=True).splitlines() if "duck" in line)
    assert "\x1b[1m" in marked
    assert "\x1b" not in render(RESULT)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_text_folds_at_the_width_and_numbers_are_never_cut(width):
    words = "whatever there is to say of this row in quite a number of words " * 3
    rows = pd.DataFrame({"a": [12345.5], "text": [words], "b": [-3]})
    lines = render(Result("x", rows), width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert any("12345.5" in line and f"{MINUS}3" in line for line in lines)
    assert " ".join(" ".join(lines).split()).count("whatever") == 3


def test_more_numbers_than_fit_make_a_wider_table():
    rows = pd.DataFrame({f"figure_{i}": [1234567.5 + i] for i in range(12)})
    lines = render(Result("x", rows)).splitlines()
    assert all(f"123456{7 + i}.5" in lines[-1] for i in range(3))
    assert "1234578.5" in lines[-1]


def test_without_a_layout_errors_stand_beside_their_figures():
    text = render(Result("x", ROWS))
    assert "fiches per deal" in text
    assert "1.235 ± 0.046" in text
    assert "per deal se" not in text


def test_short_numbers_stand_below_the_end_of_a_long_heading():
    lines = render(Result("x", pd.DataFrame({"quite_a_heading": [1.5, 22.25]}))).splitlines()
    assert lines[2:] == ["           1.5", "          22.25"]


def test_several_tables_from_one_result():
    second = Layout([Column("rate", "rate")], rows=pd.DataFrame({"rate": [0.5]}), title="Rates")
    text = render(Result("x", ROWS, layouts=[LAYOUT, second]))
    assert text.index("Who wins") < text.index("Rates") < text.index("0.5")


def test_markdown_escapes_and_emphasises():
    assert render(RESULT, "markdown").splitlines()[:7] == [
        "**Who wins**",
        "",
        "| player | fiches/deal |",
        "| --- | ---: |",
        "| **duck** | **+1.235 ± 0.046** |",
        f"| random | {MINUS}12.5 ± 1.2 |",
        "| a\\|b | — |",
    ]


def test_csv_is_the_tidy_rows():
    pd.testing.assert_frame_equal(pd.read_csv(io.StringIO(render(RESULT, "csv"))), ROWS)


def test_json_is_one_object_with_the_keys_of_the_design():
    found = json.loads(render(RESULT, "json"), parse_constant=pytest.fail)
    assert list(found) == [
        "command", "version", "seed", "deals", "rules", "policies", "seconds",
        "deals_per_second", "rows",
    ]  # fmt: skip
    assert found["seed"] == 2**64 - 1
    assert found["deals_per_second"] == 4_000_000
    assert found["rows"][2] == {
        "player": "a|b",
        "fiches_per_deal": None,
        "fiches_per_deal_se": None,
        "n_blocks": 0,
    }


def test_json_takes_numpy_missing_and_infinite_values():
    rows = pd.DataFrame({"a": [np.int64(1), None, pd.NA], "b": [math.inf, 1.0, 2.0]}, dtype=object)
    meta = Meta(other={"grid": np.array([1, 2]), "best": (np.float64(0.5), np.bool_(True))})
    found = json.loads(render(Result("x", rows, meta), "json"))
    assert [row["a"] for row in found["rows"]] == [1, None, None]
    assert found["rows"][0]["b"] is None
    assert found["grid"] == [1, 2]
    assert found["best"] == [0.5, True]


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "yes"), (1234567, "1,234,567"), (0.5, "0.5"), (2.0, "2"), (1 / 3, "0.333333"),
     (-0.0, "0"), (math.nan, "—"), (math.inf, "inf"), (None, "—"), (pd.NA, "—"), ("x", "x")],
)  # fmt: skip
def test_single_values_as_text(value, text):
    assert as_text(value) == text


def test_numbers_align_at_the_point():
    frame = pd.DataFrame({"a": ["1.25", "10", "-3.5"]})
    assert cells_of(Layout([Column("a", "a")]), frame) == [[" 1.25"], ["10   "], ["-3.5 "]]


def test_an_unknown_format_is_refused():
    with pytest.raises(OptionError, match="'xml': not one of table, csv, json, markdown"):
        render(RESULT, "xml")


@pytest.mark.parametrize(
    ("ending", "format"), [("csv", "csv"), ("json", "json"), ("md", "markdown")]
)
def test_files_hold_what_is_printed(tmp_path, ending, format):
    path = tmp_path / f"result.{ending}"
    write(RESULT, path)
    assert path.read_text("utf-8") == render(RESULT, format)


def test_parquet_holds_the_rows_and_how_they_came_about(tmp_path):
    write(RESULT, tmp_path / "result.parquet")
    found = pd.read_parquet(tmp_path / "result.parquet")
    pd.testing.assert_frame_equal(found, ROWS)
    assert found.attrs["seed"] == 2**64 - 1
    assert ROWS.attrs == {}


def test_a_plot_is_drawn_where_there_is_one(tmp_path):
    from analyser.plots import interval_plot

    plotted = Result("x", ROWS, plot=lambda: interval_plot(["a"], [1.0], [0.1]))
    write(plotted, tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(OptionError, match="simulate draws no plot"):
        write(RESULT, tmp_path / "y.svg")


def test_bad_paths_are_refused(tmp_path):
    with pytest.raises(OptionError, match=r"\.csv \.json \.parquet \.md \.png \.svg"):
        write(RESULT, tmp_path / "x.xlsx")
    with pytest.raises(OutputError, match="No such file"):
        write(RESULT, tmp_path / "nowhere" / "x.csv")
