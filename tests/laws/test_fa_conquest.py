"""Laws of conquest in Fatal Alliances: what a minor country has left when the last of its cities is the enemy's."""

from __future__ import annotations

import random
from collections import Counter

from tests.laws.fa_battles import battle
from tutor.engine.ask import Ask
from tutor.engine.pieces import FrozenMap
from tutor.engine.play import Session
from tutor.engine.run import task
from tutor.rulesets.fa.ruleset import RULES
from tutor.rulesets.fa.state import REMOVED, TE, State, countries, foe

POSITIONS = 120
FALLEN, CITY = "belgium", "city"


def _fallen(seed: int, rng: random.Random) -> State:
    """A battle's position, its fights put away, in which Germany holds every city of Belgium."""
    s = battle(seed)
    towns = [hex for hex in countries(s.map)[FALLEN] if s.flag(hex, CITY)]
    held = dict.fromkeys(towns, "germany") | {hex: FALLEN for hex in countries(s.map)[FALLEN] if hex not in towns}
    s = s.but(control=FrozenMap({**s.control, **held}))
    stays = [u.but(place=None, box="pool") if u.invading or u.aboard else u for u in s.pieces]
    free = sorted(set(countries(s.map)[FALLEN]) - set(towns))
    wings = [u.but(place=rng.choice(free)) if free and u.air and u.place and u.side == TE else u for u in stays]
    law = s.law.under("survivors", "all") if seed % 2 else s.law
    return s.but(law=law, halves=frozenset(), agenda=()).put(*wings).then(task("surrenders"))


def test_one_unit_is_left_and_nobody_lies_on_lost_ground() -> None:
    seen: Counter[str] = Counter()
    for seed in range(POSITIONS):
        rng = random.Random(seed)
        start = _fallen(seed, rng)
        session = Session(RULES, start, seed=seed)
        while not session.over:
            assert isinstance(session.ask, Ask)
            session.answer(rng.choice(list(session.ask.legal())))
        end = session.state
        if not end.nations[FALLEN].conquered:
            continue
        seen["conquered"] += 1
        there = [u.id for u in start.on_map() if u.country == FALLEN]
        kept = [end.unit(id) for id in there if end.unit(id).remnant]
        most = len(there) if seed % 2 else min(1, len(there))
        assert len(kept) == most, (seed, there)
        seen["kept"] += len(kept)
        assert len({u.nation for u in kept}) <= 1
        assert all(end.sides_with(u.nation, u.side) for u in kept)
        gone = [u for u in end.pieces if u.country == FALLEN]
        assert all(u.place is None and u.box == REMOVED for u in gone), (seed, gone)
        seen["gone"] += len(gone)
        assert all(end.holder(hex) != FALLEN for hex in countries(end.map)[FALLEN])
        for unit in end.on_map():
            if not unit.land and unit.place in end.map and unit.id not in end.missions:
                seen["ships and aircraft"] += start.unit(unit.id).place != unit.place
                assert not end.held_by(unit.place, foe(unit.side)), (seed, unit)
    assert min(seen[one] for one in ("conquered", "kept", "gone", "ships and aircraft")) > 0, seen
