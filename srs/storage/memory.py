"""Queries on memory and the log: one answer, one transaction, and the way back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql

from srs.core.card import Card, Marks
from srs.core.memory import Memory
from srs.core.review import Review
from srs.errors import SrsError
from srs.storage import rows
from srs.storage.content import CHUNK, give_memory
from srs.storage.tables import learners, memory, reviews, schedules, sessions, undo

ANSWER = "answer"


class StaleCard(SrsError):
    """The card was answered or changed elsewhere since it was drawn."""

    def __init__(self, card_id: int) -> None:
        super().__init__(
            f"Card {card_id} was answered or changed elsewhere meanwhile.", "Nothing was saved."
        )


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back: the action, and the cards it had changed."""

    action: str
    card_ids: tuple[int, ...]


def learner_number(connection: Connection, name: str) -> int | None:
    """Return the number of the learner of that name, `None` if there is none."""
    row = connection.execute(select(learners.c.id).where(learners.c.name == name)).first()
    return None if row is None else int(row.id)


def add_learner(connection: Connection, name: str) -> int:
    """Add a learner, to whom every card is new, and return their number."""
    row = connection.execute(insert(learners).values(name=name).returning(learners.c.id)).one()
    number = int(row.id)
    give_memory(connection, learners.c.id == number)
    return number


def begin_session(connection: Connection, learner_id: int, at_ms: int) -> int:
    """Note that a session begins, and return its number."""
    number = _free(connection, sessions.c.id, sessions.c.learner_id == learner_id, at_ms)
    connection.execute(insert(sessions).values(learner_id=learner_id, id=number))
    return number


def end_session(connection: Connection, learner_id: int, session_id: int, at_ms: int) -> None:
    """Note that a session is over."""
    connection.execute(
        update(sessions)
        .where(sessions.c.learner_id == learner_id, sessions.c.id == session_id)
        .values(ended_at=at_ms)
    )


def record(
    connection: Connection,
    learner_id: int,
    card: Card,
    review: Review,
    after: Memory,
    marks: Marks,
    session_id: int | None = None,
) -> int:
    """Keep one answer: the review in the log, and what memory and marks are after it.

    Returns:
        The number of the review.

    Raises:
        StaleCard: the memory is not the one that `card` was drawn with.
    """
    _lock(connection, learner_id)
    before = _memory_rows(connection, learner_id, [card.id])
    if not before or rows.to_memory(before[0]) != card.memory:
        raise StaleCard(card.id)
    number = append(connection, learner_id, review, session_id)
    _note(connection, learner_id, ANSWER, before, [number])
    _write(connection, learner_id, card.id, rows.from_memory(after) | rows.from_marks(marks))
    return number


def append(
    connection: Connection, learner_id: int, review: Review, session_id: int | None = None
) -> int:
    """Add a review to the log, without touching memory, and return its number."""
    mine = reviews.c.learner_id == learner_id
    number = _free(connection, reviews.c.id, mine, rows.from_instant(review.at))
    connection.execute(
        insert(reviews).values(
            learner_id=learner_id, id=number, session_id=session_id, **rows.from_review(review)
        )
    )
    return number


def change(
    connection: Connection,
    learner_id: int,
    action: str,
    values: Mapping[int, rows.Values],
    log: Sequence[Review] = (),
) -> None:
    """Change columns of memory, by card, as one step that can be undone.

    `log` holds what the log has to say of it. All cards change the same columns.
    """
    if not values:
        return
    _lock(connection, learner_id)
    before = _memory_rows(connection, learner_id, list(values))
    numbers = [append(connection, learner_id, review) for review in log]
    _note(connection, learner_id, action, before, numbers)
    _write_many(connection, learner_id, values)


def undo_last(connection: Connection, learner_id: int) -> Undone | None:
    """Take the last step back: every row of memory as it was, and its review gone.

    Returns:
        What was taken back, `None` where nothing is left to take back.
    """
    _lock(connection, learner_id)
    mine = undo.c.learner_id == learner_id
    last = connection.execute(select(undo).where(mine).order_by(undo.c.id.desc()).limit(1)).first()
    if last is None:
        return None
    before = json.loads(last.before)
    _write_many(connection, learner_id, {row["card_id"]: row for row in before})
    mine_too = reviews.c.learner_id == learner_id
    for numbers in _chunks(json.loads(last.reviews)):
        connection.execute(delete(reviews).where(mine_too, reviews.c.id.in_(numbers)))
    connection.execute(delete(undo).where(mine, undo.c.id == last.id))
    return Undone(last.action, tuple(row["card_id"] for row in before))


