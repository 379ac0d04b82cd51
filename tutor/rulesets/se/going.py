"""11, 12.3: where a unit may go at every pace, why not elsewhere, and what remains possible there."""

from __future__ import annotations

from itertools import pairwise

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, places
from tutor.engine.facts import Unit as U
from tutor.engine.going import Going
from tutor.engine.space.kept import by_identity
from tutor.engine.space.paths import Reach
from tutor.rulesets.se.declaration import objections_to_assaulting
from tutor.rulesets.se.ending import objections_to_ending
from tutor.rulesets.se.ground import CLIFF, crossing
from tutor.rulesets.se.paces import (
    PACES,
    TACTICAL,
    UNACTIVATED,
    Pace,
    objections_to_moving,
    objections_to_pace,
    points,
    potential,
)
from tutor.rulesets.se.passing import objections_to_drawing_fire
from tutor.rulesets.se.reaching import reach_of, safer_reach
from tutor.rulesets.se.state import State, Unit
from tutor.rulesets.se.terrain import objections_to_entering, objections_to_meeting


def going(s: State, id: str) -> tuple[Going, ...]:
    """Every pace at which a unit may move, or why it may not; mid-move, what is left of the pace that it took."""
    unit = s.unit(id)
    if s.mover == id and s.pace:
        return (_going(s, unit, PACES[s.pace], ()),)
    found = ((pace, _closed(s, unit, pace)) for pace in PACES.values())
    return tuple(_going(s, unit, pace, closed) for pace, closed in found if not closed or _plain(pace))


def _plain(pace: Pace) -> bool:
    """The pace of which one is told even where it is closed; the faster ones add nothing then."""
    return pace.name in (TACTICAL, UNACTIVATED)


def _closed(s: State, unit: Unit, pace: Pace) -> tuple[Check, ...]:
    """What shuts the pace to the unit altogether."""
    barred = s.law.objections(objections_to_moving(s, unit, pace.step))
    return barred or s.law.objections(objections_to_pace(s, unit, pace.name, pace.step))


def _going(s: State, unit: Unit, pace: Pace, closed: tuple[Check, ...]) -> Going:
    allowance = None if unit.place is None or not unit.fights else points(s, unit, pace)
    reach = None if closed or allowance is None else reach_at(s, unit, pace)
    return Going(
        law=s.law,
        means=pace.means,
        rule=pace.rule,
        unit=unit.id,
        reach=reach,
        no_way=lambda place: objection("11.0", "no-way", unit=U(unit.id), hex=Place(place)),
        allowance=allowance,
        closed=closed,
        ending=lambda place: objections_to_ending(s, unit, place, pace.step),
        barred=lambda place: objections_to_meeting(s, unit, place),
        follows=lambda a, b: follows(s, unit, a, b, pace),
        instead=lambda place: _instead(s, unit, place, pace, reach),
        safer=lambda: safer_at(s, unit, pace) if pace.tactical else None,
        endless=lambda: reach_at(s, unit, pace, True),
        beside=lambda: beside_at(s, unit, pace),
    )


def beside_at(s: State, unit: Unit, pace: Pace) -> Reach[str]:
    """The hexes that it enters by one step: units go hex by hex (11.0), so to name one of them is to take that step."""
    return reach_at(s, unit, pace, False, True)


@by_identity(64)
def reach_at(s: State, unit: Unit, pace: Pace, endless: bool = False, stops: bool = False) -> Reach[str]:
    """How far the unit comes from where it stands, with the points that it has left; or one step, where it stops."""
    full = potential(s, unit, pace).total
    walker = unit.but(kind="infantry") if endless and unit.infantry else unit
    return reach_of(
        s,
        walker,
        points(s, unit, pace).total,
        tactical=pace.tactical,
        whole=full,
        strategic=pace.strategic,
        endless=endless,
        stops=s.map.neighbours(unit.place) if stops else (),
    )


@by_identity(16)
def safer_at(s: State, unit: Unit, pace: Pace) -> Reach[str]:
    """The same without drawing fire."""
    full = potential(s, unit, pace).total
    return safer_reach(s, unit, points(s, unit, pace).total, full, pace.tactical)


def follows(s: State, unit: Unit, a: str, b: str, pace: Pace) -> Checks:
    """What a step brings about: a zone entered, guns taken, fire drawn or a trench that spares it."""
    yield from s.law.held(objections_to_entering(s, unit, a, b, pace.tactical))
    if pace.tactical:
        drawn = s.law.in_force(objections_to_drawing_fire(s, unit, a, b))
        yield from (check._replace(ok=True) for check in drawn)


def _instead(s: State, unit: Unit, place: str, pace: Pace, reach: Reach[str] | None) -> Checks:
    """What remains possible at a hex that a move does not enter: an assault on it, and from where."""
    if reach is None or not pace.tactical or not unit.infantry or not s.foes_at(place, unit.side):
        return
    marched = unit.marched or pace.forced
    able = []
    for hex in (hex for hex in s.map.neighbours(place) if hex in reach):
        over_cliff = unit.over_cliff or any(CLIFF in crossing(s, a, b) for a, b in pairwise(reach.path(hex)))
        there = unit.as_if_at(hex, mp_left=reach.left(hex), marched=marched, over_cliff=over_cliff)
        stays = s.law.allows(objections_to_ending(s, unit, hex, pace.step))
        if stays and s.law.allows(objections_to_assaulting(s, there, place)):
            able.append(hex)
    if able:
        yield held("13.1.1", "assault-instead", unit=U(unit.id), hex=Place(place), hexes=places(able))
