"""What session and quiz have in common: a card as it is asked, and the tally of the answers."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from srs.core.card import Card, shuffled
from srs.core.grade import Grade
from srs.study.screen import Counts, Question

_ENOUGH_TO_ESTIMATE = 3


@dataclass(slots=True)
class Tally:
    """What a summary is made of: each answer with its grade and its milliseconds."""

    started: float = field(default_factory=time.monotonic)
    answers: list[tuple[Card, Grade, int]] = field(default_factory=list)

    def minutes_for(self, cards: int) -> float | None:
        """Estimate the minutes that so many cards take, `None` before there is enough to tell."""
        if len(self.answers) < _ENOUGH_TO_ESTIMATE:
            return None
        per_card = sum(taken for _, _, taken in self.answers) / len(self.answers)
        return cards * per_card / 60_000

    @property
    def right(self) -> int:
        """How many answers passed."""
        return sum(grade.passed for _, grade, _ in self.answers)

    @property
    def missed(self) -> tuple[str, ...]:
        """The questions that were not known, each once, in the order they were asked."""
        lost = [card.prompt.question for card, grade, _ in self.answers if not grade.passed]
        return tuple(dict.fromkeys(lost))

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self.started


def asking(
    card: Card,
    waiting: Counts,
    *,
    practice: bool = False,
    minutes_left: float | None = None,
    notice: str = "",
) -> Question:
    """Return a card as it is asked, its options shuffled for this review."""
    prompt = card.prompt
    return Question(
        deck=card.deck,
        item=card.item,
        ordinal=card.ordinal,
        prompt=prompt.question,
        answer=prompt.answer,
        options=shuffled(card),
        waiting=waiting,
        practice=practice,
        minutes_left=minutes_left,
        notice=notice,
    )
