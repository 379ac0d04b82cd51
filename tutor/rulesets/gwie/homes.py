"""7.12, 15.64, 17.2-17.4: on which ground the units of a nation may operate at all."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Chosen, Place, Term, places, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.rulesets.gwie.control import NEAR_EAST_OPENS, controller, land_of, newcomer
from tutor.rulesets.gwie.fronts import EUROPE, NEAR_EAST, flag, front_of, front_with
from tutor.rulesets.gwie.nations import EMPIRE
from tutor.rulesets.gwie.state import CP, State, Unit
from tutor.rulesets.gwie.treaty import objections_to_coming_near_peace

YEAR_1917 = 27
HAMADAN, PEF = "N2436", "pef"
OPEN_EAST = ("E3031", "E4129")
FEW_ABROAD, FEW_AUSTRIANS, FEW_TURKS = 6, 4, 3
ONE_FRONT: Mapping[str, tuple[str, str]] = {
    "BE": ("western", "17.21h"),
    "SR": ("eastern", "17.21i"),
    "RO": ("eastern", "17.4a"),
    "AB": ("egyptian", "17.21l"),
    "AR": ("caucasus", "17.21l"),
}
LAND_OF = {"IT": "italy", "BU": "bulgaria", "RO": "romania", "GK": "greece"}
IN_BALKANS = {"GK": "17.21j", "BU": "17.31g"}
KEPT = frozenset((*ONE_FRONT, *IN_BALKANS, "MN"))  # nations that keep to a part of the world
BALKAN_LANDS = frozenset({"serbia", "bulgaria", "romania", "greece", "montenegro", "albania", "turkey"})


@seam("gwie.operating")
def objections_to_operating(s: State, unit: Unit, hex: str) -> Checks:
    """May a unit of this nation be in this hex at this date, whoever else is there?"""
    yield from _open_country(s, unit, hex)
    yield from objections_to_leaving_home(s, unit, hex)
    yield from _limits(s, unit, hex)
    yield from objections_to_coming_near_peace(s, unit, hex)
    if unit.side == CP and not turks_in_place(s) and land_of(s, hex) == "turkey" and not small_german(unit):
        yield from _ottoman_land(s, unit, hex, front_of(s, hex) in EUROPE)


def _limits(s: State, unit: Unit, hex: str) -> Checks:
    """Where a nation operates on some Fronts only, at some dates, or in a number."""
    yield from (_central_powers if unit.side == CP else _allies)(s, unit, hex, front_of(s, hex))


def objections_to_leaving_home(s: State, unit: Unit, hex: str) -> Checks:
    """Nations that keep to one Front, to the Balkans, or to their own land; an advance leads nobody out of it."""
    if unit.nation not in KEPT:
        return
    facts = {"unit": U(unit.id), "hex": Place(hex), "nation": Term(unit.nation)}
    home = ONE_FRONT.get(unit.nation)
    if home is not None and front_of(s, hex) != home[0]:
        yield objection(home[1], "one-front-only", front=Term(home[0]), **facts)
    if unit.nation in IN_BALKANS and not in_balkans(s, hex):
        yield objection(IN_BALKANS[unit.nation], "balkans-only", **facts)
    if unit.nation == "MN" and land_of(s, hex) != "montenegro":
        yield objection("17.21k", "home-only", **facts)
    if unit.nation == "AB" and land_of(s, hex) != "turkey":
        yield objection("17.21l", "home-only", **facts)
    if unit.nation == "AR" and land_of(s, hex) == "persia":
        yield objection("17.21l", "not-into-persia", **facts)


def in_balkans(s: State, hex: str) -> bool:
    """The Eastern Map outside Austria-Hungary, Germany, Russia and Russian Poland (3.13)."""
    return flag(s, hex, "balkans") or (front_of(s, hex) == "eastern" and land_of(s, hex) in BALKAN_LANDS)


def _open_country(s: State, unit: Unit, hex: str) -> Checks:
    land, at = land_of(s, hex), Place(hex)
    if front_of(s, hex) in NEAR_EAST and s.turn < NEAR_EAST_OPENS:
        yield objection("7.12", "near-east-closed", hex=at)
    if land in ("holland", "switzerland"):
        yield objection("17.4d", "country-closed", hex=at, land=Term(land))
    elif land == "albania":
        if "greece" in s.neutral and not s.stands("salonika"):
            yield objection("17.4b", "country-closed", hex=at, land=Term(land))
    elif newcomer(s, land):
        yield objection("17.11c", "newcomers-are-left", hex=at, land=Term(land))
    elif land in s.neutral and not (land == "greece" and s.stands("salonika")):
        yield objection("17.1", "country-closed", hex=at, land=Term(land))
    if hex == HAMADAN and not s.stands(PEF):
        yield objection("17.4c", "hamadan-closed", hex=at)


def _shut(rule: str, kind: str, unit: Unit, hex: str, **facts: Term) -> Check:
    return objection(rule, kind, unit=U(unit.id), hex=Place(hex), nation=Term(unit.nation), **facts)


def _allies(s: State, unit: Unit, hex: str, front: str) -> Checks:
    if unit.nation in EMPIRE:
        if front == "caucasus":
            yield _shut("17.21a", "not-on-this-front", unit, hex, front=Term(front))
        if unit.called == "canal-company" and not flag(s, hex, "west-of-suez"):
            yield _shut("17.21a", "canal-only", unit, hex)
    if unit.nation == "FR" and front in NEAR_EAST and (unit.called != "dfps" or front != "egyptian"):
        yield _shut("17.21c", "not-on-this-front", unit, hex, front=Term(front))
    if unit.nation in ("RU", "PG") and front not in ("eastern", "caucasus") and not _in_persia(s, unit, front):
        yield _shut("17.21d", "not-on-this-front", unit, hex, front=Term(front))
    if unit.nation in ("IT", "US") and front in NEAR_EAST:
        rule = "17.21g" if unit.nation == "IT" else "17.21f"
        yield _shut(rule, "not-on-this-front", unit, hex, front=Term(front))
    elif unit.nation == "US" and front != "western":
        elsewhere = [u for u in _like(s, unit) if front_with(s, u) != "western"]
        yield from _not_too_many(s, unit, hex, "17.21f", 1, elsewhere)
    elif unit.nation == "IT" and front not in _free_to_italians(s):
        abroad = [u for u in _like(s, unit) if front_with(s, u) not in _free_to_italians(s)]
        yield from _not_too_many(s, unit, hex, "17.21g", FEW_ABROAD, abroad)
    if unit.nation != "IT" and front == "italian" and s.turn < YEAR_1917:
        yield _shut("17.21g", "not-before-1917", unit, hex, front=Term(front))
    if unit.nation == "PN":
        yield from _persians(s, unit, hex, front)


def _free_to_italians(s: State) -> tuple[str, ...]:
    """Where any number of Italians may be: at home, and once Austria-Hungary has collapsed in the East too."""
    return ("italian", "eastern") if s.stands("austrian-collapse") else ("italian",)


def _in_persia(s: State, unit: Unit, front: str) -> bool:
    return front == "iraqi" and unit.called == PEF


def _persians(s: State, unit: Unit, hex: str, front: str) -> Checks:
    home = "caucasus" if unit.called == "persian-cossack" else "iraqi"
    if land_of(s, hex) != "persia" or front != home:
        yield objection("17.4c", "home-only", unit=U(unit.id), hex=Place(hex), nation=Term(unit.nation))


def _central_powers(s: State, unit: Unit, hex: str, front: str) -> Checks:
    if unit.nation == "GE" and unit.hq and front in NEAR_EAST:
        yield _shut("17.31a", "not-on-this-front", unit, hex, front=Term(front))
    if unit.nation != "AH" and front == "italian" and s.turn < YEAR_1917:
        yield _shut("17.31b", "not-before-1917", unit, hex, front=Term(front))
    if unit.nation == "AH":
        yield from _austrians(s, unit, hex, front)
    if unit.nation == "TU":
        yield from _turks(s, unit, hex, front)
    elif unit.nation == "PN":
        yield from _persians(s, unit, hex, front)


def _ottoman_land(s: State, unit: Unit, hex: str, european: bool) -> Checks:
    """Before the European Turks deploy: European Turkey is closed to all, the rest to all but the Turks if so read."""
    reading = s.law.read("ottoman-hexes-closed")
    if european or (unit.nation != "TU" and reading.option == "non-turkish"):
        facts = {"unit": U(unit.id), "hex": Place(hex), "reading": reading}
        yield objection("17.31d", "ottoman-land-closed", **facts)


def turks_in_place(s: State) -> bool:
    """Whether the European Turks are set up (17.13); without Europe none come, nor are they awaited, if so read."""
    return s.stands("european-turks") or (s.alone and s.law.reads("turks-of-europe-alone", "not-awaited"))


def german_divisions(s: State, unit: Unit) -> Checks:
    """In the Near East German divisions wait for the European Turks (9.15)."""
    if unit.nation != "GE" or not unit.fights or small_german(unit):
        return
    if s.alone:
        check = held if turks_in_place(s) else objection
        yield check("13.29c", "germans-alone", unit=U(unit.id), reading=s.law.read("turks-of-europe-alone"))
    else:
        yield (held if turks_in_place(s) else objection)("9.15", "german-divisions", unit=U(unit.id))


def small_german(unit: Unit) -> bool:
    """German brigades and battalions go where German divisions may not go yet."""
    return unit.nation == "GE" and unit.size in ("brigade", "battalion")


def _austrians(s: State, unit: Unit, hex: str, front: str) -> Checks:
    facts = {"unit": U(unit.id), "hex": Place(hex), "nation": Term(unit.nation)}
    if front in NEAR_EAST:
        yield objection("17.31b", "not-on-this-front", front=Term(front), **facts)
    if front == "western":
        if s.turn < YEAR_1917:
            yield objection("17.31b", "not-before-1917", front=Term(front), **facts)
        there = [u for u in _like(s, unit) if front_with(s, u) == "western"]
        yield from _not_too_many(s, unit, hex, "17.31b", FEW_AUSTRIANS, there)
    if front == "eastern" and _north(hex):
        if _opened(s, hex):
            yield held("17.31c", "north-is-open", towns=places(OPEN_EAST), **facts)
        else:
            reading = s.law.read("austrians-in-the-north") if _cities_held(s) else None
            yield from _not_too_many(s, unit, hex, "17.31c", FEW_AUSTRIANS, _in_the_north(s, unit), reading=reading)


def objections_to_attacking_so_soon(s: State, unit: Unit) -> Checks:
    """A new belligerent does not attack at first (17.11)."""
    if newcomer(s, LAND_OF.get(unit.nation, "")):
        reading = s.law.read("new-belligerent-freeze")
        yield objection("17.11c", "newcomers-attack-not", unit=U(unit.id), nation=Term(unit.nation), reading=reading)


def objections_to_attacking_abroad(s: State, unit: Unit, hex: str) -> Checks:
    """Greeks and Bulgarians do not attack beyond the Balkans; Montenegrins may attack where they may not go.

    Of all others the clauses say only where they operate; whether that forbids an attack is a reading.
    """
    facts = {"unit": U(unit.id), "hex": Place(hex), "nation": Term(unit.nation)}
    if unit.nation in IN_BALKANS:
        if not in_balkans(s, hex):
            yield objection(IN_BALKANS[unit.nation], "attacks-in-balkans-only", **facts)
    elif unit.nation == "MN":
        if land_of(s, hex) != "montenegro":
            yield held("17.21k", "attacks-abroad", **facts)
    else:
        reading = s.law.read("operating-and-attacking")
        check = objection if reading.option == "attacks-too" else held
        beyond = (*objections_to_leaving_home(s, unit, hex), *_limits(s, unit, hex))
        for rule in sorted({bar.rule for bar in s.law.objections(beyond)}):
            yield check(rule, "attacks-beyond", unit=U(unit.id), hex=Place(hex), reading=reading)


def objections_to_attacking_in_the_north(s: State, unit: Unit) -> Checks:
    """Where more than four Austrians are left in the north, four of them attack."""
    here = unit.place or ""
    if unit.nation != "AH" or front_of(s, here) != "eastern" or not _north(here) or _opened(s, here):
        return
    attackers = s.fight.attackers if s.fight else frozenset()
    others = [u for u in _in_the_north(s, unit) if u.fought or u.id in attackers]
    if len(others) >= FEW_AUSTRIANS:
        yield objection("17.31c", "too-many-attack", unit=U(unit.id), n=FEW_AUSTRIANS, units=units(others))


def _in_the_north(s: State, unit: Unit) -> list[Unit]:
    """Those whom the limit counts: where it is lifted outside Germany, only those in Germany, if so read."""
    north = [u for u in _like(s, unit) if front_with(s, u) == "eastern" and _north(u.place or "")]
    if _cities_held(s) and s.law.reads("austrians-in-the-north", "germany-alone"):
        return [u for u in north if land_of(s, u.place or "") == "germany"]
    return north


def _opened(s: State, hex: str) -> bool:
    """Odessa and Kiev lift the limit, but not in Germany."""
    return _cities_held(s) and land_of(s, hex) != "germany"


def _cities_held(s: State) -> bool:
    """Whether the CP hold Odessa and Kiev, which serves them until the Bolshevik Revolution."""
    return not s.stands("bolsheviks") and all(t in s.map and controller(s, t) == CP for t in OPEN_EAST)


def _north(hex: str) -> bool:
    """North of row E48xx."""
    return hex[1:3] > "48"


def _turks(s: State, unit: Unit, hex: str, front: str) -> Checks:
    facts = {"unit": U(unit.id), "hex": Place(hex), "nation": Term(unit.nation)}
    if front in EUROPE and front != "eastern":
        yield objection("17.31d", "not-on-this-front", front=Term(front), **facts)
    elif front == "eastern" and not in_balkans(s, hex):
        abroad = [u for u in _like(s, unit) if front_with(s, u) == "eastern" and not in_balkans(s, u.place or "")]
        yield from _not_too_many(s, unit, hex, "17.31d", FEW_AUSTRIANS, abroad)
    if land_of(s, hex) == "egypt":
        there = [u for u in _like(s, unit) if land_of(s, u.place or "") == "egypt"]
        yield from _not_too_many(s, unit, hex, "17.31d", FEW_TURKS, there)


def _like(s: State, unit: Unit) -> list[Unit]:
    """The other units of its nation on the map."""
    return [u for u in s.on_map() if u.nation == unit.nation and u.id != unit.id and (u.fights or u.hq)]


def _not_too_many(
    s: State, unit: Unit, hex: str, rule: str, limit: int, there: list[Unit], reading: Chosen | None = None
) -> Checks:
    if len(there) >= limit:
        facts = {"unit": U(unit.id), "hex": Place(hex), "n": limit, "units": units(there)}
        yield objection(rule, "too-many-there", **facts, reading=reading)
