"""Who pays whom, how much and why: the lines of a deal's explanation that tell the fiches."""

from collections.abc import Iterator

from analyser.numbers import MINUS
from analyser.reversis.notation import card_sign
from analyser.reversis.outcome import (
    ACE_ROW,
    CASE_NAMES,
    IN_DISCARD,
    LED,
    NOBODY,
    PARTY_ROW,
    PLACED,
    QUINOLA,
    QUINOLA_ROW,
    REPAID_ROW,
    REVERSIS_ROW,
    Outcome,
    Special,
    Transfer,
)
from analyser.reversis.record import COMPONENTS, N_SEATS, Record
from kernels.reversis.rules import (
    ALWAYS,
    REMISE_POOL,
    REMISE_STAKE,
    UNCLAIMED,
)

TIMES = "\N{MULTIPLICATION SIGN}"
_N_QUINOLA_ROWS = _N_REVERSIS_ROWS = 3
_LATE_BY_DEFAULT = 10


def _is_opposite(transfer: Transfer) -> bool:
    return abs(transfer.payer - transfer.payee) == N_SEATS // 2


def _late_text(record: Record) -> str:
    first = record.rules.late_from
    return "trick 10 or 11" if first == _LATE_BY_DEFAULT else f"from trick {first} on"


def _sum_text(transfer: Transfer, late: str | None) -> str:
    """How the amount comes about, if anything was doubled."""
    doublings = ["opposite"] * _is_opposite(transfer) + [late] * bool(late)
    if not doublings:
        return ""
    single = transfer.amount // 2 ** len(doublings)
    return f": {single}" + "".join(f" {TIMES} 2 ({reason})" for reason in doublings)


def _line(transfer: Transfer, why: str, section: str) -> str:
    payer, payee, amount = transfer
    return f"seat {payer} pays seat {payee} {amount:>5}  {section:>5}  {why}"


def _special_text(special: Special) -> str:
    name = card_sign(special.card)
    if special.case == IN_DISCARD:
        return f"{name} in the discard"
    return f"{name} {CASE_NAMES[special.case]} in trick {special.trick}"


def _consolation_lines(record: Record, outcome: Outcome, special: Special, row: int) -> list[str]:
    n_rows = _N_QUINOLA_ROWS if special.card == QUINOLA else 1
    late = _late_text(record) if special.trick >= record.rules.late_from else None
    return [
        _line(
            transfer,
            _special_text(special) + _sum_text(transfer, late),
            _consolation_section(outcome, bool(late) or _is_opposite(transfer)),
        )
        for transfer in outcome.transfers(row, n_rows)
    ]


def _consolation_section(outcome: Outcome, is_doubled: bool) -> str:
    if outcome.reversis_by != NOBODY:
        return "8.5"
    return "7.2" if is_doubled else "7"


def _party_lines(outcome: Outcome) -> list[str]:
    why, section = "the party", "6.3"
    if outcome.caught:
        why, section = "the party, from the espagnolette that was caught", "9.3a"
    return [_line(t, why + _sum_text(t, None), section) for t in outcome.transfers(PARTY_ROW)]


def _reversis_lines(outcome: Outcome) -> list[str]:
    is_made = outcome.broken_by == NOBODY
    why, section = "reversis made" if is_made else "reversis broken", "8.3"
    if outcome.active:
        why, section = f"{why}, with an espagnolette that is active", "9.4"
    return [
        _line(transfer, why + _sum_text(transfer, None) * _is_from_each(outcome), section)
        for transfer in outcome.transfers(REVERSIS_ROW, _N_REVERSIS_ROWS)
    ]


def _is_from_each(outcome: Outcome) -> bool:
    """8.3. Whether the three others pay, the opposite double; else one player pays all."""
    return outcome.broken_by == NOBODY and not outcome.active


def _repayment_lines(outcome: Outcome) -> list[str]:
    lines = []
    for number, special in enumerate(outcome.specials()):
        why = f"twice what was paid for {card_sign(special.card)} placed"
        repaid = outcome.transfers(REPAID_ROW + number)
        lines += [_line(transfer, why, "9.3c") for transfer in repaid]
    return lines


def _payee(outcome: Outcome, special: Special) -> int:
    """7. Who is to be paid, as far as the reason for no payment goes."""
    if special.case == LED:
        return outcome.party_winner
    return special.owner if special.case == PLACED else outcome.leaders[special.trick - 1]


