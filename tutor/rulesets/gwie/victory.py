"""18.4: who wins where the Near East is played alone, and who a game that is shorter than the war."""

from __future__ import annotations

from typing import Any

from tutor.engine.facts import Place, Side, Term, places
from tutor.engine.trace import Trace
from tutor.rulesets.gwie.book import step
from tutor.rulesets.gwie.control import controller
from tutor.rulesets.gwie.sequence import SEQUENCE
from tutor.rulesets.gwie.state import ALLIES, CP, SUPPLIED, State, Unit, foe
from tutor.rulesets.gwie.supply import supply_at

HEXES = "near-east-victory-hexes"
FIRST_LETTER, END_OF_1918 = "C", "S"
TWO, THREE = 2, 3
BAKU, ISLAM = "N3653", "army-of-islam"
FEEDS = {CP: ("TU",), ALLIES: ("BR", "RU")}


def won(s: State, t: Trace, side: str, rule: str, kind: str) -> State:
    """The game is over, and who has won it."""
    s = s.but(lost=foe(side))
    t.say(rule, kind, s, who=Side(side))
    return s.finished()


def winner(s: State) -> str | None:
    """Who has won: nobody yet, or nobody any more, is ""; of a single battle nothing is said."""
    if s.lost:
        return foe(s.lost)
    return "" if s.alone or s.last else None


# -- at a Strategic Turn (18.4) --------------------------------------------------------------------------------
@SEQUENCE.condition("near-east-judged")
def near_east_judged(s: State) -> bool:
    """Alone, victory is looked for in every Strategic Turn from C on."""
    return s.alone and s.letter >= FIRST_LETTER


@step("near-east-victory", "18.4")
def near_east_victory(s: State, t: Trace) -> State:
    """After the surrender roll, since a turn in which both would win is the Allies'."""
    hexes, need = captured_hexes(s), needed(s)
    facts: dict[str, Any] = {"hexes": places(hexes), "n": len(hexes), "wanted": need}
    if s.czar_fell:
        facts["reading"] = s.law.read("czar-fallen-this-turn")
    elif s.stands("czar-fallen"):
        facts["reading"] = s.law.read("gwine-three-supplied")
    t.say("18.4", "victory-hexes-held", s, **facts)
    if len(hexes) >= need:
        return won(s, t, CP, "18.4", "hexes-win")
    if s.letter >= END_OF_1918:
        return _end_of_1918(s, t)
    return s


def needed(s: State) -> int:
    """How many Allied victory hexes the CP must hold: one more once the Czar has fallen."""
    return THREE if without_czar(s) else TWO


def without_czar(s: State) -> bool:
    """Whether this Strategic Turn follows the Fall; the one in which he fell began before it, if so read."""
    return s.stands("czar-fallen") and not (s.czar_fell and s.law.reads("czar-fallen-this-turn", "two"))


def captured_hexes(s: State) -> list[str]:
    """The Allied victory hexes that count for the CP; Baku is none while only Turks stand there (6.45)."""
    table = s.law.table(HEXES)
    hexes = [table.at(row, "Hex").value for row in table.rows]
    return sorted(hex for hex in hexes if hex in s.map and _counts(s, hex) and not _only_turks_in_baku(s, hex))


def _counts(s: State, hex: str) -> bool:
    """Held in supply; of the three that are asked for after the Czar's fall this is not said again."""
    if without_czar(s) and s.law.reads("gwine-three-supplied", "not-needed"):
        return controller(s, hex) == CP
    return in_hand(s, CP, hex)


def _only_turks_in_baku(s: State, hex: str) -> bool:
    there = s.forces_at(hex, CP)
    return hex == BAKU and s.stands(ISLAM) and bool(there) and all(u.nation == "TU" for u in there)


def in_hand(s: State, side: str, hex: str) -> bool:
    """Controlled by a side, and in supply for its units."""
    fed = (supply_at(s, Unit("", side, nation, "infantry"), hex).status for nation in FEEDS[side])
    return controller(s, hex) == side and any(status == SUPPLIED for status in fed)


def _end_of_1918(s: State, t: Trace) -> State:
    """Turkey has held out: the CP win, if they hold Baku where the Army of Islam asks for it."""
    if s.stands(ISLAM) and controller(s, BAKU) != CP:
        t.say("18.4", "baku-missing", s, hex=Place(BAKU), event=Term(ISLAM), reading=s.law.read("baku-missing-in-1918"))
        if s.law.reads("baku-missing-in-1918", "allies"):
            return won(s, t, ALLIES, "18.4", "baku-decides")
        t.say("18.4", "war-without-winner", s)
        return s.finished()
    return won(s, t, CP, "18.4", "turkey-holds")


# -- a game that is shorter than the war -----------------------------------------------------------------------
@SEQUENCE.condition("last-turn")
def last_turn(s: State) -> bool:
    """Whether the last turn of a shorter game has been played."""
    return bool(s.last) and s.turn >= s.last


@step("shorter-game-ends", "18.0")
def shorter_game_ends(s: State, t: Trace) -> State:
    """Who holds the key hexes that the scenario names for him, supplied; if both do, the Allies (18.4)."""
    for side in (ALLIES, CP):
        for group in s.aims.get(side, ()):
            if all(in_hand(s, side, hex) for hex in group):
                t.say("18.0", "aims-held", s, who=Side(side), hexes=places(group))
                return won(s, t, side, "18.0", "aims-win")
    t.say("18.0", "nobody-reached-his-aims", s)
    return s.finished()
