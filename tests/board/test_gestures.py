"""Laws of the desk: it is a value, a gesture is a function of it, looking leaves the record, one click asks once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import tutor
from tests.board.ground import Seat
from tests.laws.test_walking import questions
from tutor import library
from tutor.board import gestures, playing, recording, supposing
from tutor.board.asked import Asked
from tutor.board.desk import Desk, question
from tutor.board.instruments import instruments
from tutor.board.luck import Luck
from tutor.board.notes import COLOURS, Shape
from tutor.board.table import Table
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.run import Ruleset
from tutor.rulesets import GAMES

Gesture = Callable[..., Desk]
Event = tuple[Any, ...]
MANY = 90  # gestures in every scenario


# -- a value --------------------------------------------------------------------------------------------------------
def parts(value: Any) -> Iterator[Any]:
    """A value and the values in it, as far as the house made them for the desk."""
    if is_dataclass(value) and type(value).__module__.split(".")[1] in ("board", "engine"):
        yield value
        for one in fields(value):
            if type(value).__module__.startswith("tutor.board") or one.name in ("now", "moments"):
                yield from parts(getattr(value, one.name))
    elif isinstance(value, tuple):
        for one in value[:3]:
            yield from parts(one)


def test_no_field_of_a_desk_can_be_set() -> None:
    desk = playing.lay(library.scenario("se/roana"), library.position("se/roana"), "en", seed=1)
    desk = gestures.take_up(gestures.click(gestures.draw(desk, Shape(("3351",))), "3452"), "zones")
    seen = set()
    for value in (*parts(desk), desk.noted, *desk.noted.shapes):
        seen.add(type(value).__name__)
        for one in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, one.name, None)
    assert seen >= {"Desk", "Look", "Habits", "Held", "Luck", "Line", "Moment", "Notes", "Shape"}, seen


def test_nothing_is_set_past_the_lock() -> None:
    root = Path(tutor.__file__).parent
    for path in (*(root / "board").rglob("*.py"), *(root / "lessons").rglob("*.py")):
        text = path.read_text("utf-8")
        assert "object.__setattr__" not in text, path
        assert "__dict__[" not in text, path
        assert ".__dict__.update" not in text, path


# -- every gesture --------------------------------------------------------------------------------------------------
class Lot:
    """What somebody does at a desk, by lot: from equal desks and the same lot come equal events."""

    def __init__(self, desk: Desk, rng: random.Random) -> None:
        self.desk, self.rng = desk, rng

    def one(self, pool: Any) -> Any:
        listed = list(pool)
        return self.rng.choice(listed) if listed else None

    def place(self) -> str:
        near = self.one(piece.place for piece in self.desk.present.pieces if piece.place in self.desk.present.map)
        every = self.one(self.desk.present.everything("place"))
        return str(near if near is not None and self.rng.random() < 0.6 else every)

    def unit(self) -> str:
        ask, pieces = self.desk.ask, self.desk.present.pieces
        own = [piece.id for piece in pieces if isinstance(ask, Ask) and piece.side == ask.who]
        return str(self.one(own if own and self.rng.random() < 0.8 else pieces.ids()))

    def answer(self) -> Answer:
        asked = self.desk.asked
        legal = () if asked is None else [one for one in asked.whole if one != BACK]
        acts = [one for one in legal if one != DONE]
        return self.one(acts if acts and self.rng.random() < 0.9 else legal)

    def reading(self) -> tuple[str, str]:
        readings = self.desk.rules.book.readings
        slug = self.one(sorted(readings))
        return slug, self.one(sorted(readings[slug]["options"]))

    def asked(self, kind: str) -> bool:
        asked = self.desk.asked
        return asked is not None and asked.kind(self.desk.look.selection) == kind


def pointed(lot: Lot) -> Event:
    """A place, a counter, or a counter in its place."""
    unit, sort = lot.unit(), lot.rng.random()
    if sort < 0.5:
        return (lot.place(), None)
    return (None, unit) if sort < 0.7 else (lot.desk.present.pieces[unit].place, unit)


def switched(lot: Lot) -> Gesture:
    habits = {"level": (1, 2, 3), "lit": (True, False), "stepping": (True, False), "walking": (True, False),
              "side": (None, *lot.desk.sides)}  # fmt: skip
    name = lot.one(habits)
    value = lot.one(habits[name])
    return lambda desk: gestures.switch(desk, **{name: value})


def listed(lot: Lot) -> Event | None:
    kind = lot.one(("unit", "place"))
    return (kind, lot.unit() if kind == "unit" else lot.place())


def seated(lot: Lot) -> Event:
    return lot.one(lot.desk.sides), lot.one(("me", "me", "record", "random", *sorted(lot.desk.rules.policies)))


def supposed(lot: Lot) -> Event | None:
    offered = supposing.offered(lot.desk)
    return (lot.one(offered),) if offered else None


def rolled(lot: Lot) -> Event:
    return lot.one(((), (), (1,), (99,)))  # type: ignore[no-any-return]


def given(lot: Lot) -> Event | None:
    answer = lot.answer()
    return None if answer is None else (answer,)


def renamed(lot: Lot) -> Event:
    return (replace(lot.desk.found, name=f"own/{lot.rng.randrange(9)}"),)


def drawn(lot: Lot) -> Event:
    return (Shape(tuple(lot.place() for _ in range(lot.rng.randint(1, 2))), lot.one(COLOURS)),)


def one_of(*values: Any) -> Callable[[Lot], Event]:
    return lambda lot: (lot.one(values),)


EVENTS: dict[Gesture, tuple[int, Callable[[Lot], Event | None]]] = {
    # only looks
    gestures.next_possible: (2, lambda lot: ()),
    gestures.leave: (2, lambda lot: ()),
    gestures.fold: (1, lambda lot: ()),
    gestures.focus: (1, lambda lot: (lot.place(),)),
    gestures.live: (1, lambda lot: ()),
    gestures.step: (2, one_of(-1, -1, 1)),
    gestures.step_to: (2, one_of(0, 1, 3, -1)),
    gestures.speak: (1, one_of("fr", "en")),
    gestures.of_day: (1, one_of("", "1916-06-30", "1917-10-27")),
    gestures.tell: (1, one_of("", "told")),
    gestures.suppose: (6, supposed),
    gestures.take_up: (2, lambda lot: (lot.one(sorted(instruments(lot.desk.rules))),)),
    gestures.measure: (4, pointed),
    gestures.of_side: (1, lambda lot: (lot.one(lot.desk.sides),)),
    gestures.shorten: (1, lambda lot: ()),
    gestures.lay_down: (1, lambda lot: ()),
    gestures.inquire: (1, one_of("", "river", "13.4.3")),
    gestures.open_rule: (1, one_of("se:13.4.3", "tlm:5.4.3", "se:none", "nowhere:1")),
    # looks, then gives
    gestures.click: (14, pointed),
    gestures.drop: (2, lambda lot: (lot.place(),)),
    gestures.pick: (3, given),
    gestures.look_at: (4, lambda lot: (lot.unit() if lot.asked("unit") else lot.place(),) if lot.desk.asked else None),
    gestures.listed: (3, listed),
    gestures.confirm: (6, lambda lot: ()),
    gestures.finish: (2, lambda lot: ()),
    # plays
    gestures.answer: (5, given),
    gestures.roll: (8, rolled),
    gestures.others: (1, lambda lot: ()),
    gestures.seat: (1, seated),
    gestures.throw_alone: (1, one_of(True, False, False)),
    gestures.pass_alone: (1, one_of(True, False)),
    gestures.undo: (3, lambda lot: ()),
    gestures.redo: (2, lambda lot: ()),
    gestures.go_to: (1, lambda lot: (lot.one(lot.desk.line.moments),)),
    gestures.lay_anew: (1, lambda lot: (lot.desk.found,)),
    gestures.load: (1, lambda lot: (recording.record(lot.desk),)),
    gestures.resume: (1, lambda lot: (recording.record(lot.desk),)),
    gestures.read: (1, lambda lot: lot.reading()),
    gestures.keep_supposed: (1, lambda lot: ()),
    # notes
    gestures.comment: (1, one_of("", "seen")),
    gestures.cite: (1, one_of("a; b", "")),
    gestures.draw: (1, drawn),
    gestures.rename: (1, renamed),
}
OTHERWISE = {
    gestures.lay_anew,
    gestures.load,
    gestures.resume,
    gestures.read,
    gestures.keep_supposed,
}  # what was played is another line after them


def test_every_gesture_is_made_here() -> None:
    assert {*EVENTS, gestures.switch} == set(gestures.GESTURES)
    assert {one for name, one in vars(gestures).items() if callable(one)} == set(gestures.GESTURES)


def made(desk: Desk, rng: random.Random) -> tuple[Gesture, Event] | None:
    """A gesture and its event; None where there is nothing to make it on."""
    lot = Lot(desk, rng)
    gesture = rng.choices([gestures.switch, *EVENTS], [2, *(many for many, _ in EVENTS.values())])[0]
    if gesture is gestures.switch:
        return switched(lot), ()
    event = EVENTS[gesture][1](lot)
    return None if event is None else (gesture, event)


def whole(desk: Desk) -> tuple[Answer, ...]:
    """Every answer that is allowed."""
    return () if desk.asked is None else desk.asked.whole


def law(desk: Desk, gesture: Gesture, event: Event) -> Desk:
    """What a gesture makes of a desk: the same again, leaving the desk as it is; looking leaves the line."""
    line, shown = desk.line, desk.view
    before = (line.now, line.moments, line.told, line.entries, line.state, desk.look, desk.habits, whole(desk))
    after = gesture(desk, *event)
    same = gesture(desk, *event) == after  # told by its name: two whole desks laid side by side fill a book
    assert same, (gesture.__name__, event)
    anew = replace(desk, here=question(line))  # who remembers nothing of what the rules said
    now = (line.now, line.moments, line.told, line.entries, line.state, desk.look, desk.habits, whole(anew))
    left = now == before and replace(desk).view == shown
    assert left, (gesture.__name__, event)
    if gesture in (*gestures.LOOKING, *gestures.NOTING) or gesture.__name__ == "<lambda>":
        assert after.line is line, gesture.__name__
    if gesture not in OTHERWISE:
        assert after.line.moments[: len(line.moments)] == line.moments, "what was played stays"
    return after


@cache
def played(name: str, many: int = MANY) -> Counter[str]:
    """Somebody does anything at all, at two desks that nothing but their value joins."""
    found, seed = library.scenario(name), random.Random(name).randrange(1000)
    one, other = (playing.lay(found, found.position(), "en", seed=seed) for _ in range(2))
    took = Counter[str]()
    for n in range(many):
        mine, theirs = (made(desk, random.Random(f"{name} {n}")) for desk in (one, other))
        if mine is None or theirs is None:
            assert mine is theirs
            continue
        (gesture, event), (_, same) = mine, theirs
        assert event == same, (gesture.__name__, event, same)
        one, other = law(one, gesture, event), law(other, theirs[0], same)
        assert one == other, (name, gesture.__name__, event)
        assert one.view == other.view, (name, gesture.__name__, event)
        took[gesture.__name__] += 1
    return took


@pytest.mark.parametrize("name", library.names())
def test_equal_gestures_on_equal_desks_give_equal_desks(name: str) -> None:
    took = played(name)
    assert sum(took.values()) > MANY // 2, took


def test_every_gesture_was_made() -> None:
    left = {one.__name__ for one in EVENTS}
    for name in library.names():
        left -= set(played(name))
        if not left:
            break
    assert left == set()


def test_the_laws_see_a_gesture_that_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that are drawn from what all desks share; a look that writes; a note that stays with its moment."""
    shared = random.Random(1)
    monkeypatch.setattr(Luck, "draw", lambda luck, by: (by(shared), luck))
    desk = playing.lay(library.scenario("gwie/trent-march"), library.position("gwie/trent-march"), "en", seed=1)
    with pytest.raises(AssertionError, match="roll"):
        list(map(law, [desk] * 9, [gestures.roll] * 9, [()] * 9))


