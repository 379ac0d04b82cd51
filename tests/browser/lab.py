"""A real JupyterLab on a private port and a real Chromium, for the tests and for looking at the product."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOW_TO = "no Chromium: `apt-get install chromium`, or name one in TUTOR_CHROMIUM"


def chromium() -> str | None:
    """A Chromium of this machine."""
    named = os.environ.get("TUTOR_CHROMIUM")
    found = [named] if named else [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    return next((path for path in found if path and Path(path).exists()), None)


def notebook(*cells: str) -> str:
    """A notebook file with these code cells, not yet run."""
    made = [
        {"cell_type": "code", "id": f"cell{n}", "metadata": {}, "source": cell, "outputs": [], "execution_count": None}
        for n, cell in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


class Lab:
    """A running server and the folder that it serves."""

    def __init__(self, folder: Path, port: int, token: str) -> None:
        self.folder, self.port, self.token = folder, port, token

    def write(self, name: str, *cells: str) -> None:
        (self.folder / name).write_text(notebook(*cells), "utf-8")

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/doc/tree/{name}?token={self.token}"


@contextmanager
def running(folder: Path, lang: str = "fr", theme: str = "JupyterLab Light") -> Iterator[Lab]:
    """A JupyterLab of its own, with settings and workspaces of its own, that fetches nothing."""
    own = folder / ".own"
    notices = own / "settings" / "@jupyterlab" / "apputils-extension"
    notices.mkdir(parents=True)
    (notices / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    (notices / "themes.jupyterlab-settings").write_text(json.dumps({"theme": theme}))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex(12)
    environment = {
        **os.environ,
        "PYTHONPATH": os.environ.get("TUTOR_TREE", str(ROOT)),
        "TUTOR_LANG": lang,
        "JUPYTER_TOKEN": token,
        "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
        "JUPYTER_DATA_DIR": str(own / "data"),
        "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
        "IPYTHONDIR": str(own / "ipython"),
    }
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}", "--ServerApp.ip=127.0.0.1",
               f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.open_browser=False",
               "--ServerApp.allow_root=True"]  # fmt: skip
    with open(own / "log", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
        try:
            _wait(port, token, server)
            yield Lab(folder, port, token)
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait(port: int, token: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        if server.poll() is not None:
            raise RuntimeError("JupyterLab did not start")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status?token={token}", timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("JupyterLab does not answer")


class Sheet:
    """A notebook open in a page, as a person uses it."""

    def __init__(self, page: Any, lab: Lab, name: str) -> None:
        self.page, self.lab, self.name = page, lab, name
        self.faults: list[str] = []
        page.on("console", lambda message: self._heard(message))
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _heard(self, message: Any) -> None:
        harmless = ("favicon", "Failed to load resource", "ResizeObserver")
        if message.type == "error" and not any(part in message.text for part in harmless):
            self.faults.append(message.text)

    def open(self) -> Sheet:
        self.page.goto(self.lab.url(self.name))
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        self.page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]", timeout=60_000)
        return self

    def run_all(self) -> Sheet:
        """Run All; the menu is asked again where the page was not ready for it."""
        for _ in range(4):
            self.page.click('.lm-MenuBar-item:has-text("Run")')
            self.page.click('.lm-Menu-item[data-command="runmenu:run-all"]')
            try:
                self.page.wait_for_function(
                    "document.querySelector('.jp-CodeCell .jp-InputPrompt').innerText.match(/[*0-9]/)", timeout=4000
                )
                return self
            except Exception:
                self.page.keyboard.press("Escape")
        raise AssertionError("Run All does nothing")

    def table(self, n: int = 0) -> Any:
        return self.page.locator(".tutor-table").nth(n)

    def ready(self, n: int = 0) -> Sheet:
        """Until the board has pixels."""
        self.table(n).locator("canvas").first.wait_for(timeout=30_000)
        for _ in range(100):
            if self.opaque(n) > 0.9:
                return self
            self.page.wait_for_timeout(100)
        raise AssertionError(f"the board stays empty: {self.opaque(n):.2f} opaque")

    def opaque(self, n: int = 0) -> float:
        """The share of the board's pixels that are painted."""
        return float(
            self.table(n)
            .locator("canvas")
            .first.evaluate(
                """c => { const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
                let n = 0;
                for (let i = 3; i < d.length; i += 4 * 97) n += d[i] > 0;
                return n / Math.ceil(d.length / (4 * 97)); }"""
            )
        )

    def headline(self, n: int = 0) -> str:
        return str(self.table(n).locator("[role=status]").first.inner_text())

    def until(self, part: str, n: int = 0) -> str:
        """Until the headline says it."""
        for _ in range(100):
            if part in self.headline(n):
                return self.headline(n)
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{part!r} is not said: {self.headline(n)!r}")

    def spot(self, point: tuple[float, float], n: int = 0) -> tuple[float, float]:
        """A point of the board, in its own pixels, as a point of the page."""
        canvas = self.table(n).locator("canvas").first
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        natural = canvas.evaluate("c => c.width") / 2
        k = box["width"] / natural
        return box["x"] + point[0] * k, box["y"] + point[1] * k

    def click(self, point: tuple[float, float], n: int = 0) -> None:
        x, y = self.spot(point, n)
        self.page.mouse.click(x, y)

    def press(self, name: str, n: int = 0) -> None:
        self.button(name, n).click()

    def button(self, name: str, n: int = 0) -> Any:
        """A visible button by its exact words, signs left out."""
        return (
            self.table(n)
            .get_by_role("button", name=re.compile(rf"^\W*{re.escape(name)}\W*$"))
            .locator("visible=true")
            .first
        )
