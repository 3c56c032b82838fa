"""Runs in folders as a user has them: continued, extended, joined, shown, checked, interrupted."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from command_line import done, reversis
from interrupts import interrupt_after

from analyser import simulate
from analyser.cli.main import run
from analyser.cli.options import MEASURING, Settings, shared_options
from analyser.cli.session import told_arguments
from analyser.errors import RunError
from analyser.runs.told import told_in

DUCK = ("simulate", "--policy", "duck")
CSV = ("--format", "csv")
ROOT = Path(__file__).parents[1]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "run"


def test_a_folder_is_continued_extended_shown_and_checked(capsys, folder, monkeypatch):
    with monkeypatch.context() as patches:
        interrupt_after(patches, 2)
        code, out, err = reversis(capsys, *DUCK, "--deals", "200k", "--run", folder)
    assert (code, err) == (130, "reversis: interrupted\n")
    assert "65,536 deals" in out
    assert "65,536" in done(capsys, "run", "show", folder)
    status = json.loads(done(capsys, "run", "status", folder, "--format", "json"))["rows"]
    assert [(row["state"], row["places"], row["places_stored"]) for row in status] == [
        ("unfinished", 200_000, 65_536)
    ]
    expected = done(capsys, *DUCK, "--deals", "200k", *CSV)
    assert done(capsys, "run", "resume", folder, *CSV) == expected
    assert done(capsys, *DUCK, "--deals", "200k", *CSV, "--run", folder) == expected
    assert done(capsys, "run", "show", folder, *CSV) == expected
    longer = done(capsys, *DUCK, "--deals", "250k", *CSV)
    assert done(capsys, "run", "extend", folder, "--deals", "50k", *CSV) == longer
    assert done(capsys, "run", "show", folder, *CSV) == longer
    assert "250,000 deals, came out the same" in done(capsys, "run", "verify", folder)
    assert "  250,000  250,000 " in done(capsys, "run", "status", folder)
    out = folder.parent / "table.json"
    done(capsys, "run", "show", folder, "--out", out, "--plot", folder.parent / "plot.png")
    assert json.loads(out.read_text())["deals"] == 250_000


def test_runs_of_machines_that_share_a_seed_are_joined(capsys, folder, tmp_path):
    whole = done(capsys, *DUCK, "--deals", "90k", *CSV)
    for first, n in ((60_000, 30_000), (0, 20_000), (20_000, 40_000)):
        done(capsys, *DUCK, "--first-deal", first, "--deals", n, "--run", tmp_path / str(first))
    parts = [tmp_path / str(first) for first in (20_000, 60_000, 0)]
    out = done(capsys, "run", "merge", *parts, "--run", folder)
    assert out == f"{folder}: 90,000 of 90,000 deals from number 0 on\n"
    assert done(capsys, "run", "show", folder, *CSV) == whole
    assert done(capsys, "run", "resume", folder, *CSV) == whole


@pytest.mark.parametrize(
    "command",
    [
        "simulate --until-width 1 --policy duck",
        "compare steady duck --until-width 0.8",
        "discard AK7.J93.8542.6 --until-decided --deals 60k",
        "discard --hands 12 --by special",
        "attempt AK.AKQ.AKQ98.A --deals 5k",
        "tables points payments --deals 40k",
        "sensitivity ace forcer --deals 7k",
    ],
)
def test_every_measuring_command_can_be_kept(capsys, folder, command):
    words = command.split()
    expected = done(capsys, *words, *CSV)
    assert done(capsys, *words, *CSV, "--run", folder) == expected
    assert done(capsys, "run", "show", folder, *CSV) == expected
    verified = done(capsys, "run", "verify", folder, "--pieces", 2)
    assert re.search(r": [12] pieces, [\d,]+ deals, came out the same", verified)
    assert state_of(capsys, folder) == "finished"


def state_of(capsys, folder):
    (row,) = json.loads(done(capsys, "run", "status", folder, "--format", "json"))["rows"]
    return row["state"]


@pytest.mark.parametrize(
    ("command", "n", "longer"),
    [
        ("compare steady duck --deals 3000", 1000, "compare steady duck --deals 4000"),
        ("discard --hands 3 --deals 30k", 29_952, "discard --hands 6 --deals 59904"),
        ("discard --hands 2", 6144, "discard --hands 3"),
        ("discard --deals 13k", 6144, "discard --deals 19k"),
        ("attempt AK.AKQ.AKQ98.A --deals 3k", 2000, "attempt AK.AKQ.AKQ98.A --deals 5k"),
        ("tables points --deals 3k", 2000, "tables points --deals 5k"),
        ("sensitivity ace --hands 2 --deals 2k", 2000, "sensitivity ace --hands 4 --deals 4k"),
    ],
)
def test_every_range_can_be_extended_and_joined(capsys, folder, tmp_path, command, n, longer):
    words, expected = command.split(), done(capsys, *longer.split(), *CSV)
    done(capsys, *words, "--run", folder)
    other = tmp_path / "other"
    first = told_in(folder).end
    done(capsys, "run", "extend", folder, "--deals", n, *CSV)
    assert done(capsys, "run", "show", folder, *CSV) == expected
    done(capsys, *words, "--run", tmp_path / "again")
    done(capsys, *words, "--run", other, "--first-deal", first)
    joined = done(capsys, "run", "merge", other, tmp_path / "again", "--run", tmp_path / "joined")
    assert joined.endswith(
        f": {2 * first:,} of {2 * first:,} {'hands' if 'discard' in command else 'deals'} "
        "from number 0 on\n"
    )
    done(capsys, "run", "show", tmp_path / "joined")
    assert "came out the same" in done(capsys, "run", "verify", tmp_path / "joined")


def test_a_run_that_is_certain_enough_is_not_extended(capsys, folder):
    done(capsys, *DUCK, "--until-width", 3, "--run", folder)
    code, _, err = reversis(capsys, "run", "extend", folder, "--deals", 1000)
    assert (code, err.count("\n")) == (2, 1)
    assert "plays until it is certain enough" in err


def test_a_shorter_call_does_not_finish_a_longer_run(capsys, folder):
    done(capsys, *DUCK, "--deals", "90k", "--max-seconds", 1e-9, "--run", folder)
    assert state_of(capsys, folder) == "unfinished"
    done(capsys, *DUCK, "--deals", 500, "--run", folder)
    assert state_of(capsys, folder) == "unfinished"
    done(capsys, "run", "resume", folder)
    assert state_of(capsys, folder) == "finished"


def test_time_that_is_over_with_the_last_deal_ends_nothing(capsys, folder):
    text = done(capsys, *DUCK, "--deals", 100, "--max-seconds", 1e-9, "--run", folder)
    assert "Interrupted" not in text
    assert state_of(capsys, folder) == "finished"


def test_ctrl_c_while_a_run_is_checked_is_an_interrupt(capsys, folder, monkeypatch):
    done(capsys, *DUCK, "--deals", "90k", "--run", folder)
    interrupt_after(monkeypatch, 0)
    code, out, _ = reversis(capsys, "run", "verify", folder)
    assert code == 130
    assert "came out the same" not in out


def test_tables_of_a_run_are_written_to_a_folder(capsys, folder, tmp_path):
    done(capsys, "tables", "tricks", "--deals", 3000, "--run", folder)
    done(capsys, "run", "show", folder, "--out", tmp_path / "shown")
    done(capsys, "tables", "tricks", "--deals", 3000, "--out", tmp_path / "direct")
    shown, direct = (tmp_path / name / "tricks.csv" for name in ("shown", "direct"))
    assert shown.read_text() == direct.read_text()
    assert (tmp_path / "shown" / "tricks.parquet").exists()
    code, _, err = reversis(capsys, "run", "show", folder, "--out", tmp_path / "tricks.csv")
    assert code == 2
    assert "a folder for several files is asked for, no file" in err


def test_a_run_needs_no_file_but_its_folder(capsys, folder, tmp_path):
    policy, rules = tmp_path / "mine.toml", tmp_path / "rules.toml"
    policy.write_text('extends = "steady"\nbreak_from = 9')
    rules.write_text("remise = 100")
    words = ("--policy", policy, "--rules", rules, "--deals", "5k")
    expected = done(capsys, "simulate", *words, *CSV, "--run", folder)
    policy.write_text('extends = "steady"\nbreak_from = 5')
    rules.unlink()
    assert done(capsys, "run", "show", folder, *CSV) == expected
    assert done(capsys, "run", "resume", folder, *CSV) == expected
    rules.write_text("remise = 100")
    code, _, err = reversis(capsys, "simulate", *words, "--run", folder)
    assert (code, err.count("\n")) == (2, 1)
    assert "policies 0 break_from 9 there, 5 here" in err


def test_functions_keep_runs_too(capsys, folder):
    kept = simulate("duck", 5000, run=folder)
    assert kept.equals(simulate("duck", 5000))
    assert simulate("duck", 5000, run=folder).equals(kept)
    with pytest.raises(RunError, match="policies 0 name duck there, random here"):
        simulate("random", 5000, run=folder)
    code, _, err = reversis(capsys, "run", "resume", folder)
    assert code == 2
    assert "not made by a command" in err


def test_what_is_told_of_a_command_is_what_its_numbers_depend_on():
    found = []

    def body(settings, words):
        context = click.get_current_context()
        found.append(told_arguments(context.command, ["test", *arguments]))

    command = click.command()(
        click.argument("words", nargs=-1)(shared_options("policy", *MEASURING)(body))
    )
    arguments = [
        *("one", "--policy", "duck", "--run", "x", "--policy=--run", "--deals=5", "--repair"),
        *("--threads", "2", "--until-width", "0.5", "--quiet", "--first-deal", "7", "two"),
        *("--", "--deals"),
    ]  # fmt: skip
    assert run(command, arguments) == 0
    assert found == [
        (
            "one",
            "--policy",
            "duck",
            "--policy=--run",
            "--until-width",
            "0.5",
            "two",
            "--",
            "--deals",
        )
    ]
    assert Settings().run is None


def test_a_limit_of_time_ends_a_run_in_good_order(capsys, folder):
    words = (*DUCK, "--deals", "1G", "--max-seconds", "0.3", "--run", folder)
    out = done(capsys, *words)
    assert "Interrupted: these are the deals played until then." in out
    assert 0 < json.loads(done(capsys, "run", "show", folder, "--format", "json"))["deals"] < 10**9


def test_a_damaged_file_is_refused_or_repaired(capsys, folder):
    expected = done(capsys, *DUCK, "--deals", "5k", *CSV, "--run", folder)
    (part,) = folder.glob("chunks-*.parquet")
    part.write_bytes(part.read_bytes()[:-1])
    for words in (("show", folder), ("status", folder), ("resume", folder), ("verify", folder)):
        code, out, err = reversis(capsys, "run", *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert f"{part}: damaged" in err
        assert "--repair" in err
    assert done(capsys, "run", "resume", folder, "--repair", *CSV) == expected


def test_kills_change_no_byte():
    """At random moments, dozens of times, of every command; scripts/check_runs does hundreds."""
    program = [sys.executable, ROOT / "tests" / "run_kills.py", "24", "1"]
    found = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=True)
    n_kills, n_kept, *wrong = found.stdout.splitlines()
    assert wrong == []
    assert int(n_kills) >= 24
    assert int(n_kept) >= 6


@pytest.mark.parametrize("n_signals", [1, 2])
def test_ctrl_c_keeps_what_was_played(folder, n_signals):
    program = [sys.executable, "-m", "analyser", *DUCK, "--deals", "10G", "--run", folder]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(program, text=True, cwd=ROOT, **streams) as process:
        for _ in range(600):
            if list(folder.glob("chunks-*.parquet")):
                break
            time.sleep(0.05)
        for _ in range(n_signals):
            process.send_signal(signal.SIGINT)
            time.sleep(0.005)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err in ("reversis: interrupted\n", "reversis: interrupted again: stopped at once\n")
    assert "Traceback" not in out
    assert told_in(folder).deals == 10**10
    simulate_again = [sys.executable, "-m", "analyser", "run", "status", folder]
    status = subprocess.run(simulate_again, capture_output=True, text=True, cwd=ROOT, check=True)
    assert "unfinished" in status.stdout
