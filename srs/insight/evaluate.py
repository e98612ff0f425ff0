"""How well each scheduler would have predicted a log: the protocol of srs-benchmark.

What counts is the first review of a card on a later study day than its review before. A scheduler
predicts it from the memory that a replay of the reviews before has left: by its own `recall` where
it has one, else as SM-2 has it, 0.9 ** (days elapsed / interval).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from srs.clock import Calendar
from srs.core.memory import NEW
from srs.core.review import Kind, Review
from srs.core.settings import Settings
from srs.insight.metrics import Prediction, Scores, scores
from srs.schedulers import Scheduler
from srs.schedulers.recall import recall
from srs.schedulers.registry import load
from srs.schedulers.replay import after

Log = Mapping[int, Sequence[Review]]
"""The reviews of each card, the first one first."""

Fit = Callable[[Sequence[Sequence[Review]]], tuple[float, ...]]
"""Fits parameters to the histories of cards."""

Tick = Callable[[], None]
"""Called after each card, for a progress bar."""

FOLDS = 5
AVERAGE = "average"
FITTED = "fsrs fitted"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a way to predict, and how well it did."""

    name: str
    scores: Scores


def answers_only(reviews: Iterable[Review]) -> list[Review]:
    """Leave out practice; what was done by hand stays, since it changed the memory."""
    return [review for review in reviews if review.kind is not Kind.PRACTICE]


def predictions(
    log: Log, scheduler: Scheduler, calendar: Calendar, tick: Tick | None = None
) -> Iterator[tuple[Review, Prediction]]:
    """Yield every review that counts with what the scheduler would have predicted."""
    for reviews in log.values():
        yield from _of_card(reviews, scheduler, calendar)
        if tick is not None:
            tick()


def _of_card(
    reviews: Sequence[Review], scheduler: Scheduler, calendar: Calendar
) -> Iterator[tuple[Review, Prediction]]:
    memory, last, number, lapses = NEW, None, 0, 0
    for review in reviews:
        if review.grade is not None and review.day != last:
            number += 1
            if last is not None and review.day > last:
                elapsed = (review.day - last).days
                chance = recall(scheduler, memory, elapsed)
                passed = review.grade.passed
                yield review, Prediction(chance, passed, elapsed, number, lapses)
                lapses += not passed
        memory = after(review, memory, scheduler, None, calendar)
        last = review.day if review.grade is not None else last


def average(counted: Sequence[Prediction]) -> list[Prediction]:
    """Return the baseline: the share recalled, predicted for every review."""
    share = sum(each.recalled for each in counted) / len(counted)
    return [replace(each, chance=share) for each in counted]


def evaluate(
    log: Log,
    names: Sequence[str],
    settings: Settings,
    calendar: Calendar,
    tick: Tick | None = None,
) -> list[Row]:
    """Return how well each of the schedulers predicts a log, and the baseline first."""
    rows: list[Row] = []
    for name in names:
        scheduler = load(name, settings)
        counted = [each for _, each in predictions(log, scheduler, calendar, tick)]
        if not counted:
            return []
        if not rows:
            rows.append(Row(AVERAGE, scores(average(counted))))
        rows.append(Row(name, scores(counted)))
    return rows


def evaluate_in_time(
    log: Log,
    names: Sequence[str],
    settings: Settings,
    calendar: Calendar,
    fit: Fit,
    tick: Tick | None = None,
) -> list[Row]:
    """Return the same for a split in time, with FSRS fitted to the past of each part.

    The reviews that count, in the order of time, are cut into six parts of one size. Each but the
    first is predicted, the fitted FSRS having seen only reviews before it.
    """
    parts = cut(log, calendar)
    if len(parts) < FOLDS:
        return []
    rows: list[Row] = []
    tested = {id(review) for part in parts for review in part}
    for name in names:
        scheduler = load(name, settings)
        found = [p for r, p in predictions(log, scheduler, calendar, tick) if id(r) in tested]
        if not rows:
            rows.append(Row(AVERAGE, scores(average(found))))
        rows.append(Row(name, scores(found)))
    fitted: list[Prediction] = []
    for part in parts:
        fitted += _fitted(log, part, settings, calendar, fit, tick)
    return [*rows, Row(FITTED, scores(fitted))]


def cut(log: Log, calendar: Calendar) -> list[list[Review]]:
    """Return the parts to be predicted, in the order of time; none where there is too little."""
    counted = sorted(_counted(log), key=lambda review: review.at)
    size = len(counted) // (FOLDS + 1)
    if not size:
        return []
    first = len(counted) - FOLDS * size
    return [counted[first + i * size : first + (i + 1) * size] for i in range(FOLDS)]


def _counted(log: Log) -> Iterator[Review]:
    for reviews in log.values():
        last: date | None = None
        for review in reviews:
            if review.grade is None:
                continue
            if last is not None and review.day > last:
                yield review
            last = review.day


def _fitted(
    log: Log,
    part: Sequence[Review],
    settings: Settings,
    calendar: Calendar,
    fit: Fit,
    tick: Tick | None,
) -> list[Prediction]:
    """Predict a part with parameters that were fitted to what was before it."""
    begins, ends = part[0].at, part[-1].at
    past = [[r for r in reviews if r.at < begins] for reviews in log.values()]
    scheduler = load("fsrs", replace(settings, fsrs_parameters=fit(past)))
    known = {card: [r for r in reviews if r.at <= ends] for card, reviews in log.items()}
    tested = {id(review) for review in part}
    return [p for r, p in predictions(known, scheduler, calendar, tick) if id(r) in tested]
