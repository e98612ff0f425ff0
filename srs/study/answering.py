"""Answering one card: what each grade would do, keeping one, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from srs.clock import later
from srs.core import chance
from srs.core.card import Card, Marks
from srs.core.grade import Grade
from srs.core.judge import slow_from
from srs.core.leech import is_leech
from srs.core.memory import Memory, Moment, Outcomes, State
from srs.core.review import Review
from srs.core.settings import LeechAction, Settings
from srs.errors import SrsError
from srs.schedulers.registry import load
from srs.storage import agenda, memory, rows
from srs.storage.database import reading, writing
from srs.study.learner import Learner

RECENT_ANSWERS = 100
"""So many of the latest right answers make a learner's pace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer on its way into the log: a card, how it was graded and why."""

    card: Card
    grade: Grade
    moment: Moment
    response: str = ""
    correct: bool | None = None
    taken_ms: int = 0


def find_card(learner: Learner, card_id: int) -> Card:
    """Return a card by its number.

    Raises:
        SrsError: there is none.
    """
    with reading(learner.engine) as connection:
        cards = agenda.load_cards(connection, learner.id, [card_id])
    if not cards:
        raise SrsError(f"There is no card {card_id}.", "`srs list` shows the cards there are.")
    return cards[0]


def outcomes(settings: Settings, card: Card, moment: Moment) -> Outcomes:
    """Return what each grade would make of a card: what the screen shows and the answer keeps."""
    lot = chance.fraction(chance.seed(card.id, card.memory.reps)) if settings.fuzz else None
    scheduler = load(settings.scheduler, settings)
    return scheduler.outcomes(card.memory, replace(moment, chance=lot))


def record(learner: Learner, answer: Answer, session_id: int | None = None) -> tuple[int, Card]:
    """Keep one answer in one transaction.

    Returns:
        The number of the review, and the card as it is now.

    Raises:
        StaleCard: the card was answered elsewhere since it was drawn.
        SrsError: the database would not take it; nothing was saved.
    """
    settings = learner.config.settings(answer.card.deck)
    after = outcomes(settings, answer.card, answer.moment)[answer.grade]
    marks = _marks(answer, after, settings)
    review = _review(answer, after, settings.scheduler)
    with writing(learner.engine) as connection:
        number = memory.record(
            connection, learner.id, answer.card, review, after, marks, session_id
        )
    return number, replace(answer.card, memory=after, marks=marks)


def _marks(answer: Answer, after: Memory, settings: Settings) -> Marks:
    """Return the marks after an answer: a leech is suspended where that is wanted."""
    lapsed = after.lapses > answer.card.memory.lapses
    leech = lapsed and is_leech(after.lapses, settings.leech_threshold)
    if leech and settings.leech_action is LeechAction.SUSPEND:
        return replace(answer.card.marks, suspended=True)
    return answer.card.marks


def _review(answer: Answer, after: Memory, scheduler: str) -> Review:
    before = answer.card.memory
    return Review(
        card_id=answer.card.id,
        at=answer.moment.at,
        day=answer.moment.day,
        grade=answer.grade,
        state=before.state,
        scheduler=scheduler,
        interval=_logged_interval(after, answer.moment.at),
        last_interval=_logged_interval(before, before.reviewed_at),
        ease=after.ease,
        response=answer.response,
        correct=answer.correct,
        taken_ms=answer.taken_ms,
    )


def _logged_interval(of: Memory, since: datetime | None) -> int:
    """Return the wait that a memory means: days, or seconds below zero."""
    if of.due_at is not None and since is not None:
        return -round((of.due_at - since).total_seconds())
    if of.state is State.REVIEW:
        return of.interval
    due_on, since_on = of.due_on, of.reviewed_on
    return (due_on - since_on).days if due_on and since_on else 0


def mark(learner: Learner, action: str, card: Card, marks: Marks) -> None:
    """Change what the learner says of a card, as one step that can be undone."""
    with writing(learner.engine) as connection:
        memory.change(connection, learner.id, action, {card.id: rows.from_marks(marks)})


def suspend(learner: Learner, card: Card) -> None:
    """Set a card aside until the learner wants it back."""
    mark(learner, "suspend", card, replace(card.marks, suspended=True))


def bury(learner: Learner, card: Card) -> None:
    """Hide a card until the next study day."""
    tomorrow = later(learner.moment().day, 1)
    mark(learner, "bury", card, replace(card.marks, buried_until=tomorrow))


def flag(learner: Learner, card: Card) -> None:
    """Flag a card, or take its flag away."""
    mark(learner, "flag", card, replace(card.marks, flag=0 if card.marks.flag else 1))


def undo(learner: Learner) -> memory.Undone | None:
    """Take the last step back, `None` where there is none."""
    with writing(learner.engine) as connection:
        return memory.undo_last(connection, learner.id)


def slow_ms(learner: Learner) -> float | None:
    """Return from how many milliseconds on an answer is slow for this learner."""
    with reading(learner.engine) as connection:
        return slow_from(memory.recent_right_answers_ms(connection, learner.id, RECENT_ANSWERS))
