"""What a lesson still lacks, said to its author: goals out of reach, attempts without a word, rules never exercised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from tutor.cases.questions import cited_by, cited_in
from tutor.cases.script import Astray, answer_of
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.sayings import Sayings
from tutor.engine.text import Lang
from tutor.files.faults import Mark
from tutor.lessons.model import Lesson, Task
from tutor.lessons.voices import voices
from tutor.lessons.walk import Walk, holds, opened, play_others, solve, truth

say = Sayings("tutor.lessons")
LIKELY = 400  # candidates that are looked at
WORTH_A_WORD = 2  # attempts that the same rule refuses


@dataclass(frozen=True)
class Advice:
    """One thing to mend (`must`) or to think about."""

    kind: str
    spot: Mark
    must: bool
    facts: Mapping[str, Any] = field(default_factory=dict)

    def told(self, path: str, lang: Lang) -> str:
        return f"{path}:{self.spot.line}:{self.spot.column}: {say(self.kind, lang, **self.facts)}"


def advice(lesson: Lesson) -> tuple[Advice, ...]:
    """Everything, in the order of the file."""
    found = [*_reached(lesson), *_tasks(lesson), *_rules(lesson)]
    return tuple(sorted(found, key=lambda one: (one.spot, not one.must)))


# -- goals -------------------------------------------------------------------------------------------------------
def _reached(lesson: Lesson) -> Iterator[Advice]:
    """Every task by its own solution."""
    for n, task in enumerate(lesson.tasks):
        if not task.graded:
            continue
        try:
            walk = Walk(lesson)
            walk.go(n)
            reply = solve(walk)
        except (Astray, ValueError) as problem:
            yield Advice("no-way", task.spot, True, {"task": task.id, "problem": str(problem)})
            continue
        if reply.mood != "good":
            broken = reply.verdict.rules if reply.verdict is not None else ()
            yield Advice("unreachable", task.spot, True, {"task": task.id, "said": reply.kind, "rules": broken})


# -- single tasks ------------------------------------------------------------------------------------------------
def _tasks(lesson: Lesson) -> Iterator[Advice]:
    for task in lesson.tasks:
        try:
            yield from _task(task)
        except Astray:
            continue  # said already: the task cannot be reached


def _task(task: Task) -> Iterator[Advice]:
    facts = {"task": task.id}
    if task.kind == "try":
        yield from _silent(task)
    if task.kind == "play" and holds(opened(task), task.until):
        yield Advice("won-already", task.spot, True, facts)
    if task.kind in ("predict", "answer") and not task.otherwise and not task.comments:
        yield Advice("no-word-on-mistakes", task.spot, False, facts)
    if task.kind == "predict":
        _, story = truth(task)
        if story is not None and not set(story.rules) & set(task.rules):
            yield Advice(
                "number-of-other-rules", task.spot, False, {**facts, "rules": tuple(dict.fromkeys(story.rules))}
            )
    if task.graded and not (task.rules or task.refused):
        yield Advice("no-rules", task.spot, False, facts)


def _silent(task: Task) -> Iterator[Advice]:
    """Likely attempts on which the author says nothing: what many candidates run into, and legal ones not meant."""
    if task.otherwise:
        return
    ask = opened(task).ask
    assert isinstance(ask, Ask)
    said = {answer_of(ask, one.answer) for one in task.comments if one.answer is not None}
    told_of = {one.refused for one in task.comments}
    meant = {answer_of(ask, one) for one in task.answers}
    refusing: Counter[str] = Counter()
    for answer in islice(ask.candidates(), LIKELY):
        if answer in (DONE, BACK) or answer in said or answer in meant:
            continue
        broken = [check.rule for check in ask.verdict(answer).objections]
        if broken and not {*broken} & {*task.refused} and broken[0] not in told_of:
            refusing[broken[0]] += 1
        elif not broken and (task.refused or meant):
            yield Advice("silent-on-answer", task.spot, False, {"task": task.id, "answer": _plain(answer)})
    for rule, times in refusing.most_common(3):
        if times >= WORTH_A_WORD:
            yield Advice("silent-on-rule", task.spot, False, {"task": task.id, "rule": rule, "times": times})


def _plain(answer: Answer) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)


# -- rules -------------------------------------------------------------------------------------------------------
def _rules(lesson: Lesson) -> Iterator[Advice]:
    """Every rule that the lesson is about must be met in a task, and have its sentence for the class."""
    met = frozenset().union(*(exercised(task) for task in lesson.tasks))
    spoken = voices(lesson.game)
    for rule in lesson.about:
        if rule not in met:
            yield Advice("never-met", lesson.spots[rule], True, {"rule": rule})
        if rule not in spoken:
            yield Advice("no-voice", lesson.spots[rule], True, {"rule": rule, "game": lesson.game})


def exercised(task: Task) -> frozenset[str]:
    """The rules that the rules' own answers in this task cite; for a question in words those that the author names."""
    try:
        match task.kind:
            case "try":
                ask = opened(task).ask
                assert isinstance(ask, Ask)
                verdict = ask.verdict(answer_of(ask, task.solution))
                return frozenset(rule for check in verdict.checks for rule in cited_by(check)) | {ask.rule}
            case "predict":
                story = truth(task)[1]
                return frozenset(story.rules if story is not None else task.rules)
            case "play":
                return _played(task)
            case "choose" | "answer":
                return frozenset(task.rules)
    except (Astray, ValueError):
        pass  # said already
    return frozenset()


def _played(task: Task) -> frozenset[str]:
    session = opened(task)
    for deed in task.line:
        ask = session.ask
        if not isinstance(ask, Ask) or ask.kind != deed.kind:
            break
        session.answer(answer_of(ask, deed.answer))
        play_others(session, task)
    return cited_in(session.entries())