def recent_right_answers_ms(connection: Connection, learner_id: int, limit: int) -> list[int]:
    """Return how long the latest right answers took, in milliseconds."""
    query = (
        select(reviews.c.taken_ms)
        .where(reviews.c.learner_id == learner_id, reviews.c.correct, reviews.c.taken_ms > 0)
        .order_by(reviews.c.id.desc())
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


def schedulers_used(connection: Connection, learner_id: int) -> dict[int, str]:
    """Return, by deck, which scheduler made its memories."""
    mine = schedules.c.learner_id == learner_id
    query = select(schedules.c.deck_id, schedules.c.scheduler).where(mine)
    return {row.deck_id: row.scheduler for row in connection.execute(query)}


def note_schedulers(connection: Connection, learner_id: int, used: Mapping[int, str]) -> None:
    """Note, by deck, which scheduler made its memories."""
    mine = schedules.c.learner_id == learner_id
    connection.execute(delete(schedules).where(mine, schedules.c.deck_id.in_(list(used))))
    if used:
        connection.execute(
            insert(schedules),
            [
                {"learner_id": learner_id, "deck_id": deck, "scheduler": name}
                for deck, name in used.items()
            ],
        )


def _lock(connection: Connection, learner_id: int) -> None:
    """Let one step of a learner follow the other on PostgreSQL; SQLite has but one writer."""
    if connection.dialect.name == postgresql.dialect.name:
        one = select(learners.c.id).where(learners.c.id == learner_id)
        connection.execute(one.with_for_update())


def _memory_rows(
    connection: Connection, learner_id: int, card_ids: Sequence[int]
) -> list[rows.Values]:
    mine = select(memory).where(memory.c.learner_id == learner_id)
    return [
        dict(row._mapping)
        for numbers in _chunks(card_ids)
        for row in connection.execute(mine.where(memory.c.card_id.in_(numbers)))
    ]


def _write(
    connection: Connection, learner_id: int, card_id: int, values: Mapping[str, object]
) -> None:
    connection.execute(
        update(memory)
        .where(memory.c.learner_id == learner_id, memory.c.card_id == card_id)
        .values(values)
    )


def _write_many(
    connection: Connection, learner_id: int, values: Mapping[int, Mapping[str, object]]
) -> None:
    """Write the same columns of many cards in one statement."""
    if not values:
        return
    columns = next(iter(values.values())).keys() - {"learner_id", "card_id"}
    connection.execute(
        update(memory)
        .where(memory.c.learner_id == learner_id, memory.c.card_id == bindparam("this_card"))
        .values({name: bindparam(f"new_{name}") for name in columns}),
        [
            {"this_card": card_id, **{f"new_{name}": new[name] for name in columns}}
            for card_id, new in values.items()
        ],
    )


def _chunks(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), CHUNK):
        yield numbers[start : start + CHUNK]


def _note(
    connection: Connection,
    learner_id: int,
    action: str,
    before: Iterable[rows.Values],
    numbers: Sequence[int],
) -> None:
    """Note what it takes to undo a step."""
    mine = undo.c.learner_id == learner_id
    last = connection.execute(select(func.coalesce(func.max(undo.c.id), 0)).where(mine))
    connection.execute(
        insert(undo).values(
            learner_id=learner_id,
            id=last.scalar_one() + 1,
            action=action,
            reviews=json.dumps(numbers),
            before=json.dumps(list(before), separators=(",", ":")),
        )
    )


def _free(connection: Connection, column, mine, wished: int) -> int:  # type: ignore[no-untyped-def]
    """Return the first number from `wished` on that no row of the learner's has."""
    taken = connection.execute(
        select(column).where(mine, column >= wished).order_by(column)
    ).scalars()
    for number in taken:
        if number != wished:
            break
        wished += 1
    return wished
