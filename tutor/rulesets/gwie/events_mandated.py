"""6.30: offensives that must be made, or the game is lost."""

from __future__ import annotations

from tutor.engine.facts import Side, Term
from tutor.engine.ledger import Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.attack import objections_to_joining
from tutor.rulesets.gwie.book import AMENDMENTS, amends, step
from tutor.rulesets.gwie.events import entry
from tutor.rulesets.gwie.events_standing import turns_of
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.nations import EMPIRE, belonging, nation_of
from tutor.rulesets.gwie.sequence import side_in
from tutor.rulesets.gwie.state import ALLIES, CP, EAST, WEST, Made, State, Unit
from tutor.rulesets.gwie.strength import attack_strength, defence_strength, ratio

ENVER, CONRAD, HAIG = "enver", "conrad", "haig"
MANDATED = (ENVER, CONRAD, HAIG)
RULES = {ENVER: "6.30a", CONRAD: "6.30b", HAIG: "6.30c"}
OWNER = {ENVER: CP, CONRAD: CP, HAIG: ALLIES}
FRONT = {ENVER: "caucasus", CONRAD: "italian", HAIG: "western"}
THEATRE = {ENVER: EAST, CONRAD: WEST, HAIG: WEST}
NUMBER = {ENVER: 1, CONRAD: 1, HAIG: 2}
ENVER_UNITS, HAIG_RATIO = 3, 1

for _event in MANDATED:
    AMENDMENTS.inserts("theatre", RULES[_event], f"{_event}-owed", option=_event, where="before")
    AMENDMENTS.inserts("theatre", "6.30", f"{_event}-made", option=_event)


def binds(s: State, event: str) -> bool:
    """Whether the offensive must be made in this turn."""
    if event == ENVER:
        return s.in_play.get(ENVER) == s.turn
    return s.turn in turns_of(s, event)


def counts(event: str, made: Made) -> bool:
    """Whether an attack is one that the offensive asks for."""
    if made.side != OWNER[event] or made.front != FRONT[event]:
        return False
    if event == ENVER:
        return made.units >= ENVER_UNITS
    if event == CONRAD:
        return made.nations == {"AH"}
    return made.nations <= EMPIRE and made.ratio >= HAIG_RATIO


def _possible(s: State, event: str) -> bool:
    """Whether a legal attack of the kind exists."""
    return any(_able(s, event, hex) for hex in s.map.places if front_of(s, hex) == FRONT[event])


def _able(s: State, event: str, hex: str) -> bool:
    if not any(u.fights or u.garrisoned for u in s.at(hex, s.inactive)):
        return False
    near = [u for other in s.map.neighbours(hex) for u in s.units_at(other, s.active)]
    fit = [u for u in near if _serves(event, u) and s.law.allows(objections_to_joining(s, hex, u.id))]
    if event == ENVER:
        return len(fit) >= ENVER_UNITS
    if event == HAIG:
        defence = defence_strength(s, s.at(hex, s.inactive)).total
        return bool(fit) and ratio(attack_strength(s, fit).total, defence) >= HAIG_RATIO
    return bool(fit)


def _serves(event: str, unit: Unit) -> bool:
    if event == CONRAD:
        return nation_of(unit) == "AH"
    return event == ENVER or unit.nation in EMPIRE


def _owed(s: State, t: Trace, event: str, theatre: str) -> State:
    """At the start of the combats of its Theatre: is it owed, and can it be made?"""
    if not _bound(s, event, theatre):
        return s
    there = s.but(active=OWNER[event], theatre=theatre)
    reading = s.law.read("mandated-impossible")
    if s.law.reads("mandated-impossible", "lost") or _possible(there, event):
        s = s.but(owed=s.owed | {event})
        t.say(RULES[event], "offensive-owed", s, event=Term(event), n=NUMBER[event], reading=reading)
    else:
        t.say(RULES[event], "offensive-impossible", s, event=Term(event), reading=reading)
    return s


def _bound(s: State, event: str, theatre: str) -> bool:
    """Whether those attack in its Theatre now who must make it in this turn."""
    return THEATRE[event] == theatre and side_in(s, theatre) == OWNER[event] and binds(s, event)


def _made(s: State, t: Trace, event: str, theatre: str) -> State:
    """After the combats of its Theatre: was it made?"""
    if event not in s.owed or THEATRE[event] != theatre:
        return s
    n = sum(counts(event, made) for made in s.made)
    if n >= NUMBER[event]:
        t.say(RULES[event], "offensive-made", s, event=Term(event), n=n)
        return s
    s = s.but(lost=OWNER[event])
    t.say("6.30", "game-lost", s, event=Term(event), who=Side(OWNER[event]), n=n, wanted=NUMBER[event])
    return s.finished()


@step("enver-owed", "6.30a")
def enver_owed(s: State, t: Trace, theatre: str) -> State:
    """Where Enver's attack cannot be made, three units march."""
    owed = _owed(s, t, ENVER, theatre)
    marches = _bound(s, ENVER, theatre) and ENVER not in owed.owed
    return owed.then(task("enver-march", ENVER_UNITS)) if marches else owed


@step("enver-made", "6.30")
def enver_made(s: State, t: Trace, theatre: str) -> State:
    return _made(s, t, ENVER, theatre)


@step("conrad-owed", "6.30b")
def conrad_owed(s: State, t: Trace, theatre: str) -> State:
    return _owed(s, t, CONRAD, theatre)


@step("conrad-made", "6.30")
def conrad_made(s: State, t: Trace, theatre: str) -> State:
    return _made(s, t, CONRAD, theatre)


@step("haig-owed", "6.30c")
def haig_owed(s: State, t: Trace, theatre: str) -> State:
    return _owed(s, t, HAIG, theatre)


@step("haig-made", "6.30")
def haig_made(s: State, t: Trace, theatre: str) -> State:
    return _made(s, t, HAIG, theatre)


@amends("gwie.drms", "6.30b", "add", option=CONRAD)
def conrad_drm(s: State, column: int) -> Lines:
    """The first attack of the first of the three turns."""
    turns = turns_of(s, CONRAD)
    first = bool(turns) and s.turn == turns[0]
    ours = s.active == CP and front_of(s, s.here.hex) == "italian" and belonging(s.attackers()) == {"AH"}
    if first and ours and not any(counts(CONRAD, made) for made in s.made):
        cell = entry(s, CONRAD, "drm")
        yield plus("6.30b", "event-drm", int(cell.value), event=Term(CONRAD), cell=cell)
