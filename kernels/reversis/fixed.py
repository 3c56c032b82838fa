"""The two policies of POLICIES.md that are fixed to the letter: `random` and `duck`."""

from kernels.bits import count, highest, lower_than, lowest, pick, pick_of_six, select
from kernels.compile import inlined
from kernels.reversis.cards import ACE_DIAMONDS, QUINOLA
from kernels.rng import high_below


@inlined
def legal_cards(hand: int, lead_suit: int) -> int:
    """5. The cards that may be played: of the suit led where any is held. (No suit: a lead.)"""
    following = hand & lead_suit
    return select(following, following, hand)


@inlined
def random_card(cards: int, word: int) -> int:
    """`random`: uniform among the cards that may be played or laid."""
    return pick(cards, high_below(word, count(cards)))


@inlined
def random_card_of_six(cards: int, word: int) -> int:
    """As `random_card`, for a hand of at most six: half the work."""
    return pick_of_six(cards, high_below(word, count(cards)))


@inlined
def duck_renounce(cards: int) -> int:
    """`duck`, off suit and in the exchange: the quinola, the ace of diamonds, the highest."""
    rest = select(cards & ACE_DIAMONDS, ACE_DIAMONDS, highest(cards))
    return select(cards & QUINOLA, QUINOLA, rest)


@inlined
def duck_follow(following: int, winning: int, is_last: bool) -> int:
    """`duck`, on suit: the highest that does not take the trick, or what costs least."""
    below = following & lower_than(winning)
    taking = select(is_last, highest(following), lowest(following))
    return select(below, highest(below), taking)


@inlined
def duck_card(hand: int, lead_suit: int, winning: int, is_last: bool) -> int:
    """`duck`, second to fourth in the trick."""
    following = hand & lead_suit
    return select(following, duck_follow(following, winning, is_last), duck_renounce(hand))
