"""What is told of each step: what happened, what the rules say of it, how likely the dice were, what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from tutor.board.dice import faces_of
from tutor.board.kit import kit_of
from tutor.board.said import capitalised
from tutor.board.telling import faces_told
from tutor.chronicle.checked import Story
from tutor.chronicle.course import Step
from tutor.chronicle.drawing import stage
from tutor.chronicle.said import odds, say, text, when
from tutor.chronicle.umpire import Asked
from tutor.engine import telling, ways
from tutor.engine.ask import Volley
from tutor.engine.facts import Place, Unit
from tutor.engine.play import Line
from tutor.engine.speaking import capital
from tutor.engine.text import Lang, Text
from tutor.engine.told import Cite, Dagger, Fold, Node, Sentence, citations, daggers_in, inlines, plain
from tutor.engine.told import text as words_of
from tutor.engine.words import Words
from tutor.files.chronicle import Cited, Formation
from tutor.rendering.plain import text as written

BRIEF = 72  # letters of a heading that is taken from a note


@dataclass(frozen=True, eq=False)
class Teller:
    """Tells the steps of a chronicle in one language."""

    story: Story
    lang: Lang

    # -- words --------------------------------------------------------------------------------------------------
    def words(self, line: Line) -> Words:
        return Words.of(line.rules, line.state, self.lang)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self.story.course.walked())

    @cached_property
    def cited(self) -> dict[str, int]:
        """The number of every source that is cited, in the order in which they first are."""
        form = self.story.form
        named = [one.source for step in self.steps for one in step.told.cited]
        named += [one if isinstance(one, str) else one.source for f in form.formations.values() for one in f.sources]
        return {name: n for n, name in enumerate(dict.fromkeys((*named, *form.sources)), 1)}

    # -- headings -----------------------------------------------------------------------------------------------
    def title(self, step: Step) -> str:
        """The step in a few words."""
        told = step.told
        if told.title is not None:
            return text(told.title, self.lang)
        if told.what == "act":
            entry = next((one for one in step.entries if one.what in ("choice", "roll")), None)
            if entry is not None:
                return plain(capital(telling.sentence(entry, self.words(step.before).at(entry.state))))
        if told.chapter is not None:
            return text(told.chapter, self.lang)
        changed = next(iter(self.changes(step)), None)
        if changed is not None:
            return capitalised(plain(changed.phrases))
        return _begun(text(told.note, self.lang)) if told.note is not None else say(told.what, self.lang)

    def time(self, step: Step) -> str:
        return when(step.told.time, self.lang) if step.told.time is not None else ""

    def place(self, step: Step) -> str:
        spots = self.story.form.battle.places
        return text(spots[step.told.place].name, self.lang) if step.told.place is not None else ""

    def formations(self, step: Step) -> list[str]:
        known = self.story.form.formations
        return [text(known[id].name, self.lang) for id in step.told.formations]

    def formation(self, id: str) -> tuple[Formation, str]:
        """A formation, and the name of the counter that stands for it."""
        return self.story.form.formations[id], self.words(self.story.begun).fact(Unit(id))

    def references(self, cited: Iterable[Cited]) -> Iterator[tuple[int, str, str]]:
        """The number of each source, the page, and what it says there."""
        for one in cited:
            told = text(one.text, self.lang) if one.text is not None else ""
            yield self.cited[one.source], one.page or "", told

    # -- the rules ----------------------------------------------------------------------------------------------
    def ruling(self, step: Step) -> Iterator[Node]:
        """What the rules say of it, with the checks that say so."""
        if step.ruling is None:
            return
        word = step.ruling.word
        mood: Any = {"allowed": "ok", "forbidden": "no"}.get(word, "")
        sign = {"allowed": "✓", "forbidden": "✗"}.get(word, "–")
        asked = [tuple(self._asked(step, one)) for one in step.ruling.asked]
        alike = {written(nodes): nodes for nodes in asked}  # of units of one name it is told once
        told = tuple(node for nodes in alike.values() for node in nodes)
        forbidden = word == "forbidden"
        kind = "supposed" if forbidden and step.supposed else word
        yield Sentence(words_of(say(f"rules.{kind}", self.lang)), sign, mood=mood, below=told if forbidden else ())
        if told and not forbidden:
            yield Fold(words_of(say("rules.heading", self.lang, game=self.story.scenario.game.upper())), told)

    def _asked(self, step: Step, one: Asked) -> Iterator[Node]:
        words = self.words(step.before)
        if one.going is not None:
            means = words.sentence(one.going.means, {}, head=False)
            told = say.phrases("by-means", words, **{"unit": Unit(one.going.unit), "with": means})
            cites = (words.citation(one.going.rule),)
            way = ways.way(one.going, one.verdict.request, words) if one.verdict.legal else ()
            yield Sentence(capital(told), cites=cites, below=tuple(way))
        elif one.ask is not None and step.told.what == "fact":
            answer = words.phrases(one.ask.fact(one.verdict.request))
            yield Sentence(say.phrases("asked-of", words, **{"with": answer}), cites=(words.citation(one.ask.rule),))
        held = () if one.going is not None else one.verdict.held  # a way tells what held on it
        yield from telling.checks(one.verdict.objections or held, words)

    def thrown(self, step: Step) -> Iterator[Node]:
        """How likely just these dice were, and a result such as theirs."""
        thrown = step.thrown
        if thrown is None:
            return
        words = self.words(step.before)
        before = step.after.back()
        found = faces_of(before.rules, before.position, thrown.chance, words)
        many = isinstance(thrown.value, Volley)
        hit = thrown.value.total if many else thrown.value
        value = found.value_of(hit)
        came = dict(found.summed).get(value)
        share = Fraction(came, found.total) if came and len(found.summed) > 1 else None
        if many and share is not None:
            face = plain(words.phrases(thrown.value))
            facts = {"face": face, "result": value, "with": odds(share, self.lang)}
            yield Sentence(say.phrases("fell-many", words, **facts), "⚄")
        else:
            face = str(thrown.chance.write(thrown.value))
            yield Sentence(say.phrases("fell", words, **{"face": face, "with": odds(thrown.share, self.lang)}), "⚄")
        if share is not None:
            if not many and share != thrown.share:
                facts = {"result": value, "with": odds(share, self.lang)}
                yield Sentence(say.phrases("fell-so", words, **facts), "⚄")
            yield Fold(words_of(say("table-read", self.lang)), tuple(faces_told(found, words, hit)))

    def follows(self, step: Step) -> Iterator[Node]:
        """What the procedure said besides the answer."""
        told = tuple(telling.trace(self._rest(step), self.words(step.after)))
        if told:
            yield Fold(words_of(say("follows", self.lang)), told)

    def _rest(self, step: Step) -> list[Any]:
        """What was said, without the answer itself, which stands in the heading."""
        if step.told.what != "act" or step.told.title is not None:
            return list(step.entries)
        first = next((n for n, one in enumerate(step.entries) if one.what in ("choice", "roll")), None)
        return [one for n, one in enumerate(step.entries) if n != first]

    # -- the table ----------------------------------------------------------------------------------------------
    def changes(self, step: Step) -> Iterator[Sentence]:
        """What lies otherwise on the table than before."""
        if step.before is step.after:
            return
        before, after = step.before.state.pieces, step.after.state.pieces
        words, now = self.words(step.before), self.words(step.after)
        for piece in before:
            new = after.get(piece.id)
            if new is piece:
                continue
            told = words if new is None else now
            changed = self._changed(step, piece, new)
            if changed is not None:
                kind, facts = changed
                yield Sentence(capital(say.phrases(kind, told, unit=Unit(piece.id), **facts)))
        for piece in after:
            if piece.id not in before and piece.place is not None:
                facts = {"unit": Unit(piece.id), "place": Place(piece.place)}
                yield Sentence(capital(say.phrases("comes", now, **facts)))

    def _changed(self, step: Step, old: Any, new: Any) -> tuple[str, dict[str, Any]] | None:
        if new is None:
            return "gone", {}
        if self._carried(step, old, new):
            return None
        if old.place != new.place:
            if new.place is None:
                return "leaves", {}
            if old.place is None:
                return "comes", {"place": Place(new.place)}
            return "moves", {"start": Place(old.place), "place": Place(new.place)}
        one, other = (
            stage(replace(step, after=step.before), self.lang).counter(old),
            stage(step, self.lang).counter(new),
        )
        if one.face.factors != other.face.factors:
            return "turned", {"first": one.face.factors, "with": other.face.factors}
        return None

    def _carried(self, step: Step, old: Any, new: Any) -> bool:
        """Whether it only went along with the counter that holds it."""
        holder = kit_of(self.story.scenario.game).inside(new)
        held = step.after.state.pieces.get(holder) if holder is not None else None
        return held is not None and old.place != new.place == held.place

    # -- what it rests on ---------------------------------------------------------------------------------------
    def nodes(self, step: Step) -> tuple[Node, ...]:
        """All that is told of a step besides the chronicler's own words: asked for often, and told once."""
        if step.number not in self._told:
            self._told[step.number] = (*self.ruling(step), *self.thrown(step), *self.follows(step))
        return self._told[step.number]

    @cached_property
    def _told(self) -> dict[str, tuple[Node, ...]]:
        return {}

    def rules(self) -> tuple[Cite, ...]:
        """Every rule that is cited, once, in the order of the booklet."""
        book = self.story.scenario.rules.book
        words = self.words(self.story.begun)
        named = {rule for step in self.steps for rule in step.told.despite}
        for step in self.steps:
            refs = citations(self.nodes(step))
            named |= {ref.partition(":")[2] for ref in refs}
        return tuple(words.citation(rule.id) for rule in book if rule.id in named)

    def footnotes(self) -> tuple[Dagger, ...]:
        """Every stand-in and every reading that is marked."""
        return tuple(dict.fromkeys(one for step in self.steps for one in daggers_in(inlines(self.nodes(step)))))

    def stand_ins(self) -> Iterator[str]:
        """What stands in for something that the booklet lacks: tables, parts of the scenario, of the map."""
        book, scenario = self.story.scenario.rules.book, self.story.scenario
        for table in sorted({one.of for one in self.footnotes() if one.sign == "†"}):
            title, says = (Text.of(book.tables[table].get(key))(self.lang) for key in ("title", "says"))
            yield say("stand-in.table", self.lang, title=f"{title}. {says}" if says else title)
        for part, origin in scenario.data.get("provenance", {}).items():
            kind = origin["kind"] if isinstance(origin, dict) else origin
            if kind == "stand-in":
                more = origin.get("source") or origin.get("note") if isinstance(origin, dict) else None
                named = self._part(part)
                yield say("stand-in.part", self.lang, title=f"{named} ({Text.of(more)(self.lang)})" if more else named)
        ours = (part for part, kind in self.story.begun.state.map.provenance.items() if kind == "stand-in")
        for named in dict.fromkeys(map(self._part, ours)):
            yield say("stand-in.map", self.lang, title=named)

    def _part(self, part: str) -> str:
        """A part of a scenario or of a map in words; of several sheets each has its own."""
        return say(f"part.{part.rpartition('.')[2]}", self.lang)

    def readings(self) -> Iterator[str]:
        book, words = self.story.scenario.rules.book, self.words(self.story.begun)
        for slug, option in sorted({(one.of, one.option) for one in self.footnotes() if one.sign == "‡"}):
            question = Text.of(book.readings[slug]["question"])(self.lang)
            yield say("reading", self.lang, question=question, option=words.option(slug, option))


def _begun(told: str) -> str:
    """The first words of a text."""
    first = told.replace("\n", " ").split(". ")[0]
    return first if len(first) <= BRIEF else first[: BRIEF - 1].rsplit(" ", 1)[0] + "…"
