"""A Firefox of this machine, spoken to in the words of WebDriver BiDi: as much of them as one test needs."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.browser.lab import WAIT, free_port

NAMES = ("firefox-esr", "firefox")


def firefox() -> str | None:
    """A Firefox of this machine."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Tab:
    """One page of it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, line: WebSocketClientConnection) -> None:
        self.loop, self.line, self.number = loop, line, 0
        self.ask("session.new", capabilities={})
        self.id = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        """A command and its answer; events are passed over."""
        self.number += 1
        return asyncio.run_coroutine_threadsafe(self._answered(self.number, method, params), self.loop).result()

    async def _answered(self, number: int, method: str, params: dict[str, Any]) -> Any:
        await self.line.write_message(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = await asyncio.wait_for(self.line.read_message(), WAIT / 1000)
            assert heard is not None, "Firefox has gone"
            said = json.loads(heard)
            if said.get("id") == number:
                assert said["type"] == "success", said
                return said["result"]

    def goto(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.id, url=url, wait="complete")

    def room(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.id, viewport={"width": width, "height": height})

    def read(self, expression: str) -> Any:
        """What an expression comes to in the page."""
        target = {"context": self.id}
        asked = f"Promise.resolve({expression}).then(found => JSON.stringify(found ?? null))"
        found = self.ask("script.evaluate", expression=asked, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def until(self, expression: str) -> Any:
        """Once it comes to something."""
        end = time.monotonic() + WAIT / 1000
        while not (found := self.read(expression)):
            assert time.monotonic() < end, expression
            time.sleep(0.1)
        return found

    def press(self, x: float, y: float) -> None:
        """With the mouse, at a spot of the window."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask(
            "input.performActions", context=self.id, actions=[{"type": "pointer", "id": "mouse", "actions": moves}]
        )


@contextmanager
def opened(path: str, folder: Path) -> Iterator[Tab]:
    """A Firefox with a profile of its own, without a window."""
    port = free_port()
    command = [path, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    loop = asyncio.new_event_loop()  # on a thread: where Chromium is driven, too, this one has a loop already
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        line = asyncio.run_coroutine_threadsafe(_line(f"ws://127.0.0.1:{port}/session"), loop).result()
        try:
            yield Tab(loop, line)
        finally:
            loop.call_soon_threadsafe(line.close)
    finally:
        running.terminate()
        running.wait(20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(20)
        loop.close()


async def _line(url: str) -> WebSocketClientConnection:
    """Until it listens."""
    for _ in range(300):
        try:
            return await websocket_connect(url)
        except OSError:
            await asyncio.sleep(0.2)
    raise AssertionError("Firefox does not listen")
