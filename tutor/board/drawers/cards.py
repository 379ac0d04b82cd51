"""A card for the place or the stack that was pointed at, every counter large with both its faces; and the legend."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

import ipywidgets as W

from tutor.board.drawers.part import Part
from tutor.board.look import nation
from tutor.board.paint import ink, key
from tutor.board.paint.counter import counter
from tutor.board.said import say
from tutor.board.stage import Stage
from tutor.board.widgets import lay
from tutor.engine.facts import Place
from tutor.engine.sayings import messages
from tutor.rendering.html import heading

MARKS = ("ready", "reach", "attack", "refused", "cited", "weak", "trench", "token", "supply", "cut", "zone", "front",
         "pile", "anchor")  # fmt: skip


class Cards(Part):
    """It follows what is pointed at."""

    key = "cards"

    def build(self) -> None:
        self.card, self.legend = W.HTML(), W.HTML()
        self.at: str | None = None
        lay(self.box, self.card, self.legend)

    def show(self) -> None:
        desk = self.desk
        stage = Stage(desk.state, desk.lang, desk.habits.side)
        looked = next(iter(desk.look.opened), None)
        place = stage.state.pieces[looked].place if looked in stage.state.pieces else None
        place = place or self.at
        told = card(stage, place) if place else f"<p>{escape(self.say('point.place'))}</p>"
        self.card.value = f'<div class="tt">{told}</div>'
        self.legend.value = f'<div class="tt">{legend(stage)}</div>'

    def points(self, place: str | None, unit: str | None) -> bool:
        self.at = place or self.at
        return False


def card(stage: Stage, place: str) -> str:
    """The place with its ground, then every counter."""
    parts = [heading(escape(stage.place(place))), *ground_told(stage, place)]
    parts += [f"<p>{escape(work.title)}</p>" for work in stage.works() if work.place == place]
    for stack in stage.stacks():
        if stack.place == place:
            parts += [_row(stage, one) for one in stack.counters]
            for one in stack.counters:
                parts += [_row(stage, stage.counter(piece)) for piece in stage.held.get(one.id, ())]
    return "".join(parts)


def ground_told(stage: Stage, place: str) -> list[str]:
    words, ground = stage.words, stage.state.map
    if place not in stage.layout.centres:
        return []
    if stage.layout.hexes:
        hex = ground.hex(place)
        terrain = words.noun(hex.terrain).bare(stage.lang)
        ways = [f"<p>⇢ {escape(_link(stage, place, other))}</p>" for other in ground.linked(place)]
        return [f"<p>{escape(terrain)}, {escape(say('level', stage.lang, n=hex.level))}</p>", *ways]
    flags = ", ".join(words.noun(flag).bare(stage.lang) for flag in sorted(ground.area(place).flags))
    return [f"<p>{escape(flags)}</p>"] if flags else []


def _link(stage: Stage, place: str, other: str) -> str:
    """Where a link leads, and by what: its name, or what it is."""
    by = ", ".join(
        link.name(stage.lang) or stage.words.noun(link.kind).bare(stage.lang)
        for link in stage.state.map.links(place, other)
    )
    return f"{stage.words.fact(Place(other))} — {by}"


def _row(stage: Stage, one: Any) -> str:
    """A counter, its other face paler beside it, and what both say."""
    other = stage.other_face(one.id)
    back = f'<span style="opacity:.72">{large(other)}</span>' if other is not None else ""
    told = escape(one.title) + (f"<br><small>{escape(other.title)}</small>" if other is not None else "")
    return f'<div style="display:flex;gap:6px;align-items:center">{large(one)}{back}<span>{told}</span></div>'


def large(one: Any, size: float = 74) -> str:
    """One counter as a small picture of its own."""
    half = size / 2 + 8
    shapes = ink.svg(counter(one, size))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * half:g}" height="{2 * half:g}" style="flex:none" '
        f'viewBox="{-half:g} {-half:g} {2 * half:g} {2 * half:g}" '
        f'role="img" aria-label="{escape(one.title)}">{shapes}</svg>'
    )


def legend(stage: Stage) -> str:
    """Symbols and nations that lie on this table, and what the marks mean."""
    kinds: dict[str, Any] = {}
    for stack in stage.stacks():
        for one in stack.counters:
            kinds.setdefault(f"{one.face.letters} {one.face.symbol}", one)
    shown = "".join(_symbol(one, stage) for one in kinds.values())
    nations = "".join(_nations(stage))
    ground = "".join(_ground_key(stage)) if stage.layout.hexes else ""
    marks = "".join(f"<li>{escape(say(f'legend.{key}', stage.lang))}</li>" for key in MARKS)
    head = escape(say("legend", stage.lang))
    told = f"<div>{nations}</div>{shown}<div>{ground}</div><ul style='margin:2px 0 0 18px'>{marks}</ul>"
    return heading(head) + told


def _nations(stage: Stage) -> Iterator[str]:
    """What the letters of nations and alliances on this table stand for."""
    found = {one.face.letters for stack in stage.stacks() for one in stack.counters}
    found |= {hold.letters for hold in stage.holds()}
    known = messages("tutor.board")
    for letters in sorted(one for one in found if f"nation.{one}" in known):
        face, ink_ = nation(letters)
        chip = f"background:{face};color:{ink_};font-weight:700;border-radius:3px;padding:0 5px;margin-right:4px"
        told = escape(say(f"nation.{letters}", stage.lang))
        yield f'<span style="margin-right:14px;white-space:nowrap"><span style="{chip}">{letters}</span>{told}</span>'


def _ground_key(stage: Stage) -> Iterator[str]:
    """Every ground, side and way of the map, small, with its name."""
    for kind, sort, look in key.shown(stage.state.map):
        told = stage.words.noun(kind).bare(stage.lang) if sort == "ground" else say(f"look.{look}", stage.lang)
        picture = (
            f'<img src="{key.swatch(kind, sort)}" alt="" style="height:40px;border-radius:4px;margin:2px 6px 2px 0">'
        )
        item = "display:inline-flex;align-items:center;margin-right:14px"
        yield f'<span style="{item}">{picture}{escape(told)}</span>'


def _symbol(one: Any, stage: Stage) -> str:
    told = escape(say(f"symbol.{one.face.symbol}", stage.lang))
    return f'<span style="display:inline-flex;align-items:center;margin-right:10px">{large(one, 40)}{told}</span>'
