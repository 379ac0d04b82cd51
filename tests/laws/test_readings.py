"""A reading that decides an answer is told with it: whatever the chapters remember, none decides unheard.

And each option of each reading decides a case.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.cases import files
from tutor.cases import Case, cases_of, ids_saying
from tutor.cases.comparing import answer_differs
from tutor.cases.questions import FIND
from tutor.cases.running import law, session
from tutor.cases.script import Astray, do
from tutor.engine.ask import Ask
from tutor.engine.consulted import Noting, deciding, entries_resting, resting, verdict_under, weight
from tutor.engine.law import Law
from tutor.engine.play import Session
from tutor.library import names, scenario
from tutor.rulesets import GAMES

ANSWERS, LOOKED_AT, SWITCHED, PLAYS = 40, 6, 40, 6
Tally = Counter[str]


def _options(law: Law) -> list[tuple[str, str]]:
    """Every other way to read what the booklet leaves open."""
    return [
        (slug, option)
        for slug, reading in law.book.readings.items()
        for option in reading["options"]
        if option != law.reading(slug)
    ]


def _look(session: Session, rng: random.Random, tally: Tally) -> None:
    """Of a random answer readings are switched, one at a time, not only those that were heard of."""
    ask = session.ask
    assert isinstance(ask, Ask)
    answer = rng.choice([one for one, _ in zip(ask.candidates(), range(400), strict=False)])
    told = resting(session.rules, session.position, ask, answer)
    shown = {rest.chosen.reading for rest in told.rests}
    here, law = weight(told), ask.state.law
    tally["verdicts"] += 1
    options = _options(law)
    for slug, option in rng.sample(options, min(SWITCHED, len(options))):
        other = verdict_under(session.rules, session.position, ask, answer, law.under(slug, option))
        if other is None or weight(other) != here:
            assert slug in shown, f"{ask.kind} {answer}: {slug}={option} changes the answer and is not told"
            tally["decided"] += 1


def _play(name: str, seed: int, tally: Tally) -> Session:
    rng = random.Random(seed)
    found = scenario(name)
    session = Session(found.rules, found.position(), seed=seed)
    looks = set(rng.sample(range(ANSWERS), LOOKED_AT))
    for n in range(ANSWERS):
        if session.ask is None:
            break
        if not isinstance(session.ask, Ask):
            session.roll()
            continue
        if n in looks:
            _look(session, rng, tally)
        session.answer(rng.choice(list(session.ask.legal())))
    return session


@pytest.mark.parametrize("game", GAMES)
def test_a_reading_that_decides_is_told_with_the_answer(game: str) -> None:
    tally: Tally = Counter()
    marked = 0
    scenarios = sorted(names(game))
    for seed in range(PLAYS):
        session = _play(scenarios[seed % len(scenarios)], seed, tally)
        entries = entries_resting(session)
        assert [one.kind for one in entries] == [one.kind for one in session.trace.entries]
        marked += sum("rests" in one.facts for one in entries)
    assert tally["verdicts"] >= LOOKED_AT
    assert tally["decided"] + marked > 0


def test_consulted_is_not_decisive() -> None:
    """A reading that is looked at and changes nothing is not told."""
    law = scenario("se/roana").position().law
    slugs = list(law.book.readings)[:2]

    def question(law: Law) -> str:
        law.reading(slugs[0])
        return law.reading(slugs[1])

    assert list(deciding(law, question)) == [slugs[1]]


# -- each option has its case --------------------------------------------------------------------------------------


def _answers_otherwise(case: Case, under: Law) -> bool:
    """Whether a case is answered otherwise under another law than its own; what then cannot be asked is, too."""
    try:
        play = session(case, under)
        do(play, case.deeds)
        return any(True for _ in answer_differs(case, FIND[case.question](play, case)))
    except (Astray, LookupError):
        return True


def _shown(case: Case) -> Iterator[tuple[str, str]]:
    """The options on which the answer of a case rests, against the default; each is heard: a dagger shows it."""
    for slug, option in case.readings.items():
        own = law(case)
        noting = Noting.like(own)
        default = own.under(slug, own.book.readings[slug]["default"])
        if _answers_otherwise(case, default) and not _answers_otherwise(case, noting):
            assert slug in noting.asked, f"{case.id}: {slug}={option} changes the answer unheard"
            yield slug, option


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_reading_decides_a_case(game: str) -> None:
    """All readings of matter `play`: what no case shows may be no switch at all."""
    found = [case for file in files(game) for case in cases_of(file, frozenset(ids_saying(file, "readings")))]
    book = found[0].scenario.law().book
    played = {slug: one for slug, one in book.readings.items() if one["matter"] == "play"}
    wanted = {(slug, option) for slug, one in played.items() for option in one["options"] if option != one["default"]}
    shown: set[tuple[str, str]] = set()
    for case in found:
        if any((slug, option) in wanted - shown for slug, option in case.readings.items()):
            shown.update(_shown(case))
    assert {f"{slug}={option}" for slug, option in wanted - shown} == set()
