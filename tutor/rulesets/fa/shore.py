"""10.7.6.3: shore bombardment (Bombardement Côtier)."""

from __future__ import annotations

from tutor.engine.check import Checks, held, objection
from tutor.engine.facts import Place
from tutor.engine.facts import Unit as U
from tutor.rulesets.fa.factors import ship_factor
from tutor.rulesets.fa.nations import objections_to_company
from tutor.rulesets.fa.state import SURFACE, State, Unit, sea_areas, seas_of


def objections_to_bombarding_with(s: State, ship: Unit) -> Checks:
    """May this ship bombard a coast?"""
    if ship.kind not in SURFACE:
        yield objection("10.7.6.3-a", "only-hs-ls", unit=U(ship.id))
        return
    if not ship.face_up:
        yield objection("10.7.6.3-a", "ship-face-down", unit=U(ship.id))
    if ship.place not in sea_areas(s.map):
        yield objection("10.7.6.3-a", "ship-in-port", unit=U(ship.id))
        return
    if ship.section == 0:
        yield objection("10.7.6.3-a", "section-zero", unit=U(ship.id))
        return
    if attack := s.attack_of(ship.id):
        yield objection("10.7.6.3-b", "bombards-already", unit=U(ship.id), hex=Place(attack.hex))
    closed = [s.law.first_objection(objections_to_bombarding(s, ship, attack.hex)) for attack in s.attacks]
    if not closed:
        yield objection("10.7.6.3-a", "no-attack-on-coast", unit=U(ship.id))
    elif all(check is not None for check in closed):
        yield from (check for check in closed if check is not None)


def objections_to_bombarding(s: State, ship: Unit, hex: str) -> Checks:
    """May this ship support the attack on this hex?"""
    attack = s.attack_on(hex)
    if attack is None:
        yield objection("10.7.6.3-a", "no-attack-there", unit=U(ship.id), hex=Place(hex))
        return
    facts = {"unit": U(ship.id), "hex": Place(hex), "area": Place(ship.place or "")}
    if ship.place not in seas_of(s.map, hex):
        yield objection("10.7.6.3-a", "other-sea", **facts)
    else:
        yield held("10.7.6.3-a", "coast-in-reach", factor=ship_factor(s, ship), **facts)
    friends = [s.unit(id) for id in sorted(attack.units | attack.ships)]
    yield from objections_to_company(s, ship, friends, "strangers-in-attack")
