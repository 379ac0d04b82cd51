"""The engine's distributions beside icepool, on four shapes of combat; then the same shapes as steps of a procedure.

A. one die on a column of a results table · B. die and modifier against die and modifier, the difference in bands
C. eight dice against six, hits on 1-2 · D. four rounds of mutual fire, six against six

Every cache is emptied before every call, so that nothing is merely remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import icepool

from tests.bench.timing import Effort, Row, alternated, times_faster
from tutor.engine.ask import Die, Pool, Steps, _faces, _volleys, hit_ways, roll
from tutor.engine.chance import Distribution
from tutor.engine.law import Amendments, Law
from tutor.engine.odds import Odds
from tutor.engine.pieces import record
from tutor.engine.policy import Question
from tutor.engine.rulebook import Rulebook
from tutor.engine.run import Agenda, Ruleset, StepBook, task
from tutor.engine.text import Text
from tutor.engine.trace import Trace

TABLE = {1: "AE", 2: "AR", 3: "EX", 4: "DR", 5: "DR", 6: "DE"}
ATTACK, DEFENCE = 2, 1
GUNS, RIFLES = 8, 6
SIZE, ROUNDS = 6, 4
HIT = 2
KERNEL_BAR = 5.0
DRIVER_BARS = {"A": 1.5, "B": 2.0, "C": 2.0, "D": 1.8}  # A and D guard against getting slower


def band(difference: int) -> str:
    if difference <= -4:
        return "A2"
    if difference <= -1:
        return "A1"
    return "=" if difference == 0 else "D1" if difference <= 3 else "D2"


def forget() -> None:
    """Empty what the engine keeps of dice."""
    _faces.cache_clear()
    _volleys.cache_clear()
    hit_ways.cache_clear()


# -- the peer ------------------------------------------------------------------------------------------------
def peer_a() -> Any:
    return icepool.d6.map(TABLE)


def peer_b() -> Any:
    return ((icepool.d6 + ATTACK) - (icepool.d6 + DEFENCE)).map(band)


def peer_c() -> Any:
    hit = icepool.d6 <= HIT
    return icepool.tupleize(GUNS @ hit, RIFLES @ hit)


def peer_d() -> Any:
    hit = icepool.d6 <= HIT

    def volley(strengths: Any) -> Any:
        ours, theirs = strengths
        if not ours or not theirs:
            return strengths
        return icepool.map(lambda i, j: (max(0, ours - j), max(0, theirs - i)), ours @ hit, theirs @ hit)

    return icepool.Die([(SIZE, SIZE)]).map(volley, repeat=ROUNDS, star=False)


# -- the kernels ---------------------------------------------------------------------------------------------
def kernel_a() -> Distribution[str]:
    return Distribution.die().map(TABLE.__getitem__)


def kernel_b() -> Distribution[str]:
    attack = Distribution.die().map(lambda face: face + ATTACK)
    defence = Distribution.die().map(lambda face: -face - DEFENCE)
    return (attack + defence).map(band)


def kernel_c() -> Distribution[Any]:
    forget()
    return Distribution.of(dict(Pool("C", "red", (("guns", GUNS, HIT), ("rifles", RIFLES, HIT))).branches()))


def kernel_d() -> Distribution[tuple[int, int]]:
    forget()
    standing: Distribution[tuple[int, int]] = Distribution.sure((SIZE, SIZE))
    for _ in range(ROUNDS):
        standing = standing.then(_volley)
    return standing


def _volley(strengths: tuple[int, int]) -> Distribution[tuple[int, int]]:
    ours, theirs = strengths
    if not ours or not theirs:
        return Distribution.sure(strengths)
    left: dict[tuple[int, int], int] = {}
    fire = [(max(0, theirs - hits), ways) for hits, ways in enumerate(hit_ways(ours, HIT))]
    for hits, ways in enumerate(hit_ways(theirs, HIT)):
        mine = max(0, ours - hits)
        for foes, more in fire:
            left[mine, foes] = left.get((mine, foes), 0) + ways * more
    return Distribution.of(left)


# -- the same as steps ---------------------------------------------------------------------------------------
STEPS, BOOK = StepBook(), Rulebook("toy", {"rules": {}})


@record
class Field(Agenda):
    """What the four shapes need of a position."""

    ours: int = 0
    theirs: int = 0
    result: Any = None


@STEPS.step("table", "A")
def on_the_table(s: Field, t: Trace) -> Steps[Field]:
    die = yield from roll(Die("A", "red"))
    return s.but(result=TABLE[die])


@STEPS.step("opposed", "B")
def opposed(s: Field, t: Trace) -> Steps[Field]:
    attack = yield from roll(Die("B", "red"))
    defence = yield from roll(Die("B", "blue"))
    return s.but(result=band(attack + ATTACK - defence - DEFENCE))


@STEPS.step("fire", "C")
def fire(s: Field, t: Trace) -> Steps[Field]:
    volley = yield from roll(Pool("C", "red", (("guns", GUNS, HIT), ("rifles", RIFLES, HIT))))
    return s.but(result=(volley.of("guns"), volley.of("rifles")))


@STEPS.step("round", "D")
def one_round(s: Field, t: Trace, left: int) -> Steps[Field]:
    volley = yield from roll(Pool("D", "red", (("ours", s.ours, HIT), ("theirs", s.theirs, HIT))))
    ours, theirs = max(0, s.ours - volley.of("theirs")), max(0, s.theirs - volley.of("ours"))
    if left == 1 or not ours or not theirs:
        return s.but(ours=ours, theirs=theirs)
    return s.then(task("round", left - 1), ours=ours, theirs=theirs)


RULES = Ruleset(
    game="toy",
    book=BOOK,
    steps=STEPS,
    amendments=Amendments(),
    setup=lambda data, map, law: None,
    names=lambda state: lambda thing: None,
)
RESULT = Question("result", Text("résultat", "result"), lambda start, end: end.result)
LEFT = Question("left", Text("restants", "left"), lambda start, end: (end.ours, end.theirs))


def driver(question: Question, *agenda: Any) -> Callable[[], Distribution[Any]]:
    """The odds of a toy procedure, by the engine's own driver, from nothing."""
    start = Field(Law.of(BOOK), agenda=(task(*agenda),), ours=SIZE, theirs=SIZE)

    def work_out() -> Distribution[Any]:
        forget()
        return Odds(RULES, question, {}, start).outcome(start).distribution

    return work_out


