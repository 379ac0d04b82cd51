"""What the table shows: a pure function from a position, its question and what is chosen to scene, headline, panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tutor.board import marching, marking, telling
from tutor.board.marching import Walked
from tutor.board.possible import Possible, kind_next, told_answer
from tutor.board.said import say
from tutor.board.scene import Mark, Scene
from tutor.board.stage import Stage
from tutor.engine.ask import BACK, DONE, Answer, Ask, Chance
from tutor.engine.check import Verdict
from tutor.engine.facts import Side
from tutor.engine.going import Going
from tutor.engine.speaking import capital
from tutor.engine.telling import footnotes, headed
from tutor.engine.text import Lang
from tutor.engine.told import Fold, Heading, Node, Phrases, plain, text
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.rendering.html import Panel

MANY_STEPS = 9  # told at once; what was before is a click away


@dataclass(frozen=True)
class View:
    """One moment of the table."""

    scene: Scene
    headline: str
    mood: str = ""  # "", "ok", "no", "err"
    hint: str = ""
    panel: str = ""
    verdict: Verdict | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Look:
    """What else decides how a moment is shown."""

    lit: bool = True
    side: str | None = None
    heading: str = ""
    fan: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    entries: Sequence[Entry] = ()
    entry: Entry | None = None
    focus: str | None = None
    extra: str = ""
    possible: Possible | None = None
    going: Going | None = None
    walked: Walked | None = None
    means: tuple[str, ...] = ()
    weighed: Verdict | None = None  # with the readings that decide, where they were looked for


def view(
    state: Any,
    ask: Ask | Chance[Any] | None,
    selection: tuple[Answer, ...] = (),
    target: Answer = None,
    level: int = 2,
    language: Lang = "fr",
    look: Look | None = None,
) -> View:
    """A moment as it is shown: `selection` are the parts of an answer chosen so far, `target` the answer looked at."""
    how = look or Look()
    stage = Stage(state, language, how.side)
    if how.entry is not None:
        return _of_entry(stage, how, level)
    if not isinstance(ask, Ask):
        return _of_dice(stage, ask, how, level)
    if target is not None:
        return _of_verdict(stage, ask, how.weighed or ask.verdict(target), how, level)
    return _of_ask(stage, ask, selection, how, level)


def _scene(stage: Stage, how: Look, marks: Iterable[Mark], lit: Iterable[str] = (), whose: str | None = None) -> Scene:
    shown = [*how.marks, *marks]
    if how.focus:
        shown.append(Mark("focus", (how.focus,)))
    chosen = next((unit for mark in shown if mark.kind == "chosen" for unit in mark.units), None)
    return stage.scene(shown, chosen, how.fan, how.opened, lit, whose=whose)


# -- a question -------------------------------------------------------------------------------------------------
def _of_ask(stage: Stage, ask: Ask, selection: tuple[Answer, ...], how: Look, level: int) -> View:
    possible = how.possible or Possible(ask)
    marks = list(marking.of_choice(ask, selection))
    lit: frozenset[Answer] = frozenset()
    if how.lit:
        marks = [*marking.of_ask(ask, selection, possible), *marks]
        lit = possible.next(selection) if kind_next(ask, selection) == "card" else frozenset()
    headline = _asked(stage, ask, selection, how, possible)
    panel = _panel(stage, how, level)
    scene = _scene(stage, how, marks, lit, ask.who)
    return View(scene, headline, "", _hint(stage, ask, selection, how, possible), panel)


def _asked(stage: Stage, ask: Ask, selection: tuple[Answer, ...], how: Look, possible: Possible) -> str:
    lang, words = stage.lang, stage.words
    who = words.fact(Side(ask.who))
    kind = kind_next(ask, selection)
    what = say(f"choose.{'option' if ask.options else kind}", lang)
    heading = how.heading or _title(stage, ask)
    about = " → ".join(words.fact(part) for part in _spoken(ask, selection))
    lead = f"{who[:1].upper()}{who[1:]} — {heading}" + (f" · {about}" if about else "")
    if not how.lit:
        return say("asked-dark", lang, lead=lead, what=what)
    n = len(possible.next(selection))
    if possible.unknown(selection):
        return say("asked-least" if n else "asked-unknown", lang, lead=lead, what=what, n=n)
    return say("asked" if n else "asked-none", lang, lead=lead, what=what, n=n)


def _spoken(ask: Ask, selection: tuple[Answer, ...]) -> list[Any]:
    from tutor.engine.facts import Place, Unit

    types = {"unit": Unit, "place": Place}
    chosen = [types[kind](part) for kind, part in zip(ask.of, selection, strict=False) if kind in types]
    return chosen or [fact for fact in ask.facts.values() if isinstance(fact, (Unit, Place))][:1]


def _title(stage: Stage, ask: Any) -> str:
    book = stage.words.book
    return book[ask.rule].title(stage.lang) if ask.rule in book else str(ask.kind)


def _hint(stage: Stage, ask: Ask, selection: tuple[Answer, ...], how: Look, possible: Possible) -> str:
    if ask.sealed:
        return say("hint.sealed", stage.lang)
    if not how.lit:
        return say("hint.dark", stage.lang)
    return say("hint.done", stage.lang) if possible.may_end and not selection else ""


# -- an answer looked at ----------------------------------------------------------------------------------------
def _of_verdict(stage: Stage, ask: Ask, verdict: Verdict, how: Look, level: int) -> View:
    lang, words = stage.lang, stage.words
    told = told_answer(words, ask, verdict.request)
    means = "".join(f"{one} · " for one in how.means)
    marks = [*marking.of_choice(ask, ()), *marking.of_verdict(ask, verdict, how.going)]
    if how.walked is not None:
        marks = [*marking.of_choice(ask, ()), *marching.walk_marks(how.walked, how.lit)]
    if verdict.legal:
        headline = f"✓ {means}{_joined(told, _reason(verdict, how, words))}"
        mood, hint = "ok", say("hint.confirm", lang)
    else:
        first = verdict.objections[0]
        headline = f"✗ {means}{_joined(told, words.sentence(first.kind, first.facts, head=False))}"
        mood, hint = "no", f"[{words.cite(first.rule)}]"
    parts = [*headed(verdict, words), *_way_told(verdict, how, words)]
    if level > 2 and how.entries:
        parts += telling.steps(how.entries, words)
    return View(_scene(stage, how, marks), headline, mood, hint, telling.panel(parts, words, level, how.extra), verdict)


def _reason(verdict: Verdict, how: Look, words: Words) -> Phrases:
    """Why it is allowed; of a way that is walked, or of which no more is to be said, what it costs."""
    held, reach = verdict.held, None if how.going is None else how.going.reach
    if how.walked is None and held:
        return words.sentence(held[0].kind, held[0].facts, True, head=False)
    cost = None if reach is None else how.walked.spent if how.walked is not None else reach.cost(verdict.request)
    if reach is None or cost is None:
        return words.sentence("legal", {}, head=False)
    if reach.allowance is None:
        return say.phrases("costs", words, n=cost)
    return say.phrases("costs-of", words, n=cost, whole=reach.allowance)


def _way_told(verdict: Verdict, how: Look, words: Words) -> Iterator[Node]:
    """The way that was walked so far, or to be opened the one that will be gone, hex by hex."""
    if how.going is None:
        return
    if how.walked is not None:
        yield from marching.walk_steps(how.walked, words)
        return
    steps = tuple(marching.way_steps(how.going, verdict.request, words)) if verdict.legal else ()
    if steps:
        yield Fold(text(say("way", words.lang)), steps)


def _joined(told: str, reason: Phrases) -> str:
    """What was looked at and the reason; a reason that names it stands alone."""
    alone = plain(capital(reason))
    return alone if told.casefold() in alone.casefold() else f"{told} — {plain(reason)}"


# -- dice, the end, and the steps of a procedure ----------------------------------------------------------------
def _of_dice(stage: Stage, ask: Chance[Any] | None, how: Look, level: int) -> View:
    lang = stage.lang
    if ask is None:
        headline = say("over", lang)
    else:
        who = stage.words.fact(Side(ask.who))
        headline = f"⚄ {who[:1].upper()}{who[1:]} — {say('to-roll', lang, what=how.heading or _title(stage, ask))}"
    marks = list(marking.of_entry(how.entries[-1].facts, stage.state)) if how.entries else []
    return View(_scene(stage, how, marks), headline, "", "", _panel(stage, how, level))


def _of_entry(stage: Stage, how: Look, level: int) -> View:
    entry = how.entry
    assert entry is not None
    headline = telling.briefly(entry, stage.words)
    marks = list(marking.of_entry(entry.facts, stage.state))
    now = next((n for n, one in enumerate(how.entries) if one is entry), None)
    panel = telling.panel(telling.steps(how.entries, stage.words, now), stage.words, level, how.extra)
    return View(_scene(stage, how, marks), headline, "", stage.words.cite(entry.rule), panel)


def _panel(stage: Stage, how: Look, level: int) -> str:
    """What happened last; what was before is a click away."""
    words = stage.words
    steps = tuple(telling.steps(how.entries, words))
    told: tuple[Node, ...] = steps
    if len(steps) > MANY_STEPS:
        earlier = text(say("earlier", stage.lang, n=len(steps) - MANY_STEPS))
        told = (Fold(earlier, steps[:-MANY_STEPS]), *steps[-MANY_STEPS:])
    happened = (Heading(text(say("happened", stage.lang))),) if told else ()
    notes = tuple(footnotes(told, words))
    return f'<div class="tt">{how.extra}{Panel(level).html((*happened, *told, *notes))}</div>'


def ends(answer: Answer) -> bool:
    return answer in (DONE, BACK)
