"""Scenario deals for the tests: a few tricks are scripted, the rest of the record is filled in.

A script gives tricks by number, each as seats and their cards, the leader first: "2:5H 0:JH" is
seat 2 leading the five of hearts and seat 0 playing the quinola to it. Seats left out follow suit.
`takers` has one character a trick: the seat that takes it, or "." for any.
"""

import random
from collections.abc import Callable, Iterable

from referee.cards import (
    N_SEATS,
    N_TRICKS,
    PACK,
    SEATS,
    SUITS,
    is_espagnolette,
    of_suit,
    strength,
    suit_of,
)
from referee.records import Cards, cards_of, record_of
from referee.referee import check, settle

N_ATTEMPTS = 20000
N_DRAWS = 8  # of one trick, before all is begun again
OFF_SUIT = 0.3  # how often a seat that can be void renounces
FIRST_MIXED_TRICK = 8  # from here on seats may be void; before, all follow where nothing is said


def scenario(
    script: dict[int, str],
    *,
    takers: str = "." * N_TRICKS,
    discard: str = "",
    declines: Iterable[int] = (),
    where: Callable[[dict], bool] = lambda record: True,
    **keys: object,
) -> dict:
    """A valid record in which the script comes true; `keys` (rules, pool, barred) go into it."""
    rng = random.Random(1)
    scripted = {number: read_script(text) for number, text in script.items()}
    for _ in range(N_ATTEMPTS):
        filling = Filling(rng, scripted, choose_leaders(rng, scripted, takers), discard.split())
        if not filling.succeeds():
            continue
        tricks = [filling.tricks[number] for number in range(1, N_TRICKS + 1)]
        record = record_of(filling.leaders, tricks, discard.split(), declines) | keys
        if where(record):
            check(record)
            return record
    raise AssertionError(f"no deal found for {script}")


def wins_party(seat: int) -> Callable[[dict], bool]:
    """For `where`: the seat wins the party."""
    return lambda record: settle(record).facts["party_winner"] == seat


def read_script(text: str) -> Cards:
    return {int(item[0]): item[2:] for item in text.split()}


def choose_leaders(rng: random.Random, scripted: dict[int, Cards], takers: str) -> list[int]:
    """Who leads tricks 1 to 11, and, last, who takes trick 11: any seat where nothing says."""
    leaders = [0]
    for number, taker in enumerate(takers, start=2):
        if number in scripted:
            leaders.append(next(iter(scripted[number])))
        else:
            leaders.append(rng.randrange(N_SEATS) if taker == "." else int(taker))
    return leaders


class Filling:
    """One attempt: the scripted tricks are completed, then the others from last to first.

    Going backwards, what each seat still holds, and so where it can have been void, is known.
    """

    def __init__(
        self,
        rng: random.Random,
        scripted: dict[int, Cards],
        leaders: list[int],
        discard: list[str],
    ) -> None:
        self.rng = rng
        self.scripted = scripted
        self.leaders = leaders
        self.tricks: dict[int, Cards] = {}
        fixed = [card for cards in scripted.values() for card in cards.values()]
        self.free = PACK.difference(fixed, discard)
        self.n_spare = N_SEATS - len(discard)
        self.privileged = {
            seat for seat in SEATS if is_espagnolette(cards_of(scripted.values(), seat))
        }

    def succeeds(self) -> bool:
        for number in sorted(self.scripted, reverse=True):
            if not self.draw(number):
                return False
        for number in range(N_TRICKS, 0, -1):
            if number not in self.scripted and not self.can_go_on(number):
                return False
        return True

    def can_go_on(self, number: int) -> bool:
        """Draw an open trick; whether the scripted ones before it remain legal."""
        if number < FIRST_MIXED_TRICK and not self.is_even():
            return False
        return self.draw(number) and all(self.is_legal(other) for other in self.scripted)

    def is_even(self) -> bool:
        """Whether tricks of one suit can use up the free cards but for the spare ones."""
        return sum(len(of_suit(self.free, suit)) % N_SEATS for suit in SUITS) <= self.n_spare

    def draw(self, number: int) -> bool:
        """Draw the trick until its taker is the one wanted."""
        for _ in range(N_DRAWS):
            cards = self.draw_cards(number)
            if cards is not None and self.taker(number, cards) == self.leaders[number]:
                self.tricks[number] = cards
                self.free -= set(cards.values())
                return True
        return False

    def draw_cards(self, number: int) -> Cards | None:
        fixed = self.scripted.get(number, {})
        leader = self.leaders[number - 1]
        cards = {leader: fixed.get(leader) or self.rng.choice(sorted(self.free))} | fixed
        suit = suit_of(cards[leader])
        in_suit = of_suit(self.free, suit)
        for seat in sorted(set(SEATS) - cards.keys()):
            renounces = self.may_renounce(number, seat, suit) and self.rng.random() < OFF_SUIT
            choices = (self.free - in_suit if renounces else in_suit).difference(cards.values())
            if not choices:
                return None
            cards[seat] = self.rng.choice(sorted(choices))
        return cards

    def may_renounce(self, number: int, seat: int, suit: str) -> bool:
        """Whether the seat can be void, as nothing is said of the trick."""
        is_open = number >= FIRST_MIXED_TRICK and number not in self.scripted
        return is_open and not of_suit(self.later(number, seat), suit)

    def later(self, number: int, seat: int) -> set[str]:
        """What the seat plays after this trick, as far as known."""
        return {cards[seat] for other, cards in self.tricks.items() if other > number}

    def taker(self, number: int, cards: Cards) -> int:
        suit = suit_of(cards[self.leaders[number - 1]])
        return max(SEATS, key=lambda seat: (suit_of(cards[seat]) == suit, strength(cards[seat])))

    def is_legal(self, number: int) -> bool:
        """Whether those who renounce hold nothing of the suit, but for an espagnolette."""
        cards = self.tricks[number]
        suit = suit_of(cards[self.leaders[number - 1]])
        free_to_renounce = self.privileged if number <= 9 else set()
        return not any(
            suit_of(cards[seat]) != suit and of_suit(self.later(number, seat), suit)
            for seat in set(SEATS) - free_to_renounce
        )
