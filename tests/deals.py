"""Deals as the kernel's arrays and as records, and what the referee says to the kernel's claims."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from referee.records import dotted
from referee.referee import COMPONENTS, RefereeError, settle

from analyser.reversis.options import rules_from_mapping
from analyser.reversis.policies import compiled, policy_from
from kernels.lanes import N_LANES, Ints, read
from kernels.reversis import fields as f
from kernels.reversis.batches import Policy, Replayed, replay_records
from kernels.reversis.weights import FAMILY, WEIGHTS

CARDS = [rank + suit for rank in "23456789JQKA" for suit in "CDHS"]
INDEX = {card: index for index, card in enumerate(CARDS)}
# Goes for a reversis readily, and does little against another's: so that both come about often.
BOLD = "steady:attempt_from=8,attempt_missing=5,break_from=6,break_keep=0"
BAR_KINDS = ("no", "all", "but-breaks")
CASES = ("discard", "placed", "forced", "led")
SEATS = range(4)

Record = dict[str, Any]

_KEEPS = "lay_quinola=-5000,lay_ace=-5000"
_SWEEPS = "attempt_from=0,attempt_missing=10,lay_rank=-100,lay_quinola=-5000"
_LEADS_HIGH = "lead_taking=-300,lead_one_higher=-200,lead_two_higher=-100"
SPECS = {
    "random": "random",
    "duck": "duck",
    "steady": "steady",
    "declining": "steady:lay_from=1_000_000",
    "privileged": f"steady:espagnolette_from=-1_000_000,{_KEEPS}",
    "late privileged": f"steady:espagnolette_from=400,{_KEEPS}",
    "never privileged": f"steady:espagnolette_from=1_000_000,{_KEEPS}",
    "never privileged, leading high": f"steady:espagnolette_from=1_000_000,{_KEEPS},{_LEADS_HIGH}",
    "hoarding": "steady:shed_quinola=-3000,shed_ace=-3000,espagnolette_from=-1_000_000," + _KEEPS,
    "sweeping": f"steady:attempt_quinola_from=1,{_SWEEPS}",
    "sweeping, quinola last": f"steady:attempt_quinola_from=10,{_SWEEPS}",
    "bold": "steady:attempt_from=4,attempt_missing=4",
    "breaking": "steady:break_from=2",
    "leading high": f"steady:lead_quinola=-2000,{_LEADS_HIGH}",
    "pressing": f"steady:attempt_from=0,attempt_missing=10,{_LEADS_HIGH}",
    "yielding": f"steady:attempt_from=0,attempt_missing=-1,{_LEADS_HIGH}",
}
POLICIES: dict[str, Policy] = dict(
    zip(SPECS, compiled(map(policy_from, SPECS.values())), strict=True)
)


def named(*names: str) -> tuple[Policy, ...]:
    """Policies by name."""
    return tuple(POLICIES[name] for name in names)


def of_family(weights: dict[str, int]) -> Policy:
    """A policy like `steady` but for these weights, which may be out of the ranges for users."""
    numbers = dict(zip(WEIGHTS, POLICIES["steady"].weights, strict=True)) | weights
    return Policy(FAMILY, FAMILY, tuple(numbers[name] for name in WEIGHTS))


class Deals(NamedTuple):
    """Deals told card by card, one a row, as `replay_records` takes them."""

    hands: Ints
    talon: Ints
    laid: Ints
    cards: Ints
    barred: Ints
    pool: Ints


class Claim(NamedTuple):
    """What the kernel says of the deal in a record."""

    record: Record
    payments: list[int]
    pool: int
    components: dict[str, list[int]]
    facts: dict[str, object]


def set_of(cards: Iterable[str]) -> int:
    """Cards by name as a set of the kernel's."""
    return sum(1 << INDEX[card] for card in cards)


def cards_in(hand: int) -> set[str]:
    """A set of the kernel's as cards by name."""
    return {card for index, card in enumerate(CARDS) if hand >> index & 1}


def index_of(cards: Ints) -> Ints:
    """Sets of one card as card indexes, -1 for no card."""
    return np.frexp(cards.astype(np.float64))[1].astype(np.int64) - 1


