"""The alternatives to the rules in force: other readings of one option each (RULES.md 13)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyser.reversis.option_table import OPTIONS, Option
from analyser.reversis.options import option_named, rules_from
from analyser.reversis.question import Question
from kernels.reversis.rules import REMISE_POOL, Rules, with_amounts

Value = str | int


@dataclass(frozen=True)
class Alternative:
    """Rules that differ from those in force in one option."""

    option: Option
    rules: Rules

    @property
    def value(self) -> Value:
        """The word or number of the option, as a user writes it."""
        return self.option.value_in(self.rules)

    @property
    def name(self) -> str:
        """The option and its value: "remise=pool"."""
        return f"{self.option.name}={self.value}"


def other_values(option: Option, rules: Rules) -> list[Value]:
    """What an option is asked to be in place of what it is in `rules`: at least one value.

    Each other word; of numbers the least, where there are words too, else twice the number, or as
    much as is accepted; the default where that is the number itself.

    >>> [value for option in OPTIONS[:2] for value in other_values(option, Rules())]
    ['dealer', 'pool', 0]
    >>> other_values(OPTIONS[-1], Rules()), other_values(OPTIONS[-1], Rules(late_from=12))
    ([12], [10])
    """
    value = option.value_in(rules)
    words: list[Value] = [word for word, _ in option.words]
    if option.minimum is None or option.maximum is None:
        numbers: list[Value] = []
    elif words:
        numbers = [option.minimum]
    else:
        twice = min(2 * option.number(value), option.maximum)
        numbers = [option.default if twice == value else twice]
    return [other for other in (*words, *numbers) if other != value]


def _named(text: str, rules: Rules) -> Iterator[Alternative]:
    """The alternatives that a name or a setting stands for."""
    name, equals, _ = text.partition("=")
    option = option_named(name.strip())
    if equals:
        yield Alternative(option, rules_from(None, [text], rules))
        return
    for value in other_values(option, rules):
        yield Alternative(option, rules._replace(**{option.name: option.number(value)}))


def alternatives_to(rules: Rules, chosen: Iterable[str] = ()) -> tuple[Alternative, ...]:
    """The alternatives that are asked about, each once.

    chosen : names of options, for their other values, and settings NAME=VALUE, which may be what is
    in force too; none for all options. Raises ConfigError for an unknown option, offering the
    nearest name, or a value that it does not take.

    >>> [alternative.name for alternative in alternatives_to(Rules(), ["remise", "ace=5"])]
    ['remise=pool', 'remise=0', 'ace=5']
    """
    texts = list(chosen) or [option.name for option in OPTIONS]
    return tuple(dict.fromkeys(found for text in texts for found in _named(text, rules)))


def remark_on(alternative: Alternative, base: Question, question: Question) -> str | None:
    """Why an alternative can change nothing in deals that are studied alone, where that is so.

    base, question : the table under the rules in force, and under the alternative.
    """
    if alternative.rules == base.rules:
        return "the rules in force"
    if _in_one_deal(base) == _in_one_deal(question):
        is_about_stakes = alternative.option.name == "replenish"
        return "only between deals" if is_about_stakes else "same remise and pool"
    return None


def _in_one_deal(question: Question) -> tuple[Rules, int]:
    """What a deal with a given pool goes by: of the stakes only what they make of the remise."""
    rules = with_amounts(question.rules)
    remise = question.pool if rules.remise == REMISE_POOL else rules.remise
    return rules._replace(remise=remise, replenish=0, stake=0, dealer_stake=0), question.pool
