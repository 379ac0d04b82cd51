"""Home as HTML: one renderer for the page of the server and for `Home()` in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from importlib import resources

from tutor import rulesets
from tutor.board import look
from tutor.board.home import home_url
from tutor.board.said import tied
from tutor.engine.rulebook import Rule
from tutor.engine.text import LANGUAGES, Lang
from tutor.engine.text import language as language_of
from tutor.home import asked, shelf
from tutor.home.said import Reader, say
from tutor.home.shelf import Entry, Kind
from tutor.lessons import find
from tutor.lessons.progress import Progress
from tutor.lessons.telling import STAR

MODES: Mapping[str, tuple[Kind, ...]] = {  # what one comes for, and what is on the shelf for it
    "play": ("play",),
    "learn": ("learn", "drill"),
    "teach": ("learn",),
    "annotate": ("write", "chronicle", "record"),
    "compare": ("compare",),
}
FIRST = "se/roana"  # the scenario of the first five minutes
RECENT = 3
PICTURE = (480, 300)  # pixels of a game's map as it is sent


# -- what can be opened -------------------------------------------------------------------------------------------
def link(entry: Entry, reader: Reader) -> str:
    """An entry as a link; without a server as what opens it; a faulty file with what is wrong with it."""
    title, note = (
        escape(tied(entry.title(reader.lang), reader.lang)),
        escape(tied(entry.note(reader.lang), reader.lang)),
    )
    small = f" <small>{note}</small>" if note and note not in title else ""
    if entry.faults:
        told = "".join(f"<li>{escape(fault(reader.lang))}</li>" for fault in entry.faults)
        return f'<span class="fault">{title}: {reader.say("faulty")}<ul>{told}</ul></span>'
    if reader.base is None:
        return f'{title}{small}<br><code>show("{entry.kind}", "{escape(entry.name)}")</code>'
    return f'<a href="{escape(reader.base + entry.path)}">{title}</a>{small}'


def _list(kind: str, entries: Iterable[Entry], reader: Reader, more: bool = False, head: str = "h3") -> str:
    """The entries of one kind under their heading; nothing where there are none."""
    items = "".join(f"<li>{_item(entry, reader, more)}</li>" for entry in entries)
    return f'<{head}>{reader.say(f"kind.{kind}")}</{head}><ul class="{kind}">{items}</ul>' if items else ""


def _item(entry: Entry, reader: Reader, more: bool) -> str:
    stars = _stars(entry, reader)
    won = f' <span class="won">{stars}</span>' if stars else ""
    told = entry.more(reader.lang) if more else ""
    return f"{link(entry, reader)}{won}{f'<p>{escape(tied(told, reader.lang))}</p>' if told else ''}"


def _stars(entry: Entry, reader: Reader) -> str:
    """What this learner has won in a lesson, out of what can be won."""
    if entry.kind != "learn" or reader.progress is None or entry.faults:
        return ""
    kept = reader.progress.kept(entry.name)
    most = 3 * sum(task.graded for task in find(entry.name).tasks)
    return f"{sum(task.stars for task in kept)}/{most} {STAR}" if kept else ""


# -- a game ---------------------------------------------------------------------------------------------------------
def game(code: str, kinds: Iterable[Kind], reader: Reader, more: bool = False) -> str:
    """A game: its map, its name, and what there is of it."""
    title = escape(rulesets.book(code).title(reader.lang))
    lists = "".join(_list(kind, shelf.of_game(code, kind), reader, more) for kind in kinds)
    return f'<section class="game" id="{code}">{_picture(code, reader)}<h2>{title}</h2>{lists}</section>'


def _picture(code: str, reader: Reader) -> str:
    if reader.base is None:
        return ""
    width, height = PICTURE
    return f'<img src="{reader.base}map/{reader.lang}/{code}.png" width="{width}" height="{height}" alt="">'


# -- Home -----------------------------------------------------------------------------------------------------------
def contents(reader: Reader, mode: str = "") -> str:
    """All that can be opened, or what there is of one mode."""
    kinds = MODES.get(mode, shelf.KINDS)
    of_games = [one for one in kinds if one in shelf.OF_GAMES or one in shelf.TO_WRITE]
    games = [game(code, of_games, reader, bool(mode)) for code in rulesets.games()]
    parts = [f'<div class="games">{"".join(games)}</div>'] if of_games else []
    if "compare" in kinds:
        parts.append(f'<section class="wide">{_list("compare", shelf.compared(), reader, bool(mode), "h2")}</section>')
    return "".join(parts)


def recent(reader: Reader) -> str:
    """What this learner opened last, to go on with; for whoever is new, where to begin."""
    if reader.base is None or reader.progress is None:
        return ""
    last = [shelf.entry(kind, name) for kind, name in reader.progress.last(RECENT)]
    found = [entry for entry in last if entry is not None and not entry.faults]
    first = f'<a class="first" href="{reader.base}first"><b>{reader.say("first")}</b> {reader.say("first-what")}</a>'
    if not found:
        return f'<p class="begin">{first}</p>'
    links = "".join(f"<li>{reader.say(f'go-on.{entry.kind}')} {link(entry, reader)}</li>" for entry in found)
    return (
        f'<nav class="recent" aria-label="{reader.say("recent")}"><b>{reader.say("recent")}</b><ul>{links}</ul></nav>'
    )


def modes(reader: Reader, now: str = "") -> str:
    """The five things that one comes for."""
    links = "".join(
        f'<li><a href="{reader.base}{mode}"{" aria-current=page" if mode == now else ""}>'
        f"<b>{reader.say(f'mode.{mode}')}</b><span>{reader.say(f'mode.{mode}.what')}</span></a></li>"
        for mode in MODES
    )
    return f'<nav class="modes" aria-label="{reader.say("modes")}"><ul>{links}</ul></nav>'


class Home:
    """Home in a notebook: where a server shows it, links to live tables; elsewhere, what to type for each."""

    def __init__(self, language: str | None = None, question: str = "") -> None:
        self.reader, self.question = Reader(language_of(language), home_url(), Progress()), question

    def ask(self, question: str) -> Home:
        """Home with the clauses that answer a question before all else."""
        return Home(self.reader.lang, question)

    def _repr_html_(self) -> str:
        reader, question = self.reader, self.question
        if reader.base is not None:
            head = modes(reader) + seek(reader, question, ' target="_blank"')
        else:
            head = f"<p>{reader.say('to-type')}</p><pre>from tutor.home.live import show</pre>"
            head += f'<p>{reader.say("to-ask")} <code>Home().ask("{reader.say("seek-question")}")</code></p>'
        found = asked.listed(question, reader)
        return f'<style>{style()}</style><div class="tutor-home">{head}{found}{recent(reader)}{contents(reader)}</div>'

    def __repr__(self) -> str:
        lang = self.reader.lang
        if self.question:
            found = asked.answers(self.question, self.reader)
            return "\n".join(f"{one.rule.cited} {one.rule.title(lang)}: {one.rule.gist(lang)}" for one in found)
        return "\n".join(f'show("{one.kind}", "{one.name}")  # {one.title(lang)}' for one in shelf.everything())


# -- whole pages ------------------------------------------------------------------------------------------------------
def style() -> str:
    """The house's colours, and the sheet that uses them."""
    colours = {"paper": look.PAPER, "ink": look.INK, "line": look.GRID, "go": look.OK, "no": look.NO}
    colours |= {"sand": look.SAND, "sea": look.SEA, "card": look.HEIGHTS[1], "mark": look.SELECT}
    declared = "".join(f"--{name}:{colour};" for name, colour in colours.items())
    sheet = resources.files("tutor.home").joinpath("home.css").read_text("utf-8")
    return f".tutor-home{{{declared}--serif:{look.SERIF};--sans:{look.SANS}}}{sheet}"


