"""10.7.6.7-10.7.6.9: units destroyed, losses traded for half a hex, 1/2-hex markers."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, nothing, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.resolution import enabling, strikers
from tutor.rulesets.fa.state import State, Unit, foe

KEEP, FORGO = "keep", "forgo"
TAKE, CLEAR = "half-hex", "clear-own"


# -- a loss for half a hex (10.7.6.9) ----------------------------------------------------------------------------
@step("forgo", "10.7.6.9-b")
def forgo(s: State, t: Trace) -> Steps[State]:
    """Asked for two losses or more, the defender may trade one for half a hex."""
    if s.here.asked[1] < 2 or (s.here.forgone and not _may_again(s)):
        return s
    answer = yield from choose(
        Ask(
            s,
            "10.7.6.9-b",
            s.waiting,
            "forgo",
            ("option",),
            lambda answer: objections_to_forgoing(s, answer),
            options=(KEEP, FORGO),
            facts={"n": s.here.theirs},
        )
    )
    if answer == KEEP:
        return s
    s = s.fighting(forgone=s.here.forgone + 1, theirs=s.here.theirs - 1)
    t.say("10.7.6.9-b", "loss-forgone", s, hex=Place(s.here.hex), n=s.here.theirs)
    return s.then(task("forgo"))


def _may_again(s: State) -> bool:
    return s.law.reads("forgo-twice", "several") and s.here.theirs > 0


def objections_to_forgoing(s: State, answer: str) -> Checks:
    """May a loss be traded? Not with an R, nor with an S on a hex that is half lost already."""
    if answer != FORGO:
        return
    fight, marked = s.here, s.here.hex in s.halves
    if fight.retreat:
        yield objection("10.7.6.9-b", "no-trade-with-r", hex=Place(fight.hex))
    if fight.shattered and marked:
        yield objection("10.7.6.9-b", "no-trade-on-half", hex=Place(fight.hex))
    elif marked:
        reading = s.law.read("forgo-with-marker")
        check = held if s.law.reads("forgo-with-marker", "allowed") else objection
        yield check("10.7.6.9-a", "trade-on-marker", hex=Place(fight.hex), reading=reading)
    if not fight.retreat:
        yield held("10.7.6.9-b", "two-asked", n=fight.asked[1])
    if fight.forgone:
        yield held("10.7.6.9-b", "another-trade", reading=s.law.read("forgo-twice"))


# -- half a hex (10.7.6.9) ---------------------------------------------------------------------------------------
def stacks_marked(s: State, any_stack: bool) -> tuple[str, ...]:
    """The attacker's stacks that bear a marker: all of them, or those that take part in this attack."""
    mine = {u.place for u in s.on_map() if u.land and u.side == s.phasing and u.place}
    wanted = mine if any_stack else mine & s.here.origins
    return tuple(sorted(s.halves & wanted - {s.here.hex}))


@step("half-hex", "10.7.6.9-a")
def half_hex(s: State, t: Trace) -> Steps[State]:
    """An S puts a marker on the stack; a second one takes it off, and is an R."""
    fight = s.here
    count, marked = fight.shattered + fight.forgone, fight.hex in s.halves
    if not count:
        return s
    if count + marked > 1:
        s = s.but(halves=s.halves - {fight.hex}).fighting(retreat=True)
        t.say("10.7.6.9-a", "half-becomes-retreat", s, hex=Place(fight.hex))
        return s
    if stacks_marked(s, bool(fight.forgone)):
        answer = yield from choose(
            Ask(
                s,
                "10.7.6.9-d" if s.here.forgone else "10.7.6.9-c",
                s.phasing,
                "half-or-clear",
                ("option",),
                nothing,
                options=(TAKE, CLEAR),
                facts={"hex": Place(s.here.hex)},
            )
        )
        if answer == CLEAR:
            return s.then(task("clear-one", bool(s.here.forgone)))
    s = s.but(halves=s.halves | {s.here.hex})
    t.say("10.7.6.9-a", "half-hex-lost", s, hex=Place(s.here.hex))
    return s


# -- the attacker's own markers (10.7.6.9) -------------------------------------------------------------------------
@step("clear-one", "10.7.6.9-c", under="half-hex")
def clear_one(s: State, t: Trace, any_stack: bool) -> Steps[State]:
    """Instead of half a hex gained the attacker takes a marker off one of his stacks."""
    hex = yield from choose(
        Ask(
            s,
            "10.7.6.9-d" if any_stack else "10.7.6.9-c",
            s.phasing,
            "clear-marker",
            ("place",),
            lambda hex: objections_to_clearing(s, hex, any_stack),
        )
    )
    return _cleared(s, t, hex, "10.7.6.9-d" if any_stack else "10.7.6.9-c")


