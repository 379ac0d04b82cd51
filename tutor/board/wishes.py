"""What a table is asked for beside its scenario: each wish that cannot be met is told, with what there is instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from numbers import Integral
from pathlib import Path
from typing import Any

from tutor import library
from tutor.board import answering
from tutor.board.desk import Desk
from tutor.board.said import say
from tutor.engine.text import Lang
from tutor.files import faults
from tutor.files.faults import BadFile
from tutor.library import Scenario


class Unmet(ValueError):
    """Wishes that cannot be met, in words."""

    def __init__(self, told: Iterable[str]) -> None:
        self.told = tuple(told)
        super().__init__("\n".join(self.told))


def desk(
    scenario: Any, lang: Lang, language: Any, players: Any, readings: Any, options: Any, seed: Any, side: str | None
) -> Desk:
    """The desk that is wished for; raises Unmet with everything that stands in its way."""
    _refuse(form(lang, language, scenario=scenario, players=players, readings=readings, options=options, seed=seed))
    if isinstance(scenario, Desk):
        _refuse(seats(scenario, lang, None, side))
        return scenario
    try:
        found = library.scenario(scenario)
        _refuse(law(found, lang, readings, options))
        state = found.position(readings, options)
    except BadFile as bad:
        raise Unmet(bad.told(lang)) from bad
    except library.NotInLibrary as missing:
        raise Unmet([say("no-scenario", lang, name=missing.name, near=missing.near)]) from missing
    made = Desk(found, state, lang, seed=seed)
    _refuse(seats(made, lang, players, side))
    return Desk(found, state, lang, players, seed) if players else made


def _refuse(told: Iterable[str]) -> None:
    found = tuple(told)
    if found:
        raise Unmet(found)


# -- what each must be ------------------------------------------------------------------------------------------
def form(
    lang: Lang, language: Any, scenario: Any, players: Any, readings: Any, options: Any, seed: Any
) -> Iterator[str]:
    """Whether each has the form that it must have."""
    if not (language is None or (isinstance(language, str) and language[:2].lower() in ("fr", "en"))):
        yield say("wish.language", lang, given=language)
    if not isinstance(scenario, (str, Path, Desk)):
        yield say("wish.scenario", lang, given=scenario)
    for name, given in (("players", players), ("readings", readings)):
        if not (given is None or isinstance(given, Mapping)):
            yield say(f"wish.{name}", lang, given=given)
    listed = isinstance(options, Iterable) and all(isinstance(one, str) for one in options)
    if not (options is None or listed) or isinstance(options, str):
        yield say("wish.options", lang, given=options)
    if not (seed is None or (isinstance(seed, Integral) and not isinstance(seed, bool))):
        yield say("wish.seed", lang, given=seed)


def near(name: str, known: Iterable[str]) -> list[str]:
    """What may have been meant; of many all that there are, where nothing is like it."""
    pool = sorted(known)
    return get_close_matches(str(name), pool, n=3) or pool


def law(
    found: Scenario, lang: Lang, readings: Mapping[str, str] | None, options: Iterable[str] | None
) -> Iterator[str]:
    """Whether the rulebook has such readings, and the game such options."""
    rules = found.rules
    for slug, option in (readings or {}).items():
        entry = rules.book.readings.get(slug)
        if entry is None:
            yield say("wish.reading", lang, given=slug, known=near(slug, rules.book.readings))
        elif option not in entry["options"]:
            yield faults.say("no-reading-option", lang, reading=slug, option=option, known=tuple(entry["options"]))
    known = rules.amendments.options
    for option in options or ():
        if option not in known:
            yield faults.say("no-option", lang, option=option, known=tuple(sorted(known)))


def seats(desk: Desk, lang: Lang, players: Mapping[str, str] | None, side: str | None) -> Iterator[str]:
    """Whether there are such sides, and whoever is to answer for them."""
    known = (answering.ME, answering.RANDOM, answering.RECORD, *desk.rules.policies)
    for seat in dict.fromkeys((*(players or ()), *((side,) if side is not None else ()))):
        if seat not in desk.sides:
            yield say("wish.side", lang, given=seat, known=desk.sides)
    for name in dict.fromkeys((players or {}).values()):
        if name not in known:
            yield say("wish.player", lang, given=name, known=known)
