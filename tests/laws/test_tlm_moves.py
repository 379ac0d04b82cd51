"""Laws of moving and supply in To the Last Man!: parity, reach against plain search, stacking, replay, mixed play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.laws.test_tlm import any_readings, conserved, play_on, replayed_and_undone, within_limits
from tutor import library
from tutor.engine.ask import BACK, Ask
from tutor.engine.play import Session
from tutor.engine.run import task
from tutor.engine.telling import check as told_check
from tutor.engine.told import plain
from tutor.engine.trace import SILENT
from tutor.engine.words import Words
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import objections_to_arriving, objections_to_joining
from tutor.rulesets.tlm.coming import FOOT, MEANS, RAIL, RESERVES, SHIP, STRATEGIC
from tutor.rulesets.tlm.going import going, objections_to_choosing, objections_to_going, open_means
from tutor.rulesets.tlm.movement import objections_to_walking, walked
from tutor.rulesets.tlm.production import objections_to_entrenching
from tutor.rulesets.tlm.ruleset import RULES
from tutor.rulesets.tlm.sources import sources
from tutor.rulesets.tlm.state import SIDES, Piece, State, foe
from tutor.rulesets.tlm.supply import supply
from tutor.rulesets.tlm.transport import objections_to_means

SCENARIOS = ("door", "verdun", "liege", "cambrai", "michael")
LOOSE = {"weather-after-movement": "moves-stand", "retreat-into-full-area": "closed"}
counted: Counter[str] = Counter()


@cache
def moving(name: str, side: str) -> Any:
    """A scenario with a side about to move: an Offensive, some units outside armies, Strategic Reserves! in hand."""
    data = dict(library.scenario(library.find(name, "tlm")).data)
    data |= {"agenda": [["movement-phase"], ["declaration"], ["combat-phase"], ["check-supply"]], "active": side}
    data |= {"offensive": "offensive", "entered": [], "moves": {}, "options": []}
    data["hands"] = {side: ["strategic-reserves", "ersatz-2"], foe(side): ["ersatz-3", "bad-weather"]}
    data["pieces"] = dict(data["pieces"])
    for id, kind in (("rider", "cavalry"), ("foot", "infantry"), ("hollow", "army"), ("gun", "artillery")):
        added(data, side, id, kind)
    return library.of_data("tlm", data)


def added(data: dict[str, Any], side: str, id: str, kind: str) -> None:
    """One more unit where the side has least, if there is room for it."""
    ours = {area: 0 for area, owner in data["control"].items() if owner == side and area != "england"}
    for piece in data["pieces"].values():
        if piece.get("at") in ours and piece["kind"] != "fort" and (piece["nation"] == "GE") == (side == "GE"):
            ours[piece["at"]] += 1
    at = min(ours, key=lambda area: (ours[area], area))
    if ours[at] < areas.STACKING_LIMIT:
        nation = "GE" if side == "GE" else "UK"
        data["pieces"][id] = {"nation": nation, "kind": kind, "at": at, "entrenched": kind == "infantry"}


def positions(runs: int, wild: bool = True) -> Iterator[tuple[int, State]]:
    """Starts of Movement Phases, pieces shuffled about; every second by any readings."""
    for seed in range(runs):
        rng = random.Random(seed)
        readings = any_readings(rng) | LOOSE if wild and seed % 2 else {}
        start = moving(SCENARIOS[seed % len(SCENARIOS)], SIDES[seed // len(SCENARIOS) % 2]).position(readings)
        yield seed, shuffled(start, rng) if seed >= 2 * len(SCENARIOS) else start


def shuffled(start: State, rng: random.Random) -> State:
    """Control and pieces as chance has them, within the limits of stacking."""
    state = start.but(control=type(start.control)({a: rng.choice(SIDES) for a in start.control}))
    for piece in rng.sample(list(state.pieces), len(state.pieces)):
        place = rng.choice(list(state.control))
        if piece.army is None and piece.on_map and place != "england" and piece.kind != "fort" and rng.random() < 0.5:
            moved = (piece.but(place=place), *(p.but(place=place) for p in state.inside(piece.id)))
            after = state.put(*moved)
            if areas.stacking(after, place, piece.side).total <= areas.STACKING_LIMIT:
                state = after
    return areas.turn_begun(areas.settle(state, *state.map.places))


def midway(runs: int, wild: bool = True) -> Iterator[State]:
    """Positions in the middle of Movement Phases."""
    for seed, start in positions(runs, wild):
        rng, session = random.Random(seed), Session(RULES, start)
        for _ in range(rng.randrange(8)):
            ask = session.ask
            assert isinstance(ask, Ask)
            session.answer(rng.choice([a for a in ask.legal() if a != "done"] or ["done"]))
        while isinstance(session.ask, Ask) and session.ask.kind in ("to", "means", "join", "take-in"):
            session.answer(next(iter([BACK] if session.ask.back else list(session.ask.legal())[-1:])))
        if isinstance(session.ask, Ask) and session.ask.kind == "move":
            yield session.state


# -- parity --------------------------------------------------------------------------------------------------------
def test_every_unit_and_every_area_has_one_answer() -> None:
    """A unit may be chosen exactly if some area is open to it; an area is open exactly if some means leads there."""
    for state in midway(24):
        for unit in state.pieces.ids():
            checks = list(objections_to_choosing(state, unit))
            piece = state.pieces[unit]
            assert checks
            if not piece.on_map or piece.side != state.active or piece.kind == "fort":
                assert not state.law.allows(checks)
                counted["not to be moved"] += 1
                continue
            there = [p for p in state.map.places if state.law.allows(objections_to_going(state, unit, p))]
            assert state.law.allows(checks) == bool(there), unit
            for place in state.map.places:
                assert (place in there) == bool(open_means(state, unit, place))
                refused = [c for c in objections_to_going(state, unit, place) if not c.ok]
                assert (place in there) == (not refused)
                counted["open" if place in there else "closed"] += 1
    assert counted["open"] > 1_000
    assert counted["closed"] > 2_400
    assert counted["not to be moved"] > 300


def test_of_several_means_refused_those_that_matter_come_first() -> None:
    """On foot, then what the unit could take elsewhere, last what is shut to it anyhow; each closed area by itself."""
    for state in midway(12):
        for piece in state.pieces.of(state.active):
            if not piece.on_map or piece.kind == "fort":
                continue
            shut = {m: not state.law.allows(objections_to_means(state, piece.id, m)) for m in MEANS}
            for place in state.map.places:
                checks = list(objections_to_going(state, piece.id, place))
                if state.law.allows(checks):
                    continue
                told = [m for check in checks for m in (SHUT_BY.get((check.rule, check.kind)),) if m]
                assert [shut[m] for m in told] == sorted(shut[m] for m in told), (piece.id, place, checks)
                enemy = areas.area_state(state, place, state.active) == areas.ENEMY
                for check in checks if enemy else ():
                    if (check.rule, check.kind) in AREA_CLOSED and not shut[SHUT_BY[check.rule, check.kind]]:
                        assert check.facts["area"].id == place, (piece.id, place, check)
                        counted["closed by itself"] += 1
    assert counted["closed by itself"] > 50


def test_nothing_that_holds_belies_what_forbids() -> None:
    """No Offensive opens an area that none was played for; nothing else is told where a means is not ours at all."""
    for state in midway(8):
        passing = state.but(offensive="", rank="", used=())
        for piece in passing.pieces:
            digging = list(objections_to_entrenching(passing, piece.side, piece.id))
            assert passing.law.allows(digging) or not any(check.ok for check in digging), digging
            counted["not dug in"] += not passing.law.allows(digging)
            if piece.side != passing.active or not piece.on_map or piece.kind == "fort":
                continue
            for place in passing.map.places:
                walking = list(objections_to_walking(passing, piece.id, place))
                assert all(check.kind != "enemy-area-open" for check in walking), walking
                counted["passing"] += any(check.kind == "passing-enters-not" for check in walking)
            by_ship = list(objections_to_means(state, piece.id, SHIP))
            if any(check.kind == "uk-only" for check in by_ship):
                assert len(by_ship) == 1, by_ship
    assert counted["not dug in"] > 50
    assert counted["passing"] > 50


AREA_CLOSED = (("4.4.b", "must-be-friendly"), ("9.6.a", "reserves-from-to"))
SHUT_BY = {
    ("4.4.b", "must-be-friendly"): RAIL,
    ("4.4.b", "beyond-limit"): RAIL,
    ("9.6.a", "reserves-from-to"): RESERVES,
    ("4.5.a", "entente-only"): STRATEGIC,
    ("4.6.b", "uk-only"): SHIP,
    ("1.3.b", "not-in-hand"): RESERVES,
}


def test_every_answer_is_told_in_both_languages() -> None:
    for state in midway(6):
        tongues = [Words(RULES.book, lang, RULES.names(state)) for lang in ("fr", "en")]
        ask = Session(RULES, state.but(agenda=()).then(*state.agenda)).ask
        for unit in random.Random(1).sample(list(state.pieces.ids()), 8):
            for place in state.map.places:
                for words in tongues:
                    for check in objections_to_going(state, unit, place) if state.pieces[unit].on_map else ():
                        text = plain(told_check(check, words).phrases)
                        assert "{" not in text, text
                        assert "?]" not in text, text
                        counted["told"] += 1
        assert ask is not None
    assert counted["told"] > 2_000


# -- reach against a plain search ------------------------------------------------------------------------------------
def friendly(state: State, area: str) -> bool:
    """4.1 once more, in few words: somebody of ours who can hold it and nobody of theirs, or ours to begin with."""
    ours, theirs = (bool(areas.holders(state, area, side)) for side in (state.active, foe(state.active)))
    if "closed" in state.map.area(area).flags:
        return False
    return (ours and not theirs) or (not ours and not theirs and state.control.get(area) == state.active)


def disputed(state: State, area: str) -> bool:
    return all(areas.holders(state, area, side) for side in SIDES)


def room(state: State, piece: Piece, area: str) -> str:
    """Whether a unit may come in: freely, into an army only, or not at all."""
    units = [u for u in state.units(area, piece.side) if u.kind != "fort" and (u.kind != "army" or state.inside(u.id))]
    if (piece.kind == "army" and not state.inside(piece.id)) or len(units) < 3:
        return "free"
    arrived = state.put(piece.but(place=area, army=None), *(p.but(place=area) for p in state.inside(piece.id)))
    loose = [u.id for u in units if u.kind != "army"] if piece.kind == "army" else [piece.id]
    into = [piece.id] if piece.kind == "army" else [u.id for u in arrived.units(area, piece.side) if u.kind == "army"]
    return "army" if any(arrived.law.allows(objections_to_joining(arrived, u, a)) for u in loose for a in into) else ""


def land(state: State, area: str) -> list[str]:
    return [b for b in state.map.neighbours(area) if any(link.kind != "sea" for link in state.map.links(area, b))]


def spread(state: State, piece: Piece, limit: int, may_pass: Any, may_end: Any) -> set[str]:
    """All simple ways, tried out one by one."""
    found: set[str] = set()
    ways: list[tuple[str, ...]] = [(str(piece.place),)]
    while ways:
        way = ways.pop()
        for b in land(state, way[-1]) if len(way) <= limit else ():
            if b in way:
                continue
            entry = room(state, piece, b)
            if may_end(b) and entry:
                found.add(b)
            if may_pass(b) and entry == "free":
                ways.append((*way, b))
    return found


def by_rail(state: State, piece: Piece) -> set[str]:
    if not (friendly(state, str(piece.place)) and piece.place in state.since) or state.used:
        return set()
    good = {a for a in state.map.places if friendly(state, a) and a in state.since}
    return spread(state, piece, 3, good.__contains__, good.__contains__)


def by_card(state: State, piece: Piece) -> set[str]:
    ours = {a for a in state.map.places if friendly(state, a)}
    front = {a for a in state.map.places if disputed(state, a)}
    if piece.place not in ours | front or "strategic-reserves" not in state.hand(piece.side):
        return set()
    return spread(state, piece, len(state.map.places), ours.__contains__, (ours | front).__contains__)


def by_ship(state: State, piece: Piece) -> set[str]:
    ports = {
        a
        for a in sources(state, "Entente")
        if "coast" in state.map.area(a).flags and (friendly(state, a) or disputed(state, a))
    }
    if piece.nation != "UK" or "england" not in state.map:
        return set()
    ends = ports if piece.place == "england" else {"england"} if piece.place in ports else set()
    return {a for a in ends if room(state, piece, a)}


def by_strategic(state: State, piece: Piece) -> set[str]:
    good = {a for a in sources(state, "Entente") if friendly(state, a) and a in state.since}
    if piece.side != "Entente" or piece.place not in good:
        return set()
    return {a for a in good - {piece.place} if room(state, piece, a)}


def on_foot(state: State, unit: str, left: int) -> set[str]:
    """Step by step, every step really made."""
    found: set[str] = set()
    for b in state.map.neighbours(str(state.pieces[unit].place)):
        if state.law.first_objection(objections_to_walking(state, unit, b)) is None:
            found.add(b)
            there = walked(state, SILENT, unit, b)
            if left > 1 and there.pieces[unit].on_map:
                found |= on_foot(there, unit, left - 1)
    return found - {str(state.pieces[unit].place)}


def test_reach_is_that_of_a_plain_search() -> None:
    plain = {RAIL: by_rail, RESERVES: by_card, SHIP: by_ship, STRATEGIC: by_strategic}
    for _, state in positions(40, wild=False):
        for piece in state.pieces.of(state.active):
            if not piece.on_map or piece.kind == "fort":
                continue
            for way in going(state, piece.id):
                if way.means == FOOT:
                    far = 2 if piece.kind in ("cavalry", "biplane") else 1
                    wanted = on_foot(state, piece.id, far)
                else:
                    wanted = plain[way.means](state, piece)
                start = str(piece.place)
                assert set(way.places) == wanted - {start}, (way.means, piece.id, start)
                counted[way.means] += len(wanted)
    assert all(counted[means] > 10 for means in MEANS), counted


def test_a_place_not_reached_has_every_way_in_closed() -> None:
    for state in midway(12):
        for unit in (p.id for p in state.pieces.of(state.active) if p.on_map and p.kind != "fort"):
            for way in going(state, unit):
                for place in state.map.places if way.reach and not way.closed else ():
                    cut = way.why_not(place)
                    assert (cut is None) == (way.reach is not None and place in way.reach.places)
                    if cut is not None and cut.furthest is not None:
                        assert cut.ways
                        assert all(not one.check.ok for one in cut.ways)
                        assert not way.verdict(place).legal
                        counted["closed off"] += 1
    assert counted["closed off"] > 500


# -- supply ----------------------------------------------------------------------------------------------------------
def flooded(state: State, piece: Piece) -> bool:
    """The booklet's line by plain flooding, under the default readings."""
    start, side = str(piece.place), piece.side
    seen = state.but(active=side)
    if start == "england":
        return True
    if not friendly(seen, start) and not disputed(seen, start) and piece.kind == "fort":
        return False
    discs = set(sources(state, side))
    if start in discs and (friendly(seen, start) or disputed(seen, start)):
        return True
    found, front = {start}, [start]
    for here in front:
        for b in land(state, here):
            if b not in found and friendly(seen, b) and not state.units(b, foe(side)):
                found.add(b)
                front.append(b)
    return bool((found - {start}) & discs)


