"""Reads the lines of an answer key: '1. B', '1-B', '1) b 2) c', '1: the text'."""

from __future__ import annotations

import re

_SHORT = re.compile(
    r"(?:q(?:uestion)?\s*)?\(?(?P<number>\d{1,4})\s*(?:[.):=–—-]\s*)?\(?(?P<text>[A-Za-z])\)?"
    r"(?=[\s,;.|]|$)[\s,;.|]*",
    re.IGNORECASE,
)
_LONG = re.compile(
    r"(?:q(?:uestion)?\s*)?\(?(?P<number>\d{1,4})(?:\s*[.):=–—-]\s*|\s+)(?P<text>\S.*)",
    re.IGNORECASE,
)


def entries_in(text: str) -> list[tuple[int, str]]:
    """Return the numbers and answers in a line."""
    if entries := short_entries_in(text):
        return entries
    found = _LONG.fullmatch(text)
    return [(int(found["number"]), found["text"])] if found else []


def short_entries_in(text: str) -> list[tuple[int, str]]:
    """Return the numbers and letters in a line that holds nothing else."""
    entries, at = [], 0
    while found := _SHORT.match(text, at):
        entries.append((int(found["number"]), found["text"]))
        at = found.end()
    return entries if at == len(text) else []
