"""What waits for a learner today: the queue, and how many cards it will serve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from srs.core import deck as deck_names
from srs.core.card import Card
from srs.core.memory import Moment, State
from srs.core.queue import (
    Budget,
    Budgets,
    Queue,
    Shape,
    Waiting,
    in_order,
    mixed,
    within_budget,
    without_siblings,
)
from srs.core.settings import DueOrder, NewOrder
from srs.errors import SrsError
from srs.storage import agenda, content, search
from srs.storage.content import StoredDeck
from srs.storage.database import reading
from srs.study.learner import Learner
from srs.study.screen import Counts


@dataclass(frozen=True, slots=True)
class DeckCounts:
    """A deck and what waits in it and below it."""

    deck: str
    counts: Counts


def choose(decks: Sequence[StoredDeck], names: Sequence[str]) -> list[StoredDeck]:
    """Return the decks that are meant by names: each deck and all below it; no names, all decks.

    Raises:
        SrsError: a name fits no deck.
    """
    if not names:
        return list(decks)
    for name in names:
        if not any(deck_names.within(deck.name, name) for deck in decks):
            known = ", ".join(sorted(deck.name for deck in decks)) or "none yet"
            raise SrsError(f"There is no deck {name!r}.", f"The decks: {known}.")
    return [d for d in decks if any(deck_names.within(d.name, name) for name in names)]


def build_queue(
    learner: Learner, moment: Moment, names: Sequence[str] = (), shape: Shape | None = None
) -> Queue:
    """Return the queue of today for some decks, or for all.

    Raises:
        SrsError: a name fits no deck.
    """
    with reading(learner.engine) as connection:
        new = agenda.new_cards(connection, learner.id, moment.day)
        day = _read(connection, learner, moment, shape.ahead if shape else 0)
        return day.queue(learner, new, names, shape)


@dataclass(frozen=True, slots=True)
class _Day:
    """What the database says of a study day, new cards apart."""

    today: date
    decks: Sequence[StoredDeck]
    due: Sequence[Waiting]
    answered: Mapping[int, set[int]]
    done: Mapping[tuple[int, State], int]

    def queue(
        self, learner: Learner, new: Iterable[Waiting], names: Sequence[str], shape: Shape | None
    ) -> Queue:
        """Return the queue for some decks."""
        chosen = {deck.id for deck in choose(self.decks, names)}
        budgets = _budgets(learner, self.decks, self.done)
        return _arrange(
            [card for card in self.due if card.deck_id in chosen],
            (card for card in new if card.deck_id in chosen),
            self.answered,
            {deck_id: chain for deck_id, chain in budgets.items() if deck_id in chosen},
            shape or shape_of(learner, names),
            self.today,
        )


def _read(connection: Connection, learner: Learner, moment: Moment, ahead: int = 0) -> _Day:
    return _Day(
        today=moment.day,
        decks=content.all_decks(connection),
        due=agenda.due_cards(connection, learner.id, moment.day, ahead),
        answered=agenda.answered_today(connection, learner.id, moment.day),
        done=agenda.done_today(connection, learner.id, moment.day),
    )


def shape_of(learner: Learner, names: Sequence[str]) -> Shape:
    """Return the shape that the configuration gives a session: of its deck, if it is of one."""
    settings = learner.config.settings(names[0] if len(names) == 1 else "")
    return Shape(settings.order, settings.new_order, settings.new_position, settings.bury_siblings)


def _arrange(
    due: Sequence[Waiting],
    new: Iterable[Waiting],
    answered: Mapping[int, set[int]],
    budgets: Budgets,
    shape: Shape,
    today: date,
) -> Queue:
    steps = [card for card in due if card.due_at is not None]
    main: Iterable[Waiting] = in_order((c for c in due if c.due_at is None), shape.order, today)
    if shape.new_order is NewOrder.RANDOM:
        new = in_order(new, DueOrder.RANDOM, today)
    if shape.bury_siblings:
        taken: set[int] = {card.item_id for card in steps}
        main = without_siblings(main, answered, taken)
        new = without_siblings(new, answered, taken)
    main = within_budget(main, budgets)
    new = within_budget(new, budgets)
    return Queue.of(mixed(main, new, shape.new_position)[: shape.limit], steps)


def count(learner: Learner, moment: Moment, names: Sequence[str] = ()) -> Counts:
    """Count what a session of some decks, begun now, would serve."""
    return Counts(*build_queue(learner, moment, names).counts(moment.at))


def count_by_deck(learner: Learner, moment: Moment, names: Sequence[str] = ()) -> list[DeckCounts]:
    """Count what a session of each deck alone, with those below it, would serve."""
    with reading(learner.engine) as connection:
        day = _read(connection, learner, moment)
        new = list(agenda.new_cards(connection, learner.id, moment.day))
    return [
        DeckCounts(name, Counts(*day.queue(learner, new, [name], None).counts(moment.at)))
        for name in sorted(deck.name for deck in choose(day.decks, names))
    ]


@dataclass(frozen=True, slots=True)
class DeckOverview:
    """A deck by itself, and what waits in it and below it."""

    deck: str
    description: str
    path: str | None
    items: int
    cards: int
    unanswered: int
    counts: Counts


def overview(learner: Learner, moment: Moment) -> list[DeckOverview]:
    """Return every deck with its size and what waits, by name."""
    with reading(learner.engine) as connection:
        decks = {deck.name: deck for deck in content.all_decks(connection)}
        sizes = content.sizes(connection)
    rows = []
    for each in count_by_deck(learner, moment):
        deck = decks[each.deck]
        size = sizes.get(deck.id, content.Size())
        rows.append(
            DeckOverview(
                deck.name,
                deck.description,
                deck.path,
                size.items,
                size.cards,
                size.unanswered,
                each.counts,
            )
        )
    return rows


def deck_cards(learner: Learner, name: str) -> list[Card]:
    """Return every card of a deck and those below it, whatever its state.

    Raises:
        SrsError: there is no such deck.
    """
    with reading(learner.engine) as connection:
        choose(content.all_decks(connection), [name])
        found = search.find_cards(connection, learner.id, search.in_deck(name))
    return [each.card for each in found if not each.orphan]


def _budgets(
    learner: Learner, decks: Sequence[StoredDeck], done: Mapping[tuple[int, State], int]
) -> dict[int, list[Budget]]:
    """Return each deck's own budget for today and those of the decks above it.

    A level that is no deck itself (`ML` of `ML::Training`) limits only where a preset names it.
    """
    names = {deck_names.key(deck.name) for deck in decks}
    by_level: dict[str, Budget] = {}
    chains: dict[int, list[Budget]] = {}
    for deck in decks:
        chains[deck.id] = []
        for level in deck_names.ancestry(deck.name):
            key = deck_names.key(level)
            if key in names or learner.config.speaks_of(level):
                if key not in by_level:
                    settings = learner.config.settings(level)
                    by_level[key] = Budget(settings.new_per_day, settings.reviews_per_day)
                chains[deck.id].append(by_level[key])
    for (deck_id, state), count in done.items():
        for budget in chains.get(deck_id, ()):
            if state is State.NEW:
                budget.new -= count
            elif state is State.REVIEW:
                budget.review -= count
    return chains
