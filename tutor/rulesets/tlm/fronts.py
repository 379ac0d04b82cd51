"""How a ready player sees the front: what an area is worth, what threatens it, what an attack or a march would bring.

Nothing here is a rule. Forces are weighed by the hits that they score in a round and by what they can lose, an area
also by whose supply hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tutor.engine.space.kept import by_identity
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import entrenched
from tutor.rulesets.tlm.coming import FOOT, RAIL, RESERVES, SHIP, STRATEGIC
from tutor.rulesets.tlm.eastern import east_pays, eastern_dice, eastern_points
from tutor.rulesets.tlm.going import transports
from tutor.rulesets.tlm.lifelines import fed_to_the_last, freed, hanging, kept, supplied, way_home
from tutor.rulesets.tlm.movement import objections_to_walking
from tutor.rulesets.tlm.offensives import OFFENSIVE
from tutor.rulesets.tlm.sources import ENGLAND, is_source
from tutor.rulesets.tlm.state import AGENDA, Piece, State, foe

F1, F2, F3 = 1 / 6, 1 / 3, 1 / 2
_ATTACK = {
    "infantry": F1, "stosstruppen": F2, "commonwealth": F2, "artillery": 2 * F1, "siege-gun": 2 * F3, "tank": F2,
    "biplane": F1,
}  # fmt: skip
_DEFENCE = {
    "infantry": F1, "stosstruppen": F2, "commonwealth": F2, "artillery": F1, "cavalry": F1, "tank": F1, "biplane": F1,
}  # fmt: skip
HOLDS_NOTHING = ("artillery", "siege-gun", "biplane", "paris-gun")  # alone they keep no area, and are lost with it
PER_POINT, FOR_A_SOURCE, FOR_ANY = 2.0, 2.0, 1.0
PER_LIFELINE, MOST_LIFELINES = 0.4, 6.0  # for every piece that lives by an area, and for all of them at most
HUNGRY, HOMEWARD = 3.0, 1.5  # what it is worth to come back into supply, and a step nearer to it
BEHIND_THEM = 0.6  # for every piece whose line the enemy could cut by walking in
BEHIND = 0.5  # of what stands two areas off, where nobody is between
MOST_EAST = 1  # points that a player leaves an army in the east for
RIDERS, RIDES_TO = 6, 4  # how many of the rear, and how many areas in danger, are looked at for rail and reserves
LEAST = {RAIL: 0.5, STRATEGIC: 0.5, RESERVES: 0.75}  # what a ride must bring; a card is dearer than a train
LEFT_OPEN = 1.6  # what one leaves is dearer than what one hopes for


@dataclass(frozen=True)
class Force:
    """The hits that a force scores in a round on the average, and how many it can take."""

    hits: float = 0.0
    mass: float = 0.0

    def __add__(self, other: Force) -> Force:
        return Force(self.hits + other.hits, self.mass + other.mass)

    @property
    def power(self) -> float:
        return self.hits * self.mass

    def share(self, part: float) -> Force:
        return Force(self.hits * part, self.mass * part)

    def against(self, other: Force) -> float:
        """Its share of the power of both."""
        both = self.power + other.power
        return self.power / both if both else 0.0


NOBODY = Force()


@dataclass(frozen=True)
class Attack:
    """An attack on an area: with what, and what it promises."""

    area: str
    units: tuple[str, ...]
    value: float


@dataclass(frozen=True)
class March:
    """A unit that changes places within one's own ground, and what that is worth."""

    unit: str
    place: str
    value: float
    means: str = FOOT


@by_identity(8, AGENDA)
def front_of(view: State, side: str) -> Front:
    """How a side weighs the position: once for all that it is asked there."""
    return Front(view, side)


