"""3.4: what a battle costs, who pays, and what happens when nobody can."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Cell, Place, Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Ledger, Lines, plus, times
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.fire import guns_firing
from tutor.rulesets.dff.ground import in_hq_range, weather_at, weather_on
from tutor.rulesets.dff.headquarters import feeding
from tutor.rulesets.dff.state import (
    AMPHIBIOUS,
    ASSAULT,
    ATTRITION,
    COUNTER,
    EXPLOITATION,
    INITIAL,
    Battle,
    Bill,
    State,
)

POINTS = "Points"


GUNS = {
    ASSAULT: ("3.4.1-d", "Artillery in an Assault"),
    AMPHIBIOUS: ("3.4.3", "Artillery in an Amphibious"),
    ATTRITION: ("3.4.2-b", "Artillery in an Attrition"),
}


def _price(state: State, action: str) -> Cell:
    """One entry of the list of expenses, by how it begins."""
    return charts.cell(state.law, "supply-costs", charts.row(state.law, "supply-costs", action), POINTS)


# -- every bill is made here (2.2.1.1 d-e, 3.4) ------------------------------------------------------------------
def _billed(state: State, rule: str, kind: str, hex: str, fair: Lines) -> Ledger:
    """What an offensive or defensive action costs: its price in fair weather, and what the weather makes of it."""
    return state.law.ledger(rule, kind, _in_weather(state, hex, fair))


def _in_weather(state: State, hex: str, fair: Lines) -> Lines:
    lines = state.law.in_force(fair)
    yield from lines
    if any(line.amount for line in lines):
        yield from _weather_lines(state, hex)


def _weather_lines(state: State, hex: str) -> Lines:
    """Cold and blizzard double it."""
    now = weather_at(state, hex)
    cell = charts.sky(state.law, "Supply cost of actions", now)
    if int(cell.value) != 1:
        rule = "2.2.1.1-d" if now == "cold" else "2.2.1.1-e"
        yield times(rule, "weather-doubles-supply", int(cell.value), weather=Term(now), cell=cell)


# -- what the attacker pays ------------------------------------------------------------------------------------
LATER = {COUNTER: "3.4.5", EXPLOITATION: "3.4.6"}


def attack_bill(state: State, battle: Battle) -> Ledger:
    """What a combat round costs the attacker; the first one with the bombardment that comes before it."""
    return _billed(state, LATER.get(battle.part, "3.4"), "attack-bill", battle.hex, _attack_lines(state, battle))


def least_bill(state: State, battle: Battle) -> Ledger:
    """What a round costs with a single unit: where there is less, no attack takes place."""
    return _billed(state, LATER.get(battle.part, "3.4"), "attack-bill", battle.hex, _men_lines(state, battle, 1))


def objections_to_feeding(state: State, battle: Battle, kind: str) -> Checks:
    """A counter-attack or an Exploitation: an HQ in range, with supply for one unit at least."""
    rule, hex = LATER[battle.part], Place(battle.hex)
    cost, have = least_bill(state, battle), available(state, battle.hqs)
    if battle.hqs and have < cost.total:
        yield objection(rule, "too-little-for-one", hex=hex, cost=cost, have=have)
        return
    check = held if battle.hqs else objection
    yield check(rule, kind, hex=hex, hqs=tuple(U(hq) for hq in battle.hqs))


def _attack_lines(state: State, battle: Battle) -> Lines:
    men = len(state.ground_at(battle.hex, battle.attacker))
    rounds = 0 if battle.round else sum(battle.lengths.values())
    if rounds:
        rule, row = GUNS[battle.kind]
        cell = _price(state, row)
        yield plus(rule, "bombardment-rounds", rounds * int(cell.value), n=rounds, cell=cell)
    yield from _men_lines(state, battle, men)
    yield from _gun_lines(state, battle)


def _men_lines(state: State, battle: Battle, men: int) -> Lines:
    if not men:
        return
    if battle.kind == ATTRITION:
        cell = _price(state, "Attrition")
        yield plus("3.4.2-a", "units-in-attrition", -(-men // 2) * int(cell.value), n=men, cell=cell)
    elif battle.kind == AMPHIBIOUS:
        cell = _price(state, "Amphibious Assault")
        yield plus("3.4.3", "units-landing", men * int(cell.value), n=men, cell=cell)
    else:
        ashore = _from_beaches(state, battle)
        if men > ashore:
            rule = LATER.get(battle.part, "3.4.1-a")
            cell = _price(state, "Assault")
            yield plus(rule, "units-attacking", (men - ashore) * int(cell.value), n=men - ashore, cell=cell)
        if ashore:
            reading = state.law.read("landing-exploitation")
            cell = _price(state, "Amphibious Assault")
            yield plus("3.4.6", "units-off-the-beach", ashore * int(cell.value), n=ashore, cell=cell, reading=reading)


def _from_beaches(state: State, battle: Battle) -> int:
    """Those who exploit from a hex that a landing has taken: they pay like those who land, if so read."""
    if battle.part != EXPLOITATION or state.law.reads("landing-exploitation", "as-assault"):
        return 0
    return sum(unit.origin in state.beaches for unit in state.ground_at(battle.hex, battle.attacker))


def _gun_lines(state: State, battle: Battle) -> Lines:
    guns = guns_firing(state, battle, battle.attacker)
    if not guns:
        return
    rule, row = GUNS[battle.kind]
    rule = LATER.get(battle.part, rule)
    cell = _price(state, row)
    yield plus(rule, "guns-attacking", len(guns) * int(cell.value), n=len(guns), cell=cell)


# -- what the defender pays --------------------------------------------------------------------------------------
def defence_bill(state: State, battle: Battle) -> Ledger:
    """One point a round, however many defend."""
    return _billed(state, "3.4.8", "defence-bill", battle.hex, _defence_lines(state, battle))


def _defence_lines(state: State, battle: Battle) -> Lines:
    fought = state.ground_at(battle.hex, battle.attacker)
    if battle.kind == ATTRITION and not fought and state.law.reads("attrition-defence-supply", "ground-only"):
        reading = state.law.read("attrition-defence-supply")
        yield plus("3.4.8", "shelled-only", 0, reading=reading)
        return
    if state.ground_at(battle.hex, battle.defender):
        cell = _price(state, "Defence")
        yield plus("3.4.8", "defence-round", int(cell.value), cell=cell)


def answer_bill(state: State, hex: str) -> Ledger:
    """What one HQ pays for firing in defence."""
    return _billed(state, "4.4.1.1-a", "answer-bill", hex, _answer_lines(state))


def _answer_lines(state: State) -> Lines:
    cell = _price(state, "Artillery in defence")
    yield plus("4.4.1.1-a", "guns-answering", int(cell.value), cell=cell)


# -- what a shelling costs beside (4.4.1.3) ----------------------------------------------------------------------
def second_round_bill(state: State, battle: Battle) -> Ledger:
    """What one battery pays to shell the hex once more."""
    return _billed(state, "4.4.1.3-a", "second-round-bill", battle.hex, _battery_lines(state, battle))


def _battery_lines(state: State, battle: Battle) -> Lines:
    rule, row = GUNS[battle.kind]
    cell = _price(state, row)
    yield plus(rule, "guns-attacking", int(cell.value), n=1, cell=cell)


def duel_bill(state: State, hex: str) -> Ledger:
    """What each of the two batteries of a duel over a hex pays."""
    return _billed(state, "4.4.1.3-b", "duel-bill", hex, _duel_lines(state))


def _duel_lines(state: State) -> Lines:
    cell = _price(state, "Artillery duel")
    yield plus("4.4.1.3-b", "guns-in-duel", int(cell.value), cell=cell)


# -- what a move costs (2.2.4.8-a, 3.4.6) ------------------------------------------------------------------------
def advance_bill(state: State, hex: str) -> Ledger:
    """An advance without a fight in an Exploitation, where it is read to cost."""
    return _billed(state, "3.4.6", "advance-bill", hex, _advance_lines(state))


def _advance_lines(state: State) -> Lines:
    reading = state.law.read("exploitation-move-supply")
    cell = _price(state, "Exploitation")
    n = int(cell.value) if state.law.reads("exploitation-move-supply", "one") else 0
    yield plus("3.4.6", "unit-advancing", n, cell=cell, reading=reading)


def move_bill(state: State) -> Ledger:
    """A move apart from combat is neither offensive nor defensive: cold doubles it only if so read."""
    now = weather_on(state, state.front)
    lines = state.law.in_force(_move_lines(state))
    if now in ("cold", "blizzard") and state.law.reads("noncombat-in-cold", "doubled"):
        reading = state.law.read("noncombat-in-cold")
        rule = "2.2.1.1-d" if now == "cold" else "2.2.1.1-e"
        lines = (*lines, times(rule, "weather-doubles-supply", 2, weather=Term(now), reading=reading))
    return state.law.ledger("2.2.4.8-a", "move-bill", lines)


def _move_lines(state: State) -> Lines:
    cell = _price(state, "Non-combat move")
    yield plus("2.2.4.8-a", "unit-moving", int(cell.value), cell=cell)


# -- paying ----------------------------------------------------------------------------------------------------
def available(state: State, hqs: tuple[str, ...]) -> int:
    """What several depots hold together; HQs in one hex share theirs (4.4.1-h)."""
    places = {state.pieces[hq].place for hq in hqs}
    return sum(state.supply.get(place, 0) for place in places if place is not None)


@step("attack-pays", "3.4.1-a")
def attack_pays(s: State, t: Trace, hex: str) -> Steps[State]:
    """The supply of a round is drawn at its start; where it is too little, units turn back or all is called off."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    if not s.ground_at(hex, battle.attacker) and not (battle.kind == ATTRITION and battle.guns):
        return s.then(task("fallen-back", hex, "called-off"))
    bill = attack_bill(s, battle)
    if not bill.total:
        return s
    have = available(s, battle.hqs)
    if bill.total <= have:
        return drawn(s, t, Bill(battle.attacker, hex, int(bill), battle.hqs, bill.rule), bill)
    rule = "3.4.5" if battle.part == COUNTER else "3.4.1-b"
    t.say(rule, "too-little-supply", s, hex=Place(hex), who=Side(battle.attacker), bill=bill, n=have)
    ask = Ask(
        s,
        rule,
        battle.attacker,
        "send-back",
        ("unit",),
        lambda unit: objections_to_sending_back(s, battle, unit),
        to_end=unforced(rule),
    )
    unit = yield from choose(ask)
    if unit == DONE:
        t.say(rule, "attack-called-off", s, hex=Place(hex), who=Side(battle.attacker))
        return s.then(task("call-off", hex))
    if s.pieces[unit].hq:
        return s.refight(battle.but(silent=battle.silent | {unit})).then(task("attack-pays", hex))
    return s.then(task("send-unit-back", hex, unit), task("attack-pays", hex))


