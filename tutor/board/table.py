"""The playing table: `Table("se/roana")` in a notebook. It holds the desk, shows it and replaces it by the next one."""

from __future__ import annotations

import html
import os
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Literal

import ipywidgets as W

from tutor.board import aiming, beside, cells, gestures, hovering, telling, text
from tutor.board.controls import Controls
from tutor.board.desk import Desk
from tutor.board.drawers import Drawer
from tutor.board.frame import Frame
from tutor.board.live import Board, Told
from tutor.board.paint import fronts, sheet
from tutor.board.png import paintable, png
from tutor.board.said import say, tied
from tutor.board.scene import Item, Scene, Sign
from tutor.board.stage import Stage
from tutor.board.telling import CSS
from tutor.board.tools import Tools
from tutor.board.turns import in_turn
from tutor.board.view import Mood, View, focused
from tutor.board.widgets import sent, told
from tutor.board.wishes import Unmet, Wishes
from tutor.engine.ask import Ask
from tutor.engine.budget import Watch
from tutor.engine.facts import places_in
from tutor.engine.text import Lang, language
from tutor.library import Scenario

SPOKEN: tuple[Sign, ...] = ("ready", "reach", "attack", "chosen", "target", "refused", "cited")


class Table(cells.Shown):
    """A scenario to play: board, headline over it, panel beside it, choices, tools.

    Parameters
    ----------
    scenario : a name of the library (`se/roana`), a path to a YAML file, or a desk that is laid already
    language : "fr" or "en"; by default `TUTOR_LANG`, then the locale
    players : who answers for each side: "me", "random", "record", or a policy of the game
    readings, options : the law to play under
    seed : for dice and for chance players
    side : whose eyes the table has; None sees everything
    lit : False shows nothing: the learner tries and the tutor answers
    alone : False asks for every answer, also where only one is allowed; a desk that is laid already keeps its habit
    """

    @in_turn
    def __init__(
        self,
        scenario: str | Path | Desk,
        language: str | None = None,
        players: Mapping[str, str] | None = None,
        readings: Mapping[str, str] | None = None,
        options: Iterable[str] | None = None,
        seed: int | None = None,
        side: str | None = None,
        lit: bool = True,
        alone: bool = True,
    ) -> None:
        super().__init__(layout=W.Layout(width="100%"))
        self.add_class("tutor-table")
        self.errors: list[Exception] = []
        self.desk: Desk | None = None
        self.judge: Callable[[Desk], Desk] = lambda desk: desk  # what whoever set a task makes of what is handed in
        self.on_shown: Callable[[], None] = lambda: None
        cells.replaces(self)
        lang = _language(language)
        wishes = Wishes(
            scenario=scenario,
            language=language,
            players=players,
            readings=readings,
            options=options,
            seed=seed,
            side=side,
        )
        try:
            desk = wishes.desk(lang).with_habits(side=side, lit=lit)
            self.desk = desk if isinstance(scenario, Desk) else gestures.pass_alone(desk, alone)
        except Unmet as unmet:
            self._bad(unmet.told, lang)
            return
        except ValueError as error:
            self._bad([str(error)], lang)
            return
        self._build(lang)

    # -- building -----------------------------------------------------------------------------------------------
    def _bad(self, lines: Iterable[str], lang: Lang) -> None:
        """A bad scenario shows its errors instead of an empty cell."""
        items = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
        head = html.escape(say("bad-scenario", lang))
        self._text = say("bad-scenario", lang) + "\n" + "\n".join(lines)
        self.children = (
            W.HTML(f'{CSS}<div class="tt" role="alert"><div class="head err">{head}</div><ul>{items}</ul></div>'),
        )

    def _build(self, lang: Lang) -> None:
        desk = self.playing
        shown = desk.view
        self.bar, self.headline, self.story = W.HTML(), W.HTML(), W.HTML()
        self.chips, self.shelf, self.fight = W.HTML(), W.HTML(), W.HTML()
        self.board = Board(shown.scene)
        self.asked_at: datetime | None = None
        self.told_at = 0.0
        self._late = False
        self._brought: tuple[Any, int | None] | None = None
        self.tools = Tools(self)
        self.controls = Controls(self)
        self.drawer = Drawer(self)
        self.tools.relabel()
        self._wire()
        self.drawer.now.children = (self.story, *self.controls.panel, *self.tools.rows)
        self.frame = Frame(self)
        self.children = (self.frame,)
        self.show()
        self.board.redraw(plain=True)

    @property
    def playing(self) -> Desk:
        assert self.desk is not None
        return self.desk

    def _wire(self) -> None:
        board = self.board
        board.on_point = self.safely(self._pointed)
        board.on_fold = self.pressed(gestures.fold)
        board.on_drop = self.safely(self._dropped)
        board.on_hover = self.safely(self._hovered)
        board.on_key = self.safely(self._key)
        board.on_act = self.safely(self._acted)
        board.told_of = self._card
        board.on_wait = self.safely(self._reckon)

    # -- showing ------------------------------------------------------------------------------------------------
    @in_turn
    def show(self) -> None:
        """Show the desk as it is now; the headline last, so that whoever reads it finds the rest in its place."""
        desk = self.playing
        self.drawer.prepare()
        shown, scene = desk.view, self._scene()
        self.board.show(scene)
        self._bring(shown)
        told(self.bar, self._bar())
        told(self.chips, self._chips(scene))
        self.frame.lay_shelf(beside.shelf(scene.displays, desk.lang))
        self.frame.lay_fight(self._fight(shown))
        self.story.value = self._story()
        self.controls.show()
        self.tools.show()
        self._head(shown.headline, shown.mood, shown.hint)
        self.on_shown()
        aim = aiming.looked_at(desk)
        if self.drawer.waits or (aim is not None and aim.waits):
            self.board.wait()

    def _scene(self) -> Scene:
        """What is seen of the desk, with what the page beside it draws on it and what is known of an attack."""
        return aiming.marked(self.drawer.dressed(self.playing.view.scene), self.playing)

    def _story(self) -> str:
        """What happened, or why something is allowed or not; and what an attack would come to."""
        aimed = aiming.beside(self.playing)
        return tied(self.playing.view.panel, self.playing.lang) + (f'<div class="tt">{aimed}</div>' if aimed else "")

    def _bring(self, shown: View) -> None:
        """Where something new happened, to where it did; in a fight that nothing is said of, to where it is fought."""
        desk, before = self.playing, self._brought
        self._brought = desk.line.now, desk.frame
        scene, fought = shown.scene, [] if shown.fight is None else [shown.fight.place]
        spoken, stacks = _spoken(scene) or fought or _named(desk), [stack.place for stack in scene.stacks]
        if before is None:
            self.board.open_on(spoken or stacks, bool(spoken))
        elif before[0] is not desk.line.now or before[1] != desk.frame:
            self.board.bring(spoken or stacks)

    def _head(self, headline: str, mood: Mood = "", hint: str = "") -> None:
        small = f"<small>{html.escape(hint)}</small>" if hint else ""
        inner = f'<div class="head {mood}">{tied(f"{html.escape(headline)}{small}", self.playing.lang)}</div>'
        value = f'<div class="tt" role="status" aria-live="polite">{inner}</div>'
        self.told_at = time.monotonic()  # whoever reads it may go on, whatever is still to be done here
        if self.headline.value != value:
            self.headline.value = value

    def _bar(self) -> str:
        """Which scenario, which phase of the booklet, by which rule; the game for whoever points at it."""
        desk = self.playing
        words, lang = desk.words(), desk.lang
        game = html.escape(desk.rules.book.title(lang))
        parts = [f'<b title="{game}">{html.escape(desk.found.title(lang))}</b>']
        cited = "" if desk.ask is None else f"[{html.escape(words.cite(desk.ask.rule))}]"
        if desk.heading or cited:
            parts.append(f'<span class="phase">{html.escape(desk.heading)} {cited}</span>')
        return f'<div class="tt"><div class="bar">{"".join(parts)}</div></div>'

    def _chips(self, scene: Scene) -> str:
        """The date, what lies beside the map and is no counter, one chip for stand-ins."""
        desk, lang = self.playing, self.playing.lang
        date = desk.found.data.get("date")
        day = date[lang] if isinstance(date, Mapping) else date
        parts = [f'<span class="chip">{html.escape(str(day))}</span>'] if date else []
        if fronts.on(scene.layout, (scene.day,)):
            parts.append(beside.front(scene.day, lang))
        parts.append(beside.chips(scene.displays, lang))
        if stand_in := self._stand_ins():
            parts.append(
                f'<span class="stand" title="{html.escape(stand_in)}">{html.escape(say("stand-ins", lang))}</span>'
            )
        return f'<div class="tt chips">{"".join(parts)}</div>'

    def _fight(self, shown: View) -> str:
        """The fight that is fought, with the dice that are to be thrown for it."""
        desk, words = self.playing, self.playing.words()
        pool = "" if shown.fight is None or desk.frame is not None else telling.pool(desk.ask, words)
        return "" if shown.fight is None else beside.fight(shown.fight, shown.scene, pool, words)

    def _stand_ins(self) -> str:
        """Which parts of map and scenario are ours."""
        given = {**self.playing.found.data.get("provenance", {})}
        ours = [k for k, v in given.items() if (v.get("kind") if isinstance(v, Mapping) else v) == "stand-in"]
        ours += [k for k, v in self.playing.line.state.map.provenance.items() if v == "stand-in"]
        return ", ".join(dict.fromkeys(ours))

    # -- gestures -----------------------------------------------------------------------------------------------
    def do(self, gesture: Callable[..., Desk], *event: Any, answers: bool = True) -> None:
        """A gesture, and what it shows. One that was made before the present question was seen answers nothing."""
        made, lang = sent(), self.playing.lang
        self._late = answers and made is not None and self.asked_at is not None and made < self.asked_at
        if self._late:
            self.act(lambda: self.turn(gestures.tell, say("late", lang)))
        else:
            self.act(lambda: self.turn(gesture, *event))

    @in_turn
    def act(self, deed: Callable[[], Any]) -> None:
        """Whatever is done at the table, and what it shows; a question that comes of it is seen from then on."""
        began, made, line = time.monotonic(), sent(), self.playing.line
        deed()
        self.show()
        if self.playing.line is not line and made is not None:
            self.asked_at = made + timedelta(seconds=max(0.0, self.told_at - began))

    @in_turn
    def turn(self, gesture: Callable[..., Desk], *event: Any, **named: Any) -> None:
        """The next desk, not shown yet."""
        self.desk = self.judge(gesture(self.playing, *event, **named))

    def pressed(self, gesture: Callable[..., Desk], *event: Any) -> Callable[..., None]:
        """What a button or a list does when it is used; the value of a list is handed on, a button's own self not."""
        return self.safely(
            lambda *given: self.do(gesture, *event, *(one for one in given if not isinstance(one, W.Button)))
        )

    def safely(self, act: Callable[..., Any]) -> Callable[..., None]:
        """An error in a handler is told to the person and kept; by itself it would vanish."""

        @in_turn
        def guarded(*given: Any) -> None:
            try:
                act(*given)
            except Exception as error:
                self.errors.append(error)
                lang = self.playing.lang
                self._head(say("error", lang, error=f"{type(error).__name__}: {error}"), "err")
                if os.environ.get("TUTOR_DEBUG"):
                    raise

        return guarded

    def _pointed(self, place: str | None, unit: str | None, item: Item | None) -> None:
        if item is not None and self.drawer.takes(item):
            self.show()
        elif item is not None and item.what in ("card", "option"):
            self.do(gestures.pick, item.id)
        elif item is not None and item.what == "box":
            self.do(gestures.tell, self._written(item), answers=False)
        elif self.drawer.points(place, unit):
            self.show()
        else:
            self.do(gestures.click, place, unit)

    def _written(self, item: Item) -> str:
        """What a box beside the map says, in full."""
        title = next(one.title for one in self.board.scene.displays if item in one.items)
        return say("on-shelf", self.playing.lang, title=title, text=item.text)

    def _dropped(self, place: str) -> None:
        """What was taken up by pointing at it, if that was in time, is let go over a place."""
        if self.drawer.points(place, None):
            self.show()
        elif not self._late:
            self.do(gestures.drop, place, answers=False)

    def _acted(self, act: str, value: str) -> None:
        """What a button of the frame stands for that the page made itself."""
        match act:
            case "step":
                self.do(gestures.step_to, int(value), answers=False)
            case "page":
                self.act(partial(self.drawer.turn_to, value))
            case "again":
                self.do(gestures.go_to, self.playing.first, answers=False)
            case "rule":
                self.do(gestures.open_rule, value, answers=False)
            case "front":
                self.do(gestures.of_day, value, answers=False)
            case "measure":
                self.act(partial(self.drawer.measure, value))

    def _card(self, place: str) -> Told:
        """What the card says that follows the pointer; an attack is reckoned a slice at a time."""
        desk = self.playing
        aim = aiming.pointed(desk, place)
        if aim is not None:
            aim.go_on(Watch(aiming.SLICE))
        told = hovering.card(Stage(desk.state, desk.lang, desk.habits.side), place, desk, aim)
        return Told(told, aim is not None and aim.waits)

    def _reckon(self) -> None:
        """A slice of what is under way: of what the open page looks up, and of the attack that is looked at."""
        self.drawer.go_on()
        aim = aiming.looked_at(self.playing)
        if aim is not None and aim.waits:
            aim.go_on(Watch(aiming.SLICE))
            if aim.answers:
                self.board.show(self._scene())
                self.story.value = self._story()
        if self.drawer.waits or (aim is not None and aim.waits):
            self.board.wait()

    def _hovered(self, place: str | None) -> None:
        """While something is dragged: where it would fall."""
        self.turn(gestures.focus, place)
        self.board.show(focused(self.board.scene, place))

    def _key(self, key: str, shift: bool) -> None:
        """The canvas must never hold the keyboard: Tab and Escape lead out of it."""
        desk = self.playing
        match key:
            case "Tab":
                (self.controls.before if shift else self.controls.after).focus()
            case "Escape" if self.drawer.open is self.drawer.part("keys"):
                self.drawer.shut()
                self.show()
            case "Escape":
                if desk.look.target is None and not desk.look.selection and desk.focus is None:
                    self.board.blur()
                self.turn(gestures.focus, None)
                self.do(gestures.leave)
            case "Enter" | " " if desk.look.target is not None and desk.focus is None:
                self.do(gestures.confirm)
            case "Enter" | " ":
                self.do(gestures.click, desk.focus)
            case "n" | "N":
                self.turn(gestures.focus, None)
                self.do(gestures.next_possible)
            case "?":
                self.drawer.turn_to("keys")
                self.show()
            case "/":
                self.drawer.look_up()
                self.show()
            case "," | ".":
                self.do(gestures.step, -1 if key == "," else 1, answers=False)
            case "ArrowLeft" if desk.focus is None and (desk.frame is not None or desk.line.told):
                self.do(gestures.step, -1, answers=False)
            case "ArrowRight" if desk.focus is None and desk.frame is not None:
                self.do(gestures.step, 1, answers=False)
            case "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown":
                self._walk(key.removeprefix("Arrow"))
            case "f" | "F":
                self.do(gestures.finish)
            case "u" | "U":
                self.do(gestures.undo, answers=False)
            case "r" | "R":
                self.do(gestures.roll)

    def _walk(self, way: str) -> None:
        """The neighbour that lies most in a direction."""
        desk, layout, stacks = self.playing, self.board.scene.layout, self.board.scene.stacks
        first = stacks[0].place if stacks else next(iter(layout.centres))
        place = first if desk.focus is None else _toward(layout, desk.focus, way)
        self.turn(gestures.focus, place)
        self.board.look_at(place)
        self.show()
        self._head(self._there(desk, place))

    def _there(self, desk: Desk, place: str) -> str:
        """The place, and who is seen to lie there."""
        named = Stage(desk.state, desk.lang, desk.habits.side).place(place)
        titles = [one.title for stack in self.board.scene.stacks if stack.place == place for one in stack.counters]
        return say("lies-there", desk.lang, place=named, units="; ".join(titles)) if titles else named

    # -- language, pictures -------------------------------------------------------------------------------------
    def speak(self, lang: Lang) -> None:
        """Another language, at once."""
        self.turn(gestures.speak, lang)
        self.controls.relabel()
        self.tools.relabel()
        self.drawer.relabel()
        self.frame.relabel()
        self.show()

    def replay_from(self, found: Scenario, told: bool = True) -> None:
        """Another scenario on the same table, as set-up mode makes it."""
        self.turn(gestures.lay_anew, found)
        self._brought = self.playing.line.now, None  # whoever lays a position looks where he lays it
        if told:
            self.turn(gestures.tell, say("new-position", self.playing.lang), "ok")

    def picture(self, kind: Literal["svg", "png"] = "svg", scale: float = 2) -> str | bytes:
        """The position as it is shown, to keep."""
        drawn = sheet.picture(self.playing.view.scene, scale=scale)
        return drawn if kind == "svg" else png(drawn)

    def text(self) -> str:
        """The board in words."""
        return text.board(self.playing.state, self.playing.lang) if self.desk else self._text

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live table; a picture and the text where nothing is live."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
        data["text/plain"] = self.text()
        if self.desk is not None and paintable():
            scale = min(1.0, self.board.camera.k)
            data["image/png"] = _base64(png(sheet.picture(self.playing.view.scene, self.board.window, scale, True)))
        return data


