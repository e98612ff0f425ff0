"""Tables of plain text: columns side by side, numbers to the right."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from srs.ui.words import inert

GAP = "  "
_NARROWEST = 8
"""So many cells a column of text keeps, however narrow the terminal is."""


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return rows as aligned text. On a terminal its widest texts are cut so that lines fit.

    A number is right-aligned with its column; `None` is an empty cell. Into a pipe everything
    goes whole.
    """
    cells = [list(headings), *([_cell(value) for value in row] for row in rows)]
    columns = range(len(headings))
    widths = [max(cell_len(row[i]) for row in cells) for i in columns]
    numeric = [_is_numeric([row[i] for row in rows]) for i in columns]
    if sys.stdout.isatty():
        _fit(widths, numeric, shutil.get_terminal_size().columns)
    return "\n".join(_line(row, widths, numeric) for row in cells)


def _is_numeric(values: Sequence[object]) -> bool:
    known = [value for value in values if value is not None]
    return bool(known) and all(isinstance(value, int | float) for value in known)


def _fit(widths: list[int], numeric: Sequence[bool], width: int) -> None:
    """Take from the widest column of text, cell by cell, until a line fits."""
    texts = [i for i, is_number in enumerate(numeric) if not is_number and widths[i] > _NARROWEST]
    while texts and sum(widths) + len(GAP) * (len(widths) - 1) > width:
        widest = max(texts, key=lambda i: widths[i])
        if widths[widest] <= _NARROWEST:
            return
        widths[widest] -= 1


def _line(row: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    parts = []
    for text, width, is_number in zip(row, widths, numeric, strict=True):
        if cell_len(text) > width:
            parts.append(set_cell_size(text, width - 1) + "…")
        else:
            space = " " * (width - cell_len(text))
            parts.append(space + text if is_number else text + space)
    return GAP.join(parts).rstrip()


def _cell(value: object) -> str:
    return "" if value is None else " ".join(inert(str(value)).split())
