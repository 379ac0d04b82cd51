"""6.27, 6.52, 6.53: the landings of Gallipoli and Salonika, and the capture of Lawrence."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.ask import BACK, DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import amends, step
from tutor.rulesets.gwie.entering import came_in
from tutor.rulesets.gwie.events_moving import LAWRENCE
from tutor.rulesets.gwie.ground import BEACHES, BEACHES_FROM
from tutor.rulesets.gwie.nations import EMPIRE
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.sources import SALONIKA
from tutor.rulesets.gwie.stacking import objections_to_stacking
from tutor.rulesets.gwie.state import ALLIED_EUROPE, ALLIES, AVAILABLE_EUROPE, CP, GONE, WAITING, State, Unit

GALLIPOLI_LANDS, SALONIKA_LANDS = "gallipoli", "salonika"
RULE: Mapping[str, str] = {GALLIPOLI_LANDS: "6.52a", SALONIKA_LANDS: "6.53a"}
TURKS: Mapping[str, str] = {GALLIPOLI_LANDS: "6.52b", SALONIKA_LANDS: "6.53c"}
GROUND: Mapping[str, frozenset[str]] = {GALLIPOLI_LANDS: BEACHES, SALONIKA_LANDS: frozenset({SALONIKA})}
SHARES: Mapping[str, Mapping[str, int]] = {
    GALLIPOLI_LANDS: {"BR": 4, "FR": 1},
    SALONIKA_LANDS: {"BR": 1, "FR": 3},
}
LAWRENCE_TAKEN_FROM = 5


# -- whether to land (6.52a, 6.53a) ----------------------------------------------------------------------------
@SEQUENCE.condition("landing-held")
def landing_held(s: State) -> bool:
    """Whether the Allies hold one of the two events and may play it now."""
    return any(s.law.allows(objections_to_playing_landing(s, event)) for event in s.hand(ALLIES))


@step("landings", "6.52a")
def landings(s: State, t: Trace) -> Steps[State]:
    """At the start of a New Units Phase the Allies may play an event of landing that they hold."""
    event = yield from choose(
        Ask(
            s,
            "6.52a",
            ALLIES,
            "play-landing",
            ("option",),
            lambda event: objections_to_playing_landing(s, event),
            to_end=lambda: iter(()),
            options=(GALLIPOLI_LANDS, SALONIKA_LANDS),
            facts={"hexes": places(_grounds(s))},
        )
    )
    if event == DONE:
        return s
    rest = tuple(one for one in s.hand(ALLIES) if one != event)
    return s.but(hands=s.hands.put(ALLIES, rest)).then(task("landing", event))


def _grounds(s: State) -> list[str]:
    """Where the events that may be played now would land."""
    open_now = (event for event in RULE if s.law.allows(objections_to_playing_landing(s, event)))
    return sorted(hex for event in open_now for hex in GROUND[event] if hex in s.map)


def objections_to_playing_landing(s: State, event: str) -> Checks:
    """Is it held, and may it still be played?"""
    if event not in RULE or event not in s.hand(ALLIES):
        yield objection("6.12-draw", "event-not-held", event=Term(event), who=Side(ALLIES))
    else:
        yield from objections_to_landing(s, event)


# -- the landing (6.52a, 6.53a) --------------------------------------------------------------------------------
@step("landing", "6.52a")
def landing(s: State, t: Trace, event: str) -> State:
    """The event is played: no other ships this turn, and the European Turks come in if they had not."""
    closed = s.law.first_objection(objections_to_landing(s, event))
    if closed is not None:
        t.say(closed.rule, closed.kind, s, **closed.facts)
        return s
    s = s.but(in_play=s.in_play.put(event, s.turn), picked=())
    t.say(RULE[event], "landing-begins", s, event=Term(event))
    if not s.stands("european-turks"):
        s = deployed(s, t, TURKS[event])
    return s.then(task("land", event))


@step("turks-of-europe", "17.13")
def turks_of_europe(s: State, t: Trace, rule: str) -> State:
    """Greece has entered the war, an Ally European Turkey, or the fifth surrender hex has fallen (17.13)."""
    return s if s.stands("european-turks") else deployed(s, t, rule)


def deployed(s: State, t: Trace, rule: str) -> State:
    """17.13: the Turks of Europe come in, each in the hex on its counter, or out of the box if that is lost."""
    posted = [u for u in s.pieces if u.posted and u.box == WAITING]
    taken = [u for u in posted if s.forces_at(u.posted, ALLIES)]
    s = s.put(*(u.but(place=u.posted, box="", posted="") for u in posted if u not in taken))
    s = s.put(*(u.but(box=AVAILABLE_EUROPE[CP], posted="") for u in taken))
    posted = [u for u in posted if u not in taken]
    s = s.but(affairs=s.affairs | {"european-turks"})
    t.say(rule, "european-turks-placed", s)
    if posted:
        t.say("17.13", "turks-deployed", s, units=units(posted))
    return s


def objections_to_landing(s: State, event: str) -> Checks:
    """Each of the two once, Gallipoli only before Salonika, Salonika only while Greece is neutral."""
    if s.stands(event):
        yield objection("6.52d" if event == GALLIPOLI_LANDS else "6.53a", "landed-before", event=Term(event))
    if event == GALLIPOLI_LANDS and s.stands(SALONIKA_LANDS):
        yield objection("6.52d", "landing-too-late", event=Term(event))
    if event == SALONIKA_LANDS and "greece" not in s.neutral:
        yield objection("6.53c", "landing-too-late", event=Term(event))


@step("land", "6.52-6.53-clarification", under="landing")
def land(s: State, t: Trace, event: str) -> Steps[State]:
    """Which division lands next."""
    if not any(s.law.allows(objections_to_going_ashore(s, event, u.id)) for u in s.pieces):
        return s.but(picked=())
    id = yield from choose(
        Ask(
            s,
            RULE[event],
            ALLIES,
            "land",
            ("unit",),
            lambda id: objections_to_going_ashore(s, event, id),
            to_end=lambda: iter(()),
            facts={"event": Term(event)},
        )
    )
    if id == DONE:
        return s.but(picked=())
    return s.but(chosen=id).then(task("land-at", event), task("land", event))


@step("land-at", "6.52a", under="landing")
def land_at(s: State, t: Trace, event: str) -> Steps[State]:
    """On which beach."""
    unit = s.unit(s.chosen or "")
    hex = yield from choose(
        Ask(
            s,
            RULE[event],
            ALLIES,
            "land-at",
            ("place",),
            lambda hex: objections_to_beach(s, event, unit, hex),
            back=True,
            facts={"unit": U(unit.id)},
        )
    )
    s = s.but(chosen=None)
    if hex == BACK:
        return s
    s = s.put(unit.but(place=hex, box="")).but(picked=(*s.picked, unit.id))
    t.say(RULE[event], "landed", s, unit=U(unit.id), hex=Place(hex))
    s = came_in(s, t, s.unit(unit.id), hex)
    t.say("6.53b" if event == SALONIKA_LANDS else "6.52c", "landing-feeds", s, hex=Place(hex))
    return s


def objections_to_going_ashore(s: State, event: str, id: str) -> Checks:
    """A British or French division out of the box; for Salonika, from the beaches too."""
    unit = s.unit(id)
    power = "BR" if unit.nation in EMPIRE else unit.nation
    rule = RULE[event]
    if power not in SHARES[event] or not unit.fights or unit.size != "division":
        yield objection(rule, "lands-not", unit=U(id), event=Term(event))
        return
    from_beach = event == SALONIKA_LANDS and unit.place in BEACHES
    check = held if unit.box == ALLIED_EUROPE or from_beach else objection
    yield check("6.52-6.53-clarification", "in-the-box", unit=U(id))
    if s.influenza == s.turn and unit.box == ALLIED_EUROPE:
        yield objection("6.58", "influenza-shuts-boxes", unit=U(id))
    there = [one for one in map(s.unit, s.picked) if (one.nation in EMPIRE) == (power == "BR")]
    if id in s.picked or len(there) >= SHARES[event][power]:
        yield objection(rule, "enough-landed", unit=U(id), n=SHARES[event][power], units=units(there))


def objections_to_beach(s: State, event: str, unit: Unit, hex: str) -> Checks:
    if hex not in GROUND[event]:
        yield objection(RULE[event], "no-landing-ground", hex=Place(hex), event=Term(event))
    if s.barred_to(ALLIES, hex):
        yield objection(RULE[event], "coast-occupied", hex=Place(hex), units=units(s.barred_to(ALLIES, hex)))
    yield from objections_to_stacking(s, unit, hex)


# -- the end of Gallipoli (6.52d) ------------------------------------------------------------------------------
def evacuated(s: State) -> bool:
    """Nobody is left on the beaches, and the CP stand before them."""
    empty = not any(s.forces_at(hex, ALLIES) for hex in BEACHES if hex in s.map)
    return empty and BEACHES_FROM in s.map and bool(s.forces_at(BEACHES_FROM, CP))


@amends("gwie.sailing", "6.52d", "add", option=GALLIPOLI_LANDS)
def no_return(s: State, unit: Unit, hex: str) -> Checks:
    if hex in BEACHES and evacuated(s):
        yield objection("6.52d", "beaches-left", unit=U(unit.id), hex=Place(hex))


# -- Lawrence (6.27) -------------------------------------------------------------------------------------------
@step("lawrence-captured", "6.27")
def lawrence_captured(s: State, t: Trace) -> Steps[State]:
    """Played against a Raid: it is cancelled, and a die tells whether Lawrence comes back."""
    if not s.raided:
        t.say("6.27", "no-raid-to-stop", s)
        return s
    s = s.but(raided="")
    die = yield from roll(Die("6.27", CP, "lawrence-die"))
    if die >= LAWRENCE_TAKEN_FROM:
        for unit in [u for u in s.pieces if u.called == "lawrence"]:
            s = s.put(unit.but(place=None, box=GONE))
        s = s.but(in_play=s.in_play.drop(LAWRENCE)).with_spent(LAWRENCE)
        t.say("6.27", "lawrence-gone", s, die=die)
    else:
        t.say("6.27", "lawrence-safe", s, die=die)
    return s


@amends("gwie.raiding", "6.27", "add", option=LAWRENCE)
def raids_with_lawrence(s: State, hex: str) -> Checks:
    """He who was captured raids no more; otherwise Lawrence is free to go."""
    if LAWRENCE in s.spent or any(u.called == "lawrence" and u.box == GONE for u in s.pieces):
        yield objection("6.27", "lawrence-is-gone")
    else:
        yield held("6.25a", "lawrence-is-free")
