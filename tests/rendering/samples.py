"""What is told by no command, or by one with too much around it: nouns and numbers in every form, a run as each writer
writes it, dice and odds as the table's panel tells them, a chronicle, a lesson, cases that fail."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, get_args

from tests import duel
from tests.chronicle.toy import CHRONICLE
from tests.duel.ruleset import RULES
from tutor import library
from tutor.board import telling as panels
from tutor.board.dice import FaceCell, Faces, Fallen, faces_of
from tutor.cases import load_cases, run
from tutor.cases.telling import told as told_of_case
from tutor.chronicle import gallery
from tutor.chronicle.checked import Story, story
from tutor.chronicle.telling import Teller
from tutor.compare import telling as comparing
from tutor.compare.comparison import GROUNDS, End, diorama
from tutor.compare.diorama import CannotSay
from tutor.compare.neighbours import changes
from tutor.compare.outcome import USUAL, Answer
from tutor.compare.situation import Situation, situation
from tutor.compare.standins import Rests, Swing
from tutor.engine import telling, ways
from tutor.engine.ask import Ask, Volley
from tutor.engine.chance import Distribution
from tutor.engine.check import Rest, Verdict, held, objection
from tutor.engine.facts import Cell, Chosen, Cited, Code, Dice, Odds, Place, Signed, Term, Unit, Way
from tutor.engine.going import Going
from tutor.engine.ledger import Ledger, plus, times
from tutor.engine.nouns import Noun, number, percent, signed
from tutor.engine.odds import Outcome
from tutor.engine.play import Session
from tutor.engine.sayings import SPEAKERS, Either, Sayings
from tutor.engine.speaking import GAP, Speaker
from tutor.engine.templates import template
from tutor.engine.text import Lang, Text, language
from tutor.engine.told import Node, Rows, Sentence, Style, citations, plain, text
from tutor.engine.trace import Entry
from tutor.engine.words import Words
from tutor.lessons import find
from tutor.lessons import telling as lessons
from tutor.lessons.walk import Rung, Walk, solve
from tutor.rendering.bbcode import bbcode
from tutor.rendering.days import day
from tutor.rendering.html import Page, Panel, boxed
from tutor.rendering.markdown import markdown
from tutor.rendering.plain import text as as_text
from tutor.rulesets import book

Sample: TypeAlias = Callable[[Lang], Iterator[str]]


@contextmanager
def toy(lang: Lang) -> Iterator[Path]:
    """The duel among the games, and a library that holds it alone."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory() as own:
        folder = Path(own) / "library"
        shutil.copytree(Path(duel.__file__).parent / "scenarios", folder / "duel")
        os.environ |= {"TUTOR_LANG": lang, "TUTOR_GAMES": "duel=tests.duel", "TUTOR_SCENARIOS": str(folder)}
        _forget()
        try:
            yield folder
        finally:
            os.environ.clear()
            os.environ.update(before)
            _forget()


def _forget() -> None:
    library._opened.cache_clear()
    library._map.cache_clear()


def by_tags(html: str) -> Iterator[str]:
    """HTML with every block on a line of its own."""
    yield from re.sub(r"(?=<(?:div|p|table|tr|details|ul|ol|li|h\d)\b)", "\n", html).strip().splitlines()


