"""Five small boards in a row: the act of war as each game lays it, and what comes of it, drawn as HTML."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from importlib import resources

from tutor.board.look import DESERT
from tutor.board.paint import figures
from tutor.board.paint.ink import Box, svg
from tutor.board.paint.sheet import picture
from tutor.board.said import tied
from tutor.board.scene import Scene
from tutor.board.stage import scene_of
from tutor.compare.comparison import GROUNDS
from tutor.compare.debate import refused
from tutor.compare.diorama import SIDES, say
from tutor.compare.outcome import Answer
from tutor.compare.plots import COLOURS, INKS, SIDE_COLOURS
from tutor.compare.sweep import Asked
from tutor.engine.nouns import percent
from tutor.engine.text import Lang
from tutor.rulesets import book

STYLE = f"<style>{resources.files('tutor.compare').joinpath('compare.css').read_text('utf-8')}</style>"
GROUND = (50.0, 47.0, 360.0, 330.0)  # what is seen of the seven by seven hexes: all who stand there
HIGH = 24  # of the likeliest column
BINS = 10  # of the share that a side may lose
LEGIBLE = Fraction(1, 5)  # of a bar: what has room for its number


def row(answers: Sequence[Answer | None], games: Sequence[str], lang: Lang) -> str:
    """A card a game; one whose answer is still being worked out says so."""
    cards = (_card(game, answer, lang) for game, answer in zip(games, answers, strict=True))
    return f'<div class="tutor-five">{"".join(cards)}</div>{_key(lang)}'


def _card(game: str, answer: Answer | None, lang: Lang) -> str:
    head = f"<h2>{game.upper()} <small>{escape(book(game).title(lang))}</small></h2>"
    return f"<article>{head}{''.join(_within(answer, lang))}</article>"


def _within(answer: Answer | None, lang: Lang) -> Iterator[str]:
    if answer is None:
        yield f"<p>{escape(say('still-reckoning', lang))}</p>"
        return
    if answer.refused:
        yield f"<p>{escape(tied(say('cannot', lang, why=refused(answer.game, answer.refused, lang)), lang))}</p>"
        return
    yield f'<img alt="" src="{board(answer, lang)}">'
    likely = max(GROUNDS, key=answer.ground)
    told = say("told-of", lang, what=say(f"ground.{likely}", lang), told=_percent(answer.ground(likely), lang))
    yield f"<p><b>{escape(tied(told, lang))}</b></p>{ground(answer, lang)}"
    yield from (losses(answer, side, lang) for side in SIDES)


def _percent(share: Fraction, lang: Lang, digits: int = 1) -> str:
    """On one line with its sign."""
    return percent(share, lang, digits).replace(" ", "\u00a0")


# -- what comes of it ----------------------------------------------------------------------------------------------
def ground(answer: Answer, lang: Lang) -> str:
    """All that can become of the ground, as one bar in parts."""
    parts = []
    for holder in GROUNDS:
        chance = answer.ground(holder)
        if chance:
            told = _percent(chance, lang)
            title = say("told-of", lang, what=say(f"ground.{holder}", lang), told=told)
            style = f"width:{float(chance):.3%};background:{COLOURS[holder]};color:{INKS[holder]}"
            parts.append(f'<span style="{style}" title="{escape(title)}">{told if chance > LEGIBLE else ""}</span>')
    return f'<div class="ground">{"".join(parts)}</div>'


def losses(answer: Answer, side: str, lang: Lang) -> str:
    """How likely each share of a side's force is lost, in tenths; the mean in words."""
    chances = tenths(answer, side)
    most = max(chances)
    heights = [HIGH * float(chance / most) for chance in chances]
    columns = "".join(
        f'<rect x="{10 * n + 1}" y="{HIGH - height:.1f}" width="8" height="{height:.1f}"/>'
        for n, height in enumerate(heights)
    )
    told = say("told-of", lang, what=say(f"side.{side}", lang), told=_percent(answer.loss(side), lang, 0))
    title = say("losses-of", lang, told=told)
    return (
        f'<div class="losses"><svg viewBox="0 0 100 {HIGH + 1}" role="img" aria-label="{escape(title)}" '
        f'preserveAspectRatio="none" fill="{SIDE_COLOURS[side]}"><title>{escape(title)}</title>{columns}'
        f'<rect x="0" y="{HIGH}" width="100" height="1"/></svg><span>{escape(tied(told, lang))}</span></div>'
    )


def tenths(answer: Answer, side: str) -> list[Fraction]:
    """The chance that a side loses up to a tenth of its force, up to two, and so on."""
    found = [Fraction(0)] * BINS
    total = answer.ends.total
    for end, ways in answer.ends.weights.items():
        found[min(BINS - 1, int(BINS * getattr(end, side)))] += Fraction(ways, total)
    return found


def _key(lang: Lang) -> str:
    patches = (
        f'<span><i style="background:{COLOURS[holder]}"></i>{escape(say(f"ground.{holder}", lang))}</span>'
        for holder in GROUNDS
    )
    return f'<p class="tutor-key">{"".join(patches)}<span>{escape(say("losses-key", lang))}</span></p>'


# -- the board -----------------------------------------------------------------------------------------------------
_PICTURES: dict[tuple[str, Lang], str] = {}


def board(answer: Answer, lang: Lang) -> str:
    """The position that the game makes of the situation, as a picture for a page; drawn once."""
    asked = Asked(answer.game, answer.situation, answer.setting).key, lang
    if asked not in _PICTURES:
        scene = scene_of(answer.diorama.scenario.position(answer.setting.readings), lang)
        bare = replace(scene, displays=())
        drawn = picture(bare, GROUND, plain=True) if scene.layout.hexes else _in_the_open(bare)
        _PICTURES[asked] = f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()}"
    return _PICTURES[asked]


def _in_the_open(scene: Scene) -> str:
    """Counters of a map of areas, without their map: one field holds them all."""
    xs, ys = [stack.x for stack in scene.stacks], [stack.y for stack in scene.stacks]
    _, _, wide, high = GROUND
    left, top = (min(xs) + max(xs) - wide) / 2, (min(ys) + max(ys) - high) / 2
    shapes = svg((Box(left, top, wide, high, DESERT), *figures.counters(scene)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}" '
        f'width="{wide:g}" height="{high:g}">{shapes}</svg>'
    )
