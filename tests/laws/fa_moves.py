"""Random positions of Fatal Alliances for movement and supply: armies on random ground, fleets in the Mediterranean."""

from __future__ import annotations

import random
from functools import cache

from tests.laws.fa_battles import battle
from tutor.engine.law import Law
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.library import position
from tutor.rulesets.fa.seas import ports
from tutor.rulesets.fa.state import State, sea_areas

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
    return s.put(*units).but(law=law, traced=True, actions=actions, agenda=tuple(phases), half_hexes=())


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
    s = s.put(convoy, s.unit("algerians").but(place=convoy.place, aboard=aboard))
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
    return s.but(phasing=("pc", "te")[seed % 2], agenda=(task("land-impulse"),))
