"""Single payments of a settled deal (RULES.md 6.3, 7, 8.3 to 8.5, 9.3, 9.4 and 12)."""

from typing import Any, NamedTuple

from kernels.bits import select
from kernels.compile import inlined
from kernels.reversis import fields as f
from kernels.reversis.cards import ACE_DIAMONDS, ALL_CARDS, QUINOLA, points
from kernels.reversis.facts import NOBODY, Facts, Special
from kernels.reversis.rules import ALWAYS, CLAIMED, CONSOLATION, REMISE_POOL, TAKER, Rules

_ACE_POINTS, _JACK_POINTS = 4, 1


class Transfer(NamedTuple):
    """One payment of the ledger, in fiches; amount 0 where nothing is paid."""

    payer: int
    payee: int
    amount: int


@inlined
def _status(barred: Any, seat: int) -> int:
    """12. Whether a seat is barred, and how."""
    low, high = select(seat & 1, barred[1], barred[0]), select(seat & 1, barred[3], barred[2])
    return select(seat & 2, high, low)


@inlined
def _pays(barred: Any, payer: int, payee: int, breaks: bool) -> bool:
    """12. Whether a payment is made; `breaks`: of a kind that `but-breaks` may receive.

    Between two barred players nothing is paid (12.2), of whatever kind.
    """
    status = _status(barred, payee)
    may_receive = breaks & (status == f.BARRED_BUT_BREAKS) & (_status(barred, payer) == 0)
    return (status == 0) | may_receive


@inlined
def _doubled(payer: int, payee: int, amount: int, is_late: bool) -> int:
    """7.2. Doubled between opposites, doubled (again) in the late tricks."""
    twice = select((payer ^ payee) == 2, amount + amount, amount)
    return select(is_late, twice + twice, twice)


@inlined
def party_stake(hands: Any, rules: Rules) -> int:
    """6.1. V: what the party is worth, from the discard."""
    discard = ALL_CARDS & ~(hands[0] | hands[1] | hands[2] | hands[3])
    ace = select(discard & ACE_DIAMONDS, rules.discard_ace_diamonds - _ACE_POINTS, 0)
    quinola = select(discard & QUINOLA, rules.discard_quinola - _JACK_POINTS, 0)
    return rules.party_base + points(discard) + ace + quinola


@inlined
def party_paid(hands: Any, barred: Any, facts: Facts, rules: Rules) -> Transfer:
    """6.3 and 9.3a. The loser pays the winner V, doubled if they sit opposite."""
    paid = (facts.reversis_by == NOBODY) & (_status(barred, facts.winner) == 0)
    amount = _doubled(facts.loser, facts.winner, party_stake(hands, rules), False)
    return Transfer(facts.loser, facts.winner, select(paid, amount, 0))


@inlined
def ace_paid(ace: Special, fiches: int, barred: Any, facts: Facts, rules: Rules) -> Transfer:
    """7. An ace's consolation: placed, forced or led."""
    payee = select(ace.case == f.LED_CASE, facts.winner, ace.leader)
    payee = select(ace.case == f.PLACED, ace.owner, payee)
    payer = select(ace.case == f.PLACED, ace.taker, ace.owner)
    unclaimed = (ace.case == f.LED_CASE) & (rules.led_consolation != CLAIMED)
    paid = (ace.case != f.IN_DISCARD) & (payer != payee) & (not unclaimed)
    paid = paid & (facts.reversis_by == NOBODY) & (_status(barred, payee) == 0)
    amount = _doubled(payer, payee, fiches, ace.trick >= rules.late_from)
    return Transfer(payer, payee, select(paid, amount, 0))


@inlined
def quinola_payee(quinola: Special, facts: Facts, rules: Rules) -> int:
    """7. Who receives the quinola's consolation."""
    forcer = quinola.leader
    taker_forces = (rules.forcer == TAKER) & (quinola.taker != quinola.owner)
    forcer = select(taker_forces, quinola.taker, forcer)
    payee = select(quinola.case == f.LED_CASE, facts.winner, forcer)
    return select(quinola.case == f.PLACED, quinola.owner, payee)


