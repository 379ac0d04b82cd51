"""What is drawn and told of a move: the cheapest means, its whole cost, what is missing; a saying keeps its fact."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml

import tutor
from tests.board.ground import Put, Seat, desk, large_map
from tests.duel.ruleset import BOOK
from tests.laws.fa_moves import army
from tutor import library
from tutor.board import gestures, instruments, marching, measuring, recording
from tutor.board.asked import Asked
from tutor.board.drawers.cards import card
from tutor.board.said import say
from tutor.board.stage import Stage
from tutor.board.table import Table
from tutor.engine.ask import BACK, DONE, Ask
from tutor.engine.check import objection
from tutor.engine.facts import Number
from tutor.engine.going import Going
from tutor.engine.instrument import Instrument, Shown
from tutor.engine.law import Law
from tutor.engine.ledger import Ledger, plus
from tutor.engine.nouns import number
from tutor.engine.run import StepBook
from tutor.engine.space.paths import compile_costs, place_of, reach
from tutor.engine.text import Text
from tutor.files.writing import load_record, save_record
from tutor.rendering import plain
from tutor.rulesets import ruleset

NAMES = ("se/roana", "fa/belgium-1914", "gwie/trent-march", "dff/gallipoli-1915")


def going_of(table: Seat, unit: str) -> tuple[Going, ...]:
    return table.rules.goings(table.state, unit)  # type: ignore[no-any-return]


def movers(table: Seat, many: int) -> list[str]:
    """Some of those who may go somewhere."""
    placed = (piece.id for piece in table.state.pieces if piece.place in table.state.map)
    return list(islice((id for id in placed if any(one.places for one in going_of(table, id))), many))


Open = tuple[tuple[Going, frozenset[str]], ...]


def opened(goings: tuple[Going, ...]) -> Open:
    """Every means with the places where it may end, asked for once."""
    return tuple((one, frozenset(one.places)) for one in goings)


def prices(goings: Open, place: str) -> list[tuple[Number, Going]]:
    """What every means that ends there costs."""
    return [(one.reach.cost(place) or 0, one) for one, ends in goings if one.reach is not None and place in ends]


@pytest.mark.parametrize("name", NAMES)
def test_the_cheapest_means_is_drawn_and_told_to_its_whole_cost(name: str) -> None:
    table = desk(name)
    tool = instruments.instruments(table.rules)["going"]
    seen: Counter[str] = Counter()
    for unit in movers(table, 4):
        goings = going_of(table, unit)
        open_ = opened(goings)
        costs = {mark.places[0]: mark.text for mark in marching.reach_marks(goings, table.state.map.places, "en")
                 if mark.kind == "cost"}  # fmt: skip
        reached = sorted({place for _, ends in open_ for place in ends})
        assert costs == {place: number(min(cost for cost, _ in prices(open_, place)), "en") for place in reached}
        for place in reached[:: max(1, len(reached) // 4)]:
            cheap = min(cost for cost, _ in prices(open_, place))
            found = tool.find(table.state, table.words(), unit, place)
            (path,) = [mark.places for mark in found.marks if mark.kind == "path"]
            assert path in [one.way(place) for cost, one in prices(open_, place) if cost == cheap]
            assert f"({number(cheap, 'en')} in all)" in found.told
            seen["ways"] += 1
            seen["of several steps"] += len(path) > 2
    assert seen["of several steps"] > 4, seen


def steady(per_step: int) -> Going:
    """A means by which every step of one map costs the same."""
    ledger = Ledger.of("1.0", "step", [plus("1.0", "step", per_step)])
    map_ = large_map()
    found = reach(compile_costs(map_, lambda a, b: ledger), map_.places[0], 6)
    return Going(
        law=Law.of(BOOK),
        means="on-foot",
        rule="1.0",
        unit="unit",
        reach=found,
        no_way=lambda place: objection("1.0", "no-way"),
    )


def test_of_two_means_the_cheaper_is_taken_in_whatever_order() -> None:
    cheap, dear = steady(1), steady(2)
    only = opened((cheap,))
    assert len(cheap.places) > len(dear.places) > 3
    for goings in ((cheap, dear), (dear, cheap)):
        assert all(marching.best(goings, place) is cheap for place in cheap.places)
        marks = [one for one in marching.reach_marks(goings, large_map().places, "en") if one.kind == "cost"]
        lowest = {place: number(prices(only, place)[0][0], "en") for place in cheap.places}
        assert {one.places[0]: one.text for one in marks} == lowest


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("fa/")])
def test_how_much_is_missing_is_told_where_points_alone_decide(name: str) -> None:
    table = desk(name)
    words, told = table.words(), Counter[bool]()
    for unit in movers(table, 4):
        one = next((one for one in going_of(table, unit) if one.reach is not None and not one.closed), None)
        for place in table.state.map.places[::5] if one is not None else ():
            if one is not None and place != table.state.pieces[unit].place and place not in one.places:
                missing = one.missing(place)
                text = plain.text(marching.way_told(one, place, words))
                needed = None if missing is None else words.say("told.missing", {"n": missing}).lower()
                assert ("points missing" in text) == (needed is not None)
                assert needed is None or needed in text
                told[needed is not None] += 1
    assert told[True] > 2, told


def test_a_line_that_is_cut_is_drawn_as_cut_with_a_bar_across_every_way_on() -> None:
    """In random positions, since in those that are shipped nearly everybody is supplied."""
    seen: Counter[bool] = Counter()
    supply = ruleset("fa").supply
    assert supply is not None
    for state in map(army, range(3)):
        for unit in [one.id for one in state.on_map() if one.place in state.map]:
            line = supply(state, unit)
            marks = list(marching.supply_marks(line))
            drawn = [(mark.places, mark.text) for mark in marks if mark.kind == "supply"]
            assert drawn == ([(line.line, "open" if line.open else "cut")] if len(line.line) > 1 else [])
            ways = line.cut.ways if line.cut is not None else ()
            bars = {mark.places for mark in marks if mark.kind == "cut"}
            assert bars == {(place_of(way.origin), place_of(way.into)) for way in ways}
            seen[line.open] += bool(drawn)
    assert min(seen[True], seen[False]) > 2, seen


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_place_without_units_is_named(lang: str) -> None:
    table = desk("se/roana", lang)
    table.click("3055")
    assert "3055" in table.view.headline


@pytest.mark.parametrize("part", ["board", "compare", "lessons"])
def test_a_message_names_the_same_facts_in_both_languages(part: str) -> None:
    slots = re.compile(r"\{(\w+)[^}]*\}")
    told = yaml.safe_load((Path(tutor.__file__).parent / part / "messages.yaml").read_text("utf-8"))
    facts = {
        kind: [set(slots.findall(str(text[lang]))) for lang in ("fr", "en")]
        for kind, text in told.items()
        if kind != "slots"
    }
    assert {kind: pair for kind, pair in facts.items() if pair[0] != pair[1]} == {}
    assert sum(bool(pair[0]) for pair in facts.values()) > 10


# -- what a person asks for that cannot be ----------------------------------------------------------------------
WISHES: dict[str, tuple[Any, dict[str, Any], tuple[str, ...]]] = {
    "name": ("se/roanna", {}, ("se/roanna", "se/roana")),
    "nothing": (None, {}, ("se/roana",)),
    "no file": ("nowhere/x.yaml", {}, ("nowhere/x.yaml",)),
    "language": ("se/roana", {"language": "de"}, ("de", "fr", "en")),
    "seat": ("se/roana", {"players": {"ge": "bold"}}, ("ge", "ah, it")),
    "player": ("se/roana", {"players": {"ah": "zorro"}}, ("zorro", "cautious", "random")),
    "seats": ("se/roana", {"players": ["ah"]}, ("ah", "dict(ah")),
    "eyes": ("se/roana", {"side": "ge"}, ("ge", "ah, it")),
    "reading": ("se/roana", {"readings": {"los-block": "x"}}, ("los-block", "los-blocking")),
    "reading option": ("se/roana", {"readings": {"los-blocking": "x"}}, ("los-blocking", "above-both")),
    "option": ("se/roana", {"options": ["fog"]}, ("fog", "roana-bridge")),
    "options": ("se/roana", {"options": "fog"}, ("fog",)),
    "seed": ("se/roana", {"seed": [1]}, ("seed", "1")),
}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("wish", sorted(WISHES))
def test_a_wish_that_cannot_be_met_is_told_with_what_there_is(wish: str, lang: str) -> None:
    scenario, more, named = WISHES[wish]
    shown = Table(scenario, **{"language": lang, **more})
    assert shown.desk is None
    head, *faults = shown.text().splitlines()
    assert len(faults) == 1
    assert [part for part in named if part not in faults[0]] == []
    spoken = "en" if more.get("language") else lang
    assert head == say("bad-scenario", spoken)
    assert not any(word in faults[0] for word in ("Error", "None"))
    assert lang == "en" or more.get("language") or "unknown" not in faults[0]


def test_several_wishes_are_told_at_once() -> None:
    shown = Table("se/roana", language="en", readings={"x": "y"}, options=["fog", "mist"])
    assert len(shown.text().splitlines()) == 4


# -- gestures that a random player found ------------------------------------------------------------------------
def test_a_question_that_somebody_else_has_answered_is_no_longer_looked_at() -> None:
    table = Table("tlm/liege", language="en", seed=1)
    one = Seat(table)
    asked = one.ask
    one.next_possible()
    players = table.drawer.pull("players")
    players.who[asked.who].choose("random")
    assert one.ask is not asked
    assert one.target is None or one.ask.understands(one.target)
    assert table.errors == []


@pytest.mark.parametrize("name", library.names())
def test_any_player_goes_on_from_what_a_person_began(name: str) -> None:
    begun = 0
    for policy in ("random", *library.scenario(name).rules.policies):
        one = desk(name, seed=3)
        for _ in range(40):  # hands may be drawn first
            ask = one.ask
            if isinstance(ask, Ask):
                legal = [answer for answer in ask.legal() if answer not in (DONE, BACK)]
                one.answer(legal[0] if legal else DONE)
            elif ask is not None:
                one.roll()
            if isinstance(one.ask, Ask) and one.ask.back:
                begun += 1
                break
        before = one.line.now
        if isinstance(one.ask, Ask):
            one.seat(one.ask.who, policy)
            assert one.line.now is not before
    assert begun or not one.rules.policies


def test_a_counter_off_the_map_is_looked_at_where_a_place_is_asked_for() -> None:
    table = Table("se/roana", language="en", seed=1)
    one = Seat(table)
    one.answer("gz1")
    ask = one.ask
    assert isinstance(ask, Ask)
    assert ask.of == ("place",)
    state = ask.state.put(ask.state.pieces["gz2"].but(place=None))
    table.desk = replace(one.desk, here=Asked(Put(one.rules, one.position, ask._replace(state=state))))
    table._pointed(None, "gz2", None)
    assert one.target is None
    assert one.opened == ("gz2",)
    assert table.errors == []


def test_a_region_of_the_sea_has_a_card() -> None:
    one = desk("fa/goeben-1914", "fr")
    one.answer("italian-coast")
    stage = Stage(one.state, "fr")
    assert one.state.pieces["goeben"].place == "italian-coast"
    assert "italian-coast" not in stage.layout.centres
    assert "<svg" in card(stage, "italian-coast")


def test_a_line_that_comes_nowhere_is_not_drawn() -> None:
    one = Instrument(Text("ligne", "line"), ("unit",), "sight", lambda state, unit: Shown(line=(unit,)))
    assert list(instruments.marks(one, one.find(None, "3452"))) == []
    assert list(instruments.marks(one, Shown(line=("3452", "3453")))) != []


def test_an_instrument_lets_go_of_a_counter_that_was_removed() -> None:
    table = Table("se/roana", language="en")
    looking = table.drawer.pull("instruments")
    looking.which.choose("range")
    table._pointed(None, "morser", None)
    assert measuring.given(table.playing) == ("morser",)
    panel = table.drawer.pull("setup")
    panel.act.value = "remove"
    panel.unit.choose("morser")
    panel.do_it.click()
    assert table.errors == []
    assert measuring.given(table.playing) == ()


def test_the_panel_changes_its_language_whole() -> None:
    table = Table("se/roana", language="en", seed=1)
    table._pointed("3450", None, None)
    table.controls.supposing[0].click()
    assert "it would be allowed" in table.story.value or "it would still be refused" in table.story.value
    table.speak("fr")
    assert "ce serait permis" in table.story.value or "ce serait encore refusé" in table.story.value


def test_a_way_that_goes_no_farther_changes_its_language() -> None:
    table = Table("se/roana-march", language="fr", seed=1)
    one = Seat(table)
    while not one.asked.goings:
        one.answer(next(answer for answer in one.asked.whole if answer != BACK))
    start = place_of(one.asked.goings[0].reach.start)
    beside = {start, *one.state.map.neighbours(start)}
    far = next(place for place in one.state.map.places if place not in beside)
    table.tools.walking.value = True
    table._pointed(far, None, None)
    assert f"{far} ne touche pas le lieu" in table.story.value
    table.speak("en")
    assert f"{far} is not beside the place" in table.story.value
    assert "ne touche pas" not in table.story.value


def test_the_last_roll_changes_its_language_too() -> None:
    table = Table("gwie/trent", language="en", seed=1)
    one = Seat(table)
    while one.asked is not None:
        one.answer(next(iter(one.asked.whole)))
    one.roll()
    told = []
    for lang in ("en", "fr", "en"):
        table.speak(lang)
        fallen = table.playing.fallen
        assert fallen is not None
        told.append({cell.value for cell in fallen.table.cells})
    assert told[0] == told[2] != told[1]


# -- records and files ------------------------------------------------------------------------------------------
def test_a_record_of_another_scenario_is_not_played_and_says_where_it_belongs(tmp_path: Path) -> None:
    table = Table("se/roana", language="en", seed=1)
    table.do(gestures.answer, "gz1")
    now = table.playing.line.now
    part = table.drawer.pull("record")
    for other in ("fa/belgium-1914", "se/novegno"):
        save_record(recording.record(desk(other).desk), tmp_path / "other.yaml", over=True)
        part.file.value = f"{tmp_path}/other.yaml"
        part.load.click()
        assert other in part.told.value
        assert table.playing.line.now is now
    save_record(replace(recording.record(table.playing), options=("fog",)), tmp_path / "other.yaml", over=True)
    part.load.click()
    assert "fog" in part.told.value
    assert table.playing.line.now is now
    assert table.errors == []


def test_another_reading_keeps_what_was_noted() -> None:
    one = desk("se/roana")
    one.comment("before all")
    one.answer("gz1")
    one.comment("why this battalion")
    slug, reading = next(iter(one.rules.book.readings.items()))
    now = one.line.root.state.law.reading(slug)
    one.read(slug, next(option for option in reading["options"] if option != now))
    assert one.line.state.chosen == "gz1"
    assert one.noted.told("en") == "why this battalion"
    one.undo()
    assert one.noted.told("en") == "before all"


def test_a_record_from_a_position_of_ones_own_brings_its_scenario_with_it(tmp_path: Path) -> None:
    table = Table("se/roana", language="en", seed=1)
    panel = table.drawer.pull("setup")
    table._pointed("3453", None, None)
    table._pointed("3454", None, None)
    panel.play.click()
    assert table.playing.asked is not None
    table.do(gestures.answer, table.playing.asked.whole[0])
    part = table.drawer.pull("record")
    part.file.value = f"{tmp_path}/own.yaml"
    part.save.click()
    record = load_record(tmp_path / "own.yaml")
    assert record.scenario == f"{tmp_path}/own-scenario.yaml"
    again = Table(record.scenario, language="en")
    assert again.desk is not None
    reading = again.drawer.pull("record")
    reading.file.value = f"{tmp_path}/own.yaml"
    reading.load.click()
    assert again.playing.state == table.playing.state
    assert table.errors == again.errors == []


def test_a_file_that_cannot_be_written_is_told() -> None:
    table = Table("se/roana", language="en")
    for drawer in ("record", "setup"):
        part = table.drawer.pull(drawer)
        part.file.value = "/nowhere/at/all.yaml"
        part.save.click()
        assert "/nowhere/at/all.yaml" in table.headline.value
        assert "Error" not in table.headline.value
    assert table.errors == []


# -- setting up -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text", ["pieces: [", "- a\n- b", "game: se\npieces: []", "game: fa\npieces: {}", "game: se\npieces: {a: 1}"]
)
def test_a_text_that_cannot_be_read_stands_as_it_was_typed(text: str) -> None:
    table = Table("se/roana", language="fr")
    panel = table.drawer.pull("setup")
    before = panel.now.data
    panel.text.value = text
    panel.read.click()
    assert panel.text.value == text
    assert panel.now.data == before
    assert "<li>" in panel.faults.value
    assert str(panel.now._file) not in panel.faults.value
    panel.undo.click()
    assert panel.now.data == before
    assert table.errors == []


def test_a_value_that_cannot_be_read_changes_nothing() -> None:
    table = Table("se/roana", language="en")
    panel = table.drawer.pull("setup")
    panel.field.choose("pieces")
    for value in ("{", "[1]", "a: [", "{gz1: 3}"):
        before = panel.now.data
        panel.value.value = value
        panel.put_field.click()
        assert panel.now.data == before
        assert "<li>" in panel.faults.value
    assert table.errors == []


def test_what_the_lists_cannot_do_is_not_done() -> None:
    table = Table("se/roana", language="en")
    panel = table.drawer.pull("setup")
    before = panel.now.text()
    panel.tray.choose("it · infantry")
    panel.do_it.click()
    panel.act.value, panel.level.value = "paint", "²"
    panel.terrain.value = "no such ground"
    panel.place.choose("3055")
    panel.do_it.click()
    assert panel.now.text() == before
    panel.act.value = "work"
    panel.do_it.click()
    assert table.playing.line.state.trench("3055") == 1
    assert table.errors == []


def test_ground_is_not_painted_on_a_map_that_does_not_exist() -> None:
    table = Table("gwie/trent", language="en")
    panel = table.drawer.pull("setup")
    panel.field.choose("map")
    panel.value.value = "nowhere"
    panel.put_field.click()
    assert "nowhere" in panel.faults.value
    panel.act.value = "paint"
    panel.terrain.choose(panel.terrain.pairs[0][1])
    table._pointed("W2715", None, None)
    assert panel.now.data["map"] == "nowhere"
    panel.undo.click()
    assert not panel.play.disabled
    assert table.errors == []


def test_an_emptied_map_is_told_and_undone() -> None:
    table = Table("se/roana", language="en")
    panel = table.drawer.pull("setup")
    sides = tuple(table.drawer.pull("players").who)
    panel = table.drawer.pull("setup")
    panel.act.value = "remove"
    many = len(panel.now.pieces)
    for id in list(panel.now.pieces):
        panel.unit.choose(id)
        panel.do_it.click()
    assert table.errors == []
    assert panel.now.pieces == {}
    assert panel.play.disabled == bool(panel.now.faults("en"))
    players = table.drawer.pull("players")
    assert tuple(players.who) == table.playing.sides
    table.drawer.pull("odds").go.click()
    table.drawer.pull("setup")
    for _ in range(many):
        panel.undo.click()
    assert len(panel.now.pieces) == many
    assert tuple(table.drawer.pull("players").who) == table.playing.sides == sides
    assert table.errors == []


def test_a_counter_where_no_counter_can_stand_has_no_supply() -> None:
    table = Table("fa/belgium-1914", language="en")
    panel = table.drawer.pull("setup")
    panel.now.move("kluck", "0101")
    panel.fresh()
    assert table.playing.state.map.hex("0101").terrain == "sea"
    looking = table.drawer.pull("instruments")
    for instrument in ("supply", "going"):
        looking.which.choose(instrument)
        table._pointed(None, "kluck", None)
        assert "kluck" in measuring.given(table.playing)
        assert looking.told.value
    assert table.errors == []


def test_a_step_is_told_under_one_that_is_known() -> None:
    with pytest.raises(ValueError, match="whole"):
        StepBook().step("part", "1.0", under="whole")(lambda state, trace: state)
