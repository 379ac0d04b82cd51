"""10.35, 10.41-10.47: column shifts."""

from __future__ import annotations

from tutor.engine.facts import Place, Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.rulesets.gwie.fronts import flag
from tutor.rulesets.gwie.ground import PLAIN
from tutor.rulesets.gwie.headquarters import support_line
from tutor.rulesets.gwie.nations import nation_lines
from tutor.rulesets.gwie.state import State, Unit
from tutor.rulesets.gwie.weather import FAIR, HOT, SNOW, WET, weather_in

TABLE = "combat-terrain"
RIVER, CITY = "river", "city"
MOUNTAINS = ("mountain", "pass")
BY_WEATHER = {WET: "12.2b", SNOW: "12.2c"}
FORT_SHIFTS = {"fort": (1, "10.42"), "heavy-fort": (2, "10.43"), "hindenburg": (2, "14.31"), "kut": (1, "14.21")}


def shifts(s: State) -> Ledger:
    """All shifts of the attack, netted: left is negative, right positive."""
    return s.law.ledger("10.41", "shifts", shift_lines(s))


def shift_lines(s: State) -> Lines:
    hex = s.here.hex
    yield from terrain_lines(s, hex)
    yield from fort_lines(s, hex)
    yield from river_lines(s)
    yield from _devastated(s)
    yield from nation_lines(s, s.engaged(s.active), -1)
    yield from nation_lines(s, _all_defending(s), 1)
    for side in (s.active, s.inactive):
        line = support_line(s, side)
        if line is not None:
            yield line


def _all_defending(s: State) -> tuple[Unit, ...]:
    """A fort's garrison is of its first owner's nation (14.11)."""
    return tuple(u for u in s.defenders() if u.fights or u.garrisoned)


# -- the ground (10.42, 10.43, 12.2) ---------------------------------------------------------------------------
def terrain_lines(s: State, hex: str) -> Lines:
    terrain, now = s.map.hex(hex).terrain, weather_in(s, hex)
    now = FAIR if now == HOT else now
    cell = s.law.table(TABLE).at(terrain, now)
    amount = int(cell.value)
    facts = {"terrain": Term(terrain), "hex": Place(hex), "cell": cell}
    if terrain in MOUNTAINS and now in BY_WEATHER:
        yield from _mountain_in_bad_weather(s, amount, now, facts)
    elif terrain == "forest" and now == SNOW and s.law.reads("forest-in-snow", "wet-only"):
        yield plus("10.42", "forest-bare-in-snow", 0, hex=Place(hex), reading=s.law.read("forest-in-snow"))
    elif amount and terrain in ("forest", PLAIN):
        more = {"reading": s.law.read("forest-in-snow")} if now == SNOW else {}
        yield plus(BY_WEATHER[now], "ground-in-weather", amount, weather=Term(now), **facts, **more)
    elif amount:
        yield plus("10.42", "ground", amount, **facts)
    if flag(s, hex, CITY):
        if hex in s.devastated:
            yield plus("14.63", "city-devastated", 0, hex=Place(hex))
        else:
            yield plus("10.42", "city", int(s.law.table(TABLE).number(CITY, FAIR)), hex=Place(hex))


def _mountain_in_bad_weather(s: State, amount: int, now: str, facts: dict[str, object]) -> Lines:
    reading = s.law.read("mountain-two-replaces-one")
    yield plus("10.43", "mountain-in-weather", amount, weather=Term(now), reading=reading, **facts)
    if s.law.reads("mountain-two-replaces-one", "adds"):
        cell = s.law.table(TABLE).at(facts["terrain"].key, FAIR)  # type: ignore[attr-defined]
        yield plus("10.42", "ground", int(cell.value), **{**facts, "cell": cell})


def fort_lines(s: State, hex: str) -> Lines:
    """Works serve the side that holds them (14.12)."""
    for fort in s.defenders():
        if fort.fort:
            amount, rule = FORT_SHIFTS[fort.kind]
            yield plus(rule, "fort-shift", -amount, fort=U(fort.id))


# -- hexsides, devastation (10.44, 14.63) ----------------------------------------------------------------------
@seam("gwie.river")
def river_lines(s: State) -> Lines:
    """A river helps the defender only if every attacker comes over it."""
    hex = s.here.hex
    crossing = {u.id: RIVER in s.map.sides(s.origin(u), hex) for u in s.attackers()}
    if crossing and all(crossing.values()):
        yield plus("10.44", "all-cross-river", -1, hex=Place(hex))
    elif any(crossing.values()):
        dry = [id for id, over in crossing.items() if not over]
        yield plus("10.44", "not-all-cross-river", 0, units=units(dry))


def _devastated(s: State) -> Lines:
    """10.42, 14.63: an attack out of a devastated hex, by one unit or by all as the reading says."""
    out_of = [u for u in s.attackers() if s.origin(u) in s.devastated]
    if not out_of:
        return
    facts = {"units": units(out_of), "reading": s.law.read("devastated-origin")}
    if s.law.reads("devastated-origin", "all-units") and len(out_of) < len(s.attackers()):
        yield plus("10.42", "not-all-from-devastation", 0, **facts)
    else:
        yield plus("14.63", "out-of-devastation", -1, hex=Place(s.origin(out_of[0])), **facts)


# -- the final column (10.47) ----------------------------------------------------------------------------------
def final_column(s: State, first: int, shifted: Ledger, code: str) -> Ledger:
    """The initial ratio and what shifts make of it; it is not pulled back to the table."""
    return s.law.ledger("10.47", "final-column", _column_lines(first, shifted, code))


def _column_lines(first: int, shifted: Ledger, code: str) -> Lines:
    yield plus("10.34", "initial-ratio", first, ratio=code)
    if shifted.lines:
        yield plus("10.35", "net-shift", shifted)
