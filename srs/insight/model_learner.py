"""A model of a learner: a memory as FSRS-6 has it, and answers that chance draws from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from fsrs import Card, Rating
from fsrs import Scheduler as Library
from fsrs import State as Stage
from fsrs.scheduler import DEFAULT_PARAMETERS

from srs.clock import later
from srs.core.grade import Grade
from srs.core.memory import Memory, Moment, State
from srs.core.settings import Settings
from srs.schedulers.fsrs import Fsrs

FIRST_GRADES = ((0.24, Grade.AGAIN), (0.33, Grade.HARD), (0.83, Grade.GOOD), (1.0, Grade.EASY))
"""How a new card is answered, as cumulated shares: what many learners' logs show on average."""

PASSED_GRADES = ((0.10, Grade.HARD), (0.90, Grade.GOOD), (1.0, Grade.EASY))
"""How a card that is remembered is answered, as cumulated shares."""

_START = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Trace:
    """What is left of a card in a learner, as of the study day it was last answered on.

    `stability` is in days and `difficulty` 1 to 10, as in FSRS.
    """

    stability: float
    difficulty: float
    day: date


class ModelLearner:
    """A learner that remembers as FSRS-6 says, with the parameters of some settings.

    It is built on the library itself, so that a fault in a scheduler of ours cannot hide in it.
    """

    def __init__(self, settings: Settings) -> None:
        self._scheduler = Fsrs(settings)  # says so where the parameters are not FSRS-6's
        parameters = settings.fsrs_parameters or DEFAULT_PARAMETERS
        self._library = Library(
            parameters, learning_steps=(), relearning_steps=(), enable_fuzzing=False
        )
        self._decay = -self._library.parameters[20]
        self._factor = 0.9 ** (1 / self._decay) - 1

    def trace(self, memory: Memory, now: Moment) -> Trace | None:
        """Return what a learner has of a card with this memory; `None` of one never answered.

        A memory without a stability is turned into one as the scheduler `fsrs` does it: the
        interval stands for the stability, and the difficulty follows from the ease.
        """
        if memory.state is State.NEW:
            return None
        day = _answered_on(memory, now.day)
        if memory.stability and memory.difficulty:
            return Trace(memory.stability, memory.difficulty, day)
        if memory.state is State.LEARNING:
            return self.answered(None, Grade.GOOD, day)
        # Good is the answer that leaves the difficulty all but as it was.
        difficulty = self._scheduler.outcomes(memory, now)[Grade.GOOD].difficulty
        return Trace(float(max(memory.interval, 1)), difficulty or 5.0, day)

    def recall(self, trace: Trace | None, today: date) -> float:
        """Return the chance, 0 to 1, that a card is remembered today."""
        if trace is None:
            return 0.0
        elapsed = max(today.toordinal() - trace.day.toordinal(), 0)
        return float((1 + self._factor * elapsed / trace.stability) ** self._decay)

    def grade(self, trace: Trace | None, today: date, lot: float) -> Grade:
        """Return how a card is answered by a learner who draws a lot in [0, 1)."""
        if trace is None:
            return _of_shares(FIRST_GRADES, lot)
        chance = self.recall(trace, today)
        return _of_shares(PASSED_GRADES, lot / chance) if lot < chance else Grade.AGAIN

    def answered(self, trace: Trace | None, grade: Grade, today: date) -> Trace:
        """Return what an answer leaves."""
        card = Card(card_id=0, due=_START)
        elapsed = 0
        if trace is not None:
            card.state, card.last_review = Stage.Review, _START
            card.stability, card.difficulty = trace.stability, trace.difficulty
            elapsed = max((today - trace.day).days, 0)
        card, _ = self._library.review_card(card, Rating(grade), _START + timedelta(days=elapsed))
        return Trace(card.stability or 0.0, card.difficulty or 0.0, today)


def _answered_on(memory: Memory, today: date) -> date:
    """Return the day of the last answer; an import may tell it only by the due day."""
    if memory.reviewed_on is not None:
        return memory.reviewed_on
    return min(later(memory.due_on or today, -memory.interval), today)


def _of_shares(shares: Sequence[tuple[float, Grade]], lot: float) -> Grade:
    return next(grade for share, grade in shares if lot < share)