# -- words -----------------------------------------------------------------------------------------------------------
NOUNS = {
    "fort": {"fr": "fort", "en": "fort"},
    "brigade": {"fr": "brigade", "en": "brigade", "gender": "f"},
    "army": {"fr": "armée", "en": "army", "gender": "f", "many": {"fr": "armées", "en": "armies"}},
    "ally": {"fr": "Alliés", "en": "Allies", "plural": True},
    "women": {"fr": "troupes", "en": "troops", "gender": "f", "plural": True},
    "hex": {"fr": "HEX", "en": "hex", "many": {"fr": "HEX", "en": "hexes"}},
    "hall": {"fr": "hachure", "en": "hatching", "gender": "f"},
    "step": {"fr": "pas de perte", "en": "step loss"},
    "cardinal": {"fr": "général du feu", "en": "general"},
    "water": {"fr": "eau vive", "en": "ice"},
    "Asiago": "Asiago",
    "Le Mans": "Le Mans",
    "Les Pays-Bas": {"fr": "Les Pays-Bas", "en": "the Netherlands", "proper": "fr", "plural": True},
    "Cadre": {"fr": "le Cadre EFT", "en": "EFT Box", "proper": True},
    "I/27": "I/27",
    "HQ": {"fr": "HQ de la brigade", "en": "HQ of the brigade", "proper": "en"},
}
ELIDED = "eau IV armée onze oui Ypres Yser y haine hache héros homme Hindenburg hollande HEX HQ œuvre été 2e XIe huit"
NUMBERS = (0, 1, 2, -1, -3, Fraction(1, 2), Fraction(3, 2), Fraction(-3, 4), Fraction(1, 3), Fraction(2, 3), 1000)
SENTENCES = (
    "{a:the} {a:est|sont} prêt{a:e} ; c'est l'affaire de {a:the}",
    "{a:a} va à {a:the}, {a:il|elle|ils|elles} {a:va|vont} vers {a:many}",
    "parce que {a:the} craint de {a} {n:count step} ; {n:count die|dice} ; {n:signed} ; {b}",
)
DAYS = ("1916-05-01", "1916-05-22", "1916-12", "1914", *(f"1915-{month:02d}-{month:02d}" for month in range(1, 13)))


def nouns(lang: Lang) -> Iterator[str]:
    """Every noun in every form, what is elided, numbers, days."""
    for data in NOUNS.values():
        noun = Noun.of(data)  # type: ignore[arg-type]
        forms = [noun.form(form, lang) for form in ("", "the", "a", "of", "to", "many", "e")]
        counted = [noun.count(n, lang) for n in (0, 1, 2, Fraction(1, 2), Fraction(3, 2), -1, -2)]
        yield " · ".join(forms + counted)
    for word in ELIDED.split():
        yield f"{Noun(word, word).the(lang)} {Noun(word, word, proper=True).of_the(lang)}"
    yield " ".join(f"{number(n, lang)} {signed(n, lang)}" for n in NUMBERS)
    yield " ".join(percent(share, lang) for share in (0, Fraction(1, 3), Fraction(1, 10_000), 1))
    yield " ".join(percent(share, lang, 0) for share in (0, Fraction(1, 3), Fraction(1, 1_000), 0.5))
    yield from (f"{one}: {day(one, lang)}, {day(one, lang, since='+')}" for one in DAYS)
    yield " ".join(language(one) for one in ("fr_FR", "FR", "en", "de"))


def words(lang: Lang) -> Iterator[str]:
    """Facts of every kind, alone and in sentences."""
    state = library.position("se/roana")
    found = library.scenario("se/roana")
    speaker = Words.of(found.rules, state, lang)
    units = tuple(piece.id for piece in state.pieces)[:3]
    volley = Volley((), (("a", (1, 6)), ("b", ())), ((True, False), ()), (2, 1))
    needs = (Volley((), (("a", (1,)),), ((True,),), (n,)) for n in (0, 1, 3))
    facts: tuple[Any, ...] = (
        *(None, True, False, 3, Fraction(5, 2), -2, "1D2R", "3.5/1", "-2", GAP, Text("deux", "two")),
        *(Signed(2), Signed(-2), Odds(6, 10), Odds(Fraction(7, 2), 1), Dice((1, 6)), Cited("13.4.3.A"), Cited("99")),
        *(Chosen("assault-zoc-exit", "never-paid"), Code("assault", "D1"), Cell("assault", "1", "1", "D1", "stand-in")),
        *(Cell("assault", "1", "1", "D1", "text"), Term("done"), Term("nowhere"), Unit(units[0]), Unit("zz")),
        *(Place("3352"), Place("3351"), tuple(map(Unit, units)), tuple(map(Place, ("3352",))), ()),
        *(Way((Unit(units[0]), Place("3351"))), Way(map(Place, ("3351", "3352"))), volley, Volley((("a", 2),)), *needs),
        *(Ledger.of("1", "x", [plus("1", "y", 3)]), speaker.sentence("legal", {})),
    )
    for fact in facts:
        forms = (speaker.fact(fact, form) for form in ("", "the", "of", "signed", "words", "e"))
        yield " | ".join(forms)
        several, feminine = speaker.several(fact), speaker.feminine(fact)
        yield f"  several: {several}, feminine: {feminine}"
    for sentence in SENTENCES:
        all_of_them = tuple(map(Noun.of, NOUNS.values()))  # type: ignore[arg-type]
        for fact in (*all_of_them, all_of_them[:2], all_of_them[10:12]):
            yield plain(speaker.fill(template(sentence, lang), {"a": fact, "n": 2}))
        yield plain(speaker.fill(template(sentence, lang), {"a": Noun.of("x"), "n": GAP, "b": 1}))
    yield speaker.series(("a", "b", "c"))
    yield speaker.say("no-such-message", {"unit": Unit(units[0]), "n": 2})
    yield Sayings("tutor.board")("no-such-message", lang, n=2, a=("b", "c"))
    yield plain(SPEAKERS[lang].phrases(("a", None, True, 2)))
    yield plain(Speaker(lang).fill(template("{n:count step}, {m}", lang), {"n": 2, "m": (1, None)}))
    expected = (("expect-legal", {}), ("expect-number", {}), ("expect-legal", {}))
    yield Either(Sayings("tutor.files"), expected).told(lang)


