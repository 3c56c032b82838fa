"""The table of the options of RULES.md 13: names, values accepted, meanings, as data."""

from dataclasses import dataclass

from analyser.errors import ConfigError, nearest
from analyser.reversis.notation import shown
from kernels.reversis import rules as codes
from kernels.reversis.rules import Rules

# No table plays for more; with it every sum of a settlement (a few dozen payments, each of at most
# 32 times an amount) stays below 10**16, far inside int64.
LARGEST_AMOUNT = 10**12


@dataclass(frozen=True, slots=True)
class Option:
    """One option: words with their numbers in `Rules`, or whole numbers, or both.

    `words` pairs each word accepted with the number of the field in `Rules`; `minimum` and
    `maximum` bound the whole numbers accepted, and are None where only words are.
    """

    name: str
    section: str
    meaning: str
    words: tuple[tuple[str, int], ...] = ()
    minimum: int | None = None
    maximum: int | None = None

    @property
    def accepted(self) -> str:
        """What a user may write, in words."""
        parts = [word for word, _ in self.words]
        if self.minimum is not None:
            parts.append(f"a whole number from {self.minimum} to {self.maximum}")
        return " or ".join(parts)

    @property
    def default(self) -> str | int:
        """The value when nothing is said."""
        return self.value_in(Rules())

    def number(self, value: object) -> int:
        """The number that `Rules` holds for `value`; raises ConfigError if it is not accepted."""
        if isinstance(value, str) and value in dict(self.words):
            return dict(self.words)[value]
        if type(value) is int and self._has_room_for(value):
            return value
        raise ConfigError(self._refusal(value))

    def value_in(self, rules: Rules) -> str | int:
        """The word or number that a user would write for what `rules` holds."""
        number: int = getattr(rules, self.name)
        return next((word for word, code in self.words if code == number), number)

    def _has_room_for(self, value: int) -> bool:
        return (
            self.minimum is not None
            and self.maximum is not None
            and self.minimum <= value <= self.maximum
        )

    def _refusal(self, value: object) -> str:
        text = f"option {self.name}: {shown(value)} is not accepted, only {self.accepted}"
        if not isinstance(value, str) or not self.words:
            return text
        return f"{text}; did you mean {nearest(value, dict(self.words))}?"


def _choice(name: str, section: str, meaning: str, **words: int) -> Option:
    return Option(name, section, meaning, tuple(words.items()))


def _amount(name: str, section: str, meaning: str) -> Option:
    return Option(name, section, meaning, (), 0, LARGEST_AMOUNT)


OPTIONS: tuple[Option, ...] = (
    _choice(
        "place_order",
        "6.2",
        "who wins ties: left ranks seats 2, 1, 0, 3, dealer ranks seats 3, 2, 1, 0",
        left=codes.LEFT,
        dealer=codes.DEALER,
    ),
    Option(
        "remise",
        "7.4",
        "fiches put into the pool for a quinola forced or led: the first stake, or the pool's size",
        (("stake", codes.REMISE_STAKE), ("pool", codes.REMISE_POOL)),
        0,
        LARGEST_AMOUNT,
    ),
    _choice(
        "replenish",
        "11",
        "when all stake anew: the pool is at most the first stake, or it is empty",
        first=codes.FIRST,
        empty=codes.EMPTY,
    ),
    _choice(
        "forcer",
        "7",
        "who is paid for a forced quinola: the leader or the taker of the trick",
        leader=codes.LEADER,
        taker=codes.TAKER,
    ),
    _choice(
        "reversis_pool",
        "8.4",
        "when a reversis moves the pool: quinola played by its player in tricks 1 to 9, or always",
        quinola=codes.QUINOLA,
        always=codes.ALWAYS,
    ),
    _choice(
        "late_quinola",
        "8.5",
        "what is paid for a quinola forced in trick 11 from a reversis broken in trick 10",
        consolation=codes.CONSOLATION,
        nothing=codes.NOTHING,
    ),
    _choice(
        "espagnolette_active",
        "9.1",
        "what makes it active: playing off the suit led while holding it, or any renounce",
        privilege=codes.PRIVILEGE,
        renounce=codes.RENOUNCE,
    ),
    _choice(
        "quinola_discard",
        "4",
        "whether the quinola may be laid in the exchange",
        allowed=codes.ALLOWED,
        forbidden=codes.FORBIDDEN,
    ),
    _choice(
        "led_consolation",
        "7",
        "whether led aces and a led quinola pay a consolation",
        claimed=codes.CLAIMED,
        unclaimed=codes.UNCLAIMED,
    ),
    _amount("party_base", "6.1", "value of the party before the discard is counted"),
    _amount("discard_ace_diamonds", "6.1", "what the ace of diamonds in the discard adds to it"),
    _amount("discard_quinola", "6.1", "what the quinola in the discard adds to it"),
    _amount("ace", "7", "consolation for an ace other than that of diamonds"),
    _amount("ace_diamonds", "7", "consolation for the ace of diamonds"),
    _amount("quinola", "7", "for it placed; forced or led, its owner pays twice this, others once"),
    _amount("reversis", "8.3", "from each; twice it from the opposite, four times it for 64"),
    _amount("stake", "11", "put into the pool by each player but the dealer"),
    _amount("dealer_stake", "11", "put into the pool by the dealer"),
    Option("late_from", "7.2", "first trick that doubles consolations; 12: never", (), 1, 12),
)
BY_NAME = {option.name: option for option in OPTIONS}
