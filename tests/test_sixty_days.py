"""A learner over sixty days, across the clock changes: the due dates that the rules give."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from program import Srs

DECK = "deck: D\nitems:\n" + "".join(
    f"  - {{id: i{n}, question: q{n}, answer: a{n}}}\n" for n in range(3)
)

# Good every time it is due, with the default settings and no fuzz: the steps of 1 and 10 minutes,
# then 1 day, and each interval 2.5 times the one before, rounded (half away from zero).
GOOD = [1, 3, 8, 20, 50]
# Again at the first review: relearned on the same day, back after 1 day with an ease of 2.3.
LAPSE = [1, 1, 3, 7, 16, 37]
# A minute before the rollover every step of ten minutes reaches into the next study day.
GOOD_LATE = [1, *GOOD]
LAPSE_LATE = [1, 1, 1, *LAPSE[1:]]


def dates(start: date, intervals: list[int]) -> list[date]:
    days = [start]
    for interval in intervals:
        days.append(days[-1] + timedelta(days=interval))
    return days


SPRING, AUTUMN = date(2026, 2, 20), date(2026, 10, 1)
TIMES = [time(12, 30), time(3, 59), time(4, 0), time(23, 59)]
# Clocks change on 29 March and 25 October in Berlin, on 8 March and 1 November in Denver.
CASES = [
    pytest.param(zone, first, at, marks=[pytest.mark.full] if i > 1 else [])
    for zone in ("Europe/Berlin", "America/Denver")
    for first in (SPRING, AUTUMN)
    for i, at in enumerate(TIMES)
]


@pytest.mark.parametrize(("zone", "first", "at"), CASES)
def test_sixty_days_across_a_clock_change(srs: Srs, zone: str, first: date, at: time) -> None:
    """Each card is due on the dates of its intervals, and a day begins at 04:00 local time.

    The learner sits down at `at`; at 03:59 it is still the study day before.
    """
    srs.config(f"zone: {zone}\nfuzz: false\n")
    srs("add", srs.deck(DECK))
    seen: dict[str, list[date]] = {"q0": [], "q1": [], "q2": []}
    start = first - timedelta(days=1) if at < time(4) else first
    for offset in range(60):
        local = datetime.combine(first + timedelta(days=offset), at, ZoneInfo(zone))
        today = start + timedelta(days=offset)
        sit_down(srs, local, today, seen)
    due = {row["question"]: row["due"] for row in srs.ok("list")}
    late = at == time(3, 59)
    good = dates(start, GOOD_LATE if late else GOOD)
    lapse = dates(start, LAPSE_LATE if late else LAPSE)
    for question, expected in (("q0", good), ("q1", lapse), ("q2", good)):
        within = [day for day in expected if day <= start + timedelta(days=59)]
        assert seen[question] == within
        assert due[question] == expected[len(within)].isoformat()


def sit_down(srs: Srs, local: datetime, today: date, seen: dict[str, list[date]]) -> None:
    """Answer all that waits: Good, but q1 is forgotten at its first review after graduating."""
    now = local.astimezone(UTC)
    for _ in range(30):
        srs.at(now.isoformat())
        assert srs.ok("due")["day"] == today.isoformat()
        card = srs.ok("next")
        if card["card"] is None:
            return
        question = card["question"]
        if today not in seen[question]:
            seen[question].append(today)
        (row,) = srs.ok("list", question)
        lapses = question == "q1" and card["state"] == "review" and row["lapses"] == 0
        srs.ok("answer", str(card["card"]), "again" if lapses else "good")
    raise AssertionError("the day never ended")
