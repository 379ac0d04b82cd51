"""7, 8.2, 8.3, 4.0.2, 4.0.3: logistic points, the brigades that they pay for, and the initiative."""

from __future__ import annotations

from tutor.engine.ask import BACK, Ask, Die, Steps, choose, roll
from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Side, Term
from tutor.engine.ledger import Ledger, Lines, plus
from tutor.engine.pieces import FrozenMap
from tutor.engine.run import task
from tutor.engine.trace import Trace
from tutor.rulesets.se.action import NOBODY
from tutor.rulesets.se.book import step
from tutor.rulesets.se.command import headquarters, subordinates
from tutor.rulesets.se.sequence import sealed_bids
from tutor.rulesets.se.state import SIDES, State, other

GROUP, MOST_GUNS = 5, 15


# -- points that come ----------------------------------------------------------------------------------------
@step("income", "7.0")
def income(s: State, t: Trace, phase: str) -> State:
    """New points are added to what a side has, when they arrive."""
    if s.law.reads("lp-arrival", "phase-one") != (phase == "phase-one"):
        return s
    for side in SIDES:
        new = s.income.get(side, 0)
        if new:
            s = s.but(points=s.points.put(side, s.lp(side) + new))
            t.say("7.0", "lp-arrive", s, side=Side(side), n=new, total=s.lp(side), reading=s.law.read("lp-arrival"))
    return s


def pay(s: State, side: str, points: int) -> State:
    """Points are deducted at once and do not come back (7.0, 7.1); they count for the initiative (4.0.3)."""
    left = s.points.put(side, s.lp(side) - points)
    return s.but(points=left, spent=s.spent.put(side, s.spent.get(side, 0) + points))


# -- the command phase ---------------------------------------------------------------------------------------
def activation_cost(s: State, brigade: str, guns: int) -> Ledger:
    """What a brigade costs with its guns (8.3)."""
    return s.law.ledger("8.3", "activation-cost", activation_lines(s, brigade, guns))


