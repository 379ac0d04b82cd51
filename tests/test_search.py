"""The rulebooks asked in plain words, in either language."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tutor import rulesets, search
from tutor.cases.asking import ask
from tutor.engine.text import LANGUAGES, Lang
from tutor.files.nodes import read

DATA = Path(__file__).parent / "data"
Asked = tuple[Lang, str, str, set[str]]


def questions(name: str) -> dict[Lang, dict[str, list[tuple[str, set[str]]]]]:
    file = DATA / name
    data = read(file.read_text("utf-8"), name)[0].plain()
    return {
        lang: {game: [(one["asked"], set(one["right"].split())) for one in asked] for game, asked in games.items()}
        for lang, games in data.items()
    }


def every(name: str) -> Iterator[Asked]:
    for lang, games in questions(name).items():
        for game, asked in games.items():
            yield from ((lang, game, question, right) for question, right in asked)


def missed(asked: list[Asked]) -> list[str]:
    found = []
    for lang, game, question, right in asked:
        first = [hit.rule.id for hit in search.search(question, [game], most=5, lang=lang)]
        if not right.intersection(first):
            found.append(f"{game}: {question} {first}")
    return found


def test_there_are_sixty_questions_a_language_on_all_games_and_their_clauses_exist() -> None:
    for games in questions("questions.yaml").values():
        assert {game: len(asked) for game, asked in games.items()} == dict.fromkeys(rulesets.GAMES, 12)
    for name in ("questions.yaml", "questions_tuned.yaml"):
        assert all(id in rulesets.book(game) for _, game, _, right in every(name) for id in right)


@pytest.mark.parametrize(("lang", "found"), [("fr", 53), ("en", 51)])
def test_a_question_nobody_tuned_for_finds_its_clause_among_the_first_five(lang: Lang, found: int) -> None:
    """What was found when they were looked at for the first time: 104 of 120."""
    asked = [one for one in every("questions.yaml") if one[0] == lang]
    wrong = missed(asked)
    assert len(asked) == 60
    assert len(asked) - len(wrong) >= found, "\n".join(wrong)


def test_the_questions_on_which_it_was_tuned_find_theirs() -> None:
    asked = [*every("questions_tuned.yaml")]
    wrong = missed(asked)
    assert len(wrong) <= 0.06 * len(asked), "\n".join(wrong)


def test_a_question_is_asked_once() -> None:
    asked = [one[:3] for name in ("questions.yaml", "questions_tuned.yaml") for one in every(name)]
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize(
    ("query", "game", "rule"),
    [("falaise", "se", "11.0.4"), ("cliffs", "se", "11.0.4"), ("retraite cavalerie", "tlm", "5.4.3")],
)
def test_bare_words(query: str, game: str, rule: str) -> None:
    assert rule in [hit.rule.id for hit in search.search(query, [game], most=3)]


def test_accents_do_not_matter() -> None:
    plain, accented = (search.search(word, ["se"], lang="fr") for word in ("desorganisation", "désorganisation"))
    assert plain
    assert [hit.rule for hit in plain[:5]] == [hit.rule for hit in accented[:5]]


def test_small_words_decide_nothing() -> None:
    asked, bare = (
        search.search(query, ["se"], lang="fr")
        for query in ("comment peut-on franchir une falaise ?", "franchir falaise")
    )
    assert asked == bare
    assert search.search("et la", ["se"]) == ()


def test_a_word_that_says_nothing_elsewhere_is_heard_where_it_says_something() -> None:
    """ "de" is no die and "tu as" no ace; "que se passe-t-il" says nothing of who passes."""
    assert search.wanted("que veut dire un dé ?", "fr") == ["dé"]
    assert search.wanted("que se passe-t-il si je passe ?", "fr") == ["passe"]
    assert search.wanted("as-tu un as ?", "fr") == search.wanted("mon as", "fr") == ["as"]


@pytest.mark.parametrize(
    ("slip", "lang", "meant"),
    [("retraitte", "fr", "retraite"), ("artilery", "en", "artillery"), ("falaize", "fr", "falaise")],
)
def test_a_slip_of_the_pen_is_read_over(slip: str, lang: Lang, meant: str) -> None:
    found = search.search(meant, ["se"], lang=lang)
    assert found
    assert search.search(slip, ["se"], lang=lang) == found


def test_a_code_in_capitals_is_no_small_word() -> None:
    assert search.wanted("combien de TU ?", "fr") == ["combien", "tu"]
    assert search.wanted("combien as-tu de QG ?", "fr") == ["combien", "qg"]


@pytest.mark.parametrize(
    "asked", ["xyzzy", "", "?", "wie weit dürfen meine Truppen marschieren?", "posso attaccare con la cavalleria?"]
)
def test_what_nobody_knows_finds_nothing(asked: str) -> None:
    assert search.search(asked) == ()


def test_what_is_said_where_a_rule_decides_leads_to_it() -> None:
    """SE 13.3.9 does not speak of bombarding; the message that cites it does."""
    for game in rulesets.GAMES:
        data = rulesets.book(game).data
        assert len(data["said"]) > 100
        assert all(kind in data["words"]["messages"] for kinds in data["said"].values() for kind in kinds)
    assert "defensive-fire-no-bar" in rulesets.book("se").data["said"]["13.3.9"]


def test_near_words() -> None:
    assert "retraite" in search.near_words("retraitte", ["se"])


@pytest.mark.parametrize(
    ("question", "lang"), [("où vont mes troupes ?", "fr"), ("where do my troops go?", "en"), ("falaise", "fr")]
)
def test_the_language_of_a_question_is_heard(question: str, lang: Lang) -> None:
    assert search.spoken(question, "fr") == lang


def test_an_answer_comes_while_one_types() -> None:
    """Once the rulebooks are read, in less than a tenth of a second over all five games; the best of three tries."""
    ask("combien d'unités par hexagone ?", "fr")

    def seconds() -> float:
        start = time.perf_counter()
        ask("peut-on traverser une rivière sans pont ?", "fr", table="se")
        return time.perf_counter() - start

    assert min(seconds() for _ in range(3)) < 0.1


def test_the_game_on_the_table_answers_first_and_a_position_goes_with_it() -> None:
    answers = ask("can I cross a cliff?", "en", table="se", most=3)
    assert [one.rule.game for one in answers[:3]] == ["se"] * 3
    assert {one.rule.game for one in answers[3:]}.isdisjoint({"se"})
    cliffs = next(one for one in answers if one.rule.id == "11.0.4")
    assert cliffs.rule.gist
    assert cliffs.tried
    assert next(cliffs.positions()).ask is not None
    assert not next(iter(ask("foreword poem", "en", table="dff", most=1))).tried


def test_every_line_of_the_thesaurus_leads_somewhere() -> None:
    """What a booklet is said to say stands in one: in that of its game, or, where it is common, in any."""
    for lang in LANGUAGES:
        for game in (None, *rulesets.games()):
            folder = rulesets.folder(game) if game else Path(rulesets.__file__).parent
            known = {
                stem
                for one in ([game] if game else rulesets.games())
                for stem in search.index(rulesets.book(one)).stemmed[lang]
            }
            lost = [
                booklet
                for booklet, _ in search.lines(folder, lang)
                if not {""}
                < {"", *(search.stems(word, lang)[-1] for word in search.wanted(booklet, lang))}
                <= {"", *known}
            ]
            assert lost == [], f"{folder.name} {lang}"
