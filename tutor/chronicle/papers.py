"""A chronicle for forums and for the web's other pages: Markdown or BBCode, the pictures of its steps beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tutor import __version__
from tutor.board.said import tied
from tutor.chronicle import bibliography
from tutor.chronicle.checked import Story
from tutor.chronicle.course import Step
from tutor.chronicle.drawing import Drawn, picture
from tutor.chronicle.page import GLYPHS, Others, nobody
from tutor.chronicle.said import COLON, degrees, say, text, when
from tutor.chronicle.telling import Teller
from tutor.engine.text import Lang
from tutor.engine.told import Cite, Heading, Node, Sentence
from tutor.engine.told import text as words_of
from tutor.files.chronicle import FORMAT, Formation, Spot, cited
from tutor.rendering import bbcode, markdown

Style: TypeAlias = Literal["markdown", "bbcode"]
WIDE = 900.0  # pixels of a picture


@dataclass(frozen=True)
class Paper:
    """The text, and the pictures that it shows, as SVG by their names."""

    text: str
    pictures: dict[str, str]


class Writer:
    """What the two kinds of text do each in its own way."""

    def __init__(self, style: Style, where: str) -> None:
        self.style, self.where = style, where

    def plain(self, told: str) -> str:
        return markdown.escaped(told) if self.style == "markdown" else bbcode.escaped(told)

    def head(self, told: str, depth: int) -> str:
        if self.style == "markdown":
            return f"\n{'#' * depth} {self.plain(told).removeprefix(chr(92))}\n"
        size = {1: 160, 2: 130}.get(depth, 110)
        return f"\n[size={size}][b]{self.plain(told)}[/b][/size]"

    def soft(self, told: str) -> str:
        if not told:
            return ""
        return f"*{self.plain(told)}*\n" if self.style == "markdown" else f"[i]{self.plain(told)}[/i]"

    def picture(self, name: str, says: str) -> str:
        if self.style == "markdown":
            return f"![{self.plain(says)}]({self.where}{name})\n"
        return f"[img]{self.where}{name}[/img]"

    def nodes(self, told: tuple[Node, ...]) -> str:
        if not told:
            return ""
        made = markdown.markdown(told, 2) if self.style == "markdown" else bbcode.bbcode(told, 2)
        return f"{made}\n" if self.style == "markdown" else f"[quote]{made}[/quote]"

    def listed(self, items: list[str]) -> str:
        if self.style == "markdown":
            return "\n".join(f"- {item}" for item in items) + "\n" if items else ""
        return "\n".join(("[list]", *(f"[*]{item}" for item in items), "[/list]")) if items else ""

    def rule(self, cite: Cite) -> str:
        """What a rule says, where its citations lead."""
        at = f'<a id="{cite.ref}"></a>' if self.style == "markdown" else ""
        return at + self.plain(f"{cite.text} — {cite.title}. {cite.gist}")

    def source(self, story: Story, name: str, lang: Lang) -> str:
        source = story.form.sources[name]
        if self.style == "markdown":
            return bibliography.markdown(source, lang)
        return bbcode.escaped(bibliography.plain(source, lang))


def paper(story: Story, lang: Lang, style: Style, stem: str, where: str = "", others: Others = nobody) -> Paper:
    """A chronicle as text with pictures, which lie `where`; `others` are asked what other games say of a situation."""
    tell, writer = Teller(story, lang), Writer(style, where)
    drawn = Drawn(tell.steps, (lang,))
    names = {step.number: f"{stem}-{step.number}.png" for step in tell.steps if _worth(step)}
    scale = min(1.0, WIDE / drawn.window[2])
    pictures = {
        names[step.number]: picture(step, lang, drawn.window, scale) for step in tell.steps if step.number in names
    }
    parts = (*_head(story, tell, writer), *_steps(tell, writer, names, others), *_after(story, tell, writer))
    return Paper(tied("\n".join(part for part in parts if part) + "\n", lang), pictures)


def _worth(step: Step) -> bool:
    """Whether a step has a picture of its own: something moves, is drawn, or begins."""
    moved = step.before is not step.after and step.told.what == "fact"
    return bool(step.told.shapes or step.told.chapter is not None or moved or step.number == "1")


def _head(story: Story, tell: Teller, writer: Writer) -> Iterator[str]:
    battle, lang = story.form.battle, tell.lang
    yield writer.head(text(battle.title, lang), 1).lstrip("\n")
    dates = when(battle.dates, lang) if battle.dates is not None else ""
    yield writer.soft(" · ".join(part for part in (dates, say("by", lang, names=battle.author)) if part))
    yield writer.plain(text(battle.summary, lang)) + "\n"
    game = story.scenario.game.upper()
    yield writer.soft(say("played-in", lang, title=story.scenario.title(lang), game=game))
    if battle.places:
        yield writer.head(say("places", lang), 2)
        yield writer.listed([writer.plain(_spot(spot, lang)) for spot in battle.places.values()])


def _spot(spot: Spot, lang: Lang) -> str:
    at = degrees(spot.at, lang) if spot.at is not None else ""
    told = (text(spot.name, lang), at, text(spot.note, lang) if spot.note is not None else "")
    return " · ".join(part for part in told if part)


def _steps(tell: Teller, writer: Writer, names: dict[str, str], others: Others) -> Iterator[str]:
    lang, game = tell.lang, tell.story.scenario.game
    for step in tell.steps:
        told = step.told
        if told.chapter is not None:
            yield writer.head(text(told.chapter, lang), 2)
        glyph = f" {GLYPHS[told.glyph]}" if told.glyph is not None else ""
        branch = say("variation", lang, number=step.number.rstrip("0123456789")[:-1]) if _begins_variation(step) else ""
        yield writer.head(f"{step.number}. {tell.title(step)}{glyph}", 3)
        yield writer.soft(branch)
        certainty = say(told.certainty, lang) if told.certainty is not None else ""
        who = ", ".join(tell.formations(step))
        yield writer.soft(" · ".join(part for part in (tell.time(step), tell.place(step), certainty, who) if part))
        if step.number in names:
            yield writer.picture(names[step.number], say("board-of", lang, number=step.number, title=tell.title(step)))
        if told.note is not None:
            yield writer.plain(text(told.note, lang).strip()) + "\n"
        for shown in told.pictures:
            yield writer.picture(shown.file, text(shown.says, lang))
            yield writer.soft(f"{text(shown.says, lang)} ({shown.credit}, {shown.licence})")
        yield writer.nodes(tell.nodes(step))
        said = others(told.situation, game, lang) if told.situation is not None else ()
        yield writer.nodes((Heading(words_of(say("others", lang))), *said) if said else ())
        yield writer.nodes(tuple(tell.changes(step)))
        yield writer.listed([_reference(tell, writer, *one) for one in tell.references(told.cited)])


def _begins_variation(step: Step) -> bool:
    return step.supposed and step.way[-1] == 0


def _reference(tell: Teller, writer: Writer, number: int, page: str, says: str) -> str:
    name = next(name for name, n in tell.cited.items() if n == number)
    source = tell.story.form.sources[name]
    told = f"({number}) {source.title}"
    told += f", p. {page}" if page else ""
    told += "" if source.accessed else f" ({say('not-verified', tell.lang)})"
    return writer.plain(told + (f"{COLON[tell.lang]}{says}" if says else ""))


def _after(story: Story, tell: Teller, writer: Writer) -> Iterator[str]:
    lang = tell.lang
    yield writer.head(say("broken", lang), 2)
    broken = [step for step in tell.steps if step.broken]
    told = [f"{step.number}. {tell.title(step)} — {', '.join(_cited(tell, step))}" for step in broken]
    yield writer.listed([writer.plain(one) for one in told]) if told else writer.plain(say("broken.none", lang)) + "\n"
    if story.form.sources:
        yield writer.head(say("sources", lang), 2)
        yield writer.listed([f"({n}) {writer.source(story, name, lang)}" for name, n in tell.cited.items()])
    if story.form.terms:
        yield writer.head(say("terms", lang), 2)
        terms = (f"{text(term.word, lang)}{COLON[lang]}{text(term.says, lang)}" for term in story.form.terms)
        yield writer.listed([writer.plain(one) for one in terms])
    if story.form.formations:
        yield writer.head(say("formations", lang), 2)
        yield writer.listed([writer.plain(_formation(tell, *tell.formation(id))) for id in story.form.formations])
    yield writer.head(say("rules", lang), 2)
    yield writer.listed([writer.rule(one) for one in tell.rules()])
    yield writer.head(say("credits", lang), 2)
    battle = story.form.battle
    yield writer.plain(say("licence", lang, names=f"{battle.author}, {battle.licence}")) + "\n"
    yield writer.plain(say("games-belong", lang)) + "\n"
    for kind, listed in (("stand-ins", tuple(tell.stand_ins())), ("readings", tuple(tell.readings()))):
        if listed:
            yield writer.nodes((Sentence(words_of(say(kind, lang))),))
            yield writer.listed([writer.plain(one) for one in listed])
    yield writer.soft(say("made-with", lang, version=__version__, number=FORMAT))


def _formation(tell: Teller, formation: Formation, unit: str) -> str:
    lang = tell.lang
    told = [text(formation.name, lang), say("counter", lang, unit=unit)]
    told += [say(formation.certainty, lang)] if formation.certainty is not None else []
    told += [say("led-by", lang, names=formation.commander)] if formation.commander is not None else []
    told += [text(one, lang) for one in (formation.strength, formation.note) if one is not None]
    told += [
        f"({number}){f' p. {page}' if page else ''}" for number, page, _ in tell.references(cited(formation.sources))
    ]
    return " · ".join(told)


def _cited(tell: Teller, step: Step) -> Iterator[str]:
    words = tell.words(step.before)
    return (words.cite(rule) for rule in step.broken)
