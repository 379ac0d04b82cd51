"""What keeps an aircraft from a mission: told alone where nothing else need be looked at."""

from __future__ import annotations

from tutor import library
from tutor.cases.paths import changed
from tutor.rulesets.fa.missions import objections_to_sending

BOMBER = {"nation": "germany", "kind": "bomb", "tactical": 2}


def test_where_nobody_attacks_it_is_not_asked_how_far_it_is() -> None:
    base = library.scenario(library.find("belgium-1914", "fa"))
    home = next(unit.place for unit in base.position().pieces if unit.side == "pc" and unit.place)
    state = library.of_data("fa", changed(base.data, {"pieces.b": {**BOMBER, "place": home}})).position()
    assert not state.shots
    for hex in state.map.places:
        if state.attack_on(hex) is None:
            found = [check.kind for check in objections_to_sending(state, state.unit("b"), "bomber", hex)]
            assert found == ["nothing-to-support"]