def document(title: str, body: str, lang: Lang | None, script: str = "") -> str:
    """A whole page; in no language yet where the reader has not chosen one."""
    spoken = f' lang="{lang}"' if lang else ""
    return (
        f'<!doctype html><html{spoken}><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">'
        f'<style>{style()}</style></head><body class="tutor-home">{body}{script}</body></html>'
    )


def asking(base: str, hidden: str) -> str:
    """The one question that is asked first; `hidden` is what the server wants in its forms."""
    buttons = "".join(
        f'<button name="language" value="{lang}" lang="{lang}">{escape(say("language", lang))}</button>'
        for lang in LANGUAGES
    )
    words = "".join(f'<p lang="{lang}">{escape(say("asking", lang))}</p>' for lang in LANGUAGES)
    titles = "".join(f'<span lang="{lang}">{escape(tied(say("title", lang), lang))}</span>' for lang in LANGUAGES)
    form = f'<form method="post" action="{base}choose">{hidden}<div class="tongues">{buttons}</div></form>'
    maps = "".join(_picture(code, Reader(LANGUAGES[0], base)) for code in rulesets.games())
    body = f'<main class="asking"><h1>{titles}</h1>{words}{form}<div class="strip">{maps}</div></main>'
    return document("tutor", body, None)


def page(reader: Reader, hidden: str, mode: str = "", notebooks: str = "", within: str = "") -> str:
    """Home, or the page of one mode; `within` is what stands on it in place of the shelf."""
    title = say(f"mode.{mode}", reader.lang) if mode else say("title", reader.lang)
    back = f'<a class="home" href="{reader.base}">⌂ {reader.say("home")}</a>' if mode else ""
    head = (
        f"<header>{back}<h1>{escape(title)}</h1>{_who(reader, hidden)}{_tongue(reader, hidden)}</header>"
        f"{modes(reader, mode)}"
    )
    begin = "" if mode else recent(reader)
    learnt = f'<p><a href="{reader.base}hand-in.json">{reader.say("hand-in")}</a></p>' if mode == "learn" else ""
    shown = f"{learnt}{within or contents(reader, mode)}{notebooks}"
    main = f"<main>{begin}{seek(reader)}<div class=answers></div>{shown}</main>"
    return document(say("head", reader.lang, title=title), head + main, reader.lang, _script(reader))


