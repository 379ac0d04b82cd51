"""The words of a published chronicle: `messages.yaml`; its dates; and texts in the language in which they are there."""

from __future__ import annotations

from fractions import Fraction

from tutor.board.said import tied
from tutor.engine.nouns import percent
from tutor.engine.sayings import Sayings
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.chronicle import Span, When, Words
from tutor.rendering import days

say = Sayings("tutor.chronicle")
COLON: dict[Lang, str] = {"fr": "\u00a0: ", "en": ": "}  # between who says something and what is said
SPELT: dict[Lang, tuple[str, ...]] = {  # from nought: small numbers are words
    "fr": ("zéro", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    "en": ("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
}
FEW = 216  # as many ways as three dice have are told as they are; more as a percentage


def written(words: Words, lang: Lang) -> tuple[str, Lang | None]:
    """A text, and the language that it is in where that is not the one asked for; None where nobody said it."""
    if isinstance(words, str):
        return words, None
    own = getattr(words, lang)
    if own:
        return tied(own, lang), lang
    other = next(one for one in LANGUAGES if getattr(words, one))
    return tied(getattr(words, other), other), other


def text(words: Words, lang: Lang) -> str:
    return written(words, lang)[0]


def when(time: When, lang: Lang) -> str:
    """A date or a span as one says it."""
    if isinstance(time, str):
        return _moment(time, lang)
    return _span(time, lang)


def _span(time: Span, lang: Lang) -> str:
    (day, _, hour), (last, _, until) = time.start.partition("T"), time.until.partition("T")
    if hour and until and day == last:
        return say(
            "span.hours", lang, **{"day": days.day(day, lang), "from": _hour(hour, lang), "until": _hour(until, lang)}
        )
    if not hour and not until and len(day) == len(last) == 10 and day[:7] == last[:7]:
        return days.day(last, lang, f"{days.date(day, lang)}–")  # the days of one month
    return say("span", lang, **{"from": _moment(time.start, lang), "until": _moment(time.until, lang)})


def _moment(time: str, lang: Lang) -> str:
    day, _, hour = time.partition("T")
    return say("at", lang, **{"day": days.day(day, lang), "from": _hour(hour, lang)}) if hour else days.day(day, lang)


def _hour(hour: str, lang: Lang) -> str:
    hours, _, minutes = hour.partition(":")
    if lang == "fr":
        return f"{int(hours)} h {minutes}".strip()
    return f"{int(hours)}:{minutes or '00'}"


def degrees(at: tuple[float, float], lang: Lang) -> str:
    """Where it lies on the globe: 45,877° N, 11,474° E."""
    first, second = (f"{abs(one):g}" for one in at)
    if lang == "fr":
        first, second = first.replace(".", ","), second.replace(".", ",")
    north, east = "S" if at[0] < 0 else "N", ("O" if lang == "fr" else "W") if at[1] < 0 else "E"
    return f"{first}° {north}, {second}° {east}"


def odds(share: Fraction, lang: Lang) -> str:
    """A chance as one says it: one in six; of very many ways the percentage."""
    if share == 1:
        return say("surely", lang)
    if share.denominator > FEW:
        return say("in-hundred", lang, percent=percent(share, lang))
    words = SPELT[lang]
    if share.numerator == 1:
        k = share.denominator
        return say("one-in", lang, **{"with": words[k] if k < len(words) else str(k)})
    if share.denominator < len(words):
        return say("some-in.spelt", lang, **{"first": words[share.numerator], "with": words[share.denominator]})
    return say("some-in", lang, n=share.numerator, k=share.denominator)
