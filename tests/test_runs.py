"""Run folders: numbers in and out, pieces found again, runs joined and computed again."""

import collections
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from adding import (
    TOLD,
    WORK,
    Cell,
    Key,
    Tally,
    added,
    files_of,
    is_same,
    keeping,
    made,
    showing,
    tally_of,
)
from hypothesis import given
from hypothesis import strategies as st

from analyser.errors import Ended, RunError
from analyser.progress import Progress
from analyser.runner import Runner, Threads
from analyser.runs import parts
from analyser.runs.codec import Encoded, decode, encode
from analyser.runs.folder import StoredRun
from analyser.runs.merge import merged
from analyser.runs.store import Gap, Index, Place, Writer
from analyser.runs.told import told_in
from analyser.runs.verify import Verifier


@pytest.fixture
def folder(tmp_path):
    """A finished run."""
    return made(tmp_path / "run")


# Numbers

numbers = st.integers(-(2**90), 2**90)


@given(st.lists(numbers, max_size=6), st.dictionaries(st.integers(0, 2**62), numbers), numbers)
def test_every_number_comes_back(values, counts, number):
    cells = {Key("a", (1, None)): Cell(number, np.array(values, dtype=object).reshape(-1, 1))}
    tally = Tally(3, np.array([values], dtype=object), collections.Counter(counts), cells)
    back = decode(Tally, encode(tally))
    assert is_same(back, tally)
    assert (back.n_deals, back.counts, list(back.cells)) == (3, tally.counts, list(cells))
    assert back.sums.tolist() == [values]
    assert back.cells[Key("a", (1, None))].total == number
    assert all(type(value) is int for value in back.sums.ravel())


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e._replace(low=e.low[:-1]),
        lambda e: e._replace(low=np.append(e.low, 0)),
        lambda e: e._replace(shape="null"),
        lambda e: e._replace(shape="{"),
        lambda e: e._replace(shape=e.shape.replace("sums", "sum")),
        lambda e: e._replace(shape=e.shape.replace("[2,1]", "[2,100]")),
        lambda e: e._replace(shape=e.shape.replace("[2,1]", "[-2,1]")),
    ],
)
def test_numbers_of_something_else_are_refused(change):
    with pytest.raises(RunError, match="numbers that are no Tally"):
        decode(Tally, change(encode(tally_of(0, 5))))


def test_tallies_that_are_the_same_have_the_same_numbers():
    one, other = (
        replace(tally_of(0, 5), counts=collections.Counter(dict(counts)))
        for counts in ([(3, 1), (2, 5)], [(2, 5), (3, 1)])
    )
    assert is_same(one, other)
    assert not is_same(one, replace(one, counts=collections.Counter({2: 1, 3: 5})))


def test_what_is_no_tally_cannot_be_kept():
    with pytest.raises(TypeError, match="float: neither a record nor a whole number"):
        encode(1.5)


# Pieces


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=12),
    st.integers(0, 60),
    st.integers(0, 60),
)
def test_tiles_make_up_every_range_without_overlap(ranges, first, n):
    empty = Encoded("null", np.zeros(1, np.int64), np.zeros(0, np.int64))
    pieces = [parts.Piece("deals", start, length, empty) for start, length in ranges]
    path = Path(f"chunks-000001-{'0' * 32}.parquet")
    index = Index([parts.Part(path, 1, pieces, 0.5)])
    tiles = list(index.tiles("deals", first, first + n))
    place = first
    for tile in tiles:
        assert tile.first_deal == place
        assert tile.end > place
        place = tile.end
        if isinstance(tile, Place):
            assert (tile.first_deal, tile.n_deals) in ranges
        else:
            within = [
                a for a, n_deals in ranges if tile.first_deal <= a and a + n_deals <= first + n
            ]
            assert not any(tile.first_deal <= a < tile.end for a in within)
    assert place == first + n
    covered = {deal for start, length in ranges for deal in range(start, start + length)}
    assert index.n_deals == len(covered)
    assert list(index.tiles("other", 0, 5)) == [Gap(0, 5)]


@pytest.mark.parametrize("first_deal", [0, 10**9])
@pytest.mark.parametrize(("threads", "chunk"), [(1, 1), (2, 64), (3, 100), (1, 10_000)])
def test_a_folder_changes_no_number(tmp_path, threads, chunk, first_deal):
    options = {"chunk_deals": chunk, "first_deal": first_deal}
    expected = tally_of(first_deal, 1000)
    assert is_same(added(Runner(Threads(threads), **options)), expected)
    kept = added(keeping(tmp_path / "run", threads, **options))
    assert is_same(kept, expected)
    assert is_same(added(showing(tmp_path / "run", first_deal=first_deal)), expected)


