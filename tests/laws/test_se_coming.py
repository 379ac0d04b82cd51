"""Laws of coming to a hex in Strafexpedition 1916: one writer of places, whose a source is, judged together."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.laws.se_battles import COLUMNS, MAPS, ROWS, battle
from tests.laws.se_moves import before_moves, turn
from tests.randommaps import map_data, se_book
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.play import Session
from tutor.engine.run import task
from tutor.engine.space.maps import HexMap
from tutor.rulesets.se import coming, fed
from tutor.rulesets.se.book import AMENDMENTS
from tutor.rulesets.se.control import EITHER, controller, held_sources
from tutor.rulesets.se.disorganisation import disorganise, threatened, threshold
from tutor.rulesets.se.ruleset import RULES
from tutor.rulesets.se.state import SURRENDERED, State

HOUSE = Path(coming.__file__).parent
WRITES = ("but", "change", "changed", "replace", "__setattr__")


# -- one writer ------------------------------------------------------------------------------------------------
def writers(source: str, module: str) -> Iterator[str]:
    """Where a module writes the place of a piece, or calls what hangs on it, though that is `coming`'s alone.

    Excepted by name: `Unit.as_if_at`, which asks what would be, where no story is told; the set-up of a scenario,
    and the comparison, which writes positions as scenarios do; and a piece without a name, which is nobody's.
    """
    for node in ast.walk(ast.parse(source)):
        where = f"{module}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.FunctionDef) and any(arg.arg == "t" for arg in node.args.args):
            yield from (f"{where} asks in a story" for call in _calls(node) if _name(call) == "as_if_at")
        if isinstance(node, ast.Call) and module != "coming.py":
            keys = {key.arg for key in node.keywords}
            if _name(node) in WRITES and "place" in keys and module != "state.py":
                yield f"{where} writes a place"
            if _name(node) == "controlled":
                yield f"{where} hands a source over"
            nobody = node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value == ""
            if _name(node) == "Unit" and module not in ("setup.py", "state.py") and not nobody:
                yield f"{where} makes a piece"
        if isinstance(node, ast.Dict) and module != "comparison.py" and "place" in map(_text, node.keys):
            yield f"{where} may write a place"


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (call for call in ast.walk(node) if isinstance(call, ast.Call))


def _text(node: ast.AST | None) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def test_nothing_else_writes_a_place() -> None:
    modules = sorted(HOUSE.glob("*.py"))
    assert len(modules) > 30
    assert [one for module in modules for one in writers(module.read_text("utf-8"), module.name)] == []


@pytest.mark.parametrize(
    "broken",
    [
        "def go(s, t, unit, hex):\n    return s.put(unit.but(place=hex))",
        "def go(s, t, id, hex):\n    return s.change(id, place=hex, moved=True)",
        "def go(s, t, unit, hex):\n    return s.put(unit.as_if_at(hex))",
        "def go(s, unit, hex):\n    return unit.but(**{'place': hex})",
        "def go(s, t, hex):\n    return controlled(s, t, hex)",
        "def go(s, hex):\n    return s.put(Unit('new', 'ah', 'infantry', hex))",
    ],
)
def test_another_writer_would_be_found(broken: str) -> None:
    assert list(writers(broken, "movement.py"))


# -- whose a source is -------------------------------------------------------------------------------------------
BATTLES, TURNS = 30, 9
OPTIONS = ("last-entrant", "any-entrant", "occupied")


@cache
def _flagged(seed: int, rows: int, columns: int) -> HexMap:
    """The random map of a seed, with sources that may be either's in two hexes of three."""
    data, rng = map_data(rows, columns, seed), random.Random(seed)
    for hex in data["hexes"].values():
        hex["flags"] = [EITHER] if rng.random() < 0.67 else []
    return HexMap.from_data(data)


def _contested(s: State, seed: int, rows: int, columns: int) -> State:
    law = Law.of(se_book(), AMENDMENTS, {"source-1201": OPTIONS[seed % 3]}, ("roana-bridge",))
    s = s.but(map=_flagged(seed % MAPS, rows, columns), law=law)
    return s.but(sources=FrozenMap({**s.sources, **held_sources(s)}))


def starts() -> Iterator[State]:
    yield from (_contested(battle(seed), seed, ROWS, COLUMNS) for seed in range(BATTLES))
    yield from (_contested(turn(seed), seed, 8, 9) for seed in range(TURNS))


class Herald:
    """Who came last to every hex, reckoned anew from all positions that the story passes."""

    def __init__(self, start: State) -> None:
        self.reading = start.law.reading("source-1201")
        self.hexes = [hex.id for hex in start.map if EITHER in hex.flags]
        self.before = start
        self.last = {hex: controller(start, hex) for hex in self.hexes}

    def sees(self, s: State) -> None:
        holders: dict[str | None, set[str]] = {}
        for unit in s.pieces:
            if not unit.gun and not unit.hq:
                holders.setdefault(unit.place, set()).add(unit.side)
                came = unit.place is not None and unit.place != self.before.unit(unit.id).place
                if came and self.reading == "any-entrant" and unit.place in self.last:
                    self.last[unit.place or ""] = unit.side
        for hex in self.hexes if self.reading != "any-entrant" else ():
            sides = holders.get(hex, set())
            if len(sides) == 1:
                (self.last[hex],) = sides
            elif self.reading == "occupied":
                self.last[hex] = None
        self.before = s


