"""Who projects into which places; and what is kept of a position."""

from __future__ import annotations

from tutor.engine.pieces import Frozen, record
from tutor.engine.space.kept import by_identity
from tutor.engine.space.zones import Zones

REACH = {"gun": (), "foot": ("b", "c"), "horse": ("c", "d")}


def test_zones_name_who_projects_them() -> None:
    zones = Zones.of(REACH, REACH.__getitem__)
    assert zones.at("b") == ("foot",)
    assert zones.at("c") == ("foot", "horse")
    assert zones.at("a") == ()
    assert "a" not in zones
    assert "d" in zones
    assert set(zones) == {"b", "c", "d"}
    assert len(zones) == 3
    assert dict(zones.items())["d"] == ("horse",)


DRAFT = frozenset({"draft"})


@record
class Table(Frozen):
    """A position with a draft."""

    beside = DRAFT

    pieces: tuple[str, ...]
    draft: str = ""


def test_what_is_kept_is_kept_by_identity() -> None:
    calls: list[tuple[str, int]] = []

    @by_identity(2)
    def told(position: Table, side: str) -> int:
        calls.append((side, len(position.pieces)))
        return len(position.pieces)

    one, twin = Table(("a", "b")), Table(("a", "b"))
    assert told(one, "a") == told(one, "a") == 2
    assert calls == [("a", 2)]
    told(one, "b")
    told(twin, "a")
    assert len(calls) == 3
    told(one, "a")
    assert len(calls) == 4, "only the last two are kept"


def test_what_lies_beside_makes_no_other_position() -> None:
    calls: list[Table] = []

    @by_identity(8, DRAFT)
    def told(position: Table) -> int:
        calls.append(position)
        return len(position.pieces)

    table = Table(("a", "b"))
    drafted = table.but(draft="a")
    assert [told(one) for one in (table, drafted, drafted.but(draft="b"), table)] == [2, 2, 2, 2]
    assert calls == [table]
    assert told(drafted.but(pieces=("a", "b", "c"))) == 3
    assert told(Table(("a", "b"))) == 2, "an equal position is another one"
    assert len(calls) == 3
