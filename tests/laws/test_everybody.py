"""Whatever is asked of anybody gets an answer that is told: on the map, in a box, still to come, gone for good."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest

from tests.cases import some
from tutor import rulesets
from tutor.cases import Case
from tutor.cases.running import session
from tutor.cases.script import Astray, do
from tutor.engine import ways
from tutor.engine.ask import Ask
from tutor.engine.play import Session
from tutor.engine.telling import verdict
from tutor.engine.text import LANGUAGES
from tutor.engine.told import Node
from tutor.engine.words import Words
from tutor.rendering.plain import lines

MANY, OFF, ON, PLACES, ANSWERS = 60, 6, 3, 2, 40


def opened(case: Case) -> Session:
    """A case as far as what is done in it leads."""
    play = session(case)
    with suppress(Astray):
        do(play, case.deeds)
    return play


def told(*nodes: Node) -> None:
    """Written out, to the last level."""
    assert list(lines(nodes, 3))


@pytest.mark.parametrize("game", rulesets.games())
def test_everybody_gets_an_answer_wherever_he_is(game: str) -> None:
    asked: Counter[str] = Counter()
    for case in some(game, MANY):
        play, rng = opened(case), random.Random(case.id)
        for lang in LANGUAGES:
            words = Words.of(play.rules, play.state, lang)
            asked["answers"] += sum(1 for _ in answers(play, words))
        for piece in whom(play.state, rng):
            where = "off" if piece.place is None else "on"
            places = [hex for hex in rng.sample(play.state.map.places, PLACES) if hex != piece.place]
            asked[where] += sum(1 for _ in goings(play, piece.id, places)) + fed(play, piece.id)
    assert asked["answers"] > 1_000
    assert asked["on"] > 300
    assert asked["off"] > 10


def whom(state: Any, rng: random.Random) -> Iterator[Any]:
    """Some of those who are off the map, and some who are on it."""
    off = [piece for piece in state.pieces if piece.place is None]
    on = [piece for piece in state.pieces if piece.place is not None]
    yield from rng.sample(off, min(OFF, len(off)))
    yield from rng.sample(on, min(ON, len(on)))


def answers(play: Session, words: Words) -> Iterator[None]:
    """Whatever could be answered, those off the map first, is judged and told."""
    ask = play.ask
    if not isinstance(ask, Ask):
        return
    every = list(ask.candidates())
    off = [one for one in every if one in play.state.pieces and play.state.pieces[one].place is None]
    for answer in islice(dict.fromkeys((*off, *every)), ANSWERS):
        found = ask.verdict(answer)
        assert found.legal or found.objections, (ask.kind, answer)
        told(*verdict(found, words))
        yield


def goings(play: Session, id: str, places: list[str]) -> Iterator[None]:
    """By every means it is said where one goes, or what shuts it; and what is said of a place agrees."""
    for going in play.rules.going(play.state, id) if play.rules.going is not None else ():
        assert going.closed or going.reach is not None, (going.means, id)
        for place in places:
            assert going.verdict(place).legal == (place in going.places), (going.means, id, place)
        for lang in LANGUAGES:
            words = Words.of(play.rules, play.state, lang)
            told(ways.everywhere(going, words))
            for place in places:
                told(ways.to(going, place, words), ways.instead((going,), place, words))
        yield


def fed(play: Session, id: str) -> int:
    """Whence one is supplied, or what cuts it."""
    if play.rules.supply is None:
        return 0
    line = play.rules.supply(play.state, id)
    for lang in LANGUAGES:
        told(ways.supply(line, Words.of(play.rules, play.state, lang)))
    return 1
