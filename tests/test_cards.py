"""What a learner does to cards, and what a change of scheduler does: all of it undoable."""

from __future__ import annotations

import sqlite3
from collections import Counter
from datetime import date, timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import Srs, many
from sqlalchemy import NullPool, create_engine

from srs.core.chance import fraction, seed
from srs.core.item import Reversed
from srs.core.load import Load, by_chance
from srs.core.memory import Memory, Moment, State
from srs.schedulers.fuzz import bounds
from srs.schedulers.sm2 import Sm2
from srs.storage import database, rows

MONDAY = date(2026, 3, 2)
LOG_COLUMNS = "card_id, day, grade, kind, state, scheduler"


def table(srs: Srs, name: str, columns: str = "*") -> list[tuple[object, ...]]:
    connection = sqlite3.connect(srs.home / "srs.db")
    try:
        return connection.execute(f"SELECT {columns} FROM {name} ORDER BY 1, 2").fetchall()
    finally:
        connection.close()


def day(number: int, at: str = "09:00:00") -> str:
    return f"{MONDAY + timedelta(days=number)}T{at}+00:00"


@pytest.fixture
def six(srs: Srs) -> Srs:
    """Six cards that were answered Easy on day 0 and are due on day 4."""
    srs.config("fuzz: false")
    srs("add", srs.deck(many(6)))
    for number in range(1, 7):
        srs.ok("answer", str(number), "easy", now=day(0, f"09:0{number}:00"))
    return srs


CHANGES = [
    ["suspend", "1", "2"],
    ["bury", "1"],
    ["flag", "1", "3", "--color", "4"],
    ["reset", "2", "3"],
    ["reschedule", "1", "2", "--in", "9"],
    ["postpone", "3"],
    ["catch-up", "--days", "3"],
]


@pytest.mark.parametrize("arguments", CHANGES, ids=lambda a: a[0])
def test_every_change_is_one_step_and_can_be_undone(six: Srs, arguments: list[str]) -> None:
    before = table(six, "memory"), table(six, "reviews")
    six.ok(*arguments, now=day(4))
    assert table(six, "memory") != before[0]
    assert six.ok("undo")["undone"] == arguments[0]
    assert (table(six, "memory"), table(six, "reviews")) == before


def test_suspended_cards_are_not_asked_until_they_are_wanted(six: Srs) -> None:
    six.at(day(4))
    assert six.ok("suspend", "1", "2")[0]["suspended"] is True
    assert six.ok("due")["total"] == 4
    assert len(six.ok("list", "is:suspended")) == 2
    six.ok("suspend", "1", "--off")
    assert six.ok("due")["total"] == 5


def test_buried_cards_come_back_tomorrow(six: Srs) -> None:
    six.ok("bury", "1", now=day(4))
    assert six.ok("due")["total"] == 5
    assert six.ok("due", now=day(5, "03:59:00"))["total"] == 5
    assert six.ok("due", now=day(5, "04:00:00"))["total"] == 6
    six.ok("bury", "1", now=day(5))
    six.ok("bury", "1", "--off")
    assert six.ok("due")["total"] == 6


def test_a_reset_card_is_new_and_its_log_stays(six: Srs) -> None:
    (card,) = six.ok("reset", "1", now=day(4))
    assert (card["state"], card["due"], card["reps"]) == ("new", None, 0)
    log = [row for row in table(six, "reviews", LOG_COLUMNS) if row[0] == 1]
    assert [(row[2], row[3]) for row in log] == [(4, "answer"), (0, "reset")]


def test_a_rescheduled_card_keeps_its_interval(six: Srs) -> None:
    (card,) = six.ok("reschedule", "1", "--to", "2026-03-20", now=day(4))
    assert (card["state"], card["due"], card["interval_days"]) == ("review", "2026-03-20", 4)
    for arguments in (
        ["--to", "2026-03-01"],
        ["--to", "soon"],
        [],
        ["--to", "2026-04-01", "--in", "3"],
    ):
        assert six("reschedule", "1", *arguments).status in (1, 2)


def test_a_new_card_can_be_made_due(srs: Srs) -> None:
    srs("add", srs.deck(many(1)))
    (card,) = srs.ok("reschedule", "1", "--in", "5")
    assert (card["state"], card["interval_days"], card["ease"]) == ("review", 5, 2.5)


def test_postpone_moves_what_is_due_and_nothing_else(six: Srs) -> None:
    six.ok("reschedule", "6", "--in", "30", now=day(4))
    assert six.ok("postpone", "3", now=day(4)) == {"postponed": 5, "days": 3}
    dues = Counter(row["due"] for row in six.ok("list"))
    assert dues == {"2026-03-09": 5, "2026-04-05": 1}


def test_catch_up_spreads_a_backlog_the_most_urgent_first(six: Srs) -> None:
    six.ok("reschedule", "5", "--in", "0", now=day(4))  # as late as any, but due later
    assert six.ok("catch-up", "--days", "3", now=day(9)) == {"by_day": [2, 2, 2]}
    dues = {row["card"]: row["due"] for row in six.ok("list")}
    assert Counter(dues.values()) == {"2026-03-06": 2, "2026-03-12": 2, "2026-03-13": 2}
    assert six.ok("due")["total"] == 2


