"""Choosing among alternatives, on races whose truth is known."""

import numpy as np
import pytest

from analyser.engine import exact
from analyser.selection import (
    Paired,
    Race,
    halve,
    until_decided,
    until_width,
    widest,
)
from analyser.standings import standings
from analyser.statistics import (
    blocks_to_width,
    halfwidth,
    mean_and_se,
    pairwise,
    sequence_halfwidth,
    sums_of_products,
)

PIECE = 500


def figures_of(means, first, n, noise=6):
    """Whole figures, [k, n]: common luck of the deal, some of each alternative's own."""
    rows = []
    for deal in range(first, first + n):
        dice = np.random.default_rng([7, deal])
        common = dice.normal(0, 3 * noise)
        rows.append(np.round(np.array(means) + common + dice.normal(0, noise, len(means))))
    return np.array(rows, dtype=np.int64).T


def paired(figures):
    """The sums over deals; the further figure is twice the one compared."""
    both = np.array([2 * figures, figures])
    return Paired(figures.shape[1], exact(both.sum(axis=2)), exact(sums_of_products(both)))


def race_of(means, noise=6):
    """A race of alternatives with these means, and the figures of all that is played."""
    played = []

    def play(alternatives, first, n_deals):
        for start in range(first, first + n_deals, PIECE):
            n = min(PIECE, first + n_deals - start)
            figures = figures_of(means, start, n, noise)[list(alternatives)]
            played.append((list(alternatives), figures))
            yield paired(figures)

    return Race(len(means), play), played


def on_deals_of(played, alternatives):
    """The figures of some alternatives on the deals that all of them were played on."""
    return np.concatenate(
        [
            figures[[among.index(a) for a in alternatives]]
            for among, figures in played
            if set(alternatives) <= set(among)
        ],
        axis=1,
    )


@pytest.mark.parametrize("best", range(6))
def test_sequential_halving_picks_the_best(best):
    means = [0.0, -1.0, 0.5, -4.0, -2.0, 0.2]
    means[best] = 3.0
    race, _ = race_of(means)
    halve(race, 12_000)
    found = standings(race)
    assert found[0].alternative == best
    assert race.n_plays <= 12_000
    assert [s.is_candidate for s in found].count(True) == 1
    assert len(found) == 6


def test_halving_plays_ever_fewer_on_fresh_deals():
    race, played = race_of([0, 1, 2, 3, 4])
    halve(race, 9_000)
    assert [len(among) for among, _ in played] == sorted(
        (len(among) for among, _ in played), reverse=True
    )
    assert {len(among) for among, _ in played} == {5, 3, 2}
    assert sum(figures.shape[1] for _, figures in played) == race.n_deals
    assert sum(figures.size for _, figures in played) == race.n_plays


def test_who_dropped_out_is_compared_on_the_deals_shared():
    race, played = race_of([3.0, 2.5, 0.0, -3.0])
    halve(race, 8_000)
    found = standings(race)
    best = found[0].alternative
    for s in found[1:]:
        one, other = on_deals_of(played, [s.alternative, best])
        own = on_deals_of(played, [s.alternative])[0]
        gap = one - other
        assert s.n == len(own) == len(gap)
        assert s.gap == pytest.approx(gap.mean(), abs=1e-12)
        assert s.gap_se == pytest.approx(gap.std(ddof=1) / len(gap) ** 0.5)
        assert s.mean == pytest.approx(own.mean())
        assert s.parts[0] == pytest.approx(2 * s.mean)
        assert s.part_ses[0] == pytest.approx(2 * s.se)
        assert s.part_gaps[0] == pytest.approx(2 * s.gap)
        assert s.part_gap_ses[0] == pytest.approx(2 * s.gap_se)
        assert s.gain > 3
    assert found[-1].n < found[0].n


