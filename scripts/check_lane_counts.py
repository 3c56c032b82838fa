"""Check that deals come out the same whatever the number of lanes they are played in.

For each number the kernels are copied, changed in that one constant, compiled (about half a
minute) and run; what is compared is a hash of the outcomes of deals under many line-ups.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTANT = re.compile(r"^N_LANES = \d+$", re.MULTILINE)


def outcome_hash(folder: Path, environment: dict[str, str]) -> str:
    """The hash with the kernels that lie in a folder."""
    places = os.pathsep.join([str(folder), str(ROOT), str(ROOT / "tests")])
    program = [sys.executable, "-P", str(ROOT / "tests" / "line_ups.py")]
    variables = os.environ | environment | {"PYTHONPATH": places}
    done = subprocess.run(program, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def hash_in_lanes(n_lanes: int) -> str:
    """The hash with a copy of the kernels that has this many lanes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "kernels", folder / "kernels")
        lanes = folder / "kernels" / "lanes.py"
        text, n_changed = CONSTANT.subn(f"N_LANES = {n_lanes}", lanes.read_text())
        if n_changed != 1:
            raise SystemExit("kernels/lanes.py no longer sets N_LANES in a line of its own")
        lanes.write_text(text)
        return outcome_hash(folder, {"XDG_CACHE_HOME": name})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lanes", type=int, nargs="*", default=[8, 16, 128], help="default 8 16 128")
    expected = outcome_hash(ROOT, {})
    print(f"as it is: {expected}", flush=True)
    is_same = True
    for n_lanes in parser.parse_args().lanes:
        found = hash_in_lanes(n_lanes)
        is_same &= found == expected
        print(f"{n_lanes} lanes: {'the same' if found == expected else found}", flush=True)
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
