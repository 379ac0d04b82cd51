"""10.5.4, 10.5.5: interdiction out of port, interception at sea."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, nothing, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.facts import Unit as U
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.coming import come, say
from tutor.rulesets.fa.drafts import Melee
from tutor.rulesets.fa.nations import at_war
from tutor.rulesets.fa.naval_movement import cruisers, objections_to_lying, placed, under_way
from tutor.rulesets.fa.odds import die_sides
from tutor.rulesets.fa.sailing import SECTIONS, objections_to_section, sea_points, search
from tutor.rulesets.fa.sea_search import finders, surprise_value
from tutor.rulesets.fa.state import SURFACE, State, Unit, seas_of

ATTEMPT, LET_PASS = "attempt", "let-pass"
STOP, GO_ON = "stop", "go-on"


def sea_of(s: State) -> str:
    """The sea area that the moving group has just entered."""
    return s.unit(under_way(s).ships[0]).place or ""


# -- interdiction (10.5.4) ---------------------------------------------------------------------------------------
def objections_to_interdicting(s: State, id: str) -> Checks:
    """May this ship come out of port against the moving group?"""
    ship, sea = s.unit(id), sea_of(s)
    facts = {"unit": U(id), "area": Place(sea)}
    if ship.side != s.waiting or ship.place is None:
        yield objection("10.5.4-a", "not-defending", unit=U(id), side=Side(s.waiting))
        if ship.side == s.phasing:
            yield objection("10.5.4-b", "interdicts-not-in-turn", unit=U(id))
        return
    if ship.kind not in SURFACE:
        yield objection("10.5.4-a", "only-cruisers", unit=U(id))
    if ship.place not in s.map or sea not in seas_of(s.map, ship.place):
        yield objection("10.5.4-a", "no-port-on-this-sea", **facts)
    first = 1 if s.law.reads("interdiction-once", "turn") else 2
    check = held if (s.impulse <= first and not s.special) or s.special else objection
    yield check("10.5.4-a", "first-impulse", n=s.impulse, reading=s.law.read("interdiction-once"))
    mover = s.unit(under_way(s).ships[0])
    if not at_war(s, ship.nation, mover.nation):
        yield objection("10.5.2.0.5-a" if s.special else "10.5.4-a", "ship-not-at-war", other=U(mover.id), **facts)
    yield from _able(s, ship)


def _able(s: State, ship: Unit) -> Checks:
    """Coming out is a naval move like another, unless so read."""
    if s.law.reads("interdiction-move", "free"):
        return
    reading = s.law.read("interdiction-move")
    if not ship.face_up:
        yield objection("10.5.2.1-i", "ship-face-down-stays", unit=U(ship.id))
    if ship.sailed:
        yield objection("10.5.2-b", "sailed-this-turn", unit=U(ship.id))
    if sea_points(s, ship).total < 1:
        yield objection("10.5.4-a", "no-points-to-come-out", unit=U(ship.id), reading=reading)


@step("interdict", "10.5.4-a")
def interdict(s: State, t: Trace) -> Steps[State]:
    """Ship after ship comes out of the ports of this sea area."""
    if s.voyage is None or not any(s.law.allows(objections_to_interdicting(s, u.id)) for u in s.pieces.of(s.waiting)):
        return s
    ship = yield from choose(
        Ask(
            s,
            "10.5.4-a",
            s.waiting,
            "interdict",
            ("unit",),
            lambda id: objections_to_interdicting(s, id),
            to_end=nothing,
            facts={"area": Place(sea_of(s))},
        )
    )
    if ship == DONE:
        return s
    return s.then(task("interdict-from"), task("interdict"), chosen=ship)


@step("interdict-from", "10.5.4-a", under="interdict")
def interdict_from(s: State, t: Trace) -> Steps[State]:
    """The section in which the ship places itself. It does not call out the enemy in its turn."""
    section = yield from choose(
        Ask(
            s,
            "10.5.4-a",
            s.waiting,
            "interdict-from",
            ("number",),
            lambda section: objections_to_coming_out(s, section),
            options=SECTIONS,
            facts={"unit": U(s.chosen)},
        )
    )
    ship = s.unit(s.chosen)
    free = s.law.reads("interdiction-move", "free")
    s = s.but(chosen="").at_sea(s.contested | {sea_of(s)}, s.engaged)
    said = say("10.5.4-b", "comes-out", unit=U(ship.id), area=Place(sea_of(s)), section=section)
    return come(s, t, [ship.but(section=section, sailed=ship.sailed or not free, began=ship.start)], sea_of(s), said)


def objections_to_coming_out(s: State, section: int) -> Checks:
    ship = s.unit(s.chosen)
    if s.law.reads("interdiction-move", "free"):
        yield held("10.5.4-a", "any-section", unit=U(ship.id), section=section, reading=s.law.read("interdiction-move"))
        return
    yield from objections_to_section(s, ship, sea_of(s), section, int(sea_points(s, ship)) - 1)


# -- interception (10.5.5) ---------------------------------------------------------------------------------------
@step("intercept-at-sea", "10.5.5-a")
def intercept_at_sea(s: State, t: Trace) -> Steps[State]:
    """If cruisers of the other side are there they may intercept: all of them, with one die."""
    if s.voyage is None or not _near(s):
        return s
    answer = yield from choose(
        Ask(
            s,
            "10.5.5-b",
            s.waiting,
            "intercept-ships",
            ("option",),
            lambda answer: objections_to_intercepting(s, answer),
            options=(ATTEMPT, LET_PASS),
            facts={"units": units(_near(s)), "area": Place(sea_of(s))},
        )
    )
    return s.then(task("interception")) if answer == ATTEMPT else s


def objections_to_intercepting(s: State, answer: str) -> Checks:
    """Cruisers that are in the sea area already intercept; transports and submarines do not."""
    if answer == LET_PASS:
        return
    facts = {"units": units(_near(s)), "area": Place(sea_of(s))}
    check = held if _hunters(s) else objection
    yield check("10.5.5-a", "cruisers-intercept", **facts)


def _near(s: State) -> tuple[Unit, ...]:
    """Who of the other side is in the sea area: its cruisers, or else whatever else sails there."""
    mover = s.unit(under_way(s).ships[0])
    others = (u for u in s.at(sea_of(s)) if u.naval and u.side == s.waiting and at_war(s, u.nation, mover.nation))
    return _hunters(s) or tuple(others)


def _hunters(s: State) -> tuple[Unit, ...]:
    mover = s.unit(under_way(s).ships[0])
    return tuple(u for u in cruisers(s, sea_of(s), s.waiting) if at_war(s, u.nation, mover.nation))


@step("interception", "10.5.5-b", under="intercept-at-sea")
def interception(s: State, t: Trace) -> Steps[State]:
    """It succeeds if the die is not above the search value of a section where interceptors lie."""
    die = yield from roll(Die("10.5.5-b", s.waiting, "search-die", die_sides(s)))
    hunters = _hunters(s)
    best = max(search(s, u.section) for u in hunters)
    section = max((u.section for u in hunters), key=lambda one: search(s, one))
    cell = s.law.table("sea-box").at(section, "search")
    facts: dict[str, Any] = {"units": units(hunters), "die": die, "search": best, "cell": cell}
    if die > best:
        t.say("10.5.5-b", "slips-through", s, **facts)
        return s
    t.say("10.5.5-b", "intercepted", s, **facts)
    return s.then(task("stop-or-go", die))


@step("stop-or-go", "10.5.5.2-a", under="intercept-at-sea")
def stop_or_go(s: State, t: Trace, die: int) -> Steps[State]:
    """The intercepted group ends its move here, or fights at once and goes on."""
    if not under_way(s).way:
        return s
    if under_way(s).home:
        s = placed(s, t, under_way(s).ships, 0)
        t.say("11.7.1-d", "returning-intercepted", s, units=units(under_way(s).ships), area=Place(sea_of(s)))
        return s.then(task("intercepted", die))
    answer = yield from choose(
        Ask(
            s,
            "10.5.5.2-a",
            s.phasing,
            "stop-or-go",
            ("option",),
            nothing,
            options=(STOP, GO_ON),
            facts={"units": units(under_way(s).ships), "area": Place(sea_of(s))},
        )
    )
    if answer == GO_ON:
        return s.then(task("stand"), task("intercepted", die))
    t.say("10.5.5.2-a", "stops-here", s, units=units(under_way(s).ships), area=Place(sea_of(s)))
    return s.but(voyage=under_way(s).but(way=()))


@step("stand", "10.5.5.2-a", under="intercept-at-sea")
def stand(s: State, t: Trace) -> Steps[State]:
    """Before the combat the group takes a section that it can."""
    section = yield from choose(
        Ask(
            s,
            "10.5.5.2-a",
            s.phasing,
            "take-section",
            ("number",),
            lambda section: objections_to_lying(s, under_way(s), section),
            options=SECTIONS,
            facts={"units": units(under_way(s).ships)},
        )
    )
    return placed(s, t, under_way(s).ships, section)


@step("intercepted", "10.5.5.2-b", under="intercept-at-sea")
def intercepted(s: State, t: Trace, die: int) -> Steps[State]:
    """The group fights those who found it; one die says who helps it, and whether it is surprised."""
    roll_ = yield from roll(Die("10.5.5.2-b", s.phasing, "search-die", die_sides(s)))
    sea, group = sea_of(s), under_way(s).ships
    hunters = frozenset(u.id for u in _hunters(s) if search(s, u.section) >= die)
    s = s.but(melee=Melee(sea, True, rolls=FrozenMap({s.phasing: roll_, s.waiting: die})))
    helpers = frozenset(u.id for u in finders(s, s.phasing) if u.id not in group)
    late = roll_ >= surprise_value(s, s.phasing)
    surprised = frozenset({s.phasing}) if late else frozenset()
    included = FrozenMap({s.phasing: helpers | set(group), s.waiting: hunters})
    s = s.but(melee=s.battle.but(included=included, surprised=surprised))
    if helpers:
        t.say("10.5.5.2-b", "helpers-join", s, units=units(sorted(helpers)), die=roll_)
    if late:
        t.say("10.5.5.2-c", "side-surprised", s, side=Side(s.phasing))
    return s.then(task("sea-fire"))


@step("resume", "10.5.5.2-e", under="intercept-at-sea")
def resume(s: State, t: Trace) -> Steps[State]:
    """Free of the enemy, or unseen, the group stays or goes on, less the search value of its section."""
    now = under_way(s)
    ships = tuple(id for id in now.ships if s.unit(id).place not in (None, *s.map.places))
    if not ships:
        return s.but(voyage=None)
    spent = now.spent + max(search(s, s.unit(id).section) for id in ships)
    facts: dict[str, Any] = {"units": units(ships), "area": Place(s.unit(ships[0]).place or "")}
    if spent + len(now.way) > now.passed and not now.home:
        t.say("10.5.5.2-f", "held-up", s, **facts)
        return _stays(s, ships)
    if not now.home:
        answer = yield from choose(
            Ask(
                s,
                "10.5.5.2-f",
                s.phasing,
                "stop-or-go",
                ("option",),
                nothing,
                options=(STOP, GO_ON),
                facts={"units": units(ships), "area": Place(s.unit(ships[0]).place or "")},
            )
        )
        if answer == STOP:
            t.say("10.5.5.2-f", "stops-here", s, **facts)
            return _stays(s, ships)
    t.say("10.5.5.2-e", "goes-on", s, units=units(ships), left=now.passed - spent)
    return s.but(voyage=now.but(ships=ships, spent=spent))


def _stays(s: State, ships: tuple[str, ...]) -> State:
    """The group ends its move where it fought: there is no other combat for it there in this phase."""
    sea = frozenset({s.unit(ships[0]).place or ""})
    return s.but(voyage=None).at_sea(s.contested - sea, s.engaged | sea)
