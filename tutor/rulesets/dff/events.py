"""6.2, 7.5.2, 7.15.1: cards and upheavals, as amendments: what they add, and the steps that they insert."""

from __future__ import annotations

from functools import lru_cache

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, plus
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import AMENDMENTS, amends, step
from tutor.rulesets.dff.coming import taken_back
from tutor.rulesets.dff.state import ALLIES, CAVALRY, HQ, Battle, State, Unit, nation_of

MANUAL, BARRAGE = "new-battlefield-manual", "creeping-barrage"
PLAYABLE = (MANUAL, BARRAGE)
CARDS, MUTINY, REVOLUTION = "event-cards", "mutiny", "revolution"


# -- what is in force ------------------------------------------------------------------------------------------
def in_force(s: State) -> frozenset[str]:
    """The rules of the nations that have counters here, of cards in hand, and of those shown this turn."""
    return _brought_in(s.concerned, s.cards, s.revealed)


@lru_cache(maxsize=256)
def _brought_in(
    concerned: frozenset[str], cards: FrozenMap[str, tuple[str, ...]], revealed: FrozenMap[str, str]
) -> frozenset[str]:
    held = {CARDS} if any(cards.values()) else set[str]()
    return concerned | held | {card for card in revealed.values() if card in PLAYABLE}


# -- showing a card (6.2) --------------------------------------------------------------------------------------
AMENDMENTS.inserts("open-offensive", "6.2-b", "show-card", option=CARDS)


@step("show-card", "6.2-b")
def show_card(s: State, t: Trace) -> Steps[State]:
    """Either side may show one private card while the attacks are announced."""
    return (yield from _show(s, t, s.active))


@step("show-card-too", "6.2-b", under="show-card")
def show_card_too(s: State, t: Trace) -> Steps[State]:
    return (yield from _show(s, t, s.passive))


def _show(s: State, t: Trace, side: str) -> Steps[State]:
    next_ = (task("show-card-too"),) if side == s.active else ()
    hand = s.cards.get(side, ())
    if not hand:
        return s.then(*next_)
    ask = Ask(
        s, "6.2-b", side, "card", ("card",), lambda card: objections_to_card(s, side, card), to_end=unforced("6.2-b")
    )
    card = yield from choose(ask)
    if card == DONE:
        return s.then(*next_)
    s = s.but(
        cards=s.cards.put(side, tuple(c for c in hand if c != card)),
        revealed=s.revealed.put(side, card),
    )
    t.say("6.2-b", "card-shown", s, card=Term(card), who=Side(side))
    return s.then(*next_)


def objections_to_card(state: State, side: str, card: str) -> Checks:
    """One card a turn for each alliance, out of its own hand."""
    if card not in state.cards.get(side, ()):
        yield objection("6.1-b", "not-in-hand", card=Term(card), who=Side(side))
    if state.revealed.get(side):
        yield objection("6.2-c", "one-card-a-turn", card=Term(state.revealed[side]), who=Side(side))
    if card not in PLAYABLE:
        yield objection("6.2-a", "not-for-battle", card=Term(card))
    else:
        yield held("6.2-b", "shown-now", card=Term(card), who=Side(side))


@amends("dff.hit-number", "6.2-b", "add", option=MANUAL)
def manual(state: State, battle: Battle, unit: Unit) -> Lines:
    """British units have +1 in attack (known from the example of play)."""
    if unit.side == battle.attacker and unit.ground and nation_of(unit.nation) == "britain":
        yield plus("6.2-b", "card-bonus", 1, card=Term(MANUAL))


@amends("dff.hit-number", "6.2-b", "add", option=BARRAGE)
def barrage(state: State, battle: Battle, unit: Unit) -> Lines:
    """Allied artillery is stronger; by how much the text does not say."""
    if unit.side == ALLIES and unit.kind == HQ:
        yield from _barrage(state)


@amends("dff.bombardment-number", "6.2-b", "add", option=BARRAGE)
def barrage_bombards(state: State, battle: Battle, hq: Unit, n: int) -> Lines:
    if hq.side == ALLIES:
        yield from _barrage(state)


@amends("dff.attrition-number", "6.2-b", "add", option=BARRAGE)
def barrage_shells(state: State, battle: Battle, hq: Unit) -> Lines:
    if hq.side == ALLIES:
        yield from _barrage(state)


def _barrage(state: State) -> Lines:
    cell = charts.cell(state.law, "card-bonuses", "Creeping Barrage", "Bonus")
    yield plus("6.2-b", "card-bonus", int(cell.value), card=Term(BARRAGE), cell=cell)


# -- refusals (7.5.2, 7.15.1) ----------------------------------------------------------------------------------
AMENDMENTS.inserts("declared", "7.5.2-b", "mutiny", option=MUTINY)
AMENDMENTS.inserts("declared", "7.15.1-b", "revolution", option=REVOLUTION)
_REFUSERS = {MUTINY: ("france", "French mutiny"), REVOLUTION: ("russia", "Russian Revolution")}


