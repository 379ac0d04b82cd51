"""A page on A4: a browser of this machine prints it. Nothing is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang

PRINTER = "TUTOR_CHROMIUM"
PRINTERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PATIENCE = 180  # seconds: how long a printer may take

say = Sayings("tutor.rendering")


class CannotPrint(Exception):
    """What this machine lacks: `kind` is a message."""

    def __init__(self, kind: str, **facts: Any) -> None:
        super().__init__(kind)
        self.kind, self.facts = kind, facts

    def told(self, lang: Lang) -> str:
        return str(say(self.kind, lang, **self.facts))


def printer(which: Callable[[str], str | None] = shutil.which) -> str | None:
    """A browser of this machine that prints: the one that is named, or the first that is found."""
    named = os.environ.get(PRINTER)
    if named:
        return which(named)
    return next((path for path in map(which, PRINTERS) if path is not None), None)


def pdf(page: str) -> bytes:
    """A page of HTML as a browser prints it; raises CannotPrint."""
    browser = printer()
    if browser is None:
        raise CannotPrint("no-printer", names=", ".join(PRINTERS), title=PRINTER)
    with tempfile.TemporaryDirectory(prefix="tutor-print-") as own:
        source, made = Path(own) / "page.html", Path(own) / "page.pdf"
        source.write_text(page, "utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={own}",
                   "--disable-background-networking", "--no-pdf-header-footer", f"--print-to-pdf={made}",
                   source.as_uri()]  # fmt: skip
        try:
            ran = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CannotPrint("printer-failed", title=browser, names=str(error)) from error
        if not made.is_file():
            last = ran.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise CannotPrint("printer-failed", title=browser, names="".join(last))
        return made.read_bytes()
