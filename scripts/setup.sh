# Sourced by scripts/run and scripts/test: makes .venv if it is missing or out of date.
# Needs Python 3.11 or later (PYTHON names another than python3).

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv="$root/.venv"

fail() {
    echo "reversis: $1" >&2
    exit 1
}

# What the environment must be made anew for: other pins, other metadata, another place.
state() {
    echo "$(cat "$root/constraints.txt" "$root/pyproject.toml" | cksum) $root $1"
}

# ensure_venv EXTRAS: "" for what runs the program, "[test]" for that and what runs the checks.
ensure_venv() {
    local extras=$1 stamp="$venv/installed" python=${PYTHON:-python3} has=""
    [ -f "$stamp" ] && has=$(cat "$stamp")
    [ "$has" = "$(state "$extras")" ] || [ "$has" = "$(state "[test]")" ] && return
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "$python is not Python 3.11 or later; name one: PYTHON=python3.12 $0"
    echo "reversis: installing into .venv (once) ..." >&2
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || fail "could not make $venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$root/constraints.txt" --editable "$root$extras" >&2 ||
        fail "could not install the packages that pyproject.toml names"
    state "$extras" >"$stamp"
}
