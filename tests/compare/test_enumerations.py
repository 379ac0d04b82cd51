"""One situation a game, reckoned a second time by hand: from the booklets and their tables, without the procedures.

Nothing of the rule sets is imported but the tables of the digests. Equality is to the fraction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from tutor import rulesets
from tutor.compare.measures import End
from tutor.compare.outcome import Answer, answered
from tutor.compare.situation import situation

F = Fraction
Ends = Mapping[End, Fraction]


def answer(game: str, name: str) -> Answer:
    found = answered(game, situation(name))
    assert found.exact
    return found


def table(game: str, name: str) -> Any:
    return rulesets.book(game).tables[name]


def agrees(game: str, name: str, ends: Ends) -> None:
    assert sum(ends.values()) == 1
    assert len(ends) > 1
    assert dict(answer(game, name).ends.items()) == dict(ends)


def rolled(faces: int) -> Iterator[tuple[int, Fraction]]:
    return ((face, F(1, faces)) for face in range(1, faces + 1))


# -- The Great War in Europe: Le Cateau ----------------------------------------------------------------------------
def test_gwie_le_cateau() -> None:
    """Five German divisions of 3 and a cavalry division of 1 against three British of 3: 16 to 9, 1-1.

    The German HQ shifts one column right, the British have no heavy guns for one; the ground is clear, nobody has
    trenches in August 1914, and two neighbouring hexes are not concentric: 2-1 on Table A, no modifier.
    """
    chart = table("gwie", "crt-a")
    column = chart["columns"].index("2-1")
    ends: Counter[End] = Counter()
    for die, p in rolled(6):
        ours, theirs = chart["cells"][str(die)][column].split("/")
        ends[End("defender", F(int(ours), 6), F(int(theirs), 3), False, F(1))] += p
    agrees("gwie", "le-cateau-1914", ends)


# -- Fatal Alliances: Le Cateau ------------------------------------------------------------------------------------
def test_fa_le_cateau() -> None:
    """Two German armies of 4 against a British one of 5, supported by an HQ of 3: 1-1, or 1-2 if the HQ answers.

    A gun of value 1 turns the defender on a 1, which gives +1 to the die. No STOSS and no TANK: the Assault Table.
    The attackers that are left lie face-down without an asterisk; where the defender is destroyed they advance.
    """
    chart = table("fa", "assault")
    ends: Counter[End] = Counter()
    for (gun, p), (hq, q), (die, r) in product(rolled(6), rolled(6), rolled(6)):
        column = chart["columns"].index("1-2" if hq <= 3 else "1-1")
        cell = chart["cells"][str(die + (gun == 1))][column]
        ours, theirs = _losses(cell)
        lost = min(ours, 2)
        taken = theirs >= 1 and lost < 2
        ground = "attacker" if taken else "nobody" if theirs else "defender"
        spent = F(0) if lost == 2 else F(1)
        ends[End(ground, F(lost, 2), F(min(theirs, 1)), False, spent)] += p * q * r
    agrees("fa", "le-cateau-1914", ends)


def _losses(cell: str) -> tuple[int, int]:
    """Losses of both sides; letters behind ask for ground, which a destroyed stack has lost anyhow."""
    ours, _, theirs = cell.partition("/")
    return _number(ours), _number(theirs)


def _number(text: str) -> int:
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits or 0)


# -- To the Last Man!: Brusilov ------------------------------------------------------------------------------------
def test_tlm_brusilov() -> None:
    """Two infantry and one artillery surprise one entrenched infantry and one artillery.

    Surprise: the attacker fires first, each piece once, hitting on a 1; then what is left of the defence: infantry
    on 1 or 2 in its trenches, artillery on a 1. Nobody has cards for losses, and the guns are given up first.
    """
    ends: Counter[End] = Counter()
    for dice in product(range(1, 7), repeat=3):
        hits = sum(die == 1 for die in dice)
        left = ["infantry", "artillery"][: 2 - min(hits, 2)]
        for answer_ in product(range(1, 7), repeat=len(left)):
            back = sum(die <= (2 if piece == "infantry" else 1) for die, piece in zip(answer_, left, strict=True))
            p = F(1, 6 ** (3 + len(left)))
            end = End("shared" if left else "attacker", F(back, 3), F(2 - len(left), 2), False, F(1))
            ends[end] += p
    agrees("tlm", "brusilov-1916", ends)


# -- Distant Foreign Fields: Caporetto -----------------------------------------------------------------------------
FOUR_ROUNDS = 4


def chance(number: int) -> Fraction:
    """A d10 at or under the number; below 1 a double 1 on two dice (1.3)."""
    return F(min(number, 10), 10) if number >= 1 else F(1, 100)


def test_dff_caporetto() -> None:
    """One division of 4 against one of 3 in the mountains, in rain, with gas and three rounds of bombardment.

    Rain takes 1 from every gun and from attackers, mountains 1 from attackers and give 1 to defenders. Gas hampers
    the defender in the first round on 1 to 4, the attacker on a 10; the bombardment warns the defender (+1). The
    attacker's guns are silent in the first round. His depot pays four rounds of a unit and a gun.
    """
    ends: Counter[End] = Counter()
    for gas, p in rolled(10):
        gassed = (int(gas == 10), int(gas <= 4))
        for shells in product((0, 1), repeat=3):
            q = p
            for hit in shells:
                q *= chance(2) if hit else 1 - chance(2)
            d = 3 - sum(shells)
            for (a, left, rounds), r in _fought(4, d, 1, gassed).items():
                # a fourth hit of the attacker's fire finds nobody; both dead: the defender's hex (reading)
                ground = "attacker" if left == 0 and a else "defender"
                ends[End(ground, F(4 - a, 4), F(3 - left, 3), False, F(4 + 2 * (rounds - 1)))] += q * r
    agrees("dff", "caporetto-1917", ends)


@cache
def _fought(a: int, d: int, n: int, gassed: tuple[int, int]) -> Mapping[tuple[int, int, int], Fraction]:
    """What is left of both, and how many rounds were paid: the first was paid before the bombardment."""
    if not d or not a or n > FOUR_ROUNDS:
        return {(a, d, max(1, n - 1)): F(1)}
    first = n == 1
    mine = chance(a - 1 - 1 - (gassed[0] if first else 0))
    guns = F(0) if first else chance(3 - 1)
    theirs = chance(d + 1 + ((1 - gassed[1]) if first else 0))
    found: Counter[tuple[int, int, int]] = Counter()
    for one, two, three, four in product((0, 1), repeat=4):
        p = F(1)
        for hit, c in ((one, mine), (two, guns), (three, theirs), (four, chance(3 - 1))):
            p *= c if hit else 1 - c
        if p:
            for key, q in _fought(max(0, a - three - four), max(0, d - one - two), n + 1, gassed).items():
                found[key] += p * q
    return found


# -- Strafexpedition: Brusilov -------------------------------------------------------------------------------------
def test_se_brusilov() -> None:
    """Two Russian battalions (5-2-6, reduced 3) against one (4-2-5) in a level 3 trench; one field group a side.

    Bombardment 5, three columns to the left: off the table, nothing. Defensive fire at the second battalion: two
    machine guns and a quarter of 5 rounded down, 3; the trench of those who fire shifts one to the right. Assault:
    10 or 8 to 4, three columns to the left for the trench. Morale 6 against 5 shifts nothing. A defender who must
    leave has lost a step; he comes back in counter-attack at hopeless odds and is destroyed.
    """
    fire, storm = table("se", "defensive-fire"), table("se", "assault")
    column = fire["columns"].index("4")
    ends: Counter[End] = Counter()
    for (die, p), (again, q) in product(rolled(6), rolled(6)):
        code = fire["cells"][str(die)][column]
        if code == "*":
            code = "D1" if again <= 3 else "-"
        steps, points, _ = _code(code)
        second = (2 - steps, points)
        odds = storm["columns"].index("2/1" if steps else "2.5/1") - 3
        for assault, r in rolled(6):
            ours, theirs = storm["cells"][str(assault)][odds].split("|")
            ends[_stormed(second, _code(ours.strip()), _code(theirs.strip()))] += p * q * r
    agrees("se", "brusilov-1916", ends)


def _code(code: str) -> tuple[int, int, bool]:
    """Steps, points for each unit, retreat."""
    if code == "-":
        return 0, 0, False
    before, _, after = code.partition("D")
    return int(before or 0), int(after.rstrip("R")), code.endswith("R")


def _stormed(second: tuple[int, int], ours: tuple[int, int, bool], theirs: tuple[int, int, bool]) -> End:
    """The first battalion's morale is used, and so is its first step; then the weaker of the two pays."""
    battalions = [[2, 0], list(second)]
    for number in range(ours[0]):
        payer = 0 if number == 0 or second[0] == 2 else 1
        battalions[payer][0] -= 1
    for battalion in battalions:
        battalion[1] += ours[1]
    left = [(steps, points) for steps, points in battalions if steps > 0]
    driven_out = theirs[2] and not ours[2]
    lost = 2 if driven_out else theirs[0]
    return End(
        "attacker" if driven_out else "defender",
        F(4 - sum(steps for steps, _ in left), 4),
        F(lost, 2),
        False,
        F(sum(points for _, points in left), len(left)),
    )
