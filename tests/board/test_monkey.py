"""Somebody who does anything at all in any order: whatever is done, the table shows its position and says what it is.

Each scenario gets a shuffled deck of gestures, so that every sort of them is made; what is pointed at, typed, pressed
and chosen is drawn by lot from what a person would see. After each gesture the table is held to `holds`, and at the end
the whole line is taken back, replayed and loaded.
"""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ipywidgets as W
import pytest

from tutor import library
from tutor.board import gestures, setting
from tutor.board.desk import Desk
from tutor.board.kit import kit_of
from tutor.board.paint import figures
from tutor.board.recording import record
from tutor.board.said import say
from tutor.board.table import Table
from tutor.board.widgets import is_shown
from tutor.engine import records
from tutor.engine import sayings as said
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.play import Session
from tutor.engine.words import Words, messages
from tutor.files.writing import load_record, save_record
from tutor.rulesets import GAMES

KEYS = ("Tab", "Escape", "Enter", " ", "n", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "f", "u", "r", "x", "/")
TYPED = ("", "1", "-2", "²", "{", "a: [", "two words", "<b>bold</b>", "3 5")
RAW = re.compile(r"\{\w*\}|\bNone,|=None|(Unit|Place|Side|Term|Fraction)\(|frozenset|<class|object at 0x|\[['(]|\(['(]")
DEAR = ("reckon", "picture")  # what takes seconds is pressed elsewhere


# -- what a person sees -----------------------------------------------------------------------------------------
def seen(box: Any) -> Iterator[Any]:
    """Every widget that is shown; of the pages only the open one."""
    for child in getattr(box, "children", ()):
        if is_shown(child):
            yield child
            yield from seen(child)


def texts(table: Table) -> Iterator[str]:
    """All that is written on the table."""
    for one in seen(table):
        if isinstance(one, W.HTML):
            yield html.unescape(re.sub(r"<style.*?</style>|<[^>]+>", " ", one.value, flags=re.DOTALL))
        else:
            yield from filter(None, (getattr(one, "description", ""), getattr(one, "tooltip", "")))
            yield from getattr(one, "_options_labels", ())
            yield from one.options if isinstance(one, W.Combobox) else ()


def english(game: str) -> dict[str, str]:
    """Runs of English words of the messages that no French message has."""
    told = {**said.messages("tutor.board"), **messages(library.rulesets.book(game))["messages"]}
    french = " ".join(str(one["fr"]) for one in told.values()).casefold()
    parts = ((part.strip(" .,:;()?!—-").casefold(), kind) for kind, one in told.items()
             for part in re.split(r"\{[^}]*\}", str(one["en"])))  # fmt: skip
    return {part: kind for part, kind in parts if len(part) > 14 and " " in part and part not in french}