@step("mutiny", "7.5.2-b")
def mutiny(s: State, t: Trace, *asked: str) -> Steps[State]:
    """Each activated French HQ rolls: from 6 on the troops do not attack."""
    return (yield from _refusal(s, t, MUTINY, "7.5.2-b", asked))


@step("revolution", "7.15.1-b")
def revolution(s: State, t: Trace, *asked: str) -> Steps[State]:
    """Each activated Russian HQ rolls: from 5 on the attack is cancelled."""
    return (yield from _refusal(s, t, REVOLUTION, "7.15.1-b", asked))


def _refusal(s: State, t: Trace, upheaval: str, rule: str, asked: tuple[str, ...]) -> Steps[State]:
    nation, column = _REFUSERS[upheaval]
    hqs = dict.fromkeys(hq for b in s.battles for hq in b.hqs if s.pieces[hq].nation == nation)
    waiting = [hq for hq in hqs if hq not in asked]
    if not waiting:
        return s
    id = waiting[0]
    die = yield from roll(Die(rule, s.active, "refusal-die", 10, facts={"hq": U(id)}))
    cell = charts.cell(s.law, "refusal-rolls", str(die), column)
    again = task(upheaval, *asked, id)
    if cell.value == "attacks":
        t.say(rule, "obeys", s, hq=U(id), cell=cell)
        return s.then(again)
    t.say(rule, "refuses", s, hq=U(id), cell=cell)
    return _without(s, id).but(acting=s.acting - {id}, refused=s.refused | {id}).then(again)


def _without(s: State, id: str) -> State:
    """Attacks that rested on this HQ alone do not take place; others go on without it."""
    for battle in s.battles:
        left = tuple(hq for hq in battle.hqs if hq != id)
        if id not in battle.hqs:
            continue
        if left:
            s = s.refight(battle.but(hqs=left, guns=tuple(hq for hq in battle.guns if hq != id)))
            continue
        men = s.ground_at(battle.hex, battle.attacker)
        s = taken_back(s, men, activated=False)
        s = s.but(battles=tuple(b for b in s.battles if b.hex != battle.hex))
    return s


@amends("dff.activating", "7.5.2-b", "add", option=MUTINY)
def mutineers(state: State, attack: Battle, id: str) -> Checks:
    """An HQ whose troops have refused is of no more use this turn."""
    yield from _spent(state, id, MUTINY, "7.5.2-b")


@amends("dff.activating", "7.15.1-b", "add", option=REVOLUTION)
def revolutionaries(state: State, attack: Battle, id: str) -> Checks:
    yield from _spent(state, id, REVOLUTION, "7.15.1-b")


@amends("dff.support", "7.5.2-b", "add", option=MUTINY)
def silent_mutineers(state: State, side: str, id: str) -> Checks:
    yield from _spent(state, id, MUTINY, "7.5.2-b")


@amends("dff.support", "7.15.1-b", "add", option=REVOLUTION)
def silent_revolutionaries(state: State, side: str, id: str) -> Checks:
    yield from _spent(state, id, REVOLUTION, "7.15.1-b")


def _spent(state: State, id: str, upheaval: str, rule: str) -> Checks:
    if id in state.refused and state.pieces[id].nation == _REFUSERS[upheaval][0]:
        yield objection(rule, "troops-refused", hq=U(id))


@amends("dff.hit-number", "7.15.1-b", "add", option=REVOLUTION)
def demoralised(state: State, battle: Battle, unit: Unit) -> Lines:
    """Russian units but the Cossacks have -1 in defence and -2 in attack."""
    yield from _demoralised(state, unit, battle.attacker == unit.side)


@amends("dff.bombardment-number", "7.15.1-b", "add", option=REVOLUTION)
def demoralised_bombardment(state: State, battle: Battle, hq: Unit, n: int) -> Lines:
    yield from _demoralised(state, hq, True)


@amends("dff.attrition-number", "7.15.1-b", "add", option=REVOLUTION)
def demoralised_shelling(state: State, battle: Battle, hq: Unit) -> Lines:
    yield from _demoralised(state, hq, True)


@amends("dff.air-number", "7.15.1-b", "add", option=REVOLUTION)
def demoralised_pilots(state: State, unit: Unit) -> Lines:
    flying = unit.mission is not None and state.attacked(unit.mission)
    yield from _demoralised(state, unit, flying and state.battle(unit.mission or "").attacker == unit.side)


def _cossacks(unit: Unit) -> bool:
    """Cavalry on whose counter the word stands."""
    return unit.kind == CAVALRY and any(word in charts.plain(unit.name) for word in ("cossack", "cosaque"))


def _demoralised(state: State, unit: Unit, attacks: bool) -> Lines:
    """The Cossacks alone are spared; artillery and aircraft, too, only if so read."""
    if unit.nation != "russia" or _cossacks(unit):
        return
    n = -2 if attacks else -1
    if unit.ground:
        yield plus("7.15.1-b", "after-revolution", n)
    elif state.law.reads("revolution-guns", "all-units"):
        yield plus("7.15.1-b", "after-revolution", n, reading=state.law.read("revolution-guns"))