class Front:
    """The position as a side weighs it."""

    def __init__(self, view: State, side: str) -> None:
        self.view, self.side, self.foe = view, side, foe(side)
        self._worth: dict[str, float] = {}  # asked for again and again

    # -- forces ------------------------------------------------------------------------------------------------------
    @cached_property
    def _forces(self) -> dict[tuple[str, str, str], Force]:
        """By area, side and kind of fire (`attack`, `defence`) what stands there."""
        found: dict[tuple[str, str, str], Force] = {}
        for piece in self.view.pieces:
            if piece.place is not None and piece.kind != "army":
                for how in ("attack", "defence"):
                    key = piece.place, piece.side, how
                    found[key] = found.get(key, NOBODY) + self._force(piece, how)
        return found

    def _force(self, piece: Piece, how: str) -> Force:
        if piece.kind == "fort":
            return NOBODY if how == "attack" else Force(piece.value * F2, piece.value)
        hits = (_ATTACK if how == "attack" else _DEFENCE).get(piece.kind, 0.0)
        if how == "defence" and piece.kind == "infantry" and entrenched(self.view, piece):
            hits = F2
        return Force(hits, 0.0 if how == "defence" and piece.kind in HOLDS_NOTHING else 1.0)

    def of_unit(self, unit: str, how: str) -> Force:
        """A unit with all that it holds."""
        pieces = (p for p in (self.view.pieces[unit], *self.view.inside(unit)) if p.kind != "army")
        return sum((self._force(piece, how) for piece in pieces), NOBODY)

    def force(self, area: str, side: str, how: str) -> Force:
        return self._forces.get((area, side, how), NOBODY)

    # -- areas -------------------------------------------------------------------------------------------------------
    def near(self, area: str) -> tuple[str, ...]:
        """The areas to which one walks from here."""
        return areas.overland(self.view.map)[area]

    def worth(self, area: str) -> float:
        """Its points, its source, and the pieces that would lose their supply with it, or have it again."""
        if (known := self._worth.get(area)) is None:
            known = self._worth[area] = self._worth_of(area)
        return known

    def _worth_of(self, area: str) -> float:
        points = self.view.map.area(area).values.get("vp", 0)
        source = any(is_source(self.view, area, side) for side in (self.side, self.foe))
        return FOR_ANY + PER_POINT * points + FOR_A_SOURCE * source + min(self._lifelines(area), MOST_LIFELINES)

    def _lifelines(self, area: str) -> float:
        view, side = self.view, self.side
        ours = max(hanging(view, side, area), kept(view, side, area)) + 2 * freed(view, side, area)
        return PER_LIFELINE * (ours + hanging(view, self.foe, area))

    @cached_property
    def _states(self) -> dict[str, str]:
        return {area: areas.area_state(self.view, area, self.side) for area in self.view.map.places}

    def state(self, area: str) -> str:
        return self._states[area]

    @cached_property
    def ours(self) -> tuple[str, ...]:
        """What may be lost: friendly areas and disputed ones, England and the east apart."""
        kept = (areas.FRIENDLY, areas.DISPUTED)
        there = (area for area in self.view.map if areas.EAST not in area.flags and area.id != ENGLAND)
        return tuple(area.id for area in there if self.state(area.id) in kept)

    @cached_property
    def _threats(self) -> dict[str, Force]:
        return {area: self._threatens(area) for area in self.ours}

    def _threatens(self, area: str) -> Force:
        """Who is in the area, or beside it; half as much who comes there over ground that nobody holds."""
        near = [other for other in self.near(area) if self.state(other) != areas.DISPUTED]
        first = [other for other in near if self.state(other) == areas.ENEMY]
        open_ = [other for other in near if not self.force(other, self.side, "defence").mass]
        second = {far for other in open_ for far in self.near(other) if self.state(far) == areas.ENEMY}
        coming = self._sum(second - {*first}).share(BEHIND)
        return self._sum(first) + self.force(area, self.foe, "attack") + coming

    def _sum(self, places: Iterable[str]) -> Force:
        return sum((self.force(place, self.foe, "attack") for place in sorted(places)), NOBODY)

    def threat(self, area: str) -> Force:
        """What the enemy could throw at one of our areas next."""
        return self._threats.get(area, NOBODY)

    def risk(self, area: str, defence: Force) -> float:
        """What is at stake in an area that is defended so; whoever has no fire may still walk in where nobody is."""
        threat = self.threat(area)
        if threat.power:
            return self.worth(area) * threat.against(defence)
        return self.worth(area) if threat.mass and not defence.mass else 0.0

    def in_danger(self, area: str) -> bool:
        """Whether more is at stake in an area than an area alone is worth."""
        return self.risk(area, self.force(area, self.side, "defence")) > FOR_ANY

    @cached_property
    def _far(self) -> dict[str, int]:
        """How many areas lie between each area and the enemy."""
        edge = [a for a in self.ours if self.state(a) == areas.DISPUTED]
        edge += [a for a in self.ours if any(self.state(b) == areas.ENEMY for b in self.near(a))]
        far, todo = dict.fromkeys(edge, 0), list(edge)
        for area in todo:
            for other in self.near(area):
                if other not in far and other in self.ours:
                    far[other] = far[area] + 1
                    todo.append(other)
        return far

    def far(self, area: str) -> int:
        return self._far.get(area, 99)

    # -- units -------------------------------------------------------------------------------------------------------
    @cached_property
    def units(self) -> tuple[Piece, ...]:
        """The units that may march by themselves: armies that hold something, and single units."""
        loose = (p for p in self.view.pieces.of(self.side) if p.on_map and p.army is None and p.kind != "fort")
        return tuple(p for p in loose if p.kind != "army" or self.view.inside(p.id))

    def may_walk(self, view: State, unit: str, place: str) -> bool:
        return view.law.allows(objections_to_walking(view, unit, place))

    # -- attacking ---------------------------------------------------------------------------------------------------
    @cached_property
    def attacks(self) -> tuple[Attack, ...]:
        """Every attack that an Offensive would allow, the best first."""
        view = self.view if self.view.offensive else self.view.but(offensive=OFFENSIVE, rank=OFFENSIVE)
        found = [self._attack(view, area) for area in self.view.map.places if self._attackable(area)]
        return tuple(sorted((one for one in found if one is not None), key=lambda one: (-one.value, one.area)))

    def _attackable(self, area: str) -> bool:
        return self.state(area) in (areas.ENEMY, areas.DISPUTED)

    def _attack(self, view: State, area: str) -> Attack | None:
        """The strongest force that can be brought to bear on an area at once."""
        room = areas.STACKING_LIMIT - int(areas.stacking(view, area, self.side).total)
        there = set(self.near(area))
        able = [piece.id for piece in self.units if piece.place in there and self._fights(piece)]
        able = [unit for unit in able if self.may_walk(view, unit, area)]
        able.sort(key=lambda unit: (-self.of_unit(unit, "attack").power, unit))
        used: list[str] = []
        ours = self.force(area, self.side, "attack")
        theirs = self.force(area, self.foe, "defence")
        for unit in able[: max(room, 0)]:
            if used and ours.against(theirs) > 0.8:
                break
            ours, used = ours + self.of_unit(unit, "attack"), [*used, unit]
        if not used and (self.state(area) == areas.ENEMY or not ours.power):
            return None
        cost = LEFT_OPEN * self._laid_open(used) + self._cut_off(area, used)
        return Attack(area, tuple(used), self._promise(area, ours, theirs) - cost)

    def _fights(self, piece: Piece) -> bool:
        return piece.kind in ("army", "infantry", "stosstruppen", "commonwealth", "cavalry")

    def _promise(self, area: str, ours: Force, theirs: Force) -> float:
        """The area, as likely as it falls, and the balance of losses."""
        chance = ours.against(theirs) if theirs.mass else 1.0
        return self.worth(area) * max(0.0, 2 * chance - 0.8) + min(ours.hits, theirs.mass) - min(theirs.hits, ours.mass)

    def _laid_open(self, units: list[str]) -> float:
        """What is at stake where these units leave, beyond what it was."""
        left: dict[str, Force] = {}
        for unit in units:
            at = str(self.view.pieces[unit].place)
            gone = self.of_unit(unit, "defence")
            rest = left.get(at, self.force(at, self.side, "defence"))
            left[at] = Force(max(rest.hits - gone.hits, 0.0), max(rest.mass - gone.mass, 0.0))
        return sum(
            self.risk(at, rest) - self.risk(at, self.force(at, self.side, "defence")) for at, rest in left.items()
        )

    def _cut_off(self, area: str, units: list[str]) -> float:
        """What is lost when units have gone to an area and the enemy walks in behind them wherever he may."""
        return BEHIND_THEM * max(0, -fed_to_the_last(self.view, self.side, units, area))

    # -- marching ----------------------------------------------------------------------------------------------------
    def marches(self) -> Iterator[March]:
        """What units would gain by standing elsewhere on their own ground, the best first, each a legal walk."""
        found = [
            March(piece.id, place, value)
            for piece in self.units
            if self._free(piece)
            for place in self.near(str(piece.place))
            if place in self.ours and (value := self._gain(piece, place)) > 0.0
        ]
        found.sort(key=lambda one: (-one.value, one.unit, one.place))
        return (one for one in found if self.may_walk(self.view, one.unit, one.place))

    def _gain(self, piece: Piece, place: str) -> float:
        """What is less at stake when a unit stands there; in the rear, a step towards the front."""
        here, mine = str(piece.place), self.of_unit(piece.id, "defence")
        before, after = self.force(here, self.side, "defence"), self.force(place, self.side, "defence")
        left = Force(before.hits - mine.hits, before.mass - mine.mass)
        gain = (
            self.risk(here, before) - self.risk(here, left) + self.risk(place, after) - self.risk(place, after + mine)
        )
        gain += self._homeward(here, place)
        if abs(gain) < 0.2 and not self.threat(here).power and self.far(place) < self.far(here):
            return 0.1
        return gain - 0.2

    def _homeward(self, here: str, place: str) -> float:
        """What a unit gains that comes back into supply, or nearer to it; what it loses that leaves it."""
        fed = supplied(self.view, self.side)
        if (here in fed) != (place in fed):
            return HUNGRY if place in fed else -HUNGRY
        if here in fed:
            return 0.0
        home = way_home(self.view, self.side)
        return HOMEWARD if home.get(place, 99) < home.get(here, 99) else 0.0

    def sailings(self) -> Iterator[March]:
        """Units in England that a ship would take over, the strongest first, to the port nearest the enemy."""
        waiting = [piece for piece in self.units if piece.place == ENGLAND]
        for piece in sorted(waiting, key=lambda p: (-self.of_unit(p.id, "attack").mass, p.id)):
            ports = [p for way in transports(self.view, piece.id) if way.means == "ship" for p in way.places]
            for port in sorted((p for p in ports if p != ENGLAND), key=lambda p: (self.far(p), p)):
                yield March(piece.id, port, 1.0, SHIP)

    def rides(self) -> Iterator[March]:
        """Units of the rear that a train or the reserves would bring to where most is at stake, the best first."""
        quiet = [p for p in self.units if self._free(p) and not self.threat(str(p.place)).power]
        strongest = sorted(quiet, key=lambda p: (-self.of_unit(p.id, "defence").power, p.id))[:RIDERS]
        at_stake = {area: self.risk(area, self.force(area, self.side, "defence")) for area in self.ours}
        dearest = sorted((area for area in self.ours if at_stake[area]), key=lambda a: (-at_stake[a], a))[:RIDES_TO]
        found = [
            March(piece.id, area, value, way.means)
            for piece in strongest
            for way in transports(self.view, piece.id)
            for area in dearest
            if way.means in LEAST and area in way.places and (value := self._gain(piece, area)) >= LEAST[way.means]
        ]
        return iter(sorted(found, key=lambda one: (-one.value, one.unit, one.place, list(LEAST).index(one.means))))

    # -- the east ------------------------------------------------------------------------------------------------------
    def _in_the_east(self, area: str) -> bool:
        return areas.EAST in self.view.map.area(area).flags

    def _free(self, piece: Piece) -> bool:
        """Whether a unit may be called to the front: not over the sea, nor in the east as long as that pays."""
        return piece.place != ENGLAND and not (self._in_the_east(str(piece.place)) and east_pays(self.view))

    def eastward(self) -> Iterator[March]:
        """Units that the German would send to the EFT Box as long as it pays: points against what he lays open."""
        if not east_pays(self.view):
            return
        for piece in self.units:
            for box in self.near(str(piece.place)):
                worth_it = self._in_the_east(box) and (value := self._east(piece, box)) > 0.0
                if worth_it and self.may_walk(self.view, piece.id, box):
                    yield March(piece.id, box, value)

    def _east(self, piece: Piece, box: str) -> float:
        gone = [one.but(place=box) for one in (piece, *self.view.inside(piece.id))]
        there: State = self.view.put(*gone)
        then, now = (min(int(eastern_points(state).total), MOST_EAST) for state in (there, self.view))
        dice = int(eastern_dice(there).total) - int(eastern_dice(self.view).total)
        return PER_POINT * (then - now) - F1 * dice - LEFT_OPEN * self._laid_open([piece.id])
