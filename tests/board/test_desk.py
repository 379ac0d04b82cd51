"""Every gesture of the table, without a browser."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from tests.board.ground import Put, Seat, crowded, desk, large_map
from tests.laws.fa_battles import battle
from tutor import library
from tutor.board import gestures, instruments, playing, recording, supposing
from tutor.board.asked import Asked
from tutor.board.layout import layout_of
from tutor.board.paint import sheet
from tutor.board.setting import Setting
from tutor.board.table import Table
from tutor.board.view import view
from tutor.board.widgets import is_shown
from tutor.engine.ask import DONE, Ask
from tutor.engine.consulted import verdict_under
from tutor.engine.play import Session
from tutor.engine.records import of_line, replay
from tutor.engine.run import Position


def kinds(one: Seat) -> set[str]:
    return {mark.kind for mark in one.view.scene.marks}


# -- select, look, confirm --------------------------------------------------------------------------------------
def test_the_first_question_says_who_acts_and_lights_who_may() -> None:
    table = desk()
    shown = table.view
    assert "Austro-Hungarian side" in shown.headline
    assert "4 possible" in shown.headline
    (ready,) = [mark for mark in shown.scene.marks if mark.kind == "ready"]
    assert set(ready.units) == {"gz1", "gz2", "gz3", "fj9"}


def test_the_first_click_looks_and_the_second_gives() -> None:
    table = desk()
    table.click("3452")
    assert table.target == "fj9"
    assert table.view.mood == "ok"
    assert "target" in kinds(table)
    table.click("3452")
    assert isinstance(table.ask, Ask)
    assert table.ask.kind == "declare-hex"
    assert {"attack", "dim", "chosen"} <= kinds(table)


def test_select_and_go() -> None:
    table = desk()
    table.click("3452")
    table.click("3352")
    assert table.target == "3352"
    assert "arrow" in kinds(table)
    table.click("3352")
    assert table.line.state.unit("fj9").assault == "3352"


def test_a_drag_is_select_and_go() -> None:
    table = desk()
    table.click("3452")
    table.drop("3352")
    assert table.target == "3352"


def test_a_stack_fans_out_and_each_of_its_counters_can_be_chosen() -> None:
    table = desk()
    table.click("3351")
    assert set(table.view.scene.fan) == {"gz1", "gz2"}
    table.click(None, "gz1")
    assert table.target == "gz1"


def test_of_a_stack_the_counter_that_is_seen_is_meant_else_the_next_below_it() -> None:
    table = desk()
    seen = next(stack for stack in table.view.scene.stacks if stack.place == "3351").counters[-1].id
    table.click("3351")
    assert table.target == seen == "gz2"
    table.click(None, "gz2")
    table.click("3352")
    table.click("3352")
    assert "gz2" not in table.ask.legal()  # type: ignore[union-attr]
    table.click("3351")
    assert table.target == "gz1"


def test_a_refused_click_gets_the_verdict_ranked_and_cited() -> None:
    table = desk()
    table.click("3450")
    shown = table.view
    assert shown.mood == "no"
    assert shown.headline.startswith("✗")
    assert "SE 13.1.1" in shown.hint
    assert "SE 8.6" in shown.panel
    assert "<details open>" in shown.panel
    assert "refused" in kinds(table)
    table.confirm()
    assert table.target == "morser"
    assert table.line.now.parent is None


def test_where_nothing_is_lit_nothing_is_given_away() -> None:
    table = desk()
    table.switch(lit=False)
    assert kinds(table) == set()
    assert "possible" not in table.view.headline
    table.click("3450")
    assert "SE 13.1.1" in table.view.panel


@pytest.mark.parametrize("nonsense", [DONE, "nowhere", ["gz1"], None])
def test_what_is_no_answer_is_told_and_changes_nothing(nonsense: object) -> None:
    table = desk()
    table.answer("gz1")
    line = table.line
    table.answer(nonsense)
    assert table.line is line
    assert "does not answer the question" in table.view.headline


def test_another_unit_can_be_taken_instead() -> None:
    table = desk()
    table.click("3452")
    table.click("3452")
    table.click("3453")
    assert table.target == "gz3"


def test_an_empty_place_says_that_nobody_is_there() -> None:
    table = desk()
    table.click("3055")
    assert "No unit" in table.view.headline


def test_a_click_beside_the_map_clears() -> None:
    table = desk()
    table.click("3452")
    table.click(None)
    assert table.target is None


# -- languages and levels ---------------------------------------------------------------------------------------
def test_both_languages_and_three_levels() -> None:
    table = desk()
    table.click("3450")
    english = table.view
    table.speak("fr")
    french = table.view
    assert english.headline != french.headline
    assert english.scene.marks == french.scene.marks
    assert "Pourquoi" in french.panel
    table.switch(level=1)
    assert len(table.view.panel) < len(french.panel)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_nothing_is_left_without_words(lang: str) -> None:
    """No message key, no empty slot, in any view of a whole battle."""
    table = desk(lang=lang, players={"ah": "bold", "it": "bold"}, seed=5)
    for _ in range(60):
        shown = table.view
        told = re.sub(r"<[^>]+>", " ", shown.headline + shown.hint + shown.panel)
        assert not re.search(r"\{\w+\}|\b(?:button|choose|hint|symbol|as-if)\.\w", told), told
        if table.line.over:
            break
        table.roll()
    assert table.line.over


# -- pure -------------------------------------------------------------------------------------------------------
def test_the_view_is_a_function_of_what_it_gets() -> None:
    looked = desk().desk.looking(target="gz1")
    one, other = view(looked), view(replace(looked))
    assert one is not other
    assert (one.scene.stacks, one.scene.marks, one.headline, one.panel) == (
        other.scene.stacks, other.scene.marks, other.headline, other.panel,
    )  # fmt: skip


def test_a_place_answer_on_a_large_map_lights_without_prices_for_all() -> None:
    state = crowded()
    ask = Ask(state, "13.1.5", "ah", "declare-hex", ("place",), lambda place: iter(()))
    table = desk().desk
    shown = view(replace(table, here=Asked(Put(table.rules, Position(state), ask))))
    assert {mark.kind for mark in shown.scene.marks} >= {"dim", "reach"}
    assert len(large_map().places) == 1200


# -- dice and steps ---------------------------------------------------------------------------------------------
def to_dice(table: Seat) -> None:
    """To the die of the bombardment of 3352."""
    table.click("3351", "gz1")
    table.click("3352")
    table.click("3352")
    table.answer(DONE)
    table.answer("morser")
    table.answer("3352")
    table.answer(DONE)


def test_before_a_roll_every_face_is_shown_and_equal_results_are_summed() -> None:
    table = desk()
    to_dice(table)
    faces = table.faces
    assert [cell.face for cell in faces.cells] == [1, 2, 3, 4, 5, 6]
    assert faces.stand_in
    assert sum(weight for _, weight in faces.summed) == 6
    assert len(faces.summed) < 6
    assert 'class="faces"' in table.view.panel
    assert "stand-in" in table.view.panel


def test_a_chosen_face_is_marked_and_told() -> None:
    table = desk()
    to_dice(table)
    value = table.faces.value_of(4)
    table.roll(4)
    shown = table.view.panel
    assert "<td class=hit" in shown
    assert f"Result: {value}" in shown.replace("&#x27;", "'")


def test_a_face_that_does_not_exist_is_refused() -> None:
    table = desk()
    to_dice(table)
    table.roll(9)
    assert "do not exist" in table.view.headline
    assert not isinstance(table.ask, Ask)


def test_seeded_dice_fall_alike() -> None:
    rolled = []
    for _ in range(2):
        table = desk(seed=7)
        to_dice(table)
        table.roll()
        rolled.append(table.line.now.written)
    assert rolled[0] == rolled[1]


def test_a_procedure_is_stepped_back_and_forth_with_the_state_of_each_step() -> None:
    table = desk()
    to_dice(table)
    table.roll(6)
    seen = []
    for _ in range(12):
        table.step(-1)
        seen.append(table.frame)
        assert table.view.headline
    assert seen == sorted(seen, reverse=True)
    assert table.state is not table.line.state
    for _ in range(40):
        table.step(1)
    assert table.frame is None


def test_step_by_step_begins_at_the_first_thing_that_happened() -> None:
    table = desk()
    table.switch(stepping=True)
    to_dice(table)
    table.roll(6)
    assert table.frame is not None
    table.click("3352")
    assert table.frame is None


@pytest.mark.parametrize("by_key", [False, True])
def test_after_an_answer_one_is_at_the_present(by_key: bool) -> None:
    """Also where a step of what went before was looked at: the keys end a step from there, too."""
    table = desk()
    to_dice(table)
    table.roll(6)
    while table.asked is None or not table.asked.may_end:
        table.roll(6) if table.asked is None else table.answer(table.asked.whole[0])
    table.step(-1)
    assert table.frame is not None
    line = table.line
    for _ in range(1 + by_key):  # what is still possible is named first
        table.finish() if by_key else table.answer(DONE)
    assert table.line is not line
    assert table.frame is None


def test_a_pool_counts_hits() -> None:
    table = desk("tlm/cambrai", players={"GE": "plain", "Entente": "plain"}, seed=3)
    while isinstance(table.ask, Ask):
        table.others()
        assert not isinstance(table.ask, Ask)
    faces = table.faces
    assert sum(cell.weight for cell in faces.cells) == 6**table.ask.dice  # type: ignore[union-attr]
    table.roll()
    assert table.fallen is not None
    shown = table.view.panel
    assert shown.count("class='die") == table.fallen.chance.dice
    assert shown.count("die hit") == table.fallen.value.total


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_draw_is_no_throw_of_dice(lang: str) -> None:
    """A card of a pile has no table of hits; what a chit does is called as its rule is, never by a number."""
    table = desk("tlm/kaiserschlacht", lang)
    assert table.ask.kind == "draw"  # type: ignore[union-attr]
    assert table.faces.plain
    assert {"fr": "tirez", "en": "draw"}[lang] in table.view.headline
    chits = desk("gwie/suez-to-gaza", lang)
    assert chits.ask.kind == "event-draw"  # type: ignore[union-attr]
    assert len(chits.faces.summed) > 2
    assert not [value for value, _ in chits.faces.summed if value in chits.words().book]


@pytest.mark.parametrize(("scenario", "draws"), [("tlm/kaiserschlacht", True), ("gwie/suez-to-gaza", True),
                                                 ("se/roana", False)])  # fmt: skip
def test_who_draws_is_offered_no_faces(scenario: str, draws: bool) -> None:
    """By its number in the pile nobody knows a card: there is a button to draw, and no field for faces."""
    table = Table(scenario, language="en", seed=1)
    while isinstance(table.playing.ask, Ask):
        table.do(gestures.answer, table.playing.asked.whole[0])  # type: ignore[union-attr]
    throw = table.controls.throw
    assert ("Draw" in throw.roll.description) == draws
    assert draws == (not is_shown(throw.box))
    table.do(gestures.click, None)
    assert ("Draw button" in table.playing.view.headline) == draws
    assert is_shown(throw.roll)
    assert table.errors == []


# -- back, forth, branches --------------------------------------------------------------------------------------
def test_undo_redo_and_branches() -> None:
    table = desk()
    start = table.state
    table.answer("gz1")
    table.undo()
    assert table.state == start
    table.answer("gz2")
    table.undo()
    assert len(table.line.after(table.line.now)) == 2
    table.redo(0)
    assert table.state.chosen == "gz1"


def test_undo_passes_over_what_others_answered() -> None:
    table = desk(players={"it": "bold"}, seed=1)
    to_dice(table)
    table.roll(6)
    table.undo()
    ask = table.ask
    assert ask is not None
    assert not isinstance(ask, Ask) or ask.who == "ah"


def test_the_record_replays() -> None:
    table = desk(seed=2)
    to_dice(table)
    table.roll(5)
    record = of_line(table.line, "se/roana")
    found = library.scenario("se/roana")
    again = replay(record, Session(found.rules, found.position()))
    assert again.state == table.line.state


# -- who answers ------------------------------------------------------------------------------------------------
def test_policies_and_chance_answer_for_a_side() -> None:
    for name in ("bold", "random"):
        table = desk(players={"ah": name, "it": name}, seed=4)
        table.throw_alone(True)
        assert table.line.over


def test_a_side_may_follow_the_record() -> None:
    table = desk()
    table.answer("gz1")
    table.answer("3352")
    table.go_to(table.line.root)
    table.seat("ah", "record")
    assert table.line.state.unit("gz1").assault == "3352"


# -- regions of many hexes --------------------------------------------------------------------------------------
def test_a_click_on_a_hex_of_a_sea_area_means_the_area_where_only_that_can_be_meant() -> None:
    table = desk("fa/goeben-1914")
    layout, ask = layout_of(table.state.map), table.ask
    assert isinstance(ask, Ask)
    legal = set(ask.legal())
    (reach,) = [mark for mark in table.view.scene.marks if mark.kind == "reach"]
    assert "italian-coast" in legal & set(layout.regions)
    assert "italian-coast" in reach.places
    (dim,) = [mark for mark in table.view.scene.marks if mark.kind == "dim"]
    assert not set(layout.regions["italian-coast"]) & set(dim.places)
    hex = next(place for place in layout.regions["italian-coast"] if place not in legal)
    table.click(hex)
    assert table.target == "italian-coast"
    drawn = sheet.picture(table.view.scene)
    assert drawn != sheet.picture(desk("fa/goeben-1914").view.scene)
    port = next(place for place in legal if place in layout.centres)
    table.click(port)
    assert table.target == port


# -- sealed answers ---------------------------------------------------------------------------------------------
def sealed_desk() -> Seat:
    """A desk at which one side is to answer unseen by the other."""
    found = library.scenario("fa/belgium-1914")
    for seed in range(60):
        session = Session(found.rules, battle(seed), seed=seed)
        while not session.over:
            ask = session.ask
            if isinstance(ask, Ask) and ask.sealed and len(list(ask.legal())) > 1:
                return Seat(playing.lay(found, session.state, "en"))
            if isinstance(ask, Ask):
                session.answer(found.rules.policies["bold"].answer(found.rules, ask))
            else:
                session.roll()
    raise AssertionError("no battle in the air")


def test_a_sealed_answer_is_read_by_its_side_alone() -> None:
    table = sealed_desk()
    ask = table.ask
    assert isinstance(ask, Ask)
    assert "looks away" in table.view.hint
    answer = next(iter(ask.legal()))
    table.answer(answer)
    (entry,) = [e for e in table.line.entries if e.what == "choice"]
    told = {}
    for side in (ask.who, next(one for one in table.sides if one != ask.who), None):
        table.switch(side=side)
        told[side] = table.may_read(entry)
        assert (entry in table.shown_entries()) == told[side]
        seen = []
        for _ in range(len(table.line.entries)):
            table.step(-1)
            seen.append(table.entry)
        assert (entry in seen) == told[side]
        table.live()
    assert list(told.values()) == [True, False, True]


def test_the_record_hides_a_sealed_answer_from_the_other_side() -> None:
    desk_ = sealed_desk()
    assert isinstance(desk_.ask, Ask)
    asked, answer = desk_.ask.who, next(iter(desk_.ask.legal()))
    table = Table(desk_.desk, language="en")
    part = table.drawer.pull("record")
    table.do(gestures.answer, answer)
    lines = {}
    for side in (asked, next(one for one in desk_.sides if one != asked)):
        table.turn(gestures.switch, side=side)
        table.show()
        lines[side] = part.lines.value
    mine, theirs = lines.values()
    assert "(sealed answer)" in theirs
    assert "(sealed answer)" not in mine


# -- as if ------------------------------------------------------------------------------------------------------
def test_as_if_offers_only_what_would_change_the_verdict() -> None:
    table = desk()
    assert supposing.offered(table.desk) == ()
    table.click("3452")
    assert supposing.offered(table.desk) == ()
    table.look_at("morser")
    ask, position = table.ask, table.line.position
    assert isinstance(ask, Ask)
    before = {check.rule for check in ask.verdict("morser").objections}
    offered = supposing.offered(table.desk)
    assert {one.rule for one in offered} & before
    for one in offered:
        after = verdict_under(table.rules, position, ask, "morser", one.law(position.state.law))
        assert after is not None
        assert {check.rule for check in after.objections} != before
        table.suppose(one)
        told = re.sub("&#x27;", "'", table.view.panel)
        assert one.label(table.words()) in told
        assert ("would be allowed" in told) == after.legal
    law = table.line.root.state.law
    assert table.line.position.state.law is law


def test_what_is_supposed_is_about_the_answer_that_is_looked_at() -> None:
    table = desk()
    table.look_at("morser")
    (one, *_) = supposing.offered(table.desk)
    table.suppose(one)
    assert one.label(table.words()) in table.view.panel
    table.look_at("gz1")
    assert table.supposed is None
    assert one.label(table.words()) not in table.view.panel


def test_as_if_follows_a_reading_and_it_can_be_kept() -> None:
    """A refusal that rests on a reading offers the others; kept, it makes a record of its own."""
    table, found = None, None
    for name in library.names():
        table = desk(name)
        for _ in range(6):
            found = _refused_by_a_reading(table)
            if found or table.line.over:
                break
            ask = table.ask
            table.answer(next(iter(ask.legal()))) if isinstance(ask, Ask) else table.roll()
        if found:
            break
    assert table is not None
    assert found is not None
    answer, one = found
    table.look_at(answer)
    table.suppose(one)
    table.keep_supposed()
    assert table.line.root.state.law.reading(one.reading) == one.option
    assert recording.record(table.desk).readings[one.reading] == one.option


def _refused_by_a_reading(table: Seat) -> tuple[object, supposing.AsIf] | None:
    ask = table.ask
    if not isinstance(ask, Ask):
        return None
    for answer in list(ask.candidates())[:60]:
        if not ask.allows(answer):
            table.look_at(answer)
            for one in supposing.offered(table.desk):
                if one.reading:
                    return answer, one
    table.leave()
    return None


# -- cards and pairs --------------------------------------------------------------------------------------------
def test_a_card_is_played_and_a_unit_and_a_place_make_one_answer() -> None:
    table = desk("tlm/verdun")
    table.pick("gericht")
    assert table.view.mood == "ok"
    table.pick("gericht")
    table.click("sedan")
    table.click("argonne")
    assert {"chosen", "target"} <= kinds(table)
    table.click("argonne")
    assert table.line.state.pieces["ge3"].place == "argonne"


def test_a_card_that_is_not_in_the_hand_is_refused_with_its_rule() -> None:
    table = desk("tlm/verdun")
    table.pick("friedensturm")
    assert table.view.mood == "no"
    assert "TLM" in table.view.hint


def test_an_army_that_is_clicked_opens() -> None:
    table = desk("tlm/verdun")
    table.click("sedan")
    assert any(display.key == "inside:ge3" for display in table.view.scene.displays)


# -- instruments ------------------------------------------------------------------------------------------------
def test_a_line_of_sight_shows_its_profile_and_the_place_that_blocks_it() -> None:
    table = desk()
    sight = instruments.instruments(table.rules)["sight"]
    found = (sight.find(table.state, table.words(), "3254", place) for place in table.state.map.places)
    closed = next(one for one in found if any(mark.kind == "blocked" for mark in one.marks))
    assert {mark.kind for mark in closed.marks} == {"sight", "blocked"}
    assert '<rect x="' in closed.told
    assert "#b3261e" in closed.told


def test_zones_command_and_range() -> None:
    table = desk()
    known = instruments.instruments(table.rules)

    def area(key: str, *given: str) -> set[str]:
        return {p for mark in known[key].find(table.state, table.words(), *given).marks for p in mark.places}

    assert "3351" in area("zones", "it") or "3452" in area("zones", "it")
    assert "3352" not in area("command", "hq11")
    assert "3352" in area("range", "morser")


WALKED = [name for name in library.names() if library.scenario(name).rules.going]

UNITS = 16  # at most that many of a scenario, from its first to its last


@pytest.mark.parametrize(("name", "lang"), list(zip(WALKED, cycle(["fr", "en"]), strict=False)))
def test_reach_way_and_refusal_of_every_unit_are_what_the_game_says(name: str, lang: str) -> None:
    table = desk(name, lang)
    going = instruments.instruments(table.rules)["going"]
    told = 0
    sample = table.state.map.places[:: max(7, len(table.state.map.places) // 12)]
    standing = [piece for piece in table.state.pieces if piece.place in table.state.map]
    for piece in standing[:: 1 + len(standing) // UNITS]:
        goings = table.rules.going(table.state, piece.id)  # type: ignore[misc]
        reached = {place for one in goings for place in one.places}
        shown = going.find(table.state, table.words(), piece.id)
        assert {p for mark in shown.marks if mark.kind == "reach" for p in mark.places} == reached
        for place in (one for one in sample if one != piece.place):
            found = going.find(table.state, table.words(), piece.id, place)
            kinds_ = {mark.kind for mark in found.marks}
            assert ("path" in kinds_) == (place in reached)
            assert ("refused" in kinds_) == (place not in reached)
            assert not re.search(r"\{\w+\}", re.sub(r"<style.*?</style>", "", found.told))
            told += 1
    assert told


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", [name for name in library.names() if library.scenario(name).rules.supply])
def test_the_supply_line_of_every_unit_is_drawn_or_its_cut(name: str, lang: str) -> None:
    table = desk(name, lang)
    supply = instruments.instruments(table.rules)["supply"]
    for piece in table.state.pieces:
        if piece.place not in table.state.map:
            continue
        line = table.rules.supply(table.state, piece.id)  # type: ignore[misc]
        found = supply.find(table.state, table.words(), piece.id)
        drawn = [mark for mark in found.marks if mark.kind == "supply"]
        assert [mark.places for mark in drawn] == ([line.line] if len(line.line) > 1 else [])
        assert all(mark.text == ("open" if line.open else "cut") for mark in drawn)
        assert "check" in found.told


# -- set-up mode ------------------------------------------------------------------------------------------------
def test_a_position_of_ones_own_is_always_a_valid_file_or_told_what_is_missing(tmp_path: Path) -> None:
    setting = Setting(library.scenario("se/roana"))
    assert setting.faults("en") == []
    label = next(label for label in setting.tray() if label == "it · infantry")
    new = setting.put(label, "3254")
    setting.move("gz3", "3551")
    setting.turn("gz1")
    setting.edit("fj9", "mp_left", "3")
    setting.paint("3252", "woods", 6)
    setting.work("3353", 2)
    setting.remove("mt")
    assert setting.faults("en") == []
    state = setting.scenario().position()
    assert state.unit(new).place == "3254"
    assert state.unit("gz3").place == "3551"
    assert state.unit("gz1").steps == 1
    assert state.unit("fj9").mp_left == 3
    assert (state.map.hex("3252").terrain, state.map.hex("3252").level) == ("woods", 6)
    assert state.trench("3353") == 2
    assert "mt" not in state.pieces
    setting.save(tmp_path / "mine.yaml")
    assert library.scenario(tmp_path / "mine.yaml").position() is not None
    for _ in range(7):
        setting.undo()
    assert setting.data == dict(library.scenario("se/roana").data)


def test_a_wrong_field_is_told_and_can_be_taken_back() -> None:
    setting = Setting(library.scenario("se/roana"))
    setting.edit("gz1", "place", '"9999"')
    told = setting.faults("en")
    assert told
    assert any("9999" in line for line in told)
    setting.undo()
    assert setting.faults("fr") == []


def test_at_the_level_of_everything_the_readings_that_decide_are_told() -> None:
    looked = desk("fa/belgium-1914", seed=1)
    looked.look_at("kluck")
    assert looked.view.verdict is not None
    assert looked.view.verdict.rests == ()
    looked.switch(level=3)
    verdict = looked.view.verdict
    assert verdict is not None
    (rest,) = verdict.rests
    assert (rest.chosen.reading, rest.others) == ("supply-count", (("both-out", True),))
    assert "a reading decides" in looked.view.panel
    assert "therwise the same answer, by other numbers or rules" in looked.view.panel