def activation_lines(s: State, brigade: str, guns: int) -> Lines:
    yield plus("8.3", "for-the-brigade", 1, brigade=Term(brigade))
    groups = -(-guns // GROUP)
    if groups:
        yield plus("8.3", "for-the-guns", groups, n=guns)


@step("plan", "8.3")
def plan(s: State, t: Trace, side: str) -> Steps[State]:
    """One brigade after another is paid for; nobody: the plan is made."""
    brigade = yield from choose(
        Ask(
            s,
            "8.3",
            side,
            "plan",
            ("option",),
            lambda brigade: objections_to_planning(s, side, brigade),
            options=(NOBODY, *sorted(s.brigades)),
            sealed=True,
        )
    )
    if brigade == NOBODY:
        return s
    return s.then(task("plan-guns", side), task("plan", side), chosen=brigade)


@step("plan-guns", "8.2", under="plan")
def plan_guns(s: State, t: Trace, side: str) -> Steps[State]:
    """How many guns the brigade will have; which ones is settled when it acts (8.3)."""
    brigade = s.chosen or ""
    most = max(MOST_GUNS, sum(u.fires for u in s.units_of(side)))
    guns = yield from choose(
        Ask(
            s,
            "8.2",
            side,
            "plan-guns",
            ("number",),
            lambda guns: objections_to_planning_guns(s, side, brigade, guns),
            options=tuple(range(most + 1)),
            back=True,
            sealed=True,
            facts={"brigade": Term(brigade)},
        )
    )
    s = s.but(chosen=None)
    if guns == BACK:
        return s
    cost = activation_cost(s, brigade, guns)
    s = pay(s, side, int(cost))
    s = s.but(planned=s.planned | {brigade}, guns_planned=s.guns_planned.put(brigade, guns))
    t.say("8.3", "brigade-planned", s, seen_by=side, brigade=Term(brigade), cost=cost, n=s.lp(side))
    return s


def objections_to_planning(s: State, side: str, brigade: str) -> Checks:
    """May this side plan to play this brigade?"""
    if brigade == NOBODY:
        return
    hq = headquarters(s, brigade)
    if hq is None or hq.side != side:
        yield objection("8.3", "not-own-brigade", brigade=Term(brigade), side=Side(side))
        return
    if brigade in s.planned:
        yield objection("7.1", "planned-already", brigade=Term(brigade))
    if not subordinates(s, brigade):
        yield objection("8.3", "no-unit-on-map", brigade=Term(brigade))
    if not s.lp(side):
        yield objection("7.2", "no-lp", side=Side(side))


def objections_to_planning_guns(s: State, side: str, brigade: str, guns: int) -> Checks:
    """May the brigade have that many guns, and can they be paid for?"""
    if guns > MOST_GUNS and s.law.reads("sixteen-guns", "fifteen"):
        yield objection("8.2", "too-many-guns", n=guns, limit=MOST_GUNS, reading=s.law.read("sixteen-guns"))
    cost = activation_cost(s, brigade, guns)
    facts = {"brigade": Term(brigade), "cost": cost, "left": s.lp(side)}
    if cost.total > s.lp(side):
        yield objection("8.3", "lp-too-few", **facts)
    else:
        yield held("8.3", "lp-enough", **facts)


# -- the initiative ------------------------------------------------------------------------------------------
@step("initiative-dice", "4.0.3")
def initiative_dice(s: State, t: Trace) -> State:
    """The dice, and points beyond those of the command phase, unless they were added before, unseen."""
    dice = (task("initiative-die", side) for side in SIDES)
    bids = () if sealed_bids(s) else (task("bid", side) for side in SIDES)
    return s.then(*dice, *bids, task("who-has-it"))


@step("bid", "4.0.3", under="initiative-dice")
def bid(s: State, t: Trace, side: str) -> Steps[State]:
    """How many points a side adds; before the dice, nobody sees it."""
    have = s.lp(side)
    if not have:
        return s
    sealed = sealed_bids(s)
    numbers = tuple(range(have + 1))
    points = yield from choose(
        Ask(s, "4.0.3", side, "bid", ("number",), lambda points: iter(()), options=numbers, sealed=sealed)
    )
    if points:
        s = pay(s, side, points)
        reading = s.law.read("initiative-extra-bid")
        seen_by = side if sealed else None
        t.say("7.0", "lp-bid", s, seen_by=seen_by, side=Side(side), points=points, n=s.lp(side), reading=reading)
    return s


def initiative_total(s: State, side: str, die: int) -> Ledger:
    """The die and the points spent this turn (4.0.3)."""
    lines = [plus("4.0.3", "initiative-roll", die), plus("4.0.3", "lp-counted", s.spent.get(side, 0))]
    return s.law.ledger("4.0.3", "initiative-total", lines)


@step("initiative-die", "4.0.3", under="initiative-dice")
def initiative_die(s: State, t: Trace, side: str) -> Steps[State]:
    die = yield from roll(Die("4.0.3", side, "initiative-die"))
    return s.but(bids=s.bids.put(side, die))


@step("who-has-it", "4.0.3", under="initiative-dice")
def who_has_it(s: State, t: Trace) -> State:
    """The higher total has the initiative; on a tie both roll again with the same points."""
    side = SIDES[0]
    mine, theirs = (initiative_total(s, one, s.bids[one]) for one in (side, other(side)))
    s = s.but(bids=FrozenMap())
    if mine.total == theirs.total:
        t.say("4.0.3", "initiative-tied", s, n=mine, reading=s.law.read("initiative-tie"))
        return s.then(*(task("initiative-die", one) for one in SIDES), task("who-has-it"))
    winner = side if mine.total > theirs.total else other(side)
    s = s.but(initiative=winner, active=winner)
    t.say("4.0.3", "initiative-won", s, side=Side(winner), mine=max(mine, theirs, key=lambda n: n.total),
          theirs=min(mine, theirs, key=lambda n: n.total))  # fmt: skip
    return s
