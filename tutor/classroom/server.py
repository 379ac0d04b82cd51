"""A server for one room: the folder of `tutor kit` for whoever has the code, and for the teacher who is where.

The tables run in the pupils' own browsers, so thirty of them cost it thirty short messages now and then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from http import HTTPStatus
from http.cookies import SimpleCookie
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tutor import rulesets
from tutor.board.said import tied
from tutor.classroom.kit import TEACHER
from tutor.classroom.room import HAND_INS, NoReport, Room, State
from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang
from tutor.home import hours, page, shelf, teach
from tutor.home.said import Reader
from tutor.home.said import say as at_home
from tutor.lessons.bilan import gathered
from tutor.lessons.telling import STAR

say = Sayings("tutor.classroom")
SHOWN = {"project": "learn", "compare": "compare"}  # what the desk lays on the wall, and where the shelf has it
COOKIE = "tutor-room"
LARGEST = 500_000  # bytes of what a page says
PATIENCE = 0.5  # seconds after a wrong code
FRESH = 5  # seconds between two looks at the room


class Classroom(ThreadingHTTPServer):
    """Serves a kit to a room."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], room: Room, kit: Path, lang: Lang) -> None:
        self.room, self.lang = room, lang
        super().__init__(address, partial(Handler, directory=str(kit)))


