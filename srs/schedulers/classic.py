"""SM-2 as it was published (P. A. Wozniak, Optimization of learning, 1990, chapter 3.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from srs.core.grade import Grade
from srs.core.memory import Memory, Moment, Outcomes, State
from srs.core.settings import DEFAULTS, Settings
from srs.schedulers.steps import answered, in_days

_FIRST, _SECOND = 1, 6
_LOWEST_EASE = 1300
_REPEAT_BELOW = 4


@dataclass(frozen=True, slots=True)
class Classic:
    """The scheduler `sm2-classic`: no steps, no fuzz, no credit for being late.

    A card that scored below 4 is due again at the same instant, in learning or relearning, with
    the interval it has earned. These repeats change nothing else: the day it was assessed on
    stays in `reviewed_on`, and its next review is counted from that.
    """

    settings: Settings = DEFAULTS

    def outcomes(self, memory: Memory, moment: Moment) -> Outcomes:
        """Return the memory that each grade, given at `moment`, would leave."""
        repeat = memory.interval > 0 and memory.state in (State.LEARNING, State.RELEARNING)
        answer = self._repeated if repeat else self._assessed
        return {grade: answer(memory, grade, moment) for grade in Grade}

    def _assessed(self, memory: Memory, grade: Grade, moment: Moment) -> Memory:
        # Whole thousandths, so that rounding up never rounds a stray digit up.
        ease = max(round((memory.ease or self.settings.starting_ease) * 1000), _LOWEST_EASE)
        days = _FIRST
        if grade.passed:
            ease = _changed(ease, grade.quality)
            days = _following(memory.interval, ease)
        days = min(days, self.settings.maximum_interval)
        known = replace(answered(memory, moment), stability=None, difficulty=None)
        known = in_days(known, days, ease / 1000, moment)
        if memory.state is State.REVIEW and not grade.passed:
            known = replace(known, lapses=memory.lapses + 1)
        if grade.quality >= _REPEAT_BELOW:
            return known
        state = State.RELEARNING if memory.state is State.REVIEW else State.LEARNING
        return replace(known, state=state, due=moment.at)

    def _repeated(self, memory: Memory, grade: Grade, moment: Moment) -> Memory:
        known = replace(memory, reps=memory.reps + 1)
        if grade.quality < _REPEAT_BELOW:
            return replace(known, due=moment.at)
        day = memory.reviewed_on or moment.day
        return in_days(known, memory.interval, memory.ease, replace(moment, day=day))


def _changed(ease: int, quality: int) -> int:
    """Return the E-factor, in thousandths, that an answer of this quality (3 to 5) leaves."""
    short = 5 - quality
    return max(ease + 100 - short * (80 + short * 20), _LOWEST_EASE)


def _following(interval: int, ease: int) -> int:
    """Return the days after those of `interval`: 1, then 6, then times the E-factor, rounded up.

    An interval of 1 has only ever followed a first answer, so that the interval itself tells
    which repetition it is, for a card that comes from elsewhere too.
    """
    if interval < _FIRST:
        return _FIRST
    if interval == _FIRST:
        return _SECOND
    return -(-interval * ease // 1000)
