"""A deal record that has been read, and the fixed parts of its format (RECORD.md)."""

from dataclasses import dataclass
from typing import Any

from kernels.reversis.rules import Rules

KEYS = ("rules", "pool", "hands", "talon", "exchange", "play", "barred", "settlement")
REQUIRED_KEYS = ("hands", "talon", "exchange", "play")
COMPONENTS = ("party", "aces", "quinola", "pool", "reversis", "espagnolette")
N_SEATS = 4
DEALER = 3
N_TRICKS = 11
HAND_SIZES = (11, 11, 11, 12)
DECLINED = -1
BARRED_CODES = {"all": 1, "but-breaks": 2}
NOBODY_BARRED = (0, 0, 0, 0)


@dataclass(slots=True)
class Record:
    """A record whose every key has been checked; cards as indexes, sets of cards as whole numbers.

    `line` is its number in what was read (from 1; 0 when it was not read), `kept` the object as
    read without the keys that are always there. `laid` holds -1 where the seat declined; `cards`
    has the 44 indexes in the order played, one byte each; `barred` is by seat 0 no, 1 `all`,
    2 `but-breaks`. `cards_text` is the JSON of the keys for the cards, and `settlement_text` that
    of a settlement that is not in `kept` and has yet to be checked, if read in canonical form.
    """

    line: int
    kept: dict[str, Any]
    rules: Rules
    pool: int
    hands: tuple[int, ...]
    talon: tuple[int, ...]
    laid: tuple[int, ...]
    cards: bytes
    barred: tuple[int, ...]
    cards_text: str | None = None
    settlement_text: str | None = None

    def hand_played(self, seat: int) -> int:
        """4. The eleven cards that the seat holds after the exchange."""
        hand, laid = self.hands[seat], self.laid[seat]
        if laid == DECLINED:
            return hand
        kept = hand & ~(1 << laid)
        return kept if seat == DEALER else kept | 1 << self.talon[seat]
