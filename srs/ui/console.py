"""The consoles: plain text in, nothing of it taken for markup, signs it cannot encode replaced."""

from __future__ import annotations

import sys
from typing import TextIO

from rich.console import Console

_ASCII = str.maketrans(
    {
        "✓": "+", "✗": "x", "·": "-", "─": "-", "…": "~", "–": "-", "→": ">", "↑": "^", "↓": "v",
        "“": '"', "”": '"', "’": "'", "—": "-", "•": "*",
    }
)  # fmt: skip


def make_console(
    file: TextIO | None = None, *, width: int | None = None, height: int | None = None
) -> Console:
    """Return a console on a stream, standard output unless given."""
    return Console(
        file=file or sys.stdout,
        width=width,
        height=height,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=False,
    )


def encodable(text: str, encoding: str | None) -> str:
    """Return text that the encoding can hold: a like sign, or `?`, for each that it cannot."""
    encoding = encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_nearest(sign, encoding) for sign in text)
    except LookupError:
        return text
    return text


def _nearest(sign: str, encoding: str) -> str:
    for candidate in (sign, sign.translate(_ASCII)):
        try:
            candidate.encode(encoding)
        except UnicodeEncodeError:
            continue
        return candidate
    return "?"
