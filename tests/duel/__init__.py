"""The duel: a sixth game in one folder, from which every command and every widget knows it. Copy it to begin your own.

Installed, a game enters itself in its `pyproject.toml`:

    [project.entry-points."tutor.games"]
    duel = "duel"

While it is being written, `TUTOR_GAMES=duel=tests.duel` does the same. What lies here, and what happens without it:

| file | what it holds | without it |
|---|---|---|
| `rulebook/`, `messages.yaml` | the digest (rules, readings, tables, boxes), and what the rules say | no game |
| `ruleset.py` | the rules, and `RULES`, by which everything else finds them | it can be read, not played |
| `schema.py` | `Scenario`: the keys that its scenarios have | any key is taken |
| `scenarios/` | positions, and `maps/` | those of `TUTOR_SCENARIOS` |
| `counters.yaml` | what is printed on counters, what lies beside the map (`files/counters.py`) | a sensible guess |
| `lessons/`, `voices.yaml` | lessons, and what a rule stands for | none |
| `comparison.py` | its part in the comparison | it takes no part |
| `instruments.py` | instruments of its own | those of all games |
"""
