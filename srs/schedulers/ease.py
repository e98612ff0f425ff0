"""The ease of a card, which an answer in review changes."""

from __future__ import annotations

from srs.core.grade import Grade

_LOWEST = 1.3
_CHANGE = {Grade.AGAIN: -0.20, Grade.HARD: -0.15, Grade.GOOD: 0.0, Grade.EASY: 0.15}


def changed(ease: float, grade: Grade) -> float:
    """Return the ease that an answer leaves, to three decimals.

    The floor holds where the ease falls: one that came in below it is not lifted by a pass.
    """
    after = ease + _CHANGE[grade]
    return round(max(after, _LOWEST) if _CHANGE[grade] < 0 else after, 3)
