"""The steps of a draft as a list of buttons: chapters, variations under what they would replace, what the rules say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape

from tutor.chronicle.draft import INSIDE, Data, Way
from tutor.chronicle.fields import in_words_of
from tutor.chronicle.said import say
from tutor.chronicle.telling import Teller
from tutor.chronicle.writing import Writing

SIGNS = {"allowed": ("ok", "✓"), "forbidden": ("no", "✗"), "not-askable": ("", "–")}


def listed(writing: Writing, tell: Teller) -> str:
    """The whole list, as HTML; every step bears its way in the file."""
    inner = "".join(_lines(writing, tell, writing.draft.data["lines"], ("lines",)))
    return f'<div class="tt"><ol class="steps">{inner}</ol></div>'


def _lines(writing: Writing, tell: Teller, lines: Sequence[Data], way: Way) -> Iterator[str]:
    for index, line in enumerate(lines):
        here = (*way, index)
        if "variation" in line:
            inside = line["variation"]
            title = escape(in_words_of(inside["title"], tell.lang))
            inner = "".join(_lines(writing, tell, inside["lines"], (*here, *INSIDE)))
            yield f'<li><div class="title">{title}</div><ol>{inner}</ol></li>'
            continue
        if "chapter" in line:
            yield f'<li class="chapter">{escape(in_words_of(line["chapter"], tell.lang))}</li>'
        yield f"<li>{_button(writing, tell, here)}</li>"


def _button(writing: Writing, tell: Teller, way: Way) -> str:
    current = ' aria-current="step"' if way == writing.draft.at else ""
    step = writing.read.steps.get(way)
    if step is None:
        inner = f'<span class="no">✗</span> {escape(say("write.cannot", tell.lang))}'
    else:
        mood, sign = SIGNS[step.ruling.word] if step.ruling is not None else ("", "")
        signed = f'<span class="{mood}">{sign}</span> ' if sign else ""
        glyph = f" <b>{escape(step.told.glyph)}</b>" if step.told.glyph is not None else ""
        time = f"<small>{escape(tell.time(step))}</small>" if step.told.time is not None else ""
        inner = f"<b>{escape(step.number)}</b>{signed}{escape(tell.title(step))}{glyph}{time}"
    return f"<button type=\"button\" data-step='{escape(json.dumps(way))}'{current}>{inner}</button>"
