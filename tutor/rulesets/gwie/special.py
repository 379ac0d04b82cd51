"""10.8: combats of "OHL", "OberOst", "Foch" and "Allenby"."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import front_of, fronts_of, theatre_of
from tutor.rulesets.gwie.nations import EMPIRE
from tutor.rulesets.gwie.sequence import SEQUENCE, side_in, theatres
from tutor.rulesets.gwie.state import ALLIES, CP, EAST, WEST, State, Unit
from tutor.rulesets.gwie.supply import in_supply
from tutor.rulesets.gwie.tracing import objections_to_tracing

OHL, OBEROST, FOCH, ALLENBY = "ohl", "oberost", "foch", "allenby"
CHOSEN = frozenset({OHL, OBEROST})
OWNER: Mapping[str, str] = {OHL: CP, OBEROST: CP, FOCH: ALLIES, ALLENBY: ALLIES}
THEATRE: Mapping[str, str] = {OHL: WEST, OBEROST: EAST, FOCH: WEST, ALLENBY: WEST}
ONE_FRONT: Mapping[str, str] = {FOCH: "western", ALLENBY: "egyptian"}
RULE: Mapping[str, str] = {OHL: "10.82", OBEROST: "10.82", FOCH: "10.84", ALLENBY: "10.84"}
EVENT: Mapping[str, str] = {FOCH: "6.31", ALLENBY: "6.32"}
RANGE = 2


# -- which marker, and where (10.81, 10.82) --------------------------------------------------------------------
@step("choose-marker", "10.81")
def choose_marker(s: State, t: Trace) -> Steps[State]:
    """When initiative is determined the CP choose a side of their marker for the turns that follow."""
    side = yield from choose(
        Ask(
            s,
            "10.81",
            CP,
            "choose-marker",
            ("option",),
            lambda side: objections_to_choosing(s, side),
            options=(OHL, OBEROST),
        )
    )
    s = s.but(markers=(s.markers - CHOSEN) | {side})
    t.say("10.81", "marker-chosen", s, marker=Term(side))
    return s


def objections_to_choosing(s: State, side: str) -> Checks:
    """OHL works only where the CP have the initiative in the West."""
    if side == OHL and s.initiative.get(WEST) != CP:
        yield objection("10.81", "ohl-needs-initiative")
    else:
        yield held("10.81", "marker-free", marker=Term(side))


@SEQUENCE.order("markers-to-lay")
def markers_to_lay(s: State) -> tuple[str, ...]:
    """The markers of those who have moved in their Theatre and may lay them, where their Front is on the table."""
    moved = {(theatre, side_in(s, theatre)) for theatre in theatres(s)}
    there = {None, *fronts_of(s)}
    mine = (m for m in sorted(s.markers) if (THEATRE[m], OWNER[m]) in moved and ONE_FRONT.get(m) in there)
    return tuple(m for m in mine if not is_used(s, m))


def is_used(s: State, marker: str) -> bool:
    """OHL or OberOst serves once between two Strategic Turns, Foch once in each turn (10.81, 6.31)."""
    return marker in s.used or marker in s.used_in_series


@step("place-marker", "10.82")
def place_marker(s: State, t: Trace, marker: str) -> Steps[State]:
    """At the end of the movement in its Theatre the marker is laid on a hex, or kept."""
    hex = yield from choose(
        Ask(
            s,
            RULE[marker],
            OWNER[marker],
            "place-marker",
            ("place",),
            lambda hex: objections_to_placing(s, marker, hex),
            to_end=lambda: iter(()),
            facts={"marker": Term(marker)},
        )
    )
    if hex == DONE:
        return s
    s = s.but(marks=s.marks.put(marker, hex))
    t.say(RULE[marker], "marker-placed", s, marker=Term(marker), hex=Place(hex))
    return s


def objections_to_placing(s: State, marker: str, hex: str) -> Checks:
    """May the marker be laid here?"""
    facts = {"marker": Term(marker), "hex": Place(hex)}
    if marker in CHOSEN and marker not in s.markers:
        yield objection("10.81", "marker-not-chosen", marker=Term(marker))
    if marker in EVENT:
        check = held if marker in s.markers else objection
        yield check(EVENT[marker], "marker-in-play", marker=Term(marker))
    if is_used(s, marker):
        yield objection("10.81" if marker in CHOSEN else "10.84", "marker-used", marker=Term(marker))
    front = front_of(s, hex)
    if theatre_of(front) != THEATRE[marker] or front != ONE_FRONT.get(marker, front):
        yield objection(RULE[marker], "marker-elsewhere", **facts)
    if not any(serves(marker, u) and in_supply(s, u) for u in s.forces_at(hex)):
        yield objection(RULE[marker], "marker-needs-units", **facts)


def serves(marker: str, unit: Unit) -> bool:
    """German units, any Allied ones, or British ones (10.82, 10.84)."""
    if marker == FOCH:
        return unit.side == ALLIES
    return unit.nation in EMPIRE if marker == ALLENBY else unit.nation == "GE"


# -- who attacks again (10.82, 10.83) --------------------------------------------------------------------------
def objections_to_special(s: State, unit: Unit) -> Checks:
    """May this unit attack in the marker's combats?"""
    marker = s.special
    facts = {"unit": U(unit.id), "marker": Term(marker)}
    if not serves(marker, unit):
        yield objection(RULE[marker], "marker-serves-not", **facts)
        return
    if marker in ONE_FRONT and s.law.reads("foch-and-supply", "whole-front"):
        yield held("10.84", "whole-front-again", **facts, reading=s.law.read("foch-and-supply"))
        return
    if not in_supply(s, unit):
        yield objection("10.82", "marker-needs-supply", **facts)
    far = distance_to_marker(s, unit)
    if far is None:
        yield objection("10.83", "marker-out-of-reach", n=RANGE, **facts)
    else:
        yield held("10.82", "marker-in-reach" if far else "marker-here", n=far, **facts)


