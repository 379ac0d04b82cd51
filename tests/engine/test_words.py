"""French and English: articles, elision, plurals, numbers; missing words show their key."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.duel.ruleset import BOOK
from tutor.engine.facts import UNLIMITED, Cell, Chosen, Dice, Odds, Signed, Unit
from tutor.engine.ledger import Ledger, plus, reckon
from tutor.engine.nouns import Noun, number, percent, signed
from tutor.engine.speaking import GAP, Speaker
from tutor.engine.telling import footnotes
from tutor.engine.templates import template
from tutor.engine.text import Lang, language
from tutor.engine.told import Sentence, text
from tutor.engine.told import plain as letters
from tutor.engine.words import Words
from tutor.rendering import plain

INFANTRY = Noun("infanterie", "infantry", gender="f")
FORT = Noun("fort", "fort")
BRIGADE = Noun("brigade", "brigade", gender="f")
GUNS = Noun("canons", "guns", plural=True)
BATTALION = Noun("I/27", "I/27", proper="en")
HQ = Noun("HQ de la brigade", "HQ of the brigade")
ARTOIS = Noun("l'Artois", "Artois", proper=True)
CADRE = Noun("le Cadre EFT", "EFT Box", proper=True)
LOW_COUNTRIES = Noun("les Pays-Bas", "the Netherlands", proper=True)
ROANA, ASIAGO = Noun("Roana", "Roana", proper=True), Noun("Asiago", "Asiago", proper=True)


@pytest.mark.parametrize(
    ("noun", "the", "of", "to"),
    [
        (INFANTRY, "l'infanterie", "de l'infanterie", "à l'infanterie"),
        (FORT, "le fort", "du fort", "au fort"),
        (BRIGADE, "la brigade", "de la brigade", "à la brigade"),
        (GUNS, "les canons", "des canons", "aux canons"),
        (BATTALION, "le I/27", "du I/27", "au I/27"),
        (HQ, "le HQ de la brigade", "du HQ de la brigade", "au HQ de la brigade"),
        (ROANA, "Roana", "de Roana", "à Roana"),
        (ASIAGO, "Asiago", "d'Asiago", "à Asiago"),
        (ARTOIS, "l'Artois", "de l'Artois", "à l'Artois"),
        (CADRE, "le Cadre EFT", "du Cadre EFT", "au Cadre EFT"),
        (LOW_COUNTRIES, "les Pays-Bas", "des Pays-Bas", "aux Pays-Bas"),
    ],
)
def test_french_articles(noun: Noun, the: str, of: str, to: str) -> None:
    assert (noun.form("the", "fr"), noun.form("of", "fr"), noun.form("to", "fr")) == (the, of, to)


def test_english_articles() -> None:
    assert INFANTRY.form("a", "en") == "an infantry"
    assert FORT.form("of", "en") == "of the fort"
    assert BATTALION.form("the", "en") == "I/27"


def test_counts_and_endings() -> None:
    step = Noun("pas de perte", "step loss", "pas de perte", "step losses")
    assert [step.count(n, "en") for n in (0, 1, 2)] == ["0 step losses", "1 step loss", "2 step losses"]
    assert Noun("niveau", "level").count(2, "fr") == "2 niveaux"
    assert Noun("niveau", "level").count(0, "fr") == "0 niveau"
    assert [noun.form("e", "fr") for noun in (INFANTRY, FORT, GUNS)] == ["e", "", "s"]


def test_numbers() -> None:
    assert (number(Fraction(7, 2), "fr"), number(Fraction(7, 2), "en")) == ("3,5", "3.5")
    assert number(Fraction(1, 4), "fr") == "¼"
    assert (number(UNLIMITED, "en"), number(UNLIMITED - 1, "en")) == ("∞", "9999"), "no limit is no number"
    assert number(10_000, "en") == "10000", "so many games are so many"
    assert number(reckon([plus("1.1", "here", 3), plus("1.1", "there", UNLIMITED)]), "fr") == "∞"
    assert (signed(2, "fr"), signed(-2, "fr"), signed(0, "en")) == ("+2", "−2", "+0")


def test_shares() -> None:
    share = Fraction(1, 8)
    assert (percent(share, "fr"), percent(share, "en")) == ("12,5 %", "12.5%")
    assert (percent(Fraction(1, 10_000), "en"), percent(0, "en")) == ("<0.1%", "0.0%"), "what is not nothing"


def words(lang: Lang) -> Words:
    return Words(BOOK, lang, lambda thing: {"a": INFANTRY, "b": FORT, "c": BRIGADE}.get(thing.id))


def test_facts() -> None:
    fr, en = words("fr"), words("en")
    assert fr.fact(Odds(7, 2)) == "7 contre 2"
    assert en.fact(Odds(7, 2)) == "7 to 2"
    assert fr.fact((Unit("a"), Unit("b"), Unit("c")), "of") == "de l'infanterie, du fort et de la brigade"
    assert en.fact((Unit("a"), Unit("b")), "the") == "the infantry and the fort"
    assert fr.fact((Unit("a"), Unit("c")), "e") == "es"
    assert fr.fact((Unit("a"), Unit("b")), "e") == "s"
    assert fr.fact(True) == "oui"
    assert fr.fact(Signed(-1)) == "−1"
    assert fr.fact(Dice((3, 5))) == "3 5"
    assert (fr.fact("-2"), fr.fact("1/1.5"), en.fact("1/1.5")) == ("−2", "1/1,5", "1/1.5"), "labels of columns"
    assert fr.fact("A-1") == "A-1", "any other code stands as printed"
    assert fr.fact(()) == "–"


def test_stand_ins_and_readings_get_a_footnote() -> None:
    en = words("en")
    cell, chosen = Cell("losses", "1", "2", "D1", "stand-in"), Chosen("halving", "down")
    assert en.fact(cell) == "D1 †"
    assert en.fact(chosen) == "down"
    notes = list(plain.lines(footnotes([Sentence((*en.phrases(cell), *en.phrases(chosen)))], en)))
    assert "Losses" in notes[0]
    assert "halving" in notes[1]
    assert not list(footnotes([Sentence(text("nothing"))], en))


def test_a_missing_message_shows_its_key_and_facts() -> None:
    assert words("en").say("no-such-kind", {"n": 3}) == "no-such-kind: n 3"


def test_the_language_is_the_one_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUTOR_LANG", "fr")
    assert language() == "fr"
    assert language("en") == "en"
    monkeypatch.setenv("TUTOR_LANG", "en")
    assert language() == "en"


# -- what agrees -----------------------------------------------------------------------------------------------------
FRENCH, ENGLISH = Speaker("fr"), Speaker("en")
THREE, ONE_AND_A_HALF = Ledger.of("1", "n", [plus("1", "n", 3)]), Fraction(3, 2)


def filled(speaker: Speaker, sentence: str, fact: object) -> str:
    return letters(speaker.fill(template(sentence, speaker.lang), {"x": fact}))


@pytest.mark.parametrize(
    ("fact", "in_french", "in_english"),
    [
        (FORT, "détruit", "is"),
        (BRIGADE, "détruite", "is"),
        (GUNS, "détruits", "are"),
        ((BRIGADE,), "détruite", "is"),
        ((GUNS,), "détruits", "are"),  # one noun that is several
        ((BRIGADE, INFANTRY), "détruites", "are"),
        ((BRIGADE, FORT), "détruits", "are"),
        ((), "détruit", "is"),
    ],
)
def test_a_list_agrees_as_its_nouns_do(fact: object, in_french: str, in_english: str) -> None:
    assert filled(FRENCH, "détruit{x:e}", fact) == in_french
    assert filled(ENGLISH, "{x:is|are}", fact) == in_english
    four = filled(FRENCH, "{x:détruit|détruite|détruits|détruites}", fact)
    assert four == in_french


@pytest.mark.parametrize(
    ("fact", "in_french", "in_english"),
    [
        (0, "0 pas reste", "0 steps remain"),
        (1, "1 pas reste", "1 step remains"),
        (-1, "−1 pas reste", "−1 step remains"),
        (ONE_AND_A_HALF, "1,5 pas reste", "1.5 steps remain"),
        (2, "2 pas restent", "2 steps remain"),
        (THREE, "3 pas restent", "3 steps remain"),
        (GAP, "… pas reste", "… steps remains"),
    ],
)
def test_a_verb_goes_with_its_number(fact: object, in_french: str, in_english: str) -> None:
    assert filled(FRENCH, "{x:count pas|pas} {x:reste|restent}", fact) == in_french
    assert filled(ENGLISH, "{x:count step|steps} {x:remains|remain}", fact) == in_english


def test_a_list_ends_with_and() -> None:
    for nouns, french, english in (
        ((), "–", "–"),
        ((FORT,), "le fort", "the fort"),
        ((FORT, BRIGADE), "le fort et la brigade", "the fort and the brigade"),
        ((FORT, BRIGADE, GUNS), "le fort, la brigade et les canons", "the fort, the brigade and the guns"),
    ):
        assert filled(FRENCH, "{x:the}", nouns) == french
        assert filled(ENGLISH, "{x:the}", nouns) == english
    assert FRENCH.series(["a", "b", "c"]) == "a, b et c"


def test_a_vowel_is_dropped_before_words_and_not_before_figures() -> None:
    for noun, said in ((ASIAGO, "près d'Asiago"), (ROANA, "près de Roana"), (BATTALION, "près de I/27")):
        assert filled(FRENCH, "près de {x}", noun) == said
    assert filled(FRENCH, "plus de {x}", 11) == "plus de 11"
    assert filled(FRENCH, "ce que {x:il|elle} dit", FORT) == "ce qu'il dit"
    assert filled(ENGLISH, "de {x}", ASIAGO) == "de Asiago"
    assert filled(FRENCH, "grande {x}", ASIAGO) == "grande Asiago"


def test_a_slot_without_its_fact_shows_itself() -> None:
    assert letters(FRENCH.fill(template("il manque {y:the}", "fr"), {"x": 1})) == "il manque {y:the}"
