"""6.1: the cups of the Near East alone: a chit is drawn, played at once, put back, or kept in hand."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.ask import DONE, NO, YES, Ask, Die, Steps, choose, nothing, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.chits import AT_ONCE, NONE, PHASE, TABLE, chit, without
from tutor.rulesets.gwie.events_at_once import Occurs, due_in_1918
from tutor.rulesets.gwie.events_placed import TRENCH
from tutor.rulesets.gwie.nations import bankrupt
from tutor.rulesets.gwie.peoples import ANA
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.special import ALLENBY
from tutor.rulesets.gwie.state import ALLIES, AVAILABLE, CP, EAST, WAITING, WEST, State, Unit, foe

POINTS = "near-east-rp-events"
SETTLED = "initiative-settled"
INITIATIVES = ("allied-initiative", "cp-initiative")
BRINGS: Mapping[str, str] = {"allied-air": "air", "cp-air": "air", "tenth-na": "10na"}
GIVES: Mapping[str, tuple[str, str]] = {
    "ru-rps": ("RU", "RU RPs"),
    "br-rps": ("BR", "BR RPs"),
    "tu-rps": ("TU", "TU RPs"),
}
STAYS = frozenset({"interdiction", "lawrence", "maude", "amphibious"})
DOES: Mapping[str, str] = {"kress": "kress", "near-east-trench": "near-east-trench", "hq-bombed": "hq-bombed"}
OUTLIVED: Mapping[str, Occurs] = {  # drawn after that, they are No Event and leave the game (6.21, 6.27, 6.60)
    "townsend": lambda s: "maude" in s.in_play,
    "lawrence-captured": lambda s: s.stands(ANA),
    "cp-initiative": lambda s: s.stands(SETTLED),
}


# -- drawing (6.11-6.15) ---------------------------------------------------------------------------------------
@step("draw-event", "6.11-draw")
def draw_event(s: State, t: Trace, side: str) -> Steps[State]:
    """One chit for nothing; what the band marks is played at once, No Event goes back."""
    cup = s.cups.get(side, ())
    if not cup:
        return s
    die = yield from roll(Die("6.11-draw", side, "event-draw", sides=len(cup), sealed=s.secret))
    drawn = cup[die - 1]
    plays, rule = chit(s.law, drawn, "plays").value, chit(s.law, drawn)
    if plays == NONE:
        t.say("6.15-draw", "no-event", s, who=Side(side), cell=rule)
        return s
    s = s.but(cups=s.cups.put(side, without(cup, (drawn,))))
    if drawn in OUTLIVED and OUTLIVED[drawn](s):
        t.say(rule.value, "event-too-late", s, event=Term(drawn))
        return s.with_spent(drawn)
    if plays != AT_ONCE:
        hand = tuple(sorted((*s.hand(side), drawn)))
        t.say("6.12-draw", "event-kept", s, seen_by=side if s.secret else None, who=Side(side), event=Term(drawn))
        return s.but(hands=s.hands.put(side, hand))
    t.say("6.17-draw", "event-at-once", s, who=Side(side), event=Term(drawn), cell=rule)
    return s.then(task("event-now", side, drawn))


def back_in_cup(s: State, side: str, drawn: str) -> State:
    return s.but(cups=s.cups.put(side, tuple(sorted((*s.cups.get(side, ()), drawn)))))


# -- playing at pleasure (6.12) --------------------------------------------------------------------------------
@step("play-events", "6.12-draw")
def play_events(s: State, t: Trace, side: str) -> Steps[State]:
    """Whoever holds an event that is played in this phase may play it, one after another."""
    if due_in_1918(s) and side == CP:
        hand = without(s.hand(CP), ("kaiserschlacht-withdrawal",))
        return s.but(hands=s.hands.put(CP, hand)).then(
            task("event-now", CP, "kaiserschlacht-withdrawal"), task("play-events", CP)
        )
    mine = at_pleasure(s, side)
    if not any(event in s.hand(side) for event in mine if not (event == TRENCH and TRENCH in s.used)):
        return s
    event = yield from choose(
        Ask(
            s,
            "6.12-draw",
            side,
            "play-now",
            ("option",),
            lambda event: objections_to_playing_now(s, side, event),
            options=mine,
            to_end=nothing,
        )
    )
    if event == DONE:
        return s
    s = s.but(hands=s.hands.put(side, without(s.hand(side), (event,))))
    t.say(chit(s.law, event).value, "event-played-now", s, who=Side(side), event=Term(event), cell=chit(s.law, event))
    return _played(s.then(task("play-events", side)), t, side, event)


def at_pleasure(s: State, side: str) -> tuple[str, ...]:
    """The chits that a side plays when it likes."""
    rows = s.law.table(TABLE).rows
    return tuple(sorted(one for one, row in rows.items() if row["side"] == side and row["plays"] == PHASE))


def objections_to_playing_now(s: State, side: str, event: str) -> Checks:
    """Is the event in hand, and is there something for it to do?"""
    rule, name = chit(s.law, event).value, Term(event)
    if event not in s.hand(side):
        yield objection("6.12-draw", "event-not-held", event=name, who=Side(side))
        return
    yield held("6.12-draw", "event-in-hand", event=name, who=Side(side))
    if event in BRINGS and _brought(s, side, event) is None:
        yield objection(rule, "nobody-to-bring", event=name)
    if event in GIVES and bankrupt(s, GIVES[event][0]):
        yield objection("16.11", "collapsed-gets-nothing", nation=Term(GIVES[event][0]))
    if event == TRENCH and TRENCH in s.used:
        yield objection(rule, "trench-put-off", event=name)
    if event == "cp-initiative" and s.stands(SETTLED):
        yield objection("5.87", "initiative-is-settled")
    if event == "amphibious" and s.stands("czar-fallen"):
        yield objection("6.38", "no-landing-after-czar")
    if event == "lawrence" and "lawrence" in s.in_play:
        yield objection(rule, "event-in-play-already", event=name)


def _played(s: State, t: Trace, side: str, event: str) -> State:
    """What the event does; one that does not stay leaves the game."""
    if event in STAYS:
        return s.but(in_play=s.in_play.put(event, s.turn))
    s = s.with_spent(event)
    if event in DOES:
        return s.then(task(DOES[event]))
    if event in BRINGS:
        return _arrives(s, t, side, event)
    if event in GIVES:
        nation, row = GIVES[event]
        cell = s.law.table(POINTS).at(row, "RP")
        s = s.but(rp=s.rp.put(nation, s.rp.get(nation, 0) + int(cell.value)))
        t.say("6.61", "resources-come", s, nation=Term(nation), n=int(cell.value), total=s.rp[nation], cell=cell)
        return s
    if event == ALLENBY:
        return s.but(markers=s.markers | {ALLENBY})
    return s.then(task("set-initiative", side))


def _brought(s: State, side: str, event: str) -> Unit | None:
    """The counter that waits for the event."""
    fits = (u for u in s.pieces if u.side == side and u.box == WAITING and BRINGS[event] in (u.kind, u.called))
    return min(fits, key=lambda u: u.id, default=None)


def _arrives(s: State, t: Trace, side: str, event: str) -> State:
    unit = _brought(s, side, event)
    assert unit is not None, event
    rule = chit(s.law, event).value
    s = s.put(unit.but(box="") if unit.flies else unit.but(box=AVAILABLE[side]))
    t.say(rule, "counter-comes", s, unit=U(unit.id))
    return s


# -- initiative (5.87, 6.60) -----------------------------------------------------------------------------------
@step("set-initiative", "6.60")
def set_initiative(s: State, t: Trace, side: str) -> Steps[State]:
    """Where he who plays it has the initiative from now on; the Allies may answer an event of the CP."""
    theatre = yield from choose(
        Ask(s, "6.60", side, "set-initiative", ("option",), nothing, options=(WEST, EAST), facts={"who": Side(side)})
    )
    other = EAST if theatre == WEST else WEST
    s = s.but(initiative=s.initiative.put(theatre, side).put(other, foe(side)))
    t.say("5.87", "initiative-set", s, who=Side(side), theatre=Term(theatre))
    if side == CP and "allied-initiative" in s.hand(ALLIES):
        return s.then(task("answer-initiative"))
    return s


@step("answer-initiative", "5.87")
def answer_initiative(s: State, t: Trace) -> Steps[State]:
    """An Allied Initiative played against one of the CP cancels it, and then holds for the rest of the game."""
    answer = yield from choose(Ask(s, "5.87", ALLIES, "answer-initiative", ("option",), nothing, options=(YES, NO)))
    if answer == NO:
        return s
    s = s.but(hands=s.hands.put(ALLIES, without(s.hand(ALLIES), ("allied-initiative",))))
    s = s.with_spent("allied-initiative").but(affairs=s.affairs | {SETTLED})
    t.say("5.87", "initiative-settled", s, who=Side(ALLIES))
    return s.then(task("set-initiative", ALLIES))


# -- Lawrence taken (6.27) -------------------------------------------------------------------------------------
@SEQUENCE.condition("raid-answerable")
def raid_answerable(s: State) -> bool:
    return bool(s.raided) and "lawrence-captured" in s.hand(CP)


@step("answer-raid", "6.27")
def answer_raid(s: State, t: Trace) -> Steps[State]:
    """Against a raid the CP may play the capture of Lawrence."""
    answer = yield from choose(Ask(s, "6.27", CP, "answer-raid", ("option",), nothing, options=(YES, NO)))
    if answer == NO:
        return s
    s = s.but(hands=s.hands.put(CP, without(s.hand(CP), ("lawrence-captured",)))).with_spent("lawrence-captured")
    return s.then(task("lawrence-captured"))
