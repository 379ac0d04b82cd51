"""Every scenario of the library, played at random: parity over all candidates, no dead end, replay, taking back.

Each law counts how often it was looked at, and fails if never.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest

from tests.laws.common import astray
from tutor import library
from tutor.board.marching import of_question
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.play import Session
from tutor.engine.records import of_session, replay
from tutor.engine.run import Ruleset
from tutor.files.scenario import game_form

STEPS, EVERY, WIDE = 60, 6, 4_000
AT_SEA = frozenset({"by-sea"})  # by which one goes from port to port, whatever sheet they are on


@cache
def played(name: str) -> tuple[Session, Counter[str], tuple[str, ...]]:
    """One random play, what was looked at, and what was wrong."""
    rng, looked, wrong = random.Random(name), Counter[str](), list[str]()
    found = library.scenario(name)
    session = Session(found.rules, found.position(), seed=rng.randrange(10_000))
    start = {piece.id for piece in session.state.pieces}
    for _ in range(STEPS):
        ask = session.ask
        if ask is None:
            break
        if not isinstance(ask, Ask):
            session.roll()
            continue
        legal = list(ask.legal())
        if looked["kept"] % EVERY == 0:
            _parity(name, ask, legal, looked, wrong)
        if ask.goes:
            _ways(name, found.rules, ask, legal, looked, wrong)
        if not legal:
            wrong.append(f"{name}: nothing is allowed at {ask.kind}")
            break
        acts = [answer for answer in legal if answer not in (BACK, DONE)]
        rest = [answer for answer in legal if answer != BACK] or legal
        session.answer(rng.choice(acts if acts and rng.random() < 0.85 else rest))
        looked["kept"] += 1
        looked["whereabouts"] += len(session.state.pieces)
        wrong += [f"{name}: after {ask.kind} {one}" for one in astray(session.state)]
        if not start <= {piece.id for piece in session.state.pieces} | _gone(session, start):
            wrong.append(f"{name}: a piece is lost at {ask.kind}")
    return session, looked, tuple(wrong)


def _gone(session: Session, start: set[str]) -> set[str]:
    """Pieces that the trace names as gone; what vanishes unsaid is lost."""
    told = {str(getattr(fact, "id", "")) for entry in session.entries() for fact in _flat(entry.facts.values())}
    return start & told


def _flat(facts: Any) -> list[Any]:
    found: list[Any] = []
    for fact in facts:
        found += _flat(fact) if isinstance(fact, tuple) and not hasattr(fact, "_fields") else [fact]
    return found


def _parity(name: str, ask: Ask, legal: list[Any], looked: Counter[str], wrong: list[str]) -> None:
    """The legal set is all candidates without objection, over everything of the type that is asked for."""
    candidates = list(islice(ask.candidates(), WIDE))
    free = [answer for answer in candidates if ask.verdict(answer).legal]
    looked["parity"] += len(candidates)
    if len(candidates) < WIDE and free != legal:
        wrong.append(f"{name}: {ask.kind}: {sorted(map(str, set(free) ^ set(legal)))[:3]}")


def _ways(name: str, rules: Ruleset, ask: Ask, legal: list[Any], looked: Counter[str], wrong: list[str]) -> None:
    """A question that moves a unit has a way, from where the unit is, to every place that it allows."""
    goings = of_question(rules, ask)
    if not goings:
        wrong.append(f"{name}: {ask.kind} goes by {ask.goes}, which its unit has not")
    for place in (answer for answer in legal if answer not in (BACK, DONE)):
        able = [going for going in goings if going.reach is not None and place in going.reach]
        ways = [going.way(place) for going in able]
        for way in (going.way(place) for going in able if going.means not in AT_SEA):
            looked["crossings"] += _crossings(name, ask, way, wrong)
        looked["ways"] += 1
        if not any(way[0] == ask.state.pieces[going.unit].place for way in ways for going in goings):
            wrong.append(f"{name}: {ask.kind} allows {place}, to which no way is known")


def _crossings(name: str, ask: Ask, way: Sequence[str], wrong: list[str]) -> int:
    """How often a way over land changes sheets: wherever it does there is a link, and both ends know it."""
    map, found = ask.state.map, 0
    if len(getattr(map, "sheets", ())) > 1:
        for a, b in pairwise(way):
            if a in map and b in map and map.sheet(a) is not map.sheet(b):
                found += 1
                if b not in map.linked(a) or not map.links(a, b):
                    wrong.append(f"{name}: {ask.kind} leads from {a} to {b} without a link")
    return found


@pytest.mark.parametrize("name", library.names())
def test_random_play(name: str) -> None:
    _, looked, wrong = played(name)
    assert wrong == ()
    assert looked["parity"] > 0
    assert looked["kept"] > 3


def test_the_laws_are_looked_at_often_enough() -> None:
    looked = sum((played(name)[1] for name in library.names()), Counter[str]())
    assert looked["parity"] > 3_000
    assert looked["kept"] > 300
    assert looked["ways"] > 300
    assert looked["whereabouts"] > 5_000
    assert looked["crossings"] > 20


@pytest.mark.parametrize("name", library.names())
def test_it_replays_and_can_be_taken_back(name: str) -> None:
    session, _, _ = played(name)
    found = library.scenario(name)
    record = of_session(session, name)
    again = replay(record, Session(found.rules, found.played_as(record)))
    assert again.state == session.state
    moments = len(session.now.line) - 1
    end, told = session.state, len(session.trace.entries)
    session.back(moments)
    assert session.state == session.root.state or session.now is session.root
    for _ in range(moments):
        session.forward()
    assert session.state == end
    assert len(session.trace.entries) == told


@pytest.mark.parametrize("name", {name.split("/")[0]: name for name in reversed(library.names())}.values())
def test_what_a_scenario_leaves_out_is_what_its_form_says(name: str) -> None:
    """A plain value that stands in the form for what is not written is the one with which the position is set up."""
    found = library.scenario(name)
    form = game_form(found.game)
    assert form is not None
    plain = {key: one.default for key, one in form.model_fields.items() if isinstance(one.default, (bool, int, str))}
    left_out = plain.keys() - found.data.keys()
    said, filled = found.position(), library.changed(found, {**plain, **found.data}).position()
    parts = [one.name for one in fields(said) if one.name not in ("law", "map", "names")]
    assert left_out
    assert not [part for part in parts if getattr(said, part) != getattr(filled, part)]
