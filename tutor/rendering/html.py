"""What is told as small HTML. In the table's panel a citation opens what the rule says (`Panel`, with the classes of
`table.css`); in a notebook it is a link to the rule where it is shown on the same page (`Page`, which needs no style
sheet)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from tutor.engine.told import (
    Account,
    Bar,
    Cite,
    Dagger,
    Field,
    Fold,
    Grid,
    Heading,
    Inline,
    Listing,
    Node,
    Phrase,
    Phrases,
    Rows,
    Sentence,
    Share,
)

LETTER, PANEL = 7.6, 250  # pixels: a letter, and what a share bar may take in the narrowest panel
# The parts of a bar: no nation's colours, light and dark in turn, so that neighbours are told apart without colour.
SHADES = ("#f6ead0", "#c79a3f", "#e2f0ea", "#7fb3a2", "#fbe4d8", "#d8906f", "#e8e4f4", "#a496cc")
BAR = "display:inline-block;height:10px;width:{width}px;background:#1f5fa8"
WIDE = 160  # pixels of a bar that is sure
STYLES = {"strong": "<b>{}</b>", "soft": "<small>{}</small>", "die": "<span class='die'>{}</span>",
          "struck": "<span class='die hit'>{}</span>", "stand": '<span class="stand">{}</span>',
          "switch": ""}  # fmt: skip


CELLS = {"hit": " class=hit", "number": " class=n"}


def heading(told: str) -> str:
    """A heading of a panel: for whoever hears the page it comes right below the page's own."""
    return f'<h4 aria-level="2">{told}</h4>'


class Panel:
    """A tree as the table's panel shows it, told up to a level."""

    styles: Mapping[str, str] = STYLES

    def __init__(self, level: int = 2) -> None:
        self.level = level

    def html(self, nodes: Iterable[Node]) -> str:
        return "".join(self.node(node) for node in nodes if self.shows(node))

    def shows(self, node: Node) -> bool:
        """Whether a node is told; one that folds costs a line, and is there to be opened."""
        folds = isinstance(node, (Fold, Account)) and self.level > 1
        return folds or node.level <= self.level

    def node(self, node: Node) -> str:
        match node:
            case Sentence():
                return self.line(node)
            case Fold():
                return self.fold(node)
            case Account():
                return self.account(node)
            case Rows():
                return f"<table>{self.beside(node.rows)}</table>"
            case Heading():
                return heading(self.phrases(node.phrases))
            case Listing():
                kind = "ol" if node.numbered else "ul"
                items = "".join(f"<li>{self.phrases(item.phrases)}{self.html(item.below)}</li>" for item in node.items)
                return f"<{kind}>{items}</{kind}>"
            case Grid():
                return self.table(node)
            case Share():
                return self.share(node)

    # -- in a line ----------------------------------------------------------------------------------------------
    def phrases(self, phrases: Phrases) -> str:
        return "".join(map(self.inline, phrases))

    def inline(self, one: Inline) -> str:
        match one:
            case Phrase():
                return self.styles.get(one.style, "{}").format(escape(one.text, quote=False))
            case Dagger():
                return one.sign
            case Bar():
                return f'<span style="{BAR.format(width=max(1, round(WIDE * float(one.share))))}"></span>'
            case Cite():
                return self.named(one)

    def named(self, cite: Cite) -> str:
        """A rule that is named in a sentence."""
        return f'<span class="cite" title="{escape(_hint(cite))}">{escape(cite.text)}</span>'

    # -- sentences ----------------------------------------------------------------------------------------------
    def line(self, node: Sentence) -> str:
        sign = f'<span class="sign">{node.sign}</span> ' if node.role == "check" else _sign(node)
        told = sign + self.phrases(node.phrases) + self.daggers(node)
        if node.mood:
            told = f"<span class={node.mood}>{told}</span>"
        below = self.html(node.below)
        match node.role:
            case "check":
                return f'<div class="check {node.mood}">{self.cited(node, told)}{below}</div>'
            case "step" | "section":
                classes = f"step{' sec' if node.role == 'section' else ''}{' now' if node.now else ''}"
                style = f'style="margin-left:{0.7 * node.depth:g}em"'
                return f'<div class="{classes}" {style}>{self.cited(node, told)}{below}</div>'
            case "head":
                return heading(self.phrases(node.phrases)) + below
            case "note":
                return f'<div class="note">{told}</div>{below}'
            case _:
                return f"{self.cited(node, told) if node.cites else f'<p>{told}</p>'}{below}"

    def daggers(self, node: Sentence) -> str:
        return "".join(f" {sign}" for sign in dict.fromkeys(dagger.sign for dagger in node.daggers))

    def cited(self, node: Sentence, told: str) -> str:
        """A sentence behind its citation, which opens what the rule says without a word from the kernel."""
        if len(node.cites) != 1:
            return f"<div>{''.join(map(self.named, node.cites))}{told}</div>"
        (cite,) = node.cites
        if not cite.known:
            return f'<div><span class="cite">{escape(cite.text)}</span>{told}</div>'
        short = cite.text.split(" (")[0]
        title = escape(cite.title) + (f" <small>{escape(cite.text)}</small>" if short != cite.text else "")
        return (
            f'<details{self.opened(node.opens)}><summary><span class="cite">{escape(short)}</span>{told}</summary>'
            f'<div class="gist"><b>{title}</b><br>{escape(cite.gist or cite.title)} '
            f"<small>({escape(cite.where)})</small></div></details>"
        )

    def opened(self, opens: int) -> str:
        return " open" if opens <= self.level else ""

    # -- folds --------------------------------------------------------------------------------------------------
    def fold(self, node: Fold) -> str:
        head, body = self.phrases(node.head), "".join(self.node(one) for one in node.body)
        note = ' class="note"' if node.role == "note" else ""
        if not body:
            return f"<div{note}>{head}</div>"
        small = f"{head} ▸" if note else f"<small>▸ {head}</small>"
        return f"<details{note}{self.opened(node.opens)}><summary>{small}</summary>{body}</details>"

    def account(self, node: Account) -> str:
        equals = f" = <b>{escape(node.total)}</b>" if node.total else ""
        rows = self.beside(node.rows)
        if node.total and len(node.rows) > 1:
            rows += f'<tr class="sum"><td></td><td class="n">{escape(node.total)}</td></tr>'
        head = f"▸ {self.phrases(node.head)}{equals}"
        return f"<details{self.opened(node.opens)}><summary>{head}</summary><table>{rows}</table></details>"

    def beside(self, rows: Iterable[tuple[str, Sentence]]) -> str:
        return "".join(
            f"<tr><td>{self.cited(line, self.phrases(line.phrases) + self.daggers(line))}{self.html(line.below)}</td>"
            f'<td class="n">{escape(amount)}</td></tr>'
            for amount, line in rows
        )

    # -- tables -------------------------------------------------------------------------------------------------
    def table(self, node: Grid) -> str:
        heads = "".join(f"<th>{self.phrases(head)}</th>" for head in node.heads)
        rows = (f"<tr>{heads}</tr>" if heads else "") + "".join(map(self.row, node.rows))
        kind = {"faces": "faces", "hits": "faces hits", "tall": "faces tall"}.get(node.role, "")
        return f'<table class="{kind}">{rows}</table>' if kind else f"<table>{rows}</table>"

    def row(self, row: tuple[Field, ...]) -> str:
        roles = {cell.role for cell in row}
        kind = " class=came" if "came" in roles else ' class="f"' if "face" in roles else ""
        cells = "".join(f"<td{_span(cell)}{CELLS.get(cell.role, '')}>{self.phrases(cell.phrases)}</td>" for cell in row)
        return f"<tr{kind}>{cells}</tr>"

    def share(self, node: Share) -> str:
        """A bar of parts; each tells as much of itself as has room."""
        total = sum(part.weight for part in node.parts)
        cells = []
        for n, part in enumerate(node.parts):
            style = f"flex:{float(part.weight):g};background:{part.tint or SHADES[n % len(SHADES)]};color:#2b2418"
            wordings = (f"{part.name} {part.chance}", part.name, part.chance)
            room = PANEL * part.weight / total
            told = escape(next((one for one in wordings if LETTER * len(one) < room), ""))
            came = " class=came" if part.came else ""
            cells.append(f'<span{came} style="{style}" title="{escape(wordings[0])}">{told}</span>')
        return f'<div class="share">{"".join(cells)}</div>'


