"""One answer, as the log keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from srs.core.grade import Grade
from srs.core.memory import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One answer: made once, never changed. Undo removes it whole.

    Attributes:
        at, day: the instant and the study day it was given on, by the zone of that moment.
        state: what the card was before the answer.
        interval, last_interval: after and before, as in Anki's log: days, or seconds where
            negative.
        ease: the factor that the answer left.
        response: the option chosen or the text typed; empty where only a grade was given.
        correct: what the program judged, `None` where only the learner could.
        taken_ms: milliseconds from question to answer.
        practice: given without touching memory; no statistic of retention counts it.
    """

    card_id: int
    at: datetime
    day: date
    grade: Grade
    state: State
    scheduler: str
    interval: int
    last_interval: int
    ease: float
    response: str = ""
    correct: bool | None = None
    taken_ms: int = 0
    practice: bool = False
