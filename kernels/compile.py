"""The one decorator every compiled function wears, and where compiled code is kept."""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding as llvm
import numba


def _source_hash() -> str:
    """Hash of every source file of kernels/: Numba's own cache misses edits in imported files."""
    folder = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: a folder of the user's cache named after the sources."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    wanted = Path(home) / "reversis" / f"kernels-{_source_hash()}"
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return Path(tempfile.gettempdir()) / f"reversis-{os.getuid()}" / wanted.name


def _cpu_features() -> str:
    """The features of this processor, with vectors as wide as it has them.

    LLVM keeps to half of AVX-512's width unless told otherwise; the lane loops gain from all.
    """
    return llvm.get_host_cpu_features().flatten() + ",-prefer-256-bit"


numba.config.CACHE_DIR = str(cache_folder())
if numba.config.CPU_FEATURES is None:
    numba.config.CPU_FEATURES = _cpu_features()
# Numba hands inlined functions on after machine code was made of them; LLVM's last preparation
# for that puts in arithmetic with overflow flags, which keeps lane loops from becoming vectors.
llvm.set_option("", "-disable-cgp")
# Copies of whole loops for each policy at the table would make compiling many times longer.
llvm.set_option("", "-enable-nontrivial-unswitch=false")

# nogil: threads run kernels side by side. (cache, of kernels only: compile them once for each
# state of the sources.)
# error_model="numpy": no test for a zero divisor, which would put a branch into lane loops.
# boundscheck off: indexes are field offsets and lane numbers, both fixed when compiling.
# no _nrt: kernels allocate nothing, so that no references to arrays need counting, which takes
# atomic steps at every function that an array is handed to.
_FLAGS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "_nrt": False,
}


Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function that Python calls: loops over blocks of lanes."""
    return numba.njit(cache=True, **_FLAGS)(function)


def inlined(function: Function) -> Function:
    """Compile a function that is always inlined into the lane loop that calls it."""
    return numba.njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_FLAGS)(
        function
    )