# -- a run, as each writer writes it -----------------------------------------------------------------------------------
def duelled() -> Session:
    played = Session(RULES, library.position("assault"))
    played.answer(("r1", "b"))
    played.answer(2)
    played.answer("a", despite=("1.7",))
    return played


def run_told(lang: Lang) -> Iterator[str]:
    """Dice, a choice that the rules forbid, numbers with their stories; a verdict, and what it rests on."""
    with toy(lang):
        played = duelled()
        speaker = Words.of(played.rules, played.state, lang)
        rests = (Rest(Chosen("halving", "down"), (("exact", None), ("down", False))),)
        checks = (objection("1.2", "nobody", place=Place("a")), held("1.2", "adjacent", place=Place("b")))
        refused, free = Verdict("c", checks), Verdict("c", (), asked="1.1")
        nodes = (
            *telling.with_footnotes(telling.trace(played.entries(), speaker), speaker),
            *telling.headed(refused, speaker),
            *telling.headed(Verdict("c", checks[1:]), speaker),
            *telling.headed(free, speaker),
            *telling.headed(Verdict("c", ()), speaker),
            *telling.verdict(Verdict("c", ()), speaker),
            telling.resting(rests[0], True, speaker),
            telling.reading("halving", "down", speaker),
        )
        for level in (1, 2, 3):
            yield f"-- text {level}"
            yield from as_text(nodes, level).splitlines()
        yield "-- bbcode"
        yield from bbcode(nodes, 3).splitlines()
        yield "-- markdown"
        yield from markdown(nodes, 3).splitlines()
        for level in (1, 2, 3):
            yield f"-- panel {level}"
            yield from by_tags(Panel(level).html(nodes))
        yield "-- page"
        yield from by_tags(Page(3).html(nodes))
        yield from (f"cites {ref}" for ref in citations(nodes))


