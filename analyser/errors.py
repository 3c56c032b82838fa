"""The named errors of the library: each message is one line for the person who caused it."""

import difflib
from collections.abc import Iterable


class AnalyserError(Exception):
    """Base of all errors a user can cause; the message says what was read, where, what fits."""


class NotationError(AnalyserError):
    """A card, hand or list of cards that cannot be read."""


class RecordError(AnalyserError):
    """A deal record that breaks the format or the rules of play."""


class ConfigError(AnalyserError):
    """A rules or policy file, option or value that is not accepted."""


class OptionError(AnalyserError):
    """A number or word on the command line, or an argument of a function, that does not fit."""


class OutputError(AnalyserError):
    """A result that could not be written; what was there before is untouched."""


class RunError(AnalyserError):
    """A run folder that cannot be believed, or that is of another run than the one asked for."""


class WorkError(AnalyserError):
    """Deals that could not be computed, by no worker or because there is none any more."""


class Ended(KeyboardInterrupt):
    """The end of a run before its end, as Ctrl-C makes one: the time is over, say."""


def nearest(name: str, names: Iterable[str]) -> str:
    """The name of `names` most like `name`, to be offered as what may have been meant.

    >>> nearest("remize", ["remise", "replenish"])
    'remise'
    """
    candidates = list(names)
    close = difflib.get_close_matches(name, candidates, n=1, cutoff=0.0)
    return close[0] if close else ""
