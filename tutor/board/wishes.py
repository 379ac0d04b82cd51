"""What a table is asked for beside its scenario: each wish that cannot be met is told, with what there is instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from numbers import Integral
from pathlib import Path
from typing import Any

from tutor import library
from tutor.board import playing
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


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """All that a table is asked for, by whoever it may be: nothing of it has been looked at yet."""

    scenario: Any
    language: Any = None
    players: Any = None
    readings: Any = None
    options: Any = None
    seed: Any = None
    side: Any = None

    def desk(self, lang: Lang) -> Desk:
        """The desk that is wished for; raises Unmet with everything that stands in its way."""
        _refuse(self._form(lang))
        if isinstance(self.scenario, Desk):
            _refuse(seats(self.scenario, lang, None, self.side))
            return self.scenario
        try:
            found = library.scenario(self.scenario)
            _refuse(law(found, lang, self.readings, self.options))
            state = found.position(self.readings, self.options)
        except BadFile as bad:
            raise Unmet(bad.told(lang)) from bad
        except library.NotInLibrary as missing:
            raise Unmet([say("no-scenario", lang, name=missing.name, near=missing.near)]) from missing
        made = playing.lay(found, state, lang, seed=self.seed)
        _refuse(seats(made, lang, self.players, self.side))
        return playing.lay(found, state, lang, self.players, self.seed) if self.players else made

    def _form(self, lang: Lang) -> Iterator[str]:
        """Whether each has the form that it must have."""
        language = self.language
        if not (language is None or (isinstance(language, str) and language[:2].lower() in ("fr", "en"))):
            yield say("wish.language", lang, given=language)
        if not isinstance(self.scenario, (str, Path, Desk)):
            yield say("wish.scenario", lang, given=self.scenario)
        for name, given in (("players", self.players), ("readings", self.readings)):
            if not (given is None or isinstance(given, Mapping)):
                yield say(f"wish.{name}", lang, given=given)
        listed = isinstance(self.options, Iterable) and all(isinstance(one, str) for one in self.options)
        if not (self.options is None or listed) or isinstance(self.options, str):
            yield say("wish.options", lang, given=self.options)
        if not (self.seed is None or (isinstance(self.seed, Integral) and not isinstance(self.seed, bool))):
            yield say("wish.seed", lang, given=self.seed)


def _refuse(told: Iterable[str]) -> None:
    found = tuple(told)
    if found:
        raise Unmet(found)


# -- what there is ----------------------------------------------------------------------------------------------
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
    known = (playing.ME, playing.RANDOM, playing.RECORD, *desk.rules.policies)
    for seat in dict.fromkeys((*(players or ()), *((side,) if side is not None else ()))):
        if seat not in desk.sides:
            yield say("wish.side", lang, given=seat, known=desk.sides)
    for name in dict.fromkeys((players or {}).values()):
        if name not in known:
            yield say("wish.player", lang, given=name, known=known)
