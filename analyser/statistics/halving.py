"""How to spend a budget of deals on finding the best of k alternatives."""

from typing import NamedTuple

from analyser.errors import OptionError


class Round(NamedTuple):
    """One round: every alternative still in it plays the same `n_deals` fresh deals."""

    n_alternatives: int
    n_deals: int


def sequential_halving_rounds(k: int, budget: int) -> list[Round]:
    """The schedule of sequential halving (Karnin, Koren and Somekh 2013) on common deals.

    `budget` counts plays: one alternative on one deal. It is divided evenly among ⌈log₂ k⌉
    rounds; after each the better half, rounded up, goes on. No round for a single alternative.
    Raises OptionError if the budget does not give every round a deal.

    >>> sequential_halving_rounds(5, 3000)
    [Round(n_alternatives=5, n_deals=200), Round(n_alternatives=3, n_deals=333), \
Round(n_alternatives=2, n_deals=500)]
    """
    n_rounds = (k - 1).bit_length()
    if budget < k * n_rounds:
        raise OptionError(
            f"{budget} plays are too few to choose among {k}: at least {k * n_rounds} are needed"
        )
    rounds = []
    for _ in range(n_rounds):
        rounds.append(Round(k, budget // (k * n_rounds)))
        k = (k + 1) // 2
    return rounds
