"""Fatal Alliances 10.7.6: one land attack on one defending unit, by the Assault Table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from tests.compare.independent import FACES, GOAL, Data, End, Ends, share, table

COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1")
WEATHER = {"clear": 0, "mud": 0, "winter": -1}
TROOPS = {"inf", "mtn"}


def ends(data: Data) -> Ends:
    attackers = [p for p in data["pieces"].values() if p["kind"] in TROOPS and p["place"] != GOAL]
    (defender,) = [p for p in data["pieces"].values() if p["kind"] in TROOPS and p["place"] == GOAL]
    assert {p["kind"] for p in data["pieces"].values()} <= TROOPS | {"art", "obs", "hq"}
    surprise = data.get("surprised", {}).get(defender["nation"])
    assert surprise or not data["map"]["sides"], "10.7.6.6: a river would halve"
    assert all(surprise in (None, p["nation"]) for p in attackers), "12(b): whole for who declared the war"
    assert set(data["map"]["sides"]) <= {"river"}
    for place in {p["place"] for p in attackers}:
        assert sum(p["place"] == place for p in attackers) <= 2, "10.7.6.1: two from a hex"
    terrain = {row[0]: row for row in table("fa", "terrain")["rows"]}[data["map"]["hexes"][GOAL]["terrain"]]
    doubled = 2 if terrain[5] == "DEFENDER DOUBLED" else 1
    column = _column(sum(p["factor"] for p in attackers), doubled * defender["factor"])
    (sky,) = data["weather"].values()
    column += WEATHER["clear" if terrain[0] == "desert" else sky]
    assert column >= COLUMNS.index("1-2"), "10.7.6.2: at least 1:2 when declared"
    found: Ends = {}
    for turned, chance in _shelled(data, sky):
        for helped, half in _supported(data, bool(surprise)):
            for face in FACES:
                at = max(0, column - helped)
                row = face + turned - (at < COLUMNS.index("1-2"))
                end = _fought(table("fa", "assault")["cells"][row][at], attackers, terrain)
                found[end] = found.get(end, Fraction(0)) + chance * half / 6
    return found


def _column(attack: int, defence: int) -> int:
    """10.7.6.7: whole odds, for the defender; 3:5 is 1-2."""
    if attack >= defence:
        return COLUMNS.index(f"{min(10, attack // defence)}-1")
    return COLUMNS.index(f"1-{min(3, ceil(Fraction(defence, attack)))}")


def _shelled(data: Data, sky: str) -> Iterator[tuple[int, Fraction]]:
    """10.7.6.4.5: the gun turns the defender on its value or less, and one more for two observers or part of two."""
    guns = [p for p in data["pieces"].values() if p["kind"] == "art"]
    if not guns:
        yield 0, Fraction(1)
        return
    (gun,) = guns
    (shells,) = data["ammunition"].values()
    assert shells >= gun["value"]
    watching = sum(p["kind"] == "obs" for p in data["pieces"].values()) - (sky == "winter")
    turns = min(6, gun["value"] + ceil(max(0, watching) / 2))
    yield 1, Fraction(turns, 6)
    yield 0, Fraction(6 - turns, 6)


def _supported(data: Data, surprise: bool) -> Iterator[tuple[int, Fraction]]:
    """10.7.6.5: the HQ beside it moves the odds a level on its reorganisation value or less; not surprised (12)."""
    if surprise:
        yield 0, Fraction(1)
        return
    hqs = [p for p in data["pieces"].values() if p["kind"] == "hq"]
    assert len(hqs) == 1
    for hq in hqs:
        assert hq["place"] in {"0503", "0504"}
        yield 1, Fraction(hq["reorganisation"], 6)
        yield 0, Fraction(6 - hq["reorganisation"], 6)


def _fought(result: str, attackers: list[Data], terrain: list[object]) -> End:
    """10.7.6.7-11: the losses, the advance in mass, and who lies face-down. One defender is lost with any loss."""
    lost, _, rest = result.partition("/")
    theirs = int(rest[0]) if rest and rest[0].isdigit() else 0
    assert theirs or not rest.strip("-*"), "a half hex or a retreat alone is not worked out here"
    ours = min(len(attackers), int(lost) if lost.isdigit() else 0)
    left = attackers[ours:]
    ground = "defender" if not theirs else "attacker" if left else "nobody"
    dear = [p for p in left if ground == "attacker" and int(str(terrain[4 if p["kind"] == "mtn" else 3])) > p["mp"]]
    turned = len(dear) if result.endswith("*") else len(left)
    return ground, share(ours, len(attackers)), Fraction(min(1, theirs)), False, share(turned, len(left))
