"""Where a battle falls apart for the exact odds: two simultaneous volleys, and the placing of one side's losses.

Nothing is decided here: law and order are those of the steps. A law compares both ways of reckoning.
"""

from __future__ import annotations

from typing import Any

from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.run import Parts
from tutor.rulesets.dff.state import Battle, State

NOTHING: FrozenMap[str, Any] = FrozenMap()
DICE = (("attack-dice", "losses"), ("defence-dice", "losses"))
EXCHANGE = ("attackers-fire", "defenders-fire", "losses", "losses")


def parts(state: State) -> Parts | None:
    """Both volleys of an exchange, each with what it does; or dice and losses of one side, without the rest."""
    steps = tuple([task.step for task in state.agenda[:4]])
    if steps == EXCHANGE:
        return _exchange(state)
    if steps[:1] == ("losses",):
        return _struck(state, 1)
    if steps[:2] in DICE:
        return _struck(state, 2)
    return None


def _exchange(state: State) -> Parts:
    attack, defence, theirs, ours = state.agenda[:4]
    hex = attack.args[0]
    after = state.but(agenda=state.agenda[4:])
    sides = theirs.args[1], ours.args[1]

    def joined(ends: tuple[State, ...]) -> State:
        whole = after
        for end, side in zip(ends, sides, strict=True):
            whole = _with(whole, state, end, hex, side)
        return whole

    return Parts((state.but(agenda=(attack, theirs)), state.but(agenda=(defence, ours))), joined)


def _struck(state: State, n: int) -> Parts | None:
    """The next steps, up to the losses of one side, with none but its units, and what their loss changes elsewhere."""
    hex, side = state.agenda[n - 1].args
    mine = [unit for unit in state.pieces.at(hex) if unit.side == side]
    if len(mine) == len(state.pieces):
        return None
    battle = state.battle(hex)
    owed = tuple([hits for hits in battle.owed if hits.payer == side])
    bare = Battle(
        hex,
        battle.attacker,
        kind=battle.kind,
        part=battle.part,
        round=battle.round,
        aimed=battle.aimed,
        owed=owed,
        nations=battle.nations,
        shelling=battle.shelling,
    )
    part = state.but(
        agenda=state.agenda[:n],
        pieces=Pieces(mine),
        battles=(bare,),
        supply=NOTHING,
        control=NOTHING,
        captured=NOTHING,
        fought=(),
    )

    def joined(ends: tuple[State, ...]) -> State:
        rest = tuple([hits for hits in battle.owed if hits.payer != side])
        fought = battle.but(aimed=(), owed=rest)
        battles = tuple([fought if b is battle else b for b in state.battles])
        return _with(state.but(agenda=state.agenda[n:], battles=battles), state, ends[0], hex, side)

    return Parts((part,), joined)


def _with(whole: State, before: State, end: State, hex: str, side: str) -> State:
    """What became of one side's units in the battle, and of morale and goals with them."""
    theirs = [unit for unit in before.pieces.at(hex) if unit.side == side]
    changed = [now for unit in theirs if (now := end.pieces[unit.id]) is not unit]
    whole = whole.but(pieces=whole.pieces.put(*changed)) if changed else whole
    if end.goals is not before.goals:
        news = {nation: mark for nation, mark in end.goals.items() if mark != before.goals.get(nation)}
        whole = whole.but(goals=FrozenMap({**whole.goals, **news}))
    if end.morale is not before.morale:
        moved = {nation: whole.morale[nation] + n - before.morale[nation] for nation, n in end.morale.items()}
        whole = whole.but(morale=FrozenMap(moved))
    return whole
