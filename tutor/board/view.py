"""What the table shows: a pure function from the desk to scene, headline, panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tutor.board import clashing, ending, marching, marking, supposing, telling
from tutor.board.asked import Asked, told_answer
from tutor.board.clashing import Fight
from tutor.board.dice import is_draw
from tutor.board.marching import Walked
from tutor.board.said import capitalised, say
from tutor.board.scene import Mark, Scene
from tutor.board.stage import Stage
from tutor.engine.ask import Answer, Ask
from tutor.engine.check import Verdict
from tutor.engine.facts import Side
from tutor.engine.going import Going
from tutor.engine.speaking import capital
from tutor.engine.telling import declining, footnotes, headed, own_question
from tutor.engine.told import Fold, Heading, Node, Phrases, plain, text
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.rendering.html import Panel, heading

if TYPE_CHECKING:
    from tutor.board.desk import Desk

MANY_STEPS = 9  # told at once; what was before is a click away
READ_AT_ONCE = 140  # letters of a question and what finishing says: the ribbon of a narrow window holds no more

Mood: TypeAlias = Literal["", "ok", "no", "err"]


@dataclass(frozen=True)
class View:
    """One moment of the table."""

    scene: Scene
    headline: str
    mood: Mood = ""
    hint: str = ""
    panel: str = ""
    verdict: Verdict | None = field(default=None, compare=False)
    fight: Fight | None = None


def view(desk: Desk) -> View:
    """A moment as it is shown."""
    stage, note = Stage(desk.state, desk.lang, desk.habits.side), desk.look.note
    shown = _with_fight(stage, desk, _moment(stage, desk))
    return shown if note is None else replace(shown, headline=note.text, mood=note.mood, hint="")


def _with_fight(stage: Stage, desk: Desk, shown: View) -> View:
    """With the fight that is fought: whoever may be chosen is lit on the map and in it."""
    fight = clashing.fight(stage, desk)
    if fight is None or (fight.over and (desk.look.selection or desk.look.target is not None)):
        return shown  # whoever looks at something else has seen how it ended
    lit = frozenset(unit for mark in shown.scene.marked("ready") for unit in mark.units)
    return replace(shown, fight=fight, scene=replace(shown.scene, sides=tuple(fight.sides(stage, lit))))


def _moment(stage: Stage, desk: Desk) -> View:
    if desk.only_looked_at:
        return View(_scene(stage, desk, ()), meant_for(desk), panel=_panel(stage, desk))
    if desk.entry is not None:
        return _of_entry(stage, desk, desk.entry)
    if desk.asked is None:
        return _of_dice(stage, desk)
    if desk.look.target is not None:
        return _of_verdict(stage, desk, desk.asked)
    return _of_ask(stage, desk, desk.asked)


def meant_for(desk: Desk) -> str:
    """What a board is for on which nothing is answered."""
    return say("look" if desk.task == "look" else "look-and-answer", desk.lang)


def focused(scene: Scene, place: str | None) -> Scene:
    """The scene with the place that the keys have come to, or over which something is dragged."""
    marks = tuple(mark for mark in scene.marks if mark.kind != "focus")
    return replace(scene, marks=(*marks, Mark("focus", (place,))) if place else marks)


def _scene(stage: Stage, desk: Desk, marks: Iterable[Mark], lit: Iterable[str] = ()) -> Scene:
    shown = [*desk.drawn, *clashing.arrows(stage), *marks]
    chosen = next((unit for mark in shown if mark.kind == "chosen" for unit in mark.units), None)
    fan, opened = desk.look.fan, desk.look.opened
    whose = desk.habits.side or (None if desk.ask is None else desk.ask.who)  # one's own hand stays open
    scene = stage.scene(marks=shown, top=chosen, fan=fan, opened=opened, lit=lit, whose=whose)
    return focused(replace(scene, day=desk.habits.day), desk.focus)


# -- a question -------------------------------------------------------------------------------------------------
def _of_ask(stage: Stage, desk: Desk, asked: Asked) -> View:
    selection = desk.look.selection
    marks = list(marking.of_choice(asked.ask, selection))
    lit: frozenset[Answer] = frozenset()
    if desk.habits.lit:
        marks = [*marking.of_ask(asked, selection, stage.lang), *marks]
        lit = asked.next(selection) if asked.kind(selection) == "card" else frozenset()
    headline = _asked(stage, desk, asked)
    panel = _panel(stage, desk)
    scene = _scene(stage, desk, marks, lit)
    return View(scene, headline, "", _hint(stage, desk, asked, headline), panel)


def _asked(stage: Stage, desk: Desk, asked: Asked) -> str:
    lang, words = stage.lang, stage.words
    ask, selection = asked.ask, desk.look.selection
    about = " → ".join(words.fact(part) for part in _spoken(ask, selection))
    lit = desk.habits.lit
    n, unknown = (len(asked.next(selection)), asked.unknown(selection)) if lit else (0, False)
    nothing = lit and not n and not unknown
    what = say("none-left" if nothing else f"choose.{'option' if ask.options else asked.kind(selection)}", lang)
    lead = say("lead", lang, whose=_named(stage, ask.who), what=_joined_to(desk.heading or _title(stage, ask), about))
    if said := plain(own_question(ask, words)):
        chosen = about if selection else ""  # what is asked about is named in the question
        lead, what = f"{_joined_to(_named(stage, ask.who), chosen)} — {said}", capitalised(what)
    if nothing or not lit:
        return say("asked-bare", lang, lead=lead, what=what)
    if unknown:
        return say("asked-least" if n else "asked-unknown", lang, lead=lead, what=what, n=n)
    return say("asked", lang, lead=lead, what=what, n=n)


def _named(stage: Stage, side: str) -> str:
    return plain(capital(stage.words.phrases(Side(side))))


def _joined_to(first: str, about: str) -> str:
    return f"{first} · {about}" if about else first


def _spoken(ask: Ask, selection: tuple[Answer, ...]) -> list[Any]:
    from tutor.engine.facts import Place, Unit

    types = {"unit": Unit, "place": Place}
    chosen = [types[kind](part) for kind, part in zip(ask.of, selection, strict=False) if kind in types]
    return chosen or ([] if ask.about is None else [ask.about])


def _title(stage: Stage, ask: Any) -> str:
    book = stage.words.book
    return book[ask.rule].title(stage.lang) if ask.rule in book else str(ask.kind)


def _hint(stage: Stage, desk: Desk, asked: Asked, headline: str) -> str:
    if asked.ask.sealed:
        return say("hint.sealed", stage.lang)
    if not desk.habits.lit:
        return say("hint.dark", stage.lang)
    something = asked.unknown() or asked.next()  # else the question itself says so, and to finish
    if asked.may_end and not desk.look.selection and something:
        return _to_finish(stage, asked.ask, READ_AT_ONCE - len(headline))
    return say("hint.passed", stage.lang, n=len(desk.passed)) if desk.passed else ""


def _to_finish(stage: Stage, ask: Ask, room: int) -> str:
    """That one may finish, and what that says, where the game has words for it and the question leaves room."""
    said = declining(ask, stage.words)
    told = say("hint.done-so", stage.lang, said=plain(said))
    return told if said and len(told) <= room else say("hint.done", stage.lang)


# -- an answer looked at ----------------------------------------------------------------------------------------
def _of_verdict(stage: Stage, desk: Desk, asked: Asked) -> View:
    lang, words, ask = stage.lang, stage.words, asked.ask
    verdict = asked.weighed(desk.look.target) if desk.habits.level > 2 else asked.verdict(desk.look.target)
    told = told_answer(words, ask, verdict.request)
    means = "".join(f"{told_answer(words, *one)} · " for one in desk.means)
    going, walked = _going(desk, asked), desk.walked
    marks = [*marking.of_choice(ask, ()), *marking.of_verdict(ask, verdict, going, lang)]
    if walked is not None:
        marks = [*marking.of_choice(ask, ()), *marching.walk_marks(walked, lang, desk.habits.lit)]
    mood: Mood
    if verdict.legal:
        headline = f"✓ {means}{_joined(told, _reason(verdict, going, walked, words))}"
        mood, hint = "ok", say("hint.confirm", lang)
    else:
        first = verdict.objections[0]
        headline = f"✗ {means}{_joined(told, words.sentence(first.kind, first.facts, head=False))}"
        mood, hint = "no", f"[{words.cite(first.rule)}]"
    level = desk.habits.level
    parts = [*headed(verdict, words), *_way_told(verdict, going, walked, words)]
    if level > 2:
        parts += telling.steps(desk.shown_entries(), words)
    panel = telling.panel(parts, words, level, _extra(desk))
    return View(_scene(stage, desk, marks), headline, mood, hint, panel, verdict)


def _going(desk: Desk, asked: Asked) -> Going | None:
    """The means by which one would go to the place that is looked at, or by which one walks."""
    if desk.walked is not None:
        return desk.walked.going
    return asked.going(desk.look.target) if desk.state.exists("place", desk.look.target) else None


def _reason(verdict: Verdict, going: Going | None, walked: Walked | None, words: Words) -> Phrases:
    """Why it is allowed; of a way that is walked, or of which no more is to be said, what it costs."""
    held, reach = verdict.held, None if going is None else going.reach
    if walked is None and held:
        return words.sentence(held[0].kind, held[0].facts, True, head=False)
    cost = walked.spent if walked is not None else None if going is None else going.cost(verdict.request)
    if reach is None or cost is None:
        return words.sentence("legal", {}, head=False)
    if reach.allowance is None:
        return say.phrases("costs", words, n=cost)
    return say.phrases("costs-of", words, n=cost, whole=reach.allowance)


def _way_told(verdict: Verdict, going: Going | None, walked: Walked | None, words: Words) -> Iterator[Node]:
    """The way that was walked so far, or to be opened the one that will be gone, hex by hex."""
    if walked is not None:
        yield from marching.walk_steps(walked, words)
        return
    if going is None or not verdict.legal:
        return
    steps = tuple(marching.way_steps(going, verdict.request, words))
    if steps:
        yield Fold(text(say("way", words.lang)), steps)


def _joined(told: str, reason: Phrases) -> str:
    """What was looked at and the reason; a reason that names it stands alone."""
    alone = plain(capital(reason))
    return alone if told.casefold() in alone.casefold() else f"{told} — {plain(reason)}"


# -- dice, the end, and the steps of a procedure ----------------------------------------------------------------
def _of_dice(stage: Stage, desk: Desk) -> View:
    lang, ask, entries, hint = stage.lang, desk.ask, desk.shown_entries(), ""
    if ask is None:
        headline, hint = ending.headline(desk)
    else:
        kind, sign = ("to-draw", "") if is_draw(ask) else ("to-roll", "⚄ ")
        what = say(kind, lang, what=desk.heading or _title(stage, ask))
        headline = f"{sign}{_named(stage, ask.who)} — {what}"
    marks = list(marking.of_entry(entries[-1].facts, stage.state)) if entries else []
    ended = ending.told(desk) if ask is None else ""
    return View(_scene(stage, desk, marks), headline, "", hint, ended + _panel(stage, desk))


def _of_entry(stage: Stage, desk: Desk, entry: Entry) -> View:
    headline = telling.briefly(entry, stage.words)
    marks = list(marking.of_entry(entry.facts, stage.state))
    entries = desk.shown_entries()
    now = next((n for n, one in enumerate(entries) if one is entry), None)
    told = telling.steps(entries, stage.words, now)
    panel = telling.panel(told, stage.words, desk.habits.level, _extra(desk))
    return View(_scene(stage, desk, marks), headline, "", stage.words.cite(entry.rule), panel)


def _panel(stage: Stage, desk: Desk) -> str:
    """What happened last; what was before is a click away."""
    words = stage.words
    steps = tuple(telling.steps(desk.shown_entries(), words))
    told: tuple[Node, ...] = steps
    if len(steps) > MANY_STEPS:
        earlier = text(say("earlier", stage.lang, n=len(steps) - MANY_STEPS))
        told = (Fold(earlier, steps[:-MANY_STEPS]), *steps[-MANY_STEPS:])
    happened = (Heading(text(say("happened", stage.lang))),) if told else ()
    notes = tuple(footnotes(told, words))
    written = Panel(desk.habits.level).html((*happened, *told, *notes))
    return f'<div class="tt">{_extra(desk)}{_passed(desk)}{written}</div>'


def _passed(desk: Desk) -> str:
    """The answers that gave themselves since somebody answered."""
    words = desk.words()
    named = "; ".join(told_answer(words, ask, answer) for ask, answer in desk.passed)
    return f"<p>{escape(say('passed', desk.lang, named=named))}</p>" if named else ""


# -- what else the panel tells ----------------------------------------------------------------------------------
def _extra(desk: Desk) -> str:
    """What the scenario is about; what would be so if; the way that led nowhere, or will not be gone; the dice."""
    story = f"<p>{escape(desk.story)}</p>" if desk.story else ""
    return story + _supposed(desk) + _astray(desk) + _dice_told(desk)


def _supposed(desk: Desk) -> str:
    look, asked = desk.look, desk.asked
    if look.supposed is None or asked is None:
        return ""
    return supposing.told(asked, look.target, look.supposed, desk.words(), desk.habits.level)


def _astray(desk: Desk) -> str:
    """Of a way that is pointed out hex by hex: why it does not begin, or that a cheaper one will be gone instead."""
    walked, asked = desk.walked, desk.asked
    if walked is None or asked is None:
        return ""
    if desk.look.target is None:
        return Panel().html(marching.walk_steps(walked, desk.words()))
    less = asked.cheaper(walked)
    return "" if less is None else f"<p>{say('cheaper', desk.lang, n=less)}</p>"


def _dice_told(desk: Desk) -> str:
    """Where the last roll fell; before a roll what each face brings."""
    last = telling.fallen(desk.fallen, desk.words()) if desk.fallen else ""
    if isinstance(desk.ask, Ask) or desk.ask is None:
        return last
    head = heading(escape(say("next-roll", desk.lang))) if last else ""
    return last + head + telling.pool(desk.ask, desk.words()) + telling.faces(desk.faces, desk.words())
