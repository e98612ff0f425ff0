"""Words for waits, and text made harmless."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sitting import AT, MOMENT, STAGES

from srs.core.item import Basic, Choice, Option
from srs.core.memory import Memory
from srs.ui.item import show_item
from srs.ui.words import due_label, first_line, inert, letter, span, span_label


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "1s"),
        (45, "45s"),
        (59.7, "1m"),
        (60, "1m"),
        (600, "10m"),
        (3_590, "1h"),
        (7_200, "2h"),
        (5_400, "1.5h"),
        (86_400, "1d"),
        (12 * 86_400, "12d"),
        (30.6 * 86_400, "1mo"),
        (45 * 86_400, "1.5mo"),
        (364 * 86_400, "1y"),
        (840 * 86_400, "2.3y"),
        (36_500 * 86_400, "100y"),
    ],
)
def test_spans(seconds: float, said: str) -> None:
    assert span(seconds) == said


@given(st.floats(0, 4e9))
def test_a_span_is_short(seconds: float) -> None:
    assert 2 <= len(span(seconds)) <= 6


def test_a_card_due_on_a_day_is_days_away_however_late_it_is() -> None:
    assert span_label(Memory(due=date(2026, 12, 13)), MOMENT) == "12d"
    assert span_label(Memory(due=AT + timedelta(minutes=10)), MOMENT) == "10m"
    assert span_label(Memory(), MOMENT) == ""


@pytest.mark.parametrize(
    ("due", "said"),
    [
        (AT + timedelta(minutes=10), "in 10m"),
        (AT, "now"),
        (AT - timedelta(hours=3), "now"),
        (date(2026, 12, 1), "now"),
        (date(2026, 11, 1), "now"),
        (date(2026, 12, 2), "tomorrow"),
        (date(2026, 12, 6), "in 5d"),
    ],
)
def test_when_something_is_due(due: date, said: str) -> None:
    assert due_label(due, MOMENT) == said


@given(st.text())
def test_inert_text_holds_no_control_character(text: str) -> None:
    made = inert(text)
    assert len(made) == len(text)
    assert all(sign in "\n\t" or not (ord(sign) < 32 or 127 <= ord(sign) < 160) for sign in made)
    assert inert(made) == made


def test_what_is_text_stays() -> None:
    for text in ("naïve 日本 ✓\n\tתודה", "C++\u200f ו", "👩‍🚀", "[/red] a < b && $x$"):
        assert inert(text) == text


def test_first_lines() -> None:
    assert first_line("\n  a b \nc") == "a b"
    assert first_line("") == ""
    assert first_line("word " * 40, 10) == "word word…"


def test_letters() -> None:
    assert [letter(n) for n in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


def test_an_item_is_shown_with_all_that_it_says() -> None:
    shown = show_item(STAGES, "ML")
    for part in (
        STAGES.question,
        "✓ C  Stage 1",
        "  B  Stage 2",
        "stage 1* already",
        "Source: ZeRO",
    ):
        assert part in shown
    two_lines = Option("two\nlines", why="because")
    shown = show_item(Choice(question="q", options=(Option("a", right=True), two_lines)), "d")
    assert "\n✓ A  a\n  B  two\n     lines\n     because\n" in shown
    assert "nobody has said" in show_item(Basic(question="q", answer=""), "d")
