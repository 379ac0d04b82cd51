"""Writes `tutor/rulesets/<game>/README.md`, the page at a game's head: from the booklet's chapters to the modules."""

from __future__ import annotations

from tutor import rulesets
from tutor.sources import page

if __name__ == "__main__":
    for game in rulesets.GAMES:
        (rulesets.folder(game) / "README.md").write_text(page(game), "utf-8")