def test_the_laws_see_a_look_that_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(desk: Desk, place: str) -> Desk:
        assert desk.asked is not None
        there = desk.line.answered(desk.asked.whole[0])
        return replace(desk, line=there.back(), focus=place)

    desk = playing.lay(library.scenario("se/roana"), library.position("se/roana"), "en", seed=1)
    law(desk, gestures.focus, ("3351",))
    monkeypatch.setattr(gestures, "LOOKING", (*gestures.LOOKING, peeking))
    with pytest.raises(AssertionError, match="peeking"):
        law(desk, peeking, ("3351",))


# -- one click asks once --------------------------------------------------------------------------------------------
class Ear:
    """What is asked of the rules: of which question what about which answer, and from where which unit may go."""

    def __init__(self) -> None:
        self.heard, self.kept = Counter[tuple[Any, ...]](), list[Any]()

    def hear(self, what: str, where: Any, about: Any) -> None:
        self.kept.append(where)  # alive, no other has its id
        self.heard[what, id(where), about] += 1

    def of(self, what: str) -> list[int]:
        return [n for (one, *_), n in self.heard.items() if one == what]


@contextmanager
def listening(rules: Ruleset, ear: Ear) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("allows", "verdict", "legal"):
            patch.setattr(Ask, name, _heard(ear, name))
        going = rules.going
        assert going is not None

        def search(state: Any, unit: str) -> Any:
            ear.hear("going", state, unit)
            return going(state, unit)

        object.__setattr__(rules, "going", search)
        try:
            yield
        finally:
            object.__setattr__(rules, "going", going)


