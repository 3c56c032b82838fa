"""Random deals for the tests, from stacked hands: espagnolettes and reversis are rare by nature."""

import random
from collections.abc import Callable

from referee.cards import (
    DEALER,
    N_SEATS,
    N_TRICKS,
    PACK,
    QUINOLA,
    RANKS,
    SEATS,
    SUITS,
    is_espagnolette,
    legal_cards,
    strength,
    suit_of,
)
from referee.options import AMOUNTS, WORDS
from referee.records import Cards, highest, record_of

Choose = Callable[[int, set[str], list[str], int], str]  # seat, hand, trick so far, number


def random_record(rng: random.Random) -> dict:
    """A deal that may be stacked, played at random under rules and bars drawn at random."""
    sweeper = rng.choice([None, 0, 0, rng.randrange(N_SEATS)])
    hands = deal_stacked(rng, stack(rng, sweeper))
    saves_quinola = rng.random() < 0.5
    privileged = [is_espagnolette(hand) and rng.random() < 0.8 for hand in hands]

    def choose(seat: int, hand: set[str], trick_so_far: list[str], number: int) -> str:
        legal = legal_cards(hand, trick_so_far, number, privileged[seat])
        if seat != sweeper:
            return rng.choice(sorted(legal))
        return highest(legal - {QUINOLA} if saves_quinola and len(legal) > 1 else legal)

    leaders, tricks = play_out(hands, choose)
    discard = sorted(PACK.difference(*hands))
    rng.shuffle(discard)
    declines = [seat for seat in range(DEALER) if rng.random() < 0.3]
    keys = {"rules": random_rules(rng), "barred": random_bars(rng), "pool": rng.randrange(200)}
    return record_of(leaders, tricks, discard, declines) | keys


def stack(rng: random.Random, sweeper: int | None) -> list[set[str]]:
    """Cards by seat: the top of the pack for a sweeper, an espagnolette for somebody."""
    stacked: list[set[str]] = [set() for _ in SEATS]
    if sweeper is not None:
        stacked[sweeper] = long_suit(rng)
    if rng.random() < 0.5:
        aces = [rank + suit for rank in "A" for suit in SUITS]
        kept = aces if rng.random() < 0.4 else [*rng.sample(aces, 3), QUINOLA]
        stacked[rng.randrange(N_SEATS)] |= set(kept)
    return without_repeats(stacked)


def long_suit(rng: random.Random) -> set[str]:
    """The top six to eleven cards of a suit, and now and then the quinola."""
    suit = rng.choice(SUITS)
    top = {rank + suit for rank in RANKS[-rng.randint(6, N_TRICKS) :]}
    return top | {QUINOLA} if rng.random() < 0.3 and len(top) < N_TRICKS else top


def without_repeats(stacked: list[set[str]]) -> list[set[str]]:
    """Each card in the last of the hands that have it, and no hand too long."""
    seen: set[str] = set()
    hands = []
    for cards in reversed(stacked):
        hands.insert(0, set(sorted(cards - seen, key=strength)[-N_TRICKS:]))
        seen |= cards
    return hands


def deal_stacked(rng: random.Random, stacked: list[set[str]]) -> list[set[str]]:
    """Hands after the exchange: eleven cards each, the stacked ones among them."""
    rest = sorted(PACK.difference(*stacked))
    rng.shuffle(rest)
    hands = [set(cards) for cards in stacked]
    for hand in hands:
        while len(hand) < N_TRICKS:
            hand.add(rest.pop())
    return hands


def play_out(hands: list[set[str]], choose: Choose) -> tuple[list[int], list[Cards]]:
    """The leaders, and after them who took the last trick; and the tricks."""
    left = [set(hand) for hand in hands]
    leaders: list[int] = [0]
    tricks: list[Cards] = []
    for number in range(1, N_TRICKS + 1):
        cards: Cards = {}
        for turn in SEATS:
            seat = (leaders[-1] + turn) % N_SEATS
            cards[seat] = choose(seat, left[seat], list(cards.values()), number)
            left[seat].remove(cards[seat])
        tricks.append(cards)
        leaders.append(taker(cards, leaders[-1]))
    return leaders, tricks


def taker(cards: Cards, leader: int) -> int:
    suit = suit_of(cards[leader])
    return max(SEATS, key=lambda seat: (suit_of(cards[seat]) == suit, strength(cards[seat])))


def random_rules(rng: random.Random) -> dict[str, str | int]:
    """The defaults, or any value for any option."""
    if rng.random() < 0.3:
        return {}
    rules: dict[str, str | int] = {name: rng.choice(words) for name, words in WORDS.items()}
    if rng.random() < 0.3:
        rules |= {name: rng.randrange(1, 13) for name in AMOUNTS}
        rules["remise"] = rng.choice(["stake", "pool", rng.randrange(50)])
    return rules | {"quinola_discard": "allowed"}


def random_bars(rng: random.Random) -> dict[str, str]:
    share = rng.choice([0, 0.2, 0.5])
    return {str(s): rng.choice(["all", "but-breaks"]) for s in SEATS if rng.random() < share}
