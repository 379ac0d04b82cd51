"""`tutor rule`, `tutor concept` and `tutor readings`: the rulebooks' digests, read at the terminal."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import click

from tutor import lookup, rulesets
from tutor.board import clause
from tutor.board.said import say as at_table
from tutor.cases.asking import Answer
from tutor.cli.base import GAME, Command, Wrong, game_option, lang_option, spoken, write
from tutor.cli.base import say as said
from tutor.engine.rulebook import Rule, Rulebook
from tutor.engine.text import Lang, Text
from tutor.engine.told import Sentence, text
from tutor.search import near_words
from tutor.search import search as find
from tutor.sources import Source, sources


# -- rule --------------------------------------------------------------------------------------------------------
@click.command("rule", cls=Command)
@click.argument("citation", nargs=-1)
@click.option("--search", metavar="WORDS")
@click.option("--most", type=click.IntRange(1), default=5)
@click.option("--code", is_flag=True)
@game_option
@lang_option
def rule(
    citation: tuple[str, ...], search: str | None, most: int, code: bool, game: str | None, lang: str | None
) -> None:
    """Show or find rules."""
    tongue = spoken(lang)
    asked = " ".join(citation)
    if search is not None:
        _search(f"{search} {asked}".strip(), game, most, tongue)
        return
    if not lookup.words(asked):
        raise Wrong("rule-or-search")
    found = lookup.cited(asked, game)
    if found:
        _show(found, tongue)
        if code:
            write(line for one in found for line in _code(one, tongue))
    elif lookup.is_citation(asked):
        _not_there(asked, game, tongue)
    else:
        _search(asked, game, most, tongue)


def _show(found: Sequence[Rule], lang: Lang) -> None:
    """A rule, or a few, with all that hangs on them; of many the titles."""
    if len(found) > 3:
        write(_line(one, lang) for one in found)
        return
    for index, one in enumerate(found):
        if index:
            write()
        write([_whole(one, lang)])


def _code(found: Rule, lang: Lang) -> Iterator[str]:
    """Where the code carries a rule out."""
    places = sources(found.game).get(found.id, ())
    yield said("carried-out" if places else "no-code", lang, rule=f"{found.game.upper()} {found.id}")
    yield from (f"  {_here(place)}" for place in places)


def _here(place: Source) -> str:
    """A place as an editor opens it: from where one stands, if it lies below."""
    path = place.path.relative_to(Path.cwd()) if place.path.is_relative_to(Path.cwd()) else place.path
    return f"{path}:{place.line}" + (f" ({place.within})" if place.within else "")


def _not_there(asked: str, game: str | None, lang: Lang) -> None:
    """What looks like it, and how to search."""
    write(said("no-such-rule", lang, rule=asked))
    write(f"  {_line(_of(ref), lang)}" for ref in lookup.near(asked, game))
    write(said("or-search", lang))
    sys.exit(1)


def _search(query: str, game: str | None, most: int, lang: Lang) -> None:
    named, rest = lookup.of_game(query)
    game, query = (named, rest) if game is None and named else (game, query)
    games = (game,) if game else rulesets.games()
    hits = find(query, games, most, lang)
    if hits:
        for hit in hits:
            write([_answer(Answer(hit.rule), lang)])
        return
    near = near_words(query, games)
    write(said("nothing-found", lang, query=query, near=near) if near else said("nothing-near", lang, query=query))
    sys.exit(1)


def _answer(found: Answer, lang: Lang) -> Sentence:
    """A clause that answers a question, what it says, and how to try it."""
    rule = found.rule
    told = [rule.gist(lang)] if rule.gist else []
    told += [said("try-it", lang, rule=f"{rule.game.upper()} {rule.id}")] if found.tried else []
    return Sentence(text(_line(rule, lang)), role="head", below=tuple(Sentence(text(line)) for line in told))


def _of(ref: str) -> Rule:
    game, _, id = ref.partition(":")
    return rulesets.book(game)[id]


def _line(found: Rule, lang: Lang) -> str:
    return f"{found.ref:<14} {found.title(lang)}"


def _whole(found: Rule, lang: Lang) -> Sentence:
    """A rule with all that hangs on it."""
    below = tuple(Sentence(text(line)) for line in _below(found, lang))
    return Sentence(text(f"{found.cited}  {found.title(lang)}"), "■", role="head", below=below)


def _below(found: Rule, lang: Lang) -> Iterator[str]:
    book = rulesets.book(found.game)
    if found.gist:
        yield found.gist(lang)
    yield f"{found.ref} · {clause.kind(found, lang)} · {said('booklet-lines', lang, lines=found.lines)}"
    if found.text != "complete":
        yield at_table(f"text.{found.text}", lang)
    if found.parent:
        yield f"↑ {_line(book[found.parent], lang)}"
    yield from (f"↓ {_line(one, lang)}" for one in book if one.parent == found.id)
    yield from _hanging(book, found.id, lang)


def _hanging(book: Rulebook, id: str, lang: Lang) -> Iterator[str]:
    """Tables, readings and traps of a rule."""
    for name, table in book.tables.items():
        if id in table.get("rules", ()):
            mark = " †" if table.get("provenance") == "stand-in" else ""
            yield said("table", lang, title=Text.of(table["title"])(lang), name=name) + mark
    for slug, reading in book.readings.items():
        if id in reading["rules"]:
            yield said("reading", lang, slug=slug, question=Text.of(reading["question"])(lang))
    for trap in book.data.get("traps") or ():
        if id in trap["rules"]:
            yield f"! {Text.of(trap['wrong'])(lang)} → {Text.of(trap['right'])(lang)}"


# -- concept -----------------------------------------------------------------------------------------------------
@click.command("concept", cls=Command)
@click.argument("name", nargs=-1)
@game_option
@lang_option
def concept(name: tuple[str, ...], game: str | None, lang: str | None) -> None:
    """A concept in all five games."""
    tongue = spoken(lang)
    known = concepts()
    if not name:
        write(f"{slug:<20} {text(tongue)}" for slug, text in known.items())
        return
    found = _concept(" ".join(name), known)
    if found is None:
        raise Wrong("no-concept", name=" ".join(name), near=_near_concepts(" ".join(name), known))
    write([Sentence(text(f"{known[found](tongue)} ({found})"), "■", role="head")])
    for code in (game,) if game else rulesets.games():
        entry = (rulesets.book(code).data.get("concepts") or {}).get(found)
        if entry is None:
            write(f"  {code.upper():<5} {said('no-digest', tongue)}")
            continue
        refs = ", ".join(_cited(code, entry["rules"]))
        write(f"  {code.upper():<5} {Text.of(entry['gist'])(tongue)}" + (f" [{refs}]" if refs else ""))


def _cited(game: str, ids: Iterable[str]) -> Iterator[str]:
    book = rulesets.book(game)
    return iter(dict.fromkeys(book[id].cited if id in book else id for id in ids))


@cache
def concepts() -> Mapping[str, Text]:
    """The questions that all rule sets answer."""
    from importlib import resources

    from tutor.files.nodes import read

    text = resources.files("tutor.rulesets").joinpath("concepts.yaml").read_text("utf-8")
    data: Mapping[str, Any] = read(text, "concepts.yaml")[0].plain()
    return {slug: Text.of(both) for slug, both in data.items()}


def _concept(name: str, known: Mapping[str, Text]) -> str | None:
    wanted = lookup.plain(name)
    for slug, both in known.items():
        if wanted in (lookup.plain(slug), lookup.plain(both.fr), lookup.plain(both.en)):
            return slug
    near = [slug for slug in known if wanted in lookup.plain(slug)]
    return near[0] if len(near) == 1 else None


def _near_concepts(name: str, known: Mapping[str, Text]) -> tuple[str, ...]:
    forms = {lookup.plain(form): slug for slug, text in known.items() for form in (slug, text.fr, text.en)}
    close = difflib.get_close_matches(lookup.plain(name), forms, n=4, cutoff=0.5)
    within = [slug for form, slug in forms.items() if lookup.plain(name) in form]
    return tuple(dict.fromkeys([*(forms[form] for form in close), *within])) or tuple(known)


# -- readings ----------------------------------------------------------------------------------------------------
@click.command("readings", cls=Command)
@click.argument("game", type=GAME)
@click.argument("slug", required=False)
@lang_option
def readings(game: str, slug: str | None, lang: str | None) -> None:
    """What a booklet leaves unclear."""
    tongue = spoken(lang)
    book = rulesets.book(game)
    if slug is not None and slug not in book.readings:
        near = difflib.get_close_matches(slug, book.readings, n=4, cutoff=0.4)
        raise Wrong("no-reading", name=slug, near=tuple(near) or tuple(book.readings))
    for name in [slug] if slug else book.readings:
        write([_reading(book, name, tongue)])


def _reading(book: Rulebook, slug: str, lang: Lang) -> Sentence:
    entry = book.readings[slug]
    refs = ", ".join(_cited(book.game, entry["rules"]))
    source, matter = said(f"source.{entry['source']}", lang), said(f"matter.{entry['matter']}", lang)
    ways = (
        f"{'→' if option == entry['default'] else ' '} {option}: {Text.of(meant)(lang)}"
        for option, meant in entry["options"].items()
    )
    below = (Text.of(entry["question"])(lang), *ways, f"  {Text.of(entry['why'])(lang)}")
    head = text(f"{slug}  [{refs}] · {source}, {matter}")
    return Sentence(head, "■", role="head", below=tuple(Sentence(text(line)) for line in below))