def seek(reader: Reader, question: str = "", target: str = "") -> str:
    """The field that finds what is on the shelf while one types; what is sent from it is asked of the rulebooks."""
    return (
        f'<form class="seek" role="search" action="{reader.base}rule"{target}>'
        f'<label for="seek">{reader.say("seek")}</label>'
        f'<input id="seek" name="question" type="search" autocomplete="off" value="{escape(question)}" '
        f'placeholder="{reader.say("seek-hint")}"><output for="seek" aria-live="polite"></output></form>'
    )


def asked_page(question: str, reader: Reader) -> str:
    """A question and the clauses that answer it."""
    title = reader.say("rules")
    head = f'<header><a class="home" href="{reader.base}">⌂ {reader.say("home")}</a><h1>{title}</h1></header>'
    body = f"{head}<main>{seek(reader, question)}{asked.listed(question, reader, asked.WHOLE)}</main>"
    return document(say("head", reader.lang, title=question or say("rules", reader.lang)), body, reader.lang)


def clause_page(found: Rule, reader: Reader) -> str:
    """A clause by itself, with the field to ask on."""
    head = f'<header><a class="home" href="{reader.base}">⌂ {reader.say("home")}</a></header>'
    body = f"{head}<main>{seek(reader)}{asked.whole(found, reader)}</main>"
    title = f"{found.cited} {found.title(reader.lang)}"
    return document(say("head", reader.lang, title=title), body, reader.lang)


def _who(reader: Reader, hidden: str) -> str:
    """The learner's name, and how another says that it is his turn."""
    progress = reader.progress or Progress()
    others = "".join(f'<option value="{escape(name)}">' for name in progress.learners())
    return (
        f'<form class="who" method="post" action="{reader.base}choose">{hidden}'
        f'<label for="learner">{reader.say("learner")}</label>'
        f'<input id="learner" name="learner" list="learners" maxlength="{LONGEST}" autocomplete="off" '
        f'value="{escape(progress.learner)}" placeholder="{reader.say("no-name")}">'
        f'<datalist id="learners">{others}</datalist><button>{reader.say("enter")}</button></form>'
    )


