"""The store: made by migrations alone, and every value as it was."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, text

from srs.core.card import Marks
from srs.core.grade import Grade
from srs.core.identity import Placed, plan
from srs.core.item import Basic
from srs.core.memory import Memory, State
from srs.core.review import Review
from srs.errors import SrsError, UsageError
from srs.storage import agenda, content, memory, rows
from srs.storage.database import HEAD, open_database, reading, writing
from srs.storage.memory import StaleCard
from srs.storage.tables import metadata

instants = st.datetimes(datetime(1990, 1, 1), datetime(2200, 1, 1)).map(
    lambda naive: naive.replace(tzinfo=UTC, microsecond=naive.microsecond // 1000 * 1000)
)
days = st.dates(date(1990, 1, 1))
memories = st.builds(
    Memory,
    state=st.sampled_from(State),
    due=st.none() | instants | days,
    interval=st.integers(0, 36_500),
    ease=st.floats(0, 9),
    step=st.integers(0, 9),
    reps=st.integers(0, 9999),
    lapses=st.integers(0, 999),
    stability=st.none() | st.floats(0.001, 36_500),
    difficulty=st.none() | st.floats(1, 10),
    reviewed_at=st.none() | instants,
    reviewed_on=st.none() | days,
)
marks = st.builds(
    Marks,
    suspended=st.booleans(),
    buried_until=st.none() | days,
    flag=st.integers(0, 7),
    leech=st.booleans(),
)
AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture
def sqlite_engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(f"sqlite:///{tmp_path / 'new' / 'srs.db'}")
    yield engine
    engine.dispose()


@pytest.fixture
def postgres_engine(postgres_url: str) -> Iterator[Engine]:
    engine = open_database(postgres_url)
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return request.getfixturevalue(f"{request.param}_engine")


@pytest.fixture(params=["sqlite", "postgres"])
def engine_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'old.db'}"
    return str(request.getfixturevalue("postgres_url"))


def fill(engine: Engine, count: int = 3) -> int:
    """Add a learner and a deck of basic items, and return the learner's number."""
    with writing(engine) as connection:
        learner = memory.add_learner(connection, "me")
        deck = content.save_deck(connection, None, name="D", description="", path=None, digest="")
        placed = [Placed("D", Basic(question=f"q{n}", answer=f"a{n}"), n) for n in range(count)]
        content.apply(connection, plan([], placed), {"d": deck}, 1000)
    return learner


def review_of(card_id: int, at: datetime = AT) -> Review:
    return Review(
        card_id=card_id,
        at=at,
        day=at.date(),
        grade=Grade.GOOD,
        state=State.NEW,
        scheduler="sm2",
        due=at.date(),
        interval=1,
        last_interval=0,
        ease=2.5,
    )


def dump(engine: Engine, table: str) -> list[tuple[object, ...]]:
    with reading(engine) as connection:
        return [
            tuple(row) for row in connection.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2"))
        ]


def test_the_migrations_make_what_the_tables_say(engine: Engine) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with reading(engine) as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == HEAD


def test_there_is_one_head_and_the_program_knows_it() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "alembic"))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_the_first_schema_can_be_taken_back(sqlite_engine: Engine) -> None:
    import alembic.command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "alembic"))
    with writing(sqlite_engine) as connection:
        config.attributes["connection"] = connection
        alembic.command.downgrade(config, "base")
        tables = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'"))
        assert set(tables.scalars()) == {"alembic_version"}


def test_a_database_of_the_first_schema_is_taken_along(engine_url: str) -> None:
    import alembic.command
    from alembic.config import Config

    from srs.storage.database import _engine

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "alembic"))
    old = _engine(engine_url)
    with writing(old) as connection:
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "0001")
        for statement in (
            "INSERT INTO decks VALUES (1, 'A', 'a', '', NULL, '')",
            "INSERT INTO items VALUES (1, 1, 'g1', 'basic', 'q', '{}', 0, 1, 5, NULL)",
            "INSERT INTO items VALUES (2, 1, 'g2', 'basic', 'r', '{}', 1, 0, 5, NULL)",
            "INSERT INTO cards VALUES (1, 1, 0), (2, 1, 1), (3, 2, 0)",
            "INSERT INTO learners VALUES (1, 'me')",
            "INSERT INTO reviews VALUES (1, 7, 1, NULL, 7, 0, 3, 'new', 'sm2', 1, NULL, 1, 0, 2.5,"
            " '', NULL, 9, 'answer')",
        ):
            connection.execute(text(statement))
    old.dispose()
    engine = open_database(engine_url)
    assert [bool(row[3]) for row in dump(engine, "cards")] == [True, False, False]
    assert [row[-2:] for row in dump(engine, "reviews")] == [("answer", "")]
    engine.dispose()


