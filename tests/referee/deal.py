"""A deal as it was played: what the sections on settlement ask about."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from referee.cards import (
    ACES,
    HONOURS,
    LAST_TWO_TRICKS,
    N_SEATS,
    QUINOLA,
    SEATS,
    is_espagnolette,
    points_in,
    strength,
    suit_of,
)
from referee.options import Options


@dataclass(frozen=True)
class Trick:
    """5. One trick: its number from 1, and the four seats and cards in the order played."""

    number: int
    plays: tuple[tuple[int, str], ...]

    @property
    def leader(self) -> int:
        return self.plays[0][0]

    @property
    def suit_led(self) -> str:
        return suit_of(self.plays[0][1])

    @cached_property
    def taker(self) -> int:
        """5. The highest card of the suit led takes the trick."""
        following = [play for play in self.plays if suit_of(play[1]) == self.suit_led]
        return max(following, key=lambda play: strength(play[1]))[0]

    @cached_property
    def cards(self) -> list[str]:
        return [card for _, card in self.plays]

    def card_of(self, seat: int) -> str:
        return self.cards[(seat - self.leader) % N_SEATS]

    def is_renounced_by(self, seat: int) -> bool:
        """1. To renounce is to play off the suit led."""
        return suit_of(self.card_of(seat)) != self.suit_led


@dataclass(frozen=True)
class Deal:
    """A checked deal; `hands` are the eleven cards that each seat held after the exchange."""

    options: Options
    pool_before: int
    barred: dict[int, str]
    hands: tuple[frozenset[str], ...]
    discard: frozenset[str]
    tricks: tuple[Trick, ...]

    def taker_of(self, trick_number: int) -> int:
        return self.tricks[trick_number - 1].taker

    def tricks_taken(self, seat: int) -> list[Trick]:
        return [trick for trick in self.tricks if trick.taker == seat]

    def n_tricks(self) -> list[int]:
        return [len(self.tricks_taken(seat)) for seat in SEATS]

    def points(self) -> list[int]:
        """6.2. The points in the tricks that each seat took."""
        return [sum(points_in(trick.cards) for trick in self.tricks_taken(seat)) for seat in SEATS]

    def cards_left(self, seat: int, trick_number: int) -> set[str]:
        """What the seat holds when the trick begins: all that it plays from there on."""
        return {trick.card_of(seat) for trick in self.tricks[trick_number - 1 :]}


@dataclass(frozen=True)
class Honour:
    """7. An ace or the quinola as its owner played it: "placed", "forced" or "led"."""

    card: str
    owner: int
    trick: Trick
    case: str

    @property
    def is_quinola(self) -> bool:
        return self.card == QUINOLA

    @property
    def kind(self) -> str:
        return "quinola" if self.is_quinola else "ace"

    @property
    def is_late(self) -> bool:
        """8.1. Played in trick 10 or 11, whatever `late_from` says."""
        return self.trick.number in LAST_TWO_TRICKS


def case_of(trick: Trick, owner: int) -> str:
    """7. The case of an ace or the quinola that `owner` plays to this trick."""
    if trick.leader == owner:
        return "led"
    return "placed" if trick.is_renounced_by(owner) else "forced"


def honours(deal: Deal) -> Iterator[Honour]:
    """7. Each ace and the quinola, in the order played; those in the discard are not among them."""
    for trick in deal.tricks:
        for owner, card in trick.plays:
            if card in HONOURS:
                yield Honour(card, owner, trick, case_of(trick, owner))


def quinola_of(deal: Deal) -> Honour | None:
    """The quinola as it was played, or None if it is in the discard."""
    return next((honour for honour in honours(deal) if honour.is_quinola), None)


def aces_in_discard(deal: Deal) -> frozenset[str]:
    return deal.discard & ACES


def reversis_by(deal: Deal) -> int | None:
    """8.1. Who has undertaken a reversis: the taker of all of tricks 1 to 9."""
    takers = {deal.taker_of(number) for number in range(1, 10)}
    return takers.pop() if len(takers) == 1 else None


def breaking_trick(deal: Deal, undertaker: int) -> int | None:
    """8.1. The first of tricks 10 and 11 that the undertaker does not take, None if it is made."""
    lost = (number for number in LAST_TWO_TRICKS if deal.taker_of(number) != undertaker)
    return next(lost, None)


def espagnolette_of(deal: Deal) -> int | None:
    """9. Who holds an espagnolette, judged on the eleven cards held after the exchange."""
    return next((seat for seat in SEATS if is_espagnolette(deal.hands[seat])), None)


def used_privilege(deal: Deal, holder: int) -> bool:
    """9.1. Whether in tricks 1 to 9 the holder played off the suit led while holding it."""
    return any(
        trick.is_renounced_by(holder)
        and any(suit_of(card) == trick.suit_led for card in deal.cards_left(holder, trick.number))
        for trick in deal.tricks[:9]
    )


def renounced(deal: Deal, holder: int) -> bool:
    """13. `espagnolette_active` = renounce: whether the holder renounced in tricks 1 to 9."""
    return any(trick.is_renounced_by(holder) for trick in deal.tricks[:9])


def is_active(deal: Deal, holder: int) -> bool:
    """9.1. Whether the espagnolette is active, for the whole deal."""
    if deal.options["espagnolette_active"] == "renounce":
        return renounced(deal, holder)
    return used_privilege(deal, holder)


def takes_late_trick(deal: Deal, seat: int) -> bool:
    """9.3. Whether the seat takes trick 10 or 11."""
    return any(deal.taker_of(number) == seat for number in LAST_TWO_TRICKS)


@dataclass(frozen=True)
class Findings:
    """10. What is found first: the reversis, and the espagnolette with what became of it."""

    undertaker: int | None
    broken_in: int | None
    breaker: int | None
    espagnolette: int | None
    active: bool
    caught: bool

    @property
    def active_espagnolette(self) -> int | None:
        return self.espagnolette if self.active else None


def find(deal: Deal) -> Findings:
    """10. Find u; find whether an espagnolette is active and caught."""
    undertaker = reversis_by(deal)
    broken_in = None if undertaker is None else breaking_trick(deal, undertaker)
    breaker = None if broken_in is None else deal.taker_of(broken_in)
    holder = espagnolette_of(deal)
    active = holder is not None and is_active(deal, holder)
    caught = active and undertaker is None and takes_late_trick(deal, holder)
    return Findings(undertaker, broken_in, breaker, holder, active, caught)
