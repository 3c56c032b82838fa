"""The referee: slow and obvious rules of Reversis, to judge faster programs by.

`check` refuses a faulty record, `settle` computes what a deal pays. Sections are those of RULES.md.
"""

import json
from dataclasses import dataclass

from referee.branches import BRANCHES
from referee.consolations import repay_placed, settle_led, settle_placed_and_forced, settle_pool
from referee.deal import Deal, Findings, find, quinola_of, renounced, used_privilege
from referee.errors import RefereeError
from referee.ledger import COMPONENTS, Ledger, reach_all
from referee.options import stakes_before_later_deal
from referee.party import settle_party
from referee.record_check import read_deal
from referee.reversis import settle_reversis

__all__ = [
    "BRANCHES",
    "COMPONENTS",
    "RefereeError",
    "Settlement",
    "check",
    "settle",
    "stakes_before_later_deal",
]


@dataclass(frozen=True)
class Settlement:
    """10. What a deal pays: fiches by seat, positive = received, and the pool after it.

    `branches` are names of `BRANCHES`. The keys of `facts`: party_winner, party_loser,
    quinola_owner, quinola_case, reversis_by, broken_by, espagnolette, active, caught, points,
    tricks.
    """

    payments: list[int]
    pool: int
    components: dict[str, list[int]]
    branches: set[str]
    facts: dict[str, object]


def check(record: dict) -> None:
    """Raise `RefereeError` for any fault in a record, its `settlement` included if it has one."""
    deal = read_deal(record)
    if "settlement" in record:
        require_settlement(record["settlement"], settle_deal(deal))


def settle(record: dict) -> Settlement:
    """The settlement of a deal; one that the record holds already is not looked at."""
    return settle_deal(read_deal(record))


def settle_deal(deal: Deal) -> Settlement:
    """10. Section 8, or the consolations, the pool, the party, the led cards and 9.3c."""
    findings = find(deal)
    ledger = Ledger(deal.pool_before, deal.barred)
    name_espagnolette(deal, findings, ledger)
    winner = loser = None
    if findings.undertaker is not None:
        settle_reversis(deal, findings, ledger)
    else:
        winner, loser = settle_ordinary(deal, findings, ledger)
    facts = gather_facts(deal, findings, winner, loser)
    return Settlement(ledger.totals(), ledger.pool, ledger.components, ledger.branches, facts)


def settle_ordinary(deal: Deal, findings: Findings, ledger: Ledger) -> tuple[int, int]:
    """10. A deal without a reversis, in the order of the section; the party's winner and loser."""
    paid_for_placed = settle_placed_and_forced(deal, findings, ledger)
    settle_pool(deal, findings, ledger)
    winner, loser = settle_party(deal, findings, ledger)
    settle_led(deal, ledger, winner)
    if findings.caught:
        repay_placed(findings, ledger, paid_for_placed)
    return winner, loser


def name_espagnolette(deal: Deal, findings: Findings, ledger: Ledger) -> None:
    holder = findings.espagnolette
    if holder is None:
        return
    is_free = findings.active and findings.undertaker is None and not findings.caught
    is_void_alone = findings.active and not used_privilege(deal, holder)
    reach_all(
        ledger,
        [
            (not findings.active, "9.1 espagnolette not active"),
            (findings.undertaker == holder, "9.1 reversis by an espagnolette"),
            (is_free, "9.2 active not caught"),
            (findings.caught, "9.3 caught"),
            (is_void_alone and renounced(deal, holder), "13 espagnolette_active renounce"),
        ],
    )


def gather_facts(
    deal: Deal, findings: Findings, party_winner: int | None, party_loser: int | None
) -> dict[str, object]:
    quinola = quinola_of(deal)
    return {
        "party_winner": party_winner,
        "party_loser": party_loser,
        "quinola_owner": None if quinola is None else quinola.owner,
        "quinola_case": "discard" if quinola is None else quinola.case,
        "reversis_by": findings.undertaker,
        "broken_by": findings.breaker,
        "espagnolette": findings.espagnolette,
        "active": findings.active,
        "caught": findings.caught,
        "points": deal.points(),
        "tricks": deal.n_tricks(),
    }


def require_settlement(stated: object, computed: Settlement) -> None:
    """A `settlement` has exactly three keys, whole numbers, and what is computed here."""
    expected = {
        "payments": computed.payments,
        "pool": computed.pool,
        "components": {
            name: by_seat for name, by_seat in computed.components.items() if any(by_seat)
        },
    }
    if not isinstance(stated, dict) or stated.keys() != expected.keys():
        raise RefereeError("settlement", f"must have exactly the keys {', '.join(expected)}")
    for key, value in expected.items():
        if not is_same(stated[key], value):
            raise RefereeError("settlement", f"{key} is {stated[key]!r}, computed {value!r}")


def is_same(stated: object, computed: object) -> bool:
    """Equal as JSON: 45.0 and True are no whole numbers."""
    return json.dumps(stated, sort_keys=True) == json.dumps(computed, sort_keys=True)
