"""SM-2 as it was published (P. A. Wozniak, Optimization of learning, 1990, chapter 3.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from srs.clock import later
from srs.core.grade import Grade
from srs.core.memory import Memory, Moment, Outcomes, State
from srs.core.settings import DEFAULTS, Settings
from srs.schedulers.steps import answered, in_days

_FIRST, _SECOND = 1, 6
_LOWEST_EASE = 1300
_REPEAT_BELOW = 4
_RESTARTED = 1
"""The step of a card that scored below 3: its repetitions begin anew."""


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
        answer = self._repeated if _is_repeat(memory, moment.day) else self._assessed
        return {grade: answer(memory, grade, moment) for grade in Grade}

    def _assessed(self, memory: Memory, grade: Grade, moment: Moment) -> Memory:
        # Whole thousandths, so that rounding up never rounds a stray digit up.
        ease = max(round((memory.ease or self.settings.starting_ease) * 1000), _LOWEST_EASE)
        days = _FIRST
        if grade.passed:
            ease = _changed(ease, grade.quality)
            days = _FIRST if memory.step == _RESTARTED else _following(memory.interval, ease)
        days = min(days, self.settings.maximum_interval)
        known = replace(answered(memory, moment), stability=None, difficulty=None)
        known = in_days(known, days, ease / 1000, moment)
        known = replace(known, step=0 if grade.passed else _RESTARTED)
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
        back = in_days(known, memory.interval, memory.ease, replace(moment, day=day))
        return replace(back, step=memory.step)


def _is_repeat(memory: Memory, today: date) -> bool:
    """Whether the card was assessed already and its next assessment is not due yet."""
    if memory.interval == 0 or memory.state not in (State.LEARNING, State.RELEARNING):
        return False
    return memory.reviewed_on is None or today < later(memory.reviewed_on, memory.interval)


def _changed(ease: int, quality: int) -> int:
    """Return the E-factor, in thousandths, that an answer of this quality (3 to 5) leaves."""
    short = 5 - quality
    return max(ease + 100 - short * (80 + short * 20), _LOWEST_EASE)


def _following(interval: int, ease: int) -> int:
    """Return the days after those of `interval`: 1, then 6, then times the E-factor, rounded up.

    An interval of 1 has only ever followed a first repetition, so that the interval itself tells
    which one it is, for a card that comes from elsewhere too.
    """
    if interval < _FIRST:
        return _FIRST
    if interval == _FIRST:
        return _SECOND
    return -(-interval * ease // 1000)
