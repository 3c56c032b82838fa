"""A deal told as a person would tell it: hands, exchange, tricks, every payment and why."""

from textwrap import wrap

from analyser.numbers import MINUS
from analyser.reversis.explain_payments import TIMES, payment_lines, pool_line, settlement_lines
from analyser.reversis.notation import (
    CARD_INDEXES,
    SIGNS,
    SUITS,
    VOID_SIGN,
    card_sign,
    hand_signs,
    hand_text,
)
from analyser.reversis.options import rules_mapping
from analyser.reversis.outcome import NOBODY, QUINOLA, Outcome
from analyser.reversis.record import BARRED_CODES, DEALER, DECLINED, N_SEATS, Record
from kernels.reversis.rules import LEFT

_N_FREE_TRICKS = 9  # 8.1, 9: a reversis is undertaken, the privilege used, within these tricks
_WIDTH = 96  # with the indent, lines stay below 100 columns
SIGNS_USED = SIGNS + TIMES + MINUS + VOID_SIGN
"""The letters beyond ASCII of an explanation with signs."""
_PLAIN_LETTERS = str.maketrans(SIGNS_USED, SUITS + "x--")
_ACE_OF_DIAMONDS = CARD_INDEXES["AD"]
_PLACE_ORDERS = {True: (2, 1, 0, 3), False: (3, 2, 1, 0)}
_ROLES = ("eldest", "", "", "dealer")


