"""`tutor kit FOLDER`: Home, the engine, and Python for the browser, as files that any browser opens from a disk.

Everything is a script or a page, for these a browser reads from a disk, too: a double click on `index.html` is the
starter, on every system, and no server is needed. From a server it is the same folder.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from PIL import Image

from tutor import rulesets
from tutor.board.said import tied
from tutor.chronicle import gallery
from tutor.chronicle.checked import story
from tutor.classroom.packing import PACKAGE, archives
from tutor.classroom.runtime import Runtime
from tutor.engine.sayings import Sayings, messages
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.writing import write_whole
from tutor.home import hours, page, pictures, shelf
from tutor.home.said import Reader
from tutor.home.said import say as at_home

say = Sayings("tutor.classroom")
BASE = "#/"  # before the name of what Home opens; the page reads it
KINDS: tuple[shelf.Kind, ...] = ("learn", "play", "drill", "record")
PARTS = ("wasm", "module", "library", "site")
SCRIPTS = ("page.js", "boot.js")  # after the page itself, in this order
CHRONICLES = "chronicles"
PRESSED = 7  # of nine: what the last two take away, a hundredth, costs more time than all the others
TEACHER = "teacher"  # answers lie there: nothing that pupils open leads to it
MAP = re.compile(rf"{BASE}map/(\w\w/[\w-]+)\.png")  # where a server would have them
OF_HOME = ("title", "home", "learner", "no-name", "enter")
File = tuple[str, bytes]
Told = Callable[[int, int, str], None]


def build(folder: Path, runtime: Runtime, lang: Lang, told: Told = lambda done, total, what: None) -> int:
    """Write the folder; how many bytes there are in it."""
    size = 0
    made = (*parts(runtime), *maps(), *chronicles(lang), *prepared(lang), ("index.html", index(runtime, lang).encode()))
    for name, content in made:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, content, over=True)
        size += len(content)
    return size


# -- Python ---------------------------------------------------------------------------------------------------------
def parts(runtime: Runtime) -> Iterator[File]:
    """Everything that Python needs, each as a script that says what is in it."""
    yield "parts/pyodide.js", runtime.read("pyodide.js")
    whole = (runtime.read("pyodide.asm.wasm"), runtime.read("pyodide.asm.mjs"), *archives(runtime))
    yield from ((f"parts/{name}.js", _part(name, content)) for name, content in zip(PARTS, whole, strict=True))


def _part(name: str, content: bytes) -> bytes:
    packed = base64.b64encode(gzip.compress(content, PRESSED, mtime=0))
    return b'part("%s","%s");\n' % (name.encode(), packed)


# -- Home -----------------------------------------------------------------------------------------------------------
def maps() -> Iterator[File]:
    """The pictures of the games, pressed: ten of them weigh as much as one did."""
    for game in rulesets.games():
        for lang in LANGUAGES:
            found = pictures.of_game(game, lang)
            if found is not None:
                out = io.BytesIO()
                Image.open(io.BytesIO(found[1])).save(out, "WEBP", quality=85)
                yield f"map/{lang}/{game}.webp", out.getvalue()


def chronicles(lang: Lang) -> Iterator[File]:
    """Their site, with the rulebooks' digests."""
    stories = {path.stem: story(path) for path in sorted(gallery.shelf().glob("*.yaml"))}
    yield from ((f"{CHRONICLES}/{name}", content.encode()) for name, content in gallery.site(stories, lang))


def prepared(lang: Lang) -> Iterator[File]:
    """The hours in class for whoever teaches, as pages to print, with a page that leads to them; in one language."""
    reader, papers = Reader(lang), []
    for entry in (one for game in rulesets.games() for one in shelf.prepared(game) if not one.faults):
        made = {kind: f"{kind}-{entry.name.replace('/', '-')}.html" for kind in hours.PAPERS}
        for kind, name in made.items():
            body = hours.paper(kind, entry.name, reader) or ""
            yield f"{TEACHER}/{lang}/{name}", page.printed(f"paper.{kind}", body, reader).encode()
        links = " ".join(f'<a href="{name}">{reader.say(f"paper.{kind}")}</a>' for kind, name in made.items())
        title, note = (escape(tied(one(lang), lang)) for one in (entry.title, entry.note))
        papers.append(f"<li><b>{title}</b> <small>{note}</small> {links}</li>")
    head = f"<h1>{reader.say('hours')}</h1><p>{reader.say('hours-what')}</p>"
    body = f'<main>{head}<ul class="teach">{"".join(papers)}</ul></main>'
    yield f"{TEACHER}/{lang}/index.html", page.document(reader.say("hours"), body, lang).encode()