@step("clear-markers", "10.7.6.9-c")
def clear_markers(s: State, t: Trace) -> Steps[State]:
    """Where the hex is won anyway, by an R or because it is empty, the attacker may take his markers off."""
    won = s.here.retreat or emptied(s)
    if not won or not stacks_marked(s, False):
        return s
    hex = yield from choose(
        Ask(
            s,
            "10.7.6.9-c",
            s.phasing,
            "clear-marker",
            ("place",),
            lambda hex: objections_to_clearing(s, hex, False),
            to_end=nothing,
        )
    )
    if hex == DONE:
        return s
    s = _cleared(s, t, hex, "10.7.6.9-c")
    return s if s.law.reads("attacker-clears-how-many", "one") else s.then(task("clear-markers"))


def objections_to_clearing(s: State, hex: str, any_stack: bool) -> Checks:
    """Is there a marker on a stack of the attacker's?"""
    rule = "10.7.6.9-d" if any_stack else "10.7.6.9-c"
    if hex not in stacks_marked(s, any_stack):
        yield objection(rule, "no-marker-there", hex=Place(hex))
    else:
        yield held(rule, "own-marker", hex=Place(hex), reading=s.law.read("attacker-clears-how-many"))


def _cleared(s: State, t: Trace, hex: str, rule: str) -> State:
    s = s.but(halves=s.halves - {hex})
    t.say(rule, "marker-cleared", s, hex=Place(hex))
    return s


def emptied(s: State) -> bool:
    """No land unit holds the hex any more; an artillery left alone does not hold it, unless so read."""
    left = s.defenders(s.here.hex)
    alone = s.law.reads("artillery-left-alone", "overrun") and all(u.gun for u in left)
    return (not left or alone) and not s.here.notional


# -- losses (10.7.6.7) -------------------------------------------------------------------------------------------
def owed(s: State, side: str) -> int:
    return s.here.mine if side == s.phasing else s.here.theirs


def exposed(s: State, side: str) -> tuple[Unit, ...]:
    """The land units of a side that a loss can fall on."""
    if side == s.phasing:
        return strikers(s)
    spared = s.law.reads("artillery-loss", "spared")
    return tuple(u for u in s.defenders(s.here.hex) if not (u.gun and spared))


@step("losses", "10.7.6.7-e")
def losses(s: State, t: Trace, side: str) -> Steps[State]:
    """X of the attackers, Y of the defenders are destroyed."""
    left, there = owed(s, side), exposed(s, side)
    if not left or not there:
        return s
    if left >= len(there):
        return _lost(s, t, side, *(u.id for u in there))
    if s.law.reads("defender-losses", "random"):
        lots = _lots(s, side)
        die = yield from roll(Die("10.7.6.7-e", side, "lot", len(lots)))
        return _lost(s, t, side, _lots(s, side)[die - 1]).then(task("losses", side))
    who = side if s.law.reads("defender-losses", "owner") else foe(side)
    unit = yield from choose(
        Ask(
            s,
            "10.7.6.7-e",
            who,
            "lose",
            ("unit",),
            lambda id: objections_to_losing(s, side, id),
            facts={"side": Side(side), "left": left},
        )
    )
    return _lost(s, t, side, unit).then(task("losses", side))


def _lots(s: State, side: str) -> list[str]:
    """Those among whom the lot decides: the enabling units first, in infiltration."""
    first = enabling(s) if side == s.phasing and s.here.first else ()
    return sorted(u.id for u in first or exposed(s, side))


def objections_to_losing(s: State, side: str, id: str) -> Checks:
    """May this unit be the one that is destroyed?"""
    unit = s.unit(id)
    if unit not in exposed(s, side):
        gun = unit.gun and unit.place == s.here.hex and unit.side == side
        if gun:
            yield objection("10.7.6.1-d", "gun-spared", unit=U(id), reading=s.law.read("artillery-loss"))
        else:
            yield objection("10.7.6.7-e", "not-in-combat", unit=U(id), hex=Place(s.here.hex))
        return
    yield held("10.7.6.7-e", "in-combat", unit=U(id), reading=s.law.read("defender-losses"))
    first = enabling(s)
    if side == s.phasing and s.here.first and first and unit not in first:
        yield objection("10.7.6.7-c", "enabler-first", unit=U(id), units=units(first))


def _lost(s: State, t: Trace, side: str, *ids: str) -> State:
    s = s.destroyed(*ids)
    if side == s.phasing:
        s = s.fighting(mine=max(0, s.here.mine - len(ids)), first=False)
    else:
        s = s.fighting(theirs=max(0, s.here.theirs - len(ids)))
    t.say("10.7.6.7-e", "destroyed", s, units=units(ids), side=Side(side))
    return s
