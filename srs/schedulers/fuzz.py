"""Fuzz: a little chance in intervals, so that cards learnt together do not stay together."""

from __future__ import annotations

from srs.core.load import Pick
from srs.schedulers.single import rounded, single

_NONE_BELOW = 2.5
_PARTS = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))
"""From and to which days of an interval which part of them is added to the range."""

_LONGEST_DELAY = 300
"""Seconds that fuzz adds to a learning step at most."""


def bounds(days: float, least: int, most: int) -> tuple[int, int]:
    """Return the first and last day that an interval of `days` may become, both included."""
    least = min(least, most)
    days = min(max(days, least), most)
    spread = 0.0
    if days >= _NONE_BELOW:
        spread = 1.0
        for start, end, part in _PARTS:
            within = max(single(min(days, end) - start), 0.0)
            spread = single(spread + single(single(part) * within))
    low = min(max(rounded(max(single(days - spread), 0.0)), least), most)
    high = min(max(rounded(single(days + spread)), least), most)
    if low == high and 2 < high < most:
        high += 1
    return low, high


def fuzzed(days: float, least: int, most: int, pick: Pick | None) -> int:
    """Return `days` as a whole number between `least` and `most`, which wins where they cross.

    `pick` chooses the day inside the fuzz range; `None` rounds to the nearest day.
    """
    if pick is None:
        return min(max(rounded(days), least), most)
    low, high = bounds(days, least, most)
    return pick(low, high)


def fuzzed_delay(seconds: int, chance: float | None) -> int:
    """Return a learning delay, lengthened by chance: up to a quarter, at most five minutes."""
    return seconds + int((chance or 0.0) * min(seconds * 0.25, _LONGEST_DELAY))
