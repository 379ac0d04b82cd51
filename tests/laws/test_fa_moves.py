"""Laws of movement and supply of Fatal Alliances: they hold at every question of random impulses, on land and at sea.

Every law counts how often it was looked at. What the rules search for fast is found again slowly, way by way.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, product
from typing import Any

import pytest

from tests.laws.common import replays
from tests.laws.fa_moves import army, belgium, convoy, fleet, raid
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.ledger import Ledger
from tutor.engine.odds import odds
from tutor.engine.play import Refused, Session
from tutor.engine.space.paths import place_of
from tutor.library import position
from tutor.rulesets.fa.goings import going
from tutor.rulesets.fa.lines import ground, length, objections_to_tracing
from tutor.rulesets.fa.movement import closed_on_foot, objections_to_going
from tutor.rulesets.fa.nations import cooperate, objections_to_country
from tutor.rulesets.fa.naval_movement import closed_at_sea, objections_to_course
from tutor.rulesets.fa.ruleset import RULES
from tutor.rulesets.fa.sailing import course, group_points, objections_to_sea_step
from tutor.rulesets.fa.seas import near_seas, openings, ports_on, waters
from tutor.rulesets.fa.sources import cities, hqs
from tutor.rulesets.fa.stacking import violations
from tutor.rulesets.fa.state import MAJORS, PORTS, State, Unit, country_of, foe, sea_areas, seas_of
from tutor.rulesets.fa.terrain import entry_cost
from tutor.rulesets.fa.tracing import hq_sources, line_of, longest, serves, tracer
from tutor.rulesets.fa.walking import allowance, costs_of, objections_to_step, walk
from tutor.rulesets.fa.zones import enemy_zone, watched

ARMIES, FLEETS, RAIDS, CONVOYS, WHOLE = 12, 20, 45, 20, 2
looked: Counter[str] = Counter()
broken: dict[str, list[str]] = {}


def look(law: str, holds: bool, what: object) -> None:
    looked[law] += 1
    if not holds:
        broken.setdefault(law, []).append(str(what))


# -- playing -----------------------------------------------------------------------------------------------------
@cache
def played() -> tuple[Session, ...]:
    starts = [army(seed) for seed in range(ARMIES)] + [fleet(seed) for seed in range(FLEETS)]
    starts += [raid(seed) for seed in range(RAIDS)]
    starts += [convoy(seed) for seed in range(CONVOYS)]
    starts += [belgium(seed) for seed in range(WHOLE)]
    return tuple(_play(seed, start) for seed, start in enumerate(starts))


def _play(seed: int, start: State) -> Session:
    session, rng = Session(RULES, start, seed=seed), random.Random(seed)
    while not session.over:
        ask = session.ask
        if not isinstance(ask, Ask):
            session.roll()
            continue
        where = f"{seed} {ask.kind} ({len(session.now.line)})"
        legal = _parity(session, ask, rng, where)
        go = [answer for answer in legal if answer not in (DONE, BACK)]
        back = ask.kind == "declare" and session.now.answer == BACK  # what is taken back is taken back altogether
        stop = DONE in legal and (back or not go or rng.random() < 0.1)
        session.answer(DONE if stop else BACK if back and BACK in legal else rng.choice(go or legal))
        assert len(session.now.line) < 400, where
        _standing(start, session.state, where)
    look("stacking holds at the end", not list(violations(session.state)), seed)
    _left_for_port(session, seed)
    return session


def _parity(session: Session, ask: Ask, rng: random.Random, where: str) -> list[Any]:
    legal = list(ask.legal())
    verdicts = {answer: ask.verdict(answer) for answer in ask.candidates()}
    look("parity", legal == [answer for answer, verdict in verdicts.items() if verdict.legal], where)
    look("a reason for every refusal", all(v.legal or v.objections for v in verdicts.values()), where)
    look("a way on", bool(legal), where)
    refused = [answer for answer, verdict in verdicts.items() if not verdict.legal]
    if refused:
        before = session.state
        with pytest.raises(Refused):
            session.answer(rng.choice(refused))
        look("refused and nothing changed", session.state == before, where)
    return legal


def _standing(start: State, s: State, where: str) -> None:
    look("nobody is made or lost", list(s.pieces.ids()) == list(start.pieces.ids()), where)
    for unit in s.on_map():
        at = f"{where}: {unit}"
        place = unit.place or ""
        look("a place that there is", s.exists("place", place), at)
        if unit.land and place in s.map:
            look("on dry land", s.is_hex(place), at)
            look("not among enemies", not any(not u.gun for u in s.troops(place, foe(unit.side))) or unit.invading, at)
        if unit.land and place in s.map and place != start.unit(unit.id).place:
            look("troops come where they may stand", s.law.allows(objections_to_country(s, unit, place)), at)
        if unit.gun and place in s.map:
            look("guns never face guns in a hex", not any(u.gun for u in s.troops(place, foe(unit.side))), at)
        if unit.naval:
            afloat = place in sea_areas(s.map) or bool({"port", "minor-port"} & s.map.hex(place).flags)
            look("ships in ports and at sea", afloat, at)
        if unit.air and place in s.map and place != start.unit(unit.id).place:
            look("aircraft come down among friends", _among_friends(s, unit), at)
        if unit.aboard:
            look("cargo goes with its ship", place == s.unit(unit.aboard).place, at)
        if unit.land and unit.moved and not unit.landed and s.march is None and unit.hq is False:
            look("who overspends lies face-down", unit.entered <= unit.mp or not unit.face_up, at)
    for hex in s.halves:
        look("markers lie on stacks", any(u.land and not u.invading for u in s.at(hex)), f"{where}: {hex}")
    for hex in s.control:
        alone = s.is_hex(hex) and s.control[hex] != start.control.get(hex)
        if alone and any(not u.gun for u in s.troops(hex, s.phasing)) and not s.agenda:
            theirs = [u for u in s.at(hex) if u.side == s.waiting and u.id not in s.missions]
            look("nobody stays with those who took the hex", not theirs, f"{where}: {hex} {theirs}")


def _among_friends(s: State, unit: Unit) -> bool:
    """Not in the homeland of a major power of its side that does not cooperate; the CW is a guest in France."""
    country = country_of(s.map, unit.place or "")
    stranger = MAJORS.get(country) == unit.side and not cooperate(s, unit.nation, country)
    return not stranger or (unit.nation, country) in (("cw", "france"), ("germany", "austria-hungary"))


def _left_for_port(session: Session, seed: int) -> None:
    """Every ship that had to leave: it lies in the nearest port that a slow search finds open, or there is none."""
    before = session.state
    for entry in session.trace.entries:
        if entry.kind in ("ship-sent-home", "no-haven"):
            s, id = entry.state, entry.facts["unit"].id
            away = entry.rule in ("10.5.7.2-a", "10.7.4.8-b") or entry.kind == "no-haven"
            ship = before.unit(id)
            ways = slow_ports(s.put(ship, *(u for u in before.pieces if u.aboard == id)), ship)
            at = f"{seed} {entry.rule} {ship} {ways}"
            if entry.kind == "no-haven":
                look("a ship without a port is lost", not ways and s.unit(id).place is None, at)
            else:
                port = s.unit(id).place
                look("a ship that leaves lies in a port that it can reach", port in ways, at)
                for load in (u for u in before.pieces if u.aboard == id):
                    up = load.face_up and not away
                    look("cargo is turned only with a ship thrown back", s.unit(load.id).face_up == up, at)
                if away:
                    look("and in the nearest", ways.get(port) == min(ways.values(), default=0), at)
        before = entry.state if entry.state is not None else before


def slow_ports(s: State, ship: Unit) -> dict[str, int]:
    """The ports with room and friends for a ship, by the steps to each, way by way over the seas open to it."""
    start = ship.place or ""
    found, front = {start: 0}, [start]
    for here in front:
        for near in waters(s.map).neighbours(here):
            if near not in found and s.law.allows(objections_to_sea_step(s, ship, here, near, home=True)):
                found[near] = found[here] + 1
                front.append(near)
    return {port: far for port, far in found.items() if port in s.map and port != start and _welcome(s, ship, port)}


def _welcome(s: State, ship: Unit, port: str) -> bool:
    """A minor country's port is in the control of its power (15)."""
    known = s.nation(s.holder(port))
    keeper = known.controller if known and known.controller else s.holder(port)
    if not s.held_by(port, ship.side) or not cooperate(s, ship.nation, keeper):
        return False
    return "minor-port" not in s.map.hex(port).flags or sum(u.naval for u in s.at(port)) < 2


