"""The words of the board and the table: `messages.yaml`."""

from __future__ import annotations

from tutor.files.said import Sayings

say = Sayings("tutor.board")
