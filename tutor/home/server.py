"""A small extension of the Jupyter server: Home at `/tutor/`, without a kernel and without code on the screen.

`tutor lab` starts it with its own server (`--ServerApp.jpserver_extensions`), so nothing is registered on the machine.
What is alive is a page of Voilà on the same server, made of a name that the library has: no file is named, read or
served that anybody asks for by its path.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module, resources, util
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import web

from tutor import rulesets
from tutor.board.home import HOME
from tutor.engine.text import LANGUAGES, Lang, Text, language
from tutor.files.faults import BadFile, Fault, Mark
from tutor.home import asked, hours, page, pictures, shelf, teach, told
from tutor.home.page import LONGEST
from tutor.home.said import Reader, both, say
from tutor.lessons.bilan import NoHandIn, bilan, handed_in
from tutor.lessons.progress import Progress
from tutor.lessons.sheet import sheet
from tutor.rendering.pdf import CannotPrint, pdf

NEEDS = "voila"
ALIVE = tuple(kind for kind in shelf.KINDS if kind != "chronicle")  # a chronicle's page needs no kernel
WORKSPACE = "lab/workspaces/tutor/tree/"


# -- the extension --------------------------------------------------------------------------------------------------
def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "tutor.home.server"}]


def _load_jupyter_server_extension(app: Any) -> None:
    base = url_path_join(app.web_app.settings["base_url"], "tutor/")
    os.environ[HOME] = base  # for the kernels: every table then knows its way home
    known, alive = "|".join(page.MODES), "|".join((*ALIVE, "project", "write"))
    printed = "|".join((*teach.PRINTED, *hours.PAPERS))
    handlers: list[tuple[Any, ...]] = [
        (f"{base}?", HomePage),
        (f"{base}choose", Choose),
        (f"{base}({known})/?", ModePage),
        (rf"{base}map/(\w\w)/([\w-]+)\.png", Map),
        (rf"{base}(sheet|answers)/(.+)\.pdf", Printed),
        (rf"{base}({printed})/(.+)", Paper),
        (rf"{base}chronicle/(.+)", Chronicle),
        (rf"{base}rule/?", Asked),
        (rf"{base}rule/(.+)", Clause),
        (rf"{base}collect", Collect),
        (rf"{base}hand-in\.json", HandIn),
        (rf"{base}(first)()", *_live(app)),
        (rf"{base}({alive})/(.+)", *_live(app)),
        (rf"{base}(.*)", Nothing),
    ]
    app.web_app.add_handlers(".*$", handlers)
    threading.Thread(target=_ahead, daemon=True).start()


def _ahead() -> None:
    """What the first page will ask for, found while nobody waits."""
    for _ in shelf.everything():
        pass
    asked.answers("falaise", Reader("fr"))  # the rulebooks are read for it


# -- handlers -------------------------------------------------------------------------------------------------------
class OfHome(JupyterHandler):
    """What all pages share: who reads, in which language, and work that does not hold the server up."""

    @property
    def base(self) -> str:
        return str(url_path_join(self.base_url, "tutor/"))

    @property
    def progress(self) -> Progress:
        return Progress()

    def reader(self, lang: Lang | None = None) -> Reader:
        return Reader(lang or self.progress.language or language(), self.base, self.progress)

    @property
    def hidden(self) -> str:
        """What proves that a form is ours."""
        return str(self.xsrf_form_html())

    async def made(self, make: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(None, make)

    def missing(self, given: str) -> None:
        self.set_status(404)
        self.finish(page.failed(404, "not-found", self.reader(), given=given))


class HomePage(OfHome):
    @web.authenticated
    async def get(self) -> None:
        """Home; before it the one question in which language."""
        if self.progress.language is None:
            self.finish(page.asking(self.base, self.hidden))
            return
        reader, hidden = self.reader(), self.hidden
        root = Path(self.settings["server_root_dir"]).expanduser()
        books = page.notebooks(_notebooks(root, reader.lang, self.base_url), reader)
        self.finish(await self.made(partial(page.page, reader, hidden, "", books)))


class ModePage(OfHome):
    @web.authenticated
    async def get(self, mode: str) -> None:
        self.finish(await self.made(partial(_page, self.reader(), self.hidden, mode)))


def _page(reader: Reader, hidden: str, mode: str) -> str:
    """The page of a mode; that of teachers has what they need in place of what there is to open."""
    return page.page(reader, hidden, mode, within=teach.contents(reader) if mode == "teach" else "")


class Choose(OfHome):
    """What somebody says of himself: a language, a name."""

    @web.authenticated
    async def post(self) -> None:
        lang, name = self.get_body_argument("language", None), self.get_body_argument("learner", None)
        if lang in LANGUAGES:
            self.progress.enter(language(lang))
        elif name is not None:
            new = Progress(learner=" ".join(name.split())[:LONGEST])
            new.enter(new.language or self.progress.language)  # whoever is new is spoken to as was spoken before
        self.redirect(self.base)


class Map(OfHome):
    @web.authenticated
    async def get(self, lang: str, game: str) -> None:
        """The map of a game, as a picture."""
        if game not in rulesets.games() or lang not in LANGUAGES:
            raise web.HTTPError(404)
        found = await self.made(partial(pictures.of_game, game, lang))
        if found is None:
            raise web.HTTPError(404)
        kind, picture = found
        self.set_header("Content-Type", kind)
        self.set_header("Cache-Control", "private, max-age=600")
        self.finish(picture)


class Chronicle(OfHome):
    """A chronicle, on the page that is published of it, with the way home."""

    @web.authenticated
    async def get(self, name: str) -> None:
        found, reader = await self.made(partial(shelf.entry, "chronicle", name)), self.reader()
        if found is None or found.faults:
            self.missing(name)
            return
        self.progress.opened("chronicle", name)
        try:
            html = await self.made(partial(told.published, name, reader.lang))
        except BadFile as bad:
            self.finish(page.failed(200, "faulty", reader, bad.told(reader.lang)))
            return
        self.finish(html.replace("<body>", f"<body>{page.way_home(reader)}", 1))


class Asked(OfHome):
    """The clauses that answer a question: a page of its own, of which Home takes the answers while one types."""

    @web.authenticated
    async def get(self) -> None:
        self.finish(await self.made(partial(page.asked_page, self.get_argument("question", ""), self.reader())))


class Clause(OfHome):
    """A clause, as the table tells it."""

    @web.authenticated
    async def get(self, name: str) -> None:
        found = asked.rule(name)
        if found is None:
            self.missing(name)
            return
        self.finish(await self.made(partial(page.clause_page, found, self.reader())))


class Paper(OfHome):
    """What is printed of a lesson or an hour: the plan, the pupils' sheet, the teacher's with the answers."""

    @web.authenticated
    async def get(self, kind: str, name: str) -> None:
        reader = self.reader()
        body = await self.made(partial(teach.paper, kind, name, reader))
        if body is None:
            self.missing(name)
            return
        file = "" if kind not in ("sheet", "answers") else f"{quote(name)}.pdf"
        self.finish(page.printed(f"paper.{kind}", body, reader, file))


class Printed(OfHome):
    """A sheet on A4, as a browser of this machine prints it; where there is none, what else one can do."""

    @web.authenticated
    async def get(self, kind: str, name: str) -> None:
        found, reader = await self.made(partial(shelf.entry, "learn", name)), self.reader()
        if found is None or found.faults:
            self.missing(name)
            return
        made = await self.made(partial(sheet, name, reader.lang, teacher=kind == "answers"))
        try:
            paper = await self.made(partial(pdf, made.page))
        except CannotPrint as why:
            self.set_status(501)
            self.finish(page.failed(501, f"paper.{kind}", reader, [why.told(reader.lang)]))
            return
        self.set_header("Content-Type", "application/pdf")
        self.finish(paper)


class Collect(OfHome):
    """Hand-ins, from this machine and from files, in one table."""

    @web.authenticated
    async def get(self) -> None:
        self._tell([], [])

    @web.authenticated
    async def post(self) -> None:
        rows: list[dict[str, Any]] = []
        faults: list[Fault] = []
        for file in self.request.files.get("hand-ins", ()):
            try:
                rows += handed_in(Path(file["filename"]).stem, file["body"])
            except NoHandIn:
                faults.append(Fault(file["filename"], Mark(1, 1), "no-bilan"))
        self._tell(rows, faults)

    def _tell(self, rows: list[dict[str, Any]], faults: list[Fault]) -> None:
        here = [
            row
            for name in self.progress.learners()
            for row in handed_in(name, bilan(progress=Progress(learner=name)).text.encode())
        ]
        reader = self.reader()
        table = teach.collected([*here, *rows], faults, reader)
        self.finish(page.collecting(reader, self.hidden, table))


class HandIn(OfHome):
    """What whoever learns here hands in, as a file under his name."""

    @web.authenticated
    async def get(self) -> None:
        name = self.progress.learner or "bilan"
        self.set_header("Content-Type", "application/json")
        self.set_header("Content-Disposition", f"attachment; filename*=UTF-8''{quote(name)}.json")
        self.finish(bilan(progress=self.progress).text)


class Nothing(OfHome):
    @web.authenticated
    async def get(self, given: str) -> None:
        self.missing(given)


class Lacking(OfHome):
    """In place of what is alive, where Voilà is not installed."""

    @web.authenticated
    async def get(self, kind: str, name: str) -> None:
        self.set_status(501)
        self.finish(page.failed(501, "needs", self.reader(), package="Voilà", extra="lab"))


# -- what is alive ----------------------------------------------------------------------------------------------------
def title_of(kind: str, name: str) -> Text | None:
    """The title of what may be shown alive; None where nothing has the name."""
    if kind == "first":
        return both("first-title")
    found = shelf.entry("learn" if kind == "project" else kind, name)
    return None if found is None or found.faults else found.title


def notebook(kind: str, name: str, title: str, reader: Reader, learner: str) -> Any:
    """The notebook of one cell that Voilà runs; all that stands in it is looked up or written by us."""
    import nbformat

    given = ", ".join(repr(one) for one in (kind, name, reader.lang, learner))
    code = f"from tutor.home.live import show\nshow({given})"
    cell: dict[str, Any] = {"cell_type": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None}
    about = {
        "home": reader.base,
        "home_word": say("home", reader.lang),
        "wait": say("setting-up", reader.lang, title=title),
        "lang": reader.lang,
        "learner": learner,
        "light": kind == "project",  # on a wall dark pages are hard to read
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "title": title, "tutor": about}
    made = json.dumps({"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 4})
    return nbformat.reads(made, 4)  # type: ignore[no-untyped-call]


class OneNotebook:
    """Where Voilà looks for a notebook, it finds the one that was made, whatever it asks for."""

    def __init__(self, made: Any) -> None:
        self.made = made

    async def get(self, path: str, **how: Any) -> dict[str, Any]:
        return {"type": "notebook", "path": path, "content": self.made}

    def file_exists(self, path: str) -> bool:
        return False


def _live(app: Any) -> tuple[Any, ...]:
    """The handler of live pages, and what it is given."""
    if util.find_spec(NEEDS) is None:
        return (Lacking,)
    handler = import_module("voila.tornado.handler").TornadoVoilaHandler
    wishes = import_module("voila.configuration").VoilaConfiguration(parent=app)
    wishes.page_config_hook = _at_home
    paths = import_module("voila.paths").collect_template_paths(["voila", "nbconvert"], wishes.template)
    ours = str(resources.files("tutor.home").joinpath("voila"))
    given = {"config": app.config, "template_paths": [ours, *paths], "voila_configuration": wishes}
    return type("Live", (_Live, handler), {}), given


def _at_home(found: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Formulas are set by what came with Voilà; it would fetch the same from the net."""
    return {**found, "fullMathjaxUrl": "null", "mathjaxConfig": "null"}


