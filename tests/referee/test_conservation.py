"""What holds in every deal: RULES.md 10, over random deals under random rules and bars."""

import json
import random
from collections import Counter

import pytest
from referee.random_deals import random_record
from referee.referee import BRANCHES, COMPONENTS, RefereeError, Settlement, check, settle

N_DEALS = 800


@pytest.fixture(scope="module")
def records() -> list[dict]:
    return [random_record(random.Random(seed)) for seed in range(N_DEALS)]


@pytest.fixture(scope="module")
def settlements(records: list[dict]) -> list[Settlement]:
    return [settle(record) for record in records]


@pytest.fixture(scope="module")
def settled(records: list[dict], settlements: list[Settlement]) -> list[tuple[dict, Settlement]]:
    return list(zip(records, settlements, strict=True))


def test_10_payments_and_the_pools_change_sum_to_zero(settled: list[tuple[dict, Settlement]]):
    for record, settlement in settled:
        change = settlement.pool - record["pool"]
        assert sum(settlement.payments) + change == 0, json.dumps(record)


def test_10_components_add_up_to_the_payments(settled: list[tuple[dict, Settlement]]):
    for record, settlement in settled:
        assert tuple(settlement.components) == COMPONENTS
        added = [sum(by_seat) for by_seat in zip(*settlement.components.values(), strict=True)]
        assert added == settlement.payments, json.dumps(record)


def test_10_every_component_but_the_pool_sums_to_zero(settled: list[tuple[dict, Settlement]]):
    for record, settlement in settled:
        pool_change = record["pool"] - settlement.pool
        sums = {name: sum(seats) for name, seats in settlement.components.items()}
        assert sums == dict.fromkeys(COMPONENTS, 0) | {"pool": pool_change}, json.dumps(record)


def test_8_2_reversis_and_party_exclude_each_other(settlements: list[Settlement]):
    for settlement in settlements:
        is_reversis = settlement.facts["reversis_by"] is not None
        assert is_reversis is (settlement.facts["party_winner"] is None)
        assert is_reversis is (settlement.facts["party_loser"] is None)
        if is_reversis:
            assert settlement.components["party"] == settlement.components["aces"] == [0] * 4


def test_facts_are_those_of_eleven_tricks_and_forty_points(settlements: list[Settlement]):
    for settlement in settlements:
        assert sum(settlement.facts["tricks"]) == 11
        assert sum(settlement.facts["points"]) <= 40


def test_12_1_payments_to_those_barred_all_are_never_made(settled: list[tuple[dict, Settlement]]):
    for record, settlement in settled:
        for seat, kind in record["barred"].items():
            if kind == "all":
                for name, by_seat in settlement.components.items():
                    assert by_seat[int(seat)] <= 0, (name, json.dumps(record))


def test_records_with_their_settlement_are_accepted(settled: list[tuple[dict, Settlement]]):
    for record, settlement in settled[:200]:
        check(record | {"settlement": as_written(settlement)})


def test_records_with_another_settlement_are_refused(settled: list[tuple[dict, Settlement]]):
    for record, settlement in settled[:50]:
        written = as_written(settlement)
        with pytest.raises(RefereeError):
            check(record | {"settlement": written | {"pool": written["pool"] + 1}})


def as_written(settlement: Settlement) -> dict:
    components = {name: seats for name, seats in settlement.components.items() if any(seats)}
    return {
        "payments": settlement.payments,
        "pool": settlement.pool,
        "components": components,
    }


def test_every_branch_of_the_rules_is_reached(settlements: list[Settlement]):
    reached = Counter(branch for settlement in settlements for branch in settlement.branches)
    assert reached.keys() == BRANCHES.keys()
