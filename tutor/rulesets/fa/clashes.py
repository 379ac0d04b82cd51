"""What is attacked, fired at and fought in Fatal Alliances: on land, in the air, at sea."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.clash import Aims, Clash, ids, whence
from tutor.rulesets.fa.state import State

AIMS: Aims = dict.fromkeys(("attack-at", "fire-at", "bombard", "fly-over"), frozenset({"declare"}))


def clashes(s: State) -> Iterator[Clash]:
    yield from _declared(s)
    yield from _fought(s)


def _declared(s: State) -> Iterator[Clash]:
    for attack in s.attacks:
        units = [s.unit(id) for id in sorted(attack.units | attack.ships)]
        yield Clash(attack.hex, s.phasing, ids(units), ids(s.defenders(attack.hex)), whence(units, attack.hex))
    for shot in s.shots:
        gun = s.unit(shot.gun)
        yield Clash(
            shot.hex, gun.side, ids((gun,)), ids(s.troops(shot.hex, s.waiting)), whence((gun,), shot.hex), by="fire"
        )


def _fought(s: State) -> Iterator[Clash]:
    """Of what is under way the innermost: the air over a hex, a sea area, a hex."""
    if s.air is not None:
        hex = s.air.hex
        yield Clash(hex, s.phasing, s.air.line(s.phasing), s.air.line(s.waiting), begun=True, by="air")
    elif s.melee is not None:
        mine, theirs = (tuple(sorted(s.melee.included.get(side, ()))) for side in (s.phasing, s.waiting))
        yield Clash(s.melee.sea, s.phasing, mine, theirs, begun=True)
    elif s.fight is not None:
        attack = s.fight.attack
        units, hex = [s.unit(id) for id in sorted(s.fight.attackers | attack.ships)], attack.hex
        yield Clash(hex, s.phasing, ids(units), ids(s.defenders(hex)), tuple(sorted(s.fight.origins)), True)
