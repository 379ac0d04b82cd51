"""6.13-6.24, 6.37, 6.39-6.41: events that are played in a combat and then, mostly, leave the game."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, plus
from tutor.rulesets.gwie.book import amends
from tutor.rulesets.gwie.events import ADVANCE, ATTACK, DEFENCE, Event, enter, on_table
from tutor.rulesets.gwie.fronts import EUROPE, flag, front_of
from tutor.rulesets.gwie.nations import EMPIRE, belonging, nation_of
from tutor.rulesets.gwie.shifts import RIVER
from tutor.rulesets.gwie.shock import storming
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit
from tutor.rulesets.gwie.supply import in_supply

GASES = ("chlorine", "phosgene", "mustard")
LIKE_GAS = ("flame-thrower", "mine-attack")
GAS_NATIONS = EMPIRE | {"FR", "BE"}
FLOTILLA_ROW = 44


def _by(s: State, rule: str, side: str) -> Checks:
    if s.active != side:
        yield objection(rule, "event-wrong-attacker", who=Side(s.active))


def _on(s: State, rule: str, *fronts: str) -> Checks:
    front = front_of(s, s.here.hex)
    check = held if front in fronts else objection
    yield check(rule, "event-front", front=Term(front))


def _among(s: State, rule: str, side: str, nations: Iterable[str]) -> Checks:
    """At least one unit of these nations takes part; that of a fort, too, is one of its nation (14.11)."""
    wanted = frozenset(nations)
    both = s.attackers() if side == s.active else s.defenders()
    found = [u for u in both if (u.fights or u.garrisoned) and {u.nation, nation_of(u)} & wanted]
    if not found:
        yield objection(rule, "event-needs-nation", nation=Term(sorted(wanted)[0]))
    else:
        yield held(rule, "event-has-nation", units=units(found))


def _only(s: State, rule: str, nations: Iterable[str]) -> Checks:
    others = belonging(s.attackers()) - frozenset(nations)
    if others:
        yield objection(rule, "event-one-nation", nation=Term(sorted(others)[0]))


# -- gas, flame-throwers, mines (6.13, 6.14) -------------------------------------------------------------------
def _no_other(s: State, rule: str, bars: Iterable[str]) -> Checks:
    for _, event in s.here.events:
        if event in bars:
            yield objection(rule, "event-not-together", other=Term(event))


def _gas(s: State, gas: str) -> Checks:
    rule = "6.13-event"
    yield from _no_other(s, rule, GASES)
    yield from _no_other(s, "6.14-event", LIKE_GAS)
    first = s.gas.get(gas)
    if first not in (None, s.active):
        yield objection(rule, "gas-of-the-other", gas=Term(gas), who=Side(first))
    if s.active == ALLIES and not any(u.nation in GAS_NATIONS for u in s.attackers()):
        yield objection(rule, "gas-nations", gas=Term(gas))
    elif first is None:
        yield held(rule, "gas-first-use", gas=Term(gas))


for _id in GASES:
    enter(Event(_id, "6.13-event", ATTACK, lambda s, gas=_id: _gas(s, gas), opens="6.13-event"))  # type: ignore[misc]


def _flames(s: State) -> Checks:
    yield from _no_other(s, "6.14-event", GASES)
    yield from _by(s, "6.14-event", CP)
    yield from _among(s, "6.14-event", CP, {"GE"})


def _mine(s: State) -> Checks:
    yield from _no_other(s, "6.14-event", GASES)


enter(Event("flame-thrower", "6.14-event", ATTACK, _flames, opens="6.14-event"))
enter(Event("mine-attack", "6.14-event", ATTACK, _mine, opens="6.14-event"))


# -- artillery doctrines (6.15-6.17) ---------------------------------------------------------------------------
def _barrage(s: State, rule: str, side: str, nations: Iterable[str], *fronts: str) -> Checks:
    """A supplied attack with units of a nation that an HQ of the same nation supports."""
    wanted = frozenset(nations)
    yield from _by(s, rule, side)
    yield from _on(s, rule, *fronts)
    yield from _among(s, rule, s.active, wanted)
    dry = [u for u in s.attackers() if not in_supply(s, u)]
    if dry:
        yield objection(rule, "event-needs-supply", units=units(dry))
    hq = s.here.hq.get(s.active)
    if hq is None:
        yield objection(rule, "event-needs-hq", nation=Term(sorted(wanted)[0]))
    elif s.unit(hq).nation not in wanted:
        yield objection("6.15-6.18-note", "event-hq-nation", unit=U(hq))
    elif len(belonging(s.attackers())) > 1:
        yield held("6.15-6.18-note", "event-in-mixed-attack", unit=U(hq))


def _hurricane(s: State) -> Checks:
    return _barrage(s, "6.15-event", ALLIES, EMPIRE, "western")


def _system(s: State) -> Checks:
    return _barrage(s, "6.16-event", ALLIES, {"FR"}, "western")


def _bruchmuller(s: State) -> Checks:
    return _barrage(s, "6.17-event", CP, {"GE"}, *EUROPE)


enter(Event("hurricane-bombardment", "6.15-event", ATTACK, _hurricane, opens="6.17-note"))
enter(Event("the-system", "6.16-event", ATTACK, _system, opens="6.17-note", lasting=True))
enter(Event("bruchmuller", "6.17-event", ATTACK, _bruchmuller, opens="6.17-note", lasting=True))


# -- generals and fleets (6.18-6.24, 6.37) ---------------------------------------------------------------------
def _determination(s: State) -> Checks:
    return _among(s, "6.18", s.inactive, {"TU"})


def _meinertzhagen(s: State) -> Checks:
    yield from _by(s, "6.19", ALLIES)
    yield from _on(s, "6.19", "egyptian")


def _naval(s: State) -> Checks:
    yield from _on(s, "6.20", "egyptian")
    if not flag(s, s.here.hex, "coastal"):
        yield objection("6.20", "event-on-coast", hex=Place(s.here.hex))


def _townsend(s: State) -> Checks:
    yield from _by(s, "6.21-event", ALLIES)
    yield from _on(s, "6.21-event", "iraqi")
    yield from _only(s, "6.21-event", EMPIRE)
    if "maude" in s.in_play:
        yield objection("6.21-event", "event-before-maude")


def _kemal(s: State) -> Checks:
    check = held if s.inactive == CP and flag(s, s.here.hex, "turkey") else objection
    yield check("6.22", "event-in-turkey", hex=Place(s.here.hex))


def _goltz(s: State) -> Checks:
    yield from _on(s, "6.23", "iraqi")
    if s.inactive != CP:
        yield objection("6.23", "event-wrong-attacker", who=Side(s.active))


def _yudenich(s: State) -> Checks:
    yield from _on(s, "6.24", "caucasus")
    yield from _only(s, "6.24", {"RU"})


def _flotilla(s: State) -> Checks:
    yield from _by(s, "6.37", ALLIES)
    yield from _on(s, "6.37", "iraqi")
    hex = s.here.hex
    if int(hex[-2:]) <= FLOTILLA_ROW:
        yield objection("6.37", "event-south-of-row", hex=Place(hex), n=FLOTILLA_ROW)


for _event in (
    Event("turkish-determination", "6.18", DEFENCE, _determination),
    Event("meinertzhagen", "6.19", ATTACK, _meinertzhagen),
    Event("naval-bombardment", "6.20", ATTACK, _naval),
    Event("townsend", "6.21-event", ATTACK, _townsend),
    Event("kemal", "6.22", DEFENCE, _kemal),
    Event("von-der-goltz", "6.23", DEFENCE, _goltz),
    Event("yudenich", "6.24", ATTACK, _yudenich),
):
    enter(_event)


@amends("gwie.playing", "6.37", "add", option="naval-flotilla")
def flotilla_conditions(s: State, side: str, window: str, event: str) -> Checks:
    if event == "naval-flotilla" and window == ATTACK:
        yield from _flotilla(s)


@amends("gwie.river", "6.37", "replace", option="naval-flotilla", over={"10.44"})
def flotilla(s: State) -> Lines:
    """The gunboats take the river from the defender."""
    if on_table(s, "naval-flotilla") and all(RIVER in s.map.sides(s.origin(u), s.here.hex) for u in s.attackers()):
        yield plus("6.37", "river-cancelled", 0, hex=Place(s.here.hex))


# -- no advance (6.39-6.41) ------------------------------------------------------------------------------------
def _rigid(s: State) -> Checks:
    """British without tanks or Americans on the Western Front."""
    yield from _by(s, "6.39", ALLIES)
    yield from _on(s, "6.39", "western")
    yield from _among(s, "6.39", ALLIES, EMPIRE)
    spoilers = [u for u in s.attackers() if u.kind == "tank" or u.nation == "US"]
    if spoilers:
        yield objection("6.39", "event-spoiled", units=units(spoilers))


def _no_pass(s: State) -> Checks:
    """Ordinary CP troops against a hex held by the French alone."""
    yield from _by(s, "6.40", CP)
    yield from _on(s, "6.40", "western")
    if storming(s) or s.here.storm:
        yield objection("6.40", "event-spoiled", units=units(_shock(s)))
    others = [u for u in s.defenders() if (u.fights or u.garrisoned) and u.nation != "FR"]
    if others:
        yield objection("6.40", "event-one-nation", nation=Term(others[0].nation))


def _looting(s: State) -> Checks:
    yield from _by(s, "6.41", CP)
    yield from _on(s, "6.41", "western")
    if not s.here.storm:
        yield objection("6.41", "event-needs-shock")


def _shock(s: State) -> tuple[Unit, ...]:
    return storming(s) or s.attackers()


enter(Event("rigid-planning", "6.39", ADVANCE, _rigid))
enter(Event("they-shall-not-pass", "6.40", ADVANCE, _no_pass))
enter(Event("german-looting", "6.41", ADVANCE, _looting))


@amends("gwie.advancing", "6.39", "add", option="rigid-planning")
def rigid_planning(s: State, id: str) -> Checks:
    if on_table(s, "rigid-planning"):
        yield objection("6.39", "event-bars-advance", event=Term("rigid-planning"))


@amends("gwie.advancing", "6.40", "add", option="they-shall-not-pass")
def they_shall_not_pass(s: State, id: str) -> Checks:
    if on_table(s, "they-shall-not-pass"):
        yield objection("6.40", "event-bars-advance", event=Term("they-shall-not-pass"))


@amends("gwie.going-on", "6.41", "add", option="german-looting")
def german_looting(s: State, id: str) -> Checks:
    if on_table(s, "german-looting"):
        yield objection("6.41", "event-bars-second-hex", event=Term("german-looting"))
