"""The day's queue: which cards are asked, in which order, within which limits."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from srs.core import chance
from srs.core.memory import Memory, State
from srs.core.settings import DueOrder, NewOrder, NewPosition

LEARN_AHEAD = timedelta(minutes=20)
"""A learning card that is this close is asked early when nothing else is left."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A card that may be asked: just what the order of the queue depends on.

    Exactly one of `due_at` (a learning step within the day) and `due_on` is set, or neither for a
    new card.
    """

    card_id: int
    item_id: int
    deck_id: int
    state: State
    due_on: date | None = None
    due_at: datetime | None = None
    interval: int = 0
    stability: float | None = None
    reviewed_on: date | None = None


@dataclass(slots=True)
class Budget:
    """How many new and review cards a deck may still show today, its children's included."""

    new: int
    review: int


Budgets = Mapping[int, Sequence[Budget]]
"""By deck id: the budgets of the deck and of its parents. A child draws on all of them."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a session is put together.

    `limit` is the most cards, `ahead` the days by which reviews may come early.
    """

    order: DueOrder = DueOrder.DUE
    new_order: NewOrder = NewOrder.ADDED
    new_position: NewPosition = NewPosition.MIXED
    bury_siblings: bool = True
    limit: int | None = None
    ahead: int = 0


def within_budget(cards: Iterable[Waiting], budgets: Budgets) -> list[Waiting]:
    """Return the cards that the limits admit, drawing each on its deck's and parents' budgets.

    Cards on a learning step are not limited. Stops reading new cards once no deck may show more.
    """
    admitted: list[Waiting] = []
    for card in cards:
        chain = budgets[card.deck_id]
        if card.state is State.NEW:
            if not any(may_show_new(others) for others in budgets.values()):
                break
            if may_show_new(chain):
                for budget in chain:
                    budget.new -= 1
                admitted.append(card)
        elif card.state is not State.REVIEW:
            admitted.append(card)
        elif all(budget.review > 0 for budget in chain):
            for budget in chain:
                budget.review -= 1
            admitted.append(card)
    return admitted


def may_show_new(chain: Sequence[Budget]) -> bool:
    """Whether all budgets that a deck draws on have a new card left."""
    return all(budget.new > 0 for budget in chain)


def urgency(card: Waiting, today: date) -> float:
    """Return how far a due card is past its time: days since the last answer over its interval."""
    interval = max(card.interval, 1)
    overdue = (today - card.due_on).days if card.due_on else 0
    return (interval + overdue) / interval


def retrievability(card: Waiting, today: date) -> float:
    """Return the chance, 0 to 1, that the card is remembered today.

    With a stability by the power curve of FSRS-6 with its default decay (so that at the
    stability it is 0.9), without one by SM-2's assumption that it is 0.9 at the interval.
    """
    if card.stability and card.reviewed_on:
        decay = -0.1542
        factor = 0.9 ** (1 / decay) - 1
        days = max((today - card.reviewed_on).days, 0)
        return float((1 + factor * days / card.stability) ** decay)
    return float(0.9 ** urgency(card, today))


def in_order(cards: Iterable[Waiting], order: DueOrder, today: date) -> list[Waiting]:
    """Return due cards in the order asked for; equals in an order that changes by the day."""

    def lot(card: Waiting) -> int:
        return chance.seed(card.card_id, today.toordinal())

    def rank(card: Waiting) -> tuple[float, int]:
        match order:
            case DueOrder.DUE:
                return ((card.due_on or today).toordinal(), lot(card))
            case DueOrder.OVERDUE:
                return (-urgency(card, today), lot(card))
            case DueOrder.RETRIEVABILITY:
                return (retrievability(card, today), lot(card))
            case DueOrder.RANDOM:
                return (0, lot(card))

    return sorted(cards, key=rank)


