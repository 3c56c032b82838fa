"""What a reader would quote of each published result: sentences made from its table.

So no figure in results/ is older than the table beside it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from analyser.numbers import with_error

PLAIN = "steady"


def _fiches(value: float, se: float) -> str:
    """Signed fiches with their standard error, rounded to two of its figures."""
    return " ".join(with_error(value, se, True).split())


def _percent(rate: float, places: int = 1) -> str:
    return f"{100 * rate:.{places}f} %"


def _rate(table: pd.DataFrame, figure: str, **wanted: Any) -> float:
    """The rate of the only row with these entries; None where there is to be none."""
    rows = table[table["figure"] == figure]
    for column, value in wanted.items():
        rows = rows[rows[column].isna() if value is None else rows[column] == value]
    (rate,) = rows["rate"]
    return float(rate)


def ablation(table: pd.DataFrame) -> list[str]:
    """What `steady` loses without each of its parts."""
    pairs = table[(table["kind"] == "pair") & (table["against"] == PLAIN)]
    names = {
        "steady:attempt_from=12,attempt_missing=-1": "without going for a reversis",
        "steady:break_from=12,break_keep=0": "without breaking another's reversis",
        "steady:lead_forcing=0": "without leading hearts to force the quinola",
        "steady:espagnolette_from=1000000": "without using an espagnolette",
        "steady:exchange=decline": "without swapping in the exchange",
        "duck": "playing as `duck`",
        "random": "playing at random",
    }
    rows = {row.policy: row for row in pairs.itertuples()}
    lines = [
        f"{words}: {_fiches(rows[policy].fiches_per_deal, rows[policy].fiches_per_deal_se)} "
        "fiches a deal"
        for policy, words in names.items()
    ]
    n_blocks = int(table["blocks"].iloc[0])
    return [
        f"One player of four changes, in every seat of {n_blocks:,} deals; ± one standard error.",
        *lines,
    ]


def exchange(table: pd.DataFrame) -> list[str]:
    """How the exchange heuristics rank, and how far apart they are."""
    policies = table[table["kind"] == "policy"].sort_values("fiches_per_deal", ascending=False)
    names = [policy.removeprefix("steady:exchange=") for policy in policies["policy"]]
    best = policies.iloc[0]
    pairs = table[(table["kind"] == "pair") & (table["against"] == best["policy"])]
    losses = {row.policy: row for row in pairs.itertuples()}
    others = [
        f"`{name}` {_fiches(losses[policy].fiches_per_deal, losses[policy].fiches_per_deal_se)}"
        for name, policy in zip(names[1:], policies["policy"].iloc[1:], strict=True)
    ]
    tied = int(policies["may_be_best"].sum())
    return [
        f"Of the {len(names)} exchange heuristics `{names[0]}` wins most; {tied} may be the best.",
        f"The other exchange heuristics, less than it: {'; '.join(others)}.",
    ]


def discard(table: pd.DataFrame) -> list[str]:
    """What the heuristics lose, and what laying the quinola costs by its guards."""
    heuristics = table[(table["by"] == "heuristic")].sort_values("from_best_fiches")[::-1]
    losses = [
        f"`{row.heuristic}` {_fiches(row.from_best_fiches, row.from_best_fiches_se)} (the best lay "
        f"in {_percent(row.chosen_rate, 0)} of hands)"
        for row in heuristics.itertuples()
    ]
    by_special = table[(table["by"] == "special") & table["special"].notna()]
    quinola = by_special[by_special["special"].str.startswith("quinola+")]
    guards = [
        f"with {row.special.removeprefix('quinola+')} "
        f"{_fiches(row.from_best_fiches, row.from_best_fiches_se)}"
        for row in quinola[quinola["hands"] >= 100].sort_values("special").itertuples()
    ]
    return [
        f"Less than the best lay of the same hand, in fiches a deal: {'; '.join(losses)}.",
        "Laying the quinola, less than the best lay, by the hearts that guard it: "
        f"{'; '.join(guards)}.",
    ]


def attempt(table: pd.DataFrame) -> list[str]:
    """From which strength on it pays, trick by trick."""
    return [_of_trick(row) for row in table[table["strength"].isna()].itertuples()]


def _of_trick(row: Any) -> str:
    """From which strength on it pays before one trick."""
    parts = []
    if pd.notna(row.pays_from_strength):
        parts.append(f"going on pays with {int(row.pays_from_strength)} or more likely winners")
    if pd.notna(row.pays_not_to_strength):
        most = int(row.pays_not_to_strength)
        parts.append(f"it does not with {f'{most} or fewer' if most else 'none'}")
    gain = _fiches(row.gain_fiches_per_deal, row.gain_fiches_per_deal_se)
    judged = ", and ".join(parts) or "nothing is sure"
    return f"Before trick {row.trick} {judged}; whatever is held, {gain} fiches a deal."


def tables(folder: Path) -> list[str]:
    """A few of the probabilities."""
    quinola, party = (pd.read_csv(folder / f"{name}.csv") for name in ("quinola", "party"))
    espagnolette = pd.read_csv(folder / "espagnolette.csv")
    fates = [
        f"{_percent(_rate(quinola, 'fate', outcome=fate, seat=None))} {fate}"
        for fate in ("placed", "forced", "led", "discarded")
    ]
    held = quinola[(quinola["figure"] == "guards held") & (quinola["outcome"] == "placed")]
    placed = [
        f"{row.given} {_percent(row.rate, 0)}" for row in held[held["seat"].isna()].itertuples()
    ]
    won = [_percent(_rate(party, "party", seat=seat, outcome="won")) for seat in range(4)]
    used = [
        f"{_percent(_rate(espagnolette, 'use', seat=None, outcome=outcome))} {outcome}"
        for outcome in ("not used", "used", "caught")
    ]
    return [
        f"The quinola: {', '.join(fates)}.",
        f"How often it is placed, by the other hearts held with it: {', '.join(placed[:7])}.",
        f"The party is won by seats 0 to 3 in {', '.join(won)} of deals.",
        f"An espagnolette held is {', '.join(used)}.",
    ]


def sensitivity(table: pd.DataFrame) -> list[str]:
    """Which options matter, and which don't."""
    matters = table[table["matters"]]
    others = [f"{row.option}={row.alternative}" for row in table[~table["matters"]].itertuples()]
    largest = [
        f"`{row.option}={row.alternative}` {_largest(row)}"
        for row in matters.head(8).itertuples()
        if str(row.largest_effect).endswith("_fiches_per_deal_change")
    ]
    changed = matters.sort_values("best_lay_changed_rate", ascending=False).iloc[0]
    return [
        f"The options of the rules that change most, and for whom: {'; '.join(largest)}.",
        f"Options without an effect that is sure: {', '.join(f'`{name}`' for name in others)}.",
        f"The best lay changes most under `{changed['option']}={changed['alternative']}`: in "
        f"{_percent(changed['best_lay_changed_rate'], 0)} of hands, near ties included.",
    ]


def _largest(row: Any) -> str:
    """The largest effect of an option, and whose it is."""
    name = str(row.largest_effect)
    seat = name.split("_")[1]
    return f"seat {seat} {_fiches(getattr(row, name), getattr(row, name + '_se'))}"


OF: dict[str, Callable[..., list[str]]] = {
    "ablation": ablation,
    "discard": discard,
    "attempt": attempt,
    "exchange": exchange,
    "tables": tables,
    "sensitivity": sensitivity,
}
