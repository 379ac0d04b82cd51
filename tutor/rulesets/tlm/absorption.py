"""5.3 Absorbing losses: cards, then units one by one, the strongest first."""

from __future__ import annotations

from typing import Any

from tutor.engine.ask import DONE, Ask, choose, nothing
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place, Side, Term, Unit, units
from tutor.engine.run import task
from tutor.engine.space.kept import by_identity
from tutor.engine.trace import Trace
from tutor.rulesets.tlm import areas
from tutor.rulesets.tlm.armies import counted, eliminated, strength, without_lonely
from tutor.rulesets.tlm.cards import ersatz
from tutor.rulesets.tlm.state import AGENDA, INFANTRY_TYPE, Hits, Piece, State, Step, steps

FORCE, BIPLANES, WITHDRAWN, ALL = "force", "biplanes", "withdrawn", "all"
PLAIN, SIEGE = "plain", "siege"
_CRISES = {"entente-crisis": "9.8.c", "german-crisis": "9.9.d"}
_TOLD = {FORCE: "hits-on-force", BIPLANES: "hits-on-biplanes", WITHDRAWN: "hits-on-withdrawn", ALL: "hits-on-force"}


def due(state: State) -> Hits:
    """The hits that are being paid."""
    return state.here.due[0]


def with_due(state: State, hits: Hits) -> State:
    return state.fighting(due=(hits, *state.here.due[1:]))


def owing(state: State, *hits: Hits) -> State:
    """With these hits to be paid after those that are owed already."""
    return state.fighting(due=(*state.here.due, *(h for h in hits if h.total)))


# -- who may pay -----------------------------------------------------------------------------------------------
def exposed(state: State) -> tuple[Piece, ...]:
    """The pieces on which the hits may fall, before strength is compared."""
    hits = due(state)
    area = state.here.area
    if hits.scope in (WITHDRAWN, ALL):
        gone = tuple(p for p in state.pieces.of(hits.payer) if p.retreat == "withdraw" and p.left == area)
        return gone if hits.scope == WITHDRAWN else (*gone, *state.present(hits.payer))
    present = state.present(hits.payer)
    return tuple(p for p in present if p.kind == "biplane") if hits.scope == BIPLANES else present


@by_identity(16, AGENDA)
def payable(state: State) -> tuple[Piece, ...]:
    """The pieces that can pay a loss at all: no army counter, no Paris Gun."""
    found = tuple(p for p in exposed(state) if p.kind != "army" and state.law.allows(objections_to_paying(state, p)))
    if due(state).now == SIEGE and state.law.reads("siege-surplus", "lost"):
        return tuple(p for p in found if p.kind == "fort")
    return found


def objections_to_paying(state: State, piece: Piece) -> Checks:
    """What keeps a piece from ever paying a loss."""
    if piece.kind == "paris-gun":
        yield objection("8.3.6.c", "paris-gun-pays-not", unit=Unit(piece.id))
    if piece.kind == "fort" and not piece.value and state.law.reads("sedan-removal", "supply-only"):
        yield objection("8.4.l", "sedan-pays-not", unit=Unit(piece.id), reading=state.law.read("sedan-removal"))
    if piece.kind == "biplane" and state.here.weather:
        check = objection if state.law.reads("grounded-biplanes", "pay-not") else held
        yield check("8.3.4.d", "grounded-pays", unit=Unit(piece.id), reading=state.law.read("grounded-biplanes"))


def unit_of(state: State, piece: Piece) -> str:
    """The unit on the map whose strength counts: the army that holds the piece, or the piece."""
    if piece.army is None or bool(state.pieces[piece.army].retreat) != bool(piece.retreat):
        return piece.id
    return piece.army


@by_identity(16, AGENDA)
def strongest(state: State) -> tuple[str, ...]:
    """The units that may pay the next loss: those of the greatest strength."""
    sizes = {unit: strength(state, unit).total for unit in dict.fromkeys(unit_of(state, p) for p in payable(state))}
    most = max(sizes.values(), default=0)
    return tuple(unit for unit, size in sizes.items() if size == most)


def type_of(state: State, piece: Piece) -> str:
    """The type by which pieces of an army are counted (reading `loss-types`)."""
    if state.law.reads("loss-types", "infantry-type"):
        return "infantry-type" if piece.infantry_type else piece.kind
    return "infantry" if piece.kind == "commonwealth" else piece.kind


def commonest(state: State, army: str) -> tuple[str, ...]:
    """The types most numerous inside an army, among what can pay."""
    counts: dict[str, int] = {}
    for piece in payable(state):
        if unit_of(state, piece) == army and piece.id != army:
            kind = type_of(state, piece)
            counts[kind] = counts.get(kind, 0) + 1
    most = max(counts.values(), default=0)
    return tuple(kind for kind, n in counts.items() if n == most)


