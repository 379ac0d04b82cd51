"""What a position itself breaks."""

from __future__ import annotations

import pytest

from tutor import library
from tutor.rulesets.tlm.faults import violations


@pytest.mark.parametrize(("reading", "broken"), [("three-units", ["1.2.2.a"]), ("free", [])])
def test_four_units_in_the_box_break_a_rule_if_it_is_so_read(reading: str, broken: list[str]) -> None:
    state = library.scenario(library.find("great-war", "tlm")).position({"eft-stacking": reading})
    four = [p for p in state.pieces if p.side == "GE" and p.kind == "infantry" and p.on_map][:4]
    state = state.put(*(p.but(place="eft", army=None) for p in four))
    assert [check.rule for check in violations(state) if check.kind in ("area-full", "box-full")] == broken
