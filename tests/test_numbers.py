"""Counts as users write them, figures as people read them."""

import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser import numbers
from analyser.errors import OptionError
from analyser.numbers import parse_count


def test_examples_in_docstrings():
    assert doctest.testmod(numbers).failed == 0


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("0", 0),
        ("5e6", 5_000_000),
        ("5E+6", 5_000_000),
        ("2M", 2_000_000),
        ("2m", 2_000_000),
        ("10_000", 10_000),
        ("100k", 100_000),
        ("1G", 10**9),
        ("1,000,000", 10**6),
        ("1.5k", 1500),
        ("1.25e2", 125),
        ("7.0", 7),
        (" 12 ", 12),
        ("0e999", 0),
        (str(2**63 - 1), 2**63 - 1),
    ],
)
def test_counts_are_read(text, count):
    assert parse_count(text) == count


@pytest.mark.parametrize(
    "text",
    ["", "-1", "+5", "1.5", "1e-3", "5 000", "1,5", "1,00,000", "1__0", "_1", "1_", "k", "2MB",
     "2kk", "1e3k", "nan", "inf", "0x10", "1e9999", "1e999", "٣", str(2**63), "9" * 5000],
)  # fmt: skip
def test_what_is_no_count_is_refused_in_one_short_line(text):
    with pytest.raises(OptionError) as caught:
        parse_count(text, "--deals")
    message = str(caught.value)
    assert message.startswith("--deals '")
    assert "\n" not in message
    assert len(message) < 120


def test_bounds_are_part_of_the_range():
    assert parse_count("1", minimum=1, maximum=3) == 1
    assert parse_count("3", minimum=1, maximum=3) == 3
    for text in ("0", "4"):
        with pytest.raises(OptionError, match="not within 1 to 3"):
            parse_count(text, minimum=1, maximum=3)


@given(st.integers(0, 2**63 - 1))
def test_what_is_printed_can_be_typed_back(count):
    assert parse_count(str(count)) == count
    assert parse_count(f"{count:_}") == count
    assert parse_count(numbers.grouped(count)) == count


@pytest.mark.parametrize(
    ("value", "se", "sign", "text"),
    [
        (-1.23449, 0.0561, False, "-1.234 ± 0.056"),
        (1.23449, 0.0561, True, "+1.234 ± 0.056"),
        (123456, 1234, False, "123500 ± 1200"),
        (1, 0.0996, False, "1.00 ± 0.10"),
        (5, 0.996, False, "5.0 ± 1.0"),
        (5, 9.96, False, "5 ± 10"),
        (-0.001, 0.12, True, "0.00 ± 0.12"),
        (0, 0, True, "0 ± 0"),
        (-2.5, 0, False, "-2.5 ± 0"),
        (1 / 3, 0, True, "+0.333333 ± 0"),
        (1.5, math.nan, False, "1.5 ± —"),
        (1.5, math.inf, False, "1.5 ± inf"),
        (math.nan, 1, False, "—"),
    ],
)
def test_errors_have_two_figures_and_values_match(value, se, sign, text):
    assert numbers.with_error(value, se, sign) == text.replace("-", numbers.MINUS)


@given(st.floats(-1e9, 1e9), st.floats(1e-9, 1e9))
def test_rounding_keeps_within_a_twentieth_of_the_error(value, se):
    shown, _, error = numbers.with_error(value, se).replace(numbers.MINUS, "-").partition(" ± ")
    assert float(shown) == pytest.approx(value, abs=0.0501 * se, rel=1e-12)
    assert float(error) == pytest.approx(se, rel=0.0501)


def test_percent():
    assert numbers.percent(0.12344, 0.00123) == "12.34 ± 0.12 %"
    assert numbers.percent(0.5, decimals=0) == "50 %"
    assert numbers.percent(math.nan) == "—"


@pytest.mark.parametrize(
    ("per_second", "text"),
    [(4.1e6, "4.1 M"), (4.0e6, "4 M"), (12_345, "12 k"), (950, "950"), (999.7, "1 k"),
     (999_950, "1 M"), (3e12, "3 T"), (0.25, "0.2"), (0, "0")],
)  # fmt: skip
def test_rates_have_si_prefixes(per_second, text):
    assert numbers.rate(per_second, "deals") == f"{text} deals/s"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.001, "< 0.01 s"), (0.42, "0.42 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.6, "1 min 00 s"),
     (125, "2 min 05 s"), (3599.7, "1 h 00 min"), (7383, "2 h 03 min")],
)  # fmt: skip
def test_durations(seconds, text):
    assert numbers.duration(seconds) == text
