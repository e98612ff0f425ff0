"""Words for what the program knows: waits, counts, and text that is safe to show."""

from __future__ import annotations

import unicodedata

_KEPT = "\n\t"
_REPLACED = {"Cc", "Cs", "Co", "Cn"}
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def inert(text: str) -> str:
    """Return text in which nothing can steer a terminal: what is not text shows as a sign.

    Control characters become their pictures (`␛`), others without a shape a replacement
    character; line breaks and tabs stay.
    """
    if text.isprintable():
        return text
    return "".join(map(_inert, text))


def _inert(sign: str) -> str:
    if sign in _KEPT or (sign.isprintable() and sign not in _BIDI):
        return sign
    if ord(sign) < 0x20:
        return chr(0x2400 + ord(sign))
    if sign == "\x7f":
        return "\u2421"
    if sign in _BIDI:
        return "\ufffd"
    return "\ufffd" if unicodedata.category(sign) in _REPLACED else sign


def first_line(text: str, width: int = 100) -> str:
    """Return the first line of a text that says something, cut with an ellipsis if long."""
    line = next((part.strip() for part in text.splitlines() if part.strip()), "")
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"
