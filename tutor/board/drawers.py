"""The drawers one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from tutor.board import instruments as tools
from tutor.board import telling
from tutor.board.controls import button, row
from tutor.board.desk import ME, RANDOM, RECORD
from tutor.board.paint import ink
from tutor.board.paint.counter import counter
from tutor.board.said import say
from tutor.board.stage import Stage
from tutor.engine import records
from tutor.engine.facts import Side, Term
from tutor.engine.instrument import Shown
from tutor.engine.odds import odds
from tutor.engine.play import Session
from tutor.files.faults import BadFile
from tutor.files.writing import load_record, save_record

if TYPE_CHECKING:
    from tutor.board.table import Table

BUDGET, RUNS = 20_000, 400
AUTO = {"width": "auto"}


class Part:
    """One drawer."""

    key = ""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.box = W.VBox([])
        self.quiet = False
        self.build()

    def build(self) -> None: ...

    def relabel(self) -> None: ...

    def show(self) -> None: ...

    def points(self, place: str | None, unit: str | None) -> bool:
        return False

    @property
    def desk(self) -> Any:
        return self.table.playing

    def say(self, kind: str, **facts: Any) -> str:
        return say(kind, self.desk.lang, **facts)

    def pressed(self, act: Callable[[], Any]) -> Callable[[Any], None]:
        return self.table.safely(lambda _: self.table.do(act))

    def heard(self, act: Callable[[Any], Any]) -> Callable[[Any], None]:
        def heard(change: Any) -> None:
            if not self.quiet:
                act(change["new"])
                self.table.show()

        return self.table.safely(heard)

    def labelled(self, *pairs: tuple[str, Any]) -> None:
        for key, widget in pairs:
            widget.description = self.say(key)


class Players(Part):
    """Who answers for each side, and whose eyes the table has."""

    key = "players"

    def build(self) -> None:
        self.who = {side: W.Dropdown(options=[("", ME)], layout=W.Layout(width="360px")) for side in self.desk.sides}
        for side, list_ in self.who.items():
            list_.observe(self.heard(partial(self._answers, side)), "value")
        self.eyes = W.Dropdown(options=[("", "")], layout=W.Layout(width="360px"))
        self.eyes.observe(self.heard(lambda side: setattr(self.desk, "side", side or None)), "value")
        self.dice = W.Checkbox(indent=False, layout=W.Layout(**AUTO))
        self.dice.observe(self.heard(self._dice), "value")
        self.box.children = (*self.who.values(), self.eyes, self.dice)

    def _answers(self, side: str, name: str) -> None:
        self.desk.players[side] = name
        self.desk.others()

    def _dice(self, auto: bool) -> None:
        self.desk.auto_dice = auto
        self.desk.others()

    def relabel(self) -> None:
        self.quiet = True
        lang, words = self.desk.lang, self.desk.words()
        named = [(policy.name(lang)[:70], key) for key, policy in self.desk.rules.policies.items()]
        for side, list_ in self.who.items():
            list_.options = [(self.say("me"), ME), *named, (self.say("random"), RANDOM), (self.say("record"), RECORD)]
            list_.value = self.desk.players.get(side, ME)
            list_.description = words.fact(Side(side))[:22]
            list_.style.description_width = "160px"
        self.eyes.options = [(self.say("umpire"), "")] + [(words.fact(Side(side)), side) for side in self.desk.sides]
        self.eyes.value = self.desk.side or ""
        self.eyes.style.description_width = "160px"
        self.labelled(("eyes", self.eyes), ("auto-dice", self.dice))
        self.quiet = False


class Chances(Part):
    """Exact odds with the policies they rest on."""

    key = "odds"

    def build(self) -> None:
        questions = self.desk.rules.questions
        self.question = W.Dropdown(
            options=[("", key) for key in questions] or [("", "")], layout=W.Layout(width="420px")
        )
        first = next(iter(self.desk.rules.policies), "")
        policies = [(key, key) for key in self.desk.rules.policies] or [("", "")]
        self.how = {
            side: W.Dropdown(options=policies, value=first, layout=W.Layout(width="420px")) for side in self.desk.sides
        }
        self.go = button("", "primary")
        self.go.on_click(self.pressed(self._reckon))
        self.told = W.HTML()
        self.box.children = (self.question, *self.how.values(), self.go, self.told)

    def relabel(self) -> None:
        lang, words = self.desk.lang, self.desk.words()
        self.question.options = [(q.name(lang), key) for key, q in self.desk.rules.questions.items()] or [("", "")]
        for side, list_ in self.how.items():
            kept = list_.value
            list_.options = [(p.name(lang)[:70], key) for key, p in self.desk.rules.policies.items()] or [("", "")]
            list_.value = kept
            list_.description = words.fact(Side(side))[:22]
            list_.style.description_width = "160px"
        self.question.style.description_width = "160px"
        self.labelled(("question", self.question), ("reckon", self.go))

    def _reckon(self) -> None:
        rules, desk = self.desk.rules, self.desk
        if not self.question.value or desk.session.over:
            return
        policies = {side: rules.policies[list_.value] for side, list_ in self.how.items()}
        question = rules.questions[self.question.value]
        outcome = odds(rules, desk.session.position, question, policies, budget=BUDGET, runs=RUNS)
        words = desk.words()
        inner = telling.odds(outcome, question.name(desk.lang), lambda value: _told(value, words), words, desk.sides)
        self.told.value = f'<div class="tt">{inner}</div>'


def _told(value: Any, words: Any) -> str:
    if isinstance(value, tuple):
        return " / ".join(_told(one, words) for one in value)
    return str(words.fact(Term(value) if isinstance(value, str) else value))


class Records(Part):
    """The line that was played, with the point of no return; saving, loading, notes, numbered pictures."""

    key = "record"

    def build(self) -> None:
        self.file = W.Text("record.yaml", layout=W.Layout(width="260px"))
        self.save, self.load, self.picture = button(), button(), button()
        self.save.on_click(self.pressed(self._save))
        self.load.on_click(self.pressed(self._load))
        self.picture.on_click(self.pressed(self._picture))
        self.note = W.Text(layout=W.Layout(width="420px"))
        self.told, self.lines = W.HTML(), W.HTML()
        self.pictures = 0
        self.box.children = (row(self.file, self.save, self.load, self.picture), self.note, self.told, self.lines)

    def relabel(self) -> None:
        self.labelled(
            ("file", self.file),
            ("save", self.save),
            ("load", self.load),
            ("picture", self.picture),
            ("note", self.note),
        )

    def show(self) -> None:
        self.lines.value = f'<div class="tt">{"".join(self._lines())}</div>'

    def _lines(self) -> list[str]:
        """Every answer of the line; above a roll a real game could no longer go back."""
        found = [
            telling.sentence(e, self.desk.words())
            for e in self.desk.session.trace.entries
            if e.what in ("choice", "roll")
        ]
        kinds = [e.what for e in self.desk.session.trace.entries if e.what in ("choice", "roll")]
        last = max((n for n, kind in enumerate(kinds) if kind == "roll"), default=-1)
        told = []
        for n, text in enumerate(found):
            told.append(f"<div>{n + 1}. {text}</div>")
            if n == last:
                told.append(f'<div class="line">{escape(self.say("no-return"))}</div>')
        return told

    def _save(self) -> None:
        notes = {"note": {"fr": self.note.value, "en": self.note.value}} if self.note.value else {}
        record = records.of_session(
            self.desk.session, self.desk.found.name, players=dict(self.desk.players), notes=notes
        )
        save_record(record, Path(self.file.value))
        self.told.value = escape(self.say("saved", file=self.file.value))

    def _load(self) -> None:
        try:
            record = load_record(Path(self.file.value))
        except BadFile as bad:
            self.told.value = "<br>".join(escape(line) for line in bad.told(self.desk.lang))
            return
        desk = self.desk
        session = Session(desk.rules, desk.found.position(record.readings, record.options or None))
        told = self.say("loaded", n=len(record.lines))
        try:
            records.replay(record, session)
        except records.Stopped as stop:
            told = self.say("stopped", n=stop.number, why=stop.why)
        desk.session = session
        desk.go_to(session.now)
        self.told.value = escape(told)

    def _picture(self) -> None:
        """The position as PNG and SVG, numbered."""
        self.pictures += 1
        stem = Path(self.file.value).with_suffix("")
        name = f"{stem}-{self.pictures:02d}"
        Path(f"{name}.svg").write_text(str(self.table.picture("svg")), "utf-8")
        Path(f"{name}.png").write_bytes(bytes(self.table.picture("png")))  # type: ignore[arg-type]
        self.told.value = escape(self.say("saved", file=f"{name}.png, {name}.svg"))


class Looking(Part):
    """Instruments: zones, ranges, lines of sight with the ground under them."""

    key = "instruments"

    def build(self) -> None:
        self.known = tools.instruments(self.desk.rules.game)
        self.which = W.Dropdown(options=[("", "")], layout=W.Layout(width="420px"))
        self.side = W.Dropdown(options=[("", side) for side in self.desk.sides], layout=W.Layout(width="420px"))
        self.which.observe(self.heard(lambda _: self._begin()), "value")
        self.side.observe(self.heard(lambda _: self._find()), "value")
        self.off = button()
        self.off.on_click(self.pressed(self._clear))
        self.hint, self.told = W.HTML(), W.HTML()
        self.points_: tuple[str, ...] = ()
        self.box.children = (self.which, self.side, self.hint, self.off, self.told)

    def relabel(self) -> None:
        self.quiet = True
        lang, words = self.desk.lang, self.desk.words()
        kept = self.which.value
        self.which.options = [(self.say("no-instrument"), "")] + [
            (one.name(lang), key) for key, one in self.known.items()
        ]
        self.which.value = kept
        self.side.options = [(words.fact(Side(side)), side) for side in self.desk.sides]
        self.labelled(("instrument", self.which), ("side", self.side), ("instrument-off", self.off))
        self.quiet = False

    def _begin(self) -> None:
        self.points_ = ()
        self.desk.instruments = ()
        self.told.value = ""
        self._find()

    def _clear(self) -> None:
        self.which.value = ""
        self._begin()

    def _find(self) -> None:
        one = self.known.get(self.which.value)
        self.hint.value = ""
        if one is None:
            return
        given = (self.side.value,) if one.of == ("side",) else self.points_
        if len(given) < len(one.of):
            self.hint.value = f'<div class="tt"><p>{escape(self.say(f"point.{one.of[len(given)]}"))}</p></div>'
            return
        found: Shown = one.find(self.desk.session.state, *given)
        self.desk.instruments = tuple(tools.marks(one, found))
        self.told.value = tools.told(one, found, self.desk.words())

    def points(self, place: str | None, unit: str | None) -> bool:
        one = self.known.get(self.which.value)
        if one is None or one.of == ("side",):
            return False
        wanted = unit if one.of[0] == "unit" else place
        if one.of[0] == "unit" and wanted is None:
            here = self.desk._units_at(place)
            wanted = here[-1] if here else None
        if wanted is None:
            return False
        self.points_ = (wanted,) if len(self.points_) >= len(one.of) else (*self.points_, wanted)
        self._find()
        return True


class Cards(Part):
    """A card for the place or the stack that was pointed at, and the legend."""

    key = "cards"

    def build(self) -> None:
        self.card, self.legend = W.HTML(), W.HTML()
        self.at: str | None = None
        self.box.children = (self.card, self.legend)

    def relabel(self) -> None:
        self.legend.value = ""
        self.show()

    def show(self) -> None:
        desk = self.desk
        stage = Stage(desk.state, desk.lang, desk.side)
        looked = desk.opened[0] if desk.opened else None
        place = desk.state.pieces[looked].place if looked in desk.state.pieces else self.at
        self.card.value = (
            f'<div class="tt">{_card(stage, place)}</div>'
            if place
            else f'<div class="tt">{escape(self.say("point.place"))}</div>'
        )
        if not self.legend.value:
            self.legend.value = f'<div class="tt">{_legend(stage)}</div>'

    def points(self, place: str | None, unit: str | None) -> bool:
        self.at = place
        return False


def _card(stage: Stage, place: str) -> str:
    """The place with its terrain, and every counter large."""
    parts = [f"<h4>{escape(stage.place(place))}</h4>"]
    ground = stage.state.map
    if stage.layout.hexes:
        hex = ground.hex(place)
        terrain = stage.words.noun(hex.terrain).bare(stage.lang)
        parts.append(f"<p>{escape(terrain)}, {escape(say('level', stage.lang, n=hex.level))}</p>")
    else:
        flags = ", ".join(stage.words.noun(flag).bare(stage.lang) for flag in sorted(ground.area(place).flags))
        parts.append(f"<p>{escape(flags)}</p>" if flags else "")
    for stack in stage.stacks():
        if stack.place == place:
            for one in stack.counters:
                parts.append(
                    "<div "
                    f'style="display:flex;gap:8px;align-items:center">{large(one)}<span>{escape(one.title)}</span></div>'
                )
    return "".join(parts)


def large(one: Any, size: float = 74) -> str:
    """One counter as a small picture of its own."""
    half = size / 2 + 8
    shapes = ink.svg(counter(one, size))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * half:g}" height="{2 * half:g}" '
        f'viewBox="{-half:g} {-half:g} {2 * half:g} {2 * half:g}" '
        f'role="img" aria-label="{escape(one.title)}">{shapes}</svg>'
    )


def _symbol(one: Any, stage: Stage) -> str:
    told = escape(say(f"symbol.{one.face.symbol}", stage.lang))
    return f'<span style="display:inline-flex;align-items:center;margin-right:10px">{large(one, 40)}{told}</span>'


def _legend(stage: Stage) -> str:
    """Symbols and nations that lie on this table, and what the marks mean."""
    kinds: dict[str, Any] = {}
    for stack in stage.stacks():
        for one in stack.counters:
            kinds.setdefault(f"{one.face.letters} {one.face.symbol}", one)
    shown = "".join(_symbol(one, stage) for one in kinds.values())
    marks = "".join(
        f"<li>{escape(say(f'legend.{key}', stage.lang))}</li>"
        for key in ("ready", "reach", "attack", "refused", "cited", "weak", "trench")
    )
    return f"<h4>{escape(say('legend', stage.lang))}</h4>{shown}<ul style='margin:2px 0 0 18px'>{marks}</ul>"


class SetUp(Part):
    """An owner's dispute at his own table: counters from a tray, put, moved, turned; then asked."""

    key = "setup"

    def build(self) -> None:
        from tutor.board.setting_panel import Panel

        self.panel = Panel(self)
        self.box.children = self.panel.children

    def relabel(self) -> None:
        self.panel.relabel()

    def show(self) -> None:
        self.panel.show()

    def points(self, place: str | None, unit: str | None) -> bool:
        return self.panel.points(place, unit)
