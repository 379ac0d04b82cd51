"""A list that keys can reach.

JupyterLab's command mode takes the arrows and single letters from every list and leaves them to text fields alone. So
this is a text field with suggestions: typed into, or opened. It stays empty, so that all of its list shows when it
opens; what is chosen stands in it as its placeholder, in full ink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import ipywidgets as W

NOTHING, SIGNS = "—", "●○■✗✓ "


class Chooser(W.Combobox):  # type: ignore[misc]
    """Chooses one of several values by their labels; `on_choice` hears a choice, `on_unknown` what is none."""

    def __init__(self, width: str = "98%", label: str = "52px") -> None:
        super().__init__(
            placeholder=NOTHING,
            continuous_update=False,
            layout=W.Layout(width=width),
            style={"description_width": label},
        )
        self.add_class("tutor-chooser")
        self.pairs: tuple[tuple[str, Any], ...] = ()
        self.chosen: Any = None
        self._labels: tuple[str, ...] = ()
        self.also: Callable[[str], Any] = lambda text: None
        self.on_choice: Callable[[Any], Any] = lambda value: None
        self.on_unknown: Callable[[str], Any] = lambda text: None
        self.observe(self._typed, "value")

    def fill(self, pairs: Iterable[tuple[str, Any]], chosen: Any = None) -> None:
        """These labels and values, and which of them is chosen; nobody hears of it."""
        given = tuple(pairs)
        often = Counter(label for label, _ in given)
        self.pairs = tuple((label if often[label] == 1 else f"{label} ({value})", value) for label, value in given)
        labels = tuple(label for label, _ in self.pairs)
        if self._labels != labels:
            self._labels = self.options = labels
        self.show(chosen)

    def show(self, chosen: Any) -> None:
        """What is chosen, in the field."""
        self.chosen = chosen
        label = next((label for label, value in self.pairs if value == chosen), "")
        if not label and chosen not in (None, ""):
            label = str(chosen)
        self.placeholder = label or NOTHING

    def choose(self, value: Any) -> None:
        """As a person chooses."""
        self.show(value)
        self.on_choice(value)

    def _typed(self, change: Any) -> None:
        text = change["new"].strip()
        if not text:
            return
        self.value = ""
        found = self.find(text)
        if found is None:
            self.on_unknown(text)
        else:
            self.choose(found)

    def find(self, text: str) -> Any:
        """The value of a label, of the only label that begins with the text or has it in it; else what may be meant."""
        exact = [value for label, value in self.pairs if label == text]
        if exact:
            return exact[0]
        other = self.also(text)
        if other is not None:
            return other
        typed = text.casefold()
        for near in (str.startswith, str.__contains__):
            found = [value for label, value in self.pairs if near(label.lstrip(SIGNS).casefold(), typed)]
            if len(found) == 1:
                return found[0]
        return None
