"""The duel: a sixth game in one folder, from which every command and every widget knows it. Copy it to begin your own.

Installed, a game enters itself in its `pyproject.toml`:

    [project.entry-points."tutor.games"]
    duel = "duel"

While it is being written, `TUTOR_GAMES=duel=tests.duel` does the same. What lies here, and what happens without it:

| file | what it holds | without it |
|---|---|---|
| `rulebook/`, `messages.yaml` | the digest (rules, readings, tables, boxes), and what the rules say | no game |
| `ruleset.py` | the rules, and `RULES`, by which everything else finds them | it can be read, not played |
| — `going`, `supply` of `RULES` | where a unit may go, whence it is supplied | no `tutor moves`, no `tutor supply` |
| — `numbers`, `questions`, `policies` | what cases and odds ask, and who chooses how | no odds, no numbers |
| `schema.py` | `Scenario`: the keys that its scenarios have | any key is taken |
| `scenarios/` | positions, and `maps/` | those of `TUTOR_SCENARIOS` |
| `counters.yaml` | what is printed on counters, what lies beside the map (`files/counters.py`) | a sensible guess |
| `lessons/`, `voices.yaml` | lessons, and what a rule stands for | none |
| `comparison.py` | its part in the comparison | it takes no part |
| `instruments.py` | instruments of its own | those of all games |
| — `clashes.py` | who fights whom and where; what aims (`AIMS`) | no arrows, no fight told, no odds while one aims |
| `cases.yaml` | what is right, to be run with `tutor case`; it may lie anywhere | nobody knows |

What bears its name and changes in a copy (`grep -rn duel`): `GAME` in `ruleset.py`, `game:` of scenarios, lessons and
cases, the import in `instruments.py`, the draft in `comparison.py`, `title` in `rulebook/game.yaml`.
"""
