"""The small words of French and English: those that need no agreement, and those that ask for it.

They are closed lists. Whatever a sentence says beside them is taken for a noun, a verb or an adjective (`grammar`).
"""

from __future__ import annotations

from dataclasses import dataclass


def _of(*words: str) -> frozenset[str]:
    row = " ".join(words)
    return frozenset(row.split())


@dataclass(frozen=True)
class Tongue:
    """The words of a language that stand beside a noun or a number without agreeing with it, and some that do."""

    articles: frozenset[str]
    prepositions: frozenset[str]
    links: frozenset[str]
    relatives: frozenset[str]
    adverbs: frozenset[str]
    clitics: frozenset[str]
    determiners: frozenset[str]
    copulas: frozenset[str]
    pronouns: frozenset[str]
    possessives: frozenset[str]
    counted: frozenset[str]  # what may follow a bare number

    @property
    def free(self) -> frozenset[str]:
        """Words after which a noun may govern."""
        return self.links | self.relatives | self.adverbs

    @property
    def apart(self) -> frozenset[str]:
        """Words after which a noun no longer governs."""
        return self.prepositions | self.links | self.determiners


FRENCH = Tongue(
    articles=_of("le la l' les un une du au aux ce cet cette ces aucun aucune quel quelle"),
    prepositions=_of(
        "à de d' sur sous dans en vers par pour avec sans contre entre depuis chez hors derrière devant après avant",
        "selon malgré jusqu' parmi hormis sauf outre dès envers voici voilà",
    ),
    links=_of("et ou ni mais car donc or que qu' si quand comme lorsque lorsqu' puisque puisqu' où dont parce tandis"),
    relatives=_of("qui"),
    adverbs=_of(
        "pas plus jamais déjà encore toujours aussi ainsi trop bien moins désormais seulement ici là alors ensuite",
        "puis autant assez très peu directement ensemble aujourd'hui tôt tard loin près ailleurs non point guère",
        "dehors dedans dessus dessous partout aussitôt auprès juste enfin",
    ),
    clitics=_of("ne n' se s' y en lui leur le la l' les"),
    determiners=_of(
        "le la l' les un une des du au aux cet cette ces son sa ses leur leurs aucun aucune chaque tout tous toute",
        "toutes quel quelle deux trois quatre cinq six celui celle ceux celles",
    ),
    copulas=_of("est était sera serait reste devient demeure soit"),
    pronouns=_of("il elle ils elles"),
    possessives=_of("son sa ses sien sienne siens siennes"),
    counted=_of("des du au aux d'abord fois hors plus moins pas seulement partout déjà encore ici là y mois"),
)
ENGLISH = Tongue(
    articles=_of("a an the"),
    prepositions=_of(
        "of to in on at by from with without against between through over under into onto upon before after behind",
        "towards beyond near beside besides within for than as like around across along during until since per",
    ),
    links=_of("and or nor but because whom where when while if unless whether so though"),
    relatives=_of("which who that"),
    adverbs=_of(
        "also already never always only still not no longer now then just even first alone both all each together",
        "again too almost",
    ),
    clitics=frozenset(),
    determiners=_of("the a an this these its their his no any every some two three"),
    copulas=_of("is was"),
    pronouns=_of("it he"),
    possessives=_of("its his"),
    counted=_of(
        "possible left more less instead fewer each alone only already still times not needed too short most least",
    ),
)
IMPERSONAL = _of(  # verbs whose *il* stands for nothing
    "reste faut manque suffit agit faudrait fallait existe restait vient fait faudra restera"
)
NOT_THIRD = _of(  # words in -s that are no verbs
    "its this us less always across besides towards as thus his hers theirs yes perhaps sometimes hexes"
)
UNDETERMINED = _of("du des au aux")
DETERMINED = FRENCH.determiners - UNDETERMINED  # before a noun, whatever stands before them
ELIDED = _of("le la de que ne se me te je lorsque puisque jusque")
RUNS_INTO = {"le": _of("de à"), "les": _of("de à"), "il": _of("si"), "ils": _of("si")}
IRREGULAR = ("s", "x", "f", "c", "g", "er", "el", "al", "en", "on", "eur", "e")  # no plain ending after these
