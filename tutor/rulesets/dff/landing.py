"""4.5 b, c, e and 4.5.2: how far aircraft fly, where they may come down, and who reaches them."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus, round_up, times
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import Told, come, off
from tutor.rulesets.dff.ground import FOREST, front_of, hq_range, objections_to_land, terrain
from tutor.rulesets.dff.movement import potential
from tutor.rulesets.dff.retreat import friendly
from tutor.rulesets.dff.state import ACE, FIGHTER, POOL, TRENCH, Battle, State, Unit, foe


# -- where aircraft may stand (4.5-c, 5.6) -----------------------------------------------------------------------
def objections_to_airfield(state: State, unit: Unit, hex: str) -> Checks:
    """Whether an aircraft may come down here."""
    facts = {"unit": U(unit.id), "hex": Place(hex)}
    if shut := state.law.objections(objections_to_land(state, hex)):
        yield from shut
    elif not friendly(state, hex, unit.side) or state.attacked(hex):
        yield objection("4.5-b", "no-friendly-field", **facts, who=Side(unit.side))
    kind = terrain(state, hex)
    if kind == "mountains":
        yield objection("4.5-c", "no-field-in", **facts, terrain=Term(kind))
    elif kind == FOREST:
        yield objection("5.6", "no-field-in", **facts, terrain=Term(kind))
    if any(u.kind == TRENCH and u.strength for u in state.pieces.at(hex)):
        yield objection("4.5-c", "no-field-in-trench", **facts)


def fields(state: State, unit: Unit) -> Iterator[str]:
    front = front_of(state, unit.place or "")
    near = (hex for hex in state.map.places if front_of(state, hex) == front)
    return (hex for hex in near if state.law.allows(objections_to_airfield(state, unit, hex)))


def can_land(state: State, unit: Unit, hex: str, left: int) -> bool:
    """Whether a friendly field lies within what is left of the flight."""
    return any(state.map.distance(hex, field) <= left for field in fields(state, unit))


# -- out and back (4.5-b) ----------------------------------------------------------------------------------------
def flight(state: State, unit: Unit, hex: str) -> Checks:
    """To the target and then to friendly ground, within treble the potential."""
    whole = potential(state, unit)
    out = int(state.map.distance(unit.place, hex))
    facts = {"unit": U(unit.id), "hex": Place(hex), "n": out, "potential": whole}
    if out > whole.total:
        yield objection("4.5-g", "beyond-flight", **facts)
    elif not can_land(state, unit, hex, int(whole) - out):
        yield objection("4.5-b", "no-way-home", **facts)
    else:
        yield held("4.5-g", "within-flight", **facts)


# -- intercepting (4.5.2, 4.5.3.2-c) -----------------------------------------------------------------------------
def interception_range(state: State, unit: Unit) -> Ledger:
    """Patrol: the map's potential; interception: half of it, rounded up."""
    rule = "4.5.2-b" if unit.patrol else "4.5.2-c"
    return state.law.ledger(rule, "interception-range", _interception_lines(state, unit))


def _interception_lines(state: State, unit: Unit) -> Lines:
    whole = hq_range(state, unit.place or "")
    yield plus("1.1-b", "map-range", whole)
    if not unit.patrol:
        from fractions import Fraction

        yield times("4.5.2-c", "half-for-interception", Fraction(1, 2))
        yield round_up("4.5.2-c", "rounded-up")


