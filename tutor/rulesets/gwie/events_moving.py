"""6.3-6.57, 9.54, 9.56, 17.4: events and options that change who moves where, by which means, in whose company."""

from __future__ import annotations

from tutor.engine.ask import DONE, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, units
from tutor.engine.facts import Unit as U
from tutor.engine.law import seam
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import amends, step
from tutor.rulesets.gwie.control import controller, land_of
from tutor.rulesets.gwie.entering import came_in
from tutor.rulesets.gwie.events_standing import lasts
from tutor.rulesets.gwie.fronts import flag, front_of
from tutor.rulesets.gwie.ground import BEACHES, BEACHES_FROM
from tutor.rulesets.gwie.marching import began_at
from tutor.rulesets.gwie.nations import EMPIRE, nation_of
from tutor.rulesets.gwie.peoples import ANA
from tutor.rulesets.gwie.sea import BALTIC
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.stacking import still_to_move
from tutor.rulesets.gwie.state import ALLIED_NEAR_EAST, ALLIES, CP, POOL, Fight, State, Unit
from tutor.rulesets.gwie.treaty import objections_to_coming_near_peace

INTERDICTION, MAUDE, CIVIL_WAR, LAWRENCE = "interdiction", "maude", "civil-war", "lawrence"
RAID, AMPHIBIOUS = "raid", "amphibious"
NEAR_EAST_GAME, PREWAR_ALLIED, PREWAR_CP = "near-east-game", "prewar-allied-7", "prewar-cp-5"
VAN = {"n3338": "N3338", "n3378": "N3378"}
TREBIZOND = "N4332"


# -- on the march (6.3, 6.48, 6.52, 6.57) ----------------------------------------------------------------------
@amends("gwie.halting", "6.3f", "add", option=INTERDICTION)
def interdicted(s: State, unit: Unit, hex: str) -> Checks:
    """This turn CP units beside the British, HQs too, stop where they enter difficult ground on the Egyptian Front."""
    if s.in_play.get(INTERDICTION) != s.turn or unit.side != CP or front_of(s, hex) != "egyptian":
        return
    reading = s.law.read("air-interdiction-moment")
    watched = hex if reading.option == "any-time" else began_at(s, unit)
    near = [u for other in s.map.neighbours(watched) for u in s.forces_at(other, ALLIES) if u.nation in EMPIRE]
    if near and s.map.hex(hex).terrain == "difficult":
        yield objection("6.3f", "interdicted", unit=U(unit.id), hex=Place(hex), foes=units(near), reading=reading)


@amends("gwie.excess", "6.48", "add", option=CIVIL_WAR)
def apart(s: State, hex: str, side: str) -> Checks:
    """Russian units no longer stack: what has not split by the end of the phase goes."""
    russians = [u for u in s.units_at(hex, side) if nation_of(u) == "RU"]
    if CIVIL_WAR in s.in_play and len(russians) > 1 and not _still_to_move(s, hex):
        reading = s.law.read("civil-war-excess")
        yield objection("6.48", "civil-war-apart", units=units(russians), hex=Place(hex), reading=reading)


def _still_to_move(s: State, hex: str) -> bool:
    """Whether the Russians of a Theatre move in the second phase only of the turn in which the event is played."""
    if s.in_play[CIVIL_WAR] != s.turn or s.law.reads("civil-war-excess", "first-phase"):
        return False
    return still_to_move(s, hex, ALLIES)


@amends("gwie.stepping", "6.52c", "add", option="gallipoli")
def from_the_beaches(s: State, unit: Unit, a: str, b: str) -> Checks:
    """Out of a beach only into E1023, and never from one beach into the other."""
    beaches = BEACHES & {a, b}
    if len(beaches) > 1:
        yield objection("6.52c", "beach-to-beach", unit=U(unit.id), hex=Place(b))
    elif beaches and BEACHES_FROM not in (a, b):
        yield objection("6.52c", "beach-only-from", unit=U(unit.id), hex=Place(b), other=Place(BEACHES_FROM))


