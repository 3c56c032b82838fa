"""Tables of the quinola's and the aces' fate (RULES.md 4, 7): who had them, how they left."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from analyser.engine import Exact
from analyser.reversis.analyses.tables.counts import IN_DISCARD, IN_TALON
from analyser.reversis.analyses.tables.deals import IN_REVERSIS, THE_QUINOLA
from analyser.reversis.analyses.tables.definition import Definition, Tally, View
from analyser.reversis.analyses.tables.exact import card_discarded, discard_drawn
from analyser.reversis.analyses.tables.rows import Key, Rate, Row
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import SUIT_NAMES
from analyser.reversis.question import Question
from kernels.reversis import fields as f
from kernels.reversis.cards import N_CARDS

# The fates in the order shown; one of them befalls the card in every deal.
FATES = {
    "placed": f.PLACED,
    "forced": f.FORCED_CASE,
    "led": f.LED_CASE,
    "discarded": f.IN_DISCARD,
    "in a reversis": IN_REVERSIS,
}
_PLAYED = [name for name, fate in FATES.items() if fate != f.IN_DISCARD]
ACES = tuple(f"ace of {suit}" for suit in SUIT_NAMES)
# Cards are dealt in four equal parts, the talon card of a seat with its hand (RULES.md 3).
_PART = Fraction(1, N_SEATS)
_PART_BASIS = f"{N_CARDS // N_SEATS} of {N_CARDS} cards at random, talon card included"


def _by_seat(counts: Exact) -> Iterator[tuple[int | None, Exact]]:
    """An array by seat, for all seats together and for each."""
    yield None, counts.sum(axis=0)
    yield from enumerate(counts)


def _chance_discarded(question: Question, seat: int | None) -> tuple[Fraction | None, str]:
    """The exact chance that a card is discarded, by the seat whose it is."""
    draw = discard_drawn(question) if seat is None else card_discarded(question, seat)
    if draw is None:
        return None, ""
    return Fraction(N_SEATS, N_CARDS), draw.basis


def _fate_rates(key: Key, counts: Exact, names: Iterable[str] = FATES) -> list[Rate]:
    """A rate for each fate from how often each befell the card; none if there is no case."""
    n = int(counts.sum())
    return [Rate(key, name, int(counts[FATES[name]]), n) for name in names if n]


def _fates(question: Question, figure: str, given: str, by_seat: Exact) -> list[Row]:
    """How often each fate befell a card, exact where it is laid at random: of [4, 5]."""
    rows: list[Row] = []
    for seat, counts in _by_seat(by_seat):
        for rate in _fate_rates(Key(figure, given, seat), counts):
            is_discarded = rate.outcome == "discarded"
            exact = _chance_discarded(question, seat) if is_discarded else (None, "")
            rows.append(Rate(rate.key, rate.outcome, rate.count, rate.n, *exact))
    return rows


def _tricks(figure: str, by_seat: Exact, n_deals: int) -> list[Row]:
    """In which trick a card left its owner's hand, and how: of [4, 12, 5]; shares of all deals."""
    return [
        Rate(Key(figure, name, seat), str(trick), int(counts[trick, FATES[name]]), n_deals)
        for seat, counts in _by_seat(by_seat)
        for name in _PLAYED
        for trick in range(1, len(counts))
    ]


def _guards(figure: str, by_guards: Mapping[str, Exact], names: Iterable[str]) -> list[Row]:
    """The quinola's fate by the other hearts that its owner had: of [4, 5] each."""
    return [
        rate
        for guards, by_seat in by_guards.items()
        for seat, counts in _by_seat(by_seat)
        for rate in _fate_rates(Key(figure, guards, seat), counts, names)
    ]


def _owner_rows(tally: Tally) -> list[Row]:
    counts = tally.counts["fates"][THE_QUINOLA].sum(axis=(1, 2))
    return [
        Rate(Key("whose", seat=seat), "dealt", int(count), tally.n_deals, _PART, _PART_BASIS)
        for seat, count in enumerate(counts)
    ]


def _quinola_rows(question: Question, tally: Tally) -> list[Row]:
    fates = tally.counts["fates"][THE_QUINOLA]
    held = {str(n): counts for n, counts in enumerate(tally.counts["guards_held"][:IN_DISCARD])}
    dealt = {str(n): counts for n, counts in enumerate(tally.counts["guards_dealt"])}
    dealt["in the talon"] = dealt.pop(str(IN_TALON))
    return [
        *_owner_rows(tally),
        *_fates(question, "fate", "", fates.sum(axis=1)),
        *_guards("guards held", held, _PLAYED),
        *_guards("guards dealt", dealt, FATES),
        *_tricks("trick", fates, tally.n_deals),
    ]


def _ace_rows(question: Question, tally: Tally) -> list[Row]:
    by_ace = list(zip(ACES, tally.counts["fates"], strict=False))
    fates = [_fates(question, "fate", ace, counts.sum(axis=1)) for ace, counts in by_ace]
    tricks = [_tricks(f"trick of the {ace}", counts, tally.n_deals) for ace, counts in by_ace]
    return [row for rows in (*fates, *tricks) for row in rows]


def _guard_view(figure: str, title: str) -> View:
    xlabel = "other hearts with the quinola"
    return View(figure, title, "hearts", "given", "outcome", is_pooled=True, xlabel=xlabel)


def _trick_view(figure: str, title: str, xlabel: str = "") -> View:
    return View(figure, title, "trick", "outcome", "given", is_pooled=True, xlabel=xlabel)


TABLES: Sequence[Definition] = (
    Definition(
        "quinola",
        "the quinola's fate by seat, by guards (other hearts with it) and by trick",
        ("fates", "guards_dealt", "guards_held"),
        _quinola_rows,
        (
            View("whose", "The quinola dealt to a seat, in hand or talon", ""),
            View("fate", "The quinola's fate by the seat whose it is", "seat", "seat", "outcome"),
            _guard_view("guards held", "The quinola's fate by guards held, if kept"),
            _guard_view("guards dealt", "The quinola's fate by guards dealt with it"),
            _trick_view("trick", "In which trick the quinola goes, and how", "trick"),
        ),
    ),
    Definition(
        "aces",
        "the fate of the aces, by seat and by trick",
        ("fates",),
        _ace_rows,
        (
            View("fate", "The fate of an ace", "ace", "given", "outcome", is_pooled=True),
            *(
                _trick_view(f"trick of the {ace}", f"In which trick the {ace} goes, and how")
                for ace in ACES
            ),
        ),
    ),
)
