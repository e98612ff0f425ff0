"""Words for what the program knows: waits, counts, and text that is safe to show."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime
from string import ascii_uppercase

from srs.core.memory import Memory, Moment

_DAYS_A_MONTH, _DAYS_A_YEAR = 30.44, 365.25
_KEPT = "\n\t"
_REPLACED = {"Cc", "Cs", "Co", "Cn"}
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of all that follows; the marks of a single place are text."""


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


def letter(place: int) -> str:
    """Return the letter of an option by its place from 0: A to Z, then AA, AB and on."""
    tens, ones = divmod(place, len(ascii_uppercase))
    return (letter(tens - 1) if tens else "") + ascii_uppercase[ones]


def span(seconds: float) -> str:
    """Return a wait in one short word: `40s`, `10m`, `2h`, `1d`, `1.5mo`, `2.3y`."""
    minutes, hours, days = seconds / 60, seconds / 3600, seconds / 86_400
    if round(seconds) < 60:
        return f"{max(round(seconds), 1)}s"
    if round(minutes) < 60:
        return f"{round(minutes)}m"
    if round(hours) < 24:
        return f"{_short(hours)}h"
    if round(days) < 31:
        return f"{round(days)}d"
    months = f"{_short(days / _DAYS_A_MONTH)}mo"
    return months if days < 365 and months != "12mo" else f"{_short(days / _DAYS_A_YEAR)}y"


def span_label(memory: Memory, moment: Moment) -> str:
    """Return how long after `moment` a card with this memory comes back."""
    if memory.due_at is not None:
        return span((memory.due_at - moment.at).total_seconds())
    return "" if memory.due_on is None else span((memory.due_on - moment.day).days * 86_400)


def due_label(due: date | datetime, moment: Moment) -> str:
    """Return when something is due, seen from `moment`: `now`, `in 10m`, `tomorrow`, `in 3d`."""
    if isinstance(due, datetime):
        seconds = (due - moment.at).total_seconds()
        return f"in {span(seconds)}" if seconds > 0 else "now"
    days = (due - moment.day).days
    if days <= 0:
        return "now"
    return "tomorrow" if days == 1 else f"in {span(days * 86_400)}"


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where that is due."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0") if number < 10 else str(round(number))
