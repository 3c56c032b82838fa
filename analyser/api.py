"""The questions that the command line asks, as functions of plain values.

They return pandas DataFrames, the rows that `--format csv` prints, or deal records as dicts
(RECORD.md). Arguments are those of the commands: a policy is a name, a TOML file or
name:param=value,…; `policies` are one for everybody or four, one a player; `rules` is a preset's
name, a file or a mapping of options (RULES.md 13); `pool` is in fiches, the first stake by
default. Named errors (`analyser.errors`) say in one line what was read and what is accepted.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from analyser.errors import RecordError
from analyser.reversis.analyses import compare as _compare
from analyser.reversis.analyses import compare_rows as _compare_rows
from analyser.reversis.analyses import discard as _discard
from analyser.reversis.analyses import simulate as _simulate
from analyser.reversis.dealing import played
from analyser.reversis.policies import DEFAULT
from analyser.reversis.question import RulesLike, Specs, question, seated
from analyser.reversis.records import Line, Settled, settled_json
from analyser.reversis.records import settle as _settle

if TYPE_CHECKING:
    import pandas as pd

DealRecord: TypeAlias = dict[str, Any]
RecordLike: TypeAlias = Mapping[str, Any] | Line


def simulate(
    policies: Specs = DEFAULT,
    deals: int | None = None,
    *,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    rotate: bool = False,
    until_width: float | None = None,
    threads: int | None = None,
) -> "pd.DataFrame":
    """Play many deals; a row a seat and a row a player, with what they win and how often.

    deals : deals dealt, a million by default; with `rotate` each is played four times, every
        player in every seat. until_width : stop as soon as no player's fiches per deal are less
        certain than so many either way; `deals` is then the most (a thousand million by default).
    Columns: see `analyser.reversis.analyses.simulate.rows`. The same seed gives the same figures
    for any number of threads (one a core by default).
    Raises ConfigError for a policy or rules, OptionError for any other argument.

    >>> from analyser import simulate
    >>> table = simulate(["steady", "duck", "duck", "duck"], 2000, rotate=True)
    >>> players = table[table["by"] == "player"]
    >>> players.loc[players["fiches_per_deal"].idxmax(), "policy"]
    'steady'
    """
    asked = question(policies, rules=rules, pool=pool, seed=seed)
    run = _simulate.simulation(
        asked, deals, rotate=rotate, until_width=until_width, threads=threads
    )
    if run.is_interrupted:
        raise KeyboardInterrupt
    return _simulate.rows(run)


def discard(
    hand: str,
    seat: int = 0,
    *,
    policy: str = DEFAULT,
    opponents: str | None = None,
    deals: int | None = None,
    until_width: float | None = None,
    until_decided: bool = False,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> "pd.DataFrame":
    """What each lay from a hand is worth, and declining: a row a lay, the best first.

    hand : dotted ("AK7.J93.8542.6") or a list of cards ("AS KS 7S …"), eleven cards for seats 0
        to 2, twelve for the dealer, seat 3. policy : what the seat plays on as; opponents : what
        the others play, the same by default.
    deals : the budget, one lay on one deal each, two million by default. until_width : stop as
        soon as no difference from the best is less certain than so many fiches either way;
        until_decided : as soon as one lay alone can be the best.
    Columns: see `analyser.reversis.analyses.discard.rows`.
    Raises NotationError for the hand, ConfigError for a policy or rules, OptionError otherwise.

    >>> from analyser import discard
    >>> table = discard("AK7.J93.8542.6", deals=20_000)
    >>> len(table), "decline" in set(table["lay"])
    (12, True)
    """
    specs = seated(policy, opponents or policy, _discard.checked_seat(seat))
    run = _discard.comparison(
        question(specs, rules=rules, pool=pool, seed=seed),
        hand,
        seat,
        plays=deals,
        width=until_width,
        decided=until_decided,
        threads=threads,
    )
    if run.is_interrupted:
        raise KeyboardInterrupt
    return _discard.rows(run)


def compare(
    policies: Specs,
    deals: int | None = None,
    *,
    opponents: str | None = None,
    until_width: float | None = None,
    until_decided: bool = False,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> "pd.DataFrame":
    """Which policies win more, on the same deals and in all four seats: levels and differences.

    policies : two to 64; a range stands for several, as in "steady:attempt_from=3..8" or, in
        steps of 20, "steady:shed_ace=0..60..20". Each plays in one seat against three times
        `opponents`, the first policy by default.
    deals : each is played by every policy in every seat, 100,000 by default. until_width : stop
        as soon as no difference between two is less certain than so many fiches a deal either
        way; until_decided : as soon as one policy alone can be the best; `deals` is then the most
        (a thousand million by default).
    Columns: see `analyser.reversis.analyses.compare_rows.rows`; a row a policy, the best first,
    then one for each ordered pair.
    Raises ConfigError for a policy, a range or rules, OptionError for any other argument.

    >>> from analyser import compare
    >>> table = compare(["steady", "duck"], 2000)
    >>> pairs = table[table["kind"] == "pair"]
    >>> pairs[["policy", "against", "is_decided"]].values.tolist()
    [['steady', 'duck', True], ['duck', 'steady', True]]
    """
    compared = _compare.contestants(policies)
    run = _compare.comparison(
        question(opponents or compared[0].name, rules=rules, pool=pool, seed=seed),
        compared,
        blocks=deals,
        width=until_width,
        decided=until_decided,
        threads=threads,
    )
    if run.is_interrupted:
        raise KeyboardInterrupt
    return _compare_rows.rows(run)


@overload
def settle(records: RecordLike) -> DealRecord: ...  # type: ignore[overload-overlap]
@overload
def settle(records: Iterable[RecordLike]) -> Iterator[DealRecord]: ...
def settle(
    records: RecordLike | Iterable[RecordLike],
) -> DealRecord | Iterator[DealRecord]:
    """A deal record, or each of several, checked completely and with its settlement.

    records : a dict or a line of JSON (RECORD.md), which gives a dict; or an iterable of them,
        which gives an iterator and may be endless.
    Raises RecordError for the first that is faulty: line (its number, from 1), key, trick, card.

    >>> from analyser import play, settle
    >>> (record,) = play("duck", seed=3)
    >>> settlement = record.pop("settlement")
    >>> settle(record)["settlement"] == settlement
    True
    """
    if isinstance(records, Mapping | str | bytes):
        return _only(_settled([records]))
    return _settled(records)


def _only(records: Iterator[DealRecord]) -> DealRecord:
    for record in records:
        return record
    raise RecordError("an empty line, where a record was to be read")


def _settled(records: Iterable[RecordLike]) -> Iterator[DealRecord]:
    results = _settle(map(_line, records))
    return (_plain(settled) for settled in results if isinstance(settled, Settled))


def _line(record: RecordLike) -> Line:
    if not isinstance(record, Mapping):
        return record
    try:
        return json.dumps(dict(record))
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"a record that cannot be written as JSON: {error}") from None


def _plain(settled: Settled) -> DealRecord:
    record: DealRecord = json.loads(settled_json(settled))
    return record


def play(
    policies: Specs = DEFAULT,
    deals: int = 1,
    *,
    seed: int = 1,
    first_deal: int = 0,
    rules: RulesLike = None,
    pool: int | None = None,
) -> Iterator[DealRecord]:
    """Deals that the policies play, one after another, as settled records (RECORD.md).

    They are deals first_deal to first_deal + deals - 1 of the seed, those that `simulate` plays;
    the key `id` of each is its address SEED:DEAL.
    Raises ConfigError for a policy or rules, OptionError for any other argument.

    >>> from analyser import play
    >>> [record["id"] for record in play("duck", 3, seed=7)]
    ['7:0', '7:1', '7:2']
    """
    asked = question(policies, rules=rules, pool=pool, seed=seed)
    return map(_plain, played(asked, first_deal, deals))