@amends("gwie.stepping", "6.57", "add", option="typhus")
def typhus_stays(s: State, unit: Unit, a: str, b: str) -> Checks:
    """Nobody moves into Serbia or out of it."""
    if lasts(s, "typhus") and (land_of(s, a) == "serbia") != (land_of(s, b) == "serbia"):
        yield objection("6.57", "typhus-shuts", hex=Place(b), reading=s.law.read("three-turn-events"))


# -- by rail and sea (6.3, 6.25, 6.33, 6.57, 9.54, 9.56, 17.4) --------------------------------------------------
@amends("gwie.boarding", "6.3f", "add", option=INTERDICTION)
def pinned(s: State, unit: Unit) -> Checks:
    """Who was stopped so moves no more in this turn, by rail neither."""
    if unit.id in s.pinned:
        yield objection("6.3f", "pinned", unit=U(unit.id))


@amends("gwie.rails-opened", "6.33", "exempt", option=MAUDE, over={"9.23"})
def maude(s: State, unit: Unit, hex: str) -> bool:
    return MAUDE in s.in_play


@amends("gwie.rails-opened", "6.33", "add", option=MAUDE)
def maude_for_the_british(s: State, unit: Unit, hex: str) -> Checks:
    """The event names British units; that every Ally rides is another reading."""
    if MAUDE in s.in_play and unit.nation not in EMPIRE:
        reading = s.law.read("maude-trains")
        check = held if reading.option == "any-ally" else objection
        yield check("6.33", "maudes-trains", unit=U(unit.id), hex=Place(hex), reading=reading)


@amends("gwie.lines", "6.57", "add", option="typhus")
def typhus_stops_trains(s: State, unit: Unit, hex: str) -> Checks:
    """Nor does a train cross the border of Serbia, to stop there or to pass."""
    began = unit.place is not None and land_of(s, unit.place) == "serbia"
    if lasts(s, "typhus") and (land_of(s, hex) == "serbia") != began:
        yield objection("6.57", "typhus-shuts", hex=Place(hex), reading=s.law.read("three-turn-events"))


@amends("gwie.station", "6.57", "add", option="typhus")
def typhus_keeps_out(s: State, unit: Unit, hex: str) -> Checks:
    """Out of a box between the Fronts no way leads over lines: there the end of the trip is asked."""
    if unit.place is None and lasts(s, "typhus") and land_of(s, hex) == "serbia":
        yield objection("6.57", "typhus-shuts", hex=Place(hex), reading=s.law.read("three-turn-events"))


@amends("gwie.seas", "9.54", "exempt", option=PREWAR_ALLIED, over={"9.54"})
def into_the_baltic(s: State, hex: str) -> bool:
    return flag(s, hex, BALTIC)


@amends("gwie.aboard", "9.56", "add", option=NEAR_EAST_GAME)
@amends("gwie.embarking", "9.56", "add", option=NEAR_EAST_GAME)
def hqs_sail_not(s: State, id: str) -> Checks:
    """From port to port or onto the Black Sea coast, which is sea movement as well (9.54)."""
    if s.unit(id).hq:
        yield objection("9.56", "hq-sails-not", unit=U(id))


@amends("gwie.operating", "17.4d", "exempt", option=PREWAR_CP, over={"17.4d"})
def through_neutrals(s: State, unit: Unit, hex: str) -> bool:
    return unit.side == CP


@amends("gwie.station", "6.25a", "add", option=LAWRENCE)
def raided(s: State, unit: Unit, hex: str) -> Checks:
    """No strategic movement in or out of the town that Lawrence raids."""
    if s.raided == hex:
        yield objection("6.25a", "raided", unit=U(unit.id), hex=Place(hex))


@SEQUENCE.condition("lawrence-rides")
def lawrence_rides(s: State) -> bool:
    """Whether Lawrence is in play, and not with the Arabs (6.25)."""
    return LAWRENCE in s.in_play and not s.stands(ANA)


