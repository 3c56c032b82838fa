"""Commands that read and write deal records: settle, deal, replay."""

import json
import os
import shlex
import subprocess
import sys
import threading

import pytest
from command_line import done, give_stdin, reversis
from sample_records import QUINOLA_LAID, QUINOLA_LED, changed_trick, compact, unsettled

from analyser.reversis import record_files

REVOKE = changed_trick(1, ["9S", "JC", "4S", "3S"])
SETTLED = [QUINOLA_LED, QUINOLA_LAID]
PLAYED = ("--seed", 5, "--policy", "duck")


@pytest.fixture
def deals(tmp_path):
    """A file with two records, not settled."""
    path = tmp_path / "deals.jsonl"
    path.write_text("".join(compact(unsettled(line)) + "\n" for line in SETTLED))
    return path


@pytest.fixture
def faulty(tmp_path):
    """A file with a fault in lines 2 and 3."""
    path = tmp_path / "faulty.jsonl"
    path.write_text("\n".join([QUINOLA_LED, REVOKE, "{}", QUINOLA_LAID]))
    return path


def test_settle_prints_the_records_with_their_settlement(capsys, deals):
    assert done(capsys, "settle", deals).splitlines() == SETTLED


def test_settle_reads_several_files_and_standard_input(capsys, monkeypatch, deals):
    give_stdin(monkeypatch, QUINOLA_LAID)
    assert done(capsys, "settle", deals, "-").splitlines() == [*SETTLED, QUINOLA_LAID]


@pytest.mark.parametrize("text", ["", "\n", "\ufeff\r\n  \n"])
def test_settle_has_nothing_to_say_of_nothing(capsys, monkeypatch, text):
    give_stdin(monkeypatch, text)
    assert done(capsys, "settle", "-") == ""


def test_a_fault_stops_settle_after_the_records_before_it(capsys, faulty):
    code, out, err = reversis(capsys, "settle", faulty)
    assert (code, out) == (2, QUINOLA_LED + "\n")
    assert err == (
        f"reversis: {faulty}, line 2, play, trick 1, card JC: seat 1 must follow spades, "
        "holds 8S 5S\n"
    )


def test_keep_going_reports_every_fault_and_settles_the_rest(capsys, faulty, tmp_path):
    code, out, err = reversis(capsys, "settle", "--keep-going", faulty, tmp_path / "none", faulty)
    assert (code, out.splitlines()) == (2, SETTLED * 2)
    lines = err.splitlines()
    assert ["line 2" in lines[0], "line 3, hands" in lines[1]] == [True, True]
    assert "none: cannot be read: No such file or directory" in lines[2]
    assert lines[5:] == ["reversis: 5 faulty, 4 settled"]


def test_a_fault_is_placed_the_same_wherever_reads_end(capsys, faulty, monkeypatch):
    expected = reversis(capsys, "settle", "--keep-going", faulty)
    for n_bytes in (1, 7, 1000):
        monkeypatch.setattr(record_files, "N_BYTES_A_READ", n_bytes)
        assert reversis(capsys, "settle", "--keep-going", faulty) == expected


def test_line_numbers_go_on_over_batches(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(record_files, "N_RECORDS_A_BATCH", 2)
    path = tmp_path / "deals.jsonl"
    path.write_text("\n".join([QUINOLA_LED] * 5 + ["{"]))
    code, out, err = reversis(capsys, "settle", path)
    assert (code, out.count("\n")) == (2, 5)
    assert "line 6: not JSON" in err


def test_out_takes_the_place_of_stdout(capsys, deals, tmp_path):
    assert done(capsys, "settle", deals, "--out", tmp_path / "x.jsonl") == ""
    assert (tmp_path / "x.jsonl").read_text().splitlines() == SETTLED
    assert done(capsys, "settle", deals, "--out", deals) == ""
    assert deals.read_text().splitlines() == SETTLED


def test_after_a_fault_the_old_file_is_untouched(capsys, faulty, tmp_path):
    before = faulty.read_text()
    assert reversis(capsys, "settle", faulty, "--out", faulty)[0] == 2
    assert faulty.read_text() == before
    assert os.listdir(tmp_path) == ["faulty.jsonl"]


def test_explain_tells_each_deal(capsys, deals, tmp_path):
    text = done(capsys, "settle", "--explain", deals)
    assert [text.count(f"Deal of line {n}") for n in (1, 2, 3)] == [1, 1, 0]
    assert "seat 0  eldest  ♠KQJ972 ♥AKJ ♦A ♣6" in text
    done(capsys, "settle", "--explain", deals, "--out", tmp_path / "x.txt")
    assert (tmp_path / "x.txt").read_text() == text


def test_explain_has_letters_where_stdout_lacks_the_signs(deals):
    command = [sys.executable, "-m", "analyser", "settle", "--explain", str(deals)]
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    text = subprocess.run(command, capture_output=True, env=environment, check=True).stdout
    assert text.isascii()
    assert b"seat 0  eldest  KQJ972.AKJ.A.6" in text


def test_records_are_utf_8_whatever_stdout_is():
    line = compact(unsettled() | {"note": "скоро"})
    command = [sys.executable, "-m", "analyser", "settle", "-"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    found = subprocess.run(
        command, input=line.encode(), capture_output=True, env=environment, check=True
    )
    assert json.loads(found.stdout)["note"] == "скоро"


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("settle one.jsonl <&-", 0, ""),
        ("settle - <&-", 0, ""),
        ("settle one.jsonl >&-", 1, "reversis: cannot write: stdout is closed"),
        ("replay 1:0 >&-", 1, "reversis: cannot write: stdout is closed"),
    ],
)
def test_closed_streams_are_no_traceback(tmp_path, command, code, words):
    (tmp_path / "one.jsonl").write_text(QUINOLA_LED + "\n")
    shell = ["sh", "-c", f"{shlex.quote(sys.executable)} -m analyser {command}"]
    found = subprocess.run(shell, cwd=tmp_path, capture_output=True, text=True)
    assert (found.returncode, found.stderr.strip()) == (code, words)