def _span(cell: Field) -> str:
    return f" colspan={cell.span}" if cell.span > 1 else ""


def _sign(node: Sentence) -> str:
    return f"{node.sign} " if node.sign and node.sign != "·" else ""


def _hint(cite: Cite) -> str:
    return " — ".join(one for one in (cite.title, cite.gist) if one)


# -- in a notebook -------------------------------------------------------------------------------------------------
LINK = "text-decoration:none;border:1px solid currentColor;border-radius:3px;padding:0 .3em;opacity:.75"
AMOUNT = "text-align:right;vertical-align:top;padding:0 .8em 0 0;border:0;white-space:nowrap"


class Page(Panel):
    """A tree as a notebook shows it, whose reader may type."""

    styles = {**STYLES, "switch": "<code>{}</code>"}

    def named(self, cite: Cite) -> str:
        """A link to the rule where it is shown on the same page; its gist on hover."""
        told = f"<code>{escape(cite.text)}</code>"
        if not cite.known:
            return told
        return f'<a href="#{escape(cite.ref)}" title="{escape(_hint(cite))}" style="{LINK}">{told}</a>'

    def cited(self, node: Sentence, told: str) -> str:
        return " ".join((told, *map(self.named, node.cites)))

    def line(self, node: Sentence) -> str:
        told = self.cited(node, (f"{node.sign} " if node.sign else "") + self.phrases(node.phrases)) + self.daggers(
            node
        )
        weight = "font-weight:600;margin-top:.3em;" if node.role == "section" else ""
        style = f' style="{weight}padding-left:{1.2 * node.depth:g}em"' if weight or node.depth else ""
        return f"<div{style}>{told}{self.html(node.below)}</div>"

    def account(self, node: Account) -> str:
        equals = f" = {escape(node.total)}" if node.total else ""
        head = f"<b>{self.phrases(node.head)}{equals}</b> {self.named(node.cite)}"
        rows = self.beside(node.rows)
        if node.opens <= self.level:
            return f"{head}{rows}"
        return f"<details><summary>{head}</summary>{rows}</details>"

    def beside(self, rows: Iterable[tuple[str, Sentence]]) -> str:
        told = "".join(
            f'<tr style="background:none"><td style="{AMOUNT}">{escape(amount)}</td>'
            f'<td style="text-align:left;padding:0;border:0">{self.line(line)}</td></tr>'
            for amount, line in rows
        )
        return f'<table style="border-collapse:collapse;margin:.1em 0 .1em 1em">{told}</table>'


def boxed(inner: str, colour: str) -> str:
    """What a notebook shows, set off by a coloured edge."""
    return f'<div style="border-left:4px solid {colour};padding:.2em .8em;margin:.3em 0;line-height:1.5">{inner}</div>'