def objections_to_sending_back(state: State, battle: Battle, id: str) -> Checks:
    """Which unit may be taken out of an attack that cannot be paid for whole."""
    unit = state.pieces[id]
    if unit.hq:
        if unit not in guns_firing(state, battle, battle.attacker):
            yield objection("3.4.1-b", "guns-not-here", hq=U(id), hex=Place(battle.hex))
    elif unit not in state.ground_at(battle.hex, battle.attacker):
        yield objection("3.4.1-b", "not-attacking", unit=U(id), hex=Place(battle.hex))
    elif battle.kind == AMPHIBIOUS and battle.round > 0:
        yield objection("2.2.4.4-i", "landed-for-good", unit=U(id))


@step("defence-pays", "3.4.8")
def defence_pays(s: State, t: Trace, hex: str) -> State:
    """The defender's point comes from any HQ that has the hex in range; guns are paid from their own depots."""
    if not s.attacked(hex):
        return s
    battle = s.battle(hex)
    s = _answering_paid(s, t, battle)
    battle = s.battle(hex)
    bill = defence_bill(s, battle)
    if not bill.total:
        return s.refight(battle.but(unpaid=False))
    hqs = tuple(hq.id for hq in feeding(s, battle.defender, hex))
    if available(s, hqs) >= bill.total:
        s = s.refight(battle.but(unpaid=False))
        return drawn(s, t, Bill(battle.defender, hex, int(bill), hqs, "3.4.8"), bill)
    reading = s.law.read("defence-without-supply")
    s = s.refight(battle.but(unpaid=True))
    t.say("3.4.8", "defence-unpaid", s, hex=Place(hex), who=Side(battle.defender), reading=reading)
    return s


