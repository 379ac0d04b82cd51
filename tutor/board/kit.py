"""What only a game knows of its counters, read from its state: `counters.yaml` in `tutor/files/counters.py`'s form.

A sensible guess where the file, or a key of it, is absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tutor import rulesets
from tutor.board.look import NATIONS
from tutor.board.scene import Face
from tutor.engine.text import Lang, Text
from tutor.files.loading import load

_SLOT = re.compile(r"\{(\w+)\}")
STRENGTHS = ("attack", "combat", "strength", "factor", "cf", "firepower", "value", "bombardment")
DEFENCES = ("defence", "defense", "machine_guns", "range")
MOVES = ("movement", "mp", "moves", "allowance", "speed")
SYMBOLS = (  # what a kind's name must contain, the first that fits
    ("mountain-artillery", "artillery"),
    ("siege", "heavy-artillery"),
    ("heavy-artillery", "heavy-artillery"),
    ("artiller", "artillery"),
    ("gun", "artillery"),
    ("army", "army"),
    ("fort", "fort"),
    ("hq", "hq"),
    ("general", "hq"),
    ("leader", "hq"),
    ("command", "hq"),
    ("cav", "cavalry"),
    ("tank", "tank"),
    ("plane", "air"),
    ("air", "air"),
    ("zeppelin", "air"),
    ("fighter", "air"),
    ("sub", "submarine"),
    ("fleet", "fleet"),
    ("ship", "fleet"),
    ("naval", "fleet"),
    ("cruiser", "fleet"),
    ("dreadnought", "fleet"),
    ("convoy", "fleet"),
    ("transport", "fleet"),
    ("mountain", "mountain"),
    ("alpin", "mountain"),
    ("storm", "storm"),
    ("stoss", "storm"),
    ("milit", "militia"),
    ("territorial", "militia"),
    ("garrison", "militia"),
    ("supply", "supply"),
    ("depot", "supply"),
    ("inf", "infantry"),
    ("corps", "infantry"),
    ("div", "infantry"),
    ("marker", "marker"),
)


@dataclass(frozen=True)
class Kit:
    """How a game's counters and displays are read from its state."""

    game: str
    data: Mapping[str, Any] = field(default_factory=dict)

    # -- counters -----------------------------------------------------------------------------------------------
    def letters(self, piece: Any) -> str:
        """The nationality in letters."""
        name = self.data.get("nation") or ("nation" if getattr(piece, "nation", "") else "side")
        return self.letters_of(str(getattr(piece, name, "") or piece.side))

    def letters_of(self, value: str) -> str:
        told = str(self.data.get("letters", {}).get(value, ""))
        return told or (value.upper() if value.upper() in NATIONS else value[:2].upper())

    def kind(self, piece: Any) -> str:
        return str(getattr(piece, str(self.data.get("symbol", "kind")), "") or "")

    def symbol(self, piece: Any) -> str:
        kind = self.kind(piece)
        given = self.data.get("symbols", {}).get(kind)
        return str(given) if given else next((s for part, s in SYMBOLS if part in kind.lower()), "infantry")

    def face(self, piece: Any, name: str = "") -> Face:
        """What is printed on a counter."""
        return Face(
            letters=self.letters(piece),
            symbol=self.symbol(piece),
            factors=self._factors(piece),
            corner=self._corner(piece),
            name=self._name(piece, name),
            band=str(getattr(piece, str(self.data.get("band", "")), "") or ""),
            weak=self._weak(piece),
            markers=tuple(self._markers(piece)),
        )

    def other(self, piece: Any) -> Any:
        """The piece as its other face shows it: weakened, or whole again; None where it has but one."""
        given = self.data.get("weak")
        if given is None or (given.get("of") and self.kind(piece) not in given["of"]):
            return None
        name, below = given["field"], given["below"]
        number = getattr(piece, name, None)
        if not isinstance(number, int) or not hasattr(piece, "but"):
            return None
        return piece.but(**{name: below if number < below else below - 1})

    def inside(self, piece: Any) -> str | None:
        """The counter that holds this one."""
        name = self.data.get("inside") or ("army" if hasattr(piece, "army") else "")
        held = getattr(piece, name, None) if name else None
        return held if isinstance(held, str) and held else None

    def _corner(self, piece: Any) -> str:
        """Nothing is printed where the number is none."""
        text = self._filled(str(self.data.get("corner", "")), piece)
        return "" if text == "0" else text

    def _factors(self, piece: Any) -> str:
        given = self.data.get("factors")
        if given is not None:
            return self._filled(str(given.get(self.kind(piece), given.get("*", ""))), piece)
        found = []
        for names in (STRENGTHS, DEFENCES, MOVES):
            number = next((getattr(piece, n) for n in names if _counts(getattr(piece, n, None))), None)
            if number is not None:
                found.append(str(number))
        return "-".join(found)

    def _name(self, piece: Any, name: str) -> str:
        given = self.data.get("name")
        if isinstance(given, Mapping):
            given = given.get(self.kind(piece), given.get("*"))
        return self._filled(str(given), piece) if given is not None else _short(name)

    def _weak(self, piece: Any) -> bool:
        given = self.data.get("weak", {"field": "steps", "below": 0})
        number = getattr(piece, given["field"], None)
        if given.get("of") and self.kind(piece) not in given["of"]:
            return False
        return isinstance(number, int) and number < given["below"]

    def _markers(self, piece: Any) -> list[str]:
        found = []
        for one in self.data.get("markers", ()):
            value = getattr(piece, one["field"], None)
            if value == one["is"] if "is" in one else value:
                found.append(self._filled(str(one["text"]), piece))
        return found

    @staticmethod
    def _filled(template: str, piece: Any) -> str:
        def slot(match: re.Match[str]) -> str:
            value = getattr(piece, match.group(1), "")
            return "" if value is None else str(value)

        return _SLOT.sub(slot, template)

    def uses(self, card: str) -> tuple[str, ...]:
        """The rules that say what a card does."""
        return tuple(self.data.get("uses", {}).get(card, ()))

    # -- what else lies on the table ----------------------------------------------------------------------------
    def signs(self, state: Any) -> Iterator[tuple[Mapping[str, Any], str, Any]]:
        """What lies in places and is no counter: how it is described, where, and what it says."""
        works = [self.data["works"]] if "works" in self.data else []
        for one in (*works, *self.data.get("signs", ())):
            for place, value in _lying(dotted(state, one["path"]), bool(one.get("turned"))):
                yield one, place, value

    def control(self, state: Any) -> Mapping[str, str]:
        name = self.data.get("control", "control")
        found = dotted(state, name)
        return found if isinstance(found, Mapping) else {}

    def titled(self, display: Mapping[str, Any], lang: Lang) -> str:
        return Text.of(display["title"])(lang)

    def said(self, display: Mapping[str, Any], value: Any, lang: Lang) -> str | None:
        """What a display says for a value, where its noun would mean something else or there is none."""
        given = display.get("said", {}).get(_written(value))
        return None if given is None else Text.of(given)(lang)


