"""python -m tests.bench.room KIT [--pages N] [--clients N] [--seconds S]: a class before `tutor class`, measured.

Pages are real: a Chromium each of whose windows runs the engine itself, opens a lesson, and presses at a pupil's pace,
once in three to six seconds; a press is timed in the page, until what it says stands there. All of them share this
machine's processors, so they begin to press when the last one has its table: how long that took is told, too. Clients
speak to the server as pages do: the code, the files of the kit, then a report after each gesture. In the middle the
server is killed and started again; at the end nothing that it had acknowledged may be missing, and every page must have
been heard.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.browser.lab import ARGS, chromium, free_port
from tutor.lessons import Walk, find
from tutor.lessons.bilan import bilan, gathered
from tutor.lessons.progress import Progress

LESSON = "se/1-pont"
PACE = 3.0, 6.0  # seconds between two gestures of a pupil
CLICK, MEMORY = 0.5, 4e9  # what a click may take for nineteen in twenty, and a server weigh
LONG = 600_000  # milliseconds that a page may take while thirty others load
AGAIN = 5.0  # seconds after which a page says again what was not heard
TIMED = """() => { window.took = []; let began = null;
  addEventListener('pointerdown', () => { began = performance.now(); }, true);
  new MutationObserver(() => { if (began === null) return; const then = began; began = null;
    requestAnimationFrame(() => window.took.push(performance.now() - then)); })
  .observe(document.getElementById('rendered_cells'), { subtree: true, childList: true, characterData: true }); }"""


class Server:
    """`tutor class`, which can be killed."""

    def __init__(self, folder: Path, kit: Path) -> None:
        self.folder, self.kit, self.port = folder, kit, free_port()
        self.peak = 0
        self.start()

    def start(self) -> None:
        asked = ["class", str(self.folder), "--kit", str(self.kit), "--host", "127.0.0.1", "--port", str(self.port)]
        command = [sys.executable, "-m", "tutor", *asked, "--lang", "en"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.code = self.process.stdout.readline().split()[-1].rstrip(".")

    def weigh(self) -> None:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                self.peak = max(self.peak, 1024 * int(line.split()[1]))

    def kill(self) -> None:
        self.weigh()
        self.process.kill()
        self.process.wait()


class Lesson:
    """From when everybody sits before a table, so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.begun, self.end = seconds, threading.Event(), 0.0

    def begin(self) -> None:
        self.end = time.monotonic() + self.seconds
        self.begun.set()

    @property
    def over(self) -> bool:
        return self.begun.is_set() and time.monotonic() > self.end


