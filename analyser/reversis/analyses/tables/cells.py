"""What a cell of a probability table says: the figure found with its error, exact, and z."""

import math
from collections.abc import Sequence

from analyser.numbers import decimals_for, fixed, with_error
from analyser.reversis.analyses.tables.rows import Mean, Quantile, Rate, Row
from analyser.statistics import wilson

PER_CENT = 100
# An outcome that never came is shown if so many were to be expected.
_FEWEST_SHOWN = 0.5


def is_number(text: str) -> bool:
    """Whether an outcome or condition is called by a number."""
    return text.removeprefix("-").isdigit()


def is_shown(row: Row) -> bool:
    """Whether a row has anything to say: not where nothing was to be expected and nothing came."""
    if not isinstance(row, Rate) or row.count:
        return True
    return row.chance is not None and row.n * row.chance >= _FEWEST_SHOWN


def cell(row: Row) -> str:
    """What was found, with its error; rates in per cent."""
    if isinstance(row, Rate):
        return _rate_cell(row)
    if isinstance(row, Quantile):
        return _quantile_cell(row)
    return with_error(*row.estimate, sign=row.has_sign)


def _rate_cell(rate: Rate) -> str:
    """Per cent and one standard error; of what never or always came the end of its interval."""
    low, high = (PER_CENT * float(end) for end in wilson(rate.count, rate.n))
    if rate.count == 0:
        return f"< {fixed(high, decimals_for(high))}"
    if rate.count == rate.n:
        return f"> {fixed(low, decimals_for(PER_CENT - low))}"
    share = rate.count / rate.n
    se = math.sqrt(share * (1 - share) / (rate.n - 1))
    return with_error(PER_CENT * share, PER_CENT * se)


def _quantile_cell(row: Quantile) -> str:
    at, low, high = (fixed(number, 0, sign=True) for number in (row.at, row.low, row.high))
    return at if low == high else f"{at} ({low} to {high})"


def exact_cell(row: Row) -> str:
    """The exact figure and the standard error that it implies of so many cases; or nothing."""
    found = _exact(row)
    return with_error(*found) if found else ""


def _exact(row: Row) -> tuple[float, float] | None:
    """The exact figure and its standard error in n cases; rates in per cent."""
    if isinstance(row, Mean) and row.law:
        mean, variance = map(float, row.law.moments())
        return mean, math.sqrt(variance / row.n)
    if isinstance(row, Rate) and row.chance is not None:
        chance = float(row.chance)
        return PER_CENT * chance, PER_CENT * math.sqrt(chance * (1 - chance) / row.n)
    return None


def _beside_exact(row: Row, error: float) -> str:
    """What was found, rounded to the error of the exact figure that it stands beside."""
    if isinstance(row, Rate):
        return fixed(PER_CENT * row.count / row.n, decimals_for(error))
    return fixed(row.estimate[0], decimals_for(error)) if isinstance(row, Mean) else cell(row)


def column_of(rows: Sequence[Row | None]) -> list[str]:
    """The cells of a column: with errors; beside exact figures with z-scores in their place."""
    exact = [_exact(row) if row else None for row in rows]
    if not any(exact):
        return [cell(row) if row else "" for row in rows]
    texts = [
        _beside_exact(row, known[1]) if row and known else cell(row) if row else ""
        for row, known in zip(rows, exact, strict=True)
    ]
    scores = [fixed(row.z, 1, sign=True) if row and not math.isnan(row.z) else "" for row in rows]
    n_places = max(len(text.partition(".")[2]) for text in texts)
    width = max(map(len, scores))
    return [
        f"{text}{' ' * (n_places - len(text.partition('.')[2]))}  {score:>{width}}".rstrip()
        for text, score in zip(texts, scores, strict=True)
    ]
