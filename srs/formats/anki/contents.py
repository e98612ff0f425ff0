"""What an Anki package holds, in the terms of schema 11, whatever its generation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple

Plain = dict[str, Any]
"""A JSON object as schema 11 has it: a note type, a deck, a preset. Unknown keys are kept."""


class Note(NamedTuple):
    """A row of `notes`. `modified` is in seconds; `tags` is the column as it is: ` a b `."""

    id: int
    guid: str
    notetype: int
    modified: int
    tags: str
    fields: tuple[str, ...]
    data: str = ""


class Card(NamedTuple):
    """A row of `cards`, with Anki's own numbers for types, queues and due dates."""

    id: int
    note: int
    deck: int
    ordinal: int
    modified: int
    type: int
    queue: int
    due: int
    interval: int
    factor: int
    reps: int
    lapses: int
    left: int
    odue: int
    odid: int
    flags: int
    data: str


class Logged(NamedTuple):
    """A row of `revlog`. `id` is its instant in milliseconds; an interval below 0 is in seconds."""

    id: int
    card: int
    ease: int
    interval: int
    last_interval: int
    factor: int
    taken_ms: int
    type: int


class Medium(NamedTuple):
    """A media file: its name in Anki (never a path), its bytes when opened, its size if known."""

    name: str
    size: int
    open: Callable[[], IO[bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """A collection as it is read, or is to be written.

    Rows may be given as iterators that can be walked once, so that a large collection never stands
    in memory whole. Decks are named with `::`, note types and presets have the keys of schema 11,
    whatever generation they come from.

    Attributes:
        created: the collection's first day, in seconds (`crt`): due days count from it.
        config: the collection's configuration (`conf`), with `creationOffset` where it is known.
        notetypes, decks, presets: by their numbers.
        notes, cards, log: ordered by their numbers.
        counts: how many notes, cards and log rows there are, by `notes`, `cards`, `log`.
    """

    created: int
    config: Plain = field(default_factory=dict)
    notetypes: Mapping[int, Plain]
    decks: Mapping[int, Plain]
    presets: Mapping[int, Plain] = field(default_factory=dict)
    notes: Iterable[Note]
    cards: Iterable[Card]
    log: Iterable[Logged] = ()
    media: Iterable[Medium] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
