"""Exact odds of an assault against an enumeration that knows nothing of procedures: loops over dice and printed tables.

The position is declared: the assault markers lie, a gun stands ready. What follows is worked out twice, once by the
engine and once here, and must be equal to the fraction.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import pytest

from tests.randommaps import se_book, se_state
from tests.rulesets.se.ground import ground
from tutor.engine.odds import odds
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.rulesets.se.ruleset import RULES
from tutor.rulesets.se.state import State, Unit

HERE, THERE, REAR = "0505", "0506", "0503"  # the assault comes from HERE and goes THERE
TABLES = se_book().tables
SIXTH = Fraction(1, 6)


# -- the enumeration ----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Man:
    """A unit as the enumeration sees it."""

    id: str
    combat: tuple[int, int]
    guns: tuple[int, int]
    printed: int
    steps: int = 2
    dp: int = 0
    fate: str = ""

    @property
    def force(self) -> int:
        return self.combat[2 - self.steps]

    @property
    def fire(self) -> int:
        return self.guns[2 - self.steps]

    @property
    def spirit(self) -> int:
        return self.printed - self.dp


Men: TypeAlias = tuple[Man, ...]


@dataclass(frozen=True)
class Field:
    """Both sides, the trench, and who stands in the hex that is fought for."""

    attackers: Men
    defenders: Men
    trench: int
    before: int = 0
    holder: str = "it"


Ways: TypeAlias = Iterator[tuple[Fraction, Field]]


def alive(men: Men) -> Men:
    return tuple(man for man in men if not man.fate)


def fired(name: str, value: int, shift: int) -> Iterator[tuple[Fraction, str]]:
    """Every result of one fire with its chance."""
    columns = [int(column) for column in TABLES[name]["columns"]]
    reached = [i for i, least in enumerate(columns) if least <= value]
    column = reached[-1] + shift if reached else -1
    for die in range(1, 7):
        code = TABLES[name]["cells"][str(die)][min(column, len(columns) - 1)] if column >= 0 else "-"
        if code == "*":
            yield SIXTH / 2, "D1"
            yield SIXTH / 2, "-"
        else:
            yield SIXTH, code


def read(code: str) -> tuple[int, int, bool, bool]:
    """Steps, points, retreat, trench."""
    if "D" not in code:
        return 0, 0, False, False
    before, after = code.split("D")
    return int(before or 0), int(after[0]), "R" in after, "T" in after


def struck(men: Men, steps: int, dp: int, near: bool, first: Callable[[Man], bool], safe: bool = False) -> Men:
    """The weakest loses, at first among whom `first` allows; then points, and who is at his morale gives up."""
    now = list(men)
    for n in range(steps):
        able = [m for m in now if not m.fate and (n or first(m))]
        if able:
            one = min(able, key=lambda m: (m.force, m.spirit, m.id))
            left = one.steps - 1
            now[now.index(one)] = replace(one, steps=max(left, 1), fate="" if left else "eliminated")
    for n, man in enumerate(now):
        if dp and not man.fate:
            points = man.dp + dp
            if points >= man.printed and (safe or not near):
                points = man.printed - 1
            now[n] = replace(man, dp=points, fate="surrendered" if points >= man.printed else "")
    return tuple(now)


def anyone(man: Man) -> bool:
    return True


def bombarded(f: Field, value: int, trench_shift: dict[int, int]) -> Ways:
    for chance, code in fired("bombardment", value, trench_shift[f.trench]):
        steps, dp, _, lower = read(code)
        hit = struck(f.defenders, steps, dp, bool(alive(f.attackers)), anyone)
        yield chance, replace(f, defenders=hit, trench=max(0, f.trench - lower))


def shot_at(f: Field, bonus: dict[int, int]) -> Ways:
    """Defensive fire of all who defend at all who come."""
    firers = alive(f.defenders)
    if not firers or not alive(f.attackers):
        yield Fraction(1), f
        return
    for chance, code in fired("defensive-fire", sum(man.fire for man in firers), bonus[f.trench]):
        steps, dp, *_ = read(code)
        yield chance, replace(f, attackers=struck(f.attackers, steps, dp, True, anyone))


def column_of(attack: int, defence: int) -> int:
    """The nearest column; each whole ratio beyond the table is one more."""
    labels = TABLES["assault"]["columns"]
    ratios = [Fraction(a) / Fraction(b) for a, b in (label.split("/") for label in labels)]
    ladder = [*(Fraction(1, n) for n in range(40, 2, -1)), *ratios, *(Fraction(n) for n in range(6, 41))]
    odds = Fraction(attack, defence) if defence else Fraction(5)
    return min(range(len(ladder)), key=lambda i: (abs(ladder[i] - odds), i)) - 38


def morale_shift(mine: int, theirs: int) -> int:
    worth = max(shift for least, shift in TABLES["morale-shifts"]["rows"] if least <= abs(mine - theirs))
    return worth if mine > theirs else -worth


def assaulted(f: Field, shift: int, cover: dict[int, int], counter: bool) -> Ways:
    """One assault on whoever holds the hex."""
    mine, theirs = (f.defenders, f.attackers) if counter else (f.attackers, f.defenders)
    if not alive(mine):
        yield Fraction(1), f
        return
    if not alive(theirs):
        yield Fraction(1), done(f, mine, theirs, True, False, counter)
        return
    best, best_foe = (max(man.spirit for man in alive(men)) for men in (mine, theirs))
    column = column_of(sum(m.force for m in alive(mine)), sum(m.force for m in alive(theirs)))
    column += shift + cover[f.trench] + morale_shift(best, best_foe)
    column = min(column, len(TABLES["assault"]["columns"]) - 1)
    for die in range(1, 7):
        cell = TABLES["assault"]["cells"][str(die)][column] if column >= 0 else "1D2R | -"
        (s1, d1, r1, _), (s2, d2, r2, _) = (read(part.strip()) for part in cell.split("|"))
        ours = struck(mine, s1, d1, True, lambda m: m.spirit == best, safe=not r1)
        foes = struck(theirs, s2, d2, bool(alive(ours)), lambda m: m.spirit == best_foe, safe=not r2)
        yield SIXTH, done(f, ours, foes, not r1 and bool(alive(ours)), r2, counter)


def done(f: Field, mine: Men, theirs: Men, stay: bool, yields: bool, counter: bool) -> Field:
    """Who holds the hex, and what becomes of its trench: the loser's fall lowers it, a regained hex has it again."""
    gone = yields or not alive(theirs)
    had_to_fight = bool(alive(f.attackers if counter else f.defenders))
    trench = f.trench
    if gone and had_to_fight and not (counter and stay):
        trench = max(0, trench - 1)
    if counter and stay and gone:
        trench = f.before
    assaulter, other = ("it", "ah") if counter else ("ah", "it")
    holder = assaulter if stay and gone else other if not gone else "nobody"
    sides = (theirs, mine) if counter else (mine, theirs)
    return replace(f, attackers=sides[0], defenders=sides[1], trench=trench, holder=holder)


