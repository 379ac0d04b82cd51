"""A room and its server: who comes in, what is kept of whom, what the teacher sees, and that nothing is lost."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from click.testing import CliRunner

from tutor.classroom.room import AWAY, HAND_INS, NoReport, Room, State
from tutor.classroom.server import COOKIE, LARGEST, Classroom, glance
from tutor.cli import main
from tutor.engine.text import LANGUAGES
from tutor.lessons.bilan import FORM, ROW, gathered


def hand_in(**figures: Any) -> str:
    row = dict.fromkeys(ROW, 0) | {"lesson": "se/1-pont", "task": "who-else", "stars": 3, "tries": 1, "done": 1}
    return json.dumps({"form": FORM, "tasks": [{**row, "first": "2026-11-19", "last": "2026-11-19", **figures}]})


def said(name: str, browser: str = "b1", tries: int = 1, done: bool = True, **more: Any) -> bytes:
    where = {"kind": "learn", "what": "se/1-pont", "task": 5, "tasks": 6, "tries": tries, "rungs": 2, "done": done}
    return json.dumps(
        {"learner": name, "browser": browser, "hand_in": hand_in(), "where": {**where, "stars": 3}, **more}
    ).encode()


# -- what is kept ---------------------------------------------------------------------------------------------------
def test_what_pages_say_lies_in_files_that_collect_reads(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.report(said("Zoé Martin"))
    room.report(said("Ali", "b2"))
    rows, faults = gathered(tmp_path / HAND_INS)
    assert faults == []
    assert [(row["hand_in"], row["stars"]) for row in rows] == [("Ali", 3), ("Zoé Martin", 3)]


def test_a_new_start_loses_nothing(tmp_path: Path) -> None:
    before = Room(tmp_path)
    before.report(said("Zoé"))
    after = Room(tmp_path)
    assert (after.code, after.key) == (before.code, before.key)
    assert [(name, state.task) for name, state in after.states()] == [("Zoé", 5)]
    assert (tmp_path / "room.json").stat().st_mode & 0o077 == 0, "the key is the teacher's"


def test_two_of_one_name_are_two_and_one_who_says_more_is_one(tmp_path: Path) -> None:
    room = Room(tmp_path)
    for browser in ("b1", "b2", "b1"):
        room.report(said("Emma", browser))
    assert [name for name, _ in room.states()] == ["Emma", "Emma (2)"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "..", "x\\y", "con:1", "\u0000"])
def test_a_name_is_no_path(tmp_path: Path, name: str) -> None:
    room = Room(tmp_path / "room")
    room.report(said(name))
    assert {path.parent.name for path in tmp_path.rglob("*.json")} == {"room", "hand-ins", "states"}
    assert len([*room.states()]) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        said("   "),
        said("Zoé", hand_in="not a report"),
        said("Zoé", hand_in='{"form": "other"}'),
        said("Zoé", where=None),
        said("Zoé", where={"kind": "learn"}),
    ],
)
def test_what_no_page_says_is_not_kept(tmp_path: Path, content: bytes) -> None:
    room = Room(tmp_path)
    with pytest.raises(NoReport):
        room.report(content)
    assert [*room.states()] == []
    assert [*(tmp_path / HAND_INS).iterdir()] == []


def test_thirty_at_once_are_all_kept(tmp_path: Path) -> None:
    room = Room(tmp_path)
    threads = [threading.Thread(target=room.report, args=(said("Emma", f"b{n}"),)) for n in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({state.browser for _, state in room.states()}) == 30


# -- at a glance ----------------------------------------------------------------------------------------------------
def state(tries: int = 1, done: bool = False, at: float = 0.0) -> State:
    return State("Zoé", "b1", "learn", "se/1-pont", 2, 6, tries, 1, done, 3, at)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_teacher_sees_who_is_stuck_and_who_is_away(lang: str) -> None:
    told = {"fr": ("en difficulté", "absent", "au travail", "tâche faite"),
            "en": ("stuck", "away", "at work", "task done")}[lang]  # fmt: skip
    for found, words in (
        (state(tries=3), told[0]),
        (state(tries=3, at=-AWAY - 1.0), told[1]),
        (state(tries=2), told[2]),
        (state(tries=4, done=True), told[3]),
    ):
        page = glance([("Zoé", found)], lang, 0.0)  # type: ignore[arg-type]
        line = page.partition("<tbody>")[2]
        assert [word for word in told if word in line] == [words]
        assert "2/6" in line
    assert glance([], "fr", 0.0).startswith("<p>Personne")


def test_a_name_with_signs_of_html_is_a_name() -> None:
    assert "<b>" not in glance([("<b>Zoé</b>", state())], "fr", 0.0).partition("<tbody>")[2]


# -- the server -----------------------------------------------------------------------------------------------------
@pytest.fixture
def server(tmp_path: Path) -> Iterator[Classroom]:
    kit = tmp_path / "kit"
    (kit / "parts").mkdir(parents=True)
    (kit / "index.html").write_text('<!doctype html><html lang="fr"><p>Home', "utf-8")
    (kit / "parts" / "site.js").write_text("part()", "utf-8")
    (tmp_path / "secret.txt").write_text("not for pupils", "utf-8")
    made = Classroom(("127.0.0.1", 0), Room(tmp_path / "room"), kit, "en")
    threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def ask(server: Classroom, path: str, content: bytes | None = None, code: str = "") -> tuple[int, str, dict[str, str]]:
    line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    headers = {"Cookie": f"{COOKIE}={code}"} if code else {}
    line.request("GET" if content is None else "POST", path, content, headers)
    answer = line.getresponse()
    found = answer.status, answer.read().decode(), dict(answer.getheaders())
    line.close()
    return found


def test_strangers_see_the_question_for_the_code_and_nothing_else(server: Classroom) -> None:
    for path in ("/", "/index.html", "/parts/site.js", "/desk/", "/desk/wrong/", "/../secret.txt"):
        status, text, _ = ask(server, path)
        assert status in (200, 403)
        assert "code of the room" in text
        assert "Home" not in text
        assert server.room.code not in text
    assert ask(server, "/report", said("Zoé"))[0] == 403
    assert [*server.room.states()] == []


def test_the_code_opens_the_folder_and_only_the_folder(server: Classroom) -> None:
    assert ask(server, "/enter", b"code=WRONG")[0] == 403
    status, _, headers = ask(server, "/enter", f"code= {server.room.code.lower()} ".encode())
    assert status == 303
    assert "HttpOnly" in headers["Set-Cookie"]
    code = server.room.code
    assert 'data-report="report"' in ask(server, "/", code=code)[1]
    assert ask(server, "/parts/site.js", code=code)[:2] == (200, "part()")
    assert ask(server, "/parts/", code=code)[0] == 404
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
        assert "not for pupils" not in ask(server, path, code=code)[1]


def test_what_a_page_says_reaches_the_desk(server: Classroom) -> None:
    code, desk = server.room.code, f"/desk/{server.room.key}/"
    assert "Nobody yet" in ask(server, desk)[1]
    assert ask(server, "/report", said("Zoé", tries=4, done=False), code)[0] == 200
    assert ask(server, "/report", b"nonsense", code)[0] == 400
    text = ask(server, f"{desk}glance")[1]
    assert "Zoé" in text
    assert "stuck: 4 attempts, 2 hints" in text
    whole = ask(server, desk)[1]
    assert code in whole
    assert "bilans.csv" in whole, "all hand-ins as one table"
    assert f'href="{desk}plan/se/1-pont"' in whole


def test_the_desk_has_what_a_class_needs_on_paper(server: Classroom) -> None:
    desk = f"/desk/{server.room.key}/"
    for paper in ("plan", "sheet", "answers"):
        status, text, _ = ask(server, f"{desk}{paper}/se/1-pont")
        assert status == 200
        assert "gorge" in text
    assert ask(server, f"{desk}project/se/1-pont")[2]["Location"] == "/#/project/se/1-pont"
    assert ask(server, f"{desk}plan/{quote('../../secret')}")[0] == 404


def test_too_much_is_not_read(server: Classroom) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    line.putrequest("POST", "/report")
    line.putheader("Cookie", f"{COOKIE}={server.room.code}")
    line.putheader("Content-Length", str(LARGEST + 1))
    line.endheaders()
    assert line.getresponse().status == 413
    line.close()


# -- the command ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_kit_it_is_told_what_makes_one(tmp_path: Path, lang: str) -> None:
    result = CliRunner().invoke(main, ["class", str(tmp_path / "room"), "--lang", lang])
    assert result.exit_code == 2
    assert f"tutor kit {tmp_path / 'room' / 'kit'}" in result.stderr
    assert not (tmp_path / "room").exists()


def test_a_port_that_is_taken_is_told(server: Classroom, tmp_path: Path) -> None:
    asked = ["class", str(tmp_path / "other"), "--kit", str(tmp_path / "kit"), "--host", "127.0.0.1"]
    result = CliRunner().invoke(main, [*asked, "--port", str(server.server_port), "--lang", "en"])
    assert result.exit_code == 2
    assert "--port" in result.stderr
