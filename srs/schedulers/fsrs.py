"""FSRS-6 through the library `fsrs`: what it knows of a memory, turned into due dates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from srs.core.grade import Grade
from srs.core.load import Pick
from srs.core.memory import Memory, Moment, Outcomes, State
from srs.core.settings import DAY, DEFAULTS, Settings
from srs.errors import UsageError
from srs.schedulers.ease import changed
from srs.schedulers.fuzz import bounds, fuzzed
from srs.schedulers.single import rounded
from srs.schedulers.steps import Steps, answered, in_days

if TYPE_CHECKING:
    from fsrs import Scheduler as Library

_START = datetime(1, 1, 1, tzinfo=UTC)
_LONGEST = 3_000_000
"""Days that have elapsed at most: what the library's calendar holds."""

_GRADE_AND_FUZZ = 5
"""Days by which an interval can exceed what its stability gives it at most: Good stands one above
Hard and Easy two, and fuzz finds each of the three one more where it has no room."""

_SHORTEST_IN_DAYS = 0.5
"""Without steps, a card that is to come back sooner than this comes back the same day."""


@lru_cache(maxsize=16)
def _library(parameters: tuple[float, ...]) -> Library:
    """Make the library's scheduler, which is imported with the first one.

    Steps, fuzz and the longest interval are ours: from it come stability and difficulty alone.
    """
    from fsrs import Scheduler as Library
    from fsrs.scheduler import DEFAULT_PARAMETERS

    try:
        return Library(
            parameters=parameters or DEFAULT_PARAMETERS,
            learning_steps=(),
            relearning_steps=(),
            maximum_interval=1,
            enable_fuzzing=False,
        )
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise UsageError(
            f"fsrs_parameters cannot be used: {reason}",
            "Fit them with `srs optimize`, or leave them out.",
        ) from None


