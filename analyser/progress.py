"""Progress on the terminal for whatever lasts longer than a second."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from analyser.numbers import rate, si

if TYPE_CHECKING:
    import rich.progress

PATIENCE_SECONDS = 1.0
"""How long a run lasts before its progress is shown."""


class Progress:
    """The progress of one run, to be told of every step; it is silent until `show` is called."""

    def __init__(self, total: int | None, unit: str) -> None:
        """total: how many units there are to do, None if that is open; unit: "deals", say."""
        self.done = 0
        self._total, self._unit, self._text = total, unit, ""
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None
        self._lock = threading.Lock()
        self._is_over = False

    def advance(self, n: int, text: str = "") -> None:
        """Another `n` units are done; `text` (the error reached so far, say) replaces the last."""
        with self._lock:
            self.done += n
            self._text = text or self._text
            self._update()

    def say(self, text: str) -> None:
        """`text` (what is being waited for, say) replaces the last."""
        with self._lock:
            self._text = text
            self._update()

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
        self._bar.update(self._task, completed=self.done, **self._fields())
        speed = self._bar.tasks[0].speed
        self._bar.update(self._task, rate=rate(speed, self._unit) if speed else "")

    def _fields(self) -> dict[str, Any]:
        whole = f"/{si(self._total)}" if self._total is not None else ""
        return {"count": f"{si(self.done)}{whole}", "rate": "", "text": self._text}


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

    It appears on stderr only if that is a terminal, not `quiet`, and only after a second; it has
    the rate, the time left (the time taken, where `total` is None) and a text, and leaves
    nothing behind.

        with progress(10_000_000, "deals") as shown:
            for chunk in chunks:
                shown.advance(chunk.n_deals, "± 0.012 fiches")
    """
    shown = Progress(total, unit)
    timer = threading.Timer(PATIENCE_SECONDS, shown.show)
    timer.daemon = True
    if not quiet and sys.stderr is not None and sys.stderr.isatty():
        timer.start()
    try:
        yield shown
    finally:
        timer.cancel()
        shown.finish()
