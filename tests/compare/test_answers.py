"""Answers: exact ones and samples, bounds, ledgers, tables, stand-ins, the debate."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tutor import rulesets
from tutor.compare import debate, standins, telling
from tutor.compare.comparison import GROUNDS, comparison
from tutor.compare.frames import FIGURES, concepts, frame
from tutor.compare.outcome import Answer, Setting, answered, in_slices, of_plain, to_plain
from tutor.compare.situation import Situation, names, situation
from tutor.compare.sweep import Asked, Kept, ask
from tutor.engine.text import LANGUAGES, Lang
from tutor.rendering.plain import lines, text
from tutor.rulesets import GAMES

QUICK = "le-cateau-1914"


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_chances(game: str, kept: Kept) -> None:
    answer = ask(Asked(game, situation(QUICK)), kept)
    assert answer.exact
    assert sum(answer.ground(holder) for holder in GROUNDS) == 1
    for value in (answer.loss("attacker"), answer.loss("defender"), answer.retreat):
        assert 0 <= value <= 1
    assert answer.loss("attacker") > 0
    assert answer.loss("defender") > 0


def test_an_answer_survives_being_written() -> None:
    answer = answered("gwie", situation(QUICK))
    again = of_plain("gwie", answer.situation, answer.setting, to_plain(answer))
    assert again.ends.same_as(answer.ends)
    assert again.positions == answer.positions


def test_beyond_the_budget_it_says_that_it_samples(kept: Kept) -> None:
    exact = ask(Asked("se", situation(QUICK)), kept)
    rough = answered("se", situation(QUICK), Setting(budget=100, runs=200))
    assert exact.error(exact.ground()) == 0
    assert not rough.exact
    assert rough.runs == 200
    error = rough.error(exact.ground())
    assert 0 < error < 0.1
    assert abs(float(rough.ground() - exact.ground())) < 2 * error
    assert "200" in text(telling.certainty([rough], "en"))


def test_who_chooses_makes_a_difference(kept: Kept) -> None:
    """A careful Briton leaves at one to two, and a bold one is destroyed where he stands."""
    bold = ask(Asked("dff", situation(QUICK)), kept)
    careful = ask(Asked("dff", situation(QUICK), Setting(defence="careful")), kept)
    assert bold.retreat == 0
    assert careful.retreat > 0
    assert careful.loss("defender") < bold.loss("defender")
    assert bold.players["defender"].id != careful.players["defender"].id


def test_bounds_hold_the_answer_between_them() -> None:
    answer = answered("tlm", situation("gorlice-1915"))
    found = answer.bounds("defender")
    assert found.lowest <= answer.ground() <= found.highest


@pytest.mark.parametrize("game", GAMES)
def test_the_ledgers_are_at_hand(game: str, kept: Kept) -> None:
    answer = ask(Asked(game, situation(QUICK)), kept)
    for lang in LANGUAGES:
        assert len(list(lines([telling.ledgers(answer, lang, whole=game in ("se", "tlm"))]))) > 3


def test_an_attack_that_is_too_weak_is_refused_by_its_rule() -> None:
    weak = situation("vimy-1917").changed({"attacker.divisions": 1, "ground.river": True, "ground.terrain": "mountain"})
    answer = answered("fa", weak)
    assert answer.refused == ("too-weak", "10.7.6.2-b", "")
    assert "10.7.6.2" in text([telling.table([answer], "fr")])


# -- tables --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_a_line_for_each_game(lang: Lang, kept: Kept) -> None:
    answers = [ask(Asked(game, situation("gallipoli-1915")), kept) for game in ("se", "fa")]
    table = frame(answers, lang)
    assert list(table["game"]) == ["se", "fa"]
    assert set(FIGURES) <= set(table.columns)
    assert table["refused"][0].endswith("[SE]")
    assert table["taken"][1] == float(answers[1].ground())
    assert Fraction(table["taken-exactly"][1]) == answers[1].ground()
    assert len(list(lines([telling.table(answers, lang)]))) == 3


def test_where_the_five_part_is_said(kept: Kept) -> None:
    answers = [ask(Asked(game, situation("gorlice-1915")), kept) for game in ("se", "tlm", "gwie", "fa")]
    ground, losses = lines(telling.agreement(answers, "en"))
    assert ground == "Likeliest end: taken by the attacker (SE, TLM, FA); held by the defender (GWIE)."
    assert losses == "Who loses the greater share: defender (SE, TLM, GWIE, FA)."


def test_concepts_stand_side_by_side_with_their_rules() -> None:
    table = concepts(["gas", "entrenchment"], "en")
    assert list(table.columns) == list(GAMES)
    assert "[TLM 9.3" in table.loc["gas", "tlm"]
    assert "[" not in table.loc["gas", "se"]


# -- the debate ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", names())
def test_every_situation_ends_in_lists_with_citations(name: str) -> None:
    found = debate.debate(situation(name))
    made = sum(isinstance(one, debate.Diorama) for one in debate.dioramas(situation(name)).values())
    assert found.all
    assert found.one
    assert found.none
    assert all(len(point.rules) in (made, len(GAMES)) for point in found.all)
    assert all(len(point.rules) == 1 for point in found.one)
    assert not any(point.rules for point in found.none)
    for point in (*found.all, *found.some, *found.one, *found.none):
        for game, rules in point.rules.items():
            assert all(rule in rulesets.book(game) for rule in rules)


def test_scales_and_topics_cite_what_exists() -> None:
    for game in GAMES:
        assert all(rule in rulesets.book(game) for rule in rulesets.book(game).data["game"]["scale"]["rules"])
        for lang in LANGUAGES:
            assert debate.scale(game, lang)["piece"]
            assert debate.meaning_of_spent(game, lang)
    topics = debate.data("topics.yaml")
    assert {topic for game in GAMES for topic in rulesets.book(game).data["game"]["topics"]} <= set(topics)
    for topic in topics:
        for game, rules in debate.spoken_of(topic).items():
            assert all(rule in rulesets.book(game) for rule in rules)


# -- stand-ins -----------------------------------------------------------------------------------------------------
def test_every_other_table_keeps_the_form_of_the_one_it_replaces() -> None:
    fitted = [(game, name) for game in GAMES for name in comparison(game).fits]
    assert len(fitted) >= 7
    for game, name in fitted:
        printed = rulesets.book(game).tables[name]
        assert printed["provenance"] == "stand-in"
        found = standins.others(game, name)
        assert found
        for other in found.values():
            assert other["cells"].keys() == printed["cells"].keys()
            assert {len(line) for line in other["cells"].values()} == {len(printed["columns"])}
            assert other["cells"] != printed["cells"]


def test_a_chart_that_breaks_the_text_is_not_used() -> None:
    fits = comparison("gwie").fits["crt-a"]
    printed = rulesets.book("gwie").tables["crt-a"]["cells"]
    assert fits(printed)
    assert not fits({row: ["1/1", *line[1:-1], "1/1"] for row, line in printed.items() if row < "5"})
    assert not fits({**printed, "6": ["0/E", *printed["6"][1:]]})


def test_how_far_a_stand_in_swings_the_answer(kept: Kept) -> None:
    answer = ask(Asked("se", situation("brusilov-1916")), kept)
    found = standins.rests_on(answer, kept)
    swings = {swing.table: swing for swing in found.swings}
    assert set(swings) == {"assault", "bombardment", "defensive-fire"}
    assert swings["bombardment"].width == 0  # the trench carries the fire off any such table
    assert swings["assault"].taken[0] < answer.ground() < swings["assault"].taken[1]
    assert "terrain-effects" in found.unvaried
    for lang in LANGUAGES:
        told = list(lines(telling.rests(found, lang)))
        assert len(told) == 4
        assert not any("{" in line for line in told)


def test_a_game_without_stand_ins_says_so(kept: Kept) -> None:
    found = standins.rests_on(ask(Asked("tlm", situation("brusilov-1916")), kept), kept)
    assert found.swings == ()
    assert found.unvaried == ()
    assert "TLM" in text(telling.rests(found, "fr"))


def slices(game: str, about: Situation, setting: Setting, seconds: float) -> tuple[int, Answer]:
    work, n = in_slices(game, about, setting, seconds), 0
    while True:
        try:
            next(work)
        except StopIteration as done:
            return n, done.value
        n += 1


@pytest.mark.parametrize("setting", [Setting(), Setting(budget=40, runs=60)], ids=["exact", "sampled"])
def test_in_slices_the_answer_is_the_same(setting: Setting) -> None:
    """However short they are: a step that is longer than a slice is given more."""
    about = situation("asiago-1916")
    n, found = slices("dff", about, setting, 0.01)
    assert n > 2
    assert found == answered("dff", about, setting)
    assert found.exact == (setting.budget > 40)
