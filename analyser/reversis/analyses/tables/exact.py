"""Exact chances in hands and discards drawn from the pack: whole-number combinatorics.

Before the exchange every set of cards of the size of a hand is equally likely (RULES.md 3). After
it this is still so for a seat that lays at random, and the discard is a random set of four where
everybody does: that is all that is exact there.
"""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TypeAlias

from analyser.reversis.lineup import N_SEATS
from analyser.reversis.question import Question
from kernels.reversis.cards import N_CARDS, N_RANKS, N_SUITS
from kernels.reversis.rules import ALLOWED, Rules

Chances: TypeAlias = dict[int, Fraction]
"""The chance of each outcome; they sum to 1."""

DEALT, HELD = range(2)
N_PLAYED = 11  # cards of a hand in play (RULES.md 4)
HAND_SIZES = (N_PLAYED, N_PLAYED, N_PLAYED, N_PLAYED + 1)
N_DISCARDED = 4
_QUINOLA_POINTS, _ACE_POINTS = 1, 4


@dataclass(frozen=True)
class Law:
    """The exact chances of a number, and what they rest on."""

    chances: Chances
    basis: str

    def moments(self) -> tuple[Fraction, Fraction]:
        """The mean of the number, and its variance."""
        mean = sum((x * chance for x, chance in self.chances.items()), Fraction(0))
        square = sum((x * x * chance for x, chance in self.chances.items()), Fraction(0))
        return mean, square - mean * mean


@dataclass(frozen=True)
class Draw:
    """A set of cards that is drawn at random, and how this is said in a row of a table."""

    n_cards: int
    basis: str

    def law(self, chances: Callable[[int], Chances]) -> Law:
        """The law of a number that depends on the cards drawn; its chances by number of cards."""
        return Law(chances(self.n_cards), self.basis)


def law_of(draw: Draw | None, chances: Callable[[int], Chances]) -> Law | None:
    """As `Draw.law`, where there is a draw."""
    return None if draw is None else draw.law(chances)


def _drawn(n_cards: int, how: str) -> Draw:
    return Draw(n_cards, f"{n_cards} of {N_CARDS} cards at random, {how}")


def lays_at_random(question: Question, seat: int) -> bool:
    """Whether every card of the seat's is equally likely to be laid."""
    is_free = question.rules.quinola_discard == ALLOWED
    return question.players[seat].exchange == "random" and is_free


def hand_drawn(question: Question, moment: int, seat: int) -> Draw | None:
    """The draw that a seat's hand is, as DEALT or HELD after the exchange; None if it is none."""
    if moment == DEALT:
        return _drawn(HAND_SIZES[seat], "as dealt")
    return _drawn(N_PLAYED, "laid at random") if lays_at_random(question, seat) else None


def card_discarded(question: Question, seat: int) -> Draw | None:
    """The draw that a seat's one card in the discard is; None if it is none."""
    return _drawn(1, "laid at random") if lays_at_random(question, seat) else None


def discard_drawn(question: Question) -> Draw | None:
    """The draw that the whole discard is; None if it is none."""
    if all(lays_at_random(question, seat) for seat in range(N_SEATS)):
        return _drawn(N_DISCARDED, "laid at random")
    return None


def _chances(ways: Iterable[tuple[int, int]], n_cards: int) -> Chances:
    """Chances from outcomes and numbers of sets of n_cards that have them."""
    n_sets = comb(N_CARDS, n_cards)
    counted: dict[int, int] = {}
    for outcome, n_ways in ways:
        counted[outcome] = counted.get(outcome, 0) + n_ways
    return {outcome: Fraction(n, n_sets) for outcome, n in sorted(counted.items()) if n}


@functools.cache
def marked(n_cards: int, n_marked: int) -> Chances:
    """How many of n_marked cards of the pack are among n_cards: hypergeometric.

    >>> marked(1, 12)
    {0: Fraction(3, 4), 1: Fraction(1, 4)}
    """
    return _chances(
        (
            (k, comb(n_marked, k) * comb(N_CARDS - n_marked, n_cards - k))
            for k in range(min(n_marked, n_cards) + 1)
        ),
        n_cards,
    )


