"""Run folders that are damaged, foreign, in use or of other runs: refused, or repaired."""

import fcntl
import random
import shutil
import threading
from dataclasses import replace

import pytest
import tomli_w
from adding import TOLD, added, files_of, is_same, keeping, made, showing, tally_of

from analyser.errors import OptionError, OutputError, RunError
from analyser.runs import folder as folders
from analyser.runs import parts, store, told
from analyser.runs.folder import GrowingRun, StoredRun, user_of
from analyser.runs.told import difference, told_in


@pytest.fixture
def folder(tmp_path):
    """A finished run."""
    return made(tmp_path / "run")


def all_damage(data, rng):
    """A file cut short, flipped, emptied, longer, or exchanged for another."""
    for length in {
        0,
        1,
        4,
        len(data) // 2,
        len(data) - 1,
        len(data) - 4,
        *rng.sample(range(len(data)), 6),
    }:
        yield data[:length]
    for place in [0, 5, len(data) - 1, len(data) - 9, *rng.sample(range(len(data)), 40)]:
        flipped = bytearray(data)
        flipped[place] ^= 1 << rng.randrange(8)
        yield bytes(flipped)
    yield data + b"\0"
    yield b"not a file of the run\n"


def test_no_damaged_file_is_believed_and_all_can_be_repaired(folder):
    """Every file, run.toml too, cut at every kind of place, bits flipped, emptied."""
    rng = random.Random(5)
    for path in [*files_of(folder)[:2], folder / "run.toml"]:
        data = path.read_bytes()
        for damaged in all_damage(data, rng):
            path.write_bytes(damaged)
            for read in (StoredRun, lambda path: GrowingRun(path, TOLD)):
                with pytest.raises(RunError, match=r"damaged.*--repair") as error:
                    read(folder)
                assert path.name in str(error.value)
        assert is_same(added(keeping(folder, is_repaired=True)), tally_of(0, 1000))
        assert path.with_name(path.name + ".refused").read_bytes() == damaged
        assert is_same(added(showing(folder)), tally_of(0, 1000))


def test_files_of_other_runs_are_foreign(folder, tmp_path):
    other = replace(TOLD, settings={**TOLD.settings, "seed": 2})
    added(keeping(tmp_path / "other"), told=other)
    (foreign,) = files_of(tmp_path / "other")
    shutil.copy(foreign, folder)
    with pytest.raises(RunError, match="foreign, its numbers are of another run"):
        StoredRun(folder)
    (folder / foreign.name).rename(folder / "chunks-1.parquet")
    with pytest.raises(RunError, match="foreign, not named as"):
        StoredRun(folder)
    assert is_same(added(keeping(folder, is_repaired=True)), tally_of(0, 1000))


def test_a_piece_that_was_changed_with_its_file_is_refused(folder):
    part = parts.read_part(files_of(folder)[0], TOLD.identity)
    piece = part.pieces[0]
    numbers = piece.numbers._replace(low=piece.numbers.low + 1)
    part.path.unlink()
    with pytest.MonkeyPatch.context() as patch:
        as_it_was = piece.checksum(TOLD.identity)
        patch.setattr(parts.Piece, "checksum", lambda self, identity: as_it_was)
        parts.write_part(folder, 1, TOLD.identity, [piece._replace(numbers=numbers)], 0.0)
    with pytest.raises(RunError, match="the checksum of deals from 0 does not fit"):
        StoredRun(folder)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (replace(TOLD, command="subtract"), "command add there, subtract here"),
        (replace(TOLD, outcome="xyz"), "outcome of the play abc there, xyz here"),
        (replace(TOLD, settings={**TOLD.settings, "seed": 2}), "seed 1 there, 2 here"),
        (replace(TOLD, settings={**TOLD.settings, "more": 2}), "more nothing there, 2 here"),
        (
            replace(TOLD, settings={**TOLD.settings, "rules": {"remise": 5}}),
            "rules remise stake there, 5 here",
        ),
        (
            replace(TOLD, settings={**TOLD.settings, "policies": [{"n": 4}]}),
            "policies 0 n 3 there, 4 here",
        ),
        (replace(TOLD, first_deal=7), "first deal 0 there, 7 here"),
    ],
)
def test_another_run_is_refused_by_its_first_difference(folder, other, words):
    with pytest.raises(RunError, match=words):
        GrowingRun(folder, other)
    if other.first_deal == 0:
        assert words == difference(TOLD, other)


def test_a_folder_of_other_things_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match=r"no run folder, it holds notes.txt and no run.toml"):
        GrowingRun(tmp_path, TOLD)
    with pytest.raises(RunError, match=r"there is no run.toml in it"):
        StoredRun(tmp_path)
    with pytest.raises(RunError, match="is no folder"):
        GrowingRun(tmp_path / "notes.txt", TOLD)
    with pytest.raises(OutputError, match="cannot write"):
        GrowingRun(tmp_path / "none" / "run", TOLD)


@pytest.mark.parametrize("is_repaired", [False, True])
@pytest.mark.parametrize(
    "names", [("notes.txt",), ("lock",), ("lock", ".mine.part"), ("chunks-mine.parquet",)]
)
def test_a_folder_of_other_things_is_not_touched(tmp_path, names, is_repaired):
    for name in names:
        (tmp_path / name).write_text("mine")
    with pytest.raises(RunError, match=r"no run folder, it holds .* and no run.toml$"):
        GrowingRun(tmp_path, TOLD, is_repaired)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == dict.fromkeys(
        names, "mine"
    )


