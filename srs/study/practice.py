"""A quiz: explanations as you go, a score at the end, and no trace in any schedule."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

from srs.core import chance
from srs.core.card import Card
from srs.core.deck import Deck
from srs.core.grade import Grade
from srs.core.judge import propose
from srs.study.asking import Tally, asking
from srs.study.screen import Command, Counts, Screen, Summary, Verdict


def cards_of(deck: Deck) -> list[Card]:
    """Return the cards of a deck that no database need know; options come in a new order."""
    seed = secrets.randbits(60)
    return [
        Card(
            id=chance.seed(seed, index),
            item_id=index,
            ordinal=ordinal,
            deck=deck.name,
            item=item,
        )
        for index, item in enumerate(deck.items)
        if item.answered
        for ordinal in item.prompts
    ]


def quiz(cards: Sequence[Card], screen: Screen) -> Summary:
    """Ask every card once. Undo goes back to the question before."""
    tally = Tally()
    while True:
        left = cards[len(tally.answers) :]
        command = _ask(left[0], len(left), screen, tally) if left else Command.LEAVE
        if command is Command.LEAVE and (
            not tally.answers or screen.finish(_score(tally)) is not Command.UNDO
        ):
            return _score(tally)
        if command is not None and tally.answers:
            tally.answers.pop()


def _ask(card: Card, left: int, screen: Screen, tally: Tally) -> Command | None:
    """Ask one card; return a command that changes the course of things."""
    question = asking(
        card, Counts(review=left), practice=True, minutes_left=tally.minutes_for(left)
    )
    asked = time.monotonic()
    response = screen.ask(question)
    if isinstance(response, Command):
        return response if response in (Command.UNDO, Command.LEAVE) else None
    taken_ms = round((time.monotonic() - asked) * 1000)
    correct = card.item.judge(card.ordinal, response.text)
    grade = screen.explain(
        Verdict(
            question=question,
            response=response,
            correct=correct,
            proposal=propose(correct, hinted=response.hinted),
        )
    )
    if isinstance(grade, Command):
        return grade if grade is Command.LEAVE else None
    passed = grade.passed if correct is None else correct
    tally.answers.append((card, Grade.GOOD if passed else Grade.AGAIN, taken_ms))
    return None


def _score(tally: Tally) -> Summary:
    return Summary(
        answered=len(tally.answers),
        right=tally.right,
        seconds=tally.seconds,
        missed=tally.missed,
        score=True,
    )
