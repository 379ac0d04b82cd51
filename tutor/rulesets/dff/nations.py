"""7.0: what nations change in battle, as amendments; each is in force where such units are on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Place, Term
from tutor.engine.facts import Unit as U
from tutor.engine.ledger import Lines, plus
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.book import amends
from tutor.rulesets.dff.ground import front_of, theatre
from tutor.rulesets.dff.sequence import germany_begins
from tutor.rulesets.dff.state import HQ, STAFF, Battle, State, Unit, nation_of

DOMINIONS, INDIANS, AMERICANS, BRITISH = "dominions", "indians", "americans", "british"
BRUCHMULLER, HQ_LIMITS, EXPEDITION = "bruchmuller", "hq-limits", "expeditionary-force"
OVERSEAS = ("australia", "new-zealand", "canada")
ANZAC = ("australia", "new-zealand")


def concerning(units: Iterable[Unit]) -> frozenset[str]:
    """The national rules that concern these units."""
    found = set()
    for unit in units:
        found |= {option for option, concerns in _CONCERNS.items() if concerns(unit)}
    return frozenset(found)


_CONCERNS: dict[str, Callable[[Unit], bool]] = {
    DOMINIONS: lambda unit: unit.nation in OVERSEAS and unit.ground,
    INDIANS: lambda unit: unit.nation == "india" and unit.ground,
    AMERICANS: lambda unit: unit.nation == "usa" and unit.ground,
    BRITISH: lambda unit: unit.nation in ("britain", "portugal", "india", *OVERSEAS) and unit.stacks,
    EXPEDITION: lambda unit: nation_of(unit.nation) == "britain",
    BRUCHMULLER: lambda unit: unit.kind == STAFF,
    HQ_LIMITS: lambda unit: unit.kind == HQ and bool(unit.name or unit.nation == "france"),
}


# -- Dominions, Indians, Americans -----------------------------------------------------------------------------
@amends("dff.hit-number", "7.7.3", "add", option=DOMINIONS)
def dominions(state: State, battle: Battle, unit: Unit) -> Lines:
    """+1 with others of the same Dominion: in the same offensive when attacking, in the same hex when defending."""
    if unit.nation not in OVERSEAS or not unit.ground:
        return
    attacks = unit.side == battle.attacker
    hexes = [b.hex for b in state.battles if b.attacker == unit.side] if attacks else [battle.hex]
    comrades = [u for hex in hexes for u in state.ground_at(hex, unit.side) if u.id != unit.id]
    if any(other.nation == unit.nation for other in comrades):
        yield plus("7.7.3", "same-dominion", 1, nation=Term(unit.nation))
    elif unit.nation in ANZAC and any(u.nation in ANZAC and u.place == battle.hex for u in comrades):
        yield plus("7.7.3", "anzac", 1)


@amends("dff.hit-number", "7.7.5", "add", option=INDIANS)
def indians(state: State, battle: Battle, unit: Unit) -> Lines:
    """-1 everywhere but in the Middle East."""
    if unit.nation == "india" and unit.ground and front_of(state, battle.hex) != "middle-east":
        yield plus("7.7.5", "indian-abroad", -1)


@amends("dff.hit-number", "7.18.1-b", "add", option=AMERICANS)
def americans(state: State, battle: Battle, unit: Unit) -> Lines:
    """+1 for the two halves of one division together."""
    if unit.nation != "usa" or not unit.name or not unit.ground:
        return
    comrades = (u for u in state.ground_at(battle.hex, unit.side) if u.nation == unit.nation and u.id != unit.id)
    if charts.plain(unit.name) in [charts.plain(other.name) for other in comrades]:
        yield plus("7.18.1-b", "both-halves", 1)


@amends("dff.loss-morale", "7.7.2", "add", option=BRITISH)
def british_loss(state: State, unit: Unit) -> Lines:
    """A British division destroyed costs Britain a point of morale."""
    if not unit.stacks:
        return
    if unit.nation in ("britain", "portugal"):
        yield plus("7.7.2", "british-division", -1)
    elif unit.nation in (*OVERSEAS, "india") and state.law.reads("empire-divisions", "british"):
        yield plus("7.7.2", "empire-division", -1, reading=state.law.read("empire-divisions"))


# -- Bruchmüller (7.6.1) ---------------------------------------------------------------------------------------
def _with_bruchmuller(state: State, unit: Unit) -> bool:
    here = state.pieces.at(unit.place)
    return unit.kind == HQ and any(u.kind == STAFF and u.side == unit.side for u in here)


@amends("dff.hit-number", "7.6.1", "add", option=BRUCHMULLER)
def bruchmuller(state: State, battle: Battle, unit: Unit) -> Lines:
    """+1 for the artillery of the HQ where he is, in attack and in defence."""
    if _with_bruchmuller(state, unit):
        yield plus("7.6.1", "bruchmuller-guns", 1)


@amends("dff.bombardment-number", "7.6.1", "add", option=BRUCHMULLER)
def bruchmuller_bombards(state: State, battle: Battle, hq: Unit, n: int) -> Lines:
    if _with_bruchmuller(state, hq):
        yield plus("7.6.1", "bruchmuller-guns", 1)


@amends("dff.attrition-number", "7.6.1", "add", option=BRUCHMULLER)
def bruchmuller_shells(state: State, battle: Battle, hq: Unit) -> Lines:
    if _with_bruchmuller(state, hq):
        yield plus("7.6.1", "bruchmuller-guns", 1)


# -- the British Expeditionary Force (7.7.9) --------------------------------------------------------------------
@amends("dff.setting-out", "7.7.9", "add", option=EXPEDITION)
def expeditionary_force(state: State, unit: Unit) -> Checks:
    """In the first weekly turn of August 1914 the British stay where they were set up."""
    if germany_begins(state) and nation_of(unit.nation) == "britain":
        yield objection("7.7.9", "british-wait", unit=U(unit.id))


# -- HQs bound to fronts (7.5.3, 7.6.2, 7.7.8, 7.15.2) ---------------------------------------------------------
EAST = "Armée de l'Est"
_LIMITS = {
    EAST: "7.5.3",
    "Südarmee": "7.6.2",
    "Egyptian Expeditionary Force": "7.7.8",
    "Mesopotamian Expeditionary Force": "7.7.8",
    "Mediterranean Expeditionary Force": "7.7.8",
    "Salonika Army": "7.7.8",
    "Army of the Danube": "7.15.2",
}
_WORDS = {"Balkans": "balkans", "Middle East": "middle-east", "East": "east", "Transcaucasia": "transcaucasia"}


@amends("dff.activating", "7.7.8", "add", option=HQ_LIMITS)
def british_hqs(state: State, attack: Battle, id: str) -> Checks:
    yield from _limit(state, attack, id, "7.7.8")


@amends("dff.activating", "7.6.2", "add", option=HQ_LIMITS)
def army_of_the_south(state: State, attack: Battle, id: str) -> Checks:
    yield from _limit(state, attack, id, "7.6.2")


@amends("dff.activating", "7.15.2", "add", option=HQ_LIMITS)
def army_of_the_danube(state: State, attack: Battle, id: str) -> Checks:
    yield from _limit(state, attack, id, "7.15.2")


def _limit(state: State, attack: Battle, id: str, rule: str) -> Checks:
    army = _army(state, state.pieces[id])
    if _LIMITS.get(army) != rule:
        return
    listed = state.law.table("hq-front-limits").rows[army]["Fronts"]["en"]
    fronts = [_WORDS[name] for name in listed.split(", ")]
    front = theatre(state, attack.hex)
    if front not in fronts:
        facts = {"hq": U(id), "front": Term(front), "fronts": tuple(Term(name) for name in fronts)}
        yield objection(rule, "hq-bound-to-fronts", **facts, hex=Place(attack.hex))


def _army(state: State, unit: Unit) -> str:
    """The army of an HQ, if the list of limits has one of that name and nation; none is empty."""
    army = charts.listed(state.law, "hq-front-limits", unit.name) if unit.hq else ""
    nation = charts.NATION.get(unit.nation)
    return army if army and state.law.table("hq-front-limits").rows[army]["Nation"]["en"] == nation else ""


@amends("dff.activating", "7.5.3", "add", option=HQ_LIMITS)
def french_hqs(state: State, attack: Battle, id: str) -> Checks:
    """Of the French HQs only the Armée de l'Est fights in the Balkans and the Middle East."""
    unit, front = state.pieces[id], front_of(state, attack.hex)
    if unit.hq and unit.nation == "france" and _army(state, unit) != EAST and front in ("balkans", "middle-east"):
        yield objection("7.5.3", "french-hq-stays-west", hq=U(id), front=Term(front))
