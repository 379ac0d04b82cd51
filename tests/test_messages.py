"""One engine for all messages: every sentence compiles, and agrees with whatever may stand in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tests.agreeing import wrong
from tutor import rulesets
from tutor.engine.facts import Unit
from tutor.engine.grammar import FEMININE, NOUNS, SEVERAL, SORTS, Slots, Sort, conjugated, faults
from tutor.engine.nouns import Noun
from tutor.engine.speaking import Speaker
from tutor.engine.templates import BadTemplate, Slot, template
from tutor.engine.text import LANGUAGES, Lang
from tutor.engine.told import plain
from tutor.engine.words import engine_messages

PACKAGES = ("board", "cases", "chronicle", "classroom", "cli", "compare", "files", "home", "lessons")
VOICES = ("engine", *rulesets.games(), *PACKAGES)


@dataclass(frozen=True)
class Sentence:
    """One thing that is said."""

    kind: str
    lang: Lang
    text: str


@cache
def said_by(voice: str) -> tuple[Sentence, ...]:
    found = source(voice)
    messages = found["messages"] if "messages" in found else {k: v for k, v in found.items() if k != "slots"}
    found = [
        (kind, lang, text)
        for kind, message in messages.items()
        for text in (message, *([message["ok"]] if "ok" in message else []))
        for lang in LANGUAGES
    ]
    mute = [f"{kind}: no {lang}" for kind, lang, text in found if lang not in text]
    assert not mute, "\n".join((f"in one language only, in the messages.yaml of {voice}:", *mute))
    return tuple(Sentence(kind, lang, text[lang]) for kind, lang, text in found)


def slots_of(one: Sentence) -> tuple[Slot, ...]:
    """The slots of a sentence; one that cannot be read is told with the kind of its message."""
    try:
        return template(one.text, one.lang).slots
    except BadTemplate as bad:
        raise AssertionError(f"{one.kind} ({one.lang}): {bad}") from None


@cache
def source(voice: str) -> dict[str, Any]:
    import yaml

    if voice == "engine":
        return dict(engine_messages())
    if voice not in PACKAGES:
        return dict(rulesets.book(voice).data["words"])
    text = resources.files(f"tutor.{voice}").joinpath("messages.yaml").read_text("utf-8")
    return dict(yaml.safe_load(text))


@cache
def sorts_of(voice: str) -> Slots:
    """Which kinds of fact may stand in each slot; a game may use what the engine declares."""
    found: dict[str, set[Sort]] = {}
    for one in {voice} if voice in PACKAGES else {"engine", voice}:
        for sort, names in source(one).get("slots", {}).items():
            assert sort in SORTS, f"{one}: {sort}"
            for name in names:
                found.setdefault(name, set()).add(sort)
    return {name: frozenset(sorts) for name, sorts in found.items()}


@cache
def verbs(lang: Lang) -> frozenset[str]:
    return conjugated((one.text for voice in VOICES for one in said_by(voice) if one.lang == lang), lang)


@pytest.mark.parametrize("voice", VOICES)
def test_every_slot_is_declared(voice: str) -> None:
    used = {slot.name: one.kind for one in said_by(voice) for slot in slots_of(one)}
    unknown = [f"{{{name}}}, as in {kind}" for name, kind in used.items() if name not in sorts_of(voice)]
    kinds = ", ".join(sorted(SORTS))
    assert not unknown, "\n".join((f"enter under `slots:` of the messages.yaml, by their kind ({kinds}):", *unknown))
    declared = {name for names in source(voice).get("slots", {}).values() for name in names}
    assert declared - used.keys() == set(), "declared under `slots:`, and in no message"


@pytest.mark.parametrize("voice", ["cli", "files"])
def test_both_languages_fill_the_same_slots(voice: str) -> None:
    """A slot that only one language has is filled by nobody there."""
    slots: dict[str, dict[Lang, set[str]]] = {}
    for one in said_by(voice):
        found = {slot.name for slot in template(one.text, one.lang).slots}
        slots.setdefault(one.kind, {}).setdefault(one.lang, set()).update(found)
    assert {kind: by for kind, by in slots.items() if by["fr"] != by["en"]} == {}


@pytest.mark.parametrize("voice", VOICES)
def test_every_sentence_agrees_with_what_may_stand_in_it(voice: str) -> None:
    found = [
        f"{one.kind} ({one.lang}): {fault}"
        for one in said_by(voice)
        for fault in faults(one.text, one.lang, sorts_of(voice), verbs(one.lang))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", rulesets.games())
def test_every_heading_is_said(game: str) -> None:
    """A heading without a sentence would be told by its key."""
    known = {one.kind for voice in ("engine", game) for one in said_by(voice)}
    headings = {named.heading[1] for named in rulesets.ruleset(game).steps.by_name.values() if named.heading}
    assert {kind for kind in headings if kind.startswith("step.")} - known == set()


@pytest.mark.parametrize("game", rulesets.games())
def test_the_name_of_a_number_has_no_slots(game: str) -> None:
    """A ledger is named without facts: a sentence made for a roll or a question would show its bare slots."""
    ledgers = ledgers_of(game)
    texts = [one for one in said_by(game) if one.kind in ledgers]
    assert texts, "no ledger found: what this law reads has changed"
    assert [one for one in texts if template(one.text, one.lang).slots] == []


@cache
def ledgers_of(game: str) -> frozenset[str]:
    """The kinds that a game's modules give to `Law.ledger`."""
    trees = (ast.parse(module.read_text("utf-8")) for module in rulesets.folder(game).rglob("*.py"))
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    named = (call.args[1] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "ledger")
    return frozenset(str(kind.value) for kind in named if isinstance(kind, ast.Constant))


