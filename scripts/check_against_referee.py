"""Judge steered deals of the kernel by the plain referee of the tests, card by card and fiche by
fiche. Ends with status 1, and the deal as a record, at the first disagreement."""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from deals import Claim, judge
from referee.referee import BRANCHES
from steered import played_claims, replayed_claims

N_PLAYED_TO_ONE_REPLAYED = 9
N_DEALS_A_STEP = 100


def claims(seed: int) -> Iterator[Claim]:
    """Claims about deals that the kernel plays and about the referee's own; without end."""
    played, replayed = (
        played_claims(random.Random(seed)),
        replayed_claims(random.Random(f"replayed {seed}")),
    )
    while True:
        yield from islice(played, N_PLAYED_TO_ONE_REPLAYED)
        yield next(replayed)


def show_progress(n_judged: int, n_deals: int, begin: float) -> None:
    speed = n_judged / (time.monotonic() - begin)
    left = (n_deals - n_judged) / speed
    text = f"{n_judged:,} of {n_deals:,} deals, {speed:,.0f} a second, {left:,.0f} s left"
    print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def run(n_deals: int, seed: int) -> int:
    """Judge the deals; the exit status."""
    reached: Counter[str] = Counter()
    begin = time.monotonic()
    for number, claim in enumerate(islice(claims(seed), n_deals), start=1):
        branches, disagreement = judge(claim)
        if disagreement:
            print(f"\ndeal {number} of seed {seed}: {disagreement}")
            return 1
        reached.update(branches)
        if number % N_DEALS_A_STEP == 0:
            show_progress(number, n_deals, begin)
    rarest = min(BRANCHES, key=lambda branch: reached[branch])
    print(f"\n{n_deals:,} deals of seed {seed}: kernel and referee agree in all")
    print(f"rarest of {len(BRANCHES)} branches: {rarest}, {reached[rarest]:,} deals")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="default 100_000")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    wanted = parser.parse_args()
    try:
        return run(wanted.deals, wanted.seed)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
