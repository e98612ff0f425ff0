"""How good predictions of recall were: log loss, calibration by bins, and ranking."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log, sqrt

_LEAST = 1e-4
"""A prediction of certainty is taken for nearly certain, so that one slip does not cost all."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """One review that was predicted.

    Attributes:
        chance: of recall, 0 to 1, as predicted. `recalled`: how it was.
        elapsed: study days since the review before, 1 or more.
        number: which review of its card it was, the first being 1, same-day repeats not counted.
        lapses: how often the card had been forgotten on a later day before.
    """

    chance: float
    recalled: bool
    elapsed: int
    number: int
    lapses: int


@dataclass(frozen=True, slots=True)
class Scores:
    """The three measures; lower is better for the first two, 0.5 is guessing for the last."""

    log_loss: float
    rmse_bins: float
    auc: float | None
    reviews: int


def scores(predictions: Sequence[Prediction]) -> Scores:
    """Return the measures of some predictions, of which there has to be at least one."""
    return Scores(
        log_loss=log_loss(predictions),
        rmse_bins=rmse_bins(predictions),
        auc=auc(predictions),
        reviews=len(predictions),
    )


def log_loss(predictions: Sequence[Prediction]) -> float:
    """Return the mean of -ln(chance given to what happened)."""
    total = 0.0
    for each in predictions:
        chance = min(max(each.chance, _LEAST), 1 - _LEAST)
        total -= log(chance if each.recalled else 1 - chance)
    return total / len(predictions)


def rmse_bins(predictions: Sequence[Prediction]) -> float:
    """Return the root mean square of (predicted - recalled share) over bins, weighted by size.

    Bins are by days elapsed, number of reviews and lapses, each on a logarithmic scale: the bins
    of open-spaced-repetition's srs-benchmark.
    """
    bins: dict[tuple[float, float, float], list[Prediction]] = defaultdict(list)
    for each in predictions:
        key = (_bin(each.elapsed, 3.62), _bin(each.number, 1.89), _bin(each.lapses, 1.73))
        bins[key].append(each)
    total = 0.0
    for members in bins.values():
        predicted = sum(each.chance for each in members) / len(members)
        recalled = sum(each.recalled for each in members) / len(members)
        total += len(members) * (predicted - recalled) ** 2
    return sqrt(total / len(predictions))


def _bin(number: int, base: float) -> float:
    return floor(log(number) / log(base)) if number > 0 else -1


def auc(predictions: Sequence[Prediction]) -> float | None:
    """Return the chance that a recalled review was rated above a forgotten one; ties count half.

    `None` where all were recalled, or none.
    """
    ranked = sorted(predictions, key=lambda each: each.chance)
    recalled = sum(each.recalled for each in ranked)
    forgotten = len(ranked) - recalled
    if not recalled or not forgotten:
        return None
    rank_sum, start = 0.0, 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end].chance == ranked[start].chance:
            end += 1
        mean_rank = (start + 1 + end) / 2
        rank_sum += mean_rank * sum(each.recalled for each in ranked[start:end])
        start = end
    return (rank_sum - recalled * (recalled + 1) / 2) / (recalled * forgotten)
