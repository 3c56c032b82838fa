"""Repeat small runs with other seeds, and count how often their 95 % intervals hold the truth.

A line for each kind of statement: how often it was true, the 95 % interval of that rate (Wilson),
and how often it would have been if the truth, one long run, were two of its standard errors off
either way. An interval after a number of deals fixed beforehand holds in 95 ± 1 % of the
repetitions. What may be looked at whenever one likes (--until-width) holds at all looks together in
95 %, and so in more than that where a run stops. All differences together hold in at least 95 %.
Of alternatives that are the same in the mean and not in play, --until-decided decides anything in
5 % of the repetitions at most. Ends with status 1 if a rate is surely not what it should be.
"""

import argparse
import sys
import time

from repetitions import KINDS, Kind, Verdict

from analyser.statistics import wilson


def show_progress(name: str, number: int, n: int) -> None:
    print(f"\r{name}: {number} of {n}\033[K", end="", file=sys.stderr, flush=True)


def repeated(kind: Kind, n: int, first_seed: int) -> list[list[Verdict]]:
    """The verdicts of each statement, repetition by repetition."""
    verdicts = []
    for number in range(n):
        show_progress(kind.repeat.__name__, number, n)
        verdicts.append(kind.repeat(first_seed + number))
    return [list(of_statement) for of_statement in zip(*verdicts, strict=True)]


def print_row(*cells: str) -> None:
    print(f"{cells[0]:44}" + "".join(f"{cell:>16}" for cell in cells[1:]))


def percent(*rates: float) -> str:
    return " to ".join(f"{100 * float(rate):.1f}" for rate in rates)


def print_statement(name: str, verdicts: list[Verdict], wanted: tuple[float, float]) -> bool:
    """One line; whether the rate can be what is wanted."""
    is_true, at_worst, at_best = (sum(flags) for flags in zip(*verdicts, strict=True))
    n = len(verdicts)
    low, high = wilson(is_true, n)
    can_be = bool(low <= wanted[1] and high >= wanted[0])
    print("\r\033[K", end="", file=sys.stderr)
    rates = percent(is_true / n), percent(low, high), percent(at_worst / n, at_best / n)
    print_row(name, *rates, percent(*wanted), "" if can_be else "no")
    return can_be


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=1000, help="default 1000")
    parser.add_argument("--seed", type=int, default=1, help="the first; default 1")
    parser.add_argument("--only", default="", metavar="WORD", help="kinds whose name has it")
    wanted = parser.parse_args()
    begin, are_good = time.monotonic(), []
    print_row("% of repetitions", "true", "95 % interval", "if truth is off", "wanted")
    for kind in KINDS:
        if wanted.only in kind.repeat.__name__:
            verdicts = repeated(kind, wanted.repetitions, wanted.seed)
            for (name, rates), of_it in zip(kind.statements.items(), verdicts, strict=True):
                are_good.append(print_statement(name, of_it, rates))
    print(f"{wanted.repetitions:,} repetitions in {time.monotonic() - begin:.0f} s")
    return 0 if all(are_good) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
