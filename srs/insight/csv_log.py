"""A log in a CSV file: card_id, review_rating, review_time, and more that is not read."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from srs.clock import Calendar
from srs.core.grade import Grade
from srs.core.memory import State
from srs.core.review import Review
from srs.errors import Fault, FaultyFiles, SrsError

COLUMNS = ("card_id", "review_rating", "review_time")
MOST_FAULTS = 20
"""So many rows are shown where there are more that cannot be used."""

_MEND = "a card_id, a rating from 1 to 4 and a time like 2026-12-01T09:00:00+00:00"


def read_csv(path: Path, calendar: Calendar) -> dict[int, list[Review]]:
    """Return the reviews of each card in the order of time, by study days of `calendar`.

    Cards are numbered from 1 as they appear. `review_rating` is 1 to 4, `review_time` an ISO 8601
    instant with offset.

    Raises:
        FaultyFiles: rows cannot be used.
        SrsError: the file cannot be read, or has other columns.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                raise SrsError(
                    f"{path} has no column {missing[0]}.", f"It needs: {', '.join(COLUMNS)}."
                )
            return _by_card(_reviews(path, rows, calendar))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SrsError(f"{path} cannot be read: {error}.") from error


def _reviews(path: Path, rows: csv.DictReader[str], calendar: Calendar) -> Iterator[Review]:
    numbers: dict[str, int] = {}
    faults = []
    for row in rows:
        try:
            number = numbers.setdefault(row["card_id"], len(numbers) + 1)
            yield _review(row, number, calendar)
        except (ValueError, TypeError):
            faults.append(Fault(str(path), rows.line_num, 1, "this is no review", _MEND))
    if len(faults) > MOST_FAULTS:
        summary = f"{len(faults)} rows are no reviews; the first {MOST_FAULTS} of them:"
        faults = [Fault(str(path), 0, 0, summary), *faults[:MOST_FAULTS]]
    if faults:
        raise FaultyFiles(faults)


def _by_card(reviews: Iterable[Review]) -> dict[int, list[Review]]:
    log: dict[int, list[Review]] = defaultdict(list)
    for review in sorted(reviews, key=lambda review: review.at):
        log[review.card_id].append(review)
    return dict(log)


def _review(row: dict[str, str], card_id: int, calendar: Calendar) -> Review:
    at = datetime.fromisoformat(row["review_time"])
    if at.tzinfo is None or not row["card_id"]:
        raise ValueError(row)
    return Review(
        card_id=card_id,
        at=at,
        day=calendar.day(at),
        grade=Grade(int(row["review_rating"])),
        state=State.NEW,
        scheduler="",
        due=None,
        interval=0,
        last_interval=0,
        ease=0.0,
    )
