"""Distant Foreign Fields: no supply is lost in a month but what its entries say was paid."""

from __future__ import annotations

from tests.laws.dff_battles import month
from tests.laws.test_dff_moves import _play
from tutor.engine.trace import Entry
from tutor.library import scenario
from tutor.rulesets.dff.sequence import SEQUENCE

MONTHS, LANDINGS = 10, 5


def _paid(entry: Entry) -> int:
    if entry.kind == "paid":
        return int(entry.facts["n"])
    (bill,) = entry.ledgers
    return int(bill.total)


def test_supply_falls_by_what_is_said_to_be_paid() -> None:
    landing = scenario("dff/gallipoli-1915").position()
    landing = landing.but(agenda=SEQUENCE.agenda((["supply-phase"], ["movement-phase"])))
    starts = [(month(seed, seed % 2 == 1), seed) for seed in range(MONTHS)]
    starts += [(landing, seed) for seed in range(LANDINGS)]
    fares = 0
    for start, seed in starts:
        session = _play(start, seed)
        paid = [_paid(entry) for entry in session.trace.entries if entry.kind in ("pays-passage", "paid")]
        assert sum(start.supply.values()) - sum(session.state.supply.values()) == sum(paid), seed
        fares += len(paid)
    assert fares > 5
