"""The simulation: what it counts adds up, and what is changed in it shows."""

from __future__ import annotations

import io
import time
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from program import Srs, many

from srs.clock import Calendar
from srs.core.memory import Memory, State
from srs.core.settings import MINUTE, Settings
from srs.insight.simulate import Day, in_spans, new_cards, simulate
from srs.ui.chart import bars, room_beside

START = date(2026, 3, 2)
CALENDAR = Calendar(UTC)


def run(cards: int = 60, days: int = 60, seed: int = 0, **values: object) -> list[Day]:
    settings = Settings(**values)  # type: ignore[arg-type]
    return simulate(
        new_cards(cards), settings, CALENDAR, START, days, seconds_per_answer=6, seed=seed
    )


def in_review(due: date, interval: int = 10, number: int = 1) -> list[Memory]:
    answered = due - timedelta(days=interval)
    memory = Memory(
        state=State.REVIEW,
        due=due,
        interval=interval,
        ease=2.5,
        reps=4,
        reviewed_at=datetime(answered.year, answered.month, answered.day, 12, tzinfo=UTC),
        reviewed_on=answered,
    )
    return [memory] * number


def test_the_same_seed_gives_the_same_days() -> None:
    assert run(seed=3) == run(seed=3)
    assert run(seed=3) != run(seed=4)


@hypothesis_settings(max_examples=15)
@given(
    st.sampled_from(["sm2", "sm2-classic", "fsrs"]),
    st.integers(0, 30),
    st.integers(0, 25),
    st.integers(0, 99),
)
def test_what_it_counts_adds_up(scheduler: str, new: int, reviews: int, seed: int) -> None:
    report = run(
        50, 30, seed, scheduler=scheduler, new_per_day=new, reviews_per_day=reviews, fuzz=False
    )
    assert sum(day.new for day in report) == min(50, 30 * new)
    seen = 0
    for day in report:
        seen += day.new
        assert day.new <= new
        assert day.passed <= day.reviews <= reviews
        assert day.answers >= day.new + day.reviews
        assert day.minutes == pytest.approx(day.answers / 10)
        assert day.seen == seen
        unknown = day.seen - day.known
        assert -1e-9 <= unknown <= seen
        assert bool(day.known) == bool(seen)


def test_known_is_the_sum_of_the_chances() -> None:
    due = START + timedelta(days=5)
    report = simulate(
        in_review(due, 20, number=8), Settings(), CALENDAR, START, 5, seconds_per_answer=6
    )
    assert [day.answers for day in report] == [0] * 5
    assert report[-1].known > 8 * 0.9  # the stability of 20 days is not over yet
    falling = [day.known for day in report]
    assert falling == sorted(falling, reverse=True)
    settings = Settings(reviews_per_day=0)
    late = simulate(
        in_review(START, 20, number=8), settings, CALENDAR, START, 1, seconds_per_answer=6
    )
    assert late[0].known == pytest.approx(8 * 0.9)


@pytest.mark.parametrize("wanted", [0.8, 0.9])
def test_fsrs_keeps_what_it_aims_at(wanted: float) -> None:
    report = run(400, 200, scheduler="fsrs", desired_retention=wanted, new_per_day=20)
    reviews, passed = sum(d.reviews for d in report), sum(d.passed for d in report)
    assert passed / reviews == pytest.approx(wanted, abs=0.03)


def test_more_new_cards_are_more_work() -> None:
    few, many = (run(300, 40, new_per_day=n) for n in (3, 30))
    assert sum(day.reviews for day in few) < sum(day.reviews for day in many) / 2
    assert sum(day.minutes for day in few) < sum(day.minutes for day in many) / 2
    assert few[-1].known < many[-1].known


def test_a_higher_retention_is_more_work() -> None:
    low, high = (
        run(150, 120, scheduler="fsrs", desired_retention=wanted) for wanted in (0.75, 0.95)
    )
    assert sum(day.reviews for day in low) < sum(day.reviews for day in high)