@step("raid", "6.25a")
def raid(s: State, t: Trace) -> Steps[State]:
    """At the start of CP strategic movement Lawrence goes into a town of Palestine."""
    hex = yield from choose(
        Ask(s, "6.25a", ALLIES, "raid", ("place",), lambda hex: objections_to_raiding(s, hex), to_end=lambda: iter(()))
    )
    if hex == DONE:
        return s
    s = s.but(raided=hex, used_in_series=s.used_in_series | {RAID})
    t.say("6.25a", "raid-made", s, hex=Place(hex))
    return s


@seam("gwie.raiding")
def objections_to_raiding(s: State, hex: str) -> Checks:
    """A town, not a city, of Ottoman Palestine, whoever holds it, once a series; with the Arabs no more."""
    if not flag(s, hex, "palestine") or not flag(s, hex, "town"):
        yield objection("6.25a", "raid-in-palestine", hex=Place(hex))
    elif land_of(s, hex) != "turkey":
        yield objection("17.21l", "raid-in-the-empire", hex=Place(hex))
    if RAID in s.used_in_series:
        yield objection("6.25a", "raided-this-series")
    if s.stands(ANA) or any(u.nation == "AB" and u.place is not None for u in s.pieces):
        yield objection("6.25b", "no-raid-any-more")


# -- Armenians (6.8, 6.9) --------------------------------------------------------------------------------------
@step("armenian-massacres", "6.8")
def massacres(s: State, t: Trace) -> Steps[State]:
    """An Armenian unit drawn at random rises in Van, and the CP there must attack it at once."""
    van = VAN[s.law.reading("van-hex")]
    pool = _armenians(s)
    if not pool or van not in s.map:
        return s
    die = yield from roll(Die("6.8", ALLIES, "armenian-draw", sides=len(pool)))
    id = pool[die - 1]
    foes = _attackers_of_van(s, van)
    s = s.change(id, place=van, box="", untried=True)
    t.say("6.8", "armenians-rise", s, unit=U(id), hex=Place(van), reading=s.law.read("van-hex"))
    if controller(s, van) != CP or not foes:
        return came_in(s, t, s.unit(id), van)
    t.say("6.8", "must-attack-van", s, units=units(foes), reading=s.law.read("van-attackers"))
    s = s.but(active=CP, theatre="east", fight=Fight(van, frozenset(u.id for u in foes)))
    return s.then(task("commit"))


def _armenians(s: State) -> list[str]:
    return sorted(u.id for u in s.pieces if u.nation == "AR" and u.box == POOL)


def _attackers_of_van(s: State, van: str) -> list[Unit]:
    """The CP units in Van, or those next to it too, as so read."""
    there = list(s.units_at(van, CP))
    if s.law.reads("van-attackers", "in-or-adjacent"):
        there += [u for near in s.map.neighbours(van) for u in s.units_at(near, CP)]
    return there


@step("armenian-republic", "6.9")
def republic(s: State, t: Trace) -> Steps[State]:
    """After the Bolshevik Revolution an Armenian unit rises in a Russian town without Russians and CP units."""
    pool = _armenians(s)
    if not s.stands("bolsheviks") or not pool:
        t.say("6.9", "no-republic-yet", s)
        return s
    die = yield from roll(Die("6.9", ALLIES, "armenian-draw", sides=len(pool)))
    id = pool[die - 1]
    hex = yield from choose(
        Ask(s, "6.9", ALLIES, "republic", ("place",), lambda hex: objections_to_rising(s, hex), facts={"unit": U(id)})
    )
    s = s.change(id, place=hex, box="", untried=True)
    t.say("6.9", "armenians-rise", s, unit=U(id), hex=Place(hex))
    return came_in(s, t, s.unit(id), hex)


