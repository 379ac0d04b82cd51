"""2.0-II.3 Declaring battles, and what Bad Weather leaves of them (9.5)."""

from __future__ import annotations

from tutor.engine.ask import BACK, DONE, Ask, choose
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, places, units
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.offensives import FORCED_PASS, LADDER, LIMITED, OFFENSIVE, SPECIAL, SPECIALS, battle_in
from tutor.rulesets.tlm.state import Battle, State, Step, foe, steps


# -- which battles ---------------------------------------------------------------------------------------------
def compulsory(state: State) -> tuple[str, ...]:
    """The areas that became disputed in this player turn."""
    return tuple(area for area in state.entered if areas.disputed(state, area))


def undeclared(state: State) -> tuple[str, ...]:
    return tuple(area for area in compulsory(state) if battle_in(state, area) is None)


def objections_to_declaring(state: State, area: str) -> Checks:
    """Whether the attacker may declare a battle in an area."""
    if not state.offensive or state.rank == FORCED_PASS:
        yield objection("2.0-II.3.a0", "no-offensive-played", who=Side(state.active))
        yield objection("9.1.1.b", "battle-needs-offensive", area=Place(area))
        yield objection("2.0-II.1.c", "passes", who=Side(state.active))
    if battle_in(state, area):
        yield objection("2.0-II.3.a", "already-declared", area=Place(area))
    if area in compulsory(state):
        yield held("2.0-II.3.a1", "newly-disputed", area=Place(area))
    elif areas.disputed(state, area):
        yield held("2.0-II.3.a2", "disputed-before", area=Place(area))
    else:
        yield from _not_disputed(state, area)
    if state.rank == LIMITED:
        yield from _limited(state, area)
    else:
        yield held("5.1.2.a", "as-many-as-wished")


def _not_disputed(state: State, area: str) -> Checks:
    forts = [u for u in state.units(area, foe(state.active)) if u.kind == "fort"]
    ours = areas.holders(state, area, state.active)
    if forts and ours and state.law.reads("fort-one-battle", "optional"):
        yield held("8.4.j", "fort-alone", forts=units(forts), reading=state.law.read("fort-one-battle"))
    elif forts and ours:
        rule = "8.4.j" if forts[0].value else "8.4.l"
        reading = state.law.read("fort-one-battle")
        yield objection(rule, "fort-alone-no-battle", area=Place(area), forts=units(forts), reading=reading)
    else:
        now = Term(areas.area_state(state, area, state.active))
        yield objection("2.0-II.3.a", "not-disputed", area=Place(area), now=now)


def _limited(state: State, area: str) -> Checks:
    if state.battles:
        yield objection("9.1.2.a", "one-battle-only", battles=places(b.area for b in state.battles))
        yield objection("5.1.2.a", "limited-admits-one", card=Term(state.offensive))
    elif (owed := undeclared(state)) and area not in owed:
        yield objection("9.1.2.a", "limited-admits-one", card=Term(LIMITED))
        yield objection("5.1.2.c", "owed-first", areas=places(owed))


def objections_to_ending_declaration(state: State) -> Checks:
    """Newly disputed areas must be declared, as far as the card allows battles."""
    owed = undeclared(state)
    if owed and not (state.rank == LIMITED and state.battles) and state.rank != FORCED_PASS and state.offensive:
        yield objection("5.1.2.c", "must-be-declared", areas=places(owed))
        yield objection("5.1.1", "battle-owed", areas=places(owed))


@steps.step("declare", "2.0-II.3.a")
def declare(s: State, t: Trace) -> Step:
    """The attacker names his battle areas, one by one."""
    area = yield from choose(
        Ask(
            s,
            "2.0-II.3.a",
            s.active,
            "declare",
            ("place",),
            lambda place: objections_to_declaring(s, place),
            to_end=lambda: objections_to_ending_declaration(s),
            back=bool(s.battles),
        )
    )
    if area == BACK:
        return s.then(task("declare"), battles=())
    if area != DONE:
        return s.then(task("declare"), battles=(*s.battles, Battle(area)))
    if not s.battles:
        return s
    t.say("2.0-II.3.a", "declared", s, areas=places(b.area for b in s.battles), who=Side(s.active))
    return s.then(task("name-bonus"), task("add-cards", s.attacker), task("add-cards", s.defender), task("weather"))


