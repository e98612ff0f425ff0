"""Bars of plain text."""

from __future__ import annotations

from collections.abc import Sequence

BAR = "█"


def bars(values: Sequence[float], width: int) -> list[str]:
    """Return a bar for each value, the longest `width` signs long; what is not 0 shows."""
    most = max(values, default=0)
    if most <= 0:
        return ["" for _ in values]
    return [BAR * max(round(width * value / most), 1 if value > 0 else 0) for value in values]