def enumerated(setting: Setting, counter: bool) -> dict[tuple[Any, ...], Fraction]:
    """Chances of (who holds the ground, steps lost, surrenders)."""
    shelter = {0: 0} | {n: effect(f"trench-{n}", "bombardment") for n in (1, 2, 3)}
    bonus = {0: 0} | {n: effect(f"trench-{n}", "defensive-fire") for n in (1, 2, 3)}
    cover = {0: 0} | {n: effect(f"trench-{n}", "assault") for n in (1, 2, 3)}
    wet = -1 if setting.weather == "rain" else 0
    gun = setting.gun // 2 if setting.weather == "rain" else setting.gun
    ways = [(Fraction(1), Field(setting.attackers, setting.defenders, setting.trench))]
    ways = [(p * q, g) for p, f in ways for q, g in bombarded(f, gun, shelter)]
    ways = [(p * q, g) for p, f in ways for q, g in shot_at(f, bonus)]
    ways = [(p * q, replace(g, before=f.trench)) for p, f in ways for q, g in assaulted(f, wet, cover, False)]
    if counter:
        ways = [(p * q, g) for p, f in ways for q, g in countered(f, wet, cover)]
    found: dict[tuple[Any, ...], Fraction] = {}
    for chance, f in ways:
        key = (*outcome(f, setting),)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def countered(f: Field, wet: int, cover: dict[int, int]) -> Ways:
    """The defender who fell back comes again, under the fire of those who took the hex."""
    if f.holder != "ah" or not alive(f.defenders):
        yield Fraction(1), f
        return
    firers = alive(f.attackers)
    for chance, code in fired("defensive-fire", sum(m.fire for m in firers), BONUS[f.trench]):
        steps, dp, *_ = read(code)
        hit = replace(f, defenders=struck(f.defenders, steps, dp, True, anyone))
        for more, g in assaulted(hit, wet, cover, True):
            yield chance * more, g


