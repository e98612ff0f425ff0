"""An item as the database knows it: what leaves for other programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from srs.core.item import Item


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredItem:
    """An item with what it was given on arrival and keeps for ever.

    Attributes:
        key: its number in this database.
        guid: its identity in Anki, the same wherever the deck is read.
        deck: the name of its deck.
        modified: when its content last changed (not the clock of an export).
        position: its place in the deck, from 0.
        cards: the numbers of its cards, by ordinal.
    """

    key: int
    guid: str
    deck: str
    item: Item
    modified: datetime
    position: int = 0
    cards: tuple[int, ...] = ()
