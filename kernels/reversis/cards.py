"""The 48 cards of RULES.md 2 as bits: index = 4 * rank + suit.

Ranks 2 3 4 5 6 7 8 9 J Q K A are 0 to 11; suits clubs, diamonds, hearts, spades 0 to 3. So the
order of the bits is the order of POLICIES.md in which ties are broken: rank first, then suit.
"""

from kernels.bits import count, index_of, select
from kernels.compile import inlined

N_CARDS = 48
N_SUITS = 4
N_RANKS = 12
CLUBS, DIAMONDS, HEARTS, SPADES = range(N_SUITS)

ALL_CARDS = (1 << N_CARDS) - 1
CLUB_CARDS = sum(1 << N_SUITS * rank for rank in range(N_RANKS))
DIAMOND_CARDS = CLUB_CARDS << DIAMONDS
HEART_CARDS = CLUB_CARDS << HEARTS
SPADE_CARDS = CLUB_CARDS << SPADES

JACK, QUEEN, KING, ACE = 8, 9, 10, 11
POINT_CARDS = ALL_CARDS & -(1 << N_SUITS * JACK)
HIGH_CARDS = ALL_CARDS & -(1 << N_SUITS * QUEEN)  # queens, kings and aces
_FROM_KING = ALL_CARDS & -(1 << N_SUITS * KING)
ACES = ALL_CARDS & -(1 << N_SUITS * ACE)

ACE_CLUBS, ACE_DIAMONDS, ACE_HEARTS, ACE_SPADES = (
    1 << N_SUITS * ACE + suit for suit in range(N_SUITS)
)
QUINOLA = 1 << N_SUITS * JACK + HEARTS


@inlined
def rank_of(card: int) -> int:
    """The rank of a single card: 0 for a two, 11 for an ace."""
    return index_of(card) >> 2


@inlined
def points(cards: int) -> int:
    """2.3. Points in a set of cards: ace 4, king 3, queen 2, jack 1."""
    return (
        count(cards & POINT_CARDS)
        + count(cards & HIGH_CARDS)
        + count(cards & _FROM_KING)
        + count(cards & ACES)
    )


@inlined
def suit_of(card: int) -> int:
    """All cards of the suit of a single card; clubs for no card."""
    minor = select(card & (CLUB_CARDS | DIAMOND_CARDS), CLUB_CARDS, HEART_CARDS)
    suit = select(card & (DIAMOND_CARDS | SPADE_CARDS), minor << 1, minor)
    return select(card, suit, CLUB_CARDS)
