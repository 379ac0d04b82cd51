"""A scene from a position: what any state shows, with what its game says of its counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tutor import rulesets
from tutor.board import kit as kits
from tutor.board.kit import Kit, dotted
from tutor.board.layout import Layout, layout_of
from tutor.board.look import COUNTER, IN_AREA
from tutor.board.said import capitalised, say
from tutor.board.scene import Counter, Display, Front, Hold, Item, Mark, Scene, Stack, Use, Work
from tutor.engine.facts import Place, Side, Unit
from tutor.engine.run import Ruleset
from tutor.engine.tabletop import Tabletop
from tutor.engine.text import Lang, language
from tutor.engine.words import Words


@dataclass(eq=False)
class Seen:
    """What does not change while one position is looked at: kept from one look to the next."""

    state: Any
    lang: Lang
    side: str | None
    shown: Any
    counters: dict[str, Counter] = field(default_factory=dict)
    stacks: dict[str | None, tuple[Stack, ...]] = field(default_factory=dict)
    held: Mapping[str, tuple[Any, ...]] | None = None


_SEEN: list[Seen] = []
KEPT = 6
ACROSS, NARROW, APART, EDGE = 26.0, 20.0, 12.0, 16.0  # in an area: between counters, at least, sides, and borders
NOTHING: frozenset[str] = frozenset()
TRACK = 12  # boxes of a track that are shown
HELD = 0.3  # of a map: where more places than that are held, a front is drawn in place of flags


def _seen(rules: Ruleset, state: Any, lang: Lang, side: str | None) -> Seen:
    """Positions never change, so the same one has been seen as it is now."""
    for one in _SEEN:
        if one.state is state and (one.lang, one.side) == (lang, side):
            return one
    made = Seen(state, lang, side, state if side is None else rules.seen(state, side))
    _SEEN.insert(0, made)
    del _SEEN[KEPT:]
    return made


class Tray(NamedTuple):
    """Where counters lie beside the maps, in the order of the trays: a box, or a turn in which they come."""

    rank: int
    order: str
    box: str = ""
    comes: str = ""


class Stage:
    """Sets scenes for one position in one language."""

    def __init__(self, state: Any, lang: Lang, side: str | None = None) -> None:
        book = state.law.book
        rules = rulesets.ruleset(book.game)
        self.seen = _seen(rules, state, lang, side)
        self.state = self.seen.shown
        self.lang = lang
        self.kit: Kit = kits.kit_of(book.game)
        self.layout: Layout = layout_of(state.map)
        self.words = Words.of(rules, state, lang)
        if self.seen.held is None:
            self.seen.held = self._held()
        self.held = self.seen.held

    # -- counters -----------------------------------------------------------------------------------------------
    def counter(self, piece: Any) -> Counter:
        known = self.seen.counters.get(piece.id)
        if known is None:
            known = self.seen.counters[piece.id] = self._counter(piece)
        return known

    def _counter(self, piece: Any) -> Counter:
        name = self.words.fact(Unit(piece.id))
        face = self.kit.face(piece, name)
        inside = self.held.get(piece.id, ())
        return Counter(piece.id, piece.side, face, self._title(face, name, len(inside)), len(inside), name)

    def other_face(self, id: str) -> Counter | None:
        """The counter turned over."""
        piece = self.state.pieces[id]
        other = self.kit.other(piece)
        if other is None:
            return None
        one = self._counter(other)
        return None if one.face == self.counter(piece).face else one

    def _title(self, face: Any, name: str, holds: int) -> str:
        """What a screen reader says of a counter."""
        parts = [name, face.letters, say(f"symbol.{face.symbol}", self.lang), face.factors]
        if face.corner:
            parts.append(say("corner", self.lang, n=face.corner))
        parts += face.markers
        if face.weak:
            parts.append(say("weakened", self.lang))
        if holds:
            parts.append(say("holds", self.lang, n=holds))
        return ", ".join(part for part in parts if part)

    def _held(self) -> Mapping[str, tuple[Any, ...]]:
        found: dict[str, list[Any]] = {}
        for piece in self.state.pieces:
            holder = self.kit.inside(piece)
            if holder is not None and holder in self.state.pieces:
                found.setdefault(holder, []).append(piece)
        return {holder: tuple(pieces) for holder, pieces in found.items()}

    def _free(self) -> Iterator[Any]:
        """Pieces that no other holds."""
        for piece in self.state.pieces:
            holder = self.kit.inside(piece)
            if holder is None or holder not in self.state.pieces:
                yield piece

    # -- the map ------------------------------------------------------------------------------------------------
    def stacks(self, top: str | None = None) -> tuple[Stack, ...]:
        """Stacks from north to south; the counter `top` lies on top of its own."""
        known = self.seen.stacks.get(top)
        if known is None:
            known = self.seen.stacks[top] = self._stacks(top)
        return known

    def _stacks(self, top: str | None) -> tuple[Stack, ...]:
        by_place: dict[str, dict[str, list[Counter]]] = {}
        for piece in self._free():
            if piece.place is not None and piece.place in self.layout.anchors:
                sides = by_place.setdefault(piece.place, {})
                sides.setdefault(piece.side, []).append(self.counter(piece))
        found = [stack for place, sides in by_place.items() for stack in self._in_place(place, sides, top)]
        return tuple(sorted(found, key=lambda stack: (stack.y, stack.x)))

    def _in_place(self, place: str, sides: Mapping[str, list[Counter]], top: str | None) -> Iterator[Stack]:
        x, y = self.layout.anchors[place]
        groups = [counters for _, counters in sorted(sides.items())]
        for counters in groups:
            counters.sort(key=lambda one: (one.id == top, _rank(one)))
        if not self.layout.hexes:
            yield from self._spread(place, groups)
            return
        size = COUNTER if len(groups) == 1 else 0.86 * COUNTER
        for n, counters in enumerate(groups):
            yield Stack(place, round(x + 26 * (n - (len(groups) - 1) / 2), 1), y, tuple(counters), size)

    def _spread(self, place: str, groups: list[list[Counter]]) -> Iterator[Stack]:
        """In an area counters lie side by side, so that each shows who it is; the sides lie apart."""
        x, y = self.layout.anchors[place]
        more = sum(len(counters) - 1 for counters in groups)
        bare = len(groups) * (IN_AREA + APART) - APART
        first, last = (round(end, 1) for end in self.layout.room(place, y, IN_AREA / 2))
        across = min(ACROSS, max((last - first - EDGE - bare) / more, NARROW)) if more else 0.0
        wide = bare + more * across
        left = min(max(x - wide / 2, first + EDGE / 2), max(last - EDGE / 2 - wide, 10))
        for counters in groups:
            wide = IN_AREA + across * (len(counters) - 1)
            yield Stack(place, round(left + wide / 2, 1), y, tuple(counters), IN_AREA, across)
            left += wide + APART

    def works(self) -> tuple[Work, ...]:
        found = [self._work(*one) for one in self.kit.signs(self.state) if one[1] in self.layout.anchors]
        return tuple(sorted(found, key=lambda work: (work.place, work.sign, work.title)))

    def _work(self, data: Mapping[str, Any], place: str, value: Any) -> Work:
        level = self.kit.letters_of(value) if isinstance(value, str) and value else str(value)
        title = self.kit.titled(data, self.lang).replace("{n}", self._told(data, value))
        return Work(place, str(data.get("sign", "marker")), str(data.get("text", "{n}")).replace("{n}", level), title)

    def holds(self) -> tuple[Hold, ...]:
        control = self.kit.control(self.state)
        taken = {piece.place for piece in self._free()}
        front = self._has_front(control)
        return tuple(
            Hold(place, self.kit.letters_of(str(owner)))
            for place, owner in sorted(control.items())
            if place in self.layout.anchors and place not in taken
            if not front or not self.layout.hexes or self._held_alone(place, control)
        )

    def _held_alone(self, place: str, control: Mapping[str, str]) -> bool:
        """On a map with a front, flags stand in the towns beside it and where no neighbour is held."""
        near = [control[one] for one in self.state.map.neighbours(place) if one in control]
        return bool(self.state.map.hex(place).name) and (not near or any(one != control[place] for one in near))

    def _has_front(self, control: Mapping[str, str]) -> bool:
        return len(control) > HELD * len(self.layout.centres)

    def fronts(self) -> tuple[Front, ...]:
        """Where two neighbours are held by different sides, on a map that is held all over."""
        control = self.kit.control(self.state)
        if not self._has_front(control):
            return ()
        pairs = sorted(
            (one, other)
            for one in control
            if one in self.layout.centres
            for other in self.layout.beside(one)
            if one < other and other in control and control[one] != control[other]
        )
        letters = self.kit.letters_of
        return tuple(Front(a, b, (letters(str(control[a])), letters(str(control[b])))) for a, b in pairs)

    # -- displays -----------------------------------------------------------------------------------------------
    def displays(
        self, opened: Iterable[str] = (), lit: Iterable[str] = (), whose: str | None = None
    ) -> tuple[Display, ...]:
        """What lies beside the map: what opened armies hold, hands, tracks, boxes; of hands only `whose` are open."""
        marked = frozenset(lit)
        found = [self.contents(id) for id in opened if id in self.held]
        for data in self.kit.data.get("displays", ()):
            found += self._described(data, marked, whose)
        found += self._boxes()
        return tuple(display for display in found if display.items)

    def contents(self, id: str) -> Display:
        """What an army holds."""
        items = (self._unit(piece) for piece in self.held.get(id, ()))
        return Display(f"inside:{id}", say("inside", self.lang, unit=self.words.fact(Unit(id), "the")), tuple(items))

    def _unit(self, piece: Any) -> Item:
        one = self.counter(piece)
        return Item("unit", piece.id, one.title, one)

    def _described(self, data: Mapping[str, Any], lit: frozenset[str], whose: str | None) -> Iterator[Display]:
        value = dotted(self.state, data["path"])
        title = self.kit.titled(data, self.lang)
        match data.get("kind", "text"):
            case "hands":
                for side, cards in (value or {}).items():
                    if whose not in (None, side):
                        yield self._closed(
                            f"{data['key']}:{side}", f"{title} — {self.words.fact(Side(side))}", len(cards)
                        )
                        continue
                    items = tuple(self._card(card, lit if whose in (None, side) else NOTHING) for card in cards)
                    yield Display(f"{data['key']}:{side}", f"{title} — {self.words.fact(Side(side))}", items)
            case "cards":
                rest = lit - self.hand(whose)
                yield Display(data["key"], title, tuple(self._card(card, rest) for card in value or ()))
            case "counts":
                items = tuple(
                    Item("box", str(side), f"{self.kit.letters_of(str(side))} {n}") for side, n in (value or {}).items()
                )
                yield Display(data["key"], title, items)
            case "track":
                first, last = data.get("from", 1), data.get("to", 12)
                yield Display(data["key"], title, tuple(_track(first, last, value)) if value is not None else ())
            case "list":
                items = tuple(Item("box", str(one), capitalised(self._told(data, one))) for one in sorted(value or ()))
                yield Display(data["key"], title, items)
            case "pairs":
                told = {key: self._told(data, what) for key, what in sorted((value or {}).items())}
                items = tuple(
                    Item("box", str(key), capitalised(f"{self._told(data, key)} — {text}"))
                    for key, text in told.items()
                    if text
                )
                yield Display(data["key"], title, items)
            case _:
                text = self._told(data, value)
                yield Display(data["key"], title, (Item("box", str(value), capitalised(text)),) if text else ())

    def _told(self, data: Mapping[str, Any], value: Any) -> str:
        """A value in words: the display's own, a piece's or a place's name, a noun."""
        said = self.kit.said(data, value, self.lang)
        if said is not None:
            return said
        if isinstance(value, int):
            return str(value).replace("-", "−")
        if value is None or isinstance(value, tuple):
            return ", ".join(self._told(data, one) for one in value or ())
        if isinstance(value, str) and value in self.state.pieces:
            return self.words.fact(Unit(value))
        known = isinstance(value, str) and value in self.state.map
        return self.words.fact(Place(str(value))) if known else self.words.noun(str(value)).bare(self.lang)

    def hand(self, side: str | None) -> frozenset[str]:
        """The cards that a side holds."""
        hands = [data for data in self.kit.data.get("displays", ()) if data.get("kind") == "hands"] if side else []
        return frozenset(card for data in hands for card in (dotted(self.state, data["path"]) or {}).get(side, ()))

    def _card(self, card: str, lit: frozenset[str]) -> Item:
        text = "" if card == "hidden" else self.words.noun(card).bare(self.lang)
        book = self.words.book
        uses = (
            Use(self.words.cite(rule), book[rule].title(self.lang), book[rule].gist(self.lang))
            for rule in self.kit.uses(card)
        )
        return Item("card", card, capitalised(text), lit=card in lit, uses=tuple(uses))

    def _closed(self, key: str, title: str, n: int) -> Display:
        """The hand of whoever is not asked: how many cards, and nothing more."""
        return Display(key, title, (Item("box", "closed", say("closed-hand", self.lang, n=n)),) if n else ())

    def _boxes(self) -> Iterator[Display]:
        """Pieces that stand in no place of a map: above one, in the boxes as the booklet has them, still to come."""
        trays: dict[Tray, list[Item]] = {}
        for piece in self._free():
            if piece.place is None or piece.place not in self.layout.anchors:
                trays.setdefault(self._tray(piece), []).append(self._unit(piece))
        for tray, items in sorted(trays.items()):
            yield Display(f"box:{tray.box or tray.comes}", self._label(tray), tuple(items))

    def _tray(self, piece: Any) -> Tray:
        """Where a piece lies that stands in no place of a map."""
        boxes = tuple(self.state.law.book.boxes)
        box = getattr(piece, "box", "")
        if box:
            return Tray(1 + boxes.index(box) if box in boxes else len(boxes), "", box)
        comes = str(getattr(piece, "arrives", "") or "")
        if comes and piece.place is None:
            return Tray(len(boxes) + 2, comes.zfill(3), comes=comes)
        above = self.state.above(piece) if isinstance(self.state, Tabletop) else ""
        return Tray(0, "", above or piece.place or "off-map")

    def _label(self, tray: Tray) -> str:
        if tray.comes:
            return say("coming", self.lang, turn=self.words.noun(tray.comes).bare(self.lang))
        if tray.box == "off-map":
            return say("off-map", self.lang)
        return capitalised(self.words.noun(tray.box).bare(self.lang))

    # -- the whole ----------------------------------------------------------------------------------------------
    def scene(
        self,
        *,
        marks: Iterable[Mark] = (),
        top: str | None = None,
        fan: Iterable[str] = (),
        opened: Iterable[str] = (),
        lit: Iterable[str] = (),
        whose: str | None = None,
    ) -> Scene:
        """All that is seen, with `top` on its stack, these stacks and armies opened, and of hands `whose` alone."""
        return Scene(
            title=self.state.map.name(self.lang),
            lang=self.lang,
            layout=self.layout,
            stacks=self.stacks(top),
            works=self.works(),
            holds=self.holds(),
            fronts=self.fronts(),
            displays=self.displays(opened, lit, whose),
            marks=tuple(marks),
            fan=tuple(fan),
        )

    def place(self, id: str) -> str:
        """A place's name for lists and readers."""
        return capitalised(self.words.fact(Place(id)))


def _track(first: int, last: int, now: Any) -> Iterator[Item]:
    """The boxes of a track; of a long one those around the present."""
    near = range(first, last + 1)
    if last - first > 1.5 * TRACK and isinstance(now, int):
        start = min(max(now - TRACK // 2, first), last - TRACK + 1)
        near = range(start, start + TRACK)
        if start > first:
            yield Item("box", "before", "…")
    yield from (Item("box", str(n), str(n), lit=n == now) for n in near)
    if near[-1] < last:
        yield Item("box", "after", f"… {last}")


def _rank(one: Counter) -> tuple[int, str]:
    """Headquarters at the bottom of a stack, forts below them, fighting units on top."""
    low = {"fort": 0, "marker": 0, "supply": 1, "hq": 2, "artillery": 3, "heavy-artillery": 3}
    return low.get(one.face.symbol, 4), one.id


def scene_of(state: Any, lang: str | None = None, side: str | None = None, **more: Any) -> Scene:
    """What is seen of a position, as a side sees it (None: as the umpire does)."""
    return Stage(state, language(lang), side).scene(**more)
