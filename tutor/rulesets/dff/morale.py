"""2.2.7 as far as battles change it: towns, Symbolic Objectives, Big Pushes, monthly goals, losses that cost morale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tutor.engine.ask import Ask, Steps, choose
from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Signed, Term
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.trace import Trace
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.state import ALLIES, ATTRITION, NATIONS, State, Unit, nation_of
from tutor.rulesets.dff.towns import Fall, fall, stakes, worth_taking

BIG_PUSH_HEXES, BIG_PUSH_BONUS = 4, 5
SIX = ("germany", "russia", "italy", "austria", "france", "britain")
FOUR = ("germany", "russia", "italy", "austria")
ENTENTE_GOALS = ("france", "italy", "britain")
CENTRAL_GOALS = ("germany", "austria", "russia")
MET, FAILED = "met", "failed"


def shifted(s: State, nation: str, points: int) -> State:
    """A nation's level on the track; nations that a scenario does not follow are left out."""
    if not points or nation not in s.morale:
        return s
    return s.but(morale=s.morale.put(nation, s.morale[nation] + points))


# -- towns (2.2.7.1, 2.2.7.6) -----------------------------------------------------------------------------------
def town_value(state: State, hex: str) -> Ledger:
    """What a hex is worth: the town and the Symbolic Objective on it."""
    return state.law.ledger("2.2.7.1-b", "town-value", _value_lines(state, hex))


def _value_lines(state: State, hex: str) -> Lines:
    printed = state.map.hex(hex).values.get("nm", 0)
    if printed:
        yield plus("2.2.7.1-b", "printed-value", printed, hex=Place(hex))
    if state.objectives.get(hex):
        yield plus("2.2.7.2-d", "symbolic-value", state.objectives[hex])


def taken(s: State, t: Trace, hex: str, nation: str, loser: str) -> State:
    """A hex changes hands: what its town and its Symbolic Objective move on the track."""
    captor = nation_of(nation)
    if worth_taking(s, hex):
        s = _town_taken(s, t, fall(s, hex, captor, loser))
    if s.objectives.get(hex):
        s = _objective_taken(s, t, hex, captor, loser)
    return s


def _town_taken(s: State, t: Trace, fallen: Fall) -> State:
    """Its value goes from one to the other; then comes what nations lose or win by it beside."""
    hex, n = fallen.hex, fallen.value
    s = shifted(shifted(s, fallen.winner, n), fallen.loser, -n)
    if n:
        t.say(fallen.rule, _FALLS[bool(fallen.winner), bool(fallen.loser)], s, **fallen.facts, n=Signed(n))
    for line in s.law.in_force(stakes(s, fallen)):
        s = shifted(s, line.facts["nation"].key, int(line.number))
        t.say(line.rule, line.kind, s, **line.facts, n=Signed(line.number))
    rule = "2.2.7.5-e" if hex in s.captured else "2.2.7.5-b"
    s = goal(s, t, fallen.loser, False, rule)
    return goal(s, t, fallen.captor, True, rule) if fallen.winner else s


_FALLS = {
    (True, True): "town-changes",
    (True, False): "town-won",
    (False, True): "town-lost",
    (False, False): "town-nobodys",
}


def _objective_taken(s: State, t: Trace, hex: str, captor: str, loser: str) -> State:
    value = s.objectives[hex]
    always = s.law.reads("symbolic-gain", "captor-always")
    reading = s.law.read("symbolic-gain")
    s = shifted(s, loser, -value)
    if s.creators.get(hex) == captor and not always:
        t.say("2.2.7.2-e", "creator-gains-nothing", s, hex=Place(hex), nation=Term(captor), reading=reading)
        return s
    s = shifted(s, captor, value)
    t.say("2.2.7.6-b", "objective-taken", s, hex=Place(hex), nation=Term(captor), n=Signed(value), reading=reading)
    return s


def symbolic(s: State, t: Trace, hex: str, creator: str) -> State:
    """A hex taken in Initial Combat and lost again to an Active Defence becomes dearer, up to 3."""
    before = s.objectives.get(hex, 0)
    after = min(3, before + 1)
    s = s.but(objectives=s.objectives.put(hex, after), creators=s.creators.put(hex, nation_of(creator)))
    t.say("2.2.7.2-b" if before else "2.2.7.2-a", "symbolic-objective", s, hex=Place(hex), n=after)
    return s


# -- goals (2.2.7.5) ---------------------------------------------------------------------------------------------
def goal(s: State, t: Trace, nation: str, won: bool, rule: str) -> State:
    """A town or division won or lost moves the marker of a nation for which that is the goal of the year."""
    if nation not in s.goals or won != conquers(s, nation):
        return s
    now = MET if won else FAILED
    if s.goals[nation] == now:
        return s
    s = s.but(goals=s.goals.put(nation, now))
    t.say(rule, "goal-met" if won else "goal-failed", s, nation=Term(nation))
    return s


