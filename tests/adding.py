"""An analysis that adds up numbers of deals, for tests of what keeps and computes tallies."""

import collections
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pytest

from analyser.engine import Exact
from analyser.progress import Progress
from analyser.runner import Nobody, Runner, Threads, Work
from analyser.runs import store
from analyser.runs.codec import encode
from analyser.runs.folder import GrowingRun, StoredRun
from analyser.runs.told import Told

TOLD = Told("add", {"seed": 1, "rules": {"remise": "stake"}, "policies": [{"n": 3}]}, "abc", 1000)


class Key(NamedTuple):
    name: str
    places: tuple[int | None, ...]


@dataclass(frozen=True)
class Cell:
    total: int
    squares: Exact


@dataclass(frozen=True)
class Tally:
    n_deals: int
    sums: Exact
    counts: collections.Counter[int]
    cells: dict[Key, Cell]

    def __add__(self, other):
        cells = dict(self.cells)
        for key, cell in other.cells.items():
            old = cells.get(key, Cell(0, 0 * cell.squares))
            cells[key] = Cell(old.total + cell.total, old.squares + cell.squares)
        return Tally(
            self.n_deals + other.n_deals,
            self.sums + other.sums,
            self.counts + other.counts,
            cells,
        )


def tally_of(first, n):
    """Something of every kind that depends on every deal."""
    deals = np.arange(first, first + n).astype(object)
    return Tally(
        n,
        np.array([[deals.sum()], [(deals**3).sum()]], dtype=object),
        collections.Counter(int(deal) % 7 for deal in deals),
        {
            Key("odd", (odd, None)): Cell(
                sum(deals % 2 == odd), deals[deals % 2 == odd].sum(keepdims=True)
            )
            for odd in dict.fromkeys((deals % 2).tolist())
        },
    )


WORK = Work(Tally, lambda: tally_of, 64)


def is_same(one, other):
    return encode(one).is_same(encode(other))


def added(runner, n_deals=1000, first=0, told=TOLD, work=WORK):
    """The sum of a run that is played to its end in a folder."""
    with runner:
        runner.begin(replace(told, deals=n_deals), work, Progress(None, "deals"))
        tallies = [tally for _, tally in runner.tallies(work, first, n_deals)]
        runner.finish()
    return sum(tallies[1:], tallies[0])


def keeping(folder, threads=1, is_repaired=False, **options):
    return Runner(Threads(threads), lambda told: GrowingRun(folder, told, is_repaired), **options)


def showing(folder, **options):
    return Runner(Nobody(), lambda told: StoredRun(folder), **options)


def files_of(folder):
    return sorted(folder.glob("chunks-*.parquet"))


def made(folder):
    """A finished run, in several files of several pieces."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "LEAST_SECONDS", 0.0)
        patch.setattr(store, "_COST", 0)
        patch.setattr(store, "_MOST_CHUNKS", 2)
        added(keeping(folder))
    return folder