LAWS = (
    "parity", "a reason for every refusal", "a way on", "refused and nothing changed", "stacking holds at the end",
    "nobody is made or lost", "a place that there is", "on dry land", "not among enemies", "ships in ports and at sea",
    "cargo goes with its ship", "who overspends lies face-down", "markers lie on stacks",
    "guns never face guns in a hex", "nobody stays with those who took the hex", "a ship without a port is lost",
    "a ship that leaves lies in a port that it can reach", "and in the nearest", "aircraft come down among friends",
    "cargo is turned only with a ship thrown back", "troops come where they may stand",
)  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    played()
    wrong = broken.get(law, [])
    assert not wrong, f"{len(wrong)} of {looked[law]}: {wrong[0][:300]}"
    assert looked[law] >= 20


def test_what_is_played_moves() -> None:
    kinds = Counter(moment.question[1] for session in played() for moment in session.now.line if moment.question)
    on_land = {"move", "move-to", "rail-to", "rebase-to", "reorganise"}
    at_sea = {"sail", "sail-to", "take-section", "embark", "interdict", "how-to-sail", "search-die"}
    assert not {kind for kind in on_land | at_sea if not kinds[kind]}, kinds


def test_a_record_replays_to_the_same_end() -> None:
    replays(played())


# -- the fast search against a slow one ----------------------------------------------------------------------------
def slow_walk(s: State, unit: Unit) -> dict[str, int]:
    """Every way, step by step: on while points are left, no farther than the first hex in an enemy zone."""
    points = int(allowance(s, unit))
    stops = s.law.reads("zoc-stop", "stop")
    best: dict[str, int] = {unit.place or "": 0}
    seen: dict[tuple[str, bool], int] = {}
    ways = [(unit.place or "", 0, False)]
    while ways:
        here, spent, halted = ways.pop()
        if seen.get((here, halted), 1 << 30) <= spent:
            continue
        seen[here, halted] = spent
        best[here] = min(best.get(here, 1 << 30), spent)
        if halted or spent >= points:
            continue
        for near in s.map.neighbours(here):
            if not s.law.allows(objections_to_step(s, unit, here, near)):
                continue
            cost = spent + int(entry_cost(s, unit, here, near))
            if cost > points and not unit.face_up:
                continue
            zone = enemy_zone(s, unit.side, near)
            ways.append((near, cost, zone and (stops or enemy_zone(s, unit.side, here))))
    return best


