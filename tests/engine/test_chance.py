"""Distributions equal closed forms and second methods, to the fraction."""

from __future__ import annotations

import itertools
from fractions import Fraction
from random import Random

import pytest

from tutor.engine.ask import Die, NotAnAnswer, Pool, Volley, hit_ways
from tutor.engine.chance import Distribution, hits


def test_hits_equal_an_enumeration_of_all_rolls() -> None:
    for dice, face in itertools.product(range(5), range(7)):
        rolls = list(itertools.product(range(1, 7), repeat=dice))
        for count, probability in hits(dice, face).items():
            assert probability == Fraction(sum(sum(f <= face for f in r) == count for r in rolls), len(rolls))
        assert sum(hit_ways(dice, face)) == 6**dice


def test_sum_mix_and_map() -> None:
    two = Distribution.die() + Distribution.die()
    assert two[7] == Fraction(1, 6)
    assert two.mean() == 7
    assert two.where(lambda n: n >= 11) == Fraction(1, 12)
    coin: Distribution[int] = Distribution.of({0: 1, 1: 1})
    assert coin.then(lambda side: Distribution.die() if side else Distribution.sure(0))[0] == Fraction(1, 2)
    assert two.map(lambda n: n % 2)[0] == Fraction(1, 2)
    assert Distribution.of({1: 2, 2: 4}).lowest().total == 3
    assert Distribution.of({1: 2, 2: 4}).same_as(Distribution.of({2: 2, 1: 1}))


def test_a_pool_counts_hits_by_tag() -> None:
    pool = Pool("1", "red", (("guns", 2, 3), ("foot", 1, 1)))
    branches = dict(pool.branches())
    assert sum(branches.values()) == 6**3
    assert branches[Volley((("guns", 2), ("foot", 1)))] == 3 * 3 * 1
    rolled = pool.read([1, 6, [1]])
    assert (rolled.of("guns"), rolled.of("foot"), rolled.total) == (1, 1, 2)
    assert pool.write(rolled) == [1, 6, 1]
    assert rolled == Volley((("guns", 1), ("foot", 1)))


def test_rolled_dice_come_as_often_as_their_weight_says() -> None:
    pool, rng = Pool("1", "red", (("x", 3, 2),)), Random(1)
    counts = [0] * 4
    for _ in range(6000):
        counts[pool.sample(rng).total] += 1
    for count, ways in enumerate(hit_ways(3, 2)):
        assert counts[count] / 6000 == pytest.approx(ways / 216, abs=0.03)


@pytest.mark.parametrize("written", [0, 7, "4", True, None, [3]])
def test_a_die_that_cannot_be_is_no_answer(written: object) -> None:
    with pytest.raises(NotAnAnswer):
        Die("1", "red").read(written)


@pytest.mark.parametrize("written", [[1], [1, 2, 3], [0, 2], "12", [1, True]])
def test_a_pool_wants_one_face_a_die(written: object) -> None:
    with pytest.raises(NotAnAnswer):
        Pool("1", "red", (("x", 2, 2),)).read(written)