@pytest.mark.parametrize("game", rulesets.games())
def test_no_game_says_in_other_words_what_the_engine_says(game: str) -> None:
    assert {one.kind for one in said_by("engine")} & {one.kind for one in said_by(game)} == set()


@dataclass(frozen=True)
class Said:
    """A place in the code where a sentence is said, and the facts that are given."""

    where: str
    kind: str
    facts: frozenset[str]


def said_in(package: str) -> Iterator[Said]:
    """Whatever is said by its kind, with its facts by name; what is handed on whole is somebody else's."""
    folder = Path(str(resources.files(f"tutor.{package}")))
    for module in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(str(kind)), *_]):
                    names = [one.arg for one in node.keywords]
                    if name in SAYING and None not in names:
                        facts = frozenset(str(one) for one in names)
                        yield Said(f"{module.relative_to(folder)}:{node.lineno}", kind, facts)


SAYING = ("say", "said", "phrases", "Wrong")


@pytest.mark.parametrize("package", PACKAGES)
def test_who_says_a_sentence_gives_what_stands_in_it(package: str) -> None:
    """A slot that nobody fills is printed as it is."""
    slots = {one.kind: {slot.name for slot in slots_of(one)} for one in said_by(package)}
    said = [one for one in said_in(package) if one.kind in slots]
    bare = [f"{one.where}: {one.kind} lacks {sorted(slots[one.kind] - one.facts)}" for one in said]
    assert said or package == "files", "nobody says anything: what this law reads has changed"  # files say by faults
    assert [told for told in bare if not told.endswith("[]")] == []


# -- the worst nouns ---------------------------------------------------------------------------------------------
WORST = (
    Noun("fort", "fort"),
    Noun("hérisson", "hedgehog"),  # an aspirated h
    Noun("habitant", "inhabitant"),  # a mute one
    Noun("infanterie", "infantry", gender="f"),
    Noun("brigade", "brigade", gender="f"),
    Noun("canons", "guns", plural=True),
    Noun("unités", "units", gender="f", plural=True),
    Noun("Asiago", "Asiago", proper=True),
    Noun("I/27", "I/27", proper="en"),
)
PLACES = (
    Noun("HEX 3252", "hex 3252", proper="en"),
    Noun("Asiago", "Asiago", proper=True),
    Noun("les Pays-Bas", "the Netherlands", proper=True),
)
NUMBERS = (0, 1, 2)


