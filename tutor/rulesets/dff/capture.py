"""2.2.4.5 i and k: a battle is won: who takes the hex, who may stay in it, and the HQs that land after it."""

from __future__ import annotations

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import stacking
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import Told, come, possessed
from tutor.rulesets.dff.losses import destroyed
from tutor.rulesets.dff.retreat import gone_to, objections_to_refuge, refuges
from tutor.rulesets.dff.state import AMPHIBIOUS, TANK, State, Unit, nation_of
from tutor.rulesets.dff.towns import worth_taking


@step("capture", "2.2.4.5-i")
def capture(s: State, t: Trace, hex: str) -> Steps[State]:
    """The attackers hold the hex alone."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    nations = list(dict.fromkeys(nation_of(u.nation) for u in s.ground_at(hex, battle.attacker)))
    nation = nations[0]
    if len(nations) > 1 and (worth_taking(s, hex) or s.objectives.get(hex)):
        ask = Ask(s, "2.2.7.1-b", battle.attacker, "captor", ("option",), _took_part, options=tuple(nations))
        nation = yield from choose(ask)
    left = tuple(u.but(origin=None, gassed=False) for u in s.ground_at(hex, battle.attacker))
    s = s.put(*left).settled(hex, "taken")
    if battle.kind == AMPHIBIOUS:
        s = s.but(beaches=s.beaches | {hex})
    s = possessed(s, t, hex, battle.attacker, nation, battle.part, fought=battle.nations)
    ashore = (task("land-hqs", hex, battle.hqs),) if battle.kind == AMPHIBIOUS else ()
    excess_goes = task("excess", hex, battle.attacker)
    return s.then(task("captured-hq", hex), *ashore, excess_goes, task("land-all", hex))


def _took_part(nation: str) -> Checks:
    yield held("2.2.7.1-b", "took-it-too", nation=Term(nation))


# -- too many (2.2.4.5-k) ----------------------------------------------------------------------------------------
@step("excess", "2.2.4.5-k")
def excess(s: State, t: Trace, hex: str, side: str) -> Steps[State]:
    """Beyond two units, the rest go to the nearest friendly hexes with room, as their owner chooses."""
    n = stacking.excess(s, hex, side)
    if not n:
        return s
    there = stacking.counted(s, hex, side)
    t.say("2.2.4.5-k", "too-many", s, hex=Place(hex), n=len(there), limit=stacking.limit(s, hex))
    ask = Ask(s, "2.2.4.5-k", side, "excess-unit", ("unit",), lambda id: objections_to_sending(s, hex, side, id))
    id = yield from choose(ask)
    return s.then(task("excess-goes", hex, id), task("excess", hex, side))


def objections_to_sending(state: State, hex: str, side: str, id: str) -> Checks:
    """Who of the winners goes on."""
    unit = state.pieces[id]
    if unit.side != side or unit.place != hex:
        yield objection("2.2.4.5-k", "not-a-winner", unit=U(id), hex=Place(hex))
    elif not unit.stacks:
        rule = "4.4.4-e" if unit.kind == TANK else "4.5-a" if unit.air else "4.3-a"
        yield objection(rule, "does-not-count", unit=U(id))


@step("excess-goes", "4.3-b", under="excess")
def excess_goes(s: State, t: Trace, hex: str, id: str) -> Steps[State]:
    """To the nearest hex; after a landing with no way on, back to the port, or lost if so read."""
    unit = s.pieces[id]
    if not refuges(s, unit, hex, True):
        return _back_to_port(s, t, unit, hex)
    ask = Ask(
        s,
        "4.3-b",
        unit.side,
        "excess-to",
        ("place",),
        lambda to: objections_to_refuge(s, unit, hex, to, True),
        facts={"unit": U(id)},
    )
    to = yield from choose(ask)
    return gone_to(s, t, unit, to, Told("4.3-b", "goes-on", {"unit": U(id), "hex": Place(to), "origin": Place(hex)}))


def _back_to_port(s: State, t: Trace, unit: Unit, hex: str) -> State:
    reading = s.law.read("landing-excess")
    if unit.start is None or s.law.reads("landing-excess", "lost"):
        t.say("4.3-b", "no-room-anywhere", s, unit=U(unit.id), hex=Place(hex), reading=reading)
        return destroyed(s, t, unit)
    facts = {"unit": U(unit.id), "hex": Place(unit.start), "reading": reading}
    return gone_to(s, t, unit, unit.start, Told("4.3-b", "back-to-port", facts))


# -- the HQ lands (2.2.4.4-g) ------------------------------------------------------------------------------------
@step("land-hqs", "2.2.4.4-g")
def land_hqs(s: State, t: Trace, hex: str, hqs: tuple[str, ...]) -> State:
    """After a successful landing its HQs come ashore, with the supply of their depots."""
    for id in hqs:
        s = hq_ashore(s, t, id, hex)
    return s


def hq_ashore(s: State, t: Trace, id: str, hex: str) -> State:
    hq = s.pieces[id]
    port = hq.place
    if port is None or port == hex:
        return s
    alone = len(s.hqs_at(port, hq.side)) == 1
    carried = s.supply.get(port, 0) if alone else 0
    facts = {"hq": U(id), "hex": Place(hex), "n": carried, "reading": s.law.read("landing-hq-when")}
    s = come(s, t, hq, hex, Told("2.2.4.4-g", "hq-lands", facts))
    return s.with_stock(port, 0).with_stock(hex, s.supply.get(hex, 0) + carried) if carried else s