def parts(lang: Lang) -> Iterator[str]:
    """What seldom stands in a run: exemptions, rules that say the same, what remains, readings and tables in words."""
    with toy(lang):
        played = duelled()
        speaker = Words.of(played.rules, played.state, lang)
        refused = objection("1.2", "nobody", place=Place("a"))
        exempt = refused._replace(ok=True, exempt_by="1.7")
        cell, chosen = Cell("losses", "1", "2", "D1", "stand-in"), Chosen("halving", "down")
        deep = Ledger.of("1.3", "strength", [plus("1.3", "printed", 3, unit=Unit("r1"), as_read=chosen)])
        whole = Ledger.of(
            "1.3", "strength", [plus("1.3", "strength", deep), times("1.4", "fort", Fraction(1, 2), place=Place("b"))]
        )
        twice = held("1.2", "adjacent", place=Place("b"), first=whole, second=deep)
        nodes = (
            *telling.checks((exempt, refused, refused._replace(rule="1.7"), twice), speaker),
            *ways.offers((exempt,), speaker),
            *ways.offers((), speaker),
            ways.instead((), "b", speaker),
            Sentence(speaker.phrases(cell), daggers=telling.daggers({"a": cell, "b": chosen}, ())),
            Sentence(speaker.phrases(chosen), daggers=telling.daggers({"a": cell}, speaker.phrases(cell))),
            Sentence(speaker.sentence("exempt", {"rule": Cited("1.2"), "by": Cited("1.7")})),
            Rows((("+1", Sentence(text("a"), below=(Sentence(text("b")),))),)),
            *(Sentence(text(style or "plain", style=style)) for style in get_args(Style)),
            *(ways.means(one, speaker) for one in going_back(played)),
            telling.ledger(whole, speaker),
        )
        nodes = telling.with_footnotes(nodes, speaker)
        for level in (1, 2, 3):
            yield from as_text(nodes, level).splitlines()
        yield from by_tags(Panel(3).html(nodes))
        yield from by_tags(Page(3).html(nodes))
        yield from markdown(nodes, 2).splitlines()
        yield boxed("a", "red")
        yield from as_text(_steps(played, speaker), 1).splitlines()
    for name in ("se/roana", "tlm/cambrai", "dff/albert-1917", "gwie/trent", "fa/belgium-1914"):
        found = library.scenario(name)
        ask = Session(found.rules, found.position()).ask
        speaker = Words.of(found.rules, found.position(), lang)
        for put in (telling.question, telling.own_question, telling.declining):
            yield f"{name}: {plain(put(ask, speaker))}"  # type: ignore[operator]
    yield from _choices_and_outcomes(lang)
    for name, kind, number_ in (("dff", "hit-number", 3), ("dff", "hit-number", -1)):
        dff = Words(book(name), lang)
        lines = (plus("5.2", "no-such-line", number_), times("5.2", "no-such-line", 2))
        for some in (lines, lines[1:], ()):
            yield from as_text([telling.ledger(Ledger.of("5.2", kind, some), dff)], 3).splitlines()


FROM_TO = {"origin": Place("a"), "area": Place("b")}


def going_back(played: Session) -> tuple[Going, ...]:
    assert played.rules.going is not None
    return played.rules.going(played.state, "b1")


def _steps(played: Session, speaker: Words) -> Iterator[Node]:
    """Steps that cost the same: at once, and one by one where each brings something about."""
    (going,) = going_back(played)
    brings = replace(going, follows=lambda a, b: iter((objection("1.7", "enemies-there", place=Place(b)),)))
    cost = Ledger.of("1.6", "step", [plus("1.6", "area", 1, place=Place("b"))])
    for one in (going, brings):
        yield from ways.steps(one, ("a", "b", "c", "d"), (cost, cost, cost), speaker)


def _choices_and_outcomes(lang: Lang) -> Iterator[str]:
    """A choice that its outcome tells again is told with everything only: not where something else comes between."""
    speaker = Words(book("tlm"), lang)
    one, other = Unit("one"), Unit("other")
    chosen = Entry(0, "choice", "4.1", "move", {"answer": one}, who="ge")
    between = Entry(0, "choice", "8.3.1", "pursue", {"answer": Term("no")}, who="ge")
    rolled = Entry(0, "roll", "5.2.1", "die", {"dice": 3}, who="ge")
    moved, instead = (Entry(0, "say", "4.1", "moves", {"unit": unit, **FROM_TO}) for unit in (one, other))
    for then in ((moved,), (between, moved), (rolled, moved), (instead,), (chosen, moved), ()):
        for level in (1, 3):
            yield f"-- {level}"
            yield from as_text(telling.trace((chosen, *then), speaker), level).splitlines()


# -- the table's panel -------------------------------------------------------------------------------------------------
SHORT = ("-", "-", "*", "*", "D1", "D1")
SHARED = (*["Alliés"] * 5, "–", *["Puissances Centrales"] * 4)
LONG = (*["la brigade agit aussitôt, sans attendre"] * 4, *["elle retourne sur la table des brigades"] * 2)
FACED: tuple[tuple[Sequence[str], bool, int], ...] = (
    *((SHORT, False, 3), (SHARED, False, 9), (LONG, False, 2)),
    ([str(n) for n in range(12)], True, 11),
)
DICED = (("se/roana", 12), ("tlm/cambrai", 10), ("dff/albert-1917", 10), ("gwie/trent", 8))


