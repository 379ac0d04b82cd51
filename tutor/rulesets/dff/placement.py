"""3.1-c, 3.2, 3.7-a: supply is bought with morale and placed in Supply Centres, in foreign ports at a surcharge."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.ask import BACK, DONE, Ask, Steps, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Term
from tutor.engine.ledger import Ledger, Lines, instead, plus
from tutor.engine.run import task
from tutor.engine.tables import NoSuchCell
from tutor.engine.trace import Trace
from tutor.rulesets.dff import charts
from tutor.rulesets.dff.answers import unforced
from tutor.rulesets.dff.book import step
from tutor.rulesets.dff.ground import PORT, flags, front_of, listed_as
from tutor.rulesets.dff.sea import albanian_port, surcharge_of
from tutor.rulesets.dff.state import NATIONS, State, nation_of


# -- buying (3.1-c) --------------------------------------------------------------------------------------------
def price_of_supply(state: State, n: int) -> Ledger:
    """What so many points cost, in points of National Morale."""
    return state.law.ledger("3.1-c", "supply-price", _price_lines(state, n))


def _price_lines(state: State, n: int) -> Lines:
    yield plus("3.1-c", "a-point-each", n, n=n)


# -- placing (3.2) -----------------------------------------------------------------------------------------------
@step("place-supply", "3.2-a")
def place_supply(s: State, t: Trace, nation: str, n: int) -> Steps[State]:
    """What a nation has bought in a Seasonal Turn or in the National Morale Phase goes onto the map."""
    if not n:
        return s
    ask = Ask(
        s,
        "3.2-a",
        NATIONS[nation],
        "place-at",
        ("place",),
        lambda hex: objections_to_placing(s, nation, hex, n),
        to_end=unforced("3.2-a"),
        facts={"nation": Term(nation), "n": n},
    )
    hex = yield from choose(ask)
    if hex == DONE:
        return s
    return s.then(task("place-points", nation, n, hex))


def objections_to_placing(state: State, nation: str, hex: str, n: int) -> Checks:
    """A friendly Supply Centre of the nation, or a foreign port that the list opens to it; next to one, if so read."""
    centre = ""
    if centre_of(state, hex) is None and state.law.reads("placement-adjacent", "all-adjacent"):
        centre = centre_beside(state, nation, hex) if state.control.get(hex) == NATIONS[nation] else ""
    if centre:
        reading = state.law.read("placement-adjacent")
        yield held("2.1.3-b", "beside-centre", hex=Place(hex), centre=Place(centre), reading=reading)
    else:
        yield from _objections_to_centre(state, nation, hex)
    cost = placing_cost(state, nation, hex, 1)
    if cost.total > n:
        yield objection("3.7-a", "too-few-to-place", hex=Place(hex), cost=cost, n=n)


def centre_beside(state: State, nation: str, hex: str) -> str:
    """The Supply Centre next to a hex that takes the nation's points, the one that costs least; none is empty."""
    near = [one for one in state.map.neighbours(hex) if state.law.allows(_objections_to_centre(state, nation, one))]
    return min(near, key=lambda one: (placing_cost(state, nation, one, 1).total, one), default="")


def _objections_to_centre(state: State, nation: str, hex: str) -> Checks:
    owner = centre_of(state, hex)
    if owner is None:
        yield objection("3.2-b", "no-centre", hex=Place(hex))
        return
    if albanian_port(state, nation, hex):
        yield held("7.1", "albanian-port", hex=Place(hex))
    elif state.control.get(hex) != NATIONS[nation]:
        yield objection("3.2-b", "centre-not-ours", hex=Place(hex))
        return
    if owner == charts.NATION.get(nation_of(nation)) and surcharge_of(state, nation, hex) is None:
        yield held("3.2-b", "own-centre", hex=Place(hex), nation=Term(nation))
        return
    yield from _foreign(state, nation, hex)


def centre_of(state: State, hex: str) -> str | None:
    """Whose Supply Centre a hex is, by the list of the booklet."""
    try:
        return charts.cell(state.law, "supply-centres", listed_as(state, "supply-centres", hex), "Nation").value
    except NoSuchCell:
        return None


def _foreign(state: State, nation: str, hex: str) -> Checks:
    """Only listed ports, and only where the nation has combat units on the front."""
    if PORT not in flags(state, hex):
        yield objection("3.2-b", "foreign-inland", hex=Place(hex), nation=Term(nation))
        return
    if surcharge_of(state, nation, hex) is None:
        yield objection("3.7-c", "nation-port-closed", hex=Place(hex), nation=Term(nation))
        return
    front = front_of(state, hex)
    reading = state.law.read("foreign-port-condition")
    there = any(True for _ in _combat_units(state, nation, front))
    check = held if there or state.law.reads("foreign-port-condition", "none") else objection
    yield check("3.2-c", "units-on-front", hex=Place(hex), nation=Term(nation), front=Term(front), reading=reading)


def _combat_units(state: State, nation: str, front: str) -> Iterator[str]:
    ours = (u for u in state.pieces if u.ground and u.place and nation_of(u.nation) == nation_of(nation))
    return (unit.id for unit in ours if front_of(state, unit.place or "") == front)


# -- the surcharge (3.7) -----------------------------------------------------------------------------------------
def placing_cost(state: State, nation: str, hex: str, n: int) -> Ledger:
    """What placing so many points takes from those that were bought."""
    return state.law.ledger("3.7-a", "placing-cost", _placing_lines(state, nation, hex, n))


def _placing_lines(state: State, nation: str, hex: str, n: int) -> Lines:
    yield plus("3.2-b", "points-placed", n, n=n)
    if centre_of(state, hex) is None:
        hex = centre_beside(state, nation, hex)
    cell = surcharge_of(state, nation, hex) if hex else None
    if cell is None or cell.value == "0":
        return
    reading = state.law.read("salonika-price")
    if state.law.reads("salonika-price", "illustration"):
        yield instead("3.7-b", "price-in-all", n * int(cell.value), cell=cell, reading=reading)
    else:
        yield plus("3.7-a", "port-supplement", n * int(cell.value), cell=cell, reading=reading)


@step("place-points", "3.2-b", under="place-supply")
def place_points(s: State, t: Trace, nation: str, n: int, hex: str) -> Steps[State]:
    """How many points come to lie there, the surcharge paid."""
    ask = Ask(
        s,
        "3.2-b",
        NATIONS[nation],
        "place-points",
        ("number",),
        lambda points: _affordable(s, nation, hex, n, points),
        options=tuple(range(1, n + 1)),
        back=True,
        facts={"hex": Place(hex), "n": n},
    )
    points = yield from choose(ask)
    if points == BACK:
        return s.then(task("place-supply", nation, n))
    cost = placing_cost(s, nation, hex, points)
    s = s.with_stock(hex, s.supply.get(hex, 0) + points)
    t.say("3.2-b", "supply-placed", s, hex=Place(hex), n=points, cost=cost)
    return s.then(task("place-supply", nation, n - int(cost)))


def _affordable(state: State, nation: str, hex: str, n: int, points: int) -> Checks:
    cost = placing_cost(state, nation, hex, points)
    if cost.total > n:
        yield objection("3.7-a", "too-few-to-place", hex=Place(hex), cost=cost, n=n)
