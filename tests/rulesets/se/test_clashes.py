"""The assaults that are shown: from their declaration until both have met and one is gone from the hex."""

from __future__ import annotations

import random
from collections import Counter

from tutor.engine.ask import Ask
from tutor.engine.play import Session
from tutor.library import scenario
from tutor.rulesets.se.clashes import ASSAULT, clashes
from tutor.rulesets.se.ruleset import RULES


def test_an_assault_is_shown_until_it_is_over() -> None:
    """Before the two have met it has not begun, and whoever marked it stands outside; then whoever came in is there."""
    found, seen = scenario("se/roana"), Counter[str]()
    for seed in range(12):
        session, rng = Session(RULES, RULES.setup(found.data, found.map, found.law()), seed=seed), random.Random(seed)
        while not session.over:
            s = session.state
            met = {(fight.hex, fight.attacker) for fight in s.fights}
            to_come = {one.args[0] for one in s.agenda if one.step == ASSAULT}
            shown = {(one.place, one.side): one for one in clashes(s) if one.by != "fire"}
            marked = {(unit.assault, unit.side) for unit in s.pieces if unit.assault and unit.place is not None}
            for (place, side), one in shown.items():
                inside = {s.unit(id).place == place for id in one.units}
                if (place, side) in met:
                    assert inside == {True}, (seed, place)
                    assert one.begun == (place not in to_come), (seed, place)
                    seen["met"] += 1
                else:
                    assert (inside, one.begun) == ({False}, False), (seed, place)
                    seen["declared"] += 1
            assert marked - met <= shown.keys(), (seed, marked)
            ask = session.ask
            if isinstance(ask, Ask):
                session.answer(rng.choice(list(ask.legal())))
            else:
                session.roll()
    assert min(seen["met"], seen["declared"]) > 20, seen
