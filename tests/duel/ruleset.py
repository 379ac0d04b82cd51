"""A game of a dozen rules: the template of a sixth game, and what files, cases and the terminal are tested on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from pathlib import Path
from typing import Any

from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Check, Checks, held, objection
from tutor.engine.facts import Place, Side, Unit
from tutor.engine.going import Going
from tutor.engine.law import Amendments, Law, seam
from tutor.engine.ledger import Ledger, Lines, plus, round_down, times
from tutor.engine.nouns import Noun
from tutor.engine.pieces import Frozen, Pieces, record
from tutor.engine.policy import Policy, Question
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Agenda, Ruleset, StepBook, task
from tutor.engine.space.paths import compile_costs, reach
from tutor.engine.text import Text
from tutor.engine.trace import Trace

GAME = "duel"
SIDES = ("red", "blue")
STEPS, AMENDMENTS = StepBook(), Amendments()
FOLDER = Path(__file__).parent
BOOK = Rulebook.load(GAME, FOLDER)


@record
class Piece(Frozen):
    id: str
    side: str
    place: str | None
    steps: int = 2
    value: int = 2


@record
class State(Agenda):
    map: Any
    pieces: Pieces[Piece]
    active: str = "red"
    forts: frozenset[str] = frozenset()
    target: str | None = None
    attacker: str | None = None
    names: Mapping[str, Noun] = field(default_factory=dict, compare=False)

    def everything(self, kind: str) -> Any:
        return tuple(self.pieces.ids()) if kind == "unit" else self.map.places

    def exists(self, kind: str, value: object) -> bool:
        return value in (self.pieces if kind == "unit" else self.map.places)


def foes(s: State, place: str, side: str) -> list[Piece]:
    return [piece for piece in s.pieces.at(place) if piece.side != side]


def objections_to_attacking(s: State, answer: tuple[str, str]) -> Checks:
    unit, place = s.pieces[answer[0]], answer[1]
    if unit.side != s.active:
        yield objection("1.1", "not-yours", unit=Unit(unit.id), side=Side(s.active))
    if place not in s.map.neighbours(unit.place):
        yield objection("1.2", "not-adjacent", unit=Unit(unit.id), place=Place(place))
    elif not foes(s, place, unit.side):
        yield objection("1.2", "nobody", place=Place(place))
    else:
        yield held("1.2", "adjacent", place=Place(place))


def strength(s: State, unit: str, place: str) -> Ledger:
    return s.law.ledger("1.3", "strength", strength_lines(s, unit, place))


@seam("toy.strength")
def strength_lines(s: State, unit: str, place: str) -> Lines:
    yield plus("1.3", "printed", s.pieces[unit].value, unit=Unit(unit))
    if place in s.forts:
        yield times("1.4", "fort", Fraction(1, 2), place=Place(place))
    if s.law.reads("halving", "down"):
        yield round_down("1.3", "rounded", reading=s.law.read("halving"))


@AMENDMENTS.amends("toy.strength", "2.1", "add", option="snow")
def snow(s: State, unit: str, place: str) -> Lines:
    yield plus("2.1", "snow", -1)


@STEPS.step("attack", "1.1")
def attack(s: State, t: Trace) -> Steps[State]:
    asked = Ask(s, "1.1", s.active, "attack", ("unit", "place"), lambda answer: objections_to_attacking(s, answer))
    unit, place = yield from choose(asked)
    return s.then(task("resolve"), task("retreat"), attacker=unit, target=place)


@STEPS.step("resolve", "1.5")
def resolve(s: State, t: Trace) -> Steps[State]:
    die = yield from roll(Die("1.5", s.active))
    force = strength(s, s.attacker or "", s.target or "")
    cell = s.law.table("losses").at(die, min(3, max(0, int(force.total))))
    struck = foes(s, s.target or "", s.active)[0]
    s = s.but(pieces=s.pieces.put(struck.but(steps=max(0, struck.steps - int(cell.value)))))
    t.say("1.5", "losses", s, unit=Unit(struck.id), cell=cell, force=force)
    return s


@STEPS.step("retreat", "1.6")
def retreat(s: State, t: Trace) -> Steps[State]:
    struck = foes(s, s.target or "", s.active)[0]
    asked = Ask(s, "1.6", struck.side, "retreat", ("place",), lambda place: objections_to_retreating(s, struck, place))
    place = yield from choose(asked)
    return s.but(pieces=s.pieces.put(struck.but(place=place)))


def objections_to_retreating(s: State, unit: Piece, place: str) -> Checks:
    if place not in (unit.place, *s.map.neighbours(unit.place)):
        yield objection("1.6", "too-far", place=Place(place))
    if foes(s, place, unit.side):
        yield objection("1.7", "enemies-there", place=Place(place))


def going(s: State, id: str) -> tuple[Going, ...]:
    """Every means by which a piece may go somewhere: here only back, into the next area."""
    unit = s.pieces[id]

    def price(a: str, b: str) -> Ledger | Check:
        return s.law.first_objection(objections_to_retreating(s, unit, b)) or s.law.ledger("1.6", "step", step_lines(b))

    return (
        Going(
            law=s.law,
            means="going-back",
            rule="1.6",
            unit=id,
            reach=reach(compile_costs(s.map, price), unit.place, 1),
            no_way=lambda place: objection("1.6", "too-far", place=Place(place)),
        ),
    )


def step_lines(place: str) -> Lines:
    yield plus("1.6", "area", 1, place=Place(place))


def setup(data: Mapping[str, Any], map: Any, law: Law) -> State:
    pieces = Pieces(Piece(id, **entry) for id, entry in data["pieces"].items())
    names = {key: Noun.of(value) for key, value in data.get("names", {}).items()}
    forts = frozenset(data.get("forts", ()))
    agenda = tuple(task(name, *args) for name, *args in data["agenda"])
    return State(law, map, pieces, data.get("active", "red"), forts, names=names, agenda=agenda)


def names(s: State) -> Callable[[Any], Noun | None]:
    def name(thing: Any) -> Noun | None:
        if isinstance(thing, Place):
            text = s.map.area(thing.id).name
            return Noun(text.fr, text.en, proper=True)
        return s.names.get(thing.id)

    return name


POLICIES = {
    "first": Policy("first", Text("la première réponse", "the first answer"), lambda view, ask, legal: legal[0]),
    "last": Policy("last", Text("la dernière réponse", "the last answer"), lambda view, ask, legal: legal[-1]),
}
QUESTIONS = {
    "steps": Question(
        "steps", Text("pas restants", "steps left"), lambda start, end: sum(p.steps for p in end.pieces.of("blue"))
    ),
    "held": Question(
        "held", Text("le terrain est tenu", "the ground is held"), lambda start, end: bool(foes(end, "b", "red"))
    ),
}
RULES = Ruleset(
    game=GAME,
    book=BOOK,
    steps=STEPS,
    amendments=AMENDMENTS,
    setup=setup,
    names=names,
    numbers={"strength": strength},
    policies=POLICIES,
    questions=QUESTIONS,
    going=going,
)

MAP = (FOLDER / "scenarios" / "maps" / "ground.yaml").read_text("utf-8")
SCENARIO = (FOLDER / "scenarios" / "assault.yaml").read_text("utf-8")
