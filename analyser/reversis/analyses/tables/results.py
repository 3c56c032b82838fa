"""Tables of what is taken and won: points, tricks, the party, reversis (RULES.md 5, 6.3, 8.1)."""

from collections.abc import Iterator, Sequence

from analyser.engine import Exact
from analyser.reversis.analyses.tables.counts import LOST, NEITHER, WON
from analyser.reversis.analyses.tables.definition import Definition, Tally, View
from analyser.reversis.analyses.tables.rows import Key, Rate, Row, distribution, mean
from analyser.reversis.question import Question

_PARTY = {NEITHER: "neither", WON: "won", LOST: "lost"}


def _taken_rows(figure: str, unit: str, counts: Exact) -> list[Row]:
    """How many a seat takes, of [4, n]."""
    rows: list[Row] = []
    for seat, of_seat in enumerate(counts):
        rows += distribution(Key(figure, seat=seat), of_seat)
        rows.append(mean(Key(figure, seat=seat), unit, dict(enumerate(of_seat))))
    return rows


def _point_rows(question: Question, tally: Tally) -> list[Row]:
    return _taken_rows("points", "points_taken_per_deal", tally.counts["points_taken"])


def _trick_rows(question: Question, tally: Tally) -> list[Row]:
    return _taken_rows("tricks", "tricks_taken_per_deal", tally.counts["tricks_taken"])


def _ends(key: Key, counts: Exact) -> list[Rate]:
    """How often the party was won and lost, of [3]; without a party it was neither."""
    n = int(counts.sum())
    return [Rate(key, _PARTY[end], int(counts[end]), n) for end in (WON, LOST, NEITHER) if n]


def _party_rows(question: Question, tally: Tally) -> list[Row]:
    counts = tally.counts["parties"]
    rows: list[Row] = []
    for seat, by_tricks in enumerate(counts):
        rows += _ends(Key("party", seat=seat), by_tricks.sum(axis=0))
        for tricks, ends in enumerate(by_tricks):
            rows += _ends(Key("by tricks", str(tricks), seat), ends)
    return rows


def _by_undertaker(tally: Tally) -> Iterator[tuple[int | None, Exact]]:
    """How often a reversis was made, then broken by seats 0 to 3; by any seat, then by each."""
    by_seat = tally.counts["reversis"][1:]
    yield None, by_seat.sum(axis=0)
    yield from enumerate(by_seat)


def _reversis_rows(question: Question, tally: Tally) -> list[Row]:
    rows: list[Row] = []
    for seat, (made, *broken) in _by_undertaker(tally):
        n = int(made + sum(broken))
        numbers = {"undertaken": n, "made": made, "broken": n - made}
        key, of_those = Key("per deal", seat=seat), Key("of those undertaken", seat=seat)
        rows += [Rate(key, name, int(count), tally.n_deals) for name, count in numbers.items()]
        fates = {"made": made} | {f"broken by {by}": x for by, x in enumerate(broken) if by != seat}
        rows += [Rate(of_those, name, int(count), n) for name, count in fates.items() if n]
    return rows


TABLES: Sequence[Definition] = (
    Definition(
        "points",
        "card points that a seat takes",
        ("points_taken",),
        _point_rows,
        (View("points", "Points taken", "points", xlabel="points taken"),),
    ),
    Definition(
        "tricks",
        "tricks that a seat takes",
        ("tricks_taken",),
        _trick_rows,
        (View("tricks", "Tricks taken", "tricks", xlabel="tricks taken"),),
    ),
    Definition(
        "party",
        "the party won and lost, by seat and by tricks taken",
        ("parties",),
        _party_rows,
        (
            View("party", "The party", "seat", "seat", "outcome"),
            View(
                "by tricks",
                "The party by tricks taken",
                "tricks",
                "given",
                "outcome",
            ),
        ),
    ),
    Definition(
        "reversis",
        "reversis undertaken, made and broken, by seat and by who breaks it",
        ("reversis",),
        _reversis_rows,
        (
            View("per deal", "Reversis, by who undertakes it", "seat", "seat", "outcome"),
            View(
                "of those undertaken", "Of those undertaken, by who does", "seat", "seat", "outcome"
            ),
        ),
    ),
)
