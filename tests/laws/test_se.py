"""Laws of the battle of Strafexpedition 1916: they hold at every question of many random battles.

Half of the battles are played by the usual readings, half under some others. Every law counts how often it was
really looked at, and fails if never.
"""

from __future__ import annotations

import random
import re
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.laws.common import Watch, goes_back_and_forward, has_words, ledgers_of, parity, replays, resumes, tells
from tests.laws.se_battles import battle
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.ledger import Ledger
from tutor.engine.play import Session
from tutor.engine.telling import ledger as ledger_told
from tutor.engine.words import Words
from tutor.rendering import plain
from tutor.rulesets.se.action import NOBODY
from tutor.rulesets.se.disorganisation import threshold
from tutor.rulesets.se.ruleset import RULES
from tutor.rulesets.se.stacking import excess, limit
from tutor.rulesets.se.state import SIDES, State

BATTLES = 100


# -- playing ---------------------------------------------------------------------------------------------------


@cache
def played() -> tuple[Watch, tuple[Session, ...]]:
    """Every battle to its end, by a player who prefers what cites rules that nobody has cited yet."""
    watch = Watch()
    return watch, tuple(_play(watch, seed) for seed in range(BATTLES))


def _play(watch: Watch, seed: int) -> Session:
    session = Session(RULES, battle(seed, readings=seed % 2 == 1), seed=seed)
    rng = random.Random(seed)
    start = session.state
    while not session.over:
        ask = session.ask
        where = f"battle {seed}, {ask.kind if ask else ''} ({len(session.now.line)})"
        if isinstance(ask, Ask):
            legal = _parity(watch, session, ask, rng, where)
            _standing(watch, session.state, where)
            session.answer(_choice(watch, ask, legal, rng))
        else:
            session.roll()
        _kept(watch, start, session.state, where)
    _standing(watch, session.state, f"battle {seed}, end", over=True)
    return session


def _choice(watch: Watch, ask: Ask, legal: list[Any], rng: random.Random) -> Any:
    go = [answer for answer in legal if answer not in (DONE, BACK, NOBODY)]
    if not go or rng.random() < 0.12:
        return rng.choice([answer for answer in legal if answer != BACK])
    picked = rng.sample(go, min(6, len(go)))
    new = [answer for answer in picked if not set(ask.verdict(answer).rules) <= watch.seen]
    answer = (new or picked)[0]
    watch.seen |= set(ask.verdict(answer).rules)
    return answer


# -- what is looked at ------------------------------------------------------------------------------------------
def _parity(watch: Watch, session: Session, ask: Ask, rng: random.Random, where: str) -> list[Any]:
    """What the laws of all games look at; and there is a way on that takes nothing back."""
    verdicts = parity(watch, session, ask, rng, where)
    legal = [answer for answer, verdict in verdicts.items() if verdict.legal]
    watch.look("a way on", any(answer != BACK for answer in legal), where)
    watch.seen |= {rule for verdict in verdicts.values() for rule in verdict.rules}
    facts = (fact for verdict in verdicts.values() for check in verdict.checks for fact in check.facts.values())
    watch.seen |= {rule for fact in facts if isinstance(fact, Ledger) for rule in fact.rules}
    return legal


def _kept(watch: Watch, start: State, s: State, where: str) -> None:
    """No unit is lost or doubled; steps only fall; whoever is in a box stays there."""
    watch.look("the same units", list(start.pieces.ids()) == list(s.pieces.ids()), where)
    for unit in s.pieces:
        before = start.unit(unit.id)
        watch.look("steps only fall", 0 <= unit.steps <= before.steps, f"{where}: {unit}")
        watch.look("on the map or in a box", (unit.place is None) == bool(unit.box), f"{where}: {unit}")
        watch.look("without steps eliminated", unit.steps > 0 or unit.box == "eliminated", f"{where}: {unit}")
    watch.look("points are only spent", all(0 <= s.lp(side) <= start.lp(side) for side in SIDES), where)
    trenches = all(0 < level <= start.trench(hex) for hex, level in s.trenches.items())
    watch.look("trenches only fall", trenches, f"{where}: {s.trenches}")


