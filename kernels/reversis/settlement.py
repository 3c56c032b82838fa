"""Settlement (RULES.md 6 to 10 and 12): from what play recorded to payments and the pool.

Everything is worked out from the record of a deal in straight-line code, one lane at a time:
first the facts (who won the party, whose reversis), then the ledger of transfers, then the sums.
"""

from typing import Any, NamedTuple

from kernels.bits import select
from kernels.compile import inlined
from kernels.lanes import N_LANES, Ints, get, list_lanes, put
from kernels.reversis import fields as f
from kernels.reversis.cards import (
    ACE_CLUBS,
    ACE_DIAMONDS,
    ACE_HEARTS,
    ACE_SPADES,
    ACES,
    ALL_CARDS,
    QUINOLA,
    points,
)
from kernels.reversis.rules import (
    ALWAYS,
    CLAIMED,
    CONSOLATION,
    LEFT,
    PRIVILEGE,
    REMISE_POOL,
    TAKER,
    Rules,
)

NOBODY = -1
# 8.1: a reversis is undertaken with the first nine tricks, whatever `late_from` says.
_FIRST_NINE = sum(1 << 2 * trick for trick in range(1, 10))
_ACE_POINTS, _JACK_POINTS = 4, 1


class Special(NamedTuple):
    """How an ace or the quinola left its owner's hand (7)."""

    owner: int  # seat, NOBODY in the discard
    trick: int  # 1 to 11, 0 in the discard
    case: int  # IN_DISCARD, PLACED, FORCED_CASE or LED_CASE
    leader: int  # seat that led the trick
    taker: int  # seat that took it


class Transfer(NamedTuple):
    """One payment of the ledger, in fiches; amount 0 where nothing is paid."""

    payer: int
    payee: int
    amount: int


class Facts(NamedTuple):
    """What decides who pays whom."""

    reversis_by: int
    broken_by: int
    espagnolette: int
    active: bool
    caught: bool
    winner: int
    loser: int


@inlined
def taker_of(takers: int, trick: int) -> int:
    """The seat that took a trick; seat 0 for trick 0."""
    return (takers >> (2 * trick)) & 3


@inlined
def leader_of(takers: int, trick: int) -> int:
    """The seat that led a trick: the taker of the one before."""
    return ((takers << 2) >> (2 * trick)) & 3


@inlined
def is_espagnolette(hand: int) -> bool:
    """9. Three aces and the quinola, or four aces, in one hand."""
    missing = ACES & ~hand
    at_most_one_missing = (missing & (missing - 1)) == 0
    return at_most_one_missing & ((missing == 0) | ((hand & QUINOLA) != 0))


@inlined
def _holder(hands: Any) -> int:
    """The seat that holds an espagnolette, or NOBODY: two hands cannot."""
    return (
        NOBODY
        + is_espagnolette(hands[0])
        + 2 * is_espagnolette(hands[1])
        + 3 * is_espagnolette(hands[2])
        + 4 * is_espagnolette(hands[3])
    )


@inlined
def _owner(hands: Any, card: int) -> int:
    """The seat that held a card after the exchange, or NOBODY."""
    return (
        NOBODY
        + ((hands[0] & card) != 0)
        + 2 * ((hands[1] & card) != 0)
        + 3 * ((hands[2] & card) != 0)
        + 4 * ((hands[3] & card) != 0)
    )


@inlined
def _special(lanes: Ints, i: int, hands: Any, card: int, trick: int) -> Special:
    """7. Owner, trick and case of an ace or the quinola."""
    takers = lanes[f.TAKERS + i]
    case = select(lanes[f.FOLLOWED + i] & card, f.FORCED_CASE, f.PLACED)
    case = select(lanes[f.LED + i] & card, f.LED_CASE, case)
    case = select(trick, case, f.IN_DISCARD)
    leader = leader_of(takers, trick)
    return Special(_owner(hands, card), trick, case, leader, taker_of(takers, trick))