def test_reach_on_foot_equals_a_slow_search() -> None:
    compared = 0
    for seed in range(24):
        s = army(seed)
        for unit in s.on_map():
            if unit.land and unit.place in s.map:
                assert dict(walk(s, unit.id).cheapest) == slow_walk(s, unit), (seed, unit)
                compared += len(walk(s, unit.id))
    assert compared > 800


def test_the_compiled_cost_equals_the_ledger_on_every_edge() -> None:
    edges = 0
    for seed in range(6):
        s = army(seed)
        bare = s.but(pieces=s.pieces.drop(*s.pieces.ids()))
        for kind in ("mp", "mtn"):
            unit = Unit("", "", "", kind, None)
            costs = costs_of(s.map, s.law, s.weather, kind, True)
            for a in s.map.places:
                for b in s.map.neighbours(a):
                    found = costs.cost(a, b)
                    told = costs.price(a, b)
                    assert found == (told.total if isinstance(told, Ledger) else None)
                    assert found is None or found == entry_cost(bare, unit, a, b).total
                    edges += 1
    assert edges > 2_000


def test_a_move_is_legal_where_the_reach_says_so() -> None:
    """Every unit and every place: the answer to the question is that of the search, with or without a reason."""
    looked_at = 0
    for seed in range(8):
        s = army(seed)
        for unit in s.on_map():
            if not unit.land or unit.place not in s.map:
                continue
            foot = next(one for one in going(s, unit.id) if one.means == "on-foot")
            for hex in s.map.places:
                open_now = s.law.allows(objections_to_going(s, unit.id, hex)) and not closed_on_foot(s, unit)
                assert open_now == (hex in foot.places), (seed, unit, hex)
                assert foot.verdict(hex).legal or foot.verdict(hex).objections
                looked_at += 1
    assert looked_at > 1_500


