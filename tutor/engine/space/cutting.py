"""A map that is cut out of another: some of its areas, and what the edge makes of them.

```yaml
kind: cutting
of: western-front
name: {fr: Liége et la Meuse belge, en: Liége and the Belgian Meuse}
areas: [liege, namur, sedan]
frame: [300, 0, 1000, 700]             # what is seen of the whole; may be left out
edges: {sedan: [source-Entente]}       # flags that an area has here because the rest of the map is missing
provenance: {edges: stand-in}
```
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.engine.space.faults import Faults

PARTS = {"kind", "of", "name", "areas", "frame", "edges", "provenance", "sources"}


def cut(whole: Mapping[str, Any], cutting: Mapping[str, Any]) -> dict[str, Any]:
    """The data of the map that a cutting describes; raises MapFaults."""
    faults = Faults()
    faults.keys("map", cutting, PARTS, {"of", "areas", "provenance"})
    faults.check()
    if whole.get("kind") != "areas":
        faults.add("of", "not-areas", map=cutting["of"])
        raise faults.error()
    edges = cutting.get("edges") or {}
    for index, id in enumerate(cutting["areas"]):
        if id not in whole["areas"]:
            faults.add(f"areas.{index}", "no-area", id=id)
    for id in edges:
        if id not in cutting["areas"]:
            faults.add(f"edges.{id}", "no-area", id=id)
    faults.check()
    inside = set(cutting["areas"])
    areas = {}
    for id, area in whole["areas"].items():
        if id in inside:
            areas[id] = _edged(area, edges.get(id, ()))
    links = [link for link in whole["links"] if inside.issuperset(link["between"])]
    found = {**whole, "areas": areas, "links": links}
    found["name"] = cutting.get("name", whole.get("name"))
    if cutting.get("frame"):
        drawn = whole.get("drawn", {})
        found["drawn"] = {**drawn, "frame": cutting["frame"]}
    found["provenance"] = {**whole["provenance"], **cutting["provenance"]}
    found["sources"] = [*whole.get("sources", ()), *cutting.get("sources", ())]
    return found


def _edged(area: Mapping[str, Any] | None, flags: Any) -> dict[str, Any]:
    given = dict(area or {})
    if flags:
        given["flags"] = [*given.get("flags", ()), *flags]
    return given
