"""Looking writes nothing: whatever is pointed at, listed, supposed or measured, the record stays as it is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.board.ground import Seat, desk
from tutor import library
from tutor.board import gestures, recording
from tutor.board.desk import Desk
from tutor.board.layout import layout_of
from tutor.board.table import Table
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.facts import units_in
from tutor.engine.play import Line, Moment
from tutor.files.writing import save_record

GESTURES, BETWEEN = 48, 8


def tree(line: Line, moment: Moment) -> tuple[Any, ...]:
    """A moment with all variations that were ever played from it."""
    return (id(moment), *(tree(line, one) for one in line.after(moment)))


def written(table: Table) -> tuple[Any, ...]:
    """All that a record holds, and what can be played again."""
    line = table.playing.line
    answers = [(moment.question, moment.written) for moment in line.now.line]
    can_redo = not table.tools.redo.disabled
    return id(line), tree(line, line.root), id(line.now), answers, line.told, line.entries, can_redo, line.state


# -- gestures that only look ------------------------------------------------------------------------------------
class Eye:
    """Somebody who looks at everything and gives no answer."""

    def __init__(self, table: Table, seed: str) -> None:
        self.table, self.rng = table, random.Random(seed)

    @property
    def desk(self) -> Desk:
        return self.table.playing

    def select(self) -> bool:
        ask = self.desk.ask
        units = [piece for piece in self.desk.present.pieces if piece.place in self.table.board.scene.layout.anchors]
        own = [unit for unit in units if isinstance(ask, Ask) and unit.side == ask.who] or units
        one = self.rng.choice(own if self.rng.random() < 0.8 else units)
        return self._points(one.place, one.id)

    def point(self) -> bool:
        reached = [place for mark in self.table.board.scene.marks if mark.kind in ("reach", "attack")
                   for place in mark.places]  # fmt: skip
        every = list(self.desk.state.everything("place"))
        return self._points(self.rng.choice(reached if reached and self.rng.random() < 0.6 else every), None)

    def select_and_go(self) -> bool:
        """A unit that may be chosen, and a place near it."""
        asked, chosen = self.desk.asked, self.desk.look.selection
        if asked is None or asked.kind(chosen) != "unit":
            return False
        legal = sorted(asked.next(chosen))
        unit = self.rng.choice(legal) if legal else None
        at = self.desk.state.pieces[unit].place if unit is not None else None
        if at is None or at not in self.desk.state.map or not self._points(at, unit):
            return False
        graph = self.desk.state.map
        around = [far for near in graph.neighbours(at) for far in (near, *graph.neighbours(near)) if far != at]
        return self._points(self.rng.choice(around), None)

    def _points(self, place: Any, unit: Any) -> bool:
        """Pointing once is looking; pointing again at what is looked at would give it."""
        desk, target = self.desk, self.desk.look.target
        parts = target if isinstance(target, tuple) else (target,)
        here = {piece.id for piece in desk.present.pieces.at(place)} | {place, unit}
        here |= {*layout_of(desk.present.map).over(place)}  # a hex of a sea may mean the sea
        if here.intersection(part for part in parts if part is not None):
            return False
        if desk.walked is not None and place == desk.walked.places[-1]:
            return False
        self.table._pointed(place, unit, None)
        return True

    def next_one(self) -> bool:
        self.table._key("n", False)
        return True

    def hover(self) -> bool:
        self.table._hovered(self.rng.choice(list(self.desk.state.everything("place"))))
        self.table.turn(gestures.focus, None)
        return True

    def why(self) -> bool:
        """More told, nothing lit, another language, what if."""
        table = self.table
        self.rng.choice((
            lambda: setattr(table.tools.depth, "value", self.rng.choice((1, 2, 3))),
            lambda: setattr(table.tools.mode, "value", self.rng.random() < 0.7),
            lambda: setattr(table.tools.walking, "value", self.rng.random() < 0.3),
            lambda: table.speak(self.rng.choice(("fr", "en"))),
        ))()  # fmt: skip
        return True

    def suppose(self) -> bool:
        if not self.table.controls.supposed:
            return False
        self.table.controls.supposing.made[0].click()
        return True

    def instrument(self) -> bool:
        part = self.table.drawer.pull("instruments")
        part.which.choose(self.rng.choice(list(part.known)))
        for _ in range(3):
            one = self.rng.choice(list(self.desk.state.pieces))
            self.table._pointed(one.place, one.id if self.rng.random() < 0.5 and one.place else None, None)
        part.off.click()
        return True

    def step(self) -> bool:
        self.table.tools.previous.click()
        self.table.turn(gestures.live)
        return True

    def leave(self) -> bool:
        self.table._key("Escape", False)
        return True


DECK: dict[str, tuple[int, Callable[[Eye], bool]]] = {
    "select": (8, Eye.select), "point": (8, Eye.point), "select and go": (12, Eye.select_and_go),
    "next": (3, Eye.next_one), "hover": (2, Eye.hover), "why": (3, Eye.why), "suppose": (2, Eye.suppose),
    "instrument": (3, Eye.instrument), "step": (2, Eye.step), "leave": (3, Eye.leave),
}  # fmt: skip


def onward(table: Table, rng: random.Random) -> None:
    """A real answer, so that other questions are come to."""
    one = Seat(table)
    one.leave()
    if isinstance(one.ask, Ask):
        legal = [answer for answer in one.ask.legal() if answer != BACK]
        acts = [answer for answer in legal if answer != DONE]
        one.answer(rng.choice(acts if acts and rng.random() < 0.8 else legal or [BACK]))
    elif one.ask is not None:
        one.roll()


def looked(name: str) -> Iterator[tuple[str, str]]:
    """Every gesture that was made, with the question it was made at; the law is looked at after each."""
    rng, table = random.Random(name), Table(name, language="en", seed=1916)
    eye, deck = Eye(table, name), [sort for sort, (many, _) in DECK.items() for _ in range(many)]
    for n in range(GESTURES):
        if n % BETWEEN == BETWEEN - 1:
            onward(table, rng)
        sort, before = rng.choice(deck), written(table)
        kind = table.playing.line.ask.kind if table.playing.line.ask is not None else ""
        if DECK[sort][1](eye):
            assert written(table) == before, (name, sort, kind)
            assert table.errors == []
            yield sort, kind


@pytest.mark.parametrize("name", library.names())
def test_whatever_is_looked_at_nothing_is_written(name: str) -> None:
    count = Counter(sort for sort, _ in looked(name))
    assert sum(count.values()) > GESTURES // 2, count
    assert count["select"] + count["point"] > 3, count


def test_the_odds_are_worked_out_on_the_side() -> None:
    table = Table("se/roana", language="en", seed=1)
    before = written(table)
    part = table.drawer.pull("odds")
    part.go.click()
    assert "%" in part.told.value
    assert written(table) == before


# -- select and go ------------------------------------------------------------------------------------------------
def test_the_way_is_drawn_at_the_first_click_though_a_question_stands_between() -> None:
    """In SE a unit is asked by what kind of march it goes: the first that leads there is shown, and named."""
    table = desk("se/roana-march", seed=1)
    while not isinstance(table.ask, Ask) or table.ask.kind != "move":
        table.answer(next(answer for answer in table.ask.legal() if answer != BACK))  # type: ignore[union-attr]
    unit = next(iter(table.ask.legal()))
    now, at = table.line.now, table.state.pieces[unit].place
    table.click(at, unit)
    place = next(place for place in table.state.map.neighbours(at) if _goes(table, unit, place))
    table.click(place)
    shown = table.view
    assert [mark.places for mark in shown.scene.marks if mark.kind == "path"] == [(at, place)]
    assert shown.mood == "ok"
    assert shown.headline.startswith("✓ Tactical movement · ")
    assert table.line.now is now
    assert table.line.after(now) == ()
    table.click(place)
    assert table.line.state.pieces[unit].place == place
    assert [moment.question[1] for moment in table.line.now.line[-3:]] == ["move", "pace", "move-hex"]


def _goes(table: Seat, unit: str, place: str) -> bool:
    looked = gestures.click(table.desk, place)
    return looked.asked is not None and looked.asked.ask.of == ("place",) and looked.asked.allows(place)


def test_what_is_looked_at_can_be_left_again() -> None:
    table = desk()
    table.click("3452")
    table.click("3352")
    assert isinstance(table.ask, Ask)
    assert table.ask.kind == "declare-hex"
    table.leave()
    assert table.ask.kind == "declare"
    assert table.line.now is table.line.root


def test_another_unit_instead_is_looked_at_before_anything_is_taken_back(tmp_path: Any) -> None:
    table = desk()
    table.click("3452")
    table.click("3452")
    declared = table.line.now
    other = next(unit for unit in ("gz1", "gz2", "gz3") if table.state.pieces[unit].place)
    table.click(table.state.pieces[other].place, other)
    assert table.target == other
    assert table.line.now is declared
    assert table.line.after(declared) == ()
    table.confirm()
    save_record(recording.record(table.desk), tmp_path / "record.yaml")
    assert [moment.written for moment in table.line.now.line[1:]] == ["fj9", BACK, other]


# -- no press is lost ---------------------------------------------------------------------------------------------
def pictured(table: Table) -> tuple[Any, ...]:
    """What a person sees change: the headline, the marks, the counters that are spread or enlarged, the position."""
    one = table.playing
    return table.headline.value, table.board.scene.marks, one.look.fan, one.look.opened, one.line.now, one.frame


def pressed(name: str) -> Iterator[str]:
    """Presses on places and counters, at whatever is asked; gives what kind of thing was asked."""
    rng, table = random.Random(f"press {name}"), Table(name, language="en", seed=1916)
    one = Seat(table)
    for n in range(GESTURES):
        if n % 4 == 3:
            onward(table, rng)
        piece = rng.choice([piece for piece in one.present.pieces if piece.place in table.board.scene.layout.anchors])
        places = list(one.state.everything("place"))
        at = (piece.place, piece.id) if rng.random() < 0.6 else (rng.choice(places), None)
        ask, before = one.ask, pictured(table)
        table._pointed(*at, None)
        told = one.note is not None or one.view.mood == "no"
        assert told or pictured(table) != before, (name, at, ask)
        if isinstance(ask, Ask) and (ask.options or ask.of[0] not in ("unit", "place")):
            assert told or one.target is not None, (name, at, ask)  # never only the stack that opens
            yield "choice"
        else:
            yield "dice" if ask is not None and not isinstance(ask, Ask) else "board"
        assert table.errors == []


@cache
def all_pressed() -> Counter[str]:
    return Counter(kind for name in library.names() for kind in pressed(name))


def test_no_press_on_the_board_is_swallowed() -> None:
    count = all_pressed()
    assert count["board"] > 100, count
    assert min(count["choice"], count["dice"]) > 20, count


@pytest.mark.parametrize("name", library.names())
def test_no_press_is_swallowed_wherever_it_lands(name: str) -> None:
    """The map, the paper around it, all that lies beside it."""
    rng, table = random.Random(f"anywhere {name}"), Table(name, language="en", seed=1916)
    board, one = table.board, Seat(table)
    for n in range(GESTURES):
        if n % 6 == 5:
            onward(table, rng)
        left, top, width, height = board.window
        x, y = rng.uniform(left - 20, left + width + 20), rng.uniform(top - 20, top + height + 20)
        before = pictured(table)
        items = [(display.key, item.id) for display in board.scene.displays for item in display.items]
        if items and n % 4 == 3:
            board.take(*rng.choice(items))
        else:
            board.point(x, y)
        assert one.note is not None or one.view.mood == "no" or pictured(table) != before, (x, y, one.ask)
        assert table.errors == []


def test_a_box_on_the_shelf_and_the_paper_beside_the_map_are_told() -> None:
    table = Table("se/roana", language="en", seed=1)
    display = next(one for one in table.board.scene.displays if any(item.id == "clear" for item in one.items))
    table.board.take(display.key, "clear")
    assert "Weather: Clear." in table.headline.value
    table.board.point(-1, -1)
    assert "Beside the map: choose a unit." in table.headline.value
    table._pointed("3452", None, None)
    table.board.point(-1, -1)
    assert table.playing.look.target is None
    assert "Beside the map" not in table.headline.value
    dice = Table("gwie/trent-march", language="en", seed=1)
    dice.do(gestures.pick, "anything")
    assert "Roll" in dice.playing.view.headline


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_where_no_place_is_asked_the_press_says_what_is(lang: Any) -> None:
    table = desk("se/roana-march", lang=lang, seed=1)
    while not isinstance(table.ask, Ask) or table.ask.kind != "pace":
        table.answer(next(answer for answer in table.ask.legal() if answer != BACK))  # type: ignore[union-attr]
    (unit,) = units_in(table.ask.facts)
    table.click(table.state.pieces[unit].place, unit)
    told = table.view.headline
    assert {"fr": "D'abord la question posée", "en": "First what is asked"}[lang] in told
    assert {"fr": "mouvement tactique", "en": "tactical movement"}[lang] in told
    other = next(piece for piece in table.state.pieces if piece.side == table.ask.who and piece.id != unit and (
        piece.place in table.state.map))  # fmt: skip
    table.click(other.place, other.id)
    assert table.target == other.id


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_where_dice_are_to_be_thrown_the_press_says_so(lang: Any) -> None:
    table = desk("gwie/trent-march", lang=lang, seed=1)
    table.click(next(piece.place for piece in table.state.pieces if piece.place in table.state.map))
    assert {"fr": "Lancer", "en": "Roll"}[lang] in table.view.headline


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_to_finish_is_said_once(lang: Any) -> None:
    """Where nothing is possible the question says so, and to finish; else what is small print says that one may."""
    nothing = desk("tlm/liege", lang=lang, seed=1)
    nothing.answer(nothing.asked.whole[0])
    finish = {"fr": "terminez", "en": "finish"}[lang]
    assert not nothing.asked.anything()
    assert finish in nothing.view.headline
    assert finish not in nothing.view.hint
    something = desk("se/roana", lang=lang, seed=1)
    assert finish not in something.view.headline
    assert finish in something.view.hint
