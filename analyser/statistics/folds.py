"""The best of k alternatives, chosen on some blocks and measured on others (cross-fitting).

The alternative that did best is not as good as it looks on the blocks on which it was chosen. So
the blocks are dealt into folds; for each fold the best is chosen on all the others, and measured
on that fold. What the chosen ones come to over all folds is without bias the worth of such a
choice: never more, on average, than that of the true best, which itself is on average never more
than the highest mean of all blocks. The two enclose what better knowledge could add.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class CrossFit:
    """What k alternatives come to, less the best chosen on other folds; sums over all blocks.

    gaps : int64[k], of each alternative less the chosen ones. n_chosen : int64[k], for how many
        folds it was chosen; there its gap is exactly 0.
    slack : the highest sum of all less that of the chosen ones, 0 or more.
    is_agreed : whether either half of the folds has the same best.
    """

    gaps: NDArray[np.int64]
    n_chosen: NDArray[np.int64]
    slack: int
    is_agreed: bool


def best_elsewhere(sums: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each fold the alternative that does best on all the others: int64[n_folds].

    sums : int64[k, n_folds], what k alternatives come to on each fold. Of several that do best the
    first is chosen.

    >>> best_elsewhere(np.array([[5, 1], [2, 4]])).tolist()
    [1, 0]
    """
    best: NDArray[np.int64] = (sums.sum(axis=1, keepdims=True) - sums).argmax(axis=0)
    return best


def cross_fitted(sums: NDArray[np.int64]) -> CrossFit:
    """The cross-fit of int64[k, n_folds], what k alternatives come to on each fold.

    At least two folds of as many blocks each. Of several that do best the first is chosen.

    >>> cross_fitted(np.array([[5, 1], [2, 4]])).gaps.tolist()
    [3, 3]
    """
    k, n_folds = sums.shape
    totals = sums.sum(axis=1)
    chosen = best_elsewhere(sums)
    worth = sums[chosen, np.arange(n_folds)].sum()
    halves = sums[:, ::2].sum(axis=1), sums[:, 1::2].sum(axis=1)
    return CrossFit(
        totals - worth,
        np.bincount(chosen, minlength=k),
        int(totals.max() - worth),
        bool(halves[0].argmax() == halves[1].argmax()),
    )