def test_a_file_that_is_called_run_toml_is_not_touched(tmp_path):
    (tmp_path / "run.toml").write_text("mine")
    with pytest.raises(RunError, match="damaged or changed"):
        GrowingRun(tmp_path, TOLD)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("lock", ["", "process 12 on a-host\n"])
def test_what_a_killed_start_leaves_is_no_hindrance(tmp_path, lock):
    (tmp_path / "lock").write_text(lock)
    (tmp_path / ".run.toml.0123abcd.part").write_text("half")
    GrowingRun(tmp_path, TOLD).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", "run.toml"]


def test_a_run_that_lost_its_run_toml_can_be_repaired(folder):
    (folder / "run.toml").unlink()
    files = files_of(folder)
    with pytest.raises(RunError, match=r"holds chunks-.* and no run.toml; .* with --repair"):
        GrowingRun(folder, TOLD)
    assert is_same(added(keeping(folder, is_repaired=True)), tally_of(0, 1000))
    assert files_of(folder) == files


def write_told(folder, table):
    data = tomli_w.dumps(table).encode()
    (folder / "run.toml").write_bytes(told._CHECKSUM_LINE % told._hash(data).encode() + data)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"format": None},
        {"more": 1},
        {"settings": None},
        {"deals": "many"},
        {"arguments": 5},
        {"arguments": "words"},
        {"arguments": [5]},
        {"is_finished": "yes"},
    ],
)
def test_a_run_of_another_version_is_refused(folder, change):
    table = {"format": 1, "command": "add", "settings": {}, "outcome": "abc", "deals": 5}
    write_told(folder, table)
    assert told_in(folder).deals == 5
    write_told(folder, {k: v for k, v in (table | change).items() if v is not None})
    with pytest.raises(RunError, match=r"run.toml: of another version of the program$"):
        told_in(folder)


def test_numbers_in_another_format_are_foreign(folder, monkeypatch):
    (first, *_) = files_of(folder)
    pieces = parts.read_part(first, TOLD.identity).pieces
    first.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(parts, "_FORMAT", b"2")
        first = parts.write_part(folder, 1, TOLD.identity, pieces, 0.0)
    with pytest.raises(RunError, match=r"foreign, .* of another version") as error:
        StoredRun(folder)
    assert str(first) in str(error.value)
    assert f"reversis run resume {folder} --repair" in str(error.value)


def test_names_that_no_file_can_hold_are_refused(tmp_path):
    odd = replace(TOLD, settings={"policies": [{"name": "p\udcff.toml"}]})
    with pytest.raises(OptionError, match=r"udcff.toml.*whole characters") as error:
        GrowingRun(tmp_path, odd)
    assert "\n" not in str(error.value)


def test_a_writer_that_fails_says_so_once_and_loses_nothing(folder, tmp_path, monkeypatch):
    def fail(*_):
        raise OutputError("cannot write it: full")

    run = GrowingRun(tmp_path / "other", TOLD)
    run.keep("deals", 0, 64, tally_of(0, 64))
    run.flush()
    with monkeypatch.context() as patch:
        patch.setattr(store, "write_part", fail)
        run.keep("deals", 64, 64, tally_of(64, 64))
        with pytest.raises(OutputError, match="full"):
            run.flush()
    run.flush()
    run.close()
    assert StoredRun(tmp_path / "other").index.n_deals == 64
    assert is_same(added(keeping(tmp_path / "other")), tally_of(0, 1000))


def test_a_look_at_a_folder_does_not_hinder_who_wants_it(folder):
    with (folder / "lock").open() as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        timer = threading.Timer(0.2, lambda: fcntl.flock(file, fcntl.LOCK_UN))
        timer.start()
        GrowingRun(folder, TOLD).close()
        timer.join()


def test_a_lock_of_any_text_can_be_told_of(folder, monkeypatch):
    monkeypatch.setattr(folders, "_LOCK_SECONDS", 0.1)
    run = GrowingRun(folder, TOLD)
    (folder / "lock").write_bytes(b"\xff")
    with pytest.raises(OutputError, match="in use by \ufffd"):
        GrowingRun(folder, TOLD)
    assert user_of(folder) == "\ufffd"
    run.close()


def test_a_folder_in_use_is_refused(folder, monkeypatch):
    monkeypatch.setattr(folders, "_LOCK_SECONDS", 0.1)
    run = GrowingRun(folder, TOLD)
    with pytest.raises(OutputError, match=r"in use by process \d+ on "):
        GrowingRun(folder, TOLD)
    assert user_of(folder).startswith("process ")
    assert StoredRun(folder).index.n_deals == 1000
    run.close()
    assert user_of(folder) == ""
    GrowingRun(folder, TOLD).close()


def test_halves_of_files_are_removed(folder):
    half = folder / f".{files_of(folder)[0].name}.1234abcd.part"
    other = folder / ".other.part"
    for path in (half, other):
        path.write_bytes(b"half")
    GrowingRun(folder, TOLD).close()
    assert not half.exists()
    assert other.exists()
