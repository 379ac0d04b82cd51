"""Answers as pictures, with matplotlib (the extra `plots`): who holds the ground, at what cost, what changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tutor.board.look import INK, LINES, OUTCOMES, PAPER
from tutor.compare.comparison import GROUNDS
from tutor.compare.diorama import ATTACKER, DEFENDER, say
from tutor.compare.outcome import Answer
from tutor.compare.situation import Situation
from tutor.engine.text import Lang, language

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = {name: face for name, (face, _) in OUTCOMES.items()}
INKS = {name: ink for name, (_, ink) in OUTCOMES.items()}
HATCHES = {"attacker": "", "shared": "//", "nobody": "..", "defender": ""}
SIDE_COLOURS = {ATTACKER: COLOURS["attacker"], DEFENDER: COLOURS["defender"]}


def _figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)


def title(situation: Situation, lang: Lang) -> str:
    fr = lang == "fr"
    return f"{situation.title.fr}, {situation.date.fr}" if fr else f"{situation.title.en}, {situation.date.en}"


def picture(answers: Sequence[Answer], lang: str | None = None) -> Figure:
    """One situation: on the left who holds the ground, on the right the share that each side loses."""
    tongue = language(lang)
    figure = _figure(9, 0.9 + 0.55 * len(answers))
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    _grounds(left, answers, tongue)
    _losses(right, answers, tongue)
    left.set_yticks(range(len(answers)), [answer.game.upper() for answer in answers])
    left.invert_yaxis()
    figure.suptitle(title(answers[0].situation, tongue))
    return figure


def _grounds(axes: Any, answers: Sequence[Answer], lang: Lang) -> None:
    """Stacked bars of all that can become of the ground; what a game cannot say is said in its place."""
    for ground in GROUNDS:
        begun = [0.0 if answer.refused else _before(answer, ground) for answer in answers]
        widths = [0.0 if answer.refused else float(answer.ground(ground)) for answer in answers]
        axes.barh(
            range(len(answers)),
            widths,
            left=begun,
            color=COLOURS[ground],
            hatch=HATCHES[ground],
            edgecolor=INK,
            linewidth=0.5,
            label=say(f"ground.{ground}", lang),
        )
    for index, answer in enumerate(answers):
        if answer.refused:
            axes.text(0.01, index, say("plot.cannot", lang), va="center", style="italic", color=INK)
        elif not answer.exact:
            axes.text(1.0, index, f"± {answer.error(answer.ground()):.0%}", va="center", ha="right", color="white")
    _percents(axes)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2, frameon=False, fontsize="small")


def _before(answer: Answer, ground: str) -> float:
    return float(sum(answer.ground(other) for other in GROUNDS[: GROUNDS.index(ground)]))


def _losses(axes: Any, answers: Sequence[Answer], lang: Lang) -> None:
    for offset, side in ((-0.2, ATTACKER), (0.2, DEFENDER)):
        widths = [0.0 if answer.refused else float(answer.loss(side)) for answer in answers]
        places = [index + offset for index in range(len(answers))]
        axes.barh(places, widths, height=0.36, color=SIDE_COLOURS[side], label=say(f"side.{side}", lang))
    axes.set_title(say("losses", lang), fontsize="medium")
    _percents(axes)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2, frameon=False, fontsize="small")


def _percents(axes: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.spines[["top", "right"]].set_visible(False)


def course(answers: Mapping[Any, Sequence[Answer]], axis: str, lang: str | None = None) -> Figure:
    """Along one axis: for each of its values the chance of taking the ground, a line a game."""
    tongue = language(lang)
    figure = _figure(7, 4)
    axes = figure.subplots()
    values = list(answers)
    games = [answer.game for answer in next(iter(answers.values()))]
    markers = "osD^v"
    for index, game in enumerate(games):
        points = [(place, row[index]) for place, row in enumerate(answers.values()) if not row[index].refused]
        if points:
            heights = [float(answer.ground()) for _, answer in points]
            axes.plot(
                [place for place, _ in points],
                heights,
                marker=markers[index % 5],
                color=LINES[index % 5],
                label=game.upper(),
            )
    axes.set_xticks(range(len(values)), [value_told(value, axis, tongue) for value in values])
    axes.set_xlabel(say(f"axis.{axis}", tongue))
    axes.set_ylabel(say("ground.attacker", tongue))
    axes.set_ylim(-0.02, 1.02)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    first = next(iter(answers.values()))[0]
    figure.suptitle(title(first.situation, tongue))
    return figure


def value_told(value: Any, axis: str, lang: Lang) -> str:
    """A value of an axis as a person reads it."""
    if isinstance(value, bool):
        return say(f"value.{str(value).lower()}", lang)
    return say(f"{axis.partition('-')[0]}.{value}", lang) if isinstance(value, str) else str(value)
