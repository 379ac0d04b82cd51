"""10.5.6: where naval combat arises, who finds whom, and who is surprised."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, nothing, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, units
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.fa.book import step
from tutor.rulesets.fa.drafts import Melee
from tutor.rulesets.fa.nations import neutral
from tutor.rulesets.fa.odds import die_sides
from tutor.rulesets.fa.sailing import SECTIONS, search
from tutor.rulesets.fa.state import SIDES, SURFACE, State, Unit, foe, sea_areas

FIGHT, DECLINE = "fight", "decline"


def flotilla(s: State, sea: str, side: str) -> tuple[Unit, ...]:
    """The surface ships of a side in a sea area; neutral ones count for nothing."""
    ships = (u for u in s.at(sea) if u.kind in (*SURFACE, "trs") and u.side == side)
    return tuple(u for u in ships if not neutral(s, u.nation))


# -- where (10.5.6) ----------------------------------------------------------------------------------------------
@step("naval-combat", "10.5.6")
def naval_combat(s: State, t: Trace) -> Steps[State]:
    """Sea area after sea area, wherever both sides have surface ships and somebody came in."""
    seas = [sea for sea in sea_areas(s.map) if all(flotilla(s, sea, side) for side in SIDES)]
    left = any(s.law.allows(objections_to_meeting(s, sea)) for sea in seas)
    if not left and (not s.engaged or s.engaged & s.contested):
        return s
    chooser = s.phasing if s.law.reads("sea-combat-order", "phasing") else s.waiting
    sea = yield from choose(
        Ask(
            s,
            "10.5.6",
            chooser,
            "next-sea",
            ("place",),
            lambda place: objections_to_meeting(s, place),
            to_end=None if left else nothing,
            facts={"reading": s.law.read("sea-combat-order")},
        )
    )
    if sea == DONE:
        return s
    return s.then(task("meet-at", sea), task("naval-combat"))


def objections_to_meeting(s: State, sea: str) -> Checks:
    """May there be naval combat in this place in this phase?"""
    facts = {"area": Place(sea)}
    if sea not in sea_areas(s.map):
        yield objection("10.5.6", "no-sea-area", **facts)
        return
    for side in SIDES:
        if not flotilla(s, sea, side):
            yield objection("10.5.6", "no-surface-ships", side=Side(side), **facts)
    if sea in s.engaged and sea in s.contested:
        yield objection("10.5.6", "fought-here", **facts)
    elif sea in s.engaged:
        yield objection("10.5.5.2-f", "fought-on-the-way", **facts)
    elif sea in s.contested:
        yield held("10.5.6", "ships-came-in", **facts)
    else:
        yield objection("10.5.6", "nobody-came-in", **facts)


@step("meet-at", "10.5.6", under="naval-combat")
def meet_at(s: State, t: Trace, sea: str) -> State:
    ours, theirs = flotilla(s, sea, s.phasing), flotilla(s, sea, s.waiting)
    t.say("10.5.6", "fleets-meet", s, area=Place(sea), ours=units(ours), theirs=units(theirs))
    return s.but(melee=Melee(sea), engaged=s.engaged | {sea}).then(task("sea-round"))


# -- searching (10.5.6.1) ------------------------------------------------------------------------------------------
@step("sea-round", "10.5.6.1-a")
def sea_round(s: State, t: Trace) -> State:
    """Both sides search anew; if one has nothing left there is no more to find."""
    sea = s.battle.sea
    if not all(flotilla(s, sea, side) for side in SIDES):
        return s.then(task("sea-over"))
    fresh = Melee(sea, s.battle.intercepting)
    return s.but(melee=fresh).then(task("search", s.phasing), task("search", s.waiting), task("found"))


@step("search", "10.5.6.1-a", under="sea-round")
def search_roll(s: State, t: Trace, side: str) -> Steps[State]:
    die = yield from roll(Die("10.5.6.1-a", side, "search-die", die_sides(s)))
    melee = s.battle.but(rolls=s.battle.rolls.put(side, die))
    s = s.but(melee=melee)
    ships = finders(s, side)
    if ships:
        t.say("10.5.6.1-b", "finds", s, side=Side(side), die=die, units=units(ships))
    else:
        t.say("10.5.6.1-a", "finds-nothing", s, side=Side(side), die=die)
    return s


def modified(s: State, side: str) -> int:
    """The search roll; under another reading foul weather makes it harder."""
    winter = any(weather in ("winter", "severe-winter") for weather in s.weather.values())
    return s.battle.rolls[side] + (1 if winter and s.law.reads("naval-weather", "winter") else 0)


def finders(s: State, side: str) -> tuple[Unit, ...]:
    """The ships of a side in sections whose search value is at least its roll."""
    return tuple(u for u in flotilla(s, s.battle.sea, side) if search(s, u.section) >= modified(s, side))


@step("found", "10.5.6.1-b", under="sea-round")
def found(s: State, t: Trace) -> State:
    """If neither side finds the other there is no combat; else who found takes part, and some may be surprised."""
    hit = {side: finders(s, side) for side in SIDES}
    if not any(hit.values()):
        t.say("10.5.6.1-a", "no-contact", s, area=Place(s.battle.sea))
        return s.then(task("sea-over"))
    s = s.but(melee=s.battle.but(included=_included(hit), surprised=frozenset(_surprised(s))))
    for side in sorted(s.battle.surprised):
        rule = "12_d" if _startled(s, side) else "10.5.6.1-c"
        t.say(rule, "side-surprised", s, side=Side(side))
    return s.then(*(task("decline", side) for side in (s.phasing, s.waiting)), task("join-battle"))


def _included(hit: dict[str, tuple[Unit, ...]]) -> FrozenMap[str, frozenset[str]]:
    return FrozenMap({side: frozenset(u.id for u in ships) for side, ships in hit.items()})


def _surprised(s: State) -> list[str]:
    """The sides whose roll reaches the surprise value of their highest section, or whose ships a new war surprises."""
    return [side for side in SIDES if _startled(s, side) or modified(s, side) >= surprise_value(s, side)]


def surprise_value(s: State, side: str) -> int:
    highest = max(u.section for u in flotilla(s, s.battle.sea, side))
    return int(s.law.table("sea-box").number(highest, "surprise"))


def _startled(s: State, side: str) -> bool:
    return any(u.country in s.surprised for u in flotilla(s, s.battle.sea, side))


@step("decline", "10.5.6.1-c", under="sea-round")
def decline(s: State, t: Trace, side: str) -> Steps[State]:
    """Whoever surprises the enemy may leave this combat unfought."""
    if s.melee is None or foe(side) not in s.battle.surprised or not s.battle.rolls:
        return s
    if _startled(s, foe(side)) and s.law.reads("naval-surprise-benefit", "column-only"):
        return s
    answer = yield from choose(
        Ask(s, "10.5.6.1-c", side, "decline-battle", ("option",), nothing, options=(FIGHT, DECLINE))
    )
    if answer == FIGHT:
        return s
    t.say("10.5.6.1-c", "battle-declined", s, side=Side(side))
    return s.but(melee=s.battle.but(rolls=FrozenMap()))


@step("join-battle", "10.5.6.1-d", under="sea-round")
def join_battle(s: State, t: Trace) -> State:
    """If only one side has ships in the combat, it names the sections of the enemy that it draws in."""
    if not s.battle.rolls:
        return s.then(task("sea-over"))
    alone = [side for side in SIDES if not s.battle.included.get(foe(side))]
    picks = [task("pick-section", side) for side in alone]
    return s.then(*picks, task("sea-fire"))


@step("pick-section", "10.5.6.1-d", under="sea-round")
def pick_section(s: State, t: Trace, side: str) -> Steps[State]:
    """At least one section; all enemy ships of it take part."""
    picked = bool(s.battle.included.get(foe(side)))
    if picked and not any(objections_free(s, side, section) for section in SECTIONS):
        return s
    section = yield from choose(
        Ask(
            s,
            "10.5.6.1-d",
            side,
            "pick-section",
            ("number",),
            lambda section: objections_to_picking(s, side, section),
            options=SECTIONS,
            to_end=nothing if picked else None,
        )
    )
    if section == DONE:
        return s
    ships = [u.id for u in flotilla(s, s.battle.sea, foe(side)) if u.section == section]
    joined = s.battle.included.get(foe(side), frozenset()) | set(ships)
    s = s.but(melee=s.battle.but(included=s.battle.included.put(foe(side), joined)))
    t.say("10.5.6.1-d", "drawn-in", s, units=units(ships), section=section)
    return s.then(task("pick-section", side))


def objections_free(s: State, side: str, section: int) -> bool:
    return s.law.allows(objections_to_picking(s, side, section))


def objections_to_picking(s: State, side: str, section: int) -> Checks:
    """Does this section hold enemies that are not in the combat yet?"""
    there = [u for u in flotilla(s, s.battle.sea, foe(side)) if u.section == section]
    inside = s.battle.included.get(foe(side), frozenset())
    if not there:
        yield objection("10.5.6.1-d", "section-empty", section=section)
    elif all(u.id in inside for u in there):
        yield objection("10.5.6.1-d", "section-in-already", section=section)
    else:
        yield held("10.5.6.1-d", "section-of-enemies", section=section, units=units(there))
