"""The study day: dates, never blocks of 86,400 seconds."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs.clock import Calendar, later, system_clock, zone_named
from srs.errors import UsageError

BERLIN = Calendar(ZoneInfo("Europe/Berlin"))
ZONES = sorted(available_timezones())
instants = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)).map(
    lambda naive: naive.replace(tzinfo=UTC)
)
calendars = st.builds(
    Calendar, st.sampled_from(ZONES).map(ZoneInfo), st.integers(min_value=0, max_value=23)
)


def local(zone: str, text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def test_trap_1_days_are_counted_by_dates_across_a_clock_change() -> None:
    created = BERLIN.day(local("Europe/Berlin", "2026-01-10T04:00"))
    assert (BERLIN.day(local("Europe/Berlin", "2026-03-30T04:30")) - created).days == 79


@pytest.mark.parametrize(
    ("at", "is_due"), [("01:59", False), ("03:30", False), ("03:59:59", False), ("04:00", True)]
)
def test_trap_1_a_day_that_is_15_hours_away(at: str, is_due: bool) -> None:
    due = later(BERLIN.day(local("Europe/Berlin", "2026-03-28T12:00")), 1)
    assert (BERLIN.day(local("Europe/Berlin", f"2026-03-29T{at}")) >= due) is is_due


@pytest.mark.parametrize(("at", "day"), [("04:30", 9), ("05:59", 9), ("06:00", 10)])
def test_trap_3_the_rollover_is_the_one_that_was_set(at: str, day: int) -> None:
    calendar = Calendar(ZoneInfo("Europe/London"), 6)
    assert calendar.day(local("Europe/London", f"2026-05-10T{at}")) == date(2026, 5, day)


def test_trap_5_each_instant_by_the_rules_of_its_own_moment() -> None:
    calendar = Calendar(ZoneInfo("Europe/Paris"))
    for day in (10, 11, 12):
        at = local("Europe/Paris", f"2026-07-{day}T04:20")
        assert calendar.day(at) == date(2026, 7, day)


@pytest.mark.parametrize(
    ("zone", "rollover", "day", "start"),
    [
        # Clocks jump from 02:00 to 03:00: the day begins with the jump.
        ("Europe/Berlin", 2, date(2026, 3, 29), datetime(2026, 3, 29, 1, tzinfo=UTC)),
        # Clocks go back from 03:00 to 02:00: the day begins the first time it is 02:00.
        ("Europe/Berlin", 2, date(2026, 10, 25), datetime(2026, 10, 25, 0, tzinfo=UTC)),
        ("America/Denver", 2, date(2026, 3, 8), datetime(2026, 3, 8, 9, tzinfo=UTC)),
        ("America/Denver", 1, date(2026, 11, 1), datetime(2026, 11, 1, 7, tzinfo=UTC)),
        # Lord Howe jumps by half an hour, from 02:00 to 02:30.
        ("Australia/Lord_Howe", 2, date(2026, 10, 4), datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
    ],
)
def test_a_day_starts_where_the_wall_clock_first_shows_the_rollover(
    zone: str, rollover: int, day: date, start: datetime
) -> None:
    calendar = Calendar(ZoneInfo(zone), rollover)
    assert calendar.start(day) == start
    assert calendar.day(start) == day
    assert calendar.day(start - timedelta(seconds=1)) == later(day, -1)


def test_a_day_is_not_entered_twice_where_midnight_comes_twice() -> None:
    # St. John's went from 00:01 back to 23:01 of the day before.
    calendar = Calendar(ZoneInfo("America/St_Johns"), 0)
    before = datetime(2006, 10, 29, 2, 30, 30, tzinfo=UTC)
    days = [calendar.day(before + timedelta(minutes=m)) for m in range(0, 120, 5)]
    assert days == sorted(days)


def test_a_date_that_was_left_out_is_a_study_day_of_four_hours() -> None:
    # Samoa left out 30 December 2011: 31 December began at once, its study day at 04:00.
    calendar = Calendar(ZoneInfo("Pacific/Apia"))
    jump = datetime(2011, 12, 30, 10, tzinfo=UTC)
    assert calendar.day(jump - timedelta(seconds=1)) == date(2011, 12, 29)
    assert calendar.day(jump) == date(2011, 12, 30)
    assert calendar.day(jump + timedelta(hours=4)) == date(2011, 12, 31)


@given(calendars, instants, st.integers(min_value=0, max_value=3 * 86_400))
def test_days_never_go_back(calendar: Calendar, instant: datetime, seconds: int) -> None:
    assert calendar.day(instant) <= calendar.day(instant + timedelta(seconds=seconds))


@given(calendars, instants)
def test_an_instant_lies_within_its_day(calendar: Calendar, instant: datetime) -> None:
    day = calendar.day(instant)
    assert calendar.start(day) <= instant < calendar.end(day)


@given(calendars, st.dates(date(1900, 1, 1), date(2100, 1, 1)))
def test_the_start_of_a_day_belongs_to_it(calendar: Calendar, day: date) -> None:
    start = calendar.start(day)
    assert calendar.day(start) >= day
    assert calendar.day(start - timedelta(seconds=1)) < day


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
@pytest.mark.parametrize("instant", [datetime.min, datetime.max])
def test_the_ends_of_the_calendar_do_not_overflow(zone: str, instant: datetime) -> None:
    calendar = Calendar(ZoneInfo(zone))
    day = calendar.day(instant.replace(tzinfo=UTC))
    assert date.min <= day <= date.max
    assert calendar.start(day) <= calendar.end(day)


def test_later_stays_within_the_calendar() -> None:
    assert later(date(2026, 1, 1), 36_500) == date(2125, 12, 8)
    assert later(date(2026, 1, 1), 3_000_000) == date.max
    assert later(date(2026, 1, 1), -3_000_000) == date.min


def test_srs_now_stands_still_and_is_in_utc() -> None:
    clock = system_clock({"SRS_NOW": "2026-12-01T09:00:00.1234+01:00"})
    assert clock() == clock() == datetime(2026, 12, 1, 8, 0, 0, 123_000, tzinfo=UTC)


@pytest.mark.parametrize("text", ["yesterday", "2026-12-01T09:00:00", "12:00", "2026-13-01T00:00Z"])
def test_srs_now_that_is_no_instant_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="SRS_NOW"):
        system_clock({"SRS_NOW": text})


def test_the_machine_s_clock_has_whole_milliseconds() -> None:
    assert system_clock({})().microsecond % 1000 == 0


def test_a_zone_by_name_or_the_system_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Paris")
    assert str(zone_named(None)) == "Europe/Paris"
    assert str(zone_named("Asia/Tokyo")) == "Asia/Tokyo"
    with pytest.raises(UsageError, match="no time zone 'Mars/Olympus'"):
        zone_named("Mars/Olympus")
