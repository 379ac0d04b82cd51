"""Many questions at once: over any executor of `concurrent.futures`, kept by content, resumed where one was killed.

What weighs most is begun first, so that nobody waits at the end for one long answer alone. An answer is not taken
apart: its parts meet the same positions, and each would reckon most of them again (`docs/cluster.md` has the figures).
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import tutor
from tutor.compare.comparison import compared, diorama
from tutor.compare.diorama import CannotSay
from tutor.compare.outcome import SLICE, USUAL, Answer, Setting, answered, in_slices, of_plain, to_plain
from tutor.compare.situation import Situation
from tutor.engine.budget import Late, OutOfTime, never_late

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int, int], None]
WHERE = "TUTOR_CACHE"
TAUGHT = {"lessons", "hours"}  # what is made of a game, and changes no answer
STRENGTHS = ("strength", "steps")
GLANCE = 0.2  # seconds after which whoever waits looks whether the answers are still wanted
TOLD = {"title", "story", "history", "date", "provenance", "sources", "questions"}  # what only a reader needs


@dataclass(frozen=True)
class Asked:
    """One question: a game, a situation, a setting."""

    game: str
    situation: Situation
    setting: Setting = USUAL

    def plain(self) -> dict[str, Any]:
        return {"game": self.game, "situation": self.situation.plain(), "setting": self.setting.plain()}

    @property
    def key(self) -> str:
        """The same for the same question under the same rules."""
        told = self.situation.model_dump(mode="json", exclude=TOLD)
        parts = [self.game, told, self.setting.plain(), fingerprint(self.game)]
        text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def weight(self) -> int:
        """How much lies on the table, pieces and their strengths: not how long it takes, but it goes with it."""
        try:
            pieces = diorama(self.game, self.situation).data["pieces"].values()
        except CannotSay:
            return 0
        return sum(1 + sum(piece.get(key, 0) for key in STRENGTHS) for piece in pieces)


@cache
def fingerprint(game: str) -> str:
    """Of everything that can change an answer: engine, rule set, tables, translation."""
    package = Path(tutor.__file__).parent
    parts = [package / "engine", package / "compare", package / "rulesets" / game]
    files = sorted(path for part in parts for path in part.rglob("*") if path.suffix in (".py", ".yaml", ".json"))
    found = hashlib.sha256()
    for path in files:
        if path.name != "messages.yaml" and path.parent.name not in TAUGHT:
            found.update(path.name.encode() + path.read_bytes())
    owned = os.environ.get("TUTOR_TABLES")
    for path in sorted((Path(owned) / game).glob("*.yaml")) if owned else ():
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


def work(asked: Mapping[str, Any], late: Late = never_late) -> dict[str, Any]:
    """What a worker process does with a question as data."""
    setting = Setting(**asked["setting"])
    return to_plain(answered(asked["game"], Situation.model_validate(asked["situation"]), setting, late))


class OtherRules(RuntimeError):
    """A process elsewhere has another tutor, or other tables."""


def apart(asked: Mapping[str, Any], rules: str) -> dict[str, Any]:
    """What a process elsewhere does: by the same rules, and until nobody waits for the answer any more."""
    if fingerprint(asked["game"]) != rules:
        raise OtherRules(asked["game"])
    return work(asked, glancing(abandoned()))


def abandoned() -> Late:
    """Whether whoever asked this process is gone: its parent, or those who wait for this task of a cluster."""
    if "distributed.worker" in sys.modules:
        return _forgotten()
    from multiprocessing import parent_process  # a browser has none

    parent = parent_process()
    return never_late if parent is None else lambda: not parent.is_alive()


def _forgotten() -> Late:
    """In a worker of a cluster: whether the task in hand was called off, or its asker is gone."""
    distributed: Any = import_module("distributed")
    try:
        worker = distributed.get_worker()
        tasks, key = worker.state.tasks, worker.get_current_task()
    except ValueError:  # this process is one of theirs, and works for nobody now
        return never_late
    return lambda: key not in tasks or tasks[key].state == "cancelled"


def glancing(gone: Late) -> Late:
    """The same, looked at now and then only: it is asked at every position."""
    found, after = False, 0.0

    def late() -> bool:
        nonlocal found, after
        now = time.monotonic()
        if now >= after:
            found, after = gone(), now + GLANCE
        return found

    return late


# -- what is kept ------------------------------------------------------------------------------------------------
class Kept:
    """Answers by content, one file each, written whole or not at all."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or _home()

    def get(self, key: str) -> Mapping[str, Any] | None:
        path = self.folder / f"{key}.json"
        try:
            found: Mapping[str, Any] = json.loads(path.read_bytes())
        except (OSError, ValueError):
            return None
        return found

    def put(self, key: str, found: Mapping[str, Any]) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(found, file)
            os.replace(name, self.folder / f"{key}.json")
        except OSError:  # nothing can be kept here: the answer is worth having all the same
            return


