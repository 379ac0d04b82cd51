"""Random small battles of Strafexpedition 1916, seeded: stacks in contact, guns, forts, trenches, HQs, weather."""

from __future__ import annotations

import random

from tests.randommaps import random_map, se_book
from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap, Pieces
from tutor.engine.run import task
from tutor.engine.space.maps import HexMap
from tutor.rulesets.se.book import AMENDMENTS
from tutor.rulesets.se.disorganisation import threshold
from tutor.rulesets.se.ground import is_cliff_hex
from tutor.rulesets.se.stacking import limit
from tutor.rulesets.se.state import State, Unit

FOOT = ("infantry", "infantry", "infantry", "mountain", "alpine", "bersaglieri", "militia")
GUNS = ("artillery", "mountain-artillery", "heavy-artillery")
MAPS, ROWS, COLUMNS = 6, 7, 8
OWNED = {"ah": "1", "it": "2"}


def battle(seed: int, readings: bool = False) -> State:
    """A position before an action of the Austro-Hungarian brigade 1; on request under some other readings."""
    rng = random.Random(seed)
    map = random_map(ROWS, COLUMNS, seed % MAPS)
    s = State(law(rng if readings else None), map=map, pieces=Pieces())
    s = s.but(weather=rng.choice(("clear", "clear", "overcast", "rain")), initiative=rng.choice(("ah", "it")))
    centre = rng.choice([hex for hex in map.places if len(map.neighbours(hex)) == 6 and not is_cliff_hex(map, hex)])
    ring = [hex for hex in map.neighbours(centre) if not is_cliff_hex(map, hex)]
    rng.shuffle(ring)
    cut = rng.randint(1, max(1, len(ring) // 2))
    for hex in (centre, *ring[:cut]):
        s = _stack(s, rng, "it", hex, fort=rng.random() < 0.25)
    for hex in ring[cut : cut + rng.randint(2, 4)]:
        s = _stack(s, rng, "ah", hex, fort=rng.random() < 0.1)
    s = _rear(s, rng, centre)
    digs = {u.place: rng.randint(1, 3) for u in s.on_map() if u.fortress or rng.random() < 0.25}
    guns = [u.id for u in s.units_of("ah") if u.fires]
    return s.but(
        trenches=FrozenMap({hex: level for hex, level in digs.items() if hex}),
        points=FrozenMap({"ah": rng.randint(0, 2), "it": rng.randint(0, 2)}),
        attached=frozenset(id for id in guns if rng.random() < 0.8),
        planned=frozenset({"2", "3"}),
        guns_planned=FrozenMap({"2": 5}),
        brigade="1",
        agenda=(task("action"),),
    )


def law(rng: random.Random | None) -> Law:
    """The usual law, or one under a handful of other readings of those that matter in play."""
    book = se_book()
    chosen: dict[str, str] = {}
    if rng:
        open_ = sorted(slug for slug, reading in book.readings.items() if len(reading["options"]) > 1)
        chosen = {slug: rng.choice(sorted(book.readings[slug]["options"])) for slug in rng.sample(open_, 12)}
    return Law.of(book, AMENDMENTS, chosen, ("roana-bridge",))


def _stack(s: State, rng: random.Random, side: str, hex: str, fort: bool = False) -> State:
    """Units of one side in a hex, within the limit."""
    for _ in range(rng.randint(1, int(limit(s, hex)))):
        s = s.put(_foot(s, rng, side, hex) if rng.random() < 0.85 else _gun(s, rng, side, hex))
    return s.put(_fort(s, rng, side, hex)) if fort else s


def _rear(s: State, rng: random.Random, centre: str) -> State:
    """Reserves, batteries and HQs on free hexes around."""
    map: HexMap = s.map
    free = [hex for hex in map.within(centre, 3) if not s.units_at(hex) and not is_cliff_hex(map, hex)]
    rng.shuffle(free)
    for side in ("ah", "it"):
        for _ in range(rng.randint(1, 3)):
            s = _stack(s, rng, side, free.pop())
        s = s.put(_gun(s, rng, side, free.pop()))
    brigade = {"brigade": "1", "radius": 5, "initiative": 3}
    s = s.put(Unit("ah-hq", "ah", "hq", free.pop(), **brigade))
    for n in ("2", "3"):
        s = s.put(
            Unit(
                f"it-hq{n}",
                "it",
                "hq",
                None,
                brigade=n,
                radius=rng.randint(2, 5),
                initiative=rng.randint(1, 6),
                box="brigades",
            )
        )
    return s


def _foot(s: State, rng: random.Random, side: str, hex: str) -> Unit:
    kind = rng.choice(FOOT)
    full, guns = rng.randint(1, 6), rng.randint(0, 4)
    faces = ((full, guns), (max(0, full - 2), guns // 2))
    acts = side == "ah" and rng.random() < 0.9
    return _fresh(
        s, rng, Unit(
            _id(s, side), side, kind, hex, faces, mp=rng.randint(5, 9), mp_left=rng.randint(0, 8),
            printed_morale=rng.randint(2, 8), steps=rng.choice((2, 2, 1)), commanded=acts, activated=acts,
            brigade=OWNED[side] if kind in ("infantry", "mountain") else None,
        )
    )  # fmt: skip


def _gun(s: State, rng: random.Random, side: str, hex: str) -> Unit:
    kind = rng.choice(GUNS)
    return _fresh(
        s, rng, Unit(
            _id(s, side), side, kind, hex, mp=4, bombardment=rng.randint(1, 12), range=rng.randint(2, 8),
            mode=rng.choice(("fire", "fire", "fire", "movement")), emplacing=kind == GUNS[2] and rng.random() < 0.2,
            fired_defensively=rng.random() < 0.1, fired_offensively=rng.random() < 0.1,
        )
    )  # fmt: skip


def _fort(s: State, rng: random.Random, side: str, hex: str) -> Unit:
    return _fresh(
        s, rng, Unit(
            _id(s, side), side, "fortress", hex, ((rng.randint(0, 3), rng.randint(0, 4)),), range=rng.randint(2, 8),
            printed_morale=rng.randint(2, 8), bombardment=rng.randint(0, 8),
        )
    )  # fmt: skip


def _fresh(s: State, rng: random.Random, unit: Unit) -> Unit:
    """With some disorganisation, short of its threshold."""
    least = threshold(s, unit)
    return unit.but(dp=rng.randint(0, least - 1)) if least > 0 and rng.random() < 0.5 else unit


def _id(s: State, side: str) -> str:
    return f"{side}{sum(u.side == side for u in s.pieces)}"
