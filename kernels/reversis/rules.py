"""The options of RULES.md 13 as a plain struct of whole numbers, as every kernel takes them."""

from typing import NamedTuple

# place_order (6.2)
LEFT, DEALER = 0, 1
# remise (7.4): the first stake, the pool before the deal, or a whole number of fiches from 0
REMISE_STAKE, REMISE_POOL = -2, -1
# replenish (11)
FIRST, EMPTY = 0, 1
# forcer (7)
LEADER, TAKER = 0, 1
# reversis_pool (8.4)
QUINOLA, ALWAYS = 0, 1
# late_quinola (8.5)
CONSOLATION, NOTHING = 0, 1
# espagnolette_active (9.1)
PRIVILEGE, RENOUNCE = 0, 1
# quinola_discard (4)
ALLOWED, FORBIDDEN = 0, 1
# led_consolation (7)
CLAIMED, UNCLAIMED = 0, 1


class Rules(NamedTuple):
    """One reading of the rules. Amounts are whole fiches; `late_from` is a trick, 1 to 12."""

    place_order: int = LEFT
    remise: int = REMISE_STAKE
    replenish: int = FIRST
    forcer: int = LEADER
    reversis_pool: int = QUINOLA
    late_quinola: int = CONSOLATION
    espagnolette_active: int = PRIVILEGE
    quinola_discard: int = ALLOWED
    led_consolation: int = CLAIMED
    party_base: int = 4
    discard_ace_diamonds: int = 5
    discard_quinola: int = 3
    ace: int = 1
    ace_diamonds: int = 2
    quinola: int = 5
    reversis: int = 16
    stake: int = 10
    dealer_stake: int = 15
    late_from: int = 10


def first_stake(rules: Rules) -> int:
    """11. What the pool holds when every player has staked once, in fiches."""
    return 3 * rules.stake + rules.dealer_stake


def with_amounts(rules: Rules) -> Rules:
    """The rules as kernels take them: a remise of the first stake as its number of fiches."""
    return rules._replace(remise=first_stake(rules)) if rules.remise == REMISE_STAKE else rules