# -- what a person does -----------------------------------------------------------------------------------------
class Hand:
    """One person at a table; every gesture says whether there was anything to make it on."""

    def __init__(self, table: Table, seed: str) -> None:
        self.table, self.rng = table, random.Random(seed)
        self.board = table.board

    def spot(self, lively: float = 0.7) -> tuple[float, float]:
        """A point of the board: where something lies or may be chosen, or anywhere."""
        scene, (left, top, width, height) = self.board.scene, self.board.window
        lit = [place for mark in scene.marks if mark.kind in ("reach", "attack", "target") for place in mark.places]
        spots = [scene.layout.anchors[place] for place in lit] + [(stack.x, stack.y) for stack in scene.stacks]
        near = [(x, y) for x, y in spots if left <= x <= left + width and top <= y <= top + height]
        if near and self.rng.random() < lively:
            return self.rng.choice(near)
        return self.rng.uniform(left - 9, left + width + 9), self.rng.uniform(top - 9, top + height + 9)

    @property
    def desk(self) -> Desk:
        return self.table.playing

    def press(self, x: float, y: float, *then: tuple[float, float]) -> bool:
        self.board.press(x, y)
        for to in then:
            self.board.over(self.board.place_at(*to), held=True)
        self.board.release(*(then[-1] if then else (x, y)))
        return True

    def point(self) -> bool:
        return self.press(*self.spot())

    def twice(self) -> bool:
        spot = self.spot(1)
        return self.press(*spot) and self.press(*spot)

    def drag(self) -> bool:
        return self.press(*self.spot(1), self.spot(), self.spot(1))

    def hover(self) -> bool:
        """Over a place, and away from it, while nothing is let go."""
        for place in (self.rng.choice(list(self.desk.present.map.places)), None):
            self.board.on_hover(place)
        return True

    def card(self) -> bool:
        """The pointer rests over a place."""
        self.board.over(self.rng.choice(list(self.board.scene.layout.centres)))
        return True

    def fan(self) -> bool:
        tray = figures.fan(self.board.scene, self.board.window)
        if tray is None:
            crowd = next((s for s in self.board.scene.stacks if len(s.ids) > 1), None)
            self.table.desk = self.desk.looking(fan=crowd.ids if crowd is not None else ())
            self.table.show()
            self.board.bring([crowd.place] if crowd is not None else [])
            tray = figures.fan(self.board.scene, self.board.window)
        if tray is None:
            return False
        _, x, y = self.rng.choice(list(tray.spots))
        return self.press(x, y)

    def shelf(self) -> bool:
        items = [(display.key, item.id) for display in self.board.scene.displays for item in display.items]
        if not items:
            return False
        self.board.take(*self.rng.choice(items))
        if self.rng.random() < 0.4:
            self.board.put(*self.spot(1))
        return True

    def zoom(self) -> bool:
        """Elsewhere, nearer or farther, in a window of any size."""
        layout, size = self.board.scene.layout, self.rng.choice(((744, 490), (1326, 800), (290, 240)))
        least = self.board.camera.resized(*size, layout).least(layout)
        wish = {"left": self.rng.uniform(-90, layout.width), "top": self.rng.uniform(-90, layout.height),
                "k": self.rng.uniform(least, 4)}  # fmt: skip
        self.board.hear("look", width=size[0], height=size[1], density=1, **(wish if self.rng.random() < 0.7 else {}))
        if self.rng.random() < 0.3:
            self.board.hear("rest")
        return True

    def key(self) -> bool:
        self.board.on_key(self.rng.choice(KEYS), self.rng.random() < 0.2)
        return True

    def answer(self) -> bool:
        """Whatever is allowed, by keys alone; dice are thrown."""
        before = self.desk.line.now
        for key in ("Escape", *["n"] * self.rng.randint(1, 3), "Enter", "r"):
            self.board.on_key(key, False)
        return self.desk.line.now is not before

    def undo(self) -> bool:
        self.board.on_key("u", False)
        return True

    def drawer(self) -> bool:
        part = self.rng.choice((None, *self.table.drawer.parts))
        self.table.act(self.table.drawer.shut) if part is None else self.table.drawer.pull(part.key)
        return True

    def speak(self) -> bool:
        self.table.tools.tongue.value = {"fr": "en", "en": "fr"}[self.desk.lang]
        return True

    def use(self, kind: Any) -> bool:
        """Any widget of a kind that is shown; where there is none, one of a drawer."""
        pool = self._shown(kind)
        if not pool:
            self.table.drawer.pull(self.rng.choice(("players", "record", "law", "setup")))
            pool = self._shown(kind)
        if not pool:
            return False
        one = self.rng.choice(pool)
        if isinstance(one, W.Button):
            one.click()
        elif isinstance(one, W.Checkbox):
            one.value = not one.value
        elif isinstance(one, W.ToggleButtons):
            one.value = self.rng.choice([value for _, value in one.options])
        elif isinstance(one, W.Combobox) and one.options and self.rng.random() < 0.8:
            one.value = self.rng.choice(one.options)
        else:
            one.value = self.rng.choice(TYPED)
        self._persons()
        return True

    def _shown(self, kind: Any) -> list[Any]:
        dear = {say(key, self.desk.lang) for key in DEAR}
        pool = [one for one in seen(self.table) if isinstance(one, kind) and not one.disabled and not _file(one)]
        return [one for one in pool if one.description not in dear]

    def _persons(self) -> None:
        """A game that only chance plays is no gesture."""
        if self.desk.habits.auto_dice or set(self.desk.players.values()) <= {"me", "record"}:
            self.table.turn(gestures.switch, auto_dice=False)
        for part in self.table.drawer.parts:
            if part.key == "players" and part.built:
                part.dice.value = False


def _file(widget: Any) -> bool:
    return widget.description in (say("file", "fr"), say("file", "en"))


