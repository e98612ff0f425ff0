"""A log in a CSV file: card_id, review_rating, review_time, review_duration."""

from __future__ import annotations

import csv
from collections import defaultdict
from datetime import datetime
from pathlib import Path

from srs.clock import Calendar
from srs.core.grade import Grade
from srs.core.memory import State
from srs.core.review import Review
from srs.errors import Fault, FaultyFiles, SrsError

COLUMNS = ("card_id", "review_rating", "review_time")


def read_csv(path: Path, calendar: Calendar) -> dict[int, list[Review]]:
    """Return the reviews of each card in the order of time, by study days of `calendar`.

    `review_rating` is 1 to 4, `review_time` an ISO 8601 instant with offset.

    Raises:
        FaultyFiles: a row cannot be used.
        SrsError: the file cannot be read, or has other columns.
    """
    log: dict[str, list[Review]] = defaultdict(list)
    faults = []
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if missing:
                raise SrsError(
                    f"{path} has no column {missing[0]}.", f"It needs: {', '.join(COLUMNS)}."
                )
            for row in rows:
                try:
                    log[row["card_id"]].append(_review(row, len(log), calendar))
                except (ValueError, TypeError):
                    faults.append(
                        Fault(
                            str(path),
                            rows.line_num,
                            1,
                            "this is no review",
                            "a rating from 1 to 4 and a time like 2026-12-01T09:00:00+00:00",
                        )
                    )
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SrsError(f"{path} cannot be read: {error}.") from error
    if faults:
        raise FaultyFiles(faults[:20])
    return {
        number: sorted(reviews, key=lambda review: review.at)
        for number, reviews in enumerate(log.values(), start=1)
    }


def _review(row: dict[str, str], card_id: int, calendar: Calendar) -> Review:
    at = datetime.fromisoformat(row["review_time"])
    if at.tzinfo is None:
        raise ValueError(row["review_time"])
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