@inlined
def _reversis(takers: int) -> Any:
    """8.1. Who undertook a reversis, and who broke it; NOBODY where there is none."""
    first = taker_of(takers, 1)
    undertaken = (takers & (3 * _FIRST_NINE)) == first * _FIRST_NINE
    tenth, eleventh = taker_of(takers, 10), taker_of(takers, 11)
    breaker = select(tenth != first, tenth, select(eleventh != first, eleventh, NOBODY))
    return (select(undertaken, first, NOBODY)), (select(undertaken, breaker, NOBODY))


@inlined
def _count_points(lanes: Ints, i: int) -> None:
    """2.3. Count the points that each seat has taken."""
    taken = get(lanes, f.TAKEN, i, 4)
    counted = (points(taken[0]), points(taken[1]), points(taken[2]), points(taken[3]))
    put(lanes, f.POINTS, i, counted)


@inlined
def _rank(points_taken: int, tricks_taken: int, place: int) -> int:
    """6.2. The rank of a player as one number, lower first: points, then tricks, then place."""
    return (points_taken << 8) | (tricks_taken << 4) | place


@inlined
def _ranks(lanes: Ints, i: int, rules: Rules, first: int) -> Any:
    """6.2 and 9.2. Ranks by seat; `first` is the seat that wins ties wherever it sits."""
    taken, tricks = get(lanes, f.POINTS, i, 4), get(lanes, f.TRICKS, i, 4)
    left = rules.place_order == LEFT
    place_0, place_1 = (select(left, 3, 4)), (select(left, 2, 3))
    place_2, place_3 = (select(left, 1, 2)), (select(left, 4, 1))
    return (
        _rank(taken[0], tricks[0], select(first == 0, 0, place_0)),
        _rank(taken[1], tricks[1], select(first == 1, 0, place_1)),
        _rank(taken[2], tricks[2], select(first == 2, 0, place_2)),
        _rank(taken[3], tricks[3], select(first == 3, 0, place_3)),
    )


@inlined
def _first(ranks: Any, excluded: int) -> int:
    """The seat of the lowest rank, leaving one seat out (NOBODY: none)."""
    last = 1 << 20
    rank_0 = select(excluded == 0, last, ranks[0])
    rank_1 = select(excluded == 1, last, ranks[1])
    rank_2 = select(excluded == 2, last, ranks[2])
    rank_3 = select(excluded == 3, last, ranks[3])
    left, right = (select(rank_1 < rank_0, 1, 0)), (select(rank_3 < rank_2, 3, 2))
    return select(min(rank_2, rank_3) < min(rank_0, rank_1), right, left)


@inlined
def _last(ranks: Any) -> int:
    """The seat of the highest rank."""
    return _first((-ranks[0], -ranks[1], -ranks[2], -ranks[3]), NOBODY)


@inlined
def _facts(lanes: Ints, i: int, hands: Any, rules: Rules) -> Facts:
    """6.3, 8.1, 9.1 to 9.3. Reversis, espagnolette, and who won and lost the party."""
    takers = lanes[f.TAKERS + i]
    reversis_by, broken_by = _reversis(takers)
    e = _holder(hands)
    by_privilege = rules.espagnolette_active == PRIVILEGE
    seats = select(by_privilege, lanes[f.REVOKED + i], lanes[f.RENOUNCED + i])
    active = (e != NOBODY) & (((seats >> (e & 3)) & 1) == 1)
    took_late = (taker_of(takers, 10) == e) | (taker_of(takers, 11) == e)
    is_ordinary = reversis_by == NOBODY
    caught = active & is_ordinary & took_late
    ranks = _ranks(lanes, i, rules, select(active & (not caught), e, NOBODY))
    winner = _first(ranks, select(caught, e, NOBODY))
    loser = select(caught, e, _last(ranks))
    nobody_if_reversis = select(not is_ordinary, NOBODY, 0)
    return Facts(
        reversis_by,
        broken_by,
        e,
        active,
        caught,
        winner | nobody_if_reversis,
        loser | nobody_if_reversis,
    )


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
def _party(hands: Any, barred: Any, facts: Facts, rules: Rules) -> Transfer:
    """6.3 and 9.3a. The loser pays the winner V, doubled if they sit opposite."""
    paid = (facts.reversis_by == NOBODY) & (_status(barred, facts.winner) == 0)
    amount = _doubled(facts.loser, facts.winner, party_stake(hands, rules), False)
    return Transfer(facts.loser, facts.winner, select(paid, amount, 0))


