"""Going through a lesson: the task, what was tried, what is said to it, the hints, the stars.

What is good or bad is never written in a lesson: the rules answer, the lesson only says which answer it was after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from tutor import rulesets
from tutor.cases.model import Case
from tutor.cases.paths import look, same
from tutor.cases.questions import FIND
from tutor.cases.script import Deed, answer_of, do, skip_to
from tutor.engine.ask import Answer, Ask
from tutor.engine.check import Verdict
from tutor.engine.ledger import Ledger
from tutor.engine.play import Session
from tutor.engine.tables import exact
from tutor.engine.text import Text
from tutor.lessons.model import NOTHING, Lesson, Task
from tutor.lessons.voices import voices

Mood: TypeAlias = Literal["good", "bad", "on"]  # done; not what is meant; legal, go on
SIGNS: Mapping[Mood, str] = {"good": "✓", "bad": "✗", "on": "►"}
PATIENCE = 500  # answers of others in a row


@dataclass(frozen=True)
class Reply:
    """What is said to one attempt. `kind` is a message, `comment` the author's own words."""

    mood: Mood
    kind: str
    comment: Text = NOTHING
    verdict: Verdict | None = None
    shown: Ledger | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sign(self) -> str:
        return SIGNS[self.mood]


@dataclass(frozen=True)
class Rung:
    """One rung of the ladder of hints."""

    kind: Literal["author", "rule", "place", "forbids", "solution"]
    text: Text = NOTHING
    rule: str = ""
    places: tuple[str, ...] = ()
    verdict: Verdict | None = None
    answers: tuple[Any, ...] = ()


@dataclass
class Tally:
    """How a task went."""

    tries: int = 0
    rungs: int = 0
    done: bool = False
    solved_for: bool = False

    @property
    def stars(self) -> int:
        """Three at the first try without a hint, one at least for whoever got there, none for the solution shown."""
        if not self.done or self.solved_for:
            return 0
        return max(1, 3 - (self.tries > 1) - (self.tries > 3) - (self.rungs > 1))