def test_sqlite_is_in_wal_mode_and_checks_foreign_keys(sqlite_engine: Engine) -> None:
    with reading(sqlite_engine) as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    with pytest.raises(SrsError, match="FOREIGN KEY"), writing(sqlite_engine) as connection:
        connection.execute(text("INSERT INTO cards (item_id, ordinal) VALUES (99, 0)"))


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "srs.db"
    open_database(f"sqlite:///{file}").dispose()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(SrsError, match="newer srs"):
        open_database(f"sqlite:///{file}")
    assert file.read_bytes() == before


@pytest.mark.parametrize("url", ["nonsense", "oracle9://x", "mysql://x/y", ""])
def test_a_url_that_is_none_is_explained(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if url:
        with pytest.raises(UsageError):
            open_database(url)


def test_a_file_that_is_no_database_is_explained(tmp_path: Path) -> None:
    (tmp_path / "srs.db").write_text("not a database, but long enough to be read as one" * 50)
    with pytest.raises(SrsError, match="file is not a database"):
        open_database(f"sqlite:///{tmp_path / 'srs.db'}")


@pytest.mark.skipif(os.name == "nt", reason="POSIX paths")
def test_a_folder_that_cannot_be_made_is_explained() -> None:
    with pytest.raises(SrsError, match="cannot be made"):
        open_database("sqlite:////dev/null/folder/srs.db")


def test_passwords_are_never_shown() -> None:
    with pytest.raises(SrsError) as caught:
        open_database("postgresql+psycopg://me:secret@127.0.0.1:1/none")
    assert "secret" not in str(caught.value)


@given(memories, marks)
def test_a_memory_is_the_same_from_its_row(value: Memory, said: Marks) -> None:
    row = rows.from_memory(value) | rows.from_marks(said)
    assert rows.to_memory(row) == value
    assert rows.to_marks(row) == said


def test_a_learner_has_a_row_for_every_card(engine: Engine) -> None:
    first = fill(engine)
    with writing(engine) as connection:
        second = memory.add_learner(connection, "you")
    assert [row[:2] for row in dump(engine, "memory")] == [
        (learner, card) for learner in (first, second) for card in (1, 2, 3)
    ]


def test_a_value_comes_back_from_the_database(engine: Engine) -> None:
    learner = fill(engine, 1)
    value = Memory(
        State.RELEARNING, AT + timedelta(milliseconds=1), 3, 2.36, 1, 9, 2, 4.25, 5.5, AT, AT.date()
    )
    with writing(engine) as connection:
        (card,) = agenda.load_cards(connection, learner, [1])
        memory.record(connection, learner, card, review_of(1), value, Marks(True, AT.date(), 3))
    with reading(engine) as connection:
        (card,) = agenda.load_cards(connection, learner, [1])
    assert card.memory == value
    assert card.marks == Marks(True, AT.date(), 3)


def test_a_stale_card_is_refused_and_nothing_is_written(engine: Engine) -> None:
    learner = fill(engine)
    with writing(engine) as connection:
        (card,) = agenda.load_cards(connection, learner, [1])
        memory.record(connection, learner, card, review_of(1), Memory(reps=1), Marks())
    with pytest.raises(StaleCard), writing(engine) as connection:
        memory.record(connection, learner, card, review_of(1), Memory(reps=2), Marks())
    assert len(dump(engine, "reviews")) == 1


def test_undo_restores_rows_any_number_of_steps_back(engine: Engine) -> None:
    learner = fill(engine)
    states = [(dump(engine, "memory"), dump(engine, "reviews"))]
    for step in range(1, 6):
        with writing(engine) as connection:
            (card,) = agenda.load_cards(connection, learner, [1 + step % 3])
            after = Memory(State.REVIEW, AT.date(), 1, 2.3, reps=step, reviewed_at=AT)
            memory.record(connection, learner, card, review_of(card.id), after, card.marks)
        states.append((dump(engine, "memory"), dump(engine, "reviews")))
    for expected in reversed(states[:-1]):
        with writing(engine) as connection:
            assert memory.undo_last(connection, learner) is not None
        assert (dump(engine, "memory"), dump(engine, "reviews")) == expected
    with writing(engine) as connection:
        assert memory.undo_last(connection, learner) is None


def test_answers_of_one_instant_have_numbers_of_their_own(engine: Engine) -> None:
    learner = fill(engine)
    for number in (1, 2, 3):
        with writing(engine) as connection:
            (card,) = agenda.load_cards(connection, learner, [number])
            memory.record(connection, learner, card, review_of(number), Memory(reps=1), Marks())
    first = rows.from_instant(AT)
    assert [row[1] for row in dump(engine, "reviews")] == [first, first + 1, first + 2]


def test_a_failed_step_leaves_nothing(engine: Engine) -> None:
    learner = fill(engine)
    before = dump(engine, "memory"), dump(engine, "undo")
    with pytest.raises(ZeroDivisionError), writing(engine) as connection:
        (card,) = agenda.load_cards(connection, learner, [1])
        memory.record(connection, learner, card, review_of(1), Memory(reps=1), Marks())
        _ = 1 / 0
    assert (dump(engine, "memory"), dump(engine, "undo")) == before
