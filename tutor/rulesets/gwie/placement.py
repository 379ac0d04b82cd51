"""13: new units come out of the Available Units Boxes onto the map, each from its box onto the maps of its box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.control import ABADAN, BASRA, controller, land_of, settlement
from tutor.rulesets.gwie.fronts import NEAR_EAST, flag, front_of, fronts_of
from tutor.rulesets.gwie.homes import objections_to_operating, small_german
from tutor.rulesets.gwie.nations import EMPIRE, nation_of, same_nation
from tutor.rulesets.gwie.shifts import CITY
from tutor.rulesets.gwie.sources import primary
from tutor.rulesets.gwie.stacking import objections_to_stacking
from tutor.rulesets.gwie.state import (
    ARABIA,
    AVAILABLE,
    AVAILABLE_EUROPE,
    BY_MAP,
    CP,
    SUPPLIED,
    TRANSIT,
    TRR,
    State,
    Unit,
    foe,
)
from tutor.rulesets.gwie.supply import in_supply, supply_at

DAMASCUS = "N1728"
BOXES: Mapping[str, tuple[str, str]] = {"arabia": (ARABIA, "13.29a"), "turkey": (TRR, "13.29a")}
REGIONS: Mapping[str, str] = {"caucasus": "caucasus", "iraq": "iraqi", "syria": "egyptian", "egypt": "egyptian"}
BY_HQ, GROUND = 3, "ground"
YILDERIM = "yilderim"
TO_EGYPT = frozenset({"1as", "nz", "42t"})  # they come in, and in again, in Egypt (13.23); Vr on the counter


# -- the phase (13.22, 13.29) ----------------------------------------------------------------------------------
@step("new-units", "13.22")
def new_units(s: State, t: Trace, side: str) -> State:
    """What a box holds that has no choice of place goes there; then its owner places the rest."""
    for unit in waiting(s, side):
        found = destined(unit)
        if found is not None:
            box, rule = found
            s = s.put(unit.but(box=box, since=s.turn))
            t.say(rule, "goes-into-box", s, unit=U(unit.id), box=Term(box))
    return s.then(task("place-units", side))


def waiting(s: State, side: str) -> list[Unit]:
    """Who lies in the Available Units Boxes of a side."""
    return [u for u in s.pieces if u.box in boxes_of(side) and u.ground]


def boxes_of(side: str) -> tuple[str, str]:
    return AVAILABLE[side], AVAILABLE_EUROPE[side]


def destined(unit: Unit) -> tuple[str, str] | None:
    """The box into which a unit must go: Arabia, the Turkish reserve, or, a German division, the way there."""
    if unit.nation == "TU" and not unit.rebuilt:
        return BOXES.get(unit.enters)
    if unit.nation == "GE" and unit.fights and not small_german(unit):
        return TRANSIT, "13.29c"
    return None


@step("place-units", "13.22", under="new-units")
def place_units(s: State, t: Trace, side: str) -> Steps[State]:
    """One unit after another; nobody has to."""
    if not waiting(s, side):
        return s
    id = yield from choose(
        Ask(
            s,
            "13.22",
            side,
            "place-unit",
            ("unit",),
            lambda id: objections_to_bringing(s, side, id),
            to_end=lambda: iter(()),
        )
    )
    if id == DONE:
        return s
    return s.then(task("place-in" if chooses_box(s, s.unit(id)) else "place-at", id), task("place-units", side))


def objections_to_bringing(s: State, side: str, id: str) -> Checks:
    """Does this unit wait in the box of the side, with a place where it may come in?"""
    unit = s.unit(id)
    if unit.side != side or unit.box not in boxes_of(side):
        yield objection("13.23", "not-in-the-box", unit=U(id), who=Side(side))
    elif s.influenza == s.turn:
        yield objection("6.58", "influenza-shuts-boxes", unit=U(id))
    elif not unit.ground:
        yield objection("13.0", "comes-not-by-place", unit=U(id))
    elif not chooses_box(s, unit) and not _has_place(s, unit):
        yield objection("13.11", "no-place-for", unit=U(id))


def _has_place(s: State, unit: Unit) -> bool:
    """Whether there is a hex into which a new unit may come."""
    return any(s.law.allows(objections_to_placing(s, unit, hex)) for hex in likely(s, unit))


def chooses_box(s: State, unit: Unit) -> bool:
    """Of all new units the HQ Yilderim alone may go into the boxes as well as onto the map (13.29)."""
    return unit.called == YILDERIM and not unit.rebuilt and fronts_of(s) >= NEAR_EAST


@step("place-in", "13.29a", under="new-units")
def place_in(s: State, t: Trace, id: str) -> Steps[State]:
    """Onto the map, or into Arabia or the Turkish reserve."""
    unit = s.unit(id)
    where = yield from choose(
        Ask(
            s,
            "13.29a",
            unit.side,
            "place-in",
            ("option",),
            lambda where: iter(()),
            options=(BY_MAP, ARABIA, TRR),
            back=True,
            facts={"unit": U(id)},
        )
    )
    if where == BACK:
        return s
    if where == BY_MAP:
        return s.then(task("place-at", id))
    s = s.put(unit.but(box=where, since=s.turn))
    t.say("13.29a", "goes-into-box", s, unit=U(id), box=Term(where))
    return s


@step("place-at", "13.11", under="new-units")
def place_at(s: State, t: Trace, id: str) -> Steps[State]:
    """Where: on the ground of its nation, or beside an HQ."""
    unit = s.unit(id)
    hex = yield from choose(
        Ask(
            s,
            "13.11",
            unit.side,
            "place-at",
            ("place",),
            lambda hex: objections_to_placing(s, unit, hex),
            back=True,
            facts={"unit": U(id)},
            among=lambda: likely(s, unit),
        )
    )
    if hex == BACK:
        return s
    grounds = s.law.verdict(hex, on_its_ground(s, unit, hex), s)
    if grounds.legal:
        s = s.put(unit.but(place=hex, box="", front="", by=GROUND))
        t.say(grounds.rules[0], "placed", s, unit=U(id), hex=Place(hex))
        return s
    hq = hqs_for(s, unit, hex)[0]
    s = s.put(unit.but(place=hex, box="", front="", by=hq.id))
    t.say("13.3a", "placed-by-hq", s, unit=U(id), hq=U(hq.id))
    return s


# -- where (13.1-13.3) -----------------------------------------------------------------------------------------
def likely(s: State, unit: Unit) -> list[str]:
    """The hexes that a new unit can come into at all: its nation's, and those around its HQs."""
    grounds = [hex for hex in s.map.places if settlement(s, hex) or flag(s, hex, "west-of-suez")]
    sources = [hex for front in NEAR_EAST for hex in primary(s, unit, front)]
    near = [hex for hq in s.on_map() if hq.hq and hq.side == unit.side and hq.place for hex in around(s, hq.place)]
    return sorted({*grounds, *sources, *near})


