"""Going for the reversis or not: against policies that always or never do, and deal by deal."""

import math
from collections import defaultdict

import numpy as np
import pandas as pd
import pytest
from deals import BOLD

from analyser import attempt, simulate
from analyser.reversis.analyses.attempt.analysis import gain_at, measured
from analyser.reversis.analyses.attempt.cases import FIGURES
from analyser.reversis.analyses.attempt.report import result
from analyser.reversis.analyses.attempt.rows import rows
from analyser.reversis.analyses.attempt.spot import spot_of
from analyser.reversis.notation import FULL_PACK, SUIT_SETS, card_index
from analyser.reversis.policies import compiled, policy_from
from analyser.reversis.question import question
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.fork import ANY_SEAT, AS_DECIDED, attempting

N_SEATS = 4
ALWAYS = "steady:attempt_from=0,attempt_missing=10"
NEVER = "steady:attempt_from=12,attempt_missing=-1"
HAND = "AKQ.KQ982.A5.3"
HAND_WITH_QUINOLA = "AKQ.KQJ92.A5.3"
STRONG = "AK.AKQ.AKQ98.A"
LEVELS = ("going_on_fiches_per_deal", "giving_up_fiches_per_deal")
QUINOLA = 1 << card_index("JH")


def seated(spec, seat):
    return [spec if place == seat else "steady" for place in range(N_SEATS)]


def played(specs, fork=AS_DECIDED, first=0, n=N_BATCH, pool=45, seed=1, rules=None):
    """Fields of deals by name: int64[width, n] each."""
    asked = question(rules=rules)
    players = compiled(map(policy_from, specs))
    table = Table(asked.rules, pool, players, seed, first_kept=0, n_kept=f.N_RECORDED)
    kept = table.play(first, n, fork)
    wanted = {"payments": (f.PAYMENT, 4), "held": (f.HELD, 4), "laid": (f.LAID, 4),
              "talon": (f.TALON, 3), "by": (f.REVERSIS_BY, 1), "breaker": (f.BROKEN_BY, 1),
              "decider": (f.DECIDER, 1), "winners": (f.DECIDER_WINNERS, 1),
              "owners": (f.OWNER_OF, 5), "tricks": (f.TRICK_OF, 5)}  # fmt: skip
    return {name: table.kept(kept, field, n, width) for name, (field, width) in wanted.items()}


def made_by(deals, seat):
    return (deals["by"][0] == seat) & (deals["breaker"][0] < 0)


def total(run, place=0):
    """Sums of FIGURES at a trick."""
    return dict(zip(FIGURES, run.tally.sums[place].sum(axis=(1, 2, 3)), strict=True))


# Against policies that always or never go for it


@pytest.mark.parametrize("seat", range(N_SEATS))
def test_at_trick_1_both_ways_are_those_of_policies_that_always_or_never_try(seat):
    row = attempt(tricks=[1], by="seat", deals=N_SEATS * N_BATCH).iloc[seat]
    # Whoever tries at trick 1 decides by itself from trick 2 on; who does not gives up for good.
    first = seat * N_BATCH
    on = played(seated("steady:attempt_from=0", seat), first=first)
    off, own = (played(seated(spec, seat), first=first) for spec in (NEVER, "steady"))
    payments = [deals["payments"][seat] for deals in (on, off, own)]
    assert (row["seat"], row["deals"]) == (seat, N_BATCH)
    for level, payment in zip(LEVELS, payments, strict=False):
        assert row[level] == payment.mean()
        assert row[f"{level}_se"] == pytest.approx(payment.std(ddof=1) / math.sqrt(N_BATCH))
    for name, gain in (
        ("gain", payments[0] - payments[1]),
        ("own_gain", payments[2] - payments[1]),
    ):
        assert row[f"{name}_fiches_per_deal"] == gain.mean()
        error = gain.std(ddof=1) / math.sqrt(N_BATCH)
        assert row[f"{name}_fiches_per_deal_se"] == pytest.approx(error)
    assert row["made_rate"] == made_by(on, seat).mean()
    assert row["broken_rate"] == ((on["by"][0] == seat) & (on["breaker"][0] >= 0)).mean()
    assert row["made_giving_up_rate"] == made_by(off, seat).mean()


@pytest.mark.parametrize("seat", range(N_SEATS))
def test_on_other_deals_a_simulation_says_the_same_within_errors(seat):
    row = attempt(tricks=[1], by="seat", deals=60_000, seed=21).iloc[seat]
    for level, spec in zip(LEVELS, ("steady:attempt_from=0", NEVER), strict=True):
        other = simulate(seated(spec, seat), 40_000, seed=22 + seat).iloc[seat]
        error = math.hypot(row[f"{level}_se"], other["fiches_per_deal_se"])
        assert abs(row[level] - other["fiches_per_deal"]) < 4.5 * error
    made = simulate(seated("steady:attempt_from=0", seat), 40_000, seed=22 + seat).iloc[seat]
    error = math.hypot(row["made_rate_se"], made["reversis_made_rate_se"])
    assert abs(row["made_rate"] - made["reversis_made_rate"]) < 4.5 * error


