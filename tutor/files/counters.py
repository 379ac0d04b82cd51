"""What only a game knows of its counters, for the board: how its state is read, and what lies beside the map.

`tutor/rulesets/<game>/counters.yaml`; where a key is absent the board has a sensible guess, without the file for all.

```yaml
nation: side                  # the attribute that says whose counter it is, and what to print for each value
letters: {ah: AH, it: IT}
symbol: kind                  # the attribute that says its type, and the symbol of each
symbols: {alpine: mountain}
factors: {"*": "{combat}-{mp}", artillery: "{bombardment}-{range}"}       # by type
corner: "{morale}"            # printed beside the symbol
name: {infantry: "{id}"}      # what stands top right; the piece's name where nothing is said
band: brigade                 # the formation, told by a coloured band
weak: {field: steps, below: 2, of: [infantry]}
markers: [{field: dp, text: "−{dp}"}, {field: entrenched, text: T}]
inside: army                  # the attribute that names the counter which holds this one
works: {path: trenches, sign: trench, title: {fr: "retranchement {n}", en: "trench {n}"}}    # what may be dug
signs:                        # what else lies in places without being a counter; `turned`: by what, not by place
  - {path: supply, sign: supply, title: {fr: "dépôt de {n}", en: "depot of {n}"}}
  - {path: sources, turned: true, sign: supply, title: {fr: "source ({n})", en: "source ({n})"}}
control: control              # state attribute: place to side or nation
uses: {offensive: ["9.1.1.a", "9.2.1"]}    # of a card, the rules that say what it does
displays:                     # kinds: hands, cards, counts, track, list, pairs; a text where none is named
  - {key: hands, kind: hands, path: hands, title: {fr: Main, en: Hand}}
  - {key: turn, kind: track, path: turn, from: 1, to: 23, title: {fr: Tour, en: Turn}}
  - {key: sky, kind: pairs, path: weather, title: {fr: Météo, en: Weather}, said: {clear: {fr: beau, en: clear}}}
```
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tutor.files.forms import Both, Form, Name

Attribute: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z_]*$", description="an attribute of a piece")]
Dotted: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z_]*(\.[a-z][a-z_]*)*$", description="a part of the state")]
Symbol: TypeAlias = Literal[
    "infantry", "mountain", "militia", "storm", "cavalry", "artillery", "heavy-artillery", "tank",
    "hq", "army", "fort", "air", "fleet", "submarine", "supply", "marker",
]  # fmt: skip


class Weak(Form):
    """When a counter lies on its weaker side."""

    field: Attribute
    below: int
    of: list[str] = []


class Marker(Form):
    """What lies on a counter while an attribute has a value, any that is not nothing unless `is` names it."""

    field: Attribute
    text: str
    equal: bool | int | str = Field(True, alias="is")


class Lying(Form):
    """What lies in places."""

    path: Dotted
    sign: Symbol | Literal["trench"] = "marker"
    text: str = "{n}"
    title: Both
    turned: bool = False


class Display(Form):
    """What lies beside the map."""

    key: str
    kind: Literal["text", "hands", "cards", "counts", "track", "list", "pairs"] = "text"
    path: Dotted
    title: Both
    first: int = Field(1, alias="from")
    last: int = Field(12, alias="to")
    said: dict[str, Name] = Field({}, description="values whose noun would mean something else, or that have none")

    @model_validator(mode="after")
    def a_track_has_ends(self) -> Display:
        if self.kind != "track" and {"first", "last"} & self.model_fields_set:
            raise PydanticCustomError("track-only", "from and to only where the kind is a track")
        return self


class Counters(Form):
    """A game's counters and displays."""

    nation: Attribute | None = None
    letters: dict[str, str] = {}
    symbol: Attribute = "kind"
    symbols: dict[str, Symbol] = {}
    factors: dict[str, str] | None = None
    corner: str = ""
    name: dict[str, str] | str | None = None
    band: Attribute | None = None
    weak: Weak | None = None
    markers: list[Marker] = []
    inside: Attribute | None = None
    works: Lying | None = None
    signs: list[Lying] = []
    control: Dotted = "control"
    uses: dict[str, list[str]] = Field({}, description="of a card, the rules that say what it does")
    displays: list[Display] = []
