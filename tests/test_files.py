"""Files are written whole or not at all."""

import os

import pytest

from analyser.errors import OptionError, OutputError
from analyser.files import checked_ending, whole_file, write_whole


def full_disk(descriptor):
    raise OSError(28, "No space left on device")


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["x.csv"]


def test_a_new_file_has_the_permissions_of_any_other(tmp_path):
    write_whole(tmp_path / "x.csv", b"new")
    (tmp_path / "y.csv").touch()
    assert (tmp_path / "x.csv").stat().st_mode == (tmp_path / "y.csv").stat().st_mode


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "x.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OutputError, match=r"^cannot write .*x\.csv: No space left on device$"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x.csv"]


def test_an_interruption_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    def interrupt(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "x.csv", b"new")
    assert os.listdir(tmp_path) == []


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to("real.csv")
    write_whole(tmp_path / "link.csv", b"new")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"new"


def test_folders_and_pipes_are_not_replaced(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    os.mkfifo(tmp_path / "pipe.csv")
    for name in ("folder.csv", "pipe.csv"):
        with pytest.raises(OutputError, match="not a file"):
            write_whole(tmp_path / name, b"new")
    with pytest.raises(OutputError, match="No such file"):
        write_whole(tmp_path / "nowhere" / "x.csv", b"new")


def test_endings(tmp_path):
    assert checked_ending(tmp_path / "a.b.CSV", (".csv", ".md")) == ".csv"
    with pytest.raises(OptionError, match=r"x\.txt.*\.csv \.md"):
        checked_ending(tmp_path / "x.txt", (".csv", ".md"))


def test_a_file_is_written_piece_by_piece(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"old")
    with whole_file(path) as write:
        write(b"new ")
        write(b"lines")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new lines"


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(5, "not the file's"), ValueError])
def test_what_goes_wrong_between_pieces_leaves_the_old_file(tmp_path, error):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"old")

    def break_off():
        with whole_file(path) as write:
            write(b"new")
            raise error

    with pytest.raises(type(error) if isinstance(error, OSError) else error):
        break_off()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x.jsonl"]
