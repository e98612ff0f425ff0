"""What a learner does to cards besides answering them. Each is one step, and can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import ceil

from srs.clock import later
from srs.core.card import Card, Marks
from srs.core.memory import Memory, Moment, State
from srs.core.queue import urgency
from srs.core.review import Kind, Review
from srs.core.settings import Settings
from srs.errors import SrsError
from srs.schedulers import registry
from srs.schedulers.replay import replay
from srs.storage import agenda, content, log, memory, rows
from srs.storage.database import reading, writing
from srs.study.agenda import choose
from srs.study.learner import Learner


def undo(learner: Learner) -> memory.Undone | None:
    """Take the last step back, `None` where there is none."""
    with writing(learner.engine) as connection:
        return memory.undo_last(connection, learner.id)


def suspend(learner: Learner, cards: Sequence[Card], *, off: bool = False) -> None:
    """Set cards aside until the learner wants them back, or take them back."""
    action = "unsuspend" if off else "suspend"
    _mark(learner, action, cards, lambda marks: replace(marks, suspended=not off))


def bury(learner: Learner, cards: Sequence[Card], *, off: bool = False) -> None:
    """Hide cards until the next study day, or show them again."""
    until = None if off else later(learner.moment().day, 1)
    action = "unbury" if off else "bury"
    _mark(learner, action, cards, lambda marks: replace(marks, buried_until=until))


def flag(learner: Learner, cards: Sequence[Card], number: int) -> None:
    """Give cards a flag, 1 to 7, or with 0 take it away."""
    _mark(learner, "flag" if number else "unflag", cards, lambda m: replace(m, flag=number))


def _mark(
    learner: Learner, action: str, cards: Sequence[Card], marked: Callable[[Marks], Marks]
) -> None:
    values = {card.id: rows.from_marks(marked(card.marks)) for card in cards}
    with writing(learner.engine) as connection:
        memory.change(connection, learner.id, action, values)


def reset(learner: Learner, cards: Sequence[Card]) -> None:
    """Make cards new again. What was answered stays in the log."""
    moment = learner.moment()
    _log(learner, "reset", cards, [_by_hand(c, moment, Kind.RESET, None) for c in cards])


def reschedule(learner: Learner, cards: Sequence[Card], due: date) -> None:
    """Make cards due on a study day. Their intervals stay; a new card gets the wait as interval.

    Raises:
        SrsError: the day is over already.
    """
    moment = learner.moment()
    if due < moment.day:
        raise SrsError(f"{due} is over.", f"Today is {moment.day}.")
    _log(learner, "reschedule", cards, [_by_hand(c, moment, Kind.MOVED, due) for c in cards])


def postpone(learner: Learner, names: Sequence[str], days: int) -> int:
    """Put off what is due, by `days` from today, and return how many cards that were."""
    due = later(learner.moment().day, days)
    cards = _backlog(learner, names)
    moment = learner.moment()
    _log(learner, "postpone", cards, [_by_hand(c, moment, Kind.MOVED, due) for c in cards])
    return len(cards)


def catch_up(learner: Learner, names: Sequence[str], days: int) -> list[int]:
    """Spread what is due over `days` study days, the most urgent today.

    Returns:
        How many cards are due on each of the days.
    """
    moment = learner.moment()
    cards = _backlog(learner, names)
    share = ceil(len(cards) / days)
    late = cards[share:]
    reviews = [
        _by_hand(card, moment, Kind.MOVED, later(moment.day, 1 + place // share))
        for place, card in enumerate(late)
    ]
    _log(learner, "catch-up", late, reviews)
    return [min(share, max(len(cards) - share * day, 0)) for day in range(days)]


def _backlog(learner: Learner, names: Sequence[str]) -> list[Card]:
    """Return the review cards that are due, the most urgent first."""
    today = learner.moment().day
    with reading(learner.engine) as connection:
        chosen = {deck.id for deck in choose(content.all_decks(connection), names)}
        due = [
            card
            for card in agenda.due_cards(connection, learner.id, today)
            if card.state is State.REVIEW and card.deck_id in chosen
        ]
        order = {c.card_id: (-urgency(c, today), c.card_id) for c in due}
        cards = agenda.load_cards(connection, learner.id, order)
    return sorted(cards, key=lambda card: order[card.id])


def _by_hand(card: Card, moment: Moment, kind: Kind, due: date | None) -> Review:
    """Return what the log has to say of a change of the schedule."""
    waits = max((due - moment.day).days, 1) if due else 0
    return Review(
        card_id=card.id,
        at=moment.at,
        day=moment.day,
        grade=None,
        state=card.memory.state,
        scheduler="",
        due=due,
        interval=(card.memory.interval or waits) if due else 0,
        last_interval=card.memory.interval,
        ease=card.memory.ease,
        kind=kind,
    )


def _log(learner: Learner, action: str, cards: Sequence[Card], reviews: Sequence[Review]) -> None:
    """Keep changes of the schedule: the memory is what the log makes of it."""
    values = {}
    for card, review in zip(cards, reviews, strict=True):
        settings = learner.config.settings(card.deck)
        after = _replayed(learner, settings, [review], card.memory)
        values[card.id] = rows.from_memory(after)
    with writing(learner.engine) as connection:
        memory.change(connection, learner.id, action, values, reviews)


def _replayed(
    learner: Learner, settings: Settings, reviews: Sequence[Review], start: Memory
) -> Memory:
    scheduler = registry.load(settings.scheduler, settings)
    after = replay(reviews, scheduler, settings.scheduler, learner.calendar, start)
    if after.state is State.REVIEW and not after.ease:
        return replace(after, ease=settings.starting_ease)
    return after


@dataclass(frozen=True, slots=True)
class Replayed:
    """A deck that has another scheduler now, and how many of its cards were replayed."""

    deck: str
    scheduler: str
    cards: int


def follow_settings(learner: Learner) -> list[Replayed]:
    """Replay the log of each deck whose settings name another scheduler than made its memories.

    A card that came without a log keeps its memory: the scheduler converts it when it is asked.
    """
    with reading(learner.engine) as connection:
        decks = content.all_decks(connection)
        used = memory.schedulers_used(connection, learner.id)
    wanted = {deck.id: learner.config.settings(deck.name).scheduler for deck in decks}
    changed = [deck for deck in decks if used.get(deck.id, wanted[deck.id]) != wanted[deck.id]]
    done = [_replay_deck(learner, deck) for deck in changed]
    if wanted != used:
        with writing(learner.engine) as connection:
            memory.note_schedulers(connection, learner.id, wanted)
    return done


def _replay_deck(learner: Learner, deck: content.StoredDeck) -> Replayed:
    settings = learner.config.settings(deck.name)
    with reading(learner.engine) as connection:
        values = {
            card_id: rows.from_memory(_replayed(learner, settings, reviews, _start(reviews[0])))
            for card_id, reviews in log.reviews_by_card(connection, learner.id, [deck.id])
        }
    with writing(learner.engine) as connection:
        memory.change(connection, learner.id, f"scheduler {settings.scheduler}", values)
    return Replayed(deck.name, settings.scheduler, len(values))


def _start(first: Review) -> Memory:
    """Return what was known of a card before the first review of its log."""
    if first.state is State.NEW:
        return Memory()
    interval = max(first.last_interval, 1)
    return Memory(
        state=State.REVIEW,
        due=first.day,
        interval=interval,
        ease=first.ease,
        reps=1,
        reviewed_on=first.day - timedelta(days=min(interval, first.day.toordinal() - 1)),
    )