# -- supply ----------------------------------------------------------------------------------------------------------
def slow_supply(s: State, unit: Unit) -> bool:
    """Every line of two hexes, or of any length for an HQ, followed by hand."""
    line, limit = tracer(s, unit), None if unit.hq else int(longest(s))
    if unit.hq and s.law.reads("hq-line-bars", "free"):
        return bool(unhindered(s, unit) & set(cities(s, unit.nation)))
    modes = ground(s.map)
    start = (line.start, "ashore" if line.start in s.map else "afloat")
    best, ways = {start: 0}, [start]
    while ways:
        here = ways.pop(0)
        for near in modes.neighbours(here):
            if not s.law.allows(objections_to_tracing(s, line, here[0], near[0])):
                continue
            far = best[here] + int(length(s, line, near[0]))
            if (limit is None or far <= limit) and far < best.get(near, 1 << 30):
                best[near] = far
                ways.append(near)
    ends = {place_of(node) for node in best}
    if ends & set(cities(s, unit.nation)):
        return True
    if unit.hq:
        return False
    sources = [s.unit(id) for id in hq_sources(s, unit.nation)]
    return any(hq.place in ends and serves(s, hq, unit.id) for hq in sources if hq.id != unit.id)


def unhindered(s: State, unit: Unit) -> set[str]:
    """Where the line of an HQ comes that nothing hinders: over every side and border, once by sea, through ports."""
    here = unit.place or ""
    at_sea = here not in s.map
    first = set() if at_sea else flooded([here], lambda hex: filter(s.is_hex, s.map.neighbours(hex)))
    quays = [area for hex in first if s.map.hex(hex).flags & PORTS for area in openings(s.map, hex)]
    seas = flooded([here] if at_sea else [*quays, *seas_of(s.map, here)], partial(near_seas, s.map))
    landings = {port for sea in seas for port in ports_on(s.map, sea)}
    return first | flooded(landings, lambda hex: filter(s.is_hex, s.map.neighbours(hex)))


def flooded(starts: Iterable[str], onward: Callable[[str], Iterable[str]]) -> set[str]:
    found = set(starts)
    front = list(found)
    for place in front:
        new = set(onward(place)) - found
        found |= new
        front += new
    return found


def test_the_line_of_an_hq_that_nothing_hinders_hears_no_objection() -> None:
    """Under that reading a line is open where another is cut, crosses what bars others, and never the other way."""
    freed = crossed = 0
    for seed in range(36):
        s = army(seed) if seed % 3 else fleet(seed)
        free, bound = s.but(law=s.law.under("hq-line-bars", "free")), s.but(law=s.law.under("hq-line-bars", "obeys"))
        for hq in (unit for unit in s.on_map() if unit.hq):
            line, other = line_of(free, hq.id), line_of(bound, hq.id)
            assert line.open == slow_supply(free, hq), (seed, hq)
            assert line.open or not other.open, (seed, hq)
            assert not line.open or all(check.ok for check in line.checks), (seed, hq, line.checks)
            freed += line.open and not other.open
            steps = pairwise([hq.place or "", *line.line])
            crossed += line.open and not all(
                bound.law.allows(objections_to_tracing(bound, tracer(bound, hq), a, b)) for a, b in steps
            )
    assert freed > 3, (freed, crossed)
    assert crossed > 5, (freed, crossed)