def around(s: State, hex: str) -> tuple[str, ...]:
    return (hex, *s.map.neighbours(hex))


def objections_to_placing(s: State, unit: Unit, hex: str) -> Checks:
    """May a new unit come in here?"""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    front = front_of(s, hex)
    if unit.called in TO_EGYPT and front == "egyptian":
        yield held("13.23", "egypt-too", **facts)
    elif (front in NEAR_EAST) != (unit.box == AVAILABLE[unit.side]):
        yield objection("13.23", "other-map", box=Term(unit.box), **facts)
        return
    grounds = s.law.verdict(hex, on_its_ground(s, unit, hex), s)
    if not grounds.legal:
        hq = s.law.verdict(hex, by_an_hq(s, unit, hex), s)
        if not hq.legal:
            yield from (check for check in grounds.objections if check not in hq.objections)
        yield from by_an_hq(s, unit, hex)
    else:
        yield from grounds.held
    yield from objections_to_stacking(s, unit, hex)
    yield from objections_to_operating(s, unit, hex)
    foes = s.at(hex, foe(unit.side))
    if foes:
        yield objection("13.11", "enemy-there", hex=Place(hex), foes=units(foes))


# -- on the ground of a nation (13.11, 13.28, 13.29) -------------------------------------------------------------
def on_its_ground(s: State, unit: Unit, hex: str) -> Checks:
    """Is this a hex into which the nation's new units come by right? Cut off, it serves nobody (11.85)."""
    yield from _of_the_nation(s, unit, hex)
    yield from _fed(s, unit, hex, "11.85")


