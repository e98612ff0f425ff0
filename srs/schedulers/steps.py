"""Learning and relearning steps, and the due dates that steps and intervals lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from srs.clock import later
from srs.core.grade import Grade
from srs.core.memory import Memory, Moment, State
from srs.core.settings import DAY
from srs.schedulers.fuzz import fuzzed_delay
from srs.schedulers.single import rounded


def answered(memory: Memory, moment: Moment) -> Memory:
    """Return the memory with one answer more, given at `moment`."""
    return replace(memory, reps=memory.reps + 1, reviewed_at=moment.at, reviewed_on=moment.day)


def in_days(memory: Memory, days: int, ease: float, moment: Moment) -> Memory:
    """Return the memory in review, due `days` after the study day of `moment`."""
    return replace(
        memory,
        state=State.REVIEW,
        step=0,
        interval=days,
        due=later(moment.day, days),
        ease=ease,
    )


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps a card takes in one state: `delays` in seconds, from the first to the last."""

    state: State
    delays: tuple[int, ...]

    def after(self, memory: Memory, step: int, grade: Grade, moment: Moment) -> Memory | None:
        """Return the memory on the step that `grade` leads to from `step`.

        `None` where the card leaves the steps: after the last one, by Easy, or without any.
        """
        step = min(step, len(self.delays) - 1)
        if step < 0 or grade is Grade.EASY:
            return None
        if grade is Grade.AGAIN:
            return self.on(memory, 0, self.delays[0], moment)
        if grade is Grade.HARD:
            return self.on(memory, step, self._repeated(step), moment)
        if step + 1 < len(self.delays):
            return self.on(memory, step + 1, self.delays[step + 1], moment)
        return None

    def _repeated(self, step: int) -> int:
        """Return the delay of Hard: the step's own, but on the first one a bit more."""
        if step > 0:
            return self.delays[step]
        first, *others = self.delays
        delay = (first + others[0]) // 2 if others else min(first * 3 // 2, first + DAY)
        return rounded(delay / DAY) * DAY if delay > DAY else delay

    def on(self, memory: Memory, step: int, delay: int, moment: Moment) -> Memory:
        """Place the card on a step: due in `delay` seconds, or on a day where its own ends first.

        A day counts 24 hours here even where the clock is set back, so that a step of whole
        days is always due that many days later.
        """
        rest = min((moment.day_ends - moment.at).total_seconds(), DAY)
        if delay >= rest:
            due = later(moment.day, int((delay - rest) // DAY) + 1)
            return replace(memory, state=self.state, step=step, due=due)
        fuzzed = min(fuzzed_delay(delay, moment.chance), max(delay, int(rest) - 1))
        return replace(
            memory, state=self.state, step=step, due=moment.at + timedelta(seconds=fuzzed)
        )
