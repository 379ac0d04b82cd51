"""What is lit is legal: what nobody asked about is unknown, and asked about when it is pointed at."""

from __future__ import annotations

import itertools

import pytest

from tutor.board import possible
from tutor.board.desk import Desk
from tutor.board.possible import Possible
from tutor.board.scene import Scene
from tutor.engine.ask import Answer, Ask
from tutor.library import scenario

pytestmark = pytest.mark.usefixtures("toy")
HASTE = {"no time": -1.0, "time enough": 60.0}


def attack() -> Ask:
    """The duel's attack: a unit and a place in one answer."""
    found = Desk(scenario("duel/assault"), scenario("duel/assault").position(), "en")
    assert isinstance(found.ask, Ask)
    return found.ask


def beginnings(ask: Ask) -> dict[tuple[Answer, ...], set[Answer]]:
    """What the rules allow next after every beginning of an answer, asked of the rules one by one."""
    legal = [one for one in ask.legal() if isinstance(one, tuple)]
    begun = [(), *((unit,) for unit in ask.state.everything(ask.of[0]))]
    return {chosen: {one[len(chosen)] for one in legal if one[: len(chosen)] == chosen} for chosen in begun}


@pytest.mark.parametrize("patience", HASTE.values(), ids=HASTE.keys())
def test_what_is_known_is_legal_and_what_is_legal_is_known_or_open(
    patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(possible, "PATIENCE", patience)
    ask = attack()
    for chosen, legal in beginnings(ask).items():
        known = Possible(ask)
        assert known.next(chosen) <= legal
        assert legal <= known.next(chosen) | known.unknown(chosen)
        assert known.anything(chosen) is bool(legal)
        for part in ask.state.everything(ask.of[len(chosen)]):
            assert known.allows(chosen, part) is (part in legal)
        assert (known.next(chosen), known.unknown(chosen)) == (legal, frozenset())


def marked(scene: Scene) -> set[str]:
    """Whatever the scene lights as allowed."""
    lit = itertools.chain(*(scene.marked(kind) for kind in ("ready", "reach", "attack")))  # type: ignore[arg-type]
    return {one for mark in lit for one in (*mark.units, *mark.places)}


def test_in_haste_nothing_is_lit_that_is_refused_and_pointing_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(possible, "PATIENCE", -1.0)
    found = scenario("duel/assault")
    desk = Desk(found, found.position(), "en")
    assert marked(desk.view.scene) == set()
    assert "point to learn" in desk.view.headline
    legal = beginnings(attack())
    for unit in sorted(legal[()]):
        desk.clear()
        desk.click(desk.present.pieces[unit].place, unit)
        assert desk.selection == (unit,)
        assert not {place for mark in desk.view.scene.marked("dim") for place in mark.places} & legal[(unit,)]
        desk.click(sorted(legal[(unit,)])[0])
        assert desk.view.mood == "ok"