def deals_in(batch: Ints, rows: Ints) -> Deals:
    """Deals of a batch that keeps all fields, told card by card."""
    n = len(batch) * N_LANES

    def many(field: int, width: int) -> Ints:
        return read(batch, field, n, width).T[rows]

    return Deals(
        hands=many(f.DEALT, 4),
        talon=index_of(many(f.TALON, 3)),
        laid=index_of(many(f.LAID, 4)),
        cards=index_of(many(f.CARD, 44)),
        barred=many(f.BARRED, 4),
        pool=many(f.POOL, 1)[:, 0],
    )


def records_of(deals: Deals, rules: Record) -> list[Record]:
    """Deals played under the same rules, as records."""
    columns = (column.tolist() for column in deals)
    return [_record(rules, *row) for row in zip(*columns, strict=True)]


def _record(
    rules: Record,
    hands: list[int],
    talon: list[int],
    laid: list[int],
    cards: list[int],
    barred: list[int],
    pool: int,
) -> Record:
    return {
        "rules": rules,
        "pool": pool,
        "hands": [dotted(cards_in(hand)) for hand in hands],
        "talon": [CARDS[card] for card in talon],
        "exchange": [None if card < 0 else CARDS[card] for card in laid],
        "play": [[CARDS[card] for card in cards[k : k + 4]] for k in range(0, 44, 4)],
        "barred": {str(seat): BAR_KINDS[code] for seat, code in enumerate(barred) if code},
    }


def deals_of(records: list[Record]) -> Deals:
    """Records as the kernel takes them."""

    def column(numbers: Iterable[Any]) -> Ints:
        return np.array(list(numbers), dtype=np.int64)

    return Deals(
        hands=column([_hand(hand) for hand in record["hands"]] for record in records),
        talon=column([INDEX[card] for card in record["talon"]] for record in records),
        laid=column([INDEX.get(card, -1) for card in record["exchange"]] for record in records),
        cards=column(
            [INDEX[card] for trick in record["play"] for card in trick] for record in records
        ),
        barred=column([_bars(record["barred"]) for record in records]),
        pool=column(record["pool"] for record in records),
    )


def _hand(text: str) -> int:
    """A dotted hand, spades.hearts.diamonds.clubs, as a set of the kernel's."""
    suits = zip(text.split("."), "SHDC", strict=True)
    return set_of(rank + suit for ranks, suit in suits for rank in ranks)


def _bars(barred: dict[str, str]) -> list[int]:
    return [BAR_KINDS.index(barred.get(str(seat), "no")) for seat in SEATS]


def replay(records: list[Record]) -> Replayed:
    """The kernel's answer to records under the same rules."""
    return replay_records(*deals_of(records), rules_from_mapping(records[0]["rules"]))


def claims(records: list[Record]) -> Iterator[Claim]:
    """What the kernel says of records under the same rules."""
    replayed = replay(records)
    for row, record in enumerate(records):
        components = dict(zip(COMPONENTS, replayed.components[row].tolist(), strict=True))
        payments, pool = replayed.payments[row].tolist(), int(replayed.pool_after[row])
        yield Claim(record, payments, pool, components, _facts(replayed, row))


def _facts(replayed: Replayed, row: int) -> dict[str, object]:
    """The facts of a row under the referee's names."""
    seats = ("party_winner", "party_loser", "quinola_owner", "reversis_by", "broken_by")
    facts = {name: _seat(getattr(replayed, name)[row]) for name in (*seats, "espagnolette")}
    return facts | {
        "quinola_case": CASES[replayed.quinola_case[row]],
        "active": bool(replayed.active[row]),
        "caught": bool(replayed.caught[row]),
        "points": replayed.points[row].tolist(),
        "tricks": replayed.tricks[row].tolist(),
    }


def _seat(seat: int) -> int | None:
    return None if seat < 0 else int(seat)


def judge(claim: Claim) -> tuple[set[str], str]:
    """The branches of the rules that a deal reached, and how the referee disagrees ("": nowhere).

    It disagrees with a deal that is not legal, and with any figure or fact that it finds otherwise.
    """
    try:
        settled = settle(claim.record)
    except RefereeError as error:
        return set(), f"refused: {error}\n{line(claim.record)}"
    wrong = [
        f"{name}: kernel {getattr(claim, name)}, referee {getattr(settled, name)}"
        for name in ("payments", "pool", "components", "facts")
        if getattr(claim, name) != getattr(settled, name)
    ]
    return settled.branches, "\n".join([*wrong, line(claim.record)] if wrong else [])


def line(record: Record) -> str:
    """The record as a line of JSON."""
    return json.dumps(record, separators=(",", ":"))
