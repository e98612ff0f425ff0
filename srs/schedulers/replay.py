"""Memory as the fold of the log: what a scheduler makes of the reviews of a card."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from srs.clock import Calendar
from srs.core.memory import NEW, Memory, Moment, State
from srs.core.plain import memory_from_plain
from srs.core.review import Kind, Review
from srs.schedulers import Scheduler


def replay(
    reviews: Iterable[Review],
    scheduler: Scheduler,
    name: str | None,
    calendar: Calendar,
    start: Memory = NEW,
) -> Memory:
    """Return the memory that a card's reviews, the first one first, leave with a scheduler.

    Where a review was scheduled by the scheduler called `name`, its due date and interval are
    those of the log, since chance and load had a part in them; with `None` they never are. Days
    are those of the log too; `calendar` says only when they end. `start` is what is known of a card
    before its log begins.
    """
    memory = start
    for review in reviews:
        memory = after(review, memory, scheduler, name, calendar)
    return memory


def after(
    review: Review, memory: Memory, scheduler: Scheduler, name: str | None, calendar: Calendar
) -> Memory:
    """Return the memory after one review of the log, as `replay` has it."""
    if review.kind is Kind.PRACTICE:
        return memory
    if review.kind is Kind.RESET:
        return NEW
    if review.kind is Kind.IMPORTED:
        # Another scheduler than the one it was meant for has its own view of what was answered.
        foreign = review.scheduler != name and memory != NEW
        return memory if foreign else memory_from_plain(json.loads(review.origin))
    if review.kind is Kind.MOVED or review.grade is None:
        ease = memory.ease or review.ease
        return replace(
            memory, state=State.REVIEW, step=0, due=review.due, interval=review.interval, ease=ease
        )
    if review.scheduler != name and _is_repeat(review, memory):
        return memory
    moment = Moment(review.at, review.day, calendar.end(review.day))
    memory = scheduler.outcomes(memory, moment)[review.grade]
    if review.scheduler == name:
        return replace(memory, due=review.due, interval=review.interval)
    return memory


def _is_repeat(review: Review, memory: Memory) -> bool:
    """Whether an answer is a step of the scheduler that gave it and means nothing to another.

    It is where that one has the card in review already, answered on the same study day; a
    scheduler that keeps a stability learns from such an answer too.
    """
    in_review = memory.state is State.REVIEW and memory.stability is None
    return in_review and memory.reviewed_on == review.day
