"""Tables of payments: their distribution, and who pays whom (RULES.md 10)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile

from analyser.engine import Exact
from analyser.reversis.analyses.tables.definition import PAYMENTS, Definition, Tally, View
from analyser.reversis.analyses.tables.ledger import ALL, GROSS, NET, POOL, payment_of
from analyser.reversis.analyses.tables.rows import Key, Mean, Quantile, Rate, Row, mean, quantile
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.question import Question

UNIT = "fiches_per_deal"
_SHARES = ("0.1", "1", "5", "25", "50", "75", "95", "99", "99.9")  # per cent
# What is gained or lost at least: 10 fiches, twice that, and so on as far as anything reaches.
_TAIL_FROM = 10
_PARTIES = {**{seat: f"seat {seat}" for seat in range(N_SEATS)}, POOL: "pool", ALL: "all"}


def _by_seat(payments: Counter[int]) -> list[dict[int, int]]:
    """How often each seat was paid what, the least first."""
    by_seat: list[dict[int, int]] = [{} for _ in range(N_SEATS)]
    for code, count in sorted(payments.items()):
        seat, fiches = payment_of(code)
        by_seat[seat][fiches] = count
    return by_seat


def _rates(key: Key, counts: Mapping[str, int], n: int) -> list[Rate]:
    return [Rate(key, name, count, n) for name, count in counts.items()]


def _sign_rows(seat: int, counts: Mapping[int, int], n: int) -> list[Rate]:
    signs = {
        "wins": sum(count for fiches, count in counts.items() if fiches > 0),
        "neither": counts.get(0, 0),
        "loses": sum(count for fiches, count in counts.items() if fiches < 0),
    }
    return _rates(Key("sign", seat=seat), signs, n)


def _tail_rows(seat: int, counts: Mapping[int, int], n: int, furthest: int) -> list[Rate]:
    """How often a seat loses or wins so much or more."""
    doubled = (_TAIL_FROM << step for step in range(furthest.bit_length()))
    steps = list(takewhile(lambda step: step <= furthest, doubled))
    tails = {
        f"{side} {step} or more": sum(c for fiches, c in counts.items() if sign * fiches >= step)
        for side, sign, ordered in (("loses", -1, reversed(steps)), ("wins", 1, steps))
        for step in ordered
    }
    return _rates(Key("tail", seat=seat), tails, n)


def _quantile_rows(seat: int, counts: Mapping[int, int]) -> list[Quantile]:
    key = Key("quantile", seat=seat)
    return [
        quantile(key, f"{share} %", "quantile_fiches", counts, Fraction(share) / 100)
        for share in _SHARES
    ]


def _payment_rows(question: Question, tally: Tally) -> list[Row]:
    by_seat, n = _by_seat(tally.payments), tally.n_deals
    furthest = max(abs(fiches) for counts in by_seat for fiches in counts)
    rows: list[Row] = []
    for seat, counts in enumerate(by_seat):
        rows.append(mean(Key("mean", seat=seat), UNIT, counts, has_sign=True))
        rows += _sign_rows(seat, counts, n)
        rows += _quantile_rows(seat, counts)
        rows += _tail_rows(seat, counts, n, furthest)
        by_name = {str(fiches): count for fiches, count in counts.items()}
        rows += _rates(Key("payment", seat=seat), by_name, n)
    return rows


def _transfers(figure: str, sums: Exact, n: int, has_sign: bool) -> list[Mean]:
    """Fiches per deal between one and another, of [2, 6, 6]: sums and squares."""

    def cell(one: int, other: int) -> Mean:
        total, square = sums[:, one, other]
        key = Key(figure, _PARTIES[one])
        return Mean(key, _PARTIES[other], UNIT, n, total, square, has_sign=has_sign)

    return [cell(one, other) for one in _PARTIES for other in _PARTIES if one != other]


def _transfer_rows(question: Question, tally: Tally) -> list[Row]:
    counts, n = tally.counts["transfers"], tally.n_deals
    gross = _transfers("pays", counts[GROSS], n, has_sign=False)
    return [*gross, *_transfers("wins from", counts[NET], n, has_sign=True)]


def _transfer_view(figure: str, title: str) -> View:
    return View(figure, title, "", "given", "outcome", order=tuple(_PARTIES.values()))


TABLES: Sequence[Definition] = (
    Definition(
        "payments",
        "what a seat is paid: mean, quantiles, tail, the whole distribution",
        (PAYMENTS,),
        _payment_rows,
        (
            View("mean", "Payment, fiches per deal", ""),
            View("sign", "How a deal ends for a seat", ""),
            View("quantile", "Quantiles of the payment, fiches", "quantile"),
            View(
                "payment", "What a seat is paid", "fiches", xlabel="fiches per deal", is_wide=True
            ),
            View("tail", "The tail of the payment, fiches", ""),
        ),
    ),
    Definition(
        "transfers",
        "who pays whom: fiches per deal by seat, gross and net, and the pool",
        ("transfers",),
        _transfer_rows,
        (
            _transfer_view("pays", "Row pays column, fiches per deal, gross"),
            _transfer_view("wins from", "Row wins from column, fiches per deal, net"),
        ),
    ),
)