def _answering_paid(s: State, t: Trace, battle: Battle) -> State:
    """Defending guns without supply are silent this round."""
    silent: set[str] = set()
    for id in battle.answering:
        bill, place = answer_bill(s, battle.hex), s.pieces[id].place
        if place is None or s.stock(id) < bill.total:
            silent.add(id)
            t.say("4.4.1.1-a", "guns-unpaid", s, hq=U(id))
            continue
        s = spent(s, id, int(bill))
        t.say("4.4.1.1-a", "guns-paid", s, hq=U(id), bill=bill, left=s.stock(id))
    ours = battle.silent - set(battle.answering)
    return s.refight(battle.but(silent=frozenset(ours | silent)))


def spent(s: State, hq: str, n: int) -> State:
    """Points that leave the depot of an HQ for good."""
    return s.with_stock(s.pieces[hq].place or "", s.stock(hq) - n)


def drawn(s: State, t: Trace, owed: Bill, bill: Ledger) -> State:
    """Points are drawn from the one depot that can give them; where there are several, their owner says from which."""
    places = {s.pieces[hq].place for hq in owed.hqs if s.stock(hq)}
    if len(places) != 1:
        t.say(owed.rule, _OWES.get(owed.rule, "attacker-owes"), s, hex=Place(owed.hex), who=Side(owed.side), bill=bill)
        return s.then(task("pay"), bill=owed)
    hq = next(hq for hq in owed.hqs if s.stock(hq))
    s = spent(s, hq, owed.points)
    kind = _PAYS.get(owed.rule, "pays-attack")
    t.say(owed.rule, kind, s, hq=U(hq), hex=Place(owed.hex), bill=bill, left=s.stock(hq))
    return s


