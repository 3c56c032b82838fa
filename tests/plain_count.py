"""What happened in a settled record, counted from its cards in plain Python, by seat."""

from collections import Counter

SEATS = range(4)
RANKS = "23456789JQKA"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
QUINOLA = "JH"
ACES = {"AS", "AH", "AD", "AC"}


def replayed(record):
    """The leader, the cards by seat and the taker of each trick."""
    leader, tricks = 0, []
    for cards in record["play"]:
        by_seat = {(leader + n) % 4: card for n, card in enumerate(cards)}
        led = [seat for seat in SEATS if by_seat[seat][1] == cards[0][1]]
        taker = max(led, key=lambda seat: RANKS.index(by_seat[seat][0]))
        tricks.append((leader, by_seat, taker))
        leader = taker
    return tricks


def quinola_case(tricks):
    """The owner of the quinola, and how it left the hand; nobody where it was discarded."""
    for leader, by_seat, _ in tricks:
        for seat, card in by_seat.items():
            if card == QUINOLA:
                on_suit = by_seat[leader][1] == "H"
                return seat, "led" if seat == leader else "forced" if on_suit else "placed"
    return None, None


def revoked(tricks, seat):
    """Whether the seat plays off a suit that it holds in tricks 1 to 9."""
    held = [by_seat[seat] for _, by_seat, _ in tricks]
    return any(
        by_seat[seat][1] != by_seat[leader][1]
        and any(card[1] == by_seat[leader][1] for card in held[number:])
        for number, (leader, by_seat, _) in enumerate(tricks[:9])
    )


def discarded_by(record):
    """Who laid the quinola, or declined it."""
    talon = [*record["talon"], None]
    for seat, laid in enumerate(record["exchange"]):
        if QUINOLA in (laid, talon[seat] if laid is None else None):
            return seat
    return None


def counted(record):
    """The figures of one deal: a counter of (figure, seat)."""
    tricks = replayed(record)
    takers = [taker for _, _, taker in tricks]
    figures = Counter()
    for seat in SEATS:
        figures["payment", seat] += record["settlement"]["payments"][seat]
        for name, fiches in record["settlement"]["components"].items():
            figures[name, seat] += fiches[seat]
        taken = [by_seat.values() for _, by_seat, taker in tricks if taker == seat]
        figures["tricks", seat] += len(taken)
        figures["points", seat] += sum(POINTS.get(card[0], 0) for cards in taken for card in cards)
        figures["quinola_discarded", seat] += discarded_by(record) == seat
    u = takers[0] if len(set(takers[:9])) == 1 else None
    count_reversis(figures, takers, u)
    count_party(figures, record, u)
    owner, case = quinola_case(tricks)
    if u is None and owner is not None:
        figures[f"quinola_{case}", owner] += 1
    for seat in SEATS:
        count_espagnolette(figures, tricks, takers, seat, u)
    return figures


def count_reversis(figures, takers, u):
    if u is None:
        return
    figures["reversis_undertaken", u] += 1
    broken_by = next((taker for taker in takers if taker != u), None)
    figures["reversis_made" if broken_by is None else "reversis_failed", u] += 1
    if broken_by is not None:
        figures["reversis_broken", broken_by] += 1


def count_party(figures, record, u):
    """The winner gains by the party, the loser loses."""
    if u is None:
        fiches = record["settlement"]["components"]["party"]
        figures["party_won", fiches.index(max(fiches))] += 1
        figures["party_lost", fiches.index(min(fiches))] += 1


def count_espagnolette(figures, tricks, takers, seat, u):
    hand = {by_seat[seat] for _, by_seat, _ in tricks}
    n_aces = len(hand & ACES)
    if n_aces < 3 or (n_aces == 3 and QUINOLA not in hand):
        return
    is_active = revoked(tricks, seat)
    figures["espagnolette_dealt", seat] += 1
    figures["espagnolette_active", seat] += is_active
    figures["espagnolette_caught", seat] += is_active and u is None and seat in takers[9:]


def count(records):
    """The sums of all figures over records."""
    total = Counter()
    for record in records:
        total.update(counted(record))
    return total