def _of_the_nation(s: State, unit: Unit, hex: str) -> Checks:
    if unit.nation in EMPIRE or unit.called == "dfps":
        yield from _british(s, unit, hex)
    elif unit.nation == "PN":
        yield from _persian(s, unit, hex)
    elif unit.side == CP:
        yield from _ottoman(s, unit, hex)
    else:
        yield from _russian(s, unit, hex)


def home_front(unit: Unit) -> str:
    """The Front of a British unit: where it fell, or the one printed on it (5.36, 13.28)."""
    return unit.front or REGIONS.get(unit.enters, "")


def _other_front(unit: Unit, front: str) -> bool:
    return home_front(unit) not in ("", front) and not (unit.called in TO_EGYPT and front == "egyptian")


def _british(s: State, unit: Unit, hex: str) -> Checks:
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    front = front_of(s, hex)
    if _other_front(unit, front):
        yield objection("13.28a", "own-front-only", front=Term(home_front(unit)), **facts)
    rule = "13.28b" if front == "egyptian" else "13.28c"
    fits = flag(s, hex, "west-of-suez") if front == "egyptian" else hex in (BASRA, ABADAN)
    yield (held if fits else objection)(rule, "british-ground", **facts)
    yield from _ours(s, unit, hex, rule)


def _persian(s: State, unit: Unit, hex: str) -> Checks:
    """A town of Persia: the Gendarmerie needs one of the CP, the others one that is not theirs (13.28e, 13.29d)."""
    home = "caucasus" if unit.called == "persian-cossack" else "iraqi"
    rule = "13.29d" if unit.side == CP else "13.28e"
    fits = land_of(s, hex) == "persia" and settlement(s, hex) and front_of(s, hex) == home
    ours = (controller(s, hex) == CP) == (unit.side == CP)
    yield (held if fits and ours else objection)(rule, "persian-town", unit=U(unit.id), hex=Place(hex))
    if fits and flag(s, hex, "city"):
        reading = s.law.read("persian-cities")
        check = held if reading.option == "open" else objection
        yield check(rule, "persian-city", unit=U(unit.id), hex=Place(hex), reading=reading)


def _russian(s: State, unit: Unit, hex: str) -> Checks:
    if nation_of(unit) == "RU":
        yield from _at_home(s, unit, hex, "russia")
    else:
        yield objection("13.11", "city-at-home", unit=U(unit.id), hex=Place(hex))


def _at_home(s: State, unit: Unit, hex: str, land: str) -> Checks:
    """A supplied city of one's own country (13.11)."""
    fits = land_of(s, hex) == land and flag(s, hex, CITY)
    yield (held if fits else objection)("13.11", "city-at-home", unit=U(unit.id), hex=Place(hex))
    yield from _ours(s, unit, hex, "13.11")


def _ottoman(s: State, unit: Unit, hex: str) -> Checks:
    """A Turk that comes first keeps to the region on its back; small Germans and Turks rebuilt choose (13.29)."""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    front, free = front_of(s, hex), unit.rebuilt or unit.nation == "GE" or unit.called == YILDERIM
    if front not in NEAR_EAST:
        yield from _at_home(s, unit, hex, "turkey")
        return
    rule = "13.29b" if free else "13.29a"
    if not free and front != REGIONS.get(unit.enters, front):
        yield objection("13.29a", "own-region-only", region=Term(unit.enters), **facts)
    source = hex in primary(s, unit, front)
    if front == "egyptian":
        fits = hex == DAMASCUS or source
    else:
        fits = source or (flag(s, hex, CITY) and land_of(s, hex) == "turkey")
    yield (held if fits else objection)(rule, "ottoman-ground", **facts)
    yield from _ours(s, unit, hex, rule)