def _standing(watch: Watch, s: State, where: str, over: bool = False) -> None:
    """Below the threshold, within the stacking limit unless a retreat was punished for it, and apart."""
    at_once = s.law.reads("surrender-time", "at-once")
    for unit in s.on_map():
        if unit.fights and at_once:
            watch.look("below the threshold", unit.dp < max(1, threshold(s, unit)), f"{where}: {unit}")
    moving = {id for id, _ in s.aims}
    underway = ", move (" in where or any(task.step == "move" for task in s.agenda)  # 12.3: when the step ends
    retreating = _retreating(s, where)
    judged = {task.args[0] for task in s.agenda if task.step == "overstacked"}
    together = s.law.reads("nobody-retreats", "both-stay")
    for hex in {unit.place for unit in s.on_map() if unit.place}:
        for side in SIDES:
            there = s.units_at(hex, side)
            spared = underway or hex in judged or any(u.overstacked or u.id in moving | retreating for u in there)
            watch.look("within the stacking limit", spared or excess(s, hex, side) <= 0, f"{where}: {hex} {there}")
            watch.look("assaulters within the limit", len(s.assaulters(hex, side)) <= limit(s, hex).total, where)
        mixed = {u.side for u in s.units_at(hex) if not u.gun}
        fighting = any(f.hex == hex for f in s.fights)
        watch.look("apart unless they fight", len(mixed) < 2 or fighting or together, f"{where}: {hex}")
    if over:
        idle = not (s.fights or s.aims or s.struck or s.marching or s.paid or s.named or s.tried or s.chosen)
        idle = idle and not (s.mover or s.pace or s.shots or s.picked or s.interdicted)
        watch.look("no draft is left over", idle and not any(u.assault or u.origin for u in s.pieces), where)


def _retreating(s: State, where: str) -> set[str]:
    """Whose retreat has not been judged: the fire at it comes first (12.7)."""
    named = [arg for task in s.agenda if "retreat" in task.step for arg in task.args]
    lists = [arg if isinstance(arg, tuple) else (arg,) for arg in named]
    gone = {unit.id for unit in s.on_map() if unit.retreated} if ", retreat" in where else set()
    return gone | {id for several in lists for id in several}


LAWS = (
    "parity",
    "a reason for every refusal",
    "a way on",
    "refused and nothing changed",
    "the same units",
    "steps only fall",
    "on the map or in a box",
    "without steps eliminated",
    "points are only spent",
    "trenches only fall",
    "below the threshold",
    "within the stacking limit",
    "assaulters within the limit",
    "apart unless they fight",
    "no draft is left over",
)


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    watch, _ = played()
    watch.held(law, BATTLES)


def test_every_law_is_looked_at() -> None:
    watch, _ = played()
    assert set(watch.looked) == set(LAWS)


def test_the_battles_reach_the_chapters() -> None:
    """What is played cites nearly all the rules of combat; fewer would mean that the positions have grown too tame."""
    cited = {rule for session in played()[1] for entry in session.trace.entries for rule in entry.rules()}
    cited |= played()[0].seen
    wanted = [
        rule.id for rule in RULES.book if rule.kind == "rule" and rule.chapter in ("12", "13", "14", "15", "16", "17")
    ]
    missing = [rule for rule in wanted if rule not in cited]
    assert len(missing) <= 3, missing


# -- going back, again, elsewhere -------------------------------------------------------------------------------
def test_a_record_replays_to_the_same_end() -> None:
    replays(played()[1])


def test_back_to_the_start_and_forward_again() -> None:
    goes_back_and_forward(played()[1][::4])


def test_a_position_is_all_that_is_needed_to_go_on() -> None:
    resumed, inside = resumes(played()[1], 3)
    assert inside, "no moment lay inside a step"
    assert resumed >= BATTLES


# -- words ------------------------------------------------------------------------------------------------------
def test_both_languages_tell_everything_and_change_nothing() -> None:
    sessions = played()[1]
    assert tells(sessions[::3]) > 10_000
    has_words(sessions)


def test_the_printed_lines_of_a_ledger_make_its_printed_total() -> None:
    words = Words(RULES.book, "en", lambda thing: None)
    seen: dict[str, Ledger] = {}
    for session in played()[1]:
        for entry in session.trace.entries:
            for ledger in ledgers_of(entry):
                seen.setdefault(plain.text([ledger_told(ledger, words)], 3), ledger)
    deep = 0
    for text, ledger in seen.items():
        deep += any(isinstance(line.amount, Ledger) for line in ledger.lines)
        total = Fraction(0)
        for line in ledger.lines:
            total = _applied(words.amount(line), total)
        printed = _number(re.match(r".* = (\S+) \[", text.splitlines()[0]).group(1))  # type: ignore[union-attr]
        assert abs(total - printed) <= Fraction(1, 100), text
    assert len(seen) > 500
    assert deep > 100


_SIGNS = {"¼": "1/4", "½": "1/2", "¾": "3/4"}


def _number(text: str) -> Fraction:
    text = text.replace("−", "-").removeprefix("+")
    return Fraction(_SIGNS.get(text, text))


def _applied(printed: str, before: Fraction) -> Fraction:
    """A printed line done to a number, by a reader who knows only what is printed."""
    if printed in ("⌊⌋", "⌈⌉", "≈"):
        down = before.__floor__()
        up = before.__ceil__()
        return Fraction({"⌊⌋": down, "⌈⌉": up, "≈": (before + Fraction(1, 2)).__floor__()}[printed])
    sign, _, rest = printed.partition(" ")
    match sign:
        case "×":
            return before * _number(rest)
        case "≤":
            return min(before, _number(rest))
        case "≥":
            return max(before, _number(rest))
        case "=":
            return _number(rest)
        case _:
            return before + _number(printed)
