"""The law in force: a rulebook with the readings chosen, the options played and the amendments they bring.

Whoever reads checks or lines asks the law what they come to: a rule that is switched off (`without`) is neither seen
nor counted. Special beats general only where declared: a check list or a ledger that something amends has a name
(`seam`), and a national rule, an event, an option or a scenario rule amends it with one of four verbs, naming the ids
that it overrides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, wraps
from itertools import combinations
from typing import Any, Literal, TypeAlias, TypeVar, cast

from tutor.engine.check import Check, Verdict
from tutor.engine.facts import Chosen, value
from tutor.engine.ledger import Ledger, Line, reckon
from tutor.engine.rulebook import Rulebook
from tutor.engine.tables import Table

Verb: TypeAlias = Literal["add", "replace", "exempt", "insert"]
Item = TypeVar("Item", Check, Line)
Listing = TypeVar("Listing", bound=Callable[..., Iterator[Any]])  # a function that yields checks, or lines


class Clash(ValueError):
    """Two amendments in force touch the same rule and neither names the other."""

    def __init__(self, rule: str, one: Amendment, other: Amendment) -> None:
        both = f"{one.rule} and {other.rule}"
        super().__init__(f"{both} both override {rule}; one must name the other")
        self.rules = (rule, one.rule, other.rule)


@value
class Amendment:
    """What a special rule changes: the seam, how, and the ids that it overrides."""

    seam: str
    rule: str
    verb: Verb
    over: frozenset[str]
    option: str
    act: Callable[..., Any] | None = None
    step: str = ""
    where: Literal["before", "after"] = "after"

    def names(self, other: Amendment) -> bool:
        return other.rule in self.over


class Amendments:
    """All amendments of one rule set; `@rules.amends(...)` adds one."""

    def __init__(self) -> None:
        self.all: list[Amendment] = []

    def amends(
        self, seam: str, rule: str, verb: Verb, *, option: str, over: Iterable[str] = ()
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add to a seam, replace lines in it, or exempt from an objection of it."""

        def enter(act: Callable[..., Any]) -> Callable[..., Any]:
            entered = Amendment(seam, rule, verb, frozenset(over), option, act)
            self.all.append(entered)
            return act

        return enter

    def inserts(
        self, beside: str, rule: str, step: str, *, option: str, where: Literal["before", "after"] = "after"
    ) -> None:
        """Do a step before or after another, with the same arguments."""
        self.all.append(
            Amendment(
                seam=beside, rule=rule, verb="insert", over=frozenset(), option=option, act=None, step=step, where=where
            )
        )

    @property
    def options(self) -> frozenset[str]:
        named = [amendment.option for amendment in self.all]
        return frozenset(named)


NONE = Amendments()


