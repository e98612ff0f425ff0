"""Bars of plain text, without colour, in signs that the stream can encode."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from srs.ui.console import encodable

_BAR, _PLAIN_BAR = "█", "#"
_NARROWEST, _WIDEST = 8, 60


def bars(values: Sequence[float], width: int) -> list[str]:
    """Return a bar for each value, the longest `width` signs long; what is not 0 shows."""
    most = max(values, default=0)
    if most <= 0:
        return ["" for _ in values]
    sign = _BAR if encodable(_BAR, sys.stdout.encoding) == _BAR else _PLAIN_BAR
    return [sign * max(round(width * value / most), 1 if value > 0 else 0) for value in values]


def room_beside(cells: int) -> int:
    """Return how long bars may be in lines that hold so many other cells.

    So that a line fits the terminal, or 80 cells in a pipe, but no bar is too short to compare.
    """
    return min(max(shutil.get_terminal_size().columns - cells, _NARROWEST), _WIDEST)