def test_supply_is_that_of_plain_flooding() -> None:
    for _, state in positions(60, wild=False):
        for piece in state.pieces:
            if not piece.on_map:
                continue
            line = supply(state, piece.id)
            assert line.open == flooded(state, piece), piece
            assert line.line[0] == piece.place
            if line.open and len(line.line) > 1:
                assert line.line[-1] in sources(state, piece.side)
                assert all(b in land(state, a) for a, b in zip(line.line, line.line[1:], strict=False))
            elif not line.open:
                assert [check for check in line.checks if not check.ok]
                assert line.cut is not None
            counted["supplied" if line.open else "cut"] += 1
    assert counted["supplied"] > 300
    assert counted["cut"] > 100


def test_want_of_supply_takes_what_the_table_says() -> None:
    for seed, start in positions(30, wild=False):
        before = start.but(agenda=())
        rng = random.Random(seed)
        session = Session(RULES, before.then(task("check-supply")))
        for ask in play_on(session, rng):
            assert ask.kind == "starve"
        for piece in before.pieces:
            if not piece.on_map or piece.army is not None:
                continue
            after, dry = session.state.pieces[piece.id], not flooded(before, piece)
            size = len(before.inside(piece.id))
            if not dry:
                lost = 0
            elif piece.kind == "fort":
                lost = 1
            else:
                lost = 1 if piece.kind == "army" and size > 1 else size + 1
            gone = (not after.on_map) + sum(not session.state.pieces[p.id].on_map for p in before.inside(piece.id))
            if piece.kind == "fort":
                gone = piece.value - after.value if after.on_map else 1
            lonely = piece.kind == "army" and not size and gone == 1
            assert gone == lost or lonely, (piece, gone, lost)
            assert after.oos == (dry and after.on_map)
            counted["starved"] += lost
    assert counted["starved"] > 30


