"""Schedulers: pure functions from a memory and a moment to the four outcomes."""

from __future__ import annotations

from typing import Protocol

from srs.core.memory import Memory, Moment, Outcomes
from srs.core.settings import Settings


class Scheduler(Protocol):
    """What a scheduler does. Implementations are values: made from settings, never changed."""

    def outcomes(self, memory: Memory, moment: Moment) -> Outcomes:
        """Return the memory that each grade, given at `moment`, would leave."""
        ...


class SchedulerFactory(Protocol):
    """What the entry point of a scheduler (group `srs.schedulers`) names."""

    def __call__(self, settings: Settings) -> Scheduler:
        """Make the scheduler for a deck's settings."""
        ...