def test_only_what_is_missing_is_computed(folder):
    def never():
        return lambda first, n: tally_of(first, n) if n == 1 else pytest.fail("computed again")

    assert is_same(added(keeping(folder), work=replace(WORK, make_worker=never)), tally_of(0, 1000))
    computed = []

    def work(first, n):
        computed.append((first, n))
        return tally_of(first, n)

    lost = files_of(folder)[3]
    pieces = parts.read_part(lost, TOLD.identity).pieces
    lost.unlink()
    longer = added(keeping(folder), 1100, work=replace(WORK, make_worker=lambda: work))
    assert is_same(longer, tally_of(0, 1100))
    missing = {
        d for piece in pieces for d in range(piece.first_deal, piece.first_deal + piece.n_deals)
    }
    found = [deal for first, n in computed[1:] for deal in range(first, first + n)]
    assert len(found) == len(set(found))
    assert set(found) == missing | set(range(1000, 1100))
    assert told_in(folder).deals == 1100


def test_a_look_is_never_in_the_middle_of_a_piece(tmp_path):
    runner = keeping(tmp_path / "run")
    with runner:
        runner.begin(TOLD, WORK, Progress(None, "deals"))
        for first in (0, 300):
            list(runner.tallies(WORK, first, 300))
    index = StoredRun(tmp_path / "run").index
    assert [(place.first_deal, place.end) for place in index.places()] == [(0, 300), (300, 600)]


def test_works_of_a_run_are_told_apart(tmp_path):
    both = [replace(WORK, task=task) for task in ("one", "two")]
    doubled = replace(both[1], make_worker=lambda: lambda first, n: tally_of(2 * first, n))
    runner = keeping(tmp_path / "run")
    with runner:
        runner.begin(TOLD, WORK, Progress(None, "deals"))
        one, two = (next(runner.tallies(work, 8, 50))[1] for work in (both[0], doubled))
    with showing(tmp_path / "run") as runner:
        runner.begin(TOLD, WORK, Progress(None, "deals"))
        again = [next(runner.tallies(work, 8, 50))[1] for work in (both[0], doubled)]
    assert is_same(again[0], one)
    assert is_same(again[1], two)
    assert not is_same(one, two)


def test_what_is_not_stored_ends_what_is_shown(tmp_path):
    added(keeping(tmp_path / "run"), 500)
    with showing(tmp_path / "run") as runner:
        runner.begin(TOLD, WORK, Progress(None, "deals"))
        tallies = runner.tallies(WORK, 0, 1000)
        assert next(tallies)[0] == 500
        with pytest.raises(Ended):
            next(tallies)


def test_an_interrupt_keeps_what_was_computed(tmp_path):
    for error in (KeyboardInterrupt, Ended):
        path = tmp_path / error.__name__

        def work(first, n, error=error):
            if first >= 640:
                raise error
            return tally_of(first, n)

        with pytest.raises(error):
            added(keeping(path), work=replace(WORK, make_worker=lambda: work))
        assert StoredRun(path).index.stretches("deals") == [Gap(0, 640)]
        assert is_same(added(keeping(path)), tally_of(0, 1000))


def test_what_is_kept_is_written_as_soon_as_a_run_is_interrupted(tmp_path):
    with keeping(tmp_path / "run") as runner:
        runner.begin(TOLD, WORK, Progress(None, "deals"))
        tallies = runner.tallies(WORK, 0, 1000)
        next(tallies)
        tallies.close()
        assert StoredRun(tmp_path / "run").index.n_deals == 64


def test_the_time_may_be_limited(tmp_path):
    runner = keeping(tmp_path / "run", max_seconds=1e-9)
    with pytest.raises(Ended, match="seconds are over"):
        added(runner)
    assert runner.has_ended
    assert StoredRun(tmp_path / "run").index.n_deals == 64


def test_a_shorter_call_does_not_finish_a_longer_run(tmp_path):
    path = tmp_path / "run"
    with pytest.raises(Ended):
        added(keeping(path, max_seconds=1e-9), 1000)
    added(keeping(path), 500)
    assert (told_in(path).deals, told_in(path).is_finished) == (1000, False)
    added(keeping(path), 1000)
    assert told_in(path).is_finished
    added(keeping(path), 500)
    assert told_in(path).is_finished