LONGEST = 40  # letters of a learner's name


def _tongue(reader: Reader, hidden: str) -> str:
    """The other language, one press away."""
    other: Lang = "en" if reader.lang == "fr" else "fr"
    return (
        f'<form class="tongue" method="post" action="{reader.base}choose">{hidden}'
        f'<button name="language" value="{other}" lang="{other}">{escape(say("language", other))}</button></form>'
    )


def notebooks(found: Iterable[tuple[str, str]], reader: Reader) -> str:
    """Where one works with code: titles and addresses of the notebooks in JupyterLab."""
    items = "".join(f'<li><a href="{escape(where)}">{escape(title)}</a></li>' for title, where in found)
    if not items:
        return ""
    head = f"<h2>{reader.say('notebooks')}</h2><p>{reader.say('notebooks-what')}</p>"
    return f'<section class="wide">{head}<ul class="notebooks">{items}</ul></section>'


def _script(reader: Reader) -> str:
    """Home finds by words; without the script everything is simply there."""
    source = resources.files("tutor.home").joinpath("home.js").read_text("utf-8")
    words = "".join(f' data-{name}="{reader.say(f"seek.{name}")}"' for name in ("none", "found"))
    return f"<script{words}>{source}</script>"


def printed(kind: str, body: str, reader: Reader, file: str = "") -> str:
    """A page for paper, with a button that prints it, the same as a file, and the way back, which stay on screen."""
    back = "index.html" if reader.base is None else f"{reader.base}teach"
    whole = f'<a href="{reader.base}{kind.removeprefix("paper.")}/{file}">PDF</a>' if file else ""
    bar = (
        f'<header class="screen"><a class="home" href="{back}">⌂ {reader.say("mode.teach")}</a>'
        f'<button type="button" onclick="print()">{reader.say("print")}</button>{whole}</header>'
    )
    title = say("head", reader.lang, title=say(kind, reader.lang))
    return document(title, f'{bar}<main class="paper">{body}</main>', reader.lang)


def collecting(reader: Reader, hidden: str, table: str) -> str:
    """Where hand-ins are given in, and the table of them."""
    form = (
        f'<form class="collect" method="post" enctype="multipart/form-data" action="{reader.base}collect">{hidden}'
        f'<label for="files">{reader.say("collect.files")}</label>'
        f'<input id="files" type="file" name="hand-ins" accept=".json" multiple required>'
        f"<button>{reader.say('collect')}</button></form>"
    )
    bar = f'<header><a class="home" href="{reader.base}teach">⌂ {reader.say("mode.teach")}</a></header>'
    told = f"<p>{reader.say('collect-how')}</p>"
    body = f"{bar}<main><h1>{reader.say('collect')}</h1>{told}{form}{table}</main>"
    return document(say("head", reader.lang, title=say("collect", reader.lang)), body, reader.lang)


def way_home(reader: Reader) -> str:
    """A link for a page that is not ours, in its corner."""
    style = f"position:fixed;left:8px;bottom:8px;z-index:9;padding:4px 10px;background:{look.INK};color:{look.PAPER}"
    home = reader.say("home")
    return f'<nav aria-label="{home}"><a href="{reader.base}" style="{style}">⌂ {home}</a></nav>'


def failed(status: int, kind: str, reader: Reader, faults: Iterable[str] = (), **facts: object) -> str:
    """What is not there or not as it should be, and the way home."""
    told = f"<h1>{reader.say(kind, **facts)}</h1>" + "".join(f"<p>{escape(fault)}</p>" for fault in faults)
    back = f'<p><a href="{reader.base}">⌂ {reader.say("home")}</a></p>' if reader.base else ""
    return document(
        f"tutor · {status}", f'<main class="asking"><div role="alert">{told}</div>{back}</main>', reader.lang
    )
