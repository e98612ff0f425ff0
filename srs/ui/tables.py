"""Tables of plain text: columns side by side, numbers to the right."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from srs.ui.words import inert

GAP = "  "


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return rows as aligned text; on a terminal the last column is cut where it would not fit."""
    cells = [list(headings), *([_cell(value) for value in row] for row in rows)]
    widths = [max(cell_len(row[i]) for row in cells) for i in range(len(headings))]
    right = [
        bool(rows) and all(isinstance(row[i], int) for row in rows) for i in range(len(headings))
    ]
    if sys.stdout.isatty():
        spare = shutil.get_terminal_size().columns - sum(widths[:-1]) - len(GAP) * (len(widths) - 1)
        widths[-1] = max(min(widths[-1], spare), cell_len(headings[-1]))
    return "\n".join(_line(row, widths, right) for row in cells)


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    parts = []
    for text, width, numeric in zip(row, widths, right, strict=True):
        if cell_len(text) > width:
            parts.append(set_cell_size(text, width - 1) + "…")
        else:
            space = " " * (width - cell_len(text))
            parts.append(space + text if numeric else text + space)
    return GAP.join(parts).rstrip()


def _cell(value: object) -> str:
    return " ".join(inert(str(value)).split()) if isinstance(value, str) else str(value)
