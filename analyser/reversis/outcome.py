"""What the kernel found out about one deal, as plain numbers and lists."""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, NamedTuple

from analyser.reversis.notation import CARD_INDEXES

if TYPE_CHECKING:
    from kernels.reversis.batches import Replayed

NOBODY = -1
IN_DISCARD, PLACED, FORCED, LED = range(4)
CASE_NAMES = ("in the discard", "placed", "forced", "led")
ACES = tuple(CARD_INDEXES[name] for name in ("AC", "AD", "AH", "AS"))
QUINOLA = CARD_INDEXES["JH"]

# Rows of the ledger: the first row of each kind.
PARTY_ROW, ACE_ROW, QUINOLA_ROW, REVERSIS_ROW, REPAID_ROW = 0, 1, 5, 8, 11


class Special(NamedTuple):
    """7. How an ace or the quinola left its owner's hand; owner -1 and trick 0 in the discard."""

    card: int
    owner: int
    trick: int
    case: int


class Transfer(NamedTuple):
    """A payment in fiches; an amount of 0 is none."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One row of the kernel's `Replayed`, under the same names; seats are -1 where there is none.

    `leaders` and `takers` are seats by trick; `points`, `tricks` and `payments` are by seat;
    `components` are by component (RULES.md 10), then by seat; `ledger` has rows of payer, payee
    and fiches: the party, four aces by suit, three for the quinola, three for a reversis, and
    what 9.3c repays for four aces and the quinola. `ace_*` are by suit, clubs first.
    """

    leaders: list[int]
    takers: list[int]
    points: list[int]
    tricks: list[int]
    payments: list[int]
    pool_after: int
    components: list[list[int]]
    ledger: list[list[int]]
    party_winner: int
    party_loser: int
    quinola_owner: int
    quinola_trick: int
    quinola_case: int
    ace_owners: list[int]
    ace_tricks: list[int]
    ace_cases: list[int]
    reversis_by: int
    broken_by: int
    espagnolette: int
    active: int
    caught: int
    pool_seat: int
    pool_gain: int

    def specials(self) -> list[Special]:
        """The aces by suit, clubs first, and the quinola."""
        aces = zip(ACES, self.ace_owners, self.ace_tricks, self.ace_cases, strict=True)
        quinola = Special(QUINOLA, self.quinola_owner, self.quinola_trick, self.quinola_case)
        return [*map(Special._make, aces), quinola]

    def transfers(self, row: int, n_rows: int = 1) -> list[Transfer]:
        """The payments in these rows of the ledger that were made."""
        made = [Transfer._make(columns) for columns in self.ledger[row : row + n_rows]]
        return [transfer for transfer in made if transfer.amount]


def outcome_of(replayed: "Replayed", row: int) -> Outcome:
    """The outcome of the deal in one row of the kernel's answer."""
    names = [field.name for field in fields(Outcome)]
    return Outcome(**{name: getattr(replayed, name)[row].tolist() for name in names})
