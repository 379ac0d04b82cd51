"""4.4.1.2, 4.7: what comes before the first round: predetermined bombardment, and gas."""

from __future__ import annotations

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.coming import off
from tutor.rulesets.dff.dice import AIMED, PLAIN, Salvo, Shots, number_to_hit
from tutor.rulesets.dff.fire import several
from tutor.rulesets.dff.ground import weather_at
from tutor.rulesets.dff.state import AMPHIBIOUS, ATTRITION, GONE, HQ, INITIAL, Battle, Hits, State, Unit
from tutor.rulesets.dff.supply import attack_bill, available

LONGEST = 9


# -- how long (4.4.1.2-a) ----------------------------------------------------------------------------------------
@step("bombard-lengths", "4.4.1.2-a")
def bombard_lengths(s: State, t: Trace) -> Steps[State]:
    """The attacker says of each battery how many rounds it will bombard, before anything else."""
    waiting = ((b, hq) for b in s.battles if may_bombard(b) for hq in b.guns if hq not in b.lengths)
    battle, hq = next(waiting, (None, ""))
    if battle is None:
        return s
    ask = Ask(
        s,
        "4.4.1.2-a",
        battle.attacker,
        "bombard-length",
        ("number",),
        lambda n: objections_to_length(s, battle, hq, n),
        options=tuple(range(LONGEST + 1)),
        facts={"hq": U(hq), "hex": Place(battle.hex)},
    )
    n = yield from choose(ask)
    return s.refight(battle.but(lengths=battle.lengths.put(hq, n))).then(task("bombard-lengths"))


def may_bombard(battle: Battle) -> bool:
    return battle.part == INITIAL and battle.kind != ATTRITION


def objections_to_length(state: State, battle: Battle, hq: str, n: int) -> Checks:
    """As many rounds as the depots can pay, with the attack that must follow."""
    after = battle.but(lengths=battle.lengths.put(hq, n))
    if state.law.reads("several-bombarding-hqs", "shared") and sum(after.lengths.values()) > LONGEST:
        reading = state.law.read("several-bombarding-hqs")
        yield objection("4.4.1.2-a", "nine-in-all", n=sum(after.lengths.values()), reading=reading)
    cost, have = attack_bill(state, after), available(state, battle.hqs)
    if n:
        check = objection if cost.total > have else held
        yield check("4.4.1.2-a", "rounds-to-pay", n=n, cost=cost, have=have)
        if cost.total > have:
            yield objection("4.4.1.2-d", "attack-must-follow", hex=Place(battle.hex))


# -- the bombardment -----------------------------------------------------------------------------------------------
def bombardment_number(state: State, battle: Battle, hq: Unit, n: int) -> Ledger:
    """On what number or less the n-th round hits."""
    lines = bombardment_lines(state, battle, hq, n)
    return number_to_hit(state.law, "4.4.1.2-b", "bombardment-number", lines)


@seam("dff.bombardment-number")
def bombardment_lines(state: State, battle: Battle, hq: Unit, n: int) -> Lines:
    cell = charts.cell(state.law, "bombardment", str(n), charts.HITS)
    yield plus("4.4.1.2-b", "bombardment-round", int(cell.value), n=n, cell=cell)
    yield from gun_weather(state, battle.hex)


def gun_weather(state: State, hex: str) -> Lines:
    """Wet and rain hamper artillery, whatever it fires at."""
    now = weather_at(state, hex)
    cell = charts.sky(state.law, "Artillery", now)
    if int(cell.value):
        rule = "2.2.1.1-b" if now == "wet" else "2.2.1.1-c"
        yield plus(rule, "weather", int(cell.value), weather=Term(now), cell=cell)


@step("bombardment", "4.4.1.2-d")
def bombardment(s: State, t: Trace, hex: str) -> Steps[State]:
    """All the rounds that were announced, whatever they give."""
    battle = s.battle(hex)
    longest = max(battle.lengths.values(), default=0)
    if not longest:
        return s
    groups: dict[tuple[int, str], int] = {}
    for n in range(1, longest + 1):
        for id in (id for id in battle.guns if battle.lengths.get(id, 0) >= n):
            number = bombardment_number(s, battle, s.pieces[id], n)
            t.say("4.4.1.2-b", "bombards", s, hq=U(id), n=n, number=number)
            key = (int(number), _aimed(s, battle, int(number)))
            groups[key] = groups.get(key, 0) + (2 if battle.kind == AMPHIBIOUS else 1)
    if battle.kind == AMPHIBIOUS:
        t.say("2.2.4.4-g", "guns-fire-twice", s)
    shots = tuple(Shots(HQ, n, hit, PLAIN, aimed) for (hit, aimed), n in groups.items())
    volley = yield from roll(Salvo("4.4.1.2-d", battle.attacker, shots, "bombardment-dice", {"hex": Place(hex)}))
    s = s.refight(battle.but(bombarded=_rounds(s, battle)))
    t.say(
        "4.4.1.2-d", "hits" if volley.total else "no-hits", s, n=volley.total, who=Side(battle.defender), hex=Place(hex)
    )
    s = s.owing(hex, Hits(battle.defender, **dict(volley.hits)))
    if s.battle(hex).bombarded > 1:
        reading = s.law.read("bombardment-alert")
        t.say("4.4.1.2-c", "defenders-warned", s, n=s.battle(hex).bombarded, reading=reading)
    return s.then(task("losses", hex, battle.defender))