def _unpaid_reason(record: Record, outcome: Outcome, special: Special) -> str:
    payee = _payee(outcome, special)
    if special.case == IN_DISCARD:
        return "pays nothing (7.5)"
    if special.case == LED and record.rules.led_consolation == UNCLAIMED:
        return "pays nothing, as led cards are unclaimed (13)"
    if special.case == LED and payee == special.owner:
        return f"by seat {payee}, who wins the party: nothing is paid (7.3)"
    if any(record.barred):
        return f"nothing is paid, because of who is barred, seat {payee} being the payee (12)"
    return "pays nothing under these amounts (13)"


def _special_rows(outcome: Outcome) -> Iterator[tuple[Special, int]]:
    for number, special in enumerate(outcome.specials()):
        yield special, ACE_ROW + number if special.card != QUINOLA else QUINOLA_ROW


def _card_lines(record: Record, outcome: Outcome) -> list[str]:
    lines, unpaid = [], []
    for special, row in _special_rows(outcome):
        paid = _consolation_lines(record, outcome, special, row)
        lines += paid
        if not paid:
            reason = _unpaid_reason(record, outcome, special)
            unpaid.append(f"{_special_text(special)} {reason}")
    return lines + unpaid


def payment_lines(record: Record, outcome: Outcome) -> list[str]:
    """One line for each payment, and one for each ace or quinola for which nothing is paid."""
    if outcome.reversis_by != NOBODY:
        quinola = outcome.specials()[-1]
        late = _consolation_lines(record, outcome, quinola, QUINOLA_ROW)
        closing = "no party, and no other consolation, because of the reversis (8.2)"
        return [*_reversis_lines(outcome), *late, closing]
    party = _party_lines(outcome) or [
        f"nothing is paid for the party to seat {outcome.party_winner}"
    ]
    return [*party, *_card_lines(record, outcome), *_repayment_lines(outcome)]


def _remise_text(record: Record) -> str:
    words = {REMISE_STAKE: "the first stake", REMISE_POOL: "as much as the pool held"}
    return words.get(record.rules.remise, "the remise of these rules")


def _pool_reason(record: Record, outcome: Outcome) -> str:
    if outcome.reversis_by != NOBODY:
        what = "made" if outcome.broken_by == NOBODY else "broken"
        is_always = record.rules.reversis_pool == ALWAYS
        return f"reversis {what}{'' if is_always else ' with the quinola'} (8.4)"
    if outcome.caught and outcome.pool_seat == outcome.espagnolette:
        return "the espagnolette was caught with the quinola (9.3b)"
    return f"quinola {CASE_NAMES[outcome.quinola_case]} (7.4)"


def _unmoved_reason(record: Record, outcome: Outcome) -> str:
    if outcome.reversis_by != NOBODY:
        return "the reversis does not move it (8.4)"
    if outcome.quinola_case == IN_DISCARD:
        return "the quinola is in the discard (7.5)"
    if outcome.quinola_case == PLACED and record.barred[outcome.quinola_owner]:
        return f"seat {outcome.quinola_owner}, who placed the quinola, is barred (12.1)"
    return f"quinola {CASE_NAMES[outcome.quinola_case]}, but there is nothing to move"


def pool_line(record: Record, outcome: Outcome) -> str:
    """What happens to the pool, and why."""
    if outcome.pool_gain == 0:
        return f"the pool stays at {outcome.pool_after}: {_unmoved_reason(record, outcome)}"
    seat, gain = outcome.pool_seat, outcome.pool_gain
    reason = _pool_reason(record, outcome)
    if gain > 0:
        return f"seat {seat} takes the whole pool of {gain}: {reason}"
    remise = f"seat {seat} puts in a remise of {-gain}, {_remise_text(record)}"
    return f"{remise}: {reason}; the pool grows to {outcome.pool_after}"


def _signed(fiches: int) -> str:
    return f"{fiches:+d}".replace("-", MINUS) if fiches else "0"


def _aligned(cells: list[str]) -> list[str]:
    width = max(map(len, cells))
    return [cell.rjust(width) for cell in cells]


def settlement_lines(outcome: Outcome) -> list[str]:
    """The table of fiches by seat and component, with the total of each seat."""
    seats = ["", *(f"seat {seat}" for seat in range(N_SEATS))]
    named = zip([*COMPONENTS, "total"], [*outcome.components, outcome.payments], strict=True)
    columns = [_aligned([name, *map(_signed, by_seat)]) for name, by_seat in named]
    return ["  ".join(row) for row in zip(_aligned(seats), *columns, strict=True)]
