"""The load to come: a learner who remembers as FSRS-6 says, day by day with a scheduler."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from srs.clock import Calendar, later
from srs.core import chance
from srs.core.grade import Grade
from srs.core.memory import NEW, Memory, Moment, State
from srs.core.settings import Settings
from srs.schedulers import Scheduler
from srs.schedulers.fsrs import Fsrs
from srs.schedulers.recall import recall
from srs.schedulers.registry import load

FIRST_GRADES = ((0.24, Grade.AGAIN), (0.33, Grade.HARD), (0.83, Grade.GOOD), (1.0, Grade.EASY))
"""How a new card is answered, as cumulated shares: what many learners' logs show on average."""

PASSED_GRADES = ((0.10, Grade.HARD), (0.90, Grade.GOOD), (1.0, Grade.EASY))
"""How a card that is remembered is answered, as cumulated shares."""

MOST_ANSWERS_A_DAY = 20
"""So often a card is asked on one day at the most, whatever its steps."""


@dataclass(frozen=True, slots=True)
class Day:
    """One simulated study day.

    `answers` counts every answer, learning steps included; `reviews` those of cards in review, of
    which `passed` were remembered; `known` is how many cards are remembered at its end, as the sum
    of their chances.
    """

    day: date
    new: int
    reviews: int
    passed: int
    answers: int
    minutes: float
    known: float


@dataclass(slots=True)
class _Card:
    """A simulated card: what the scheduler knows of it, and how it really is."""

    number: int
    plan: Memory
    truth: Memory


def simulate(
    memories: Sequence[Memory],
    settings: Settings,
    calendar: Calendar,
    start: date,
    days: int,
    *,
    seconds_per_answer: float,
    seed: int = 0,
    tick: Callable[[], None] | None = None,
) -> list[Day]:
    """Return the coming study days, the first being `start`.

    `memories` are the cards as they are now; the new ones come in their order, `new_per_day` a
    day. Limits and steps are those of `settings`; there is no fuzz. The same arguments give the
    same days.
    """
    scheduler, truth = load(settings.scheduler, settings), Fsrs(settings)
    cards = [_Card(n, memory, memory) for n, memory in enumerate(memories)]
    waiting = deque(card for card in cards if card.plan.state is State.NEW)
    due: dict[date, list[_Card]] = {}
    for card in cards:
        if card.plan.state is not State.NEW:
            due.setdefault(max(_due_on(card, calendar, start), start), []).append(card)
    learner = _Learner(scheduler, truth, calendar, seed)
    backlog: list[_Card] = []
    report = []
    for offset in range(days):
        today = later(start, offset)
        backlog += due.pop(today, [])
        backlog.sort(key=lambda card: (_due_on(card, calendar, today), card.number))
        asked, backlog = backlog[: settings.reviews_per_day], backlog[settings.reviews_per_day :]
        new = [waiting.popleft() for _ in range(min(settings.new_per_day, len(waiting)))]
        answers = passed = 0
        for card in (*asked, *new):
            given = learner.sit(card, today)
            answers += len(given)
            passed += given[0].passed if card in asked else 0
            due.setdefault(_due_on(card, calendar, today), []).append(card)
        report.append(
            Day(
                day=today,
                new=len(new),
                reviews=len(asked),
                passed=passed,
                answers=answers,
                minutes=answers * seconds_per_answer / 60,
                known=sum(learner.remembers(card, today) for card in cards),
            )
        )
        if tick is not None:
            tick()
    return report


def _due_on(card: _Card, calendar: Calendar, today: date) -> date:
    if card.plan.due_at is not None:
        return calendar.day(card.plan.due_at)
    return card.plan.due_on or today


@dataclass(frozen=True, slots=True)
class _Learner:
    """Answers cards as their truth and chance will have it."""

    scheduler: Scheduler
    truth: Fsrs
    calendar: Calendar
    seed: int

    def sit(self, card: _Card, today: date) -> list[Grade]:
        """Answer a card, and again while its steps end today; return the grades."""
        at = self.calendar.start(today) + timedelta(hours=8)
        given: list[Grade] = []
        for _ in range(MOST_ANSWERS_A_DAY):
            grade = self._answer(card, today, first=not given)
            moment = Moment.of(self.calendar, at)
            card.truth = self.truth.outcomes(card.truth, moment)[grade]
            card.plan = self.scheduler.outcomes(card.plan, moment)[grade]
            given.append(grade)
            if card.plan.due_at is None or self.calendar.day(card.plan.due_at) > today:
                break
            at = max(card.plan.due_at, at + timedelta(seconds=1))
        return given

    def _answer(self, card: _Card, today: date, *, first: bool) -> Grade:
        lot = chance.fraction(chance.seed(card.number, card.plan.reps, salt=self.seed))
        if card.plan.reps == 0 and card.plan.state is State.NEW:
            return _of_shares(FIRST_GRADES, lot)
        if not first:
            return Grade.GOOD
        if lot >= self.remembers(card, today):
            return Grade.AGAIN
        again = chance.fraction(chance.seed(card.number, card.plan.reps, salt=self.seed + 1))
        return _of_shares(PASSED_GRADES, again)

    def remembers(self, card: _Card, today: date) -> float:
        """Return the chance that a card is remembered today; a new one is not."""
        memory = card.truth
        if memory.state is State.NEW:
            return 0.0
        if memory.reviewed_on is not None:
            elapsed = (today - memory.reviewed_on).days
        else:
            elapsed = memory.interval + (today - (memory.due_on or today)).days
        return recall(self.truth, memory, max(elapsed, 0))


def _of_shares(shares: Sequence[tuple[float, Grade]], lot: float) -> Grade:
    return next(grade for share, grade in shares if lot < share)


def new_cards(count: int) -> list[Memory]:
    """Return so many cards that nobody has seen."""
    return [NEW] * count


def with_settings(
    settings: Settings, *, scheduler: str | None, retention: float | None, new: int | None
) -> Settings:
    """Return the settings with what is to be tried out."""
    return replace(
        settings,
        scheduler=scheduler or settings.scheduler,
        desired_retention=retention or settings.desired_retention,
        new_per_day=settings.new_per_day if new is None else new,
    )


def by_week(days: Sequence[Day]) -> Iterator[Sequence[Day]]:
    """Yield the days by sevens."""
    for start in range(0, len(days), 7):
        yield days[start : start + 7]
