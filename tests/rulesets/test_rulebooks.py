"""Every digest is whole, in both languages, in its own words, and cites only rules that exist."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.copied import copied
from tutor.engine.rulebook import Rulebook, compile_digest
from tutor.search import accented, is_small, stems

RULESETS = Path(__file__).parents[2] / "tutor" / "rulesets"
GAMES = ("se", "tlm", "dff", "gwie", "fa")
SIZES = {"se": 219, "tlm": 353, "dff": 407, "gwie": 582, "fa": 452}
KINDS = {"rule", "definition", "component", "heading", "example", "advice", "absent"}
EFFECTS = {"forbids", "permits", "counts", "orders", "results"}
STATES = {"complete", "partial", "chart", "garbled", "absent"}
PROVENANCE = {"text", "errata", "history", "stand-in"}
CONCEPTS = set(yaml.safe_load((RULESETS / "concepts.yaml").read_text("utf-8")))
ASKED = re.compile(r'\blaw\.(?:reads|reading)\(\s*"([^"]+)"')
WORD = re.compile(r"[a-z]{4,}")
IN_BOTH = {"notes", "clarification"}

pytestmark = pytest.mark.parametrize("game", GAMES)


@cache
def whole(game: str) -> dict[str, Any]:
    return compile_digest(RULESETS / game / "rulebook")


def digest(game: str) -> dict[str, Any]:
    """The digest without the words of the rules code, which have tests of their own."""
    return {part: value for part, value in whole(game).items() if part != "words"}


def digest_words(game: str) -> dict[str, Any]:
    words: dict[str, Any] = whole(game)["words"]
    return words


def texts(node: Any, where: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Every {fr, en} of a digest with the way to it."""
    if isinstance(node, dict):
        if isinstance(node.get("fr"), str) or isinstance(node.get("en"), str):
            yield where, node
            node = {k: v for k, v in node.items() if k not in ("fr", "en")}
        for key, value in node.items():
            yield from texts(value, f"{where}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from texts(value, f"{where}/{index}")


def prose(game: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Texts that are sentences: all but titles, glossary heads, nouns, table cells and what players call a clause."""
    for where, text in texts(digest(game)):
        if not re.match(r"/glossary/\d+$|/words/nouns/|/asked/|.*/title$|/tables/[^/]+/(rows|columns|cells)", where):
            yield where, text


def numbers(text: str) -> list[str]:
    found = re.findall(r"\d+(?:[.,]\d+)*", text)
    return sorted({n.replace(",", ".") for n in found})


def test_rules_are_all_there_once(game: str) -> None:
    assert len(digest(game)["rules"]) == SIZES[game]
    seen: set[str] = set()
    for path in (RULESETS / game / "rulebook" / "rules").glob("*.yaml"):
        ids = re.findall(r'^"([^"]+)":', path.read_text("utf-8"), re.M)
        assert not seen & set(ids), path.name
        assert len(ids) == len(set(ids)), path.name
        seen |= set(ids)
    assert seen == set(digest(game)["rules"])


def test_rules_say_what_they_are(game: str) -> None:
    for rule, entry in digest(game)["rules"].items():
        assert entry["kind"] in KINDS, rule
        assert entry["text"] in STATES, rule
        assert set(entry.get("effects", ())) <= EFFECTS, rule
        assert bool(entry.get("effects")) == (entry["kind"] == "rule"), rule
        assert entry["parent"] is None or entry["parent"] in digest(game)["rules"], rule
        for part in ("title", "gist"):
            assert set(entry.get(part, ())) == {"fr", "en"}, f"{rule}: {part}"


def test_what_is_printed_of_a_clause_is_read_in_both_languages(game: str) -> None:
    """A citation is a number, with letters, and words only where they are the same in both languages."""
    printed = {rule: str(entry["printed"]) for rule, entry in digest(game)["rules"].items()}
    assert not {rule: text for rule, text in printed.items() if set(WORD.findall(text)) - IN_BOTH}


def test_both_languages_everywhere_and_not_the_same_text(game: str) -> None:
    for where, text in texts(digest(game)):
        assert set(text) >= {"fr", "en"}, where
        assert text["fr"].strip(), where
        assert text["en"].strip(), where
    same = [where for where, text in prose(game) if text["fr"] == text["en"]]
    assert not same


def test_numbers_agree_in_the_two_gists(game: str) -> None:
    wrong = []
    for rule, entry in digest(game)["rules"].items():
        fr, en = numbers(entry["gist"]["fr"]), numbers(entry["gist"]["en"])
        if fr != en:
            wrong.append(f"{rule}: fr {fr}, en {en}")
    assert not wrong, "\n".join(wrong)


def cited(node: Any, where: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "rules" and isinstance(value, list):
                yield from ((where, rule) for rule in value)
            else:
                yield from cited(value, f"{where}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from cited(value, f"{where}/{index}")


def test_every_cited_rule_exists(game: str) -> None:
    data = digest(game)
    parts = {key: data[key] for key in ("tables", "readings", "glossary", "traps", "concepts")}
    dead = [f"{where}: {rule}" for where, rule in cited(parts) if rule not in data["rules"]]
    assert not dead, "\n".join(dead)


def test_what_can_be_played_alone_names_every_rule_or_says_why_not(game: str) -> None:
    rules = sorted(rule for rule, entry in digest(game)["rules"].items() if entry["kind"] == "rule")
    for part in digest(game)["alone"].values():
        left_out = [rule for group in part["left-out"] for rule in group["rules"]]
        assert sorted([*part["rules"], *left_out]) == rules
        assert all(set(group["why"]) == {"fr", "en"} for group in part["left-out"])


def test_tables_are_whole(game: str) -> None:
    assert digest(game)["tables"]
    for name, table in digest(game)["tables"].items():
        assert table["provenance"] in PROVENANCE, name
        assert table["shape"] in {"chart", "list", "absent"}, name
        assert table["rules"], name
        if table["provenance"] == "stand-in" or table["shape"] == "absent":
            assert table["says"], name
        width = len(table.get("columns", ()))
        lines = table.get("rows") or list((table.get("cells") or {}).values())
        assert all(len(line) == width for line in lines), name
        assert (table["shape"] == "absent") == (not lines), name


def test_readings_are_whole(game: str) -> None:
    assert digest(game)["readings"]
    keys = {"ref", "rules", "matter", "source", "question", "options", "default", "why"}
    for name, reading in digest(game)["readings"].items():
        assert set(reading) == keys, f"{name}: {sorted(keys ^ set(reading))}; tutor/rulesets/README.md has the form"
        assert reading["matter"] in {"play", "absent", "wording"}, name
        assert reading["source"] in {"ours", "errata", "outside"}, name
        assert reading["default"] in reading["options"], name
        assert len(reading["options"]) >= (1 if reading["matter"] == "wording" else 2), name
        assert reading["rules"], name
        assert reading["ref"], name
        assert set(reading["question"]) == set(reading["why"]) == {"fr", "en"}, name


def test_a_reading_is_a_switch_where_code_asks_for_it(game: str) -> None:
    """What no module consults is offered to nobody: it is of what is not played, or of wording."""
    code = "".join(path.read_text("utf-8") for path in sorted((RULESETS / game).rglob("*.py")))
    switches = {slug for slug, one in digest(game)["readings"].items() if one["matter"] == "play"}
    assert set(ASKED.findall(code)) - switches == set(), "consulted, and of another matter than play"
    assert not {slug for slug in switches if f'"{slug}"' not in code}, "of matter play, and nothing consults them"


def test_glossary_traps_and_concepts_are_whole(game: str) -> None:
    data = digest(game)
    assert len(data["glossary"]) >= 20
    assert all({"fr", "en", "meaning", "rules"} <= set(entry) for entry in data["glossary"])
    assert {trap["kind"] for trap in data["traps"]} == {"trap", "negative"}
    assert all(trap["rules"] and trap["wrong"] and trap["right"] for trap in data["traps"] if trap["kind"] == "trap")
    assert set(data["concepts"]) == CONCEPTS


def test_what_players_call_a_clause_are_words_that_it_lacks(game: str) -> None:
    """Words and no sentences, in both languages, of clauses that there are; none that a clause says itself."""
    book, called = Rulebook(game, digest(game)), digest(game)["asked"]
    assert set(called) <= set(digest(game)["rules"])
    assert len(called) > len(book) / 2
    for rule, said in called.items():
        assert set(said) == {"fr", "en"}
        for lang, words in said.items():
            clause = {
                stem
                for word in accented(f"{book[rule].title(lang)} {book[rule].gist(lang)}")
                for stem in stems(word, lang)
            }
            again = [
                word
                for word in words.split()
                if not is_small(word, lang) and stems(word.casefold(), lang)[-1] in clause
            ]
            assert again == [], f"{rule} {lang}"
            assert not re.search(r"[.,;:!?]", words), f"{rule} {lang}"
            assert len(words.split()) <= 14, f"{rule} {lang}"


def test_boxes_are_named_and_cited(game: str) -> None:
    """What holds counters has a name in both languages, rules that exist, and a side of the game."""
    book = Rulebook(game, whole(game))
    nouns = digest_words(game)["nouns"]
    assert book.boxes
    for box in book.boxes.values():
        assert box.rules, box.id
        assert all(rule in book for rule in box.rules), box
        assert box.id in nouns, box.id
        assert set(nouns[box.id]) >= {"fr", "en"}, box.id
        assert not box.side or box.side in nouns, box


def test_nothing_is_copied_from_a_booklet(game: str) -> None:
    hits = [
        f"{where} ({lang}): {run}"
        for where, text in texts(digest(game))
        for lang in ("fr", "en")
        for run in copied(text[lang])
    ]
    assert not hits, "\n".join(hits)


def test_the_compiled_form_is_the_source(game: str, tmp_path: Path) -> None:
    """What the build writes is what the YAML says, and what a reader gets."""
    compiled = tmp_path / "rulebook.json"
    compiled.write_text(json.dumps(whole(game), ensure_ascii=False), "utf-8")
    book = Rulebook.load(game, tmp_path)
    assert book.data == Rulebook.load(game, RULESETS / game).data


def test_an_installed_digest_is_read_whatever_was_unpacked_last(game: str, tmp_path: Path) -> None:
    compiled, code = tmp_path / "rulebook.json", tmp_path / "sequence.py"
    compiled.write_text(json.dumps(whole(game), ensure_ascii=False), "utf-8")
    code.write_text("", "utf-8")
    os.utime(compiled, (1, 1))
    assert Rulebook.load(game, tmp_path).data == Rulebook.load(game, RULESETS / game).data