def test_supply_equals_a_slow_search() -> None:
    found: Counter[bool] = Counter()
    for seed in range(36):
        s = army(seed) if seed % 3 else fleet(seed)
        for unit in s.on_map():
            line = line_of(s, unit.id)
            assert line.open == slow_supply(s, unit), (seed, unit)
            found[line.open] += 1
            if not line.open:
                assert [check for check in line.checks if not check.ok], (seed, unit)
                continue
            steps = [unit.place or "", *line.line]
            for a, b in pairwise(steps):
                assert s.law.allows(objections_to_tracing(s, tracer(s, unit), a, b)) or unit.hq
            end = steps[-1]
            assert end in cities(s, unit.nation) or any(hq.place == end for hq in hqs(s, unit.side))
    assert found[True] > 60
    assert found[False] > 60


def test_zones_are_those_of_every_unit() -> None:
    seen = 0
    for seed in range(12):
        s = army(seed)
        for side in ("pc", "te"):
            slow = {hex for hex in s.map.places if enemy_zone(s, side, hex)}
            assert slow == watched(s, side)
            seen += len(slow)
    assert seen > 100


# -- at sea ----------------------------------------------------------------------------------------------------------
def test_reach_at_sea_equals_a_slow_search() -> None:
    compared = 0
    for seed in range(20):
        s = fleet(seed)
        for ship in s.on_map():
            if not ship.naval or ship.place not in waters(s.map).places:
                continue
            found = course(s, (ship.id,))
            best, ways = {ship.place: 0}, [ship.place]
            while ways:
                here = ways.pop(0)
                for near in waters(s.map).neighbours(here):
                    far = best[here] + 1
                    free = s.law.allows(objections_to_sea_step(s, ship, here, near))
                    if free and far <= max(group_points(s, (ship.id,)), 0) and far < best.get(near, 99):
                        best[near] = far
                        ways.append(near)
            assert dict(found.cheapest) == best, (seed, ship)
            compared += len(best)
    assert compared > 150


def test_a_course_is_legal_where_the_reach_says_so() -> None:
    looked_at = 0
    for seed in range(12):
        s = fleet(seed)
        for ship in s.on_map():
            if not ship.naval or ship.place not in waters(s.map).places:
                continue
            (sea,) = going(s, ship.id)
            home = ship.place in sea_areas(s.map) and ship.kind != "sub"
            for place in waters(s.map).places:
                legal = s.law.allows(objections_to_course(s, (ship.id,), place, home)) and not closed_at_sea(s, ship)
                if place != ship.place:
                    assert legal == (place in sea.places), (seed, ship, place)
                    looked_at += 1
    assert looked_at > 1_500


# -- exact odds -------------------------------------------------------------------------------------------------------
# The first table of surface results, typed again: an HS's result falls on the LS where there is no HS.
TRC_1 = ["stays", "stays", "stays", "port", "port", "port"]


def test_the_goebens_odds_equal_a_plain_count() -> None:
    """Intercepted on 1 to 3 by the cruisers of Ajaccio in section 3; she fights from section 3 and is then held up."""
    start = position("fa/goeben-1914")
    found = odds(RULES, start, RULES.questions["flight"], dict.fromkeys(("pc", "te"), RULES.policies["bold"]))
    counted: Counter[str] = Counter()
    ways = list(product(range(1, 7), repeat=2))
    for interception, fire in ways:
        pushed = TRC_1[fire - 1] == "port"
        counted["turkish" if interception > 3 or pushed else "at-sea"] += 1
    assert dict(found.distribution.items()) == {end: Fraction(n, len(ways)) for end, n in counted.items()}
