"""The signature of the play that this version of the program has."""

OUTCOME_VERSION = "0f3d9277c3facb78"
"""What `reversis bench` prints. Where it is the same, deals come to the same; runs with another one
are not continued, joined, or computed by workers that have this one."""


def program() -> str:
    """Which program this is: what it is called, its version and its signature."""
    from analyser.version import DISTRIBUTION, library_version

    return f"{DISTRIBUTION} {library_version()} with signature {OUTCOME_VERSION}"