def test_ahead_brings_reviews_early_by_the_early_formula(six: Srs) -> None:
    assert six.ok("next", now=day(2))["card"] is None
    card = six.ok("next", "--ahead", "2", now=day(2))
    # After 2 of 4 days, ease 2.65: Hard max(2 x 1.2, 4 x 0.6), Good max(2 x 2.65, 4).
    days = {grade: outcome["interval_days"] for grade, outcome in card["outcomes"].items()}
    assert days == {"again": 1, "hard": 2, "good": 5, "easy": 6}


def test_a_leech_is_marked_and_suspended_where_that_is_wanted(srs: Srs) -> None:
    srs.config("fuzz: false\nleech_threshold: 2\nleech_action: suspend\nrelearning_steps: ''\n")
    srs("add", srs.deck(many(1)))
    srs.ok("answer", "1", "easy")
    for lapse, suspended in ((1, False), (2, True)):
        srs.ok("answer", "1", "again", now=day(9 * lapse))
        (row,) = srs.ok("list")
        assert (row["lapses"], row["suspended"]) == (lapse, suspended)
    assert "leech" in srs.ok("list")[0]["tags"]
    srs.ok("undo")
    assert srs.ok("list")[0]["suspended"] is False
    assert "leech" not in srs.ok("list")[0]["tags"]


def test_trap_31_an_interval_beyond_all_bounds_is_clamped(six: Srs) -> None:
    connection = sqlite3.connect(six.home / "srs.db")
    connection.execute('UPDATE memory SET "interval" = 3000000 WHERE card_id = 1')
    connection.commit()
    connection.close()
    after = six.ok("answer", "1", "easy", now="2026-03-06T09:00:00+00:00")["card"]
    assert (after["interval_days"], after["due"]) == (36_500, "2126-02-10")


def test_trap_45_a_sibling_waits_for_tomorrow_and_comes_back(
    srs: Srs, monkeypatch: pytest.MonkeyPatch
) -> None:
    from srs.decks import kinds as makers

    srs.config("fuzz: false")
    monkeypatch.setitem(
        makers.MAKERS, "basic", lambda f, common: Reversed(answer=f.text("answer"), **common)
    )
    srs("add", srs.deck(many(1)))
    assert len(srs.ok("list")) == 2
    first = srs.ok("next")
    assert srs.ok("due")["new"] == 1
    srs.ok("answer", str(first["card"]), "easy")
    assert srs.ok("due")["total"] == 0
    for number in (1, 2):
        second = srs.ok("next", now=day(number))
        assert second["card"] not in (None, first["card"])
        assert srs.ok("due")["new"] == 1
    srs.ok("undo")
    srs.at(day(0))
    assert srs.ok("due")["new"] == 1


def test_trap_53_a_restart_does_not_bring_a_failed_card_straight_back(srs: Srs) -> None:
    srs.config("fuzz: false")
    srs("add", srs.deck(many(6)))
    failed = srs.ok("next", now=day(0, "10:00:00"))["card"]
    srs.ok("answer", str(failed), "again")
    assert srs.ok("next", now=day(0, "10:00:20"))["card"] != failed
    assert srs.ok("next", now=day(0, "10:01:00"))["card"] == failed


def test_trap_53_alone_it_is_offered_early(srs: Srs) -> None:
    srs("add", srs.deck(many(1)))
    srs.ok("answer", "1", "again", now=day(0, "10:00:00"))
    assert srs.ok("next", now=day(0, "10:00:20"))["card"] == 1


# Another scheduler


def test_another_scheduler_replays_the_log(six: Srs) -> None:
    six.ok("answer", "1", "good", now=day(4))
    before = table(six, "memory")
    six.config("fuzz: false\nscheduler: sm2-classic")
    result = six("due")
    assert "D goes by sm2-classic now: the log of 6 cards was replayed" in result.err
    # q = 5 then 4: intervals 1 and 6, the second counted from day 4.
    (row,) = [row for row in six.ok("list") if row["card"] == 1]
    assert (row["interval_days"], row["due"], row["ease"]) == (6, "2026-03-12", 2.6)
    assert "replayed" not in six("due").err
    six.config("fuzz: false\nscheduler: sm2")
    six("due")
    assert table(six, "memory") == before


def test_the_replay_is_undoable(six: Srs) -> None:
    before = table(six, "memory")
    six.config("fuzz: false\nscheduler: fsrs")
    six("sync")
    assert table(six, "memory") != before
    assert six.ok("undo")["undone"] == "scheduler fsrs"
    assert table(six, "memory") == before


