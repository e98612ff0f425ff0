"""Rows to values and back: the one place where a column meets the field of a value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import RowMapping

from srs.clock import EPOCH
from srs.core.card import Card, Marks
from srs.core.grade import Grade
from srs.core.item import Item
from srs.core.memory import Memory, State
from srs.core.plain import from_plain, to_plain
from srs.core.review import Kind, Review

Values = dict[str, Any]
Row = Mapping[str, Any] | RowMapping

_EPOCH_INSTANT = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def from_instant(instant: datetime) -> int:
    """Return an instant in milliseconds since 1970-01-01 UTC."""
    return (instant - _EPOCH_INSTANT) // _MILLISECOND


def to_instant(milliseconds: int) -> datetime:
    """Return the instant, in UTC, of `from_instant`."""
    return _EPOCH_INSTANT + timedelta(milliseconds=milliseconds)


def from_day(day: date) -> int:
    """Return a study day in days since 1970-01-01."""
    return day.toordinal() - EPOCH.toordinal()


def to_day(number: int) -> date:
    """Return the study day of `from_day`."""
    return date.fromordinal(number + EPOCH.toordinal())


def from_due(due: date | datetime | None) -> Values:
    """Return the two columns of a due day or instant."""
    if isinstance(due, datetime):
        return {"due_day": None, "due_at": from_instant(due)}
    return {"due_day": None if due is None else from_day(due), "due_at": None}


def to_due(row: Row) -> date | datetime | None:
    """Return when something is due: an instant, or else a study day."""
    if row["due_at"] is not None:
        return to_instant(row["due_at"])
    return None if row["due_day"] is None else to_day(row["due_day"])


def from_item(item: Item) -> Values:
    """Return the columns of `items` that hold what the author wrote."""
    content = json.dumps(to_plain(item), ensure_ascii=False, separators=(",", ":"))
    return {
        "kind": item.kind,
        "question": item.question,
        "content": content,
        "prompts": len(ordinals(item)),
    }


def ordinals(item: Item) -> frozenset[int]:
    """Return which cards of an item are asked: none of one without an answer."""
    return frozenset(item.prompts) if item.answered else frozenset()


def to_item(row: Row) -> Item:
    """Return what the author wrote."""
    return from_plain(json.loads(row["content"]))


def from_memory(memory: Memory) -> Values:
    """Return the columns of `memory` that a scheduler fills."""
    reviewed_at, reviewed_on = memory.reviewed_at, memory.reviewed_on
    return {
        "state": memory.state.value,
        **from_due(memory.due),
        "interval": memory.interval,
        "ease": memory.ease,
        "step": memory.step,
        "reps": memory.reps,
        "lapses": memory.lapses,
        "stability": memory.stability,
        "difficulty": memory.difficulty,
        "reviewed_at": None if reviewed_at is None else from_instant(reviewed_at),
        "reviewed_day": None if reviewed_on is None else from_day(reviewed_on),
    }


def to_memory(row: Row) -> Memory:
    """Return what the scheduler knows."""
    reviewed_at, reviewed_day = row["reviewed_at"], row["reviewed_day"]
    return Memory(
        state=State(row["state"]),
        due=to_due(row),
        interval=row["interval"],
        ease=row["ease"],
        step=row["step"],
        reps=row["reps"],
        lapses=row["lapses"],
        stability=row["stability"],
        difficulty=row["difficulty"],
        reviewed_at=None if reviewed_at is None else to_instant(reviewed_at),
        reviewed_on=None if reviewed_day is None else to_day(reviewed_day),
    )


def from_marks(marks: Marks) -> Values:
    """Return the columns of `memory` that the learner decides."""
    until = marks.buried_until
    return {
        "suspended": marks.suspended,
        "buried_until": None if until is None else from_day(until),
        "flag": marks.flag,
        "leech": marks.leech,
    }


def to_marks(row: Row) -> Marks:
    """Return what the learner has said of the card."""
    until = row["buried_until"]
    return Marks(
        suspended=bool(row["suspended"]),
        buried_until=None if until is None else to_day(until),
        flag=row["flag"],
        leech=bool(row["leech"]),
    )


def to_card(row: Row) -> Card:
    """Return the card in a row of cards, items, decks and memory joined."""
    return Card(
        id=row["card_id"],
        item_id=row["item_id"],
        ordinal=row["ordinal"],
        deck=row["deck"],
        item=to_item(row),
        memory=to_memory(row),
        marks=to_marks(row),
    )


def from_review(review: Review) -> Values:
    """Return the columns of `reviews`, but for its number, learner and session."""
    return {
        "card_id": review.card_id,
        "at": from_instant(review.at),
        "day": from_day(review.day),
        "grade": int(review.grade or 0),
        "state": review.state.value,
        "scheduler": review.scheduler,
        **from_due(review.due),
        "interval": review.interval,
        "last_interval": review.last_interval,
        "ease": review.ease,
        "response": review.response,
        "correct": review.correct,
        "taken_ms": review.taken_ms,
        "kind": review.kind.value,
        "origin": review.origin,
    }


def to_review(row: Row) -> Review:
    """Return a row of the log."""
    return Review(
        card_id=row["card_id"],
        at=to_instant(row["at"]),
        day=to_day(row["day"]),
        grade=Grade(row["grade"]) if row["grade"] else None,
        state=State(row["state"]),
        scheduler=row["scheduler"],
        due=to_due(row),
        interval=row["interval"],
        last_interval=row["last_interval"],
        ease=row["ease"],
        response=row["response"],
        correct=None if row["correct"] is None else bool(row["correct"]),
        taken_ms=row["taken_ms"],
        kind=Kind(row["kind"]),
        origin=row["origin"],
    )
