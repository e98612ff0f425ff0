"""The simulation: what it counts adds up, and what is changed in it shows."""

from __future__ import annotations

from datetime import UTC, date

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from program import Srs

from srs.clock import Calendar
from srs.core.settings import Settings
from srs.insight.simulate import Day, new_cards, simulate
from srs.ui.chart import bars

START = date(2026, 3, 2)


def run(cards: int = 60, days: int = 60, seed: int = 0, **values: object) -> list[Day]:
    settings = Settings(**values)  # type: ignore[arg-type]
    return simulate(
        new_cards(cards), settings, Calendar(UTC), START, days, seconds_per_answer=6, seed=seed
    )


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
    for day in report:
        assert day.new <= new
        assert day.passed <= day.reviews <= reviews
        assert day.answers >= day.new + day.reviews
        assert day.minutes == pytest.approx(day.answers / 10)
    seen = 0
    for day in report:
        seen += day.new
        assert 0 <= day.known <= seen


def test_fsrs_keeps_what_it_aims_at() -> None:
    for wanted in (0.8, 0.9):
        report = run(400, 200, scheduler="fsrs", desired_retention=wanted, new_per_day=20)
        reviews, passed = sum(d.reviews for d in report), sum(d.passed for d in report)
        assert passed / reviews == pytest.approx(wanted, abs=0.03)


def test_more_new_cards_are_more_work() -> None:
    few, many = (run(300, 40, new_per_day=n) for n in (3, 30))
    assert sum(day.minutes for day in few) < sum(day.minutes for day in many) / 2
    assert few[-1].known < many[-1].known


def test_a_higher_retention_is_more_work() -> None:
    low, high = (
        run(150, 120, scheduler="fsrs", desired_retention=wanted) for wanted in (0.75, 0.95)
    )
    assert sum(day.reviews for day in low) < sum(day.reviews for day in high)


def test_it_starts_from_the_cards_there_are(srs: Srs) -> None:
    items = "".join(f"  - {{id: i{n}, question: q{n}, answer: a{n}}}\n" for n in range(4))
    srs("add", srs.deck(f"deck: D\nitems:\n{items}"))
    srs.config("fuzz: false\nnew_per_day: 1")
    srs.ok("answer", "1", "easy")
    days = srs.ok("simulate", "--days", "10")["days"]
    assert sum(day["new"] for day in days) == 3
    assert days[4]["reviews"] >= 1
    assert days[0]["day"] == "2026-03-02"
    assert "reviews a day" in srs("simulate", "--cards", "20", "--scheduler", "fsrs").out
    assert srs("simulate", "--scheduler", "none").status == 2


def test_bars_fit_and_show_what_is_not_nothing() -> None:
    assert bars([0, 1, 50, 100], 10) == ["", "█", "█████", "██████████"]
    assert bars([0, 0], 10) == ["", ""]
    assert bars([], 10) == []