def test_a_slow_pipe_is_answered_line_by_line():
    command = [sys.executable, "-m", "analyser", "settle", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, text=True, bufsize=1, env=buffered, **pipes) as process:
        timer = threading.Timer(120, process.kill)
        timer.start()
        for line in SETTLED:
            process.stdin.write(line + "\n")
            assert process.stdout.readline() == line + "\n"
        process.stdin.close()
        timer.cancel()
    assert process.returncode == 0


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--policy", "duck"),
        ("--policy", "random", "--pool", 0),
        ("--rule", "remise=pool", "--rule", "quinola_discard=forbidden", "--pool", 77),
        ("--policy", "duck", "--policy", "random", "--policy", "steady", "--policy", "duck"),
    ],
)
def test_settle_comes_to_what_deal_played(capsys, monkeypatch, options):
    text = done(capsys, "deal", "--deals", 1500, "--seed", 2**64 - 1, *options)
    assert text.count("\n") == 1500
    give_stdin(monkeypatch, text)
    assert done(capsys, "settle", "-") == text
    records = [json.loads(line) for line in text.splitlines()]
    for record in records:
        del record["settlement"]
    give_stdin(monkeypatch, "\n".join(map(json.dumps, records)))
    assert list(map(json.loads, done(capsys, "settle", "-").splitlines())) == [
        json.loads(line) for line in text.splitlines()
    ]


def test_deal_begins_at_any_deal(capsys):
    lines = done(capsys, "deal", *PLAYED, "--deals", 70).splitlines()
    assert done(capsys, "deal", *PLAYED).splitlines() == lines[:1]
    assert (
        done(capsys, "deal", *PLAYED, "--first-deal", 65, "--deals", 5).splitlines() == lines[65:]
    )
    assert [json.loads(line)["id"] for line in lines] == [f"5:{n}" for n in range(70)]


def test_deal_writes_a_file(capsys, tmp_path):
    assert done(capsys, "deal", *PLAYED, "--out", tmp_path / "x.jsonl") == ""
    assert (tmp_path / "x.jsonl").read_text() == done(capsys, "deal", *PLAYED)


def test_deal_tells_the_rules_that_are_not_the_defaults(capsys):
    text = done(capsys, "deal", *PLAYED, "--rule", "remise=7")
    assert json.loads(text)["rules"] == {"remise": 7}
    assert "rules" not in json.loads(done(capsys, "deal", *PLAYED))


def test_replay_shows_one_of_the_deals(capsys):
    line = done(capsys, "deal", *PLAYED, "--first-deal", 12)
    assert done(capsys, "replay", "5:12", "--policy", "duck", "--record") == line
    text = done(capsys, "replay", "5:12", "--policy", "duck")
    assert text.startswith("Deal 5:12: 45 fiches in the pool\n")
    record = json.loads(line)
    totals = text.partition("Settlement")[2].splitlines()[2:6]
    numbers = [int(row.split()[-1].replace("\N{MINUS SIGN}", "-")) for row in totals]
    assert numbers == record["settlement"]["payments"]
    assert done(capsys, "replay", "5:12", "--policy", "random", "--record") != line