def _home() -> Path:
    own = os.environ.get(WHERE)
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(own) if own else base / "tutor" / "compare"


# -- sweeps ------------------------------------------------------------------------------------------------------
def ask(asked: Asked, kept: Kept | None = None) -> Answer:
    """One answer, from what is kept if it is there."""
    kept = kept or Kept()
    found = kept.get(asked.key)
    if found is None:
        found = work(asked.plain())
        kept.put(asked.key, found)
    return of_plain(asked.game, asked.situation, asked.setting, found)


def ask_in_slices(asked: Asked, kept: Kept, known: dict[str, Answer], seconds: float = SLICE) -> Iterator[None]:
    """The same, a slice after the other; the answer is known and kept when all are over."""
    found = kept.get(asked.key)
    if found is None:
        answer = yield from in_slices(asked.game, asked.situation, asked.setting, seconds)
        found = to_plain(answer)
        kept.put(asked.key, found)
    known[asked.key] = of_plain(asked.game, asked.situation, asked.setting, found)


def sweep(
    questions: Iterable[Asked],
    executor: Executor | None = None,
    kept: Kept | None = None,
    progress: Progress | None = None,
) -> list[Answer]:
    """Answers in the order of the questions. What was kept is not worked out again; each is kept once it is there."""
    asked = list(questions)
    found: dict[str, Answer] = {}
    wanted = {one.key: one for one in (asked if executor is None else sorted(asked, key=lambda one: -one.weight))}
    _tell(progress, 0, len(wanted))
    for one, answer in arriving(wanted.values(), executor, kept):
        found[one.key] = answer
        _tell(progress, len(found), len(wanted))
    return [found[one.key] for one in asked]


def arriving(
    questions: Iterable[Asked],
    executor: Executor | None = None,
    kept: Kept | None = None,
    stop: Late = never_late,
) -> Iterator[tuple[Asked, Answer]]:
    """Each question once its answer is there, those kept from before at once; the first are begun first.

    Where it is stopped, or nobody goes on asking, what was not begun is called off and what was begun is left.
    """
    kept, missing = kept or Kept(), []
    for one in questions:
        known = kept.get(one.key)
        if known is None:
            missing.append(one)
        else:
            yield one, of_plain(one.game, one.situation, one.setting, known)
    for one, found in _here(missing, stop) if executor is None else _elsewhere(missing, executor, stop):
        kept.put(one.key, found)
        yield one, of_plain(one.game, one.situation, one.setting, found)


def _here(asked: list[Asked], stop: Late) -> Iterator[tuple[Asked, dict[str, Any]]]:
    """One after the other."""
    for one in asked:
        try:
            yield one, work(one.plain(), stop)
        except OutOfTime:
            return


def _elsewhere(asked: list[Asked], executor: Executor, stop: Late) -> Iterator[tuple[Asked, dict[str, Any]]]:
    left = deque(asked)

    def begin(pool: Executor, one: Asked) -> Future[dict[str, Any]]:
        return pool.submit(apart, one.plain(), fingerprint(one.game))

    return spread(lambda hands: left.popleft() if left else None, begin, executor, stop)


def spread(
    after: Callable[[int], T | None], begin: Callable[[Executor, T], Future[R]], executor: Executor, stop: Late
) -> Iterator[tuple[T, R]]:
    """What comes `after`, told how many hands there are, begun as soon as one is free; each with what came of it.

    Where it is stopped, or nobody goes on asking, what was not begun is called off.
    """
    waiting: dict[Future[R], T] = {}
    hands = _hands(executor)
    try:
        while not stop():
            while len(waiting) < hands and (one := after(hands)) is not None:
                waiting[begin(executor, one)] = one
            if not waiting:
                return
            for future in wait(waiting, GLANCE, FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()


def _hands(executor: Executor) -> int:
    """How many can be at work at once: more would lie before one while another has nothing to do."""
    known: int = getattr(executor, "room", None) or getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    return known


def _tell(progress: Progress | None, done: int, all: int) -> None:
    if progress is not None:
        progress(done, all)


def everywhere(
    situations: Iterable[Situation], setting: Setting = USUAL, games: Iterable[str] | None = None
) -> list[Asked]:
    """Every situation to every game."""
    asked = tuple(games or compared())
    return [Asked(game, situation, setting) for situation in situations for game in asked]
