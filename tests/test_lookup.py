"""Rules found by citation and by words, in either language."""

from __future__ import annotations

import pytest

from tutor import lookup


@pytest.mark.parametrize(
    ("citation", "first"),
    [
        ("SE 13.4.3.A", "se:13.4.3.A"),
        ("se:13.4.3.a", "se:13.4.3.A"),
        ("  tlm 5.3.1.a ", "tlm:5.3.1.a"),
        ("tlm:5.3.1.a", "tlm:5.3.1.a"),
        ("SE 13.4.3", "se:13.4.3.A"),
        ("5.3.1.a", "tlm:5.3.1.a"),
        ("se:3.0-ZOC", "se:3.0-ZOC"),
    ],
)
def test_citations(citation: str, first: str) -> None:
    assert lookup.cited(citation)[0].ref == first


def test_a_section_means_its_parts_and_no_longer_number() -> None:
    assert {rule.id for rule in lookup.cited("SE 13.4.3")} == {f"13.4.3.{letter}" for letter in "ABCD"}
    assert not lookup.cited("SE 99")
    assert not lookup.cited("")


def test_what_is_near() -> None:
    assert lookup.near("se:13.4.99")
    assert all(ref.startswith("se:13") for ref in lookup.near("se:13.4.99"))


@pytest.mark.parametrize(
    ("query", "game", "rule"),
    [("falaise", "se", "11.0.4"), ("cliffs", "se", "11.0.4"), ("retraite cavalerie", "tlm", "5.4.3")],
)
def test_search(query: str, game: str, rule: str) -> None:
    assert rule in [hit.rule.id for hit in lookup.search(query, [game], most=3)]


def test_accents_do_not_matter() -> None:
    plain, accented = lookup.search("desorganisation", ["se"]), lookup.search("désorganisation", ["se"])
    assert plain
    assert plain == accented


def test_near_words() -> None:
    assert "retraite" in lookup.near_words("retraitte", ["se"])


