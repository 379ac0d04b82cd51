"""5.2.2 and chapter 8: who fires in which step, with how many dice, at what firepower."""

from __future__ import annotations

from tutor.engine.check import Check, Checks, objection
from tutor.engine.facts import Cell, Place, Term, Unit
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Line, Lines, instead, plus
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import entrenched, infantry_here
from tutor.rulesets.tlm.offensives import bonus_lines
from tutor.rulesets.tlm.state import Piece, State, foe

DOGFIGHT, ARTILLERY, DEFENCE, ATTACK, PURSUIT = "dogfight", "artillery", "defence", "attack", "pursuit"
STAGES = (DOGFIGHT, ARTILLERY, DEFENCE, ATTACK, PURSUIT)
REACTING = "defensive-reaction"
_DICE = {
    DOGFIGHT: "dice-dogfight",
    ARTILLERY: "dice-artillery",
    DEFENCE: "dice-defence",
    ATTACK: "dice-attack",
    PURSUIT: "dice-pursuit",
}

_ONLY = {DOGFIGHT: ("biplane",), ARTILLERY: ("artillery", "siege-gun"), PURSUIT: ("cavalry",)}
_ONLY_RULE = {DOGFIGHT: "2.0-II.4.a", ARTILLERY: "2.0-II.4.b", PURSUIT: "8.3.1.e"}
_BASE = {
    "infantry": "8.2.1.a",
    "stosstruppen": "8.2.2.b",
    "commonwealth": "8.2.3.a",
    "cavalry": "8.3.1.a",
    "artillery": "8.3.2.a",
    "siege-gun": "8.3.3.a",
    "biplane": "8.3.4.a",
    "tank": "8.3.5.a",
    "fort": "8.4.f",
}


# -- who may fire ----------------------------------------------------------------------------------------------
def objections_to_firing(state: State, piece: Piece, stage: str) -> Checks:
    """What silences a piece in a step of fire."""
    unit = Unit(piece.id)
    if piece.kind == "army":
        yield objection("8.1.d", "army-fires-not", unit=unit)
    if piece.retreat and stage != DOGFIGHT:
        yield objection("5.4", "retreated-fires-not", unit=unit)
    match piece.kind:
        case "paris-gun":
            yield objection("8.3.6.a", "paris-gun-fires-not", unit=unit)
        case "siege-gun":
            yield from _siege_gun(state, piece, stage)
        case "cavalry" if stage == ATTACK:
            yield from _raid(state, piece)
        case "tank" if areas.rough(state, state.here.area):
            cell = Cell(
                "rough-terrain", state.here.area, "rough", "rough", state.map.provenance.get("areas", "stand-in")
            )
            yield objection("8.3.5.d", "tank-in-rough", unit=unit, area=Place(state.here.area), cell=cell)
        case "fort":
            yield from _fort(piece, stage)
        case "biplane":
            yield from _biplane(state, piece, stage)
    if stage in _ONLY and piece.kind not in _ONLY[stage]:
        yield objection(_ONLY_RULE[stage], "not-in-this-step", unit=unit, stage=Term(stage))


def _siege_gun(state: State, piece: Piece, stage: str) -> Checks:
    if stage == DEFENCE:
        yield objection("8.3.3.b", "siege-gun-defends-not", unit=Unit(piece.id))
    elif not forts_facing(state, piece.side):
        yield objection("8.3.3.a", "no-fort-to-fire-at", unit=Unit(piece.id))


def forts_facing(state: State, side: str) -> tuple[Piece, ...]:
    """The enemy forts of the battle area."""
    return tuple(p for p in state.present(foe(side)) if p.kind == "fort")


def _raid(state: State, piece: Piece) -> Checks:
    at_start = state.law.reads("raid-timing", "battle-start")
    theirs = foe(piece.side)
    infantry = theirs in state.here.infantry if at_start else infantry_here(state, state.here.area, theirs, True)
    if infantry:
        yield objection("8.3.1.d", "no-raid", unit=Unit(piece.id), reading=state.law.read("raid-timing"))


def _fort(piece: Piece, stage: str) -> Checks:
    if stage != DEFENCE:
        yield objection("8.4.e", "fort-attacks-not", unit=Unit(piece.id))
    elif not piece.value:
        yield objection("8.4.l", "sedan-fires-not", unit=Unit(piece.id))


def _biplane(state: State, piece: Piece, stage: str) -> Checks:
    if state.here.weather:
        yield objection("8.3.4.d", "biplane-in-bad-weather", unit=Unit(piece.id))
    if stage != DOGFIGHT and piece.method == DOGFIGHT:
        yield objection("2.0-II.4.a2", "fought-in-the-air", unit=Unit(piece.id))
    if stage != DOGFIGHT and piece.method == REACTING:
        yield objection("8.3.4.3", "biplane-reacts", unit=Unit(piece.id))


# -- at what firepower -----------------------------------------------------------------------------------------
@seam("tlm.firepower")
def firepower_lines(state: State, piece: Piece, stage: str) -> Lines:
    """The highest face that hits, with what changes it."""
    column = "defence" if stage == DEFENCE else "attack"
    cell = state.law.table("units").at(piece.kind, column)
    printed = cell.value.strip("[]")
    if printed.isdigit():
        yield plus(_base_rule(piece, stage), "printed-firepower", int(printed), type=Term(piece.kind), cell=cell)
    if piece.infantry_type and stage == DEFENCE and entrenched(state, piece):
        yield from _trench(state, piece)
    if piece.kind == "artillery":
        yield from _shells(state, piece)
    if piece.kind == "siege-gun" and piece.side in (state.here.gas | state.here.barrage):
        yield plus("8.3.3.d", "cards-change-nothing", 0)


