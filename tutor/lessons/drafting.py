"""The beginning of a lesson: a scenario, and one task made of what its first question refuses and allows."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.play import Session
from tutor.files.writing import to_yaml
from tutor.library import scenario

TODO = {"fr": "À écrire.", "en": "To be written."}
LOOKED_AT = 400


def draft(name: str) -> str:
    """A lesson file that is well formed and can be reached; its author has the words to find."""
    found = scenario(name)
    session = Session(found.rules, found.position(), seed=1916)
    while session.ask is not None and not isinstance(session.ask, Ask):
        session.roll()
    ask = session.ask
    rules: list[str] = []
    tasks: list[dict[str, Any]] = [{"id": "scene", "show": TODO, "position": name.partition("/")[2] or name}]
    if isinstance(ask, Ask):
        tasks += _tried(ask)
        rules = [rule for task in tasks[1:] for rule in task["rules"]]
    data = {
        "game": found.game,
        "title": TODO,
        "level": 1,
        "minutes": 10,
        "objectives": [TODO],
        "rules": list(dict.fromkeys(rules)) or [next(iter(found.rules.book)).id],
        "tasks": tasks,
    }
    return to_yaml(data)


def _tried(ask: Ask) -> list[dict[str, Any]]:
    """The refusal that most attempts run into, and something that is allowed."""
    answers = [answer for answer in islice(ask.candidates(), LOOKED_AT) if answer not in (DONE, BACK)]
    verdicts = [ask.verdict(answer) for answer in answers]
    tasks: list[dict[str, Any]] = []
    refusing = Counter(verdict.objections[0].rule for verdict in verdicts if not verdict.legal)
    if refusing:
        rule = refusing.most_common(1)[0][0]
        answer = next(v.request for v in verdicts if not v.legal and v.objections[0].rule == rule)
        tasks.append(_task("refused", ask, {"refused": [rule]}, answer, [rule]))
    legal = next((verdict.request for verdict in verdicts if verdict.legal), None)
    if legal is not None:
        tasks.append(_task("allowed", ask, {"allowed": True}, legal, [ask.rule]))
    return tasks


def _task(id: str, ask: Ask, success: dict[str, Any], answer: Any, rules: list[str]) -> dict[str, Any]:
    plain = list(answer) if isinstance(answer, tuple) else answer
    return {
        "id": id, "try": TODO, "at": ask.kind, "success": success, "solution": plain, "otherwise": TODO, "rules": rules
    }  # fmt: skip
