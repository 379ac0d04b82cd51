"""Whether what a file names exists: rules, readings, options, maps, steps, places, questions, policies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

from tutor import rulesets
from tutor.engine.ask import BACK, DONE
from tutor.engine.law import Clash
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Ruleset, Run
from tutor.engine.sequence import END
from tutor.engine.space.cutting import cut
from tutor.engine.space.maps import AreaMap, HexMap, MapFaults, read_map
from tutor.engine.tables import exact
from tutor.engine.tabletop import NoBattle, Tabletop
from tutor.files.faults import BadFile, Fault
from tutor.files.loading import Loaded

Maps = Callable[[str, Any], Any]  # of a game, the map that a scenario names
Way = tuple[object, ...]
CANNOT_BEGIN = (LookupError, ValueError, TypeError, AttributeError, AssertionError)  # of a step out of its place


# -- parts that several files have ------------------------------------------------------------------------------
def rules(loaded: Loaded, book: Rulebook, ids: Iterable[str], way: Way) -> Iterator[Fault]:
    """Every rule id must be in the rulebook."""
    for index, rule in enumerate(ids):
        if rule not in book:
            yield loaded.fault((*way, index), "no-rule", rule=rule, game=book.game)


def readings(loaded: Loaded, book: Rulebook, chosen: Mapping[str, str], way: Way) -> Iterator[Fault]:
    for slug, option in chosen.items():
        entry = book.readings.get(slug)
        if entry is None:
            yield loaded.fault((*way, slug), "no-reading", on_key=True, reading=slug, game=book.game)
        elif option not in entry["options"]:
            known = tuple(entry["options"])
            yield loaded.fault((*way, slug), "no-reading-option", reading=slug, option=option, known=known)


def options(loaded: Loaded, rules_: Ruleset, chosen: Iterable[str], way: Way) -> Iterator[Fault]:
    known = rules_.amendments.options
    for index, option in enumerate(chosen):
        if option not in known:
            yield loaded.fault((*way, index), "no-option", option=option, known=tuple(sorted(known)))


def playable(loaded: Loaded, game: str, way: Way = ("game",)) -> Ruleset | Fault:
    """The rules of a game, or the fault that it cannot be played yet."""
    try:
        return rulesets.ruleset(game)
    except ModuleNotFoundError as error:
        if error.name != f"tutor.rulesets.{game}.ruleset":
            raise
        return loaded.fault(way, "not-playable", game=game)


# -- maps and tables ---------------------------------------------------------------------------------------------
def map_faults(
    loaded: Loaded,
    game: str | None,
    maps: Callable[[str], Any] | None = None,
    way: Way = (),
    data: Mapping[str, Any] | None = None,
) -> Iterator[Fault]:
    """What the map itself refuses, what its game does not know, and the files of the sheets that it names.

    `maps` is where names are looked for.
    """
    given = loaded.data if data is None else data
    for part in ("areas", "places"):
        yield from _answers(loaded, given.get(part, ()), (*way, part))
    whole: HexMap | AreaMap | None = None
    try:
        whole = read_map(given, maps)
    except MapFaults as faults:
        yield from _of_map(loaded, faults, way)
    except BadFile as error:
        yield from error.faults
    if game:
        yield from _ground(loaded, rulesets.book(game), given, way)
        if isinstance(whole, HexMap):
            yield from _rings(loaded, rulesets.book(game), given, whole, way)


def _rings(loaded: Loaded, book: Rulebook, given: Mapping[str, Any], whole: HexMap, way: Way) -> Iterator[Fault]:
    """A hex whose terrain is made by its hexsides has them on all sides that the map shows."""
    for hex in given.get("hexes") or {}:
        terrain = whole.hex(hex).terrain
        side, at = book.ringed.get(terrain), (*way, "hexes", hex, "terrain")
        missing = tuple(other for other in whole.neighbours(hex) if side and side not in whole.sides(hex, other))
        if missing:
            yield loaded.fault(at, "ring-open", name=terrain, side=side, game=book.game, known=missing)


def _ground(loaded: Loaded, book: Rulebook, given: Mapping[str, Any], way: Way) -> Iterator[Fault]:
    """Terrain, hexsides, roads and links must be those of the game: its rules read all else as ordinary ground."""
    for key, sheet in given.get("sheets", {}).items():
        if isinstance(sheet["map"], Mapping):
            yield from _ground(loaded, book, sheet["map"], (*way, "sheets", key, "map"))
    for part, name, at, on_key in _grounds(given):
        known = book.ground.get(part)
        if known is not None and name not in known:
            yield loaded.fault((*way, *at), f"no-{part}", on_key=on_key, name=name, game=book.game, known=known)


def _grounds(given: Mapping[str, Any]) -> Iterator[tuple[str, str, Way, bool]]:
    """What ground a map has: in which part of it, which, where in the file, and whether as a key."""
    listed: list[tuple[Way, Any]] = [(("hexes", id), hex) for id, hex in (given.get("hexes") or {}).items()]
    for at, hex in [(("fill",), given.get("fill")), *listed]:
        if hex and hex.get("terrain") is not None:
            yield "terrain", str(hex["terrain"]), (*at, "terrain"), False
    for kind in given.get("sides") or {}:
        yield "sides", str(kind), ("sides", kind), True
    for part in ("roads", "links"):
        for index, one in enumerate(given.get(part) or ()):
            if isinstance(one, Mapping) and "kind" in one:  # whoever reads the map says what else it should be
                yield part, str(one["kind"]), (part, index, "kind"), False


def cutting_faults(loaded: Loaded, whole: Mapping[str, Any]) -> Iterator[Fault]:
    """What keeps a map from being cut out of another."""
    try:
        read_map(cut(whole, loaded.data))
    except MapFaults as faults:
        yield from _of_map(loaded, faults)


def _of_map(loaded: Loaded, faults: MapFaults, way: Way = ()) -> Iterator[Fault]:
    for where, kind, facts in faults.faults:
        parts = tuple(int(part) if part.isdigit() and len(part) < 4 else part for part in where.split("."))
        yield loaded.fault((*way, *parts), kind, **facts)


def table(loaded: Loaded, game: str, name: str) -> Iterator[Fault]:
    """An owner's table, in a file of its own."""
    yield from owned_table(loaded, rulesets.book(game), name, loaded.data, ())


