"""The same request judged by all five: who lets a unit walk past another, and by which rule not."""

from __future__ import annotations

import pytest

from tutor import rulesets
from tutor.compare.comparison import comparison
from tutor.compare.requests import REQUESTS, all_judged, told
from tutor.engine.text import LANGUAGES, Lang
from tutor.engine.told import plain
from tutor.files.loading import parse
from tutor.files.writing import to_yaml
from tutor.rendering.plain import lines, text
from tutor.rulesets import GAMES

# By the booklets: SE fires at who passes but does not stop him (11.1.1), GWIE knows no zones (8.22); DFF bars two
# entries running (2.2.5.6-b), FA stops in the first zone (10.7.4.1-e), and an infantry of TLM goes one area.
MAY = {
    "past": {"se": True, "tlm": False, "dff": False, "gwie": True, "fa": False},
    "into": {"se": False, "tlm": True, "dff": False, "gwie": False, "fa": False},
    "away": {"se": True, "tlm": True, "dff": True, "gwie": True, "fa": True},
}
BARS = {"tlm": "2.0-II.2", "dff": "2.2.5.6", "fa": "10.7.4.1"}


@pytest.mark.parametrize("request_", MAY)
def test_the_five_part(request_: str) -> None:
    assert {one.game: one.legal for one in all_judged(request_)} == MAY[request_]


def test_each_refusal_cites_what_bars_the_way() -> None:
    for one in all_judged("past"):
        assert all(rule in rulesets.book(one.game) for rule in one.rules)
        if not one.legal:
            assert one.first is not None
            assert one.first.rule.startswith(BARS[one.game])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("request_", REQUESTS)
def test_every_judgement_is_told_with_its_rule(request_: str, lang: Lang) -> None:
    question = told(request_, lang)
    assert plain(question.phrases).endswith("?")
    for one, game in zip(question.below, GAMES, strict=True):
        assert f"[{game.upper()} " in list(lines([one]))[1]
    assert "{" not in text([question])


@pytest.mark.parametrize("game", GAMES)
def test_the_valley_has_the_form_of_a_scenario(game: str) -> None:
    data = {"game": game, "title": {"fr": "La vallée", "en": "The valley"}, **comparison(game).valley(REQUESTS["past"])}
    assert parse(to_yaml(data), "valley.yaml", "scenario").data["pieces"]
