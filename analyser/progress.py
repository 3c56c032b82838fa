"""Progress on the terminal for whatever lasts longer than a second, and in logs every minute."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from analyser.numbers import duration, rate, si

if TYPE_CHECKING:
    import rich.progress

PATIENCE_SECONDS = 1.0
"""How long a run lasts before its progress is shown."""
LOG_SECONDS = 60.0
"""How often a line is written where nobody watches."""
_REDRAWN_SECONDS = 0.1

Text = str | Callable[[], str]
"""What is said of a run besides how far it is; a function is asked only when it is shown."""


class Progress:
    """The progress of one run, to be told of every step; it is silent until `show` is called."""

    def __init__(self, total: int | None, unit: str) -> None:
        """total: how many units there are to do, None if that is open; unit: "deals", say."""
        self.done = self._found = 0
        self._total, self._unit = total, unit
        self._text: Text = ""
        self._began = self._drawn = time.monotonic()
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None
        self._lock = threading.Lock()
        self._is_over = False

    def advance(self, n: int, text: Text = "") -> None:
        """Another `n` units are done; `text` (the error reached so far, say) replaces the last."""
        with self._lock:
            self.done += n
            self._text = text or self._text
            if time.monotonic() - self._drawn >= _REDRAWN_SECONDS or self.done == self._total:
                self._update()

    def restart(self) -> None:
        """The work begins now: what is done already was found, and tells nothing of the speed."""
        with self._lock:
            self._began, self._found = time.monotonic(), self.done
            if self._bar is not None and self._task is not None:
                self._bar.reset(self._task, total=self._total, completed=self.done)

    def say(self, text: Text) -> None:
        """`text` (what is being waited for, say) replaces the last."""
        with self._lock:
            self._text = text
            self._update()

    def line(self) -> str:
        """How far it is, how fast it goes, how long it will take, in one line for a log."""
        with self._lock:
            seconds = time.monotonic() - self._began
            parts = [f"{self._fields()['count']} {self._unit}"]
            n_done = self.done - self._found
            if n_done and seconds:
                speed = n_done / seconds
                parts.append(rate(speed, self._unit))
                if self._total is not None:
                    parts.append(f"{duration((self._total - self.done) / speed)} left")
            parts.append(self._said())
        return ", ".join(part for part in parts if part)

    def _said(self) -> str:
        return self._text() if callable(self._text) else self._text

    def show(self) -> None:
        """Begin to draw on stderr, unless the run is over."""
        bar = _bar(self._total is not None)
        with self._lock:
            if self._is_over or self._bar is not None:
                return
            self._task = bar.add_task("", total=self._total, completed=self.done, **self._fields())
            self._bar = bar
            bar.start()

    def finish(self) -> None:
        """Take the progress off the screen for good."""
        with self._lock:
            self._is_over = True
            if self._bar is not None:
                self._bar.stop()

    def _update(self) -> None:
        if self._bar is None or self._task is None:
            return
        self._drawn = time.monotonic()
        self._bar.update(self._task, completed=self.done, **self._fields())
        speed = self._bar.tasks[0].speed
        self._bar.update(self._task, rate=rate(speed, self._unit) if speed else "")

    def _fields(self) -> dict[str, Any]:
        whole = f"/{si(self._total)}" if self._total is not None else ""
        return {"count": f"{si(self.done)}{whole}", "rate": "", "text": self._said()}


def _bar(has_end: bool) -> "rich.progress.Progress":
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    return Bar(
        BarColumn(bar_width=20),
        TextColumn("{task.fields[count]}", markup=False),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(compact=True) if has_end else TimeElapsedColumn(),
        TextColumn("{task.fields[text]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )


@contextmanager
def progress(total: int | None, unit: str = "deals", quiet: bool = False) -> Iterator[Progress]:
    """Show the progress of the run inside the `with` block.

    On a terminal it appears after a second, with the rate, the time left (the time taken, where
    `total` is None) and a text, and leaves nothing behind. Where stderr goes elsewhere, a line a
    minute says the same. Nothing is said if `quiet`.

        with progress(10_000_000, "deals") as shown:
            for chunk in chunks:
                shown.advance(chunk.n_deals, "± 0.012 fiches")
    """
    shown = Progress(total, unit)
    is_over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(shown, is_over), daemon=True)
    if not quiet and sys.stderr is not None:
        watcher.start()
    try:
        yield shown
    finally:
        is_over.set()
        shown.finish()


def _watch(shown: Progress, is_over: threading.Event) -> None:
    """Show the progress when it is time to, unless the run is over by then."""
    if sys.stderr.isatty():
        if not is_over.wait(PATIENCE_SECONDS):
            shown.show()
        return
    while not is_over.wait(LOG_SECONDS):
        with contextlib.suppress(OSError, ValueError):
            print(f"reversis: {shown.line()}", file=sys.stderr, flush=True)