def objections_to_rising(s: State, hex: str) -> Checks:
    """6.9, 5.46: a town of Russia without Russians and CP units, and after the treaty none beside Russians either."""
    town = flag(s, hex, "town") and land_of(s, hex) == "russia" and front_of(s, hex) == "caucasus"
    if not town:
        yield objection("6.9", "rises-in-russian-town", hex=Place(hex))
    there = [u for u in s.forces_at(hex) if u.side == CP or nation_of(u) == "RU"]
    if there:
        yield objection("6.9", "town-occupied", hex=Place(hex), units=units(there))
    for id in _armenians(s)[:1]:
        yield from objections_to_coming_near_peace(s, s.unit(id), hex)


# -- over the Black Sea (6.38) ---------------------------------------------------------------------------------
@SEQUENCE.condition("amphibious-campaign")
def amphibious_campaign(s: State) -> bool:
    """Whether the Allies, who move now, have the event in play and have not landed in this turn (6.38)."""
    return AMPHIBIOUS in s.in_play and AMPHIBIOUS not in s.used and s.active == ALLIES


@step("amphibious", "6.38")
def amphibious(s: State, t: Trace) -> Steps[State]:
    """In each turn one Russian unit may land on the Black Sea coast east of Trebizond: the Allies choose which."""
    if s.stands("czar-fallen"):
        t.say("6.38", "no-landing-any-more", s)
        return s
    able = [u.id for u in s.pieces if not s.law.objections(objections_to_embarking_here(s, u.id))]
    if not able:
        _nobody_lands(s, t)
        return s
    if len(able) == 1:
        return s.but(chosen=able[0]).then(task("amphibious-at"))
    id = yield from choose(
        Ask(
            s,
            "6.38",
            ALLIES,
            "amphibious-unit",
            ("unit",),
            lambda id: objections_to_embarking_here(s, id),
            to_end=lambda: iter(()),
        )
    )
    return s if id == DONE else s.but(chosen=id).then(task("amphibious-at"))


def _nobody_lands(s: State, t: Trace) -> None:
    """That nobody is there to land, and why those do not who wait."""
    t.say("6.38", "nobody-to-land", s)
    for unit in s.pieces:
        refusals = s.law.objections(objections_to_embarking_here(s, unit.id))
        if "not-aboard" not in {refusal.kind for refusal in refusals}:
            for refusal in refusals:
                t.say(refusal.rule, refusal.kind, s, **refusal.facts)


@seam("gwie.aboard")
def objections_to_embarking_here(s: State, id: str) -> Checks:
    """Any Russian unit of the Near East that waits to come in: Armenians are Russians, and an HQ is a unit."""
    unit = s.unit(id)
    if nation_of(unit) != "RU" or unit.box != ALLIED_NEAR_EAST or not unit.ground:
        yield objection("6.38", "not-aboard", unit=U(unit.id))


@step("amphibious-at", "6.38", under="amphibious")
def amphibious_at(s: State, t: Trace) -> Steps[State]:
    """Where it lands."""
    id = s.chosen or ""
    hex = yield from choose(
        Ask(
            s,
            "6.38",
            ALLIES,
            "amphibious",
            ("place",),
            lambda hex: objections_to_beaching(s, hex),
            to_end=lambda: iter(()),
            facts={"unit": U(id)},
        )
    )
    s = s.but(chosen=None)
    if hex == DONE:
        return s
    s = s.change(id, place=hex, box="").but(used=s.used | {AMPHIBIOUS})
    t.say("6.38", "landed", s, unit=U(id), hex=Place(hex))
    return came_in(s, t, s.unit(id), hex)


def objections_to_beaching(s: State, hex: str) -> Checks:
    if not flag(s, hex, "black-sea") or front_of(s, hex) != "caucasus":
        yield objection("6.38", "black-sea-coast-only", hex=Place(hex))
    elif TREBIZOND in s.map and s.map.centre(hex)[0] <= s.map.centre(TREBIZOND)[0]:
        yield objection("6.38", "east-of-trebizond", hex=Place(hex))
    there = [u for u in s.at(hex) if not u.flies]
    if there:
        yield objection("6.38", "coast-occupied", hex=Place(hex), units=units(there))
