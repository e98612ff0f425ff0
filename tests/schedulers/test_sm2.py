"""SM-2 by values and by its laws."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs.clock import Calendar, later
from srs.core.grade import Grade
from srs.core.memory import NEW, Memory, Moment, State
from srs.core.settings import DAY, Settings
from srs.schedulers.sm2 import Sm2

AGAIN, HARD, GOOD, EASY = Grade
UTC_DAYS = Calendar(UTC)
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


def moment(at: datetime = NOON, chance: float | None = None) -> Moment:
    return Moment.of(UTC_DAYS, at, chance)


def review(interval: int, due_in: int = 0, ease: float = 2.5, **more: object) -> Memory:
    """Return a review card that is due `due_in` days from the study day of noon."""
    due = later(NOON.date(), due_in)
    return replace(
        Memory(state=State.REVIEW, interval=interval, due=due, ease=ease, reps=4), **more
    )


def intervals(scheduler: Sm2, memory: Memory, chance: float | None = None) -> list[int]:
    outcomes = scheduler.outcomes(memory, moment(chance=chance))
    return [outcomes[grade].interval for grade in (HARD, GOOD, EASY)]


def follow(memory: Memory, at: datetime, *answers: tuple[Grade, timedelta]) -> list[Memory]:
    trace = []
    for grade, wait in answers:
        at += wait
        memory = Sm2().outcomes(memory, moment(at))[grade]
        trace.append(memory)
    return trace


def days(count: float) -> timedelta:
    return timedelta(days=count)


class TestTraces:
    """Values measured with Anki 26.09.3 and the settings nobody has touched."""

    def test_good_all_the_way(self):
        trace = follow(
            NEW,
            NOON,
            *((GOOD, wait) for wait in (days(0), timedelta(minutes=10))),
            *((GOOD, days(count)) for count in (1, 3, 8, 20)),
        )
        assert trace[0].due == NOON + timedelta(minutes=10)
        assert [memory.interval for memory in trace] == [0, 1, 3, 8, 20, 50]

    def test_easy_then_good_then_a_late_hard(self):
        trace = follow(NEW, NOON, (EASY, days(0)), (GOOD, days(4)), (EASY, days(10)))
        assert [memory.interval for memory in trace] == [4, 10, 33]
        (late,) = follow(trace[-1], NOON + days(14), (HARD, days(34)))
        assert (late.interval, late.ease) == (40, 2.5)

    def test_credit_for_being_late(self):
        late = [(GOOD, days(10)), (EASY, days(30)), (HARD, days(200))]
        trace = follow(review(3, due_in=3), NOON, *late)
        assert [memory.interval for memory in trace] == [16, 98, 118]
        assert [memory.ease for memory in trace] == [2.5, 2.65, 2.5]

    def test_a_new_card(self):
        outcomes = Sm2().outcomes(NEW, moment())
        waits = {grade: memory.due for grade, memory in outcomes.items()}
        assert waits == {
            AGAIN: NOON + timedelta(seconds=60),
            HARD: NOON + timedelta(seconds=330),
            GOOD: NOON + timedelta(seconds=600),
            EASY: date(2026, 12, 5),
        }
        assert [memory.ease for memory in outcomes.values()] == [0, 0, 0, 2.5]
        assert {memory.reps for memory in outcomes.values()} == {1}

    def test_a_lapse_and_the_way_back(self):
        lapsed, again, back = follow(
            review(100), NOON, *((grade, days(0)) for grade in (AGAIN, AGAIN, GOOD))
        )
        assert (lapsed.state, lapsed.lapses, lapsed.ease) == (State.RELEARNING, 1, 2.3)
        assert lapsed.due == NOON + timedelta(minutes=10)
        assert (again.lapses, again.ease) == (1, 2.3)
        assert (back.state, back.interval, back.due) == (State.REVIEW, 1, date(2026, 12, 2))

    def test_a_review_made_ahead(self):
        ahead = Settings(interval_modifier=0.7)
        assert intervals(Sm2(ahead), review(100, due_in=95, ease=1.2)) == [42, 70, 81]


class TestSteps:
    def test_none_at_all_graduate_at_once(self):
        scheduler = Sm2(Settings(learning_steps=(), relearning_steps=()))
        outcomes = scheduler.outcomes(NEW, moment())
        assert [memory.interval for memory in outcomes.values()] == [1, 1, 1, 4]
        lapsed = scheduler.outcomes(review(50), moment())[AGAIN]
        assert (lapsed.state, lapsed.interval, lapsed.lapses) == (State.REVIEW, 1, 1)

    @pytest.mark.parametrize(
        ("steps", "hard"),
        [
            ((60,), 90),
            ((60, 600), 330),
            ((90_000,), 2 * DAY),  # 37.5 hours
            ((72_000, 259_200), 2 * DAY),  # 46 hours
            ((3 * DAY,), 4 * DAY),
        ],
    )
    def test_hard_on_the_first(self, steps, hard):
        after = Sm2(Settings(learning_steps=steps)).outcomes(NEW, moment())[HARD]
        due = after.due if hard < DAY else datetime.combine(after.due, NOON.timetz())
        assert due == NOON + timedelta(seconds=hard)

    @pytest.mark.parametrize(
        ("at", "delay", "due"),
        [
            ("2026-12-02T03:54:59", 300, datetime(2026, 12, 2, 3, 59, 59, tzinfo=UTC)),
            ("2026-12-02T03:55:00", 300, date(2026, 12, 2)),
            ("2026-12-02T03:55:00", DAY, date(2026, 12, 2)),
            ("2026-12-02T04:00:00", DAY, date(2026, 12, 3)),
            ("2026-12-02T23:00:00", 6 * DAY, date(2026, 12, 8)),
            ("2026-12-02T20:00:00", 30 * 3600, date(2026, 12, 3)),
            ("2026-12-02T23:00:00", 30 * 3600, date(2026, 12, 4)),
        ],
    )
    def test_past_the_rollover_they_are_due_on_a_day(self, at, delay, due):
        scheduler = Sm2(Settings(learning_steps=(delay,)))
        again = scheduler.outcomes(NEW, moment(datetime.fromisoformat(at).replace(tzinfo=UTC)))
        assert again[AGAIN].due == due

    def test_a_step_of_a_day_on_the_day_of_25_hours(self):
        berlin = Calendar(ZoneInfo("Europe/Berlin"))
        at = berlin.start(date(2026, 10, 24)) + timedelta(seconds=1)
        after = Sm2(Settings(learning_steps=(DAY,))).outcomes(NEW, Moment.of(berlin, at))[AGAIN]
        assert after.due == date(2026, 10, 25)

    def test_a_card_beyond_steps_that_were_taken_away(self):
        learning = Memory(state=State.LEARNING, step=5, due=NOON, reps=3)
        outcomes = Sm2(Settings(learning_steps=(60, 600))).outcomes(learning, moment())
        assert outcomes[GOOD].state is State.REVIEW
        assert outcomes[HARD].due == NOON + timedelta(seconds=600)


class TestCardsFromElsewhere:
    def test_an_imported_card_keeps_its_interval(self):
        """A long interval with little else known of it goes on from there (trap 27)."""
        imported = review(400, due_in=30, reps=0, lapses=1)
        on_the_day = moment(NOON + days(30))
        assert Sm2().outcomes(imported, on_the_day)[GOOD].interval == 1000

    @pytest.mark.parametrize("grade", Grade)
    @pytest.mark.parametrize("due", [date(2026, 1, 1), date(9999, 12, 31)])
    @pytest.mark.parametrize("state", [State.REVIEW, State.RELEARNING])
    def test_an_interval_beyond_every_calendar(self, grade, due, state):
        """It is clamped and no date overflows (trap 31)."""
        huge = Memory(state=state, interval=3_000_000, due=due, ease=2.5, reps=9)
        at = moment(datetime(2026, 1, 1, 12, tzinfo=UTC))
        assert Sm2().outcomes(huge, at)[grade].interval <= 36_501

    def test_easy_on_it_is_due_in_a_hundred_years(self):
        huge = Memory(state=State.REVIEW, interval=3_000_000, due=date(2026, 1, 1), ease=2.5)
        after = Sm2().outcomes(huge, moment(datetime(2026, 1, 1, 12, tzinfo=UTC)))[EASY]
        assert (after.interval, after.due) == (36_500, date(2125, 12, 8))

    def test_the_last_day_of_the_calendar(self):
        at = datetime(9999, 12, 31, 12, tzinfo=UTC)
        for memory in (NEW, Memory(state=State.REVIEW, interval=9, due=date(9999, 12, 30))):
            for after in Sm2().outcomes(memory, moment(at)).values():
                assert after.due_at or after.due_on == date(9999, 12, 31)

    def test_without_an_ease_it_starts_with_the_usual_one(self):
        assert intervals(Sm2(), review(10, ease=0.0)) == [12, 25, 33]

    def test_what_fsrs_knew_is_forgotten(self):
        known = review(10, stability=12.0, difficulty=5.0)
        assert {after.stability for after in Sm2().outcomes(known, moment()).values()} == {None}


settings = st.builds(
    Settings,
    learning_steps=st.lists(st.integers(1, 4 * DAY), max_size=4).map(tuple),
    relearning_steps=st.lists(st.integers(1, 4 * DAY), max_size=4).map(tuple),
    graduating_interval=st.integers(1, 10),
    easy_interval=st.integers(10, 60),
    starting_ease=st.floats(1.3, 5.0),
    easy_bonus=st.floats(1.0, 5.0),
    hard_modifier=st.floats(1.01, 1.3),
    interval_modifier=st.floats(0.5, 2.0),
    maximum_interval=st.integers(1, 36_500),
    lapse_multiplier=st.floats(0.0, 1.0),
    minimum_interval=st.integers(1, 20),
)
chances = st.none() | st.floats(0.0, 1.0, exclude_max=True)
instants = st.integers(0, 10**9).map(lambda seconds: NOON + timedelta(seconds=seconds))


@given(settings, chances, st.integers(1, 36_500), st.integers(0, 4000), st.floats(1.3, 5.0))
def test_after_a_pass_the_interval_never_shrinks(chosen, chance, interval, late, ease):
    """On time or late, fuzz or none, and a better grade never waits less."""
    interval = min(interval, chosen.maximum_interval)
    hard, good, easy = intervals(Sm2(chosen), review(interval, -late, ease), chance)
    assert interval <= hard <= good <= easy <= chosen.maximum_interval
    if easy < chosen.maximum_interval:
        assert interval < hard < good < easy


@given(settings, chances, st.integers(1, 36_500), st.floats(0.5, 1.0))
def test_a_hard_that_is_set_to_shorten_does_so_and_chance_alone_does_not(
    chosen, chance, interval, modifier
):
    chosen = replace(chosen, hard_modifier=modifier)
    interval = min(interval, chosen.maximum_interval)
    plain, _, _ = intervals(Sm2(chosen), review(interval))
    hard, good, easy = intervals(Sm2(chosen), review(interval), chance)
    assert hard >= interval or plain < interval
    assert interval <= good <= easy
    assert hard <= good


@given(settings, chances, st.integers(1, 36_500), st.integers(1, 4000), st.floats(1.3, 5.0))
def test_ahead_of_its_day_chance_plays_no_part(chosen, chance, interval, early, ease):
    memory = review(interval, early, ease)
    hard, good, easy = intervals(Sm2(chosen), memory, chance)
    assert [hard, good, easy] == intervals(Sm2(chosen), memory)
    assert 1 <= hard <= good <= easy <= chosen.maximum_interval


@given(settings, chances, st.lists(st.tuples(st.sampled_from(Grade), st.integers(0, 90 * DAY))))
def test_whatever_is_answered_leaves_a_whole_memory(chosen, chance, answers):
    memory, at = NEW, NOON
    for number, (grade, wait) in enumerate(answers, start=1):
        at += timedelta(seconds=wait)
        now = moment(at, chance)
        before, memory = memory, Sm2(chosen).outcomes(memory, now)[grade]
        assert memory.reps == number
        assert (memory.reviewed_at, memory.reviewed_on) == (at, now.day)
        assert memory.lapses - before.lapses == (before.state is State.REVIEW and grade is AGAIN)
        if memory.state is State.REVIEW:
            assert memory.due == now.day + timedelta(days=memory.interval)
            assert memory.ease >= 1.3
        elif memory.due_at:
            assert at < memory.due_at < now.day_ends
        else:
            assert memory.due_on is not None
            assert memory.due_on > now.day


@given(settings, instants, st.sampled_from([NEW, review(30)]), chances)
def test_fuzz_lengthens_a_step_by_a_quarter_and_five_minutes_at_most(chosen, at, memory, chance):
    plain = Sm2(chosen).outcomes(memory, moment(at))[AGAIN]
    fuzzed = Sm2(chosen).outcomes(memory, moment(at, chance))[AGAIN]
    if plain.due_at is None:
        assert fuzzed.due == plain.due or plain.state is State.REVIEW
    else:
        assert fuzzed.due_at is not None
        longer = fuzzed.due_at - plain.due_at
        assert timedelta(0) <= longer <= min((plain.due_at - at) / 4, timedelta(minutes=5))