# -- which unit is lost (5.3.1) ----------------------------------------------------------------------------------
def objections_to_losing(state: State, unit: str) -> Checks:
    """Whether the next loss may be this piece."""
    piece, hits = state.pieces[unit], due(state)
    if piece.side != hits.payer:
        yield objection("5.2.3", "not-the-payer", unit=Unit(unit), who=Side(hits.payer))
    elif piece.place != state.here.area and hits.scope in (FORCE, BIPLANES):
        yield objection("5.3.1.b", "not-in-battle", unit=Unit(unit), area=Place(state.here.area))
    elif piece.kind == "army":
        yield objection("8.1.d", "army-pays-by-contents", unit=Unit(unit))
    else:
        yield from objections_to_paying(state, piece)
        yield from _exposed(state, piece, hits)


def _exposed(state: State, piece: Piece, hits: Hits) -> Checks:
    if piece.retreat and hits.scope in (FORCE, BIPLANES):
        yield objection("5.4.4.a", "retreated-pays-not", unit=Unit(piece.id))
    elif hits.scope == BIPLANES and piece.kind != "biplane":
        yield objection("2.0-II.4.a1", "only-biplanes-fall", unit=Unit(piece.id))
    elif hits.now == SIEGE and piece.kind != "fort" and _fort_must(state):
        yield objection("8.3.3.c", "fort-pays-siege", unit=Unit(piece.id))
    elif all(piece.id != p.id for p in exposed(state)):
        yield objection("8.3.1.e", "did-not-withdraw", unit=Unit(piece.id))
    elif hits.now == SIEGE and piece.kind == "fort":
        yield held("8.3.3.c", "fort-pays-siege", unit=Unit(piece.id))
    else:
        yield from _strength(state, piece)


def _fort_must(state: State) -> bool:
    lost = state.law.reads("siege-surplus", "lost")
    return lost or any(p.kind == "fort" for p in state.present(due(state).payer))


def _strength(state: State, piece: Piece) -> Checks:
    best, own = strongest(state), unit_of(state, piece)
    facts = {"unit": Unit(own), "strength": strength(state, own), "strongest": units(best)}
    if own not in best and best:
        yield objection("5.3.1.b", "not-the-strongest", **facts, most=strength(state, best[0]))
        return
    yield held("5.3.1.b", "not-the-strongest", **facts)
    if due(state).scope == BIPLANES:
        yield held("2.0-II.4.a1", "only-biplanes-fall", unit=Unit(piece.id))
    elif own != piece.id:
        yield from _type(state, piece, own)


def _type(state: State, piece: Piece, army: str) -> Checks:
    best = commonest(state, army)
    if piece.kind == "stosstruppen" and type_of(state, piece) == "infantry-type":
        yield held("8.2.2.a", "counts-as-infantry", reading=state.law.read("loss-types"))
    check = held if type_of(state, piece) in best else objection
    yield check(
        "5.3.1.d",
        "not-the-commonest",
        army=Unit(army),
        type=Term(piece.kind),
        held=counted(state, state.pieces[army]).get(piece.kind, 0),
        commonest=tuple(Term(kind) for kind in best),
        reading=state.law.read("loss-types"),
    )


# -- the steps ---------------------------------------------------------------------------------------------------
@steps.step("absorb", "5.3")
def absorb(s: State, t: Trace) -> State:
    """The side that was hit pays at once, in cards, in units, or in both (5.3.3)."""
    if not s.here.due:
        return s
    hits = due(s)
    t.say("5.2.3", _TOLD[hits.scope], s, n=hits.total, who=Side(hits.payer))
    if hits.siege:
        t.say("8.3.3.c", "hits-on-fort", s, n=hits.siege)
    return s.then(task("ersatz"), task("lose"), task("absorb"))


@steps.step("ersatz", "2.0-II.4.b0")
def play_ersatz(s: State, t: Trace) -> Step:
    """Cards absorb as many losses as their Ersatz value."""
    hits = due(s)
    forbidden = hits.scope == BIPLANES and s.law.reads("dogfight-ersatz", "forbidden")
    if not hits.total or not s.hand(hits.payer) or forbidden or not payable(s):
        return s
    card = yield from choose(
        Ask(
            s,
            "5.3.2.a",
            hits.payer,
            "ersatz",
            ("card",),
            lambda c: objections_to_ersatz(s, c),
            to_end=nothing,
            facts={"hits": hits.total},
            among=lambda: s.hand(hits.payer),
        )
    )
    if card == DONE:
        return s
    value = ersatz(s, card)
    s = s.played(hits.payer, card)
    absorbed = min(int(value), hits.total)
    allowed: dict[str, Any] = {"reading": s.law.read("dogfight-ersatz")} if hits.scope == BIPLANES else {}
    t.say("5.3.2.a", "card-absorbs", s, card=Term(card), n=absorbed, value=value, **allowed)
    if int(value) > hits.total:
        t.say("5.3.2.b", "surplus-lost", s, card=Term(card), n=int(value) - hits.total)
    return s.then(task("cover", absorbed), task("ersatz"))


