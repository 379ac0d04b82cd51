"""What lies beside the map, as HTML: chips for the bar, counters and cards for the shelf. Each can be pressed."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tutor.board import telling
from tutor.board.clashing import Fight, Fighter, Party
from tutor.board.paint import ink
from tutor.board.paint.counter import counter
from tutor.board.said import capitalised, say, tied
from tutor.board.scene import Counter, Display, Item, Scene
from tutor.board.widgets import sign_button
from tutor.engine.facts import Place
from tutor.engine.text import Lang
from tutor.engine.words import Words
from tutor.rendering import days
from tutor.rendering.html import Panel

SMALL = 44.0  # a counter on the shelf
FEW = 3  # boxes of a list that a chip names
LONG = 34  # letters of a chip
THROWS = 6  # of a fight, that are told


def chips(displays: Iterable[Display], lang: Lang) -> str:
    """Weather, turn, treaties: one chip each, and all of it for whoever points at it."""
    return tied("".join(_chip(one, lang) for one in displays if not _lies(one)), lang)


def shelf(displays: Iterable[Display], lang: Lang) -> str:
    """Hands and boxes with counters; over the map what an opened army holds, so that the map stays where it is."""
    lying = [one for one in displays if _lies(one)]
    inside = "".join(_tray(one) for one in lying if one.key.startswith("inside:"))
    rest = "".join(_tray(one) for one in lying if not one.key.startswith("inside:"))
    parts = (f'<div class="{name}">{inner}</div>' for name, inner in (("inside", inside), ("lying", rest)) if inner)
    return tied("".join(parts), lang)


def _lies(display: Display) -> bool:
    """Whether counters or cards lie in it."""
    return any(item.what != "box" for item in display.items)


# -- chips ------------------------------------------------------------------------------------------------------
def _chip(display: Display, lang: Lang) -> str:
    """The box that is lit on a track, the first few of a list."""
    lit = [item for item in display.items if item.lit]
    shown = lit[:1] or list(display.items[:FEW])
    told = " · ".join(item.text for item in shown)
    more = "" if lit or len(display.items) <= FEW else " …"
    last = f"/{_end(display)}" if lit and _end(display) else ""
    whole = say("on-shelf", lang, title=display.title, text=", ".join(item.text for item in display.items))
    text = f"{_short(told)}{last}{more}"
    return _button(display, shown[0], "chip", f"<i>{escape(display.title)}</i> {escape(text)}", whole)


def front(day: str, lang: Lang) -> str:
    """The day whose fronts are drawn; pressed, they are drawn no more."""
    told = say("front-of", lang, day=days.day(day, lang))
    title = escape(f"{told} – {say('fronts-from', lang)} {say('front-off', lang)}")
    return (
        f'<button type="button" class="chip front" data-act="front" data-value="" title="{title}" '
        f'aria-label="{title}" aria-pressed="true">{escape(told)} <span aria-hidden="true">✕</span></button>'
    )


def _end(display: Display) -> str:
    """The last box of a track of numbers."""
    text = display.items[-1].text.removeprefix("… ")
    return text if text.isdecimal() else ""


def _short(text: str) -> str:
    return text if len(text) <= LONG else text[: LONG - 1].rstrip() + "…"


# -- the fight --------------------------------------------------------------------------------------------------
def fight(found: Fight, scene: Scene, pool: str, words: Words) -> str:
    """Both sides in full with what it cost them, between them the dice that fell and those that are to be thrown."""
    lang, (x, y) = scene.lang, scene.layout.anchors.get(found.place, (0.0, 0.0))
    place = words.fact(Place(found.place))
    odds = "" if found.odds is None else f'<span class="odds">{escape(words.fact(found.odds))}</span>'
    over = f'<span class="over">{escape(say("fight.over", lang))}</span>' if found.over else ""
    fold = sign_button("fold", say("fight.fold", lang), "fold")
    head = f'<div class="what"><b>{escape(capitalised(place))}</b>{odds}{over}{fold}</div>'
    mine, theirs = (_party(one, side, lang) for one, side in zip(found.parties, scene.sides, strict=True))
    last = () if found.over else found.throws[-THROWS:]
    thrown = "".join(Panel(1).html(telling.thrown(one.roll, one.read, words)) for one in last)
    told = f'<div class="tt fight" data-x="{x:g}" data-y="{y:g}">{head}<div class="field">{mine}{theirs}</div>'
    dice = f'<div class="throws">{thrown}{pool}</div>' if thrown or pool else ""
    return tied(f"{told}{dice}</div>", lang)


def _party(party: Party, side: Display, lang: Lang) -> str:
    counts = [say(f"fight.{fate}", lang, n=n) for fate, n in party.losses.items() if n]
    told = ", ".join(counts) or say("fight.whole", lang)
    inner = "".join(_fighter(side, item, one) for item, one in zip(side.items, party.fighters, strict=True))
    head = f'<div class="title">{escape(side.title)} <small>{escape(told)}</small></div>'
    return f'<div class="party">{head}<div class="items">{inner}</div></div>'


def _fighter(side: Display, item: Item, one: Fighter) -> str:
    """A counter with what came of it; what it was worth before a loss is struck out."""
    was = one.before.face.factors
    struck = f"<del>{escape(was)}</del>" if was != one.now.face.factors else ""
    inner = f"{picture(one.now, item.lit)}{struck}"
    return _button(side, item, f"unit {one.fate}{' lit' * item.lit}".strip(), inner, item.text)


# -- the shelf --------------------------------------------------------------------------------------------------
def _tray(display: Display) -> str:
    inner = "".join(_item(display, item) for item in display.items)
    asked = " asked" * any(item.lit and item.what == "card" for item in display.items)
    title = f'<div class="title">{escape(display.title)}</div>'
    return f'<div class="tray{asked}">{title}<div class="items">{inner}</div></div>'


def _item(display: Display, item: Item) -> str:
    if item.counter is not None:
        return _button(display, item, "unit" + " lit" * item.lit, picture(item.counter, item.lit), item.text)
    if item.what in ("card", "option"):
        return _card(display, item)
    return _button(display, item, "box" + " lit" * item.lit, escape(item.text), item.text)


def _card(display: Display, item: Item) -> str:
    """A card; where one may be chosen, with what it does on its face, and in full for whoever points at it."""
    kind = "card" if item.text else "card back"
    said = [one.title if n else one.gist for n, one in enumerate(item.uses)]
    uses = "".join(f'<span class="use">{escape(text)}</span>' for text in said)
    told = "\n".join([item.text, *(f"{one.gist} [{one.rule}]" for one in item.uses)])
    return _button(display, item, kind + " lit" * item.lit, f"<b>{escape(item.text)}</b>{uses}", told)


def _button(display: Display, item: Item, kind: str, inner: str, title: str) -> str:
    data = f'data-display="{escape(display.key)}" data-item="{escape(item.id)}" data-what="{item.what}"'
    named = f'title="{escape(title)}" aria-label="{escape(title)}"'
    return f'<button type="button" class="{kind}" {data} {named}>{inner}</button>'


def picture(one: Counter, lit: bool = False) -> str:
    """A counter as a small picture."""
    half = SMALL / 2 + 5
    box = f'width="{2 * half:g}" height="{2 * half:g}" viewBox="{-half:g} {-half:g} {2 * half:g} {2 * half:g}"'
    return f'<svg aria-hidden="true" {box}>{ink.svg(counter(one, SMALL, lit))}</svg>'
