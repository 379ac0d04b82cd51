"""3.26, 7.24, 15.93, 16.1: nations, their sides, and which of them fight side by side, without loss or at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tutor.engine.check import Checks, objection
from tutor.engine.facts import Term, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.ledger import Lines, plus
from tutor.rulesets.gwie.state import ALLIES, CP, WAITING, State, Unit

EMPIRE = frozenset({"BR", "AS", "NZ", "CA", "IN", "PT"})
SIDE_OF: Mapping[str, str] = {
    **dict.fromkeys(("GE", "AH", "TU", "BU"), CP),
    **dict.fromkeys((*EMPIRE, "FR", "BE", "RU", "PG", "SR", "MN", "IT", "GK", "US", "AB", "AR"), ALLIES),
}
AFTER_F = "G"
TURKEY_DOWN = "turkey-collapsed"
FALLS: Mapping[str, str] = {"RU": "bolsheviks", "TU": TURKEY_DOWN}
RED_ARMY, RED_HQ = "red-army", "red-hq"


def nation_of(unit: Unit) -> str:
    """Armenians, and what the Provisional Government keeps, are Russian for everything (15.81, 5.45)."""
    return "RU" if unit.nation in ("AR", "PG") else unit.nation


def falls_with_russia(s: State, unit: Unit) -> bool:
    """Whether a unit is Russian when Russia collapses: Armenians too, as far as so read (15.81, 16.11)."""
    return nation_of(unit) == "RU" and (unit.nation != "AR" or s.law.reads("armenians-in-collapse", "with-russia"))


def collapsed(s: State, unit: Unit) -> bool:
    """Whether the nation of a unit has collapsed: Russia (16.3), or Turkey where the East Map is played (16.6)."""
    if unit.nation == "TU":
        return bankrupt(s, "TU")
    return bankrupt(s, "RU") and falls_with_russia(s, unit)


def bankrupt(s: State, payer: str) -> bool:
    """Whether a nation that pays has collapsed: it gains no more points in any form (16.11)."""
    return payer in FALLS and s.stands(FALLS[payer])


def red(unit: Unit) -> bool:
    """A division of the Red Army, or the HQ that comes with it (15.93)."""
    return unit.called in (RED_ARMY, RED_HQ)


@seam("gwie.company")
def objections_to_company(s: State, unit: Unit, others: Iterable[Unit]) -> Checks:
    """Who neither stacks nor attacks with whom: what comes into a hex, and what joins an attack, is asked the same."""
    yield from objections_to_mixing(s, unit, others)


def objections_to_mixing(s: State, unit: Unit, others: Iterable[Unit]) -> Checks:
    """A nation that has collapsed keeps to itself (16.11), and so does the Red Army (15.93)."""
    others = [u for u in others if u.ground]
    apart = [u for u in others if nation_of(u) != nation_of(unit)]
    if any(collapsed(s, u) for u in (unit, *apart)) and apart:
        yield objection("16.11", "collapsed-apart", unit=U(unit.id), units=units(apart))
    apart = [u for u in others if red(u) != red(unit)]
    if apart:
        yield objection("15.93", "red-army-apart", unit=U(unit.id), units=units(apart))


def same_nation(s: State, hq: Unit, unit: Unit) -> bool:
    """Whether a combat unit is of an HQ's nationality; the Empire counts as British unless so read."""
    if {hq.nation, unit.nation} <= EMPIRE and s.law.reads("commonwealth-hq", "british"):
        return True
    return nation_of(hq) == nation_of(unit)


def beside(s: State, unit: Unit, name: str) -> bool:
    """Stacked with or adjacent to the counter that rules call by this name."""
    hq = s.named(name)
    if hq is None or hq.place is None:
        return False
    here = s.fight.origins.get(unit.id, unit.place) if s.fight else unit.place
    return here is not None and (here == hq.place or s.map.adjacent(here, hq.place))


def friendship(s: State, one: Unit, other: Unit) -> str | None:
    """The rule by which two units of one side cooperate, none needed in one nation; None where none lets them."""
    if nation_of(one) == nation_of(other):
        return ""
    return _friends(s, one, other) or _friends(s, other, one)


