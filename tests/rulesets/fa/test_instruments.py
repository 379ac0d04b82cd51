"""What the board shows on demand: it must be what the rules say."""

from __future__ import annotations

from tutor.library import position
from tutor.rulesets.fa.instruments import INSTRUMENTS
from tutor.rulesets.fa.state import State
from tutor.rulesets.fa.zones import enemy_zone


def belgium() -> State:
    return position("fa/belgium-1914")  # type: ignore[no-any-return]


def test_zones_are_where_the_other_side_is_watched() -> None:
    s = belgium()
    shown = INSTRUMENTS["zones"].find(s, "pc").area
    assert set(shown) == {hex for hex in s.map.places if enemy_zone(s, "te", hex)}
    assert "0303" not in shown, "no German zone in Belgium in the impulse of surprise"


def test_an_hq_has_its_zone_in_its_own_hex_only() -> None:
    shown = INSTRUMENTS["zone"].find(belgium(), "nivelle")
    assert shown.area == ("0605",)
    assert {line.kind for ledger in shown.ledgers for line in ledger.lines} == {"own-hex-only"}


def test_a_supply_line_is_drawn_to_its_source() -> None:
    shown = INSTRUMENTS["supply"].find(belgium(), "langle")
    assert shown.open
    assert shown.line == ("0504", "0605")


def test_a_cut_line_shows_where_it_is_blocked() -> None:
    s = belgium()
    control = s.control.put("0605", "germany")
    hq, troops = s.unit("nivelle").but(place="0804"), [s.unit(id).but(place="0604") for id in ("castelnau", "guns75")]
    shown = INSTRUMENTS["supply"].find(s.put(hq, *troops).but(control=control), "langle")
    assert not shown.open
    assert shown.blocked
    assert any(not check.ok and check.rule.startswith("4.") for check in shown.checks)


def test_every_means_has_its_reach() -> None:
    s = belgium()
    foot = INSTRUMENTS["foot"].find(s, "kluck")
    assert foot.area[0] == "0304"
    assert "0204" in foot.area
    assert INSTRUMENTS["rail"].find(s, "kluck").checks[0].rule == "10.7.3-b", "it stands in an enemy zone"
    sea = position("fa/goeben-1914")
    assert "0313" in INSTRUMENTS["sea"].find(sea, "goeben").area
    assert INSTRUMENTS["sea"].find(sea, "algerians").area == ()
    assert INSTRUMENTS["flight"].find(s, "kluck").area == ()