def panel(lang: Lang) -> Iterator[str]:
    """Dice before they fall and after, with what they were read as; odds; a run step by step."""
    speaker = Words.of(library.scenario("se/roana").rules, library.position("se/roana"), lang)
    for values, counted, hit in FACED:
        cells = tuple(FaceCell(face, 1, value, value == "D1") for face, value in enumerate(values, 1 - counted))
        found = Faces(cells, Text("la table", "the table"), counted)
        for came in (None, hit):
            yield from by_tags(panels.faces(found, speaker, came))
            yield from as_text(panels.faces_told(found, speaker, came)).splitlines()
    many = Faces(tuple(FaceCell(n, 3**n, str(n)) for n in range(6)), Text("", ""), True)
    yield from as_text(panels.faces_told(many, speaker, 2)).splitlines()
    distribution = Distribution({True: 1, False: 2}, 3)
    bold, *_, other = library.scenario("se/roana").rules.policies.values()
    names = {True: "a", False: "b"}
    for exact, now, came in ((True, None, None), (False, distribution, None), (True, None, True)):
        outcome = Outcome(distribution, {"ah": bold, "it": other}, 120, exact, 50)
        nodes = tuple(panels.odds(outcome, "?", names.__getitem__, speaker, ("ah", "it"), now, came))
        yield from as_text(nodes).splitlines()
        yield from by_tags(panels.panel(nodes, speaker))
    for name, most in DICED:
        yield f"-- {name}"
        yield from _diced(name, most, lang)


def _diced(name: str, most: int, lang: Lang) -> Iterator[str]:
    """The first steps of a random game, with what its dice may bring."""
    found = library.scenario(name)
    session = Session(found.rules, found.position())
    policy, luck = next(iter(found.rules.policies.values())), Random(3)
    while most and session.ask is not None:
        ask = session.ask
        if isinstance(ask, Ask):
            session.answer(policy.answer(found.rules, ask))
            continue
        most -= 1
        speaker = Words.of(found.rules, session.state, lang)
        table = faces_of(found.rules, session.position, ask, speaker)
        yield from by_tags(panels.pool(ask, speaker))
        thrown = ask.sample(luck)
        yield from by_tags(panels.fallen(Fallen(table, ask, thrown), speaker))
        told = len(session.entries())
        session.answer(ask.write(thrown))
        then = session.entries()[told:]
        read = next((one for one in then if one.what == "say"), None)
        for roll in (one for one in then if one.what == "roll"):
            yield from by_tags(
                Panel(1).html([*panels.thrown(roll, read, speaker), *panels.thrown(roll, None, speaker)])
            )
        speaker = Words.of(found.rules, session.state, lang)
        yield from (panels.briefly(entry, speaker) for entry in then)
        yield from as_text(panels.steps(then, speaker, 0), 1).splitlines()
        yield from by_tags(Panel(1).html(panels.steps(then[:2], speaker, 0)))


# -- where one may go -------------------------------------------------------------------------------------------------
MANY = 20  # units that are asked whether they can move


def going(name: str, units: int = 2, towards: int = 4) -> Sample:
    """Some units of a scenario: where they may go, the way to some places or what closes it, and who supplies them."""

    def told(lang: Lang) -> Iterator[str]:
        found = library.scenario(name)
        rules, state = found.rules, found.position()
        assert rules.going is not None
        speaker = Words.of(rules, state, lang)
        placed = sorted(piece.id for piece in state.pieces if piece.place in state.map.places)
        means_of = {id: rules.going(state, id) for id in _spread(placed, MANY)}
        movable = [id for id, means in means_of.items() if any(one.places for one in means)]
        places = sorted(state.map.places)
        for id in dict.fromkeys((*_spread(movable, units), *_spread(placed, 1))):
            yield f"-- {speaker.fact(Unit(id))}"
            means = means_of[id]
            shut = tuple(ways.shut(means, speaker))
            yield from as_text(shut or [ways.everywhere(one, speaker) for one in means], 1).splitlines()[:30]
            near = [place for one in means for place in _spread(one.places, 2)]
            for place in dict.fromkeys((*near, *_spread(places, towards if near else 1))):
                told = [ways.to(one, place, speaker) for one in means]
                yield from as_text(telling.with_footnotes(told, speaker), 2).splitlines()
                if not any(one.verdict(place).legal for one in means):
                    yield from as_text([ways.instead(means, place, speaker)], 2).splitlines()
            if rules.supply is not None:
                yield from as_text([ways.supply(rules.supply(state, id), speaker)], 3).splitlines()

    return told


