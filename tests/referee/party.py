"""The party: RULES.md section 6, with 9.2 and 9.3a."""

from referee.cards import ACE_OF_DIAMONDS, QUINOLA, SEATS, card_points, opposite
from referee.deal import Deal, Findings
from referee.ledger import Ledger, reach_all
from referee.options import Options

PLACES: dict[str, tuple[int, ...]] = {"left": (2, 1, 0, 3), "dealer": (3, 2, 1, 0)}


def party_value(deal: Deal) -> int:
    """6.1. 4 and the points in the discard, the ace of diamonds and the quinola counting more."""
    return deal.options["party_base"] + sum(
        discard_points(card, deal.options) for card in deal.discard
    )


def discard_points(card: str, options: Options) -> int:
    """6.1. What a discarded card adds to the value of the party."""
    if card == ACE_OF_DIAMONDS:
        return options["discard_ace_diamonds"]
    return options["discard_quinola"] if card == QUINOLA else card_points(card)


def ranking(deal: Deal, favoured: int | None) -> list[int]:
    """6.2. The seats by points, tricks and place, lower first; 9.2. `favoured` first of equals."""
    points, n_tricks = deal.points(), deal.n_tricks()
    places = PLACES[deal.options["place_order"]]
    return sorted(
        SEATS,
        key=lambda seat: (points[seat], n_tricks[seat], seat != favoured, places.index(seat)),
    )


def winner_and_loser(deal: Deal, findings: Findings) -> tuple[int, int]:
    """6.3. The first in the ranking and the last; 9.3a. an espagnolette caught is the loser."""
    if findings.caught:
        loser = findings.espagnolette
        return next(seat for seat in ranking(deal, None) if seat != loser), loser
    ranked = ranking(deal, findings.active_espagnolette)
    return ranked[0], ranked[-1]


def settle_party(deal: Deal, findings: Findings, ledger: Ledger) -> tuple[int, int]:
    """6.3. The loser pays the winner V, doubled if they sit opposite. Returns both."""
    winner, loser = winner_and_loser(deal, findings)
    factor = 2 if opposite(winner) == loser else 1
    ledger.pay("party", loser, winner, factor * party_value(deal))
    name_branches(deal, findings, ledger, winner, loser)
    return winner, loser


def name_branches(deal: Deal, findings: Findings, ledger: Ledger, winner: int, loser: int) -> None:
    by_place, favoured = ranking(deal, None), findings.active_espagnolette
    is_doubled = opposite(winner) == loser
    escapes = not findings.caught and favoured is not None
    reach_all(
        ledger,
        [
            (ACE_OF_DIAMONDS in deal.discard, "6.1 ace of diamonds in discard"),
            (QUINOLA in deal.discard, "6.1 quinola in discard"),
            (is_doubled, "6.3 doubled"),
            (winner in ledger.barred, "12 barred winner of the party"),
            (escapes and winner == favoured != by_place[0], "9.2 wins tie"),
            (escapes and by_place[-1] == favoured != loser, "9.2 escapes last place"),
            (findings.caught and by_place[-1] != loser, "9.3a not last on points"),
            (findings.caught and is_doubled, "9.3a doubled"),
        ],
    )
    name_ties(deal, ledger, winner, None if findings.caught else loser)


def name_ties(deal: Deal, ledger: Ledger, winner: int, loser: int | None) -> None:
    """6.2. Name how the winner and the loser, where it goes by the ranking, were found."""
    points, n_tricks = deal.points(), deal.n_tricks()
    for seat in (winner, loser):
        equals = [s for s in SEATS if seat not in (None, s) and points[s] == points[seat]]
        by_place = any(n_tricks[other] == n_tricks[seat] for other in equals)
        reach_all(
            ledger,
            [
                (bool(equals) and not by_place, "6.2 tie on points"),
                (by_place, "6.2 tie on points and tricks"),
                (by_place and deal.options["place_order"] == "dealer", "13 place_order dealer"),
            ],
        )
