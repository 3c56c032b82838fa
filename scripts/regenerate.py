"""Make what results/ publishes: every table, plot and run file, from the commands listed here.

Each result is a folder: `run.toml` says how it was made, every rule and every parameter resolved;
`table.csv` is what the command prints as CSV (`tables` makes several), `plot.png` what it draws;
FINDING.md has the figures that a reader would quote, taken from the table (findings.py). The same
version gives the same CSV bit for bit, on any number of threads.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import findings
import pandas as pd
import tomli_w

from analyser.reversis.exchanges import HEURISTICS
from analyser.reversis.policies import policy_from

ROOT = Path(__file__).resolve().parent.parent
ABLATIONS = (
    "steady",
    "steady:attempt_from=12,attempt_missing=-1",
    "steady:break_from=12,break_keep=0",
    "steady:lead_forcing=0",
    "steady:espagnolette_from=1000000",
    "steady:exchange=decline",
    "duck",
    "random",
)


@dataclass(frozen=True)
class Published:
    """A result: its folder, its title, the command without its outputs."""

    name: str
    title: str
    command: tuple[str, ...]

    @property
    def is_folder(self) -> bool:
        """Whether the command writes many tables into a folder, not one into a file."""
        return self.command[0] == "tables"


RESULTS = (
    Published(
        "ablation",
        "What each part of `steady` is worth",
        ("compare", *ABLATIONS, "--deals", "2M"),
    ),
    Published(
        "discard",
        "Which card to lay in the exchange",
        (
            "discard",
            *("--by", "rank,suit_length", "--by", "special,seat", "--by", "special"),
            *("--deals", "50M"),
        ),
    ),
    Published(
        "attempt",
        "From which strength on it pays to go for the reversis",
        ("attempt", "--deals", "4M"),
    ),
    Published(
        "exchange",
        "The ten exchange heuristics compared",
        (
            "compare",
            *(f"steady:exchange={name}" for name in HEURISTICS),
            *("--opponents", "steady", "--deals", "200k"),
        ),
    ),
    Published("tables", "Probability tables", ("tables", "--deals", "10M")),
    Published(
        "sensitivity",
        "Which open readings of the rules matter",
        ("sensitivity", "--deals", "2M"),
    ),
)
NAMES = [result.name for result in RESULTS]


def run_command(result: Published, folder: Path) -> dict[str, object]:
    """Run the command with its outputs in a folder; gives the JSON object without its rows."""
    outputs = ["--format", "json", "--quiet"]
    if result.is_folder:
        outputs += ["--out", str(folder)]
    else:
        outputs += ["--out", str(folder / "table.csv"), "--plot", str(folder / "plot.png")]
    done = subprocess.run(
        [sys.executable, "-m", "analyser", *result.command, *outputs],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    for path in folder.iterdir():
        if path.suffix not in (".csv", ".png"):
            path.unlink()
    printed: dict[str, object] = json.loads(done.stdout)
    return {key: value for key, value in printed.items() if key != "rows"}


def run_file(result: Published, printed: dict[str, object]) -> dict[str, object]:
    """What run.toml says: how the result was made, without what differs from run to run."""
    left_out = ("seconds", "deals_per_second", "policies", "command", "rules")
    kept = {key: value for key, value in printed.items() if key not in left_out}
    policies = dict.fromkeys(printed["policies"])  # type: ignore[call-overload]
    return {
        "command": ["reversis", *result.command],
        **{key: value for key, value in kept.items() if value is not None},
        "rules": printed["rules"],
        "policies": {name: policy_from(name).settings() for name in policies},
    }


def make(result: Published, into: Path) -> None:
    """Make a result in a folder beside, and move it into place whole."""
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=into) as name:
        folder = Path(name) / result.name
        folder.mkdir()
        printed = run_command(result, folder)
        with (folder / "run.toml").open("wb") as file:
            tomli_w.dump(run_file(result, printed), file)
        (folder / "FINDING.md").write_text(finding(result, folder), encoding="utf-8")
        shutil.rmtree(into / result.name, ignore_errors=True)
        os.replace(folder, into / result.name)


def finding(result: Published, folder: Path) -> str:
    """The text of FINDING.md."""
    table = None if result.is_folder else pd.read_csv(folder / "table.csv")
    lines = findings.OF[result.name](folder if table is None else table)
    command = f"scripts/regenerate {result.name}"
    items = "\n".join(f"- {line}" for line in lines)
    return f"# {result.title}\n\n{items}\n\nMade by `{command}`; how, is in run.toml.\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; or all")
    parser.add_argument("--into", type=Path, default=ROOT / "results", help="folder to write to")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in NAMES:
            parser.error(f"no result {name!r}; there are {', '.join(NAMES)}")
    for result in RESULTS:
        if not arguments.names or result.name in arguments.names:
            print(f"making {result.name} ...", file=sys.stderr, flush=True)
            make(result, arguments.into)


if __name__ == "__main__":
    main()