def test_who_always_or_never_tries_decides_so():
    frame = attempt(policies=ALWAYS, tricks=[1, 2, 5], by="trick", deals=3000)
    assert len(frame) == 3
    assert (frame["own_gain_fiches_per_deal"] == frame["gain_fiches_per_deal"]).all()
    assert (frame["own_gain_fiches_per_deal_se"] == frame["gain_fiches_per_deal_se"]).all()
    frame = attempt(policies=NEVER, tricks=[1, 2, 5], by="trick", deals=3000)
    assert (frame["own_gain_fiches_per_deal"] == 0).all()
    assert (frame["gain_fiches_per_deal"] != 0).all()


# Deal by deal


def likely_winners(hand, unseen):
    """POLICIES.md: unbeaten cards of each suit, or the suit if they draw the rest, two a lead."""
    n = 0
    for suit in SUIT_SETS:
        mine, theirs = hand & suit, unseen & suit
        unbeaten = [card for card in range(48) if mine >> card & 1 and not theirs >> card]
        draws_all = 2 * len(unbeaten) >= theirs.bit_count()
        n += mine.bit_count() if draws_all else len(unbeaten)
    return n


def test_strength_is_that_of_the_hand_before_its_first_card():
    deals = played(["steady"] * N_SEATS)
    found = defaultdict(int)
    for i in range(N_BATCH):
        hand, laid = int(deals["held"][0, i]), int(deals["laid"][0, i])
        unseen = FULL_PACK & ~(hand | (laid or int(deals["talon"][0, i])))
        found[likely_winners(hand, unseen), "held" if hand & QUINOLA else "elsewhere"] += 1
    frame = attempt(tricks=[1], by="strength,quinola", deals=N_BATCH)
    asked = frame[frame["strength"].notna()]
    assert {(row.strength, row.quinola): row.deals for row in asked.itertuples()} == found


def naive(trick, first, n, rules):
    """What a run tallies of some deals at a later trick: by cell, the list of what each brought."""
    sums = defaultdict(list)
    forks = [attempting(ANY_SEAT, trick, goes_on) for goes_on in (True, False)]
    on, off, own = (played([BOLD] * N_SEATS, fork, first, n, rules=rules)
                    for fork in (*forks, AS_DECIDED))  # fmt: skip
    richer, off_richer = (
        played([BOLD] * N_SEATS, fork, first, n, 46, rules=rules) for fork in forks
    )
    for i in range(n):
        seat = on["decider"][0, i]
        if seat < 0:
            continue
        where = "held" if on["tricks"][4, i] >= trick else "played"
        where = where if on["owners"][4, i] == seat else "elsewhere"
        paid = [int(deals["payments"][seat, i]) for deals in (on, off, own, richer, off_richer)]
        events = [int(made_by(on, seat)[i]), int(made_by(off, seat)[i])]
        sums[int(on["winners"][0, i]), where, int(seat)].append((*paid, *events))
    return sums


@pytest.mark.parametrize("trick", [2, 3, 7])
@pytest.mark.parametrize("rules", [{}, {"remise": "pool", "reversis_pool": "always"}])
def test_later_tricks_are_those_of_the_deals_one_by_one(trick, rules):
    n = 700
    asked = question(BOLD, rules=rules)
    run = measured(asked, spot_of(asked, tricks=[trick]), "strength,quinola,seat", deals=n)
    expected = naive(trick, 0, n, rules)
    frame = rows(run)
    frame = frame[frame["strength"].notna()]
    assert len(frame) == len(expected) > 5
    for row in frame.itertuples():
        found = np.array(expected[row.strength, row.quinola, row.seat])
        on, off, own, richer, off_richer, made, made_off = found.T
        assert row.deals == len(found)
        assert row.gain_fiches_per_deal == pytest.approx((on - off).mean(), abs=1e-12)
        assert row.own_gain_fiches_per_deal == (own - off).mean()
        assert (row.going_on_fiches_per_deal, row.giving_up_fiches_per_deal) == (
            on.mean(),
            off.mean(),
        )
        per_pool = (richer - off_richer) - (on - off)
        assert row.gain_per_pool_fiche == per_pool.mean()
        assert (row.made_rate, row.made_giving_up_rate) == (made.mean(), made_off.mean())


# By pool