def card_points(card: int) -> int:
    """2.3. Ace 4, king 3, queen 2, jack 1, others 0."""
    return max(card // 4 - 7, 0)


def _title(record: Record) -> str:
    where = f"of line {record.line}" if record.line else record.kept.get("id", "played")
    return f"Deal {where}: {record.pool} fiches in the pool"


def _condition_lines(record: Record) -> list[str]:
    changed = ", ".join(f"{name}={value}" for name, value in rules_mapping(record.rules).items())
    words = {code: word for word, code in BARRED_CODES.items()}
    barred = [f"seat {s} is barred: {words[code]}" for s, code in enumerate(record.barred) if code]
    return [f"rules: {changed or 'the defaults'}", *barred]


def _hand_lines(record: Record, signs: bool) -> list[str]:
    text = hand_signs if signs else hand_text
    hands = [f"seat {s}  {_ROLES[s]:6}  {text(hand)}" for s, hand in enumerate(record.hands)]
    return [*hands, f"talon           {' '.join(map(card_sign, record.talon))}"]


def _exchange_line(record: Record, seat: int) -> str:
    if seat == DEALER:
        return f"seat {seat} lays {card_sign(record.laid[seat])}"
    talon_card = card_sign(record.talon[seat])
    if record.laid[seat] == DECLINED:
        return f"seat {seat} declines, and looks at {talon_card}"
    return f"seat {seat} lays {card_sign(record.laid[seat])} and takes {talon_card}"


def discard_of(record: Record) -> list[int]:
    """4. The four cards that end up face down, by the seat that laid them or declined them."""
    talon_or_none = [*record.talon, DECLINED]
    return [
        talon if laid == DECLINED else laid
        for laid, talon in zip(record.laid, talon_or_none, strict=True)
    ]


def discard_points(record: Record, card: int) -> int:
    """6.1. What a discarded card adds to the party, in fiches."""
    amounts = {
        _ACE_OF_DIAMONDS: record.rules.discard_ace_diamonds,
        QUINOLA: record.rules.discard_quinola,
    }
    return amounts.get(card, card_points(card))


def _party_value_line(record: Record) -> str:
    cards = discard_of(record)
    worth = [discard_points(record, card) for card in cards]
    total = record.rules.party_base + sum(worth)
    terms = " + ".join(str(fiches) for fiches in [record.rules.party_base, *worth] if fiches)
    names = " ".join(map(card_sign, cards))
    return f"discard {names}: the party is worth {f'{terms} = ' * ('+' in terms)}{total} (6.1)"


def _trick_row(record: Record, outcome: Outcome, trick: int) -> str:
    played = record.cards[N_SEATS * trick : N_SEATS * (trick + 1)]
    leader, taker = outcome.leaders[trick], outcome.takers[trick]
    by_seat = [played[(seat - leader) % N_SEATS] for seat in range(N_SEATS)]
    cells = [
        f"{'>' if seat == leader else ' '}{card_sign(card)}{'*' if seat == taker else ' '}"
        for seat, card in enumerate(by_seat)
    ]
    points = sum(map(card_points, played))
    return f"{trick + 1:>5}   {'    '.join(cells)}      seat {taker} {points:>9}"


def _trick_lines(record: Record, outcome: Outcome) -> list[str]:
    head = f"trick   {'  '.join(f'seat {seat}' for seat in range(N_SEATS))}    taken by    points"
    rows = [_trick_row(record, outcome, trick) for trick in range(len(outcome.takers))]
    return [head, *rows, "> leads the trick, * takes it"]


def ranking(record: Record, outcome: Outcome) -> list[int]:
    """6.2, 9.2, 9.3a. The seats, the winner of the party first."""
    order = _PLACE_ORDERS[record.rules.place_order == LEFT]
    first = outcome.espagnolette if outcome.active and not outcome.caught else NOBODY
    last = outcome.espagnolette if outcome.caught else NOBODY
    return sorted(
        range(N_SEATS),
        key=lambda s: (s == last, outcome.points[s], outcome.tricks[s], s != first, order.index(s)),
    )


def _rank_lines(record: Record, outcome: Outcome) -> list[str]:
    words = {outcome.party_winner: "wins the party", outcome.party_loser: "loses the party"}
    head = "rank    seat    points    tricks"
    rows = [
        f"{place:>4}  seat {s} {outcome.points[s]:>9} {outcome.tricks[s]:>9}   {words.get(s, '')}"
        for place, s in enumerate(ranking(record, outcome), 1)
    ]
    return [head, *(row.rstrip() for row in rows)]


def _reversis_lines(outcome: Outcome) -> list[str]:
    u, b = outcome.reversis_by, outcome.broken_by
    if u == NOBODY:
        return []
    undertaken = f"seat {u} takes tricks 1 to {_N_FREE_TRICKS}, which is a reversis (8.1):"
    if b == NOBODY:
        return [f"{undertaken} made, with tricks 10 and 11"]
    trick = 1 + next(t for t, taker in enumerate(outcome.takers) if taker != u)
    return [f"{undertaken} broken by seat {b} in trick {trick}"]


def _espagnolette_lines(outcome: Outcome) -> list[str]:
    if outcome.espagnolette == NOBODY:
        return []
    state = "not active, so an ordinary player (9.1)"
    if outcome.active:
        state = "active (9.1)"
    if outcome.active and outcome.reversis_by == NOBODY:
        late = "takes trick 10 or 11: caught (9.3)" if outcome.caught else "not caught (9.2)"
        state = f"{state}, {late}"
    return [f"seat {outcome.espagnolette} has an espagnolette: {state}"]


def _section(heading: str, lines: list[str]) -> str:
    indented = [f"  {part}" for line in lines for part in _folded(line)]
    return "\n".join([heading, *indented])


def _folded(line: str) -> list[str]:
    return wrap(line, _WIDTH, subsequent_indent="    ") if len(line) > _WIDTH else [line]


def explain(record: Record, outcome: Outcome, signs: bool = True) -> str:
    """The whole deal in words and tables, some sixty lines, with sections of RULES.md in brackets.

    `signs` shows the suits as ♠♥♦♣; without, the text is plain ASCII and hands are dotted.
    """
    exchange = [_exchange_line(record, seat) for seat in range(N_SEATS)]
    facts = [*_reversis_lines(outcome), *_espagnolette_lines(outcome)]
    sections = [
        _section(_title(record), _condition_lines(record)),
        _section("Hands as dealt", _hand_lines(record, signs)),
        _section("Exchange", [*exchange, _party_value_line(record)]),
        _section("Play", _trick_lines(record, outcome)),
        _section("Outcome", [*_rank_lines(record, outcome), *facts]),
        _section(
            "Payments, in fiches, with the section of RULES.md", payment_lines(record, outcome)
        ),
        _section("Pool", [pool_line(record, outcome)]),
        _section("Settlement, in fiches", settlement_lines(outcome)),
    ]
    text = "\n\n".join(sections)
    return text if signs else text.translate(_PLAIN_LETTERS)
