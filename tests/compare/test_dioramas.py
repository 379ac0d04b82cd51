"""Dioramas: legal scenario files, whose every assumption is said with a rule that exists, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tutor import library, rulesets
from tutor.checking import check
from tutor.compare import debate
from tutor.compare.comparison import diorama
from tutor.compare.diorama import GOAL, REAR, SIDES, CannotSay, Diorama, fit, least, say
from tutor.compare.situation import names, situation
from tutor.engine.sayings import messages
from tutor.engine.text import LANGUAGES
from tutor.files.loading import parse
from tutor.files.writing import to_yaml
from tutor.rulesets import GAMES, folder

COMPARE = Path(debate.__file__).parent
HARD = {"gallipoli-1915": {"se", "tlm", "gwie"}}  # what a game cannot state at all


def made(game: str, name: str) -> Diorama | None:
    try:
        return diorama(game, situation(name))
    except CannotSay:
        return None


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("game", GAMES)
def test_a_diorama_has_the_form_of_a_scenario(game: str, name: str) -> None:
    one = made(game, name)
    assert (one is None) == (game in HARD.get(name, ()))
    if one is None:
        return
    loaded = parse(to_yaml(one.data), f"{name}.yaml", "scenario")
    opened = library.of_data(game, loaded.data).position()
    assert opened.pieces.ids() or list(opened.pieces)
    assert set(one.sides.values()) == {piece.side for piece in opened.pieces}


@pytest.mark.parametrize("game", GAMES)
def test_a_diorama_passes_the_check_of_files(game: str, tmp_path: Path) -> None:
    one = made(game, "verdun-1916")
    assert one is not None
    path = tmp_path / "verdun.yaml"
    path.write_text(to_yaml(one.data), "utf-8")
    assert check(path) == ("scenario", ())


@pytest.mark.parametrize("name", names())
def test_all_that_is_said_counts_or_is_lost(name: str) -> None:
    one = situation(name)
    wanted = set(debate.said_by(one))
    for found in debate.dioramas(one).values():
        if isinstance(found, Diorama):
            named = {aspect.name for aspect in found.aspects}
            assert {n for n in named if not n.startswith(("nation-", "headquarters-"))} == wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_it_can_be_told(game: str) -> None:
    for name in names():
        one = made(game, name)
        for aspect in one.aspects if one else ():
            assert aspect.rule == "" or aspect.rule in rulesets.book(game)
            assert aspect.rule or aspect.concept in rulesets.book(game).data["concepts"]
            for lang in LANGUAGES:
                told = debate.told(game, aspect, lang)
                assert "{" not in told
                assert f"aspect.{aspect.name}" in messages("tutor.compare")


def test_a_refusal_names_what_shuts_it_out() -> None:
    with pytest.raises(CannotSay) as cannot:
        diorama("tlm", situation("gallipoli-1915"))
    assert cannot.value.rule == "4.6.c"
    told = debate.refused("se", ("no-landing", "", "landings"), "en")
    assert told.endswith("[SE]")
    assert "landings" in told


def test_every_kind_in_the_code_has_its_message() -> None:
    known = messages("tutor.compare")
    kinds = set()
    for path in (folder(game) / "comparison.py" for game in GAMES):
        kinds |= set(
            re.findall(r'(?:counts|lost|CannotSay)\(\s*f?"[^"]*",\s*"([a-z][a-z-]*)"', path.read_text("utf-8"))
        )
    assert len(kinds) > 60
    assert kinds <= set(known)


def test_both_languages_say_the_same_things() -> None:
    slot = re.compile(r"\{(\w+)[^}]*\}")
    for kind, both in messages("tutor.compare").items():
        assert set(both) == set(LANGUAGES), kind
        assert set(slot.findall(both["fr"])) == set(slot.findall(both["en"])), kind
        assert not re.search(r"\((s|x|e|es)\)", f"{both}"), kind


def test_one_is_said_otherwise_than_several() -> None:
    assert say("se-guns", "fr", light=1, heavy=2) == "1 groupe de campagne et 2 lourds sur cette largeur"
    assert say("se-guns", "fr", light=0, heavy=3) == "0 groupe de campagne et 3 lourds sur cette largeur"
    assert say("se-guns", "en", light=0, heavy=1) == "0 field groups and 1 heavy one on that width"


# -- proportions -------------------------------------------------------------------------------------------------
def test_too_many_are_taken_in_proportion() -> None:
    from fractions import Fraction

    assert fit((Fraction(8), Fraction(3)), 12, 6) == (8, 3, 1)
    assert fit((Fraction(24), Fraction(6)), 12, 6) == (12, 3, Fraction(1, 2))
    assert fit((Fraction(1, 3), Fraction(1, 9)), 2, 2) == (1, 1, 1)


def test_few_pieces_stand_for_many() -> None:
    from fractions import Fraction

    assert least((Fraction(9), Fraction(3)), 4, 2)[:2] == (3, 1)
    assert least((Fraction(14), Fraction(6)), 4, 2)[:2] == (2, 1)
    assert least((Fraction(4), Fraction(3)), 4, 2)[:2] == (1, 1)


def test_a_bigger_force_shows_in_the_position() -> None:
    one = situation("michael-1918")
    more = one.changed({"attacker.divisions": 60})

    def attackers(found: Diorama) -> int:
        return sum(id.startswith("a") for id in found.data["pieces"])

    assert attackers(diorama("gwie", more)) > attackers(diorama("gwie", one))


@pytest.mark.parametrize("height", [0, 1, 2])
def test_the_goal_and_what_lies_beside_it_and_behind_stand_as_high_as_is_said(height: int) -> None:
    """Levels are counted from the ground in front, where the attacker comes from."""
    found = diorama("se", situation("verdun-1916").changed({"ground.height": height})).data["map"]
    levels = {hex: one["level"] - found["fill"]["level"] for hex, one in found["hexes"].items()}
    assert levels == dict.fromkeys((GOAL, *REAR, "0403", "0405"), height)


@pytest.mark.parametrize("name", names())
def test_as_many_headquarters_of_dff_stand_as_are_said(name: str) -> None:
    found = diorama("dff", situation(name))
    said = {aspect.name: aspect.facts["n"] for aspect in found.aspects if aspect.kind == "dff-guns"}
    for side in SIDES:
        standing = sum(id.startswith(f"{side[0]}hq") for id in found.data["pieces"])
        assert standing == said.get(f"guns-{side}", 1)
