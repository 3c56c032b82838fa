"""Progress is shown on terminals, for what lasts, and nowhere else."""

import contextlib
import io
import re
import threading
import time

import pytest

from analyser import progress as module
from analyser.progress import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setenv("TERM", "xterm")


def shown_by(stderr, total=100, **options):
    """What a run of a second writes to `stderr`."""
    with contextlib.redirect_stderr(stderr), progress(total, "deals", **options) as shown:
        for _ in range(10):
            shown.advance(10, "± 0.012 fiches")
            threading.Event().wait(0.1)
    assert shown.done == 100
    return stderr.getvalue()


def test_a_long_run_shows_how_far_it_is():
    text = shown_by(Terminal())
    assert "100/100" in text
    assert "deals/s" in text
    assert "± 0.012 fiches" in text


def test_a_run_without_an_end_shows_what_is_done():
    text = shown_by(Terminal(), total=None)
    assert "100 " in text
    assert "/100" not in text


def test_quiet_runs_and_pipes_get_nothing():
    assert shown_by(Terminal(), quiet=True) == ""
    assert shown_by(io.StringIO()) == ""


def test_logs_get_a_line_now_and_then(monkeypatch):
    monkeypatch.setattr(module, "LOG_SECONDS", 0.3)
    lines = shown_by(io.StringIO()).splitlines()
    assert len(lines) in (2, 3)
    assert re.fullmatch(
        r"reversis: \d0/100 deals, \d\d+ deals/s, 0\.\d+ s left, ± 0\.012 fiches", lines[0]
    )
    assert shown_by(io.StringIO(), quiet=True) == ""


def test_what_was_found_done_tells_nothing_of_the_speed():
    shown = module.Progress(2_000_000, "deals")
    shown.advance(1_000_000)
    shown.restart()
    assert shown.line() == "1 M/2 M deals"
    shown.advance(100)
    time.sleep(0.05)
    speed = re.search(r", ([\d.]+) (k )?deals/s, ", shown.line())
    assert speed
    assert float(speed[1]) * (1000 if speed[2] else 1) < 10_000


def test_a_text_is_worked_out_only_where_it_is_shown():
    def text():
        raise AssertionError

    with contextlib.redirect_stderr(io.StringIO()), progress(100) as shown:
        shown.advance(100, text)


def test_a_short_run_shows_nothing_and_leaves_no_thread(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 5)
    before = set(threading.enumerate())
    assert shown_by(Terminal()) == ""
    others = set(threading.enumerate()) - before
    for thread in others:
        thread.join(1)
    assert not any(thread.is_alive() for thread in others)


def test_an_error_takes_it_off_the_screen_for_good():
    stderr = Terminal()
    with contextlib.redirect_stderr(stderr):
        with contextlib.suppress(KeyboardInterrupt), progress(100) as shown:
            shown.show()
            raise KeyboardInterrupt
        before = stderr.getvalue()
        shown.show()
        with progress(100) as unseen:
            pass
        unseen.show()
    assert stderr.getvalue() == before != ""
