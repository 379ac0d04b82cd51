"""Files with random damage: always faults with a place, never a crash, in both languages."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.duel.ruleset import MAP, SCENARIO
from tutor.checking import check

CASES = """\
game: duel
cases:
  - {id: one, position: assault, legal: {attack: [r1, b]}, expect: true, rules: ["1.2"]}
  - id: two
    position: {scenario: assault, changes: {pieces.r1.value: 4}}
    number: {strength: {unit: r1, place: b}}
    expect: {total: 2, lines: [{1.3: 4}, {1.4: x 1/2}]}
    variants: [{changes: {forts: null}, expect: 4}, {options: [snow], expect: 1}]
"""
RECORD = "scenario: duel/assault\nlines:\n  - {rule: '1.1', kind: attack, answer: [r1, b], despite: ['1.2']}\n"
BITS = (
    "[",
    "]",
    "{",
    "}",
    ":",
    "- ",
    "&a ",
    "*a",
    "!x",
    "'",
    '"',
    "\n",
    "  ",
    "null",
    "0",
    "x",
    "é",
    "\t",
    "#",
    ",",
    "|",
    "? ",
)


def damaged(text: str, rng: random.Random) -> str:
    """A text with a few characters taken out, put in, or lines doubled."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        match rng.randrange(4):
            case 0:
                text = text[:at] + text[at + rng.randint(1, 6) :]
            case 1:
                text = text[:at] + rng.choice(BITS) + text[at:]
            case 2:
                lines = text.splitlines(keepends=True)
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
                text = "".join(lines)
            case _:
                lines = text.splitlines(keepends=True)
                del lines[rng.randrange(len(lines))]
                text = "".join(lines) or "x"
    return text


@pytest.mark.parametrize(("name", "text"), {"scenario": SCENARIO, "map": MAP, "case": CASES, "record": RECORD}.items())
def test_damage_is_told(toy: Path, name: str, text: str) -> None:
    rng = random.Random(1916)
    path = toy / f"{name}.yaml"
    told = 0
    for number in range(250):
        path.write_text(damaged(text, rng), "utf-8")
        _, faults = check(path, name)
        told += bool(faults)
        for fault in faults:
            assert fault.mark.line >= 1
            for lang in ("fr", "en"):
                assert fault.told(lang).startswith(f"{fault.path}:"), number
    assert told > 150
