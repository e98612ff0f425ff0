"""Numbers for Anki's rows: the same for the same thing in every package."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

_FIRST = 1_000_000_000_000
_LAST = 1_700_000_000_000
"""Anki's numbers are the milliseconds at which a thing was made, and none may lie in the future.
Ours lie between September 2001 and November 2023."""

DEFAULT_DECK = 1
"""The deck that every collection of Anki has; it cannot be deleted."""


def stable_id(text: str) -> int:
    """Return a number that is always the same for a text."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return _FIRST + int.from_bytes(digest[:8], "big") % (_LAST - _FIRST)


@dataclass(slots=True)
class Numbers:
    """Gives out numbers, none of them twice."""

    given: set[int] = field(default_factory=set)

    def of(self, text: str) -> int:
        """Return the stable number of a text, or the next free one where another text has it."""
        number = stable_id(text)
        while number in self.given:
            number += 1
        self.given.add(number)
        return number
