"""A map on a sheet of paper: title, fronts of some days, key, sources; as SVG of the paper's size, and as PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO

from tutor import rulesets
from tutor.board.look import INK, PAPER, SERIF
from tutor.board.paint import fronts, key, sheet
from tutor.board.paint.hexes import _stroke
from tutor.board.png import png
from tutor.board.said import say
from tutor.board.scene import Scene
from tutor.engine.space.drawn import Front
from tutor.engine.space.maps import HexMap
from tutor.engine.words import Words
from tutor.rendering import days

SIZES = {"a4": (210, 297), "a3": (297, 420), "a2": (420, 594), "a1": (594, 841), "a0": (841, 1189)}  # mm
DPI = 200
ALL = fronts.ALL
MM = 25.4  # in an inch
LEAST = 6 * MM / 72  # six points: smaller names cannot be read on paper
SWATCH, LETTER, ROW = 2.2, 1.05, 2.6  # of the key, in units of the paper


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, held so that the map is as large as it can be."""

    size: str
    wide: float
    tall: float

    @classmethod
    def for_map(cls, size: str, width: float, height: float) -> Paper:
        short, long = SIZES[size]
        return cls(size, long, short) if width > height else cls(size, short, long)

    @property
    def unit(self) -> float:
        """What margins and letters are measured in: they grow with the sheet."""
        return min(self.wide, self.tall) / 100

    @property
    def edge(self) -> float:
        return 4 * self.unit


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of the key."""

    told: str
    address: str
    x: float


def poster(game: str, scene: Scene, paper: str = "a2", fronts_of: Sequence[str] = ()) -> str:
    """The scene on paper, with the fronts of some days. The same scene gives the same text."""
    lines = fronts.on(scene.layout, fronts_of)
    on = Paper.for_map(paper, scene.layout.width, scene.layout.height)
    named = _named(Words(rulesets.ruleset(game).book, scene.lang), scene)
    rows = [*_rows(named, on), *_rows(_told(lines, scene), on)]
    head, foot = on.edge + 5 * on.unit, on.edge + ROW * on.unit * len(rows)
    title = rulesets.ruleset(game).book.title(scene.lang)
    wide, tall = on.wide - 2 * on.edge, on.tall - head - foot
    scale = min(wide / scene.layout.width, tall / scene.layout.height)
    drawn = sheet.picture(scene, laid=fronts.on_paper(scene.layout, scene.lang, lines), least=LEAST / scale)
    body = [
        f'<rect width="{on.wide}" height="{on.tall}" fill="{PAPER}"/>',
        _words(scene.title, on.edge, on.edge + 2.6 * on.unit, 3.4 * on.unit),
        _words(title, on.wide - on.edge, on.edge + 2.6 * on.unit, 1.8 * on.unit, "end"),
        _within(drawn, on.edge, head, wide, tall),
        *_key(rows, on.tall - foot + on.unit, on),
        *_credits(scene, on.edge, on.tall - 1.6 * on.unit, on),
    ]
    head_ = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{on.wide}mm" height="{on.tall}mm" '
        f'viewBox="0 0 {on.wide} {on.tall}" role="img" aria-label="{escape(scene.title)}">'
    )
    return "\n".join([head_, *body, "</svg>"])


def days_of(scene: Scene) -> list[str]:
    """The days for which its map knows a front."""
    return fronts.days(scene.layout)


def pdf(svg: str, title: str) -> bytes:
    """The poster as a page of its size, painted as a printer needs it."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # a sheet of A0 is larger than what a stranger's picture should be
    page = BytesIO()
    Image.open(BytesIO(png(_at(svg, DPI)))).convert("RGB").save(page, "PDF", resolution=DPI, title=title)
    return page.getvalue()


def _at(svg: str, dpi: int) -> str:
    """The same picture, its size told in pixels."""
    head, _, rest = svg.partition(">")
    for side in ("width", "height"):
        before, _, after = head.partition(f'{side}="')
        size, _, after = after.partition('mm"')
        head = f'{before}{side}="{round(float(size) / MM * dpi)}"{after}'
    return f"{head}>{rest}"


def _within(svg: str, left: float, top: float, wide: float, tall: float) -> str:
    """A picture laid into a rectangle, in the middle of it."""
    before, _, after = svg.partition(">")
    box = before[before.index("viewBox=") :].partition('" ')[0]
    return f'<svg x="{left:g}" y="{top:g}" width="{wide:g}" height="{tall:g}" {box}">{after}'


def _words(text: str, x: float, y: float, size: float, anchor: str = "start") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{SERIF}" font-size="{size:g}" fill="{INK}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _named(words: Words, scene: Scene) -> dict[str, str]:
    """The pictures of all that the map shows by their names; what has one name is shown once."""
    found: dict[str, str] = {}
    if not isinstance(scene.map, HexMap):
        kinds = key.shown_in_areas(scene.map, scene.layout)
        return {say(f"look.{kind}", scene.lang): key.area_swatch(kind) for kind in kinds}
    for kind, sort, look in key.shown(scene.map):
        told = words.noun(kind).bare(scene.lang) if sort == "ground" else say(f"look.{look}", scene.lang)
        found.setdefault(told, key.swatch(kind, sort))
    for sign, address in key.signs(scene.layout):
        found.setdefault(say(f"look.{sign}", scene.lang), address)
    return found


def _told(lines: Sequence[Front], scene: Scene) -> dict[str, str]:
    """The fronts that are drawn, each by its day and by what that day was."""
    colours = fronts.coloured(lines)
    names = {(one.date, one.front): one.name(scene.lang) for one in lines}
    return {
        say("poster.front", scene.lang, day=days.day(date, scene.lang), name=names[date, front]): key.line_swatch(
            _stroke(key.ACROSS, colour, 6)
        )
        for (date, front), colour in colours.items()
    }


def _rows(named: dict[str, str], on: Paper) -> list[list[Item]]:
    """The key in as many rows as it needs."""
    rows: list[list[Item]] = []
    x = on.wide
    for told, address in named.items():
        wide = (2 * SWATCH + 0.6 + 0.56 * LETTER * len(told) + 1.4) * on.unit
        if x + wide > on.wide - on.edge:
            rows.append([])
            x = on.edge
        rows[-1].append(Item(told, address, x))
        x += wide
    return rows


def _key(rows: list[list[Item]], top: float, on: Paper) -> Iterator[str]:
    high = SWATCH * on.unit
    for n, row in enumerate(rows):
        y = top + n * ROW * on.unit
        for item in row:
            yield (
                f'<svg x="{item.x:g}" y="{y:g}" width="{2 * high:g}" height="{high:g}">'
                f'<image href="{item.address}" width="{2 * high:g}" height="{high:g}"/></svg>'
            )
            yield _words(item.told, item.x + 2 * high + 0.6 * on.unit, y + 0.65 * high, LETTER * on.unit)


def _credits(scene: Scene, left: float, y: float, on: Paper) -> Iterator[str]:
    """Where the map comes from, and whether it stands in for the printed one."""
    kinds = set(scene.map.provenance.values())
    told = [say(f"poster.{kind}", scene.lang) for kind in ("geography", "stand-in") if kind in kinds]
    yield _words(" ".join(told), left, y, 0.8 * on.unit)
