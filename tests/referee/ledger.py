"""Who has paid what: the components of RULES.md section 10 and the barred players of 12."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.branches import BRANCHES
from referee.cards import SEATS

COMPONENTS = ("party", "aces", "quinola", "pool", "reversis", "espagnolette")


@dataclass(frozen=True)
class Payment:
    """A payment that was made."""

    payer: int
    payee: int
    fiches: int


@dataclass
class Ledger:
    """Components by name, fiches by seat, positive = received; and the pool."""

    pool: int
    barred: dict[int, str]
    components: dict[str, list[int]] = field(
        default_factory=lambda: {name: [0 for _ in SEATS] for name in COMPONENTS}
    )
    branches: set[str] = field(default_factory=set)

    def reach(self, branch: str) -> None:
        if branch not in BRANCHES:
            raise KeyError(branch)
        self.branches.add(branch)

    def pay(
        self, component: str, payer: int, payee: int, fiches: int, is_for_a_break: bool = False
    ) -> list[Payment]:
        """12.1. Make the payment unless a bar forbids it; the payments made, one or none."""
        if not self.may_be_paid(payer, payee, is_for_a_break):
            return []
        self.name_bars(component, payer, payee)
        self.components[component][payer] -= fiches
        self.components[component][payee] += fiches
        return [Payment(payer, payee, fiches)]

    def may_be_paid(self, payer: int, payee: int, is_for_a_break: bool) -> bool:
        """12.1. What is for a break (a forced quinola, the 64) reaches `but-breaks`; 12.2."""
        kind = self.barred.get(payee)
        if kind is None:
            return True
        if kind == "all" or not is_for_a_break:
            self.reach(f"12 payee barred {kind}" + (" not paid" if kind != "all" else ""))
            return False
        return not self.are_both_barred(payer, payee)

    def name_bars(self, component: str, payer: int, payee: int) -> None:
        """12.1. Name what a payment that is made has to do with bars."""
        what = "forced quinola" if component == "quinola" else "64"
        reach_all(
            self,
            [
                (payer in self.barred, "12 barred pays"),
                (payee in self.barred, f"12 {what} paid to but-breaks"),
            ],
        )

    def are_both_barred(self, payer: int, payee: int) -> bool:
        """12.2. Between two barred players nothing is paid."""
        both = payer in self.barred and payee in self.barred
        if both:
            self.reach("12 two barred")
        return both

    def take_pool(self, seat: int) -> None:
        """The seat takes the whole pool; 12.1. a barred player takes none."""
        if seat in self.barred:
            self.reach("12 barred takes no pool")
            return
        self.components["pool"][seat] += self.pool
        self.pool = 0

    def put_remise(self, seat: int, fiches: int) -> None:
        self.components["pool"][seat] -= fiches
        self.pool += fiches

    def totals(self) -> list[int]:
        """10. The payments: the components added up, by seat."""
        return [sum(by_seat) for by_seat in zip(*self.components.values(), strict=True)]


def reach_all(ledger: Ledger, branches: Iterable[tuple[bool, str]]) -> None:
    """Name the branches whose condition holds."""
    for holds, branch in branches:
        if holds:
            ledger.reach(branch)
