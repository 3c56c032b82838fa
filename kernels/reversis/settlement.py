"""Settlement (RULES.md 10): the ledger of a deal, and what each seat gets by component.

First the facts (facts.py), then every payment (payments.py) into the ledger, then the sums. What
is rare, a reversis or a caught espagnolette, is worked out only in the lanes that have it.
"""

from typing import Any

from kernels.bits import lowest_index, select, without_lowest
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, flagged, get, put
from kernels.reversis import fields as f
from kernels.reversis.cards import ACE_CLUBS, ACE_DIAMONDS, ACE_HEARTS, ACE_SPADES, QUINOLA
from kernels.reversis.facts import (
    Facts,
    Special,
    count_points,
    facts_of,
    kept_facts,
    put_facts,
    special_of,
)
from kernels.reversis.payments import (
    Transfer,
    ace_paid,
    is_quinola_due,
    party_paid,
    pool_move,
    quinola_paid,
    quinola_payee,
    repaid,
    reversis_paid,
)
from kernels.reversis.rules import Rules


@inlined
def _put_transfer(lanes: Ints, i: int, slot: int, transfer: Transfer) -> None:
    """Keep a transfer in its slot of the ledger."""
    lanes[f.PAYER + slot * N_LANES + i] = transfer.payer
    lanes[f.PAYEE + slot * N_LANES + i] = transfer.payee
    lanes[f.AMOUNT + slot * N_LANES + i] = transfer.amount


@inlined
def _put_quinola(
    lanes: Ints, i: int, quinola: Special, barred: Any, facts: Facts, rules: Rules
) -> None:
    """7 and 8.5. The quinola's consolation."""
    payee = quinola_payee(quinola, facts, rules)
    is_due = is_quinola_due(quinola, payee, facts, rules)
    for place in range(3):
        payer = (payee + place + 1) & 3
        transfer = quinola_paid(payer, quinola, payee, is_due, barred, rules)
        _put_transfer(lanes, i, f.QUINOLA_SLOT + place, transfer)


@inlined
def _put_ordinary(lanes: Ints, i: int, rules: Rules) -> None:
    """6 and 7. The facts of the deal in lane i, party, consolations and the pool's move."""
    hands, barred = get(lanes, f.HELD, i, 4), get(lanes, f.BARRED, i, 4)
    tricks = get(lanes, f.TRICK_OF, i, 5)
    clubs = special_of(lanes, i, hands, ACE_CLUBS, tricks[0])
    diamonds = special_of(lanes, i, hands, ACE_DIAMONDS, tricks[1])
    hearts = special_of(lanes, i, hands, ACE_HEARTS, tricks[2])
    spades = special_of(lanes, i, hands, ACE_SPADES, tricks[3])
    quinola = special_of(lanes, i, hands, QUINOLA, tricks[4])
    facts = facts_of(lanes, i, hands, rules)
    put_facts(lanes, i, facts, (clubs, diamonds, hearts, spades, quinola))
    _put_transfer(lanes, i, f.PARTY_SLOT, party_paid(hands, barred, facts, rules))
    by_ace = rules.ace, rules.ace_diamonds
    _put_transfer(lanes, i, f.ACE_SLOT, ace_paid(clubs, by_ace[0], barred, facts, rules))
    _put_transfer(lanes, i, f.ACE_SLOT + 1, ace_paid(diamonds, by_ace[1], barred, facts, rules))
    _put_transfer(lanes, i, f.ACE_SLOT + 2, ace_paid(hearts, by_ace[0], barred, facts, rules))
    _put_transfer(lanes, i, f.ACE_SLOT + 3, ace_paid(spades, by_ace[0], barred, facts, rules))
    _put_quinola(lanes, i, quinola, barred, facts, rules)
    seat, gain = pool_move(quinola, lanes[f.POOL + i], barred, facts, rules)
    lanes[f.POOL_SEAT + i] = seat
    lanes[f.POOL_GAIN + i] = gain


@inlined
def _put_repaid(lanes: Ints, i: int, slot: int, special: Special, paid: int) -> None:
    """9.3c. What is given back for one ace or the quinola."""
    barred, facts = get(lanes, f.BARRED, i, 4), kept_facts(lanes, i)
    _put_transfer(lanes, i, f.REPAID_SLOT + slot, repaid(special, paid, barred, facts))