def test_each_interval_holds_by_itself_whether_the_budget_is_fixed_or_a_target_ends_the_race():
    fixed, played = race_of([3.0, 2.5, 0.0])
    fixed.advance(4000)
    anytime, _ = race_of([3.0, 2.5, 0.0])
    until_width(anytime, 1.0, 8.0, 10**6)
    figures = np.concatenate([figures for _, figures in played], axis=1)
    for s in standings(fixed):
        assert s.reach == halfwidth(s.n, s.se)
        assert s.gap_reach == halfwidth(s.n, s.gap_se)
    for s in standings(anytime):
        gap = figures[s.alternative, : s.n] - figures[0, : s.n]
        sums = int(gap.sum()), int((gap**2).sum())
        expected = sequence_halfwidth(s.n, *sums, blocks_to_width(1.0, 8.0))
        assert s.gap_reach == pytest.approx(expected)


def test_identical_alternatives_differ_by_exactly_nothing():
    def play(alternatives, first, n_deals):
        figures = figures_of([0.0], first, n_deals)
        yield paired(np.repeat(figures, len(alternatives), axis=0))

    race = Race(4, play)
    halve(race, 4_000)
    for s in standings(race):
        assert (s.gap, s.gap_se, s.gap_reach, s.is_candidate) == (0, 0, 0, True)


def test_until_width_stops_when_it_is_reached():
    race, _ = race_of([1.0, 0.0, 2.0], noise=2)
    until_width(race, 0.15, 3.0, 10**6)
    assert widest(race) <= 0.15
    assert race.n_plays < 10**5
    before = race.n_deals
    assert race.alternatives == [0, 1, 2]
    gaps = [s.gap for s in standings(race)]
    assert gaps == pytest.approx([0, -1, -2], abs=0.3)
    wider, _ = race_of([1.0, 0.0, 2.0], noise=2)
    until_width(wider, 0.3, 3.0, 10**6)
    assert wider.n_deals < before


def test_until_width_ends_with_its_budget():
    race, _ = race_of([1.0, 0.0], noise=2)
    until_width(race, 1e-6, 3.0, 6_001)
    assert race.n_plays == 6_000
    assert widest(race) > 1e-6


def test_until_decided_drops_all_but_the_best():
    race, played = race_of([0.0, 5.0, 4.8, -20.0], noise=4)
    until_decided(race, 1.0, 6.0, 10**6)
    found = standings(race)
    assert race.alternatives == [found[0].alternative] == [1]
    assert [s.alternative for s in found if s.is_candidate] == [1]
    counts = {s.alternative: s.n for s in found}
    assert counts[3] < counts[2] == counts[1]
    assert len(played[-1][0]) < len(played[0][0])


def test_until_decided_leaves_what_cannot_be_decided():
    race, _ = race_of([2.0, 2.0, -30.0], noise=4)
    until_decided(race, 1.0, 6.0, 30_000)
    assert sorted(race.alternatives) == [0, 1]
    assert [s.alternative for s in standings(race) if s.is_candidate] != [2]


def test_an_interrupted_round_keeps_what_was_played():
    means = [1.0, 0.0]

    def play(alternatives, first, n_deals):
        yield paired(figures_of(means, first, PIECE)[list(alternatives)])
        raise KeyboardInterrupt

    race = Race(2, play)
    with pytest.raises(KeyboardInterrupt):
        halve(race, 10_000)
    assert (race.n_deals, race.n_plays) == (PIECE, 2 * PIECE)
    figures = figures_of(means, 0, PIECE)
    s = next(s for s in standings(race) if s.alternative == 1)
    expected = mean_and_se(PIECE, int(figures[1].sum()), int((figures[1] ** 2).sum()))
    assert (s.mean, s.se) == expected


def test_only_some_of_the_sums():
    figures = figures_of([1.0, 2.0, 3.0], 0, 100)
    some = paired(figures).only([2, 0])
    expected = paired(figures[[2, 0]])
    for name in ("sums", "products"):
        assert np.array_equal(getattr(some, name), getattr(expected, name))
    means, ses = pairwise(*some.compared)
    gap = figures[2] - figures[0]
    assert (means[0, 1], ses[0, 1]) == pytest.approx((gap.mean(), gap.std(ddof=1) / 10))
