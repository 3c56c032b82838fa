"""Tallies of played deals: for every figure of every seat and player, sum and sum of squares.

The unit is the block: one deal, or one deal under all turns of the line-up, whose figures are
added before they are squared. Everything stays a whole number.
"""

from typing import Any

from kernels.bits import select
from kernels.compile import inlined, kernel
from kernels.lanes import N_LANES, Ints, copy_numbers, get, put
from kernels.reversis import fields as f

# The figures of a seat, in order: fiches, points and tricks; then 1 where the event happened.
FIGURES = (
    "payment",
    "party",
    "aces",
    "quinola",
    "pool",
    "reversis",
    "espagnolette",
    "points",
    "tricks",
    "party_won",
    "party_lost",
    "quinola_placed",
    "quinola_forced",
    "quinola_led",
    "quinola_discarded",
    "reversis_undertaken",
    "reversis_made",
    "reversis_failed",
    "reversis_broken",
    "espagnolette_dealt",
    "espagnolette_active",
    "espagnolette_caught",
)
N_FIGURES = len(FIGURES)
POOL = FIGURES.index("pool")
N_SEATS = 4

# The tally's own row of lanes: an outcome copied in, then the figures of a seat after a seat's.
_FIGURE = f.N_OUTCOME * N_LANES
_N_SEAT_PLACES = N_FIGURES * N_LANES
N_TALLY_FIELDS = f.N_OUTCOME + N_SEATS * N_FIGURES


@inlined
def _of(row: Ints, i: int, field: int) -> int:
    """A field of the outcome in lane i."""
    return row[field - f.OUTCOME + i]


@inlined
def _has_case(row: Ints, i: int, seat: int, case: int) -> int:
    """1 where the seat owned the quinola and it left the hand in this way."""
    owner, happened = _of(row, i, f.OWNER_OF + 4 * N_LANES), _of(row, i, f.CASE_OF + 4 * N_LANES)
    counts = (owner == seat) & (happened == case) & (_of(row, i, f.REVERSIS_BY) < 0)
    return select(counts, 1, 0)


@inlined
def _is(row: Ints, i: int, seat: int, field: int) -> int:
    """1 where a field names the seat."""
    return select(_of(row, i, field) == seat, 1, 0)


@inlined
def _component(row: Ints, i: int, seat: int, component: int) -> int:
    """Net fiches of a seat by one component."""
    return _of(row, i, f.COMPONENT + (4 * component + seat) * N_LANES)


@inlined
def _figures_of(row: Ints, i: int, seat: int) -> Any:
    """All figures of a seat in lane i, in the order of FIGURES."""
    undertaken = _is(row, i, seat, f.REVERSIS_BY)
    dealt = _is(row, i, seat, f.ESPAGNOLETTE)
    return (
        _of(row, i, f.PAYMENT + seat * N_LANES),
        _component(row, i, seat, f.PARTY),
        _component(row, i, seat, f.ACES_PAID),
        _component(row, i, seat, f.QUINOLA_PAID),
        _component(row, i, seat, f.POOL_MOVED),
        _component(row, i, seat, f.REVERSIS_PAID),
        _component(row, i, seat, f.ESPAGNOLETTE_PAID),
        _of(row, i, f.POINTS + seat * N_LANES),
        _of(row, i, f.TRICKS + seat * N_LANES),
        _is(row, i, seat, f.WINNER),
        _is(row, i, seat, f.LOSER),
        _has_case(row, i, seat, f.PLACED),
        _has_case(row, i, seat, f.FORCED_CASE),
        _has_case(row, i, seat, f.LED_CASE),
        _is(row, i, seat, f.DISCARDED_BY),
        undertaken,
        select(_of(row, i, f.BROKEN_BY) < 0, undertaken, 0),
        select(_of(row, i, f.BROKEN_BY) < 0, 0, undertaken),
        _is(row, i, seat, f.BROKEN_BY),
        dealt,
        dealt & _of(row, i, f.ACTIVE),
        dealt & _of(row, i, f.CAUGHT),
    )


@inlined
def _n_unbalanced(row: Ints) -> int:
    """10. Lanes in which the payments and the pool's change do not sum to zero."""
    n = 0
    for i in range(N_LANES):
        payments = get(row, f.PAYMENT - f.OUTCOME, i, N_SEATS)
        total = payments[0] + payments[1] + payments[2] + payments[3]
        n += total != _of(row, i, f.POOL_GAIN)
    return n