def _ours(s: State, unit: Unit, hex: str, rule: str) -> Iterator[Check]:
    if controller(s, hex) != unit.side:
        yield objection(rule, "place-not-ours", unit=U(unit.id), hex=Place(hex), who=Side(unit.side))


def _fed(s: State, unit: Unit, hex: str, rule: str) -> Iterator[Check]:
    if supply_at(s, unit, hex).status != SUPPLIED:
        yield objection(rule, "place-not-supplied", unit=U(unit.id), hex=Place(hex))


# -- beside an HQ (13.3) ---------------------------------------------------------------------------------------
def by_an_hq(s: State, unit: Unit, hex: str) -> Checks:
    """May the unit come in at an HQ of its nation: three for each, all of them in one hex?"""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if unit.nation == "TU" and not unit.rebuilt:
        yield objection("13.3e", "new-turks-not-by-hq", **facts)
    if unit.nation in EMPIRE and _other_front(unit, front_of(s, hex)):
        yield objection("13.28a", "own-front-only", front=Term(home_front(unit)), **facts)
    elif unit.nation in EMPIRE and front_of(s, hex) == "iraqi":
        yield from _while_basra_stands(s, unit)
    if hqs_for(s, unit, hex):
        yield held("13.3a", "beside-hq", hq=U(hqs_for(s, unit, hex)[0].id), **facts)
    else:
        yield from _why_no_hq(s, unit, hex)
    yield from _ours(s, unit, hex, "13.3a")
    yield from _fed(s, unit, hex, "13.3a")


def _while_basra_stands(s: State, unit: Unit) -> Checks:
    """Whether an HQ brings British units into Iraq even while they hold Basra and Abadan is a reading (13.28)."""
    cities = [city for city in (BASRA, ABADAN) if city in s.map]
    if all(controller(s, city) == unit.side for city in cities):
        reading = s.law.read("iraq-by-hq")
        check = held if reading.option == "always" else objection
        yield check("13.28c", "iraq-by-hq", unit=U(unit.id), hexes=places(cities), reading=reading)


def hqs_for(s: State, unit: Unit, hex: str) -> list[Unit]:
    """The HQs that can still bring this unit in here."""
    near = _beside(s, unit, hex)
    return [hq for hq in near if not _just_placed(s, hq) and in_supply(s, hq) and not _full(s, hq, hex)]


def _beside(s: State, unit: Unit, hex: str) -> list[Unit]:
    """The HQs of its nation in this hex or next to it."""
    hqs = (hq for at in around(s, hex) for hq in s.at(at, unit.side) if hq.hq and same_nation(s, hq, unit))
    return sorted(hqs, key=lambda hq: hq.id)


def _just_placed(s: State, hq: Unit) -> bool:
    """Whether an HQ came in this phase and so brings nobody: by another HQ at any rate, in its city as so read."""
    return bool(hq.by) and (hq.by != GROUND or s.law.reads("hq-just-placed", "brings-nobody"))


def _full(s: State, hq: Unit, hex: str) -> bool:
    """Three for each HQ, all in one hex; or three in a hex, however many HQs are near, if so read."""
    brought = [u for u in s.on_map() if u.by == hq.id]
    in_hex = sum(u.by not in ("", GROUND) for u in s.at(hex)) if s.law.reads("three-by-an-hq", "each-hex") else 0
    return max(len(brought), in_hex) >= BY_HQ or any(u.place != hex for u in brought)


def _why_no_hq(s: State, unit: Unit, hex: str) -> Checks:
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    near = _beside(s, unit, hex)
    if not near:
        yield objection("13.3a", "no-hq-of-nation", **facts)
    for hq in near:
        if _just_placed(s, hq):
            reading = s.law.read("hq-just-placed") if hq.by == GROUND else None
            yield objection("13.3a", "no-chain-of-hqs", hq=U(hq.id), reading=reading, **facts)
        elif not in_supply(s, hq):
            yield objection("13.3a", "hq-cut-off", hq=U(hq.id), **facts)
        elif _full(s, hq, hex):
            reading = s.law.read("three-by-an-hq")
            yield objection("13.3e", "hq-brought-three", hq=U(hq.id), n=BY_HQ, reading=reading, **facts)
