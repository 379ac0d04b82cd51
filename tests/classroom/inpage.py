"""A pupil's page without a browser: the widgets' stand-ins, what they tell the page, and what the browser keeps."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

import ipywidgets

from tutor.classroom.pupil import Pupil
from tutor.home import live
from tutor.home.shelf import of_game
from tutor.lessons.bilan import handed_in
from tutor.lessons.progress import default_path
from tutor.recorded import check

PAGE: Any = ipywidgets.PAGE
import_module("IPython")  # which says when a person pressed
ONE = {
    "play": "se/roana",
    "learn": "se/1-pont",
    "project": "se/1-pont",
    "drill": "se/11.0.4",
    "compare": "le-cateau-1914",
    "first": "-",
}


class Screen:
    """What the page would have: every widget by its number, as it was told."""

    def __init__(self) -> None:
        self.living: set[str] = set()
        self.kinds: set[str] = set()
        self.drawn: set[str] = set()
        self.faults: list[str] = []

    def paint(self, told: str) -> None:
        for id, what, *said in json.loads(told):
            if what == "new":
                self.living.add(id)
                self.kinds.add(said[0])
            elif id not in self.living:
                self.faults.append(f"{what} of {id}, which is not there: {said}")
            elif what == "close":
                self.living.remove(id)
            elif what == "draw":
                self.drawn.update(command[0] for command in said[0])
            elif what == "set" and said[0] == "children":
                self.faults += [f"{one} lies in {id} and is not there" for one in said[1] if one not in self.living]


def no_thread(*given: Any) -> None:
    """As in a browser."""
    raise RuntimeError("can't start new thread")


async def opened(folder: Path) -> dict[str, Any]:
    """Everything that Home opens is laid, used and left: what was made is closed, and nothing speaks of it again."""
    screen = Screen()
    pupil = Pupil(screen.paint, lambda *kept: None, lambda *saved: None)
    for kind, name in {**ONE, "record": of_game("dff", "record")[0].name}.items():
        pupil.open(kind, name, "fr", "Zoé")
        for widget in list(PAGE.widgets.values()):
            if widget._page_kind == "module":
                pupil.hear(widget.model_id, "said", json.dumps({"what": "look", "width": 700, "height": 500,
                                                                "density": 1}), 1.0)  # fmt: skip
                pupil.hear(widget.model_id, "said", '{"what": "over", "place": null}', 1.0)
        if kind == "compare":
            while pupil.shown.ahead.value < 1:  # the first answer comes while nobody presses anything
                await asyncio.sleep(0.01)
    pupil.leave()
    await asyncio.sleep(0.05)
    return {
        "faults": screen.faults,
        "left": [widget._page_kind for widget in PAGE.widgets.values()],
        "living": len(screen.living),
        "kinds": sorted(screen.kinds),
        "drawn": sorted(screen.drawn),
        "shown": sorted(set(live.SHOWN) - {*ONE, "record"}),
    }


async def hour(folder: Path) -> dict[str, Any]:
    """An hour: a task is solved, the page is loaded again, another learns, a report is handed in, a game is saved."""
    kept: dict[str, str] = {}
    saved: dict[str, str] = {}

    def keep(base: str, won: str) -> None:
        kept.update(base=base, won=won)

    def begun() -> Pupil:
        default_path().unlink(missing_ok=True)  # a page that is loaded anew has nothing but what the browser kept
        return Pupil(lambda told: None, keep, saved.__setitem__, kept.get("base", ""))

    pupil = begun()
    pupil.open("learn", "se/1-pont", "fr", "Zoé")
    lesson = pupil.shown
    number = next(n for n, task in enumerate(lesson.going.lesson.tasks) if task.kind == "choose")
    lesson.going.go(number)
    lesson.show()
    choices = lesson.going.task.choices
    button = next(one for one, choice in zip(lesson.answers.children, choices, strict=True) if choice.right)
    pupil.hear(button.model_id, "click", "null", 1.0)
    lesson.going.go(next(n for n, task in enumerate(lesson.going.lesson.tasks) if task.kind == "predict"))
    lesson.show()
    field = lesson.answers.children[0].children[0].model_id
    pupil.hear(field, "value", '"1"', 1.0)
    pupil.hear(field, "said", '{"event": "submit"}', 1.0)  # by the key Enter
    first = json.loads(kept["won"])
    again = begun()
    again.open("learn", "se/1-pont", "en", "Zoé")
    resumed = again.shown.going.stars[0]
    again.open("learn", "se/1-pont", "en", "Ali")
    other = again.shown.going.stars[0]
    rows = handed_in("Zoé", again.hand_in("Zoé").encode())
    again.open("play", "se/roana", "fr", "Ali")
    saving = again.shown.drawer.pull("record").saving
    saving.file.value = "partie.yaml"
    saving.save.click()
    pupil_after = saving.save.model_id
    again.hear(pupil_after, "focus", "null", 1.0)
    for name, text in saved.items():
        (folder / name).write_text(text, "utf-8")
    return {
        "won": first, "resumed": resumed, "other": other, "rows": [[row["task"], row["stars"]] for row in rows],
        "saved": {name: len(check(folder / name)) for name in saved},
        "rules": again.ask("traverser une falaise", "fr", "se"), "none": again.ask("xyzzy", "en", "se"),
        "no game": again.ask("falaise", "fr", "nowhere"),
    }  # fmt: skip


async def presses(folder: Path) -> dict[str, Any]:
    """A second press that was made before its question was seen answers nothing; the next one does."""
    pupil = Pupil(lambda told: None, lambda *kept: None, lambda *saved: None)
    pupil.open("play", "se/roana", "en", "")
    table = pupil.shown
    units = table.playing.state.pieces
    x, y = table.board.scene.layout.anchors[units["gz2"].place]
    glass = table.board.glass.model_id

    def press(when: float) -> str:
        pupil.hear(glass, "said", json.dumps({"what": "press", "x": x, "y": y}), when)
        pupil.hear(glass, "said", json.dumps({"what": "release", "x": x, "y": y}), when)
        return str(table.playing.look.note.text if table.playing.look.note else "")

    # The unit is chosen and given: both presses were made at the same moment, the question between was not seen.
    press(1000.0)
    press(1000.5)
    asked = table.asked_at
    late = press(1000.5)
    return {"asked": asked is not None, "late": late, "then": press(2000.0),
            "shell": import_module("IPython").SHELL.pressed}  # fmt: skip


if __name__ == "__main__":
    threading.Thread.start = no_thread  # type: ignore[method-assign]
    act = {"opened": opened, "hour": hour, "presses": presses}[sys.argv[1]]
    print(json.dumps(asyncio.run(act(Path.cwd()))))
