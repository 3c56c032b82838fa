"""The reversis: RULES.md section 8, with 9.4."""

from referee.cards import SEATS, opposite
from referee.consolations import forcer, pay_consolation, put_remise
from referee.deal import Deal, Findings, quinola_of
from referee.ledger import Ledger, reach_all


def settle_reversis(deal: Deal, findings: Findings, ledger: Ledger) -> None:
    """8.2. Once a reversis is undertaken, only this section and 9.4 pay."""
    branch = "made" if findings.broken_in is None else f"broken in {findings.broken_in}"
    ledger.reach(f"8 {branch}")
    if findings.active_espagnolette is not None:
        settle_with_espagnolette(deal, findings, ledger)
    elif findings.breaker is None:
        settle_made(deal, findings, ledger)
    else:
        pay_64(deal, ledger, "reversis", findings.undertaker, findings.breaker, is_for_a_break=True)
    settle_pool(deal, findings, ledger)
    settle_late_quinola(deal, findings, ledger)


def settle_made(deal: Deal, findings: Findings, ledger: Ledger) -> None:
    """8.3. Each of the other three pays 16, the opposite 32."""
    undertaker = findings.undertaker
    for seat in SEATS:
        if seat != undertaker:
            factor = 2 if opposite(seat) == undertaker else 1
            ledger.pay("reversis", seat, undertaker, factor * deal.options["reversis"])


def pay_64(
    deal: Deal, ledger: Ledger, component: str, payer: int, payee: int, is_for_a_break: bool
) -> None:
    """8.3 and 9.4. Four times the amount `reversis`; 12.1. for breaking, `but-breaks` gets it."""
    ledger.pay(component, payer, payee, 4 * deal.options["reversis"], is_for_a_break)


def settle_with_espagnolette(deal: Deal, findings: Findings, ledger: Ledger) -> None:
    """9.4. Made, e alone pays u; broken, e pays the breaker, or u pays e if that is e."""
    e, u, breaker = findings.espagnolette, findings.undertaker, findings.breaker
    if breaker is None:
        ledger.reach("9.4 made")
        pay_64(deal, ledger, "espagnolette", e, u, is_for_a_break=False)
    elif breaker == e:
        ledger.reach("9.4 broken by e")
        pay_64(deal, ledger, "espagnolette", u, e, is_for_a_break=True)
    else:
        ledger.reach("9.4 broken by another")
        pay_64(deal, ledger, "espagnolette", e, breaker, is_for_a_break=True)


def settle_pool(deal: Deal, findings: Findings, ledger: Ledger) -> None:
    """8.4. With the quinola played in tricks 1 to 9 the undertaker takes the pool or puts."""
    branch = quinola_branch(deal, findings)
    ledger.reach(f"8.4 quinola {branch}")
    is_early = branch.startswith("early")
    by_option = deal.options["reversis_pool"] == "always" and branch != "late" and not is_early
    end = "made" if findings.breaker is None else "broken"
    reach_all(ledger, [(by_option, f"13 reversis_pool always, {end}")])
    if not (is_early or by_option):
        return
    if findings.breaker is None:
        ledger.take_pool(findings.undertaker)
    else:
        put_remise(deal, ledger, findings.undertaker)


def quinola_branch(deal: Deal, findings: Findings) -> str:
    """8.4. Where the quinola was."""
    quinola = quinola_of(deal)
    if quinola is None:
        return "in discard"
    if quinola.owner != findings.undertaker:
        return "of another"
    if quinola.is_late:
        return "late"
    return "early, made" if findings.breaker is None else "early, broken"


def settle_late_quinola(deal: Deal, findings: Findings, ledger: Ledger) -> None:
    """8.5. Forced in trick 11 after the break in 10, the undertaker's quinola is paid for."""
    quinola = quinola_of(deal)
    if quinola is None or quinola.owner != findings.undertaker:
        return
    if quinola.trick.number != 11 or findings.broken_in != 10:
        return
    if quinola.case == "placed":
        ledger.reach("8.5 placed in 11 after broken in 10")
    elif deal.options["late_quinola"] == "nothing":
        ledger.reach("13 late_quinola nothing")
    else:
        ledger.reach("8.5 forced in 11 after broken in 10")
        pay_consolation(deal, ledger, quinola, forcer(deal, quinola))
