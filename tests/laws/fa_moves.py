"""Random positions of Fatal Alliances for movement and supply: armies on random ground, fleets in the Mediterranean."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from tests.laws.fa_battles import battle
from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.library import position
from tutor.rulesets.fa.seas import ports
from tutor.rulesets.fa.state import State, Unit, foe, sea_areas

READINGS = (
    ("zoc-stop", "no"),
    ("supply-count", "both-out"),
    ("hq-line-bars", "free"),
    ("desert-hq-down", "printed"),
    ("artillery-moves", "as-others"),
    ("strait-limit", "power"),
    ("hq-winter-one-hex", "turn"),
    ("coaling-ally", "cooperating"),
    ("interdiction-move", "free"),
    ("interdiction-once", "each-side"),
    ("conversion-order", "owner"),
    ("naval-weather", "winter"),
    ("hq-port-mud", "never"),
    ("half-marker-leaves", "follows"),
)
PHASES = ("judge-supply", "air-rebase", "strategic-movement", "land-movement", "reorganisation")


def _law(s: State, rng: random.Random, others: bool) -> Law:
    """The law of a position, on request under some other readings."""
    law = s.law
    for slug, option in rng.sample(READINGS, 5) if others else ():
        law = law.under(slug, option)
    return law


def army(seed: int) -> State:
    """A battlefield before its phases of movement, supply found on the map."""
    rng = random.Random(seed)
    s = battle(seed, readings=seed % 2 == 1)
    units = [u.but(supplied=None, invading=False, place=u.place if not u.invading else None) for u in s.pieces]
    units = [u.but(box="pool") if u.place is None else u for u in units]
    names = PHASES if seed % 4 else PHASES[-1:]  # some only reorganise: who has moved seldom can
    phases = [one for name in names for one in (task(name), task("excess"))]
    actions = FrozenMap(
        {"germany": rng.choice(("land", "land", "combined")), "france": rng.choice(("land", "combined"))}
    )
    law = _law(s, rng, seed % 2 == 1)
    return s.put(*units).but(law=law, traced=True, actions=actions, agenda=tuple(phases), halves=frozenset())


@cache
def _goeben() -> State:
    return position("fa/goeben-1914")


def fleet(seed: int) -> State:
    """The ships of 1914 thrown at random into ports and sea areas, either side in phase."""
    rng = random.Random(seed)
    s = _goeben()
    havens = [port for port in ports(s.map) if s.held_by(port, "te") or s.held_by(port, "pc")]
    side = rng.choice(("pc", "te"))
    for unit in s.pieces:
        if not unit.naval:
            continue
        own = [port for port in havens if s.held_by(port, unit.side)]
        at_sea = rng.random() < 0.4
        place = rng.choice(sea_areas(s.map)) if at_sea else rng.choice(own)
        kind = "sub" if rng.random() < 0.15 else unit.kind
        s = s.put(unit.but(kind=kind, place=place, section=rng.randint(0, 3) if at_sea else 0, mp=rng.randint(1, 6)))
    convoy = s.unit("convoy").but(kind="trs")
    aboard = convoy.id if convoy.place in sea_areas(s.map) else ""
    nation = "algeria" if seed % 4 else "france"  # whose corps may not go home to France with its ship
    s = s.put(convoy, s.unit("algerians").but(nation=nation, place=convoy.place, aboard=aboard))
    actions = FrozenMap(
        {nation: rng.choice(("naval", "combined")) for nation in ("germany", "austria-hungary", "france")}
    )
    names = ("judge-supply", "naval-movement", "excess", "naval-combat", "excess", "land-movement", "excess")
    phases = tuple(task(name) for name in names)
    law = _law(s, rng, seed % 2 == 1)
    return s.but(law=law, phasing=side, special="", impulse=rng.randint(1, 3), actions=actions, agenda=phases)


def belgium(seed: int) -> State:
    """The western front in August 1914: a whole Land action, moves and battles, of either side."""
    s: State = position("fa/belgium-1914")
    return s.but(phasing=("pc", "te")[seed % 2], agenda=(task("judge-supply"), task("land-impulse")))


AT_SEA = {"pc": ("germany", "austria-hungary", "ottoman"), "te": ("france", "cw", "italy", "russia")}


def raid(seed: int) -> State:
    """The Mediterranean with everybody at war: troops and guns at the gates of ports where enemy ships, guns and
    aircraft lie by themselves; stacks with markers; ships at sea that coal there."""
    rng = random.Random(seed)
    s = _goeben()
    side = rng.choice(("pc", "te"))
    s = s.put(*(u.but(place=None, box="pool") for u in s.pieces))
    s = s.but(nations=FrozenMap({id: one.but(neutral=False) for id, one in s.nations.items()}))
    law = _law(s, rng, seed % 2 == 1)
    law = law.under("gun-onto-gun", "destroys") if seed % 3 == 0 else law
    s = s.but(law=law, phasing=side, special="", agenda=(task("land-movement"), task("excess")), actions=FrozenMap())
    targets = [port for port in ports(s.map) if s.held_by(port, foe(side)) and any(_gates(s, port))]
    for port in rng.sample(targets, min(len(targets), 6)):
        s = _besieged(s, rng, side, port)
    for sea in rng.sample(sea_areas(s.map), 4):
        one = rng.choice(("pc", "te"))
        s = _with(s, rng.choice(AT_SEA[one]), rng.choice(("hs", "ls", "trs")), sea, section=rng.randint(0, 3), mp=4)
    return s


def convoy(seed: int) -> State:
    """Two fleets with troops aboard meet in a sea area of the Mediterranean, everybody at war."""
    rng = random.Random(seed)
    s = _goeben()
    s = s.put(*(u.but(place=None, box="pool") for u in s.pieces))
    s = s.but(nations=FrozenMap({id: one.but(neutral=False) for id, one in s.nations.items()}))
    sea = rng.choice(sea_areas(s.map))
    for side in ("pc", "te"):
        for kind in ("hs", "ls", "trs", "trs"):
            nation, ship = rng.choice(AT_SEA[side]), f"{kind}-{len(s.pieces)}"
            s = _with(s, nation, kind, sea, section=rng.randint(0, 3), factor=3 if kind != "trs" else 0, mp=4)
            if kind == "trs":
                s = _with(s, nation, "inf", sea, factor=3, mp=2, aboard=ship)
    return s.but(special="", agenda=(task("naval-combat"), task("excess")), contested=frozenset({sea}))


def _gates(s: State, port: str) -> list[str]:
    """The empty hexes from which one walks into a port."""
    near = (hex for hex in s.map.neighbours(port) if s.is_hex(hex) and not s.map.sides(hex, port))
    return [hex for hex in near if not s.at(hex)]


def _besieged(s: State, rng: random.Random, side: str, port: str) -> State:
    """Enemies that lie in a port by themselves, and those who stand before it."""
    if s.at(port):
        return s
    for _ in range(rng.randint(1, 2)):
        s = _with(s, rng.choice(AT_SEA[foe(side)]), rng.choice(("hs", "ls", "trs", "sub")), port, mp=4)
    owner = rng.choice(AT_SEA[foe(side)])
    for kind in rng.sample(("art", "ftr", "obs"), rng.randint(0, 2)):
        s = _with(s, owner, kind, port, value=1, factor=1, face_up=rng.random() < 0.6)
    gates = _gates(s, port)
    if not gates:
        return s
    gate, nation = rng.choice(gates), rng.choice(AT_SEA[side])
    s = s.but(control=s.control.put(gate, nation))
    for kind in rng.sample(("inf", "art", "cav"), 2):
        s = _with(s, nation, kind, gate, factor=3, value=1, mp=rng.randint(2, 5))
    return s.but(halves=s.halves | {gate}) if rng.random() < 0.5 else s


def _with(s: State, nation: str, kind: str, place: str, **printed: Any) -> State:
    id = f"{kind}-{len(s.pieces)}"
    return s.put(Unit(id, s.side_of(nation), nation, kind, place, **printed))
