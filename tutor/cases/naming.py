"""What people call things: units, places, cards and choices by id or by name, in either language, accents or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from tutor import lookup
from tutor.engine.ask import BACK, DONE, Answer, Ask
from tutor.engine.facts import Place, Side, Term, Unit
from tutor.engine.run import Ruleset
from tutor.engine.text import LANGUAGES, Lang
from tutor.engine.words import Words

BEGINNING = 3  # letters of a name that are enough, if only one begins like that
THINGS: Mapping[str, Any] = {"unit": Unit, "place": Place, "side": Side, "card": Term}


def key(name: str) -> str:
    """A name as it is compared: small letters and figures, without accents."""
    return " ".join(lookup.words(name))


class Names:
    """The names of everything in one position."""

    def __init__(self, rules: Ruleset, state: Any) -> None:
        self.state = state
        self.words = [Words.of(rules, state, lang) for lang in LANGUAGES]
        self._known = cache(self._made)

    def of(self, kind: str) -> Mapping[str, tuple[Answer, ...]]:
        """Every unit or place by each of its names."""
        return self._known(kind)

    def _made(self, kind: str) -> dict[str, tuple[Answer, ...]]:
        thing = THINGS.get(kind)
        ids = tuple(self.state.everything(kind))
        return gathered((key(name), id) for id in ids for name in (str(id), *self._told(thing(id) if thing else id)))

    def options(self, ask: Ask) -> Mapping[str, tuple[Answer, ...]]:
        """Every choice of a question that lists them, by each of its names."""
        return gathered((key(name), one) for one in ask.options for name in (str(one), *self._told(ask.fact(one))))

    def ends(self, ask: Ask) -> Mapping[str, tuple[Answer, ...]]:
        """What ends a question, or takes back what was said, where that may be answered."""
        given = ((DONE,) if ask.to_end is not None else ()) + ((BACK,) if ask.back else ())
        return gathered((key(name), one) for one in given for name in self._told(Term(one)))

    def _told(self, fact: Any) -> Iterator[str]:
        """In both languages, with and without what stands in brackets."""
        for words in self.words:
            told = words.fact(fact)
            yield told
            yield told.partition(" (")[0]
            if isinstance(fact, (Unit, Place, Side)):
                yield f"{told} {fact.id}"

    def told(self, kind: str, id: Answer, lang: Lang) -> str:
        """A thing with its id, to choose it by."""
        words = next(words for words in self.words if words.lang == lang)
        thing = THINGS.get(kind)
        name = words.fact(thing(id)) if thing else str(id)
        return name if str(id) in name else f"{name} ({id})"


def gathered(pairs: Iterable[tuple[str, Answer]]) -> dict[str, tuple[Answer, ...]]:
    found: dict[str, dict[Answer, None]] = {}
    for name, id in pairs:
        if name:
            found.setdefault(name, {})[id] = None
    return {name: tuple(ids) for name, ids in found.items()}


def meant(known: Mapping[str, tuple[Answer, ...]], given: str, loosely: bool) -> tuple[Answer, ...]:
    """Everything that bears this name; loosely, what has a name that begins like it, or else a word in its name."""
    wanted = key(given)
    exact = known.get(wanted, ())
    if exact or not loosely or len(wanted) < BEGINNING:
        return exact
    first = tuple(dict.fromkeys(id for name, ids in known.items() if name.startswith(wanted) for id in ids))
    return first or tuple(dict.fromkeys(id for name, ids in known.items() if f" {wanted}" in name for id in ids))
