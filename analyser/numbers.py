"""Numbers as people write them and read them: counts in, rounded figures with units out."""

import math
import re
from decimal import Decimal

from analyser.errors import OptionError

LARGEST_COUNT = 2**63 - 1
LARGEST_SEED = 2**64 - 1

MINUS = "\N{MINUS SIGN}"
UNKNOWN = "\N{EM DASH}"
"""Stands for a figure that there is not (NaN), such as the error of a single block."""

_DIGITS = r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:_[0-9]+)*"
_COUNT = re.compile(rf"({_DIGITS})(\.[0-9]+)?(?:[eE]\+?([0-9]{{1,3}})|([kKmMgG]))?")
_POWERS = {"k": 3, "m": 6, "g": 9}
_PREFIXES = ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k"))


def parse_count(
    text: str, name: str = "number", minimum: int = 0, maximum: int = LARGEST_COUNT
) -> int:
    """A whole number as users write it: 5000, 10_000, 1,000,000, 5e6, 2.5M, 100k, 1G.

    Commas stand only where they part groups of three; k, M and G (in either case) are 10³, 10⁶
    and 10⁹. A fraction is accepted where the value is whole (1.5k). Raises OptionError, which
    begins with `name`, for anything else and outside `minimum` to `maximum`.

    >>> parse_count("2.5M")
    2500000
    """
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        raise OptionError(
            f"{name} {_quoted(text)}: not a whole number from {minimum}, as in 5000, 10_000, 5e6 "
            "or 2M"
        )
    value = _decimal(match)
    if not minimum <= value <= maximum:
        raise OptionError(f"{name} {_quoted(text)}: not within {minimum} to {maximum}")
    if value != int(value):
        raise OptionError(f"{name} {_quoted(text)}: not a whole number")
    return int(value)


def _decimal(match: re.Match[str]) -> Decimal:
    digits, fraction, exponent, suffix = match.groups()
    power = int(exponent or 0) + _POWERS.get((suffix or "").lower(), 0)
    return Decimal(f"{digits.replace(',', '').replace('_', '')}{fraction or ''}e{power}")


def _quoted(text: str) -> str:
    """`text` in quotes on one line, cut short where it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def grouped(count: int) -> str:
    """A count with its thousands parted: 1,234,567 (which `parse_count` reads)."""
    return _signed(f"{count:,}", False)


def _signed(text: str, sign: bool) -> str:
    """`text` with a real minus sign, a plus sign if `sign`, and no sign at all on zero."""
    digits = text.lstrip("-")
    if not any(c in "123456789" for c in digits) and "inf" not in digits:
        return digits
    return MINUS + digits if text.startswith("-") else "+" * sign + digits


def decimals_for(se: float) -> int:
    """Decimal places that show two figures of `se`; negative where tens or more are rounded."""
    return 1 - int(f"{se:.1e}".partition("e")[2])


def fixed(value: float, decimals: int, sign: bool = False) -> str:
    """`value` with so many decimal places (none shown, and tens rounded off, where negative).

    `sign` puts a plus sign before positive values, as every difference has one.

    >>> fixed(1234.5, -2, sign=True)
    '+1200'
    """
    if math.isnan(value):
        return UNKNOWN
    if math.isinf(value):
        return _signed(str(value), sign)
    return _signed(f"{round(value, decimals):.{max(decimals, 0)}f}", sign)


def with_error(value: float, se: float, sign: bool = False, decimals: int | None = None) -> str:
    """A figure and its error, the error rounded to two figures and the value to match.

    `decimals`, where given, are the decimal places of both, so that the figures of a table match.
    An error of exactly 0 leaves the value as it is, to six figures; one that is not known shows
    as a dash.

    >>> with_error(1.23449, 0.0561, sign=True)
    '+1.234 ± 0.056'
    """
    if math.isnan(value):
        return UNKNOWN
    if se == 0 or not math.isfinite(se):
        return f"{_signed(f'{value:.6g}', sign)} ± {fixed(se, 0)}"
    places = decimals_for(se) if decimals is None else decimals
    return f"{fixed(value, places, sign)} ± {fixed(se, places)}"


def compact(value: float, se: float) -> str:
    """A difference and its error without blanks, one figure of it from the third decimal place on.

    >>> compact(1.23449, 0.0561), compact(-12.3449, 3.21), compact(0.5, 0.00123)
    ('+1.23±0.06', '−12.3±3.2', '+0.500±0.001')
    """
    wanted = decimals_for(se) if se > 0 else 2
    decimals = min(wanted, max(2, wanted - 1))
    return f"{fixed(value, decimals, True)}±{fixed(se, decimals)}"


def percent(probability: float, se: float | None = None, decimals: int = 2) -> str:
    """A probability as a percentage, rounded to its error if there is one.

    >>> percent(0.12344, 0.00123), percent(0.5)
    ('12.34 ± 0.12 %', '50.00 %')
    """
    if math.isnan(probability):
        return UNKNOWN
    if se is None:
        return f"{fixed(100 * probability, decimals)} %"
    return f"{with_error(100 * probability, 100 * se)} %"


def interval(low: float, high: float) -> str:
    """The ends of an interval of differences, to two figures of half its width; a dash for none.

    >>> interval(-0.123, 1.5), interval(-math.inf, math.inf)
    ('−0.12 to +1.50', '—')
    """
    if not math.isfinite(high - low):
        return UNKNOWN
    decimals = decimals_for((high - low) / 2) if high > low else 0
    return f"{fixed(low, decimals, True)} to {fixed(high, decimals, True)}"


def percent_interval(low: float, high: float, most_decimals: int | None = None) -> str:
    """The ends of the interval of a probability as percentages, to two figures of its width.

    `most_decimals` : decimal places at most, where room is short.

    >>> percent_interval(0.1234, 0.1289)
    '12.34–12.89'
    """
    low, high = 100 * low, 100 * high
    wanted = decimals_for(high - low)
    decimals = wanted if most_decimals is None else min(wanted, most_decimals)
    return f"{fixed(low, decimals)}\N{EN DASH}{fixed(high, decimals)}"


def si(value: float) -> str:
    """A rate or large count with two or three figures and an SI prefix: 4.1 M, 950, 12 k."""
    figures = float(f"{value:.3g}")
    for scale, prefix in _PREFIXES:
        if abs(figures) >= scale:
            return _few_figures(figures / scale) + prefix
    return _few_figures(figures)


def _few_figures(value: float) -> str:
    return fixed(value, 1 if abs(value) < 9.95 and value != round(value) else 0)


def rate(per_second: float, unit: str) -> str:
    """A speed: `rate(4.1e6, "deals")` is "4.1 M deals/s"."""
    return f"{si(per_second)} {unit}/s"


def duration(seconds: float) -> str:
    """A time as a person says it: 0.42 s, 12 s, 3 min 05 s, 2 h 03 min."""
    if seconds < 0.01:
        return "< 0.01 s"
    if seconds < 9.95:
        return f"{seconds:.2g} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min"
