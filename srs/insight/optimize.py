"""Fitting FSRS's parameters to a log, with the optional library `fsrs-rs-python`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from srs.core.review import Kind, Review
from srs.errors import SrsError

ENOUGH = 64
"""Reviews on a later day below which there is nothing to fit to."""

MISSING = "Fitting FSRS needs a library that is not installed."
INSTALL = "Install it: pip install 'srs[optimize]'"


class TooFewReviews(SrsError):
    """A log from which nothing can be learnt yet."""


def is_installed() -> bool:
    """Whether the library that fits is there."""
    return find_spec("fsrs_rs_python") is not None


def fit(histories: Sequence[Sequence[Review]]) -> tuple[float, ...]:
    """Return the 21 parameters of FSRS-6 that explain the histories of cards best.

    Each history holds the reviews of one card, the first one first. Days are study days. The
    parameters have four decimals, as they are kept.

    Raises:
        TooFewReviews: there is too little to fit to.
        SrsError: the library is not installed.
    """
    try:
        from fsrs_rs_python import FSRS, FSRSItem, FSRSReview
    except ImportError:
        raise SrsError(MISSING, INSTALL) from None
    items = []
    for life in (life for history in histories for life in _lives(history)):
        reviews = [FSRSReview(grade, days) for grade, days in life]
        items += [FSRSItem(reviews[: i + 1]) for i, (_, days) in enumerate(life) if days > 0]
    if len(items) < ENOUGH:
        raise TooFewReviews(
            f"There are {len(items)} reviews on a later day to fit to, which is too few.",
            f"From {ENOUGH} on there is something to learn from; some hundreds are better.",
        )
    return tuple(round(number, 4) for number in FSRS([]).compute_parameters(items))


def _lives(history: Sequence[Review]) -> list[list[tuple[int, int]]]:
    """Return each answer's grade with the study days since the one before; a reset parts lives."""
    lives: list[list[tuple[int, int]]] = [[]]
    last = None
    for review in history:
        if review.kind is Kind.RESET:
            lives.append([])
            last = None
        elif review.kind is Kind.ANSWER and review.grade is not None:
            days = 0 if last is None else max((review.day - last).days, 0)
            lives[-1].append((int(review.grade), days))
            last = review.day
    return lives