def dotted(state: Any, path: str) -> Any:
    """What lies at `a.b` of a state; None where there is nothing."""
    for part in path.split("."):
        state = state.get(part) if isinstance(state, Mapping) else getattr(state, part, None)
        if state is None:
            return None
    return state


def _lying(value: Any, turned: bool) -> Iterator[tuple[str, Any]]:
    """Places with what lies there: one or several, the sides of a border, what each has, where each is (`turned`)."""
    if isinstance(value, Mapping):
        for key, what in sorted(value.items()):
            if turned:
                yield from ((place, key) for place in ((what,) if isinstance(what, str) else sorted(what)))
            else:
                yield key, what
    elif isinstance(value, str):
        yield from [(value, "")] if value else []
    else:
        for one in value or ():
            sides = sorted(one) if isinstance(one, frozenset) else []
            yield from zip(sides, reversed(sides), strict=True) if sides else [(one, "")]


def _written(value: Any) -> Any:
    """A value as a file writes it where it is a key."""
    return str(value).lower() if isinstance(value, int) else value


def _counts(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _short(name: str) -> str:
    """What of a name fits on a counter: its numeral, else its first letters."""
    numeral = re.search(r"\b[IVX]+/\d+\b|\d+|\b[IVX]+(?=e\b|er\b|th\b|\b)", name)
    if numeral:
        return numeral.group()
    return "".join(word[0] for word in name.split() if word[:1].isupper())[:3]


@cache
def kit_of(game: str) -> Kit:
    """The description that a rule set gives, or an empty one; raises BadFile where it is none."""
    described = rulesets.folder(game) / "counters.yaml"
    return Kit(game, load(described, "counters").data) if described.is_file() else Kit(game)