# Questions as players put them, each with the rules of which one must be among the first five.
QUESTIONS = (
    ("se", "à quelle distance se trace le ravitaillement ?", "10.2"),
    ("se", "combien d'unités peut-on empiler dans un hexagone ?", "12.1 12.0"),
    ("se", "peut-on quitter une zone de contrôle ennemie ?", "11.1.1 3.0-ZOC 11.1.2"),
    ("se", "comment une unité désorganisée se rallie-t-elle ?", "21.6"),
    ("se", "que faire si la retraite est impossible", "13.4.5.2"),
    ("tlm", "les biplans volent-ils par mauvais temps ?", "8.3.4.d 9.5.d"),
    ("tlm", "la cavalerie peut-elle se retirer avant le combat ?", "8.3.1.c 5.2.1.a 5.4.3 2.0-II.4.0"),
    ("tlm", "à partir de quand peut-on acheter des chars ?", "8.3.5.c"),
    ("dff", "combien coûte un assaut en ravitaillement ?", "3.4.1-a"),
    ("dff", "attaquer à travers une rivière", "5.4-a"),
    ("dff", "les chars contre les tranchées", "4.4.4-d"),
    ("gwie", "une unité hors ravitaillement peut-elle attaquer ?", "11.83"),
    ("gwie", "la cavalerie peut-elle refuser le combat ?", "15.51"),
    ("gwie", "quand les États-Unis entrent-ils en guerre ?", "5.7 5.71 17.12 13.25"),
    ("fa", "comment un sous-marin attaque-t-il un convoi ?", "11.3-a 11.3-b 11.3.1-a"),
    ("fa", "que devient un pays mineur conquis ?", "14-a 14.1-a 14.1-e"),
    ("se", "can a battalion cross a cliff?", "11.0.4"),
    ("se", "how do I dig trenches?", "18.1 18.2"),
    ("se", "when does a unit surrender?", "16.4 3.0-surrender"),
    ("tlm", "how many cards may I hold in hand?", "7.1.c 2.0-V.3 1.3.d"),
    ("tlm", "what happens to an empty army?", "8.1.e 8.1.f 8.1.g 8.1.h"),
    ("dff", "what does a roll of 1 do?", "2.2.4.5-d"),
    ("dff", "when does a nation surrender?", "7.0-b 7.0-d"),
    ("dff", "can planes intercept bombers?", "4.5.2-c 4.5.2-a 4.5.5 4.5.3.1-c"),
    ("gwie", "how many units can stack in one hex?", "7.23a 7.21"),
    ("gwie", "do tanks help an attack?", "15.23 15.22"),
    ("gwie", "attacking across a river", "10.44"),
    ("fa", "which units have no zone of control?", "2-d"),
    ("fa", "can my ships go through the Dardanelles?", "10.5.2.2-g"),
    ("fa", "how far can aircraft fly?", "10.3.1-a"),
    ("se", "l'artillerie lourde peut-elle tirer après avoir bougé ?", "19.1 19.2"),
    ("se", "que se passe-t-il si le HQ n'est pas ravitaillé ?", "10.4"),
    ("se", "line of sight over mountains", "13.2.3 3.0-LOS 13.2.2"),
    ("se", "who wins the game?", "23.0 23.1 22.0"),
    ("tlm", "comment gagner la partie ?", "3.0 3.1.a 3.1.b 3.2.b"),
    ("tlm", "une armée peut-elle mélanger deux nations ?", "8.1.b"),
    ("tlm", "where do reinforcements arrive", "2.0-I.b 2.0-I.a"),
    ("tlm", "can forts move or retreat", "8.4.a 8.4.c"),
    ("tlm", "effect of poison gas", "9.3.a 9.3.b 9.3.c"),
    ("dff", "combien d'offensives par tour ?", "2.2.4.1-a"),
    ("dff", "à quoi sert un QG ?", "4.4.1-b 4.4.1-a"),
    ("dff", "how far can a headquarters command", "4.4.1-c 2.2.4.4-b"),
    ("dff", "bombing London with zeppelins", "4.5.7-c 4.5.7-b 4.5.7-a"),
    ("dff", "what happens when a fortress is captured", "4.6.1-c"),
    ("gwie", "avance après combat de deux hexagones", "10.72"),
    ("gwie", "chute du tsar", "5.42 5.43a"),
    ("gwie", "how do forts surrender when besieged", "14.15 5.5"),
    ("gwie", "does weather change movement costs", "8.4 12.2 12.2a 12.2b"),
    ("fa", "limite d'empilement terrestre", "3-a"),
    ("fa", "comment l'Italie entre-t-elle en guerre ?", "23-a 23-c 23-d"),
    ("fa", "how do HQs reorganise units", "10.7.7-a 10.7.7-c"),
    ("fa", "does artillery need ammunition", "10.7.6.4.5-a"),
    ("fa", "où peut-on débarquer pendant une invasion ?", "10.7.4.5-b 10.7.4.5-a"),
    ("fa", "who moves first in a turn: initiative", "7.1-a 7.2-a"),
)


def test_players_questions_find_their_rules() -> None:
    missed = [
        f"{game}: {question} {[hit.rule.id for hit in lookup.search(question, [game], most=5)]}"
        for game, question, right in QUESTIONS
        if not {hit.rule.id for hit in lookup.search(question, [game], most=5)} & set(right.split())
    ]
    assert len(missed) <= 4, "\n".join(missed)


def test_small_words_decide_nothing() -> None:
    asked, bare = (
        lookup.search(query, ["se"]) for query in ("comment peut-on franchir une falaise ?", "franchir falaise")
    )
    assert asked == bare
    assert lookup.search("pour", ["se"]), "unless there are no others"


def test_what_is_a_citation() -> None:
    for citation in ("SE 13.4.3", "se:13.4.99", "13.4.3", "8.2.1.h", "2.0-II.4a"):
        assert lookup.is_citation(citation), citation
    for words in ("retraite", "retraite cavalerie", "SE retraite", "2 dés", "roll of 1"):
        assert not lookup.is_citation(words), words