@inlined
def quinola_paid(
    payer: int, quinola: Special, payee: int, is_due: bool, barred: Any, rules: Rules
) -> Transfer:
    """7. What one of the three other players pays the payee for the quinola."""
    is_placed = quinola.case == f.PLACED
    owes = (payer == quinola.taker) | (not is_placed)
    twice = (payer == quinola.owner) & (not is_placed)
    fiches = select(twice, rules.quinola + rules.quinola, rules.quinola)
    amount = _doubled(payer, payee, fiches, quinola.trick >= rules.late_from)
    paid = is_due & owes & _pays(barred, payer, payee, quinola.case == f.FORCED_CASE)
    return Transfer(payer, payee, select(paid, amount, 0))


@inlined
def is_quinola_due(quinola: Special, payee: int, facts: Facts, rules: Rules) -> bool:
    """7, 8.2 and 8.5. Whether the quinola's consolation is due to the payee."""
    is_forced = quinola.case == f.FORCED_CASE
    unclaimed = (quinola.case == f.LED_CASE) & (rules.led_consolation != CLAIMED)
    to_owner = (payee == quinola.owner) & (quinola.case != f.PLACED)
    ordinary = (facts.reversis_by == NOBODY) & (quinola.case != f.IN_DISCARD)
    ordinary = ordinary & (not unclaimed) & (not to_owner)
    # 8.5: who leads trick 11 took trick 10, so broke the reversis there.
    late = (rules.late_quinola == CONSOLATION) & is_forced & (quinola.trick == 11)
    late = late & (facts.reversis_by == quinola.owner) & (quinola.leader != quinola.owner)
    return ordinary | late


@inlined
def reversis_paid(place: int, barred: Any, facts: Facts, rules: Rules) -> Transfer:
    """8.3 and 9.4. What is paid for a reversis, by the player `place` seats after who made it.

    The 64 of a broken reversis, and what an active espagnolette pays for all, is of place 1.
    """
    u, e = facts.reversis_by, facts.espagnolette
    is_broken = facts.broken_by != NOBODY
    pays_all = facts.active & (facts.broken_by != e)
    alone = is_broken | pays_all
    payee = select(is_broken, facts.broken_by, u)
    payer = (u + place) & 3
    payer = select(alone, select(pays_all, e, u), payer)
    each = select(place == 2, rules.reversis + rules.reversis, rules.reversis)
    fiches = select(alone, select(place == 1, 4 * rules.reversis, 0), each)
    paid = (u != NOBODY) & _pays(barred, payer, payee, is_broken)
    return Transfer(payer, payee, select(paid, fiches, 0))


@inlined
def repaid(placed: Special, paid: int, barred: Any, facts: Facts) -> Transfer:
    """9.3c. A caught espagnolette gives back twice what was paid for a placed card."""
    e = facts.espagnolette
    owed = facts.caught & (placed.case == f.PLACED) & (placed.taker != e)
    owed = owed & (_status(barred, placed.taker) == 0)
    return Transfer(e, placed.taker, select(owed, 2 * paid, 0))


@inlined
def pool_move(quinola: Special, pool: int, barred: Any, facts: Facts, rules: Rules) -> Any:
    """7.4, 8.4, 9.3b, 12.1. Who takes the pool or puts a remise, and the gain of that seat."""
    remise = select(rules.remise == REMISE_POOL, pool, rules.remise)
    u = facts.reversis_by
    is_reversis = u != NOBODY
    is_own = quinola.owner == u
    by_quinola = is_own & (quinola.trick <= 9)
    by_any = (rules.reversis_pool == ALWAYS) & (not (is_own & (quinola.trick >= 10)))
    is_played = quinola.case != f.IN_DISCARD
    moves = (is_reversis & (by_quinola | by_any)) | ((not is_reversis) & is_played)
    is_caught = facts.caught & (quinola.owner == facts.espagnolette)
    takes_by_quinola = (quinola.case == f.PLACED) & (not is_caught)
    takes = select(is_reversis, facts.broken_by == NOBODY, takes_by_quinola)
    seat = select(is_reversis, u, quinola.owner)
    taken = select(_status(barred, seat), 0, pool)
    gain = select(takes, taken, -remise)
    return (select(moves, seat, NOBODY)), (select(moves, gain, 0))
