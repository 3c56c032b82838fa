"""Tables of hands, as dealt and after the exchange (RULES.md 3, 4, 9)."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from analyser.engine import Exact
from analyser.reversis.analyses.tables import exact
from analyser.reversis.analyses.tables.counts import NOT_HELD
from analyser.reversis.analyses.tables.definition import Definition, Tally, View
from analyser.reversis.analyses.tables.exact import Chances, Law, hand_drawn, law_of
from analyser.reversis.analyses.tables.rows import Key, Rate, Row, distribution, mean
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.question import Question

MOMENTS = ("as dealt", "after the exchange")
_SEATS = range(N_SEATS)
_NOT_HELD = {NOT_HELD: "not held"}


def _hands(
    question: Question, figure: str, counts: Exact, chances: Callable[[int], Chances]
) -> Iterator[tuple[Key, Exact, Law | None]]:
    """What is known of the hands at each moment and seat."""
    for moment, name in enumerate(MOMENTS):
        for seat in _SEATS:
            law = law_of(hand_drawn(question, moment, seat), chances)
            yield Key(figure, name, seat), counts[moment, seat], law


def _quinola_rows(question: Question, tally: Tally) -> list[Row]:
    def chances(n_cards: int) -> Chances:
        return exact.quinola(n_cards, NOT_HELD)

    hands = _hands(question, "other hearts", tally.counts["hand_quinola"], chances)
    return [rate for hand in hands for rate in distribution(*hand, _NOT_HELD)]


def _ace_rows(question: Question, tally: Tally) -> list[Row]:
    hands = _hands(question, "aces", tally.counts["hand_aces"], exact.aces)
    return [rate for hand in hands for rate in distribution(*hand)]


def _suit_rows(question: Question, tally: Tally) -> list[Row]:
    voids = _hands(question, "voids", tally.counts["hand_voids"], exact.voids)
    shortest = _hands(question, "shortest suit", tally.counts["hand_shortest"], exact.shortest)
    return [rate for hand in (*voids, *shortest) for rate in distribution(*hand)]


def _point_rows(question: Question, tally: Tally) -> list[Row]:
    rows: list[Row] = []
    for key, counts, law in _hands(question, "points", tally.counts["hand_points"], exact.points):
        rows += distribution(key, counts, law)
        rows.append(mean(key, "points_per_hand", dict(enumerate(counts)), law))
    return rows


def _held_rows(question: Question, tally: Tally, moment: int) -> list[Row]:
    """How often a seat, or any, has an espagnolette; two cannot in one deal."""
    counts = tally.counts["hand_espagnolettes"][moment]
    draws = [hand_drawn(question, moment, seat) for seat in _SEATS]
    chances = [exact.espagnolette(draw.n_cards) if draw else None for draw in draws]
    bases = [draw.basis if draw else "" for draw in draws]
    known = [chance for chance in chances if chance is not None]
    in_all = sum(known, Fraction(0)) if len(known) == N_SEATS else None
    n, basis = tally.n_deals, "the four seats together" if in_all else ""
    return [
        Rate(Key("held", MOMENTS[moment], seat), "espagnolette", count, n, chance, basis)
        for seat, count, chance, basis in (
            *zip(_SEATS, counts, chances, bases, strict=True),
            (None, counts.sum(), in_all, basis),
        )
    ]


def _use_rows(tally: Tally) -> list[Row]:
    """9.1, 9.3. What became of the espagnolettes held after the exchange."""
    by_holder = tally.counts["espagnolettes"][1:]
    uses = [(None, by_holder.sum(axis=0)), *enumerate(by_holder)]
    names = {0: "not used", 1: "used", 2: "caught"}
    return [
        rate
        for seat, (unused, used) in uses
        for rate in distribution(Key("use", seat=seat), [unused.sum(), *used], names=names)
    ]


def _espagnolette_rows(question: Question, tally: Tally) -> list[Row]:
    held = [row for moment in range(2) for row in _held_rows(question, tally, moment)]
    return [*held, *_use_rows(tally)]


TABLES: Sequence[Definition] = (
    Definition(
        "hand-quinola",
        "the quinola in a hand, by the number of other hearts with it",
        ("hand_quinola",),
        _quinola_rows,
        (
            View(
                "other hearts",
                "The quinola in a hand, by other hearts",
                "hearts",
                xlabel="other hearts with the quinola",
            ),
        ),
    ),
    Definition(
        "hand-aces",
        "aces in a hand",
        ("hand_aces",),
        _ace_rows,
        (View("aces", "Aces in a hand", "aces", xlabel="aces in a hand"),),
    ),
    Definition(
        "hand-suits",
        "voids in a hand, and the length of its shortest suit",
        ("hand_voids", "hand_shortest"),
        _suit_rows,
        (
            View("voids", "Voids in a hand", "voids"),
            View("shortest suit", "Cards of the shortest suit", "cards"),
        ),
    ),
    Definition(
        "hand-points",
        "points in a hand",
        ("hand_points",),
        _point_rows,
        (View("points", "Points in a hand", "points", xlabel="points in a hand"),),
    ),
    Definition(
        "espagnolette",
        "who holds an espagnolette, whether it is used, whether it is caught",
        ("hand_espagnolettes", "espagnolettes"),
        _espagnolette_rows,
        (
            View("held", "An espagnolette in a hand", "seat", "seat", "given"),
            View("use", "What becomes of an espagnolette that is held", "seat", "seat", "outcome"),
        ),
    ),
)
