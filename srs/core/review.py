"""One answer, as the log keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from srs.core.grade import Grade
from srs.core.memory import State


class Kind(StrEnum):
    """What a row of the log is.

    `PRACTICE` is an answer that touched no memory: no statistic of retention counts it. `RESET`
    made the card new again; `MOVED` gave it another due day; `IMPORTED` gave it the memory that
    another program had of it.
    """

    ANSWER = "answer"
    PRACTICE = "practice"
    RESET = "reset"
    MOVED = "moved"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One answer: made once, never changed. Undo removes it whole.

    What a learner does to a schedule by hand is in the log too, so that memory is always its fold.

    Attributes:
        at, day: the instant and the study day it was given on, by the zone of that moment.
        state: what the card was before the answer.
        due: when the card was due after it, an instant or a study day.
        interval, last_interval: days in memory after and before it; `ease` the factor after it.
        response: the option chosen or the text typed; empty where only a grade was given.
        correct: what the program judged, `None` where only the learner could.
        taken_ms: milliseconds from question to answer.
        grade: `None` where nothing was answered.
        origin: JSON: what it was in the program it came from; of an import the whole memory.
    """

    card_id: int
    at: datetime
    day: date
    grade: Grade | None
    state: State
    scheduler: str
    due: date | datetime | None
    interval: int
    last_interval: int
    ease: float
    response: str = ""
    correct: bool | None = None
    taken_ms: int = 0
    kind: Kind = Kind.ANSWER
    origin: str = ""
