"""11.2, 11.6: supply lines traced on the map, for all units of a kind at once and for one with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple

from tutor.engine.check import Check, Checks, objection
from tutor.engine.facts import Number, Place, units
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.space.bits import Bits, Part, alike, bits_of, parted
from tutor.engine.space.kept import Alike, by_parts
from tutor.engine.space.maps import HexMap
from tutor.engine.space.masks import ENDLESS, Lay, Steps, Waves, spread
from tutor.engine.space.paths import Costs, Reach, compile_costs, reach
from tutor.rulesets.gwie.control import controller, land_of, settlement
from tutor.rulesets.gwie.fronts import NEAR_EAST, front_of
from tutor.rulesets.gwie.ground import ALPINE, SEA, closed_side
from tutor.rulesets.gwie.kut import besieged
from tutor.rulesets.gwie.nations import same_nation
from tutor.rulesets.gwie.presence import held, presence
from tutor.rulesets.gwie.sources import PORT_RANGE, channel_sources, port_sources, primary
from tutor.rulesets.gwie.state import ALLIES, CP, State, Unit, foe
from tutor.rulesets.gwie.weather import HOT, weather_of

RANGE, HQ_RANGE = 4, 6
NORTH_OF = "13"
GAZA, BEERSHEBA = "N2913", "N2711"
SINAI_TOWNS = ("N4011", "N3611", "N3311", "N3112")


# -- what blocks a line (11.6) ---------------------------------------------------------------------------------
def objections_to_tracing(s: State, side: str, mountain: bool, a: str, b: str) -> Checks:
    """May a line of this side run between these two hexes? `b` is the one nearer to the unit."""
    yield from objections_on_the_ground(s, mountain, a, b)
    yield from objections_to_enemies(s, side, b)


def objections_to_enemies(s: State, side: str, hex: str) -> Checks:
    """May a line of this side run into a hex, wherever it comes from?"""
    foes = [u for u in s.at(hex, foe(side)) if not u.flies]
    if foes:
        yield objection("11.6", "line-through-enemy", hex=Place(hex), foes=units(foes))


def objections_on_the_ground(s: State, mountain: bool, a: str, b: str) -> Checks:
    facts = {"hex": Place(b), "origin": Place(a)}
    if s.map.hex(b).terrain == SEA or closed_side(s, a, b):
        yield objection("11.6", "line-over-sea", **facts)
    if s.map.hex(b).terrain == ALPINE and not mountain:
        yield objection("11.6", "line-over-alps", **facts)
    yield from _hot_desert(s, a, b)


def _hot_desert(s: State, a: str, b: str) -> Checks:
    """Hot weather closes the desert of the Near East to lines, as far as so read (12.2)."""
    dry = [hex for hex in (a, b) if s.map.hex(hex).terrain == "desert" and front_of(s, hex) in NEAR_EAST]
    if dry and weather_of(s, front_of(s, dry[0])) == HOT and s.law.reads("hot-weather-supply", "no-trace"):
        reading = s.law.read("hot-weather-supply")
        yield objection("12.2d", "line-through-hot-desert", hex=Place(dry[0]), reading=reading)


# -- secondary sources (11.22, 11.53) --------------------------------------------------------------------------
def objections_to_town(s: State, side: str, hex: str) -> Checks:
    """What keeps a town or city of a side from being a secondary source."""
    if controller(s, hex) != side:
        yield objection("11.22", "town-not-ours", hex=Place(hex))
    if hex in s.devastated:
        yield objection("14.63", "town-devastated", hex=Place(hex))
    if side == ALLIES and front_of(s, hex) == "egyptian" and hex[3:5] > NORTH_OF:
        gates = [gate for gate in (GAZA, BEERSHEBA) if gate in s.map and controller(s, gate) == ALLIES]
        if not gates:
            yield objection("11.22", "north-of-gaza", hex=Place(hex))


def pipeline_reaches(s: State, hex: str) -> bool:
    """Whether the Sinai Pipeline has come as far as this town (11.53)."""
    if hex not in SINAI_TOWNS:
        return True
    return s.pipeline in SINAI_TOWNS and SINAI_TOWNS.index(s.pipeline) >= SINAI_TOWNS.index(hex)


@lru_cache(maxsize=64)
def _settlements(map: HexMap, law: Law, home: str, front: str) -> tuple[Part, ...]:
    """The towns and cities of a Front, parted by what 11.22 asks of their row; `home` is that of hexes without one."""
    bare, found = State(law, map=map, pieces=Pieces(), front=home), dict[Hashable, list[str]]()
    for hex in map.places:
        if settlement(bare, hex) and front_of(bare, hex) == front:
            found.setdefault((hex[3:5] > NORTH_OF, hex if hex in SINAI_TOWNS else ""), []).append(hex)
    return tuple((kind, bits_of(map).set(hexes)) for kind, hexes in found.items())


def towns(s: State, side: str, front: str, at: str = "") -> int:
    """The towns and cities that extend the lines of a side; without the Pipeline only those who stand in one."""
    bits = bits_of(s.map)
    sets = held(s, side), bits.set(hex for hex in s.devastated if hex in s.map)

    def extends(hex: str) -> bool:
        joined = side == CP or hex == at or pipeline_reaches(s, hex)
        return joined and s.law.first_objection(objections_to_town(s, side, hex)) is None

    return bits.where(extends, alike(_settlements(s.map, s.law, s.front, front), sets), {})


# -- the network of a kind of unit -----------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Network:
    """Where units like one would be supplied, on one Front: spread outward from the sources."""

    s: State
    unit: Unit
    front: str

    @cached_property
    def primary(self) -> Mapping[str, str]:
        return primary(self.s, self.unit, self.front)

    @cached_property
    def ports(self) -> Mapping[str, str]:
        return port_sources(self.s, self.unit, self.front)

    @property
    def bits(self) -> Bits:
        return bits_of(self.s.map)

    @cached_property
    def _costs(self) -> Costs[str]:
        s, mountain = self.s, self.unit.kind == "mountain"
        return line_costs(s.map, s.law, s.front, s.weather, mountain)

    @cached_property
    def _steps(self) -> Steps:
        """The steps that a line may take: what the ground lets pass, but into no hex of the enemy."""
        s, side = self.s, self.unit.side
        foes = presence(s, foe(side)).blocking
        parts = parted(self.bits.all, (foes,))
        free = self.bits.where(lambda hex: s.law.allows(objections_to_enemies(s, side, hex)), parts, {})
        assert self._costs.ground is not None
        return self._costs.ground.steps.into(free)

    def spread(self, sources: Iterable[str] | int, limit: Number = ENDLESS) -> Waves:
        """The hexes to which lines run from these sources."""
        starts = sources if isinstance(sources, int) else self.bits.set(sources)
        return spread(starts, self._steps, limit, stops=self.brims)

    def outward(self, hex: str) -> Reach[str]:
        """The hexes to which a line would run from a hex, and what closes every other way."""
        s, side, mountain = self.s, self.unit.side, self.unit.kind == "mountain"
        return reach(
            self._costs,
            hex,
            opened=self._steps,
            price_now=lambda a, b, left: _line_step(s, side, mountain, a, b),
            stops=self.bits.among(self.brims),
        )

    @cached_property
    def brims(self) -> int:
        """Alpine hexes of Austria-Hungary, into which Italian lines run but not through (11.6)."""
        if self.unit.nation != "IT" or self.unit.kind != "mountain":
            return 0
        alpine = (hex for hex in self.s.map.places if self.s.map.hex(hex).terrain == ALPINE)
        return self.bits.set(hex for hex in alpine if land_of(self.s, hex) == "austria-hungary")

    @cached_property
    def whole(self) -> Waves:
        """Everything that is joined to a primary source, however far."""
        return self.spread(self.primary)

    @cached_property
    def channel(self) -> Waves:
        """The same for Calais and Dunkirk, for the British."""
        return self.spread(channel_sources(self.s, self.unit, self.front))

    @property
    def joined(self) -> int:
        return self.whole.places | self.channel.places

    @cached_property
    def fed(self) -> int:
        """The towns and cities joined to a primary source."""
        return towns(self.s, self.unit.side, self.front) & self.joined

    @property
    def ends(self) -> tuple[str, ...]:
        """Everything at which a line may end."""
        return tuple(sorted({*self.primary, *self.ports, *self.bits.places(self.fed)}))

    @cached_property
    def direct(self) -> Waves:
        return self.spread(self.primary, RANGE)

    @cached_property
    def by_port(self) -> Waves:
        return self.spread(self.ports, PORT_RANGE)

    @cached_property
    def by_town(self) -> Waves:
        return self.spread(self.fed, RANGE)

    @cached_property
    def hq_direct(self) -> Waves:
        return self.whole if self.hq_range is None else self.spread(self.primary, self.hq_range)

    @cached_property
    def hq_by_town(self) -> Waves:
        return self.spread(self.fed, HQ_RANGE) if self.front in NEAR_EAST else self.by_town

    @property
    def hq_range(self) -> int | None:
        """How far an HQ traces to a primary source; none: any length (11.21)."""
        if self.front in NEAR_EAST:
            return HQ_RANGE
        misprint = self.front == "eastern" and self.s.law.reads("hq-supply-range", "eastern-six")
        return HQ_RANGE if misprint else None

    @cached_property
    def hqs(self) -> tuple[Unit, ...]:
        """The HQs of its nation that feed those beside them, each after whoever feeds it; the besieged feed nobody."""
        s, side = self.s, self.unit.side
        ours = (u for u in s.on_map() if u.hq and u.side == side and same_nation(s, u, self.unit))
        here = [u for u in ours if front_of(s, u.place or "") == self.front and not besieged(s, u, u.place)]
        found = [u for u in here if network(s, u, self.front).own_line(u.place or "") is not None]
        if self.front in NEAR_EAST and s.law.reads("hq-through-hq", "passes-on"):
            for hq in found:
                found += [u for u in here if u not in found and self._draws(u.place or "", hq)]
        return tuple(found)

    def by_own_town(self, hex: str) -> bool:
        """A Sinai town without the Pipeline still serves whoever stands in it (11.53)."""
        own = towns(self.s, self.unit.side, self.front, hex) if hex in SINAI_TOWNS else 0
        return bool(own & self.joined & self.bits.of[hex])

    def hq_beside(self, hex: str, unit: str) -> Unit | None:
        """The HQ from which a unit in this hex draws supply: in the same hex or the next one."""
        return next((hq for hq in self.hqs if hq.id != unit and self._draws(hex, hq)), None)

    def _draws(self, hex: str, hq: Unit) -> bool:
        """Whether a unit in this hex is near enough to an HQ, with nothing between them that stops a line."""
        s, at, mountain = self.s, hq.place or "", self.unit.kind == "mountain"
        if at == hex or not s.map.adjacent(at, hex):
            return at == hex
        return s.law.first_objection(objections_to_tracing(s, self.unit.side, mountain, hex, at)) is None

    # -- by which of these lines (11.2) ------------------------------------------------------------------------
    def means(self, unit: Unit, hex: str) -> Means | None:
        """What supplies a unit in a hex, the first that does; None where nothing does."""
        found = self._first(hex, self._sorts(unit.hq, port=True))
        return found or self._by_hq(hex, unit.id)

    def own_line(self, hex: str) -> Means | None:
        """By what an HQ in this hex feeds those beside it: what a port within four hexes gives, it keeps (11.4)."""
        return self._first(hex, self._sorts(True, port=False))

    def passed_on(self, hq: Unit) -> Means | None:
        """What an HQ has for those beside it: by its own line, else by the HQ that feeds it (11.22)."""
        hex = hq.place or ""
        return self.own_line(hex) or self._by_hq(hex, hq.id)

    def _by_hq(self, hex: str, unit: str) -> Means | None:
        hq = self.hq_beside(hex, unit)
        return None if hq is None else Means(self, hex, "11.22", "line-by-hq", hq=hq)

    def _sorts(self, hq: bool, port: bool) -> tuple[Sort, ...]:
        far = HQ_RANGE if hq and self.front in NEAR_EAST else RANGE
        return _in_turn(hq, port, self.unit.side, self.hq_range if hq else RANGE, far)

    def _first(self, hex: str, sorts: Iterable[Sort]) -> Means | None:
        """The lines that come here, each sort traced when it is its turn."""
        here = self.bits.of.get(hex, 0)
        for traced, rule, kind, limit in sorts:
            waves = traced(self)
            if waves.places & here:
                return Means(self, hex, rule, kind, Line(waves, limit))
        return Means(self, hex, "11.53", "line-from-own-town") if self.by_own_town(hex) else None

    def onward(self, town: str) -> tuple[str, ...]:
        """From a town to its primary source, at any length."""
        line = next((line for line in (self.whole, self.channel) if town in line), None)
        return (town,) if line is None else line.chain(town)


class Sort(NamedTuple):
    """One sort of line: where its lines come, by which rule, how many hexes long one may be (none: any number)."""

    traced: Callable[[Network], Waves]
    rule: str
    kind: str
    limit: int | None


@lru_cache(maxsize=64)
def _in_turn(hq: bool, port: bool, side: str, direct: int | None, far: int) -> tuple[Sort, ...]:
    """The lines of units or of HQs, in the order in which they are looked for."""
    found = [Sort(attrgetter("hq_direct" if hq else "direct"), "11.21", "line-direct", direct)]
    if port:
        found.append(Sort(attrgetter("by_port"), "11.41" if side == CP else "11.44", "line-to-port", PORT_RANGE))
    if hq:
        found.append(Sort(attrgetter("channel"), "11.44", "line-to-port", None))
    return (*found, Sort(attrgetter("hq_by_town" if hq else "by_town"), "11.22", "line-by-town", far))


class Line(NamedTuple):
    """A line of one sort: how it came, and how many hexes long it may be."""

    waves: Waves
    limit: int | None


class Leg(NamedTuple):
    """A part of a line: hex by hex to a source, primary or secondary, and how long it may be (none: any length)."""

    way: tuple[str, ...]
    rule: str
    limit: int | None = None


class Means(NamedTuple):
    """One way in which units are supplied in a hex: by a line, by an HQ, by the town in which they stand."""

    net: Network
    hex: str
    rule: str
    kind: str
    line: Line | None = None
    hq: Unit | None = None

    @property
    def length(self) -> int | None:
        """The hexes of a line that is counted."""
        return None if self.line is None else int(self.line.waves.spent(self.hex) or 0)

    @property
    def fed_by(self) -> Means | None:
        """What supplies the HQ from which the supply comes."""
        return None if self.hq is None else network(self.net.s, self.hq, self.net.front).passed_on(self.hq)

    @property
    def legs(self) -> tuple[Leg, ...]:
        """To the source; or to the town or HQ, and from there onward."""
        if self.hq is not None:
            at, fed_by = self.hq.place or "", self.fed_by
            here = Leg((self.hex,) if at == self.hex else (self.hex, at), self.rule, 1)
            return (here,) if fed_by is None else (here, *fed_by.legs)
        if self.line is None:
            return (Leg(self.net.onward(self.hex), self.rule),)
        first = Leg(self.line.waves.chain(self.hex), self.rule, self.line.limit)
        if self.kind != "line-by-town":
            return (first,)
        return (first, Leg(self.net.onward(first.way[-1]), self.rule))

    @property
    def way(self) -> tuple[str, ...]:
        """All its hexes, each once."""
        first, *others = self.legs
        return (*first.way, *(hex for leg in others for hex in leg.way[1:]))


# -- prices of a line ------------------------------------------------------------------------------------------
def _line_step(s: State, side: str, mountain: bool, a: str, b: str) -> Ledger | Check:
    refusal = s.law.first_objection(objections_to_tracing(s, side, mountain, a, b))
    return refusal or _one_hex(s.law, b)


def _one_hex(law: Law, b: str) -> Ledger:
    return law.ledger("11.21", "line-step", [plus("11.21", "line-hex", 1, hex=Place(b))])


@lru_cache(maxsize=64)
def line_costs(map: HexMap, law: Law, front: str, weather: FrozenMap[str, str], mountain: bool) -> Costs[str]:
    """Lines over a map on which nobody stands."""
    empty = State(law, map=map, pieces=Pieces(), front=front, weather=weather)

    def bare(a: str, b: str) -> Ledger | Check:
        return law.first_objection(objections_on_the_ground(empty, mountain, a, b)) or _one_hex(law, b)

    return compile_costs(map, bare, lay=_lay(map))


@lru_cache(maxsize=16)
def _lay(map: HexMap) -> Lay:
    """The steps of a map by all that a line takes from the ground."""

    def likeness(a: str, b: str) -> Hashable:
        return map.sheet(b).key, map.hex(a).terrain, map.hex(b).terrain, map.sides(a, b)

    return Lay(map, map, likeness)


# -- kept by what it depends on --------------------------------------------------------------------------------
def network(s: State, unit: Unit, front: str) -> Network:
    """The lines for units like this one. They are the same as long as nothing moves and nothing changes hands."""
    called = unit.called if unit.called == "persian-cossack" else ""
    found: Network = _network(s, Alike(unit, (unit.side, unit.nation, called, unit.kind == "mountain")), front)
    return found


@by_parts(
    96,
    "pieces",
    "control",
    "weather",
    "in_play",
    "devastated",
    "turn",
    "front",
    "affairs",
    "neutral",
    "forfeited",
    "pipeline",
)
def _network(s: State, like: Alike, front: str) -> Network:
    return Network(s, like.one, front)