SHAPES: Mapping[str, tuple[Callable[[], Any], Callable[[], Any], Callable[[], Any]]] = {
    "A  one die on a results table": (peer_a, kernel_a, driver(RESULT, "table")),
    "B  opposed dice in bands": (peer_b, kernel_b, driver(RESULT, "opposed")),
    "C  8 against 6 dice": (peer_c, kernel_c, driver(RESULT, "fire")),
    "D  4 rounds of mutual fire": (peer_d, kernel_d, driver(LEFT, "round", ROUNDS)),
}


def fractions(found: Any) -> dict[Any, Fraction]:
    """Outcomes of either side as plain values with their probabilities."""
    if isinstance(found, Distribution):
        return {_plain(outcome): chance for outcome, chance in found.items()}
    total = found.denominator()
    return {_plain(outcome): Fraction(ways, total) for outcome, ways in found.items()}


def _plain(outcome: Any) -> Any:
    if hasattr(outcome, "hits"):
        return tuple(n for _, n in outcome.hits)
    return outcome if isinstance(outcome, str) else tuple(int(part) for part in outcome)


def run(effort: Effort) -> list[Row]:
    rows = []
    for name, (peer, kernel, driven) in SHAPES.items():
        wanted = fractions(peer())
        assert fractions(kernel()) == wanted, f"{name}: the kernel differs from icepool"
        assert fractions(driven()) == wanted, f"{name}: the driver differs from icepool"
        theirs, ours, slower = alternated((peer, kernel, driven), effort)
        rows.append(times_faster("kernels", f"{name}: icepool", ours, theirs, "µs", bar=KERNEL_BAR))
        rows.append(
            times_faster("driver", f"{name}, as steps: icepool", slower, theirs, "µs", bar=DRIVER_BARS[name[0]])
        )
    return sorted(rows, key=lambda row: row.part == "driver")