@dataclass(frozen=True, eq=False)
class Law:
    """What is in force in one position; a position changes it by making another.

    Of the `options` that are played some were `agreed` on, the others follow from the position.
    """

    book: Rulebook
    amendments: Amendments
    chosen: Mapping[str, str]
    options: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    owned: Mapping[str, Mapping[str, Any]] | None = None
    agreed: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        book: Rulebook,
        amendments: Amendments | None = None,
        readings: Mapping[str, str] | None = None,
        options: Iterable[str] = (),
        owned: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Law:
        agreed = frozenset(options)
        plain = cls(book, amendments or NONE, {}, owned=owned, agreed=agreed)
        law = plain.playing(*agreed)
        chosen = readings or {}
        for slug, option in chosen.items():
            law = law.under(slug, option)
        return law

    @cached_property
    def _key(self) -> tuple[object, ...]:
        """Two laws of one rulebook are the same when the same is chosen, played and switched off."""
        given = id(self.book), id(self.amendments), id(self.owned)
        chosen = frozenset(self.chosen.items())
        played = self.options, self.off, self.agreed
        return (*given, chosen, *played)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Law):
            return False
        return self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    # -- readings ------------------------------------------------------------------------------------------
    def reading(self, slug: str) -> str:
        """The option in force for something the booklet leaves unclear."""
        return self._readings[slug]

    def reads(self, slug: str, option: str) -> bool:
        return self._readings[slug] == option

    @cached_property
    def _readings(self) -> Mapping[str, str]:
        found = {}
        for slug, reading in self.book.readings.items():
            found[slug] = str(reading["default"])
        found.update(self.chosen)
        return found

    def read(self, slug: str) -> Chosen:
        """The reading as a fact, for a line or check that rests on it."""
        return self._facts[slug]

    @cached_property
    def _facts(self) -> Mapping[str, Chosen]:
        found = {}
        for slug, option in self._readings.items():
            found[slug] = Chosen(slug, option)
        return found

    def under(self, slug: str, option: str) -> Law:
        """The same law under another reading."""
        reading = self.book.readings.get(slug)
        if reading is None:
            raise ValueError(f"unknown reading: {slug}")
        options = reading["options"]
        if option not in options:
            raise ValueError(f"reading {slug} has no option {option}; it has {', '.join(options)}")
        chosen = {**self.chosen, slug: option}
        return replace(self, chosen=chosen)

    # -- as if without a rule --------------------------------------------------------------------------------
    def on(self, rule: str) -> bool:
        """Whether a rule is in force."""
        return rule not in self.off

    def without(self, *rules: str) -> Law:
        """As if these rules were not there."""
        off = self.off.union(rules)
        return replace(self, off=off)

    def skips(self, rule: str) -> bool:
        """Whether the step that carries out this rule is passed over; asked once a step."""
        return rule in self.off

    def in_force(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """All checks, or lines, whose rules are in force."""
        off = self.off
        if not off:
            return tuple(items)
        found = [item for item in items if item.rule not in off]
        return tuple(found)

    # -- what checks and lines come to -----------------------------------------------------------------------
    def first_objection(self, checks: Iterable[Check]) -> Check | None:
        """The first check that does not hold, without looking further."""
        for check in checks:
            if not check.ok and check.rule not in self.off:
                return check
        return None

    def allows(self, checks: Iterable[Check]) -> bool:
        """Whether nothing objects."""
        return self.first_objection(checks) is None

    def objections(self, checks: Iterable[Check]) -> tuple[Check, ...]:
        """All checks that do not hold."""
        failed = [check for check in checks if not check.ok]
        return self.in_force(failed)

    def held(self, checks: Iterable[Check]) -> tuple[Check, ...]:
        """All checks that hold: why one may."""
        good = [check for check in checks if check.ok]
        return self.in_force(good)

    def verdict(self, request: Any, checks: Iterable[Check], state: Any = None) -> Verdict:
        """All checks on a request."""
        in_force = self.in_force(checks)
        return Verdict(request, in_force, state=state)

    def ledger(self, rule: str, kind: str, lines: Iterable[Line]) -> Ledger:
        """The number that the lines make."""
        entries = self.in_force(lines) if self.off else tuple(lines)
        total = reckon(entries)
        return Ledger(rule, kind, entries, total)

    def playing(self, *options: str) -> Law:
        """The same law with other options or events in force; raises Clash."""
        unknown = set(options) - self.amendments.options
        if unknown:
            raise ValueError(f"unknown options: {', '.join(sorted(unknown))}")
        law = replace(self, options=frozenset(options))
        law.amending  # noqa: B018  a clash is known when the law is made, not in play
        return law

    def following(self, implied: frozenset[str]) -> Law:
        """The law of a position that implies these options; the same one where nothing changes."""
        options = implied | self.agreed
        if options == self.options:
            return self
        return _playing(self, options)

    @cached_property
    def implied(self) -> frozenset[str]:
        """The options in force on which nobody agreed."""
        return self.options - self.agreed

    # -- tables ----------------------------------------------------------------------------------------------
    def table(self, name: str) -> Table:
        """A table; the owner's own where he gave one."""
        return self._tables[name]

    @cached_property
    def _tables(self) -> Mapping[str, Table]:
        found = {}
        for name, printed in self.book.tables.items():
            found[name] = Table(name, printed)
        owned = self.owned or {}
        for name, data in owned.items():
            printed = self.book.tables.get(name, {})
            own = {**printed, **data}
            found[name] = Table(name, own, owner=name)
        return found

    # -- amendments ------------------------------------------------------------------------------------------
    @cached_property
    def amending(self) -> Mapping[str, tuple[Amendment, ...]]:
        """Of every seam, what amends it now; raises Clash."""
        groups: dict[str, list[Amendment]] = {}
        for amendment in self.amendments.all:
            if amendment.option in self.options:
                group = groups.setdefault(amendment.seam, [])
                group.append(amendment)
        for group in groups.values():
            _refuse_clashes(group)
        return {seam: tuple(group) for seam, group in groups.items()}

    @cached_property
    def plain(self) -> bool:
        """Nothing is amended and no rule is off."""
        return not self.off and not self.amending

    @cached_property
    def printed(self) -> bool:
        """No rule is off, replaced or exempted from: whatever the printed rules forbid is forbidden."""
        if self.off:
            return False
        for group in self.amending.values():
            verbs = {one.verb for one in group}
            if "replace" in verbs or "exempt" in verbs:
                return False
        return True


@lru_cache(maxsize=256)
def _playing(law: Law, options: frozenset[str]) -> Law:
    """Positions that imply the same share one law, and all that is remembered by it."""
    return law.playing(*options)


def clashes(group: Iterable[Amendment]) -> Iterator[tuple[str, Amendment, Amendment]]:
    """The pairs that touch one rule without naming each other."""
    for one, other in combinations(group, 2):
        if one.names(other) or other.names(one):
            continue
        both_override = one.over & other.over
        for rule in sorted(both_override):
            yield rule, one, other


def _refuse_clashes(group: list[Amendment]) -> None:
    for clash in clashes(group):
        raise Clash(*clash)


def seam(name: str) -> Callable[[Listing], Listing]:
    """Name a check list or a ledger's lines, so that special rules can amend it.

    The decorated generator's first argument is the state, which has a `law`.
    """

    def named(base: Listing) -> Listing:
        @wraps(base)
        def with_law(*given: Any, **more: Any) -> Iterator[Any]:
            amending = given[0].law.amending.get(name)
            items = base(*given, **more)
            return items if amending is None else _amended(amending, items, *given, **more)

        with_law.seam = name  # type: ignore[attr-defined]
        return cast("Listing", with_law)

    return named


def _amended(
    amending: tuple[Amendment, ...], items: Iterator[Item], state: Any, *args: Any, **more: Any
) -> Iterator[Item]:
    law: Law = state.law
    in_force = [amendment for amendment in amending if law.on(amendment.rule)]
    added: list[Item] = []
    replaced: set[str] = set()
    for amendment in in_force:
        if amendment.act is None or amendment.verb not in ("add", "replace"):
            continue
        new = list(amendment.act(state, *args, **more))
        added += new
        if new and amendment.verb == "replace":
            replaced |= amendment.over
    exempting = [amendment for amendment in in_force if amendment.verb == "exempt"]
    for item in items:
        if item.rule not in replaced:
            yield _exempted(item, exempting, state, *args, **more)
    yield from added


def _exempted(item: Item, exempting: list[Amendment], state: Any, *args: Any, **more: Any) -> Item:
    if not isinstance(item, Check) or item.ok:
        return item
    for amendment in exempting:
        if item.rule not in amendment.over or amendment.act is None:
            continue
        if amendment.act(state, *args, **more):
            return item._replace(ok=True, exempt_by=amendment.rule)
    return item
