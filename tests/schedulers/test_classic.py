"""SM-2 of 1990 by values, and against the paper stated a second time."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from srs.clock import Calendar
from srs.core.grade import Grade
from srs.core.memory import NEW, Memory, Moment, State
from srs.core.settings import Settings
from srs.schedulers.classic import Classic

AGAIN, HARD, GOOD, EASY = Grade
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


def moment(at: datetime = NOON) -> Moment:
    return Moment.of(Calendar(UTC), at)


def assessed(*grades: Grade) -> list[Memory]:
    """Answer a card on its days, each time repeating what scored below 4 until it scores 4."""
    memory, at, trace = NEW, NOON, []
    for grade in grades:
        memory = Classic().outcomes(memory, moment(at))[grade]
        if memory.state is not State.REVIEW:
            memory = Classic().outcomes(memory, moment(at))[GOOD]
        trace.append(memory)
        at += timedelta(days=memory.interval)
    return trace


def test_good_six_times():
    """The third interval multiplies by the ease (trap 47)."""
    trace = assessed(GOOD, GOOD, GOOD, GOOD, GOOD, GOOD)
    assert [memory.interval for memory in trace] == [1, 6, 15, 38, 95, 238]
    assert {memory.ease for memory in trace} == {2.5}


def test_the_ease_counts_as_the_answer_leaves_it():
    trace = assessed(GOOD, GOOD, EASY, HARD, EASY)
    assert [memory.ease for memory in trace] == [2.5, 2.5, 2.6, 2.46, 2.56]
    assert [memory.interval for memory in trace] == [1, 6, 16, 40, 103]


def test_a_lapse_restarts_the_repetitions_and_leaves_the_ease():
    trace = assessed(GOOD, GOOD, HARD, AGAIN, GOOD, GOOD)
    assert [memory.interval for memory in trace] == [1, 6, 15, 1, 1, 6]
    assert [memory.ease for memory in trace] == [2.5, 2.5, 2.36, 2.36, 2.36, 2.36]
    assert [memory.lapses for memory in trace] == [0, 0, 0, 1, 1, 1]


def test_what_scored_below_4_is_due_at_once_until_it_scores_4():
    review = assessed(GOOD, GOOD)[-1]
    on_the_day = moment(NOON + timedelta(days=7))
    lapsed = Classic().outcomes(review, on_the_day)[AGAIN]
    assert (lapsed.state, lapsed.due, lapsed.interval) == (State.RELEARNING, on_the_day.at, 1)
    soon = moment(on_the_day.at + timedelta(minutes=1))
    outcomes = Classic().outcomes(lapsed, soon)
    for grade in (AGAIN, HARD):
        assert outcomes[grade] == replace(lapsed, reps=lapsed.reps + 1, due=soon.at)
    for grade in (GOOD, EASY):
        assert outcomes[grade] == replace(
            lapsed, reps=lapsed.reps + 1, state=State.REVIEW, due=date(2026, 12, 9)
        )


def test_a_new_card_that_scored_below_4_is_in_learning():
    hard = Classic().outcomes(NEW, moment())[HARD]
    assert (hard.state, hard.interval, hard.ease, hard.lapses) == (State.LEARNING, 1, 2.36, 0)


def test_cards_from_elsewhere_go_on_from_their_interval():
    imported = Memory(state=State.REVIEW, interval=400, due=date(2026, 12, 1), ease=2.5)
    assert Classic().outcomes(imported, moment())[GOOD].interval == 1000
    huge = replace(imported, interval=3_000_000, due=date(9999, 12, 31))
    assert Classic().outcomes(huge, moment())[EASY].interval == 36_500
    learning = Memory(state=State.LEARNING, due=NOON, reps=1)
    assert Classic().outcomes(learning, moment())[GOOD].interval == 1


GAIN = {3: Fraction(-14, 100), 4: Fraction(0), 5: Fraction(10, 100)}
"""The paper's formula, worked out by hand for the qualities that count as remembered."""


def paper(qualities: list[int]) -> list[tuple[int, Fraction]]:
    """Return interval and E-factor after each repetition, counting them as the paper does."""
    repetition, interval, factor, table = 0, 0, Fraction(5, 2), []
    for quality in qualities:
        if quality < 3:
            repetition = 0
        else:
            repetition += 1
            factor = max(factor + GAIN[quality], Fraction(13, 10))
        interval = {0: 1, 1: 1, 2: 6}.get(repetition) or ceil(interval * factor)
        interval = min(interval, 36_500)
        table.append((interval, factor))
    return table


@given(st.lists(st.sampled_from(Grade), max_size=30))
def test_it_is_the_published_algorithm(grades):
    got = [(memory.interval, Fraction(str(memory.ease))) for memory in assessed(*grades)]
    assert got == paper([grade.quality for grade in grades])


@given(st.lists(st.sampled_from(Grade), min_size=1, max_size=12), st.integers(1, 6))
def test_however_often_it_is_repeated_only_the_count_of_answers_tells(grades, times):
    memory = assessed(*grades)[-1]
    day = moment(datetime.combine(memory.due_on or NOON.date(), NOON.timetz()))
    once = Classic(Settings()).outcomes(memory, day)[AGAIN]
    often = once
    for _ in range(times):
        often = Classic().outcomes(often, day)[HARD]
    after_once = Classic().outcomes(once, day)[GOOD]
    after_often = Classic().outcomes(often, day)[GOOD]
    assert replace(after_often, reps=after_once.reps) == after_once