def without_siblings(
    cards: Iterable[Waiting], answered: Mapping[int, set[int]], taken: set[int]
) -> Iterator[Waiting]:
    """Yield the first card of each item; its siblings wait for another day.

    `answered` holds, by item, the cards answered today: an item of which another card was answered
    is done for the day. `taken` holds the items that have a card in the queue, and grows. Cards on
    a learning step are under way and always come.
    """
    for card in cards:
        if card.state in (State.LEARNING, State.RELEARNING):
            yield card
        elif card.item_id not in taken and answered.get(card.item_id, set()) <= {card.card_id}:
            taken.add(card.item_id)
            yield card


def mixed(due: Sequence[Waiting], new: Sequence[Waiting], position: NewPosition) -> list[Waiting]:
    """Put the new cards before, after or evenly among the due ones."""
    if position is NewPosition.BEFORE:
        return [*new, *due]
    if position is NewPosition.AFTER:
        return [*due, *new]
    slots = [((i + 1) / (len(due) + 1), 0, card) for i, card in enumerate(due)]
    slots += [((i + 1) / (len(new) + 1), 1, card) for i, card in enumerate(new)]
    return [card for _, _, card in sorted(slots, key=lambda slot: slot[:2])]


@dataclass(slots=True)
class Queue:
    """What is still to be asked today: the main line, and the learning cards by their instant."""

    main: deque[Waiting]
    learning: list[tuple[datetime, int, Waiting]] = field(default_factory=list)

    @classmethod
    def of(cls, main: Iterable[Waiting], learning: Iterable[Waiting]) -> Queue:
        """Make a queue of cards in order and of learning cards in any."""
        heap = [(card.due_at, card.card_id, card) for card in learning if card.due_at]
        heapq.heapify(heap)
        return cls(deque(main), heap)

    def next(self, now: datetime) -> Waiting | None:
        """Return the card to ask now, and leave it where it is.

        A learning card whose instant has come goes first; then the main line; at the end the
        learning cards that come within 20 minutes, early.
        """
        if self.learning and self.learning[0][0] <= now:
            return self.learning[0][2]
        if self.main:
            return self.main[0]
        if self.learning and self.learning[0][0] <= now + LEARN_AHEAD:
            return self.learning[0][2]
        return None

    def find(self, card_id: int) -> Waiting | None:
        """Return a card that is in the queue, by its number."""
        steps = (card for _, _, card in self.learning)
        return next((card for card in (*self.main, *steps) if card.card_id == card_id), None)

    def drop(self, card: Waiting) -> None:
        """Take a card out, wherever it is."""
        if self.main and self.main[0] is card:
            self.main.popleft()
        elif self.learning and self.learning[0][2] is card:
            heapq.heappop(self.learning)
        else:
            self.main = deque(other for other in self.main if other.card_id != card.card_id)
            self.learning = [slot for slot in self.learning if slot[1] != card.card_id]
            heapq.heapify(self.learning)

    def put_last(self, card: Waiting) -> None:
        """Put a card that was skipped at the end of its line."""
        self.drop(card)
        if card.due_at is None:
            self.main.append(card)
        else:
            latest = max((at for at, _, _ in self.learning), default=card.due_at)
            heapq.heappush(self.learning, (max(latest, card.due_at), card.card_id, card))

    def put_back(self, card: Waiting, memory: Memory, day_ends: datetime) -> None:
        """Let an answered card come back where its next step falls within the day."""
        self.drop(card)
        due = memory.due_at
        if due is None or due >= day_ends:
            return
        again = Waiting(card.card_id, card.item_id, card.deck_id, memory.state, due_at=due)
        if due == memory.reviewed_at:  # to be repeated, but after the others
            self.main.append(again)
        else:
            heapq.heappush(self.learning, (due, card.card_id, again))

    def counts(self, now: datetime) -> tuple[int, int, int]:
        """Return how many new, learning and review cards a session starting now would serve."""
        new = sum(card.state is State.NEW for card in self.main)
        steps = sum(card.state in (State.LEARNING, State.RELEARNING) for card in self.main)
        soon = sum(at <= now + LEARN_AHEAD for at, _, _ in self.learning)
        return new, steps + soon, len(self.main) - new - steps