def _friends(s: State, one: Unit, other: Unit) -> str | None:
    if one.nation == "US" and _before_first_army(s):
        return "7.24b"
    if one.nation == "GE" and one.side == other.side and beside(s, one, "sud-army"):
        return "7.24c"
    if {one.nation, other.nation} <= EMPIRE and _empire(s, one, other):
        return "7.24d"
    if one.called in ("dfps", "south-persian-rifles") and other.nation in EMPIRE:
        return "7.24e"
    if one.called == "persian-cossack" and nation_of(other) == "RU":
        return "7.24f"
    if turkish_guest(one) and other.nation == "TU":
        return "7.24g"
    return None


def turkish_guest(unit: Unit) -> bool:
    """Whom the Turks take among them without loss: Persian gendarmes, and Germans below a division (7.24)."""
    small = unit.nation == "GE" and unit.size in ("battalion", "brigade")
    return small or unit.called == "persian-gendarmerie"


def _guests_together(s: State, one: Unit, other: Unit, units: tuple[Unit, ...]) -> str | None:
    """Two guests of the Turks, where Turks fight beside them and it is so read."""
    among = turkish_guest(one) and turkish_guest(other) and any(u.nation == "TU" for u in units)
    return "7.24g" if among and s.law.reads("guests-of-the-turks", "among-turks") else None


def _before_first_army(s: State) -> bool:
    hq = s.named("us-1st-army")
    return hq is None or (hq.place is None and hq.box == WAITING)


def _empire(s: State, one: Unit, other: Unit) -> bool:
    """Canadians stand apart after Strategic Turn F, except with the Royal Tank Corps."""
    if not _canadians_apart(s, one, other):
        return True
    if s.law.reads("royal-tank-corps", "every-tank"):
        return any(u.kind == "tank" and u.nation == "BR" for u in (one, other))
    return "royal-tank-corps" in (one.called, other.called)


def _canadians_apart(s: State, one: Unit, other: Unit) -> bool:
    """Whether Canadians meet others of the Empire after Strategic Turn F."""
    both = {one.nation, other.nation}
    return "CA" in both <= EMPIRE and len(both) > 1 and s.letter >= AFTER_F


def nation_lines(s: State, units: tuple[Unit, ...], against: int) -> Lines:
    """10.45: one shift against units of nations that do not cooperate, however many they are."""
    bond: tuple[str, Unit, Unit] | None = None
    for index, one in enumerate(units):
        for other in units[index + 1 :]:
            rule = friendship(s, one, other)
            if rule is None:
                rule = _guests_together(s, one, other, units)
            if rule is None:
                yield from _parted(s, one, other)
                facts = {"one": Term(one.nation), "other": Term(other.nation), **_read(s, one, other, units)}
                yield plus("10.45", "nations-apart", against, **facts)
                return
            if rule and bond is None:
                bond = rule, one, other
    if bond is not None:
        rule, one, other = bond
        facts = {"one": Term(one.nation), "other": Term(other.nation), **_read(s, one, other, units)}
        yield plus(rule, "nations-cooperate", 0, **facts)


def _parted(s: State, one: Unit, other: Unit) -> Lines:
    """Why two nations that once cooperated do so no more."""
    if _canadians_apart(s, one, other):
        yield plus("7.24d", "canadians-apart", 0, **_read(s, one, other, (one, other)))


def _read(s: State, one: Unit, other: Unit, units: tuple[Unit, ...]) -> dict[str, Any]:
    """The reading on which it hangs: whether a tank is of the Royal Tank Corps, whether guests of Turks are friends."""
    if any(u.kind == "tank" for u in (one, other)) and _canadians_apart(s, one, other):
        return {"reading": s.law.read("royal-tank-corps")}
    if turkish_guest(one) and turkish_guest(other) and any(u.nation == "TU" for u in units):
        return {"reading": s.law.read("guests-of-the-turks")}
    return {}


def belonging(units: Iterable[Unit]) -> frozenset[str]:
    """The nations that take part."""
    return frozenset(nation_of(u) for u in units)
