"""Every case in this folder, one test a file. `README.md` says how to write one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.cases.told import KEPT, UNSAID, differences, kept, unsaid
from tutor.cases import Case, load_cases, run
from tutor.cases.telling import told
from tutor.files.faults import BadFile
from tutor.rendering.plain import text
from tutor.rulesets import book

HERE = Path(__file__).parent
FILES = {path.relative_to(HERE).as_posix(): path for path in sorted(HERE.rglob("*.yaml"))}
MOST = 0.75  # of the messages of a game
ONE_IN = 10  # of the cases of a file, when one only looks over the whole


@cache
def read(name: str) -> tuple[Case, ...]:
    return load_cases(FILES[name])


@pytest.mark.parametrize("name", FILES)
def test_cases(name: str, request: pytest.FixtureRequest) -> None:
    """All that do not hold are told, and each by its name: `tutor case FILE` runs them alone.

    What was kept of their words (`told.py`) is told as it was read.
    """
    try:
        cases = read(name)
    except BadFile as bad:
        raise pytest.fail.Exception("\n".join(bad.told("en")), pytrace=False) from None
    results = [run(case) for case in cases[:: ONE_IN if request.config.getoption("--quick") else 1]]
    assert results
    if failed := [text(told(result, "en"), 3) for result in results if not result.passed]:
        pytest.fail("\n\n".join(failed), pytrace=False)
    words = kept(name.split("/")[0])
    if changed := [line for result in results for line in differences(result, words.get(result.case.id, {}))]:
        pytest.fail("\n".join((*changed, "on purpose? python -m tests.cases.told " + name)), pytrace=False)


@pytest.mark.parametrize("game", sorted({name.split("/")[0] for name in FILES}))
def test_ids_are_unique(game: str) -> None:
    ids = Counter(case.id for name in FILES if name.startswith(f"{game}/") for case in read(name))
    assert [one for one, n in ids.items() if n > 1] == []


@pytest.mark.parametrize("game", sorted(path.stem for path in KEPT.glob("*.txt")))
def test_every_message_of_a_game_is_kept(game: str) -> None:
    """Most in a case's own words, the others with gaps. Who adds messages: `python -m tests.cases.told GAME`."""
    told = dict(kept(game))
    gaps = told.pop(UNSAID)
    assert gaps == unsaid(game, told.values()), "on purpose? python -m tests.cases.told " + game
    assert len(gaps) < (1 - MOST) * len(book(game).data["words"]["messages"])
