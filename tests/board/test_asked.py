"""What is lit is legal: what nobody asked about is unknown, and asked about when it is pointed at."""

from __future__ import annotations

import itertools

import pytest

from tests.board.ground import desk
from tutor.board import asked
from tutor.board.asked import Asked
from tutor.board.scene import Scene
from tutor.engine.ask import Answer, Ask
from tutor.library import scenario

pytestmark = pytest.mark.usefixtures("toy")
ENOUGH = {"nothing asked": 0, "a few": 3, "enough": 10_000}


def attack() -> Asked:
    """The duel's attack, of which nothing is known: a unit and a place in one answer."""
    found = desk("duel/assault").desk
    assert isinstance(found.ask, Ask)
    return Asked(found.rules, found.position, found.ask)


def beginnings(ask: Ask) -> dict[tuple[Answer, ...], set[Answer]]:
    """What the rules allow next after every beginning of an answer, asked of the rules one by one."""
    legal = [one for one in ask.legal() if isinstance(one, tuple)]
    begun = [(), *((unit,) for unit in ask.state.everything(ask.of[0]))]
    return {chosen: {one[len(chosen)] for one in legal if one[: len(chosen)] == chosen} for chosen in begun}


@pytest.mark.parametrize("most", ENOUGH.values(), ids=ENOUGH.keys())
def test_what_is_known_is_legal_and_what_is_legal_is_known_or_open(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "MOST", most)
    for chosen, legal in beginnings(attack().ask).items():
        known = attack()
        assert known.next(chosen) <= legal
        assert legal <= known.next(chosen) | known.unknown(chosen)
        assert known.anything(chosen) is bool(legal)
        before = known.next(chosen), known.unknown(chosen)
        for part in known.ask.state.everything(known.ask.of[len(chosen)]):
            assert known.leads(chosen, part) is (part in legal)
        assert (known.next(chosen), known.unknown(chosen)) == before, "pointing at one part lights no other"
        assert not known.unknown(chosen) or most < 10_000


def marked(scene: Scene) -> set[str]:
    """Whatever the scene lights as allowed."""
    lit = itertools.chain(*(scene.marked(kind) for kind in ("ready", "reach", "attack")))  # type: ignore[arg-type]
    return {one for mark in lit for one in (*mark.units, *mark.places)}


def test_in_haste_nothing_is_lit_that_is_refused_and_pointing_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "MOST", 0)
    one = desk("duel/assault")
    assert marked(one.view.scene) == set()
    assert "point to learn" in one.view.headline
    legal = beginnings(attack().ask)
    for unit in sorted(legal[()]):
        one.leave()
        one.click(one.present.pieces[unit].place, unit)
        assert one.selection == (unit,)
        assert not {place for mark in one.view.scene.marked("dim") for place in mark.places} & legal[(unit,)]
        one.click(sorted(legal[(unit,)])[0])
        assert one.view.mood == "ok"


# -- asked once -------------------------------------------------------------------------------------------------
def test_what_was_said_of_an_answer_is_said_again_without_asking() -> None:
    put = attack()
    heard: list[Answer] = []
    objections = put.ask.objections

    def listening(answer: Answer) -> object:
        heard.append(answer)
        return objections(answer)

    told = Asked(put.rules, put.position, put.ask._replace(objections=listening))  # type: ignore[arg-type]
    wholes = list(itertools.islice((one for one in put.ask.candidates() if isinstance(one, tuple)), 12))
    for _ in range(3):
        for one in wholes:
            assert told.allows(one) is put.ask.allows(one)
            assert told.verdict(one) == put.ask.verdict(one)
            assert (told.after(one) is None) or told.after(one) is told.after(one)
    assert len(heard) <= 2 * len(wholes), "once whether, once why"


def test_the_legal_set_is_what_the_question_allows() -> None:
    first = desk("se/roana").desk.asked
    assert first is not None
    every = list(first.ask.candidates())
    singly = {one for one in every if first.ask.allows(one)}
    assert first.legal == singly
    assert all(first.allows(one) == (one in singly) for one in every)
    assert scenario("se/roana").rules is first.rules
