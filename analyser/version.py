"""The version of the installed program."""

import importlib

DISTRIBUTION = "reversis"


def library_version() -> str:
    """The installed distribution's version; "unknown" where the sources run uninstalled.

    The metadata is looked up only when asked for, to keep start-up quick.
    """
    metadata = importlib.import_module("importlib.metadata")
    try:
        return str(metadata.version(DISTRIBUTION))
    except metadata.PackageNotFoundError:
        return "unknown"
