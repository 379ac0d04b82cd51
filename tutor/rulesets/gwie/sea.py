"""9.5: Allied sea movement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.law import Law, seam
from tutor.engine.ledger import Ledger, plus
from tutor.engine.run import task
from tutor.engine.space.maps import HexMap
from tutor.engine.space.paths import compile_costs, reach
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.capacity import loaded, objections_to_full_carriers, objections_to_loading, sea_pools
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.fronts import EUROPE, flag, front_of
from tutor.rulesets.gwie.homes import objections_to_operating
from tutor.rulesets.gwie.sources import CONSTANTINOPLE, abandoned, checks_on_port, is_port
from tutor.rulesets.gwie.stacking import objections_to_stacking
from tutor.rulesets.gwie.state import ALLIES, SUPPLIED, State, Unit
from tutor.rulesets.gwie.strategic import objections_to_boarding, objections_to_home
from tutor.rulesets.gwie.supply import supply_at

BY_SEA = "by-sea"
LANDINGS = ("gallipoli", "salonika")
BALTIC, BLACK_SEA, CASPIAN = "baltic", "black-sea", "caspian"


@step("sail", "9.51", under="strategic-movement-begins")
def sail(s: State, t: Trace) -> Steps[State]:
    """Which Allied unit goes on board next; without a port on the map nobody is asked."""
    if not any(is_port(s, hex) for hex in s.map.places):
        return s
    id = yield from choose(
        Ask(
            s,
            "9.51",
            ALLIES,
            "sail",
            ("unit",),
            lambda id: objections_to_embarking(s, id),
            to_end=lambda: iter(()),
        )
    )
    if id == DONE:
        return s
    return s.but(chosen=id).then(task("sail-to"), task("sail"))


@step("sail-to", "9.51", under="strategic-movement-begins")
def sail_to(s: State, t: Trace) -> Steps[State]:
    """To which port."""
    unit = s.unit(s.chosen or "")
    hex = yield from choose(
        Ask(
            s,
            "9.51",
            ALLIES,
            "sail-to",
            ("place",),
            lambda hex: objections_to_sailing(s, unit, hex),
            back=True,
            facts={"unit": U(unit.id)},
            goes=(BY_SEA,),
        )
    )
    s = s.but(chosen=None)
    if hex == BACK:
        return s
    here = unit.place or ""
    s = loaded(s, unit, sea_pools(front_of(s, here), front_of(s, hex)), (here, hex)).but(sailed=s.sailed | {unit.id})
    s = s.change(unit.id, place=hex)
    t.say("9.51", "sailed", s, unit=U(unit.id), origin=Place(here), hex=Place(hex))
    return abandoned(s, t)


# -- ports and seas (9.53, 9.54) -------------------------------------------------------------------------------
@seam("gwie.seas")
def objections_to_sea(s: State, hex: str) -> Checks:
    """Which seas are closed to the Allies."""
    if front_of(s, hex) == "caucasus" or flag(s, hex, CASPIAN):
        yield objection("9.54", "no-sea-in-caucasus", hex=Place(hex))
    elif flag(s, hex, BALTIC):
        yield objection("9.54", "baltic-closed", hex=Place(hex))
    elif flag(s, hex, BLACK_SEA):
        ours = CONSTANTINOPLE in s.map and controller(s, CONSTANTINOPLE) == ALLIES
        check = held if ours else objection
        yield check("9.54", "black-sea-open", hex=Place(hex))


# -- who, and where to (9.51, 9.55, 9.56) ----------------------------------------------------------------------
@seam("gwie.embarking")
def objections_to_embarking(s: State, id: str) -> Checks:
    """May this unit go by sea now?"""
    unit = s.unit(id)
    if unit.side != ALLIES:
        yield objection("9.0a", "allies-only-sail", unit=U(id), who=Side(ALLIES))
        return
    if unit.place is None or not (unit.fights or unit.hq):
        yield objection("9.51", "rides-not", unit=U(id), type=Term(unit.kind))
        return
    if id in s.railed:
        yield objection("9.56", "rode-already-no-ship", unit=U(id))
    if id in s.sailed:
        yield objection("9.51", "sailed-already", unit=U(id))
    yield from objections_to_boarding(s, unit)
    yield from objections_to_harbour(s, unit, unit.place)
    yield from objections_to_full_carriers(s, unit, sea_pools(front_of(s, unit.place)), unit.place)


def objections_to_harbour(s: State, unit: Unit, hex: str) -> Checks:
    """A port that the Allies control, on a sea that is open, in a turn when ships are free."""
    yield from checks_on_port(s, hex)
    if controller(s, hex) != ALLIES:
        yield objection("9.51", "port-not-ours", hex=Place(hex))
    yield from objections_to_sea(s, hex)
    landing = next((event for event in LANDINGS if s.in_play.get(event) == s.turn), None)
    if landing and front_of(s, hex) in EUROPE:
        yield objection("9.56", "ships-are-landing", hex=Place(hex), event=Term(landing))


@seam("gwie.sailing")
def objections_to_sailing(s: State, unit: Unit, hex: str) -> Checks:
    """May this unit be landed in this port?"""
    here = unit.place or ""
    if hex == here:
        yield objection("9.51", "sails-nowhere", unit=U(unit.id), hex=Place(hex))
        return
    yield from objections_to_harbour(s, unit, hex)
    yield from _by_egypt(s, unit, front_of(s, here), front_of(s, hex))
    if supply_at(s, unit, hex).status != SUPPLIED:
        yield objection("11.85", "station-out-of-supply", unit=U(unit.id), hex=Place(hex))
    yield from objections_to_stacking(s, unit, hex)
    yield from objections_to_operating(s, unit, hex)
    yield from objections_to_home(s, unit, hex)
    yield from objections_to_loading(s, unit, sea_pools(front_of(s, here), front_of(s, hex)), (here, hex))


def _by_egypt(s: State, unit: Unit, here: str, there: str) -> Checks:
    """Between Europe and the Near East a unit goes by Egypt, and stays there until a later phase."""
    if (here in EUROPE) == (there in EUROPE):
        return
    check = held if "egyptian" in (here, there) else objection
    yield check("9.55", "by-egypt", unit=U(unit.id), front=Term(there))


# -- for the terminal and the board ----------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Sea:
    """The ports of a map, each one trip from every other."""

    map: HexMap
    ports: frozenset[str]

    @property
    def places(self) -> tuple[str, ...]:
        return self.map.places

    def neighbours(self, place: str, /) -> tuple[str, ...]:
        return tuple(sorted(self.ports - {place})) if place in self.ports else ()


def sails(s: State, unit: Unit) -> Going:
    """By sea: from port to port."""
    closed = s.law.objections(objections_to_embarking(s, unit.id))
    sea = Sea(s.map, frozenset(hex for hex in s.map.places if is_port(s, hex)))
    costs = compile_costs(sea, lambda a, b: one_trip(s.law, b))
    return Going(
        law=s.law,
        means=BY_SEA,
        rule="9.51",
        unit=unit.id,
        reach=None if closed else reach(costs, unit.place or "", 1),
        no_way=lambda hex: objection("9.53", "is-a-port", hex=Place(hex)),
        closed=closed,
        ending=partial(objections_to_sailing, s, unit),
    )


def one_trip(law: Law, b: str) -> Ledger:
    return law.ledger("9.51", "stage", [plus("9.51", "stage-hex", 1, hex=Place(b))])
