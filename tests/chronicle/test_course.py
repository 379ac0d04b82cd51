"""How a chronicle is played: facts as an umpire sets them, acts, variations to any depth, and the odds of real dice."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.chronicle.toy import CHRONICLE
from tutor.chronicle import gallery
from tutor.chronicle.checked import Story, story
from tutor.chronicle.said import odds, when
from tutor.chronicle.telling import Teller
from tutor.engine.told import plain
from tutor.files.chronicle import Span
from tutor.files.faults import BadFile
from tutor.rendering.plain import text


def test_steps_and_their_numbers(told: Story) -> None:
    numbers = [step.number for step in told.course.walked()]
    assert numbers == ["1", "2", "3", "4", "5", "5a1", "5a1a1", "6", "7"]


def test_a_fact_is_set_and_judged(told: Story) -> None:
    steps = {step.number: step for step in told.course.walked()}
    assert steps["2"].ruling is not None
    assert steps["2"].ruling.word == "allowed"
    assert steps["2"].after.state.pieces["b1"].place == "c"
    assert steps["3"].ruling is not None
    assert (steps["3"].ruling.word, steps["3"].broken) == ("forbidden", ("1.6",))
    assert steps["3"].after.state.pieces["b1"].place == "a"


def test_what_lay_so_is_not_judged(told: Story) -> None:
    step = told.course.steps[3]
    assert step.ruling is None
    assert (step.after.state.pieces["b1"].place, step.after.state.pieces["b1"].steps) == ("b", 1)


def test_the_procedure_goes_on_after_a_fact(told: Story) -> None:
    assert told.course.steps[-1].after.over
    assert told.course.steps[-1].after.state.pieces["b1"].place == "c"


def test_a_variation_leaves_the_battle_alone(told: Story) -> None:
    steps = {step.number: step for step in told.course.walked()}
    assert steps["5a1"].before is steps["5"].before
    assert steps["5a1"].after.state.pieces["r1"].place == "c"
    assert steps["6"].before.state.pieces["r1"].place == "a"


def test_the_odds_of_a_die_are_exact(told: Story) -> None:
    step = told.course.steps[5]
    assert step.thrown is not None
    assert step.thrown.share == Fraction(1, 6)
    assert "one in six" in text(tuple(Teller(told, "en").thrown(step)))
    assert "une chance sur six" in text(tuple(Teller(told, "fr").thrown(step)))


@pytest.mark.parametrize(
    ("share", "fr", "en"),
    [
        (Fraction(1), "à coup sûr", "for sure"),
        (Fraction(1, 36), "une chance sur 36", "one in 36"),
        (Fraction(2, 3), "deux chances sur trois", "two in three"),
        (Fraction(5, 36), "5 chances sur 36", "5 in 36"),
        (Fraction(1, 1296), "0,1 % des cas", "0.1 % of all cases"),
    ],
)
def test_odds_as_one_says_them(share: Fraction, fr: str, en: str) -> None:
    assert (odds(share, "fr").replace("\u00a0", " "), odds(share, "en").replace("%", " %").replace("  ", " ")) == (
        fr,
        en,
    )


def test_what_changes_is_told(told: Story) -> None:
    told_of = {
        step.number: [plain(one.phrases) for one in Teller(told, "en").changes(step)] for step in told.course.steps
    }
    assert told_of["1"] == []
    assert told_of["2"] == ["Bleu 1: from Bravo to Charlie"]


def test_dates_as_one_says_them() -> None:
    assert when("1916-05-01T06", "fr") == "1er mai 1916, 6 h"
    assert when("1916-05-22T06:30", "en") == "22 May 1916, 6:30"
    assert when("1916", "en") == "1916"
    assert when(Span(start="1916-05-22", until="1916-05-24"), "fr") == "22–24 mai 1916"
    assert when(Span(start="1916-05-22T06", until="1916-05-22T18"), "fr") == "22 mai 1916, de 6 h à 18 h"


def test_a_question_may_be_put_beside_the_table(toy: Path) -> None:
    lines = (
        '  - {fact: {asks: [[r1, c]]}, certainty: conjecture, despite: ["1.2"]}\n'
        "  - {fact: {asks: [[r1, b]]}, certainty: conjecture}\n"
    )
    path = toy / "asked.yaml"
    path.write_text(CHRONICLE.partition("lines:\n")[0] + "lines:\n" + lines, "utf-8")
    refused, allowed = story(path).course.steps
    assert refused.ruling is not None
    assert allowed.ruling is not None
    assert (refused.ruling.word, refused.broken, allowed.ruling.word) == ("forbidden", ("1.2",), "allowed")
    assert refused.after is refused.before


def test_an_act_may_be_kept_though_history_broke_a_rule(toy: Path) -> None:
    path = toy / "kept.yaml"
    line = '  - {rule: "1.1", kind: attack, answer: [r1, c], despite: ["1.2"]}\n'
    path.write_text(CHRONICLE.partition("lines:\n")[0] + "lines:\n" + line, "utf-8")
    (step,) = story(path).course.steps
    assert step.broken == ("1.2",)
    path.write_text(path.read_text("utf-8").replace(', despite: ["1.2"]', ""), "utf-8")
    with pytest.raises(BadFile, match="despite"):
        story(path)


def test_a_record_is_read_as_a_chronicle(toy: Path) -> None:
    path = toy / "record.yaml"
    path.write_text(
        "scenario: duel/assault\nnote: {en: A game}\nsources: [Somewhere, p. 3]\nlines:\n"
        "  - {rule: '1.1', kind: attack, answer: [r1, b], note: {fr: En avant}, "
        "shapes: [{ring: b}], sources: [A letter]}\n",
        "utf-8",
    )
    found = story(path)
    assert [step.told.what for step in found.course.steps] == ["pause", "act"]
    assert [source.title for source in found.form.sources.values()] == ["Somewhere", "p. 3", "A letter"]


def test_a_fact_may_give_other_steps_to_be_done(toy: Path) -> None:
    path = toy / "agenda.yaml"
    lines = (
        "  - {fact: {agenda: [[attack], [attack]]}, certainty: conjecture}\n"
        "  - {rule: '1.1', kind: attack, answer: [r1, b]}\n"
    )
    path.write_text(CHRONICLE.partition("lines:\n")[0] + "lines:\n" + lines, "utf-8")
    assert [task.step for task in story(path).course.steps[0].after.position.state.agenda] == ["attack", "attack"]


def test_without_an_agenda_the_step_under_way_keeps_its_answers(toy: Path) -> None:
    path = toy / "inside.yaml"
    path.write_text(
        CHRONICLE.partition("lines:\n")[0] + "lines:\n"
        "  - {rule: '1.1', kind: attack, answer: [r1, b]}\n"
        "  - {fact: {sets: {b1: {steps: 1}}}, certainty: conjecture}\n"
        "  - {rule: '1.5', kind: die, answer: 4}\n",
        "utf-8",
    )
    assert story(path).course.steps[1].after.ask is not None
    assert story(path).course.steps[2].told.kind == "die"


def test_what_only_might_have_happened_breaks_no_rule(told: Story) -> None:
    steps = {step.number: step for step in told.course.walked()}
    assert steps["5a1"].ruling is not None
    assert (steps["5a1"].ruling.word, steps["5a1"].broken) == ("forbidden", ())
    assert "would forbid" in text(tuple(Teller(told, "en").ruling(steps["5a1"])))
    assert "history broke" in text(tuple(Teller(told, "en").ruling(steps["3"])))


def test_what_goes_with_its_army_is_not_told_one_by_one() -> None:
    found = story(gallery.shelf() / "marne-tlm.yaml")
    tell = Teller(found, "en")
    retreat = next(step for step in tell.steps if text([*tell.changes(step)]).count("Soissons"))
    told = text([*tell.changes(retreat)])
    assert "German 1st Army: from the Marne to Soissons" in told
    assert "nfantry" not in told
