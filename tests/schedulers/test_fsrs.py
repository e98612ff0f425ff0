"""FSRS: what the library says is what is kept, and what is made of it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs.clock import Calendar
from srs.core.grade import Grade
from srs.core.memory import NEW, Memory, Moment, State
from srs.core.settings import DAY, Settings
from srs.errors import UsageError
from srs.schedulers.fsrs import Fsrs

AGAIN, HARD, GOOD, EASY = Grade
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)

grades = st.sampled_from(Grade)
answers = st.lists(st.tuples(grades, st.integers(0, 400)), min_size=1, max_size=25)
steps = st.lists(st.integers(1, 3 * DAY), max_size=3).map(tuple)
settings = st.builds(
    Settings,
    learning_steps=steps,
    relearning_steps=steps,
    desired_retention=st.floats(0.7, 0.99),
    maximum_interval=st.integers(1, 36_500),
)


def moment(at: datetime = NOON, chance: float | None = None) -> Moment:
    return Moment.of(Calendar(UTC), at, chance)


def review(interval: int, stability: float | None = None, **more: object) -> Memory:
    memory = Memory(
        state=State.REVIEW,
        interval=interval,
        due=NOON.date(),
        ease=2.5,
        reps=5,
        stability=stability,
        difficulty=stability and 5.0,
    )
    return replace(memory, **more)


@pytest.mark.parametrize("lot", range(10))
def test_stability_and_difficulty_are_the_librarys(lot):
    """A hundred random histories a lot, followed by the library on its own cards."""
    import random

    rng = random.Random(lot)
    library = fsrs.Scheduler(enable_fuzzing=False)
    for _ in range(100):
        card, memory, at = fsrs.Card(card_id=1), NEW, NOON
        for _ in range(rng.randint(1, 30)):
            at += timedelta(days=rng.choice((0, 0, 1, rng.randint(0, 30), rng.randint(0, 900))))
            grade = rng.choice(list(Grade))
            card, _ = library.review_card(card, fsrs.Rating(grade), at)
            memory = Fsrs().outcomes(memory, moment(at))[grade]
            assert memory.stability == pytest.approx(card.stability, rel=1e-9, abs=1e-9)
            assert memory.difficulty == pytest.approx(card.difficulty, rel=1e-9, abs=1e-9)


@given(st.floats(0.01, 30_000), st.floats(0.7, 0.99), grades)
def test_the_days_to_wait_are_the_librarys(stability, retention, grade):
    plain = fsrs.Scheduler(
        desired_retention=retention, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )
    card = fsrs.Card(
        card_id=1,
        state=fsrs.State.Review,
        stability=stability,
        difficulty=5.0,
        due=NOON,
        last_review=NOON - timedelta(days=10),
    )
    card, _ = plain.review_card(card, fsrs.Rating(grade), NOON)
    memory = review(10, stability, reviewed_on=NOON.date() - timedelta(days=10))
    scheduler = Fsrs(Settings(desired_retention=retention))
    after = scheduler.outcomes(memory, moment())[grade]
    ideal = min(scheduler._ideal(after), 36_500)
    assert abs(max(ideal, 1) - (card.due - NOON).days) <= 0.5 + 1e-9


def test_at_ninety_per_cent_the_interval_is_the_stability():
    for stability in (0.5, 3.0, 1000.0):
        assert Fsrs()._ideal(review(1, stability)) == pytest.approx(stability)


def test_a_new_card_as_anki_has_it():
    outcomes = Fsrs().outcomes(NEW, moment())
    assert [round(after.stability, 4) for after in outcomes.values()] == [
        0.212,
        1.2931,
        2.3065,
        8.2956,
    ]
    assert outcomes[GOOD].due == NOON + timedelta(minutes=10)
    assert (outcomes[EASY].interval, outcomes[EASY].due) == (8, date(2026, 12, 9))


def test_without_steps_a_weak_card_comes_back_the_same_day():
    scheduler = Fsrs(Settings(learning_steps=(), relearning_steps=()))
    outcomes = scheduler.outcomes(NEW, moment())
    assert outcomes[AGAIN].state is State.LEARNING
    assert outcomes[AGAIN].due == NOON + timedelta(seconds=18_316)
    assert [outcomes[grade].interval for grade in (HARD, GOOD, EASY)] == [1, 2, 8]


@pytest.mark.parametrize(("interval", "ease"), [(100, 2.5), (100, 1.3), (1, 2.5), (30, 3.1)])
def test_a_memory_of_sm2_goes_on_with_its_interval_and_ease(interval, ease):
    after = Fsrs().outcomes(review(interval, ease=ease), moment())[GOOD]
    assert after.stability == pytest.approx(interval * ease, rel=1e-6)


def test_elapsed_days_follow_from_the_due_day_where_the_last_answer_is_not_known():
    told = review(30, 25.0, reviewed_on=NOON.date() - timedelta(days=40))
    inferred = review(30, 25.0, due=NOON.date() - timedelta(days=10))
    of_told, of_inferred = (Fsrs().outcomes(m, moment())[GOOD] for m in (told, inferred))
    assert of_told.stability == of_inferred.stability


@pytest.mark.parametrize("due", [date(1, 1, 1), date(9999, 12, 31)])
@pytest.mark.parametrize("stability", [None, 3_000_000.0])
def test_an_interval_beyond_every_calendar(due, stability):
    for after in Fsrs().outcomes(review(5_000_000, stability, due=due), moment()).values():
        assert after.interval <= 36_500


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize(("stability", "difficulty"), [(0.0, 0.0), (5.0, None), (None, 5.0)])
def test_half_of_a_memory_counts_as_none(state, stability, difficulty):
    half = review(10, state=state, stability=stability, difficulty=difficulty)
    whole = review(10, state=state)
    assert Fsrs().outcomes(half, moment()) == Fsrs().outcomes(whole, moment())


@pytest.mark.parametrize("parameters", [(1.0,), (1e9,) * 21])
def test_parameters_that_are_not_fsrs_6(parameters):
    with pytest.raises(UsageError, match="fsrs_parameters"):
        Fsrs(Settings(fsrs_parameters=parameters))


def test_the_library_is_imported_with_the_first_scheduler_only():
    program = (
        "import sys, srs.schedulers.fsrs as ours\n"
        "assert 'fsrs' not in sys.modules\n"
        "ours.Fsrs()\n"
        "assert 'fsrs' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@given(settings, answers, st.floats(0.0, 1.0, exclude_max=True) | st.none())
def test_on_its_day_or_late_a_pass_never_shortens_and_better_grades_wait_longer(
    chosen, given_answers, chance
):
    """For a card that only FSRS has seen, under settings that stay."""
    scheduler, memory, at = Fsrs(chosen), NEW, NOON
    for grade, late in given_answers:
        if memory.due_on:
            at = max(at, datetime.combine(memory.due_on, NOON.timetz()))
        elif memory.due_at:
            at = memory.due_at
        at += timedelta(days=late)
        if at.year > 3000:
            break
        outcomes = scheduler.outcomes(memory, moment(at, chance))
        passed = [outcomes[g] for g in (HARD, GOOD, EASY)]
        if memory.state is State.REVIEW:
            hard, good, easy = (after.interval for after in passed)
            assert memory.interval <= hard <= good <= easy <= chosen.maximum_interval
        memory = outcomes[grade]
        assert memory.difficulty is not None
        assert 1 <= memory.difficulty <= 10
