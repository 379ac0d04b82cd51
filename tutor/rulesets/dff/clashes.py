"""The battles that are declared and fought in Distant Foreign Fields: who has entered, and who holds the hex."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.clash import Aims, Clash, ids
from tutor.rulesets.dff.state import Battle, State, Unit

TURNS = frozenset({"open-battle", "combat-round", "decide"})  # what the battles of a group do one after the other
AIMS: Aims = {"attack": frozenset({"attack"}), "commit": frozenset({"commit", "attack"})}


def clashes(s: State) -> Iterator[Clash]:
    now = _fought(s)
    for battle in (*s.battles, *((s.draft,) if s.draft is not None else ())):
        yield _clash(s, battle, battle.hex == now)


def _clash(s: State, battle: Battle, begun: bool) -> Clash:
    hex, side, other = battle.hex, battle.attacker, battle.defender
    men, guns = s.ground_at(hex, side), _hqs(s, battle.guns)
    foes = (s.ground_at(hex, other), s.works_at(hex, other), s.flying(hex, other))
    origins = {u.origin for u in men if u.origin} or {hq.place for hq in guns if hq.place}
    mine = ids(men, s.flying(hex, side), guns)
    return Clash(hex, side, mine, ids(*foes, _hqs(s, battle.answering)), tuple(sorted(origins)), begun)


def _hqs(s: State, named: tuple[str, ...]) -> list[Unit]:
    """Those that are seen: an enemy HQ may lie under its stack (4.3-c)."""
    return [s.pieces[hq] for hq in named if hq in s.pieces]


def _fought(s: State) -> str:
    """Of the group that goes forward together the battle before the one whose turn comes next."""
    group: tuple[str, ...] = next((one.args[0] for one in s.agenda if one.step == "rounds"), ())
    on = [hex for hex in group if s.attacked(hex)]
    waiting = next((one.args[0] for one in s.agenda if one.step in TURNS and one.args[0] in on), "")
    if waiting:
        return on[on.index(waiting) - 1]
    return on[-1] if on else ""