def interception(state: State, unit: Unit, battle: Battle) -> Checks:
    """Whether an aircraft of the defender may go to meet those of the attacker."""
    facts = {"unit": U(unit.id), "hex": Place(battle.hex)}
    if unit.kind not in (FIGHTER, ACE):
        yield objection("4.5.5", "bombers-attack-only", **facts)
        return
    coming = state.flying(battle.hex, battle.attacker)
    if not coming:
        yield objection("4.5.3.2-c", "nothing-to-intercept", **facts)
    elif not any(one.kind in (FIGHTER, ACE) for one in coming):
        check = held if state.law.reads("fighters-against-bombers", "any-aircraft") else objection
        yield check("4.5.3.2-c", "bombers-alone", **facts, reading=state.law.read("fighters-against-bombers"))
    if not unit.patrol:
        yield held("4.5.2-a", "not-on-patrol", unit=U(unit.id))
    if unit.intercepted and not unit.patrol:
        yield objection("4.5.2-c", "one-interception", unit=U(unit.id))
    reach = interception_range(state, unit)
    n = int(state.map.distance(unit.place, battle.hex))
    check = held if n <= reach.total else objection
    yield check(reach.rule, "within-interception", **facts, n=n, range=reach)


# -- coming down -------------------------------------------------------------------------------------------------
@step("land-all", "4.5-b")
def land_all(s: State, t: Trace, hex: str) -> State:
    """After the battle whatever still flies there comes down."""
    flying = sorted(u.id for side in (foe("allies"), "allies") for u in s.flying(hex, side))
    return s.then(*(task("land", id) for id in flying))


@step("land", "4.5-b", under="land-all")
def land(s: State, t: Trace, id: str) -> Steps[State]:
    """On a friendly field within what is left of the flight."""
    unit = s.pieces[id]
    if unit.mission is None:
        return s
    if not any(s.law.allows(objections_to_landing(s, unit, hex)) for hex in s.map.places):
        s = off(s, unit, POOL, strength=unit.entry)
        t.say("4.5-b", "lost-in-the-air", s, unit=U(id))
        return s
    ask = Ask(
        s,
        "4.5-b",
        unit.side,
        "land",
        ("place",),
        lambda hex: objections_to_landing(s, unit, hex),
        facts={"unit": U(id)},
    )
    hex = yield from choose(ask)
    told = Told("4.5-b", "lands", {"unit": U(id), "hex": Place(hex)})
    return come(s, t, unit, hex, told, mission=None, start=None, aiding="")


def objections_to_landing(state: State, unit: Unit, hex: str) -> Checks:
    """The flight back counts with the flight out."""
    here = unit.mission or unit.place or ""
    if front_of(state, hex) != front_of(state, here):
        yield objection("4.5-b", "other-front", unit=U(unit.id), hex=Place(hex))
        return
    spent = int(state.map.distance(unit.start, here)) if unit.start else 0
    back = int(state.map.distance(here, hex))
    whole = potential(state, unit)
    facts = {"unit": U(unit.id), "hex": Place(hex), "n": spent + back, "potential": whole}
    check = objection if spent + back > whole.total else held
    yield check("4.5-b", "flight-too-long", **facts)
    yield from objections_to_airfield(state, unit, hex)


# -- caught on the ground (4.5-e) --------------------------------------------------------------------------------
@step("overrun", "4.5-e")
def overrun(s: State, t: Trace, hex: str) -> Steps[State]:
    """Enemy ground units have entered the hex of aircraft that stand there, to fight for it or in passing."""
    fought = s.attacked(hex)
    intruder = s.battle(hex).attacker if fought else s.control.get(hex, "")
    victims = [u for u in s.pieces.at(hex) if u.air and not u.mission and u.side == foe(intruder)]
    if not victims or (fought and not s.ground_at(hex, intruder)):
        return s
    unit = min(victims, key=lambda u: u.id)
    die = yield from roll(Die("4.5-e", intruder, "overrun-die", 10, facts={"unit": U(unit.id)}))
    cell = charts.cell(s.law, "air-on-ground-overrun", str(die), "Fate")
    if cell.value == "destroyed":
        s = off(s, unit, POOL, strength=unit.entry)
        t.say("4.5-e", "destroyed-on-ground", s, unit=U(unit.id), cell=cell)
        return s.then(task("overrun", hex))
    s = s.put(unit.but(mission=hex, start=hex, patrol=False))
    t.say("4.5-e", "takes-off", s, unit=U(unit.id), cell=cell)
    return s.then(task("land", unit.id), task("overrun", hex))
