"""8: which units of a brigade are commanded, and what is attached to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.se.book import step
from tutor.rulesets.se.coming import HQ, comes
from tutor.rulesets.se.costs import allowance
from tutor.rulesets.se.interdiction import objections_to_hq_line
from tutor.rulesets.se.sight import objections_to_seeing
from tutor.rulesets.se.state import DRAFTS, INDEPENDENT, State, Unit, other
from tutor.rulesets.se.zones import enemy_zone

FREE_INDEPENDENTS = 2
PASSES = 4  # the lowest die with which command passes
OF = "@"  # between a unit and the hex of its own die


@by_identity(16)
def headquarters(s: State, brigade: str | None) -> Unit | None:
    return next((u for u in s.pieces if u.hq and u.brigade == brigade), None)


@by_identity(16)
def subordinates(s: State, brigade: str | None) -> tuple[Unit, ...]:
    return tuple(u for u in s.on_map() if u.brigade == brigade and u.infantry)


@step("place-hq", "8.5")
def place_hq(s: State, t: Trace, brigade: str) -> Steps[State]:
    """The HQ is put on the map; its radius counts from there."""
    hex = yield from choose(
        Ask(s, "8.5", s.active, "place-hq", ("place",), lambda hex: objections_to_hq(s, brigade, hex))
    )
    hq = headquarters(s, brigade)
    assert hq is not None
    return comes(s.but(brigade=brigade), t, hq.id, hex, HQ, {"radius": hq.radius})


def objections_to_hq(s: State, brigade: str, hex: str) -> Checks:
    """May the HQ of this brigade be put there?"""
    hq = headquarters(s, brigade)
    assert hq is not None
    foes = s.foes_at(hex, hq.side)
    if foes:
        yield objection("8.5", "hq-with-enemy", hex=Place(hex), foes=units(foes))
    others = [u for u in s.pieces.at(hex) if u.hq and u.id != hq.id]
    if s.law.reads("hq-with-hq", "enemy-hq"):
        others = [u for u in others if u.side != hq.side]
    if others:
        yield objection("8.5", "hq-with-hq", hex=Place(hex), units=units(others), reading=s.law.read("hq-with-hq"))
    yield from objections_to_hq_line(s, hq, hex)
    yield from _commands_somebody(s, hq, hex)


def _commands_somebody(s: State, hq: Unit, hex: str) -> Checks:
    """At least one of its units in its radius (8.5), which no enemy cuts; what a die will tell counts as open (8.1)."""
    near = [u for u in subordinates(s, hq.brigade) if s.map.distance(hex, u.place or "") <= hq.radius]
    here = hq.as_if_at(hex)
    if there := [u for u in near if u.place in commanded_from(s, here, False)]:
        yield held("8.5", "hq-has-units", hex=Place(hex), units=units(there))
    elif there := [u for u in near if u.place in commanded_from(s, here, True)]:
        yield held("8.1", "hq-needs-die", hex=Place(hex), units=units(there))
    elif near:
        yield objection("8.1", "hq-cut-off", hex=Place(hex), units=units(near), radius=hq.radius)
    else:
        yield objection("8.5", "hq-without-units", hex=Place(hex), radius=hq.radius)


# -- command radius -------------------------------------------------------------------------------------------
@by_identity(16, DRAFTS)
def commanded_from(s: State, hq: Unit, doubtful: bool) -> frozenset[str]:
    """The hexes that command reaches: never through enemies, through their zone as the dice said (8.1).

    `doubtful`: whether hexes for which no die was thrown yet count as open.
    """
    reached = _straight(s, hq, doubtful) if s.law.reads("command-path", "straight") else _spread(s, hq, doubtful)
    if s.law.reads("command-own-hex", "die-needed"):
        return frozenset(hex for hex in reached if hex == hq.place or _open(s, hq, hex, doubtful))
    return reached


def _spread(s: State, hq: Unit, doubtful: bool) -> frozenset[str]:
    """By the shortest way over hexes that are not blocked."""
    start = hq.place or ""
    reached = {start: 0}
    queue = deque([start])
    while queue:
        hex = queue.popleft()
        if reached[hex] == hq.radius or (hex != start and not _passes(s, hq, hex, doubtful)):
            continue
        for next_hex in s.map.neighbours(hex):
            if next_hex not in reached and not s.foes_at(next_hex, hq.side):
                reached[next_hex] = reached[hex] + 1
                queue.append(next_hex)
    return frozenset(reached)


def _straight(s: State, hq: Unit, doubtful: bool) -> frozenset[str]:
    """Along the straight line only; where it runs between two hexes, one open hex is enough."""

    def open_at(entry: tuple[str, ...]) -> bool:
        return any(not s.foes_at(hex, hq.side) and _passes(s, hq, hex, doubtful) for hex in entry)

    start = hq.place or ""
    free = (hex for hex in s.map.within(start, hq.radius) if not s.foes_at(hex, hq.side))
    return frozenset(hex for hex in free if all(map(open_at, s.map.line(start, hex)[1:-1])))


def _passes(s: State, hq: Unit, hex: str, doubtful: bool) -> bool:
    """A friendly unit negates the zone; else the die says whether command passes."""
    return bool(s.units_at(hex, hq.side)) or _open(s, hq, hex, doubtful)


def _open(s: State, hq: Unit, hex: str, doubtful: bool) -> bool:
    return not enemy_zone(s, hq.side, hex) or s.lines.get(hex, doubtful)


def told_to(s: State, unit: Unit) -> State:
    """The position with the dice that count for a unit: those of all, or by another reading its own alone.

    The HQ's own are those for the hexes from which it observes.
    """
    if s.law.reads("command-die", "per-hex"):
        return s
    own = f"{unit.id}{OF}"
    return s.but(lines=FrozenMap({key.removeprefix(own): v for key, v in s.lines.items() if key.startswith(own)}))


def next_doubt(s: State, hq: Unit) -> str | None:
    """The next die that can still decide whether some unit is commanded: a hex, and if need be for whom.

    The dice for the hexes from which the brigade will observe fall with them; by another reading, as targets are named.
    """
    waiting = [u for u in s.units_of(hq.side) if _may_be_commanded(hq, u)]
    if s.law.reads("command-die", "per-hex"):
        found = _doubt(s, hq, [u.place or "" for u in waiting])
    else:
        each = ((u, _doubt(told_to(s, u), hq, [u.place or ""])) for u in waiting)
        found = next((_own_die(s, u, hex) for u, hex in each if hex), None)
    if found is None and s.law.reads("lookout-die", "at-activation"):
        found = lookout_doubt(s, hq, wanted_targets(s, hq))
    return found


def _own_die(s: State, unit: Unit, hex: str) -> str:
    """How a die is kept: by its hex, or by another reading for whom it was thrown, too."""
    return hex if s.law.reads("command-die", "per-hex") else f"{unit.id}{OF}{hex}"


def _doubt(s: State, hq: Unit, places: Collection[str]) -> str | None:
    """The nearest hex in doubt on the way to some of these places."""
    sure, perhaps = commanded_from(s, hq, False), commanded_from(s, hq, True)
    waiting = [place for place in places if place in perhaps - sure]
    here = hq.place or ""
    doubts = [
        hex
        for hex in perhaps
        if hex not in s.lines
        and hex != here
        and any(s.map.distance(here, hex) + s.map.distance(hex, place) <= hq.radius for place in waiting)
        and not _open(s, hq, hex, False)
        and (hex in waiting or not s.units_at(hex, hq.side))
    ]
    return min(doubts, key=lambda hex: (s.map.distance(here, hex), hex), default=None)


# -- from where the brigade observes ---------------------------------------------------------------------------
def lookouts(s: State, hq: Unit, target: str, doubtful: bool) -> Iterator[str]:
    """The hexes of the command radius that see a target, those near it before all (13.2.2)."""
    within = commanded_from(told_to(s, hq), hq, doubtful)
    near = sorted(within, key=lambda hex: (s.map.distance(hex, target), hex))
    return (hex for hex in near if s.law.allows(objections_to_seeing(s, hq.side, hex, target)))


def lookout_doubt(s: State, hq: Unit, targets: Iterable[str]) -> str | None:
    """The next die that can still decide whether one of these targets is seen: the radius may not reach there (8.1)."""
    for target in targets:
        if next(lookouts(s, hq, target, False), None) is None:
            hex = _doubt(told_to(s, hq), hq, tuple(lookouts(s, hq, target, True)))
            if hex is not None:
                return _own_die(s, hq, hex)
    return None


def wanted_targets(s: State, hq: Unit) -> tuple[str, ...]:
    """Where the enemy stands in range of guns that may be attached to the brigade."""
    near = commanded_from(s, hq, True) if s.guns_planned.get(hq.brigade or "") else ()
    ready = (u for u in s.units_of(hq.side) if u.fires and u.mode == "fire" and not u.fired_offensively)
    guns = [u for u in ready if u.place in near]
    foes = sorted({u.place for u in s.units_of(other(hq.side)) if u.place})
    return tuple(hex for hex in foes if any(s.map.distance(gun.place or "", hex) <= gun.range for gun in guns))


def throw(s: State, t: Trace, doubt: str, die: int) -> State:
    """A die for a hex in doubt: from 4 on command passes."""
    passes = die >= PASSES
    kind = "command-passes" if passes else "command-blocked"
    s = s.but(lines=s.lines.put(doubt, passes))
    t.say("8.1", kind, s, hex=Place(doubt.rpartition(OF)[2]), die=die)
    return s


def _may_be_commanded(hq: Unit, unit: Unit) -> bool:
    return unit.brigade == hq.brigade or unit.kind in INDEPENDENT or unit.fires


@step("command", "8.1")
def command(s: State, t: Trace, brigade: str) -> Steps[State]:
    """A die for every hex of enemy zone that command must pass; then who is commanded and who is not."""
    hq = headquarters(s, brigade)
    assert hq is not None
    if next_doubt(s, hq) is not None:
        die = yield from roll(Die("8.1", s.active, "command-die"))
        return throw(s, t, next_doubt(s, hq) or "", die).then(task("command", brigade))
    for unit in subordinates(s, brigade):
        left_out = s.law.first_objection(objections_to_commanding(s, hq, unit))
        acts = left_out is None
        s = s.put(unit.but(commanded=acts, activated=acts, mp_left=allowance(s, unit).total if acts else 0))
        if left_out:
            t.say(left_out.rule, left_out.kind, s, **left_out.facts)
        else:
            t.say("8.6", "commanded", s, unit=U(unit.id), hq=U(hq.id))
    return s


@seam("se.commanding")
def objections_to_commanding(s: State, hq: Unit, unit: Unit) -> Checks:
    """Does this unit of the brigade act with it? Beyond the reach of its HQ it does not (8.6)."""
    if unit.place not in commanded_from(told_to(s, unit), hq, False):
        yield objection("8.6", "out-of-command", unit=U(unit.id), hq=U(hq.id))


# -- attachment -----------------------------------------------------------------------------------------------
@step("attach", "8.5")
def attach(s: State, t: Trace, brigade: str) -> Steps[State]:
    """At the activation: up to two independent units free of charge (8.4), and guns that were paid for (4.0.2, 8.3)."""
    unit = yield from choose(
        Ask(
            s,
            "8.3" if _guns_attached(s) < s.guns_planned.get(brigade, 0) else "8.4",
            s.active,
            "attach",
            ("unit",),
            lambda unit: objections_to_attaching(s, brigade, unit),
            to_end=lambda: iter(()),
        )
    )
    if unit == DONE:
        return s
    piece = s.unit(unit)
    if piece.infantry:
        s = s.put(piece.but(commanded=True, activated=True, mp_left=allowance(s, piece).total))
    s = s.but(attached=s.attached | {unit})
    t.say("8.4" if piece.infantry else "8.3", "attached", s, unit=U(unit))
    return s.then(task("attach", brigade))


@seam("se.attaching")
def objections_to_attaching(s: State, brigade: str, id: str) -> Checks:
    """May this unit be attached to the active brigade: an independent one by 8.4, guns and forts by 4.0.2 and 8.3?"""
    unit = s.unit(id)
    rule = "4.0.2" if unit.fires else "8.4"
    if unit.side != s.active:
        yield objection(rule, "not-active", unit=U(id), side=Side(s.active))
    if unit.place is None:
        yield objection(rule, "off-map", unit=U(id))
        return
    if unit.kind not in INDEPENDENT and not unit.fires:
        yield objection("8.4", "not-independent", unit=U(id))
        return
    if id in s.attached:
        yield objection("8.3" if unit.fires else "8.4", "attached-already", unit=U(id))
    if unit.activated and unit.infantry:
        yield objection("8.5", "activated-already", unit=U(id))
    hq = headquarters(s, brigade)
    if hq and unit.place not in commanded_from(told_to(s, unit), hq, False):
        near = s.map.distance(hq.place or "", unit.place) <= hq.radius
        outside = ("4.0.2" if unit.fires else "8.5", "outside-radius")
        why, kind = ("8.1", "command-cut") if near else outside
        yield objection(why, kind, unit=U(id), hq=U(hq.id), radius=hq.radius)
    if unit.infantry:
        free = sum(s.unit(other).infantry for other in s.attached)
        if free >= FREE_INDEPENDENTS:
            yield objection("8.4", "two-independents", n=free, limit=FREE_INDEPENDENTS)
        else:
            yield held("8.4", "independent-free", unit=U(id), limit=FREE_INDEPENDENTS)
    else:
        guns, paid = _guns_attached(s), s.guns_planned.get(brigade, 0)
        if guns >= paid:
            yield objection("8.3", "guns-not-planned", n=guns, limit=paid)
        else:
            yield held("8.3", "gun-paid-for", n=guns, limit=paid)


def _guns_attached(s: State) -> int:
    return sum(s.unit(id).fires for id in s.attached)
