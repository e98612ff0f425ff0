"""The load to come: a learner who remembers as FSRS-6 says, day by day with a scheduler."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from srs.clock import Calendar, later
from srs.core import chance
from srs.core.grade import Grade
from srs.core.memory import NEW, Memory, Moment, State
from srs.core.queue import Waiting, in_order
from srs.core.settings import Settings
from srs.insight.model_learner import ModelLearner, Trace
from srs.schedulers import Scheduler
from srs.schedulers.registry import load

MOST_ANSWERS_A_DAY = 20
"""So often a card is asked on one day at the most, whatever its steps."""

_SITS_DOWN = timedelta(hours=8)
"""How long after its beginning the learner starts on a study day."""


@dataclass(frozen=True, slots=True)
class Day:
    """One simulated study day.

    `answers` counts every answer, learning steps included; `reviews` those of cards in review, of
    which `passed` were remembered. Of the `seen` cards that had been answered by its end, `known`
    are remembered then, as the sum of their chances.
    """

    day: date
    new: int
    reviews: int
    passed: int
    answers: int
    minutes: float
    seen: int
    known: float


@dataclass(slots=True, eq=False)
class _Card:
    """A simulated card: what the scheduler knows of it, and what the learner does."""

    number: int
    plan: Memory
    trace: Trace | None
    answers: int = 0


def simulate(
    memories: Iterable[Memory],
    settings: Settings,
    calendar: Calendar,
    start: date,
    days: int,
    *,
    seconds_per_answer: float,
    seed: int = 0,
    done: tuple[int, int] = (0, 0),
    tick: Callable[[], None] | None = None,
) -> list[Day]:
    """Return the coming study days, the first being `start`.

    `memories` are the cards as they are now; the new ones come in their order, `new_per_day` a
    day. Limits, steps and the order of due cards are those of `settings`; there is no fuzz. `done`
    are the new cards and the reviews that `start` has seen already. The same arguments give the
    same days.

    Raises:
        UsageError: there is no such scheduler, or the parameters are not FSRS-6's.
    """
    learner = ModelLearner(settings)
    now = Moment.of(calendar, calendar.start(start) + _SITS_DOWN)
    cards = [_Card(n, plan, learner.trace(plan, now)) for n, plan in enumerate(memories)]
    course = _Course(load(settings.scheduler, settings), learner, settings, calendar, seed)
    course.take_up(cards, start)
    report = []
    for offset in range(days):
        today = later(start, offset)
        new, reviews, passed, answers = course.study(today, *(done if offset == 0 else (0, 0)))
        report.append(
            Day(
                day=today,
                new=new,
                reviews=reviews,
                passed=passed,
                answers=answers,
                minutes=answers * seconds_per_answer / 60,
                seen=len(cards) - len(course.new),
                known=sum(learner.recall(c.trace, today) for c in cards if c.trace is not None),
            )
        )
        if tick is not None:
            tick()
    return report


class _Course:
    """The cards on their way through the days."""

    def __init__(
        self,
        scheduler: Scheduler,
        learner: ModelLearner,
        settings: Settings,
        calendar: Calendar,
        seed: int,
    ) -> None:
        # Many cards have the same history, and both are pure: they need not be asked again.
        self.outcomes = lru_cache(maxsize=4096)(scheduler.outcomes)
        self.answered = lru_cache(maxsize=4096)(learner.answered)
        self.learner = learner
        self.settings = settings
        self.calendar = calendar
        self.seed = seed
        self.new: deque[_Card] = deque()
        self.coming: defaultdict[date, list[_Card]] = defaultdict(list)
        self.due: dict[int, _Card] = {}

    def take_up(self, cards: Iterable[_Card], start: date) -> None:
        """Let each card wait for its day, which is not before `start`."""
        for card in cards:
            if card.plan.state is State.NEW:
                self.new.append(card)
            else:
                self._wait(card, start)

    def study(self, today: date, new_done: int, reviews_done: int) -> tuple[int, int, int, int]:
        """Answer what a day brings; return its new cards, reviews, reviews passed and answers."""
        coming = self.coming.pop(today, [])
        steps = [card for card in coming if card.plan.state is not State.REVIEW]
        reviews = self._reviews(coming, today, max(self.settings.reviews_per_day - reviews_done, 0))
        room = max(self.settings.new_per_day - new_done, 0)
        new = [self.new.popleft() for _ in range(min(room, len(self.new)))]
        start, end = self.calendar.start(today), self.calendar.end(today)
        begin = Moment(start + _SITS_DOWN, today, end)
        passed = answers = 0
        for card in (*steps, *reviews, *new):
            counted = card.plan.state is State.REVIEW
            given = list(self._sit(card, begin))
            answers += len(given)
            passed += counted and given[0].passed
            self._wait(card, later(today, 1))
        return len(new), len(reviews), passed, answers

    def _reviews(self, coming: Iterable[_Card], today: date, limit: int) -> list[_Card]:
        """Return the cards in review that the limit admits; the others stay due."""
        self.due |= {card.number: card for card in coming if card.plan.state is State.REVIEW}
        waiting = in_order(map(_waiting, self.due.values()), self.settings.order, today)
        return [self.due.pop(each.card_id) for each in waiting[:limit]]

    def _sit(self, card: _Card, moment: Moment) -> Iterator[Grade]:
        """Answer a card, and again while its steps end on the same day; yield the grades."""
        for _ in range(MOST_ANSWERS_A_DAY):
            lot = chance.fraction(chance.seed(card.number, card.answers, salt=self.seed))
            grade = self.learner.grade(card.trace, moment.day, lot)
            card.trace = self.answered(card.trace, grade, moment.day)
            card.plan = self.outcomes(card.plan, moment)[grade]
            card.answers += 1
            yield grade
            due = card.plan.due_at
            if due is None or due >= moment.day_ends:
                return
            moment = replace(moment, at=max(due, moment.at + timedelta(seconds=1)))

    def _wait(self, card: _Card, earliest: date) -> None:
        due, at = card.plan.due_on, card.plan.due_at
        day = self.calendar.day(at) if at else due or earliest
        self.coming[max(day, earliest)].append(card)


def _waiting(card: _Card) -> Waiting:
    plan = card.plan
    return Waiting(
        card_id=card.number,
        item_id=card.number,
        deck_id=0,
        state=plan.state,
        due_on=plan.due_on,
        interval=plan.interval,
        stability=plan.stability,
        reviewed_on=plan.reviewed_on,
    )


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


def in_spans(days: Sequence[Day]) -> Iterator[Sequence[Day]]:
    """Yield the days one by one for two weeks, by sevens for half a year, else by thirties."""
    size = 1 if len(days) <= 14 else 7 if len(days) <= 183 else 30
    for start in range(0, len(days), size):
        yield days[start : start + size]
