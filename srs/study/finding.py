"""Finding cards by a small language: words, `deck:`, `tag:` and `is:`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import ColumnElement

from srs.core.memory import State
from srs.errors import UsageError
from srs.storage import search
from srs.storage.database import reading
from srs.storage.search import Found
from srs.study.learner import Learner

_IS = {
    **{state.value: search.in_state(state) for state in State},
    "suspended": search.is_suspended(),
    "orphan": search.is_orphan(),
}


def find(learner: Learner, query: Sequence[str]) -> list[Found]:
    """Return the cards that fit every word of a query.

    Raises:
        UsageError: `is:` is followed by something unknown.
    """
    tags = [word[4:].casefold() for word in query if word.startswith("tag:")]
    conditions = [_condition(word) for word in query if not word.startswith("tag:")]
    with reading(learner.engine) as connection:
        found = search.find_cards(connection, learner.id, *conditions)
    return [each for each in found if all(_has_tag(each, tag) for tag in tags)]


def item(learner: Learner, name: str) -> list[Found]:
    """Return the cards of the item with this number or author's id, of one item only."""
    with reading(learner.engine) as connection:
        found = search.find_cards(connection, learner.id, search.identified(name))
        found = [each for each in found if each.card.item.id == name]
        if not found and re.fullmatch(r"[0-9]{1,18}", name):
            found = search.find_cards(connection, learner.id, search.numbered(int(name)))
    return [each for each in found if each.card.item_id == found[0].card.item_id]


def _condition(word: str) -> ColumnElement[bool]:
    if word.startswith("deck:"):
        return search.in_deck(word[5:])
    if word.startswith("is:"):
        if word[3:] not in _IS:
            raise UsageError(
                f"{word!r} is nothing a card can be.", f"Use is: with {', '.join(_IS)}."
            )
        return _IS[word[3:]]
    return search.has_word(word)


def _has_tag(found: Found, tag: str) -> bool:
    return any(
        own.casefold() == tag or own.casefold().startswith(f"{tag}::")
        for own in found.card.item.tags
    )