# -- what must hold ---------------------------------------------------------------------------------------------
def holds(table: Table, leftovers: dict[str, str]) -> None:
    """Nothing failed; everything is said in the table's language; board, lists and words show the position."""
    assert table.errors == []
    assert re.sub(r"<[^>]+>", "", table.headline.value).strip()
    shown = list(texts(table))
    written = [one.value for one in seen(table) if isinstance(one, (W.Text, W.Textarea))]
    own = {*TYPED, *written}
    assert [one for one in shown if one not in own and RAW.search(one)] == []
    if table.playing.lang == "fr":
        whole = "\n".join(shown).casefold()
        assert [(part, whole[whole.index(part) - 80 :][:160]) for part in leftovers if part in whole] == []
    for one in seen(table):
        if isinstance(one, (W.Button, W.Combobox, W.Checkbox)):
            assert one.description.strip()
        elif isinstance(one, (W.Text, W.Textarea)):
            assert one.description or one.placeholder or one.tooltip
    _drawn(table)
    _chosen(table)
    assert table.text().splitlines()


def _drawn(table: Table) -> None:
    """Every counter that is to be seen lies where it is, once, on the map or beside it."""
    desk, scene = table.playing, table.board.scene
    side = desk.habits.side
    state = desk.state if side is None else desk.rules.seen(desk.state, side)
    inside = kit_of(desk.rules.game).inside
    free = [piece for piece in state.pieces if inside(piece) not in state.pieces]
    placed = sorted((piece.id, piece.place) for piece in free if piece.place in scene.layout.anchors)
    assert sorted((id, stack.place) for stack in scene.stacks for id in stack.ids) == placed
    beside = {item.id for display in scene.displays for item in display.items if item.what == "unit"}
    assert {piece.id for piece in free} - {id for id, _ in placed} <= beside


def _chosen(table: Table) -> None:
    """The lists show what is chosen and looked at, and the board marks it."""
    desk, controls, marks = table.playing, table.controls, table.board.scene.marks
    ask, target = desk.ask, desk.look.target
    if not isinstance(ask, Ask) or desk.frame is not None:
        return
    parts = target if isinstance(target, tuple) else (target,) if target is not None else desk.look.selection
    for kind, part in zip(ask.of, parts, strict=False):
        if kind in ("unit", "place") and not ask.options and part not in (DONE, BACK):
            chooser = controls.units if kind == "unit" else controls.places
            assert chooser.chosen == part
            assert chooser.placeholder not in ("", "—")
            if kind == "unit" and table.drawer.part("setup") is not table.drawer.open:
                assert part in {unit for mark in marks if mark.kind == "chosen" for unit in mark.units}
    if target is not None:
        assert controls.confirm.disabled != ask.allows(target)


def comes_again(table: Table, folder: Path) -> None:
    """The line taken back to its beginning and played again, here and from its file, is the same."""
    desk = table.playing
    line, law = desk.line, desk.line.root.state.law
    first = line.at(line.root)
    assert first.state == Session(desk.rules, desk.found.position(law.chosen, law.agreed)).state
    assert first.at(line.now) == line
    assert first.at(line.now).state == line.state
    save_record(record(desk), folder / "record.yaml", over=True)
    again = Session(desk.rules, desk.found.position(law.chosen, law.agreed))
    assert records.replay(load_record(folder / "record.yaml"), again).state == line.state


# -- the deck ---------------------------------------------------------------------------------------------------
SORTS: dict[str, tuple[int, Callable[[Hand], bool]]] = {
    "point": (6, Hand.point), "twice": (5, Hand.twice), "drag": (4, Hand.drag), "card": (4, Hand.card),
    "fan": (3, Hand.fan), "shelf": (5, Hand.shelf), "zoom": (4, Hand.zoom), "key": (6, Hand.key),
    "answer": (7, Hand.answer), "drawer": (7, Hand.drawer), "speak": (3, Hand.speak),
    "button": (12, lambda hand: hand.use(W.Button)), "list": (10, lambda hand: hand.use(W.Combobox)),
    "switch": (4, lambda hand: hand.use(W.ToggleButtons)), "check": (3, lambda hand: hand.use(W.Checkbox)),
    "type": (4, lambda hand: hand.use((W.Text, W.Textarea))),
}  # fmt: skip
SELDOM = {"fan": 0, "shelf": 0, "answer": 1, "type": 1, "check": 0}  # not every position has something for these


