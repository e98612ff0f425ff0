"""How full the coming study days are, and which day of a range to choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from math import inf

from srs.clock import later

Pick = Callable[[int, int], int]
"""Chooses a number of days from a range, both ends included."""

FARTHEST = 90
"""Days ahead up to which the load of a day is counted; beyond it all days are alike."""


def by_chance(chance: float) -> Pick:
    """Return the choice that a number in [0, 1) makes alone."""
    return lambda low, high: low + int(chance * (1 + high - low))


@dataclass(frozen=True, slots=True)
class Load:
    """What is due on the study days to come.

    Attributes:
        due: reviews by day.
        weekdays: how much each weekday is to carry, Monday first: 1 as usual, 0 nothing if that
            can be helped.
    """

    due: Mapping[date, int] = field(default_factory=dict)
    weekdays: tuple[float, ...] = (1.0,) * 7

    def pick(self, today: date, chance: float) -> Pick:
        """Return the choice of the least loaded day; among equals `chance` decides."""

        def weight(days: int) -> float:
            day = later(today, days)
            share = self.weekdays[day.weekday()]
            return (self.due.get(day, 0) + 1) / share if share > 0 else inf

        def lightest(low: int, high: int) -> int:
            weights = [weight(days) for days in range(low, high + 1)]
            least = min(weights)
            equals = [low + i for i, each in enumerate(weights) if each == least]
            return equals[int(chance * len(equals))]

        return lightest