def _rounds(state: State, battle: Battle) -> int:
    """How many rounds the bombardment lasted: of several batteries side by side the longest, one after another all."""
    lengths = battle.lengths.values()
    return sum(lengths) if state.law.reads("several-bombarding-hqs", "shared") else max(lengths, default=0)


def _aimed(state: State, battle: Battle, number: int) -> str:
    """Whether a 1 in a bombardment lets the attacker place the loss."""
    if state.law.reads("double-one", "no") or not several(state, battle, battle.attacker):
        return PLAIN
    return AIMED


# -- gas (4.7) -----------------------------------------------------------------------------------------------------
@step("gas-attack", "4.7-b")
def gas_attack(s: State, t: Trace, hex: str) -> Steps[State]:
    """One die for each gas unit; until 1916 it kills, from 1917 it hampers."""
    battle = s.battle(hex)
    if not battle.gas:
        return s
    id, *others = battle.gas
    s = s.refight(battle.but(gas=tuple(others)))
    early = s.year < 1917
    rule = "4.7-b" if early else "4.7-c"
    if s.law.reads("gas-without-bombardment", "needs-round") and not sum(battle.lengths.values()):
        t.say("4.7-b", "gas-needs-guns", s, unit=U(id), reading=s.law.read("gas-without-bombardment"))
        return s.then(task("gas-attack", hex))
    die = yield from roll(Die(rule, battle.attacker, "gas-die", 10, facts={"unit": U(id)}))
    cell = charts.cell(s.law, "gas", str(die), "Before 1917" if early else "From 1917")
    s = (_early if early else _late)(s, t, s.battle(hex), id, die, cell)
    if s.law.reads("gas-survival", "consumed") and s.pieces[id].place is not None:
        s = off(s, s.pieces[id], GONE)
        t.say(rule, "gas-used-up", s, unit=U(id), reading=s.law.read("gas-survival"))
    return s.then(task("gas-attack", hex))


def gas_effect(die: int) -> tuple[int, int]:
    """How many of the defenders and how many of the attackers the gas reaches."""
    if die <= 4:
        return (1 if die <= 2 else 2), 0
    return 0, int(die == 10)


def _early(s: State, t: Trace, battle: Battle, id: str, die: int, cell: object) -> State:
    theirs, ours = gas_effect(die)
    side = battle.defender if theirs else battle.attacker
    hits = theirs or ours
    if not hits:
        s = off(s, s.pieces[id], GONE)
        t.say("4.7-b", "gas-eliminated", s, unit=U(id), cell=cell)
        return s
    t.say("4.7-b", "gas-kills", s, unit=U(id), n=hits, who=Side(side), cell=cell)
    owed = Hits(side, past=hits) if theirs else Hits(side, plain=hits)
    return s.owing(battle.hex, owed).then(task("losses", battle.hex, side))


def _late(s: State, t: Trace, battle: Battle, id: str, die: int, cell: object) -> State:
    theirs, ours = gas_effect(die)
    side = battle.defender if theirs else battle.attacker
    n = min(theirs or ours, len(s.ground_at(battle.hex, side)))
    if not n:
        t.say("4.7-c", "gas-disperses", s, unit=U(id), cell=cell)
        return s
    t.say("4.7-c", "gas-hampers", s, unit=U(id), n=n, who=Side(side), cell=cell)
    return s.then(task("gassed", battle.hex, side, n))


@step("gassed", "4.7-c", under="gas-attack")
def gassed(s: State, t: Trace, hex: str, side: str, n: int) -> Steps[State]:
    """Which units have -1 in the first round: the owner says, or whoever used the gas if so read."""
    able = [u.id for u in s.ground_at(hex, side) if not u.gassed]
    if not n or not able:
        return s
    gasser = s.battle(hex).attacker
    who = side if s.law.reads("gas-victim", "owner") else gasser
    ask = Ask(s, "4.7-c", who, "gas-victim", ("unit",), lambda id: objections_to_gassing(s, hex, side, id))
    id = yield from choose(ask)
    s = s.change(id, gassed=True)
    t.say("4.7-c", "unit-gassed", s, unit=U(id), reading=s.law.read("gas-victim"))
    return s.then(task("gassed", hex, side, n - 1))


def objections_to_gassing(state: State, hex: str, side: str, id: str) -> Checks:
    unit = state.pieces[id]
    if unit not in state.ground_at(hex, side):
        yield objection("4.7-c", "not-in-the-gas", unit=U(id), hex=Place(hex))
    elif unit.gassed:
        yield objection("4.7-c", "gassed-already", unit=U(id))
