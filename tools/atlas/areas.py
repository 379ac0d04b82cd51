"""A map of areas from its sheet: land shared out among towns, cut by borders and rivers, and the links that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import shapely
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from tools.atlas import shapes
from tools.atlas.earth import Frame, Line
from tools.atlas.sheet import AreaSheet
from tools.atlas.waters import Net

WOBBLE, WAVE = 2.6, 9.0  # km: how far borders stray that are nobody's, and over what distance
FINE = 0.9  # units: how far an outline may be off when corners are left out
SHARED = 5.0  # km: neighbours share at least so much border
ISLET = 40.0  # km²: smaller pieces of an area are left out
ROOM = 20.0  # km around where counters lie
ALONG = 0.6  # a border of which so much runs beside a river is a river's


@dataclass(frozen=True)
class Areas:
    """A sheet at work."""

    sheet: AreaSheet

    @cached_property
    def frame(self) -> Frame:
        """The plane, shifted so that the sheet's corner is its origin."""
        given, extent = self.sheet.frame, self.sheet.extent
        one, other = given.parallels
        plain = Frame((one, other), given.meridian, given.unit, given.turn)
        middle = (extent.south + extent.north) / 2
        left, top = plain(extent.west, middle)[0], plain(given.meridian, extent.north)[1]
        return Frame((one, other), given.meridian, given.unit, given.turn, (-left, -top))

    @cached_property
    def size(self) -> tuple[int, int]:
        extent, middle = self.sheet.extent, (self.sheet.extent.south + self.sheet.extent.north) / 2
        return (
            round(self.frame(extent.east, middle)[0]),
            round(self.frame(self.sheet.frame.meridian, extent.south)[1]),
        )

    @cached_property
    def paper(self) -> Polygon:
        return box(0, 0, *self.size)

    def km(self, units: float) -> float:
        return units * self.sheet.frame.unit

    def units(self, km: float) -> float:
        return km / self.sheet.frame.unit

    # -- what lies there ---------------------------------------------------------------------------------------
    @cached_property
    def rivers(self) -> dict[str, Line]:
        """Each river's way; where the data lack it, straight from mark to mark."""
        width, height = self.size
        far = self.units(40)
        net = Net.of(self.frame, (-far, -far, width + far, height + far))
        return {
            key: net.way([self.frame(*mark) for mark in river.marks])[0] for key, river in self.sheet.rivers.items()
        }

    @cached_property
    def land(self) -> BaseGeometry:
        return shapes.land(self.frame, self.paper)

    def wall(self, name: str) -> LineString:
        """A border or a river that cuts areas apart."""
        return LineString(self.rivers[name]) if name in self.rivers else shapes.border(self.frame, name)

    # -- sharing out -------------------------------------------------------------------------------------------
    @cached_property
    def towns(self) -> list[tuple[str | None, tuple[float, float]]]:
        """Every town with the area that it draws to itself; none for land beyond."""
        inside = [(id, self.frame(*at)) for id, area in self.sheet.areas.items() for at in area.towns.values()]
        return [*inside, *((None, self.frame(*at)) for at in self.sheet.beyond.values())]

    @cached_property
    def shares(self) -> dict[str, BaseGeometry]:
        """The land of each area, still with every bend."""
        cuts = [self.paper.boundary, self.land.boundary, *map(self.wall, self.sheet.walls)]
        found: dict[str | None, list[BaseGeometry]] = {}
        for piece in shapely.polygonize([shapely.union_all(cuts)]).geoms:
            if not self.land.contains(piece.representative_point()):
                continue
            within = [(id, at) for id, at in self.towns if piece.contains(Point(at))] or [self._nearest(piece)]
            for id, share in self._shared_out(piece, within):
                found.setdefault(id, []).append(share)
        boxes = shapely.union_all([self._box(id) for id in self.sheet.boxes])
        return {id: shapes.polygonal(shapely.union_all(found[id]).difference(boxes)) for id in self.sheet.areas}

    def _nearest(self, piece: BaseGeometry) -> tuple[str | None, tuple[float, float]]:
        middle = piece.representative_point()
        return min(self.towns, key=lambda town: Point(town[1]).distance(middle))

    def _shared_out(
        self, piece: BaseGeometry, towns: list[tuple[str | None, tuple[float, float]]]
    ) -> Iterator[tuple[str | None, BaseGeometry]]:
        """A piece of the paper cut so that every point goes to the nearest town, along lines that stray a little."""
        if len({id for id, _ in towns}) == 1:
            yield towns[0][0], piece
            return
        moved = {self._strayed(at): id for id, at in towns}
        reach = piece.buffer(self.units(60)).envelope
        cells = shapely.voronoi_polygons(MultiPoint(list(moved)), extend_to=reach)
        for cell in sorted(cells.geoms, key=lambda cell: cell.bounds):
            owner = next(id for at, id in moved.items() if cell.covers(Point(at)))
            bent = shapely.transform(shapely.segmentize(cell, self.units(2)), self._straightened)
            share = shapely.make_valid(bent).intersection(piece)
            if not share.is_empty:
                yield owner, share

    def _strayed(self, at: Any) -> tuple[float, float]:
        return shapes.strayed(at, self.units(WOBBLE), self.units(WAVE))

    def _straightened(self, points: Any) -> Any:
        """Where points come from that strayed: the wobble undone, by coming nearer eight times."""
        found = [tuple(point) for point in points]
        start = list(found)
        for _ in range(8):
            strays = [self._strayed(point) for point in found]
            found = [
                (x + sx - wx, y + sy - wy) for (x, y), (sx, sy), (wx, wy) in zip(found, start, strays, strict=True)
            ]
        return type(points)(found) if isinstance(points, list) else _like(points, found)

    # -- outlines ----------------------------------------------------------------------------------------------
    @cached_property
    def outlines(self) -> dict[str, BaseGeometry]:
        """The areas in whole units: neighbours share every corner of their border."""
        lines = shapely.union_all([share.boundary for share in self.shares.values()], grid_size=1)
        arcs = [arc.simplify(FINE) for arc in shapes.parts_of(shapely.line_merge(lines))]
        faces = shapely.polygonize([shapely.union_all(arcs, grid_size=1)])
        found: dict[str, list[BaseGeometry]] = {id: [] for id in self.shares}
        for face in faces.geoms:
            owner = max(self.shares, key=lambda id: self.shares[id].intersection(face).area)
            if self.shares[owner].intersection(face).area > face.area / 2:
                found[owner].append(face)
        whole = {id: shapely.union_all(parts) for id, parts in found.items()}
        return {id: shapely.union_all(parts) for id, parts in self._without_scraps(whole).items()}

    def _without_scraps(self, whole: dict[str, BaseGeometry]) -> dict[str, list[BaseGeometry]]:
        """Scraps go to the neighbour that they lie against; islets in the sea are left out."""
        least = ISLET / self.sheet.frame.unit**2
        parts = {id: sorted(shapes.parts_of(shape), key=lambda part: -part.area) for id, shape in whole.items()}
        kept = {id: [part for n, part in enumerate(all) if n == 0 or part.area > least] for id, all in parts.items()}
        for id, all in parts.items():
            for scrap in all[1:]:
                near = {other: scrap.intersection(whole[other]).length for other in whole if other != id}
                nearest = max(near, key=lambda other: near[other])
                if scrap.area <= least and near[nearest] > 0:
                    kept[nearest].append(scrap)
        return kept

    def _box(self, id: str) -> Polygon:
        given = self.sheet.boxes[id]
        (x, y), (wide, tall) = self.frame(*given.at), given.size
        return box(round(x - wide), round(y - tall), round(x + wide), round(y + tall))

    # -- links -------------------------------------------------------------------------------------------------
    def borders(self) -> Iterator[tuple[str, str, BaseGeometry]]:
        """Every two areas that share enough of a border, with it."""
        for one, other in combinations(self.outlines, 2):
            shared = self.outlines[one].intersection(self.outlines[other])
            if self.km(shared.length) >= SHARED:
                yield one, other, shared

    def links(self) -> Iterator[dict[str, Any]]:
        parted = {frozenset(one.between) for one in self.sheet.parted}
        banks = shapely.union_all([shapes.thick(line, self.units(2.5)) for line in self.rivers.values()])
        for one, other, shared in self.borders():
            if frozenset((one, other)) not in parted:
                river = shared.intersection(banks).length > ALONG * shared.length
                yield {"kind": "border", "between": [one, other], **({"flags": ["river"]} if river else {})}
        for by_hand in self.sheet.joined:
            yield {"kind": by_hand.kind, "between": list(by_hand.between)}
        for kind, pairs in self.sheet.links.items():
            yield from ({"kind": kind, "between": list(pair)} for pair in pairs)
        for id, given in self.sheet.boxes.items():
            for kind, ends in given.links.items():
                yield from ({"kind": kind, "between": [id, end]} for end in ends)

    # -- the map -----------------------------------------------------------------------------------------------
    def data(self) -> dict[str, Any]:
        """The map as its file has it."""
        return {
            "kind": "areas",
            "name": _name(self.sheet.name),
            "areas": {
                **{id: self._area(id) for id in self.sheet.areas},
                **{id: self._boxed(id) for id in self.sheet.boxes},
            },
            "links": list(self.links()),
            "drawn": self._drawn(),
            "provenance": dict(self.sheet.provenance),
            "sources": list(self.sheet.sources),
        }

    def _area(self, id: str) -> dict[str, Any]:
        given, shape = self.sheet.areas[id], self.outlines[id]
        coast = self.on_the_sea(shape) if given.coast is None else given.coast
        flags = [*given.flags, *(["coast"] if coast else [])]
        if given.at:
            x, y = self.frame(*given.at)
        else:
            town = next(iter(given.towns.values()))
            x, y = _roomy(shape, self.frame(*town), self.units(ROOM))
        return {
            "name": _name(given.name),
            **({"flags": flags} if flags else {}),
            **({"values": dict(given.values)} if given.values else {}),
            "at": [round(x), round(y)],
            "outline": shapes.rings(shape),
        }

    def on_the_sea(self, shape: BaseGeometry) -> bool:
        shore = self.land.boundary.intersection(self.paper.buffer(-1))
        return self.km(shape.buffer(2).intersection(shore).length) > SHARED

    def _boxed(self, id: str) -> dict[str, Any]:
        given, shape = self.sheet.boxes[id], self._box(id)
        x, y = shape.centroid.coords[0]
        return {
            "name": _name(given.name),
            "flags": list(given.flags),
            "at": [round(x), round(y)],
            "outline": shapes.rings(shape),
        }

    def _drawn(self) -> dict[str, Any]:
        rivers = (
            {"name": _name(self.sheet.rivers[key].name), "line": shapes.line_text(part.coords)}
            for key, line in self.rivers.items()
            for part in shapes.parts_of(LineString(line).simplify(FINE).intersection(self.paper))
            if part.geom_type == "LineString" and part.length > 3
        )
        return {
            "frame": [0, 0, *self.size],
            "land": shapes.rings(self.land.simplify(FINE)),
            "rivers": list(rivers),
            "labels": [self._label(word) for word in self.sheet.labels],
            "fronts": shapes.fronts(self.frame.line, self.sheet.fronts, self.paper, 1),
        }

    def _label(self, word: Any) -> dict[str, Any]:
        x, y = self.frame(*word.at)
        turn = {"turn": round(word.turn)} if word.turn else {}
        return {"name": _name(word.name), "at": [round(x), round(y)], "kind": word.kind, **turn}


def _roomy(shape: BaseGeometry, town: tuple[float, float], room: float) -> tuple[float, float]:
    """As near to a town as there is room around; where there is nowhere so much, where there is most."""
    greatest = max(shapes.parts_of(shape), key=lambda part: part.area)
    most = shapely.maximum_inscribed_circle(greatest, tolerance=1.0)
    inner = greatest.buffer(-room)
    x, y = (most if inner.is_empty else nearest_points(inner, Point(town))[0]).coords[0]
    return x, y


def _name(name: Any) -> str | dict[str, str]:
    return name if isinstance(name, str) else {"fr": name.fr, "en": name.en}


def _like(points: Any, found: list[tuple[float, float]]) -> Any:
    import numpy

    return numpy.asarray(found, dtype=points.dtype)


def made(sheet: AreaSheet) -> Mapping[str, Any]:
    return Areas(sheet).data()