@dataclass(frozen=True, slots=True)
class Fsrs:
    """The scheduler that plans each review for the retention that is wanted.

    Raises:
        UsageError: the settings hold parameters that are not FSRS-6's.
    """

    settings: Settings = DEFAULTS

    def __post_init__(self) -> None:
        _library(self.settings.fsrs_parameters)

    def outcomes(self, memory: Memory, moment: Moment) -> Outcomes:
        """Return the memory that each grade, given at `moment`, would leave."""
        known = self._converted(answered(memory, moment))
        elapsed = _elapsed(memory, moment)
        after = {grade: self._recalled(known, elapsed, grade) for grade in Grade}
        if memory.state is State.REVIEW:
            return self._review(after, memory, moment)
        return self._on_steps(after, memory, moment)

    def recall(self, memory: Memory, elapsed: int) -> float:
        """Return the chance, 0 to 1, that a card is remembered `elapsed` days after its review.

        The published forgetting curve; the memory has to have a stability.
        """
        exponent = -1 / _library(self.settings.fsrs_parameters).parameters[20]
        share = elapsed / (memory.stability or 1.0)
        return float((1 + share * (0.9**exponent - 1)) ** (1 / exponent))

    def _review(self, after: Outcomes, memory: Memory, moment: Moment) -> Outcomes:
        early = memory.due_on is not None and memory.due_on > moment.day
        days = self._days(after, memory.interval, None if early else moment.pick)
        if not early:
            self._hold(days, after, memory.interval)
        ease = memory.ease or self.settings.starting_ease
        left = {
            grade: in_days(after[grade], days[grade], changed(ease, grade), moment)
            for grade in Grade
        }
        forgotten = replace(left[Grade.AGAIN], lapses=memory.lapses + 1)
        steps = Steps(State.RELEARNING, self.settings.relearning_steps)
        left[Grade.AGAIN] = self._stepped(steps, forgotten, 0, Grade.AGAIN, moment) or forgotten
        return left

    def _on_steps(self, after: Outcomes, memory: Memory, moment: Moment) -> Outcomes:
        days = {grade: self._kept(after[grade], 1, moment.pick) for grade in Grade}
        days[Grade.EASY] = self._kept(after[Grade.EASY], days[Grade.GOOD] + 1, moment.pick)
        ease = memory.ease or round(self.settings.starting_ease, 3)
        left = {grade: in_days(after[grade], days[grade], ease, moment) for grade in Grade}
        staying = dict(after)
        if memory.state is State.RELEARNING:
            steps = Steps(State.RELEARNING, self.settings.relearning_steps)
            staying[Grade.AGAIN] = left[Grade.AGAIN]
        else:
            steps = Steps(State.LEARNING, self.settings.learning_steps)
        return {
            grade: self._stepped(steps, staying[grade], memory.step, grade, moment) or left[grade]
            for grade in Grade
        }

    def _stepped(
        self, steps: Steps, memory: Memory, step: int, grade: Grade, moment: Moment
    ) -> Memory | None:
        """Return the memory on the step that `grade` leads to, `None` where it is to wait days.

        Without steps the stability itself may say that the card has to come back the same day.
        """
        days = self._ideal(memory)
        if not steps.delays and grade is not Grade.EASY and days < _SHORTEST_IN_DAYS:
            return steps.on(memory, 0, int(days * DAY), moment)
        return steps.after(memory, step, grade, moment)

    def _days(self, after: Outcomes, interval: int, pick: Pick | None) -> dict[Grade, int]:
        """Return the days until the next review, a longer wait for a better grade."""
        days = {Grade.AGAIN: self._kept(after[Grade.AGAIN], 1, pick)}
        least = 1
        for grade in (Grade.HARD, Grade.GOOD, Grade.EASY):
            least = max(least, self._least(after[grade], interval))
            days[grade] = self._kept(after[grade], least, pick)
            least = days[grade] + 1
        return days

    def _least(self, memory: Memory, interval: int) -> int:
        """Return the days a card that passed waits at least, after an `interval`.

        More than the interval where it has earned that, and not less where fuzz alone may have
        made the interval what it was. A learner who wants a higher retention does get less.
        """
        if rounded(self._ideal(memory)) > interval:
            return interval + 1
        return interval if self._longest(memory) >= interval else 1

    def _hold(self, days: dict[Grade, int], after: Outcomes, interval: int) -> None:
        """Keep an interval from shrinking where the stability has not called for less."""
        for grade in (Grade.HARD, Grade.GOOD, Grade.EASY):
            if days[grade] < interval <= self._longest(after[grade]) + _GRADE_AND_FUZZ:
                days[grade] = min(interval, self.settings.maximum_interval)

    def _longest(self, memory: Memory) -> int:
        """Return the most that fuzz may make of the days to wait."""
        return bounds(self._ideal(memory), 1, self.settings.maximum_interval)[1]

    def _kept(self, memory: Memory, least: int, pick: Pick | None) -> int:
        return fuzzed(self._ideal(memory), least, self.settings.maximum_interval, pick)

    def _ideal(self, memory: Memory) -> float:
        """Return the days after which the card is remembered with the retention that is wanted.

        This is the published forgetting curve, solved for the time.
        """
        exponent = -1 / _library(self.settings.fsrs_parameters).parameters[20]
        wanted = self.settings.desired_retention
        days: float = (memory.stability or 0.0) * (wanted**exponent - 1) / (0.9**exponent - 1)
        return days

    def _recalled(self, memory: Memory, elapsed: int, grade: Grade) -> Memory:
        """Return the memory with the stability and difficulty that an answer leaves."""
        from fsrs import Card, Rating
        from fsrs import State as Stage

        card = Card(card_id=0, due=_START)
        if _is_known(memory):
            card.state, card.last_review = Stage.Review, _START
            card.stability, card.difficulty = memory.stability, memory.difficulty
        library = _library(self.settings.fsrs_parameters)
        card, _ = library.review_card(card, Rating(grade), _START + timedelta(days=elapsed))
        return replace(memory, stability=card.stability, difficulty=card.difficulty)

    def _converted(self, memory: Memory) -> Memory:
        """Give a memory of SM-2's a stability and a difficulty.

        The interval is taken for the stability. The difficulty is the one with which Good on the
        day multiplies the interval by the ease: the gain is a straight line in it, so that two
        points of it tell.
        """
        if _is_known(memory) or memory.state in (State.NEW, State.LEARNING):
            return memory
        stability = float(min(max(memory.interval, 1), _LONGEST))
        ease = memory.ease or self.settings.starting_ease
        easiest, hardest = (
            self._recalled(
                replace(memory, stability=stability, difficulty=difficulty),
                int(stability),
                Grade.GOOD,
            ).stability
            or 0.0
            for difficulty in (1.0, 10.0)
        )
        share = (easiest - stability * ease) / (easiest - hardest)
        return replace(memory, stability=stability, difficulty=1 + 9 * min(max(share, 0.0), 1.0))


def _is_known(memory: Memory) -> bool:
    """Say whether FSRS has met the card: an import may hold zeros or half of what it takes."""
    return bool(memory.stability and memory.difficulty)


def _elapsed(memory: Memory, moment: Moment) -> int:
    """Return the study days since the last answer; an import may tell them only by the due day."""
    if memory.reviewed_on is not None:
        days = (moment.day - memory.reviewed_on).days
    elif memory.due_on is not None:
        days = memory.interval + (moment.day - memory.due_on).days
    else:
        days = 0
    return min(max(days, 0), _LONGEST)