def owned_table(loaded: Loaded, book: Rulebook, name: str, data: Mapping[str, Any], way: Way) -> Iterator[Fault]:
    """An owner's table must be one of the rulebook's, with its columns and rows."""
    printed = book.tables.get(name)
    if printed is None:
        known = tuple(sorted(book.tables))
        yield loaded.fault(way, "no-table", on_key=bool(way), table=name, game=book.game, known=known)
        return
    whole = {**printed, **data}
    yield from rules(loaded, book, data.get("rules", ()), (*way, "rules"))
    width = len(whole.get("columns") or ())
    part = "cells" if "cells" in data else "rows"
    entries: Any = data.get(part) or ()
    for key in entries if part == "cells" else range(len(entries)):
        if len(entries[key]) != width:
            yield loaded.fault((*way, part, key), "row-width", expected=width, found=len(entries[key]))
    if part == "cells" and isinstance(printed.get("cells"), Mapping):
        for row in printed["cells"]:
            if entries and str(row) not in entries:
                yield loaded.fault((*way, "cells"), "row-missing", row=row)


# -- scenarios ---------------------------------------------------------------------------------------------------
def scenario(
    loaded: Loaded, data: Mapping[str, Any], maps: Maps, way: Way = (), known: object = None
) -> Iterator[Fault]:
    """All that a scenario names, before it is set up; a map that is known already is looked at no second time."""
    rules_ = playable(loaded, data["game"])
    if isinstance(rules_, Fault):
        yield rules_
        return
    yield from readings(loaded, rules_.book, data.get("readings", {}), (*way, "readings"))
    yield from options(loaded, rules_, data.get("options", ()), (*way, "options"))
    yield from _agenda(loaded, rules_, data.get("agenda", ()), (*way, "agenda"))
    if data.get("map") != known:
        yield from _map(loaded, data, maps, (*way, "map"))