def _base_rule(piece: Piece, stage: str) -> str:
    match piece.kind, stage:
        case "cavalry", "attack":
            return "8.3.1.d"
        case "cavalry", "pursuit":
            return "8.3.1.e"
        case "biplane", "attack" | "defence":
            return "8.3.4.2"
        case "biplane", "dogfight":
            return "8.3.4.1"
        case _:
            return _BASE.get(piece.kind, "5.2.2")


def _trench(state: State, piece: Piece) -> Lines:
    if piece.army is not None:
        yield plus("8.1.j", "army-entrenched", 0, army=Unit(piece.army))
    if piece.kind == "stosstruppen":
        yield plus("8.2.2.c", "no-trench", 0)
    elif piece.kind == "commonwealth":
        value = 3 if state.law.reads("commonwealth-trench", "f3") else 2
        yield instead("8.2.3.a", "commonwealth-trench", value, reading=state.law.read("commonwealth-trench"))
    else:
        cell = state.law.table("units").at("infantry", "trench")
        yield instead("8.2.1.d", "entrenched-defends", int(cell.value), cell=cell)


def _shells(state: State, piece: Piece) -> Lines:
    battle, law = state.here, state.law
    sides = {piece.side, foe(piece.side)} if law.reads("gas-whose-artillery", "both") else {piece.side}
    if battle.gas & sides:
        yield instead("9.3.a", "gas", 2, reading=law.read("gas-whose-artillery"))
    if battle.barrage & sides:
        yield instead("9.4.a", "barrage", 3, reading=law.read("gas-whose-artillery"))


def firepower(state: State, piece: Piece, stage: str) -> Ledger:
    return state.law.ledger("5.2.2", "firepower", firepower_lines(state, piece, stage))


# -- with how many dice ----------------------------------------------------------------------------------------
def considered(state: State, side: str, stage: str) -> tuple[Piece, ...]:
    """The pieces for which the question arises whether they fire in this step."""
    kinds = _ONLY.get(stage)
    return tuple(p for p in state.present(side) if p.kind != "army" and (kinds is None or p.kind in kinds))


def dice_lines(state: State, side: str, stage: str) -> Lines:
    """One die for each piece that fires, a fort as many as its figure; and who is silent, and why."""
    fires: dict[tuple[str, int], tuple[Ledger, list[Piece]]] = {}
    silent: dict[tuple[str, str], list[tuple[Piece, Check]]] = {}
    for piece in considered(state, side, stage):
        stopped = state.law.first_objection(objections_to_firing(state, piece, stage))
        if stopped is not None:
            silent.setdefault((piece.kind, stopped.rule), []).append((piece, stopped))
        else:
            power = firepower(state, piece, stage)
            fires.setdefault((tag_of(state, piece, stage), int(power)), (power, []))[1].append(piece)
    yield from (_shooters(tag, power, pieces) for (tag, _), (power, pieces) in fires.items())
    yield from bonus_lines(state, side, stage)
    yield from (_silent(group) for group in silent.values())


def tag_of(state: State, piece: Piece, stage: str) -> str:
    """What the dice of a piece are called: hits are counted by it."""
    if piece.kind == "infantry" and stage == DEFENCE and entrenched(state, piece):
        return "entrenched-infantry"
    return piece.kind


def _shooters(tag: str, power: Ledger, pieces: list[Piece]) -> Line:
    if pieces[0].kind == "fort":
        value = sum(p.value for p in pieces)
        return plus("8.4.f", "shooting-fort", value, value=value, shooters=Term(tag), firepower=power)
    return plus("5.2.1.f", "shooters", len(pieces), n=len(pieces), shooters=Term(tag), firepower=power)


def _silent(group: list[tuple[Piece, Check]]) -> Line:
    piece, stopped = group[0]
    return plus(stopped.rule, stopped.kind, 0, **{**stopped.facts, "n": len(group), "type": Term(piece.kind)})


def dice(state: State, side: str, stage: str) -> Ledger:
    """How many dice a side rolls in a step of the present battle."""
    return state.law.ledger("5.2.1.f", _DICE[stage], dice_lines(state, side, stage))


def groups(rolled: Ledger) -> tuple[tuple[str, int, int], ...]:
    """The dice of a ledger as a pool: what they are called, how many, and the highest face that hits."""
    return tuple(
        (line.facts["shooters"].key, int(line.number), int(line.facts["firepower"]))
        for line in rolled.lines
        if line.number and "shooters" in line.facts
    )


def shots(state: State, unit: str, stage: str) -> Ledger:
    """How many dice one piece rolls in a step."""
    return state.law.ledger("5.2.1.f", "shots", _shots(state, state.pieces[unit], stage))


def _shots(state: State, piece: Piece, stage: str) -> Lines:
    stopped = state.law.first_objection(objections_to_firing(state, piece, stage))
    if stopped is not None:
        yield plus(stopped.rule, stopped.kind, 0, **{**stopped.facts, "n": 1, "type": Term(piece.kind)})
    elif piece.kind == "fort":
        yield plus("8.4.f", "shots-of-fort", piece.value, unit=Unit(piece.id))
    else:
        power = firepower(state, piece, stage)
        yield plus("5.2.1.f", "shots-of-unit", 1, unit=Unit(piece.id), firepower=power)
