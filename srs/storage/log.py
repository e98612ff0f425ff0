"""Queries on the log as a whole: the reviews of many cards in one statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from sqlalchemy import Connection, select

from srs.core.review import Review
from srs.storage import rows
from srs.storage.tables import cards, items, reviews


def reviews_by_card(
    connection: Connection, learner_id: int, deck_ids: Sequence[int] | None = None
) -> Iterator[tuple[int, list[Review]]]:
    """Yield each card's number with its reviews, the first one first; of all decks, or of some."""
    query = (
        select(reviews)
        .where(reviews.c.learner_id == learner_id)
        .order_by(reviews.c.card_id, reviews.c.id)
    )
    if deck_ids is not None:
        query = (
            query.join(cards, cards.c.id == reviews.c.card_id)
            .join(items, items.c.id == cards.c.item_id)
            .where(items.c.deck_id.in_(deck_ids))
        )
    log = map(rows.to_review, connection.execute(query).mappings())
    for card_id, answers in groupby(log, attrgetter("card_id")):
        yield card_id, list(answers)