def test_a_backlog_is_worked_off_as_fast_as_the_limit_admits() -> None:
    settings = Settings(reviews_per_day=7)
    report = simulate(
        in_review(START - timedelta(days=3), 30, number=20),
        settings, CALENDAR, START, 3, seconds_per_answer=6,
    )  # fmt: skip
    assert [day.reviews for day in report[:2]] == [7, 7]
    assert 6 <= report[2].reviews <= 7


def test_what_today_has_seen_counts_in_its_limits() -> None:
    cards = [*new_cards(30), *in_review(START, number=30)]
    settings = Settings(new_per_day=10, reviews_per_day=10)
    first, second = simulate(
        cards, settings, CALENDAR, START, 2, seconds_per_answer=6, done=(4, 12)
    )
    assert (first.new, first.reviews) == (6, 0)
    assert (second.new, second.reviews) == (10, 10)


def test_steps_are_no_reviews_and_have_no_limit() -> None:
    report = run(
        5, 4, new_per_day=5, reviews_per_day=0, learning_steps=(MINUTE, 2 * 24 * 60 * MINUTE)
    )
    assert [day.reviews for day in report] == [0] * 4
    assert report[0].new == 5
    assert report[1].answers == 0
    assert report[2].answers > 0


def test_a_card_that_is_asked_too_often_for_one_day_comes_back_on_the_next() -> None:
    courses = (run(1, 3, seed=seed, learning_steps=(MINUTE,) * 60) for seed in range(100))
    report = next(course for course in courses if course[0].answers == 20)
    assert report[1].answers > 0


def test_spans_lose_no_day() -> None:
    for days, size in ((14, 1), (90, 7), (365, 30)):
        report = run(1, days)
        spans = list(in_spans(report))
        assert [day for span in spans for day in span] == report
        assert len(spans[0]) == size


@pytest.mark.full
def test_a_year_of_two_thousand_cards_takes_seconds() -> None:
    begun = time.process_time()
    assert run(2000, 365, scheduler="fsrs")[-1].seen == 2000
    assert time.process_time() - begun < 20


def test_it_starts_from_the_cards_there_are(srs: Srs) -> None:
    srs("add", srs.deck(many(4)))
    srs.config("fuzz: false\nnew_per_day: 1")
    srs.ok("answer", "1", "easy")
    days = srs.ok("simulate", "--days", "10")["days"]
    assert [day["new"] for day in days] == [0, 1, 1, 1, *[0] * 6]  # today has had its own
    assert [day["seen"] for day in days[:4]] == [1, 2, 3, 4]
    assert days[4]["reviews"] >= 1
    assert days[0]["day"] == "2026-03-02"


def test_what_it_is_asked_for(srs: Srs) -> None:
    nothing = srs("simulate")
    assert nothing.status == 1
    assert nothing.err.startswith("There are no cards to simulate.")
    assert "reviews a day" in srs("simulate", "--cards", "20", "--scheduler", "fsrs").out
    days = srs.ok("simulate", "--cards", "9", "--new", "2", "--seconds-per-card", "30")["days"]
    assert [day["new"] for day in days[:6]] == [2, 2, 2, 2, 1, 0]
    assert all(day["minutes"] == day["answers"] / 2 for day in days)
    wrong = srs("simulate", "--cards", "9", "--scheduler", "none")
    assert wrong.status == 2
    assert wrong.err.startswith("There is no scheduler 'none'.")
    assert srs("simulate", "--days", "0").status == 2


def test_bars_fit_and_show_what_is_not_nothing() -> None:
    assert bars([0, 1, 50, 100], 10) == ["", "█", "█████", "██████████"]
    assert bars([0, 0], 10) == ["", ""]
    assert bars([], 10) == []


def test_bars_are_of_signs_that_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert bars([1, 2], 4) == ["##", "####"]


@pytest.mark.parametrize("columns", [40, 60, 80, 100, 300])
def test_lines_fit_the_terminal(srs: Srs, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = srs("simulate", "--cards", "300", "--new", "300", "--days", "14").out
    assert max(map(len, out.splitlines()[1:])) <= max(columns, 58)
    assert "\x1b" not in out
    assert 8 <= room_beside(50) <= 60
