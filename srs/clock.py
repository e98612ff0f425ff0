"""When it is, and to which study day an instant belongs."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from srs.errors import UsageError

Clock = Callable[[], datetime]

EPOCH = date(1970, 1, 1)
"""Day number 0 wherever a day is kept as a number."""


def later(day: date, days: int) -> date:
    """Return the date `days` after `day`, held within the calendar (years 1 to 9999)."""
    return date.fromordinal(min(max(day.toordinal() + days, 1), date.max.toordinal()))


def system_clock(environ: dict[str, str] | None = None) -> Clock:
    """Return the clock to use: the machine's, or one that stands at `SRS_NOW`.

    Instants are in UTC and whole milliseconds, which is what the database keeps.

    Raises:
        UsageError: `SRS_NOW` is not an ISO 8601 instant with an offset.
    """
    pretended = (os.environ if environ is None else environ).get("SRS_NOW")
    if not pretended:
        return lambda: whole_milliseconds(datetime.now(UTC))
    try:
        instant = datetime.fromisoformat(pretended)
    except ValueError:
        instant = None
    if instant is None or instant.tzinfo is None:
        raise UsageError(
            f"SRS_NOW is {pretended!r}, which is not an instant with an offset.",
            "Write it like 2026-12-01T09:00:00+01:00.",
        )
    try:
        fixed = whole_milliseconds(instant.astimezone(UTC))
    except OverflowError:
        raise UsageError(
            f"SRS_NOW is {pretended!r}, which is beyond the years 1 to 9999."
        ) from None
    return lambda: fixed


def whole_milliseconds(instant: datetime) -> datetime:
    """Drop what is finer than a millisecond."""
    return instant.replace(microsecond=instant.microsecond // 1000 * 1000)


def zone_named(name: str | None) -> tzinfo:
    """Return the zone called `name`, or the system's where there is no name.

    Raises:
        UsageError: there is no such zone.
    """
    if name:
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise UsageError(
                f"There is no time zone {name!r}.", "Use a name like Europe/Berlin or UTC."
            ) from None
    import tzlocal

    try:
        return tzlocal.reload_localzone()  # TZ may have changed since it was asked before
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return datetime.now().astimezone().tzinfo or UTC


@dataclass(frozen=True, slots=True)
class Calendar:
    """Turns instants into study days: the local date of (local wall time - rollover).

    `rollover` is the hour, 0 to 23, at which a study day begins. A day runs from the first
    instant at which the wall clock shows that hour on its date, so none is entered twice, even
    where the clock is set back across the rollover.
    """

    zone: tzinfo
    rollover: int = 4

    def day(self, instant: datetime) -> date:
        """Return the study day of an aware `instant`."""
        wall = self._wall(instant)
        if wall - datetime.min < timedelta(hours=self.rollover):
            return date.min
        day = (wall - timedelta(hours=self.rollover)).date()
        tomorrow = later(day, 1)
        return tomorrow if self.start(tomorrow) <= instant else day

    def start(self, day: date) -> datetime:
        """Return the first instant, in UTC, at which the wall clock shows the rollover on `day`."""
        wall = datetime.combine(day, time(self.rollover))
        first = self._instant(wall, fold=0)
        if self._wall(first) == wall:
            return first
        # The hour is skipped that night: the day begins with the jump itself, which lies between
        # the two readings of the wall time and, as every jump does, on a whole second.
        early = self._instant(wall, fold=1)
        low, high = 0, int((first - early).total_seconds())
        while high - low > 1:
            middle = (low + high) // 2
            if self._wall(early + timedelta(seconds=middle)) < wall:
                low = middle
            else:
                high = middle
        return early + timedelta(seconds=high)

    def end(self, day: date) -> datetime:
        """Return the instant, in UTC, at which `day` is over."""
        return self.start(later(day, 1))

    def _instant(self, wall: datetime, fold: int) -> datetime:
        try:
            return wall.replace(tzinfo=self.zone, fold=fold).astimezone(UTC)
        except OverflowError:  # the first and last day of the calendar, seen from UTC
            return wall.replace(tzinfo=UTC)

    def _wall(self, instant: datetime) -> datetime:
        try:
            return instant.astimezone(self.zone).replace(tzinfo=None)
        except OverflowError:
            return instant.astimezone(UTC).replace(tzinfo=None)
