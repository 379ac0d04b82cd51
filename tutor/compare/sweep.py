"""Many questions at once: over any executor of `concurrent.futures`, kept by content, resumed where one was killed."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import tutor
from tutor.compare.comparison import compared
from tutor.compare.outcome import SLICE, USUAL, Answer, Setting, answered, in_slices, of_plain, to_plain
from tutor.compare.situation import Situation

Progress = Callable[[int, int], None]
WHERE = "TUTOR_CACHE"
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


@cache
def fingerprint(game: str) -> str:
    """Of everything that can change an answer: engine, rule set, tables, translation."""
    package = Path(tutor.__file__).parent
    parts = [package / "engine", package / "compare", package / "rulesets" / game]
    files = sorted(path for part in parts for path in part.rglob("*") if path.suffix in (".py", ".yaml", ".json"))
    found = hashlib.sha256()
    for path in files:
        if path.name != "messages.yaml":
            found.update(path.name.encode() + path.read_bytes())
    owned = os.environ.get("TUTOR_TABLES")
    for path in sorted((Path(owned) / game).glob("*.yaml")) if owned else ():
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


def work(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a worker process does with a question as data."""
    setting = Setting(**asked["setting"])
    return to_plain(answered(asked["game"], Situation.model_validate(asked["situation"]), setting))


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
    kept = kept or Kept()
    found: dict[int, Mapping[str, Any]] = {}
    for index, one in enumerate(asked):
        known = kept.get(one.key)
        if known is not None:
            found[index] = known
    _tell(progress, len(found), len(asked))
    for index, answer in _worked_out(asked, found, executor):
        kept.put(asked[index].key, answer)
        found[index] = answer
        _tell(progress, len(found), len(asked))
    return [of_plain(one.game, one.situation, one.setting, found[index]) for index, one in enumerate(asked)]


def _worked_out(
    asked: list[Asked], found: Mapping[int, Any], executor: Executor | None
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    missing = [index for index in range(len(asked)) if index not in found]
    if executor is None:
        for index in missing:
            yield index, work(asked[index].plain())
        return
    waiting: dict[Future[dict[str, Any]], int] = {}
    for index in missing:
        waiting[executor.submit(work, asked[index].plain())] = index
    for future in as_completed(waiting):
        yield waiting[future], future.result()


def _tell(progress: Progress | None, done: int, all: int) -> None:
    if progress is not None:
        progress(done, all)


def everywhere(
    situations: Iterable[Situation], setting: Setting = USUAL, games: Iterable[str] | None = None
) -> list[Asked]:
    """Every situation to every game."""
    asked = tuple(games or compared())
    return [Asked(game, situation, setting) for situation in situations for game in asked]
