"""What is asked: under which rules, with which pool, who plays, from which seed."""

import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from analyser.engine import default_threads
from analyser.errors import ConfigError, OptionError
from analyser.numbers import LARGEST_COUNT, LARGEST_SEED
from analyser.report import Meta
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import shown
from analyser.reversis.options import rules_from, rules_from_mapping, rules_mapping
from analyser.reversis.policies import DEFAULT, NamedPolicy, lineup_from
from analyser.reversis.signature import OUTCOME_VERSION
from analyser.runs.told import Told
from kernels.reversis.rules import REMISE_POOL, Rules, first_stake, with_amounts

RulesLike: TypeAlias = "str | Mapping[str, object] | Rules | None"
Specs: TypeAlias = "str | Iterable[str]"

# Squares of payments are added up in int64 over one chunk of deals (below 2**17 of them, turns of
# the line-up included): so no payment may reach 2**22.
LARGEST_PAYMENT = 1 << 22
# No payment of a deal exceeds this many times the sum of all amounts: 64 for a broken reversis is
# four times `reversis`, consolations are doubled twice, repaid twice, and asked by three players.
_PAYMENT_FACTOR = 32
_DISCARD_POINTS = 16


@dataclass(frozen=True)
class Question:
    """A table at which deals are to be played.

    rules : the options in force. pool : fiches in it before each deal.
    players : four policies, by player. seed : of all deals and dice.
    """

    rules: Rules
    pool: int
    players: tuple[NamedPolicy, ...]
    seed: int

    def check_balance(self, n_unbalanced: int, first: int, n_deals: int) -> None:
        """RULES.md 10. The program's own check of every deal that is played."""
        if n_unbalanced:
            raise AssertionError(
                f"{n_unbalanced} of the {n_deals} deals from {first}, seed {self.seed}: payments "
                "and the pool's change do not sum to zero"
            )

    def under(self, rules: Rules, pool: int | None) -> "Question":
        """The same players and seed under other rules; raises ConfigError, OptionError.

        pool : fiches; None for the first stake under those rules.
        """
        fiches = _checked_pool(pool, rules)
        _check_sizes(rules, fiches)
        return replace(self, rules=rules, pool=fiches)

    def told(self, command: str, deals: int, per_place: int = 1, **settings: object) -> Told:
        """The run that plays this table, for its folder.

        deals, per_place : as in `Told`. settings : what else its numbers depend on, in the types of
        TOML.
        """
        policies = [policy.told() for policy in self.players]
        table = {"seed": self.seed, "pool": self.pool, **settings}
        table |= {"rules": rules_mapping(self.rules, all=True), "policies": policies}
        return Told(command, table, OUTCOME_VERSION, deals, per_place)

    def meta(self, deals: int, seconds: float, **other: object) -> Meta:
        """How a result came about, for its report."""
        return Meta(
            seed=self.seed,
            deals=deals,
            rules=rules_mapping(self.rules, all=True),
            changed=rules_mapping(self.rules),
            policies=[policy.name for policy in self.players],
            seconds=seconds,
            other={"pool": self.pool, **other},
        )


def rules_of(rules: RulesLike, settings: Iterable[str] = ()) -> Rules:
    """Rules from a preset's name or file, a mapping of options, or as they are."""
    if isinstance(rules, Rules):
        return rules_from(None, settings, rules)
    if isinstance(rules, Mapping):
        return rules_from(None, settings, rules_from_mapping(rules))
    return rules_from(rules, settings)


def _checked_pool(pool: int | None, rules: Rules) -> int:
    if pool is None:
        return first_stake(rules)
    return checked_count("pool", pool, 0)


def _check_sizes(rules: Rules, pool: int) -> None:
    amounts = with_amounts(rules)
    remise = pool if amounts.remise == REMISE_POOL else amounts.remise
    total = _DISCARD_POINTS + amounts.party_base + amounts.discard_ace_diamonds
    total += amounts.discard_quinola + amounts.ace + amounts.ace_diamonds + amounts.quinola
    total += amounts.reversis
    largest = _PAYMENT_FACTOR * total + pool + remise
    if largest >= LARGEST_PAYMENT:
        raise ConfigError(
            f"amounts of {total} fiches together, pool {pool}, remise {remise}: too large to add up"
            f" over many deals; 32 times the amounts with pool and remise must stay below "
            f"{LARGEST_PAYMENT} (settle takes any)"
        )


def checked_seed(seed: int) -> int:
    """`seed` if it is a whole number from 0 to 2**64 - 1; raises OptionError if it is not."""
    return checked_count("seed", seed, 0, LARGEST_SEED)


def checked_count(name: str, count: int, minimum: int = 1, maximum: int = LARGEST_COUNT) -> int:
    """`count` as an int, if it is a whole number (of numpy's too) from `minimum` to `maximum`.

    Raises OptionError, which begins with `name`, if it is not.
    """
    try:
        whole = minimum - 1 if isinstance(count, bool) else operator.index(count)
    except TypeError:
        whole = minimum - 1
    if not minimum <= whole <= maximum:
        raise OptionError(
            f"{name} {shown(count)}: a whole number from {minimum} to {maximum} is accepted"
        )
    return whole


def checked_threads(threads: int | None) -> int:
    """A number of threads, one a processor core for None; raises OptionError for none."""
    return default_threads() if threads is None else checked_count("threads", threads, 1, 1024)


def checked_width(width: float | None) -> float | None:
    """The target of a run, fiches either way, or None; raises OptionError for any other value."""
    if width is None or (isinstance(width, int | float) and 0 < width < math.inf):
        return width
    raise OptionError(f"until_width {shown(width)}: a number of fiches above 0 is accepted")


@dataclass(frozen=True)
class Target:
    """Where a run ends: at a certainty of ± width, when one alternative is left, or at neither."""

    width: float | None = None
    decided: bool = False


def checked_target(width: float | None, decided: bool) -> Target:
    """The end that was asked for; raises OptionError for two of them and a width that is none."""
    if width is not None and decided:
        raise OptionError("until-width and until-decided: a run stops on one of them, not on both")
    return Target(checked_width(width), decided)


def specs_of(policies: Specs) -> list[str]:
    """One specification or several as a list."""
    return [policies] if isinstance(policies, str) else list(policies)


def seated(player: str, opponents: str, seat: int) -> list[str]:
    """A line-up of one policy at a seat and another at the three others."""
    return [player if place == seat else opponents for place in range(N_SEATS)]


def question(
    policies: Specs = (),
    *,
    rules: RulesLike = None,
    settings: Iterable[str] = (),
    pool: int | None = None,
    seed: int = 1,
) -> Question:
    """A question from plain values, all of them checked.

    policies : specifications, none for `steady` everywhere, one for everybody, or four by player.
    rules : a preset's name, a file, a mapping of options, `Rules`; settings : OPTION=VALUE over it.
    pool : fiches; the first stake under the rules by default.
    Raises ConfigError or OptionError naming what was read and what is accepted.
    """
    in_force = rules_of(rules, settings)
    fiches = _checked_pool(pool, in_force)
    _check_sizes(in_force, fiches)
    players = lineup_from(specs_of(policies), DEFAULT)
    return Question(in_force, fiches, players, checked_seed(seed))