def _map(loaded: Loaded, data: Mapping[str, Any], maps: Maps, way: Way) -> Iterator[Fault]:
    given, find = data.get("map"), partial(maps, data["game"])
    if isinstance(given, Mapping):
        yield from map_faults(loaded, data["game"], find, way, given)
    elif isinstance(given, str):
        yield from _named_map(loaded, find, given, way)
    elif given:
        found = [fault for n, name in enumerate(given) for fault in _named_map(loaded, find, name, (*way, n))]
        yield from found or _side_by_side(loaded, find, given, way)


def _named_map(loaded: Loaded, find: Callable[[Any], Any], name: str, way: Way) -> Iterator[Fault]:
    """Whether there is a map of this name, and what its file refuses."""
    try:
        find(name)
    except LookupError as error:
        yield loaded.fault(way, "no-map", map=name, near=getattr(error, "near", ()))
    except BadFile as error:
        yield from error.faults


def _side_by_side(loaded: Loaded, find: Callable[[Any], Any], names: Any, way: Way) -> Iterator[Fault]:
    """What forbids that some maps lie on one table."""
    try:
        find(names)
    except MapFaults as faults:
        for where, kind, facts in faults.faults:
            yield loaded.fault((*way, int(where)), kind, **facts)


def _agenda(loaded: Loaded, rules_: Ruleset, agenda: Iterable[Any], way: Way) -> Iterator[Fault]:
    known = listed(rules_)
    for index, entry in enumerate(agenda):
        if not entry or str(entry[0]) not in known:
            step = entry[0] if entry else None
            yield loaded.fault((*way, index, 0), "no-step", step=step, known=known)
        else:
            yield from arguments(loaded, rules_, str(entry[0]), entry[1:], (*way, index))


def arguments(loaded: Loaded, rules: Ruleset, name: str, given: Sequence[Any], way: Way) -> Iterator[Fault]:
    """A phase says whose it is, unless the sequence of play says that itself; a step says what it is done with."""
    phase = rules.sequence.phases.get(name) if rules.sequence is not None else None
    whose = () if phase is None or isinstance(phase.who, str) else phase.who
    step, before = (name, ()) if phase is None else (phase.step, phase.args)
    if whose and given and given[0] not in whose:
        yield loaded.fault((*way, 1), "no-side", side=given[0], known=whose)
    elif step and (phase is None or given or phase.until):
        takes = signature(rules.steps[step].act)
        wanted = tuple(takes.parameters)[2 + len(before) :]  # after the position and the trace
        try:
            takes.bind(None, None, *before, *given)
        except TypeError:
            yield loaded.fault((*way, 0), _kind(wanted, whose), step=name, wanted=wanted, known=whose)


def _kind(wanted: Sequence[str], whose: Sequence[str]) -> str:
    return "whose-phase" if wanted and whose else "step-wants" if wanted else "step-alone"


def listed(rules: Ruleset) -> tuple[str, ...]:
    """What an agenda may list."""
    phases = rules.sequence.phases if rules.sequence is not None else ()
    ends = (f"{END}:{phase}" for phase in phases)
    return tuple(sorted({*phases, *ends, *(name for name in rules.steps.by_name if ":" not in name)}))


def standing(loaded: Loaded, state: Any, way: Way = ()) -> Iterator[Fault]:
    """Every piece must stand in a place that there is, lie in a box that holds its like, or come in some turn."""
    for piece in getattr(state, "pieces", ()):
        yield from _answers(loaded, (piece.id,), (*way, "pieces"))
        if piece.place is not None and not state.exists("place", piece.place):
            yield loaded.fault(_way_to(loaded, piece.id, way, "place"), "no-place", unit=piece.id, place=piece.place)
        elif isinstance(state, Tabletop) and (rule := state.misplaced(piece)):
            at = _way_to(loaded, piece.id, way, "place")
            yield loaded.fault(at, "misplaced", unit=piece.id, place=piece.place, rule=rule)
        if getattr(piece, "box", ""):
            yield from _boxed(loaded, state, piece, way)
        elif isinstance(state, Tabletop) and not state.whereabouts(piece):
            yield loaded.fault(_way_to(loaded, piece.id, way), "nowhere", unit=piece.id)


