"""Writing a chronicle at the table: steps on the left, the board, and what is noted of a step on the right.

`Annotate("mine.yaml")` in a notebook goes on with a chronicle, `Annotate("mine.yaml", scenario="se/roana")` begins one.
Every keystroke is on the disk before the next one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

import ipywidgets as W

from tutor import library
from tutor.board import cells, gestures, playing
from tutor.board.chooser import Chooser
from tutor.board.desk import Desk, Task
from tutor.board.kit import kit_of
from tutor.board.look import NOTED
from tutor.board.said import capitalised
from tutor.board.scene import Item, Mark
from tutor.board.stage import Stage
from tutor.board.table import Table
from tutor.board.telling import CSS
from tutor.board.turns import in_turn
from tutor.board.widgets import button, heard, icon, shown, told
from tutor.chronicle import draft as edits
from tutor.chronicle import drawing, publishing
from tutor.chronicle.course import Misstep, Step
from tutor.chronicle.draft import Way
from tutor.chronicle.fields import Page
from tutor.chronicle.headfields import BattlePage, FormationPage, PlacePage, SourcePage
from tutor.chronicle.page import Others, nobody
from tutor.chronicle.said import say, text
from tutor.chronicle.stepfields import StepPage
from tutor.chronicle.steplist import listed
from tutor.chronicle.strokes import TOOLS, Pencil, shape_of
from tutor.chronicle.telling import Teller
from tutor.chronicle.writing import Writing, new
from tutor.engine import records
from tutor.engine.facts import Place, Unit
from tutor.engine.play import Moment
from tutor.engine.text import LANGUAGES, Lang, language
from tutor.engine.told import plain
from tutor.engine.words import Words
from tutor.files.chronicle import Shape
from tutor.files.faults import BadFile, Fault
from tutor.files.faults import say as fault
from tutor.files.record import Colour
from tutor.rendering.pdf import CannotPrint

STYLE = f"<style>{resources.files('tutor.chronicle').joinpath('annotate.css').read_text('utf-8')}</style>"
LOOK, MOVE, PLAY = "look", "move", "play"
HANDS = (LOOK, MOVE, PLAY, *TOOLS)
KEYS = {"l": LOOK, "m": MOVE, "p": PLAY, "a": "arrow", "f": "front", "o": "ring", "s": "area", "t": "mark"}
PAGES: tuple[type[Page], ...] = (StepPage, BattlePage, PlacePage, FormationPage, SourcePage)
HUES: tuple[Colour, ...] = ("red", "blue", "green", "yellow")


class Annotate(cells.Shown):
    """A chronicle to write in.

    Parameters
    ----------
    path : the chronicle's file; with a scenario it may be a new one
    scenario : the position that a new chronicle begins with (`se/roana`)
    language : "fr" or "en": what is spoken, and what is written in
    title : of a new chronicle
    others : who is asked what the other games say of a situation (`tutor.compare.beside.said_by_others`)
    """

    @in_turn
    def __init__(
        self,
        path: str | Path,
        scenario: str | None = None,
        language: str | None = None,
        title: str = "",
        others: Others = nobody,
    ) -> None:
        super().__init__(layout=W.Layout(width="100%"))
        self.add_class("tutor-table")
        self.add_class("tutor-annotate")
        self.errors: list[Exception] = []
        self.lang: Lang = _language(language)
        self.table: Table | None = None
        self.others = others
        cells.replaces(self)
        try:
            self.writing = _opened(Path(path), scenario, self.lang, title)
        except BadFile as bad:
            self._bad(bad.told(self.lang))
            return
        except library.NotInLibrary as missing:
            self._bad([fault("no-scenario", self.lang, scenario=missing.name, near=missing.near)])
            return
        self._build()

    def _bad(self, lines: list[str]) -> None:
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        self.children: tuple[Any, ...] = (W.HTML(f'{CSS}<div class="tt" role="alert"><ul>{items}</ul></div>'),)

    # -- building -----------------------------------------------------------------------------------------
    def _build(self) -> None:
        self.hand = LOOK
        self.unit: str | None = None  # whom a fact is about to set elsewhere
        self.stroke: list[str] = []  # the places to which the keys have drawn so far
        self.stood: Moment = self.writing.here.now  # what is played from here on is the next act
        self.table = Table(self._desk(playing.before(self.writing.scenario, self.writing.here, self.lang)), self.lang)
        self.pencil = Pencil(colour=NOTED[HUES[0]])
        self.pencil.add_class("tutor-stylus")
        self.pencil.on_msg(lambda _, said, buffers: self.safely(self._said)(**said))
        self._build_pen()
        self._build_list()
        self._build_tools()
        self.pages: tuple[Page, ...] = tuple(page(self) for page in PAGES)
        self.tabs = W.ToggleButtons(options=[("", page.name) for page in self.pages], value="step")
        self.tabs.observe(self.safely(lambda _: self.show()), "value")
        side = _box(W.VBox, "notes", self.tabs, *(page.box for page in self.pages))
        middle = _box(W.VBox, "board-side", self.tools, self.table)
        whole = _box(W.Box, "frame", self.pen, self.list, middle, side, self.pencil)
        whole.add_class("tutor-writer")
        self._wire()
        self._pare()
        self.children = (W.HTML(STYLE, layout=W.Layout(display="none")), whole)
        self.relabel()

    def _build_pen(self) -> None:
        """What is written, and that it is kept; back and forwards; the other language; publishing."""
        self.named, self.published = W.HTML(), W.HTML()
        self.undo, self.redo = icon("undo"), icon("redo")
        self.undo.on_click(self.pressed(lambda: self.writing.undo()))
        self.redo.on_click(self.pressed(lambda: self.writing.redo()))
        self.tongue, self.publish = button(), button("", "success")
        self.tongue.on_click(self.pressed(self._speak))
        self.form = W.Dropdown(options=[(form, form) for form in publishing.FORMS])
        self.publish.on_click(self.pressed(self._publish))
        shown(self.published, False)
        self.published.add_class("tutor-published-at")
        self.pen = _box(W.HBox, "pen", self.named, self.undo, self.redo, self.tongue, self.form, self.publish)

    def _build_list(self) -> None:
        self.steps = W.HTML()
        names: dict[str, Callable[[], None]] = {
            "pause": lambda: self.writing.do(edits.add, {"pause": True}),
            "suppose": lambda: self.writing.do(edits.suppose, self.lang, say("write.perhaps", self.lang)),
            "promote": lambda: self.writing.do(edits.promote, self.lang, say("write.as-told", self.lang)),
            "up": lambda: self.writing.do(edits.shift, -1),
            "down": lambda: self.writing.do(edits.shift, 1),
            "delete": lambda: self.writing.do(edits.delete),
        }
        self.deeds = {name: button() for name in names}
        for name, act in names.items():
            self.deeds[name].on_click(self.pressed(act))
        deeds = W.HBox([*self.deeds.values()], layout=W.Layout(flex_flow="row wrap"))
        self.list = _box(W.VBox, "list", deeds, self.steps)

    def _build_tools(self) -> None:
        """What is in hand: to look, to set counters where they stood, to play, to draw; and what it needs."""
        self.hands = W.ToggleButtons(options=[("", hand) for hand in HANDS], value=LOOK)
        self.hues = W.ToggleButtons(options=[("", hue) for hue in HUES], value=HUES[0])
        self.hues.add_class("tutor-hue")
        self.units, self.places = Chooser("190px"), Chooser("190px")
        self.units.on_choice = self.safely(self._take)
        self.places.on_choice = self.safely(self._set)
        self.units.on_unknown = self.places.on_unknown = self.unknown
        self.same = W.Checkbox(indent=False, layout=W.Layout(width="auto"))
        self.gone = button()
        self.gone.on_click(self.pressed(lambda: self._fact({"gone": True})))
        self.hands.observe(self.safely(lambda change: self._take_up(change["new"])), "value")
        self.hues.observe(self.safely(lambda change: self._dip(change["new"])), "value")
        self.tools = _box(
            W.HBox, "tools", self.hands, self.hues, self.units, self.places, self.same, self.gone, self.published
        )

    def _wire(self) -> None:
        table = self._table
        table.judge, table.on_shown = self._played, self._table_shown
        self._point, self._drop, self._typed = table.board.on_point, table.board.on_drop, table.board.on_key
        table.board.on_point = self.safely(self._pointed)
        table.board.on_drop = self.safely(self._dropped)
        table.board.on_key = self.safely(self._key)

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    @property
    def file(self) -> str:
        return str(self.writing.path)

    # -- doing -----------------------------------------------------------------------------------------
    def safely(self, act: Callable[..., Any]) -> Callable[..., None]:
        """An error in a handler is told to the person and kept; by itself it would vanish."""

        @in_turn
        def guarded(*given: Any, **named: Any) -> None:
            try:
                act(*given, **named)
            except Exception as error:
                self.errors.append(error)
                self.say(f"{type(error).__name__}: {error}", "err")

        return guarded

    def pressed(self, act: Callable[[], Any]) -> Callable[..., None]:
        """What a button does, and what comes of it."""

        def doing(_: Any) -> None:
            act()
            self.show()

        return self.safely(doing)

    def pressed_with(self, act: Callable[[Any], Any]) -> Callable[..., None]:
        """The same of something that is chosen."""

        def doing(given: Any) -> None:
            act(given)
            self.show()

        return self.safely(doing)

    def say(self, told: str, mood: Any = "") -> None:
        """Said under the board."""
        self._table.act(lambda: self._table.turn(gestures.tell, told, mood))

    # -- what stands here -----------------------------------------------------------------------------------------
    @property
    def teller(self) -> Teller:
        return Teller(self.writing.read.story, self.lang)

    def _desk(self, desk: Desk) -> Desk:
        """The desk at the step; acts are played on it, otherwise it is only looked at."""
        line = self.writing.here
        self.stood = line.now
        return replace(desk.moved(line, first=line.now), task=self._task())

    @property
    def words(self) -> Words:
        line = self.writing.here
        return Words.of(line.rules, line.state, self.lang)

    def worded(self, kind: str, **facts: Any) -> str:
        """A message about what lies on the board."""
        return capitalised(plain(say.phrases(kind, self.words, **facts)))

    @property
    def to_keep(self) -> tuple[str, ...]:
        """The rules that forbid what is before one, and that history may have broken."""
        desk, step = self._table.playing, self.writing.step
        if self.hand == PLAY and desk.asked is not None and desk.look.target is not None:
            asked = desk.asked
            if asked.ask.understands(desk.look.target) and not asked.allows(desk.look.target):
                return tuple(asked.verdict(desk.look.target).rules)
        if step is None or step.ruling is None or step.ruling.word != "forbidden" or step.told.what != "fact":
            return ()
        return tuple(rule for rule in step.ruling.rules if rule not in step.told.despite)

    def told_wrong(self, wrong: Misstep) -> str:
        """What keeps a line from being played."""
        return str(fault(wrong.kind, self.lang, **wrong.facts))

    # -- showing -----------------------------------------------------------------------------------------
    def relabel(self) -> None:
        """Every name in the language that is spoken."""
        lang = self.lang
        for name, made in (*self.deeds.items(), ("publish", self.publish), ("gone", self.gone)):
            made.description, made.tooltip = say(f"write.{name}", lang), say(f"tip.{name}", lang)
        for name in ("undo", "redo"):
            getattr(self, name).tooltip = say(f"write.{name}", lang)
            getattr(self, name).description = say(f"write.{name}", lang)
        other = next(one for one in LANGUAGES if one != lang)
        self.tongue.description, self.tongue.tooltip = say("write.tongue", other), say("tip.tongue", lang)
        heard(self.form, say("tip.form", lang))
        self.form.options = [(say(f"form.{form}", lang), form) for form in publishing.FORMS]
        _renamed(self.hands, [(say(f"hand.{hand}", lang), hand) for hand in HANDS])
        self.hands.tooltips = [say(f"tip.hand.{hand}", lang) for hand in HANDS]
        _renamed(self.hues, [(say(f"hue.{hue}", lang), hue) for hue in HUES])
        _renamed(self.tabs, [(say(f"page.{page.name}", lang), page.name) for page in self.pages])
        self.units.description, self.places.description = say("write.unit", lang), say("write.to", lang)
        self.same.description = say("write.same", lang)
        for page in self.pages:
            page.relabel()
        if self._table.playing.lang != lang:
            self._table.speak(lang)
        self.show()

    @in_turn
    def show(self) -> None:
        """The draft as it is now: its step on the board, the list, the page."""
        table = self._table
        if self.writing.here.now is not table.playing.line.now or self._task() != table.playing.task:
            self.unit = None
            table.act(lambda: table.turn(self._desk))
        else:
            table.show()

    def _task(self) -> Task | None:
        return None if self.hand == PLAY else "look"

    def _table_shown(self) -> None:
        """The board has been shown: what the chronicler drew is laid on it, and beside it what is written."""
        self._sketched()
        self._show_list()
        self._show_tools()
        for page in self.pages:
            (page.box.remove_class if page.name == self.tabs.value else page.box.add_class)("tutor-away")
        self._page.show()

    @property
    def _step_page(self) -> StepPage:
        return next(page for page in self.pages if isinstance(page, StepPage))

    @property
    def _page(self) -> Page:
        return next(page for page in self.pages if page.name == self.tabs.value)

    def show_written(self, page: Page) -> None:
        """After a keystroke: everything but the fields that somebody is typing in."""
        self._sketched()
        self._show_list()
        page.show(typed=True)

    def _sketched(self) -> None:
        """The shapes of the step; and whom one is about to set, and where the keys have drawn to."""
        board = self._table.board
        shapes = [Shape.model_validate(one) for one in self.writing.draft.line.get("shapes", ())]
        layout = board.scene.layout
        board.sketch = (
            tuple(drawing.under(layout, shapes)),
            tuple(drawing.over(layout, shapes, self.lang)),
        )
        marks = tuple(mark for mark in board.scene.marks if mark.kind not in ("chosen", "ring"))
        marks += (Mark("chosen", units=(self.unit,)),) if self.unit is not None else ()
        marks += tuple(Mark("ring", (place,), text="green") for place in self.stroke)
        board.show(replace(board.scene, marks=marks))

    def _show_list(self) -> None:
        told(self.steps, listed(self.writing, self.teller))
        self.pencil.send({"what": "show"})
        draft, writing = self.writing.draft, self.writing
        title = escape(text(writing.read.story.form.battle.title, self.lang))
        kept = escape(say("write.kept", self.lang, title=writing.path.name))
        told(self.named, f'<div class="tt named"><b>{title}</b><span class="kept">{kept}</span></div>')
        self.undo.disabled, self.redo.disabled = not writing.may_undo, not writing.may_redo
        shown(self.deeds["promote"], draft.supposed)
        self.deeds["up"].disabled = not edits.may_shift(draft, -1)
        self.deeds["down"].disabled = not edits.may_shift(draft, 1)
        self.deeds["delete"].disabled = not edits.may_delete(draft)

    def _show_tools(self) -> None:
        drawn, moved = self.hand in TOOLS, self.hand == MOVE
        shown(self.hues, drawn)
        for one in (self.units, self.places):
            shown(one, moved)
        shown(self.same, moved and "fact" in self.writing.draft.line)
        shown(self.gone, moved and self.unit is not None)
        if moved:
            stage = Stage(self.writing.here.state, self.lang)
            pairs = [(stage.counter(piece).name or piece.id, piece.id) for piece in stage.state.pieces]
            self.units.fill(sorted(pairs), self.unit)
            self.places.fill([(stage.place(place), place) for place in stage.state.everything("place")])
        told_tool = self.hand if drawn else ""
        if self.pencil.tool != told_tool:
            self.pencil.tool = told_tool

    # -- what is in hand -----------------------------------------------------------------------------------------
    def _take_up(self, hand: str) -> None:
        self.hand, self.unit, self.stroke = hand, None, []
        self._pare()
        self.show()
        if hand != PLAY:
            self.say(say(f"tip.hand.{hand}", self.lang))

    def _pare(self) -> None:
        """Of the table the board with what is said of it; the question, too, where acts are played."""
        frame = self._table.frame
        for name in ("tutor-pared", "tutor-still"):
            frame.remove_class(name)
        frame.pare(answered=self.hand == PLAY)

    def _dip(self, hue: Colour) -> None:
        self.pencil.colour = NOTED[hue]

    def _speak(self) -> None:
        self.lang = next(one for one in LANGUAGES if one != self.lang)
        self.relabel()

    @property
    def unknown(self) -> Callable[..., None]:
        """What is typed into a list and is not in it."""
        return self.safely(lambda typed: self.say(say("write.unknown", self.lang, title=typed), "no"))

    # -- the board -----------------------------------------------------------------------------------------
    def _pointed(self, place: str | None, unit: str | None, item: Item | None) -> None:
        if self.hand != MOVE:
            self._point(place, unit, item)
            return
        if item is not None:
            self._take(item.id) if item.what == "unit" else None
            return
        here = (unit,) if unit is not None else self._lying(place)
        others = [one for one in here if one != self.unit]
        if self.unit is not None and place is not None and self.unit not in here:
            self._set(place)
        elif others:
            self._take(others[-1])
        else:
            self._take(None)

    def _lying(self, place: str | None) -> tuple[str, ...]:
        """The counters that lie in a place, those inside others left out."""
        state = self.writing.here.state
        if place is None:
            return ()
        kit = kit_of(self.writing.scenario.game)
        return tuple(one.id for one in state.pieces.at(place) if kit.inside(one) not in state.pieces)

    def _dropped(self, place: str) -> None:
        if self.hand == MOVE and self.unit is not None:
            self._set(place)
        elif self.hand == PLAY:
            self._drop(place)

    def _key(self, key: str, shift: bool) -> None:
        """Letters take up a tool, arrows walk over the board, Enter points with what is in hand."""
        place = self._table.playing.focus
        if key in ("Enter", " ") and place is not None and self.hand in TOOLS:
            self._to(place)
        elif key in ("Enter", " ") and place is not None and self.hand == MOVE:
            self._pointed(place, None, None)
        elif key in KEYS and self.hand != PLAY:
            self.hands.value = KEYS[key]
        elif key == "Escape" and self.hand == PLAY and self._table.playing.look.target is None:
            self.hands.value = LOOK
        elif key == "Escape" and (self.unit is not None or self.stroke):
            self.unit, self.stroke = None, []
            self.show()
        else:
            self._typed(key, shift)

    def _to(self, place: str) -> None:
        """The keys draw from place to place; twice the same is the end."""
        if self.hand in ("ring", "mark"):
            self._drawn({self.hand: place})
        elif self.stroke[-1:] == [place] and (len(self.stroke) > 1 or self.hand == "area"):
            self._drawn({self.hand: self.stroke})
        else:
            self.stroke = [*self.stroke, place]
            self.show()

    # -- facts -----------------------------------------------------------------------------------------
    def _take(self, unit: str | None) -> None:
        """Whom the next fact sets elsewhere."""
        self.unit = unit if unit in self.writing.here.state.pieces else None
        self.show()
        if self.unit is not None:
            self.say(self.worded("write.whither", unit=Unit(self.unit)))

    def _set(self, place: str) -> None:
        if self.unit is None:
            self.say(say("write.who", self.lang), "no")
            return
        self._fact({"place": place})

    def _fact(self, changes: dict[str, Any]) -> None:
        """A counter stands where the sources say, or is lost: a step of its own, or of the step before."""
        unit, draft = self.unit, self.writing.draft
        assert unit is not None
        self.unit = None
        if self.same.value and "fact" in draft.line:
            self.writing.do(edits.set_also, unit, changes)
        else:
            fact = {"fact": {"sets": {unit: changes}}, "certainty": "conjecture"}
            self.writing.do(edits.add, fact)
        self.show()
        step = self.writing.step
        if step is not None and step.ruling is not None:
            word = step.ruling.word
            mood = {"allowed": "ok", "forbidden": "no"}.get(word, "")
            rules = ", ".join(step.ruling.rules)
            self.say(self.worded(f"write.set-{word}", unit=Unit(unit), names=rules), mood)

    # -- acts -----------------------------------------------------------------------------------------
    def _played(self, desk: Desk) -> Desk:
        """What was answered on the board is the next act; a question that was only looked at is none."""
        if self.hand != PLAY or desk.line.now is self.stood or self.stood not in desk.line.now.line:
            return desk
        answers = records.of_line(desk.line, self.writing.scenario.name).lines[len(self.stood.line) - 1 :]
        draft = self.writing.draft
        for answer in answers:
            draft = edits.add(draft, answer.to_data())
        self.writing.enter(draft)
        return self._desk(desk)

    def keep(self) -> None:
        """History broke the rules that forbid what is before one."""
        rules, desk = self.to_keep, self._table.playing
        if self.hand == PLAY and desk.look.target is not None:
            self._table.do(gestures.answer, desk.look.target, rules, answers=False)
        elif rules:
            before = self.writing.draft.line.get("despite", ())
            self.writing.do(edits.keep, [*before, *rules])

    # -- shapes -----------------------------------------------------------------------------------------
    def _drawn(self, shape: dict[str, Any]) -> None:
        self.stroke = []
        place = shape.get("mark")
        if place is not None:
            shape["label"] = {self.lang: str(self.words.fact(Place(place)))}
        self.writing.do(edits.draw, {**shape, "colour": self.hues.value})
        self._step_page.last_drawn()
        self.tabs.value = "step"
        self.show()
        self.say(say("write.drawn", self.lang), "ok")

    def _said(self, what: str, **said: Any) -> None:
        """What the pencil says."""
        match what:
            case "drawn" if self.hand in TOOLS:
                points = [(float(x), float(y)) for x, y in said["points"]]
                shape = shape_of(self.hand, points, self._table.board.scene.layout)
                if shape is None:
                    self.say(say("write.too-short", self.lang), "no")
                else:
                    self._drawn(shape)
            case "picture":
                self._step_page.brought(str(said["name"]), str(said["data"]))
            case "step":
                self.go(tuple(said["way"]))
            case "key":
                self._by_key(said["key"])

    def _by_key(self, key: str) -> None:
        if key in ("undo", "redo"):
            self.writing.undo() if key == "undo" else self.writing.redo()
            self.show()
            return
        ways = self.writing.draft.ways
        at = ways.index(self.writing.draft.at) + (1 if key == "next" else -1)
        if 0 <= at < len(ways):
            self.go(ways[at])

    def go(self, way: Way) -> None:
        """To a step."""
        if way in self.writing.draft.ways:
            self.unit, self.stroke = None, []
            self.writing.stand(way)
            self.show()
            self._table.board.bring(self._spoken())

    def _spoken(self) -> Iterator[str]:
        """Where the step acts."""
        step = self.writing.step
        if step is not None:
            yield from (place for shape in step.told.shapes for place in shape.places)
            yield from _moved(step)

    # -- publishing -----------------------------------------------------------------------------------------
    def _publish(self) -> None:
        """The page beside the file; or what is still wrong, each with the line of the file."""
        found = self.writing.faults()
        shown(self.published, True)
        if found:
            items = "".join(self._still(way, one) for way, one in found)
            head = escape(say("write.not-yet", self.lang, n=len(found)))
            self.published.value = f'<div class="tt" role="alert"><b>{head}</b><ul>{items}</ul></div>'
            return
        form = self.form.value
        target = publishing.target(self.writing.path, form)
        try:
            publishing.publish(self.writing.path, form, target, self.lang, over=True, others=self.others)
        except CannotPrint as why:
            self.published.value = f'<div class="tt" role="alert">{escape(why.told(self.lang))}</div>'
            return
        said = escape(say("write.published", self.lang, title=str(target)))
        link = f'<a class="tutor-published" target="_blank">{escape(say("write.open", self.lang))}</a>'
        way = link if form == "html" else ""
        self.published.value = f'<div class="tt" role="status">{said} {way}</div>'
        if form == "html":
            self.pencil.send({"what": "page", "html": target.read_text("utf-8")})

    def _still(self, way: Way | None, found: Fault) -> str:
        """What is to be settled, with the way to the step where it is."""
        if found.kind == "fact-forbidden":
            told = say("write.forbidden", self.lang, names=", ".join(found.facts["rules"]))
        else:
            told = fault(found.kind, self.lang, **found.facts)
        if way is None:
            return f"<li>{escape(told)}</li>"
        step = self.writing.read.steps.get(way)
        name = say("step", self.lang, number=step.number) if step is not None else say("write.cannot", self.lang)
        at = escape(json.dumps(way))
        return f"<li><button type=\"button\" data-step='{at}'>{escape(name)}</button> {escape(told)}</li>"

    # -- the end -----------------------------------------------------------------------------------------
    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; the board's picture and the steps in words where nothing is live."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
        if self.table is None:
            return data
        tell = self.teller
        data["text/plain"] = "\n".join(f"{step.number} · {tell.title(step)}" for step in tell.steps)
        picture = self.table._repr_mimebundle_().get("image/png")
        if picture:
            data["image/png"] = picture
        return data


def _opened(path: Path, scenario: str | None, lang: Lang, title: str) -> Writing:
    if scenario is None or path.exists():
        return Writing(path)
    return new(path, scenario, title or str(library.scenario(scenario).title(lang)), lang)


def _moved(step: Step) -> Iterator[str]:
    """Where counters lie after a step that lay elsewhere before."""
    before = step.before.state.pieces
    for piece in step.after.state.pieces:
        old = before.get(piece.id)
        if piece.place is not None and (old is None or old.place != piece.place):
            yield piece.place


def _box(kind: type[Any], name: str, *parts: Any) -> Any:
    made = kind(list(parts))
    made.add_class(f"tutor-{name}")
    return made


def _renamed(choice: W.ToggleButtons, pairs: list[tuple[str, str]]) -> None:
    """Other names for the same choices, with the same one chosen; nobody hears of it."""
    if choice.options != tuple(pairs):
        with choice.hold_trait_notifications():
            value = choice.value
            choice.options = pairs
            choice.value = value


def _language(asked: str | None) -> Lang:
    return language(asked)


__all__ = ["Annotate"]
