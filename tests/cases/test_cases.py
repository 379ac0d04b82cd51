"""Every case in this folder, one test each. `README.md` says how to write one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tutor.cases import Case, load_cases, run
from tutor.cases.telling import told
from tutor.files.faults import BadFile
from tutor.rendering.plain import text

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))


@cache
def cases(path: Path) -> tuple[Case, ...] | BadFile:
    try:
        return load_cases(path)
    except BadFile as bad:
        return bad


def collected() -> list[object]:
    """The cases of all files; a file with faults is one test that fails and tells them."""
    found: list[object] = []
    for path in FILES:
        read = cases(path)
        if isinstance(read, BadFile):
            found.append(pytest.param(read, id=path.relative_to(HERE).as_posix()))
        else:
            found += [pytest.param(case, id=f"{case.game}/{case.id}") for case in read]
    return found


@pytest.mark.parametrize("case", collected())
def test_case(case: Case | BadFile) -> None:
    if isinstance(case, BadFile):
        pytest.fail("\n".join(case.told("en")), pytrace=False)
    result = run(case)
    if not result.passed:
        pytest.fail(text(told(result, "en"), 3), pytrace=False)


def test_ids_are_unique() -> None:
    ids = [f"{case.game}/{case.id}" for path in FILES if not isinstance(read := cases(path), BadFile) for case in read]
    assert sorted(ids) == sorted(set(ids))