@inlined
def _ace(ace: Special, fiches: int, barred: Any, facts: Facts, rules: Rules) -> Transfer:
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
def _quinola_payee(quinola: Special, facts: Facts, rules: Rules) -> int:
    """7. Who receives the quinola's consolation."""
    forcer = quinola.leader
    taker_forces = (rules.forcer == TAKER) & (quinola.taker != quinola.owner)
    forcer = select(taker_forces, quinola.taker, forcer)
    payee = select(quinola.case == f.LED_CASE, facts.winner, forcer)
    return select(quinola.case == f.PLACED, quinola.owner, payee)


@inlined
def _quinola_from(
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
def _is_quinola_due(quinola: Special, payee: int, facts: Facts, rules: Rules) -> bool:
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
def _reversis_from(place: int, barred: Any, facts: Facts, rules: Rules) -> Transfer:
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
def _repaid(placed: Special, paid: int, barred: Any, facts: Facts) -> Transfer:
    """9.3c. A caught espagnolette gives back twice what was paid for a placed card."""
    e = facts.espagnolette
    owed = facts.caught & (placed.case == f.PLACED) & (placed.taker != e)
    owed = owed & (_status(barred, placed.taker) == 0)
    return Transfer(e, placed.taker, select(owed, 2 * paid, 0))


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
    payee = _quinola_payee(quinola, facts, rules)
    is_due = _is_quinola_due(quinola, payee, facts, rules)
    for place in range(3):
        payer = (payee + place + 1) & 3
        transfer = _quinola_from(payer, quinola, payee, is_due, barred, rules)
        _put_transfer(lanes, i, f.QUINOLA_SLOT + place, transfer)


@inlined
def _pool_move(quinola: Special, pool: int, barred: Any, facts: Facts, rules: Rules) -> Any:
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


@inlined
def _discarded_by(lanes: Ints, i: int) -> int:
    """4. Who laid the quinola, or declined it in the talon; NOBODY where it was played."""
    laid, talon = get(lanes, f.LAID, i, 4), get(lanes, f.TALON, i, 3)
    return (
        NOBODY
        + ((select(laid[0], laid[0], talon[0]) & QUINOLA) != 0)
        + 2 * ((select(laid[1], laid[1], talon[1]) & QUINOLA) != 0)
        + 3 * ((select(laid[2], laid[2], talon[2]) & QUINOLA) != 0)
        + 4 * ((laid[3] & QUINOLA) != 0)
    )


@inlined
def _put_facts(lanes: Ints, i: int, facts: Facts, specials: Any) -> None:
    """Keep what decided the settlement, for counts and for the person who asks why."""
    clubs, diamonds, hearts, spades, quinola = specials
    lanes[f.DISCARDED_BY + i] = _discarded_by(lanes, i)
    lanes[f.WINNER + i] = facts.winner
    lanes[f.LOSER + i] = facts.loser
    lanes[f.REVERSIS_BY + i] = facts.reversis_by
    lanes[f.BROKEN_BY + i] = facts.broken_by
    lanes[f.ESPAGNOLETTE + i] = facts.espagnolette
    lanes[f.ACTIVE + i] = facts.active
    lanes[f.CAUGHT + i] = facts.caught
    owners = (clubs.owner, diamonds.owner, hearts.owner, spades.owner, quinola.owner)
    put(lanes, f.OWNER_OF, i, owners)
    cases = (clubs.case, diamonds.case, hearts.case, spades.case, quinola.case)
    put(lanes, f.CASE_OF, i, cases)


@inlined
def _put_ordinary(lanes: Ints, i: int, rules: Rules) -> None:
    """6 and 7. The facts of the deal in lane i, party, consolations and the pool's move."""
    hands, barred = get(lanes, f.HELD, i, 4), get(lanes, f.BARRED, i, 4)
    tricks = get(lanes, f.TRICK_OF, i, 5)
    clubs = _special(lanes, i, hands, ACE_CLUBS, tricks[0])
    diamonds = _special(lanes, i, hands, ACE_DIAMONDS, tricks[1])
    hearts = _special(lanes, i, hands, ACE_HEARTS, tricks[2])
    spades = _special(lanes, i, hands, ACE_SPADES, tricks[3])
    quinola = _special(lanes, i, hands, QUINOLA, tricks[4])
    facts = _facts(lanes, i, hands, rules)
    _put_facts(lanes, i, facts, (clubs, diamonds, hearts, spades, quinola))
    _put_transfer(lanes, i, f.PARTY_SLOT, _party(hands, barred, facts, rules))
    by_ace = rules.ace, rules.ace_diamonds
    _put_transfer(lanes, i, f.ACE_SLOT, _ace(clubs, by_ace[0], barred, facts, rules))
    _put_transfer(lanes, i, f.ACE_SLOT + 1, _ace(diamonds, by_ace[1], barred, facts, rules))
    _put_transfer(lanes, i, f.ACE_SLOT + 2, _ace(hearts, by_ace[0], barred, facts, rules))
    _put_transfer(lanes, i, f.ACE_SLOT + 3, _ace(spades, by_ace[0], barred, facts, rules))
    _put_quinola(lanes, i, quinola, barred, facts, rules)
    seat, gain = _pool_move(quinola, lanes[f.POOL + i], barred, facts, rules)
    lanes[f.POOL_SEAT + i] = seat
    lanes[f.POOL_GAIN + i] = gain


@inlined
def _kept_facts(lanes: Ints, i: int) -> Facts:
    """The facts of the deal in lane i, once they are put."""
    return Facts(
        lanes[f.REVERSIS_BY + i],
        lanes[f.BROKEN_BY + i],
        lanes[f.ESPAGNOLETTE + i],
        lanes[f.ACTIVE + i] != 0,
        lanes[f.CAUGHT + i] != 0,
        lanes[f.WINNER + i],
        lanes[f.LOSER + i],
    )


@inlined
def _put_repaid(lanes: Ints, i: int, slot: int, special: Special, paid: int) -> None:
    """9.3c. What is given back for one ace or the quinola."""
    barred, facts = get(lanes, f.BARRED, i, 4), _kept_facts(lanes, i)
    _put_transfer(lanes, i, f.REPAID_SLOT + slot, _repaid(special, paid, barred, facts))


@inlined
def _put_rare(lanes: Ints, i: int, rules: Rules) -> None:
    """8.3, 9.3c and 9.4. What is paid for a reversis, and given back by a caught espagnolette."""
    hands, barred = get(lanes, f.HELD, i, 4), get(lanes, f.BARRED, i, 4)
    tricks, facts = get(lanes, f.TRICK_OF, i, 5), _kept_facts(lanes, i)
    for place in range(3):
        reversis = _reversis_from(place + 1, barred, facts, rules)
        _put_transfer(lanes, i, f.REVERSIS_SLOT + place, reversis)
    by_ace = get(lanes, f.AMOUNT + f.ACE_SLOT * N_LANES, i, 4)
    _put_repaid(lanes, i, 0, _special(lanes, i, hands, ACE_CLUBS, tricks[0]), by_ace[0])
    _put_repaid(lanes, i, 1, _special(lanes, i, hands, ACE_DIAMONDS, tricks[1]), by_ace[1])
    _put_repaid(lanes, i, 2, _special(lanes, i, hands, ACE_HEARTS, tricks[2]), by_ace[2])
    _put_repaid(lanes, i, 3, _special(lanes, i, hands, ACE_SPADES, tricks[3]), by_ace[3])
    by_three = get(lanes, f.AMOUNT + f.QUINOLA_SLOT * N_LANES, i, 3)
    quinola = _special(lanes, i, hands, QUINOLA, tricks[4])
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
    for place in range(list_lanes(lanes, f.IS_RARE, f.LISTED)):
        i = lanes[f.LISTED + place]
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
        _count_points(lanes, i)
    for i in range(N_LANES):
        _put_ordinary(lanes, i, rules)
    for i in range(N_LANES):
        for seat in range(4):
            _put_nets(lanes, i, seat)
    _settle_rare(lanes, rules)
