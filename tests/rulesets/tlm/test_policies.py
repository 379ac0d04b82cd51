"""What the named players do with a choice."""

from __future__ import annotations

import pytest

from tutor import library
from tutor.cases.paths import changed
from tutor.engine.ask import Ask
from tutor.engine.play import Session
from tutor.rulesets.tlm.ruleset import RULES

FIGHT = {"agenda": [["battle", "verdun"]], "offensive": "offensive", "hands": {}, "pieces.fr10.at": "chalons"}


@pytest.mark.parametrize(
    ("german", "refuge"),
    [
        (("bar-le-duc",), "argonne"),  # Châlons feeds it; nothing feeds Saint-Mihiel any more
        (("bar-le-duc", "argonne"), "saint-mihiel"),  # without supply, rather than among enemies
        ((), "argonne"),
    ],
)
def test_who_leaves_goes_where_he_is_fed(german: tuple[str, ...], refuge: str) -> None:
    base = library.scenario(library.find("verdun", "tlm"))
    data = changed(base.data, {**FIGHT, **{f"control.{area}": "GE" for area in german}})
    session = Session(RULES, library.of_data("tlm", data).position())
    session.answer("fr-cavalry")
    if isinstance(ask := session.ask, Ask) and ask.kind == "retreat-to":
        assert set(ask.legal()) >= {"argonne", "saint-mihiel"} - set(german)
        session.answer(RULES.policies["stubborn"].answer(RULES, ask))
    assert session.state.pieces["fr-cavalry"].place == refuge