class Walk:
    """One learner in one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.tallies = [Tally() for _ in lesson.tasks]
        self.at = 0
        self.session: Session | None = None
        self.last: Reply | None = None
        self.climbed = 0
        self.begin()

    # -- where it stands ----------------------------------------------------------------------------------------
    @property
    def task(self) -> Task:
        return self.lesson.tasks[self.at]

    @property
    def tally(self) -> Tally:
        return self.tallies[self.at]

    @property
    def over(self) -> bool:
        return all(tally.done for tally in self.tallies)

    @property
    def ask(self) -> Ask | None:
        """The choice that the learner has to make on the board."""
        ask = self.session.ask if self.session is not None and self.task.on_the_board else None
        return ask if isinstance(ask, Ask) else None

    @property
    def stars(self) -> tuple[int, int]:
        """Stars won, and how many there are to win."""
        graded = [tally for tally, task in zip(self.tallies, self.lesson.tasks, strict=True) if task.graded]
        return sum(tally.stars for tally in graded), 3 * len(graded)

    @property
    def for_class(self) -> Mapping[str, Text]:
        """What the rules of the task model, without a word of the game."""
        spoken = voices(self.lesson.game)
        return {rule: spoken[rule] for rule in self.task.taught if rule in spoken}

    def begin(self) -> None:
        """The task from its beginning; the hints, too, where it was done before."""
        task, self.last, self.climbed = self.task, None, 0
        self.session = None if task.scenario is None else opened(task)
        self.opening = None if self.session is None else self.session.now
        if task.kind == "show":
            self.tally.done = True

    def go(self, index: int) -> None:
        """To any task."""
        self.at = max(0, min(index, len(self.lesson.tasks) - 1))
        self.begin()

    def next(self) -> bool:
        """To the next task; False after the last."""
        if self.at + 1 >= len(self.lesson.tasks):
            return False
        self.go(self.at + 1)
        return True

    # -- attempts -----------------------------------------------------------------------------------------------
    def attempt(self, answer: Any, ask: Ask | None = None) -> Reply:
        """What comes of an attempt: an answer of the ask, a number, the index of a choice, a word.

        `ask` is a question that comes later, where a refused answer to it was looked at ahead.
        """
        asked = ask or self.ask
        grade: dict[str, Callable[[Any], Reply]] = {
            "try": self._tried,
            "play": lambda one: self._played(one, asked),
            "predict": self._predicted,
            "choose": self._chosen,
            "answer": self._answered,
        }
        if self.task.kind not in grade:
            raise ValueError("nothing is asked in this task")
        if asked is not None and not asked.understands(answer):
            reply = Reply("bad", "no-answer", self.task.otherwise)
        else:
            reply = grade[self.task.kind](answer)
        if reply.mood != "on" and not self.tally.done:
            self.tally.tries += 1
        if reply.mood == "good":
            self.tally.done = True
        self.last = reply
        return reply

    def _tried(self, answer: Answer) -> Reply:
        task, ask = self.task, self.ask
        assert ask is not None
        verdict = ask.verdict(answer)
        comment = self._comment(ask, answer, verdict)
        if task.refused:
            return self._offered(verdict, comment)
        if not verdict.legal:
            return Reply("bad", "refused", comment, verdict)
        meant = [answer_of(ask, one) for one in task.answers]
        if meant and answer not in meant:
            return Reply("bad", "allowed-but", comment, verdict)
        return Reply("good", "right", self._own(comment), verdict)

    def _offered(self, verdict: Verdict, comment: Text) -> Reply:
        """An illegal attempt that was wished for: the rules that the lesson is after must be what forbids it."""
        broken = {check.rule for check in verdict.objections}
        if verdict.legal:
            return Reply("bad", "allowed-not-refused", comment, verdict)
        if not broken.intersection(self.task.refused):
            return Reply("bad", "refused-otherwise", comment, verdict)
        return Reply("good", "refused-as-meant", self._own(comment), verdict)

    def _comment(self, ask: Ask, answer: Answer, verdict: Verdict) -> Text:
        """The author's words on just this answer, on what refuses it, or on all others."""
        broken = {check.rule for check in verdict.objections}
        said = [one for one in self.task.comments if one.answer is not None and answer_of(ask, one.answer) == answer]
        said += [one for one in self.task.comments if one.refused in broken]
        return said[0].text if said else self.task.otherwise

    def _own(self, comment: Text) -> Text:
        """A comment on this answer alone: what is said to all others is no praise."""
        return NOTHING if comment is self.task.otherwise else comment

    def _played(self, answer: Answer, ask: Ask | None) -> Reply:
        """A refused answer leaves all as it is; a legal one is played, and the others after it."""
        task, session = self.task, self.session
        assert ask is not None
        assert session is not None
        verdict = ask.verdict(answer)
        comment = self._comment(ask, answer, verdict)
        if not verdict.legal:
            return Reply("bad", "refused", comment, verdict)
        session.answer(answer)
        play_others(session, task)
        if task.fail and holds(session, task.fail):
            return Reply("bad", "goal-lost", comment, verdict)
        if holds(session, task.until):
            return Reply("good", "goal-reached", comment, verdict)
        if session.ask is None:
            return Reply("bad", "goal-missed", comment, verdict)
        return Reply("on", "go-on", comment, verdict)

    def _predicted(self, answer: Any) -> Reply:
        right, shown = truth(self.task)
        try:
            given = exact(str(answer).replace(",", ".").replace(" ", ""))
        except (ValueError, ZeroDivisionError):
            return Reply("bad", "no-number", NOTHING)
        if abs(given - right) <= exact(self.task.near):
            return Reply("good", "right-number", NOTHING, None, shown, {"right": right})
        said = next((c.text for c in self.task.comments if _number(c.answer) == given), self.task.otherwise)
        return Reply("bad", "too-high" if given > right else "too-low", said)

    def _chosen(self, index: Any) -> Reply:
        if index not in range(len(self.task.choices)):
            return Reply("bad", "no-answer")
        choice = self.task.choices[index]
        return Reply("good" if choice.right else "bad", "right" if choice.right else "not-that", choice.because)

    def _answered(self, word: Any) -> Reply:
        if plain(word) in map(plain, self.task.accept):
            return Reply("good", "right", self.task.note)
        said = next((c.text for c in self.task.comments if plain(c.answer) == plain(word)), self.task.otherwise)
        return Reply("bad", "not-that", said)

    # -- hints --------------------------------------------------------------------------------------------------
    def ladder(self) -> tuple[Rung, ...]:
        """The author's hints, the rule, the place, what it forbids, the solution: the first says more than the task."""
        return tuple(self._rungs())

    def _rungs(self) -> Iterator[Rung]:
        task = self.task
        yield from (Rung("author", text) for text in task.hints)
        for rule in (task.taught or self.lesson.about)[:2]:
            yield Rung("rule", rule=rule)
        if task.kind == "try" and isinstance(task_ask := self.ask, Ask):
            verdict = task_ask.verdict(answer_of(task_ask, task.solution))
            places = _places(task_ask, verdict)
            if places:
                yield Rung("place", places=places)
            if not verdict.legal:
                yield Rung("forbids", verdict=verdict)
        yield Rung("solution", answers=tuple(self._solution()))

    def _solution(self) -> Iterator[Any]:
        task = self.task
        match task.kind:
            case "try":
                yield task.solution
            case "play":
                yield from (deed.answer for deed in task.line)
            case "predict":
                yield truth(task)[0]
            case "choose":
                yield next(choice.text for choice in task.choices if choice.right)
            case "answer":
                yield task.accept[0]

    @property
    def solved(self) -> bool:
        """Whether the task stands solved before the learner."""
        return self.last is not None and self.last.mood == "good"

    def hint(self) -> Rung | None:
        """The next rung, after the last that one again; None where there is nothing (left) to be helped with."""
        rungs = self.ladder()
        at = self.climbed if self.tally.done else self.tally.rungs
        if self.solved or not rungs:
            return None
        if at >= len(rungs):
            return rungs[-1]
        self.climbed = at + 1
        if not self.tally.done:
            self.tally.rungs += 1
            self.tally.solved_for |= rungs[at].kind == "solution"
        return rungs[at]