def aces(n_cards: int) -> Chances:
    """Aces in a hand."""
    return marked(n_cards, N_SUITS)


def hearts(n_cards: int) -> Chances:
    """Hearts in a hand."""
    return marked(n_cards, N_RANKS)


def quinola(n_cards: int, not_held: int) -> Chances:
    """Other hearts in a hand that has the quinola; `not_held` is the outcome if it has it not."""
    n_hearts = N_RANKS - 1
    n_others = N_CARDS - N_RANKS
    ways = [
        (k, comb(n_hearts, k) * comb(n_others, n_cards - 1 - k))
        for k in range(min(n_hearts, n_cards - 1) + 1)
    ]
    return _chances([*ways, (not_held, comb(N_CARDS - 1, n_cards))], n_cards)


def _by_suits(n_cards: int, outcome: Callable[[tuple[int, ...]], int]) -> Chances:
    """Chances of what depends on the numbers of cards of the four suits alone."""
    lengths = product(range(N_RANKS + 1), repeat=N_SUITS)
    return _chances(
        (
            (outcome(of_suits), prod(comb(N_RANKS, n) for n in of_suits))
            for of_suits in lengths
            if sum(of_suits) == n_cards
        ),
        n_cards,
    )


@functools.cache
def voids(n_cards: int) -> Chances:
    """Suits of which a hand has no card."""
    return _by_suits(n_cards, lambda of_suits: of_suits.count(0))


@functools.cache
def shortest(n_cards: int) -> Chances:
    """Cards of the shortest suit of a hand."""
    return _by_suits(n_cards, min)


@functools.cache
def points(n_cards: int) -> Chances:
    """2.3. Points in a hand."""
    n_white = N_CARDS - 4 * N_SUITS
    figures = product(range(N_SUITS + 1), repeat=4)
    return _chances(
        (
            (
                sum(worth * n for worth, n in enumerate(of_ranks, 1)),
                prod(comb(N_SUITS, n) for n in of_ranks) * comb(n_white, n_cards - sum(of_ranks)),
            )
            for of_ranks in figures
            if sum(of_ranks) <= n_cards
        ),
        n_cards,
    )


def espagnolette(n_cards: int) -> Fraction:
    """9. Four aces, or three and the quinola, in a hand."""
    n_four = comb(N_CARDS - N_SUITS, n_cards - N_SUITS)
    # Of the other cards the fourth ace must be missing, and the quinola is counted already.
    n_three = N_SUITS * comb(N_CARDS - N_SUITS - 1, n_cards - N_SUITS)
    return Fraction(n_four + n_three, comb(N_CARDS, n_cards))


def value_of(rules: Rules, n_points: int, has_ace: int, has_quinola: int) -> int:
    """6.1. V in fiches, from the points of the discard (2.3) and the two cards that change them."""
    of_ace = has_ace * (rules.discard_ace_diamonds - _ACE_POINTS)
    of_quinola = has_quinola * (rules.discard_quinola - _QUINOLA_POINTS)
    return rules.party_base + n_points + of_ace + of_quinola


def party_value(rules: Rules) -> Chances:
    """6.1. V, where the discard is four cards at random."""
    # How many there are besides the ace of diamonds and the quinola, and points: aces to jacks.
    others = ((3, 4), (4, 3), (4, 2), (3, 1))
    n_white = N_CARDS - 4 * N_SUITS

    def ways() -> Iterable[tuple[int, int]]:
        for has_ace, has_quinola, *numbers in product(range(2), range(2), *([range(5)] * 4)):
            n_white_drawn = N_DISCARDED - has_ace - has_quinola - sum(numbers)
            if n_white_drawn < 0:
                continue
            n_points = has_ace * _ACE_POINTS + has_quinola * _QUINOLA_POINTS
            n_points += sum(n * worth for n, (_, worth) in zip(numbers, others, strict=True))
            n_ways = prod(comb(most, n) for n, (most, _) in zip(numbers, others, strict=True))
            value = value_of(rules, n_points, has_ace, has_quinola)
            yield value, n_ways * comb(n_white, n_white_drawn)

    return _chances(ways(), N_DISCARDED)
