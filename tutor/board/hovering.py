"""The card that follows the pointer: what lies in a place, large, and what it would cost to go there."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tutor.board import aiming
from tutor.board.aiming import Aim
from tutor.board.drawers.cards import ground_told, large
from tutor.board.said import say, tied
from tutor.board.scene import Counter
from tutor.board.stage import Stage

if TYPE_CHECKING:
    from tutor.board.desk import Desk

MOST = 4  # counters that are shown, the topmost first


def card(stage: Stage, place: str, desk: Desk, aim: Aim | None = None) -> str:
    """The place with its ground, what an attack on it would come to, its counters with both faces."""
    ground = "".join(ground_told(stage, place))
    works = "".join(f"<p>{escape(one.title)}</p>" for one in stage.works() if one.place == place and one.title)
    lying = [one for stack in stage.stacks() if stack.place == place for one in reversed(stack.counters)]
    rows = "".join(_row(stage, one) for one in lying[:MOST])
    aimed = "" if aim is None else aiming.told(aim, desk.words())
    more = f"<p>+{len(lying) - MOST}</p>" if len(lying) > MOST else ""
    told = f"<b>{escape(stage.place(place))}</b>{_cost(desk, place)}{ground}{works}{aimed}{rows}{more}"
    return tied(told, desk.lang)


def _cost(desk: Desk, place: str) -> str:
    """What it costs to go there for whoever is asked whither."""
    asked = desk.asked
    if asked is None or desk.frame is not None or asked.kind(desk.look.selection) != "place":
        return ""
    going, cost = asked.going(place), asked.cost(place)
    if cost is None:
        return ""
    allowance = None if going is None or going.reach is None else going.reach.allowance
    if allowance is None:
        return f'<p class="cost">{escape(say("costs", desk.lang, n=cost))}</p>'
    return f'<p class="cost">{escape(say("costs-of", desk.lang, n=cost, whole=allowance))}</p>'


def _row(stage: Stage, one: Counter) -> str:
    other = stage.other_face(one.id)
    back = f'<span class="back">{large(other, 60)}</span>' if other is not None else ""
    return f'<div class="row">{large(one, 60)}{back}<span>{escape(one.title)}</span></div>'
