"""A room: its code, and what every pupil's page has said of itself; on the disk, so that nothing is lost with a server.

A pupil is a name in one browser. What a page says is what its pupil would hand in, and where he stands; each is a
file, which `tutor bilans` and Home's *Collect* read like any other.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tutor.files.writing import write_whole
from tutor.home.page import LONGEST
from tutor.lessons.bilan import NoHandIn, handed_in

CODE = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that is taken for another on a blackboard
LETTERS = 5
STUCK = 3  # attempts at one task that is not done
AWAY = 120  # seconds without a sign
HAND_INS, STATES, ROOM = "hand-ins", "states", "room.json"


class NoReport(ValueError):
    """What no page of a pupil says."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a pupil stands: what is open, at which of its tasks, after how many attempts and hints, with what stars."""

    name: str
    browser: str
    kind: str
    what: str
    task: int
    tasks: int
    tries: int
    rungs: int
    done: bool
    stars: int
    at: float

    @property
    def stuck(self) -> bool:
        return not self.done and self.tries >= STUCK

    def away(self, now: float) -> bool:
        return now - self.at > AWAY


class Room:
    """A folder, and who is in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._turn = threading.Lock()
        for part in (HAND_INS, STATES):
            (folder / part).mkdir(parents=True, exist_ok=True)
        self.code, self.key = self._secrets()

    def _secrets(self) -> tuple[str, str]:
        """The code for pupils and the teacher's key: the same after a new start."""
        path = self.folder / ROOM
        if not path.exists():
            code = "".join(secrets.choice(CODE) for _ in range(LETTERS))
            write_whole(path, json.dumps({"code": code, "key": secrets.token_urlsafe(12)}))
            path.chmod(0o600)
        known = json.loads(path.read_text("utf-8"))
        return str(known["code"]), str(known["key"])

    def opens(self, code: str) -> bool:
        return secrets.compare_digest(code.strip().upper().encode(), self.code.encode())

    # -- what pages say -----------------------------------------------------------------------------------------
    def report(self, content: bytes) -> State:
        """What a page says of its pupil; raises NoReport."""
        try:
            said = json.loads(content)
            state = _state(said)
            hand_in = str(said["hand_in"])
            handed_in(state.name, hand_in.encode())
        except (NoHandIn, ValueError, KeyError, TypeError) as error:
            raise NoReport from error
        with self._turn:
            file = self._file(state)
            _keep(self.folder / HAND_INS / file, hand_in)
            write_whole(self.folder / STATES / file, json.dumps(asdict(state)), over=True)
        return state

    def _file(self, state: State) -> str:
        """The file of a pupil; of another browser under the same name a second one, so that neither loses anything."""
        bare = "".join(letter if letter.isalnum() or letter in " -'’" else "_" for letter in state.name).strip() or "_"
        n = 1
        while True:
            name = f"{bare}.json" if n == 1 else f"{bare} ({n}).json"
            known = self._read(self.folder / STATES / name)
            if known is None or known.browser == state.browser:
                return name
            n += 1

    # -- at a glance --------------------------------------------------------------------------------------------
    def states(self) -> Iterator[tuple[str, State]]:
        """Every pupil, by the name of his file."""
        for path in sorted((self.folder / STATES).glob("*.json"), key=lambda one: one.stem.casefold()):
            found = self._read(path)
            if found is not None:
                yield path.stem, found

    @staticmethod
    def _read(path: Path) -> State | None:
        try:
            return State(**json.loads(path.read_bytes()))
        except (OSError, ValueError, TypeError):
            return None


def _keep(path: Path, content: str) -> None:
    """Only what is new is written: that something is on the disk takes its time."""
    if not path.exists() or path.read_text("utf-8") != content:
        write_whole(path, content, over=True)


def _state(said: Mapping[str, Any]) -> State:
    where = said["where"]
    name = " ".join(str(said["learner"]).split())[:LONGEST]
    if not name or not isinstance(where, dict):
        raise NoReport
    numbers = {key: int(where[key]) for key in ("task", "tasks", "tries", "rungs", "stars")}
    return State(
        name=name,
        browser=str(said["browser"])[:LONGEST],
        kind=str(where["kind"])[:LONGEST],
        what=str(where["what"])[: 2 * LONGEST],
        done=bool(where["done"]),
        at=time.time(),
        **numbers,
    )
