"""Points for a canvas, which a page takes as the lists that they are."""

from __future__ import annotations

from typing import Any

float32 = None


def array(points: Any, dtype: None = None) -> Any:
    return points
