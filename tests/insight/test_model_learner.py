"""The model of a learner: what it keeps, and how it answers."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs.clock import Calendar
from srs.core import chance
from srs.core.grade import Grade
from srs.core.memory import NEW, Memory, Moment, State
from srs.core.settings import DEFAULTS, Settings
from srs.errors import UsageError
from srs.insight.model_learner import ModelLearner, Trace
from srs.schedulers.fsrs import Fsrs

TODAY = date(2026, 3, 2)
NOW = Moment.of(Calendar(UTC), datetime(2026, 3, 2, 12, tzinfo=UTC))


@given(st.lists(st.tuples(st.sampled_from(Grade), st.integers(0, 400)), min_size=1, max_size=8))
def test_it_keeps_what_the_scheduler_of_that_name_computes(
    answers: list[tuple[Grade, int]],
) -> None:
    learner, scheduler, calendar = ModelLearner(DEFAULTS), Fsrs(DEFAULTS), Calendar(UTC)
    trace, memory, at = None, NEW, NOW.at
    for grade, days in answers:
        at += timedelta(days=days)
        moment = Moment.of(calendar, at)
        trace = learner.answered(trace, grade, moment.day)
        memory = scheduler.outcomes(memory, moment)[grade]
        assert trace == learner.trace(memory, moment)
        day = moment.day + timedelta(days=9)
        assert learner.recall(trace, day) == pytest.approx(scheduler.recall(memory, 9))


def test_it_has_the_parameters_of_the_settings() -> None:
    parameters = (1.0, 2.0, 4.0, 9.0, *ModelLearner(DEFAULTS)._library.parameters[4:])
    learner = ModelLearner(Settings(fsrs_parameters=parameters))
    stabilities = [learner.answered(None, grade, TODAY).stability for grade in Grade]
    assert stabilities == [1.0, 2.0, 4.0, 9.0]
    with pytest.raises(UsageError):
        ModelLearner(Settings(fsrs_parameters=(1.0, 2.0)))


def test_recall_is_nine_tenths_when_the_stability_is_over() -> None:
    learner = ModelLearner(DEFAULTS)
    trace = Trace(30.0, 5.0, TODAY)
    assert learner.recall(trace, TODAY) == 1.0
    assert learner.recall(trace, TODAY + timedelta(days=30)) == pytest.approx(0.9)
    assert learner.recall(None, TODAY) == 0.0


def test_a_memory_of_another_scheduler_has_a_trace() -> None:
    learner = ModelLearner(DEFAULTS)
    assert learner.trace(NEW, NOW) is None
    due = TODAY + timedelta(days=5)
    imported = Memory(state=State.REVIEW, due=due, interval=20, ease=2.5, reps=3)
    trace = learner.trace(imported, NOW)
    assert trace is not None
    assert (trace.stability, trace.day) == (20.0, TODAY - timedelta(days=15))
    hard = learner.trace(Memory(state=State.REVIEW, due=due, interval=20, ease=1.3), NOW)
    assert hard is not None
    assert hard.difficulty > trace.difficulty
    begun = Memory(state=State.LEARNING, due=NOW.at, step=1, reps=1, reviewed_on=TODAY)
    assert learner.trace(begun, NOW) == learner.answered(None, Grade.GOOD, TODAY)


def test_it_answers_as_often_right_as_it_remembers() -> None:
    learner = ModelLearner(DEFAULTS)
    lots = [chance.fraction(chance.seed(n, 0)) for n in range(20_000)]
    first = Counter(learner.grade(None, TODAY, lot) for lot in lots)
    assert [first[grade] / len(lots) for grade in Grade] == pytest.approx(
        [0.24, 0.09, 0.50, 0.17], abs=0.015
    )
    trace = Trace(10.0, 5.0, TODAY - timedelta(days=40))
    recall = learner.recall(trace, TODAY)
    later = Counter(learner.grade(trace, TODAY, lot) for lot in lots)
    assert [later[grade] / len(lots) for grade in Grade] == pytest.approx(
        [1 - recall, 0.1 * recall, 0.8 * recall, 0.1 * recall], abs=0.015
    )