@pytest.mark.parametrize("remise", ["stake", "pool", 0, 80])
@pytest.mark.parametrize("pool", [0, 300])
def test_the_gain_at_another_pool_is_exactly_that_of_a_run_there(remise, pool):
    rules = {"remise": remise, "reversis_pool": "always"}
    tricks = [1, 2, 6]
    asked, other = (question(rules=rules, pool=fiches) for fiches in (45, pool))
    here, there = (measured(q, spot_of(q, tricks=tricks), deals=4000) for q in (asked, other))
    moves = FIGURES.index("per_pool_per_pool")
    assert here.tally.sums[:, moves].sum() > 0
    for figure in ("fixed", "per_pool", "fixed_fixed", "fixed_per_pool", "per_pool_per_pool"):
        place = FIGURES.index(figure)
        assert (here.tally.sums[:, place] == there.tally.sums[:, place]).all()
    for place in range(len(tricks)):
        sums = total(there, place)
        assert gain_at(total(here, place), other) == gain_at(sums, other)
        assert gain_at(sums, other)[0] == sums["going_on"] - sums["giving_up"]


def test_who_looks_at_the_pool_plays_otherwise_at_another_and_that_is_told():
    spec = "steady:lay_quinola_pool=5"
    here, there = (question(spec, pool=fiches) for fiches in (10, 300))
    runs = [measured(q, spot_of(q, tricks=[1]), "trick", deals=3000) for q in (here, there)]
    gains = [gain_at(total(run), there) for run in runs]
    assert gains[0] != gains[1]
    (note,) = (line for line in result(runs[0]).layouts[-1].notes if line.startswith("At other"))
    assert note == (
        f"At other pools: the play at 10, paid anew; but {spec} looks at the pool and may lay "
        "otherwise there."
    )
    plain = measured(question(), spot_of(question(), tricks=[1]), "trick", deals=64)
    assert "nobody here looks at the pool." in str(result(plain).layouts[-1].notes)


def test_the_verdict_changes_where_the_pool_is_said_to_decide():
    """A run at a pool at which the answer is certain has it, and is undecided in between."""
    options = {"tricks": [8], "by": "quinola", "deals": 30_000, "seed": 3, "policies": BOLD}
    frame = attempt(HAND_WITH_QUINOLA, 0, lay="decline", **options)
    row = frame[frame["undecided_pool_fiches_high"] < 5000].iloc[0]
    low, high = row["undecided_pool_fiches_low"], row["undecided_pool_fiches_high"]
    assert 0 < low < row["even_pool_fiches"] < high
    verdicts = []
    for pool in (math.floor(low) - 1, round(row["even_pool_fiches"]), math.ceil(high) + 1):
        there = attempt(HAND_WITH_QUINOLA, 0, lay="decline", pool=pool, **options)
        verdicts.append(there[there["quinola"] == row["quinola"]]["verdict"].iloc[0])
        at = row["gain_at_pool_0_fiches_per_deal"] + pool * row["gain_per_pool_fiche"]
        gain = there[there["quinola"] == row["quinola"]]["gain_fiches_per_deal"].iloc[0]
        assert gain == pytest.approx(at, abs=1e-9)
    assert verdicts == ["does not pay", "undecided", "pays"]


# Of one hand


def test_a_hand_at_a_seat_is_asked_about_on_all_deals():
    frame = attempt(HAND, 2, by="seat", deals=3000)
    assert frame[["trick", "seat", "deals"]].values.tolist() == [[1, 2, 3000]]
    dealer = attempt(f"{HAND}2", 3, by="seat", deals=500)
    assert dealer[["seat", "deals"]].values.tolist() == [[3, 500]]
    assert attempt(STRONG, deals=2000, by="trick")["verdict"].tolist() == ["pays"]


@pytest.mark.parametrize(
    ("lay", "setting"), [("decline", "lay_from=1000000"), ("JH", "lay_quinola=1000000")]
)
def test_a_given_lay_is_that_of_a_policy_that_chooses_it(lay, setting):
    given = attempt(HAND_WITH_QUINOLA, 1, lay=lay, tricks=[1, 2], deals=2000)
    chosen = attempt(
        HAND_WITH_QUINOLA,
        1,
        policies=f"steady:{setting}",
        opponents="steady",
        tricks=[1, 2],
        deals=2000,
    )
    pd.testing.assert_frame_equal(given, chosen)
    assert not given.equals(attempt(HAND_WITH_QUINOLA, 1, lay="KS", tricks=[1, 2], deals=2000))


def test_the_hand_plays_its_own_policy_and_the_others_theirs():
    """What a policy would do at trick 1 matters to its own decision alone, as both are given."""
    plain, eager = (attempt(HAND, policies=spec, opponents="steady", deals=1500, by="trick")
                    for spec in ("steady", "steady:attempt_from=0"))  # fmt: skip
    assert plain.equals(attempt(HAND, deals=1500, by="trick"))
    assert eager["own_gain_fiches_per_deal"].tolist() == plain["gain_fiches_per_deal"].tolist()
    own = plain.columns.str.startswith("own_gain")
    assert eager.loc[:, ~own].equals(plain.loc[:, ~own])
    against_ducks = attempt(HAND, opponents="duck", deals=1500, by="trick")
    assert (against_ducks[list(LEVELS)] != plain[list(LEVELS)]).all(axis=None)
