"""6.8-6.64: events that stay in play for a while and change who may attack, or how."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, plus
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import AMENDMENTS, amends, step
from tutor.rulesets.gwie.events import ATTACK, entry, on_table
from tutor.rulesets.gwie.fronts import flag, front_of, month_of
from tutor.rulesets.gwie.ground import BEACHES, BEACHES_FROM
from tutor.rulesets.gwie.nations import EMPIRE, nation_of
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.state import ALLIES, CP, GONE, State, Unit
from tutor.rulesets.gwie.weather import SNOW, weather_of

TURNS = 3
INCLUDED = {"mutiny", "kaiserschlacht-withdrawal"}
WINTER = ("nov-dec", "jan-feb")


def lasts(s: State, event: str) -> bool:
    """Whether one of the events of three Operational Turns is in force now."""
    return s.turn in turns_of(s, event)


def turns_of(s: State, event: str) -> range:
    """Its three turns: from the one it was drawn in, or from the next, as the text or the reading says."""
    drawn = s.in_play.get(event)
    if drawn is None:
        return range(0)
    reading = s.law.reading("three-turn-events")
    now = event in INCLUDED if reading == "as-written" else reading == "all-current"
    begin = drawn if now else drawn + 1
    return range(begin, begin + TURNS)


# -- and then they leave (6.3f, 6.26, 6.30b, 6.43, 6.57) --------------------------------------------------------
THIS_TURN = {
    "interdiction": "6.3f",
    "turkish-atrocity": "6.26",
    "winter-offensive": "6.29",
    "command-paralysis": "6.43",
}
LEAVING = {**THIS_TURN, "conrad": "6.30b", "typhus": "6.57"}


@SEQUENCE.condition("events-have-had-their-time")
def events_have_had_their_time(s: State) -> bool:
    """Whether this is the last turn of an event that does not stay."""
    return any(had_its_time(s, event) for event in s.in_play)


def had_its_time(s: State, event: str) -> bool:
    if event not in LEAVING:
        return False
    return s.turn >= (s.in_play[event] if event in THIS_TURN else turns_of(s, event)[-1])


@step("events-over", "6.57")
def events_over(s: State, t: Trace) -> State:
    """When the last of its turns ends an event is out of the game."""
    for event in sorted(event for event in s.in_play if had_its_time(s, event)):
        s = s.but(in_play=s.in_play.drop(event)).with_spent(event)
        t.say(LEAVING[event], "event-over", s, event=Term(event))
    return s


# -- Arabs (6.25, 6.26) ----------------------------------------------------------------------------------------
@amends("gwie.drms", "6.25b", "add", option="lawrence")
def lawrence(s: State, column: int) -> Lines:
    """Lawrence rides with the Arab unit; whether he helps it in defence the reading says."""
    amount = int(entry(s, "lawrence", "drm").value)
    if any(u.nation == "AB" for u in s.attackers()):
        yield plus("6.25b", "lawrence-drm", amount, cell=entry(s, "lawrence", "drm"))
    elif any(u.nation == "AB" for u in s.defenders()) and s.law.reads("lawrence-in-defence", "both"):
        yield plus("6.25b", "lawrence-drm", -amount, reading=s.law.read("lawrence-in-defence"))


@amends("gwie.drms", "6.26", "add", option="turkish-atrocity")
def atrocity(s: State, column: int) -> Lines:
    if s.in_play.get("turkish-atrocity") == s.turn and any(u.nation == "AB" for u in s.attackers()):
        cell = entry(s, "turkish-atrocity", "drm")
        yield plus("6.26", "event-drm", int(cell.value), event=Term("turkish-atrocity"), cell=cell)


# -- Russians (6.28, 6.29, 6.43, 6.48) -------------------------------------------------------------------------
def brusilov_may(s: State, hex: str) -> bool:
    """Whether an attack on this hex could be a Brusilov attack: in a later turn, against units none of them German."""
    begun = "brusilov" in s.in_play and s.in_play["brusilov"] < s.turn
    return begun and not any(u.nation == "GE" for u in s.units_at(hex, CP))


def brusilov_attack(s: State) -> bool:
    hq = s.here.hq.get(s.active)
    russians = all(nation_of(u) == "RU" for u in s.attackers())
    germans = any(u.nation == "GE" for u in s.engaged(s.inactive))
    begun = s.in_play.get("brusilov", s.turn) < s.turn
    return begun and s.active == ALLIES and russians and not germans and hq is not None


@amends("gwie.drms", "6.28", "add", option="brusilov")
def brusilov(s: State, column: int) -> Lines:
    if brusilov_attack(s) and nation_of(s.unit(s.here.hq[s.active])) == "RU":
        cell = entry(s, "brusilov", "drm")
        yield plus("6.28", "event-drm", int(cell.value), event=Term("brusilov"), cell=cell)


AMENDMENTS.inserts("support-spent", "6.28", "brusilov-hq", option="brusilov")


@step("brusilov-hq", "6.28")
def brusilov_hq(s: State, t: Trace) -> State:
    """The HQ of a Brusilov attack is removed for good."""
    if brusilov_attack(s):
        hq = s.unit(s.here.hq[s.active])
        s = s.put(hq.but(place=None, box=GONE))
        t.say("6.28", "hq-removed", s, unit=U(hq.id))
    return s


@amends("gwie.playing", "6.29", "add", option="winter-offensive")
def winter_offensive(s: State, side: str, window: str, event: str) -> Checks:
    if event != "winter-offensive" or window != ATTACK:
        return
    front = front_of(s, s.here.hex)
    if s.active != ALLIES or front != "caucasus" or not any(nation_of(u) == "RU" for u in s.attackers()):
        yield objection("6.29", "event-needs-nation", nation=Term("RU"))
    if month_of(s.law, s.turn) not in WINTER:
        yield objection("6.29", "event-in-winter")


@amends("gwie.weather-drm", "6.29", "replace", option="winter-offensive", over={"12.2c"})
def winter_ignored(s: State) -> Lines:
    """This turn Russian units in the Caucasus ignore the winter modifier."""
    now = on_table(s, "winter-offensive") or s.in_play.get("winter-offensive") == s.turn
    cold = weather_of(s, front_of(s, s.here.hex)) == SNOW and front_of(s, s.here.hex) == "caucasus"
    if now and cold and all(nation_of(u) == "RU" for u in s.attackers()):
        yield plus("6.29", "winter-ignored", 0)


AMENDMENTS.inserts("fought", "6.29", "winter-goes-on", option="winter-offensive")


@step("winter-goes-on", "6.29")
def winter_goes_on(s: State, t: Trace) -> State:
    """Played in one combat, the event holds for the whole turn."""
    played = on_table(s, "winter-offensive")
    return s.but(in_play=s.in_play.put("winter-offensive", s.turn)) if played else s


@amends("gwie.joining", "6.43", "add", option="command-paralysis")
def paralysis(s: State, hex: str, id: str) -> Checks:
    """This turn no Russian attacks, except under Brusilov."""
    if s.in_play.get("command-paralysis") == s.turn and nation_of(s.unit(id)) == "RU":
        if brusilov_may(s, hex):
            yield held("6.43", "brusilov-excepted", unit=U(id))
        else:
            yield objection("6.43", "paralysed", unit=U(id))


@amends("gwie.unsupported", "6.43", "add", option="command-paralysis")
def paralysis_needs_hq(s: State, side: str) -> Checks:
    """A Brusilov attack is one that a Russian HQ supports."""
    russians = any(nation_of(u) == "RU" for u in s.attackers())
    if side == s.active and russians and s.in_play.get("command-paralysis") == s.turn:
        yield objection("6.43", "paralysed-without-hq")


@amends("gwie.company", "6.48", "add", option="civil-war")
def civil_war(s: State, unit: Unit, others: Iterable[Unit]) -> Checks:
    """Russian units no longer stack or attack together, on any map."""
    russians = [u for u in others if u.fights and nation_of(u) == "RU"]
    if "civil-war" in s.in_play and unit.fights and nation_of(unit) == "RU" and russians:
        yield objection("6.48", "civil-war", unit=U(unit.id), units=units(russians))


# -- mutiny, typhus, withdrawal (6.47, 6.57, 6.64) -------------------------------------------------------------
@amends("gwie.joining", "6.47", "add", option="mutiny")
def mutiny(s: State, hex: str, id: str) -> Checks:
    """French units do not attack on the Western Front for three turns."""
    if s.unit(id).nation == "FR" and lasts(s, "mutiny") and front_of(s, hex) == "western":
        yield objection("6.47", "mutiny", unit=U(id), reading=s.law.read("three-turn-events"))


@amends("gwie.joining", "6.57", "add", option="typhus")
def typhus(s: State, hex: str, id: str) -> Checks:
    """Nobody attacks into or out of Serbia; units in it do not attack at all."""
    here = s.unit(id).place
    sick = [place for place in (hex, here) if place is not None and flag(s, place, "serbia")]
    if sick and lasts(s, "typhus"):
        yield objection("6.57", "typhus", hex=Place(sick[0]), reading=s.law.read("three-turn-events"))


@amends("gwie.drms", "6.64", "add", option="kaiserschlacht-withdrawal")
def withdrawal(s: State, column: int) -> Lines:
    """British attacks on all Fronts suffer for three turns."""
    if lasts(s, "kaiserschlacht-withdrawal") and any(u.nation in EMPIRE for u in s.attackers()):
        cell = entry(s, "kaiserschlacht-withdrawal", "drm")
        yield plus("6.64", "event-drm", int(cell.value), event=Term("kaiserschlacht-withdrawal"), cell=cell)


# -- the beaches of Gallipoli (6.52c) --------------------------------------------------------------------------
@amends("gwie.joining", "6.52c", "add", option="gallipoli")
def beaches(s: State, hex: str, id: str) -> Checks:
    """The CP attack a beach from E1023 only, and from beach to beach nobody attacks."""
    here = s.unit(id).place
    if here is None:
        return
    if hex in BEACHES and s.unit(id).side == CP and here != BEACHES_FROM:
        yield objection("6.52c", "beach-only-from", unit=U(id), hex=Place(hex), other=Place(BEACHES_FROM))
    if {hex, here} <= BEACHES:
        yield objection("6.52c", "beach-to-beach", unit=U(id), hex=Place(hex))


@amends("gwie.entering", "6.52c", "add", option="gallipoli")
def no_landing(s: State, unit: Unit, a: str, b: str) -> Checks:
    if unit.side == CP and b in BEACHES:
        yield objection("6.52c", "beach-closed", unit=U(unit.id), hex=Place(b))
