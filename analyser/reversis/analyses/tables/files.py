"""Probability tables as files of a folder: the figures of each, a plot of each distribution."""

from pathlib import Path
from typing import TYPE_CHECKING

from analyser.errors import OutputError
from analyser.files import write_whole
from analyser.plots import PLOT_ENDINGS, figure_bytes
from analyser.progress import progress
from analyser.report import Result, write
from analyser.reversis.analyses.tables.analysis import Tabulation
from analyser.reversis.analyses.tables.plots import plots
from analyser.reversis.analyses.tables.report import meta

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TABLE_ENDINGS = (".csv", ".parquet")


def write_folder(run: Tabulation, folder: Path, quiet: bool = True) -> None:
    """Write each table to NAME.csv and NAME.parquet, its distributions as .png and .svg files.

    The folder is made if it is not there; files of these names are replaced, others stay.
    Raises OutputError if something cannot be written.
    """
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from None
    frames, drawings = run.frames(), plots(run)
    with progress(len(frames) + len(drawings), "tables and plots", quiet) as bar:
        for name, frame in frames.items():
            for ending in TABLE_ENDINGS:
                write(Result("tables", frame, meta(run)), folder / f"{name}{ending}")
            bar.advance(1)
        for name, draw in drawings.items():
            _write_plot(draw(), folder / name)
            bar.advance(1)


def _write_plot(figure: "Figure", path: Path) -> None:
    """Write a figure to files of this name with all the endings of plots."""
    for ending in PLOT_ENDINGS:
        write_whole(path.with_name(path.name + ending), figure_bytes(figure, ending))
        figure.set_layout_engine("none")  # it stays as it is laid out the first time
