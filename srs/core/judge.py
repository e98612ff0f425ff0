"""From a response to the grade that is proposed for it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from srs.core.grade import Grade

ANSWERS_UNTIL_PACE_COUNTS = 20
SLOW = 2.5
"""So many times the learner's own median is slow."""


def slow_from(right_answers_ms: Sequence[int]) -> float | None:
    """Return the milliseconds from which a right answer is slow for this learner.

    `None` while there are fewer than 20 answers to tell from.
    """
    if len(right_answers_ms) < ANSWERS_UNTIL_PACE_COUNTS:
        return None
    return SLOW * median(right_answers_ms)


def propose(
    correct: bool | None, *, hinted: bool = False, taken_ms: int = 0, slow_ms: float | None = None
) -> Grade:
    """Return the grade to propose: wrong Again, right Good, right but slow or hinted Hard.

    `correct` is `None` where only the learner can tell.
    """
    if correct is False:
        return Grade.AGAIN
    slow = correct is True and slow_ms is not None and taken_ms > slow_ms
    return Grade.HARD if hinted or slow else Grade.GOOD
