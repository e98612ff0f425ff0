"""The consoles: plain text in, nothing of it taken for markup, signs it cannot encode replaced."""

from __future__ import annotations

import sys
from typing import TextIO

from rich.console import Console
from rich.theme import Theme

_LIKE = (
    ("✓", "+"),
    ("✗✘×", "x"),
    ("·─━═–—−‑┄", "-"),
    ("│┃║▌", "|"),
    ("┌┐└┘├┤┬┴┼┏┓┗┛┡┩╇╪╞╡╋╭╮╰╯", "+"),
    ("…", "~"),
    ("→", ">"),
    ("←", "<"),
    ("↑", "^"),
    ("↓", "v"),
    ("“”„", '"'),
    ("‘’‚", "'"),
    ("•‣▪", "*"),
    ("≤", "<"),
    ("≥", ">"),
)
_ASCII = str.maketrans({sign: like for signs, like in _LIKE for sign in signs})

THEME = Theme(
    {
        "markdown.code": "bold",
        "markdown.code_block": "none",
        "markdown.block_quote": "italic",
        "markdown.list": "none",
        "markdown.item.bullet": "none",
        "markdown.item.number": "none",
        "markdown.h1": "bold underline",
        "markdown.h2": "bold underline",
        "markdown.h3": "bold",
        "markdown.h4": "bold",
        "markdown.h5": "bold",
        "markdown.h6": "bold",
        "markdown.link": "underline",
        "markdown.link_url": "dim",
        "markdown.table.border": "dim",
        "markdown.table.header": "bold",
    }
)
"""Weight and slant alone: they can be read on any background."""


def make_console(
    file: TextIO | None = None, *, width: int | None = None, height: int | None = None
) -> Console:
    """Return a console on a stream, standard output unless given."""
    return Console(
        file=file or sys.stdout,
        width=width,
        height=height,
        theme=THEME,
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
