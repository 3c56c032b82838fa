"""Which decisions on a reversis are asked about: at which tricks, of all seats or of one hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyser.errors import OptionError, nearest
from analyser.reversis.analyses.discard.analysis import Lay, checked_seat, lays_of
from analyser.reversis.lineup import N_SEATS
from analyser.reversis.notation import card_index, hand_text, parse_hand, shown
from analyser.reversis.question import Question, checked_count
from analyser.reversis.record import DEALER
from kernels.reversis.batches import N_BATCH
from kernels.reversis.fork import ANY_SEAT, AS_DECIDED, Fork, attempting

TRICKS = (1, 2, 4, 6, 8)
LAST_TRICK = 10  # in trick 11 there is one card left, and nothing to decide
COLUMNS = ("trick", "strength", "quinola", "seat")
"""What rows may be told apart by; they always are by trick."""
N_STRENGTHS = 12  # likely winners held: none to eleven
QUINOLA = ("held", "played", "elsewhere")
"""Where the quinola is for who decides: in hand; played on the way, in a trick won; anywhere else,
the discard and the tricks taken from others included."""


@dataclass(frozen=True)
class Spot:
    """Which decisions are asked about.

    tricks : of each at least one, ascending. hand : as dealt to `seat`, a set of cards, and how it
    exchanges, where that is given; without a hand all seats are asked about.
    """

    tricks: tuple[int, ...]
    hand: int | None = None
    seat: int = 0
    lay: Lay | None = None

    @property
    def fixed(self) -> tuple[int, ...]:
        """The cards known to be dealt to each seat."""
        hand = self.hand or 0
        return tuple(hand if seat == self.seat else 0 for seat in range(N_SEATS))

    def sizes(self, trick: int) -> dict[str, int]:
        """How many different cases there can be at a trick, by what they may be told apart."""
        return {
            "strength": N_STRENGTHS - trick + 1,
            "quinola": 2 if trick == 1 else len(QUINOLA),
            "seat": N_SEATS if self.hand is None else 1,
        }

    def fork(self, trick: int, first_deal: int, goes_on: bool) -> Fork:
        """The decision at a trick, given. Without a hand each seat has its own deals at trick 1."""
        seat = ANY_SEAT if trick > 1 else first_deal // N_BATCH % N_SEATS
        return self._exchanged(attempting(seat if self.hand is None else self.seat, trick, goes_on))

    @property
    def as_decided(self) -> Fork:
        """All decide for themselves."""
        return self._exchanged(AS_DECIDED)

    def _exchanged(self, fork: Fork) -> Fork:
        if self.lay is None:
            return fork
        return fork._replace(lay_seat=self.seat, lay_number=self.lay.number)


def checked_tricks(tricks: Iterable[int] | None, has_hand: bool) -> tuple[int, ...]:
    """Tricks in order, each once; those of the analysis for None. Raises OptionError."""
    if tricks is None:
        return TRICKS[:1] if has_hand else TRICKS
    wanted = sorted({checked_count("trick", trick, 1, LAST_TRICK) for trick in tricks})
    if not wanted:
        raise OptionError(f"tricks: none given; some of 1 to {LAST_TRICK} are accepted")
    return tuple(wanted)


def checked_by(by: str | Iterable[str]) -> tuple[str, ...]:
    """What rows are told apart by besides the trick, in the order of COLUMNS; raises OptionError.

    by : columns, or their names with commas between.
    """
    names = [name.strip() for name in (by.split(",") if isinstance(by, str) else by)]
    for name in names:
        if name not in COLUMNS:
            raise OptionError(
                f"by {shown(name)}: {', '.join(COLUMNS)} are accepted; did you mean "
                f"{nearest(name, COLUMNS)}?"
            )
    return tuple(column for column in COLUMNS[1:] if column in names)


def check_needs_hand(hand: str | None, **given: object) -> None:
    """Raises OptionError for an argument that says something of a hand where there is none."""
    for name, value in given.items():
        if hand is None and value is not None:
            raise OptionError(f"{name} {shown(value)}: goes with a HAND; none is given")


def only_policy(specs: Sequence[str]) -> str:
    """The one policy that plays a hand; raises OptionError for another number of them."""
    if len(specs) != 1:
        raise OptionError(f"{len(specs)} policies: with a HAND one is accepted, its player's")
    return specs[0]


def _lay_named(text: str, hand: int, seat: int, question: Question) -> Lay:
    """The lay that a card or "decline" names; raises NotationError or OptionError."""
    card = None if text.strip().lower() == "decline" else card_index(text)
    for lay in lays_of(hand, seat, question):
        if lay.card == card:
            return lay
    if card is None:
        raise OptionError("lay 'decline': the dealer, seat 3, lays one of twelve cards")
    is_held = hand >> card & 1
    reason = "the rules forbid laying the quinola" if is_held else f"not in {hand_text(hand)}"
    raise OptionError(f"lay {shown(text)}: {reason}")


def spot_of(
    question: Question,
    hand: str | None = None,
    seat: int | None = None,
    lay: str | None = None,
    tricks: Iterable[int] | None = None,
) -> Spot:
    """Which decisions are asked about, from plain values.

    hand : as dealt, dotted or a list of cards; `seat` is 0 by default. lay : the card laid in the
    exchange, or "decline"; what the policy lays by default. tricks : 1 by default with a hand,
    TRICKS without. Raises NotationError for hand and card, OptionError for anything else.
    """
    check_needs_hand(hand, seat=seat, lay=lay)
    wanted = checked_tricks(tricks, hand is not None)
    if hand is None:
        return Spot(wanted)
    place = checked_seat(0 if seat is None else seat)
    cards = parse_hand(hand, 12 if place == DEALER else 11, f"seat {place}")
    given = None if lay is None else _lay_named(lay, cards, place, question)
    return Spot(wanted, cards, place, given)
