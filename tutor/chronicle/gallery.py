"""A site of chronicles: a page for each, one for each battle that several games tell, and every rulebook's digest.

It is a folder of files that need no server; the search runs in the page, over an index that lies beside it as a script.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path

from tutor import rulesets
from tutor.chronicle.checked import Story, languages, moment, start_of
from tutor.chronicle.course import Step
from tutor.chronicle.page import Others, Page, anchor, nobody, resource
from tutor.chronicle.said import say, text, when
from tutor.chronicle.telling import Teller
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.chronicle import Words

SIGNS = {"allowed": "✓", "forbidden": "✗", "not-askable": "–"}


def site(stories: Mapping[str, Story], lang: Lang, others: Others = nobody) -> Iterator[tuple[str, str]]:
    """Every file of the site: its name, and what stands in it."""
    for name, story in stories.items():
        yield f"{name}.html", Page(story, lang, _langs(story), others).html()
    events = _events(stories)
    for event, names in events.items():
        yield f"{event}.html", _together({name: stories[name] for name in names}, lang)
    for game in rulesets.games():
        yield f"rules-{game}.html", _digest(game, lang)
    yield (
        "search.js",
        f"const INDEX = {json.dumps(list(_index(stories)), ensure_ascii=False, separators=(',', ':'))};\n",
    )
    yield "index.html", _front(stories, events, lang)


def _langs(story: Story) -> tuple[Lang, ...]:
    return tuple(lang for lang in LANGUAGES if lang in languages(story.form))


def _events(stories: Mapping[str, Story]) -> dict[str, list[str]]:
    """The battles that several chronicles tell."""
    found: dict[str, list[str]] = {}
    for name, story in stories.items():
        if story.form.battle.event is not None:
            found.setdefault(story.form.battle.event, []).append(name)
    return {event: names for event, names in found.items() if len(names) > 1}


# -- pages -----------------------------------------------------------------------------------------------------------
def _sheet(title: str, body: str, lang: Lang, script: str = "") -> str:
    ways = "".join(
        f'<label><input type="radio" name="lang" value="{one}"{" checked" if one == lang else ""}>{one.upper()}</label>'
        for one in LANGUAGES
    )
    legend = _both(lambda one: say("language", one))
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{resource('page.css')}</style>\n</head>\n<body>\n"
        f'<header class="bar"><p class="name"><a href="index.html">{_both(lambda one: say("gallery", one))}</a></p>'
        f'<fieldset class="langs"><legend>{legend}</legend>{ways}</fieldset></header>\n'
        f"<main>{body}</main>\n{script}</body>\n</html>\n"
    )


def _both(told: Callable[[Lang], str], tag: str = "span") -> str:
    found = {lang: escape(told(lang), quote=False) for lang in LANGUAGES}
    if len(set(found.values())) == 1:
        return f"<{tag}>{found[LANGUAGES[0]]}</{tag}>"
    return "".join(f'<{tag} class="l-{lang}" lang="{lang}">{one}</{tag}>' for lang, one in found.items())


def _words(words: Words, tag: str = "span") -> str:
    return _both(lambda lang: text(words, lang), tag)


def _front(stories: Mapping[str, Story], events: Mapping[str, list[str]], lang: Lang) -> str:
    """The list of all chronicles, and the search."""
    items = []
    for name, story in stories.items():
        battle, steps = story.form.battle, len(list(story.course.walked()))
        dates = battle.dates
        told = _both(lambda one, dates=dates: when(dates, one)) if dates is not None else ""  # type: ignore[misc]
        size = len(story.form.sources)
        count = _both(lambda one, n=steps, size=size: say("count", one, n=n, size=size))  # type: ignore[misc]
        title, says = _words(battle.title), _words(battle.summary, "p")
        meta = f'<p class="meta">{told} · {story.scenario.game.upper()} · {count}</p>'
        items.append(f'<article><h2><a href="{name}.html">{title}</a></h2>{meta}{says}</article>')
    for event, names in events.items():
        games = ", ".join(stories[name].scenario.game.upper() for name in names)
        title = _words(stories[names[0]].form.battle.title)
        together = _both(lambda one: say("together", one))
        items.append(f'<p><a href="{event}.html">{together} : {title}</a> ({games})</p>')
    digests = "".join(
        f'<li><a href="rules-{game}.html">{game.upper()} · {_both(rulesets.book(game).title)}</a></li>'
        for game in rulesets.games()
    )
    search = (
        f'<p><label for="q">{_both(lambda one: say("search", one))}</label><br>'
        f'<input id="q" type="search" size="40" disabled></p><p role="status" aria-live="polite" id="n"></p>'
        f'<ul id="found"></ul>'
    )
    body = (
        f"<h1>{_both(lambda one: say('gallery', one))}</h1>{_both(lambda one: say('gallery.says', one), 'p')}"
        f"{search}{''.join(items)}<h2>{_both(lambda one: say('digests', one))}</h2><ul>{digests}</ul>"
    )
    script = f'<script src="search.js"></script><script>{resource("search.js")}</script>'
    return _sheet(say("gallery", lang), body, lang, script)


def _digest(game: str, lang: Lang) -> str:
    """Every clause of a booklet in our own words, chapter by chapter."""
    parts: list[str] = []
    chapter = ""
    for rule in rulesets.book(game):
        if rule.chapter != chapter:
            chapter = rule.chapter
            parts.append(f"</dl><h2>{escape(game.upper())} {escape(chapter)}</h2><dl>")
        title = _both(lambda one, rule=rule: rule.title(one), "b")  # type: ignore[misc]
        gist = _both(lambda one, rule=rule: rule.gist(one)) if rule.gist else ""  # type: ignore[misc]
        parts.append(f'<dt id="{anchor(rule.ref)}">{escape(rule.cited)}</dt><dd>{title} {gist}</dd>')
    head = _both(lambda one: say("digests", one))
    body = (
        f"<h1>{game.upper()} · {head}</h1><dl>{''.join(parts)}</dl>{_both(lambda one: say('games-belong', one), 'p')}"
    )
    return _sheet(f"{game.upper()} · {say('digests', lang)}", body, lang)


def _together(stories: Mapping[str, Story], lang: Lang) -> str:
    """One battle in a column for each game, its steps beside one another by their time."""
    names = list(stories)
    rows: dict[tuple[int, ...], dict[str, list[Step]]] = {}
    tellers = {name: {one: Teller(story, one) for one in LANGUAGES} for name, story in stories.items()}
    for name, story in stories.items():
        at: tuple[int, ...] = ()
        for step in story.course.steps:
            if step.told.time is not None:
                at = moment(start_of(step.told.time))[:3]
            rows.setdefault(at, {}).setdefault(name, []).append(step)
    head = "".join(
        f'<th scope="col"><a href="{name}.html">{stories[name].scenario.game.upper()} · '
        f"{_words(stories[name].form.battle.title)}</a></th>"
        for name in names
    )
    body = []
    for at in sorted(rows):
        day = "-".join(f"{part:02}" for part in at)
        told = _both(lambda one, day=day: when(day, one)) if day else ""  # type: ignore[misc]
        cells = "".join(f"<td>{''.join(_beside(name, tellers[name], rows[at].get(name, [])))}</td>" for name in names)
        body.append(f'<tr><th scope="row">{told}</th>{cells}</tr>')
    title = stories[names[0]].form.battle.title
    table = f'<table class="together"><thead><tr><td></td>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'
    says = _both(lambda one: say("together", one), "p")
    return _sheet(text(title, lang), f"<h1>{_words(title)}</h1>{says}{table}", lang)


def _beside(name: str, tellers: Mapping[Lang, Teller], steps: list[Step]) -> Iterator[str]:
    for step in steps:
        sign = SIGNS[step.ruling.word] if step.ruling is not None else ""
        told = _both(lambda lang, step=step: tellers[lang].title(step))  # type: ignore[misc]
        rules = ", ".join(step.broken)
        broken = f' <small class="no">{escape(rules)}</small>' if rules else ""
        yield f'<p>{sign} <a href="{name}.html#s{step.number}">{told}</a>{broken}</p>'


def _index(stories: Mapping[str, Story]) -> Iterator[list[str]]:
    """What is searched: where it stands, how it is called in both languages, and its words."""
    for name, story in stories.items():
        tellers = {lang: Teller(story, lang) for lang in LANGUAGES}
        for step in story.course.walked():
            titles = [tellers[lang].title(step) for lang in LANGUAGES]
            notes = [text(step.told.note, lang) for lang in LANGUAGES] if step.told.note is not None else ["", ""]
            yield [f"{name}.html#s{step.number}", f"{name} {step.number}", *titles, *notes]
    for game in rulesets.games():
        for rule in rulesets.book(game):
            said = [found(lang) for found in (rule.title, rule.gist) for lang in LANGUAGES]
            yield [f"rules-{game}.html#{anchor(rule.ref)}", rule.cited, *said]


def shelf() -> Path:
    """Where the chronicles lie that came with the tutor."""
    from tutor.library import shipped

    return shipped("chronicles")