class Handler(SimpleHTTPRequestHandler):
    """A code opens the folder, a key the teacher's desk; whoever has neither sees the question for the code."""

    server: Classroom
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *given: Any) -> None:
        """A room has no log: nobody is to read later who did what when."""

    @property
    def room(self) -> Room:
        return self.server.room

    @property
    def lang(self) -> Lang:
        return self.server.lang

    # -- asked ----------------------------------------------------------------------------------------------------
    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        desk = f"/desk/{self.room.key}/"
        if path.startswith(desk):
            self._desk(path.removeprefix(desk))
        elif not self._inside:
            self._html(self._asking(), HTTPStatus.FORBIDDEN if path != "/" else HTTPStatus.OK)
        elif path in ("/", "/index.html"):
            index = (Path(self.directory) / "index.html").read_text("utf-8")
            self._html(index.replace("<html ", '<html data-report="report" ', 1))
        elif path.startswith(f"/{TEACHER}/"):
            self._html("", HTTPStatus.NOT_FOUND)  # the desk has them
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        """Nobody asks for heads alone."""
        self._html("", HTTPStatus.METHOD_NOT_ALLOWED)

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        if size > LARGEST:
            self.close_connection = True
            self._html("", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        content = self.rfile.read(size)
        if self.path == "/enter":
            self._enter(content)
        elif self.path == "/report" and self._inside:
            try:
                self.room.report(content)
            except NoReport:
                self._html("", HTTPStatus.BAD_REQUEST)
            else:
                self._html("", HTTPStatus.OK)
        else:
            self._html("", HTTPStatus.FORBIDDEN)

    @property
    def _inside(self) -> bool:
        given = SimpleCookie(self.headers.get("Cookie", "")).get(COOKIE)
        return given is not None and self.room.opens(given.value)

    def _enter(self, content: bytes) -> None:
        code = parse_qs(content.decode("utf-8", "replace")).get("code", [""])[0]
        if not self.room.opens(code):
            time.sleep(PATIENCE)
            self._html(self._asking(wrong=True), HTTPStatus.FORBIDDEN)
            return
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", "/")
        self.send_header("Set-Cookie", f"{COOKIE}={self.room.code}; Path=/; HttpOnly; SameSite=Strict")
        self.send_header("Content-Length", "0")
        self.end_headers()

    # -- answered -------------------------------------------------------------------------------------------------
    def _html(self, text: str, status: HTTPStatus = HTTPStatus.OK, kind: str = "text/html") -> None:
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")  # the teacher's address is a key
        super().end_headers()

    def list_directory(self, path: Any) -> None:
        """Nobody need look into folders."""
        self._html("", HTTPStatus.NOT_FOUND)

    def _asking(self, wrong: bool = False) -> str:
        told = f'<p role="alert"><b>{self._say("code-wrong")}</b></p>' if wrong else ""
        form = (
            f'<form method="post" action="/enter"><p><label for="code">{self._say("code-ask")}</label></p>'
            '<p><input id="code" name="code" autocomplete="off" autocapitalize="characters" autofocus required> '
            f"<button>{escape(at_home('enter', self.lang))}</button></p></form>"
        )
        body = f'<main class="asking"><h1>{escape(at_home("title", self.lang))}</h1>{told}{form}</main>'
        return page.document("tutor", body, self.lang)

    def _say(self, kind: str, **facts: Any) -> str:
        return escape(tied(say(kind, self.lang, **facts), self.lang))

    # -- the teacher's desk ---------------------------------------------------------------------------------------
    def _desk(self, path: str) -> None:
        what, _, name = path.partition("/")
        if not path:
            self._html(self._whole_desk())
        elif path == "glance":
            self._html(glance([*self.room.states()], self.lang, time.time()))
        elif what in SHOWN and shelf.entry(SHOWN[what], name) is not None:
            self.send_response(HTTPStatus.SEE_OTHER)
            self.send_header("Set-Cookie", f"{COOKIE}={self.room.code}; Path=/; HttpOnly; SameSite=Strict")
            self.send_header("Location", f"/#/{what}/{name}")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif (body := teach.paper(what, name, self._reader)) is not None:
            self._html(page.document(say("desk", self.lang), f'<main class="paper">{body}</main>', self.lang))
        else:
            self._html("", HTTPStatus.NOT_FOUND)

    @property
    def _reader(self) -> Reader:
        return Reader(self.lang, f"/desk/{self.room.key}/")

    def _whole_desk(self) -> str:
        """The whole desk: the code for the blackboard, who is where, all hand-ins, and what a class needs on paper."""
        rows, faults = gathered(self.room.folder / HAND_INS)
        now = glance([*self.room.states()], self.lang, time.time())
        papers = "".join(_papers(entry, self._reader) for entry in _taught())
        table = teach.collected(rows, faults, self._reader)
        head = f"<header><h1>{self._say('desk')}</h1><p>{self._say('desk-code', code=self.room.code)}</p></header>"
        sections = (("desk-hand-ins", table), ("desk-papers", f'<ul class="teach">{papers}</ul>'))
        below = hours.contents(self._reader) + "".join(
            f'<section class="wide"><h2>{self._say(kind)}</h2>{inside}</section>' for kind, inside in sections
        )
        body = f'{head}<main><div id="glance">{now}</div>{below}</main>'
        return page.document(say("desk", self.lang), body, self.lang, REFRESHED)


REFRESHED = (
    "<style>.tutor-home .stuck { background: #ffe0b3; color: #2b2418; }</style>"
    "<script>setInterval(async () => { try { const found = await fetch('glance');"
    " if (found.ok) document.getElementById('glance').innerHTML = await found.text(); } catch {} },"
    f" {1000 * FRESH});</script>"
)


def _taught() -> list[shelf.Entry]:
    return [entry for game in rulesets.games() for entry in shelf.of_game(game, "learn") if not entry.faults]


def _papers(entry: shelf.Entry, reader: Reader) -> str:
    title = entry.title(reader.lang)
    return f"<li><b>{escape(tied(title, reader.lang))}</b> {teach.papers(entry.name, title, reader)}</li>"


def glance(states: Sequence[tuple[str, State]], lang: Lang, now: float) -> str:
    """Every pupil on a line: where, at which task, with what stars, and who needs help after how many attempts."""

    def told(kind: str, **facts: Any) -> str:
        return escape(tied(say(kind, lang, **facts), lang))

    if not states:
        return f"<p>{told('glance-none')}</p>"
    heads = "".join(
        f"<th scope=col>{told(f'glance-{one}')}</th>" for one in ("pupil", "where", "task", "stars", "state")
    )
    lines = "".join(_line(name, state, lang, now, told) for name, state in states)
    stuck = sum(state.stuck and not state.away(now) for _, state in states)
    head = told("glance-all", pupils=len(states), stuck=stuck)
    return f"<p><b>{head}</b></p><table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def _line(name: str, state: State, lang: Lang, now: float, told: Callable[..., str]) -> str:
    found = shelf.entry(state.kind, state.what)
    where = escape(tied(found.title(lang), lang)) if found is not None else ""
    task = f"{state.task}/{state.tasks}" if state.tasks else ""
    mark = ""
    if state.away(now):
        how = told("state-away", minutes=int(now - state.at) // 60)
    elif state.stuck:
        mark, how = ' class="stuck"', told("state-stuck", tries=state.tries, hints=state.rungs)
    else:
        how = told("state-done" if state.done else "state-at-work")
    cells = "".join(f"<td>{one}</td>" for one in (where, task, f"{state.stars} {STAR}", how))
    return f"<tr{mark}><th scope=row>{escape(name)}</th>{cells}</tr>"
