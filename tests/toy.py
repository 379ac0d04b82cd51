"""A toy game of a dozen rules, in the place of `fa`, so that files, cases and the terminal are tested on their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from tutor import library, rulesets
from tutor.engine.ask import Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Unit
from tutor.engine.law import Amendments, Law, seam
from tutor.engine.ledger import Ledger, Lines, plus, round_down, times
from tutor.engine.nouns import Noun
from tutor.engine.odds import Policy, Question
from tutor.engine.pieces import Frozen, Pieces
from tutor.engine.rulebook import Rulebook, parent_of
from tutor.engine.run import Agenda, Ruleset, StepBook, task
from tutor.engine.text import Text
from tutor.engine.trace import Trace
from tutor.files import scenario as scenario_form

GAME = "fa"
SIDES = ("red", "blue")
STEPS, AMENDMENTS = StepBook(), Amendments()


def _rule(id: str, title: tuple[str, str], effects: tuple[str, ...] = (), kind: str = "rule") -> dict[str, Any]:
    return {
        "printed": id,
        "lines": "1",
        "kind": kind,
        "effects": list(effects),
        "text": "complete",
        "title": {"fr": title[0], "en": title[1]},
        "gist": {"fr": f"{title[0]}, en bref.", "en": f"{title[1]}, in short."},
    }


RULES = {
    "1": _rule("1", ("Le combat", "Combat"), kind="heading"),
    "1.1": _rule("1.1", ("Le camp actif attaque", "The active side attacks"), ("forbids",)),
    "1.2": _rule("1.2", ("L'ennemi est à côté", "The enemy is adjacent"), ("forbids", "permits")),
    "1.3": _rule("1.3", ("Force de l'attaque", "Strength of the attack"), ("counts",)),
    "1.4": _rule("1.4", ("Un fort réduit la force", "A fort lowers the strength"), ("counts",)),
    "1.5": _rule("1.5", ("Table des pertes", "Table of losses"), ("results",)),
    "1.6": _rule("1.6", ("Le défenseur choisit", "The defender chooses"), ("orders",)),
    "1.7": _rule("1.7", ("Pas de retraite chez l'ennemi", "No retreat among enemies"), ("forbids",)),
    "2.1": _rule("2.1", ("La neige", "Snow"), ("counts",)),
    "2.2": _rule("2.2", ("Une règle que rien ne met en œuvre", "A rule that nothing carries out"), ("forbids",)),
}
for _id, _entry in RULES.items():
    _entry["parent"] = parent_of(_id, RULES)

WORDS = {
    "messages": {
        "attack": {"fr": "attaque {who:of} : {answer}", "en": "attack {who:of}: {answer}"},
        "not-yours": {"fr": "{unit:the} n'est pas {side:to}", "en": "{unit:the} does not belong {side:to}"},
        "not-adjacent": {"fr": "{place} n'est pas à côté {unit:of}", "en": "{place} is not next to {unit:the}"},
        "nobody": {"fr": "personne à attaquer en {place}", "en": "nobody to attack in {place}"},
        "adjacent": {"fr": "un ennemi se trouve en {place}", "en": "an enemy stands in {place}"},
        "strength": {"fr": "force", "en": "strength"},
        "printed": {"fr": "valeur {unit:of}", "en": "value {unit:of}"},
        "halved": {"fr": "moitié", "en": "half"},
        "rounded": {"fr": "arrondi au bas", "en": "rounded down"},
        "fort": {"fr": "fort en {place}", "en": "fort in {place}"},
        "snow": {"fr": "neige", "en": "snow"},
        "losses": {"fr": "pertes {unit:of} : {cell}", "en": "losses {unit:of}: {cell}"},
        "retreat": {"fr": "retraite {who:of} : {answer}", "en": "retreat {who:of}: {answer}"},
        "enemies-there": {"fr": "l'ennemi tient {place}", "en": "the enemy holds {place}"},
        "too-far": {"fr": "{place} est trop loin", "en": "{place} is too far"},
        "step.attack": {"fr": "Attaque", "en": "Attack"},
        "step.resolve": {"fr": "Pertes", "en": "Losses"},
        "step.retreat": {"fr": "Retraite", "en": "Retreat"},
    },
    "nouns": {},
}
DATA = {
    "rules": RULES,
    "tables": {
        "losses": {
            "title": {"fr": "Pertes", "en": "Losses"},
            "rules": ["1.5"],
            "provenance": "stand-in",
            "shape": "chart",
            "columns": ["0", "1", "2", "3"],
            "cells": {str(die): [str(max(0, s - die // 3)) for s in range(4)] for die in range(1, 7)},
        }
    },
    "readings": {
        "halving": {
            "ref": "A1",
            "rules": ["1.3"],
            "matter": "play",
            "source": "ours",
            "question": {"fr": "Arrondit-on ?", "en": "Is it rounded?"},
            "options": {"down": {"fr": "au bas", "en": "down"}, "exact": {"fr": "non", "en": "no"}},
            "default": "down",
            "why": {"fr": "Usage.", "en": "Custom."},
        }
    },
    "glossary": [],
    "traps": [],
    "concepts": {},
    "words": WORDS,
}
BOOK = Rulebook(GAME, DATA)


@dataclass(frozen=True)
class Piece(Frozen):
    id: str
    side: str
    place: str | None
    steps: int = 2
    value: int = 2


@dataclass(frozen=True)
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


@seam("toy.attacking")
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
    return Ledger.of("1.3", "strength", strength_lines(s, unit, place))


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
TOY = Ruleset(GAME, BOOK, STEPS, AMENDMENTS, setup, names, {"strength": strength}, POLICIES, QUESTIONS)


class PieceForm(BaseModel):
    model_config = ConfigDict(extra="forbid")

    side: str
    place: str
    steps: int = 2
    value: int = 2


class Scenario(BaseModel):
    """The toy's own keys."""

    model_config = ConfigDict(extra="forbid")

    pieces: dict[str, PieceForm]
    active: str = "red"
    forts: list[str] = []


