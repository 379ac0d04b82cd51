"""The table without its widgets: what is selected, looked at, answered and taken back. Every gesture is a method."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from html import escape
from typing import Any

from tutor.board import dice as dice_table
from tutor.board import supposing, telling
from tutor.board.possible import Possible, kind_next
from tutor.board.said import say
from tutor.board.scene import Mark
from tutor.board.view import Look, View, view
from tutor.engine.ask import BACK, DONE, Answer, Ask, Chance, NotAnAnswer
from tutor.engine.odds import NoWayOut, Policy
from tutor.engine.play import Session, forced
from tutor.engine.text import Lang, Text
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.library import Scenario

ME, RANDOM, RECORD = "me", "random", "record"
MANY_STEPS = 5000


class Desk:
    """One scenario being played."""

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
        self.side: str | None = None
        self.players = dict.fromkeys(self.sides, ME) | dict(players or {})
        self.chance = random.Random(seed if seed is not None else 1916)
        self.serial, self.since = 0, 0
        self.faces: tuple[dice_table.Faces, Any] | None = None
        self.instruments: tuple[Mark, ...] = ()
        self.frame: int | None = None
        self.focus: str | None = None
        self._possible: Possible | None = None
        self.clear()
        self.others()

    def clear(self) -> None:
        """Nothing chosen, nothing looked at."""
        self.selection: tuple[Answer, ...] = ()
        self.target: Answer = None
        self.fan: tuple[str, ...] = ()
        self.opened: tuple[str, ...] = ()
        self.note: tuple[str, str] | None = None
        self.extra = ""

    # -- what there is ------------------------------------------------------------------------------------------
    @property
    def ask(self) -> Ask | Chance[Any] | None:
        return self.session.ask

    @property
    def state(self) -> Any:
        """The position that is shown: the present one, or that of the step looked at."""
        entry = self.entry
        return self.session.state if entry is None or entry.state is None else entry.state

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
        return [e for e in entries[start:] if self.side is None or e.seen_by in (None, self.side)]

    @property
    def view(self) -> View:
        """The moment as it is shown."""
        ask = self.ask
        look = Look(
            self.lit, self.side, self.heading, self.fan, self.opened, self.instruments, self.shown_entries(),
            self.entry,
            self.focus, self._story() + self.extra + self._dice_told(), self.possible if isinstance(ask, Ask) else None,
        )  # fmt: skip
        shown = view(self.state, ask, self.selection, self.target, self.level, self.lang, look)
        return shown if self.note is None else replace(shown, headline=self.note[0], mood=self.note[1], hint="")

    def _story(self) -> str:
        """At the beginning what the scenario is about."""
        story = self.found.data.get("story")
        if story is None or self.session.now.parent is not None or self.target is not None or self.selection:
            return ""
        told = story[self.lang] if isinstance(story, Mapping) else str(story)
        return f"<p>{escape(told)}</p>"

    def _dice_told(self) -> str:
        """Before a roll what each face brings; after it where it fell."""
        if isinstance(self.ask, Ask) or self.ask is None:
            return telling.faces(self.faces[0], self.words(), self.faces[1]) if self.faces else ""
        return telling.faces(self.table(), self.words())

    def table(self) -> dice_table.Faces:
        """What each face of the dice would be read as."""
        ask = self.ask
        assert ask is not None
        assert not isinstance(ask, Ask)
        return dice_table.faces_of(self.rules, self.session.position, ask, self.words())

    # -- gestures -----------------------------------------------------------------------------------------------
    def click(self, place: str | None, unit: str | None = None) -> None:
        """A place, or one counter, was pointed at."""
        self.note = None
        self.live()
        if place is None and unit is None:
            self.clear()
            return
        ask = self.ask
        if not isinstance(ask, Ask) or kind_next(ask, self.selection) not in ("unit", "place"):
            self._inspect(place, unit)
            return
        if kind_next(ask, self.selection) == "unit":
            self._click_unit(ask, place, unit)
        else:
            self._click_place(ask, place, unit)

    def _click_unit(self, ask: Ask, place: str | None, unit: str | None) -> None:
        here = self._units_at(place) if unit is None else (unit,)
        if not here and place is not None:
            self._go_there(ask, place)
            return
        looked = self.target if len(ask.of) == 1 else None
        mine = any(self.session.state.pieces[u].side == ask.who for u in here)
        if place is not None and looked is not None and not mine and ask.allows(looked):
            self._go_there(ask, place)
            return
        chosen = looked if looked in here else self._best(here)
        if chosen is not None:
            self._inspect(place, chosen)
            self.pick(chosen)

    def _click_place(self, ask: Ask, place: str | None, unit: str | None) -> None:
        place = place if place is not None else self.session.state.pieces[unit].place
        own = [u for u in self._units_at(place) if self.session.state.pieces[u].side == ask.who]
        legal = place in self.possible.next(self.selection)
        if own and not legal and (self.selection or ask.back) and self.target is None:
            other = unit if unit in own else self._best(tuple(own))
            if self.selection and other != self.selection[-1]:
                self.selection = ()
                self._click_unit(ask, place, other)
                return
            if ask.back and not self.selection and self._switch(place, other):
                return
        self.pick(place)

    def _switch(self, place: str | None, unit: str | None) -> bool:
        """Another unit instead of the one that was just declared."""
        if unit is None or unit in [fact.id for fact in self.ask_facts() if hasattr(fact, "id")]:
            return False
        self.answer(BACK)
        if isinstance(self.ask, Ask) and self.ask.of == ("unit",):
            self._inspect(place, unit)
            self.pick(unit)
        return True

    def ask_facts(self) -> tuple[Any, ...]:
        return tuple(self.ask.facts.values()) if isinstance(self.ask, Ask) else ()

    def _go_there(self, ask: Ask, place: str) -> None:
        """Select and go: a unit that was looked at is taken, and the place is where it goes."""
        unit = self.target
        if unit is None or len(ask.of) > 1 or not ask.allows(unit):
            self.note = (say("no-unit-there", self.lang, place=self.words().fact(_place(place))), "")
            return
        before = self.session.now
        self.answer(unit)
        after = self.ask
        if isinstance(after, Ask) and after.of[0] == "place":
            self.pick(place)
        else:
            self.go_to(before)
            self.target = unit

    def _inspect(self, place: str | None, unit: str | None) -> None:
        """Open the stack, and what an army holds."""
        state = self.session.state
        at = place if place is not None else state.pieces[unit].place if unit else None
        here = self._units_at(at)
        self.fan = here if len(here) > 1 else ()
        shown = (unit,) if unit else here[-1:]
        self.opened = tuple(id for id in shown if id is not None)

    def _units_at(self, place: str | None) -> tuple[str, ...]:
        """The counters that lie in a place, those inside others left out."""
        from tutor.board.kit import kit_of

        kit, pieces = kit_of(self.rules.game), self.session.state.pieces
        return tuple(p.id for p in pieces.at(place) if kit.inside(p) not in pieces) if place is not None else ()

    def _best(self, units: tuple[str, ...]) -> str | None:
        """Of a stack the first that may be chosen, else the top one."""
        legal = self.possible.next(()) if self.lit else frozenset()
        return next((unit for unit in units if unit in legal), units[-1] if units else None)

    def pick(self, part: Answer) -> None:
        """One part of an answer: the first time it is looked at, the second time it is given."""
        ask = self.ask
        if not isinstance(ask, Ask):
            return
        self.note, self.extra = None, ""
        self.live()
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
            self.answer(answer)
            return
        try:
            ask.verdict(answer)
        except NotAnAnswer:
            self.note = (say("not-an-answer", self.lang, answer=answer), "no")
            return
        self.target = answer

    def confirm(self, serial: int | None = None) -> None:
        """Give what is looked at; a click that comes after the question has changed is told so."""
        if serial is not None and serial != self.serial:
            self.note = (say("late", self.lang), "")
        elif self.target is not None:
            self.look_at(self.target)

    def next_possible(self) -> None:
        """Look at the next answer that is allowed: the way for who has only keys."""
        if isinstance(self.ask, Ask):
            legal = self.possible.whole()
            at = legal.index(self.target) + 1 if self.target in legal else 0
            self.clear()
            self.target = legal[at % len(legal)] if legal else None

    def drag(self, origin: str, place: str) -> None:
        """A counter pulled from a place to another."""
        self.click(origin)
        if isinstance(self.ask, Ask):
            self.click(place)

    # -- answers ------------------------------------------------------------------------------------------------
    def answer(self, answer: Answer, despite: tuple[str, ...] = ()) -> None:
        """Give an answer; a refused one is looked at instead."""
        ask = self.ask
        if isinstance(ask, Ask) and not despite and not ask.allows(answer):
            self.target = answer
            return
        self._advance(lambda: self.session.answer(answer, despite))

    def roll(self, faces: Any = None) -> None:
        """Throw the dice, or put them as they fell on a real table."""
        ask = self.ask
        if ask is None or isinstance(ask, Ask):
            return
        table = self.table()
        try:
            value = ask.read(faces) if faces is not None else None
        except NotAnAnswer:
            self.note = (say("bad-dice", self.lang), "no")
            return
        if value is None:
            self._advance(self.session.roll)
        else:
            self._advance(lambda: self.session.answer(faces))
        written = self.session.now.line
        last = next((m for m in reversed(written) if m.question == (ask.rule, ask.kind)), None)
        if last is not None:
            self.faces = (table, dice_table.rolled(ask, last.answer))

    def _advance(self, act: Callable[[], Any]) -> None:
        before = len(self.session.trace.entries)
        act()
        self.clear()
        self.faces = None
        self.serial += 1
        self.since = before
        self.others()
        if self.stepping and len(self.session.trace.entries) > before:
            self.frame = before
            self.step(0)

    def others(self) -> None:
        """Whoever is no person answers now."""
        for _ in range(MANY_STEPS):
            ask = self.session.ask
            if ask is None:
                return
            if not isinstance(ask, Ask):
                if not self.auto_dice:
                    return
                self.session.roll()
                continue
            if not self._answered(ask):
                return

    def _answered(self, ask: Ask) -> bool:
        name = self.players.get(ask.who, ME)
        try:
            if name == RECORD and self.session.now.children:
                self.session.forward(0)
                return True
            if name in (ME, RECORD):
                return False
            only = forced(ask)
            policy = self.rules.policies.get(name) or self.by_chance
            self.session.answer(only if only is not None else policy.answer(self.rules, ask))
        except NoWayOut:
            self.note = (say("no-way-out", self.lang), "err")
            return False
        return True

    @property
    def by_chance(self) -> Policy:
        """Any legal answer, by lot."""
        return Policy(
            RANDOM,
            Text("au hasard", "at random"),
            lambda state, ask, legal: self.chance.choice([a for a in legal if a != BACK] or legal),
        )

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
            return self.players.get(ask.who, ME) not in (ME, RECORD)
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
        self.faces, self.frame = None, None
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
        if self.side is not None and entry.seen_by not in (None, self.side):
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
        return supposing.as_ifs(self.rules, self.session.position, ask, self.target)

    def suppose(self, chosen: supposing.AsIf) -> None:
        """What the rules would say then."""
        assert isinstance(self.ask, Ask)
        self.extra = supposing.told(
            self.rules, self.session.position, self.ask, self.target, chosen, self.words(), self.level
        )


def _place(id: str) -> Any:
    from tutor.engine.facts import Place

    return Place(id)
