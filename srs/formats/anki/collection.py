"""The rows of an Anki collection, made from items."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from srs.core import deck as deck_names
from srs.core.stored import StoredItem
from srs.formats.anki.html import legible, plain
from srs.formats.anki.ids import DEFAULT_DECK, Numbers
from srs.formats.anki.notes import note, tags

Row = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Collection:
    """Everything that a package holds.

    Attributes:
        decks: deck names by number, Anki's own first, parents before their children.
        notes, cards: rows in the order of the columns of Anki's tables.
        modified: when anything in it last changed, in seconds.
    """

    decks: dict[int, str]
    notes: tuple[Row, ...]
    cards: tuple[Row, ...]
    modified: int

    @classmethod
    def of(cls, items: Sequence[StoredItem]) -> Collection:
        """Make the notes and cards of items, new cards all of them, in the order of the items.

        Raises:
            SrsError: an item is of a kind that has no note type.
        """
        decks = _Decks()
        note_numbers, card_numbers = Numbers(), Numbers()
        notes, cards = [], []
        for stored in items:
            deck = decks.number(legible(stored.deck))
            number = note_numbers.of(f"note {stored.guid}")
            notes.append(_note_row(stored, number))
            for ordinal in stored.item.prompts:
                card = card_numbers.of(f"card {stored.guid} {ordinal}")
                cards.append(_card_row(stored, card, number, deck, ordinal, len(notes)))
        modified = max(_seconds(stored) for stored in items)
        return cls(decks.names, tuple(notes), tuple(cards), modified)


class _Decks:
    """The decks of a collection. Names that differ in case are one; the first spelling stays."""

    def __init__(self) -> None:
        # Every collection has this one: a deck of ours that has its name is the same.
        self.names = {DEFAULT_DECK: "Default"}
        self._numbers = Numbers()
        self._by_key = {deck_names.key("Default"): DEFAULT_DECK}

    def number(self, name: str) -> int:
        """Return the number of a deck, and take it and its parents in if they are new."""
        parent = 0
        for level in deck_names.ancestry(name):
            key = deck_names.key(level)
            if key not in self._by_key:
                last = level.rpartition(deck_names.SEPARATOR)[2]
                above = [self.names[parent]] if parent else []
                self._by_key[key] = self._numbers.of(f"deck {key}")
                self.names[self._by_key[key]] = deck_names.SEPARATOR.join([*above, last])
            parent = self._by_key[key]
        return parent


def _note_row(stored: StoredItem, number: int) -> Row:
    note_type, fields = note(stored.item)
    sort_text = plain(fields[0])
    written = tags(stored.item)
    return (
        number,
        stored.guid,
        note_type.id,
        _seconds(stored),
        -1,
        f" {' '.join(written)} " if written else "",
        "\x1f".join(fields),
        sort_text,
        int.from_bytes(hashlib.sha1(sort_text.encode(), usedforsecurity=False).digest()[:4], "big"),
        0,
        "",
    )


def _card_row(
    stored: StoredItem, number: int, note_number: int, deck: int, ordinal: int, position: int
) -> Row:
    """Return a new card; `position` is its place among the new ones."""
    new = (0, 0, position)  # type, queue and due
    memory = (0, 0, 0, 0, 0)  # interval, ease, reviews, lapses, steps left
    rest = (0, 0, 0, "{}")  # the filtered deck it came from, its due there, flag, data
    return (number, note_number, deck, ordinal, _seconds(stored), -1, *new, *memory, *rest)


def _seconds(stored: StoredItem) -> int:
    return int(stored.modified.timestamp())
