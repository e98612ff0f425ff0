"""The daily session, from the queue to the log."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from srs.clock import later
from srs.core.card import Card
from srs.core.judge import propose
from srs.core.memory import Moment
from srs.core.queue import Queue, Shape, Waiting
from srs.storage import agenda, content, memory, rows
from srs.storage.database import reading, writing
from srs.storage.memory import StaleCard
from srs.study import answering, cards
from srs.study.agenda import build_queue, choose, count
from srs.study.asking import Tally, asking
from srs.study.learner import Learner
from srs.study.screen import Command, Counts, Question, Screen, Summary, Verdict


@dataclass(slots=True)
class Session:
    """One sitting of a learner at a screen. Every answer is kept before the next card is drawn."""

    learner: Learner
    screen: Screen
    names: Sequence[str] = ()
    shape: Shape | None = None
    tally: Tally = field(default_factory=Tally)
    notice: str = ""
    number: int = 0
    queue: Queue = field(init=False)
    day: date = field(init=False)
    due: Counter[date] = field(default_factory=Counter)
    """How many reviews are due on the days to come."""
    again: int | None = None
    """The card to ask next, whatever the queue says: one whose answer was taken back."""

    def run(self) -> Summary:
        """Ask until nothing is left or the learner leaves, and say how it went."""
        self._renew(self.learner.moment())
        slow_ms = answering.slow_ms(self.learner)
        self._begin()
        leaving = False
        while True:
            moment = self.learner.moment()
            if moment.day != self.day:
                self._renew(moment)
            waiting = None if leaving else self._draw(moment)
            if leaving and not self.tally.answers:
                break
            if waiting is None:
                if self.screen.finish(self.summary()) is not Command.UNDO:
                    break
                leaving = False
                self._undo()
                continue
            card = answering.find_card(self.learner, waiting.card_id)
            question = self._question(card, waiting, moment)
            self.notice = ""
            asked = time.monotonic()
            response = self.screen.ask(question)
            if isinstance(response, Command):
                leaving = self._obey(response, card, waiting)
                continue
            taken_ms = round((time.monotonic() - asked) * 1000)
            moment = self.learner.moment()
            correct = card.item.judge(card.ordinal, response.text)
            verdict = Verdict(
                question=question,
                response=response,
                correct=correct,
                proposal=propose(
                    correct, hinted=response.hinted, taken_ms=taken_ms, slow_ms=slow_ms
                ),
                outcomes=answering.outcomes(self.learner, card, moment, self.due),
                moment=moment,
            )
            grade = self.screen.explain(verdict)
            if grade is Command.UNDO:  # nothing is kept yet: there is only the choice to take back
                self.again = card.id
                self.notice = "Taken back: answer again."
                continue
            if isinstance(grade, Command):
                leaving = self._obey(grade, card, waiting)
                continue
            self._keep(
                answering.Answer(
                    card=card,
                    grade=grade,
                    after=verdict.outcomes[grade],
                    moment=moment,
                    response=response.text,
                    correct=correct,
                    taken_ms=taken_ms,
                ),
                waiting,
            )
        self._end()
        return self.summary()

    def summary(self) -> Summary:
        """Return how it went so far, and what is to come."""
        moment = self.learner.moment()
        tomorrow = self.learner.moment(self.learner.calendar.start(later(moment.day, 1)))
        return Summary(
            answered=len(self.tally.answers),
            right=self.tally.right,
            seconds=self.tally.seconds,
            moment=moment,
            tomorrow=count(self.learner, tomorrow, self.names),
            next_due=next_due(self.learner, moment, self.names),
            missed=self.tally.missed,
        )

    def _renew(self, moment: Moment) -> None:
        self.day = moment.day
        self.queue = build_queue(self.learner, moment, self.names, self.shape)
        self.due = Counter(answering.load_ahead(self.learner, moment.day))

    def _draw(self, moment: Moment) -> Waiting | None:
        if self.again is not None:
            waiting = self.queue.find(self.again)
            self.again = None
            if waiting is not None:
                return waiting
        return self.queue.next(moment.at)

    def _question(self, card: Card, waiting: Waiting, moment: Moment) -> Question:
        waits = Counts(*self.queue.counts(moment.at))
        early = waiting.due_at is not None and waiting.due_at > moment.at
        return asking(
            card,
            waits,
            minutes_left=self.tally.minutes_for(waits.total),
            notice=self.notice or ("Nothing else is left: this one comes early." if early else ""),
        )

    def _obey(self, command: Command, card: Card, waiting: Waiting) -> bool:
        """Do what the learner wants besides answering; whether it is to leave."""
        match command:
            case Command.LEAVE:
                return True
            case Command.UNDO:
                self._undo()
            case Command.SKIP:
                self.queue.put_last(waiting)
            case Command.BURY:
                cards.bury(self.learner, [card])
                self.queue.drop(waiting)
                self.notice = "Buried until tomorrow."
            case Command.SUSPEND:
                cards.suspend(self.learner, [card])
                self.queue.drop(waiting)
                self.notice = "Suspended."
            case Command.FLAG:
                cards.flag(self.learner, [card], 0 if card.marks.flag else 1)
                self.again = card.id
                self.notice = "Flag taken away." if card.marks.flag else "Flagged."
        return False

    def _undo(self) -> None:
        undone = cards.undo(self.learner)
        if undone is None:
            self.notice = "There is nothing to take back."
            return
        self.again = undone.card_ids[0] if undone.card_ids else None
        if undone.action == memory.ANSWER and self.tally.answers:
            self.tally.answers.pop()
        self.notice = f"Taken back: {undone.action}."
        self._renew(self.learner.moment())

    def _keep(self, answer: answering.Answer, waiting: Waiting) -> None:
        try:
            _, card = answering.record(self.learner, answer, self.number)
        except StaleCard:
            self.notice = "That card was answered elsewhere meanwhile: nothing was changed."
            self._renew(self.learner.moment())
            return
        self.tally.answers.append((answer.card, answer.grade, answer.taken_ms))
        if (due := answer.after.due_on) is not None:
            self.due[due] += 1
        if card.marks.leech and not answer.card.marks.leech:
            self.notice = "That card is a leech: it is forgotten again and again."
        if card.marks.suspended:
            self.queue.drop(waiting)
            self.notice = "That card is a leech: it was suspended."
        else:
            self.queue.put_back(waiting, card.memory, answer.moment.day_ends)

    def _begin(self) -> None:
        with writing(self.learner.engine) as connection:
            now = rows.from_instant(self.learner.clock())
            self.number = memory.begin_session(connection, self.learner.id, now)

    def _end(self) -> None:
        with writing(self.learner.engine) as connection:
            now = rows.from_instant(self.learner.clock())
            memory.end_session(connection, self.learner.id, self.number, now)


def next_due(learner: Learner, moment: Moment, names: Sequence[str] = ()) -> date | datetime | None:
    """Return when the next card is due: an instant today, else a study day after it."""
    with reading(learner.engine) as connection:
        chosen = choose(content.all_decks(connection), names)
        return agenda.next_due(connection, learner.id, moment.day, [deck.id for deck in chosen])
