"""4.4.1.3: attrition by artillery alone, and the duel."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import Task, task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.answers import at_will, unforced
from tutor.rulesets.dff.bombardment import gun_weather
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.dice import AIMED, PLAIN, Salvo, Shots, number_to_hit
from tutor.rulesets.dff.fire import guns_firing, several
from tutor.rulesets.dff.ground import hq_range, in_gun_range, in_hq_range
from tutor.rulesets.dff.losses import struck
from tutor.rulesets.dff.state import HQ, Battle, Hits, State, Unit
from tutor.rulesets.dff.supply import duel_bill, second_round_bill, spent

AT_HEX, AT_GUNS = "at-hex", "at-guns"
FIRE, CEASE = "fire", "cease"


# -- shelling the hex --------------------------------------------------------------------------------------------
def attrition_number(state: State, battle: Battle, hq: Unit) -> Ledger:
    """3 or less in the first round, 2 or less in the second; after a duel that failed, as in the first."""
    rule = "4.4.1.3-a" if not battle.dueller else "4.4.1.3-d"
    return number_to_hit(state.law, rule, "attrition-number", attrition_lines(state, battle, hq))


@seam("dff.attrition-number")
def attrition_lines(state: State, battle: Battle, hq: Unit) -> Lines:
    survived = bool(battle.dueller) and state.law.reads("duel-hit-number", "three")
    n = 1 if survived else min(2, max(1, battle.round))
    cell = charts.cell(state.law, "attrition-bombardment", str(n), charts.HITS)
    if battle.dueller:
        reading = state.law.read("duel-hit-number")
        yield plus("4.4.1.3-d", "after-the-duel", int(cell.value), n=n, cell=cell, reading=reading)
    else:
        rule = "4.4.1.2-g" if n == 2 else "4.4.1.3-a"
        yield plus(rule, "attrition-shelling", int(cell.value), n=n, cell=cell)
    yield from gun_weather(state, battle.hex)


@step("attrition-round", "4.4.1.3-a")
def attrition_round(s: State, t: Trace, hex: str) -> Steps[State]:
    """The batteries fire at the hex; nobody answers but with a duel."""
    if not s.attacked(hex) or not (guns := guns_firing(s, s.battle(hex), s.battle(hex).attacker)):
        return s
    battle = s.battle(hex)
    groups: dict[int, int] = {}
    for hq in guns:
        number = attrition_number(s, battle, hq)
        t.say(number.rule, "shells", s, hq=U(hq.id), number=number, hex=Place(hex))
        groups[int(number)] = groups.get(int(number), 0) + 1
    aimed = AIMED if several(s, battle, battle.attacker) and s.law.reads("double-one", "yes") else PLAIN
    shots = tuple(Shots(HQ, n, hit, PLAIN, aimed) for hit, n in groups.items())
    volley = yield from roll(Salvo("4.4.1.3-a", battle.attacker, shots, "bombardment-dice", {"hex": Place(hex)}))
    t.say(
        "4.4.1.3-a", "hits" if volley.total else "no-hits", s, n=volley.total, who=Side(battle.defender), hex=Place(hex)
    )
    s = s.owing(hex, Hits(battle.defender, **dict(volley.hits)))
    return s.then(task("losses", hex, battle.defender))


# -- the second round ----------------------------------------------------------------------------------------------
@step("duel-or-not", "4.4.1.3-b")
def duel_or_not(s: State, t: Trace, hex: str) -> Steps[State]:
    """The defender may commit an HQ against the second round."""
    battle = s.battle(hex)
    able = any(s.law.allows(objections_to_duel(s, battle, hq.id)) for hq in s.hqs_of(battle.defender))
    if not able:
        return s.then(task("second-round", hex))
    ask = Ask(
        s,
        "4.4.1.3-b",
        battle.defender,
        "duel",
        ("unit",),
        lambda id: objections_to_duel(s, battle, id),
        to_end=unforced("4.4.1.3-b"),
        facts={"hex": Place(hex)},
    )
    id = yield from choose(ask)
    if id == DONE:
        return s.then(task("second-round", hex))
    return s.then(task("duel", hex, id))


def objections_to_duel(state: State, battle: Battle, id: str) -> Checks:
    """Which HQ may answer the guns that shell a hex."""
    unit = state.pieces[id]
    if not unit.hq or unit.side != battle.defender or unit.place is None:
        yield objection("4.4.1.3-b", "no-duelling-hq", unit=U(id), who=Side(battle.defender))
        return
    if unit.activated:
        yield objection("4.4.1.1-d", "guns-spent", hq=U(id))
    if unit.fired:
        reading = state.law.read("defensive-artillery-again")
        yield objection("4.4.1.1-f", "fired-in-this-offensive", hq=U(id), reading=reading)
    check = held if in_gun_range(state, unit.place, battle.hex) else objection
    facts = {"hq": U(id), "hex": Place(battle.hex), "range": hq_range(state, unit.place)}
    yield check("4.4.1.3-b", "hex-in-gun-range", **facts)
    cost = duel_bill(state, battle.hex)
    if state.stock(id) < cost.total:
        yield objection("4.4.1.3-b", "no-supply-for-duel", hq=U(id), cost=cost, left=state.stock(id))
    if not duellists(state, battle):
        yield objection("4.4.1.3-b", "attacker-cannot-duel", hex=Place(battle.hex), cost=cost)


def duellists(state: State, battle: Battle) -> list[str]:
    """The batteries of the attack whose depots can pay for a duel."""
    cost = duel_bill(state, battle.hex)
    return [gun for gun in battle.guns if state.stock(gun) >= cost.total]


@step("second-round", "4.4.1.3-a")
def second_round(s: State, t: Trace, hex: str) -> Steps[State]:
    """Without a duel the artillery may fire once more, for one more point."""
    battle = s.battle(hex)
    ask = Ask(
        s,
        "4.4.1.3-a",
        battle.attacker,
        "second-round",
        ("option",),
        lambda what: objections_to_second_round(s, battle, what),
        options=(CEASE, FIRE),
        facts={"hex": Place(hex)},
    )
    if (yield from choose(ask)) == CEASE:
        return s.refight(battle.but(pressed=True)).then(task("decide", hex))
    return s


def objections_to_second_round(state: State, battle: Battle, what: str) -> Checks:
    cost = second_round_bill(state, battle)
    if what == FIRE and not any(state.stock(gun) >= cost.total for gun in battle.guns):
        yield objection("4.4.1.3-a", "no-supply-for-second", hex=Place(battle.hex), cost=cost)
    else:
        yield held("4.4.1.3-a", "free-choice")


# -- the duel ----------------------------------------------------------------------------------------------------
@step("duel", "4.4.1.3-b")
def duel(s: State, t: Trace, hex: str, id: str) -> Steps[State]:
    """Both pay; the defending artillery fires first, at one battery."""
    battle = s.battle(hex)
    able = duellists(s, battle)
    target = able[0]
    if len(able) > 1:
        ask = Ask(s, "4.4.1.3-c", battle.defender, "duel-target", ("unit",), lambda u: objections_to_target(able, u))
        target = yield from choose(ask)
    bill = duel_bill(s, hex)
    for hq in (id, target):
        s = spent(s, hq, int(bill))
        t.say("4.4.1.3-b", "duel-paid", s, hq=U(hq), bill=bill, left=s.stock(hq))
    s = s.change(id, fired=s.part)
    s = s.refight(battle.but(round=2, dueller=id, guns=(target, *(gun for gun in battle.guns if gun != target))))
    return s.then(task("duel-shot", hex, id, target))


def objections_to_target(able: list[str], id: str) -> Checks:
    if id not in able:
        yield objection("4.4.1.3-c", "not-shelling", unit=U(id))


@step("duel-shot", "4.4.1.3-c", under="duel")
def duel_shot(s: State, t: Trace, hex: str, id: str, target: str) -> Steps[State]:
    """3 silences the attacking battery; 2 and 1 also cost its depot."""
    battle = s.battle(hex)
    die = yield from roll(Die("4.4.1.3-c", battle.defender, "duel-die", 10, facts={"hq": U(id)}))
    face = duel_face(s, hex, die)
    cell = charts.cell(s.law, "artillery-duel", str(face), "Defence fires")
    if face > 3:
        t.say("4.4.1.3-c", "duel-missed", s, hq=U(target), cell=cell, reading=s.law.read("duel-weather"))
        return s.then(task("duel-reply", hex, id, target))
    t.say("4.4.1.3-c", "neutralised", s, hq=U(target), cell=cell, reading=s.law.read("duel-weather"))
    t.say("4.4.1.3-d", "attrition-stops", s, hex=Place(hex))
    s = s.refight(battle.but(pressed=True))
    return s.then(task("depot-loses", target, 3 - face), *_round_over(hex))


def duel_face(state: State, hex: str, die: int) -> int:
    """The face that counts on the table of duels: wet and rain hamper the guns there, too, if so read."""
    if state.law.reads("duel-weather", "as-rolled"):
        return die
    return min(10, die - int(state.law.ledger("4.4.1.3-c", "duel-weather", gun_weather(state, hex)).total))


@step("duel-reply", "4.4.1.3-d", under="duel")
def duel_reply(s: State, t: Trace, hex: str, id: str, target: str) -> Steps[State]:
    """A battery that was not silenced fires at the hex or at the guns."""
    battle = s.battle(hex)
    ask = Ask(
        s, "4.4.1.3-d", battle.attacker, "duel-reply", ("option",), at_will("4.4.1.3-d"), options=(AT_HEX, AT_GUNS)
    )
    if (yield from choose(ask)) == AT_HEX:
        s = s.refight(battle.but(guns=(target,), pressed=True))
        return s.then(task("attrition-round", hex), *_round_over(hex))
    return s.then(task("guns-at-guns", hex, id))


@step("guns-at-guns", "4.4.1.3-d", under="duel")
def guns_at_guns(s: State, t: Trace, hex: str, id: str) -> Steps[State]:
    battle = s.battle(hex)
    die = yield from roll(Die("4.4.1.3-d", battle.attacker, "duel-die", 10, facts={"hq": U(battle.guns[0])}))
    face = duel_face(s, hex, die)
    cell = charts.cell(s.law, "artillery-duel", str(face), "Reply at the guns")
    n = {1: 2, 2: 1, 3: 1}.get(face, 0)
    t.say("4.4.1.3-d", "guns-hit" if n else "guns-missed", s, hq=U(id), n=n, cell=cell)
    s = s.refight(battle.but(pressed=True))
    return s.then(task("depot-loses", id, n), *_round_over(hex))


def _round_over(hex: str) -> tuple[Task, ...]:
    """A duel is the second combat round (4.4.1.3-b): who is without supply loses by it (3.6-b), however it went."""
    return task("hunger", hex), task("decide", hex)


# -- what a depot loses (4.4.1.3-e) --------------------------------------------------------------------------------
@step("depot-loses", "4.4.1.3-e", under="duel")
def depot_loses(s: State, t: Trace, id: str, n: int) -> State:
    """Supply that is not there is paid in strength points of units in range of the HQ."""
    hq = s.pieces[id]
    if not n or hq.place is None:
        return s
    lost = min(n, s.stock(id))
    missing = n - lost if s.law.reads("duel-shortage", "shortfall") or lost == n else n
    if lost:
        s = spent(s, id, lost)
        t.say("4.4.1.3-c" if hq.side == s.active else "4.4.1.3-d", "depot-hit", s, hq=U(id), n=lost)
    if not missing:
        return s
    t.say("4.4.1.3-e", "depot-too-small", s, hq=U(id), n=missing, reading=s.law.read("duel-shortage"))
    return s.then(task("men-pay", id, missing))


@step("men-pay", "4.4.1.3-e", under="duel")
def men_pay(s: State, t: Trace, id: str, n: int) -> Steps[State]:
    """Its owner says which ground units in range of the HQ pay."""
    hq = s.pieces[id]
    able = any(s.law.allows(objections_to_paying(s, hq, unit.id)) for unit in s.pieces)
    if not n or not able:
        return s
    ask = Ask(
        s,
        "4.4.1.3-e",
        hq.side,
        "men-pay",
        ("unit",),
        lambda unit: objections_to_paying(s, hq, unit),
        facts={"n": n, "hq": U(id)},
    )
    unit = yield from choose(ask)
    return struck(s, t, unit, "4.4.1.3-e").then(task("men-pay", id, n - 1))


def objections_to_paying(state: State, hq: Unit, id: str) -> Checks:
    unit = state.pieces[id]
    if unit.side != hq.side or not unit.ground or unit.place is None:
        yield objection("4.4.1.3-e", "no-ground-unit", unit=U(id), who=Side(hq.side))
    elif not in_hq_range(state, hq.place or "", unit.place):
        yield objection("4.4.1.3-e", "beyond-the-hq", unit=U(id), hq=U(hq.id))
