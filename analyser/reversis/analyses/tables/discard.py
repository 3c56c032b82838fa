"""Tables of the discard and of what the party is worth (RULES.md 4, 6.1)."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from analyser.engine import Exact
from analyser.reversis.analyses.tables import exact
from analyser.reversis.analyses.tables.definition import Definition, Tally, View
from analyser.reversis.analyses.tables.exact import (
    Chances,
    card_discarded,
    discard_drawn,
    law_of,
)
from analyser.reversis.analyses.tables.rows import Key, Rate, Row, distribution, mean
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import CARD_INDEXES, RANKS
from analyser.reversis.question import Question
from kernels.reversis.cards import N_CARDS

_SEATS = range(N_SEATS)
_CARDS = {"quinola": ("JH",), "ace of diamonds": ("AD",), "another ace": ("AC", "AH", "AS")}


def _one_card(question: Question, seat: int | None, n_cards: int) -> tuple[Fraction | None, str]:
    """The exact chance that one of n_cards is what a seat, or any, discarded, and its basis."""
    draw = discard_drawn(question) if seat is None else card_discarded(question, seat)
    if draw is None:
        return None, ""
    return Fraction(n_cards * draw.n_cards, N_CARDS), draw.basis


def _card_rows(question: Question, tally: Tally) -> list[Row]:
    """What each seat discarded; of a single card also whether any did."""
    counts, n = tally.counts["discarded_cards"], tally.n_deals
    rows: list[Row] = []
    for name, cards in _CARDS.items():
        by_seat = counts[:, [CARD_INDEXES[card] for card in cards]].sum(axis=1)
        all_seats = [(None, by_seat.sum())] if len(cards) == 1 else []
        rows += [
            Rate(Key("card", seat=seat), name, count, n, *_one_card(question, seat, len(cards)))
            for seat, count in (*enumerate(by_seat), *all_seats)
        ]
    return rows


def _rank_rows(question: Question, tally: Tally) -> list[Row]:
    by_rank = tally.counts["discarded_cards"].reshape(N_SEATS, len(RANKS), -1).sum(axis=2)
    return [
        Rate(Key("rank", seat=seat), name, count, tally.n_deals, *_one_card(question, seat, 4))
        for seat in _SEATS
        for name, count in zip(RANKS, by_rank[seat], strict=True)
    ]


def _declined_rows(tally: Tally) -> list[Row]:
    """4. Seats 0 to 2 may decline, the dealer may not."""
    counts = tally.counts["declined"][: N_SEATS - 1]
    return [
        Rate(Key("declined", seat=seat), "declined", count, tally.n_deals)
        for seat, count in enumerate(counts)
    ]


def _discard_rows(question: Question, tally: Tally) -> list[Row]:
    draw = discard_drawn(question)
    in_it: list[tuple[str, Exact, Callable[[int], Chances]]] = [
        ("aces", tally.counts["discard_aces"], exact.aces),
        ("hearts", tally.counts["discard_hearts"], exact.hearts),
        ("points", tally.counts["discard_points"].sum(axis=(1, 2)), exact.points),
    ]
    numbers = [
        rate
        for name, counts, chances in in_it
        for rate in distribution(Key(name), counts, law_of(draw, chances))
    ]
    cards = (*_card_rows(question, tally), *_rank_rows(question, tally))
    return [*_declined_rows(tally), *cards, *numbers]


def _value_rows(question: Question, tally: Tally) -> list[Row]:
    rules, counts = question.rules, tally.counts["discard_points"]
    values: dict[int, int] = {}
    for (n_points, has_ace, has_quinola), count in _cells(counts):
        value = exact.value_of(rules, n_points, has_ace, has_quinola)
        values[value] = values.get(value, 0) + count
    law = law_of(discard_drawn(question), lambda _: exact.party_value(rules))
    chances = law.chances if law else {}
    key, basis = Key("party value"), law.basis if law else ""
    rates = [
        Rate(key, str(value), values.get(value, 0), tally.n_deals, chances.get(value), basis)
        for value in sorted({*values, *chances})
    ]
    return [*rates, mean(key, "party_fiches_per_deal", values, law)]


def _cells(counts: Exact) -> Iterator[tuple[tuple[int, ...], int]]:
    """The places and numbers of an array, but for zeros."""
    for place in zip(*counts.nonzero(), strict=True):
        yield tuple(map(int, place)), counts[place]


TABLES: Sequence[Definition] = (
    Definition(
        "discard",
        "who declines, and what lies in the discard",
        ("declined", "discarded_cards", "discard_aces", "discard_hearts", "discard_points"),
        _discard_rows,
        (
            View("declined", "Declined in the exchange", ""),
            View("card", "What a seat laid or declined", ""),
            View("rank", "Rank of the card that a seat laid or declined", "rank"),
            View("aces", "Aces in the discard", "aces"),
            View("hearts", "Hearts in the discard", "hearts"),
            View("points", "Points in the discard", "points", xlabel="points in the discard"),
        ),
    ),
    Definition(
        "party-value",
        "what the party is worth",
        ("discard_points",),
        _value_rows,
        (View("party value", "What the party is worth", "fiches", xlabel="value, fiches"),),
    ),
)
