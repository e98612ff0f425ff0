"""SM-2 with today's manners: without fuzz, number for number what Anki's v3 scheduler gives."""

from __future__ import annotations

from dataclasses import dataclass, replace

from srs.core.grade import Grade
from srs.core.load import Pick
from srs.core.memory import Memory, Moment, Outcomes, State
from srs.core.settings import DEFAULTS, Settings
from srs.schedulers.ease import changed
from srs.schedulers.fuzz import fuzzed
from srs.schedulers.single import product, rounded, single
from srs.schedulers.steps import Steps, answered, in_days

Passed = dict[Grade, int]
"""Days until the next review, by each grade that passes."""


@dataclass(frozen=True, slots=True)
class Sm2:
    """The default scheduler.

    A review before its day is taken as one made ahead: it earns what the elapsed days earn, is
    never fuzzed, and may bring a card back sooner than its old interval.
    """

    settings: Settings = DEFAULTS

    def outcomes(self, memory: Memory, moment: Moment) -> Outcomes:
        """Return the memory that each grade, given at `moment`, would leave."""
        before = replace(answered(memory, moment), stability=None, difficulty=None)
        if memory.state is State.REVIEW:
            return self._review(before, moment)
        if memory.state is State.RELEARNING:
            return self._relearning(before, moment)
        return self._learning(before, moment)

    def _learning(self, before: Memory, moment: Moment) -> Outcomes:
        graduated = self._graduated(before, self.settings.graduating_interval, moment)
        left = dict.fromkeys(Grade, graduated)
        left[Grade.EASY] = self._graduated(before, self.settings.easy_interval, moment)
        steps = Steps(State.LEARNING, self.settings.learning_steps)
        return {
            grade: steps.after(before, before.step, grade, moment) or left[grade] for grade in Grade
        }

    def _graduated(self, before: Memory, days: int, moment: Moment) -> Memory:
        days = fuzzed(days, 1, self.settings.maximum_interval, moment.pick)
        ease = round(self.settings.starting_ease, 3)
        return in_days(before, days, ease, moment)

    def _relearning(self, before: Memory, moment: Moment) -> Outcomes:
        # As in Anki, Easy may come out a day above the maximum.
        back = min(max(before.interval, 1), self.settings.maximum_interval)
        days = {
            Grade.AGAIN: self._lapsed(before.interval, moment),
            Grade.HARD: back,
            Grade.GOOD: back,
            Grade.EASY: back + 1,
        }
        left = {grade: in_days(before, days[grade], before.ease, moment) for grade in Grade}
        steps = Steps(State.RELEARNING, self.settings.relearning_steps)
        return {
            grade: steps.after(left[grade], before.step, grade, moment) or left[grade]
            for grade in Grade
        }

    def _review(self, before: Memory, moment: Moment) -> Outcomes:
        due = before.due_on or moment.day
        late = (moment.day - due).days
        ease = before.ease or self.settings.starting_ease
        if late < 0:
            days = self._early(before.interval, max(before.interval + late, 0), ease)
        else:
            days = self._on_time(max(before.interval, 1), late, ease, moment.pick)
        days[Grade.AGAIN] = self._lapsed(before.interval, moment)
        left = {
            grade: in_days(before, days[grade], changed(ease, grade), moment) for grade in Grade
        }
        forgotten = replace(left[Grade.AGAIN], lapses=before.lapses + 1)
        steps = Steps(State.RELEARNING, self.settings.relearning_steps)
        left[Grade.AGAIN] = steps.after(forgotten, 0, Grade.AGAIN, moment) or forgotten
        return left

    def _on_time(self, interval: int, late: int, ease: float, pick: Pick | None) -> Passed:
        """Return the intervals after a review on its day or `late` days after it."""
        hard_modifier = self.settings.hard_modifier
        usual = self._scaled(interval, hard_modifier)
        if hard_modifier > 1:
            hard = self._kept(usual, interval + 1, pick)
            least = hard + 1
        else:  # Hard may shorten the interval, but fuzz alone does not
            hard = self._kept(usual, interval if rounded(usual) >= interval else 1, pick)
            least = interval + 1
        good = self._kept(self._scaled(interval + late / 2, ease), least, pick)
        bonus = self.settings.easy_bonus
        easy = self._kept(self._scaled(interval + late, ease, bonus), good + 1, pick)
        return {Grade.HARD: hard, Grade.GOOD: good, Grade.EASY: easy}

    def _early(self, interval: int, elapsed: int, ease: float) -> Passed:
        """Return the intervals after a review ahead of its day, `elapsed` days after the last."""
        hard_modifier, bonus = self.settings.hard_modifier, single(self.settings.easy_bonus)
        hard = max(product(elapsed, hard_modifier), product(interval, hard_modifier / 2))
        good = max(product(elapsed, ease), float(interval))
        easy = product(good, bonus - single(single(bonus - 1) / 2))
        return {
            Grade.HARD: self._kept(self._scaled(hard), 1, None),
            Grade.GOOD: self._kept(self._scaled(good), 1, None),
            Grade.EASY: self._kept(self._scaled(easy), 1, None),
        }

    def _lapsed(self, interval: int, moment: Moment) -> int:
        """Return the interval with which a forgotten card comes back."""
        settings = self.settings
        days = product(max(interval, 1), settings.lapse_multiplier)
        least, most = max(settings.minimum_interval, 1), settings.maximum_interval
        return fuzzed(days, least, most, moment.pick)

    def _scaled(self, *factors: float) -> float:
        return product(*factors, self.settings.interval_modifier)

    def _kept(self, days: float, least: int, pick: Pick | None) -> int:
        return fuzzed(days, least, self.settings.maximum_interval, pick)
