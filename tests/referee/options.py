"""The options of RULES.md section 13 and the stakes of section 11."""

from referee.cards import DEALER, SEATS
from referee.errors import RefereeError

Options = dict[str, str | int]

WORDS: dict[str, tuple[str, ...]] = {
    "place_order": ("left", "dealer"),
    "remise": ("stake", "pool"),
    "replenish": ("first", "empty"),
    "forcer": ("leader", "taker"),
    "reversis_pool": ("quinola", "always"),
    "late_quinola": ("consolation", "nothing"),
    "espagnolette_active": ("privilege", "renounce"),
    "quinola_discard": ("allowed", "forbidden"),
    "led_consolation": ("claimed", "unclaimed"),
}
AMOUNTS: dict[str, int] = {
    "party_base": 4,
    "discard_ace_diamonds": 5,
    "discard_quinola": 3,
    "ace": 1,
    "ace_diamonds": 2,
    "quinola": 5,
    "reversis": 16,
    "stake": 10,
    "dealer_stake": 15,
    "late_from": 10,
}
DEFAULTS: Options = {name: words[0] for name, words in WORDS.items()} | AMOUNTS


def is_whole(number: object) -> bool:
    """Whether this is a whole number from 0; True, False and 45.0 are none."""
    return type(number) is int and number >= 0


def takes_value(name: str, value: object) -> bool:
    """13. Whether the option called `name` takes this value."""
    if name == "late_from":
        return is_whole(value) and value in range(1, 13)
    if name in AMOUNTS or (name == "remise" and not isinstance(value, str)):
        return is_whole(value)
    return isinstance(value, str) and value in WORDS[name]


def read_options(rules: object) -> Options:
    """13. The options of a record, those left out at their defaults."""
    if not isinstance(rules, dict):
        raise RefereeError("rules", "must be an object")
    for name, value in rules.items():
        if name not in DEFAULTS:
            raise RefereeError("rules", f"unknown option {name!r}")
        if not takes_value(name, value):
            raise RefereeError("rules", f"{name} does not take the value {value!r}")
    return DEFAULTS | rules


def stakes(options: Options) -> list[int]:
    """11. What each seat stakes: 10 fiches, the dealer 15."""
    return [options["dealer_stake" if seat == DEALER else "stake"] for seat in SEATS]


def first_stake(options: Options) -> int:
    """11. What all seats stake together at the start."""
    return sum(stakes(options))


def stakes_before_later_deal(pool: int, rules: dict) -> list[int]:
    """11. What each seat stakes before a later deal that finds `pool` fiches in the pool."""
    options = read_options(rules)
    limit = first_stake(options) if options["replenish"] == "first" else 0
    return stakes(options) if pool <= limit else [0 for _ in SEATS]


def remise(options: Options, pool_before: int) -> int:
    """7.4. The first stake, or as the option `remise` says."""
    if options["remise"] == "stake":
        return first_stake(options)
    return pool_before if options["remise"] == "pool" else options["remise"]
