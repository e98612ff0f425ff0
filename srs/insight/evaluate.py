"""How well each scheduler would have predicted a log: the protocol of srs-benchmark.

What counts is the first review of a card on a later study day than its review before. A scheduler
predicts it from the memory that a replay of the reviews before has left: by its own `recall` where
it has one, else as SM-2 has it, 0.9 ** (days elapsed / interval).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from srs.clock import Calendar
from srs.core.memory import NEW
from srs.core.review import Kind, Review
from srs.core.settings import Settings
from srs.insight.metrics import Prediction, Scores, scores
from srs.insight.optimize import TooFewReviews
from srs.schedulers import Scheduler
from srs.schedulers.recall import recall
from srs.schedulers.registry import load
from srs.schedulers.replay import after

Log = Mapping[int, Sequence[Review]]
"""The reviews of each card by its number, the first one first."""

Fit = Callable[[Sequence[Sequence[Review]]], tuple[float, ...]]
"""Fits parameters to the histories of cards, or raises `TooFewReviews`."""

Tick = Callable[[], None]
"""Called after each card, for a progress bar."""

FOLDS = 5
AVERAGE = "average"
FITTED = "fsrs fitted"


@dataclass(frozen=True, slots=True)
class Counted:
    """A review that counts, with what `Prediction` holds of the time before it."""

    review: Review
    elapsed: int
    number: int
    lapses: int

    @property
    def recalled(self) -> bool:
        """Whether the card was remembered."""
        return self.review.grade is not None and self.review.grade.passed

    def predicted(self, chance: float) -> Prediction:
        """Return the prediction of such a chance of recall."""
        return Prediction(chance, self.recalled, self.elapsed, self.number, self.lapses)


Chances = Sequence[tuple[Counted, float]]
"""The reviews that count, each with the chance of recall that was predicted."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a way to predict, and how well it did."""

    name: str
    scores: Scores


def predict(
    log: Log,
    names: Sequence[str],
    settings: Settings,
    calendar: Calendar,
    tick: Tick | None = None,
) -> dict[str, Chances]:
    """Return what each of the schedulers would have predicted."""
    return {name: list(chances(log, load(name, settings), calendar, tick)) for name in names}


def whole(log: Log, found: Mapping[str, Chances]) -> list[Row]:
    """Return how well a log was predicted, the constant average first; nothing if none counts."""
    every = _counted(log)
    if not every:
        return []
    constant = _average(every)
    average = [(each, constant) for each in every]
    return [_row(name, those) for name, those in [(AVERAGE, average), *found.items()]]


def in_time(
    log: Log,
    found: Mapping[str, Chances],
    settings: Settings,
    calendar: Calendar,
    fit: Fit | None = None,
    tick: Tick | None = None,
) -> list[Row]:
    """Return the same for a split in time: what is fitted has seen only reviews before.

    The reviews that count are cut, in the order of time, into six parts of one size. Each but the
    first is predicted: by the average of what was before it, by the schedulers as they are, and by
    FSRS fitted to what was before it, if there is a `fit`. Nothing where there are too few to cut.
    """
    folds = split(log)
    if not folds:
        return []
    tested = {_key(each) for _, part in folds for each in part}
    average = [(each, _average(past)) for past, part in folds for each in part]
    rows = [_row(AVERAGE, average)]
    for name, those in found.items():
        rows.append(_row(name, [(each, p) for each, p in those if _key(each) in tested]))
    if fit is not None:
        rows.append(_row(FITTED, fitted(log, folds, settings, calendar, fit, tick)))
    return rows


def chances(
    log: Log, scheduler: Scheduler, calendar: Calendar, tick: Tick | None = None
) -> Iterator[tuple[Counted, float]]:
    """Yield every review that counts with the chance of recall that the scheduler predicts."""
    for reviews in log.values():
        memory = NEW
        for review, counted in zip(reviews, course(reviews), strict=True):
            if counted is not None:
                yield counted, recall(scheduler, memory, counted.elapsed)
            memory = after(review, memory, scheduler, None, calendar)
        if tick is not None:
            tick()


def course(reviews: Sequence[Review]) -> Iterator[Counted | None]:
    """Yield for each review of a card what is known before it, `None` where it does not count.

    After a reset a card is new to every scheduler: its history begins again.
    """
    last, number, lapses = None, 0, 0
    for review in reviews:
        counted = None
        if review.kind is Kind.RESET:
            last, number, lapses = None, 0, 0
        elif _is_answer(review) and (last is None or review.day > last):
            number += 1
            if last is not None:
                counted = Counted(review, (review.day - last).days, number, lapses)
                lapses += not counted.recalled
            last = review.day
        yield counted


def split(log: Log) -> list[tuple[list[Counted], list[Counted]]]:
    """Return each part that is to be predicted, in the order of time, after all that was before it.

    The sizes are those of scikit-learn's TimeSeriesSplit, which srs-benchmark uses.
    """
    ordered = sorted(_counted(log), key=lambda each: each.review.at)
    size = len(ordered) // (FOLDS + 1)
    if not size:
        return []
    begins = range(len(ordered) - FOLDS * size, len(ordered), size)
    return [(ordered[:begin], ordered[begin : begin + size]) for begin in begins]


def fitted(
    log: Log,
    folds: Sequence[tuple[Sequence[Counted], Sequence[Counted]]],
    settings: Settings,
    calendar: Calendar,
    fit: Fit,
    tick: Tick | None = None,
) -> Chances:
    """Predict each part with parameters fitted to the reviews before it.

    Where these are too few to fit to, it is with FSRS's usual parameters, as in srs-benchmark.
    """
    found: list[tuple[Counted, float]] = []
    for _, part in folds:
        begins = part[0].review.at
        past = [[r for r in reviews if r.at < begins] for reviews in log.values()]
        try:
            parameters = fit(past)
        except TooFewReviews:
            parameters = ()
        scheduler = load("fsrs", replace(settings, fsrs_parameters=parameters))
        tested = {_key(each) for each in part}
        needed = chances(_needed(log, part), scheduler, calendar, tick)
        found += [(each, chance) for each, chance in needed if _key(each) in tested]
    return found


def _needed(log: Log, part: Sequence[Counted]) -> Log:
    """Return the log up to each card's last review in a part: the rest need not be replayed."""
    last = {each.review.card_id: each.review.at for each in part}
    return {
        card: [r for r in reviews if r.at <= last[card]] if card in last else ()
        for card, reviews in log.items()
    }


def _key(counted: Counted) -> tuple[int, object]:
    """Return what tells a review that counts from all others: a card has one a day at most."""
    return counted.review.card_id, counted.review.day


def _is_answer(review: Review) -> bool:
    return review.kind is Kind.ANSWER and review.grade is not None


def _counted(log: Log) -> list[Counted]:
    return [each for reviews in log.values() for each in course(reviews) if each is not None]


def _average(counted: Sequence[Counted]) -> float:
    return fmean(each.recalled for each in counted)


def _row(name: str, found: Chances) -> Row:
    return Row(name, scores([each.predicted(chance) for each, chance in found]))