# -- mixed play --------------------------------------------------------------------------------------------------------
def test_random_moves_and_battles_keep_the_invariants() -> None:
    for seed, start in positions(40):
        rng, session = random.Random(seed), Session(RULES, start)
        for ask in play_on(session, rng):
            counted[ask.kind] += 1
            if ask.kind not in ("join", "take-in"):
                within_limits(session.state)
            used = Counter(means for _, means in session.state.used)
            assert used[RAIL] <= 2
            assert used[STRATEGIC] <= (1 if start.turn == 1 else 2)
            assert used[SHIP] <= 1
            assert used[RESERVES] <= 1
            assert set(session.state.entered) <= set(start.map.places)
        conserved(start, session.state)
        assert not any(p.moved for p in session.state.pieces)
    assert all(counted[kind] > 20 for kind in ("move", "to", "means", "join", "declare")), counted


def test_passing_moves_one_unit_and_enters_nothing() -> None:
    for seed, start in positions(20, wild=False):
        passing = start.but(offensive="", rank="")
        session, rng = Session(RULES, passing), random.Random(seed)
        while isinstance(session.ask, Ask) and session.ask.kind in ("move", "to", "means", "join", "take-in"):
            session.answer(rng.choice(list(session.ask.legal())))
        free = {unit for unit, means in session.state.used if means != RESERVES}
        assert len(free) <= 1
        assert not session.state.entered
        counted["free"] += len(free)
        for area, side in session.state.control.items():
            assert side == start.control[area] or areas.holders(session.state, area, side)
    assert counted["free"] > 10


def test_moves_are_replayed_and_undone() -> None:
    assert replayed_and_undone(positions(12)) > 200


def test_a_full_area_is_told_with_every_army_that_takes_nobody_in() -> None:
    """1.2.2, 8.1.c: whoever finds an area full hears of each army there why it does not take the unit in."""
    told = 0
    for _, start in positions(24, wild=False):
        for piece in [p for p in start.pieces.of(start.active) if p.on_map and p.kind not in ("army", "fort")]:
            for place in start.map.places:
                checks = start.law.objections(objections_to_arriving(start, piece, place, True))
                if place != piece.place and any(check.kind == "area-full" for check in checks):
                    armies = {unit.id for unit in start.units(place, piece.side) if unit.kind == "army"}
                    assert armies == {check.facts["army"].id for check in checks if "army" in check.facts}, place
                    told += len(armies)
    assert told > 20, told
