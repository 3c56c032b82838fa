"""How far runs in folders are, as a table."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from analyser.layouts import Column, Layout, as_text
from analyser.numbers import duration, grouped
from analyser.report import Meta, Result
from analyser.runs.folder import StoredRun, user_of


def result(folders: Sequence[Path]) -> Result:
    """A row a folder.

    Columns: `folder`, `command`, `state` (finished, unfinished, in use), `deals` asked for,
    `first_deal`; `places` that these are (deals or hands; none where they are a budget) and
    `places_stored`, those that have been computed; `seed`, `seconds` of computing, `files`,
    `version`.

    Raises RunError for a folder that cannot be believed.
    """
    frame = pd.DataFrame([_row(folder) for folder in folders])
    layout = Layout(
        [
            Column("folder", "run", align="left"),
            Column("command", "command", align="left"),
            Column("places_stored", "done", grouped, align="right"),
            Column("places", "of", as_text, align="right"),
            Column("seconds", "computed in", duration, align="right"),
            Column("state", "state", align="left"),
        ]
    )
    return Result("run status", frame, Meta(), [layout])


def _row(folder: Path) -> dict[str, object]:
    run = StoredRun(folder)
    user = user_of(folder)
    state = f"in use by {user}" if user else "finished" if run.told.is_finished else "unfinished"
    return {
        "folder": str(folder),
        "command": run.told.command,
        "state": state,
        "deals": run.told.deals,
        "first_deal": run.told.first_deal,
        "places": run.told.end and run.told.end - run.told.first_deal,
        "places_stored": run.index.n_deals,
        "seed": run.told.settings.get("seed"),
        "seconds": run.index.seconds,
        "files": len(run.index.paths),
        "version": run.told.version,
    }
