"""Forks: one decision of a deal that is given, so that what it is worth can be measured.

A fork is played like the deal itself, from the beginning: nothing is copied or restored.
"""

from typing import NamedTuple

NO_SEAT = -1
ANY_SEAT = 4  # of an attempt after trick 1: whoever has taken every trick so far


class Fork(NamedTuple):
    """Decisions that are given, in place of a policy's own: what else is played stays with it.

    lay_seat : the seat that lays its card number lay_number, from the lowest of its hand as dealt;
        a number beyond its cards to decline. NO_SEAT: none does.
    attempt_seat : the seat whose going for a reversis is given, at attempt_trick, if it stands
        before that decision: at trick 1, or leading to a later one, up to 10, after taking all
        before.
        ANY_SEAT : whoever does, after trick 1. NO_SEAT: nobody's is.
    attempt_goes_on : 1 to go for it in that trick, and decide again after it; 0 to give it up, in
        that trick and all that follow.
    """

    lay_seat: int
    lay_number: int
    attempt_seat: int
    attempt_trick: int
    attempt_goes_on: int


AS_DECIDED = Fork(NO_SEAT, 0, NO_SEAT, 0, 0)
DECLINES = 12  # the number of a card beyond any hand: a fork that lays it declines


def laying(seat: int, number: int) -> Fork:
    """The fork in which a seat lays its card of this number, or declines."""
    return AS_DECIDED._replace(lay_seat=seat, lay_number=number)


def attempting(seat: int, trick: int, goes_on: bool) -> Fork:
    """The fork in which a seat goes for a reversis in a trick, or gives it up for good."""
    return AS_DECIDED._replace(attempt_seat=seat, attempt_trick=trick, attempt_goes_on=int(goes_on))
