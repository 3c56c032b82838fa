"""`reversis tables`: what it prints, writes and draws."""

import io
import json
import re

import numpy as np
import pandas as pd
import pytest
from command_line import done, reversis
from interrupts import interrupt_after
from table_runs import random_run

from analyser import api
from analyser.reversis.analyses.tables import analysis
from analyser.reversis.analyses.tables.analysis import TABLES, rows, tabulation
from analyser.reversis.analyses.tables.plots import plots
from analyser.reversis.analyses.tables.report import result
from analyser.reversis.question import question


def test_tables_fit_in_eighty_columns(capsys):
    out = done(capsys, "tables", "--deals", "20k", "--policy", "random")
    assert max(map(len, out.splitlines())) <= 80
    for name in TABLES:
        assert f"\n{name}: " in f"\n{out}"
    assert "% of 20,000 deals" in out
    assert " ".join(out.split()).count("none where fewer than 5 cases were to be expected") == 1


def test_exact_stands_beside_simulated_with_its_score(capsys):
    out = done(capsys, "tables", "hand-aces", "--deals", "20k")
    lines = out[: out.index("after the exchange")].splitlines()
    assert re.split(r"  +", lines[1].strip()) == ["aces", "exact", "seat 0, z", "seat 1, z",
                                                  "seat 2, z"]  # fmt: skip
    found = api.tables("hand-aces", deals=20_000)
    row = found[(found["outcome"] == "1") & (found["given"] == "as dealt")].iloc[0]
    assert lines[4].split()[:4] == ["1", "43.93", "±", "0.35"]
    assert lines[4].split()[4] == f"{100 * row['rate']:.2f}"
    assert lines[4].split()[5] == f"{row['z']:+.1f}".replace("-", "−")
    assert "exact" not in out[out.index("after the exchange") : out.index("After ±")]


def test_what_never_came_has_a_bound(capsys):
    out = done(capsys, "tables", "reversis", "party", "--deals", 40, "--policy", "duck")
    assert re.search(r"undertaken.*\n─+\nall  +< 8.8  +< 8.8", out)
    by_tricks = out[out.index("The party by tricks") :]
    assert re.search(r"\n\d+ +\d+ .*> \d\d", by_tricks)


def test_csv_and_json_have_all_tables_in_long_form(capsys):
    arguments = ("tables", "aces", "transfers", "--deals", 500, "--seed", 3)
    text = done(capsys, *arguments, "--format", "csv")
    found = json.loads(done(capsys, *arguments, "--format", "json"))
    expected = rows(tabulation(question(seed=3), ["aces", "transfers"], 500))
    read = pd.read_csv(io.StringIO(text), keep_default_na=False, na_values={"seat": ""})
    assert read["table"].tolist() == expected["table"].tolist()
    assert [row["table"] for row in found["rows"]] == expected["table"].tolist()
    assert (found["deals"], found["tables"]) == (500, ["aces", "transfers"])
    assert [row["count"] for row in found["rows"]][:5] == expected["count"].tolist()[:5]
    assert found["rows"][-1]["count"] is None
    assert found["rows"][-1]["fiches_per_deal"] == expected["fiches_per_deal"].iloc[-1]


def test_markdown_has_a_table_for_each(capsys):
    out = done(capsys, "tables", "points", "tricks", "--deals", 300, "--format", "markdown")
    assert out.count("| --- |") == 2
    assert "**tricks: Tricks taken, % of 300 deals**" in out


def test_the_list_names_all_and_plays_nothing(capsys, monkeypatch):
    monkeypatch.setattr(analysis, "make_worker", None)
    out = done(capsys, "tables", "--list")
    assert [line.split()[0] for line in out.splitlines()[2:] if line[0] != " "] == list(TABLES)
    found = json.loads(done(capsys, "tables", "--list", "--format", "json"))
    assert [row["table"] for row in found["rows"]] == list(TABLES)


def test_each_table_is_printed_once_in_the_order_asked_for(capsys):
    out = done(capsys, "tables", "tricks", "points", "tricks", "--deals", 50, "--format", "csv")
    names = list(dict.fromkeys(line.split(",")[0] for line in out.splitlines()[1:]))
    assert names == ["tricks", "points"]


def test_a_single_deal_can_be_told_and_drawn(capsys, tmp_path):
    out = done(capsys, "tables", "--deals", 1)
    assert "payments: How a deal ends for a seat, % of 1 deals" in out
    done(capsys, "tables", "payments", "--deals", 1, "--out", tmp_path)
    assert len(list(tmp_path.iterdir())) == 4


def test_files_of_a_folder(capsys, tmp_path):
    folder = tmp_path / "made"
    names = ("party-value", "transfers", "payments")
    done(capsys, "tables", *names, "--deals", 3000, "--policy", "random", "--out", folder)
    expected = api.tables(names, "random", 3000)
    files = {f"{name}.{end}" for name in names for end in ("csv", "parquet")}
    files |= {f"{name}.{end}" for name in ("party-value", "payments") for end in ("png", "svg")}
    assert {path.name for path in folder.iterdir()} == files
    for name in names:
        found = pd.read_parquet(folder / f"{name}.parquet")
        pd.testing.assert_frame_equal(found, expected[name], check_dtype=False)
        assert (folder / f"{name}.csv").read_text() == expected[name].to_csv(index=False)
    assert (folder / "payments.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (folder / "payments.svg").read_bytes()


def test_each_distribution_has_a_plot():
    drawings = plots(random_run())
    assert {name.partition("-")[0] for name in drawings} == {
        "hand", "discard", "party", "quinola", "points", "tricks", "payments",
    }  # fmt: skip
    assert {"quinola-guards-held", "hand-points-as-dealt", "party-value", "points"} <= set(drawings)
    axes = drawings["hand-points-as-dealt"]().axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "exact", *(f"seat {seat}" for seat in range(4)),
    ]  # fmt: skip
    assert len([line for line in axes.get_lines() if line.get_linestyle() == "--"]) == 2


def test_bins_of_a_wide_distribution_hold_all_of_it():
    axes = plots(random_run())["payments"]().axes[0]
    lines = [line for line in axes.get_lines() if line.get_linestyle() == "-"]
    assert len(lines) == 4
    for line in lines:
        numbers = np.array(line.get_xdata(), dtype=float)
        assert 10 < len(numbers) <= 60
        assert (np.diff(numbers) % 5 == 0).all()
        assert sum(line.get_ydata()) == pytest.approx(100)
    assert axes.get_yscale() == "log"


def test_the_command_prints_what_was_played_before_ctrl_c(capsys, monkeypatch, tmp_path):
    interrupt_after(monkeypatch, 1)
    code, out, err = reversis(capsys, "tables", "tricks", "--out", tmp_path)
    assert (code, err) == (130, "reversis: interrupted\n")
    assert "Interrupted: these are the deals played until then." in out
    assert "32,768 deals" in out
    assert len(list(tmp_path.iterdir())) == 4
    with pytest.raises(KeyboardInterrupt):
        api.tables("tricks")


def test_nothing_played_before_ctrl_c_is_an_interrupt(monkeypatch):
    interrupt_after(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        tabulation(question("duck"))


def test_notes_say_what_is_exact():
    notes = " ".join(result(random_run()).layouts[-1].notes)
    assert "11 of 48 cards at random, laid at random" in notes
    assert "Interrupted" not in notes
