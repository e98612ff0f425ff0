"""Queries that find cards for a person: by words, deck, tag and state."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, or_

from srs.core import deck as deck_names
from srs.core.card import Card
from srs.core.memory import State
from srs.storage import rows
from srs.storage.agenda import select_cards
from srs.storage.tables import cards, decks, items, memory


@dataclass(frozen=True, slots=True)
class Found:
    """A card, and whether it is part of no deck any more."""

    card: Card
    orphan: bool


def find_cards(
    connection: Connection, learner_id: int, *conditions: ColumnElement[bool]
) -> list[Found]:
    """Return the cards that meet all conditions, deck by deck in the order of their items."""
    query = (
        select_cards(learner_id)
        .where(cards.c.asked, *conditions)
        .order_by(decks.c.id, items.c.position, items.c.id, cards.c.ordinal)
    )
    return [
        Found(rows.to_card(row), row["orphaned_at"] is not None)
        for row in connection.execute(query).mappings()
    ]


def has_word(word: str) -> ColumnElement[bool]:
    """Hold for cards whose question has the word in it, whatever the case of its letters."""
    return items.c.question.icontains(word, autoescape=True)


def in_deck(name: str) -> ColumnElement[bool]:
    """Hold for cards of a deck and of those below it."""
    key = deck_names.key(name)
    return or_(
        decks.c.key == key, decks.c.key.startswith(key + deck_names.SEPARATOR, autoescape=True)
    )


def in_state(state: State) -> ColumnElement[bool]:
    """Hold for cards in a state, orphans apart."""
    return and_(memory.c.state == state.value, items.c.orphaned_at.is_(None))


def is_suspended() -> ColumnElement[bool]:
    """Hold for suspended cards."""
    return memory.c.suspended


def is_orphan() -> ColumnElement[bool]:
    """Hold for cards that no deck file has any more."""
    return items.c.orphaned_at.is_not(None)


def numbered(number: int) -> ColumnElement[bool]:
    """Hold for the cards of the item with a number."""
    return items.c.id == number


def identified(ident: str) -> ColumnElement[bool]:
    """Hold for the cards of items with an author's id, as far as SQL can tell: check again."""
    return items.c.content.contains(
        f'"id":{json.dumps(ident, ensure_ascii=False)}', autoescape=True
    )
