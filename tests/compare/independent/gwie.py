"""The Great War in Europe 10.3 to 10.7: one attack on one hex, its shifts, its modifiers and its die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.compare.independent import FACES, GOAL, Data, End, Ends, share, table

ALLIES = {"BR", "FR", "RU", "BE"}
LADDER = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1")  # 0 to 5: as a number, the whole odds in the attacker's favour
TROOPS = {"infantry", "cavalry"}
FORTS = {"heavy-fort": 2}
GASES = {"chlorine", "phosgene", "mustard"}
EUROPE = {"western", "italian", "eastern"}
TRENCHES = {"GE": "germans", "AH": "other-cp", "BR": "british-belgians", "BE": "british-belgians", "RU": "other-allies"}


def ends(data: Data) -> Ends:
    pieces = list(data["pieces"].values())
    assert {p["kind"] for p in pieces} <= TROOPS | set(FORTS) | {"hq"}
    side = data["active"]
    ours = [p for p in pieces if p["kind"] in TROOPS and _side(p) == side]
    theirs = [p for p in pieces if p["kind"] in TROOPS and _side(p) != side]
    forts = [p for p in pieces if p["kind"] in FORTS]
    hqs = [p for p in pieces if p["kind"] == "hq" and _side(p) == side]
    rear = [p for p in pieces if p["kind"] == "hq" and _side(p) != side]
    assert all(p["place"] == GOAL for p in theirs + forts)
    assert len(hqs) <= 1
    assert len(rear) <= 1
    assert not rear or data["front"] != "western", "10.71: it would bar the advance"
    assert len({p["nation"] for p in ours}) == len({p["nation"] for p in theirs}) == 1
    odds = _odds(sum(p["attack"] for p in ours), sum(p["defence"] for p in theirs) + len(forts))
    column = odds + _shifts(data, hqs, rear, forts)
    chart = "crt-a" if len(theirs) + len(forts) <= 3 else "crt-b"
    found: Ends = {}
    for face in FACES:
        result = _result(chart, column, face, _modifier(data, theirs))
        end = _fought(result, ours, theirs, bool(forts), len(hqs))
        found[end] = found.get(end, Fraction(0)) + Fraction(1, 6)
    return found


def _side(piece: Data) -> str:
    return "allies" if piece["nation"] in ALLIES else "cp"


def _odds(attack: int, defence: int) -> int:
    """10.34: rounded for the defender; 1-2 is 0, 1-3 is -1."""
    if attack >= defence:
        return attack // defence
    return 2 - -(-defence // attack)


def _shifts(data: Data, hqs: list[Any], rear: list[Any], forts: list[Any]) -> int:
    """10.42-46: terrain, forts, a river that all must cross, the HQs behind both sides."""
    terrain = {row[0]: row[1:] for row in table("gwie", "combat-terrain")["rows"]}[
        data["map"]["hexes"][GOAL]["terrain"]
    ]
    (sky,) = data["weather"].values()
    shifts = int(terrain[("fair", "wet", "snow").index(sky)]) - sum(FORTS[p["kind"]] for p in forts)
    sides = data["map"]["sides"]
    assert set(sides) <= {"river"}
    if sides:
        assert set(sides["river"]) == {f"0303-{GOAL}", f"0304-{GOAL}"}
        shifts -= 1
    return shifts + sum(int(p["support"]) for p in hqs) - sum(int(p["support"]) for p in rear)


def _modifier(data: Data, theirs: list[Any]) -> int:
    """10.5: trenches against, gas for. Ships are worth 1 against a coastal hex (6.20); two sides are not concentric."""
    hands = data["hands"]
    assert set(hands) <= {data["active"]}
    cards = set(hands.get(data["active"], ()))
    assert cards <= GASES | {"naval-bombardment"}
    ships = "naval-bombardment" in cards and "coastal" in data["map"]["hexes"][GOAL].get("flags", ())
    against = -1 if GOAL in data.get("trenches", ()) else 0
    if data["front"] in EUROPE:
        against = _trench(data["turn"], theirs[0]["nation"])
    return max(-3, against + (2 if cards & GASES else 0) + ships)


def _trench(turn: int, nation: str) -> int:
    """14.42-45: as the Strategic Turns before this turn have left it; nothing changes after F."""
    over = [row[4] for row in table("gwie", "turn-track")["rows"] if row[0] < turn and row[4] != "-"]
    if not over:
        return 0
    markers = table("gwie", "combat-trenches")
    row = next(row for row in markers["rows"] if row[0] == TRENCHES[nation])
    return int(row[1 + "ABCDEF".index(min("F", over[-1]))])


def _result(chart: str, column: int, face: int, modifier: int) -> str:
    """10.48, 10.54, 10.56."""
    if column < 0:
        return "2/0" if chart == "crt-a" else "4/0"
    modified = min(6, max(1, face + modifier + max(0, column - 5)))
    cell: str = table("gwie", chart)["cells"][modified][min(5, column)]
    return cell


def _fought(result: str, ours: list[Any], theirs: list[Any], fort: bool, spent: int) -> End:
    """10.6: attackers first, the fort last; 10.71: all that are left advance into an empty hex."""
    asked, _, against = result.partition("/")
    have, held = sum(p["steps"] for p in ours), sum(p["steps"] for p in theirs)
    lost = min(have, int(asked))
    theirs_lost = held if against == "E" else min(held, int(against))
    stands = fort and against != "E" and int(against) <= held
    ground = "defender" if stands or theirs_lost < held else "attacker" if lost < have else "nobody"
    return ground, share(lost, have), share(theirs_lost, held), False, Fraction(spent)