def conquers(state: State, nation: str) -> bool | None:
    """Whether the goal of the year is to conquer, or rather to lose nothing; None where a nation has no goal."""
    if state.year > 1918 and state.law.reads("goals-after-1918", "none"):
        return None
    entente = nation in ENTENTE_GOALS or (
        nation not in SIX and NATIONS[nation] == ALLIES and state.law.reads("goals-minor-nations", "as-france")
    )
    if not entente and nation not in CENTRAL_GOALS:
        return None
    return (1914 < state.year < 1918) == entente


# -- losses that cost morale -------------------------------------------------------------------------------------
@seam("dff.loss-morale")
def loss_lines(state: State, unit: Unit) -> Lines:
    """What the destruction of a unit costs its nation; aces are reckoned where they fall."""
    yield from ()


def division_lost(s: State, t: Trace, unit: Unit) -> State:
    """Goals look at destroyed divisions, and some nations lose morale with them."""
    cost = s.law.ledger("2.2.7.5-a", "morale-cost", loss_lines(s, unit))
    if cost.total:
        s = shifted(s, nation_of(unit.nation), int(cost.total))
        rule = cost.lines[0].rule
        t.say(rule, "morale-lost", s, unit=U(unit.id), nation=Term(nation_of(unit.nation)), cost=cost)
    if not unit.stacks:
        return s
    s = goal(s, t, nation_of(unit.nation), False, "2.2.7.5-b")
    for victor in fighting_against(s, unit):
        s = goal(s, t, victor, True, "2.2.7.5-b")
    return s


def fighting_against(state: State, unit: Unit) -> Iterable[str]:
    """The nations that took part on the other side of the battle in which a unit fell."""
    battle = next((b for b in state.battles if b.hex == unit.place), None)
    nations = sorted(battle.nations) if battle is not None else ()
    return [nation for nation in nations if NATIONS[nation] != unit.side]


# -- Big Pushes (2.2.7.4) ----------------------------------------------------------------------------------------
def clusters(state: State) -> list[frozenset[str]]:
    """The attacked enemy hexes, as groups of neighbours."""
    attrition = state.law.reads("big-push-attrition", "yes")
    hexes = {b.hex for b in state.battles if attrition or b.kind != ATTRITION}
    found: list[frozenset[str]] = []
    while hexes:
        group, edge = set(), {hexes.pop()}
        while edge:
            group |= edge
            edge = {hex for one in edge for hex in state.map.neighbours(one)} & hexes
            hexes -= edge
        found.append(frozenset(group))
    return found


@step("big-push", "2.2.7.4-b")
def big_push(s: State, t: Trace) -> Steps[State]:
    """Attacking at least four enemy hexes that touch raises morale by 5, once for one nation that takes part."""
    great = [group for group in clusters(s) if len(group) >= BIG_PUSH_HEXES]
    if not great:
        return s
    reading = s.law.read("big-push-attrition")
    hexes = frozenset().union(*great)
    hqs = tuple(dict.fromkeys(hq for b in s.battles if b.hex in hexes for hq in b.hqs))
    nations = entitled(s, hexes)
    if not nations:
        t.say("2.2.7.4-e", "push-without-bonus", s, n=len(hexes), reading=s.law.read("big-push-who"))
        return s
    nation = nations[0]
    if len(nations) > 1:
        ask = Ask(
            s,
            "2.2.7.4-g",
            s.active,
            "big-push-nation",
            ("option",),
            lambda nation: objections_to_bonus(s, nations, nation),
            options=taking_part(s, hexes),
        )
        nation = yield from choose(ask)
    before = not s.pushing.isdisjoint(hqs)
    s = s.but(pushing=s.pushing | set(hqs))
    facts: dict[str, Any] = {"n": len(hexes), "hqs": tuple(U(hq) for hq in hqs), "nation": Term(nation)}
    if before:
        t.say("2.2.7.4-d", "push-continued", s, **facts, reading=reading)
        return s
    s = s.but(pushes=s.pushes.put(nation, s.pushes.get(nation, 0) + 1))
    s = shifted(s, nation, BIG_PUSH_BONUS)
    t.say("2.2.7.4-b", "big-push", s, **facts, reading=reading, bonus=Signed(BIG_PUSH_BONUS))
    return s


def objections_to_bonus(state: State, entitled: list[str], nation: str) -> Checks:
    """Who takes part may have the bonus, if a Big Push counts for it at all."""
    if nation not in entitled:
        reading = state.law.read("big-push-who")
        yield objection("2.2.7.4-e", "no-bonus-for-nation", nation=Term(nation), reading=reading)


def taking_part(state: State, hexes: frozenset[str]) -> tuple[str, ...]:
    units = (u for hex in sorted(hexes) for u in state.ground_at(hex, state.active))
    return tuple(dict.fromkeys(nation_of(u.nation) for u in units))


def entitled(state: State, hexes: frozenset[str]) -> list[str]:
    """The nations that take part and for which a Big Push counts."""
    known = SIX if state.law.reads("big-push-who", "six-nations") else FOUR
    return [nation for nation in taking_part(state, hexes) if nation in known]
