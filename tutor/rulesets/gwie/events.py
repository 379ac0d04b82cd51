"""6.1, 10.52: the windows in which combat events are played; what each event does stands in the other modules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Cell, Place, Side, Term
from tutor.engine.law import seam
from tutor.engine.ledger import Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import AMENDMENTS, step
from tutor.rulesets.gwie.state import State

OPTION = "events"
TABLE = "combat-events"
GAS = "6.13-event"
WINDOWS = ATTACK, DEFENCE, ADVANCE = "attack", "defence", "advance"

AMENDMENTS.inserts("resolve", "10.52", "attacker-events", option=OPTION, where="before")
AMENDMENTS.inserts("resolve", "10.52", "defender-events", option=OPTION, where="before")
AMENDMENTS.inserts("fought", "10.71a", "advance-events", option=OPTION)

Fits = Callable[[State], Checks]


@dataclass(frozen=True)
class Event:
    """One event that is played in a combat: when, under which conditions, and what it opens.

    A lasting one stays in hand and serves once in each Operational Turn.
    """

    id: str
    rule: str
    window: str
    fits: Fits
    opens: str = ""
    lasting: bool = False


# -- the windows -----------------------------------------------------------------------------------------------
@step("attacker-events", "10.52")
def attacker_events(s: State, t: Trace) -> Steps[State]:
    """The attacker announces his combat events before the roll."""
    return (yield from _window(s, t, s.active, ATTACK, "attacker-events"))


@step("defender-events", "10.52")
def defender_events(s: State, t: Trace) -> Steps[State]:
    """Then the defender announces his."""
    return (yield from _window(s, t, s.inactive, DEFENCE, "defender-events"))


@step("advance-events", "10.71a")
def advance_events(s: State, t: Trace) -> Steps[State]:
    """After the attack the other side may keep the attackers from advancing."""
    return (yield from _window(s, t, s.inactive, ADVANCE, "advance-events"))


def _window(s: State, t: Trace, side: str, window: str, again: str) -> Steps[State]:
    combat = [event for event in s.hand(side) if event in s.law.table(TABLE).rows]
    fit = [event for event in combat if s.law.allows(objections_to_playing(s, side, window, event))]
    if not fit:
        return s
    event = yield from choose(
        Ask(
            s,
            "10.52" if window != ADVANCE else str(entry(s, fit[0]).value),
            side,
            "play-event",
            ("card",),
            lambda event: objections_to_playing(s, side, window, event),
            to_end=lambda: iter(()),
            facts={"hex": Place(s.here.hex)},
        )
    )
    if event == DONE:
        return s
    s = played(s, side, event)
    cell = entry(s, event)
    t.say(cell.value, "event-played", s, who=Side(side), event=Term(event))
    return s.then(task(again))


def entry(s: State, event: str, column: str = "rule") -> Cell:
    """What the list of combat events says of one."""
    return s.law.table(TABLE).at(event, column)


@seam("gwie.playing")
def objections_to_playing(s: State, side: str, window: str, event: str) -> Checks:
    """May this event be played now?"""
    rule, name = entry(s, event).value, Term(event)
    if event not in s.hand(side):
        yield objection("6.12-draw", "event-not-held", event=name, who=Side(side))
    if entry(s, event, "window").value != window:
        yield objection(rule, "event-other-window", event=name)
    if event in s.used:
        yield objection(rule, "event-used-this-turn", event=name)
    if (side, event) in s.here.events:
        yield objection(rule, "event-played-already", event=name)


def played(s: State, side: str, event: str) -> State:
    """On the table for this combat; out of the hand, unless it lasts. A gas belongs to its first user (6.13)."""
    s = s.fighting(events=tuple(sorted((*s.here.events, (side, event)))))
    if entry(s, event).value == GAS:
        s = s.but(gas=s.gas.put(event, s.gas.get(event, side)))
    if stays(s, event):
        return s.but(used=s.used | {event})
    rest = list(s.hand(side))
    rest.remove(event)
    return s.but(hands=s.hands.put(side, tuple(rest))).with_spent(event)


def stays(s: State, event: str) -> bool:
    """The System and Bruchmuller serve every turn; Townsend only if so read."""
    lasting = entry(s, event, "lasting").value
    return lasting == "yes" or (lasting == "reading" and s.law.reads("townsend-removal", "stays"))


def on_table(s: State, event: str, side: str | None = None) -> bool:
    """Whether an event was played in this combat."""
    return s.fight is not None and any(e == event and side in (None, who) for who, e in s.here.events)


# -- entering an event -----------------------------------------------------------------------------------------
def enter(event: Event) -> None:
    """Its conditions, its modifier, and whether it opens or answers deep trenches, as amendments."""
    amends = AMENDMENTS.amends
    amends("gwie.playing", event.rule, "add", option=event.id)(partial(_conditions, event))
    if event.window == ADVANCE:
        return
    amends("gwie.drms", event.rule, "add", option=event.id)(partial(_modifier, event))
    if event.opens:
        amends("gwie.enabling-events", event.opens, "add", option=event.id)(partial(_opens, event))
    if event.window == DEFENCE:
        amends("gwie.answering-events", event.rule, "add", option=event.id)(partial(_answers, event))


def _conditions(event: Event, s: State, side: str, window: str, id: str) -> Checks:
    if id == event.id and window == event.window:
        yield from event.fits(s)


def _modifier(event: Event, s: State, column: int) -> Lines:
    if on_table(s, event.id):
        cell = entry(s, event.id, "drm")
        yield plus(event.rule, "event-drm", int(cell.value), event=Term(event.id), cell=cell)


def _opens(event: Event, s: State, *_: Any) -> Checks:
    if on_table(s, event.id, s.active):
        yield held(event.opens, "event-opens", event=Term(event.id))


def _answers(event: Event, s: State, *_: Any) -> Checks:
    if on_table(s, event.id, s.inactive):
        yield held(event.rule, "event-answers", event=Term(event.id))
