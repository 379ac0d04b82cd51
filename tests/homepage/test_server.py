"""The server of Home: to whom it answers, what it keeps, and that it gives nothing but what is on the shelf."""

from __future__ import annotations

import html
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.printing import PRINTED, printing
from tests.reading import read
from tutor.home import server
from tutor.home.said import Reader
from tutor.lessons.progress import Progress
from tutor.rendering.pdf import PRINTER, PRINTERS, CannotPrint

ROOT = Path(__file__).parents[2]
TOKEN = "a-token-of-the-tests"


@dataclass
class Server:
    """A Jupyter server with Home and nothing else."""

    base: str
    folder: Path

    @property
    def progress(self) -> Progress:
        return Progress(self.folder / "p.sqlite3")

    def visitor(self, known: bool = True) -> Visitor:
        visitor = Visitor(self.base)
        if known:
            visitor.get(f"?token={TOKEN}")
        return visitor


class Visitor:
    """A browser with its cookies."""

    def __init__(self, base: str) -> None:
        self.base, self.cookies = base, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, where: str = "") -> tuple[int, str, Any]:
        return self._ask(where, None)

    def post(self, where: str, **given: str) -> tuple[int, str, Any]:
        return self._ask(where, urlencode(given).encode())

    def upload(self, where: str, files: dict[str, str], proof: str | None = None) -> tuple[int, str, Any]:
        parts = [f'Content-Disposition: form-data; name="_xsrf"\r\n\r\n{self.proof if proof is None else proof}']
        head = "Content-Type: application/json"
        parts += [
            f'Content-Disposition: form-data; name="hand-ins"; filename="{name}"\r\n{head}\r\n\r\n{content}'
            for name, content in files.items()
        ]
        body = "".join(f"--x\r\n{part}\r\n" for part in parts) + "--x--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        return self._ask(where, Request(self.base + where, body.encode(), kind))

    def _ask(self, where: str, data: bytes | Request | None) -> tuple[int, str, Any]:
        asked = data if isinstance(data, Request) else Request(self.base + where, data)
        try:
            with self.opener.open(asked, timeout=60) as found:
                return found.status, found.read().decode("utf-8", "replace"), found
        except HTTPError as error:
            return error.code, error.read().decode("utf-8", "replace"), error

    @property
    def proof(self) -> str:
        return next(cookie.value or "" for cookie in self.cookies if cookie.name == "_xsrf")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("home")
    (folder / "books" / "en").mkdir(parents=True)
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["# A <b>first</b> notebook\n"]}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    (folder / "books" / "en" / "01 one.ipynb").write_text(json.dumps(book), "utf-8")
    (folder / "books" / "en" / "02.ipynb").write_text("no notebook", "utf-8")
    (folder / "books" / "secret.txt").write_text("secret", "utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "JUPYTER_TOKEN": TOKEN,
        "TUTOR_PROGRESS": str(folder / "p.sqlite3"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        PRINTER: str(folder / "printer"),
    }
    command = [sys.executable, "-m", "jupyter_server", f"--ServerApp.root_dir={folder / 'books'}"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += ["--ServerApp.open_browser=False", "--ServerApp.allow_root=True"]
    command += ["--ServerApp.jpserver_extensions={'tutor.home.server': True, 'voila.server_extension': True}"]
    with open(folder / "log", "w") as log:
        running = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
    found = Server(f"http://127.0.0.1:{port}/tutor/", folder)
    try:
        for _ in range(300):
            assert running.poll() is None, (folder / "log").read_text("utf-8")
            try:
                Visitor(found.base)._ask("", None)
                break
            except OSError:
                time.sleep(0.2)
        yield found
    finally:
        running.terminate()
        running.wait(20)


def test_nobody_comes_in_without_the_token(home: Server) -> None:
    stranger = home.visitor(known=False)
    for where in ("", "learn", "play/se/roana", "map/en/se.png", "first", "x"):
        _, text, found = stranger.get(where)
        assert "/login" in found.geturl() or found.code == 403, where
        assert "Roana" not in text
    assert stranger.post("choose", language="fr")[0] == 403


def test_the_language_is_asked_once_and_kept(home: Server) -> None:
    visitor = home.visitor()
    assert [one.attributes["value"] for one in read(visitor.get()[1]).all("button")] == ["fr", "en"]
    assert visitor.post("choose", language="fr")[0] == 403  # a form of another page
    status, text, found = visitor.post("choose", language="fr", _xsrf=visitor.proof)
    assert (status, found.geturl()) == (200, home.base)
    assert read(text).all("html")[0].attributes["lang"] == "fr"
    assert read(home.visitor().get()[1]).all("html")[0].attributes["lang"] == "fr"
    visitor.post("choose", language="xx", _xsrf=visitor.proof)
    assert home.progress.language == "fr"
    visitor.post("choose", language="en", _xsrf=visitor.proof)
    assert read(visitor.get()[1]).all("html")[0].attributes["lang"] == "en"


def test_two_learners_are_two(home: Server) -> None:
    visitor = home.visitor()
    visitor.post("choose", language="en", _xsrf=visitor.proof)
    visitor.post("choose", learner="  Anna   Maria ", _xsrf=visitor.proof)
    assert (home.progress.learner, home.progress.language) == ("Anna Maria", "en")
    visitor.post("choose", language="fr", _xsrf=visitor.proof)
    visitor.post("choose", learner="B" * 100, _xsrf=visitor.proof)
    assert (home.progress.learner, home.progress.language) == ("B" * 40, "fr")
    visitor.post("choose", learner="Anna Maria", _xsrf=visitor.proof)
    assert home.progress.learners() == ("Anna Maria", "B" * 40)
    visitor.post("choose", learner="", _xsrf=visitor.proof)
    assert (home.progress.learner, home.progress.language) == ("", "en")


@pytest.mark.parametrize("where", [
    "play/se/none", "play/../../etc/passwd", "play/..%2f..%2fetc%2fpasswd", "play/se/roana.yaml", "play//etc/passwd",
    "learn/se/roana", "record/dff/..%2falbert-1917", "compare/se/roana", "project/se/roana", "drill/se/0", "first/se",
    "secret.txt", "..%2fsecret.txt", "files/secret.txt",
])  # fmt: skip
def test_nothing_is_given_but_what_is_on_the_shelf(home: Server, where: str) -> None:
    visitor = home.visitor()
    visitor.post("choose", language="en", _xsrf=visitor.proof)
    status, text, found = visitor.get(where)
    assert status == 404, (where, found.geturl())
    assert "secret" not in text.replace(where, "").replace("secret.txt", "")
    assert "root:" not in text


def test_a_question_is_answered_by_clauses_that_have_their_pages(home: Server) -> None:
    visitor = home.visitor()
    visitor.post("choose", language="en", _xsrf=visitor.proof)
    status, text, _ = visitor.get("rule?" + urlencode({"question": "can I cross a cliff?"}))
    assert status == 200
    assert "/tutor/rule/se/11.0.4" in text
    assert visitor.get("rule/se/11.0.4")[0] == 200
    assert visitor.get("rule")[0] == 200
    assert [visitor.get(where)[0] for where in ("rule/se/0.0", "rule/se", "rule/..%2fse/11.0.4")] == [404] * 3


@pytest.mark.parametrize(("where", "kind"), [("map/en/se.png", "image/png"), ("map/fr/tlm.png", "image/png")])
def test_maps_are_pictures(home: Server, where: str, kind: str) -> None:
    status, _, found = home.visitor().get(where)
    assert (status, found.headers["Content-Type"]) == (200, kind)


@pytest.mark.parametrize("where", ["map/xx/se.png", "map/en/none.png", "map/en/..%2fse.png"])
def test_maps_of_nothing_are_not(home: Server, where: str) -> None:
    assert home.visitor().get(where)[0] == 404


def test_the_notebooks_are_linked_by_their_headings(home: Server) -> None:
    visitor = home.visitor()
    visitor.post("choose", language="en", _xsrf=visitor.proof)
    found = {link.attributes["href"]: link.text for link in read(visitor.get()[1]).all("a")}
    assert found["/lab/workspaces/tutor/tree/en/01%20one.ipynb"] == "A <b>first</b> notebook"
    assert found["/lab/workspaces/tutor/tree/en/02.ipynb"] == "02"


def test_what_is_alive_is_a_page_without_code_that_asks_nobody_else(home: Server) -> None:
    visitor = home.visitor()
    visitor.post("choose", language="fr", _xsrf=visitor.proof)
    visitor = home.visitor(known=False)  # by a link: it is the first page in this browser
    status, text, _ = visitor.get(f"play/se/roana?token={TOKEN}")
    assert status == 200
    kernel = re.search(r'"kernelId": ?"([^"]+)"', text)
    assert kernel is not None
    visitor.base = home.base.removesuffix("tutor/")
    status, _, _ = visitor.post(f"voila/api/shutdown/{kernel.group(1)}", _xsrf=visitor.proof)
    assert status == 204, "a page that is left ends its kernel"
    assert "<title>Le pont de Roana</title>" in text
    assert re.search(r'<a href="/tutor/">⌂ Accueil</a>', text)
    outward = re.findall(r'(?:src|href)="(https?:)?//[^"]+"', text)
    assert outward == []
    assert "jp-InputArea" not in re.sub(r"<style.*?</style>", "", text, flags=re.DOTALL)
    assert home.progress.last(1) == (("play", "se/roana"),)


def test_what_stands_in_the_cell_is_quoted() -> None:
    """A learner's name is no code, whatever it is."""
    name = "\"'); import os  # \\"
    made = server.notebook("play", "se/roana", "T", Reader("en", "/tutor/"), name)
    (cell,) = made.cells
    assert cell.source.endswith(f"show('play', 'se/roana', 'en', {name!r})")


def test_papers_of_a_lesson(home: Server) -> None:
    visitor = home.visitor()
    visitor.post("choose", language="en", _xsrf=visitor.proof)
    pages = {kind: visitor.get(f"{kind}/se/1-pont") for kind in ("plan", "sheet", "answers")}
    assert {status for status, _, _ in pages.values()} == {200}
    assert pages["sheet"][1].count('class="right"') == 0 < pages["answers"][1].count('class="right"')
    assert "Plan of 50 minutes" in read(pages["plan"][1]).all("title")[0].text
    assert "/tutor/answers/se/1-pont" in visitor.get("teach")[1]
    assert visitor.get("plan/se/none")[0] == 404
    assert visitor.get("sheet/se/..%2f1-pont")[0] == 404


def test_sheets_are_files_for_a_printer_where_there_is_one(home: Server) -> None:
    """In the language of the page that links them; where nothing prints it is said what to do."""
    visitor = home.visitor()
    visitor.post("choose", language="fr", _xsrf=visitor.proof)
    for kind in ("sheet", "answers"):
        assert f'href="/tutor/{kind}/se/1-pont.pdf"' in visitor.get(f"{kind}/se/1-pont")[1]
    assert ".pdf" not in visitor.get("plan/se/1-pont")[1]
    status, text, _ = visitor.get("sheet/se/1-pont.pdf")
    assert status == 501
    assert CannotPrint("no-printer", names=", ".join(PRINTERS), title=PRINTER).told("fr") in html.unescape(text)
    assert visitor.get("sheet/se/none.pdf")[0] == 404
    printing(home.folder / "printer")
    for kind in ("sheet", "answers"):
        status, text, found = visitor.get(f"{kind}/se/1-pont.pdf")
        assert (status, found.headers["Content-Type"]) == (200, "application/pdf")
        assert text == PRINTED


def test_hand_ins_are_given_and_collected(home: Server) -> None:
    visitor = home.visitor()
    visitor.post("choose", learner="Zoë", _xsrf=visitor.proof)
    status, text, found = visitor.get("hand-in.json")
    assert (status, json.loads(text)["form"]) == (200, "tutor-bilan")
    assert found.headers["Content-Disposition"] == "attachment; filename*=UTF-8''Zo%C3%AB.json"
    task = {"lesson": "se/1-pont", "task": "a", "tries": 1, "rungs": 0, "done": 1, "shown": 0, "stars": 3}
    handed = json.dumps({"form": "tutor-bilan", "tasks": [{**task, "first": "x", "last": "y"}]})
    status, text, _ = visitor.upload("collect", {"Yves.json": handed, "no.json": "{"})
    assert status == 200
    assert "Yves" in read(text).all("table")[0].text
    assert "no.json:1:1" in text
    assert visitor.upload("collect", {"Yves.json": handed}, proof="")[0] == 403


def test_without_voila_one_is_told_what_to_add(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.util, "find_spec", lambda name: None)
    assert server._live(None) == (server.Lacking,)
    told = server.page.failed(501, "needs", Reader("en", "/tutor/"), package="Voilà", extra="lab")
    assert "pip install &#x27;grande-guerre-tutor[lab]&#x27;" in told


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_chronicle_is_shown_on_its_page_with_the_way_home(home: Server, lang: str) -> None:
    visitor = home.visitor()
    visitor.post("choose", language=lang, _xsrf=visitor.proof)
    status, text, _ = visitor.get("chronicle/fa/goeben")
    assert status == 200
    assert f'<html lang="{lang}"' in text
    assert text.index('<a href="/tutor/"') < text.index("<svg")
    assert visitor.get("chronicle/se/goeben")[0] == 404
    assert visitor.get("chronicle/fa/..%2fgoeben")[0] == 404
    assert home.progress.last(1) == (("chronicle", "fa/goeben"),)