@pytest.mark.parametrize("voice", VOICES)
def test_the_worst_nouns_and_numbers_are_told_well(voice: str) -> None:
    sorts, told = sorts_of(voice), 0
    for one in said_by(voice):
        made = template(one.text, one.lang)
        for n in range(len(WORST)):
            facts = {slot.name: worst(sorts[slot.name], n) for slot in made.slots}
            facts |= {slot.name: NUMBERS[n % len(NUMBERS)] for slot in made.slots if slot.counts}
            text = plain(Teller(one.lang).fill(made, facts))
            assert not wrong(text, one.lang, verbs(one.lang)), f"{one.kind}: {text}"
            told += 1
    assert told > 150


class Teller(Speaker):
    """Tells nouns as they are given, one after the other."""

    def noun(self, key: str) -> Noun:
        return Noun("point", "point") if key in COUNTED else super().noun(key)


@cache
def counted() -> Iterator[str]:
    return iter({key for game in rulesets.games() for key in rulesets.book(game).data["words"]["nouns"]})


COUNTED = frozenset(counted())


def worst(sorts: frozenset[Sort], n: int) -> Any:
    """The n-th fact that makes trouble in such a slot."""
    if sorts & (FEMININE & SEVERAL):
        several = bool(sorts & {"units", "terms", "sides"})
        return (WORST[n], WORST[(n + 3) % len(WORST)]) if several and n % 2 else WORST[n]
    if sorts & NOUNS:
        return PLACES[n % len(PLACES)]
    return NUMBERS[n % len(NUMBERS)] if sorts & {"number", "figure"} else "X"


# -- what does not compile -----------------------------------------------------------------------------------------
SLOTS: Slots = {
    "unit": frozenset({"unit"}),
    "units": frozenset({"units"}),
    "hex": frozenset({"place"}),
    "n": frozenset({"number"}),
    "die": frozenset({"figure"}),
    "who": frozenset({"side"}),
    "army": frozenset({"unit"}),
}
BROKEN: tuple[tuple[Lang, str, str], ...] = (
    ("fr", "{hex:the} est à {n} hexes", "count"),
    ("en", "{hex:the} is {n} hexes away", "count"),
    ("fr", "{n} unités dans {hex:the}", "count"),
    ("en", "{n} are left", "count"),
    ("fr", "{unit:the} change de face", "verb"),
    ("en", "{unit:the} changes its face", "verb"),
    ("fr", "{unit:the} n'est pas ravitaillé{unit:e}", "verb"),
    ("fr", "{unit:the} {unit:est|sont} adjacent {hex:to}", "adjective"),
    ("fr", "{army:the} {army:est|sont} déjà fortifiée", "adjective"),
    ("fr", "{unit:the} {unit:a|ont} été activé", "adjective"),
    ("fr", "{unit:the}, hors de portée, ne peut tirer", "verb"),
    ("fr", "{unit:the} {unit:a|ont} bougé et est détruit{unit:e}", "verb"),
    ("en", "{unit:the} {unit:has|have} moved and is destroyed", "verb"),
    ("fr", "{army:the} {army:tient|tiennent} par ce qu'elle contient", "pronoun"),
    ("en", "{unit:the} may move: it {unit:is|are} an HQ", "pronoun"),
    ("fr", "{unit:the} {unit:passe|passent} sur sa face réduite", "possessive"),
    ("en", "{unit:the} {unit:flips|flip} to its reduced side", "possessive"),
    ("fr", "{who:the}, qui a passé", "verb"),
    ("fr", "{units:the} tient {hex:the}", "verb"),
    ("fr", "le {unit} {unit:est|sont} là", "article"),
    ("en", "the {unit:the} {unit:is|are} there", "article"),
    ("fr", "pris par {units}", "bare"),
    ("fr", "la limite de les unités", "elision"),
    ("fr", "{unit:the} {unit:est|sont} pris{unit:e}", "ending"),
    ("fr", "{unit:the} n'{unit:est|sont} pas là", "elision"),
    ("fr", "là où se trouve {unit:the}", "verb"),
    ("fr", "{unit:the} ne {unit:est|sont} ni empilé ni seul{unit:e}", "adjective"),
    ("fr", "entrer coûte 2 PM {unit:to}, qui en a {n}", "verb"),
    ("fr", "{unit:the} ne {unit:a|ont} personne près de lui", "pronoun"),
    ("fr", "{unit:the} {unit:paie|paient}, il lui en reste {n}", "possessive"),
    ("fr", "il faut que il recule", "elision"),
    ("fr", "la unité recule", "elision"),
)
WHOLE: tuple[tuple[Lang, str], ...] = (
    ("fr", "{hex:the} est adjacent {unit:to}"),
    ("fr", "{hex:the} est à {n:count hex|hexs} {unit:of}"),
    ("fr", "le niveau {n} cache la vue"),
    ("fr", "{die} dépasse {n}"),
    ("fr", "avoir tiré n'empêche pas {unit:the} de bombarder"),
    ("fr", "{unit:the} {unit:est|sont} une forteresse : elle ne se déplace pas"),
    ("fr", "{unit:the} {unit:a|ont} {n} PM, il en reste {n}"),
    ("fr", "{unit:the} n'{unit:a|ont} pas bougé, {units:the} non plus"),
    ("en", "{unit:the} may not move: {n} of {n} MP, at most 2"),
    ("en", "{hex:the} is held by {units:the}"),
)


