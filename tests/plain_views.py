"""What each player knows at each decision of a deal (RULES.md 4, 5), told from its record.

Plain Python: a card is a string such as "JH", a hand a set of them. Nothing is asked of the kernel.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import PACK, RANKS, SEATS, is_espagnolette, of_suit, strength, suit_of
from referee.deal import Deal
from referee.record_check import read_deal, read_hand

Cards = frozenset[str]


@dataclass(frozen=True)
class Exchange:
    """4. What a seat knows when it lays: its hand as dealt, and what all know."""

    seat: int
    hand: Cards
    pool: int
    may_lay_quinola: bool

    def __str__(self) -> str:
        return f"seat {self.seat}, exchange"


@dataclass(frozen=True)
class Turn:
    """5. What a player knows when it is to play."""

    seat: int
    number: int  # of the trick, 1 to 11
    so_far: tuple[str, ...]  # the cards in the trick, in the order played
    hand: Cards
    unseen: Cards  # cards that others may hold: not held, not played, not laid or looked at
    seen_out: Cards  # suits that another did not follow
    is_swept: bool  # the leader has taken every trick before this one
    may_renounce: bool  # 9. holds an espagnolette, in tricks 1 to 9
    is_active: bool  # 9.1. has used that privilege before

    def __str__(self) -> str:
        return f"seat {self.seat}, trick {self.number}"

    @property
    def leads(self) -> bool:
        return not self.so_far

    @property
    def is_last(self) -> bool:
        return len(self.so_far) == 3

    @property
    def following(self) -> set[str]:
        """The cards held of the suit led."""
        return of_suit(self.hand, suit_of(self.so_far[0]))

    @property
    def winning(self) -> str:
        """The card that takes the trick so far."""
        return max(of_suit(self.so_far, suit_of(self.so_far[0])), key=strength)

    @property
    def is_won_by_leader(self) -> bool:
        return self.winning == self.so_far[0]

    @property
    def is_won_by_opposite(self) -> bool:
        return self.winning in self.so_far[-2:-1]

    def higher(self, card: str) -> set[str]:
        """The unseen cards that beat one."""
        return {rank + suit_of(card) for rank in RANKS[strength(card) + 1 :]} & self.unseen


Decision = tuple[Exchange | Turn, str | None]


def decisions(record: dict) -> Iterator[Decision]:
    """Every decision of a legal deal, with the card laid (None: declined) or played."""
    deal = read_deal(record)
    yield from _exchanges(record, deal)
    yield from _turns(record, deal)


def _exchanges(record: dict, deal: Deal) -> Iterator[Decision]:
    may_lay_quinola = deal.options["quinola_discard"] == "allowed"
    for seat, card in enumerate(record["exchange"]):
        hand = frozenset(read_hand(seat, record["hands"][seat]))
        yield Exchange(seat, hand, deal.pool_before, may_lay_quinola), card


def _turns(record: dict, deal: Deal) -> Iterator[Decision]:
    hands = [set(hand) for hand in deal.hands]
    holds = [is_espagnolette(hand) for hand in hands]
    out = [{_seen_alone(record, seat)} for seat in SEATS]  # cards that a seat knows to be out
    off_suit: set[tuple[int, str]] = set()  # seats, and suits that they did not follow
    active: set[int] = set()
    for trick in deal.tricks:
        is_swept = all(before.taker == trick.leader for before in deal.tricks[: trick.number - 1])
        for place, (seat, card) in enumerate(trick.plays):
            hand = frozenset(hands[seat])
            seen_out = frozenset(suit for other, suit in off_suit if other != seat)
            yield (
                Turn(
                    seat,
                    trick.number,
                    tuple(trick.cards[:place]),
                    hand,
                    PACK - hand - out[seat],
                    seen_out,
                    is_swept,
                    holds[seat] and trick.number <= 9,
                    seat in active,
                ),
                card,
            )
            if trick.is_renounced_by(seat):
                off_suit.add((seat, trick.suit_led))
                active |= {seat} if of_suit(hand, trick.suit_led) else set()
            hands[seat].remove(card)
            for cards in out:
                cards.add(card)


def _seen_alone(record: dict, seat: int) -> str:
    """4. The card out of play that a seat alone has seen: laid, or declined in the talon."""
    return record["exchange"][seat] or record["talon"][seat]
