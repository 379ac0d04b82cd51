"""What rules code says exists: every rule it cites, and a message in both languages for every kind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.copied import copied
from tests.said import Said, said_in
from tutor.engine.ask import BACK
from tutor.engine.words import messages
from tutor.rulesets import GAMES, book, folder, games

PLAYED = tuple(game for game in games() if (folder(game) / "ruleset.py").exists())
SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")
ALWAYS = {"rule", "by", "who", "reading", "readings"}
QUESTIONS = "ask", "done"  # `ask.declare`: what is asked of whoever declares; `done.declare`: that he declares no more
THRESHOLD = "threshold"  # `threshold.hit-number`: how the number is told where it is one to roll, and no sum

pytestmark = pytest.mark.parametrize("game", PLAYED)


@cache
def said(game: str) -> tuple[Said, ...]:
    return tuple(said_in(folder(game)))


def where(one: Said) -> str:
    return f"{one.path.parent.name}/{one.path.name}:{one.line}"


def test_every_rule_that_code_cites_exists(game: str) -> None:
    dead = [f"{where(one)}: {rule}" for one in said(game) for rule in one.rules if rule not in book(game)]
    assert not dead, "\n".join(dead)
    assert len({rule for one in said(game) for rule in one.rules}) > (50 if game in GAMES else 0)


def test_every_kind_has_a_message(game: str) -> None:
    known = messages(book(game))["messages"]
    missing = sorted({f"{kind} ({where(one)})" for one in said(game) for kind in one.kinds if kind not in known})
    assert not missing, "\n".join((f"enter in {folder(game).name}/messages.yaml, under `messages`:", *missing))


def test_messages_use_only_facts_of_what_they_tell(game: str) -> None:
    known = messages(book(game))["messages"]
    wrong = []
    for one in said(game):
        if one.open:
            continue
        asked = [f"{said}.{kind}" for said in (*QUESTIONS, BACK) for kind in one.kinds] if one.call == "Ask" else []
        for kind in (*one.kinds, *asked):
            for lang in ("fr", "en"):
                slots = {name for name, _ in SLOT.findall(known.get(kind, {}).get(lang, ""))}
                if lost := slots - one.facts - (ALWAYS if one.call in ("Ask", "Die", "Pool", "Total") else set()):
                    given = ", ".join(sorted(one.facts)) or "none"
                    wrong.append(f"{where(one)} {kind} ({lang}): no such fact: {sorted(lost)}; given are: {given}")
    assert not wrong, "\n".join(wrong)


def test_what_was_asked_is_told_with_its_answer(game: str) -> None:
    """A choice that is told without what was chosen would leave the question standing."""
    known = messages(book(game))["messages"]
    asked = {kind for one in said(game) if one.call == "Ask" for kind in one.kinds}
    bare = [kind for kind in asked & known.keys() if any("{answer" not in known[kind][lang] for lang in ("fr", "en"))]
    assert not bare, f"no answer is told: {sorted(bare)}"


def test_every_question_is_one(game: str) -> None:
    """None is asked by the title of a rule; who may end one says what he declines."""
    known = messages(book(game))["messages"]
    asks = [one for one in said(game) if one.call == "Ask"]
    wanted = {f"ask.{kind}" for one in asks for kind in one.kinds}
    wanted |= {f"done.{kind}" for one in asks if one.ends for kind in one.kinds}
    assert sorted(wanted - known.keys()) == []
    title = [kind for kind in sorted(wanted) if kind.startswith("ask.") and not known[kind]["fr"].endswith(" ?")]
    assert title == [], "no questions"


def test_messages_are_whole(game: str) -> None:
    own = book(game).data["words"]
    for kind, message in own["messages"].items():
        for text in (message, *([message["ok"]] if "ok" in message else [])):
            assert {"fr", "en"} <= set(text), f"{kind}: one language only"
            assert text["fr"].strip(), kind
            assert text["en"].strip(), kind
            fr, en = (sorted({name for name, _ in SLOT.findall(text[lang])}) for lang in ("fr", "en"))
            assert fr == en, f"{kind}: in French {fr}, in English {en}; both tell the same facts"
            assert not copied(text["fr"] + " | " + text["en"]), kind
    for key, noun in own["nouns"].items():
        assert {"fr", "en"} <= set(noun), key


def test_no_message_is_dead(game: str) -> None:
    """A message that nothing in the code says is either misspelt or left over."""
    text = "".join(path.read_text("utf-8") for path in folder(game).glob("*.py"))
    steps = {f"step.{name}" for name in re.findall(r'step\(\s*"([\w-]+)"', text)}
    own = [kind for kind in book(game).data["words"]["messages"] if not kind.startswith("phase.")]  # of the sequence
    ends = re.compile(rf"^({'|'.join((*QUESTIONS, THRESHOLD, BACK))})\.")  # what is asked, and who declines what
    dead = [kind for kind in own if f'"{ends.sub("", kind)}"' not in text and kind not in steps]
    assert not dead, f"said by nothing in the code: {dead}"


def test_rules_code_holds_no_sentence(game: str) -> None:
    """Sentences are data: no string of several words but docstrings, names of policies and questions, and errors."""
    found = [
        f"{path.name}: {text}"
        for path in (folder(game)).glob("*.py")
        if path.name != "schema.py"
        for text in sentences(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, "\n".join(found)


def sentences(tree: ast.Module) -> Iterator[str]:
    spared: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            spared.add(id(node.value))
        elif isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text"):
            spared |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in spared else ""
        if isinstance(text, str) and len(text.split()) > 4:
            yield text


LAWS = (
    test_every_rule_that_code_cites_exists,
    test_every_kind_has_a_message,
    test_messages_use_only_facts_of_what_they_tell,
    test_what_was_asked_is_told_with_its_answer,
    test_every_question_is_one,
    test_messages_are_whole,
    test_no_message_is_dead,
    test_rules_code_holds_no_sentence,
)
