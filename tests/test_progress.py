"""Progress is shown on terminals, for what lasts, and nowhere else."""

import contextlib
import io
import threading

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


def test_a_short_run_shows_nothing_and_leaves_no_timer(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 5)
    assert shown_by(Terminal()) == ""
    timers = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
    for timer in timers:
        timer.join(1)
    assert not any(timer.is_alive() for timer in timers)


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
