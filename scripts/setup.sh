# Sourced by scripts/run and scripts/test: makes .venv if it is missing or out of date.
# Needs Python 3.11 or later (PYTHON names another than python3).

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv="$root/.venv"

fail() {
    echo "reversis: $1" >&2
    exit 1
}

# What the environment must be made anew for: the versions pinned and the package's own metadata.
wanted() {
    cat "$root/constraints.txt" "$root/pyproject.toml" | cksum
    echo "$root extras: $1"
}

ensure_venv() {
    local extras=$1 stamp="$venv/installed-$1" python=${PYTHON:-python3}
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(wanted "$extras")" ] && return
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "$python is not Python 3.11 or later; name one: PYTHON=python3.12 $0"
    echo "reversis: installing into .venv (once) ..." >&2
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || fail "could not make $venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$root/constraints.txt" --editable "$root$extras" >&2 ||
        fail "could not install the packages named in pyproject.toml"
    wanted "$extras" >"$stamp"
}
