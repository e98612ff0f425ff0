"""Decks and their names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from srs.core.item import Item

SEPARATOR = "::"


class EmptyLevel(ValueError):
    """A deck name with nothing between two separators, or nothing at all."""


def normal_name(text: str, *, drop_empty: bool = False) -> str:
    """Return a deck name in its one form: NFC, levels trimmed, joined by `::`.

    Raises:
        EmptyLevel: a level is empty and `drop_empty` (an import) does not forgive it, or nothing
            is left.
    """
    levels = [
        " ".join(level.split()) for level in unicodedata.normalize("NFC", text).split(SEPARATOR)
    ]
    if drop_empty:
        levels = [level for level in levels if level]
    if not levels or not all(levels):
        raise EmptyLevel(text)
    return SEPARATOR.join(levels)


def key(name: str) -> str:
    """Return what two spellings of one deck's name have in common."""
    return unicodedata.normalize("NFC", name.casefold())


def ancestry(name: str) -> Iterator[str]:
    """Yield the name and those of its parents, the outermost first."""
    levels = name.split(SEPARATOR)
    for depth in range(1, len(levels) + 1):
        yield SEPARATOR.join(levels[:depth])


def within(name: str, root: str) -> bool:
    """Whether `name` is `root` or nested in it, whatever the case of the letters."""
    return key(name) == key(root) or key(name).startswith(key(root) + SEPARATOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck as its author wrote it."""

    name: str
    description: str = ""
    tags: tuple[str, ...] = ()
    was: str = ""
    items: tuple[Item, ...] = field(default=())
