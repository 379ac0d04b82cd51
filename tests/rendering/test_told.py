"""Whole answers as they are read: battles, marches, supply lines, refusals, letter by letter.

Each file of `told/` is a command and what it prints in French, then in English; what a person types stands after
`<<<`, line by line. `$ sample NAME` is told by no command, but by a function of `samples.py`. Who changes the telling
on purpose reads them again: `python -m tests.rendering.test_told` writes them anew (`... fa gwie`: those whose names
begin so), and the difference is what a reader will see.
"""

from __future__ import annotations

import inspect
import shlex
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from click.testing import CliRunner

from tests.rendering.samples import SAMPLES
from tutor.cases import load_cases
from tutor.cases.running import session
from tutor.cli import main
from tutor.engine.text import LANGUAGES
from tutor.engine.ways import supply
from tutor.engine.words import Words
from tutor.rendering.plain import text

SUPPLY = Path(__file__).parents[1] / "cases" / "se" / "10.yaml"
TOLD = Path(__file__).parent / "told"
FILES = sorted(TOLD.glob("*.txt"))
TYPED = " <<< "


def asked(file: Path) -> str:
    """The command in the first line, in whatever language."""
    return file.read_text("utf-8").splitlines()[0].removeprefix("$ ").replace(f" --lang {LANGUAGES[0]}", "", 1)


def told(command: str) -> Iterator[str]:
    """What is asked and what is told, in every language."""
    line, _, typed = command.partition(TYPED)
    program, _, rest = line.partition(" ")
    for lang in LANGUAGES:
        yield f"$ {line} --lang {lang}{TYPED if typed else ''}{typed}"
        yield from printed(rest, typed, lang) if program == "tutor" else SAMPLES[rest](lang)


def printed(line: str, typed: str, lang: str) -> list[str]:
    """What a command prints to somebody who has done nothing yet; where it stops short, what it says of that."""
    with tempfile.TemporaryDirectory() as folder:
        runner = CliRunner(env={"TUTOR_PROGRESS": f"{folder}/progress.json", "COLUMNS": "80"})
        given = [*shlex.split(line), "--lang", lang]
        result = runner.invoke(main, given, input="\n".join(typed.split("; ")), prog_name="tutor")
    assert isinstance(result.exception, SystemExit | None), result.output
    return f"{result.stdout}{result.stderr if result.exit_code else ''}".splitlines()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_answer_is_told_as_it_was_read(file: Path) -> None:
    assert list(told(asked(file))) == file.read_text("utf-8").splitlines()


def test_every_sample_is_kept() -> None:
    assert {asked(file) for file in FILES} >= {f"sample {name}" for name in SAMPLES}


CUT = {
    "fr": """✗ U n'est pas ravitaillé [SE 10.2]
  la ligne, aussi loin qu'elle va : HEX 0501 → HEX 0401
  ✗ Aucune ligne ne mène u à une source du camp austro-hongrois ; la plus proche : l'HEX 0401 [SE 10.2]
  ✗ L'HEX 0412 est une source de l'adversaire, pas du camp austro-hongrois [SE 10.2.3]
  ce qui ferme chaque passage :
    ✗ Sur route, l'HEX 0401 est au contact de l'ennemi (e) : la ligne y est coupée [SE 10.2.2]""",
    "en": """✗ U is out of supply [SE 10.2]
  the line, as far as it goes: hex 0501 → hex 0401
  ✗ No line leads u to a source of the Austro-Hungarian side; the nearest: hex 0401 [SE 10.2]
  ✗ Hex 0412 is a source of the other side, not of the Austro-Hungarian side [SE 10.2.3]
  what closes every way on:
    ✗ On the road, hex 0401 is next to the enemy (e): the line is cut there [SE 10.2.2]""",
}


def test_a_line_that_is_cut_is_told_as_far_as_it_goes() -> None:
    """It is cut where it goes over to the road: from one hex to the same, which is no way to tell."""
    (case,) = (one for one in load_cases(SUPPLY) if one.id == "what-blocks-a-line.3")
    play = session(case)
    assert play.rules.supply is not None
    found = play.rules.supply(play.state, "u")
    for lang in LANGUAGES:
        shown = text([supply(found, Words.of(play.rules, play.state, lang))], 2)
        assert shown.replace("\u00a0", " ") == CUT[lang].replace("\u00a0", " ")


# -- nothing untold ------------------------------------------------------------------------------------------------
TELLING = (
    *("engine.told", "engine.telling", "engine.ways", "engine.words", "engine.speaking", "engine.nouns"),
    *("engine.sayings", "rendering.plain", "rendering.html", "rendering.markdown", "rendering.bbcode"),
    *("rendering.days", "board.telling", "cases.telling", "chronicle.telling", "compare.telling", "lessons.telling"),
)


def functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions of a module and of its classes; what they keep is forgotten, so that they are called again."""
    classes = [one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__]
    for one in (*vars(module).values(), *(part for cls in classes for part in vars(cls).values())):
        if hasattr(one, "cache_clear"):
            one.cache_clear()
        plain = inspect.unwrap(
            getattr(one, "__func__", None) or getattr(one, "fget", None) or getattr(one, "func", one)
        )
        if inspect.isfunction(plain) and plain.__code__.co_filename == module.__file__:
            yield plain


def test_every_function_that_tells_is_met_by_a_sample() -> None:
    """Who writes another adds it to a sample: what nobody reads nobody misses."""
    telling = {one.__code__: f"{name}.{one.__qualname__}" for name in TELLING
               for one in functions(import_module(f"tutor.{name}"))}  # fmt: skip
    met: set[CodeType] = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, arg: met.add(frame.f_code) if event == "call" else None)
    try:
        for sample in SAMPLES.values():
            for lang in LANGUAGES:
                deque(sample(lang), 0)
    finally:
        sys.setprofile(before)
    assert sorted(name for code, name in telling.items() if code not in met) == []


if __name__ == "__main__":
    for file in (one for one in FILES if one.name.startswith(tuple(sys.argv[1:] or [""]))):
        file.write_text("\n".join((*told(asked(file)), "")), "utf-8")
