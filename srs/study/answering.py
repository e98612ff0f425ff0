"""Answering one card: what each grade would do, and keeping one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from srs.core import chance
from srs.core.card import Card, Marks
from srs.core.grade import Grade
from srs.core.judge import slow_from
from srs.core.leech import is_leech
from srs.core.load import FARTHEST, Load
from srs.core.memory import Memory, Moment, Outcomes
from srs.core.review import Review
from srs.core.settings import LeechAction, Settings
from srs.errors import SrsError
from srs.schedulers.registry import load as load_scheduler
from srs.storage import agenda, memory
from srs.storage.database import reading, writing
from srs.study.learner import Learner

RECENT_ANSWERS = 100
"""So many of the latest right answers make a learner's pace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer on its way into the log. `after` is the outcome that the learner was shown."""

    card: Card
    grade: Grade
    after: Memory
    moment: Moment
    response: str = ""
    correct: bool | None = None
    taken_ms: int = 0


def find_cards(learner: Learner, card_ids: Sequence[int]) -> list[Card]:
    """Return cards by their numbers, in the order asked for.

    Raises:
        SrsError: one of them is not there.
    """
    with reading(learner.engine) as connection:
        cards = {card.id: card for card in agenda.load_cards(connection, learner.id, card_ids)}
    for card_id in card_ids:
        if card_id not in cards:
            raise SrsError(f"There is no card {card_id}.", "`srs list` shows the cards there are.")
    return [cards[card_id] for card_id in card_ids]


def find_card(learner: Learner, card_id: int) -> Card:
    """Return a card by its number.

    Raises:
        SrsError: there is none.
    """
    return find_cards(learner, [card_id])[0]


def load_ahead(learner: Learner, today: date) -> dict[date, int]:
    """Count what is due on the study days to come, as far as that matters for a new due day."""
    with reading(learner.engine) as connection:
        return agenda.load_ahead(connection, learner.id, today, FARTHEST)


def outcomes(learner: Learner, card: Card, moment: Moment, due: Mapping[date, int]) -> Outcomes:
    """Return what each grade would make of a card: what is shown and what the answer keeps.

    `due` counts the reviews of the days to come: among the days that fuzz allows, the least loaded
    is taken.
    """
    settings = learner.config.settings(card.deck)
    if settings.fuzz:
        lot = chance.fraction(chance.seed(card.id, card.memory.reps))
        moment = replace(moment, chance=lot, load=Load(due, settings.easy_days))
    return load_scheduler(settings.scheduler, settings).outcomes(card.memory, moment)


def record(learner: Learner, answer: Answer, session_id: int | None = None) -> tuple[int, Card]:
    """Keep one answer in one transaction.

    Returns:
        The number of the review, and the card as it is now.

    Raises:
        StaleCard: the card was answered elsewhere since it was drawn.
        SrsError: the database would not take it; nothing was saved.
    """
    settings = learner.config.settings(answer.card.deck)
    marks = _marks(answer, settings)
    review = _review(answer, settings.scheduler)
    with writing(learner.engine) as connection:
        number = memory.record(
            connection, learner.id, answer.card, review, answer.after, marks, session_id
        )
    return number, replace(answer.card, memory=answer.after, marks=marks)


def _marks(answer: Answer, settings: Settings) -> Marks:
    """Return the marks after an answer: a leech is marked, and suspended where that is wanted."""
    marks, lapses = answer.card.marks, answer.after.lapses
    if (
        lapses > answer.card.memory.lapses
        and settings.leech_action is not LeechAction.OFF
        and is_leech(lapses, settings.leech_threshold)
    ):
        suspended = marks.suspended or settings.leech_action is LeechAction.SUSPEND
        return replace(marks, leech=True, suspended=suspended)
    return marks


def _review(answer: Answer, scheduler: str) -> Review:
    return Review(
        card_id=answer.card.id,
        at=answer.moment.at,
        day=answer.moment.day,
        grade=answer.grade,
        state=answer.card.memory.state,
        scheduler=scheduler,
        due=answer.after.due,
        interval=answer.after.interval,
        last_interval=answer.card.memory.interval,
        ease=answer.after.ease,
        response=answer.response,
        correct=answer.correct,
        taken_ms=answer.taken_ms,
    )


def slow_ms(learner: Learner) -> float | None:
    """Return from how many milliseconds on an answer is slow for this learner."""
    with reading(learner.engine) as connection:
        return slow_from(memory.recent_right_answers_ms(connection, learner.id, RECENT_ANSWERS))
