"""What a scheduler knows of one learner's card, and the moment it is asked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from srs.clock import Calendar
from srs.core.grade import Grade
from srs.core.load import Load, Pick, by_chance


class State(StrEnum):
    """Where a card is in its life."""

    NEW = "new"
    LEARNING = "learning"
    REVIEW = "review"
    RELEARNING = "relearning"


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of one card: a value, folded from the log of its reviews.

    Attributes:
        due: the instant a learning step ends, or the study day a card waits for: always a day
            for `REVIEW`, a day too where a learning step reaches past the rollover, and `None`
            for `NEW`.
        interval: days between the last review and the next; in relearning those it will come
            back with; 0 before a card has graduated.
        ease: SM-2's factor, kept to three decimals (1.3 or more); 0 where a card has none yet.
        step: which learning or relearning step it is on, from 0.
        reps: answers given so far. `lapses`: how often it was forgotten in review.
        stability, difficulty: what FSRS knows (days; 1 to 10), else `None`.
        reviewed_at, reviewed_on: instant and study day of the last answer, `None` before it.
    """

    state: State = State.NEW
    due: date | datetime | None = None
    interval: int = 0
    ease: float = 0.0
    step: int = 0
    reps: int = 0
    lapses: int = 0
    stability: float | None = None
    difficulty: float | None = None
    reviewed_at: datetime | None = None
    reviewed_on: date | None = None

    @property
    def due_at(self) -> datetime | None:
        """The instant it is due at, where it is due at an instant."""
        return self.due if isinstance(self.due, datetime) else None

    @property
    def due_on(self) -> date | None:
        """The study day it is due on, where it is due on a day."""
        return None if isinstance(self.due, datetime) else self.due


NEW = Memory()


@dataclass(frozen=True, slots=True)
class Moment:
    """When an answer is given: the instant, its study day, and the instant that day ends.

    `chance` in [0, 1) picks the day inside the fuzz range; `None` asks for no fuzz. It is a
    pure function of the card and its number of reviews (`srs.core.chance`). With a `load`, chance
    decides only between days that carry equally little.
    """

    at: datetime
    day: date
    day_ends: datetime
    chance: float | None = None
    load: Load | None = None

    @property
    def pick(self) -> Pick | None:
        """How to choose from a range of days; `None`: no fuzz."""
        if self.chance is None:
            return None
        return self.load.pick(self.day, self.chance) if self.load else by_chance(self.chance)

    @classmethod
    def of(cls, calendar: Calendar, at: datetime, chance: float | None = None) -> Moment:
        """Place an instant in a calendar."""
        day = calendar.day(at)
        return cls(at=at, day=day, day_ends=calendar.end(day), chance=chance)


Outcomes = Mapping[Grade, Memory]
"""The memory that each of the four grades would leave."""