def beginning(loaded: Loaded, rules_: Ruleset, state: Any) -> Iterator[Fault]:
    """A step from within a procedure wants what the procedure has brought about: one that begins is tried."""
    first = state.agenda[0].step if state.agenda else ""
    if not first or (rules_.sequence is not None and first in rules_.sequence.phases):
        return
    try:
        Run(rules_, state)
    except NoBattle:
        yield loaded.fault(("agenda", 0), "step-of-battle")
    except CANNOT_BEGIN as error:
        yield loaded.fault(("agenda", 0), "step-stuck", step=first, problem=f"{type(error).__name__}: {error}")


def _boxed(loaded: Loaded, state: Any, piece: Any, way: Way) -> Iterator[Fault]:
    """What lies in a box lies nowhere else, and in none of another side or nation."""

    def at() -> Way:
        return _way_to(loaded, piece.id, way, "box")

    boxes = state.law.book.boxes
    box = boxes.get(piece.box)
    if box is None:
        yield loaded.fault(at(), "no-box", unit=piece.id, box=piece.box, known=tuple(boxes))
    elif not box.holds(piece.side, getattr(piece, "nation", "")):
        whose = tuple(filter(None, (box.side, *sorted(box.nations))))
        yield loaded.fault(at(), "box-of-others", unit=piece.id, box=box.id, whose=whose)
    if "ground" in state.whereabouts(piece):
        yield loaded.fault(at(), "in-two-places", unit=piece.id, box=piece.box)


def _answers(loaded: Loaded, ids: Iterable[str], way: Way) -> Iterator[Fault]:
    """Nothing that may be chosen is called like an answer that is no choice."""
    for id in ids:
        if id in (DONE, BACK):
            yield loaded.fault((*way, id), "answer-id", on_key=True, id=id)


def _way_to(loaded: Loaded, id: str, way: Way, key: str = "") -> Way:
    """Where a piece is written, or a key of it: under its name, or beside an `id` that is its name."""
    open_ways: list[Way] = [way]
    while open_ways:
        here = open_ways.pop(0)
        node = loaded.node.at(here)
        parts: Iterable[object] = node.entries if node.entries is not None else range(len(node.items or ()))
        for part in parts:
            entries = (below.entries if (below := node.child(part)) else None) or {}
            own = part == id or ("id" in entries and str(entries["id"].value) == id)
            if own and entries.keys() & {"kind", "place", key}:
                return (*here, part, key) if key in entries else (*here, part)
            open_ways.append((*here, part))
    return way


def law_faults(loaded: Loaded, make: Callable[[], Any], way: Way) -> Iterator[Fault]:
    """Amendments that clash, or data that a game refuses to set up."""
    try:
        make()
    except Clash as clash:
        yield loaded.fault(way, "clash", rules=clash.rules)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        yield loaded.fault(way, "no-set-up", problem=f"{type(error).__name__}: {error}")


# -- readings files ----------------------------------------------------------------------------------------------
def readings_file(loaded: Loaded) -> Iterator[Fault]:
    """Every default must be an option; every rule, where the file lies in a rulebook, must be in it."""
    for slug, entry in loaded.data.items():
        if entry["default"] not in entry["options"]:
            known = tuple(entry["options"])
            yield loaded.fault(
                (slug, "default"), "no-reading-option", reading=slug, option=entry["default"], known=known
            )
    folders = Path(loaded.path).resolve().parents
    game = next((game for game in rulesets.games() if rulesets.folder(game) in folders), None)
    if game:
        for slug, entry in loaded.data.items():
            yield from rules(loaded, rulesets.book(game), entry["rules"], (slug, "rules"))


def amount(text: Any) -> Any:
    """A number of a case, exact; None where it is none."""
    try:
        return exact(text)
    except (ValueError, ZeroDivisionError):
        return None