def objections_to_special_target(s: State, hex: str) -> Checks:
    """Foch fights on the Western Front only, Allenby on the Egyptian one."""
    front = ONE_FRONT.get(s.special)
    if front and front_of(s, hex) != front:
        yield objection("10.84", "marker-front", marker=Term(s.special), front=Term(front), hex=Place(hex))


def distance_to_marker(s: State, unit: Unit) -> int | None:
    """Up to two hexes, traced like a supply line."""
    layer = {s.marks[s.special]}
    seen = set(layer)
    for far in range(RANGE + 1):
        if unit.place in layer:
            return far
        layer = {b for a in layer for b in s.map.neighbours(a) if b not in seen and _traced(s, unit, a, b)}
        seen |= layer
    return None


def _traced(s: State, unit: Unit, a: str, b: str) -> bool:
    """As a supply line runs, whoever may walk there: over lakes, not into an enemy's hex (10.83, 11.6)."""
    return s.law.allows(objections_to_tracing(s, unit.side, unit.kind == "mountain", a, b))


# -- the combats -----------------------------------------------------------------------------------------------
@step("special-combats", "10.82")
def special_combats(s: State, t: Trace) -> State:
    """After the ordinary combats of a Theatre those of each marker of the attacker that lies in it."""
    mine = [m for m in sorted(s.marks) if OWNER[m] == s.active and THEATRE[m] == s.theatre]
    return s.then(*(task("special-combat", marker) for marker in mine))


@step("special-combat", "10.82", under="special-combats")
def special_combat(s: State, t: Trace, marker: str) -> State:
    """All units that the marker serves may attack again, and everybody may be attacked again (10.14)."""
    s = s.put(*(u.but(fought=False, struck=False, pursues=False) for u in s.on_map() if u.fought or u.struck))
    s = s.but(special=marker)
    able = [u for u in s.on_map() if u.fights and s.law.allows(objections_to_special(s, u))]
    rule, name, hex = RULE[marker], Term(marker), Place(s.marks[marker])
    if able:
        t.say(rule, "special-opens", s, marker=name, hex=hex, units=units(able))
    else:
        t.say(rule, "special-for-nobody", s, marker=name, hex=hex, who=Side(s.active))
    return s.then(task("attack"), task("special-over"))


@step("special-over", "10.82", under="special-combats")
def special_over(s: State, t: Trace) -> State:
    """The marker is taken off; Allenby leaves the game for good (10.84)."""
    marker = s.special
    s = s.but(special="", marks=s.marks.drop(marker))
    if marker == ALLENBY:
        s = s.but(markers=s.markers - {marker}).with_spent(marker)
        t.say("10.84", "allenby-leaves", s)
    else:
        s = s.but(used_in_series=s.used_in_series | {marker}) if marker in CHOSEN else s.but(used=s.used | {marker})
        t.say(RULE[marker], "marker-removed", s, marker=Term(marker))
    return s
