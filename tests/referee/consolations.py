"""Consolations and the pool: RULES.md section 7, with 9.3b, 9.3c and 9.5."""

from referee.cards import ACE_OF_DIAMONDS, SEATS, of_suit, opposite
from referee.deal import Deal, Findings, Honour, aces_in_discard, honours, quinola_of
from referee.ledger import Ledger, Payment, reach_all
from referee.options import remise


def settle_placed_and_forced(deal: Deal, findings: Findings, ledger: Ledger) -> list[Payment]:
    """7. The consolations that need no winner of the party; those for placed cards, as paid."""
    paid_for_placed: list[Payment] = []
    for honour in honours(deal):
        name_branches(deal, findings, ledger, honour)
        if honour.case == "forced":
            pay_consolation(deal, ledger, honour, forcer(deal, honour))
        elif honour.case == "placed":
            paid_for_placed += pay_consolation(deal, ledger, honour, honour.owner)
    reach_all(ledger, [(bool(aces_in_discard(deal)), "7.5 ace in discard")])
    return paid_for_placed


def settle_led(deal: Deal, ledger: Ledger, party_winner: int) -> None:
    """7. Led cards are paid to the winner of the party; 7.3. who owns one is not paid for it."""
    for honour in honours(deal):
        if honour.case != "led":
            continue
        if deal.options["led_consolation"] == "unclaimed":
            ledger.reach("13 led_consolation unclaimed")
        elif honour.owner == party_winner:
            ledger.reach("7.3 owner is payee")
        else:
            pay_consolation(deal, ledger, honour, party_winner)


def forcer(deal: Deal, honour: Honour) -> int:
    """7. A forced card is paid to the leader; 13. the quinola may be paid to the taker."""
    trick = honour.trick
    by_taker = honour.is_quinola and deal.options["forcer"] == "taker"
    return trick.taker if by_taker and trick.taker != honour.owner else trick.leader


def pay_consolation(deal: Deal, ledger: Ledger, honour: Honour, payee: int) -> list[Payment]:
    """7. All that is paid for one ace or the quinola."""
    component = "quinola" if honour.is_quinola else "aces"
    is_for_a_break = honour.is_quinola and honour.case == "forced"
    made: list[Payment] = []
    for payer, fiches in owed(deal, honour, payee).items():
        owes = fiches * doublings(deal, ledger, honour, payer, payee)
        made += ledger.pay(component, payer, payee, owes, is_for_a_break)
    return made


def owed(deal: Deal, honour: Honour, payee: int) -> dict[int, int]:
    """7. What each payer owes the payee for the card, before doubling."""
    single = single_amount(deal, honour)
    if honour.case == "placed":
        return {honour.trick.taker: single}
    if not honour.is_quinola:
        return {honour.owner: single}
    return {seat: 2 * single if seat == honour.owner else single for seat in SEATS if seat != payee}


def single_amount(deal: Deal, honour: Honour) -> int:
    """7. An ace 1, the ace of diamonds 2, the quinola 5."""
    if honour.is_quinola:
        return deal.options["quinola"]
    return deal.options["ace_diamonds" if honour.card == ACE_OF_DIAMONDS else "ace"]


def doublings(deal: Deal, ledger: Ledger, honour: Honour, payer: int, payee: int) -> int:
    """7.2. Doubled if payer and payee sit opposite, and doubled (again) in a late trick."""
    is_opposite = opposite(payer) == payee
    is_late = honour.trick.number >= deal.options["late_from"]
    reach_all(
        ledger,
        [
            (is_opposite, "7.2 doubled opposite"),
            (is_late, "7.2 doubled late"),
            (is_opposite and is_late, "7.2 doubled twice"),
        ],
    )
    return (2 if is_opposite else 1) * (2 if is_late else 1)


def settle_pool(deal: Deal, findings: Findings, ledger: Ledger) -> None:
    """7.4. The quinola placed takes the pool, else puts a remise; 9.3b. caught, it puts one."""
    quinola = quinola_of(deal)
    if quinola is None:
        ledger.reach("7.5 quinola in discard")
    elif findings.caught and quinola.owner == findings.espagnolette:
        ledger.reach("9.3b remise in place of 7.4")
        reach_all(ledger, [(quinola.case == "placed", "9.3b placed all the same")])
        put_remise(deal, ledger, quinola.owner)
    else:
        reach_all(ledger, [(findings.caught, "9.3b quinola of another")])
        move_pool(deal, ledger, quinola)


def move_pool(deal: Deal, ledger: Ledger, quinola: Honour) -> None:
    """7.4. The quinola placed: its owner takes the pool. Forced or led: puts a remise."""
    if quinola.case == "placed":
        ledger.reach("7.4 pool taken")
        ledger.take_pool(quinola.owner)
        return
    ledger.reach("7.4 remise")
    by_barred = quinola.case == "forced" and forcer(deal, quinola) in ledger.barred
    reach_all(ledger, [(by_barred, "12 barred forcer, remise")])
    put_remise(deal, ledger, quinola.owner)


def put_remise(deal: Deal, ledger: Ledger, seat: int) -> None:
    """7.4. The remise by the option of that name."""
    amount = deal.options["remise"]
    reach_all(
        ledger,
        [(amount == "pool", "13 remise pool"), (type(amount) is int, "13 remise number")],
    )
    ledger.put_remise(seat, remise(deal.options, deal.pool_before))


def repay_placed(findings: Findings, ledger: Ledger, paid_for_placed: list[Payment]) -> None:
    """9.3c. Who paid for a placed card receives twice that from the espagnolette caught."""
    espagnolette = findings.espagnolette
    for payment in paid_for_placed:
        if payment.payer == espagnolette:
            ledger.reach("9.3c payer is e")
        elif payment.payer in ledger.barred:
            ledger.reach("12 barred payer not repaid")
        else:
            ledger.reach("9.3c repaid")
            reach_all(ledger, [(payment.payee == espagnolette, "9.3c own card repaid")])
            ledger.pay("espagnolette", espagnolette, payment.payer, 2 * payment.fiches)


def name_branches(deal: Deal, findings: Findings, ledger: Ledger, honour: Honour) -> None:
    is_forced, active = honour.case == "forced", findings.active_espagnolette
    is_forced_quinola = is_forced and honour.is_quinola and findings.active
    payee = forcer(deal, honour)
    by_taker = is_forced and honour.is_quinola and deal.options["forcer"] == "taker"
    unpaid = findings.caught and honour.case == "placed" and honour.owner in ledger.barred
    reach_all(
        ledger,
        [
            (True, f"7 {honour.kind} {honour.case}"),
            (is_forced and has_another(deal, honour), "7.1 another card at hand"),
            (is_forced_quinola and payee == active, "9.5 quinola forced by e"),
            (is_forced_quinola and honour.owner == active, "9.5 quinola forced from e"),
            (by_taker and payee != honour.trick.leader, "13 forcer taker"),
            (by_taker and honour.trick.taker == honour.owner, "13 forcer taker is owner"),
            (unpaid, "12 unpaid consolation not repaid"),
        ],
    )


def has_another(deal: Deal, honour: Honour) -> bool:
    """7.1. Whether the owner could follow suit with another card."""
    held = deal.cards_left(honour.owner, honour.trick.number)
    return of_suit(held, honour.trick.suit_led) != {honour.card}
