"""15.4: shock troops (troupes d'Assaut), their conversion and their attacks."""

from __future__ import annotations

from tutor.engine.ask import DONE, NO, YES, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.fronts import EUROPE, front_of
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.state import CP, State, Unit
from tutor.rulesets.gwie.supply import in_supply

ALPENKORPS = "alpenkorps"
FIRST, SECOND = "shock-first", "shock-second"
MANY, KAISERSCHLACHTEN = 4, 4
FEW_DIVISIONS = 6
PRICES = {FIRST: 1, SECOND: 7}


def is_shock(s: State, unit: Unit, front: str) -> bool:
    """The Alpenkorps always in the East, elsewhere from the first Shock-troop event on (15.46)."""
    if unit.called == ALPENKORPS:
        return front == "eastern" or FIRST in s.in_play
    return unit.shock


def storming(s: State) -> tuple[Unit, ...]:
    """The shock units that joined the attack, dead or alive."""
    front = front_of(s, s.here.hex)
    return tuple(u for u in s.attackers() if is_shock(s, u, front))


def shock_lines(s: State) -> Lines:
    found = storming(s)
    if not found:
        return
    alpine = [u for u in found if u.called == ALPENKORPS]
    if alpine:
        yield plus("15.46", "alpenkorps-storms", 0, unit=U(alpine[0].id))
    if s.here.kaiserschlacht:
        yield plus("15.45", "kaiserschlacht-drm", 3, n=len(found))
    else:
        yield plus("15.44", "shock-drm", 2 if len(found) >= MANY else 1, n=len(found), units=units(found))


# -- Kaiserschlacht (15.45) ------------------------------------------------------------------------------------
@step("kaiserschlacht", "15.45")
def kaiserschlacht(s: State, t: Trace) -> Steps[State]:
    """In the turn of the second Shock-troop event the first attacks of a Front may be declared so."""
    if s.in_play.get(SECOND) != s.turn or not s.law.allows(objections_to_kaiserschlacht(s, YES)):
        return s
    answer = yield from choose(
        Ask(
            s,
            "15.45",
            CP,
            "kaiserschlacht",
            ("option",),
            lambda answer: objections_to_kaiserschlacht(s, answer),
            options=(YES, NO),
            facts={"hex": Place(s.here.hex)},
        )
    )
    if answer == NO:
        return s
    s = s.fighting(kaiserschlacht=True).but(kaiser_front=s.kaiser_front or front_of(s, s.here.hex))
    t.say("15.45", "kaiserschlacht-declared", s, hex=Place(s.here.hex))
    return s


def objections_to_kaiserschlacht(s: State, answer: str) -> Checks:
    """May this attack be declared a Kaiserschlacht attack?"""
    if answer == NO:
        return
    front, reading = front_of(s, s.here.hex), s.law.read("kaiserschlacht-front")
    if s.active != CP or front not in EUROPE:
        yield objection("15.45", "kaiserschlacht-in-europe", front=Term(front))
    if len(storming(s)) < MANY:
        yield objection("15.45", "too-few-shock", n=len(storming(s)))
    before = [m for m in s.made if m.front == front and m.side == CP]
    if len(before) >= KAISERSCHLACHTEN:
        yield objection("15.45", "four-attacks-made", n=len(before))
    one_front = s.law.reads("kaiserschlacht-front", "one-front")
    if one_front and s.kaiser_front not in ("", front):
        yield objection("15.45", "other-front-chosen", front=Term(s.kaiser_front), reading=reading)
    else:
        yield held("15.45", "front-open", front=Term(front), reading=reading)


# -- conversion (15.41, 15.42) ---------------------------------------------------------------------------------
@SEQUENCE.order("shock-events")
def shock_events(s: State) -> tuple[str, ...]:
    """The Shock-troop events that are in play."""
    return tuple(event for event in (FIRST, SECOND) if event in s.in_play)


@step("convert-shock", "15.41")
def convert_shock(s: State, t: Trace, event: str) -> Steps[State]:
    """In a New Units Phase after a Shock-troop event: divisions are converted one by one."""
    unit = yield from choose(
        Ask(
            s,
            "15.41",
            CP,
            "convert-shock",
            ("unit",),
            lambda unit: objections_to_converting(s, event, unit),
            to_end=lambda: iter(()),
        )
    )
    if unit == DONE:
        return s.but(picked=())
    before = s.converted.get(event, 0)
    if not before:
        s = s.but(rp=s.rp.put("GE", s.rp.get("GE", 0) - PRICES[event]))
        t.say("15.41", "conversion-paid", s, n=PRICES[event])
    now = s.unit(unit)
    face = (now.back,) if now.back else now.face
    s = s.put(now.but(shock=True, face=face, back=now.face[0]))
    s = s.but(picked=(*s.picked, unit), converted=s.converted.put(event, before + 1))
    t.say("15.42", "converted-to-shock", s, unit=U(unit))
    return s.then(task("convert-shock", event))


def objections_to_converting(s: State, event: str, id: str) -> Checks:
    """May this division become a shock division?"""
    unit, before = s.unit(id), s.converted.get(event, 0)
    if event not in s.in_play:
        yield objection("15.41", "no-shock-event", event=Term(event))
    if not unit.band or not unit.foot or unit.nation != "GE":
        yield objection("15.41", "not-convertible", unit=U(id))
        return
    if unit.shock:
        yield objection("15.41", "shock-already", unit=U(id))
    if unit.place is None:
        yield objection("15.42", "convert-on-map", unit=U(id))
    elif not in_supply(s, unit):
        yield objection("15.42", "convert-needs-supply", unit=U(id))
    if event == FIRST and before >= FEW_DIVISIONS:
        yield objection("15.41", "six-divisions", n=FEW_DIVISIONS)
    if not before and s.rp.get("GE", 0) < PRICES[event]:
        yield objection("15.41", "too-few-rp", n=s.rp.get("GE", 0), price=PRICES[event])
    if before and not s.picked:
        reading = s.law.read("conversion-phases")
        check = objection if reading.option == "one" else held
        yield check("15.41", "converted-before", n=before, event=Term(event), reading=reading)


# -- cavalry into infantry (15.55) -----------------------------------------------------------------------------
@SEQUENCE.condition("cavalry-to-convert")
def cavalry_to_convert(s: State) -> bool:
    """Whether a German cavalry division could become infantry now."""
    return any(s.law.allows(objections_to_dismounting(s, u.id)) for u in s.on_map() if u.kind == "cavalry")


@step("convert-cavalry", "15.55")
def convert_cavalry(s: State, t: Trace) -> Steps[State]:
    """German cavalry divisions on the map become infantry for good, free of charge."""
    unit = yield from choose(
        Ask(
            s,
            "15.55",
            CP,
            "convert-cavalry",
            ("unit",),
            lambda unit: objections_to_dismounting(s, unit),
            to_end=lambda: iter(()),
        )
    )
    if unit == DONE:
        return s
    now = s.unit(unit)
    s = s.put(now.but(kind="infantry", face=(now.back,) if now.back else now.face, back=None))
    t.say("15.55", "dismounted", s, unit=U(unit))
    return s.then(task("convert-cavalry"))


def objections_to_dismounting(s: State, id: str) -> Checks:
    unit = s.unit(id)
    if unit.kind != "cavalry" or unit.nation != "GE" or unit.size != "division":
        yield objection("15.55", "not-german-cavalry", unit=U(id))
        return
    if unit.place is None:
        yield objection("15.55", "convert-on-map", unit=U(id))
    elif not in_supply(s, unit):
        yield objection("15.55", "convert-needs-supply", unit=U(id))