@inlined
def _put_rare(lanes: Ints, i: int, rules: Rules) -> None:
    """8.3, 9.3c and 9.4. What is paid for a reversis, and given back by a caught espagnolette."""
    hands, barred = get(lanes, f.HELD, i, 4), get(lanes, f.BARRED, i, 4)
    tricks, facts = get(lanes, f.TRICK_OF, i, 5), kept_facts(lanes, i)
    for place in range(3):
        reversis = reversis_paid(place + 1, barred, facts, rules)
        _put_transfer(lanes, i, f.REVERSIS_SLOT + place, reversis)
    by_ace = get(lanes, f.AMOUNT + f.ACE_SLOT * N_LANES, i, 4)
    _put_repaid(lanes, i, 0, special_of(lanes, i, hands, ACE_CLUBS, tricks[0]), by_ace[0])
    _put_repaid(lanes, i, 1, special_of(lanes, i, hands, ACE_DIAMONDS, tricks[1]), by_ace[1])
    _put_repaid(lanes, i, 2, special_of(lanes, i, hands, ACE_HEARTS, tricks[2]), by_ace[2])
    _put_repaid(lanes, i, 3, special_of(lanes, i, hands, ACE_SPADES, tricks[3]), by_ace[3])
    by_three = get(lanes, f.AMOUNT + f.QUINOLA_SLOT * N_LANES, i, 3)
    quinola = special_of(lanes, i, hands, QUINOLA, tricks[4])
    _put_repaid(lanes, i, 4, quinola, by_three[0] + by_three[1] + by_three[2])


@inlined
def _net(lanes: Ints, i: int, seat: int, slot: int) -> int:
    """What the transfer in a slot of the ledger brings a seat."""
    amount = lanes[f.AMOUNT + slot * N_LANES + i]
    received = select(lanes[f.PAYEE + slot * N_LANES + i] == seat, amount, 0)
    return received - select(lanes[f.PAYER + slot * N_LANES + i] == seat, amount, 0)


@inlined
def _net_of(lanes: Ints, i: int, seat: int, slot: int, n_slots: int) -> int:
    """What the transfers in neighbouring slots bring a seat together."""
    total = 0
    for place in range(n_slots):
        total += _net(lanes, i, seat, slot + place)
    return total


@inlined
def _put_nets(lanes: Ints, i: int, seat: int) -> None:
    """10. Net fiches of a seat by component, and its payment, where nothing rare is paid."""
    party = _net(lanes, i, seat, f.PARTY_SLOT)
    aces = _net_of(lanes, i, seat, f.ACE_SLOT, 4)
    quinola = _net_of(lanes, i, seat, f.QUINOLA_SLOT, 3)
    pool = select(lanes[f.POOL_SEAT + i] == seat, lanes[f.POOL_GAIN + i], 0)
    place = f.COMPONENT + seat * N_LANES + i
    lanes[place + f.PARTY * 4 * N_LANES] = party
    lanes[place + f.ACES_PAID * 4 * N_LANES] = aces
    lanes[place + f.QUINOLA_PAID * 4 * N_LANES] = quinola
    lanes[place + f.POOL_MOVED * 4 * N_LANES] = pool
    lanes[place + f.REVERSIS_PAID * 4 * N_LANES] = 0
    lanes[place + f.ESPAGNOLETTE_PAID * 4 * N_LANES] = 0
    lanes[f.PAYMENT + seat * N_LANES + i] = party + aces + quinola + pool


@inlined
def _add_rare_nets(lanes: Ints, i: int, seat: int) -> None:
    """10. Add what is rare to the net fiches of a seat."""
    reversis = _net_of(lanes, i, seat, f.REVERSIS_SLOT, 3)
    repaid = _net_of(lanes, i, seat, f.REPAID_SLOT, 5)
    is_active = lanes[f.ACTIVE + i]
    place = f.COMPONENT + seat * N_LANES + i
    lanes[place + f.REVERSIS_PAID * 4 * N_LANES] = select(is_active, 0, reversis)
    lanes[place + f.ESPAGNOLETTE_PAID * 4 * N_LANES] = repaid + select(is_active, reversis, 0)
    lanes[f.PAYMENT + seat * N_LANES + i] += reversis + repaid


@inlined
def _settle_rare(lanes: Ints, rules: Rules) -> None:
    """8.3, 9.3c and 9.4, in the lanes that have any of it."""
    for i in range(N_LANES):
        put(lanes, f.AMOUNT + f.REVERSIS_SLOT * N_LANES, i, (0, 0, 0, 0, 0, 0, 0, 0))
        is_reversis, is_caught = lanes[f.REVERSIS_BY + i] >= 0, lanes[f.CAUGHT + i] != 0
        lanes[f.IS_RARE + i] = is_reversis | is_caught
    rest = flagged(lanes, f.IS_RARE)
    while rest:
        i, rest = lowest_index(rest), without_lowest(rest)
        _put_rare(lanes, i, rules)
        for seat in range(4):
            _add_rare_nets(lanes, i, seat)


@inlined
def settle_lanes(lanes: Ints, rules: Rules) -> None:
    """10. Settle the played deals of all lanes.

    lanes : in: HELD to REVOKED, TRICKS, TRICK_OF, POOL, BARRED; out: the ledger and the outcome.
    rules : as `with_amounts` gives them (rules.py).
    Payments and the pool's change sum to zero (10).
    """
    for i in range(N_LANES):
        count_points(lanes, i)
    for i in range(N_LANES):
        _put_ordinary(lanes, i, rules)
    for i in range(N_LANES):
        for seat in range(4):
            _put_nets(lanes, i, seat)
    _settle_rare(lanes, rules)