# -- Bad Weather (9.5) -----------------------------------------------------------------------------------------
@steps.step("weather", "9.5.a")
def weather(s: State, t: Trace) -> State:
    """What Bad Weather makes of the Offensive, of gas and of biplanes."""
    if not s.weather:
        return s
    for _ in range(s.weather):
        s = lowered(s, t)
    s = _without_gas(s, t)
    return s.then(task("surplus-battles"))


def lowered(s: State, t: Trace) -> State:
    """One step down the ladder."""
    before, special = s.rank, SPECIALS.get(s.offensive)
    after = LADDER[before]
    rules = {SPECIAL: special.weather if special else "9.5.b", OFFENSIVE: "9.1.1.d", LIMITED: "9.1.2.c"}
    if before == OFFENSIVE and special and s.law.reads("weather-on-plain-special", "offensive"):
        t.say(
            special.weather,
            "stays-offensive",
            s,
            card=Term(s.offensive),
            reading=s.law.read("weather-on-plain-special"),
        )
        return s
    rule = rules.get(before, "9.5.b")
    t.say(rule, "lowered", s, before=Term(before), after=Term(after))
    for battle in s.battles:
        if battle.bonus:
            t.say(rule, "bonus-lost", s, card=Term(s.offensive), area=Place(battle.area), n=battle.bonus)
    s = s.but(rank=after, battles=tuple(b.but(bonus=0) for b in s.battles))
    if before == OFFENSIVE and special:
        t.say("9.5.b", "as-any-offensive", s, card=Term(s.offensive), reading=s.law.read("weather-on-plain-special"))
    if after == FORCED_PASS:
        t.say("9.5.c", "forced-pass", s, who=Side(s.active))
    return s


def _without_gas(s: State, t: Trace) -> State:
    """9.3.c, 9.5.d: gas is blown away, as far as the readings say; barrage only if the reading says so."""
    named = s.law.reads("weather-area", "named-area")
    attacker_only = s.law.reads("weather-gas", "attacker-only")
    for battle in s.battles:
        if named and not battle.weather:
            continue
        gone = battle.gas & {s.active} if attacker_only else battle.gas
        changed = battle.but(gas=battle.gas - gone, weather=True)
        if s.law.reads("weather-barrage", "cancelled"):
            changed = changed.but(barrage=frozenset())
        s = s.but(battles=tuple(changed if b.area == battle.area else b for b in s.battles))
        for side in sorted(gone):
            rule = "9.5.d" if side == s.active else "9.3.c"
            t.say(rule, "gas-cancelled", s, area=Place(battle.area), who=Side(side), reading=s.law.read("weather-gas"))
    return s


@steps.step("surplus-battles", "9.5.b")
def surplus_battles(s: State, t: Trace) -> Step:
    """Of the battles that the lowered card no longer allows the attacker keeps one, or none."""
    allowed = {LIMITED: 1, FORCED_PASS: 0}.get(s.rank, len(s.battles))
    if len(s.battles) <= allowed:
        return s
    if s.law.reads("weather-after-movement", "battles-fought"):
        kept = tuple(b for b in s.battles if b.area in s.entered)
        s = s.but(battles=kept)
        t.say("5.1.2.c", "owed-all-the-same", s, reading=s.law.read("weather-after-movement"))
        return s
    keep = ""
    if allowed:
        keep = yield from choose(
            Ask(s, "9.1.2.a", s.active, "keep-battle", ("place",), lambda place: objections_to_keeping(s, place))
        )
    return dropped(s, t, keep)


def objections_to_keeping(state: State, area: str) -> Checks:
    if battle_in(state, area) is None:
        yield objection("9.1.2.a", "no-battle-area", area=Place(area))


def dropped(s: State, t: Trace, keep: str) -> State:
    """Without the battles that are not kept; the moves stand, or are undone."""
    gone = tuple(b.area for b in s.battles if b.area != keep)
    s = s.but(battles=tuple(b for b in s.battles if b.area == keep))
    reading = s.law.read("weather-after-movement")
    t.say("9.5.b", "battles-dropped", s, areas=places(gone), reading=reading)
    if s.law.reads("weather-after-movement", "moves-undone"):
        s = _back(s, t, gone)
    return s


def _back(s: State, t: Trace, gone: tuple[str, ...]) -> State:
    for unit, origin in s.moves.items():
        piece = s.pieces[unit]
        if piece.place in gone and piece.place in s.entered:
            area = str(piece.place)
            moved = [piece.but(place=origin, army=None), *(p.but(place=origin) for p in s.inside(unit))]
            s = areas.settle(s.put(*moved), area, origin)
            t.say("9.5.b", "move-undone", s, units=units([unit]), area=Place(origin))
    return s