def _spoken(scene: Scene) -> list[str]:
    """Where what a question or a step speaks of lies."""
    marked = [mark for mark in scene.marks if mark.kind in SPOKEN]
    units = {unit for mark in marked for unit in mark.units}
    places = [place for mark in marked for place in mark.places]
    return places + [stack.place for stack in scene.stacks if units & set(stack.ids)]


def _named(desk: Desk) -> list[str]:
    """The places that a question names which is about something else: an event, and where it would land."""
    return [*places_in(desk.ask.facts)] if desk.frame is None and isinstance(desk.ask, Ask) else []


def _toward(layout: Any, place: str, way: str) -> str:
    x, y = layout.centres[place]
    dx, dy = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}[way]

    def ahead(other: str) -> float:
        ox, oy = layout.centres[other]
        far = ((ox - x) ** 2 + (oy - y) ** 2) ** 0.5 or 1.0
        return float(((ox - x) * dx + (oy - y) * dy) / far)

    def far(other: str) -> float:
        ox, oy = layout.centres[other]
        return float((ox - x) ** 2 + (oy - y) ** 2)

    near: tuple[str, ...] = layout.map.neighbours(place) or tuple(p for p in layout.centres if p != place)
    best = max(near, key=ahead)
    if ahead(best) > 0.3:
        return best
    across: list[str] = [other for other in layout.beyond(place) if ahead(other) > 0.7]
    return min(across, key=far, default=place)


def _base64(data: bytes) -> str:
    import base64

    return base64.b64encode(data).decode()


def _language(asked: Any) -> Lang:
    return language(asked if isinstance(asked, str) else None)
