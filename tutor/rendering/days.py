"""A day as one says it."""

from __future__ import annotations

from tutor.engine.text import Lang

MONTHS: dict[Lang, tuple[str, ...]] = {
    "fr": ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
           "novembre", "décembre"),
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
}  # fmt: skip


def date(day: str, lang: Lang) -> str:
    """The number of a day in its month."""
    number = int(day[8:10])
    return "1er" if lang == "fr" and number == 1 else str(number)


def day(given: str, lang: Lang, since: str = "") -> str:
    """A day, a month or a year, written as 1916-05-22, 1916-05 or 1916."""
    year, *rest = map(int, given.split("-"))
    if not rest:
        return str(year)
    month = MONTHS[lang][rest[0] - 1]
    if len(rest) == 1:
        return f"{month} {year}"
    return f"{since}{date(given, lang)} {month} {year}"
