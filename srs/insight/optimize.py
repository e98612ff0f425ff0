"""Fitting FSRS's parameters to a log, with the optional library `fsrs-rs-python`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from srs.core.review import Kind, Review
from srs.core.settings import Settings
from srs.errors import SrsError

ENOUGH = 64
"""Reviews below which there is nothing to fit to."""


def fit(histories: Sequence[Sequence[Review]]) -> tuple[float, ...]:
    """Return the 21 parameters of FSRS-6 that explain the histories of cards best.

    Each history holds the reviews of one card, the first one first. Days are study days.

    Raises:
        SrsError: the library is not installed, or there are too few reviews.
    """
    try:
        from fsrs_rs_python import FSRS, FSRSItem, FSRSReview
    except ImportError:
        raise SrsError(
            "Fitting FSRS needs a library that is not installed.", "pip install 'srs[optimize]'"
        ) from None
    items = []
    for history in histories:
        steps = _steps(history)
        reviews = [FSRSReview(grade, days) for grade, days in steps]
        items += [FSRSItem(reviews[: i + 1]) for i, (_, days) in enumerate(steps) if days > 0]
    if len(items) < ENOUGH:
        raise SrsError(
            f"There are {len(items)} reviews to fit to, which is too few.",
            f"From {ENOUGH} on there is something to learn from; some hundreds are better.",
        )
    return tuple(FSRS([]).compute_parameters(items))


def with_parameters(settings: Settings, parameters: tuple[float, ...]) -> Settings:
    """Return the settings with other parameters of FSRS."""
    return replace(settings, fsrs_parameters=parameters)


def _steps(history: Sequence[Review]) -> list[tuple[int, int]]:
    """Return each answer's grade with the study days since the one before."""
    steps: list[tuple[int, int]] = []
    last = None
    for review in history:
        if review.kind is Kind.RESET:
            steps, last = [], None
        if review.grade is None:
            continue
        days = 0 if last is None else max((review.day - last).days, 0)
        steps.append((int(review.grade), days))
        last = review.day
    return steps
