"""What a player is told once: a choice is not told again by what comes of it, and nothing of it is lost."""

from __future__ import annotations

import pytest

from tutor import library
from tutor.engine import telling, ways
from tutor.engine.ask import Ask
from tutor.engine.play import Session
from tutor.engine.text import LANGUAGES, Lang
from tutor.engine.trace import Entry
from tutor.engine.words import Words, messages
from tutor.rendering.plain import lines
from tutor.rulesets.tlm.ruleset import RULES

WAYS = {
    "fr": "La 1re Armée allemande va d'Aix-la-Chapelle à Liége",
    "en": "The German 1st Army goes from Aachen to Liége",
}


def played(*answers: object) -> Session:
    session = Session(RULES, library.scenario(library.find("door", "tlm")).position())
    for answer in answers:
        session.answer(answer)
    return session


def told(session: Session, lang: Lang, level: int = 2) -> list[str]:
    words = Words.of(RULES, session.state, lang)
    return [line.strip() for line in lines(telling.trace(session.entries(), words), level)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_move_is_told_once(lang: Lang) -> None:
    session = played("offensive", "ge1", "liege", "ge2")
    army = WAYS[lang].partition(" va " if lang == "fr" else " goes ")[0]
    found = [line for line in told(session, lang) if army in line or army.replace("La", "la", 1) in line]
    assert [line for line in found if WAYS[lang] in line] == found
    assert len(found) == 1
    assert len([line for line in told(session, lang, 3) if "Liége" in line]) > len(
        [line for line in told(session, lang) if "Liége" in line]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_has_not_arrived_yet_is_told_as_chosen(lang: Lang) -> None:
    """As long as nothing has come of a choice, the choice is told."""
    last = {"fr": "L'Allemand bouge la 1re Armée allemande", "en": "The German moves the German 1st Army"}
    assert last[lang] in told(played("offensive", "ge1"), lang)[-1]
    assert not [line for line in told(played("offensive", "ge1", "liege"), lang) if last[lang] in line]


def test_a_choice_that_was_forced_is_told_with_what_it_was_forced_against() -> None:
    session = played("offensive", "ge1")
    assert isinstance(session.ask, Ask)
    against = session.ask.verdict("antwerp").objections
    session.answer("antwerp", tuple({one.rule for one in against}))
    assert any("Antwerp" in line and line.startswith("►") for line in told(session, "en"))


def test_every_outcome_is_something_that_is_said() -> None:
    words = messages(RULES.book)
    named = {kind for kinds in words["outcomes"].values() for kind in kinds}
    assert words["outcomes"]
    assert not (named | set(words["outcomes"])) - set(words["messages"])


def test_a_choice_with_more_in_it_than_its_outcome_stays() -> None:
    """Of two units chosen one after the other only the one that came is told by its coming."""
    session = played("offensive", "ge1", "back", "ge2", "liege")
    choices: list[Entry] = [entry for entry in session.entries() if entry.what == "choice"]
    assert [entry.kind for entry in choices] == ["offensive", "move", "back", "move", "to"]
    assert any("1st Army" in line and line.startswith("►") for line in told(session, "en"))
    assert not any("2nd Army" in line and line.startswith("►") for line in told(session, "en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_added_to_a_battle_is_told_once(lang: Lang) -> None:
    """The card, its area and what it does there are one line."""
    session = Session(RULES, library.position("tlm/cambrai"))
    for answer in ("cambrai", "done", "barrage", "cambrai", "done", "poison-gas", "cambrai", "done"):
        session.answer(answer)
    before_the_dice = told(session, lang)
    for card in ("Advanced Artillery Barrage!", "Poison Gas!"):
        assert len([line for line in before_the_dice if card in line and not line.startswith(("=", "‡"))]) == 1


def test_what_shuts_every_way_is_told_once_and_an_open_way_is_left_to_speak() -> None:
    state = library.position("tlm/marne")
    words = Words.of(RULES, state, "en")
    assert RULES.going is not None
    kept = list(lines(ways.shut(RULES.going(state, "sordet"), words)))
    assert [line.strip() for line in kept if "Sordet" in line] == kept
    assert len(kept) == 1
    assert not list(ways.shut(RULES.going(state, "ge1"), words))


def test_no_card_opens_an_area_to_who_waits_for_his_turn() -> None:
    state = library.position("tlm/marne")
    assert RULES.going is not None
    hints = {
        unit: {one.kind for way in RULES.going(state, unit) for one in way.instead(place)}
        for unit, place in (("sordet", "namur"), ("marwitz", "liege"))
    }
    assert "offensive-would-open" in hints["marwitz"]
    assert not hints["sordet"]
