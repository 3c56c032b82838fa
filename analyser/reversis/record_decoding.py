"""The cards of many records in canonical form at once: text to arrays of card indexes and sets."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyser.reversis.notation import RANKS, SUITS
from analyser.reversis.record import N_SEATS

_N_SUITS = len(SUITS)
_NO_CARD = 255


def _table(letters: str) -> NDArray[np.uint8]:
    """The number of each letter by its code; _NO_CARD for all others."""
    table = np.full(256, _NO_CARD, dtype=np.uint8)
    table[list(letters.encode())] = range(len(letters))
    return table


_RANK_NUMBERS = _table(RANKS)
_SUIT_NUMBERS = _table(SUITS)
_DOT, _COMMA = b".,"


def decode_hands(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Sets of cards [n, 4], and whether a record's hands are all written from high to low [n].

    Each text holds the four hands of a record in dotted form, with commas between them; quotes and
    blanks do not matter.
    """
    codes = np.frombuffer(",".join(texts).encode("ascii"), dtype=np.uint8)
    ranks = _RANK_NUMBERS[codes]
    is_card = ranks != _NO_CARD
    # Each dot and each comma begins the next suit, of the same hand or of the next.
    places = np.cumsum((codes == _DOT) | (codes == _COMMA))[is_card]
    ranks = ranks[is_card].astype(np.int64)
    suits = _N_SUITS - 1 - places % _N_SUITS
    n_hands = N_SEATS * len(texts)
    # Sums of different powers of two below 2^48 are exact in floating point.
    bits = np.ldexp(1.0, ranks * _N_SUITS + suits)
    hands = np.bincount(places // _N_SUITS, weights=bits, minlength=n_hands).astype(np.int64)
    is_rising = (places[1:] == places[:-1]) & (ranks[1:] >= ranks[:-1])
    is_in_order = np.ones(len(texts), dtype=np.bool_)
    is_in_order[places[1:][is_rising] // (_N_SUITS * N_SEATS)] = False
    return hands.reshape(-1, N_SEATS), is_in_order


def decode_plays(texts: Sequence[str], form: str) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Card indexes in the order played [n, 44], and whether a text is of the form [n].

    All texts are as long as the form, which has an R for each rank and an S for each suit. Cards of
    a text of another form mean nothing.
    """
    shape = (len(texts), len(form))
    codes = np.frombuffer("".join(texts).encode("ascii", "replace"), dtype=np.uint8).reshape(shape)
    letters = np.frombuffer(form.encode(), dtype=np.uint8)
    is_rank, is_suit = letters == ord("R"), letters == ord("S")
    ranks, suits = _RANK_NUMBERS[codes[:, is_rank]], _SUIT_NUMBERS[codes[:, is_suit]]
    is_sign = ~(is_rank | is_suit)
    is_of_form = (
        (codes[:, is_sign] == letters[is_sign]).all(axis=1)
        & (ranks != _NO_CARD).all(axis=1)
        & (suits != _NO_CARD).all(axis=1)
    )
    return ranks * np.uint8(_N_SUITS) + suits, is_of_form
