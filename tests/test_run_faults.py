"""Run folders that are damaged, foreign, in use or of other runs: refused, or repaired."""

import random
import shutil
from dataclasses import replace

import pytest
from adding import TOLD, added, files_of, is_same, keeping, made, showing, tally_of

from analyser.errors import OutputError, RunError
from analyser.runs import parts
from analyser.runs.folder import GrowingRun, StoredRun, user_of
from analyser.runs.told import difference


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
                with pytest.raises(
                    RunError, match=r"damaged|foreign|cannot be read|in another"
                ) as error:
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
    assert [path.name for path in tmp_path.iterdir() if path.name != "lock"] == ["notes.txt"]
    with pytest.raises(RunError, match="is no folder"):
        GrowingRun(tmp_path / "notes.txt", TOLD)
    with pytest.raises(OutputError, match="cannot write"):
        GrowingRun(tmp_path / "none" / "run", TOLD)


def test_a_folder_in_use_is_refused(folder):
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
    half.write_bytes(b"half")
    GrowingRun(folder, TOLD).close()
    assert not half.exists()