@pytest.mark.parametrize(("lang", "text", "kind"), BROKEN)
def test_what_cannot_agree_is_found(lang: Lang, text: str, kind: str) -> None:
    found = list(faults(text, lang, SLOTS, frozenset({"est", "is", "trouve"})))
    assert kind in {one.kind for one in found}
    assert all(text in str(one) for one in found)


@pytest.mark.parametrize(("lang", "text"), WHOLE)
def test_what_agrees_is_left_alone(lang: Lang, text: str) -> None:
    assert list(faults(text, lang, SLOTS)) == []


@pytest.mark.parametrize(
    "text", ["{unit:teh}", "{unit:a|b|c}", "{n:count a|b|c}", "{unit:is est|sont}", "{unit", "a } b"]
)
def test_what_cannot_be_read_does_not_compile(text: str) -> None:
    with pytest.raises(BadTemplate):
        template(text, "fr")


# -- joined by construction ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "noun", "told"),
    [
        ("près de {unit:the}", 0, "près du fort"),
        ("près de {unit:the}", 1, "près du hérisson"),
        ("près de {unit:the}", 2, "près de l'habitant"),
        ("près de {unit:the}", 5, "près des canons"),
        ("face à {unit:the}", 0, "face au fort"),
        ("face à {unit:the}", 3, "face à l'infanterie"),
        ("autour de {unit}", 7, "autour d'Asiago"),
        ("plus que {unit}", 7, "plus qu'Asiago"),
        ("plus que {unit}", 1, "plus que hérisson"),
        ("{unit:the} ne {unit:est|sont} pas là", 4, "la brigade n'est pas là"),
        ("{unit:the} ne {unit:est|sont} pas là", 6, "les unités ne sont pas là"),
        ("tant que {unit:il|elle|ils|elles} {unit:tient|tiennent}", 6, "tant qu'elles tiennent"),
    ],
)
def test_french_runs_together_where_a_noun_meets_the_words_before_it(text: str, noun: int, told: str) -> None:
    assert plain(Teller("fr").fill(template(text, "fr"), {"unit": WORST[noun]})) == told


def test_a_unit_is_called_by_its_noun() -> None:
    from tests.duel.ruleset import BOOK
    from tutor.engine.words import Words

    words = Words(BOOK, "fr", lambda thing: WORST[6])
    assert plain(words.fill(template("{unit:the} {unit:est|sont} détruit{unit:e}", "fr"), {"unit": Unit("a")})) == (
        "les unités sont détruites"
    )