@pytest.mark.parametrize("scheduler", ["sm2", "sm2-classic", "fsrs"])
def test_memory_is_the_fold_of_the_log(srs: Srs, scheduler: str) -> None:
    """With fuzz, load, changes by hand and undo on the way."""
    srs.config(f"scheduler: {scheduler}\neasy_days: sat=0.3 sun=0\nlapse_multiplier: 0.4")
    srs("add", srs.deck(many(5)))
    for number in range(40):
        srs.at(day(number))
        for turn in range(20):
            card = srs.ok("next")
            if card["card"] is None:
                break
            grade = 1 + int(4 * fraction(seed(card["card"], number, turn)))
            srs.ok("answer", str(card["card"]), str(grade))
            if turn == 3:
                srs.ok("undo")
        if number % 9 == 4:
            srs.ok("reschedule", "2", "--in", "2")
        if number == 20:
            srs.ok("reset", "3")
    memory = {row[1]: row for row in table(srs, "memory")}
    from srs.storage import log
    from srs.storage.database import reading
    from srs.study import cards as use_cases
    from srs.study.learner import open_learner

    learner = open_learner()
    settings = learner.config.settings("D")
    with reading(learner.engine) as connection:
        for card_id, reviews in log.reviews_by_card(connection, learner.id):
            folded = rows.from_memory(use_cases._replayed(learner, settings, reviews, Memory()))
            stored = memory[card_id]
            assert list(folded.values()) == list(stored[2 : 2 + len(folded)])


# Load


@given(
    st.integers(3, 400),
    st.dictionaries(st.integers(1, 500), st.integers(0, 50)),
    st.lists(st.sampled_from([0, 0.3, 1]), min_size=7, max_size=7),
    st.floats(0, 1, exclude_max=True),
)
def test_the_lightest_day_of_the_range_is_taken(
    days: int, due: dict[int, int], weekdays: list[float], lot: float
) -> None:
    load = Load({MONDAY + timedelta(days=n): c for n, c in due.items()}, tuple(weekdays))
    low, high = bounds(days, 1, 36_500)
    chosen = load.pick(MONDAY, lot)(low, high)
    assert low <= chosen <= high

    def weight(n: int) -> float:
        share = weekdays[(MONDAY + timedelta(days=n)).weekday()]
        return (due.get(n, 0) + 1) / share if share else float("inf")

    assert weight(chosen) == min(weight(n) for n in range(low, high + 1))


def test_without_load_chance_alone_decides() -> None:
    assert [by_chance(i / 10)(5, 14) for i in range(10)] == list(range(5, 15))
    assert {Load().pick(MONDAY, i / 100)(5, 7) for i in range(100)} == {5, 6, 7}


def test_ten_thousand_cards_within_anki_s_range_and_spread() -> None:
    scheduler, days = Sm2(), Counter[date]()
    memory = Memory(State.REVIEW, MONDAY, 20, 2.5, reps=5, reviewed_on=MONDAY - timedelta(days=20))
    noon = rows.to_instant(rows.from_day(MONDAY) * 86_400_000 + 43_200_000)
    for number in range(10_000):
        lot = fraction(seed(number, memory.reps))
        moment = Moment(noon, MONDAY, noon + timedelta(hours=16), lot, Load(days))
        asked = scheduler.outcomes(memory, moment)
        assert asked == scheduler.outcomes(memory, moment)
        hard, good, easy = (asked[grade].interval for grade in (2, 3, 4))  # type: ignore[index]
        assert 20 < hard < good < easy
        low, high = bounds(50, hard + 1, 36_500)
        assert low <= good <= high
        days[MONDAY + timedelta(days=good)] += 1
    low, high = bounds(50, 1, 36_500)
    assert len(days) == high - low + 1
    assert max(days.values()) - min(days.values()) <= 1


def test_easy_days_are_kept_free_where_that_can_be(srs: Srs) -> None:
    srs.config("easy_days: sat=0 sun=0\nnew_per_day: 100")
    srs("add", srs.deck(many(40)))
    for number in range(1, 41):
        srs.ok("answer", str(number), "easy")
    weekdays = Counter(date.fromisoformat(row["due"]).weekday() for row in srs.ok("list"))
    assert not weekdays.keys() & {5, 6}


def test_the_same_on_postgresql(
    srs: Srs, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One course of all commands that write, on SQLite and on PostgreSQL: equal at every step."""

    def course() -> list[object]:
        seen: list[object] = [srs.ok("add", srs.deck(many(12)), now=day(0))]
        for number in range(10):
            srs.at(day(number))
            for turn in range(8):
                card = srs.ok("next")
                if card["card"] is None:
                    break
                grade = 1 + int(4 * fraction(seed(card["card"], number, turn)))
                answered = srs.ok("answer", str(card["card"]), str(grade))
                seen += [card, answered["card"], srs.ok("due")]
            seen.append(srs.ok("undo"))
        for arguments in CHANGES:
            seen.append(srs.ok(*arguments))
        srs.config("scheduler: fsrs")
        srs.deck(many(11).replace("a5", "another"))
        seen += [srs.ok("sync"), srs.ok("list"), srs.ok("decks"), srs.ok("undo"), srs.ok("list")]
        srs.config("")
        return seen

    first = course()
    # Each command opens the database anew in this one process: let none keep its connections.
    monkeypatch.setattr(database, "create_engine", partial(create_engine, poolclass=NullPool))
    monkeypatch.setenv("SRS_DATABASE_URL", postgres_url)
    assert course() == first