# -- the rules' own answers --------------------------------------------------------------------------------------
def opened(task: Task) -> Session:
    """A session at the question of a task."""
    assert task.scenario is not None
    state = task.scenario.position(task.readings, task.options)
    session = Session(task.scenario.rules, state, seed=task.seed)
    do(session, task.deeds)
    if task.kind == "play":
        play_others(session, task)
    elif task.kind == "try" and task.at is not None:
        skip_to(session, task.at)
    return session


def play_others(session: Session, task: Task) -> None:
    """Dice are thrown and the others answer, until the learner is asked or the goal stands."""
    for _ in range(PATIENCE):
        ask = session.ask
        if ask is None or holds(session, task.until) or (task.fail and holds(session, task.fail)):
            return
        if not isinstance(ask, Ask):
            session.roll()
        elif ask.who in task.others:
            session.answer(session.rules.policies[task.others[ask.who]].answer(session.rules, ask))
        else:
            return
    raise RuntimeError("the others never come to an end")


def holds(session: Session, wanted: Mapping[str, Any]) -> bool:
    """Whether all that is wanted lies on the table."""
    return all(same(value, look(session.state, path)) for path, value in wanted.items())


def truth(task: Task) -> tuple[Fraction, Ledger | None]:
    """The number that a learner is to predict, with its story."""
    assert task.question is not None
    assert task.scenario is not None
    kind, asked = task.question
    case = Case(
        id=task.id,
        scenario=task.scenario,
        question=kind,
        argument=asked,
        expect=None,
        readings=task.readings,
        options=task.options,
    )
    found = FIND[kind](opened(task), case)
    if isinstance(found.answer, Ledger):
        return Fraction(found.answer.total), found.answer
    return Fraction(found.answer), None


def _places(ask: Ask, verdict: Verdict) -> tuple[str, ...]:
    """Where to look: the places of the answer, and those that its refusal marks."""
    parts = verdict.request if isinstance(verdict.request, tuple) else (verdict.request,)
    found = [part for part in parts if ask.state.exists("place", part)]
    units = [part for part in parts if ask.state.exists("unit", part)]
    found += [ask.state.pieces[unit].place for unit in units if ask.state.pieces[unit].place is not None]
    return tuple(dict.fromkeys(found))


def plain(word: Any) -> str:
    """A word without what does not matter: case, spaces, the brackets and the game of a citation."""
    text = " ".join(str(word).casefold().replace("[", " ").replace("]", " ").split())
    head, _, tail = text.partition(" ")
    return tail if tail and head in rulesets.games() else text


def _number(value: Any) -> Fraction | None:
    try:
        return None if value is None else Fraction(exact(value))
    except (ValueError, ZeroDivisionError):
        return None


def solve(walk: Walk) -> Reply:
    """The task by its own solution: what the author promises, tried."""
    task, reply = walk.task, None
    if task.kind == "play":
        for deed in task.line:
            reply = _deed(walk, deed)
        if reply is None:
            raise ValueError("a solution of no answers")
        return reply
    if task.kind == "try":
        assert walk.ask is not None
        return walk.attempt(answer_of(walk.ask, task.solution))
    if task.kind == "choose":
        return walk.attempt(next(n for n, choice in enumerate(task.choices) if choice.right))
    return walk.attempt(task.accept[0] if task.kind == "answer" else truth(task)[0])


def _deed(walk: Walk, deed: Deed) -> Reply:
    ask = walk.ask
    if ask is None or ask.kind != deed.kind:
        raise ValueError(f"{deed.kind} is not asked; asked is {ask.kind if ask else '-'}")
    return walk.attempt(answer_of(ask, deed.answer))