def _heard(ear: Ear, name: str) -> Callable[..., Any]:
    asked = getattr(Ask, name)

    def call(ask: Ask, *answer: Answer) -> Any:
        ear.hear(name, ask, answer)
        return asked(ask, *answer)

    return call


def click(table: Table, place: str | None, unit: str | None) -> Ear:
    """One click on a table, with all that it shows, and what it asked of the rules."""
    ear = Ear()
    with listening(table.playing.rules, ear):
        table._pointed(place, unit, None)
    assert table.errors == []
    assert set(ear.heard.values()) <= {1}, [key for key, n in ear.heard.items() if n > 1]
    assert len(ear.of("going")) <= 1, "one unit moves in a question"
    assert len(ear.of("allows")) <= ALLOWED, len(ear.of("allows"))
    return ear


WHOLE = 1000  # hexes: there a search is made of what a small map has in a dozen
ALLOWED = 9  # for a place that no way leads to SE's kinds of march are tried one after the other


def clicks(name: str) -> Iterator[tuple[str, Ear]]:
    """Clicks at questions that move a unit, and at those before them: on places, on counters, place by place."""
    rng = random.Random(name)
    for n, desk in enumerate(islice(questions(name), 4)):
        if n and len(desk.present.map) > WHOLE:
            return
        table = Table(desk, language="en")
        for walking in (False, True):
            table.do(gestures.leave)
            table.tools.walking.value = walking
            assert table.playing.asked is not None
            reached = [place for place in table.playing.asked.whole if place in desk.present.map]
            for _ in range(4):
                at = (
                    rng.choice(reached) if reached and rng.random() < 0.7 else rng.choice(list(desk.present.map.places))
                )
                yield "walked" if walking else "place", click(table, at, None)
            one = rng.choice([piece for piece in desk.present.pieces if piece.place in desk.present.map])
            yield "unit", click(table, one.place, one.id)
        table.close()