@dataclass
class Client:
    """Speaks as a pupil's page does."""

    name: str
    said: str
    took: list[float] = field(default_factory=list)
    loaded: float = 0.0
    unheard: int = 0
    heard: int = 0

    def attend(self, server: Server, lesson: Lesson) -> None:
        dice = random.Random(self.name)
        time.sleep(dice.uniform(0, PACE[1]))
        began = time.monotonic()
        for part in ("", "parts/pyodide.js", "parts/wasm.js", "parts/module.js", "parts/library.js", "parts/site.js"):
            status, _ = self._ask(server, "GET", f"/{part}")
            assert status == 200, f"{part}: {status}"
        self.loaded = time.monotonic() - began
        while not lesson.over:
            time.sleep(dice.uniform(*PACE))
            self.report(server)

    def report(self, server: Server) -> None:
        """One more attempt is told, until it is heard."""
        where = {"kind": "learn", "what": LESSON, "task": 1, "tasks": 6, "rungs": 0, "done": False, "stars": 0}
        said = {"learner": self.name, "browser": self.name, "hand_in": self.said}
        said["where"] = {**where, "tries": self.heard + 1}
        while True:
            began = time.monotonic()
            try:
                status, _ = self._ask(server, "POST", "/report", json.dumps(said).encode())
            except OSError:
                self.unheard += 1
                time.sleep(AGAIN)
                continue
            assert status == 200, status
            self.took.append(time.monotonic() - began)
            self.heard += 1
            return

    def _ask(self, server: Server, how: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        try:
            line.request(how, path, body, {"Cookie": f"tutor-room={server.code}"})
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()


def handed_in(name: str, folder: Path) -> str:
    """The report of a pupil who has done something of a lesson."""
    progress, walk = Progress(folder / f"{name}.sqlite3", name), Walk(find(LESSON))
    for n, task in enumerate(walk.lesson.tasks):
        if task.graded:
            walk.go(n)
            walk.tally.tries = 2
            progress.keep(walk)
    return bilan(progress=progress).text


# -- pages ----------------------------------------------------------------------------------------------------------
async def pupil(
    browser: Any, server: Server, n: int, seated: asyncio.Barrier, lesson: Lesson, found: dict[str, list[float]]
) -> None:
    """A page that opens the lesson and presses what a pupil presses."""
    dice = random.Random(n)
    context = await browser.new_context(locale="en-GB", viewport={"width": 1024, "height": 700})
    page = await context.new_page()
    page.set_default_timeout(LONG)
    await page.goto(f"http://127.0.0.1:{server.port}/")
    await page.get_by_label("The code of the room").fill(server.code)
    await page.keyboard.press("Enter")
    await page.locator("#learner").fill(f"Page {n}")
    await page.locator("#who button").click()
    began = time.monotonic()
    await page.goto(f"http://127.0.0.1:{server.port}/#/learn/{LESSON}")
    await page.wait_for_selector(".tutor-glass[data-drawn]")
    found["table"].append(time.monotonic() - began)
    await page.evaluate(TIMED)
    if await seated.wait() == 0:
        lesson.begin()
    while not lesson.over:
        await asyncio.sleep(dice.uniform(*PACE))
        glass = page.locator(".tutor-glass")
        box = await glass.bounding_box() if await glass.count() else None
        button = page.get_by_role("button", name=dice.choice(("Next", "Hint"))).first
        if box is None or dice.random() < 0.3:
            if await button.count() and await button.is_enabled():
                await button.click()
            continue
        x, y = (box[side] + dice.uniform(0.2, 0.8) * box[size] for side, size in (("x", "width"), ("y", "height")))
        await page.mouse.click(x, y)
    found["clicks"] += [one / 1000 for one in await page.evaluate("window.took")]
    await page.wait_for_timeout(2000 * AGAIN)
    await context.close()


async def pages(server: Server, number: int, lesson: Lesson, found: dict[str, list[float]]) -> None:
    from playwright.async_api import async_playwright

    seated = asyncio.Barrier(number)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        await asyncio.gather(*(pupil(browser, server, n, seated, lesson, found) for n in range(number)))
        await browser.close()


# -- a class --------------------------------------------------------------------------------------------------------
def measured(kit: Path, number: int, clients: int, seconds: float) -> dict[str, Any]:
    found: dict[str, list[float]] = {"table": [], "clicks": []}
    loads = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as base:
        server = Server(Path(base) / "room", kit)
        lesson = Lesson(seconds)
        class_ = [Client(f"Pupil {n:02}", handed_in(f"Pupil {n:02}", Path(base))) for n in range(clients)]
        threads = [threading.Thread(target=one.attend, args=(server, lesson)) for one in class_]
        finished: list[None] = []
        if number:
            threads.append(
                threading.Thread(target=lambda: finished.append(asyncio.run(pages(server, number, lesson, found))))
            )
        for thread in threads:
            thread.start()
        if number:
            assert lesson.begun.wait(LONG / 1000), "a page has no table"
        else:
            lesson.begin()
        time.sleep(seconds / 2)
        code = server.code
        server.kill()
        loads.append(os.getloadavg()[0])
        time.sleep(1)
        server.start()
        assert server.code == code
        for thread in threads:
            thread.join()
        server.kill()
        lost = [one.name for one in class_ if _tries(server.folder, one.name) != one.heard]
        assert not number or finished, "a page failed"
        _, faults = gathered(server.folder / "hand-ins")
        names = {path.stem for path in (server.folder / "states").glob("*.json")}
        lost += [name for n in range(number) if (name := f"Page {n}") not in names]
        assert not faults, faults
    loads.append(os.getloadavg()[0])
    took = [one for client in class_ for one in client.took]
    return {
        "load": loads,
        "pages": number,
        "page to table": _told(found["table"]),
        "clicks": len(found["clicks"]),
        "click": _told(found["clicks"]),
        "clients": clients,
        "kit loaded": _told([one.loaded for one in class_]),
        "reports": len(took),
        "said again after the kill": sum(one.unheard for one in class_),
        "report": _told(took),
        "server, bytes at most": server.peak,
        "lost": lost,
        "bars kept": {"click": not found["clicks"] or _late(found["clicks"]) <= CLICK, "memory": server.peak < MEMORY},
    }


def _tries(folder: Path, name: str) -> int:
    return int(json.loads((folder / "states" / f"{name}.json").read_text("utf-8"))["tries"])


def _late(took: list[float]) -> float:
    """What nineteen in twenty take at most."""
    return quantiles(took, n=20)[-1] if len(took) > 1 else max(took, default=0.0)


def _told(took: list[float]) -> dict[str, float]:
    return {"median": round(median(took), 4), "of 95 %": round(_late(took), 4)} if took else {}


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("kit", type=Path)
    asked.add_argument("--pages", type=int, default=0)
    asked.add_argument("--clients", type=int, default=30)
    asked.add_argument("--seconds", type=float, default=120)
    given = asked.parse_args()
    found = measured(given.kit, given.pages, given.clients, given.seconds)
    print(json.dumps(found, indent=1))
    return 1 if found["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