_OWES = {"3.4.8": "defender-owes", "3.4.4-a": "air-owes", "2.2.5.2-a": "passage-owed"}
_PAYS = {"3.4.8": "pays-defence", "3.4.4-a": "pays-aircraft", "2.2.5.2-a": "pays-passage"}


@step("pay", "3.4")
def pay(s: State, t: Trace) -> Steps[State]:
    """Depot after depot pays; where several could, their owner says which comes first."""
    bill = s.bill
    if bill is None:
        return s
    able = tuple(hq for hq in bill.hqs if s.stock(hq))
    places = {s.pieces[hq].place for hq in able}
    hq = able[0]
    if len(places) > 1:
        hq = yield from choose(
            Ask(
                s,
                bill.rule if bill.rule in ("3.4.8", "2.2.5.2-a") else "3.4.1-c",
                bill.side,
                "payer",
                ("unit",),
                lambda unit: objections_to_payer(s, bill, unit),
                facts={"n": bill.points, "hex": Place(bill.hex)},
            )
        )
    given = min(bill.points, s.stock(hq))
    s = spent(s, hq, given)
    left = bill.points - given
    s = s.but(bill=bill.but(points=left) if left else None)
    t.say(bill.rule, "pays-share", s, hq=U(hq), n=given, left=s.stock(hq), hex=Place(bill.hex))
    return s.then(task("pay")) if left else s


def objections_to_payer(state: State, bill: Bill, id: str) -> Checks:
    """Whose depot may pay."""
    unit = state.pieces[id]
    facts = {"unit": U(id), "hex": Place(bill.hex)}
    if not unit.hq or unit.place is None:
        yield objection("3.3-a", "only-depots", **facts)
    elif unit.side != bill.side:
        yield objection("3.1-b", "enemy-depot", **facts)
    elif id not in bill.hqs:
        if not in_hq_range(state, unit.place, bill.hex):
            yield objection("3.3-b", "depot-out-of-range", **facts)
        else:
            rule = bill.rule if bill.rule in ("3.4.8", "2.2.5.2-a") else "3.4.1-c"
            yield objection(rule, "not-a-payer", **facts)
    elif not state.stock(id):
        yield objection("3.6-a", "empty-depot", **facts)
    else:
        yield held("3.3-b", "depot-gives", **facts, n=state.stock(id))


# -- the air (3.4.4) -------------------------------------------------------------------------------------------
def air_bill(state: State, side: str) -> Ledger:
    """Air units that take part on one map, whatever the battle, pay by groups of three."""
    there = state.battles[0].hex if state.battles else ""
    return _billed(state, "3.4.4-a", "air-bill", there, _air_lines(state, side))


def _air_lines(state: State, side: str) -> Lines:
    flying = sum(len(state.flying(battle.hex, side)) for battle in state.battles)
    cell = _price(state, "Aircraft in an offensive")
    started = state.law.reads("air-group-remainder", "started")
    groups = -(-flying // 3) if started else flying // 3
    if flying:
        reading = state.law.read("air-group-remainder")
        yield plus("3.4.4-a", "air-groups", groups * int(cell.value), n=flying, cell=cell, reading=reading)


@step("air-pays", "3.4.4-a")
def air_pays(s: State, t: Trace, side: str) -> State:
    """Any activated HQ may pay for the aircraft; a defender has none and pays from any HQ of the map."""
    bill = air_bill(s, side)
    if not bill.total or not s.battles:
        return s
    return drawn(s, t, Bill(side, s.battles[0].hex, int(bill), air_payers(s, side), "3.4.4-a"), bill)


def air_payers(state: State, side: str) -> tuple[str, ...]:
    ours = [hq for hq in state.hqs_of(side) if hq.place and state.stock(hq.id)]
    if side == state.active and state.part == INITIAL:
        ours = [hq for hq in ours if hq.id in state.acting]
    return tuple(hq.id for hq in ours)
