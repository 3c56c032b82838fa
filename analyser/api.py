"""The questions that the command line asks, as functions of plain values.

They return pandas DataFrames, the rows that `--format csv` prints, or deal records as dicts
(RECORD.md). Arguments are those of the commands: a policy is a name, a TOML file or
name:param=value,…; `policies` are one for everybody or four, one a player; `rules` is a preset's
name, a file or a mapping of options (RULES.md 13); `pool` is in fiches, the first stake by
default. `threads` (one a core by default), `run` and `scheduler` change no figure: see `simulate`.
Named errors (`analyser.errors`) say in one line what was read and what is accepted.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, overload

from analyser.api_records import play, settle
from analyser.reversis.analyses.attempt import analysis as _attempt
from analyser.reversis.analyses.attempt import rows as _attempt_rows
from analyser.reversis.analyses.attempt import spot as _attempt_spot
from analyser.reversis.analyses.compare import analysis as _compare
from analyser.reversis.analyses.compare import rows as _compare_rows
from analyser.reversis.analyses.discard import analysis as _discard
from analyser.reversis.analyses.discard import heuristics as _discard_heuristics
from analyser.reversis.analyses.discards import analysis as _discards
from analyser.reversis.analyses.discards import rows as _discards_rows
from analyser.reversis.analyses.sensitivity import analysis as _sensitivity
from analyser.reversis.analyses.sensitivity import rows as _sensitivity_rows
from analyser.reversis.analyses.simulate import analysis as _simulate
from analyser.reversis.analyses.tables import analysis as _tables
from analyser.reversis.policies import DEFAULT
from analyser.reversis.question import RulesLike, Specs, question, seated, specs_of
from analyser.reversis.running import PathLike, Running

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "attempt",
    "compare",
    "discard",
    "discards",
    "play",
    "sensitivity",
    "settle",
    "simulate",
    "tables",
]


def _check_whole(is_interrupted: bool) -> None:
    """Goes on with the Ctrl-C that ended a run, if one did."""
    if is_interrupted:
        raise KeyboardInterrupt


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
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "pd.DataFrame":
    """Play many deals; a row a seat and a row a player, with what they win and how often.

    deals : deals dealt, a million by default; with `rotate` each is played four times, every
        player in every seat. until_width : stop as soon as no player's fiches per deal are less
        certain than so many either way; `deals` is then the most (a thousand million by default).
    threads : one a core by default. run : a folder that keeps what is computed; it is gone on with
        where it holds a part of the same run. scheduler : the address of a Dask cluster, or
        "local:N" for N processes here. They change no figure.
    Columns: see `analyser.reversis.analyses.simulate.analysis.rows`.
    Raises ConfigError for a policy or rules, RunError for a folder that cannot be believed or is
    of another run, OutputError for one that cannot be written, WorkError for a cluster that cannot
    compute, OptionError for any other argument.

    >>> from analyser import simulate
    >>> table = simulate(["steady", "duck", "duck", "duck"], 2000, rotate=True)
    >>> players = table[table["by"] == "player"]
    >>> players.loc[players["fiches_per_deal"].idxmax(), "policy"]
    'steady'
    """
    asked = question(policies, rules=rules, pool=pool, seed=seed)
    with Running(threads, run, scheduler).runner() as runner:
        found = _simulate.simulation(
            asked, deals, rotate=rotate, until_width=until_width, runner=runner
        )
    _check_whole(found.is_interrupted)
    return _simulate.rows(found)


def discard(
    hand: str,
    seat: int = 0,
    *,
    policy: str = DEFAULT,
    opponents: str | None = None,
    deals: int | None = None,
    until_width: float | None = None,
    until_decided: bool = False,
    heuristics: bool = False,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "pd.DataFrame":
    """What each lay from a hand is worth, and declining: a row a lay, the best first.

    hand : dotted ("AK7.J93.8542.6") or a list of cards ("AS KS 7S …"), eleven cards for seats 0
        to 2, twelve for the dealer, seat 3. policy : what the seat plays on as; opponents : what
        the others play, the same by default.
    deals : the budget, one lay on one deal each, two million by default. until_width : stop as
        soon as no difference from the best is less certain than so many fiches either way;
        until_decided : as soon as one lay alone can be the best. heuristics : add, told apart by
        a column `kind`, a row for each exchange heuristic: what it lays, and what that costs.
    Columns: see `analyser.reversis.analyses.discard.analysis.rows` and, of heuristics,
    `analyser.reversis.analyses.discard.heuristics.heuristic_rows`.
    Raises NotationError for the hand, ConfigError for a policy or rules, OptionError otherwise.

    >>> from analyser import discard
    >>> table = discard("AK7.J93.8542.6", deals=20_000)
    >>> len(table), "decline" in set(table["lay"])
    (12, True)
    """
    specs = seated(policy, opponents or policy, _discard.checked_seat(seat))
    with Running(threads, run, scheduler).runner() as runner:
        found = _discard.comparison(
            question(specs, rules=rules, pool=pool, seed=seed),
            hand,
            seat,
            plays=deals,
            width=until_width,
            decided=until_decided,
            runner=runner,
        )
    _check_whole(found.is_interrupted)
    lays = _discard.rows(found)
    return _discard_heuristics.with_heuristic_rows(found, lays) if heuristics else lays


def discards(
    seat: int | None = None,
    by: str | Iterable[str] = (),
    *,
    hands: int | None = None,
    policy: str = DEFAULT,
    opponents: str | None = None,
    deals: int | None = None,
    until_width: float | None = None,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "pd.DataFrame":
    """What each kind of lay costs over random hands, less the best lay of the same hand, and what
    each exchange heuristic loses.

    seat : whose hands, those of all four by default. by : what lays are grouped by, one or two of
        seat, rank, suit, suit_length, guards, special as in "rank,suit_length", or several such.
    hands : how many. policy, opponents : as in `discard`. deals : the budget, one lay on one deal
        each, ten million by default. Each hand has 512 deals, or what the budget allows if both
        are given. until_width : stop as soon as of no heuristic what it loses is less certain than
        so many fiches a deal either way.
    Columns: see `analyser.reversis.analyses.discards.rows.rows`.
    Raises ConfigError for a policy or rules, OptionError for any other argument.

    >>> from analyser import discards
    >>> table = discards(by="special", hands=40)
    >>> table.loc[table["by"] == "heuristic", "hands"].unique().tolist()
    [40]
    """
    with Running(threads, run, scheduler).runner() as runner:
        found = _discards.measurement(
            question(seated(policy, opponents or policy, 0), rules=rules, pool=pool, seed=seed),
            seat=seat,
            by=by,
            hands=hands,
            plays=deals,
            width=until_width,
            runner=runner,
        )
    _check_whole(found.is_interrupted)
    return _discards_rows.rows(found)


def attempt(
    hand: str | None = None,
    seat: int | None = None,
    *,
    policies: Specs = DEFAULT,
    opponents: str | None = None,
    lay: str | None = None,
    tricks: Iterable[int] | None = None,
    by: str | Iterable[str] = ("trick", "strength"),
    deals: int | None = None,
    until_width: float | None = None,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "pd.DataFrame":
    """Whether going on for a reversis pays, against giving it up, deal by deal.

    hand : as dealt to `seat` (0 by default), eleven cards, twelve for the dealer, seat 3; None to
        ask about all seats. `policies` is then what that seat plays, and others play `opponents`,
        the same by default; lay : the card that it lays in the exchange, or "decline".
    tricks : at which the decision is taken, 1 to 10; 1 with a hand, else 1, 2, 4, 6 and 8.
    by : what rows are told apart by: "trick" (always), "strength", "quinola", "seat".
    deals : dealt, a million by default, each played twice a trick and once more. until_width :
        stop as soon as no trick's gain is less certain than so many fiches either way; `deals` is
        then the most (a thousand million by default).
    Columns: see `analyser.reversis.analyses.attempt.rows.rows`.
    Raises NotationError for hand and card, ConfigError for a policy or rules, OptionError for any
    other argument, and for a policy that never goes for a reversis.

    >>> from analyser import attempt
    >>> table = attempt("AK.AKQ.AKQ98.A", deals=5000, by="trick")
    >>> table[["trick", "deals", "verdict"]].values.tolist()
    [[1, 5000, 'pays']]
    """
    _attempt_spot.check_needs_hand(hand, opponents=opponents)
    specs = specs_of(policies)
    if hand is not None:
        player = _attempt_spot.only_policy(specs)
        place = _discard.checked_seat(0 if seat is None else seat)
        specs = seated(player, opponents or player, place)
    asked = question(specs, rules=rules, pool=pool, seed=seed)
    with Running(threads, run, scheduler).runner() as runner:
        found = _attempt.measured(
            asked,
            _attempt_spot.spot_of(asked, hand, seat, lay, tricks),
            by,
            deals=deals,
            width=until_width,
            runner=runner,
        )
    _check_whole(found.is_interrupted)
    return _attempt_rows.rows(found)


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
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "pd.DataFrame":
    """Which policies win more, on the same deals and in all four seats: levels and differences.

    policies : two to 64; a range stands for several, as in "steady:attempt_from=3..8" or, in
        steps of 20, "steady:shed_ace=0..60..20". Each plays in one seat against three times
        `opponents`, the first policy by default.
    deals : each is played by every policy in every seat, 100,000 by default. until_width : stop
        as soon as no difference between two is less certain than so many fiches a deal either
        way; until_decided : as soon as one policy alone can be the best; `deals` is then the most
        (a thousand million by default).
    Columns: see `analyser.reversis.analyses.compare.rows.rows`; a row a policy, the best first,
    then one for each ordered pair.
    Raises ConfigError for a policy, a range or rules, OptionError for any other argument.

    >>> from analyser import compare
    >>> table = compare(["steady", "duck"], 2000)
    >>> pairs = table[table["kind"] == "pair"]
    >>> pairs[["policy", "against", "is_decided"]].values.tolist()
    [['steady', 'duck', True], ['duck', 'steady', True]]
    """
    compared = _compare.contestants(policies)
    with Running(threads, run, scheduler).runner() as runner:
        found = _compare.comparison(
            question(opponents or compared[0].name, rules=rules, pool=pool, seed=seed),
            compared,
            blocks=deals,
            width=until_width,
            decided=until_decided,
            runner=runner,
        )
    _check_whole(found.is_interrupted)
    return _compare_rows.rows(found)


@overload
def tables(  # type: ignore[overload-overlap]
    names: str,
    policies: Specs = DEFAULT,
    deals: int | None = None,
    *,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "pd.DataFrame": ...
@overload
def tables(
    names: Iterable[str] = (),
    policies: Specs = DEFAULT,
    deals: int | None = None,
    *,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "dict[str, pd.DataFrame]": ...
def tables(
    names: str | Iterable[str] = (),
    policies: Specs = DEFAULT,
    deals: int | None = None,
    *,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "pd.DataFrame | dict[str, pd.DataFrame]":
    """Probability tables: how often what happens, exact beside simulated.

    names : of one table, which gives a DataFrame, or of several, or nothing for all of them, which
        gives a dict by name. `reversis tables --list` tells the names. deals : a million by
        default.
    Columns: see `analyser.reversis.analyses.tables.analysis.rows`; a row an outcome.
    Raises ConfigError for a policy or rules, OptionError for any other argument.

    >>> from analyser import tables
    >>> aces = tables("hand-aces", deals=2000)
    >>> dealt = aces[(aces["given"] == "as dealt") & (aces["seat"] == 0)]
    >>> dealt[["outcome", "exact_rate"]].round(4).values.tolist()
    [['0', 0.3394], ['1', 0.4393], ['2', 0.1883], ['3', 0.0314], ['4', 0.0017]]
    """
    wanted = [names] if isinstance(names, str) else names
    asked = question(policies, rules=rules, pool=pool, seed=seed)
    with Running(threads, run, scheduler).runner() as runner:
        found = _tables.tabulation(asked, wanted, deals, runner=runner)
    _check_whole(found.is_interrupted)
    return found.frames()[names] if isinstance(names, str) else found.frames()


def sensitivity(
    alternatives: str | Iterable[str] = (),
    policies: Specs = DEFAULT,
    deals: int | None = None,
    *,
    hands: int | None = None,
    rules: RulesLike = None,
    pool: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    run: PathLike | None = None,
    scheduler: str | None = None,
) -> "pd.DataFrame":
    """What each option of the rules changes, against `rules` on the same deals.

    alternatives : names of options, for their other values (of an amount twice as much), and
        settings such as "forcer=taker"; all options by default.
    deals : so many are played for payments, and twice more for going for a reversis, 500,000 by
        default. hands : of which every lay is played on 512 deals, one for 2048 of the deals by
        default. pool : without it, it is the first stake under each rules.
    Columns: see `analyser.reversis.analyses.sensitivity.rows.rows`; a row an alternative, the
    largest effects first.
    Raises ConfigError for an alternative, a policy or rules, OptionError for any other argument.

    >>> from analyser import sensitivity
    >>> table = sensitivity(["place_order", "replenish"], deals=5000, hands=4)
    >>> table[["option", "alternative", "matters"]].values.tolist()
    [['place_order', 'dealer', True], ['replenish', 'empty', False]]
    """
    with Running(threads, run, scheduler).runner() as runner:
        found = _sensitivity.measurement(
            question(policies, rules=rules, pool=pool, seed=seed),
            specs_of(alternatives),
            pool=pool,
            deals=deals,
            hands=hands,
            runner=runner,
        )
    _check_whole(found.is_interrupted)
    return _sensitivity_rows.rows(found)
