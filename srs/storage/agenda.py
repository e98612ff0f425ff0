"""Queries on what waits: the cards a queue is made of, and what was already done today."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from sqlalchemy import Connection, RowMapping, Select, and_, func, or_, select

from srs.core.card import Card
from srs.core.memory import Memory, State
from srs.core.queue import Waiting
from srs.core.review import Kind
from srs.storage import rows
from srs.storage.tables import cards, decks, items, memory, reviews

_WAITING = (
    memory.c.card_id,
    cards.c.item_id,
    items.c.deck_id,
    memory.c.state,
    memory.c.due_day,
    memory.c.due_at,
    memory.c.interval,
    memory.c.stability,
    memory.c.reviewed_day,
)
_JOINED = memory.join(cards, cards.c.id == memory.c.card_id).join(
    items, items.c.id == cards.c.item_id
)
ASKED = and_(items.c.orphaned_at.is_(None), cards.c.asked)
"""Of cards and items: those that are part of a deck now."""


def due_cards(
    connection: Connection, learner_id: int, today: date, ahead: int = 0
) -> list[Waiting]:
    """Return what is due by the end of today, or within some days, steps of later today included.

    Cards on a learning step come whatever their instant, since it lies within the study day.
    """
    due = or_(memory.c.due_at.is_not(None), memory.c.due_day <= rows.from_day(today) + ahead)
    states = [state.value for state in State if state is not State.NEW]
    query = _open(learner_id, today).where(memory.c.state.in_(states), due)
    return [_waiting(row) for row in connection.execute(query).mappings()]


def new_cards(connection: Connection, learner_id: int, today: date) -> Iterator[Waiting]:
    """Yield new cards, deck by deck in the order they came, in the order of their items."""
    query = (
        _open(learner_id, today)
        .where(memory.c.state == State.NEW.value)
        .order_by(items.c.deck_id, items.c.position, items.c.id, cards.c.ordinal)
    )
    for row in connection.execute(query).mappings():
        yield _waiting(row)


def answered_today(connection: Connection, learner_id: int, today: date) -> dict[int, set[int]]:
    """Return the cards answered today, by item."""
    query = (
        select(cards.c.item_id, cards.c.id)
        .join(memory, memory.c.card_id == cards.c.id)
        .where(memory.c.learner_id == learner_id, memory.c.reviewed_day == rows.from_day(today))
    )
    answered: dict[int, set[int]] = defaultdict(set)
    for item_id, card_id in connection.execute(query):
        answered[item_id].add(card_id)
    return answered


def done_today(
    connection: Connection, learner_id: int, today: date
) -> dict[tuple[int, State], int]:
    """Count today's answers by deck and by what the card was, practice apart."""
    query = (
        select(items.c.deck_id, reviews.c.state, func.count())
        .select_from(
            reviews.join(cards, cards.c.id == reviews.c.card_id).join(
                items, items.c.id == cards.c.item_id
            )
        )
        .where(
            reviews.c.learner_id == learner_id,
            reviews.c.day == rows.from_day(today),
            reviews.c.kind == Kind.ANSWER.value,
        )
        .group_by(items.c.deck_id, reviews.c.state)
    )
    return {(deck, State(state)): count for deck, state, count in connection.execute(query)}


def load_ahead(connection: Connection, learner_id: int, today: date, days: int) -> Counter[date]:
    """Count the reviews that are due on each of the coming study days."""
    first = rows.from_day(today)
    query = (
        select(memory.c.due_day, func.count())
        .where(
            memory.c.learner_id == learner_id,
            memory.c.state == State.REVIEW.value,
            memory.c.due_day.between(first + 1, first + days),
        )
        .group_by(memory.c.due_day)
    )
    return Counter({rows.to_day(day): count for day, count in connection.execute(query)})


def next_due(
    connection: Connection, learner_id: int, today: date, deck_ids: Sequence[int]
) -> date | datetime | None:
    """Return the next instant, else the next study day after today, at which a card is due."""
    query = (
        select(func.min(memory.c.due_at), func.min(memory.c.due_day))
        .select_from(_JOINED)
        .where(
            memory.c.learner_id == learner_id,
            ~memory.c.suspended,
            ASKED,
            items.c.deck_id.in_(deck_ids),
            or_(memory.c.due_at.is_not(None), memory.c.due_day > rows.from_day(today)),
        )
    )
    at, day = connection.execute(query).one()
    if at is not None:
        return rows.to_instant(at)
    return None if day is None else rows.to_day(day)


def load_cards(connection: Connection, learner_id: int, card_ids: Iterable[int]) -> list[Card]:
    """Return whole cards by their numbers, in no particular order."""
    query = select_cards(learner_id).where(cards.c.id.in_(list(card_ids)))
    return [rows.to_card(row) for row in connection.execute(query).mappings()]


def memories(connection: Connection, learner_id: int, deck_ids: Sequence[int]) -> list[Memory]:
    """Return the memories of all cards of some decks that are asked, in the order of the decks."""
    query = (
        select(memory)
        .select_from(_JOINED)
        .where(
            memory.c.learner_id == learner_id,
            ~memory.c.suspended,
            ASKED,
            items.c.deck_id.in_(deck_ids),
        )
        .order_by(items.c.deck_id, items.c.position, items.c.id, cards.c.ordinal)
    )
    return [rows.to_memory(row) for row in connection.execute(query).mappings()]


def select_cards(learner_id: int) -> Select[tuple[object, ...]]:
    """Return the query for whole cards, orphans and all."""
    return (
        select(
            memory,
            cards.c.item_id,
            cards.c.ordinal,
            items.c.content,
            items.c.orphaned_at,
            items.c.position,
            decks.c.name.label("deck"),
        )
        .select_from(_JOINED.join(decks, decks.c.id == items.c.deck_id))
        .where(memory.c.learner_id == learner_id)
    )


def _open(learner_id: int, today: date) -> Select[tuple[object, ...]]:
    """Return the query for the cards that nothing holds back today."""
    until = memory.c.buried_until
    return (
        select(*_WAITING)
        .select_from(_JOINED)
        .where(
            memory.c.learner_id == learner_id,
            ~memory.c.suspended,
            or_(until.is_(None), until <= rows.from_day(today)),
            ASKED,
        )
    )


def _waiting(row: RowMapping) -> Waiting:
    due_day, due_at, reviewed = row["due_day"], row["due_at"], row["reviewed_day"]
    return Waiting(
        card_id=row["card_id"],
        item_id=row["item_id"],
        deck_id=row["deck_id"],
        state=State(row["state"]),
        due_on=None if due_day is None else rows.to_day(due_day),
        due_at=None if due_at is None else rows.to_instant(due_at),
        interval=row["interval"],
        stability=row["stability"],
        reviewed_on=None if reviewed is None else rows.to_day(reviewed),
    )