MAP = """\
kind: areas
areas: {a: {name: Alpha}, b: {name: Bravo}, c: {name: Charlie}, d: {}}
links:
  - {kind: land, between: [a, b]}
  - {kind: land, between: [b, c]}
  - {kind: land, between: [c, d]}
provenance: {areas: stand-in, links: stand-in}
"""
SCENARIO = """\
game: fa
title: {fr: L'assaut, en: The assault}
story: {fr: Rouge attaque Bleu., en: Red attacks Blue.}
map: ground
date: 1916
provenance: {map: stand-in, pieces: {kind: history, source: memory}}
names:
  r1: {fr: garde, en: guard, gender: f}
  b1: Bleu 1
  red: {fr: Rouge, en: Red, proper: true}
  blue: {fr: Bleu, en: Blue, proper: true}
agenda: [[attack]]
pieces:
  r1: {side: red, place: a, value: 3}
  b1: {side: blue, place: b}
forts: [b]
"""


def toy_library(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """A library of one's own with the toy's scenario, and the toy in the place of `fa`."""
    (folder / GAME / "maps").mkdir(parents=True)
    (folder / GAME / "maps" / "ground.yaml").write_text(MAP, "utf-8")
    (folder / GAME / "assault.yaml").write_text(SCENARIO, "utf-8")
    patch.setenv("TUTOR_SCENARIOS", str(folder))
    patch.delenv("TUTOR_TABLES", raising=False)
    real = rulesets.ruleset, rulesets.book, scenario_form.game_form
    patch.setattr(rulesets, "ruleset", lambda game: TOY if game == GAME else real[0](game))
    patch.setattr(rulesets, "book", lambda game: BOOK if game == GAME else real[1](game))
    patch.setattr("tutor.files.loading.game_form", lambda game: Scenario if game == GAME else real[2](game))
    patch.setattr(scenario_form, "game_form", lambda game: Scenario if game == GAME else real[2](game))
    library._opened.cache_clear()
    library._map.cache_clear()
    return folder


__all__ = ["MAP", "SCENARIO", "TOY", "library", "replace", "toy_library"]