@inlined
def _put_figures(row: Ints, kept: Ints, n_counted: int) -> int:
    """Work out the figures of a block's lanes, zeros beyond n_counted; gives the unbalanced."""
    copy_numbers(row, kept, 0, _FIGURE)
    for i in range(N_LANES):
        for seat in range(N_SEATS):
            put(row, _FIGURE + seat * _N_SEAT_PLACES, i, _figures_of(row, i, seat))
    if n_counted < N_LANES:
        for field in range(_FIGURE, _FIGURE + N_SEATS * _N_SEAT_PLACES, N_LANES):
            for i in range(n_counted, N_LANES):
                row[field + i] = 0
    return _n_unbalanced(row)


@inlined
def _sum_figures(figures: Ints, sums: Ints, squares: Ints) -> None:
    """Add the figures of one seat or player in all lanes, and their squares."""
    for figure in range(N_FIGURES):
        total, square = 0, 0
        for place in range(figure * N_LANES, (figure + 1) * N_LANES):
            number = figures[place]
            total += number
            square += number * number
        sums[figure] += total
        squares[figure] += square


@inlined
def _sum_pool(figures: Ints, sums: Ints, squares: Ints) -> None:
    """Add the pool's change, the fiches that all seats together put in."""
    total, square = 0, 0
    for i in range(POOL * N_LANES, (POOL + 1) * N_LANES):
        gained = figures[i] + figures[_N_SEAT_PLACES + i]
        gained += figures[2 * _N_SEAT_PLACES + i] + figures[3 * _N_SEAT_PLACES + i]
        total -= gained
        square += gained * gained
    sums[0, N_FIGURES] += total
    squares[0, N_FIGURES] += square


@kernel
def tally(kept: Ints, n_deals: int, row: Ints, sums: Ints, squares: Ints) -> int:
    """Add the figures of settled deals, and their squares, by seat; gives the unbalanced deals.

    kept : int64[n_blocks, N_OUTCOME * N_LANES], in: the outcomes (fields.py).
    n_deals : how many of the lanes count, from the first.
    row : int64[N_TALLY_FIELDS * N_LANES], scratch.
    sums, squares : int64[4, N_FIGURES + 1], in and out; the last of seat 0 is the pool's change
        (of all seats together), the last of the others stays 0.
    """
    n_unbalanced = 0
    for block in range(kept.shape[0]):
        n_unbalanced += _put_figures(row, kept[block], n_deals - block * N_LANES)
        for seat in range(N_SEATS):
            _sum_figures(row[_FIGURE + seat * _N_SEAT_PLACES :], sums[seat], squares[seat])
        _sum_pool(row[_FIGURE:], sums, squares)
    return n_unbalanced


@kernel
def add_figures(
    kept: Ints, n_deals: int, turn: int, row: Ints, by_seat: Ints, by_player: Ints
) -> int:
    """Add the figures of one turn's deals to those of their blocks; gives the unbalanced deals.

    kept, n_deals, row : as `tally` takes them.
    turn : by how many seats the line-up is turned: player p sits at seat (p + turn) mod 4.
    by_seat, by_player : int64[n_blocks, 4 * N_FIGURES * N_LANES], in and out: figures by lane.
    """
    n_unbalanced = 0
    for block in range(kept.shape[0]):
        n_unbalanced += _put_figures(row, kept[block], n_deals - block * N_LANES)
        for seat in range(N_SEATS):
            player = (seat - turn) & 3
            figures = row[_FIGURE + seat * _N_SEAT_PLACES :]
            of_seat = by_seat[block, seat * _N_SEAT_PLACES :]
            of_player = by_player[block, player * _N_SEAT_PLACES :]
            for place in range(_N_SEAT_PLACES):
                of_seat[place] += figures[place]
                of_player[place] += figures[place]
    return n_unbalanced


@kernel
def sum_blocks(figures: Ints, sums: Ints, squares: Ints) -> None:
    """Add the figures of blocks, and their squares, to a tally.

    figures : int64[n_blocks, 4 * N_FIGURES * N_LANES], in, by seat or by player.
    sums, squares : as `tally` has them.
    """
    for block in range(figures.shape[0]):
        for seat in range(N_SEATS):
            _sum_figures(figures[block, seat * _N_SEAT_PLACES :], sums[seat], squares[seat])
        _sum_pool(figures[block], sums, squares)
