"""What a session shows and what it gets back: the values between a session and its screen."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from srs.core.grade import Grade
from srs.core.item import Item, Option
from srs.core.memory import Moment, Outcomes


class Command(StrEnum):
    """What a learner can want besides answering."""

    UNDO = "undo"
    SKIP = "skip"
    BURY = "bury"
    SUSPEND = "suspend"
    FLAG = "flag"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Counts:
    """Cards that wait, by what they are."""

    new: int = 0
    learning: int = 0
    review: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.new + self.learning + self.review


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One card as it is asked. `options` are in the order shown; empty: recall and reveal.

    `practice` says that no schedule is touched: all that is left just is left.
    `minutes_left` is `None` until there is enough to estimate it from. `notice` is one line on
    what just happened (an answer taken back, a card that came early), empty where nothing did.
    """

    deck: str
    item: Item
    ordinal: int
    prompt: str
    answer: str
    options: tuple[Option, ...]
    waiting: Counts
    practice: bool = False
    minutes_left: float | None = None
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """What the learner gave: the text of an option or what was typed; empty: just revealed."""

    text: str = ""
    hinted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """An answered card, with what each grade would do, `outcomes`, at the `moment` of the answer.

    In practice nothing is scheduled: `outcomes` is empty and there is no `moment`.

    `correct` is `None` where only the learner can tell; `proposal` is the grade that Enter takes.
    """

    question: Question
    response: Response
    correct: bool | None
    proposal: Grade
    outcomes: Outcomes = field(default_factory=dict)
    moment: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How a session went. `right` counts the answers that passed.

    `moment` is when it ended. `tomorrow` is what waits on the next study day, `next_due` the next
    instant or day at which something is due (today's learning cards included), `None` where
    nothing ever is.
    `score` says that it was a quiz: there is no schedule to speak of.
    """

    answered: int
    right: int
    seconds: float
    moment: Moment | None = None
    tomorrow: Counts = Counts()
    next_due: date | datetime | None = None
    missed: tuple[str, ...] = ()
    score: bool = False


class Screen(Protocol):
    """What a session needs of the thing the learner looks at."""

    def ask(self, question: Question) -> Response | Command:
        """Show a question and wait for the response to it."""
        ...

    def explain(self, verdict: Verdict) -> Grade | Command:
        """Show what was right and why, and wait for the grade."""
        ...

    def finish(self, summary: Summary) -> Command:
        """Show how it went; `UNDO` goes back to the last answer, anything else leaves."""
        ...