def units(name: str) -> Iterator[Ear]:
    """A unit is pointed at and then a place: what comes after the unit's own question is looked at ahead."""
    one, rng = Seat(Table(name, language="en", seed=3)), random.Random(name)
    for n in range(12 if len(one.present.map) > WHOLE else 36):
        asked = one.asked
        if asked is None:
            if one.line.over:
                return
            one.roll()
        elif n % 4 == 3:
            acts = [answer for answer in asked.whole if answer not in (DONE, BACK)]
            one.answer(rng.choice(acts or list(asked.whole) or [BACK]))
        else:
            here = [piece for piece in one.present.pieces if piece.place in one.present.map]
            own = [piece for piece in here if piece.side == asked.ask.who]
            piece = rng.choice(own or here)
            yield click(one.before, piece.place, piece.id)
            yield click(one.before, rng.choice(one.present.map.neighbours(piece.place) or (piece.place,)), None)


@pytest.mark.parametrize("game", GAMES)
def test_a_click_asks_the_rules_once(game: str) -> None:
    """Once whether an answer is legal and once why, once for the legal set, once where the unit may go."""
    took, goings = Counter[str](), 0
    for name in (one for one in library.names() if one.startswith(f"{game}/")):
        for kind, ear in clicks(name):
            took[kind] += 1
            goings += sum(ear.of("going"))
        for ear in units(name):
            took["ahead"] += 1
            goings += sum(ear.of("going"))
    assert min(took[kind] for kind in ("place", "walked", "unit", "ahead")) > 3, took
    assert goings, "nothing was searched at all"


def test_what_is_known_is_not_asked_when_it_is_shown_again() -> None:
    table = Table(next(questions("se/roana-march")), language="en")
    (going,) = table.playing.asked.goings  # type: ignore[union-attr]
    place = next(one for one in table.playing.present.map.places if one not in going.places)
    assert sum(click(table, place, None).heard.values()) > 0
    table.do(gestures.leave)
    assert click(table, place, None).heard == Counter()


def test_an_instrument_and_a_question_search_together() -> None:
    table = Table(next(questions("se/roana-march")), language="en")
    assert table.playing.asked is not None
    unit = table.playing.asked.goings[0].unit
    looking = table.drawer.pull("instruments")
    looking.which.choose("going")
    ear = Ear()
    with listening(table.playing.rules, ear):
        table._pointed(None, unit, None)
    assert ear.of("going") == []


@pytest.mark.parametrize("broken", ["forgets", "searches"])
def test_the_count_sees_a_desk_that_asks_again(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful(dict[Any, Any]):
        def __contains__(self, key: object) -> bool:
            return False

    def forgetful(asked: Asked, *given: Any) -> None:
        begun(asked, *given)
        asked.kept = Forgetful()

    begun = Asked.__init__
    desk = next(questions("se/roana-march"))
    if broken == "forgets":
        monkeypatch.setattr(Asked, "__init__", forgetful)
    else:
        monkeypatch.setattr(Ruleset, "goings", lambda rules, state, unit: rules.going(state, unit))
        monkeypatch.setattr(Asked, "goings", property(Asked.goings.func))  # type: ignore[attr-defined]
    fresh = replace(desk, here=question(desk.line))
    table = Table(gestures.switch(fresh, walking=broken == "searches"), language="en")
    with pytest.raises(AssertionError):
        list(map(click, [table] * 99, desk.present.map.places, [None] * 99))