def test_a_piece_is_bounded_by_its_deals(tmp_path):
    writer = Writer(tmp_path, TOLD.identity, 0, chunk_deals=1)
    sizes = (100, 100, 100, 300, 1, 255, 1)
    for place, n in enumerate(sizes):
        first = sum(sizes[:place])
        writer.add("deals", first, n, tally_of(first, n))
    writer.flush()
    (path,) = files_of(tmp_path)
    found = [piece.n_deals for piece in parts.read_part(path, TOLD.identity).pieces]
    assert found == [200, 100, 300, 256, 1]


def test_files_are_numbered_in_the_order_of_writing(folder):
    numbers = [parts.read_part(path, TOLD.identity).number for path in files_of(folder)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert StoredRun(folder).index.last_number == len(numbers) > 3


def test_memory_and_files_do_not_grow_with_the_chunks(tmp_path):
    added(keeping(tmp_path / "run", chunk_deals=1), 2000)
    run = StoredRun(tmp_path / "run")
    assert len(files_of(run.folder)) == 1
    assert len(run.index.places()) == -(-2000 // 256)


# Joined and verified


def parts_of_a_run(tmp_path, *ranges):
    folders = []
    for first, n in ranges:
        path = tmp_path / f"from {first}"
        added(keeping(path, first_deal=first), n, told=replace(TOLD, deals=n))
        folders.append(path)
    return folders


def test_runs_are_joined_in_any_order(tmp_path):
    one, two, three = parts_of_a_run(tmp_path, (0, 100), (100, 250), (350, 650))
    for number, folders in enumerate([(one, two, three), (three, one, two), (two, three, one)]):
        out = tmp_path / str(number)
        told, n_deals = merged(folders, out)
        assert (told.first_deal, told.deals, n_deals) == (0, 1000, 1000)
        assert is_same(added(showing(out)), tally_of(0, 1000))
    merged((one, three), tmp_path / "gap")
    merged((two, tmp_path / "gap"), tmp_path / "filled")
    assert is_same(added(showing(tmp_path / "filled")), tally_of(0, 1000))
    assert is_same(added(keeping(tmp_path / "gap")), tally_of(0, 1000))


def test_runs_that_do_not_fit_are_not_joined(tmp_path):
    one, two, three = parts_of_a_run(tmp_path, (0, 200), (100, 250), (350, 650))
    out = tmp_path / "out"
    with pytest.raises(RunError, match="both have deals 100 to 199"):
        merged((three, two, one), out)
    with pytest.raises(RunError, match="both have deals 0 to 199"):
        merged((one, one), out)
    other = tmp_path / "other"
    added(keeping(other, first_deal=5000), told=replace(TOLD, outcome="xyz"))
    with pytest.raises(RunError, match="not of one run: outcome of the play abc there, xyz here"):
        merged((one, other), out)
    budget = tmp_path / "budget"
    added(keeping(budget, first_deal=5000), told=replace(TOLD, per_place=0))
    with pytest.raises(RunError, match="--deals is a budget"):
        merged((one, budget), out)
    assert not out.exists()
    with pytest.raises(RunError, match="not empty"):
        merged((one, three), two)


def test_a_sample_is_computed_again(folder):
    def verifier(worker):
        runner = Verifier(Threads(2), lambda told: StoredRun(folder), 0, 5)
        return runner, added(runner, work=replace(WORK, make_worker=lambda: worker))

    found, total = verifier(tally_of)
    assert (found.n_verified, found.n_deals > 300) == (5, True)
    assert is_same(total, tally_of(0, 1000))
    with pytest.raises(RunError, match=r"deals \d+ to \d+ come to other numbers"):
        verifier(lambda first, n: tally_of(first + 1, n))


def test_only_what_can_be_reached_is_drawn(folder):
    """Behind a gap nothing is; all in front of it can be."""

    def verifier():
        runner = Verifier(Threads(1), lambda told: StoredRun(folder), 0, 100)
        with pytest.raises(Ended, match="nothing is stored"):
            added(runner)
        return runner.n_verified, runner.n_deals

    files_of(folder)[3].unlink()
    ((first, end), *behind) = StoredRun(folder).index.stretches("deals")
    assert behind
    n_verified, n_deals = verifier()
    assert (n_verified > 0, first, n_deals) == (True, 0, end)
    for path in files_of(folder)[:3]:
        path.unlink()
    assert verifier() == (0, 0)


def test_a_run_that_needs_no_piece_is_not_verified(folder):
    with Verifier(Threads(1), lambda told: StoredRun(folder), 0, 5) as runner:
        runner.begin(TOLD, WORK, Progress(None, "deals"))
        with pytest.raises(RunError, match="none to check"):
            runner.finish()
