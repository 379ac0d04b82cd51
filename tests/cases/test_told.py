"""Which cases keep what is told (`told.py`): the choice stands on the cases themselves."""

from __future__ import annotations

from random import Random

from tests.cases.told import ALREADY, Offers, chosen

WORDS = ("deux", "two")


def offered(dice: Random, cases: int) -> dict[tuple[str, str], Offers]:
    """Cases that say some of a few things, each worth little or more."""
    shapes = [f"· 1.{n} said ()" for n in range(12)]
    return {
        ("toy.yaml", f"case-{dice.randrange(10**6)}"): {
            shape: (dice.randrange(3), WORDS) for shape in dice.sample(shapes, 5)
        }
        for _ in range(cases)
    }


def test_the_order_of_cases_chooses_nothing() -> None:
    for seed in range(20):
        dice = Random(seed)
        offers = offered(dice, 8)
        mixed = dict(dice.sample(list(offers.items()), len(offers)))
        assert chosen(mixed) == chosen(offers)


def test_a_case_that_is_added_takes_what_it_tells_best_and_moves_nothing_else() -> None:
    for seed in range(20):
        dice = Random(seed)
        offers = offered(dice, 8)
        ((new, told),) = offered(dice, 1).items()
        before, after = chosen(offers), chosen({new: told, **offers})
        taken = after.pop(new, {})
        assert taken.keys() <= told.keys()
        left = {names: {shape: words for shape, words in kept.items() if shape not in taken}
                for names, kept in before.items()}  # fmt: skip
        assert after == {names: kept for names, kept in left.items() if kept}


def test_what_a_case_keeps_already_stays_with_it() -> None:
    for seed in range(20):
        dice = Random(seed)
        offers = offered(dice, 8)
        kept = chosen(offers)
        again = {
            names: {shape: (ALREADY if shape in kept.get(names, {}) else worth, words)
                    for shape, (worth, words) in told.items()}
            for names, told in (offers | offered(dice, 3)).items()
        }  # fmt: skip
        after = chosen(again)
        assert all(told.items() <= after[names].items() for names, told in kept.items())


def test_every_shape_is_kept_once() -> None:
    offers = offered(Random(1), 8)
    kept = [shape for told in chosen(offers).values() for shape in told]
    assert sorted(kept) == sorted({shape for told in offers.values() for shape in told})
