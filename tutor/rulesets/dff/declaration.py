"""2.2.4.4: announcing the individual offensives of a front, one answer at a time."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.space.paths import place_of
from tutor.engine.trace import Trace
from tutor.rulesets.dff.amphibious import objections_to_landing_at, objections_to_nation, objections_to_sailing
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.capture import hq_ashore
from tutor.rulesets.dff.coming import goes_in, taken_back
from tutor.rulesets.dff.ground import COAST, FOREST, flags, in_hq_range, over_river, terrain, theatre, weather_at
from tutor.rulesets.dff.headquarters import objections_to_activating, objections_to_range, used_rule
from tutor.rulesets.dff.movement import (
    entry_cost,
    ground_bars,
    objections_to_setting_out,
    potential,
    reach_of,
    too_far,
)
from tutor.rulesets.dff.state import (
    AMPHIBIOUS,
    ASSAULT,
    ATTACKS,
    ATTRITION,
    CAVALRY,
    HQ,
    INFANTRY,
    TANK,
    Battle,
    State,
    Unit,
    foe,
)
from tutor.rulesets.dff.tracing import line_of, supplied


# -- the target (2.2.4.4-a) --------------------------------------------------------------------------------------
@step("declare", "2.2.4.4-a")
def declare(s: State, t: Trace) -> Steps[State]:
    """All attacks on the front are announced before any is fought."""
    ask = Ask(
        s,
        "2.2.4.4-a",
        s.active,
        "attack",
        ("place",),
        lambda hex: objections_to_target(s, hex),
        to_end=lambda: objections_to_ending(s),
        back=bool(s.battles),
    )
    hex = yield from choose(ask)
    if hex == BACK:
        return recalled(s).then(task("declare"))
    if hex == DONE:
        return s
    s = s.but(draft=Battle(hex, s.active))
    return s.then(task("attack-kind"), task("declare"))


def objections_to_ending(state: State) -> Checks:
    """Nobody must attack, and when all attacks are announced the first is fought."""
    targets = [battle.hex for battle in state.battles]
    if targets:
        yield held("2.2.4.4-a", "attacks-announced", who=Side(state.active), hexes=places(targets))
    else:
        yield held("2.2.4.4-a", "no-attack-announced", who=Side(state.active))


def objections_to_target(state: State, hex: str) -> Checks:
    """Whether a hex can be attacked at all."""
    foes = _foes(state, hex)
    trenches = state.trenches_at(hex, foe(state.active))
    if state.attacked(hex):
        yield objection("2.2.4.4-a", "attacked-already", hex=Place(hex))
    if not foes and not trenches:
        yield objection("2.2.4.4-c", "no-enemy", hex=Place(hex))
        return
    if theatre(state, hex) != state.front:
        yield objection("2.2.4.1-b", "not-on-the-front", hex=Place(hex), front=Term(state.front))
        return
    attack = Battle(hex, state.active)
    hqs = state.hqs_of(state.active)
    near = [hq for hq in hqs if state.law.allows(objections_to_activating(state, attack, hq.id))]
    landing = state.law.in_force(objections_to_landing_at(state, state.active, hex))
    if not foes:
        yield held("2.2.4.4-d", "trench-alone", hex=Place(hex), trenches=units(trenches))
    elif not any(u.ground for u in foes):
        yield held("4.4.1.5-b", "lone-hq", hex=Place(hex), hqs=units(foes))
    if near:
        yield held("2.2.4.4-b", "hqs-in-range", hex=Place(hex), hqs=units(near))
    elif state.law.allows(landing):
        yield from landing
    else:
        yield from _nobody_to_activate(state, attack)
        if COAST in flags(state, hex):
            yield from state.law.objections(landing)


def _nobody_to_activate(state: State, attack: Battle) -> Checks:
    """No HQ can be activated against a hex: and of those that have it in range, what forbids it."""
    yield objection("2.2.4.4-b", "no-hq-in-range", hex=Place(attack.hex), front=Term(state.front))
    for hq in state.hqs_of(attack.attacker):
        if in_hq_range(state, hq.place or "", attack.hex):
            yield from state.law.objections(objections_to_activating(state, attack, hq.id))


def _foes(state: State, hex: str) -> list[Unit]:
    """The enemy troops and HQs in a hex."""
    return [u for u in state.pieces.at(hex) if u.side == foe(state.active) and (u.ground or u.hq)]


# -- the kind (2.2.4.4 c-j) --------------------------------------------------------------------------------------
@step("attack-kind", "2.2.4.4-a", under="declare")
def attack_kind(s: State, t: Trace) -> Steps[State]:
    """Assault, attrition or amphibious assault."""
    draft = _draft(s)
    ask = Ask(
        s,
        "2.2.4.4-a",
        s.active,
        "attack-kind",
        ("option",),
        lambda kind: objections_to_kind(s, draft.hex, kind),
        options=ATTACKS,
        back=True,
        facts={"hex": Place(draft.hex)},
    )
    kind = yield from choose(ask)
    if kind == BACK:
        return s.but(draft=None)
    return s.but(draft=draft.but(kind=kind)).then(task("activate"), task("commit"))


def objections_to_kind(state: State, hex: str, kind: str) -> Checks:
    if kind != ATTRITION and not _foes(state, hex):
        yield objection(
            "2.2.4.4-d", "trench-alone", hex=Place(hex), trenches=units(state.trenches_at(hex, state.passive))
        )
    if kind == AMPHIBIOUS:
        yield from objections_to_landing_at(state, state.active, hex)
        return
    attack = Battle(hex, state.active, kind=kind)
    hqs = state.hqs_of(state.active)
    reach = [hq for hq in hqs if state.law.allows(objections_to_activating(state, attack, hq.id))]
    if reach:
        rule = "2.2.4.4-d" if kind == ATTRITION else "2.2.4.4-c"
        yield held(rule, "hqs-in-range", hex=Place(hex), hqs=units(reach))
    else:
        yield from _nobody_to_activate(state, attack)


def _draft(state: State) -> Battle:
    assert state.draft is not None
    return state.draft


# -- the HQs (2.2.4.4-k) -----------------------------------------------------------------------------------------
@step("activate", "2.2.4.4-k", under="declare")
def activate(s: State, t: Trace) -> Steps[State]:
    """One HQ or several are activated for the attack."""
    if s.draft is None:
        return s
    draft = s.draft
    ask = Ask(
        s,
        "2.2.4.4-k",
        s.active,
        "activate",
        ("unit",),
        lambda id: objections_to_activating(s, draft, id),
        to_end=lambda: objections_to_no_hq(draft),
        back=True,
        facts={"hex": Place(draft.hex)},
    )
    id = yield from choose(ask)
    if id == BACK:
        return s.but(draft=None)
    if id == DONE:
        return s
    return s.but(draft=draft.but(hqs=(*draft.hqs, id))).then(task("activate"))


def objections_to_no_hq(draft: Battle) -> Checks:
    if draft.hqs:
        yield held("2.2.4.4-k", "hqs-suffice", hex=Place(draft.hex), hqs=units(draft.hqs))
    else:
        yield objection("2.2.4.4-a", "needs-an-hq", hex=Place(draft.hex))
        yield objection("4.4.1-b", "no-offensive-without-hq")


# -- the units (2.2.4.4 c-f) ---------------------------------------------------------------------------------------
@step("commit", "2.2.4.4-c", under="declare")
def commit(s: State, t: Trace) -> Steps[State]:
    """Unit after unit moves into the target hex."""
    if s.draft is None:
        return s
    draft = s.draft
    ask = Ask(
        s,
        "2.2.4.4-c",
        s.active,
        "commit",
        ("unit",),
        lambda id: objections_to_committing(s, draft, id),
        to_end=lambda: objections_to_attack(s, draft),
        back=True,
        facts={"hex": Place(draft.hex)},
    )
    id = yield from choose(ask)
    if id == BACK:
        return _untold(s, draft)
    if id == DONE:
        return announced(s, t)
    return s.but(chosen=id).then(task("enter-from"), task("commit"))


def objections_to_committing(state: State, attack: Battle, id: str) -> Checks:
    """Whether a unit may take part in an attack."""
    unit = state.pieces[id]
    if unit.side != attack.attacker or unit.place is None:
        yield objection("2.2.4.4-c", "not-of-the-side", unit=U(id), who=Side(attack.attacker))
        return
    if not unit.ground:
        yield objection(*_NOT_GROUND.get(unit.kind, ("2.2.4.4-c", "no-ground-unit")), unit=U(id))
        return
    if (unit.start is not None and state.attacked(unit.place)) or unit.place == attack.hex:
        yield objection("2.2.4.4-c", "attacking-already", unit=U(id), hex=Place(unit.place))
        return
    if unit.activated:
        yield objection(used_rule(state), "used-already", unit=U(id))
    yield from fit_to_attack(state, unit, attack.hex, landing=attack.kind == AMPHIBIOUS)
    yield from objections_to_range(state, attack, unit)
    yield held(_ARM[unit.kind], "arm-attacks", unit=U(id))
    if attack.kind == AMPHIBIOUS:
        yield from objections_to_sailing(state, unit)
        yield from objections_to_nation(state, unit, attack.hex)
        if theatre(state, unit.place) != state.front:
            yield held("2.2.4.4-h", "from-another-front", unit=U(id), front=Term(state.front))
        return
    if theatre(state, unit.place) != theatre(state, attack.hex):
        yield objection("2.2.4.1-b", "not-on-the-front", hex=Place(unit.place), front=Term(state.front))
        return
    yield from way_in(state, unit, attack.hex)


_ARM = {INFANTRY: "4.4.2-a", CAVALRY: "4.4.3-a", TANK: "4.4.4-a"}
_NOT_GROUND = {
    HQ: ("4.4.1.1-g", "hq-fights-not"),
    "trench": ("4.6", "works-stay"),
    "fortress": ("4.6", "works-stay"),
}


def fit_to_attack(state: State, unit: Unit, hex: str, landing: bool = False) -> Checks:
    """What keeps a unit from attacking here whatever the way; a landing brings its supply along by sea."""
    yield from objections_to_setting_out(state, unit)
    by_sea = landing and state.law.reads("amphibious-hq-range", "range-only") and unit.supplied is None
    if not by_sea and not supplied(state, unit):
        yield objection("3.6-b", "unsupplied-attacks-not", unit=U(unit.id))
        yield from state.law.objections(line_of(state, unit).checks)
    now = weather_at(state, hex)
    if unit.kind == TANK and now in ("rain", "blizzard"):
        rule = "2.2.1.1-c" if now == "rain" else "2.2.1.1-e"
        yield objection(rule, "tanks-bogged", unit=U(unit.id), weather=Term(now))
    if unit.kind == TANK and terrain(state, hex) == FOREST:
        yield objection("5.6", "no-tanks-in-forest", unit=U(unit.id), hex=Place(hex))


def way_in(state: State, unit: Unit, hex: str) -> Checks:
    """Whether a unit comes as far as the target with its movement, zones and terrain minded."""
    if entries(state, unit, hex):
        whole = potential(state, unit)
        yield held("2.2.4.1-c", "comes-so-far", unit=U(unit.id), hex=Place(hex), potential=whole)
        return
    yield objection("2.2.4.1-c", "no-way-in", unit=U(unit.id), hex=Place(hex))
    yield from _why_no_way(state, unit, hex)


def _why_no_way(state: State, unit: Unit, hex: str) -> Checks:
    """What bars the last step, or the way to it."""
    told = set()
    for near in state.map.neighbours(hex):
        for one in _bars(state, unit, near, hex):
            if one.rule not in told:
                told.add(one.rule)
                yield one


def _bars(state: State, unit: Unit, near: str, hex: str) -> Sequence[Check]:
    """Why a unit does not come in from one of the hexes next to the target."""
    reached = reach_of(state, unit)
    if near not in reached:
        closed = reached.why_not(near)
        return closed.checks if closed else ()
    left = reached.left(near) or 0
    return (ground_bars(state, unit, near, hex) or too_far(state, unit, hex, entry_cost(state, unit, near, hex), left),)


def entries(state: State, unit: Unit, hex: str) -> tuple[str, ...]:
    """The hexes from which a unit can enter the target; a zone next to it does not matter, for it attacks."""
    reached, whole = reach_of(state, unit), potential(state, unit).total

    def open_(near: str) -> bool:
        if near not in reached or ground_bars(state, unit, near, hex) is not None:
            return False
        spent = reached.cost(near)
        return spent is not None and spent + entry_cost(state, unit, near, hex).total <= whole

    return tuple(near for near in state.map.neighbours(hex) if open_(near))


# -- by which way ------------------------------------------------------------------------------------------------
@step("enter-from", "2.2.4.1-c", under="declare")
def enter_from(s: State, t: Trace) -> Steps[State]:
    """From which hex the unit that was named enters the target of the draft."""
    draft, unit = _draft(s), s.pieces[s.chosen]
    s = s.but(chosen="")
    if draft.kind == AMPHIBIOUS:
        return goes_in(s, t, unit, draft.hex, None, start=unit.place)
    return (yield from entering(s, t, unit, draft.hex))


def entering(s: State, t: Trace, unit: Unit, hex: str) -> Steps[State]:
    """The unit goes in by the nearest way; its player says by which if it matters over what it comes."""
    origin, asked = nearest_way(s, unit, hex), differ(s, unit, hex)
    if asked:
        ask = Ask(
            s,
            "2.2.4.1-c",
            unit.side,
            "enter-from",
            ("place",),
            lambda way: objections_to_way(s, unit, hex, way),
            back=True,
            facts={"unit": U(unit.id), "target": Place(hex)},
        )
        origin = yield from choose(ask)
        if origin == BACK:
            return s
    return goes_in(s, t, unit, hex, origin, named=asked, start=unit.place, road=road_to(s, unit, origin))


def nearest_way(state: State, unit: Unit, hex: str) -> str:
    """From its own hex if it stands next to the target, else by the shortest march."""
    reached = reach_of(state, unit)
    return min(entries(state, unit, hex), key=lambda way: (reached.cost(way) or 0, way))


def differ(state: State, unit: Unit, hex: str) -> bool:
    """Some ways cross a river and others do not, or those of a unit from afar take different ground."""
    ways = entries(state, unit, hex)
    if len({over_river(state, way, hex) for way in ways}) > 1:
        return True
    return unit.place not in ways and len({frozenset(taken_on(state, unit, way)) for way in ways}) > 1


def road_to(state: State, unit: Unit, hex: str) -> tuple[str, ...]:
    """The hexes that a unit enters on its way to one of those next to the target, that one included."""
    return tuple(place_of(node) for node in reach_of(state, unit).path(hex) if node != unit.place)


def taken_on(state: State, unit: Unit, way: str) -> tuple[str, ...]:
    """The ground on that road that was not theirs (2.2.4.5-m)."""
    return tuple(hex for hex in road_to(state, unit, way) if state.control.get(hex) != unit.side)


def objections_to_way(state: State, unit: Unit, target: str, hex: str) -> Checks:
    facts = {"unit": U(unit.id), "hex": Place(hex), "target": Place(target)}
    if not state.map.adjacent(hex, target):
        yield objection("2.2.4.1-c", "not-next-to-target", **facts)
    elif hex not in entries(state, unit, target):
        yield objection("2.2.4.1-c", "way-not-open", **facts)
        yield from _bars(state, unit, hex, target)
    elif over_river(state, hex, target):
        yield held("5.4-a", "over-the-river", **facts)
    else:
        yield held("2.2.4.1-c", "free-choice")


# -- the whole attack ----------------------------------------------------------------------------------------------
def objections_to_attack(state: State, draft: Battle) -> Checks:
    """An assault needs ground units; attrition can be left to the guns, if they are free."""
    men = state.ground_at(draft.hex, draft.attacker)
    if not draft.hqs:
        yield from objections_to_no_hq(draft)
    if men:
        yield held("2.2.4.4-c", "attacks-with", hex=Place(draft.hex), units=units(men))
        return
    if draft.kind != ATTRITION:
        rule = "2.2.4.4-c" if draft.kind == ASSAULT else "2.2.4.4-f"
        yield objection(rule, "needs-ground-units", hex=Place(draft.hex))
        return
    busy = tuple(hq for hq in draft.hqs if any(hq in b.guns for b in state.battles))
    if busy and len(busy) == len(draft.hqs):
        yield objection("4.4.1.1-a", "guns-elsewhere", hqs=tuple(U(hq) for hq in busy))
    else:
        yield held("2.2.4.4-d", "guns-suffice", hex=Place(draft.hex))


def announced(s: State, t: Trace) -> State:
    """The attack stands: its HQs and units are marked Activated."""
    draft = _draft(s)
    men = s.ground_at(draft.hex, draft.attacker)
    if draft.kind == ATTRITION and not men:
        busy = {hq for b in s.battles for hq in b.guns}
        draft = draft.but(guns=tuple(hq for hq in draft.hqs if hq not in busy))
    marked = [u.but(activated=True) for u in men] + [s.pieces[hq].but(activated=True) for hq in draft.hqs]
    s = s.put(*marked).but(draft=None, battles=(*s.battles, draft), acting=s.acting | set(draft.hqs))
    rule = _ANNOUNCED_BY[draft.kind] if men else "2.2.4.4-d"
    hqs = tuple(U(hq) for hq in draft.hqs)
    kind = _ANNOUNCED[draft.kind] if men else "announced-shelling"
    t.say(rule, kind, s, hex=Place(draft.hex), hqs=hqs, units=units(men), who=Side(draft.attacker))
    if draft.kind == AMPHIBIOUS and s.law.reads("landing-hq-when", "at-once"):
        for hq in draft.hqs:
            s = hq_ashore(s, t, hq, draft.hex)
    return s


_ANNOUNCED_BY = {ASSAULT: "2.2.4.4-c", ATTRITION: "2.2.4.4-e", AMPHIBIOUS: "2.2.4.4-f"}
_ANNOUNCED = {
    ASSAULT: "announced-assault",
    ATTRITION: "announced-attrition",
    AMPHIBIOUS: "announced-amphibious",
}


def _untold(s: State, draft: Battle) -> State:
    """The draft is taken back: its units stand where they stood."""
    return taken_back(s, s.ground_at(draft.hex, draft.attacker)).but(draft=None, chosen="")


def recalled(s: State) -> State:
    """All attacks are taken back."""
    for battle in s.battles:
        s = taken_back(s, s.ground_at(battle.hex, battle.attacker), activated=False)
        s = s.put(*(s.pieces[hq].but(activated=False) for hq in battle.hqs))
    return s.but(battles=(), acting=frozenset())


@step("declared", "2.2.4.4-a", under="declare")
def declared(s: State, t: Trace) -> State:
    """What was announced, in one sentence."""
    if s.battles:
        t.say("2.2.4.4-a", "attacks-announced", s, who=Side(s.active), hexes=places(b.hex for b in s.battles))
    return s
