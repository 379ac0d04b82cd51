"""1.3: the ten-sided die. Hits are counted by what they do; a 1 is counted apart, for its shooter places it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from tutor.engine.ask import NotAnAnswer, Volley
from tutor.engine.facts import NO_FACTS, Facts
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, Line, Lines, at_most, plus

SIDES = 10
PLAIN, PAST, AIMED, AIMED_PAST, AIMED_UP = "plain", "past", "aimed", "aimed_past", "aimed_up"
EFFECTS = (PLAIN, PAST, AIMED, AIMED_PAST, AIMED_UP)


def number_to_hit(law: Law, rule: str, kind: str, lines: Lines) -> Ledger:
    """The highest face that hits: below 1 it takes a double 1, above 9 nothing misses, unless read otherwise."""
    number = law.ledger(rule, kind, lines)
    more: tuple[Line, ...] = ()
    if number.total < 1:
        more = (plus("1.3-b", "double-one", 0),)
    elif number.total > 9 and law.reads("hit-number-ceiling", "ten-misses"):
        more = (at_most("1.3-c", "ten-misses", 9, reading=law.read("hit-number-ceiling")),)
    return law.ledger(rule, kind, (*number.lines, *more)) if more else number


class Shots(NamedTuple):
    """Equal shots: what fires, how many, on what number or less it hits, and what a hit and a 1 then do."""

    tag: str
    n: int
    hit: int
    plain: str = PLAIN
    aimed: str = AIMED

    @property
    def dice(self) -> int:
        """The dice of one shot: a number below 1 takes a double 1 on two dice."""
        return 1 if self.hit >= 1 else 2


class Salvo(NamedTuple):
    """All that one side fires at once."""

    rule: str
    who: str
    groups: tuple[Shots, ...]
    kind: str
    facts: Facts = NO_FACTS

    @property
    def dice(self) -> int:
        return sum(shots.n * shots.dice for shots in self.groups)

    @property
    def sides(self) -> int:
        return SIDES

    def branches(self) -> Sequence[tuple[Volley, int]]:
        return _outcomes(self.groups)

    def sample(self, rng: random.Random) -> Volley:
        return _volley(self.groups, iter([rng.randint(1, SIDES) for _ in range(self.dice)]))

    def read(self, written: Any) -> Volley:
        """Faces in the order of the groups."""
        faces = list(_flat(written))
        good = all(isinstance(f, int) and not isinstance(f, bool) and 1 <= f <= SIDES for f in faces)
        if not good or len(faces) != self.dice:
            raise NotAnAnswer(self, written)
        return _volley(self.groups, iter(faces))

    def write(self, value: Volley) -> list[int]:
        return [face for _, faces in value.faces for face in faces]


def _flat(written: Any) -> Iterator[Any]:
    for one in written if isinstance(written, (list, tuple)) else [written]:
        if isinstance(one, (list, tuple)):
            yield from _flat(one)
        else:
            yield one


def _volley(groups: tuple[Shots, ...], rolled: Iterator[int]) -> Volley:
    counts: dict[str, int] = {}
    shown: list[tuple[str, tuple[int, ...]]] = []
    struck: list[tuple[bool, ...]] = []
    for shots in groups:
        faces = tuple(itertools.islice(rolled, shots.n * shots.dice))
        effects = tuple(_effects(shots, faces))
        shown.append((shots.tag, faces))
        struck.append(tuple(bool(effects[n // shots.dice]) for n in range(len(faces))))
        for effect in filter(None, effects):
            counts[effect] = counts.get(effect, 0) + 1
    needed = tuple([shots.hit for shots in groups])
    return Volley(_canonical(counts.items()), tuple(shown), tuple(struck), needed)


def _effects(shots: Shots, faces: tuple[int, ...]) -> Iterator[str]:
    """What each shot does; nothing where it misses."""
    if shots.dice == 2:
        pairs = zip(faces[::2], faces[1::2], strict=True)
        yield from (shots.aimed if pair == (1, 1) else "" for pair in pairs)
        return
    for face in faces:
        yield (shots.aimed if face == 1 else shots.plain) if face <= shots.hit else ""


def _canonical(counts: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    found = dict(counts)
    return tuple([(effect, found[effect]) for effect in EFFECTS if found.get(effect)])


@cache
def _outcomes(groups: tuple[Shots, ...]) -> tuple[tuple[Volley, int], ...]:
    """Every volley by what it does, each with the number of ways to roll it."""
    ways: dict[tuple[tuple[str, int], ...], int] = {(): 1}
    for shots in groups:
        for _ in range(shots.n):
            ways = _one_more(ways, shots)
    return tuple((Volley(hits), n) for hits, n in ways.items())


def _one_more(ways: dict[tuple[tuple[str, int], ...], int], shots: Shots) -> dict[tuple[tuple[str, int], ...], int]:
    hit = min(shots.hit, SIDES)
    one = [("", SIDES - hit), (shots.aimed, 1), (shots.plain, hit - 1)] if hit >= 1 else [("", 99), (shots.aimed, 1)]
    found: dict[tuple[tuple[str, int], ...], int] = {}
    for hits, n in ways.items():
        for effect, weight in one:
            if weight:
                counts = dict(hits)
                if effect:
                    counts[effect] = counts.get(effect, 0) + 1
                key = _canonical(counts.items())
                found[key] = found.get(key, 0) + n * weight
    return found
