"""What results/ publishes is what the commands print: made again, bit for bit."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from analyser.version import library_version

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "results"
PUBLISHED = ("ablation", "attempt", "discard", "exchange", "sensitivity", "tables")
AGAIN = "exchange"  # the one that takes least time


def regenerate(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "scripts" / "regenerate.py", *arguments],
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_result_has_its_run_file_table_plot_and_finding(name):
    folder = RESULTS / name
    run = tomllib.loads((folder / "run.toml").read_text("utf-8"))
    assert run["version"] == library_version()
    assert run["command"][0] == "reversis"
    assert len(run["rules"]) == 19
    assert all("play" in settings for settings in run["policies"].values())
    assert list(folder.glob("*.csv"))
    assert list(folder.glob("*.png"))
    finding = (folder / "FINDING.md").read_text("utf-8")
    assert f"scripts/regenerate {name}" in finding
    assert any(character.isdigit() for character in finding)


def test_a_result_made_again_is_the_same(tmp_path):
    done = regenerate(AGAIN, "--into", str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "")
    for name in ("table.csv", "run.toml", "FINDING.md"):
        again = (tmp_path / AGAIN / name).read_bytes()
        assert again == (RESULTS / AGAIN / name).read_bytes(), name
    assert [path.name for path in tmp_path.iterdir()] == [AGAIN]


def test_no_such_result():
    done = regenerate("exchanges")
    assert done.returncode == 2
    assert "no result 'exchanges'; there are ablation, discard, attempt" in done.stderr


def test_the_readme_quotes_the_findings():
    """Every line that README.md takes from a finding is in one."""
    lines = (ROOT / "README.md").read_text("utf-8").split("## What came out\n")[1].split("\n## ")[0]
    quoted = " ".join(lines.split())
    findings = [
        line.removeprefix("- ")
        for name in PUBLISHED
        for line in (RESULTS / name / "FINDING.md").read_text("utf-8").splitlines()
        if line.startswith("- ")
    ]
    assert sum(" ".join(line.split()) in quoted for line in findings) >= 5