def disagreements(start: State, seed: int, changed: Counter[str]) -> Iterator[str]:
    """A game played by chance; after every step, the hexes of which the position says another owner than the herald."""
    session, rng, herald, heard = Session(RULES, start, seed=seed), random.Random(seed), Herald(start), 0
    while not session.over:
        ask = session.ask
        if isinstance(ask, Ask):
            session.answer(_choice(ask, rng))
        else:
            session.roll()
        entries = session.trace.entries
        for before, entry in zip([None, *entries][heard:], entries[heard:], strict=False):
            if isinstance(entry.state, State):
                herald.sees(entry.state)
            changed[before.kind if before else ""] += entry.kind == "source-taken"
        heard = len(entries)
        herald.sees(session.state)
        changed["looked"] += len(herald.hexes)
        for hex, side in herald.last.items():
            if controller(session.state, hex) != side:
                yield f"{hex} in {seed} by {herald.reading}: {controller(session.state, hex)}, not {side}"


def _choice(ask: Ask, rng: random.Random) -> Any:
    legal = [answer for answer in ask.legal() if answer != BACK]
    onward = [answer for answer in legal if answer != DONE]
    return rng.choice(onward) if onward and rng.random() < 0.8 else rng.choice(legal)


def test_a_source_is_whose_unit_came_last() -> None:
    changed: Counter[str] = Counter()
    for seed, start in enumerate(starts()):
        assert next(disagreements(start, seed, changed), None) is None
    assert changed["looked"] > 10_000
    ways = {kind for kind, n in changed.items() if n and kind != "looked"}
    assert ways >= {"walks", "enters", "retreat-hex", "arrives", "approaches"}, changed


@pytest.mark.parametrize("left_out", ["ASSAULT", "RETREAT", "MARCH"])
def test_a_way_that_changes_nothing_would_be_found(left_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was when the change of hands hung on one way of coming."""
    whole, spared = coming.comes, getattr(coming, left_out)

    def comes(s: State, t: Any, id: str, hex: str, by: Any, *told: Any, **marks: Any) -> State:
        after = whole(s, t, id, hex, by, *told, **marks)
        return after.but(sources=s.sources) if by is spared else after

    for module in ("assault", "retreat", "movement"):
        monkeypatch.setattr(f"tutor.rulesets.se.{module}.comes", comes)
    assert any(next(disagreements(start, seed, Counter()), None) for seed, start in enumerate(starts()))


# -- judged together ---------------------------------------------------------------------------------------------
HUNGRY = 60


def hungry(seed: int) -> State:
    """Many units of both sides near their threshold, few sources."""
    rng = random.Random(seed)
    s = before_moves(seed, readings=seed % 2 == 1)
    s = s.put(*(u.but(dp=max(0, threshold(s, u) - 1)) for u in s.pieces if u.fights and rng.random() < 0.8))
    return s.but(sources=FrozenMap(list(s.sources.items())[:2]), agenda=(task("supply-phase"),))


def outcome(s: State) -> dict[str, Any]:
    """What the supply phase makes of a position, whatever the order of its pieces."""
    end = Session(RULES, s, seed=0).state
    units = {u.id: (u.place, u.box, u.dp, u.supplied) for u in end.pieces}
    return {**units, "trenches": dict(end.trenches), "sources": dict(end.sources)}


def unordered(seed: int) -> bool:
    """Whether the order of the pieces tells."""
    s, rng = hungry(seed), random.Random(seed)
    pieces = list(s.pieces)
    orders = [rng.sample(pieces, len(pieces)) for _ in range(3)]
    first = outcome(s)
    return any(outcome(s.but(pieces=Pieces(order))) != first for order in orders)


def test_the_supply_phase_knows_no_order() -> None:
    assert not [seed for seed in range(HUNGRY) if unordered(seed)]


def test_nobody_is_saved_by_his_neighbour() -> None:
    """Whoever is at his threshold with an enemy beside him when the phase begins is gone when it is over."""
    pairs = saved = 0
    for seed in range(HUNGRY):
        s = hungry(seed)
        end = Session(RULES, s, seed=0).state
        gone = {unit.id for unit in end.pieces if unit.box == SURRENDERED}
        for unit in s.on_map():
            if not unit.fights or unit.fortress or unit.dp + 1 < threshold(s, unit) or fed.in_supply(s, unit):
                continue
            assert (unit.id in gone) == threatened(s, unit), (seed, unit)
            saved += unit.id not in gone
            beside = (foe for hex in s.map.neighbours(unit.place or "") for foe in s.foes_at(hex, unit.side))
            pairs += any(foe.id in gone for foe in beside)
    assert pairs > 20
    assert saved > 20


def test_one_after_another_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was when each gave way at once, in the order of the pieces."""

    def in_turn(s: State, t: Any, ids: Any, points: int, rule: str) -> State:
        for id in ids:
            s = disorganise(s, t, id, points, rule)
        return s

    monkeypatch.setattr(fed, "disorganise_together", in_turn)
    assert any(unordered(seed) for seed in range(HUNGRY))
