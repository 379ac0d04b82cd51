"""6.7-6.64: events of the Near East alone that are played as soon as they are drawn, and whom they call away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.chits import chit
from tutor.rulesets.gwie.events_moving import objections_to_rising
from tutor.rulesets.gwie.fronts import front_of
from tutor.rulesets.gwie.nations import EMPIRE
from tutor.rulesets.gwie.state import ALLIED_NEAR_EAST, ALLIES, CP, DEAD_NEAR_EAST, GONE, State, Unit

KAISERSCHLACHT, LIBYA = "kaiserschlacht-withdrawal", "libyan-revolt"
REMOVED: Mapping[str, tuple[str, ...]] = {"remove-indians": ("10in", "11in"), "remove-42t": ("42t",)}
JANUARY_1918, JULY_1918, END_OF_1918 = 37, 42, 46
LIBYAN_FACTORS, LIBYAN_TURNS = 3, 3
LIBYAN_ORDER = ("egyptian", ALLIED_NEAR_EAST, "iraqi")
WITHDRAWN_FACTORS, WITHDRAWN_CAVALRY = 9, 3
KEPT_BACK = ("south-persian-rifles", "dfps")
LAST_LETTER = "U"
Occurs = Callable[[State], bool]


# -- at once (6.17) --------------------------------------------------------------------------------------------
@step("event-now", "6.17-draw")
def event_now(s: State, t: Trace, side: str, event: str) -> State:
    """The event does what it does; one whose time has not come goes back, one whose time is past leaves the game."""
    rule = chit(s.law, event).value
    if event == KAISERSCHLACHT and s.turn < JANUARY_1918:
        t.say("6.64", "kept-until-1918", s, event=Term(event))
        return s.but(hands=s.hands.put(side, tuple(sorted((*s.hand(side), event)))))
    if event in NOT_YET and NOT_YET[event](s):
        t.say(rule, "event-goes-back", s, event=Term(event))
        return s.but(cups=s.cups.put(side, tuple(sorted((*s.cups.get(side, ()), event)))))
    if event in TOO_LATE and TOO_LATE[event](s):
        t.say(rule, "event-too-late", s, event=Term(event))
        return s.with_spent(event)
    return _happens(s, t, event, rule)


def _no_bolsheviks(s: State) -> bool:
    return not s.stands("bolsheviks")


def _no_republic(s: State) -> bool:
    """Before the Bolsheviks, or without a free town in Russia, it is no event (6.9)."""
    return _no_bolsheviks(s) or not any(s.law.allows(objections_to_rising(s, hex)) for hex in s.map.places)


NOT_YET: Mapping[str, Occurs] = {
    "turkish-atrocity": lambda s: not any(u.nation == "AB" for u in s.on_map()),
    "armenian-republic": _no_republic,
    "civil-war": _no_bolsheviks,
}
TOO_LATE: Mapping[str, Occurs] = {
    "army-of-islam": lambda s: s.turn > END_OF_1918,
    KAISERSCHLACHT: lambda s: s.turn > JULY_1918,
}
BEGINS: Mapping[str, str] = {"ana": "redraw-arab", "armenian-massacres": "armenian-massacres"}
LASTS = frozenset({"turkish-atrocity", "enver", "army-of-islam", "civil-war", KAISERSCHLACHT})


def _happens(s: State, t: Trace, event: str, rule: str) -> State:
    if event in REMOVED:
        return _removed(s.with_spent(event), t, event, rule)
    s = s.but(in_play=s.in_play.put(event, s.turn)) if event in LASTS else s.with_spent(event)
    if event in BEGINS:
        return s.then(task(BEGINS[event]))
    if event == "armenian-republic":
        return s.then(task("armenian-republic"))
    if event == LIBYA:
        return s.then(task("libyan-revolt", 0))
    return s.then(task("withdraw", 0, 0)) if event == KAISERSCHLACHT else s


def _removed(s: State, t: Trace, event: str, rule: str) -> State:
    """Divisions that leave for good, wherever they are."""
    gone = [u for u in s.pieces if u.called in REMOVED[event] and u.box != GONE]
    s = s.put(*(u.but(place=None, box=GONE, arrives="") for u in gone))
    t.say(rule, "divisions-leave", s, units=units(gone)) if gone else t.say(rule, "no-division-to-leave", s)
    return s


# -- the Libyan revolt (6.46) ----------------------------------------------------------------------------------
@step("libyan-revolt", "6.46")
def libyan_revolt(s: State, t: Trace, sent: int) -> Steps[State]:
    """British units of three attack factors go to Libya, and come back three Strategic Turns later."""
    if sent >= LIBYAN_FACTORS or not any(_sails(s, sent, u.id) for u in s.pieces):
        return s
    id = yield from choose(
        Ask(s, "6.46", ALLIES, "to-libya", ("unit",), lambda id: objections_to_libya(s, sent, id), facts={"n": sent})
    )
    unit = s.unit(id)
    letter = chr(min(ord(s.letter) + LIBYAN_TURNS, ord(LAST_LETTER)))
    s = s.put(unit.but(place=None, box="", arrives=letter))
    t.say("6.46", "goes-to-libya", s, unit=U(id), letter=letter)
    return s.then(task("libyan-revolt", sent + unit.attack))


def _where(s: State, unit: Unit) -> str:
    """The map, the box or the pile in which a unit is."""
    return front_of(s, unit.place) if unit.place is not None else unit.box


def _sails(s: State, sent: int, id: str) -> bool:
    return s.law.allows(objections_to_libya(s, sent, id))


def objections_to_libya(s: State, sent: int, id: str) -> Checks:
    """A British unit: of Egypt first, then of the box, then of Iraq; none that another event will remove."""
    yield from _called_away(s, id, "6.46", LIBYAN_ORDER, _may_go_to_libya)
    unit, owed = s.unit(id), LIBYAN_FACTORS - sent
    if unit.called in REMOVED["remove-indians"]:
        yield objection("6.46", "removed-by-another", unit=U(id))
    rest = owed - unit.attack
    if _comes_out(s, owed, "") and rest and not _comes_out(s, rest, id):
        yield objection("6.46", "count-not-exact", unit=U(id), n=LIBYAN_FACTORS)


def _comes_out(s: State, owed: int, without: str) -> bool:
    """Whether the British units left make exactly the factors owed, each map or box used up before the next."""
    for where in LIBYAN_ORDER:
        there = [u.attack for u in s.pieces if u.id != without and _sent_from(s, u, where)]
        totals = {sum(some) for n in range(1, LIBYAN_FACTORS + 1) for some in combinations(there, n)}
        if owed in totals:
            return True
        owed -= sum(there)
        if owed <= 0:
            return False
    return False


def _sent_from(s: State, unit: Unit, where: str) -> bool:
    able = unit.nation in EMPIRE and unit.fights and unit.attack and _may_go_to_libya(unit)
    return bool(able) and _where(s, unit) == where


def _may_go_to_libya(unit: Unit) -> bool:
    return unit.called not in REMOVED["remove-indians"]


def _called_away(s: State, id: str, rule: str, order: tuple[str, ...], fits: Callable[[Unit], bool]) -> Checks:
    """A British combat unit that attacks, of the first map, box or pile that has one."""
    unit = s.unit(id)
    if unit.nation not in EMPIRE or not unit.fights or not unit.attack:
        yield objection(rule, "british-units-only", unit=U(id))
        return
    able = [u for u in s.pieces if u.nation in EMPIRE and u.fights and u.attack and fits(u)]
    first = next((where for where in order if any(_where(s, u) == where for u in able)), "")
    if _where(s, unit) != first:
        yield objection(rule, "others-first", unit=U(id), where=Term(first))
    else:
        yield held(rule, "may-be-called", unit=U(id))


# -- Kaiserschlacht (6.64) -------------------------------------------------------------------------------------
def due_in_1918(s: State) -> bool:
    """Whether the CP hold the event, and its time has come."""
    return s.turn >= JANUARY_1918 and KAISERSCHLACHT in s.hand(CP)


@step("withdraw", "6.64")
def withdraw(s: State, t: Trace, riders: int, sent: int) -> Steps[State]:
    """Nine combat factors leave for France, three of them cavalry, first out of Egypt."""
    if sent >= WITHDRAWN_FACTORS or not any(_goes(s, riders, sent, u.id) for u in s.pieces):
        return s
    id = yield from choose(
        Ask(
            s,
            "6.64",
            ALLIES,
            "withdraw",
            ("unit",),
            lambda id: objections_to_withdrawing(s, riders, sent, id),
            facts={"n": WITHDRAWN_FACTORS - sent},
        )
    )
    unit = s.unit(id)
    s = s.put(unit.but(place=None, box=GONE))
    t.say("6.64", "withdrawn", s, unit=U(id), who=Side(ALLIES))
    mounted = unit.attack if unit.kind == "cavalry" else 0
    return s.then(task("withdraw", riders + mounted, sent + unit.attack))


def _goes(s: State, riders: int, sent: int, id: str) -> bool:
    return s.law.allows(objections_to_withdrawing(s, riders, sent, id))


def objections_to_withdrawing(s: State, riders: int, sent: int, id: str) -> Checks:
    """Egypt first, then Iraq, the box, the Dead Pile; cavalry while it is still owed and there is any."""
    order = ("egyptian", "iraqi", ALLIED_NEAR_EAST, DEAD_NEAR_EAST)
    owed = WITHDRAWN_CAVALRY - riders
    cavalry = owed > 0 and sent + owed >= WITHDRAWN_FACTORS and any(_riders(s, order))
    yield from _called_away(s, id, "6.64", order, lambda u: u.called not in KEPT_BACK and (not cavalry or _rides(u)))
    if s.unit(id).called in KEPT_BACK:
        yield objection("6.64", "not-to-be-withdrawn", unit=U(id))
    if cavalry and not _rides(s.unit(id)):
        yield objection("6.64", "cavalry-owed", unit=U(id), n=owed)


def _rides(unit: Unit) -> bool:
    return unit.kind == "cavalry"


def _riders(s: State, order: tuple[str, ...]) -> Iterator[Unit]:
    return (u for u in s.pieces if u.nation in EMPIRE and _rides(u) and u.attack and _where(s, u) in order)
