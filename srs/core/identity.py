"""Which stored item an item in a file is, and what a sync has to do about it (pure)."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum

from srs.core import deck as decks
from srs.core.item import Choice, Item, TrueFalse

SIMILAR = 0.6
"""From this share of common text on, two questions of one deck are versions of each other."""


class How(StrEnum):
    """By what an item was recognised."""

    ID = "id"
    QUESTION = "question"
    WAS = "was"
    OPTIONS = "options"
    ANSWER = "answer"
    SIMILAR = "similar text"


@dataclass(frozen=True, slots=True)
class Known:
    """A stored item: its number, deck, content, place in the deck and the cards it ever had.

    Orphans are items that no file holds.
    """

    key: int
    deck: str
    item: Item
    position: int = 0
    ordinals: frozenset[int] = frozenset({0})
    orphan: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """An item as a file has it: its deck, and its place in it, from 0."""

    deck: str
    item: Item
    position: int


@dataclass(frozen=True, slots=True)
class Match:
    """A stored item and what it is now."""

    known: Known
    placed: Placed
    how: How

    @property
    def moved(self) -> bool:
        """Whether it changed decks."""
        return decks.key(self.known.deck) != decks.key(self.placed.deck)

    @property
    def changed(self) -> bool:
        """Whether its content is another."""
        return self.known.item != self.placed.item


@dataclass(frozen=True, slots=True)
class Plan:
    """What a sync does: new items, stored ones with what they are now, and those that vanished."""

    added: tuple[Placed, ...]
    matched: tuple[Match, ...]
    orphaned: tuple[Known, ...]


@dataclass(slots=True)
class _Open:
    """What is not matched yet."""

    known: dict[int, Known]
    placed: dict[int, Placed]
    matches: list[Match] = field(default_factory=list)

    def match(self, known: Known, index: int, how: How) -> None:
        self.matches.append(Match(self.known.pop(known.key), self.placed.pop(index), how))


def plan(known: Iterable[Known], placed: Sequence[Placed]) -> Plan:
    """Match the items of files to the stored items of the same decks, and to each other's.

    `known` holds every stored item of the decks that are synced, orphans included. An item is
    recognised by its id, by the id it had (`was`), by its question; then, having come from another
    deck, by the same signs; and last, having changed, by its options, its answer or its text.
    """
    unmatched = _Open({k.key: k for k in known}, dict(enumerate(placed)))
    for same_deck in (True, False):
        _by_sign(unmatched, How.ID, lambda i: i.id, lambda i: i.id, same_deck)
        _by_sign(unmatched, How.WAS, lambda i: i.id, lambda i: i.was, same_deck)
        _by_sign(unmatched, How.QUESTION, lambda i: i.question, lambda i: i.question, same_deck)
    _by_sign(unmatched, How.OPTIONS, _options, _options, same_deck=True)
    _by_sign(unmatched, How.ANSWER, _answer, _answer, same_deck=True)
    _by_text(unmatched)
    return Plan(
        added=tuple(unmatched.placed.values()),
        matched=tuple(unmatched.matches),
        orphaned=tuple(k for k in unmatched.known.values() if not k.orphan),
    )


Sign = Callable[[Item], Hashable]


def _by_sign(unmatched: _Open, how: How, old: Sign, new: Sign, same_deck: bool) -> None:
    """Match what agrees in a sign, where exactly one stored item and one in a file bear it.

    Two items with ids of their own are the same by `how` id or `was` alone, unless the stored id
    has left its deck: then the author renamed it.
    """

    def place(deck: str) -> str:
        return decks.key(deck) if same_deck else ""

    bearing: dict[tuple[str, Hashable], list[Known]] = defaultdict(list)
    for known in unmatched.known.values():
        if sign := old(known.item):
            bearing[place(known.deck), sign].append(known)
    claims: dict[tuple[str, Hashable], list[int]] = defaultdict(list)
    for index, placed in unmatched.placed.items():
        if sign := new(placed.item):
            claims[place(placed.deck), sign].append(index)
    for sign_here, indexes in claims.items():
        candidates = _alive_first(bearing.get(sign_here, []))
        if len(candidates) == 1 and len(indexes) == 1:
            unmatched.match(candidates[0], indexes[0], how)


def _alive_first(candidates: list[Known]) -> list[Known]:
    """Prefer the items that files still had; orphans count where there is no other."""
    return [k for k in candidates if not k.orphan] or candidates


def _options(item: Item) -> Hashable:
    if not isinstance(item, Choice) or isinstance(item, TrueFalse):
        return None
    return frozenset(option.text for option in item.options)


def _answer(item: Item) -> Hashable:
    if isinstance(item, TrueFalse) or not item.answered:
        return None
    return tuple(prompt.answer for prompt in item.prompts.values())


def _by_text(unmatched: _Open) -> None:
    """Match questions of one deck that share most of their text, the most similar first."""
    pairs = sorted(_similar(unmatched), key=lambda pair: -pair[0])
    for _, known, index in pairs:
        if known.key in unmatched.known and index in unmatched.placed:
            unmatched.match(known, index, How.SIMILAR)


def _similar(unmatched: _Open) -> Iterator[tuple[float, Known, int]]:
    of_deck: Mapping[str, list[Known]] = defaultdict(list)
    for known in unmatched.known.values():
        of_deck[decks.key(known.deck)].append(known)
    for index, placed in unmatched.placed.items():
        matcher = SequenceMatcher(b=placed.item.question, autojunk=False)
        for known in of_deck[decks.key(placed.deck)]:
            if known.item.id and placed.item.id:
                continue  # two ids, two items: the author says so
            matcher.set_seq1(known.item.question)
            if matcher.real_quick_ratio() >= SIMILAR and matcher.quick_ratio() >= SIMILAR:
                ratio = matcher.ratio()
                if ratio >= SIMILAR:
                    yield ratio, known, index


def guid(deck: str, item: Item, taken: Callable[[str], bool]) -> str:
    """Return the identity an item gets on arrival: the same wherever the same deck is read first.

    Ten bytes of SHA-256 over deck and id (or question), as 20 hexadecimal digits; the next ones
    where the item that had them first was renamed and still bears them.
    """
    attempt = 0
    while True:
        parts = (decks.key(deck), item.id, "" if item.id else item.question, str(attempt))
        digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]
        if not taken(digest):
            return digest
        attempt += 1