def _spread(some: Sequence[str], n: int) -> Sequence[str]:
    """So many of them, from one end to the other."""
    return [some[(len(some) - 1) * one // max(1, n - 1)] for one in range(n)] if len(some) > n else some


# -- a chronicle -------------------------------------------------------------------------------------------------------
def chronicle(found: Story, lang: Lang) -> Iterator[str]:
    """Every step: heading, when and where, by what sources, what the rules say, what changed."""
    tell = Teller(found, lang)
    for step in tell.steps:
        yield " · ".join(
            (f"{step.number}", tell.title(step), tell.time(step), tell.place(step), *tell.formations(step))
        )
        yield from (f"  [{n}] {page} {told}" for n, page, told in tell.references(step.told.cited))
        yield from as_text(tell.nodes(step), 2).splitlines()
        yield from as_text(tell.changes(step), 1).splitlines()
    yield from (f"{id}: {tell.formation(id)[1]}" for id in found.form.formations)
    yield from (f"{cite.text} {cite.title}" for cite in tell.rules())
    yield from (f"{dagger.sign} {dagger.of} {dagger.option}" for dagger in tell.footnotes())
    yield from tell.stand_ins()
    yield from tell.readings()


def headings(lang: Lang) -> Iterator[str]:
    """Of the shipped chronicles the headings of the steps, and what changed on the table."""
    for path in sorted(gallery.shelf().glob("*.yaml")):
        tell = Teller(story(path), lang)
        for step in tell.steps:
            yield f"{tell.title(step)} · {tell.time(step)} · {tell.place(step)}"
            yield from (f"  {line}" for line in as_text(tell.changes(step), 1).splitlines()[:4])


def of_the_duel(lang: Lang) -> Iterator[str]:
    with toy(lang) as folder:
        path = folder / "told.yaml"
        path.write_text(CHRONICLE, "utf-8")
        yield from chronicle(story(path), lang)


def shipped(name: str) -> Sample:
    return lambda lang: chronicle(story(gallery.shelf() / f"{name}.yaml"), lang)


# -- a comparison ------------------------------------------------------------------------------------------------------
WON = End(GROUNDS[0], Fraction(1, 4), Fraction(1, 3), True, Fraction(1, 2))
HELD = End(GROUNDS[1], Fraction(1, 2), Fraction(1, 4), False, Fraction(0))


def comparison(lang: Lang) -> Iterator[str]:
    """Answers that are exact, sampled and refused, side by side, with all that is told of them."""
    landing, fort = situation("gallipoli-1915"), situation("liege-1914")
    whole = Answer("tlm", fort, USUAL, distribution=Distribution({WON: 2, HELD: 1}, 3), positions=12)
    rough = Answer("dff", fort, USUAL, distribution=Distribution({WON: 1, HELD: 999}, 1000), exact=False, runs=1000)
    other = Answer("se", fort, USUAL, distribution=Distribution({HELD: 1}, 1))
    landed, *refused = (Answer(game, landing, USUAL, refused=_why_not(game, landing)) for game in ("tlm", "se", "gwie"))
    weak = Answer("fa", fort, USUAL, refused=("too-weak", "10.7.6.2-b", ""))
    answers = (whole, rough, other, landed, *refused, weak)
    swing = Swing("crt", (Fraction(1, 10), Fraction(1, 2)), (Fraction(0), Fraction(1, 4)))
    still = Swing("losses", (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(1, 4)))
    title = next(iter(whole.diorama.scenario.rules.book.tables))
    swings = (replace(swing, table=title), replace(still, table=title))
    parts: tuple[Iterable[Node], ...] = (
        *(comparing.heading(fort, lang), (comparing.history(fort, lang),), (comparing.table(answers, lang),)),
        *(comparing.certainty(answers, lang), comparing.certainty((whole,), lang), comparing.agreement(answers, lang)),
        *(comparing.scales(answers, lang), comparing.policies((whole, rough, *refused), lang)),
        *(comparing.assumed(answers, lang), comparing.lists(fort, lang), comparing.questions(fort, lang)),
        (comparing.changed((whole, rough), {next(iter(changes(fort))): (rough, weak)}, lang),),
        comparing.rests(Rests(whole, swings, (title,)), lang),
        comparing.rests(Rests(whole, (), ()), lang),
        (comparing.ledgers(whole, lang),),
    )
    for part in parts:
        yield from as_text(part, 3).splitlines()
    for write in (markdown, bbcode):
        yield from write([comparing.table(answers, lang)]).splitlines()


def _why_not(game: str, found: Situation) -> tuple[str, str, str]:
    """Why a game cannot say it."""
    try:
        diorama(game, found)
    except CannotSay as cannot:
        return cannot.kind, cannot.rule, cannot.concept
    raise AssertionError(f"{game} can say it")


# -- a lesson ----------------------------------------------------------------------------------------------------------
AUTHORS = Rung("author", Text("un indice", "a hint"))


def lesson(name: str) -> Sample:
    """Every task with all its hints, an attempt that fails, and the solution."""

    def told(lang: Lang) -> Iterator[str]:
        found = find(name)
        walk = Walk(found)
        yield from as_text([*lessons.head(found, lang), lessons.rung(walk, AUTHORS, lang)]).splitlines()
        yield from as_text(lessons.of_lesson(found, lessons.words_of(walk, lang))).splitlines()
        while True:
            yield from as_text(lessons.task(walk, lang)).splitlines()
            if walk.task.graded:
                yield from _worked(walk, lang)
            if not walk.next():
                break

    return told


def _worked(walk: Walk, lang: Lang) -> Iterator[str]:
    for rung in walk.ladder():
        yield from as_text([lessons.rung(walk, rung, lang)], 3).splitlines()
    tried = {"choose": 0, "predict": "77", "answer": "xyzzy"}.get(walk.task.kind, ("xyzzy",))
    yield from as_text(lessons.reply(walk, walk.attempt(tried), lang), 3).splitlines()
    walk.begin()
    yield from as_text(lessons.reply(walk, solve(walk), lang, 3), 3).splitlines()


# -- cases that fail ---------------------------------------------------------------------------------------------------
def cases(lang: Lang) -> Iterator[str]:
    """Every way in which a case may fail, as `tutor case` tells it."""
    from tests.test_casefiles import BAD, HEAD

    with toy(lang) as folder:
        path = folder / "cases.yaml"
        for body in BAD:
            path.write_text(f"{HEAD}- {{id: x, title: {{fr: t, en: u}}, position: assault, {body}}}\n", "utf-8")
            for case in load_cases(path):
                told = as_text(told_of_case(run(case), lang), 3)
                yield from told.replace(str(folder), "").splitlines()


SAMPLES: Mapping[str, Sample] = {
    "nouns": nouns,
    "words": words,
    "run": run_told,
    "parts": parts,
    "panel": panel,
    "going-dff": going("dff/seine-1914"),
    "going-fa": going("fa/belgium-1914"),
    "going-gwie": going("gwie/suez"),
    "going-se": going("se/roana-march"),
    "going-tlm": going("tlm/marne"),
    "chronicle-duel": of_the_duel,
    "chronicle-caures": shipped("caures"),
    "chronicle-goeben": shipped("goeben"),
    "chronicle-sinai": shipped("sinai"),
    "headings": headings,
    "comparison": comparison,
    "lesson-dff": lesson("dff/1-offensive"),
    "lesson-fa": lesson("fa/2-rapport"),
    "lesson-gwie": lesson("gwie/2-decalages"),
    "lesson-se": lesson("se/1-pont"),
    "lesson-tlm": lesson("tlm/1-verdun"),
    "cases": cases,
}
