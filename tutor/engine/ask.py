"""What a step asks of the outside: a choice, or dice.

Whoever answers (a person, a record, a seeded player, the odds) knows nothing but these.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, runtime_checkable

from tutor.engine.check import Check, Checks, Verdict
from tutor.engine.facts import NO_FACTS, Facts, Place, Side, Term, Unit, Way, value
from tutor.engine.law import Law
from tutor.engine.near import Near

DONE = "done"
BACK = "back"
YES, NO = "yes", "no"

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", bound="Posed", default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P")

Answer: TypeAlias = Any  # a str, an int, or a tuple of them, as the ask's `of` says
T = TypeVar("T")
S = TypeVar("S")


class Posed(Protocol):
    """What an ask needs of the position in which it stands."""

    @property
    def law(self) -> Law: ...
    def everything(self, kind: str, /) -> Iterable[Any]: ...
    def exists(self, kind: str, value: Any, /) -> bool: ...


class NotAnAnswer(ValueError):
    """An answer of the wrong form, or that names what does not exist: no rule decides it."""

    def __init__(self, ask: Ask | Chance[Any], answer: Answer) -> None:
        super().__init__(f"{answer!r} is no answer to {ask.kind} ({ask.rule})")
        self.ask = ask
        self.answer = answer


def nothing(_: Answer = None) -> Checks:
    """No objection."""
    return iter(())


class Ask(NamedTuple, Generic[P]):
    """A choice: the state at that moment, the rule that asks, who answers, and what may be said to any answer.

    What may be asked is wider than what is legal: `of` names the type of the request, and the candidates are
    everything of that type. `options` lists them where the request is no unit or place. With `to_end` the
    answer may also be DONE, and with `back` BACK, which takes back what was declared so far.

    `among` are the only candidates that the rules as printed can allow: whoever wants the legal set need not ask
    about the others. It decides nothing (a verdict never looks at it, and with a rule switched off or exempted from
    it does not count), and the laws hold it to account: every candidate outside must be refused.

    `goes` names, in a question where a unit moves, the means that it asks about: a `Going` of the game has the ways.
    `near` says how near the objections look, in a question about units that is asked again and again.
    """

    state: P
    rule: str
    who: str
    kind: str
    of: tuple[str, ...]
    objections: Callable[[Answer], Checks]
    options: tuple[Answer, ...] = ()
    to_end: Callable[[], Checks] | None = None
    back: bool = False
    sealed: bool = False
    facts: Facts = NO_FACTS
    among: Callable[[], Iterable[Answer]] | None = None
    goes: tuple[str, ...] = ()
    near: Near | None = None

    @property
    def about(self) -> Unit | Place | Term | None:
        """Whom or what the question is about, where it says so: the unit that goes, the power that acts."""
        for fact in self.facts.values():
            if isinstance(fact, (Unit, Place, Term)):
                return fact
        return None

    def candidates(self) -> Iterator[Answer]:
        """Everything that could be asked for, legal or not."""
        yield from self._everything()
        if self.to_end is not None:
            yield DONE
        if self.back:
            yield BACK

    def _everything(self) -> Iterable[Answer]:
        if self.options:
            return self.options
        if len(self.of) == 1:
            return self.state.everything(self.of[0])
        parts = [self.state.everything(kind) for kind in self.of]
        return itertools.product(*parts)

    def likely(self) -> Iterable[Answer]:
        """What the legal set is looked for in, in the order of the candidates."""
        everything = self._everything()
        if self.among is None or not self.state.law.printed:
            return everything
        among = frozenset(self.among())
        return [answer for answer in everything if answer in among]

    def checks(self, answer: Answer) -> Iterator[Check]:
        if answer == DONE and self.to_end is not None:
            return self.to_end()
        if answer == BACK and self.back:
            return iter(())
        return self.objections(answer)

    def verdict(self, answer: Answer) -> Verdict:
        """Every check on an answer; raises NotAnAnswer where it is none."""
        if not self.understands(answer):
            raise NotAnAnswer(self, answer)
        law, checks = self.state.law, self.checks(answer)
        found = law.verdict(answer, checks, self.state)
        return replace(found, asked=self.rule)

    def allows(self, answer: Answer) -> bool:
        return self.state.law.allows(self.checks(answer))

    def legal(self) -> Iterator[Answer]:
        """The candidates without objection."""
        allows, objections = self.state.law.allows, self.objections
        if self.near is None:
            for answer in self.likely():
                if allows(objections(answer)):
                    yield answer
        else:
            question = self.rule, self.kind, self.who
            yield from self.near.legal(self.state, question, self.likely(), lambda unit: allows(objections(unit)))
        if self.to_end is not None and allows(self.to_end()):
            yield DONE
        if self.back:
            yield BACK

    def understands(self, answer: Answer) -> bool:
        """Whether the answer has the right form and names things that exist."""
        try:
            hash(answer)
        except TypeError:
            return False
        if answer == DONE and self.to_end is not None:
            return True
        if answer == BACK and self.back:
            return True
        if self.options:
            return answer in self.options
        if len(self.of) == 1:
            return self.state.exists(self.of[0], answer)
        if not isinstance(answer, tuple) or len(answer) != len(self.of):
            return False
        named = zip(self.of, answer, strict=True)
        return all(self.state.exists(kind, part) for kind, part in named)

    def fact(self, answer: Answer) -> Any:
        """The answer as typed facts, for telling and marking."""
        if answer in (DONE, BACK):
            return Term(answer)
        types = [_TYPES.get(kind, _plain) for kind in self.of]
        if len(types) == 1:
            return types[0](answer)
        parts = zip(types, answer, strict=True)
        return Way(typed(part) for typed, part in parts)


def _plain(answer: Answer) -> Any:
    return answer


_TYPES: dict[str, Callable[[Any], Any]] = {
    "unit": Unit,
    "place": Place,
    "side": Side,
    "option": Term,
    "card": Term,
    "number": _plain,
}


class Chance(Protocol[T]):
    """Dice that a step asks for: every outcome with its integer weight, or one rolled."""

    @property
    def rule(self) -> str: ...
    @property
    def who(self) -> str: ...
    @property
    def kind(self) -> str: ...

    def branches(self) -> Sequence[tuple[T, int]]: ...
    def sample(self, rng: random.Random) -> T: ...
    def read(self, written: Any) -> T: ...
    def write(self, value: T) -> Any: ...


class Die(NamedTuple):
    """One die. A `sealed` one is read by its roller alone."""

    rule: str
    who: str
    kind: str = "die"
    sides: int = 6
    facts: Facts = NO_FACTS
    sealed: bool = False

    def branches(self) -> Sequence[tuple[int, int]]:
        return _faces(self.sides)

    def sample(self, rng: random.Random) -> int:
        return rng.randint(1, self.sides)

    def read(self, written: Any) -> int:
        if not _is_whole(written, 1, self.sides):
            raise NotAnAnswer(self, written)
        face: int = written
        return face

    def write(self, value: int) -> int:
        return value


@cache
def _faces(sides: int) -> tuple[tuple[int, int], ...]:
    faces = range(1, sides + 1)
    return tuple((face, 1) for face in faces)


class Total(NamedTuple):
    """Several dice added up."""

    rule: str
    who: str
    kind: str = "dice"
    dice: int = 2
    sides: int = 6
    facts: Facts = NO_FACTS

    def branches(self) -> Sequence[tuple[int, int]]:
        return _totals(self.dice, self.sides)

    def sample(self, rng: random.Random) -> int:
        return sum(rng.randint(1, self.sides) for _ in range(self.dice))

    def read(self, written: Any) -> int:
        """The total, or the faces one by one."""
        faces = list(written) if isinstance(written, (list, tuple)) else [written]
        if len(faces) == 1:
            least, most = self.dice, self.dice * self.sides
        elif len(faces) == self.dice:
            least, most = 1, self.sides
        else:
            raise NotAnAnswer(self, written)
        for face in faces:
            if not _is_whole(face, least, most):
                raise NotAnAnswer(self, written)
        return sum(faces)

    def write(self, value: int) -> int:
        return value


@cache
def _totals(dice: int, sides: int) -> tuple[tuple[int, int], ...]:
    ways = {0: 1}
    for _ in range(dice):
        found: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                found[total + face] = found.get(total + face, 0) + count
        ways = found
    return tuple(ways.items())


@value
class Volley:
    """What many dice did: hits by tag. Faces, which of them hit and up to which face are for telling: no two volleys
    differ by them.
    """

    hits: tuple[tuple[str, int], ...]
    faces: tuple[tuple[str, tuple[int, ...]], ...] = field(default=(), compare=False)
    struck: tuple[tuple[bool, ...], ...] = field(default=(), compare=False)
    needed: tuple[int, ...] = field(default=(), compare=False)

    def of(self, *tags: str) -> int:
        found = 0
        for tag, n in self.hits:
            if tag in tags:
                found += n
        return found

    @property
    def total(self) -> int:
        return sum(n for _, n in self.hits)


@runtime_checkable
class ManyDice(Protocol):
    """Dice thrown at once that make a volley: groups that begin with tag, number of shots, highest face that hits."""

    @property
    def groups(self) -> tuple[Any, ...]: ...
    @property
    def dice(self) -> int: ...
    @property
    def sides(self) -> int: ...


class Pool(NamedTuple):
    """Many dice at once: groups of (tag, number of dice, highest face that hits).

    A volley is what it does: its branches count hits by tag, each with the number of ways to roll it.
    """

    rule: str
    who: str
    groups: tuple[tuple[str, int, int], ...]
    kind: str = "pool"
    sides: int = 6
    facts: Facts = NO_FACTS

    @property
    def dice(self) -> int:
        return sum(n for _, n, _ in self.groups)

    def branches(self) -> Sequence[tuple[Volley, int]]:
        return _volleys(self.groups, self.sides)

    def sample(self, rng: random.Random) -> Volley:
        rolled = []
        for _, dice, _ in self.groups:
            faces = [rng.randint(1, self.sides) for _ in range(dice)]
            rolled.append(faces)
        return self._volley(rolled)

    def read(self, written: Any) -> Volley:
        """Faces in the order of the groups, as one flat list or one list a group."""
        faces = list(_flatten(written))
        if len(faces) != self.dice:
            raise NotAnAnswer(self, written)
        for face in faces:
            if not _is_whole(face, 1, self.sides):
                raise NotAnAnswer(self, written)
        rolled = []
        rest = iter(faces)
        for _, dice, _ in self.groups:
            shown = itertools.islice(rest, dice)
            rolled.append(list(shown))
        return self._volley(rolled)

    def write(self, value: Volley) -> list[int]:
        written: list[int] = []
        for _, faces in value.faces:
            written += faces
        return written

    def _volley(self, rolled: list[list[int]]) -> Volley:
        """What the dice of each group did, by the faces that they show."""
        hits, faces, struck, needed = [], [], [], []
        groups = zip(self.groups, rolled, strict=True)
        for (tag, _, highest), shown in groups:
            hit = [face <= highest for face in shown]
            hits.append((tag, sum(hit)))
            faces.append((tag, tuple(shown)))
            struck.append(tuple(hit))
            needed.append(highest)
        return Volley(tuple(hits), tuple(faces), tuple(struck), tuple(needed))


def _is_whole(written: Any, least: int, most: int) -> bool:
    """Whether a whole number is written that lies between these."""
    if isinstance(written, bool) or not isinstance(written, int):
        return False
    return least <= written <= most


def _flatten(nested: Any) -> Iterator[Any]:
    if not isinstance(nested, (list, tuple)):
        yield nested
        return
    for one in nested:
        yield from _flatten(one)


@cache
def _volleys(groups: tuple[tuple[str, int, int], ...], sides: int) -> tuple[tuple[Volley, int], ...]:
    found: list[tuple[tuple[tuple[str, int], ...], int]] = [((), 1)]
    for tag, dice, hit in groups:
        further = []
        counted = hit_ways(dice, hit, sides)
        for hits, weight in found:
            for count, ways in enumerate(counted):
                more = (*hits, (tag, count))
                if ways:
                    further.append((more, weight * ways))
        found = further
    volleys = [(Volley(hits), weight) for hits, weight in found]
    return tuple(volleys)


@cache
def hit_ways(dice: int, hit: int, sides: int = 6) -> tuple[int, ...]:
    """In how many of the `sides ** dice` rolls do 0, 1, 2 ... dice show `hit` or less."""
    hit = min(max(hit, 0), sides)
    miss = sides - hit
    found = []
    for count in range(dice + 1):
        rolls = hit**count * miss ** (dice - count)
        found.append(comb(dice, count) * rolls)
    return tuple(found)


Steps: TypeAlias = Generator["Ask | Chance[Any]", Any, S]


def roll(chance: Chance[T]) -> Generator[Chance[T], Any, T]:
    """`die = yield from roll(Die(...))`."""
    value: T = yield chance
    return value


def choose(ask: Ask) -> Generator[Ask, Any, Answer]:
    """`hex = yield from choose(Ask(...))`."""
    answer: Answer = yield ask
    return answer
