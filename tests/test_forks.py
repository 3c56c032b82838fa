"""Forks: decisions that are given in place of the policies' own (kernels/reversis/play.py)."""

import numpy as np
import pytest

from analyser.reversis.lineup import N_SEATS
from analyser.reversis.options import rules_from
from analyser.reversis.policies import compiled, policy_from
from kernels.lanes import Ints
from kernels.reversis import fields as f
from kernels.reversis.batches import N_BATCH, Table
from kernels.reversis.fork import ANY_SEAT, AS_DECIDED, attempting

N_DEALS = 8 * N_BATCH
FIELDS = {"takers": f.TAKERS, "decider": f.DECIDER, "winners": f.DECIDER_WINNERS}


def played(specs: list[str], fork=AS_DECIDED) -> dict[str, Ints]:
    """Payments, takers and deciders of N_DEALS deals."""
    players = compiled(map(policy_from, specs))
    table = Table(rules_from(None), 45, players, 3, first_kept=0, n_kept=f.N_RECORDED)
    batches = []
    for first in range(0, N_DEALS, N_BATCH):
        batch = table.play(first, N_BATCH, fork)
        kept = {name: table.kept(batch, field, N_BATCH)[0] for name, field in FIELDS.items()}
        cards = table.kept(batch, f.CARD, N_BATCH, 44)
        batches.append(
            kept | {"payments": table.kept(batch, f.PAYMENT, N_BATCH, 4), "cards": cards}
        )
    return {name: np.concatenate([b[name] for b in batches], axis=-1) for name in batches[0]}


def swept_before(takers: Ints, trick: int) -> Ints:
    """The seat that took all tricks before this one, or -1."""
    seats = (takers[:, np.newaxis] >> (2 * np.arange(1, trick))) & 3
    return np.where((seats == seats[:, :1]).all(axis=1), seats[:, 0], -1)


@pytest.mark.parametrize("seat", range(N_SEATS))
@pytest.mark.parametrize(
    ("goes_on", "spec"),
    [(True, "steady:attempt_from=0"), (False, "steady:attempt_from=12,attempt_missing=-1")],
)
def test_fork_at_trick_1_is_the_policy_that_always_or_never_attempts(seat, goes_on, spec):
    specs = [spec if place == seat else "steady" for place in range(N_SEATS)]
    forked = played(["steady"] * N_SEATS, attempting(seat, 1, goes_on))
    assert (forked["decider"] == seat).all()
    assert (forked["cards"] == played(specs)["cards"]).all()
    assert (forked["cards"] != played(["steady"] * N_SEATS)["cards"]).any()


@pytest.mark.parametrize("trick", [2, 3, 6])
def test_fork_after_tricks_won_touches_only_who_won_them_all(trick):
    plain = played(["steady"] * N_SEATS)
    on = played(["steady"] * N_SEATS, attempting(ANY_SEAT, trick, True))
    off = played(["steady"] * N_SEATS, attempting(ANY_SEAT, trick, False))
    standing = swept_before(plain["takers"], trick)
    assert (on["decider"] == standing).all()
    assert (off["decider"] == standing).all()
    assert (off["winners"] == on["winners"])[standing >= 0].all()
    nobody = standing < 0
    before = 4 * (trick - 1)
    for forked in (on, off):
        assert (forked["cards"][:, nobody] == plain["cards"][:, nobody]).all()
        assert (forked["cards"][:before] == plain["cards"][:before]).all()
    differs = (on["cards"] != off["cards"]).any(axis=0)
    assert differs.sum() > nobody.size // 500


def test_who_gives_up_never_tries_again():
    never = "steady:attempt_missing=-1,attempt_from=12"
    off = played(["steady"] * N_SEATS, attempting(ANY_SEAT, 2, False))
    after_trick_1 = played([f"{never}"] * N_SEATS, attempting(ANY_SEAT, 2, False))
    same_trick_1 = (off["cards"][:4] == after_trick_1["cards"][:4]).all(axis=0)
    assert same_trick_1.mean() > 0.9
    assert (off["cards"] == after_trick_1["cards"])[:, same_trick_1].all()


def test_fork_for_one_seat_leaves_the_others_alone():
    plain = played(["steady"] * N_SEATS)
    off = played(["steady"] * N_SEATS, attempting(2, 2, False))
    standing = swept_before(plain["takers"], 2)
    assert (off["decider"] == np.where(standing == 2, 2, -1)).all()
    others = standing != 2
    assert (off["cards"][:, others] == plain["cards"][:, others]).all()