@pytest.mark.parametrize("name", library.names())
def test_whatever_is_done_the_table_shows_its_position(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    unsaid = _heard(monkeypatch)
    table = Table(name, language="fr", seed=1916)
    hand, took = Hand(table, name), Counter[str]()
    leftovers = english(table.playing.rules.game)
    deck = [sort for sort, (many, _) in SORTS.items() for _ in range(many)]
    hand.rng.shuffle(deck)
    for sort in deck:
        took[sort] += SORTS[sort][1](hand)
        holds(table, leftovers)
    assert unsaid == []
    comes_again(table, tmp_path)
    setting = table.drawer.pull("setup").now
    setting.save(tmp_path / "own.yaml", over=True)
    assert bool(setting.faults("fr")) == (_bad(tmp_path / "own.yaml"))
    least = {sort: SELDOM.get(sort, many // 2) for sort, (many, _) in SORTS.items()}
    assert {sort: took[sort] for sort in SORTS if took[sort] < least[sort]} == {}
    assert len([sort for sort in SORTS if took[sort]]) >= len(SORTS) - 3


def _heard(monkeypatch: Any) -> list[str]:
    """Every message that is wanted and not there."""
    found: list[str] = []
    sentence, phrases = Words.sentence, said.Sayings.phrases

    def words(self: Words, kind: str, *given: Any, **named: Any) -> Any:
        if kind not in messages(self.book)["messages"]:
            found.append(f"{self.book.game}: {kind}")
        return sentence(self, kind, *given, **named)

    def sayings(self: Any, kind: str, *given: Any, **facts: Any) -> Any:
        if kind not in said.messages(self.package):
            found.append(f"{self.package}: {kind}")
        return phrases(self, kind, *given, **facts)

    monkeypatch.setattr(Words, "sentence", words)
    monkeypatch.setattr(said.Sayings, "phrases", sayings)
    return found


def _bad(path: Path) -> bool:
    try:
        library.scenario(path)
    except ValueError:
        return True
    return False


# -- two who do the same ----------------------------------------------------------------------------------------
ALIKE: dict[str, tuple[int, Callable[[Hand], bool]]] = {
    "hover": (6, Hand.hover), "drawer": (8, Hand.drawer), "speak": (4, Hand.speak), "zoom": (2, Hand.zoom),
    "point": (12, Hand.point), "twice": (6, Hand.twice), "drag": (3, Hand.drag), "key": (6, Hand.key),
    "answer": (8, Hand.answer), "undo": (4, Hand.undo),
}  # fmt: skip
LOOKS = frozenset({"hover", "drawer", "speak", "zoom"})


def _only_looks(sort: str, hand: Hand) -> bool:
    """Whether a gesture can give nothing: a point gives what was looked at before, and lays counters in set-up mode."""
    lays = hand.table.drawer.part("setup") is hand.table.drawer.open
    return sort in LOOKS or (sort == "point" and hand.desk.look.target is None and not lays)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_at_two_tables_makes_the_same_desk_and_looking_leaves_the_record(
    game: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(setting, "mkdtemp", lambda prefix: str(tmp_path))
    name = next(one for one in library.names() if one.startswith(f"{game}/"))
    one, other = (Hand(Table(name, language="fr", seed=1916), name) for _ in range(2))
    deck = [sort for sort, (many, _) in ALIKE.items() for _ in range(many)]
    random.Random(name).shuffle(deck)
    looked, lines = Counter[str](), set[int]()
    for sort in deck:
        looks, line, kept = _only_looks(sort, one), one.desk.line, record(one.desk)
        for hand in (one, other):
            ALIKE[sort][1](hand)
            assert hand.table.errors == []
        assert one.desk == other.desk, sort
        assert one.table.story.value == other.table.story.value, sort
        assert one.board.scene == other.board.scene, sort
        if looks:
            assert one.desk.line is line, sort
            assert record(one.desk) == kept, sort
        looked[sort] += looks
        lines.add(len(one.desk.line.moments))
    assert {sort for sort, many in looked.items() if many} == {*LOOKS, "point"}
    assert len(lines) > 3, "something was played between the looks"
