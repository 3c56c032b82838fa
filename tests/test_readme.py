"""Every command that README.md shows runs as shown."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def commands():
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
    # This test runs under scripts/test, which would run it again.
    return [line for line in lines if line != "scripts/test"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One folder for all commands: a later one may read what an earlier one wrote."""
    return tmp_path_factory.mktemp("readme")


def test_the_readme_shows_both_commands():
    assert "scripts/test" in README
    assert commands()[0].startswith("scripts/run discard")


@pytest.mark.parametrize("command", commands())
def test_command(command, folder):
    program, *arguments = shlex.split(command)
    done = subprocess.run(
        [ROOT / program, *arguments], cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    written = [
        argument for argument in arguments if re.fullmatch(r"\w+\.(png|csv|jsonl)", argument)
    ]
    assert done.stdout or written
    assert all((folder / name).stat().st_size for name in written)


@pytest.mark.parametrize("block", blocks("python"))
def test_python(block, folder):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block], cwd=folder, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_map_names_what_is_there():
    places = re.findall(r"^\| (`.*?`) \|", README, flags=re.MULTILINE)
    names = [name for place in places for name in re.findall(r"`(.*?)`", place)]
    analyses = "analyser/reversis/analyses/"
    folders = ("", "analyser/", "analyser/reversis/", analyses, "kernels/reversis/", "scripts/")
    missing = [
        name
        for name in names
        if not any(list(ROOT.glob(folder + name.rstrip("/"))) for folder in folders)
    ]
    assert missing == []