def objections_to_ersatz(state: State, card: str) -> Checks:
    payer = due(state).payer
    if card not in state.hand(payer):
        yield objection("1.3.b", "not-in-hand", card=Term(card), who=Side(payer))
    elif card in _CRISES:
        yield held(_CRISES[card], "crisis-as-ersatz", card=Term(card))
    else:
        yield held("5.3.3", "cards-and-units", card=Term(card))


@steps.step("cover", "5.3.2.a")
def cover(s: State, t: Trace, points: int) -> Step:
    """The points of a card strike hits off; where some must fall on the fort, the owner says which."""
    hits = due(s)
    if not points:
        return s
    if hits.total <= points or not (hits.plain and hits.siege) or s.law.reads("siege-order", "siege-first"):
        siege = min(hits.siege, points)
        return with_due(s, hits.but(siege=hits.siege - siege, plain=max(0, hits.plain - (points - siege))))
    which = yield from choose(_which(s, "cover-which"))
    return with_due(s, _one_less(hits, which)).then(task("cover", points - 1))


def _which(s: State, kind: str) -> Ask:
    return Ask(s, "8.3.3.c", due(s).payer, kind, ("option",), nothing, options=(PLAIN, SIEGE))


def _one_less(hits: Hits, which: str) -> Hits:
    return hits.but(siege=hits.siege - 1) if which == SIEGE else hits.but(plain=hits.plain - 1)


@steps.step("lose", "5.3.1.a")
def lose(s: State, t: Trace) -> Step:
    """Units are lost one at a time until every hit is paid, or nothing is left that can pay (5.3.4)."""
    hits = due(s)
    if not hits.total:
        return s.fighting(due=s.here.due[1:])
    if not hits.now:
        if hits.plain and hits.siege and s.law.reads("siege-order", "owner-orders"):
            which = yield from choose(_which(s, "pay-which"))
        else:
            which = SIEGE if hits.siege else PLAIN
        return with_due(s, hits.but(now=which)).then(task("lose"))
    if not payable(s):
        return _beyond(s, t)
    unit = yield from choose(
        Ask(
            s,
            "5.3.1.a",
            hits.payer,
            "lose",
            ("unit",),
            lambda u: objections_to_losing(s, u),
            facts={"hits": hits.total},
            among=lambda: [p.id for p in payable(s)],
        )
    )
    s = with_due(s, _one_less(hits, hits.now).but(now=""))
    return lost(s, t, unit).then(task("lose"))


def lost(s: State, t: Trace, unit: str) -> State:
    """One piece, or one step of a fort, is gone."""
    piece = s.pieces[unit]
    area = str(piece.place)
    if piece.kind != "fort":
        of_many = piece.army is not None and len(s.inside(piece.army)) > 1
        if not of_many:  # before what comes of it
            t.say("5.3.1.a", "unit-lost", s, unit=Unit(unit))
        s = eliminated(s, t, unit)
        if piece.army is not None and of_many:
            left = int(strength(s, piece.army))
            t.say("5.3.1.a", "army-weakened", s, unit=Unit(unit), army=Unit(piece.army), n=left)
        return without_lonely(s, t, area)
    if piece.value > 1:
        s = areas.settle(s.put(piece.but(value=piece.value - 1)), area)
        t.say("8.4.i", "fort-reduced", s, fort=Unit(unit), value=piece.value - 1)
        return s
    s = eliminated(s, t, unit)
    t.say("5.3.1.f", "fort-falls", s, fort=Unit(unit))
    t.say("8.4.d", "fort-gone-for-good", s, fort=Unit(unit))
    return s


def _beyond(s: State, t: Trace) -> State:
    """Hits that nothing is left to pay."""
    hits = due(s)
    if hits.now == SIEGE:
        reading = s.law.read("siege-surplus")
        t.say("8.3.3.a", "siege-hits-lost", s, n=hits.siege, reading=reading)
        s = with_due(s, hits.but(siege=0, now=""))
    else:
        for piece in exposed(s):
            for check in s.law.objections(objections_to_paying(s, piece)):
                t.say(check.rule, check.kind, s, **check.facts)
        t.say("5.3.4", "annihilated", s, n=hits.plain, who=Side(hits.payer))
        s = with_due(s, hits.but(plain=0, now=""))
    return s.then(task("lose"))


def worth(piece: Piece) -> int:
    """How dear a piece is to its owner, for policies."""
    order = ("fort", "cavalry", "siege-gun", "biplane", "artillery", "tank", *INFANTRY_TYPE)
    return order.index(piece.kind) if piece.kind in order else len(order)