def effect(row: str, column: str) -> int:
    chart = TABLES["terrain-effects"]
    found = next(entry for entry in chart["rows"] if entry[0] == row)
    return int(found[chart["columns"].index(column)])


BONUS = {0: 0} | {n: effect(f"trench-{n}", "defensive-fire") for n in (1, 2, 3)}


def outcome(f: Field, setting: Setting) -> tuple[Any, ...]:
    """As the three questions of the game ask it."""
    sides = ((setting.attackers, f.attackers), (setting.defenders, f.defenders))
    lost = tuple(sum(m.steps for m in then) - sum(m.steps for m in alive(now)) for then, now in sides)
    gave_up = tuple(sum(m.fate == "surrendered" for m in now) for _, now in sides)
    return "attacker" if f.holder == "ah" and alive(f.attackers) else "defender", lost, gave_up


# -- the same by the engine ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Setting:
    """One position, for both."""

    attackers: Men
    defenders: Men
    trench: int
    gun: int
    weather: str


def state_of(setting: Setting) -> State:
    marked = {"assault": THERE, "origin": HERE, "commanded": True, "activated": True}
    units = [
        *(_unit(man, "ah", HERE, **marked) for man in setting.attackers),
        *(_unit(man, "it", THERE) for man in setting.defenders),
        Unit("gun", "ah", "artillery", REAR, bombardment=setting.gun, range=9),
        Unit("hq", "ah", "hq", REAR, brigade="1", radius=5),
    ]
    return se_state(
        ground(),
        units,
        weather=setting.weather,
        brigade="1",
        attached=frozenset({"gun"}),
        trenches=FrozenMap({THERE: setting.trench} if setting.trench else {}),
        agenda=(task("combat", "ah"),),
    )


def _unit(man: Man, side: str, place: str, **more: Any) -> Unit:
    faces = tuple(zip(man.combat, man.guns, strict=True))
    return Unit(
        man.id, side, "infantry", place, faces, mp=6, printed_morale=man.printed, steps=man.steps, dp=man.dp, **more
    )


def settings(seed: int, stacked: bool) -> Setting:
    rng = random.Random(seed)

    def men(side: str, count: int) -> Men:
        made = []
        for n in range(count):
            full, guns, morale = rng.randint(2, 6), rng.randint(0, 4), rng.randint(3, 8)
            faces = (full, rng.randint(1, full)), (guns, rng.randint(0, guns))
            made.append(Man(f"{side}{n}", *faces, morale, rng.choice((1, 2, 2)), rng.randint(0, morale // 2)))
        return tuple(made)

    sizes = (2, 2) if stacked else (1, 1)
    weather = rng.choice(("clear", "rain"))
    return Setting(men("a", sizes[0]), men("d", sizes[1]), rng.randint(0, 3), rng.randint(1, 9), weather)


def by_the_engine(setting: Setting, italian: str) -> dict[tuple[Any, ...], Fraction]:
    from tutor.engine.policy import Question

    asked = [RULES.questions[name] for name in ("ground", "losses", "surrenders")]
    all_three = Question("all", asked[0].name, lambda start, end: tuple(one.of(start, end) for one in asked))
    policies = {"ah": RULES.policies["bold"], "it": RULES.policies[italian]}
    found = odds(RULES, state_of(setting), all_three, policies)
    assert found.exact
    return dict(found.distribution.items())


@pytest.mark.parametrize("seed", range(14))
def test_one_against_one_with_a_counter_attack(seed: int) -> None:
    setting = settings(seed, stacked=False)
    assert by_the_engine(setting, "bold") == enumerated(setting, counter=True)


@pytest.mark.parametrize("seed", range(14))
def test_two_against_two(seed: int) -> None:
    setting = settings(100 + seed, stacked=True)
    assert by_the_engine(setting, "cautious") == enumerated(setting, counter=False)


def test_the_positions_are_not_all_decided() -> None:
    """Neither side always holds, and all the ways to lose a unit occur."""
    ends = [key for seed in range(14) for key in enumerated(settings(seed, stacked=False), counter=True)]
    assert {key[0] for key in ends} == {"attacker", "defender"}
    assert {key[2] for key in ends} >= {(0, 0), (1, 0), (0, 1)}
    assert len(ends) > 50


def test_the_counter_attack_changes_the_odds() -> None:
    drawn = [settings(seed, stacked=False) for seed in range(14)]
    assert sum(enumerated(one, counter=True) != enumerated(one, counter=False) for one in drawn) >= 4