class _Live(OfHome):
    """A page of Voilà, of something that the shelf has."""

    book: Any = None

    @property
    def contents_manager(self) -> Any:
        return OneNotebook(self.book)

    @web.authenticated
    async def get(self, kind: str, name: str) -> None:
        reader, learner = self.reader(), self.progress.learner
        title = await self.made(partial(title_of, kind, name))
        if title is None:
            self.missing(name)
            return
        if kind in shelf.KINDS:
            self.progress.opened(kind, name)
        self.book = notebook(kind, name, title(reader.lang), reader, learner)
        _ = self.hidden  # by this the page ends its kernel when it is left, also where it is the first that is opened
        async for html in self.get_generator(path="tutor.ipynb"):  # type: ignore[attr-defined]
            self.write(html)
            self.flush()


# -- notebooks --------------------------------------------------------------------------------------------------------
def _notebooks(root: Path, lang: Lang, base: str) -> Iterator[tuple[str, str]]:
    """Titles and addresses of the notebooks of a language; in a folder of one's own of all that lie there."""
    for path in sorted(root.glob(f"{lang}/*.ipynb")) or sorted(root.glob("*.ipynb")):
        yield _heading(path), url_path_join(base, WORKSPACE, quote(path.relative_to(root).as_posix()))


def _heading(path: Path) -> str:
    """The first heading of a notebook; its name where it has none."""
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        lines = ("".join(cell["source"]).splitlines() for cell in cells if cell["cell_type"] == "markdown")
        return next(line.removeprefix("# ") for cell in lines for line in cell if line.startswith("# "))
    except (ValueError, KeyError, TypeError, OSError, StopIteration):
        return path.stem
