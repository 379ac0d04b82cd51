"""The table without its widgets: what is selected, looked at, answered and taken back. Every gesture is a method."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from html import escape
from typing import Any

from tutor.board import answering, pointing, supposing, telling, walking
from tutor.board import dice as dice_table
from tutor.board.ahead import Ahead, after
from tutor.board.marching import Walked
from tutor.board.notes import Notes
from tutor.board.possible import Possible, told_answer
from tutor.board.said import say
from tutor.board.scene import Mark
from tutor.board.view import Look, View, view
from tutor.engine import records
from tutor.engine.ask import BACK, DONE, Answer, Ask, Chance, NotAnAnswer
from tutor.engine.check import Verdict
from tutor.engine.consulted import resting
from tutor.engine.play import Moment, Session
from tutor.engine.run import Position
from tutor.engine.text import Lang
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.library import Scenario


class Desk:
    """One scenario being played."""

    looks_ahead = True  # whether pointing at a unit and then at a place looks at the next question

    def __init__(
        self,
        found: Scenario,
        state: Any,
        lang: Lang,
        players: Mapping[str, str] | None = None,
        seed: int | None = None,
    ) -> None:
        self.found, self.rules, self.lang = found, found.rules, lang
        self.session = Session(found.rules, state, seed=seed)
        self.level, self.lit, self.stepping, self.auto_dice = 2, True, False, False
        self.walking = False
        self.side: str | None = None
        self.players = dict.fromkeys(self.sides, answering.ME) | dict(players or {})
        self.seed, self.chance = seed, random.Random(seed if seed is not None else 1916)
        self.serial, self.since = 0, 0
        self.fallen: dice_table.Fallen | None = None
        self.notes: dict[Moment, Notes] = {}
        self.instruments: tuple[Mark, ...] = ()
        self.frame: int | None = None
        self.focus: str | None = None
        self._possible: Possible | None = None
        self.clear()
        self.others()

    def laid_anew(self, found: Scenario) -> Desk:
        """Another scenario before the same person: how he sees and plays stays, and the instruments on the map."""
        desk = Desk(found, found.position(), self.lang)
        desk.level, desk.lit, desk.side = self.level, self.lit, self.side
        desk.stepping, desk.auto_dice, desk.walking = self.stepping, self.auto_dice, self.walking
        desk.instruments = self.instruments
        return desk

    def clear(self) -> None:
        """Nothing chosen, nothing looked at."""
        self.selection: tuple[Answer, ...] = ()
        self.target: Answer = None
        self.fan: tuple[str, ...] = ()
        self.opened: tuple[str, ...] = ()
        self.note: tuple[str, str] | None = None
        self.extra = ""
        self.supposed: supposing.AsIf | None = None
        self.walked: Walked | None = None
        self.ahead: Ahead | None = None

    # -- what there is ------------------------------------------------------------------------------------------
    @property
    def ask(self) -> Ask | Chance[Any] | None:
        """What is asked now, or after the answers that are only looked at."""
        return self.session.ask if self.ahead is None else self.ahead.ask

    @property
    def position(self) -> Position:
        """Where what is asked stands."""
        return self.session.position if self.ahead is None else self.ahead.run.position

    @property
    def present(self) -> Any:
        """The position as it lies on the table now, and with what is only looked at."""
        return self.session.state if self.ahead is None else self.ahead.ask.state

    @property
    def state(self) -> Any:
        """The position that is shown: the present one, or that of the step looked at."""
        entry = self.entry
        return self.present if entry is None or entry.state is None else entry.state

    @property
    def entry(self) -> Entry | None:
        entries = self.session.trace.entries
        return None if self.frame is None or not entries else entries[min(self.frame, len(entries) - 1)]

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which the scenario names them."""
        pieces = (piece.side for piece in self.session.root.state.pieces)
        asked = (self.session.ask.who,) if self.session.ask is not None else ()
        return tuple(dict.fromkeys((*asked, *pieces)))

    @property
    def possible(self) -> Possible:
        ask = self.ask
        assert isinstance(ask, Ask)
        if self._possible is None or self._possible.ask is not ask:
            self._possible = Possible(ask)
        return self._possible

    def words(self) -> Words:
        return Words.of(self.rules, self.state, self.lang)

    @property
    def heading(self) -> str:
        """The step of the booklet that asks now."""
        words = self.words()
        sections = (
            e for e in reversed(self.session.trace.entries) if e.what == "section" and e.kind.startswith("step.")
        )
        found = next(sections, None)
        return words.say(found.kind, found.facts) if found else ""

    def shown_entries(self) -> list[Entry]:
        """What happened since a person last answered, as the side at the table may read it."""
        entries = self.session.trace.entries
        start = min(self.since, len(entries))
        if self.frame is not None and self.frame < start:
            start = max(0, self.frame - 6)
        return [entry for entry in entries[start:] if self.may_read(entry)]

    def may_read(self, entry: Entry) -> bool:
        """Sealed answers are for the side that gave them, and for who sees everything."""
        return self.side is None or entry.seen_by in (None, self.side)

    @property
    def view(self) -> View:
        """The moment as it is shown."""
        ask = self.ask
        look = Look(
            lit=self.lit,
            side=self.side,
            heading=self.heading,
            fan=self.fan,
            opened=self.opened,
            marks=self.drawn,
            entries=self.shown_entries(),
            entry=self.entry,
            focus=self.focus,
            extra=self._story() + self.extra + self._dice_told(),
            possible=self.possible if isinstance(ask, Ask) else None,
            going=walking.going_of(self),
            walked=self.walked,
            means=self._means(),
            weighed=self._weighed(),
        )
        shown = view(
            self.state,
            ask,
            selection=self.selection,
            target=self.target,
            level=self.level,
            language=self.lang,
            look=look,
        )
        return shown if self.note is None else replace(shown, headline=self.note[0], mood=self.note[1], hint="")

    def _weighed(self) -> Verdict | None:
        """The verdict on what is looked at, with the readings that decide it, where everything is to be told."""
        ask = self.ask
        if self.level < 3 or not isinstance(ask, Ask) or self.target is None or not ask.understands(self.target):
            return None
        return resting(self.rules, self.position, ask, self.target)

    def _means(self) -> tuple[str, ...]:
        """By what means the unit would go that is looked at, where nobody has chosen yet."""
        if self.ahead is None:
            return ()
        words = self.words()
        return tuple(told_answer(words, ask, answer) for ask, answer in self.ahead.means)

    @property
    def drawn(self) -> tuple[Mark, ...]:
        """What instruments found, and what a chronicler drew at this moment."""
        return (*self.instruments, *(self.noted.marks() if self.frame is None else ()))

    @property
    def noted(self) -> Notes:
        """What is noted at this moment of the record."""
        return self.notes.setdefault(self.session.now, Notes())

    def _story(self) -> str:
        """At the beginning what the scenario is about."""
        story = self.found.data.get("story")
        if story is None or self.session.now.parent is not None or self.target is not None or self.selection:
            return ""
        told = story[self.lang] if isinstance(story, Mapping) else str(story)
        return f"<p>{escape(told)}</p>"

    def _dice_told(self) -> str:
        """Where the last roll fell; before a roll what each face brings."""
        last = telling.fallen(self.fallen, self.words()) if self.fallen else ""
        if isinstance(self.ask, Ask) or self.ask is None:
            return last
        head = f"<h4>{escape(say('next-roll', self.lang))}</h4>" if last else ""
        return last + head + telling.pool(self.ask, self.words()) + telling.faces(self.table(), self.words())

    def table(self) -> dice_table.Faces:
        """What each face of the dice would be read as."""
        ask = self.ask
        assert ask is not None
        assert not isinstance(ask, Ask)
        return dice_table.faces_of(self.rules, self.session.position, ask, self.words())

    # -- gestures -----------------------------------------------------------------------------------------------
    def click(self, place: str | None, unit: str | None = None) -> None:
        """A place, or one counter, was pointed at."""
        pointing.click(self, place, unit)

    def drop(self, place: str) -> None:
        """What was taken up is let go over a place."""
        if isinstance(self.ask, Ask):
            self.click(place)

    def pick(self, part: Answer) -> None:
        """One part of an answer: the first time it is looked at, the second time it is given."""
        ask = self.ask
        if not isinstance(ask, Ask):
            self.note = (pointing.asked_now(self), "")
            return
        self.note, self.extra, self.supposed = None, "", None
        self.live()
        if walking.walks(self) and part not in (DONE, BACK):
            walking.step(self, part)
            return
        self.walked = None
        parts = (*self.selection, part)
        if len(parts) < len(ask.of) and not ask.options and part not in (DONE, BACK):
            self.selection, self.target = parts, None
            return
        whole = part if len(ask.of) == 1 or ask.options or part in (DONE, BACK) else parts
        self.look_at(whole)

    def look_at(self, answer: Answer) -> None:
        """An answer is looked at; looked at again, it is given if the rules allow it."""
        ask = self.ask
        assert isinstance(ask, Ask)
        if answer == self.target and ask.allows(answer):
            walking.give(self) if self.walked is not None else self.answer(answer)
            return
        try:
            ask.verdict(answer)
        except NotAnAnswer:
            self.note = (say("not-an-answer", self.lang, answer=answer), "no")
            return
        self.target = answer

    def confirm(self) -> None:
        """Give what is looked at."""
        if self.target is not None:
            self.look_at(self.target)

    def finish(self) -> None:
        """End the step; where something could still be done in it that is asked once more, and can be left again."""
        ask = self.ask
        if not isinstance(ask, Ask):
            self.note = (pointing.asked_now(self), "")
            return
        may = ask.to_end is not None and ask.allows(DONE)
        if self.target != DONE and may and not self._leaves_something(ask):
            self.answer(DONE)
            return
        self.pick(DONE)
        if self.ask is ask and self.target == DONE and may:
            self.note = (pointing.still_possible(self, ask), "")

    def _leaves_something(self, ask: Ask) -> bool:
        """Whether ending gives up what a whole step is for. A question about one piece or place ends by itself."""
        whole_step = not ask.facts and not ask.options and ask.of[0] in ("unit", "place", "card")
        return whole_step and self.possible.anything()

    def next_possible(self) -> None:
        """Look at the next answer that is allowed: the way for who has only keys."""
        if isinstance(self.ask, Ask):
            legal, ahead = self.possible.whole(), self.ahead
            at = legal.index(self.target) + 1 if self.target in legal else 0
            self.clear()
            self.ahead = ahead
            self.target = legal[at % len(legal)] if legal else None

    # -- answers ------------------------------------------------------------------------------------------------
    def answer(self, answer: Answer, despite: tuple[str, ...] = ()) -> None:
        """Give an answer, and those before it that were only looked at; a refused one is looked at instead."""
        ask = self.ask
        if isinstance(ask, Ask) and not despite and not ask.allows(answer):
            self.target = answer
            return
        if self.ahead is not None and answer == BACK:
            self.clear()
            return
        pending, began = self.ahead.answers if self.ahead is not None else (), len(self.session.trace.entries)
        self.ahead = None
        for one in pending:
            self.give(one)
        self.give(answer, despite)
        if pending:
            self.since = began

    def give(self, answer: Answer, despite: tuple[str, ...] = ()) -> None:
        """Write an answer into the record, and go on."""
        self._advance(lambda: self.session.answer(answer, despite))

    def look_ahead(self, found: Ahead) -> None:
        """Show what would be asked after some answers, without giving them."""
        self.clear()
        self.ahead = found

    def roll(self, faces: Any = None) -> None:
        """Throw the dice, or put them as they fell on a real table."""
        ask = self.ask
        if ask is None or isinstance(ask, Ask):
            return
        table, position = self.table(), self.session.position
        try:
            value = ask.read(faces) if faces is not None else None
        except NotAnAnswer:
            self.note = (say("bad-dice", self.lang), "no")
            return
        if value is None:
            self._advance(self.session.roll)
        else:
            self._advance(lambda: self.session.answer(faces))
        line = reversed(self.session.now.line)
        last = next((moment for moment in line if moment.question == (ask.rule, ask.kind)), None)
        if last is not None:
            self.fallen = dice_table.Fallen(table, ask, last.answer, position)

    def _advance(self, act: Callable[[], Any]) -> None:
        before = len(self.session.trace.entries)
        act()
        self.clear()
        self.fallen = None
        self.serial += 1
        self.since = before
        self.others()
        if self.stepping and len(self.session.trace.entries) > before:
            self.frame = before
            self.step(0)

    def others(self) -> None:
        """Whoever is no person answers now."""
        answering.others(self)

    # -- back, forth, steps -------------------------------------------------------------------------------------
    def undo(self) -> None:
        """Back to the last moment at which a person chose or dice fell."""
        self._travel(self._back)

    def _back(self) -> None:
        self.session.back()
        while self.session.now.parent is not None and self._not_mine():
            self.session.back()

    def _not_mine(self) -> bool:
        ask = self.session.ask
        if isinstance(ask, Ask):
            return not answering.is_person(self, ask.who)
        return self.auto_dice

    def redo(self, variation: int = -1) -> None:
        def forth() -> None:
            self.session.forward(variation)
            while self.session.now.children and self._not_mine():
                self.session.forward()

        self._travel(forth)

    def go_to(self, moment: Any) -> None:
        self._travel(lambda: self.session.go_to(moment))

    def _travel(self, act: Callable[[], None]) -> None:
        act()
        self.clear()
        self.fallen, self.frame = None, None
        self.serial += 1
        parent = self.session.now.parent
        self.since = parent.mark if parent is not None else 0

    def live(self) -> None:
        """To the present question, from a step that was looked at."""
        self.frame = None

    def step(self, by: int) -> None:
        """Forwards or backwards through what happened; past the end lies the present."""
        entries = self.session.trace.entries
        at = len(entries) if self.frame is None else self.frame
        at += by
        while 0 <= at < len(entries) and (entries[at].state is None or not self._worth(entries[at], at)):
            at += 1 if by >= 0 else -1
        self.target = None
        self.frame = None if at >= len(entries) else max(at, 0)

    def _worth(self, entry: Entry, at: int) -> bool:
        """Headings without anything below them are no step."""
        entries = self.session.trace.entries
        if not self.may_read(entry):
            return False
        return entry.what != "section" or (at + 1 < len(entries) and entries[at + 1].depth > entry.depth)

    @property
    def past_dice(self) -> bool:
        """Whether the last answer was a roll: a real game could no longer take back what lies before it."""
        rule, kind = self.session.now.question
        steps = [e for e in self.session.trace.entries if e.what == "roll"]
        return any((e.rule, e.kind) == (rule, kind) for e in steps[-1:])

    # -- as if --------------------------------------------------------------------------------------------------
    def as_ifs(self) -> list[supposing.AsIf]:
        """What could be supposed about the answer looked at, once it has been refused."""
        ask = self.ask
        if not isinstance(ask, Ask) or self.target is None or ask.allows(self.target):
            return []
        return supposing.as_ifs(self.rules, self.position, ask, self.target, self.level > 2)

    def suppose(self, chosen: supposing.AsIf) -> None:
        """What the rules would say then."""
        assert isinstance(self.ask, Ask)
        self.supposed = chosen
        self.extra = supposing.told(
            self.rules,
            self.position,
            ask=self.ask,
            answer=self.target,
            one=chosen,
            words=self.words(),
            level=self.level,
        )

    def keep_supposed(self) -> None:
        """Play on under the reading that was supposed."""
        if self.supposed is not None and self.supposed.reading:
            looked, ahead = self.target, self.ahead.answers if self.ahead is not None else ()
            self.read(self.supposed.reading, self.supposed.option)
            self.ahead = after(self, ahead) if ahead else None
            if isinstance(self.ask, Ask) and self.ask.understands(looked):
                self.target = looked

    def read(self, reading: str, option: str) -> None:
        """Another reading for good: a record of its own from there, as far as the answers so far still hold."""
        record = self.record()
        law = self.session.root.state.law
        self.load(replace(record, readings={**law.chosen, reading: option}, options=tuple(law.agreed)))

    # -- records ------------------------------------------------------------------------------------------------
    def record(self) -> records.Record:
        """The line that is stood on, with what is noted beside it."""
        bare = records.of_session(self.session, self.found.name, players=dict(self.players))
        root, *moments = self.session.now.line
        noted = (self.notes.get(moment, Notes()).to_data() for moment in moments)
        lines = tuple(replace(line, notes=notes) for line, notes in zip(bare.lines, noted, strict=True))
        return replace(bare, lines=lines, notes=self.notes.get(root, Notes()).to_data())

    def load(self, record: records.Record) -> None:
        """Play a record as far as it goes; what stops it is told."""
        session = Session(self.rules, self.found.played_as(record), seed=self.seed)
        notes = {session.root: Notes.of(record.notes)}

        def noted(number: int, line: records.RecordLine) -> None:
            notes[session.now] = Notes.of(line.notes)

        told = say("loaded", self.lang, n=len(record.lines))
        try:
            records.replay(record, session, noted)
        except records.Stopped as stop:
            told = say("stopped", self.lang, n=stop.number, why=self._why(stop))
        self.session, self.notes = session, notes
        self._travel(lambda: None)
        self.note = (told, "")

    def _why(self, stop: records.Stopped) -> str:
        """In words where a rule refuses it."""
        if stop.refused is None:
            return stop.why
        first = stop.refused.verdict.objections[0]
        words = self.words()
        return f"{words.say(first.kind, first.facts)} [{words.cite(first.rule)}]"
