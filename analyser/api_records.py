"""The functions of `analyser.api` that deal in records of deals (RECORD.md)."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias, overload

from analyser.errors import RecordError
from analyser.reversis.dealing import played
from analyser.reversis.notation import shown
from analyser.reversis.policies import DEFAULT
from analyser.reversis.question import RulesLike, Specs, question
from analyser.reversis.records import Line, Settled, settled_json
from analyser.reversis.records import settle as _settle

DealRecord: TypeAlias = dict[str, Any]
RecordLike: TypeAlias = Mapping[str, Any] | Line


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
    if isinstance(record, str | bytes):
        return record
    if not isinstance(record, Mapping):
        raise RecordError(f"read {shown(record)}; a record is a dict, or its line of JSON")
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