def index(runtime: Runtime, lang: Lang) -> str:
    """The one page: Home in every language, and what starts Python behind it."""
    shelves = "".join(_shelf(one) for one in LANGUAGES)
    words = {one: dict(_words(one)) for one in LANGUAGES}
    about = {"lock": json.loads(runtime.lock), "site": runtime.site, "parts": PARTS}
    data = _data("words", words) + _data("parts", about)
    scripts = "".join(f"<script>{_own(name)}</script>" for name in SCRIPTS)
    head = (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>tutor</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">'
        f"<style>{page.style()}{_own('page.css')}</style></head>"
    )
    open_ = '<div id="rendered_cells"></div>'  # the glass knows by this name within what the frame is to fit
    return f'{head}<body class="tutor-home">{_bar()}{shelves}{open_}{data}{scripts}</body></html>'


# The browser itself sees to it that nothing is asked of any other host.
POLICY = (
    "default-src 'none'; script-src 'self' file: blob: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'; "
    "style-src 'unsafe-inline'; img-src 'self' file: data: blob:; connect-src 'self' data: blob:; font-src data:; "
    "base-uri 'none'; form-action 'none'"
)


def _data(id: str, found: object) -> str:
    """What the scripts read, so written that no page takes it for its own."""
    told = json.dumps(found, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="{id}">{told}</script>'


def _own(name: str) -> str:
    return (PACKAGE / "classroom" / name).read_text("utf-8")


def _bar() -> str:
    """The way home, who learns, the other language, what is handed in; the words come with the language."""
    return (
        '<header><a class="home" href="#">⌂ <span data-say="home"></span></a><h1 data-say="title"></h1>'
        '<span class="gap"></span><form id="who" class="who"><label for="learner" data-say="learner"></label>'
        f'<input id="learner" maxlength="{page.LONGEST}" autocomplete="off" data-hint="no-name">'
        '<button data-say="enter"></button></form><button type="button" id="hand-in" data-say="hand-in"></button>'
        '<button type="button" id="tongue" data-say="other"></button></header>'
        '<p id="told" class="told" role="status" aria-live="polite"></p>'
    )


def _words(lang: Lang) -> Iterator[tuple[str, str]]:
    other = next(one for one in LANGUAGES if one != lang)
    yield "other", at_home("language", other)
    yield from ((kind, tied(at_home(kind, lang), lang)) for kind in OF_HOME)
    yield from ((kind, tied(say(kind, lang), lang)) for kind in messages("tutor.classroom"))


def _shelf(lang: Lang) -> str:
    """All that can be opened, in one language."""
    reader = Reader(lang, BASE)
    first = f'<a class="first" href="{BASE}first/-"><b>{reader.say("first")}</b> {reader.say("first-what")}</a>'
    games = "".join(page.game(code, KINDS, reader) for code in rulesets.games())
    compared = "".join(f"<li>{page.link(entry, reader)}</li>" for entry in shelf.compared())
    battles = f'<a href="{CHRONICLES}/index.html">{escape(say("chronicles", lang))}</a>'
    inside = (
        f'<p class="begin">{first}</p>{_rules(lang)}<div class="games">{games}</div>'
        f'<section class="wide"><h2>{reader.say("kind.compare")}</h2><ul class="compare">{compared}</ul></section>'
        f'<section class="wide"><h2>{battles}</h2></section>'
    )
    pictured = MAP.sub(r"map/\1.webp", inside)
    return f'<main class="shelf" data-in="{lang}" lang="{lang}" hidden>{pictured}</main>'


def _rules(lang: Lang) -> str:
    """Where one asks the rulebooks."""
    head, hint, ask, all_ = (escape(say(f"rules{one}", lang)) for one in ("", "-hint", "-ask", "-all"))
    books = [(code, escape(rulesets.book(code).title(lang))) for code in rulesets.games()]
    games = "".join(f'<option value="{code}">{title}</option>' for code, title in (("", all_), *books))
    return (
        f'<section class="rules"><form><b>{head}</b>'
        f'<input name="question" aria-label="{head}" placeholder="{hint}" autocomplete="off">'
        f'<select name="game" aria-label="{head}">{games}</select><button>{ask}</button></form>'
        '<output aria-live="polite"></output></section>'
    )
