"""Specifications with ranges: the policies that each stands for."""

import pytest

from analyser.errors import ConfigError
from analyser.reversis.analyses.compare.analysis import contestants
from analyser.reversis.policies import expanded, policy_from

LONG = "steady:" + ",".join(["lay_ace=5"] * 60)


@pytest.mark.parametrize(
    ("spec", "specs"),
    [
        ("duck", ["duck"]),
        ("../a..b.toml", ["../a..b.toml"]),
        ("steady:lay_ace=3", ["steady:lay_ace=3"]),
        ("steady:lay_ace=3..5", ["steady:lay_ace=3", "steady:lay_ace=4", "steady:lay_ace=5"]),
        ("duck:lay_ace=-9..9..9", ["duck:lay_ace=-9", "duck:lay_ace=0", "duck:lay_ace=9"]),
        ("steady:lay_ace=0..5..3", ["steady:lay_ace=0", "steady:lay_ace=3"]),
        ("steady:lay_ace=7..7", ["steady:lay_ace=7"]),
        (
            "my.toml:play=duck,lay_ace=1..2,lay_rank=-1..0",
            [
                "my.toml:play=duck,lay_ace=1,lay_rank=-1",
                "my.toml:play=duck,lay_ace=1,lay_rank=0",
                "my.toml:play=duck,lay_ace=2,lay_rank=-1",
                "my.toml:play=duck,lay_ace=2,lay_rank=0",
            ],
        ),
    ],
)
def test_ranges(spec, specs):
    assert expanded(spec) == specs


@pytest.mark.parametrize(
    "values", ["3..", "..3", "..", "5..3", "1..9..0", "1..9..-2", "a..b", "1...3", "1.5..3"]
)
def test_what_is_no_range(values):
    with pytest.raises(ConfigError, match=r"is no range; parameter=first\.\.last"):
        expanded(f"steady:lay_ace={values}")


@pytest.mark.parametrize(
    "values", ["lay_ace=0..64", "lay_ace=1..8,lay_rank=1..9", f"lay_ace=0..{10**17}"]
)
def test_too_many_of_a_range(values):
    with pytest.raises(ConfigError, match="at most 64 are accepted"):
        expanded(f"steady:{values}")


def test_sixty_four_are_accepted():
    assert len(expanded("steady:lay_ace=1..8,lay_rank=1..8")) == 64
    assert len(contestants("steady:lay_ace=1..64")) == 64


def test_a_specification_may_be_longer_than_the_name_of_a_file():
    assert policy_from(LONG).settings()["lay_ace"] == 5
