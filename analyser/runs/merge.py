"""Joining run folders: runs of different deals of one seed become one."""

import functools
from collections.abc import Sequence
from pathlib import Path

from analyser.errors import OutputError, RunError
from analyser.runs.folder import StoredRun
from analyser.runs.parts import write_part
from analyser.runs.store import Gap
from analyser.runs.told import Told, difference, joined, range_text


def merged(folders: Sequence[Path], out: Path) -> tuple[Told, int]:
    """Join runs in a new folder; gives the run, and how many of its places are there.

    Raises RunError, naming the first difference, for runs that are not of one kind or have deals in
    common, and for folders that cannot be believed; OutputError if `out` cannot be written.
    """
    runs = sorted((StoredRun(folder) for folder in folders), key=lambda run: run.told.first_deal)
    _check_are_one(runs)
    _check_are_apart(runs)
    told = functools.reduce(joined, (run.told for run in runs))
    _make_new(out)
    parts = (run.part(path) for run in runs for path in run.index.paths)
    for number, part in enumerate(parts):
        write_part(out, number + 1, told.identity, part.pieces, part.seconds)
    told.stamped().written(out)
    return told, sum(run.index.n_deals for run in runs)


def _check_are_one(runs: Sequence[StoredRun]) -> None:
    first, *others = runs
    for run in others:
        if found := difference(first.told, run.told):
            raise RunError(f"{first.folder} and {run.folder}: not of one run: {found}")


def _check_are_apart(runs: Sequence[StoredRun]) -> None:
    for place, one in enumerate(runs):
        for other in runs[place + 1 :]:
            for task in one.index.tasks:
                _check_stretches(one, other, task)


def _check_stretches(one: StoredRun, other: StoredRun, task: str) -> None:
    """Raises RunError for deals that both have; sweeps over the stretches of both in order."""
    stretches = [(stretch, run) for run in (one, other) for stretch in run.index.stretches(task)]
    stretches.sort(key=lambda pair: pair[0])
    last = Gap(0, 0)
    for stretch, _ in stretches:
        if stretch.first_deal < last.end:
            common = range_text(stretch.first_deal, min(stretch.end, last.end))
            raise RunError(f"{one.folder} and {other.folder}: both have {common}")
        last = stretch


def _make_new(out: Path) -> None:
    try:
        out.mkdir(exist_ok=True)
        is_empty = not any(out.iterdir())
    except OSError as error:
        raise OutputError(f"cannot write {out}: {error.strerror or error}") from None
    if not is_empty:
        raise RunError(f"{out}: is there already, and not empty; a new folder is needed")
