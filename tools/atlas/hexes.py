"""A map of hexes from its sheet: coast, towns, countries, grounds, rivers, ways, and the coast as it is drawn."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any

import shapely
from shapely.affinity import scale as scaled
from shapely.affinity import translate
from shapely.geometry import LineString, Polygon, box
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring
from shapely.prepared import prep

from tools.atlas import shapes
from tools.atlas.courses import CLEARLY, Bed, Course, around, hand, pulled
from tools.atlas.earth import Frame, Line, Point, layer
from tools.atlas.grid import Grid, Side, corner_of, ordered
from tools.atlas.plane import Laid, Pin, Plane
from tools.atlas.relief import Relief
from tools.atlas.sheet import Ground, HexSheet, Town
from tools.atlas.waters import Net
from tools.atlas.ways import cheapest
from tutor import library
from tutor.engine.space.maps import HexMap
from tutor.files.map import Link

TILE = 8  # hexes: the land is looked at in pieces
DRY = 0.12  # a side between two hexes of land of which less is land lies in the water
ROOM = 0.9  # how far a town may be from the middle of a hex that it is given to
WET_SIDE = 0.4  # a side of which so much lies in a lake
ISLAND = 1.6  # in the plane: a larger body of land is no island of one hex
BRIDGE = 6.0  # hexes: so far a way goes round before it crosses a canal
STEP = 1.5  # km: from point to point of a river; a tenth of a hex where hexes are small, or it would not reach the edge
HUNDREDTHS = 100  # in which lines are kept


@dataclass
class Spotted:
    """A town on the grid."""

    key: str
    town: Town
    spot: Point
    hex: str


@dataclass(frozen=True)
class Hexes:
    """A sheet at work."""

    sheet: HexSheet

    # -- the plane ---------------------------------------------------------------------------------------------
    @cached_property
    def grid(self) -> Grid:
        """The hexes of the sheet: without those that it leaves out, one by one or by where they lie."""
        whole = self._whole
        off = [Polygon(self.plane.line([(x, y) for x, y in one])) for one in self.sheet.off]
        beyond = {id for id, centre in whole.centres.items() if any(one.contains(Spot(centre)) for one in off)}
        return Grid(self.sheet.grid, whole.without | beyond)

    @cached_property
    def _whole(self) -> Grid:
        return Grid(self.sheet.grid, frozenset(self.sheet.without))

    @cached_property
    def plane(self) -> Plane | Laid:
        paper = self.sheet.paper
        one, other = paper.parallels
        if paper.unit is None:
            pins = (
                Pin(key, (town.at[0], town.at[1]), self._whole.centre(town.hex))
                for key, town in self.sheet.towns.items()
                if town.hex
            )
            return Plane(Frame((one, other), paper.meridian, 1.0), tuple(pins), paper.reach, paper.stretched)
        plain = Frame((one, other), paper.meridian, paper.unit, paper.turn)
        first = next(iter(self._whole.centres.values()))
        x, y = plain(*paper.at) if paper.at else (0.0, 0.0)
        return Laid(Frame((one, other), paper.meridian, paper.unit, paper.turn, (first[0] - x, first[1] - y)))

    @cached_property
    def _ids(self) -> list[str]:
        """Every id of the rectangle."""
        return list(Grid(self.sheet.grid).cells)

    @cached_property
    def desk(self) -> BaseGeometry:
        """The rectangle around the grid."""
        left, top, right, low = self.grid.paper.bounds
        return box(left - 1, top - 1, right + 1, low + 1)

    def placed(self, place: Iterable[float]) -> Point:
        lon, lat = place
        return self.plane(lon, lat)

    # -- land and water ----------------------------------------------------------------------------------------
    @cached_property
    def land(self) -> BaseGeometry:
        return shapes.filled(self.plane, (ring for _, ring in layer("land")), self.desk)

    @cached_property
    def bodies(self) -> list[BaseGeometry]:
        return sorted(shapes.parts_of(self.land), key=lambda part: (-part.area, part.bounds))

    @cached_property
    def pieces(self) -> dict[str, list[tuple[float, int]]]:
        """Of each hex, how much of which body of land lies in it."""
        tree = shapely.STRtree(self.bodies)
        tiles: dict[tuple[int, int, int], BaseGeometry] = {}
        found: dict[str, list[tuple[float, int]]] = {}
        for id, shape in self.grid.shapes.items():
            found[id] = []
            for n in sorted(int(n) for n in tree.query(shape, predicate="intersects")):
                part = self._tile(tiles, n, self.grid.centres[id]).intersection(shape).area
                found[id].append((part / shape.area, n))
        return found

    def _tile(self, tiles: dict[tuple[int, int, int], BaseGeometry], body: int, at: Point) -> BaseGeometry:
        column, row = int(at[0] // TILE), int(at[1] // TILE)
        if (body, column, row) not in tiles:
            left, top = column * TILE - 1, row * TILE - 1
            tiles[body, column, row] = self.bodies[body].intersection(box(left, top, left + TILE + 2, top + TILE + 2))
        return tiles[body, column, row]

    def share(self, id: str) -> float:
        return min(1.0, sum(part for part, _ in self.pieces[id]))

    @cached_property
    def body(self) -> dict[str, int]:
        """The body of land that a hex belongs to; a town's on an islet belongs to where the town is."""
        found = {id: max(parts)[1] for id, parts in self.pieces.items() if parts}
        for one in self.spotted.values():
            near = [n for n, body in enumerate(self.bodies) if body.distance(Spot(one.spot)) < 0.25]
            if near:
                found[one.hex] = min(near, key=lambda n: self.bodies[n].distance(Spot(one.spot)))
        return found

    @cached_property
    def ashore(self) -> set[str]:
        """The hexes that are land before towns are looked at: half land, or the best that an island has."""
        found = {id for id in self.grid.cells if self.share(id) >= self.sheet.land}
        parts: dict[int, list[tuple[float, str]]] = defaultdict(list)
        for id, pieces in self.pieces.items():
            for part, n in pieces:
                parts[n].append((part, id))
        for n, several in sorted(parts.items()):
            area = self.bodies[n].area / (math.sqrt(3) / 2)
            if area >= self.sheet.island and not any(id in found for _, id in several):
                found |= {max(several)[1]} | {id for part, id in several if part > 0.3}
        return found

    @cached_property
    def dry(self) -> set[str]:
        """The hexes of land: those, and where a town stands."""
        ends = {id for side, _ in self.narrows.values() for id in side}
        return (self.ashore | {one.hex for one in self.spotted.values()} | ends) - self.opened

    @cached_property
    def lakes(self) -> BaseGeometry:
        return shapes.lakes(self.plane, self.desk, self.sheet.lakes)

    @cached_property
    def under_lakes(self) -> set[str]:
        towns = {one.hex for one in self.spotted.values()}
        near = prep(self.lakes)
        return {
            id
            for id, shape in self.grid.shapes.items()
            if id not in towns
            and near.intersects(shape)
            and self.lakes.intersection(shape).area > self.sheet.flooded * shape.area
        }

    # -- towns -------------------------------------------------------------------------------------------------
    @cached_property
    def spotted(self) -> dict[str, Spotted]:
        """Every town in a hex: those with a number where they are printed, those that a hand moved where it put them,
        the others where they fall or next to it."""
        found: dict[str, Spotted] = {}
        taken: set[str] = set()
        for key, town in self.sheet.towns.items():
            if town.hex:
                found[key] = Spotted(key, town, self.placed(town.at), town.hex)
                taken.add(town.hex)
        for one in self.sheet.hand:
            for key, hex in one.towns.items():
                town = self.sheet.towns[key]
                found[key] = Spotted(key, town, self.placed(town.at), hex)
                taken.add(hex)
        for key, town in sorted(self.sheet.towns.items(), key=lambda item: -item[1].rank):
            if key not in found:
                spot = self.placed(town.at)
                hex = self._free(spot, taken)
                if hex is not None:
                    found[key] = Spotted(key, town, spot, hex)
                    taken.add(hex)
        return {key: found[key] for key in self.sheet.towns if key in found}

    def _free(self, spot: Point, taken: set[str]) -> str | None:
        near = sorted(
            (math.dist(spot, centre), id)
            for id, centre in self.grid.centres.items()
            if abs(centre[0] - spot[0]) < 2 and math.dist(spot, centre) <= ROOM
        )
        home = self.grid.at(spot)
        return next((id for _, id in near if id not in taken and (id == home or id in self.ashore)), None)

    @cached_property
    def homeless(self) -> list[str]:
        """Towns of the sheet for which there was no hex."""
        return [key for key in self.sheet.towns if key not in self.spotted]

    # -- sides in the water ------------------------------------------------------------------------------------
    @cached_property
    def channels(self) -> set[Side]:
        """Sides between two hexes of land with the sea between them."""
        found = set()
        for side in self.grid.sides:
            if all(id in self.dry for id in side):
                one, other = (self.body.get(id) for id in side)
                if one != other or self._length(side, self.land) < DRY:
                    found.add(side)
        return found | {side for side, _ in self.narrows.values()}

    @cached_property
    def opened(self) -> set[str]:
        """Hexes that are water whatever the coast says, unless a town needs them."""
        found = {self.grid.at(self.placed(at)) for at in self.sheet.open_water}
        return {id for id in found if id is not None} - {one.hex for one in self.spotted.values()}

    def _length(self, side: Side, shape: BaseGeometry) -> float:
        ends = [self.grid.spots[corner] for corner in self.grid.sides[side]]
        line = LineString(ends)
        return float(shape.intersection(line).length / line.length)

    @cached_property
    def narrows(self) -> dict[str, tuple[Side, str]]:
        """For two shores that face each other the pair of neighbours that stands for them best."""
        found = {}
        for strait in self.sheet.straits:
            (ax, ay), (bx, by) = (self.placed(shore) for shore in strait.between)
            far = math.dist((ax, ay), (bx, by))
            if far < 1:
                mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, (bx - ax) / far / 2, (by - ay) / far / 2
                (ax, ay), (bx, by) = (mx - dx, my - dy), (mx + dx, my + dy)
            near = [
                (
                    math.dist(self.grid.centres[one], (ax, ay)) ** 2
                    + math.dist(self.grid.centres[other], (bx, by)) ** 2,
                    one,
                    other,
                )
                for side in self.grid.sides
                for one, other in (side, side[::-1])
                if math.dist(self.grid.centres[one], (ax, ay)) < 1.6
            ]
            if near:
                _, one, other = min(near)
                name = strait.name if isinstance(strait.name, str) else strait.name.en
                found[name] = ordered(one, other), strait.kind
        return found

    @cached_property
    def lake_sides(self) -> set[Side]:
        if self.lakes.is_empty:
            return set()
        near = prep(self.lakes)
        found = set()
        for side, corners in self.grid.sides.items():
            line = LineString([self.grid.spots[corner] for corner in corners])
            if near.intersects(line) and self.lakes.intersection(line).length >= WET_SIDE * line.length:
                found.add(side)
        flooded = {corner for id in self.under_lakes for corner in map(corner_of, self.grid.corners(id))}
        return {side for side in found if not flooded & {*self.grid.sides[side]}}

    # -- countries and grounds ---------------------------------------------------------------------------------
    @cached_property
    def lands(self) -> dict[str, str]:
        """The country of each hex of land: that of the piece between borders in which most of it lies."""
        cuts = [self.desk.boundary, self.land.boundary, *(self._border(name) for name in self.sheet.borders)]
        marks = [(flag, Spot(self.placed(at))) for flag, several in self.sheet.countries.items() for at in several]
        dry = prep(self.land)
        for flag, mark in marks:
            if not dry.contains(mark):
                raise ValueError(f"{self.sheet.map}: a mark of {flag} lies in the water or off the sheet")
        parts = []
        for piece in shapely.polygonize([shapely.union_all(cuts)]).geoms:
            owners = {flag for flag, mark in marks if piece.contains(mark)}
            if len(owners) > 1:
                raise ValueError(f"{self.sheet.map}: no border between {', '.join(sorted(owners))}")
            if owners:
                parts.append((owners.pop(), piece))
        tree = shapely.STRtree([piece for _, piece in parts])
        found = {}
        for id in self.grid.cells:
            if id in self.dry:
                shape = self.grid.shapes[id]
                near = (parts[n] for n in sorted(int(n) for n in tree.query(shape, predicate="intersects")))
                best = max(((piece.intersection(shape).area, flag) for flag, piece in near), default=(0.0, ""))
                if best[0] > 0:
                    found[id] = best[1]
        for one in self.spotted.values():
            home = [flag for flag, piece in parts if piece.contains(Spot(one.spot))]
            if one.town.country or home:
                found[one.hex] = one.town.country or home[0]
        nameless = sorted(self.dry - set(found)) if found else []
        by_hand = {id: land for one in self.sheet.hand for id, land in one.lands.items()}
        return {**{id: self._nearest_land(id, found) for id in nameless}, **found, **by_hand}

    def _nearest_land(self, id: str, found: Mapping[str, str]) -> str:
        """The country of the nearest hex that has one, for islets on which no mark lies."""
        spot = self.grid.centres[id]
        return found[min(found, key=lambda other: (math.dist(spot, self.grid.centres[other]), other))]

    def _border(self, name: str) -> LineString:
        return LineString(self.plane.line((lon, lat) for lon, lat in shapes.borders()[name]))

    def covered(self, ground: Ground) -> set[str]:
        """The hexes of land that a ground covers."""
        rings = [ring for name, ring in layer("regions") if name in ground.regions]
        parts = [shapes.filled(self.plane, rings, self.desk)] if rings else []
        parts += [shapely.make_valid(Polygon(self.plane.line((x, y) for x, y in one))) for one in ground.polygons]
        parts += [Spot(self.placed((x, y))).buffer(km / self.km) for x, y, km in ground.circles]
        found = {id for id in ground.hexes if id in self.grid.cells}
        if parts:
            whole = shapely.union_all(parts)
            near = prep(whole)
            for id in self.dry:
                shape = self.grid.shapes[id]
                if near.intersects(shape) and whole.intersection(shape).area >= ground.least * shape.area:
                    found.add(id)
        return found & self.dry

    @cached_property
    def km(self) -> float:
        """From hex to hex, on the whole."""
        if isinstance(self.plane, Laid):
            return self.plane.frame.unit
        across, down = self.plane.km
        return math.sqrt(across * down)

    @cached_property
    def _pulls(self) -> dict[Point, Point]:
        """Where each town lies, and where its hex has it."""
        return {one.spot: self.grid.centres[one.hex] for one in self.spotted.values()}

    # -- rivers ------------------------------------------------------------------------------------------------
    @cached_property
    def courses(self) -> dict[str, list[Course]]:
        """Every river along sides: those that take others up first; in pieces, where sheet or land ends."""
        bed = Bed(self.grid, self.dry - self.under_lakes, frozenset(self.channels))
        step = min(STEP, self.km / 10)
        found: dict[str, list[Course]] = {}
        todo = dict(self.sheet.rivers)
        while todo:
            key = next((key for key, river in todo.items() if river.into not in todo), next(iter(todo)))
            river = todo.pop(key)
            points = (self._net_frame.earth(*point) for point in _stepped(self.ways_of_water[key], step))
            line = pulled([self.plane(*point) for point in points], self._pulls)
            runs = self._on_the_sheet(line)
            into = next(iter(found.get(river.into or "", ())[-1:]), None)
            taken = {
                corner
                for other, several in found.items()
                if other != river.into
                for c in several
                for corner in c.corners
            }
            found[key] = []
            for n, run in enumerate(runs):
                last = n == len(runs) - 1 and math.dist(run[-1], line[-1]) < 0.5
                to_sea = last and not river.open and river.into is None
                laid = bed.laid(key, run, into if last else None, to_sea, taken)
                if laid is None and to_sea:  # its mouth is a channel already
                    laid = bed.laid(key, run, None, False, taken)
                if laid is not None:
                    found[key] += _runs_on_land(self._on_its_banks(laid), self.under_lakes)
        return {key: found[key] for key in self.sheet.rivers}

    @cached_property
    def ways_of_water(self) -> dict[str, Line]:
        """Every river as the data have it between its marks, in km."""
        net = Net.of(self._net_frame, self._net_bounds, self.sheet.paper.stray)
        return {
            key: net.way([self._net_frame(*mark) for mark in river.marks])[0]
            for key, river in self.sheet.rivers.items()
        }

    def from_river(self, town: Town, river: str) -> float:
        """How far a town lies from a river, in km."""
        return float(LineString(self.ways_of_water[river]).distance(Spot(self._net_frame(*town.at))))

    @cached_property
    def divided(self) -> dict[str, set[Side]]:
        """By kind the sides between hexes that have a flag and those that have not: a canal."""
        found: dict[str, set[Side]] = defaultdict(set)
        for divide in self.sheet.divides:
            has = {id for id, entry in self.entries.items() if divide.flag in entry.get("flags", ())}
            found[divide.kind] |= {
                side
                for side in self.grid.sides
                if all(id in self.entries for id in side) and (side[0] in has) != (side[1] in has)
            }
        return found

    @cached_property
    def walls(self) -> dict[str, Course]:
        """Lines that are drawn along sides as they are given."""
        bed = Bed(self.grid, self.dry)
        found = {}
        for key, wall in self.sheet.walls.items():
            marks = [(lon, lat) for lon, lat in wall.marks]
            (line,) = self._on_the_sheet(self.plane.line(_stepped(marks, 0.004)))
            course = bed.laid(key, line, None, False)
            assert course is not None, key
            found[key] = course
        return found

    @cached_property
    def _net_frame(self) -> Frame:
        one, other = self.sheet.paper.parallels
        return Frame((one, other), self.sheet.paper.meridian, 1.0)

    @cached_property
    def _net_bounds(self) -> tuple[float, float, float, float]:
        """What the sheet covers in km, with a margin: marks, towns and labels say where it lies."""
        spots = [self._net_frame(*mark) for river in self.sheet.rivers.values() for mark in river.marks]
        xs, ys = [x for x, _ in spots] or [0.0], [y for _, y in spots] or [0.0]
        return min(xs) - 60, min(ys) - 60, max(xs) + 60, max(ys) + 60

    def _on_the_sheet(self, line: Line) -> list[Line]:
        runs: list[Line] = [[]]
        inside = prep(self.grid.paper.buffer(0.05))
        for point in line:
            if inside.contains(Spot(point)):
                runs[-1].append(point)
            elif runs[-1]:
                runs.append([])
        return [run for run in runs if len(run) > 3]

    def _on_its_banks(self, course: Course) -> Course:
        """Where a town came to the wrong bank the river takes the other way round its hex."""
        for one in self.spotted.values():
            if self.on_wrong_bank(one, course):
                turned = around(course, one.hex)
                if turned is not None and not self.on_wrong_bank(one, turned) and self._dry(turned):
                    course = turned
        return course

    def _dry(self, course: Course) -> bool:
        return all(self.dry & {*side} and side not in self.channels for side in course.sides)

    def on_wrong_bank(self, one: Spotted, course: Course) -> bool:
        """Whether the middle of a town's hex lies across the river from the town."""
        if one.hex not in {id for side in course.sides for id in side}:
            return False
        asked = one.town.bank.get(course.key)
        if asked == "both":
            return False
        true, far = hand(course.true, self._moved(one))
        if asked:
            true = 1 if asked == "right" else -1
        elif far < CLEARLY:
            return False
        return hand(course.line, self.grid.centres[one.hex])[0] != true

    def _moved(self, one: Spotted) -> Point:
        """Where a town lies beside a river that was drawn along with it."""
        return self.grid.centres[one.hex]

    # -- ways --------------------------------------------------------------------------------------------------
    def way(self, through: Iterable[Any]) -> list[str]:
        """Hexes over land from place to place, as straight as the water lets them."""
        stops = [self._stop(one) for one in through]
        found: list[str] = [stops[0][0]]
        for (one, start), (other, end) in pairwise(stops):
            found += self._straight(one, other, LineString([start, end]))[1:]
        return [id for n, id in enumerate(found) if n == 0 or id != found[n - 1]]

    def _stop(self, place: Any) -> tuple[str, Point]:
        if isinstance(place, str):
            if place in self.spotted:
                hex = self.spotted[place].hex
            elif place in self.grid.cells:
                hex = place
            else:
                raise ValueError(f"{self.sheet.map}: a way leads to “{place}”, which is no town of the sheet")
            return hex, self.grid.centres[hex]
        spot = self.placed(place)
        hex_ = self.grid.at(spot)
        if hex_ is None:
            raise ValueError(f"{self.sheet.map}: a way leads off the sheet at {place}")
        return hex_, self.grid.centres[hex_]

    def _straight(self, start: str, end: str, line: LineString) -> list[str]:
        bridged = set().union(*self.divided.values())

        def steps(at: str, spent: float) -> Iterator[tuple[str, float]]:
            for to in self.grid.near(at):
                side = ordered(at, to)
                if to in self.dry and to not in self.under_lakes and side not in self.channels:
                    bridge = BRIDGE if side in bridged else 0
                    yield to, spent + 1 + bridge + 0.7 * line.distance(Spot(self.grid.centres[to]))

        way = cheapest(start, end, steps)
        if not way:
            raise ValueError(f"{self.sheet.map}: no way over land from {start} to {end}")
        return way

    # -- the map -----------------------------------------------------------------------------------------------
    @cached_property
    def entries(self) -> dict[str, dict[str, Any]]:
        """Every hex that is not open sea, as the file has it."""
        sheet = self.sheet
        found: dict[str, dict[str, Any]] = {id: {"terrain": sheet.terrain} for id in self.grid.cells if id in self.dry}
        for id in self.under_lakes:
            found[id] = {"terrain": sheet.lake}
        if self.relief is not None:
            for id, terrain in self.relief.grounds().items():
                found[id] = _with(found[id], terrain)
        for ground in sheet.grounds:
            for id in sorted(self.covered(ground) - self.under_lakes):
                if not ground.on or found[id]["terrain"] in ground.on:
                    found[id] = _with(found[id], ground.terrain, flags=ground.flags)
        for id, flag in self.lands.items() if not sheet.country_names else ():
            if id not in self.under_lakes:
                found[id] = _with(found[id], None, flags=[flag])
        for flag, marks in sheet.coasts.items():
            for id in sorted(self._shore_of(marks)):
                found[id] = _with(found[id], None, flags=[flag])
        if sheet.coast:
            for id in sorted(self._on_the_sea()):
                found[id] = _with(found[id], None, flags=[sheet.coast])
        for one in self.spotted.values():
            town = one.town
            found[one.hex] = _with(found[one.hex], town.terrain, _name(town.name), town.flags, town.values, town.level)
        if self.relief is not None:
            for id in found:
                level = self.relief.level(id)
                found[id] = {"terrain": found[id]["terrain"], "level": level, **found[id]}
        for id, entry in self.surveys["hexes"].items():
            found[id] = entry
        for hand_ in sheet.hand:
            for id, given in hand_.hexes.items():
                name = None if given.name is None else _name(given.name)
                found[id] = _with(found.get(id, {"terrain": sheet.sea}), given.terrain, name, given.flags, given.values)
            for id, flags in hand_.without_flags.items():
                found[id]["flags"] = [flag for flag in found[id].get("flags", ()) if flag not in flags]
        return {id: found[id] for id in self.grid.cells if id in found and found[id]["terrain"] != sheet.sea}

    @cached_property
    def relief(self) -> Relief | None:
        return Relief(self.sheet.heights, self.grid, self.placed) if self.sheet.heights else None

    @cached_property
    def surveys(self) -> dict[str, Any]:
        """What the maps say that were made by hand: their hexes, sides and ways."""
        game = self.sheet.map.partition("/")[0]
        found: dict[str, Any] = {"hexes": {}, "sides": defaultdict(set), "roads": []}
        for name in self.sheet.surveyed:
            data = library.map_data(library.find_map(game, name))
            map = HexMap.from_data(data)
            for hex in map:
                own = data.get("hexes", {}).get(hex.id, {})
                found["hexes"][hex.id] = {**data.get("fill", {}), **own}
            for one, other, kinds in map.all_sides():
                for kind in kinds:
                    found["sides"][kind].add(ordered(one, other))
            found["roads"] += data.get("roads", [])
        return found

    @cached_property
    def wet(self) -> set[str]:
        return set(self.grid.cells) - self.dry - self.under_lakes

    def _on_the_sea(self) -> set[str]:
        return {id for id in self.dry for other in self.grid.near(id) if other in self.wet}

    def _shore_of(self, marks: Iterable[Iterable[float]]) -> set[str]:
        """The hexes of land beside the sea in which the marks lie."""
        sea = {id for mark in marks for id in (self.grid.at(self.placed(mark)),) if id in self.wet}
        todo = list(sea)
        while todo:
            for other in self.grid.near(todo.pop()):
                if other in self.wet and other not in sea:
                    sea.add(other)
                    todo.append(other)
        return {id for id in self.dry for other in self.grid.near(id) if other in sea}

    @cached_property
    def sides(self) -> dict[str, list[str]]:
        kinds: dict[str, set[Side]] = defaultdict(set)
        for key, several in self.courses.items():
            for course in several:
                kinds[self.sheet.rivers[key].kind] |= {
                    side for side in course.sides if all(id in self.dry for id in side)
                }
        kinds["sea"] |= {side for side in self.channels if side not in {side for side, _ in self.narrows.values()}}
        for side, kind in self.narrows.values():
            kinds[kind].add(side)
        kinds[self.sheet.lake] |= {side for side in self.lake_sides if all(id in self.dry for id in side)}
        for key, wall in self.sheet.walls.items():
            kinds[wall.kind] |= set(self.walls[key].sides)
        own = set(self.surveys["hexes"])
        for kind in kinds:
            kinds[kind] = {side for side in kinds[kind] if not own.issuperset(side)}
        for kind, sides in self.surveys["sides"].items():
            kinds[kind] |= sides
        for kind, divided in self.divided.items():
            kinds[kind] |= divided
        for one in self.sheet.hand:
            for kind, pairs in one.sides.items():
                kinds[kind] |= {_pair(pair) for pair in pairs}
            for kind, pairs in one.without_sides.items():
                kinds[kind] -= {_pair(pair) for pair in pairs}
        return {kind: ["-".join(side) for side in sorted(sides)] for kind, sides in sorted(kinds.items()) if sides}

    def data(self) -> dict[str, Any]:
        """The map as its file has it."""
        sheet = self.sheet
        grid = sheet.grid.model_dump(by_alias=True, exclude_unset=True)
        roads = [
            {"kind": way.kind, **({"name": _name(way.name)} if way.name else {}), "through": self.way(way.through)}
            for way in sheet.roads
        ]
        roads += self.surveys["roads"]
        fill = {"terrain": sheet.terrain if sheet.bare else sheet.sea}
        own = {id: entry for id, entry in self.entries.items() if entry != fill}
        filled = not set(self.grid.cells) <= own.keys()
        without = sorted({*self._ids}.difference(self.entries if sheet.bare else self.grid.cells))
        return {
            "kind": "hexes",
            "name": _name(sheet.name),
            **({"sheet": sheet.sheet} if sheet.sheet else {}),
            "grid": grid,
            **({"fill": fill} if filled else {}),
            **({"without": without} if without else {}),
            "hexes": own,
            "sides": self.sides,
            **({"roads": roads} if roads else {}),
            **({"places": self._places()} if sheet.places or sheet.seas or sheet.country_names else {}),
            **({"links": [self._link(link) for link in sheet.links]} if sheet.links else {}),
            "drawn": self._drawn(),
            "provenance": dict(sheet.provenance),
            "sources": list(sheet.sources),
        }

    def _link(self, link: Link) -> dict[str, Any]:
        name = {"name": _name(link.name)} if link.name else {}
        return {"kind": link.kind, **name, "between": list(link.between)}

    @cached_property
    def waters(self) -> dict[str, list[str]]:
        """The hexes of every sea area: its dots, then its coasts; a port opens where the sheet says, if it says so."""
        if not self.sheet.seas:
            return {}
        shapes_ = {
            key: shapely.union_all(
                [shapely.make_valid(Polygon(self.plane.line((x, y) for x, y in one))) for one in sea.polygons]
            )
            for key, sea in self.sheet.seas.items()
        }
        dots: dict[str, list[str]] = {key: [] for key in shapes_}
        for id in self.grid.cells:
            if id in self.wet:
                spot = Spot(self.grid.centres[id])
                key = min(shapes_, key=lambda key: (shapes_[key].distance(spot), list(shapes_).index(key)))
                dots[key].append(id)
        opens = {one.hex: one.town.opens for one in self.spotted.values() if one.town.opens}
        found = {}
        for key, several in dots.items():
            beside = {other for id in several for other in self.grid.near(id) if other in self.dry}
            coast = {id for id in beside if key in opens.get(id, [key])} | {id for id in opens if key in opens[id]}
            found[key] = [*several, *(id for id in self.grid.cells if id in coast)]
        return found

    def _places(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, hexes in self.waters.items():
            found[key] = {"name": _name(self.sheet.seas[key].name), "flags": ["sea"], "hexes": hexes}
        for key, name in self.sheet.country_names.items():
            own = [id for id in self.grid.cells if self.lands.get(id) == key and id not in self.under_lakes]
            found[key] = {"name": _name(name), "flags": ["country"], "hexes": own}
        for key, given in self.sheet.places.items():
            flagged = [id for id, entry in self.entries.items() if given.flag and given.flag in entry.get("flags", ())]
            flags = {"flags": given.flags} if given.flags else {}
            towns = [self.spotted[town].hex for town in given.towns]
            found[key] = {"name": _name(given.name), "hexes": [*given.hexes, *towns, *flagged], **flags}
        return found

    # -- what is drawn -----------------------------------------------------------------------------------------
    def _drawn(self) -> dict[str, Any]:
        scale = HUNDREDTHS
        rivers = [
            {
                "name": _name(self.sheet.rivers[key].name),
                "line": shapes.line_text((x * scale, y * scale) for x, y in one.line),
            }
            for key, several in self.courses.items()
            for one in several
        ]
        coast = {"land": shapes.rings(scaled(self.shown, scale, scale, origin=(0, 0)))} if self.wet else {}
        fronts = shapes.fronts(self._front, self.sheet.fronts, self.grid.paper, scale)
        return {
            **coast,
            **({"rivers": rivers} if rivers else {}),
            "labels": [self._label(word) for word in self.sheet.labels],
            **({"fronts": fronts} if fronts else {}),
        }

    def _front(self, line: Iterable[Point]) -> Line:
        """A front moves with the towns beside it, each of which stands in the middle of its hex."""
        return pulled(list(_stepped(self.plane.line(line), 0.5)), self._pulls)

    @cached_property
    def shown(self) -> BaseGeometry:
        """The coast as a person knows it, cut so that it says what the rules say."""
        dry = {id for id, entry in self.entries.items()}
        hexes = shapely.union_all([self.grid.shapes[id].buffer(0.004) for id in sorted(dry)])
        land = shapely.union_all([self.land, *self._beyond()]).intersection(hexes)
        channels = {_pair(pair) for kind in ("sea", "strait") for pair in self.sides.get(kind, ())}
        towns = {one.hex for one in self.spotted.values()}
        more, less = [], []
        for id in sorted(dry):
            if self.share(id) < 0.42 or (id in towns and not land.contains(Spot(self.grid.centres[id]))):
                more.append(self._islet(id))
        for side in sorted(self.grid.sides):
            one, other = side
            if one in dry and other in dry:
                line = LineString([self.grid.spots[corner] for corner in self.grid.sides[side]])
                if side in channels:
                    less.append(line.buffer(0.085, cap_style="flat"))
                elif min(self.share(one), self.share(other)) < 0.9 and land.intersection(line).length < 0.2:
                    more.append(LineString([self.grid.centres[one], self.grid.centres[other]]).buffer(0.14))
        whole = shapely.union_all([land, *more])
        if less:
            whole = whole.difference(shapely.union_all(less))
        smooth = whole.buffer(-0.035).buffer(0.07).buffer(-0.035).simplify(0.016)
        return shapely.union_all([part for part in shapes.parts_of(smooth) if part.area > 0.01])

    def _islet(self, id: str) -> BaseGeometry:
        """Land to stand on in a hex that has little: an island's own shape, larger and in the middle, or a spit."""
        middle = Spot(self.grid.centres[id])
        own = self.land.intersection(self.grid.shapes[id])
        if own.area < 0.005 or self.bodies[self.body[id]].area > ISLAND:
            return middle.buffer(0.34)
        more = min(4.0, math.sqrt(0.4 / own.area))
        large = scaled(own, more, more, origin=own.centroid)
        there = translate(large, middle.x - own.centroid.x, middle.y - own.centroid.y)
        return there.intersection(middle.buffer(0.46)).union(middle.buffer(0.19))

    def _beyond(self) -> list[BaseGeometry]:
        """Hexes that a hand has made land."""
        return [self.grid.shapes[id] for id in self.entries if id not in self.dry]

    def _label(self, word: Any) -> dict[str, Any]:
        x, y = self.placed(word.at)
        turn = {"turn": round(word.turn)} if word.turn else {}
        at = [round(x * HUNDREDTHS), round(y * HUNDREDTHS)]
        return {"name": _name(word.name), "at": at, "kind": word.kind, **turn}


def _with(
    entry: Mapping[str, Any],
    terrain: str | None,
    name: Any = None,
    flags: Iterable[str] = (),
    values: Mapping[str, int] | None = None,
    level: int | None = None,
) -> dict[str, Any]:
    """A hex with more said of it."""
    more = [flag for flag in flags if flag not in entry.get("flags", ())]
    return {
        "terrain": terrain or entry["terrain"],
        **({"level": level} if level is not None else {"level": entry["level"]} if "level" in entry else {}),
        **({"name": name} if name else {"name": entry["name"]} if "name" in entry else {}),
        **({"flags": [*entry.get("flags", ()), *more]} if more or entry.get("flags") else {}),
        **({"values": {**entry.get("values", {}), **(values or {})}} if values or entry.get("values") else {}),
    }


def _runs_on_land(course: Course, lakes: Set[str]) -> list[Course]:
    """A river in pieces: where a lake's hex lies on one hand, the lake itself is the river."""
    pieces = [(wet, [*run]) for wet, run in groupby(course.sides, lambda side: bool(lakes & {*side}))]
    if not any(wet for wet, _ in pieces):
        return [course]
    true = LineString(course.true)
    found, first = [], 0
    for wet, sides in pieces:
        last = first + len(sides)
        corners = course.corners[first : last + 1]
        if not wet:
            ends = (true.project(Spot(course.grid.spots[corner])) for corner in (corners[0], corners[-1]))
            line = [(x, y) for x, y in substring(true, *ends).coords]
            found.append(replace(course, corners=corners, sides=tuple(sides), true=line))
        first = last
    return found


def _pair(text: str) -> Side:
    one, _, other = text.partition("-")
    return ordered(one, other)


def _name(name: Any) -> str | dict[str, str]:
    return name if isinstance(name, str) else {"fr": name.fr, "en": name.en}


def _stepped(line: Line, step: float) -> Iterator[Point]:
    """Points at even steps along a line, both ends included."""
    whole = LineString(line)
    count = max(2, math.ceil(whole.length / step))
    for n in range(count + 1):
        point = whole.interpolate(n / count, normalized=True)
        yield point.x, point.y


def made(sheet: HexSheet) -> Mapping[str, Any]:
    return Hexes(sheet).data()
