"""Setting up: the position that a scenario describes, with all counters and the whole deck where it says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tutor.engine.facts import Side
from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.run import task
from tutor.engine.tables import exact
from tutor.engine.tabletop import Names
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.calendar import game_year
from tutor.rulesets.tlm.coming import FOOT, marked
from tutor.rulesets.tlm.offensives import rank_of
from tutor.rulesets.tlm.sequence import SEQUENCE
from tutor.rulesets.tlm.state import LAST_TURN, NATIONS, RESERVE, SIDES, Piece, Promise, State, steps
from tutor.rulesets.tlm.victory import victory_points

FORT = "fort-"
ASIDE = "aside"


def laid_out(data: Mapping[str, Any], map: Any, law: Law) -> State:
    """The position that a scenario describes."""
    pieces = [*_pieces(data.get("pieces", {})), *_forts(data.get("forts", ()), map)]
    last = int(data.get("last", LAST_TURN))
    if data.get("mix"):
        expected = _expected(law, pieces, int(data["turn"]))
        pieces += [*_in_reserve(law, [*pieces, *expected]), *(piece for piece in expected if piece.arrives <= last)]
    state = State(
        law,
        map,
        Pieces(pieces),
        int(data["turn"]),
        data["active"],
        hands=FrozenMap({side: tuple(sorted(data.get("hands", {}).get(side, ()))) for side in SIDES}),
        discard=tuple(sorted(data.get("discard", ()))),
        control=FrozenMap(_at_home(map) | data.get("control", {}) if data.get("homes") else data.get("control", {})),
        entered=tuple(data.get("entered", ())),
        moves=FrozenMap(data.get("moves", {})),
        used=tuple((unit, means) for unit, means in data.get("used") or ((u, FOOT) for u in data.get("moves", {}))),
        points=FrozenMap(data.get("points", {})),
        deck="pile" in data or bool(data.get("deck")),
        linked=bool(data.get("linked", False)),
        campaign=bool(data.get("campaign", False)),
        last=last,
        promised=tuple(_promised(law, int(data["turn"]))) if data.get("mix") else (),
        pile=tuple(sorted(_pile(law, data))),
        out=tuple(data.get("out", ())),
        fallen=tuple(data.get("fallen", ())),
        crisis_vp=int(data.get("crisis_vp", 0)),
        apart=frozenset(data.get("apart", ())),
        names=Names(data.get("names", {})),
    )
    if data.get("offensive"):
        rank, _lowered = rank_of(state, data["offensive"])
        state = state.but(offensive=data["offensive"], rank=rank)
    for unit, means in state.used:
        state = state.put(*(marked(p, means) for p in (state.pieces[unit], *state.inside(unit))))
    state = areas.turn_begun(areas.settle(state, *map.places))
    if data.get("since") is not None:
        state = state.but(since=frozenset(data["since"]))
    if state.campaign:
        state = state.but(vp=int(victory_points(state).total))
    new: State = state.then(*SEQUENCE.agenda(data.get("agenda", ())))
    return new


# -- pieces that the scenario names ----------------------------------------------------------------------------------
def _pieces(data: Mapping[str, Mapping[str, Any]]) -> list[Piece]:
    found: list[Piece] = []
    for id, one in data.items():
        container = one.get("inside")
        place = data[container]["at"] if container else one.get("at")
        first = Piece(
            id,
            NATIONS[one["nation"]],
            one["nation"],
            one["kind"],
            place,
            container,
            int(one.get("value", 0)),
            bool(one.get("entrenched", False)),
            bool(one.get("fortified", False)),
            one.get("retreated", ""),
            one.get("left", ""),
            box="" if place or one.get("arrives") else RESERVE,
            arrives=0 if place else int(one.get("arrives", 0)),
        )
        count = int(one.get("count", 1))
        found += [first] if count == 1 else [first.but(id=f"{id}-{n}") for n in range(1, count + 1)]
        for kind, n in (one.get("holds") or {}).items():
            found += [_content(first, kind, number) for number in range(1, n + 1)]
    return found


def _content(army: Piece, kind: str, number: int) -> Piece:
    return Piece(
        f"{army.id}-{kind}-{number}",
        army.side,
        army.nation,
        kind,
        army.place,
        army.id,
        retreat=army.retreat,
        left=army.left,
        box=army.box,
        arrives=army.arrives,
    )


def _forts(listed: tuple[str, ...], map: Any) -> Iterator[Piece]:
    """The forts that stand, each at the full value that the map shows, of the nation whose home its area is."""
    for area in listed:
        nation = next(flag for flag in map.area(area).flags if flag.startswith("home-")).removeprefix("home-")
        value = int(map.area(area).values["fort"])
        yield Piece(f"{FORT}{area}", NATIONS[nation], nation, "fort", area, value=value)


def _at_home(map: Any) -> dict[str, str]:
    """4.1.f: every area is friendly to the side whose country it is."""
    homes = {f"home-{nation}": side for nation, side in NATIONS.items()}
    return {area.id: homes[flag] for area in map for flag in area.flags if flag in homes}


# -- the mix: what comes by its date, what lies in the reserve -------------------------------------------------------
class Reinforcement(NamedTuple):
    """A row of the table: when, whose, of what kind, how many, and where the counters are taken from."""

    id: str
    turn: int
    nation: str
    kind: str
    number: int
    taken: str


@lru_cache(maxsize=16)
def _reinforcements(law: Law) -> tuple[Reinforcement, ...]:
    table = law.table("reinforcements")

    def row(id: str) -> Reinforcement:
        turn, number = (int(exact(table.at(id, column).value)) for column in ("turn", "number"))
        nation, kind, taken = (table.at(id, column).value for column in ("nation", "type", "taken"))
        return Reinforcement(id, turn, nation, kind, number, taken)

    return tuple(map(row, table.rows))


def _expected(law: Law, placed: list[Piece], turn: int) -> list[Piece]:
    """The counters put aside until their turn; armies whose turn is past lie in the reserve."""
    known, found = {piece.id for piece in placed}, []
    for id, due, nation, kind, n, taken in _reinforcements(law):
        if id in known or taken != ASIDE or (due < turn and kind != "army"):
            continue
        coming: dict[str, Any] = {"arrives": due} if due >= turn else {"box": RESERVE}
        ids = [id] if n == 1 else [f"{id}-{number}" for number in range(1, n + 1)]
        found += [Piece(one, NATIONS[nation], nation, kind, None, **coming) for one in ids]
    return found


def _promised(law: Law, turn: int) -> Iterator[Promise]:
    """What will be taken from the reserve in its turn."""
    for _, due, nation, kind, n, taken in _reinforcements(law):
        if taken != ASIDE and due >= turn:
            yield Promise(due, nation, kind, n)


def _in_reserve(law: Law, used: list[Piece]) -> list[Piece]:
    """1.2.1.b: the counters supplied that are neither on the map nor put aside; armies and forts have names."""
    table, found = law.table("counter-mix"), []
    taken = Counter((piece.nation, piece.kind) for piece in used)
    for kind in table.rows:
        for nation, side in NATIONS.items() if kind not in ("army", "fort") else ():
            left = int(exact(table.at(kind, nation).value)) - taken[nation, kind]
            years = _years(law, nation, left) if kind == "biplane" else [0] * max(left, 0)
            ids = (f"{nation.lower()}-{kind}-r{number}" for number in range(1, left + 1))
            found += [
                Piece(id, side, nation, kind, None, value=year, box=RESERVE)
                for id, year in zip(ids, years, strict=True)
            ]
    return found


def _years(law: Law, nation: str, left: int) -> list[int]:
    """8.3.4.c: the years on the biplane counters of the reserve, which are the latest."""
    table = law.table("biplane-years")
    if nation not in table.cells:
        return []
    found = [int(year) for year in table.columns for _ in range(int(exact(table.at(nation, year).value)))]
    return found[len(found) - left :]


# -- cards -----------------------------------------------------------------------------------------------------------
def _pile(law: Law, data: Mapping[str, Any]) -> list[str]:
    """The pile that the scenario lists; or all 55 cards but those that it puts elsewhere (9.0)."""
    if not data.get("deck"):
        return list(data.get("pile", ()))
    table = law.table("cards")
    pile = [card for card in table.rows for _ in range(int(exact(table.at(card, "count").value)))]
    for card in (*(c for hand in data.get("hands", {}).values() for c in hand), *data.get("discard", ())):
        pile.remove(card)
    return [card for card in pile if card not in data.get("out", ())]


@steps.step("opening-draw", "1.3.b")
def opening_draw(s: State, t: Trace) -> State:
    """At the start of a scenario each draws up to the limit of his hand (table `hand-limits`)."""
    draws = []
    for side in SIDES:
        cell = s.law.table("hand-limits").at(game_year(s), side)
        wanting = max(0, int(exact(cell.value)) - len(s.hand(side)))
        t.say("1.3.b", "opening-draw", s, who=Side(side), n=wanting, cell=cell)
        draws.append(task("draw", side, wanting))
    return s.then(*draws)
