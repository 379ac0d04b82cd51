"""What the other games say of an act of war that a chronicle tells on the board of one."""

from __future__ import annotations

from tutor.compare import telling
from tutor.compare.comparison import compared
from tutor.compare.situation import situation
from tutor.compare.sweep import Asked, Kept, ask
from tutor.engine.text import Lang
from tutor.engine.told import Node


def said_by_others(name: str, game: str, lang: Lang) -> tuple[Node, ...]:
    """The situation as the comparison has it, and every other game's answer, reckoned where none is kept."""
    return _told(name, game, lang, reckon=True)


def said_before(name: str, game: str, lang: Lang) -> tuple[Node, ...]:
    """The same for who must not wait: of the games whose answers are kept from before."""
    return _told(name, game, lang, reckon=False)


def _told(name: str, game: str, lang: Lang, reckon: bool) -> tuple[Node, ...]:
    found, kept = situation(name), Kept()
    asked = [Asked(one, found) for one in compared() if one != game]
    answers = [ask(one, kept) for one in asked if reckon or kept.get(one.key) is not None]
    if not answers:
        return ()
    told = (*telling.heading(found, lang), telling.table(answers, lang))
    return (*told, *telling.agreement(answers, lang), *telling.certainty(answers, lang), telling.history(found, lang))
