"""What probability tables count, counted from settled records in plain Python, card by card."""

from collections import Counter

from plain_count import ACES, POINTS, QUINOLA, SEATS, discarded_by, replayed, revoked
from referee.ledger import Ledger
from referee.referee import settle

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
MOMENTS = ("as dealt", "after the exchange")


def cards_of(dotted):
    """The cards of a dotted hand."""
    return {
        rank + suit for suit, ranks in zip("SHDC", dotted.split("."), strict=True) for rank in ranks
    }


def hands_of(record):
    """By moment and seat, the cards in hand."""
    dealt = [cards_of(hand) for hand in record["hands"]]
    held = []
    for seat, laid in enumerate(record["exchange"]):
        taken = {record["talon"][seat]} if seat < 3 and laid is not None else set()
        held.append((dealt[seat] - {laid}) | taken)
    return dealt, held


def discard_of(record):
    """By seat, the card laid or declined."""
    talon = [*record["talon"], None]
    return [laid or talon[seat] for seat, laid in enumerate(record["exchange"])]


def is_espagnolette(hand):
    n_aces = len(hand & ACES)
    return n_aces == 4 or (n_aces == 3 and QUINOLA in hand)


def points_of(cards):
    return sum(POINTS.get(card[0], 0) for card in cards)


class Count:
    """Counts of one record: of (table, figure, given, seat, outcome), and numbers to add up."""

    def __init__(self, record):
        self.counts = Counter()
        self.record = record
        self.tricks = replayed(record)
        self.takers = [taker for _, _, taker in self.tricks]
        self.u = self.takers[0] if len(set(self.takers[:9])) == 1 else None
        self.dealt, self.held = hands_of(record)
        self.discard = discard_of(record)
        for count in (
            self.hands, self.espagnolettes, self.discards, self.specials, self.guards,
            self.results, self.parties, self.reversis, self.payments,
        ):  # fmt: skip
            count()

    def add(self, table, figure, outcome, seat=None, given=""):
        self.counts[table, figure, given, seat, str(outcome)] += 1

    def hands(self):
        for moment, hands in zip(MOMENTS, (self.dealt, self.held), strict=True):
            for seat, hand in enumerate(hands):
                lengths = [sum(card[1] == suit for card in hand) for suit in SUITS]
                others = sum(card[1] == "H" for card in hand) - 1
                where = {"seat": seat, "given": moment}
                held = others if QUINOLA in hand else "not held"
                self.add("hand-quinola", "other hearts", held, **where)
                self.add("hand-aces", "aces", len(hand & ACES), **where)
                self.add("hand-suits", "voids", lengths.count(0), **where)
                self.add("hand-suits", "shortest suit", min(lengths), **where)
                self.add("hand-points", "points", points_of(hand), **where)
                if is_espagnolette(hand):
                    for whose in (seat, None):
                        self.add("espagnolette", "held", "espagnolette", whose, moment)

    def espagnolettes(self):
        for seat in SEATS:
            if is_espagnolette(self.held[seat]):
                is_used = revoked(self.tricks, seat)
                is_caught = is_used and self.u is None and seat in self.takers[9:]
                use = "caught" if is_caught else "used" if is_used else "not used"
                for whose in (seat, None):
                    self.add("espagnolette", "use", use, whose)

    def discards(self):
        for seat, card in enumerate(self.discard):
            if self.record["exchange"][seat] is None:
                self.add("discard", "declined", "declined", seat)
            self.add("discard", "rank", card[0], seat)
            names = {QUINOLA: "quinola", "AD": "ace of diamonds"}
            if card in names:
                self.add("discard", "card", names[card], seat)
                self.add("discard", "card", names[card])
            elif card in ACES:
                self.add("discard", "card", "another ace", seat)
        self.add("discard", "aces", len(ACES & set(self.discard)))
        self.add("discard", "hearts", sum(card[1] == "H" for card in self.discard))
        self.add("discard", "points", points_of(self.discard))
        worth = {"AD": 5, QUINOLA: 3}
        value = 4 + sum(worth.get(card, POINTS.get(card[0], 0)) for card in self.discard)
        self.add("party-value", "party value", value)

    def fate_of(self, card):
        """The seat whose the card is, its trick (none in the discard) and its fate."""
        if card in self.discard:
            return self.discard.index(card), None, "discarded"
        for number, (leader, by_seat, _) in enumerate(self.tricks, 1):
            for seat, played in by_seat.items():
                if played == card:
                    is_on_suit = by_seat[leader][1] == card[1]
                    case = "led" if seat == leader else "forced" if is_on_suit else "placed"
                    return seat, number, case if self.u is None else "in a reversis"
        raise AssertionError(card)

    def specials(self):
        names = {f"A{suit}": f"ace of {name}" for suit, name in SUITS.items()}
        for card in (QUINOLA, *names):
            seat, trick, fate = self.fate_of(card)
            table = "quinola" if card == QUINOLA else "aces"
            figure = "trick" if card == QUINOLA else f"trick of the {names[card]}"
            for whose in (None, seat):
                self.add(table, "fate", fate, whose, names.get(card, ""))
                if trick:
                    self.add(table, figure, trick, whose, fate)

    def guards(self):
        seat, trick, fate = self.fate_of(QUINOLA)
        assert (seat if trick is None else None) == discarded_by(self.record)
        others = [
            sum(card[1] == "H" and card != QUINOLA for card in hands[seat])
            for hands in (self.dealt, self.held)
        ]
        is_dealt = QUINOLA in self.dealt[seat]
        self.add("quinola", "whose", "dealt", seat)
        for whose in (None, seat):
            given = str(others[0]) if is_dealt else "in the talon"
            self.add("quinola", "guards dealt", fate, whose, given)
            if trick:
                self.add("quinola", "guards held", fate, whose, str(others[1]))

    def results(self):
        for seat in SEATS:
            taken = [by_seat.values() for _, by_seat, taker in self.tricks if taker == seat]
            self.add("points", "points", points_of(c for cards in taken for c in cards), seat)
            self.add("tricks", "tricks", len(taken), seat)

    def parties(self):
        fiches = self.record["settlement"]["components"].get("party", [0] * 4)
        for seat in SEATS:
            end = "won" if fiches[seat] > 0 else "lost" if fiches[seat] < 0 else "neither"
            self.add("party", "party", end, seat)
            self.add("party", "by tricks", end, seat, str(self.takers.count(seat)))

    def reversis(self):
        if self.u is None:
            return
        breaker = next((taker for taker in self.takers if taker != self.u), None)
        for whose in (None, self.u):
            end = "made" if breaker is None else "broken"
            self.add("reversis", "per deal", "undertaken", whose)
            self.add("reversis", "per deal", end, whose)
            fate = "made" if breaker is None else f"broken by {breaker}"
            self.add("reversis", "of those undertaken", fate, whose)

    def payments(self):
        for seat, fiches in enumerate(self.record["settlement"]["payments"]):
            self.add("payments", "payment", fiches, seat)
            sign = "wins" if fiches > 0 else "loses" if fiches < 0 else "neither"
            self.add("payments", "sign", sign, seat)
            for step in (10, 20, 40, 80, 160, 320):
                if abs(fiches) >= step:
                    self.add("payments", "tail", f"{sign} {step} or more", seat)


def count(records):
    """The counts of all records together: of (table, figure, given, seat, outcome)."""
    total = Counter()
    for record in records:
        total.update(Count(record).counts)
    return total


def transfers_of(record, monkeypatch):
    """Fiches by (payer, payee) of one deal as the referee pays them; the pool is a party."""
    made = []
    pay = Ledger.pay

    def noted(self, *arguments, **options):
        payments = pay(self, *arguments, **options)
        made.extend((f"seat {p.payer}", f"seat {p.payee}", p.fiches) for p in payments)
        return payments

    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "pay", noted)
        settled = settle({k: v for k, v in record.items() if k != "settlement"})
    for seat, fiches in enumerate(settled.components["pool"]):
        pair = ("pool", f"seat {seat}") if fiches > 0 else (f"seat {seat}", "pool")
        made.append((*pair, abs(fiches)))
    by_pair = Counter()
    for payer, payee, fiches in made:
        for pair in ((payer, payee), (payer, "all"), ("all", payee)):
            by_pair[pair] += fiches
    return by_pair
